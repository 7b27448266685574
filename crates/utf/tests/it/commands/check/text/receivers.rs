//! Characters that receivers reject (`--for`).

use std::fs;

use serde_json::{Value, json};

use crate::commands::check::git::gates::{git, repository};
use crate::support::{Folder, Run};

/// Returns the offset, line, column, kind and bytes of each finding.
fn found(run: &Run) -> Vec<Value> {
    let lines = run.lines_of_json();
    let findings = lines.iter().filter(|line| line["type"] == "finding");
    let keys = ["offset", "line", "column", "kind", "bytes"];
    findings.map(|line| keys.iter().map(|key| line[key].clone()).collect()).collect()
}

#[track_caller]
fn finds(receiver: &str, from: &str, bytes: impl AsRef<[u8]>, expected: &[Value]) {
    let arguments = ["check", "--format", "json", "--for", receiver, "-f", from];
    let run = Folder::new().pipe(&arguments, bytes);
    assert_eq!(found(&run), expected, "{receiver}, {from}");
    run.exits(i32::from(!expected.is_empty()));
}

#[test]
fn each_receiver_rejects_its_characters() {
    let text = "\u{E9}\n\0 \u{1F600}\u{8}";
    let nul = json!([3, 2, 1, "nul", "00"]);
    let emoji = json!([5, 2, 3, "supplementary", "f0 9f 98 80"]);
    let backspace = json!([9, 2, 4, "forbidden", "08"]);
    finds("postgres", "auto", text, std::slice::from_ref(&nul));
    finds("mysql-utf8mb3", "auto", text, std::slice::from_ref(&emoji));
    finds("xml", "auto", text, &[nul.clone(), backspace.clone()]);
    finds("json", "auto", text, &[nul.clone(), backspace]);
    finds("jni", "auto", text, &[nul, emoji]);
    finds("postgres", "auto", "\u{1F600}\u{8}\u{FFFF}", &[]);
}

/// Rejected characters among ill-formed sequences, in order. The BOM is not a column.
#[test]
fn rejected_characters_among_ill_formed_sequences() {
    let bytes = b"\xEF\xBB\xBFa\0\xFF\0\xC0\xAF\0";
    let expected = [
        json!([4, 1, 2, "nul", "00"]),
        json!([5, 1, 3, "invalid-byte", "ff"]),
        json!([6, 1, 4, "nul", "00"]),
        json!([7, 1, 5, "overlong", "c0 af"]),
        json!([9, 1, 7, "nul", "00"]),
    ];
    finds("postgres", "auto", bytes, &expected);
}

#[test]
fn json_rejects_a_bom() {
    let expected = [json!([0, 1, 1, "forbidden", "ef bb bf"])];
    finds("json", "auto", "\u{FEFF}{}", &expected);
    finds("xml", "auto", "\u{FEFF}<a/>", &[]);
    finds("json", "auto", "{\"\u{FEFF}\":1}", &[]);
}

/// Offsets and bytes refer to the file, in any encoding.
#[test]
fn positions_in_other_encodings() {
    let le = b"\xFF\xFEb\0\0\0\n\0\x3D\xD8\0\xDE\x08\0";
    finds("postgres", "auto", le, &[json!([4, 1, 2, "nul", "00 00"])]);
    let jni = [json!([4, 1, 2, "nul", "00 00"]), json!([8, 2, 1, "supplementary", "3d d8 00 de"])];
    finds("jni", "auto", le, &jni);
    finds("jni", "utf-16", le, &jni);
    finds(
        "xml",
        "utf-16le",
        &le[2..],
        &[json!([2, 1, 2, "nul", "00 00"]), json!([10, 2, 2, "forbidden", "08 00"])],
    );
    finds(
        "jni",
        "utf-32be",
        b"\0\0\0a\0\x01\xF6\0\0\0\0\0",
        &[json!([4, 1, 2, "supplementary", "00 01 f6 00"]), json!([8, 1, 3, "nul", "00 00 00 00"])],
    );
    finds(
        "xml",
        "shift_jis",
        b"\x82\xA0\x08\x82\xA0\x08",
        &[json!([2, 1, 2, "forbidden", "08"]), json!([5, 1, 4, "forbidden", "08"])],
    );
    let modified = b"a\xC0\x80\xED\xA0\xBD\xED\xB8\x80";
    // JNI accepts this form. Other receivers reject the same characters as in other encodings.
    finds("jni", "java-modified-utf-8", modified, &[]);
    finds("postgres", "java-modified-utf-8", modified, &[json!([1, 1, 2, "nul", "c0 80"])]);
    finds(
        "mysql-utf8mb3",
        "java-modified-utf-8",
        modified,
        &[json!([3, 1, 3, "supplementary", "ed a0 bd ed b8 80"])],
    );
    // Ill-formed sequences do not change the positions.
    finds(
        "postgres",
        "utf-16be",
        b"\0\0\xD8\0\0\0\xDC\0\0a\0\0",
        &[
            json!([0, 1, 1, "nul", "00 00"]),
            json!([2, 1, 2, "lone-high-surrogate", "d8 00"]),
            json!([4, 1, 3, "nul", "00 00"]),
            json!([6, 1, 4, "lone-low-surrogate", "dc 00"]),
            json!([10, 1, 6, "nul", "00 00"]),
        ],
    );
}

/// Positions do not depend on the blocks or the number of threads.
#[test]
fn positions_in_large_files() {
    let folder = Folder::new();
    let mut text = "text \u{E9}\u{20AC} and more of it\n".repeat(150_000);
    let places = [0, 262_144, 700_000, 2_500_000, text.len() - 40];
    let places = places.map(|at| (at..).find(|&at| text.as_bytes()[at] == b' ').unwrap());
    for &at in &places {
        text.replace_range(at..=at, "\0");
    }
    folder.file("large", &text);
    let line_of = |at: usize| 1 + text[..at].matches('\n').count();
    let column_of = |at: usize| 1 + text[..at].chars().rev().take_while(|&c| c != '\n').count();
    for threads in ["1", "4"] {
        let arguments = ["check", "--format", "json", "--for", "postgres", "-j", threads, "large"];
        let run = folder.run(&arguments).exits(1);
        let expected = places.map(|at| json!([at, line_of(at), column_of(at), "nul", "00"]));
        assert_eq!(found(&run), expected, "{threads} threads");
    }
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    folder.file("wide", units);
    let arguments = ["check", "--format", "json", "--for", "postgres", "-f", "utf-16be", "wide"];
    let run = folder.run(&arguments).exits(1);
    let unit_of = |at: usize| 2 * text[..at].encode_utf16().count();
    let expected =
        places.map(|at| json!([unit_of(at), line_of(at), column_of(at), "nul", "00 00"]));
    assert_eq!(found(&run), expected);
}

/// A character that the end of a block divides.
#[test]
fn characters_across_blocks() {
    let folder = Folder::new();
    for before in 262_138..262_146 {
        let mut bytes = vec![b'a'; before];
        bytes.extend_from_slice(b"\xF0\x9F\x98\x80\xFF\xF0\x9F\x98\x80");
        for label in ["utf-8", "utf-8-rfc2279"] {
            folder.file("cut", &bytes);
            let arguments = ["check", "--format", "json", "--for", "jni", "-f", label, "cut"];
            let run = folder.run(&arguments).exits(1);
            let [one, two, three] =
                [0, 4, 5].map(|more| (before + more, before + more.min(1) + more / 5 + 1));
            let emoji = |(offset, column): (usize, usize)| {
                json!([offset, 1, column, "supplementary", "f0 9f 98 80"])
            };
            let ill = json!([two.0, 1, two.1, "invalid-byte", "ff"]);
            assert_eq!(found(&run), [emoji(one), ill, emoji(three)], "{label}, {before}");
        }
    }
}

#[test]
fn human_reports_explain_rejections() {
    let run = Folder::new().pipe(&["check", "--for", "postgres"], "a\0b\n").exits(1).says("");
    let run = run.shows("error[nul]: ").shows(" --> <stdin>:1:2\n");
    let run = run.shows("= help: postgres: the character with code zero cannot be stored");
    let run = run.shows("= note: PostgreSQL documentation, section 8.3");
    run.shows("\n1 file, 4 bytes, 4 characters: 1 rejected character in 1 file\n");
    let run = Folder::new().pipe(&["check", "--for", "jni"], b"\0\xFF").exits(1);
    run.shows(": 1 ill-formed sequence, 1 rejected character in 1 file\n");
    Folder::new().pipe(&["check", "--for", "jni", "-q"], b"\0").exits(1).prints("");
    Folder::new()
        .pipe(&["check", "--for", "jni", "-c"], b"\0\0\xFF")
        .exits(1)
        .prints("<stdin>:3\n");
    Folder::new().run(&["check", "--for", "oracle"]).exits(2).mentions("mysql-utf8mb3");
}

/// `audit` reports rejected characters among its other findings, each character once.
#[test]
fn audit_knows_receivers() {
    let text = "\u{E9}\n\0 \u{1F600}\u{8}\u{FFFF}x";
    let found = |receiver: &str, bytes: &[u8]| {
        let arguments = ["audit", "--no-config", "--format", "json", "--for", receiver];
        let run = Folder::new().pipe(&arguments, bytes).exits(1);
        let lines = run.lines_of_json();
        let findings = lines.iter().filter(|line| line["type"] == "finding");
        let of = |line: &Value| format!("{}:{}", line["offset"], line["kind"].as_str().unwrap());
        findings.map(of).collect::<Vec<_>>()
    };
    assert_eq!(found("postgres", text.as_bytes()), ["3:nul", "9:control", "10:noncharacter"]);
    assert_eq!(found("xml", text.as_bytes()), ["3:nul", "9:forbidden", "10:forbidden"]);
    let jni = ["3:nul", "5:supplementary", "9:control", "10:noncharacter"];
    assert_eq!(found("jni", text.as_bytes()), jni);
    assert_eq!(found("json", b"\xEF\xBB\xBF{}\x01"), ["0:forbidden", "5:forbidden"]);
    let wide: Vec<u8> = "\u{FEFF}a\u{1F600}".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(found("mysql-utf8mb3", &wide), ["4:supplementary"]);
    let run = Folder::new().pipe(&["audit", "--for", "postgres"], "a\0").exits(1);
    run.shows("postgres: the character with code zero cannot be stored in text types; drop it");
    let allowed = ["audit", "--no-config", "--for", "jni", "--allow", "supplementary"];
    Folder::new().pipe(&allowed, "\u{1F600}").exits(0);
}

/// `repair` reports rejected characters in the fixed text.
#[test]
fn repair_knows_receivers() {
    let folder = Folder::new();
    // The fixes create a NUL from C0 80, and a supplementary character from two surrogates.
    folder.file("a", b"caf\xC3\x83\xC2\xA9 \xC0\x80\nx\xED\xA0\xBD\xED\xB8\x80\0");
    // Without `-a`, a text this short with a NUL and ill-formed sequences would be binary.
    let repair = ["repair", "-a", "--as", "java-modified-utf-8", "--format", "json", "--for"];
    let found = |receiver: &str, name: &str| {
        let run = folder.run(&[&repair[..], &[receiver, name]].concat()).exits(1);
        let lines = run.lines_of_json();
        let rejected = lines.iter().filter(|line| line["receiver"] == receiver);
        let of = |line: &Value| (line["offset"].as_u64().unwrap(), line["kind"].clone());
        (rejected.map(of).collect::<Vec<_>>(), lines.last().unwrap()["rejected"].clone())
    };
    let (nul, supplementary) = (json!("nul"), json!("supplementary"));
    assert_eq!(found("postgres", "a"), (vec![(8, nul.clone()), (18, nul)], json!(2)));
    assert_eq!(found("mysql-utf8mb3", "a"), (vec![(12, supplementary)], json!(1)));
    folder.file("fine", "fine");
    folder.run(&["repair", "--for", "postgres", "fine"]).exits(0);
    folder.file("zero", "a\nb\0");
    let run = folder.run(&["repair", "--for", "postgres", "zero"]).exits(1);
    run.shows("zero:2:2: byte 3: left unchanged: nul: ")
        .shows("; postgres: the character with code zero");
    let run = folder.run(&["repair", "--for", "postgres", "--format", "github", "zero"]).exits(1);
    run.shows("::error file=zero,line=2,");
    folder.run(&["repair", "--for", "postgres", "-i", "zero"]).exits(1);
    assert_eq!(folder.read("zero"), b"a\nb\0");
}

/// A file with characters that the receiver rejects is not skipped as binary.
#[test]
fn files_with_rejected_nuls_are_not_binary() {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    folder.file("d/x.sql", "a\0b\n");
    folder.file("d/a.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x80");
    for command in ["check", "audit", "repair"] {
        let run = |receiver: &str| folder.run(&[command, "--for", receiver, "d"]);
        run("postgres").exits(1).shows("d/x.sql").shows("1 binary, not");
        run("mysql-utf8mb3").exits(0).shows("2 binary, not");
        let run = folder.run(&[command, "--for", "postgres", "--format", "github", "d"]).exits(1);
        run.shows("::error file=d/x.sql,line=1,")
            .shows("::notice file=d/a.png,line=1,col=1,title=not-read::binary, not ");
        let run = folder.run(&[command, "--for", "postgres", "--format", "sarif", "d"]).exits(1);
        let sarif: Value = serde_json::from_slice(&run.stdout).unwrap();
        let invocation = &sarif["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], true);
        let notice = &invocation["toolExecutionNotifications"][0]["message"]["text"];
        assert!(notice.as_str().unwrap().starts_with("d/a.png: binary, not "), "{notice}");
    }
    let named = ["check", "--for", "postgres", "--skip-binary", "d/x.sql", "d/a.png"];
    folder.run(&named).exits(1).shows("1 rejected character in 1 file; 1 binary, not checked");
    let Some(folder) = repository() else { return };
    folder.file("x.sql", "a\0b\n");
    git(&folder, "git add x.sql").exits(0);
    for gate in ["--staged", "--changed-since=HEAD"] {
        folder.run(&["check", "--for", "postgres", "-l", gate]).exits(1).prints("x.sql\n");
        folder.run(&["audit", "--for", "postgres", "-l", gate]).exits(1).prints("x.sql\n");
    }
}

/// NULs are reported even if the file looks like UTF-16, because a skipped file would pass.
#[test]
fn nuls_in_possible_utf_16_are_findings() {
    let Some(folder) = repository() else { return };
    fs::create_dir(folder.path("d")).unwrap();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    folder.file("d/english", wide("id;name\r\n1;Zoe\r\n"));
    folder.file("d/russian", wide("\u{421}\u{44A}\u{435}\u{448}\u{44C} \u{435}\u{449}\n"));
    folder.file("d/short", "a\0");
    folder.file(
        "d/windows-1251",
        b"\xD1\xFA\xE5\xF8\xFC \xE5\xF9\xB8\0 \xFD\xF2\xE8\xF5\n".repeat(9),
    );
    let names = ["d/english", "d/russian", "d/short", "d/windows-1251"];
    git(&folder, "git add d").exits(0);
    for command in ["check", "audit"] {
        for gate in
            [&["d"][..], &["--staged"], &["--skip-binary", names[0], names[1], names[2], names[3]]]
        {
            let run = folder.run(&[&[command, "--for", "postgres", "-l"], gate].concat()).exits(1);
            assert_eq!(run.text().lines().collect::<Vec<_>>(), names, "{command} {gate:?}");
        }
    }
    folder
        .run(&["check", "d"])
        .exits(0)
        .shows("; 2 binary, not checked; 2 without a BOM, not checked");
    // If only names or numbers are printed, skipped files are still reported.
    for brief in [&["-l"][..], &["--lines"]] {
        let run = folder.run(&[&["check"], brief, &["d"]].concat()).exits(0).prints("");
        run.mentions("utf: d/english: looks like utf-16le without a BOM, not checked (name");
    }
    folder.run(&["check", "--lines", "d"]).mentions("utf: 2 binary files not checked\n");
    // Nothing is fixed, because the file may be in another encoding.
    let before = folder.read("d/russian");
    let run = folder.run(&["repair", "-i", "--for", "postgres", "d/russian"]);
    run.exits(1).shows("utf-16le without a BOM");
    assert_eq!(folder.read("d/russian"), before);
}

/// `repair` reports rejected characters at the same position in the file as `check`.
#[test]
fn repair_reports_positions_in_the_file() {
    let folder = Folder::new();
    // Fixes of different lengths before it, on the same line and on others; long stretches; a BOM.
    let mut text = b"\xEF\xBB\xBFx\ny\ncaf\xC3\x83\xC2\xA9 z\0w\0\n".to_vec();
    text.extend_from_slice("naïve \0 \u{C3}\u{A9}\0".repeat(40).as_bytes());
    text.extend_from_slice(&"plain text \u{E9}\n".repeat(30_000).into_bytes());
    text.extend_from_slice("Nicol\u{C3}\u{A1}s\0\0".as_bytes());
    let small = [&b"\0"[..], b"\0\0a", b"\xEF\xBB\xBF\0", b"a\xED\xA0\xBD\xED\xB8\x80\0", &text];
    for text in small {
        folder.file("a", text);
        let places = |command: &str| {
            let text = if command == "repair" { "--text" } else { "--no-ignore" };
            let arguments = [command, text, "--for", "postgres", "--format", "json", "a"];
            let lines = folder.run(&arguments).exits(1).lines_of_json();
            let nuls = lines.iter().filter(|line| line["kind"] == "nul");
            let place = |one: &Value| ["offset", "line"].map(|key| one[key].as_u64().unwrap());
            nuls.map(place).collect::<Vec<_>>()
        };
        assert_eq!(places("repair"), places("check"), "{:?}", &text[..text.len().min(20)]);
        let expected = text.iter().filter(|&&byte| byte == 0).count();
        assert_eq!(places("repair").len(), expected);
    }
    folder.file("rz", b"x\ny\ncaf\xC3\x83\xC2\xA9 z\0w\n");
    let run = folder.run(&["repair", "--for", "postgres", "--format", "github", "rz"]).exits(1);
    run.shows("::error file=rz,line=3,col=8,title=nul::");
    let wide: Vec<u8> = "\u{FEFF}a\n\0".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.file("wide", wide);
    let run = folder.run(&["repair", "--for", "postgres", "--format", "json", "wide"]);
    run.shows(r#""offset":6,"length":2,"kind":"nul""#);
}

/// An XML parser trusts the declaration, so a wrong declaration is a finding.
#[test]
fn checks_the_declaration_of_xml() {
    let folder = Folder::new();
    let utf16 = |text: &str| -> Vec<u8> {
        "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let xml = |label: &str| format!("<?xml version='1.0' encoding='{label}'?><a>\u{e9}</a>");
    let ascii = |label: &str| xml(label).replace('\u{e9}', "e");
    let cases: [(Vec<u8>, bool); 9] = [
        (xml("UTF-16").into(), true),
        (ascii("UTF-16").into(), true),
        (xml("ISO-8859-1").into(), true),
        (ascii("ISO-8859-1").into(), false),
        (xml("utf-8").into(), false),
        (format!("\u{FEFF}{}", xml("ISO-8859-1")).into(), true),
        (utf16(&xml("UTF-16")), false),
        (utf16(&xml("UTF-8")), true),
        (xml("no-such-label").into(), false),
    ];
    for (bytes, is_wrong) in cases {
        folder.file("a.xml", &bytes);
        let status = i32::from(is_wrong);
        let run = folder.run(&["check", "--for", "xml", "a.xml"]).exits(status).says("");
        assert_eq!(run.text().contains("[wrong-declaration]"), is_wrong, "{run:?}");
        for brief in ["-q", "-l", "-c"] {
            folder.run(&["check", brief, "--for", "xml", "a.xml"]).exits(status);
        }
        folder.run(&["check", "--for", "xml", "-f", "auto", "a.xml"]).exits(status);
        folder.run(&["check", "a.xml"]).exits(0);
        folder.run(&["check", "--for", "json", "a.xml"]).exits(i32::from(bytes[0] == 0xEF));
    }
    let latin: Vec<u8> = xml("ISO-8859-1").chars().map(|c| c as u8).collect();
    folder.file("a.xml", latin);
    folder.run(&["check", "--for", "xml", "-f", "iso-8859-1", "a.xml"]).exits(0);
    folder
        .run(&["check", "--for", "xml", "-f", "koi8-r", "a.xml"])
        .exits(1)
        .shows("says ISO-8859-1");
}
