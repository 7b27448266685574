//! Tests that hold for every surface.

use utfkit::Encoding;

use super::{read, run, written};
use crate::transform::surfaces::{Stream, Surface};

/// Parts of texts that each surface reads in a special way.
const PARTS: &[&str] = &[
    "a",
    "b7",
    "Z",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "-",
    "=",
    ";",
    "é",
    "ö",
    "\u{85}",
    "漢字",
    "😀",
    "\\",
    "\\\\",
    "u",
    "U",
    "00e9",
    "D83D",
    "0001F600",
    "\\u00e9",
    "\\uD83D",
    "\\uuDE00",
    "&",
    "#",
    "x",
    "&amp;",
    "&eacute",
    "&#x80",
    "&notit;",
    "?",
    "=E9",
    "=3D",
    "=\n",
    "=?utf-8?Q?",
    "=C3=A9?=",
    "?=",
    "=?utf-8?B?w6k=?=",
    "xn--",
    "xn--mnchen-3ya",
    "XN--4GBRIM",
    ".",
    "\0",
    "\u{FEFF}",
    "\u{A0}",
];

/// Returns texts of random parts, always the same.
fn texts(count: usize) -> impl Iterator<Item = String> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    (0..count).map(move |_| {
        let parts = random(12);
        (0..parts).map(|_| PARTS[random(PARTS.len())]).collect()
    })
}

/// Returns the result of `stream` for the `pieces` of a text.
fn in_pieces<'p>(mut stream: Stream, pieces: impl IntoIterator<Item = &'p [u8]>) -> (Vec<u8>, u64) {
    let mut out = Vec::new();
    pieces.into_iter().for_each(|piece| stream.push(piece, &mut out));
    stream.finish(&mut out);
    (out, stream.kept())
}

/// Checks that the result of `stream` for `text` does not depend on its pieces.
fn check_splits(stream: impl Fn() -> Stream, text: &[u8]) {
    let whole = in_pieces(stream(), [text]);
    assert_eq!(in_pieces(stream(), text.chunks(1)), whole, "{}", text.escape_ascii());
    for at in 0..text.len() {
        let (start, end) = text.split_at(at);
        assert_eq!(in_pieces(stream(), [start, end]), whole, "{} at {at}", text.escape_ascii());
    }
}

#[test]
fn pieces_may_be_cut_anywhere() {
    for text in texts(400) {
        for &surface in Surface::ALL {
            check_splits(|| surface.decode(), text.as_bytes());
            check_splits(|| surface.encode(Encoding::UsAscii), text.as_bytes());
            check_splits(|| surface.encode(Encoding::Iso8859_1), text.as_bytes());
        }
    }
}

#[test]
fn bytes_that_are_not_utf8_stay() {
    for surface in Surface::ALL.iter().filter(|surface| !surface.is_of_bytes()) {
        for text in [&b"a \xFF \xE2\x82 \xC3"[..], b"\\\xFF&\xC3\xC3"] {
            check_splits(|| surface.decode(), text);
            check_splits(|| surface.encode(Encoding::UsAscii), text);
            assert_eq!(in_pieces(surface.decode(), [text]).0, text, "{surface}");
        }
    }
}

/// A text without anything like an escape comes back, and its escapes are ASCII.
#[test]
fn what_is_written_is_read() {
    for text in texts(3000) {
        for &surface in Surface::ALL {
            let (escaped, kept) = written(surface, &text);
            // A line end before a space folds a header. A word may have spaces, and then its parts
            // do not look like a word.
            let is_folded = text.contains('\n') || text.contains("?Q?");
            if kept == 0 && !(surface == Surface::EncodedWords && is_folded) {
                assert_eq!(read(surface, &escaped).0, text, "{surface}: {escaped:?}");
            }
            if !surface.is_of_bytes() {
                assert_eq!(written(surface, &escaped).0, escaped, "{surface}: {text:?}");
            }
        }
    }
}

#[test]
fn a_charset_with_all_characters_needs_no_escapes() {
    for &surface in Surface::ALL.iter().filter(|surface| !surface.is_of_bytes()) {
        for text in texts(300) {
            assert_eq!(run(surface.encode(Encoding::Utf8), &text).0, text, "{surface}");
        }
    }
}

/// The text that waits for the end of an escape is bounded.
#[test]
fn memory_is_bounded() {
    for start in [
        "\\u",
        "\\uD83D\\u",
        "&",
        "&#",
        "&#x",
        "=",
        "=?utf-8?B?",
        "=?utf-8?Q?=20?=",
        "xn--",
        "é",
        " ",
    ] {
        for fill in ["u", "0", "A", " ", "\t", "é", "\\", "&", "=", "?", "=?"] {
            for &surface in Surface::ALL {
                for mut stream in [surface.decode(), surface.encode(Encoding::UsAscii)] {
                    let mut out = Vec::new();
                    stream.push(start.as_bytes(), &mut out);
                    for _ in 0..5 {
                        stream.push(fill.repeat(4 << 10).as_bytes(), &mut out);
                        assert!(stream.held.len() < 16 << 10, "{surface}: {start} {fill}");
                    }
                }
            }
        }
    }
}

#[test]
fn names_are_parsed_in_any_case() {
    for &surface in Surface::ALL {
        assert_eq!(surface.name().to_uppercase().parse(), Ok(surface));
        assert_eq!(surface.to_string(), surface.name());
    }
    assert_eq!(
        "javascript".parse::<Surface>().map_err(|error| error.to_string()),
        Err("unknown surface".to_owned())
    );
}
