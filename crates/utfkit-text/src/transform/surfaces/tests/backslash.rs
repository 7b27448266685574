//! Examples of the escapes of Java and C.

use super::{read, written};
use crate::transform::surfaces::Surface::{C99, Java};

#[test]
fn java_reads_code_units() {
    let cases = [
        (r"\u00e9\u00E9", "éé", 0),
        (r"\uuuu00e9", "é", 0),
        (r"\uD83D\uDE00 \ud83d\uuude00", "😀 😀", 0),
        (r"\\u00e9 \\\u00e9", r"\\u00e9 \\é", 0),
        (r"\u005c\u005a \u005cu005a", r"\Z \u005a", 0),
        (r"\u0041\n\t\x41", r"A\n\t\x41", 0),
        (r"C:\users \u12 \u", r"C:\users \u12 \u", 3),
        (r"\uD83D \uDE00 \uD83D\u0041", r"\uD83D \uDE00 \uD83DA", 3),
        (r"\uD83D\\uDE00", r"\uD83D\\uDE00", 1),
        (r"\U0001F600", r"\U0001F600", 0),
    ];
    for (escaped, text, kept) in cases {
        assert_eq!(read(Java, escaped), (text.to_owned(), kept), "{escaped}");
    }
}

#[test]
fn java_writes_code_units() {
    let cases = [
        ("é", r"\u00E9", 0),
        ("😀", r"\uD83D\uDE00", 0),
        (r"\é \\é \\\é", r"\u005C\u00E9 \\\u00E9 \\\u005C\u00E9", 0),
        (r"\u00E9 \\u00E9 \uD83D", r"\u00E9 \\u00E9 \uD83D", 1),
        ("\\", "\\", 0),
    ];
    for (text, escaped, kept) in cases {
        assert_eq!(written(Java, text), (escaped.to_owned(), kept), "{text}");
    }
}

#[test]
fn c99_has_names_of_characters() {
    let cases = [
        (r"\u00e9\U0001F600\U000000E9", "é😀é", 0),
        (r"\u0024\u0040\u0060\u00A0", "$@`\u{A0}", 0),
        (r"\u0041\u009F\uD83D\U00110000\uu00E9", r"\u0041\u009F\uD83D\U00110000\uu00E9", 5),
        (r"\\u00e9", r"\\u00e9", 0),
    ];
    for (escaped, text, kept) in cases {
        assert_eq!(read(C99, escaped), (text.to_owned(), kept), "{escaped}");
    }
    assert_eq!(written(C99, "é😀漢"), (r"\u00E9\U0001F600\u6F22".to_owned(), 0));
    assert_eq!(written(C99, r"\é \\é"), (r"\é \\\u00E9".to_owned(), 0));
    assert_eq!(written(C99, r"\u00E9 \u0041"), (r"\u00E9 \u0041".to_owned(), 1));
    assert_eq!(written(C99, "\u{85}"), ("\u{85}".to_owned(), 0), "C99 has no name for it");
}
