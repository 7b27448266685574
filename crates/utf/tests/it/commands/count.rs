//! `utf count`: measures texts.

use crate::support::Folder;

const TEXT: &str = "e\u{301}\u{1F468}\u{200D}\u{1F469}\n\u{4E2D}";

#[test]
fn counts_a_file() {
    let folder = Folder::new();
    folder.file("a", TEXT);
    folder.run(&["count", "a"]).exits(0).prints("        1         7        18 a\n");
    folder.run(&["count", "-m", "a"]).exits(0).prints("7 a\n");
    folder.run(&["count", "--graphemes", "a"]).exits(0).prints("4 a\n");
    folder.run(&["count", "--utf16", "a"]).exits(0).prints("9 a\n");
    folder.pipe(&["count", "-l"], TEXT).exits(0).prints("1\n");
    folder.run(&["convert", "-t", "utf-16", "a", "-o", "b"]).exits(0);
    folder
        .run(&["count", "-m", "-c", "-u", "--utf8", "b"])
        .exits(0)
        .prints("        7        20        10        18 b\n");
    folder.run(&["count", "-c", "a", "b"]).exits(0).prints("18 a\n20 b\n38 total\n");
}

#[test]
fn counts_in_json() {
    let folder = Folder::new();
    folder.file("a", TEXT);
    let lines =
        folder.run(&["count", "--format", "json", "--graphemes", "a"]).exits(0).lines_of_json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["graphemes"], 4);
    assert_eq!(lines[0]["encoding"], "utf-8");
    let lines = folder.run(&["count", "--format", "json", "a", "a"]).exits(0).lines_of_json();
    assert_eq!((&lines[2]["type"], &lines[2]["bytes"]), (&"total".into(), &36.into()));
}

#[test]
fn reports_ill_formed_text() {
    let folder = Folder::new();
    folder.file("a", b"ab\xFFc\xE2\x82");
    folder
        .run(&["count", "-m", "a"])
        .exits(1)
        .prints("3 a\n")
        .mentions("a: 2 ill-formed maximal subparts not counted");
    // `check` counts one error, but a conversion writes two U+FFFD.
    folder.file("overlong", b"\xC0\xAF\n");
    folder.run(&["check", "overlong"]).exits(1).shows("1 ill-formed sequence in 1 file");
    folder.run(&["count", "overlong"]).mentions("2 ill-formed maximal subparts not counted");
    let replaced = folder.run(&["convert", "--errors", "replace", "overlong"]).exits(0);
    replaced.mentions("2 ill-formed maximal subparts replaced (");
    folder.run(&["count", "a", "missing"]).exits(2).mentions("missing");
}

/// The numbers are the same in every encoding, over many blocks.
#[test]
fn counts_agree_in_all_encodings() {
    let folder = Folder::new();
    let text = TEXT.repeat(40_000);
    folder.file("a", &text);
    let numbers = |encoding: &str, name: &str| {
        let arguments = ["count", "-lm", "--graphemes", "--utf8", "--utf16", "-f", encoding, name];
        folder.run(&arguments).exits(0).text().trim_end().trim_end_matches(name).to_owned()
    };
    let expected = numbers("utf-8", "a");
    assert!(expected.starts_with("    40000    280000 "), "{expected}");
    for encoding in ["utf-16le", "utf-32", "gb18030", "utf-7", "cesu-8"] {
        folder.run(&["convert", "-t", encoding, "a", "-o", "b"]).exits(0);
        assert_eq!(numbers(encoding, "b"), expected, "{encoding}");
    }
}

/// Several threads count many files. The output is in the order of paths, no matter how long each
/// file takes.
#[test]
fn many_files_are_counted_in_order() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("tree")).unwrap();
    for number in 0..200_usize {
        let text = "\u{20AC}\n".repeat((number * 37) % 101);
        folder.file(&format!("tree/{number:03}"), text);
    }
    folder.file("tree/bad", b"a\xFFb");
    let one = folder.run(&["count", "-j1", "tree"]).exits(1);
    let more = folder.run(&["count", "-j4", "tree"]).exits(1);
    assert_eq!(one.stdout, more.stdout);
    assert_eq!(one.stderr, more.stderr);
    assert_eq!(one.text().lines().count(), 202);
}

/// FF FE 00 00 is read as UTF-32. If that fails, the message names the other possible encoding.
#[test]
fn suggests_utf_16_after_a_utf_32_bom() {
    let folder = Folder::new();
    folder.file("a", b"\xFF\xFE\0\0a\0b\0c\0");
    folder.run(&["count", "a"]).exits(1).mentions("try `-f utf-16`");
    folder.run(&["count", "-m", "-f", "utf-16", "a"]).exits(0).prints("4 a\n");
}

#[test]
fn names_what_the_text_looks_like() {
    let folder = Folder::new();
    folder.file("a", b"Gr\xF6\xDFe \xFCber Stra\xDFe und sch\xF6ne \xC4pfel f\xFCr M\xFCller\n");
    let run = folder.run(&["count", "a"]).exits(1);
    run.mentions(
        "not counted as characters (looks like windows-1252 (99 %): use `-f windows-1252`)",
    );
    folder.run(&["count", "-f", "windows-1252", "a"]).exits(0).says("");
}
