//! `--fields`: records, quoted as in CSV, and the field of each error.

use crate::support::Folder;

#[test]
fn records_span_lines() {
    let folder = Folder::new();
    let text = b"id,name\n1,\"two\nlines\xFF\n\"\n2,ok\r\n\n3,\"a \"\"q\"\"\",\xC0\xAF,\xFF\n4,end";
    folder.file("t.csv", text);
    let split = [
        "convert",
        "--fields",
        ",",
        "--bad-lines",
        "bad",
        "--overwrite",
        "--bad-lines-report",
        "report",
    ];
    let said = "utf: t.csv: 2 of 8 lines rejected to bad (lines 2, 7)\n";
    folder
        .run(&[&split[..], &["t.csv"]].concat())
        .exits(0)
        .prints("id,name\n2,ok\r\n\n4,end")
        .says(said);
    assert_eq!(folder.read("bad"), b"1,\"two\nlines\xFF\n\"\n3,\"a \"\"q\"\"\",\xC0\xAF,\xFF\n");
    let report = folder.read("report");
    let lines: Vec<serde_json::Value> = std::str::from_utf8(&report)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |at: usize| (lines[at]["line"].as_u64(), lines[at]["record"].as_u64());
    assert_eq!((of(0), of(1)), ((Some(2), Some(2)), (Some(7), Some(4))));
    // The number of lines of a record, so that the text after it can be found in both parts.
    assert_eq!((&lines[0]["lines"], &lines[1]["lines"]), (&3.into(), &1.into()));
    let fields = |at: usize| {
        let findings = lines[at]["findings"].as_array().unwrap();
        findings.iter().map(|one| one["field"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((fields(0), fields(1)), (vec![2], vec![3, 4]));
    folder.run(&["check", "--lines", "--fields", ",", "t.csv"]).exits(1).prints("2\n4\n");
    folder
        .run(&["check", "--lines", "--fields", ",", "--format", "json", "t.csv"])
        .exits(1)
        .shows(r#""record":4,"#)
        .shows(r#""field":4"#);
}

/// U+FEFF at the start is not part of a field, nor is a missing or rejected BOM.
///
/// The reports of `check` and of the commands that separate lines agree in every encoding.
#[test]
fn a_bom_is_not_part_of_a_field() {
    let folder = Folder::new();
    let le = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let cases: [(&[&str], Vec<u8>, u64); 10] = [
        (&["--bom", "require"], b"\"a,b\xFF\"\n".to_vec(), 1),
        (&["--bom", "require"], b"\"\"\"a,b\",\xFF\n".to_vec(), 2),
        (&["-f", "utf-16le"], [le("\u{FEFF}\"a,b"), b"\0\xD8".to_vec(), le("\"\n")].concat(), 1),
        (&["-f", "utf-16"], [le("\u{FEFF}\"a,b"), b"\0\xD8".to_vec(), le("\"\n")].concat(), 1),
        (&["-f", "utf-8"], b"\xEF\xBB\xBF\"a,b\xFF\"\n".to_vec(), 1),
        (&["--bom", "as-text"], b"\xEF\xBB\xBF\"a,b\xFF\"\n".to_vec(), 1),
        (&["--for", "json"], b"\xEF\xBB\xBF\"a,b\xFF\"\n".to_vec(), 1),
        (&["-f", "gb18030"], b"\x84\x31\x95\x33\"a,b\xFF\"\n".to_vec(), 1),
        // These bytes are not U+FEFF in windows-1253.
        (&["-f", "windows-1253"], b"\xEF\xBB\xBF\"a,b\xD2\"\n".to_vec(), 2),
        (&["-f", "utf-8"], b"a\xEF\xBB\xBF,\xEF\xBB\xBF\"a,b\xFF\"\n".to_vec(), 3),
    ];
    for (how, text, field) in cases {
        folder.file("t", &text);
        let report_of = |more: &[&str]| {
            let run = [&["check", "--fields", ",", "--format", "json"], how, more, &["t"]].concat();
            folder.run(&run).exits(1).text().to_string()
        };
        for more in [&[][..], &["--lines"]] {
            let report = report_of(more);
            let last = report.rsplit("\"field\":").next().unwrap_or_default();
            assert!(last.starts_with(&field.to_string()), "{how:?}: {report}");
        }
        // `require` leaves no good line that could have a BOM, and `convert` has no receivers.
        if !matches!(how, [_, "require" | "json"]) {
            let sort = [
                "convert",
                "--fields",
                ",",
                "-t",
                "utf-8",
                "--bad-lines",
                "bad",
                "--overwrite",
                "-q",
            ];
            let sort = [&sort[..], &["-o", "good", "--bad-lines-report", "report"], how, &["t"]];
            folder.run(&sort.concat());
            let report = String::from_utf8(folder.read("report")).unwrap();
            let last = report.rsplit("\"field\":").next().unwrap_or_default();
            assert!(last.starts_with(&field.to_string()), "{how:?}: {report}");
        }
    }
}

#[test]
fn separators() {
    let folder = Folder::new();
    for (name, separator) in [("tab", "\t"), (";", ";"), ("|", "|"), (",", ",")] {
        let text = format!("a{separator}\"x\ny\"\nb{separator}").into_bytes();
        let run = ["check", "--lines", "--fields", name, "--format", "json"];
        let run = folder.pipe(&run, [&text[..], b"\xFF\n"].concat()).exits(1);
        run.shows(r#""line":3,"record":2"#).shows(r#""field":2"#);
    }
    let wide: Vec<u8> = "a,\"x\ny\"\nb,!\n"
        .encode_utf16()
        .flat_map(|unit| (if unit == 33 { 0xDC00 } else { unit }).to_le_bytes())
        .collect();
    let run = ["check", "-f", "utf-16le", "--lines", "--fields", ",", "--format", "json"];
    folder.pipe(&run, wide).exits(1).shows(r#""line":3,"record":2"#).shows(r#""field":2"#);
    folder.run(&["check", "--lines", "--fields", ":"]).exits(2).mentions("`,`, `;`, `|` or `tab`");
    for charset in ["shift_jis", "windows-31j", "johab", "big5-hkscs"] {
        let bars = ["check", "-f", charset, "--lines", "--fields", "|"];
        folder.pipe(&bars, "a|b\n").exits(2).mentions("part of a character");
    }
    let bars = ["check", "-f", "euc-jp", "--lines", "--fields", "|"];
    folder.pipe(&bars, "a|b\n").exits(0);
}

/// A record of one empty quoted field is a record, with any line end.
#[test]
fn records_of_one_column() {
    let folder = Folder::new();
    let check = ["check", "--fields", ",", "--format", "json", "t.csv"];
    let texts: [(&[u8], u64); 3] = [
        (b"\"\"\r\n\xFF\n", 2),
        (b"h\r\n\"\"\r\n\r\n\"\"\r\nx\r\n\xFF\r\n", 5),
        (b"\"\"\n\xFF\n", 2),
    ];
    for (text, record) in texts {
        folder.file("t.csv", text);
        folder.run(&check).exits(1).shows(&format!(r#""record":{record},"#));
    }
}

/// An incomplete code unit at the end does not end a record, even if its byte is a line feed. The
/// line is bad.
#[test]
fn an_incomplete_code_unit_ends_no_record() {
    let folder = Folder::new();
    let forms: [(&[&str], &[u8]); 3] = [
        (&["-f", "utf-16le"], b"a\0\n"),
        (&[], b"\xFF\xFEa\0\n\0,\0\n"),
        (&["-f", "utf-32le"], b"a\0\0\0\n\0\0"),
    ];
    for (from, text) in forms {
        folder.file("t", text);
        let split = ["--fields", ",", "--bad-lines", "bad", "--overwrite", "-o", "good", "t"];
        folder.run(&[&["convert"], from, &split].concat()).exits(0).mentions("rejected to bad");
        assert!(text.ends_with(&folder.read("bad")) && !folder.read("bad").is_empty());
        let check = ["check", "--lines", "--fields", ",", "t"];
        folder.run(&[&check[..], from].concat()).exits(1);
    }
}

/// `check` reports the record and the field of each finding, in any encoding.
#[test]
fn findings_have_records_and_fields() {
    let folder = Folder::new();
    let text = b"\xEF\xBB\xBFid,name\n1,\"two\nlines\xFF\n\",\xFE\r\n\n3,\"a \"\"q\"\"\",\xC0\xAF,\xFF\n\xFFx,y";
    folder.file("t.csv", text);
    let found = |arguments: &[&str]| {
        let check = ["check", "--format", "json", "--fields"];
        let run = folder.run(&[&check[..], arguments].concat()).exits(1);
        let lines = run.lines_of_json();
        let findings = lines.iter().filter(|line| line["type"] == "finding");
        let keys = ["record", "field", "line"];
        let numbers = findings.map(|one| keys.map(|key| one[key].as_u64().unwrap()));
        numbers.collect::<Vec<_>>()
    };
    let expected = [[2, 2, 3], [2, 3, 4], [3, 3, 6], [3, 4, 6], [4, 1, 7]];
    assert_eq!(found(&[",", "t.csv"]), expected);
    let wide = |text: &str| -> Vec<u8> {
        let unit = |unit: u16| if unit == 33 { 0xDC00 } else { unit };
        text.encode_utf16().flat_map(|one| unit(one).to_le_bytes()).collect()
    };
    folder.file("wide", wide("\u{FEFF}a\t\"x\n!\"\nb\t!\n"));
    assert_eq!(found(&["tab", "wide"]), [[1, 2, 2], [2, 2, 3]]);
    // Several threads read the chunks of a large file.
    let mut large = "a,\"b\nc\"\n".repeat(700_000).into_bytes();
    large.extend_from_slice(b"x,y,\xFF\n");
    folder.file("large", &large);
    assert_eq!(found(&[",", "large"]), [[700_001, 3, 1_400_001]]);
    let run = folder.run(&["check", "--fields", ",", "t.csv"]).exits(1);
    run.shows("= note: record 2, field 2");
    let run = folder.run(&["check", "--fields", ",", "--format", "github", "t.csv"]).exits(1);
    run.shows("; record 4, field 1");
}
