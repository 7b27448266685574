//! Several operands, which are joined.

use crate::support::{Folder, hostile};

#[test]
fn operands_are_joined_with_one_bom() {
    let folder = Folder::new();
    folder.file("empty", "");
    folder.file("signed", "\u{FEFF}a");
    folder.file("utf-16", b"\xFF\xFEb\0");
    folder.file("plain", "c");
    let all = ["empty", "signed", "utf-16", "plain", "signed"];
    let convert = |options: &[&str]| folder.run(&[&["convert"], options, &all].concat());
    convert(&[]).exits(0).says("").prints("\u{FEFF}abca");
    convert(&["-t", "utf-16"]).exits(0).prints(b"\xFE\xFF\0a\0b\0c\0a");
    convert(&["--bom", "add"]).exits(0).prints("\u{FEFF}abca");
    convert(&["--bom", "strip"]).exits(0).prints("abca");
    folder.run(&["convert", "plain", "signed"]).exits(0).prints("ca");
    folder
        .run(&["convert", "--bom", "require", "signed", "plain"])
        .exits(1)
        .prints("\u{FEFF}a")
        .mentions("utf: plain:1:1: byte 0: missing BOM");
}

#[test]
fn standard_input_is_an_operand() {
    let folder = Folder::new();
    folder.file("a", "a");
    folder.pipe(&["convert", "a", "-", "a"], "<>").exits(0).prints("a<>a");
}

#[test]
fn reports_unreadable_operands_and_converts_the_rest() {
    let folder = Folder::new();
    folder.file("a", "a");
    folder.file("b", "b");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let run = folder.run(&["convert", "a", "missing", "folder", "b"]).exits(2).prints("ab");
    run.mentions(
        "utf: missing: No such file or directory\nutf: folder: Is a directory (use `utf convert -i` ",
    );
    let mixed = folder.run(&["convert", "-o", "out", "a", "missing", "b"]).exits(2).prints("");
    mixed.says("utf: missing: No such file or directory\nutf: out: not written\n");
    assert_eq!(folder.names(), ["a", "b", "folder"]);
}

#[test]
fn escapes_control_characters_in_names() {
    let folder = Folder::new();
    let hostile = hostile();
    let run = folder.run(&["convert", &format!("{hostile}]0;title\u{202E}")]).exits(2);
    let shown = format!("<U+{:04X}>", hostile as u32);
    run.says(&format!("utf: {shown}]0;title<U+202E>: No such file or directory\n"));
    let run = folder.run(&["convert", "-f", "\u{1B}[2Jutf"]).exits(2);
    assert!(!run.stderr.contains('\u{1B}'), "{run:?}");
}

#[test]
fn an_error_ends_the_conversion() {
    let folder = Folder::new();
    folder.file("bad", b"1\xFF2");
    folder.file("good", "3");
    folder.run(&["convert", "good", "bad", "good"]).exits(1).prints("31");
}

/// Base64 runs and escape sequences continue from one operand to the next.
#[test]
fn operands_are_joined_as_one_text() {
    let folder = Folder::new();
    let parts = ["\u{53F0}", "", "\u{5317}", "a\u{3042}", "\u{3044}\n"];
    let names = ["1", "2", "3", "4", "5"];
    for (name, part) in names.iter().zip(parts) {
        folder.file(name, part);
    }
    let filters: [&[&str]; 3] = [&[], &["--normalize", "nfc"], &["--by-line", "--fallback", "gbk"]];
    for to in ["utf-7", "utf-7-imap", "iso-2022-jp", "utf-16", "utf-8"] {
        for filter in filters {
            let convert = [&["convert", "-t", to], filter];
            let whole = folder.pipe(&convert.concat(), parts.concat()).exits(0).stdout;
            folder.run(&[&convert[..], &[&names]].concat().concat()).exits(0).prints(&whole);
            // A missing file does not leave a run open.
            let cut = [&convert[..], &[&["1", "2", "3", "4", "5", "missing"]]].concat().concat();
            folder.run(&cut).exits(2).prints(&whole);
        }
    }
}

#[test]
fn an_escape_is_not_made_of_two_operands() {
    let folder = Folder::new();
    folder.file("a", "\\");
    folder.file("b", "xC0\\");
    let escape = |names: &[&str]| folder.run(&[&["convert", "--errors", "escape"], names].concat());
    escape(&["a", "b"]).exits(0).prints("\\x5CxC0\\");
    escape(&["a"]).exits(0).prints("\\");
    escape(&["--normalize", "nfc", "a", "b"]).exits(0).prints("\\x5CxC0\\");
}

#[test]
fn an_error_closes_a_run_once() {
    let folder = Folder::new();
    folder.file("a", "\u{A3}");
    folder.file("bad", b"\xC2\xA3\xFF\xC2\xA3");
    folder.run(&["convert", "-t", "utf-7", "a", "bad", "a"]).exits(1).prints("+AKMAow-");
}

/// The end of one operand and the start of the next can be one character or one line end.
#[test]
fn filters_see_one_text() {
    let folder = Folder::new();
    let cases: [(&[&str], [&str; 4], &str); 4] = [
        (&["--normalize", "nfc"], ["e", "\u{301}x", "e", "\u{301}"], "\u{E9}x\u{E9}"),
        (&["--normalize", "nfc"], ["e", "", "", "\u{301}"], "\u{E9}"),
        (&["--eol", "lf"], ["a\r", "\nb\r", "", "\nc\r"], "a\nb\nc\n"),
        (&["--strip-inner-bom"], ["a", "b\u{FEFF}c", "", "d"], "abcd"),
    ];
    for (filter, texts, joined) in cases {
        for (name, text) in ["1", "2", "3", "4"].iter().zip(texts) {
            folder.file(name, text);
        }
        let cat = |names: &[&str]| folder.run(&[&["cat"], filter, names].concat());
        cat(&["1", "2", "3", "4"]).exits(0).prints(joined);
        cat(&["1", "2", "3", "4", "missing"]).exits(2).prints(joined);
        let to = ["-t", "utf-16le"];
        let wide: Vec<u8> = joined.encode_utf16().flat_map(u16::to_le_bytes).collect();
        cat(&[&to[..], &["1", "2", "missing", "3", "4"]].concat()).exits(2).prints(wide);
    }
    folder.file("held", "\u{65E5}");
    let lacks = folder.run(&["cat", "--normalize", "nfc", "-t", "latin1", "held", "missing"]);
    lacks.exits(2).mentions("held: in the changed text, in UTF-8: byte 0");
    folder.file("signed", "\u{FEFF}\u{301}");
    folder.file("e", "e");
    folder.run(&["cat", "--normalize", "nfc", "e", "signed"]).exits(0).prints("\u{E9}");
}
