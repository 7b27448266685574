//! `--fields`: records, quoted as CSV has it, and which field is wrong.

use crate::support::Folder;

#[test]
fn records_span_lines() {
    let folder = Folder::new();
    let text = b"id,name\n1,\"two\nlines\xFF\n\"\n2,ok\r\n\n3,\"a \"\"q\"\"\",\xC0\xAF,\xFF\n4,end";
    folder.file("t.csv", text);
    let split = ["convert", "--fields", ",", "--bad-lines", "bad", "--bad-lines-report", "report"];
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
    let fields = |at: usize| {
        let findings = lines[at]["findings"].as_array().unwrap();
        findings.iter().map(|one| one["field"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((fields(0), fields(1)), (vec![2], vec![3, 3, 4]));
    folder.run(&["check", "--lines", "--fields", ",", "t.csv"]).exits(1).prints("2\n4\n");
    folder
        .run(&["check", "--lines", "--fields", ",", "--format", "json", "t.csv"])
        .exits(1)
        .shows(r#""record":4,"#)
        .shows(r#""field":4"#);
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
    let bars = ["check", "-f", "shift_jis", "--lines", "--fields", "|"];
    folder.pipe(&bars, "a|b\n").exits(2).mentions("part of a character");
}
