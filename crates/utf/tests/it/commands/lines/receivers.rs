//! Lines that a receiver rejects (`--for`) are bad lines. Their findings are those of `check`.

use serde_json::Value;

use super::{numbers, rejected};
use crate::support::{Folder, Run};

/// Returns the offset, kind, bytes and receiver of each finding of `lines`.
fn findings(lines: &[Value]) -> Vec<Value> {
    let flat = lines.iter().flat_map(|line| match line["type"].as_str() {
        Some("rejected") => line["findings"].as_array().unwrap().clone(),
        Some("finding") => vec![line.clone()],
        _ => Vec::new(),
    });
    let keys = ["offset", "kind", "bytes", "means", "receiver"];
    flat.map(|one| keys.iter().map(|key| one[key].clone()).collect()).collect()
}

fn report(folder: &Folder) -> Vec<Value> {
    let report = String::from_utf8(folder.read("report")).unwrap();
    report.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs `check` and `check --lines`.
fn both(folder: &Folder, options: &[&str], name: &str) -> (Run, Run) {
    let check =
        |more: &[&str]| folder.run(&[&["check", "--format", "json", name], options, more].concat());
    (check(&[]), check(&["--lines"]))
}

const TEXT: &[u8] =
    b"one\n\0two\nthree\xFF\nfour \xF0\x9F\x98\x80\x08\n\n\xED\xA0\xBD\xED\xB8\x80 six\0\nseven\0";

#[test]
fn lines_with_rejected_characters_are_bad() {
    let folder = Folder::new();
    folder.file("t", TEXT);
    for (receiver, lines) in [
        ("postgres", &[2, 3, 6, 7][..]),
        ("mysql-utf8mb3", &[3, 4, 6]),
        ("xml", &[2, 3, 4, 6, 7]),
        ("json", &[2, 3, 4, 6, 7]),
        ("jni", &[2, 3, 4, 6, 7]),
    ] {
        let run = folder.run(&["check", "--lines", "--for", receiver, "t"]).exits(1);
        assert_eq!(numbers(&run), lines, "{receiver}");
    }
    let (check, lines) = both(&folder, &["--for", "postgres"], "t");
    assert_eq!(findings(&check.lines_of_json()), findings(&lines.lines_of_json()));
    lines.exits(1).shows(concat!(
        r#"{"kind":"nul","offset":4,"bytes":"00","means":"U+0000","receiver":"postgres","#,
        r#""hint":"postgres: the character with code zero cannot be stored in text types; drop it, "#,
        r#"or store the value as bytes"}"#
    ));
    // Files with U+0000 in directories are checked if the receiver rejects U+0000. Otherwise they
    // are not text.
    folder
        .run(&["check", "--lines", "--for", "postgres", "."])
        .exits(1)
        .prints("./t:2\n./t:3\n./t:6\n./t:7\n");
    folder.run(&["check", "--lines", "."]).exits(0).mentions("1 binary file not checked");
}

/// The lines are the same in any encoding, for any size, and with any number of threads.
#[test]
fn bad_lines_are_those_with_findings_of_check() {
    let folder = Folder::new();
    let text = String::from_utf8_lossy(TEXT).into_owned();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    folder.file("small", &wide);
    let mut large = Vec::new();
    for number in 0..150_000 {
        let odd = number % 1000 == 10;
        large.extend_from_slice(if odd { TEXT } else { b"a \xE2\x82\xAC line that is well\n" });
        large.push(b'\n');
    }
    folder.file("large", &large);
    let large: Vec<u8> = String::from_utf8_lossy(&large)
        .encode_utf16()
        .flat_map(|unit| (if unit == 0xFFFD { 0xDC00 } else { unit }).to_le_bytes())
        .collect();
    folder.file("wide", [b"\xFF\xFE".as_slice(), &large].concat());
    for (name, options, receiver) in [
        ("small", &["-f", "utf-16be"][..], "jni"),
        ("large", &[], "postgres"),
        ("large", &["-j1", "-f", "windows-1252"], "postgres"),
        ("wide", &[], "jni"),
        ("wide", &["-j1"], "postgres"),
    ] {
        let json = ["check", "--format", "json", "--for", receiver, name];
        let all = ["--max-findings", "1000000000"];
        let check = folder.run(&[&json[..], options, &all].concat());
        let lines = folder.run(&[&json[..], options, &["--lines"]].concat());
        let mut expected: Vec<_> = check
            .lines_of_json()
            .iter()
            .filter(|line| line["type"] == "finding")
            .map(|line| line["line"].as_u64().unwrap())
            .collect();
        expected.dedup();
        let found: Vec<_> = rejected(&lines.stdout).iter().map(|line| line.0).collect();
        assert!(!found.is_empty() && found == expected, "{name} {options:?}");
    }
}

/// `json` rejects a BOM. Then the BOM is part of the first line.
#[test]
fn a_rejected_bom_makes_the_line_bad() {
    let folder = Folder::new();
    folder.file("t", "\u{FEFF}{}\n{}\n");
    folder.run(&["check", "--lines", "--for", "json", "t"]).exits(1).prints("1\n");
    folder.run(&["check", "--lines", "--for", "xml", "t"]).exits(0).prints("");
    let split =
        ["repair", "-q", "--bad-lines", "bad", "--overwrite", "-o", "good", "--for", "json", "t"];
    folder.run(&split).exits(1);
    assert_eq!(
        (folder.read("good"), folder.read("bad")),
        (b"{}\n".to_vec(), "\u{FEFF}{}\n".into())
    );
    folder.run(&["check", "--for", "json", "good"]).exits(0);
}

#[test]
fn repair_separates_lines_with_rejected_characters() {
    let folder = Folder::new();
    let split = [
        "repair",
        "--bad-lines",
        "bad",
        "--overwrite",
        "--bad-lines-report",
        "report",
        "-o",
        "good",
    ];
    let text = b"\0\ntambi\xC3\x83\xC2\xA9n\nx\0\n\xC3\x83\xC2\xA9t\xC3\x83\xC2\xA9 \0\nb\0 \xFE\xFE c\0\nwell\n\0";
    folder.file("t", text);
    let run = folder.run(&[&split[..], &["--for", "postgres", "t"]].concat()).exits(1);
    assert!(
        run.stderr.ends_with("5 of 7 lines rejected to bad (lines 1, 3, 4, 5, 7)\n"),
        "{run:?}"
    );
    run.shows("rejected, left unchanged");
    assert_eq!(folder.read("good"), "también\nwell\n".as_bytes());
    folder.run(&["check", "--for", "postgres", "good"]).exits(0);
    let lines = report(&folder);
    assert_eq!(lines[0]["findings"][0]["receiver"], "postgres");
    assert!(lines[0]["findings"][0]["hint"].as_str().unwrap().contains("code zero"));
    let kinds = |line: usize| -> Vec<_> {
        let findings = lines[line]["findings"].as_array().unwrap();
        findings.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(3), ["nul", "invalid-byte", "invalid-byte", "nul"]);
    // The rejected character is the result of the fix.
    folder.file("t", "well \u{F0}\u{9F}\u{98}\u{80}\nfine\n");
    folder.run(&[&split[..], &["--for", "mysql-utf8mb3", "t"]].concat()).exits(1);
    assert_eq!(
        (folder.read("good"), report(&folder)[0]["kind"].as_str()),
        (b"fine\n".to_vec(), Some("supplementary"))
    );
}

/// The findings do not depend on where a block ends.
#[test]
fn findings_do_not_depend_on_blocks() {
    let folder = Folder::new();
    let split = [
        "-q",
        "--bad-lines",
        "bad",
        "--overwrite",
        "--bad-lines-report",
        "report",
        "-o",
        "good",
        "t",
    ];
    for before in 262_144 - 9..262_144 + 2 {
        let mut text = "1234567\n".repeat(before / 8).into_bytes();
        text.extend_from_slice(&b"1234567"[..before % 8]);
        text.extend_from_slice(
            b"\xF0\x9F\x98\x80\0\n\xED\xA0\xBD\xED\xB8\x80\nend \xF0\x9F\x98\xFF\n\n",
        );
        folder.file("t", &text);
        folder.run(&[&["repair", "--for", "jni"], &split[..]].concat()).exits(1);
        let offset = before as u64;
        let places: Vec<_> = report(&folder)
            .iter()
            .filter(|line| line["type"] == "rejected")
            .flat_map(|line| line["findings"].as_array().unwrap().clone())
            .map(|one| {
                (one["offset"].as_u64().unwrap() - offset, one["kind"].as_str().unwrap().to_owned())
            })
            .collect();
        let expected = [
            (0, "supplementary"),
            (4, "nul"),
            (6, "supplementary"),
            (17, "truncated"),
            (20, "invalid-byte"),
        ];
        let expected = expected.map(|(at, kind)| (at, kind.to_owned()));
        assert_eq!(places, expected, "{before}");
        let run =
            folder.run(&["check", "--lines", "--for", "jni", "t", "--format", "json"]).exits(1);
        assert_eq!(rejected(&run.stdout).len(), 3);
    }
}

/// A pair of surrogates, as in CESU-8, is one finding, and so is an overlong form.
#[test]
fn reports_the_same_findings_as_check() {
    let folder = Folder::new();
    folder.file("t", b"a,\xED\xA0\xBD\xED\xB8\x80\n\xC0\xAF\xFF\xC0\xAF,\xC0\xAF\nok\n\xED\xA0\xBD\n\xED\xB8\x80 \xF8\x88\x80\x80\x80\xE2\x82");
    let (check, lines) = both(&folder, &["--fields", ","], "t");
    let expected = findings(&check.lines_of_json());
    assert_eq!(findings(&lines.lines_of_json()), expected);
    assert_eq!(expected.len(), 9);
    let split = [
        "convert",
        "-q",
        "--fields",
        ",",
        "--bad-lines",
        "bad",
        "--overwrite",
        "--bad-lines-report",
        "report",
    ];
    for to in ["utf-8", "utf-16le", "windows-1252"] {
        folder.run(&[&split[..], &["-t", to, "-o", "good", "t"]].concat()).exits(0);
        assert_eq!(findings(&report(&folder)), expected, "{to}");
    }
}
