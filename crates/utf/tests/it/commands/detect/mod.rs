//! `utf detect`, and hints that are based on it.

mod hints;
mod knowledge;
mod trees;

use serde_json::Value;

use crate::support::{self, Folder};

/// The escape sequence of ISO-2022-KR, with half of a character after it.
const CUT_SHIFT: &[u8] = b"\x1B$)C\x0E0\x0F";

#[test]
fn prints_one_line_per_file() {
    let folder = Folder::new();
    folder.file("a", "naïve");
    folder.file("b", b"h\0e\0l\0l\0o\0");
    folder.file("c", b"\xFE\xFF\0a");
    let run = folder.run(&["detect", "a", "b", "c"]).exits(0).says("");
    let text = run.text();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "a: utf-8, proven (well-formed, one multi-byte sequence)");
    assert!(lines[1].starts_with("b: utf-16le, likely ("), "{text}");
    assert_eq!(lines[2], "c: utf-16, proven (BOM FE FF, well-formed)");
    folder.run(&["detect", "-b", "a", "b", "c"]).exits(0).prints("utf-8\nutf-16le\nutf-16\n");
}

#[test]
fn reports_unknown_encodings_and_failures() {
    let folder = Folder::new();
    folder.file("noise", CUT_SHIFT);
    folder.run(&["detect", "noise"]).exits(1).shows("noise: can't tell (");
    folder.run(&["detect", "-b", "noise"]).exits(1).prints("unknown\n");
    folder.run(&["detect", "noise", "none"]).exits(2).shows("noise: can't tell (");
}

#[test]
fn binary_data_is_named() {
    let folder = Folder::new();
    folder.file("numbers", b"\0\x01\x02\x03\xFF\x80\0\0\x90\x01\x1B\x7F\0\x05");
    folder.file("a.gz", b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x4B\x04\0\x43\xBE\xB7\xE8\x01\0\0\0");
    folder
        .run(&["detect", "a.gz", "numbers"])
        .exits(0)
        .prints("a.gz: binary data: gzip (`-z` reads it)\nnumbers: binary data\n");
    folder.run(&["detect", "-b", "a.gz", "numbers"]).exits(0).prints("binary\nbinary\n");
    folder.run(&["detect", "-z", "-b", "a.gz"]).exits(0).prints("us-ascii\n");
    let run = folder.run(&["detect", "--format", "json", "a.gz"]).exits(0);
    let [line, summary] = <[Value; 2]>::try_from(run.lines_of_json()).unwrap();
    assert_eq!(line["file_type"], "gzip");
    assert_eq!(line["media_type"], "application/gzip");
    assert_eq!(line["verdict"], "binary");
    assert!(line["encoding"].is_null());
    assert_eq!(summary["binary"], 1);
}

#[test]
fn json_has_its_keys() {
    let folder = Folder::new();
    folder.file("mixed", b"caf\xC3\xA9 \xE2\x82\xAC\ncr\xE8me br\xFBl\xE9e\nd\xC3\xA9j\xC3\xA0\n");
    let run = folder.run(&["detect", "--format", "json", "mixed"]).exits(0);
    let [line, summary] = <[Value; 2]>::try_from(run.lines_of_json()).unwrap();
    assert_eq!(
        summary,
        serde_json::json!({"type": "summary", "files": 1, "unknown": 0, "binary": 0, "failures": 0})
    );
    let mut keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = [
        "alternatives",
        "bytes",
        "confidence",
        "encoding",
        "evidence",
        "path",
        "segments",
        "type",
        "verdict",
    ];
    assert_eq!(keys, expected);
    assert_eq!(line["type"], "detection");
    assert_eq!(line["verdict"], "likely");
    let segments: Vec<_> = line["segments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| (part["offset"].as_u64(), part["encoding"].as_str()))
        .collect();
    let expected =
        [(Some(0), Some("utf-8")), (Some(10), Some("windows-1252")), (Some(23), Some("utf-8"))];
    assert_eq!(segments, expected);
    let unknown = folder.pipe(&["detect", "--format", "json"], CUT_SHIFT).exits(1);
    let [line, _] = <[Value; 2]>::try_from(unknown.lines_of_json()).unwrap();
    assert!(line["encoding"].is_null() && line["path"] == "-");
    // The summary includes paths that could not be read, and exists even if no file was found.
    folder.file("noise", CUT_SHIFT);
    for (arguments, exit, summary) in [
        (&["mixed", "noise", "none"][..], 2, r#""files":2,"unknown":1,"binary":0,"failures":1}"#),
        (&["--files-from", "none"], 2, r#""files":0,"unknown":0,"binary":0,"failures":1}"#),
        (&["-g", "*.none", "."], 2, r#""files":0,"unknown":0,"binary":0,"failures":1}"#),
    ] {
        let run = folder.run(&[&["detect", "--format", "json"], arguments].concat()).exits(exit);
        let last = run.text().lines().last().unwrap_or_default();
        assert_eq!(last, format!("{{\"type\":\"summary\",{summary}"));
    }
    folder.run(&["detect", "-b", "mixed"]).exits(0).prints("utf-8\n");
}

#[test]
fn reads_the_complete_file_unless_sampled() {
    let folder = Folder::new();
    let mut bytes = "déjà vu\n".repeat(100_000).into_bytes();
    bytes.extend_from_slice(b"caf\xE9\n");
    folder.file("late", &bytes);
    folder.run(&["detect", "late"]).exits(0).shows("late: utf-8, likely (");
    folder
        .run(&["detect", "--sample", "64K", "late"])
        .exits(0)
        .shows("utf-8, so-far in 65536 bytes (");
    folder.run(&["detect", "--sample", "9", "late"]).exits(0).shows("utf-8, so-far in 9 bytes (");
    folder.run(&["detect", "--sample", "2M", "late"]).exits(0).shows("late: utf-8, likely (");
    folder.run(&["detect", "--sample", "0", "late"]).exits(2);
}

#[test]
fn walks_directories_and_escapes_names() {
    let folder = Folder::new();
    folder.shell("mkdir tree").exits(0);
    let hostile = support::hostile();
    folder.file(&format!("tree/b{hostile}[2J"), b"h\0i\0 \0y\0o\0u\0");
    folder.file("tree/a", b"plain");
    let run = folder.run(&["detect", "tree"]).exits(0);
    let text = run.text();
    assert!(text.starts_with("tree/a: us-ascii, proven ("), "{text}");
    let shown = format!("tree/b<U+{:04X}>[2J: utf-16le, likely (", hostile as u32);
    assert!(text.contains(&shown), "{text}");
}

#[test]
fn reports_for_services() {
    let folder = Folder::new();
    folder.file("a", "na\u{EF}ve");
    folder.file("noise", CUT_SHIFT);
    let run = folder.run(&["detect", "--format", "github", "."]).exits(1);
    run.shows("::notice file=a,line=1,col=1,title=detected-encoding::utf-8, proven (")
        .shows("::warning file=noise,line=1,col=1,title=unknown-encoding::can't tell (");
    for paths in [&["."][..], &["noise", "a"]] {
        let run = folder.run(&[&["detect", "--format", "sarif"], paths].concat()).exits(1);
        let sarif: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["name"], "utf detect");
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let of = |result: &Value| (result["ruleId"].clone(), result["level"].clone());
        let mut found: Vec<_> = results.iter().map(of).collect();
        found.sort_by_key(|(code, _)| code.to_string());
        let expected = [
            ("detected-encoding".into(), "note".into()),
            ("unknown-encoding".into(), "warning".into()),
        ];
        assert_eq!(found, expected);
    }
}

/// A weak guess is unknown, and named only as a possibility.
#[test]
fn a_minimum_confidence() {
    let folder = Folder::new();
    folder.file("weak", b"\xA9 2004\n");
    folder.file("proven", "naïve");
    let all = folder.run(&["detect", "-b", "weak", "proven"]).exits(0);
    let weak = all.text().lines().next().unwrap().to_owned();
    let run = folder.run(&["detect", "--min-confidence", "0.9", "weak", "proven"]).exits(1);
    run.shows("weak: can't tell (").shows(&format!("; or {weak} ")).shows("proven: utf-8, proven");
    let run = folder.run(&["detect", "--min-confidence", "0.9", "-b", "weak", "proven"]).exits(1);
    run.prints("unknown\nutf-8\n");
    let json = folder.run(&["detect", "--min-confidence", "0.9", "--format", "json", "weak"]);
    let line = &json.lines_of_json()[0];
    assert_eq!((&line["encoding"], &line["verdict"]), (&Value::Null, &Value::from("unknown")));
    assert_eq!(line["alternatives"][0]["encoding"], weak);
    folder.run(&["detect", "--min-confidence", "0", "weak"]).exits(0);
    folder.run(&["detect", "--min-confidence", "2", "weak"]).exits(2);
}

#[test]
fn prints_the_names_of_a_label_set() {
    let folder = Folder::new();
    folder.file("a", windows_1251("Съешь же ещё этих мягких французских булок, да выпей чаю.\n"));
    for (set, name) in [
        ("iana", "windows-1251"),
        ("whatwg", "windows-1251"),
        ("python", "cp1251"),
        ("windows", "1251"),
        ("postgresql", "WIN1251"),
        ("oracle", "CL8MSWIN1251"),
        ("glibc", "CP1251"),
    ] {
        let run =
            |more: &[&str]| folder.run(&[&["detect", "--label-set", set, "a"], more].concat());
        run(&["-b"]).exits(0).prints(format!("{name}\n"));
        run(&[]).exits(0).shows(&format!("a: {name}, likely ("));
        let json = run(&["--format", "json"]).text().to_owned();
        let line: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!(
            (line["encoding"].as_str(), line["label"].as_str()),
            (Some("windows-1251"), Some(name))
        );
        run(&["--format", "tsv"]).exits(0).shows(&format!("a\t{name}\t"));
    }
    folder.file("b", b"\xFF\xFEa\0");
    folder.run(&["detect", "--label-set", "mysql", "-b", "b"]).exits(0).prints("-\n");
    folder.run(&["detect", "--label-set", "mysql", "b"]).shows("b: - (utf-16), proven (");
    folder
        .run(&["detect", "--label-set", "mysql", "--format", "json", "b"])
        .shows("\"label\":null");
    let plain = folder.run(&["detect", "--format", "json", "b"]).text().to_owned();
    assert!(!plain.contains("\"label\""), "{plain}");
    folder.run(&["detect", "--label-set", "cobol", "b"]).exits(2);
}

fn windows_1251(text: &str) -> Vec<u8> {
    let encoding = "windows-1251".parse().unwrap();
    utfkit::transcode::convert(text.as_bytes(), utfkit::Encoding::Utf8, encoding).unwrap()
}

#[test]
fn a_file_next_to_a_table_is_evidence() {
    let folder = Folder::new();
    folder.file("table.dbf", "naïve");
    folder.file("table.cpg", "ANSI 1251\n");
    folder
        .run(&["detect", "table.dbf"])
        .shows("one multi-byte sequence, although its `.cpg` declaration says windows-1251)");
    folder
        .run(&["detect", "--format", "json", "table.dbf"])
        .shows("although its `.cpg` declaration says windows-1251");
    // These bytes are the same text in many charsets, and the declaration decides.
    folder.file("table.dbf", b"caf\xE9");
    for charset in ["1250", "1252", "1254"] {
        folder.file("table.cpg", charset);
        let answer = format!("table.dbf: windows-{charset}, ");
        folder.run(&["detect", "table.dbf"]).shows(&answer);
    }
    // The bytes are not Japanese.
    folder.file("table.cpg", "932");
    let text = folder.run(&["detect", "table.dbf"]).text().to_owned();
    assert!(!text.contains("table.dbf: windows-31j"), "{text}");
    folder.file("table.cpg", "no such label");
    let text = folder.run(&["detect", "table.dbf"]).text().to_owned();
    assert!(!text.contains("says"), "{text}");
}

/// Hebrew in visual order has the final forms of letters at the start of words.
#[test]
fn tells_the_order_of_hebrew() {
    let folder = Folder::new();
    let text = "שלום עולם, זהו מסמך בעברית שנכתב לפני שנים רבות.\nהיום יום יפה מאוד והשמש זורחת.\n";
    let visual: String = text.lines().flat_map(|line| line.chars().rev().chain(['\n'])).collect();
    for (text, is_visual) in [(text, false), (&visual, true)] {
        let bytes = folder.pipe(&["convert", "-t", "iso-8859-8"], text).exits(0).stdout;
        let run = folder.pipe(&["detect"], bytes).exits(0);
        assert_eq!(run.text().contains("in visual order as iso-8859-8"), is_visual, "{run:?}");
    }
}

/// No command line names a charset that is not sure, and letters of VISCII are not UTF-8.
#[test]
fn advises_only_sure_charsets() {
    let folder = Folder::new();
    let log =
        [&"Ünïcode línea é\nGrüße aus Köln\n".repeat(4).into_bytes()[..], b"b \xB9\xE6\n"].concat();
    let run = folder.pipe(&["detect"], log).exits(0);
    assert!(run.text().contains("help: ") && !run.text().contains("--candidates"), "{run:?}");
    let table =
        "Mã,Tên,Địa chỉ\n1,Nguyễn Văn Ánh,12 đường Lê Lợi Hà Nội\n3,Phạm Ngọc Ẩn,huyện Củ Chi\n";
    let bytes = folder.pipe(&["convert", "-t", "viscii"], table.repeat(5)).exits(0).stdout;
    folder.file("a.csv", bytes);
    let run = folder.run(&["detect", "a.csv"]).exits(0).shows("a.csv: viscii, likely");
    assert!(!run.text().contains("words are UTF-8") && !run.text().contains("help:"), "{run:?}");
    folder.run(&["convert", "-f", "viscii", "a.csv"]).exits(0).prints(table.repeat(5)).says("");
    let polish =
        "Zażółć gęślą jaźń. Wziął książkę i poszedł do szkoły, gdzie uczył się o łąkach.\n";
    let bytes = folder.pipe(&["convert", "-t", "ibm775"], polish.repeat(8)).exits(0).stdout;
    let run = folder.pipe(&["detect"], bytes).exits(0).shows("ibm775, likely");
    assert!(!run.text().contains("words are UTF-8"), "{run:?}");
}

/// Text in windows-31j that has only characters of Shift_JIS does not contradict its declaration.
#[test]
fn a_larger_charset_agrees_with_its_declaration() {
    let text = "<?xml version=\"1.0\" encoding=\"windows-31j\"?>\n<a>日本語のテキストです。東京は晴れ。</a>\n";
    let folder = Folder::new();
    let convert = ["convert", "-t", "windows-31j", "--keep-declaration"];
    let bytes = folder.pipe(&convert, text).exits(0).stdout;
    let run = folder.pipe(&["detect"], bytes).exits(0);
    assert!(!run.text().contains("although"), "{run:?}");
}

/// The table has only the files that a list of each file would have.
#[test]
fn a_summary_leaves_out_known_encodings() {
    let folder = Folder::new();
    folder.file("a", "ASCII\n");
    folder.file("b", "\u{E9}t\u{E9}\n");
    folder.file("c", b"\xFF\xFEa\0\n\0");
    let run = folder.run(&["detect", "--summary", "--not", "utf-8", "."]).exits(1);
    let table: Vec<_> = run.text().lines().skip(1).collect();
    assert!(table.len() == 2 && table[0].starts_with("utf-16 ") && table[1] == "1 file", "{run:?}");
    folder.run(&["detect", "--summary", "--not", "utf-8,utf-16", "."]).exits(0);
    folder.run(&["detect", "--summary", "."]).exits(0).shows("3 files\n");
}

/// An answer that is probably wrong is not called likely.
#[test]
fn an_improbable_answer_is_only_possible() {
    let folder = Folder::new();
    folder.file("a", b"x\xE9y");
    let run = folder.run(&["detect", "a"]).exits(0).shows("a: windows-1252, possible (");
    assert!(!run.text().contains("likely"), "{run:?}");
}
