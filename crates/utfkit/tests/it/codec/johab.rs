//! Tests Johab against Python's codec `johab`.
#![cfg(feature = "legacy-charsets")]
use utfkit::{
    Encoding, Finding,
    transcode::{Action, convert, convert_by},
};

fn johab() -> Encoding {
    "johab".parse().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(convert(bytes, johab(), Encoding::Utf8).unwrap()).unwrap()
}

fn bytes(text: &str) -> Vec<u8> {
    convert(text.as_bytes(), Encoding::Utf8, johab()).unwrap()
}

/// FNV-1a, over numbers instead of bytes.
fn hash(values: impl Iterator<Item = u32>) -> u64 {
    values.fold(0xCBF2_9CE4_8422_2325, |hash: u64, value| {
        (hash ^ u64::from(value)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// All pairs of bytes from 8000 to FFFF: their code points, and 0 for those without one. The hash
/// is that of `bytes([lead, trail]).decode("johab")` in CPython 3.11.
#[test]
fn pairs_are_read_as_python_reads_them() {
    let read = (0x8000..=0xFFFF_u16).map(|pair| {
        let text = convert(&pair.to_be_bytes(), johab(), Encoding::Utf32Be).ok()?;
        Some(u32::from_be_bytes(text.try_into().ok()?))
    });
    assert_eq!(hash(read.map(Option::unwrap_or_default)), 0xD8C1_3F94_DE37_C83A);
}

/// All code points up to U+FFFF: their bytes as a number, and 0 for those without any. The hash is
/// that of `chr(value).encode("johab")` in CPython 3.11.
#[test]
fn characters_are_written_as_python_writes_them() {
    let written = |value: u32| {
        let character = char::from_u32(value)?;
        if johab().first_unencodable(character.encode_utf8(&mut [0; 4])).is_some() {
            return None;
        }
        let bytes = convert(&value.to_be_bytes(), Encoding::Utf32Be, johab()).unwrap();
        Some(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    };
    let all = (0..=0xFFFF).map(|value| written(value).unwrap_or_default());
    assert_eq!(hash(all), 0xA03E_E6A3_51A2_DEC0);
    assert!((0x1_0000..0x11_0000).step_by(7).all(|value| written(value).is_none()));
}

#[test]
fn all_syllables_read_back() {
    let syllables: String = ('\u{AC00}'..='\u{D7A3}').collect();
    let written = bytes(&syllables);
    assert_eq!((syllables.chars().count(), written.len()), (11_172, 2 * 11_172));
    assert_eq!(text(&written), syllables);
    // The pairs have the order of the syllables.
    assert!(written.chunks(2).is_sorted());
}

#[test]
fn samples() {
    assert_eq!(bytes("가나다 힣ㄱㄳㅏ\\\u{3000}°伽詰"), b"\x88\x61\x90\x61\x94\x61 \xD3\xBD\x88\x41\x84\x44\x84\x61\\\xD9\x31\xD9\x56\xE0\x31\xF9\xFE");
    assert_eq!(text(b"\x84\x42\x84\x41\x5C~"), "ㄱ\u{3000}\\~");
    // The second byte is that of a backslash.
    assert_eq!((text(b"\x89\x5C"), bytes("겦")), ("겦".into(), b"\x89\x5C".to_vec()));
}

/// Returns the findings of `bytes` (offset, length and kind), and the text without these bytes.
fn findings(bytes: &[u8]) -> (Vec<(u64, usize, &'static str)>, String) {
    let mut found = Vec::new();
    let note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind().code()));
        assert_eq!(finding.kind().section_in(johab()), "KS C 5601-1992, annex 3");
        Action::Skip
    };
    let (text, _) = convert_by(bytes, johab(), Encoding::Utf8, note).unwrap();
    (found, String::from_utf8(text).unwrap())
}

#[test]
fn errors_take_no_ascii() {
    assert_eq!(findings(b"\x80A"), (vec![(0, 1, "invalid-byte")], "A".into()));
    assert_eq!(findings(b"\xD4A\xDF\xFA\xFF").1, "A");
    assert_eq!(
        findings(b"\x88 \x88\n"),
        (vec![(0, 1, "truncated"), (2, 1, "truncated")], " \n".into())
    );
    assert_eq!(findings(b"\x88"), (vec![(0, 1, "truncated")], String::new()));
    assert_eq!(
        findings(b"\x88R\xD8A"),
        (vec![(0, 1, "unassigned"), (2, 1, "unassigned")], "RA".into())
    );
    assert_eq!(findings(b"\x881"), (vec![(0, 1, "truncated")], "1".into()));
    assert_eq!(
        findings(b"\xDA\xA1x\x88\x80"),
        (vec![(0, 2, "unassigned"), (3, 2, "unassigned")], "x".into())
    );
}
