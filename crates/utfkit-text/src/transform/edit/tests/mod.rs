use utfkit::Encoding;

use super::{Edited, Refusal, Times, edit};

mod random;
mod shortcuts;

fn named(name: &str) -> Encoding {
    name.parse().unwrap()
}

fn once(bytes: &[u8], name: &str, old: &str, new: &str) -> Result<Vec<u8>, Refusal> {
    edit(bytes, named(name), old, new, Times::Once).map(|Edited { bytes, .. }| bytes)
}

#[test]
fn trail_bytes_do_not_match() {
    // 95 5C is one character, and 5C alone is a backslash.
    let file = b"\x95\x5C=\x5C\n";
    assert_eq!(once(file, "shift_jis", "\\", "/"), Ok(b"\x95\x5C=/\n".to_vec()));
    assert_eq!(once(b"\x95\x5C", "shift_jis", "\\", "/"), Err(Refusal::NotFound));
    // The end of one character and the begin of the next.
    assert_eq!(once(b"\xB0\xA1\xB0\xA2", "gbk", "\u{55C4}", "x"), Err(Refusal::NotFound));
}

#[test]
fn new_text_is_in_the_encoding_of_the_file() {
    assert_eq!(once(b"caf\xE9 1", "windows-1252", "1", "\u{20AC}2"), Ok(b"caf\xE9 \x802".to_vec()));
    let refused = once(b"caf\xE9 1", "windows-1252", "1", "\u{2192}");
    let (encoding, nearest) = ("windows-1252".parse().unwrap(), Some("->".to_owned()));
    assert_eq!(refused, Err(Refusal::NotInEncoding { character: '\u{2192}', encoding, nearest }));
    assert_eq!(once(b"a\0b\0", "utf-16le", "b", "\u{1F600}"), Ok(b"a\0\x3D\xD8\x00\xDE".to_vec()));
}

#[test]
fn utf8_is_not_edited_in_another_charset() {
    let file = "Le caf\u{E9} est ouvert \u{E0} midi, d\u{E9}j\u{E0} complet.\n".as_bytes();
    for name in ["windows-1252", "iso-8859-1", "shift_jis"] {
        let refused = once(file, name, "ouvert", "ferm\u{E9}");
        assert_eq!(refused, Err(Refusal::IsUtf8 { named: named(name) }), "{name}");
    }
    assert_eq!(once(b"caf\xE9 1", "windows-1252", "1", "2"), Ok(b"caf\xE9 2".to_vec()));
}

#[test]
fn a_lead_byte_takes_nothing() {
    // 81 before `!` is not a character, and 81 before `A` is one.
    let refused = once(b"\x81!x", "shift_jis", "!", "A");
    assert!(matches!(refused, Err(Refusal::Joins { .. } | Refusal::NotFound)), "{refused:?}");
    assert_eq!(once(b"\xE2x\x82\xAC", "utf-8", "x", ""), Err(Refusal::Joins { offset: 1 }));
    assert_eq!(once(b"x\xFE12", "windows-1252", "x", "\u{FF}"), Err(Refusal::Joins { offset: 0 }));
}

#[test]
fn line_ends_and_the_bom_stay() {
    let file = b"\xEF\xBB\xBFone\r\ntwo\r\nthree\n";
    assert_eq!(
        once(file, "windows-1252", "one\ntwo", "1\n2\n\u{E9}"),
        Ok("\u{FEFF}1\r\n2\r\n\u{E9}\r\nthree\n".as_bytes().to_vec())
    );
    assert_eq!(
        once(file, "utf-8", "three", "3\n4"),
        Ok(b"\xEF\xBB\xBFone\r\ntwo\r\n3\n4\n".to_vec())
    );
    assert_eq!(
        once(file, "utf-8", "one", "0\n1"),
        Ok(b"\xEF\xBB\xBF0\r\n1\r\ntwo\r\nthree\n".to_vec())
    );
    assert_eq!(
        once(file, "utf-8", "two\r\n", "two\n"),
        Ok(b"\xEF\xBB\xBFone\r\ntwo\nthree\n".to_vec())
    );
}

#[test]
fn the_number_of_places_is_checked() {
    let times = |times| edit(b"a b a", Encoding::Utf8, "a", "xy", times).map(|e| e.bytes);
    assert_eq!(times(Times::Once), Err(Refusal::Found { found: 2 }));
    assert_eq!(times(Times::Exactly(2)), Ok(b"xy b xy".to_vec()));
    assert_eq!(times(Times::Exactly(3)), Err(Refusal::Found { found: 2 }));
    assert_eq!(times(Times::All), Ok(b"xy b xy".to_vec()));
    // It is not certain which of two places is meant, even if they overlap.
    assert_eq!(once(b"aaa", "utf-8", "aa", "b"), Err(Refusal::Found { found: 2 }));
    assert_eq!(once(b"a", "utf-8", "", "b"), Err(Refusal::Empty));
    assert_eq!(once(b"abab", "utf-8", "abab", "b"), Ok(b"b".to_vec()));
}

#[test]
fn what_a_reader_could_not_read_stays() {
    let file = b"Gr\xF6\xDFe = 12\nb\xF6se\n";
    assert_eq!(
        once(file, "windows-1252", "Gr\u{FFFD}\u{FFFD}e = 12", "Gr\u{FFFD}\u{FFFD}e = 13"),
        Ok(b"Gr\xF6\xDFe = 13\nb\xF6se\n".to_vec())
    );
    assert_eq!(
        once(file, "windows-1252", "Gr\u{FFFD}\u{FFFD}e", "Gr\u{FFFD}e"),
        Err(Refusal::Marks)
    );
    assert_eq!(once(file, "windows-1252", "12", "\u{FFFD}"), Err(Refusal::Marks));
    assert_eq!(
        once(file, "windows-1252", "b\u{FFFD}se", "gut"),
        Ok(b"Gr\xF6\xDFe = 12\ngut\n".to_vec())
    );
    // The trail byte is a part of what the reader saw.
    let file = b"\x95\x5C = 1\n";
    assert_eq!(
        once(file, "shift_jis", "\u{FFFD}\\ = 1", "\u{FFFD}\\ = 2"),
        Ok(b"\x95\x5C = 2\n".to_vec())
    );
    assert_eq!(once(file, "shift_jis", "\u{FFFD}\\ =", "\u{FFFD}/ ="), Err(Refusal::Marks));
    assert_eq!(once(file, "shift_jis", "\u{FFFD}", "x"), Err(Refusal::Joins { offset: 0 }));
}

#[test]
fn shifts_stay() {
    // `日本` between ASCII.
    let file = b"a \x1B$BF|K\\\x1B(B b\n";
    assert_eq!(once(file, "iso-2022-jp", "b", "c"), Ok(b"a \x1B$BF|K\\\x1B(B c\n".to_vec()));
    assert_eq!(
        once(file, "iso-2022-jp", "\u{65E5}", "\u{672C}"),
        Ok(b"a \x1B$BK\\K\\\x1B(B b\n".to_vec())
    );
    assert_eq!(
        once(file, "iso-2022-jp", "b", "\u{672C}"),
        Ok(b"a \x1B$BF|K\\\x1B(B \x1B$BK\\\x1B(B\n".to_vec())
    );
    let inside = once(file, "iso-2022-jp", "\u{672C}", "x").unwrap();
    let label = utfkit::encoding::Label::parse("iso-2022-jp", utfkit::encoding::LabelSet::Whatwg);
    assert_eq!(utfkit::transcode::decode(&inside, label.unwrap()).unwrap(), "a \u{65E5}x b\n");
}

#[test]
fn a_line_of_hz_ends_its_shifts() {
    // Decoders that do not know that a line feed ends a shift would read the next line wrong.
    let file = encode("中国a\n大b\n", "hz");
    assert_eq!(once(&file, "hz", "国", "\n"), Ok(encode("中\na\n大b\n", "hz")));
    assert_eq!(
        once(&file, "hz", "中国", "\n大"),
        Ok([&b"~{~}"[..], &encode("\n大a\n大b\n", "hz")].concat())
    );
}

fn encode(text: &str, name: &str) -> Vec<u8> {
    utfkit::transcode::encode(text, named(name)).unwrap().into_owned()
}
