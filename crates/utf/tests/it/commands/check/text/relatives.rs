//! Hints name the related encoding that the bytes are valid in.

use crate::support::Folder;

/// Checks that `utf check -f ENCODING` finds one error in `input`, with the hint `help`.
#[track_caller]
fn helps(encoding: &str, input: &[u8], help: &str) {
    let run = Folder::new().pipe(&["check", "--format", "json", "-f", encoding], input).exits(1);
    let hints: Vec<_> = run
        .lines_of_json()
        .into_iter()
        .filter(|line| line["type"] == "finding")
        .map(|line| line["hint"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(hints, [help], "{encoding}: {input:02X?}");
}

#[test]
fn java_nul() {
    let help = "this is U+0000 in Java's modified UTF-8; try `-f java-modified-utf-8`";
    for encoding in ["utf-8", "cesu-8", "wtf-8", "utf-8-rfc2279", "unicode-1-1-utf-8"] {
        helps(encoding, b"a\xC0\x80b", help);
    }
    let help = "the only form of U+0000 in modified UTF-8 is C0 80; try `-f cesu-8`";
    helps("java-modified-utf-8", b"a\0b", help);
}

#[test]
fn supplementary_characters() {
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    let help = "this is CESU-8 for U+1F600; UTF-8 has four bytes for it; try `-f cesu-8`";
    for encoding in ["utf-8", "wtf-8", "utf-8-rfc2279", "unicode-1-1-utf-8"] {
        helps(encoding, pair, help);
    }
    let help = "this is UTF-8 for U+1F600; CESU-8 and modified UTF-8 have two surrogates for it; \
                try `-f utf-8`";
    for encoding in ["cesu-8", "java-modified-utf-8"] {
        helps(encoding, "\u{1F600}".as_bytes(), help);
    }
}

#[test]
fn long_forms() {
    for (len, value, bytes) in [
        ("four", "110000", &b"\xF4\x90\x80\x80"[..]),
        ("five", "200000", b"\xF8\x88\x80\x80\x80"),
        ("six", "7FFFFFFF", b"\xFD\xBF\xBF\xBF\xBF\xBF"),
    ] {
        let help = format!(
            "a {len}-byte form of RFC 2279 for {value}, which RFC 3629 does not have; \
             try `-f utf-8-rfc2279`"
        );
        for encoding in ["utf-8", "cesu-8", "java-modified-utf-8", "wtf-8", "unicode-1-1-utf-8"] {
            helps(encoding, bytes, &help);
        }
        Folder::new().pipe(&["check", "-f", "utf-8-rfc2279"], bytes).exits(0);
    }
}

#[test]
fn lone_surrogates() {
    let (high, low) = (b"a\xED\xA0\xBDb", b"a\xED\xB8\x80b");
    for encoding in ["cesu-8", "java-modified-utf-8"] {
        helps(encoding, high, "no low surrogate follows it");
        helps(encoding, low, "no high surrogate precedes it");
    }
    helps(
        "wtf-8",
        high,
        "WTF-8 keeps a lone surrogate of UTF-16 in this form; it is not a character",
    );
    helps("utf-8", low, "half of a pair that should be one character of four bytes");
}

#[test]
fn code_units() {
    let surrogates =
        |better| format!("UTF-16 has surrogates, but UCS-2 does not; try `-f {better}`");
    helps("ucs-2", b"\xFE\xFF\xD8\x3D", &surrogates("utf-16"));
    helps("ucs-2be", b"\xD8\x3D", &surrogates("utf-16be"));
    helps("unicode-1-1", b"\xD8\x3D", &surrogates("utf-16be"));
    helps("ucs-2le", b"\x3D\xD8", &surrogates("utf-16le"));
    let half = "half of a pair of UTF-16, which should be one code unit";
    helps("utf-32be", b"\0\0\xD8\x3D", half);
    let beyond = "UCS-4 has this value; try `-f ucs-4be`";
    helps("utf-32be", b"\0\x11\0\x01", beyond);
    helps("utf-32be", b"A\0\0\0", "U+0041 in the other byte order; try `-f utf-32le`");
    helps("ucs-4le", b"\0\0\x20\xAC", "U+20AC in the other byte order; try `-f ucs-4be`");
    helps("ucs-4le", b"\x01\xFF\xFF\xFF", "");
    let swapped = "`-f ucs-2` reads the byte order from the BOM";
    helps("ucs-2be", b"\xFF\xFEA\0", swapped);
}

#[test]
fn hangul() {
    let help = |better| format!("this is Hangul in Unicode 2.0 and later; try `-f {better}`");
    helps("unicode-1-1-utf-8", "\u{AC00}".as_bytes(), &help("utf-8"));
    helps("unicode-1-1", b"\xAC\0", &help("utf-16be"));
}
