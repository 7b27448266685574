//! No repair eats a line end, a tab or another ASCII control.

use super::*;
use crate::corpora::Random;

/// Random bytes of charsets, UTF-8 and controls. Each result is checked by `repaired`.
#[test]
fn controls_stay() {
    let mut random = Random::new();
    let words: [&[u8]; 12] = [
        b"\xC7",
        b"\xB4\xD9",
        b"\x80",
        b"\xE2\x82",
        b"\xA1",
        b"\xC3\xA9",
        b"caf\xE9",
        b"\x8A",
        b"ab",
        b"\xE3\x81",
        b"\xF0\x9F",
        b"\xCF\xF0\xE8",
    ];
    let ends: [&[u8]; 6] = [b"\n", b"\r\n", b"\t", b"=\n", b"\n ", b" "];
    for _ in 0..300 {
        let mut text = Vec::new();
        for _ in 0..2 + random.below(12) {
            text.extend_from_slice(words[random.below(words.len())]);
            if random.one_in(2) {
                text.extend_from_slice(ends[random.below(ends.len())]);
            }
        }
        repaired(&text, Options::default());
    }
}

/// The first byte of a Korean syllable at the end of a line, and bytes of another one after it.
#[test]
fn a_lead_byte_at_the_end_of_a_line() {
    for text in [
        &b"12 \xC7\n\xA1\xB0\n"[..],
        b"ab\xC7\n\xA1b\n",
        b"caf\xC3\r\n\xA9\r\n",
        b"\xE2\x80\n\x80\n",
    ] {
        repaired(text, Options::default());
    }
}

/// A separator is not the second byte of a character.
#[cfg(feature = "model")]
#[test]
fn separators_stay() {
    let broken = b"12;\xE2\xAA\xAB\xEE\xE7\xDE\xED;a\n12;Wei\xC3\x9F;a\n";
    for end in [&b""[..], b"12;\xD4\xE0\xE9\xEB;a\n"] {
        let text = [&broken[..], end].concat();
        let done = repaired(&text, Options::default());
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b';').count();
        assert_eq!(count(&done.bytes), count(&text), "{}", done.bytes.escape_ascii());
    }
}
