//! Runs the examples that show how programs use the library.

#![allow(dead_code, reason = "the examples have a function `main` of their own")]

use utfkit::index::Position;

#[path = "../../examples/editor.rs"]
mod editor;
#[path = "../../examples/judge.rs"]
mod judge;
#[path = "../../examples/sniff.rs"]
mod sniff;

#[test]
fn an_editor_steps_by_character_and_by_word() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}";
    let mut editor = editor::Editor::new(&format!("can't stop {family}\r\ne\u{301}"));
    let at = |line, column| Position { line, column };
    editor.move_by_word();
    assert_eq!(editor.position(), at(0, 5));
    editor.move_by_word();
    editor.move_by_word();
    assert_eq!(editor.position(), at(0, 19));
    editor.backspace();
    assert_eq!(editor.position(), at(0, 11));
    editor.insert("\u{1F600}");
    assert_eq!(editor.position(), at(0, 13));
    editor.move_to(at(1, 99));
    editor.backspace();
    editor.backspace();
    assert_eq!(editor.document.to_string(), "can't stop \u{1F600}");
    editor.move_to(at(0, 0));
    editor.backspace();
    assert_eq!(editor.document.to_string(), "can't stop \u{1F600}");
}

#[test]
fn a_page_is_read_by_the_best_evidence() {
    let sniff = |page: &[u8], header, host| {
        let (encoding, reason) = sniff::sniff(page, header, host);
        (encoding.name(), reason)
    };
    let page = b"<title>\xC4\xE0</title>";
    let declared = b"<!-- <meta charset=big5> --><meta charset=koi8-r>";
    let reason = |reason: &str| reason.to_owned();
    assert_eq!(sniff(b"\xEF\xBB\xBFa", Some("koi8-r"), ""), ("utf-8", reason("BOM")));
    assert_eq!(sniff(declared, Some("sjis"), ""), ("whatwg-shift_jis", reason("header")));
    assert_eq!(sniff(declared, Some("unknown"), ""), ("koi8-r", reason("meta element")));
    let (encoding, reason) = sniff(page, None, "example.ru");
    assert_eq!(encoding, "windows-1251");
    assert!(reason.contains("hint"), "{reason}");
}

#[test]
fn the_judge_judges_its_sample() {
    judge::judge(None, None).unwrap();
}
