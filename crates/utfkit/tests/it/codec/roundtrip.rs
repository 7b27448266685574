//! Tests that every value of an encoding comes back, in every conversion.
//!
//! The ignored test tries all 2^31 values of UCS-4: `cargo test --release -p utfkit --test it
//! roundtrip -- --ignored`.
#![cfg(feature = "std")]
use utfkit::{
    Encoding, Finding, Kind,
    encoding::BomPolicy,
    transcode::{Transcoder, convert, convert_by},
};

/// Converts `bytes` without BOMs, with kernels or through code values.
fn transcode(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    by_pivot: bool,
) -> Result<Vec<u8>, Finding> {
    let mut transcoder = Transcoder::new(from, to).bom(BomPolicy::Forbid);
    if by_pivot {
        transcoder = transcoder.by_pivot();
    }
    let mut out = Vec::new();
    transcoder.transcode_to_vec(bytes, &mut out, true).map(|()| out)
}

/// Returns all scalar values from `first` up to `last` as UTF-8; in debug builds, only some of the
/// supplementary ones.
fn scalars(first: u32, last: u32) -> Vec<u8> {
    let taken = |value: &u32| {
        let some = *value < 0x1_0000 || value % 0x1_0000 < 0x100 || value.is_multiple_of(61);
        some || *value == last || !cfg!(debug_assertions)
    };
    (first..=last).filter(taken).filter_map(char::from_u32).collect::<String>().into_bytes()
}

#[test]
fn every_scalar_value_comes_back() {
    // `hangul.rs` tests the code points of Unicode 1.1.
    let old = |encoding: &Encoding| encoding.name().starts_with("unicode-1-1");
    for encoding in Encoding::ALL.iter().copied().filter(|encoding| !old(encoding)) {
        let last = match encoding.name() {
            "us-ascii" => 0x7F,
            "iso-8859-1" => 0xFF,
            "ucs-2" | "ucs-2be" | "ucs-2le" => 0xFFFF,
            _ => 0x10_FFFF,
        };
        let text = scalars(0, last);
        for by_pivot in [false, true] {
            let there = transcode(&text, Encoding::Utf8, encoding, by_pivot).unwrap();
            let back = transcode(&there, encoding, Encoding::Utf8, by_pivot).unwrap();
            assert!(back == text, "{encoding}, by pivot: {by_pivot}");
        }
        if last < 0x10_FFFF {
            let beyond = scalars(last + 1, last + 1);
            let error = convert(&beyond, Encoding::Utf8, encoding).unwrap_err();
            assert_eq!(error.kind(), Kind::Unencodable { value: last + 1 }, "{encoding}");
        }
    }
}

#[test]
fn the_same_text_between_any_two() {
    let text = "a\u{E9}\u{20AC}\u{FFFF}\u{10000}\u{1F600}\u{10FFFF}z".repeat(300);
    let wide = Encoding::ALL.iter().copied().filter(|to| to.first_unencodable(&text).is_none());
    let wide: Vec<_> = wide.collect();
    assert!(wide.len() > 10);
    for &from in &wide {
        let source = transcode(text.as_bytes(), Encoding::Utf8, from, true).unwrap();
        for &to in &wide {
            let direct = transcode(&source, from, to, false).unwrap();
            let by_values = transcode(&source, from, to, true).unwrap();
            assert!(direct == by_values, "{from} to {to}");
            let back = transcode(&direct, to, Encoding::Utf8, false).unwrap();
            assert!(back == text.as_bytes(), "{from} to {to}");
        }
    }
}

#[test]
fn values_beyond_unicode() {
    let (old, wide) = (Encoding::Utf8Rfc2279, Encoding::Ucs4Be);
    let bytes = b"\xFD\xBF\xBF\xBF\xBF\xBF\xF8\x88\x80\x80\x80";
    let values = convert(bytes, old, wide).unwrap();
    assert_eq!(values, *b"\0\0\xFE\xFF\x7F\xFF\xFF\xFF\0\x20\0\0"[4..].to_vec());
    assert_eq!(convert(&values, wide, old).unwrap(), bytes);
    let error = convert(bytes, old, Encoding::Utf8).unwrap_err();
    assert_eq!(error.kind(), Kind::Unencodable { value: 0x7FFF_FFFF });
    assert_eq!(error.bytes(), &bytes[..6]);
}

/// Appends the bytes of `value` according to the table of RFC 2279 section 2.
fn rfc2279(value: u32, bytes: &mut Vec<u8>) {
    let rest = |places: u32| 0x80 | (value >> (6 * places) & 0x3F) as u8;
    match value {
        0..0x80 => bytes.push(value as u8),
        0x80..0x800 => bytes.extend([0xC0 | (value >> 6) as u8, rest(0)]),
        0x800..0x1_0000 => bytes.extend([0xE0 | (value >> 12) as u8, rest(1), rest(0)]),
        0x1_0000..0x20_0000 => {
            bytes.extend([0xF0 | (value >> 18) as u8, rest(2), rest(1), rest(0)]);
        }
        0x20_0000..0x400_0000 => {
            bytes.extend([0xF8 | (value >> 24) as u8, rest(3), rest(2), rest(1), rest(0)]);
        }
        _ => {
            let lead = 0xFC | (value >> 30) as u8;
            bytes.extend([lead, rest(4), rest(3), rest(2), rest(1), rest(0)]);
        }
    }
}

/// Converts the 65,536 values whose high half is `high` between UCS-4 and the UTF-8 of RFC 2279.
fn check_values(high: u32, by_pivot: bool) {
    // In debug builds, only the first ones and some of the others.
    let taken = |low: &u32| !cfg!(debug_assertions) || *low < 0x100 || low.is_multiple_of(61);
    let values = (0..=0xFFFF).filter(taken).map(|low| high << 16 | low);
    let values = values.filter(|value| !(0xD800..=0xDFFF).contains(value));
    let (mut eight, mut big, mut little) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        rfc2279(value, &mut eight);
        big.extend(value.to_be_bytes());
        little.extend(value.to_le_bytes());
    }
    let texts =
        [(Encoding::Utf8Rfc2279, &eight), (Encoding::Ucs4Be, &big), (Encoding::Ucs4Le, &little)];
    for (from, text) in texts {
        for (to, expected) in texts.iter().filter(|(to, _)| *to != from) {
            let out = transcode(text, from, *to, by_pivot).unwrap();
            assert!(out == **expected, "{high:04X}xxxx, {from} to {to}, by pivot: {by_pivot}");
        }
    }
}

#[test]
fn values_of_31_bits_at_borders() {
    for high in [0, 0x10, 0x11, 0x1F, 0x20, 0x3FF, 0x400, 0x7FFF] {
        check_values(high, high % 2 == 0);
    }
}

#[test]
#[ignore = "2^31 values, between three encodings: minutes, with --release"]
fn every_value_of_31_bits() {
    crate::support::batches::each(1 << 15, |high| check_values(high as u32, high % 16 == 0));
}

#[test]
fn values_that_no_encoding_holds() {
    for (encoding, bytes) in [
        (Encoding::Ucs4Be, &b"\x80\0\0\0"[..]),
        (Encoding::Ucs4Le, b"\xFF\xFF\xFF\xFF"),
        (Encoding::Ucs4Be, b"\0\0\xDF\xFF"),
        (Encoding::Utf8Rfc2279, b"\xFE\x82\x80\x80\x80\x80\x80"),
        (Encoding::Utf8Rfc2279, b"\xED\xBF\xBF"),
    ] {
        assert!(findings(bytes, encoding)[0].0 == 0, "{encoding}: {bytes:02X?}");
    }
}

/// Returns the findings of `bytes` in `encoding`: offset, length and kind.
fn findings(bytes: &[u8], encoding: Encoding) -> Vec<(u64, usize, &'static str)> {
    let mut found = Vec::new();
    let note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind().code()));
        utfkit::transcode::Action::Skip
    };
    convert_by(bytes, encoding, Encoding::Utf8, note).unwrap();
    found
}

#[test]
fn each_names_the_forms_of_the_others() {
    use Encoding::{Cesu8, JavaModifiedUtf8, Utf8Rfc2279, Wtf8};
    let lone = b"\xED\xA0\xBDa";
    for encoding in [Cesu8, JavaModifiedUtf8, Wtf8] {
        assert_eq!(findings(lone, encoding), [(0, 3, "surrogate")], "{encoding}");
    }
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    assert_eq!(convert(pair, Cesu8, Encoding::Utf8).unwrap(), "\u{1F600}".as_bytes());
    assert_eq!(findings(pair, Wtf8), [(0, 6, "irregular-pair")]);
    assert_eq!(findings(pair, Utf8Rfc2279)[0], (0, 1, "surrogate"));
    assert_eq!(findings(b"\xF0\x9F\x98\x80", Cesu8)[0], (0, 1, "invalid-byte"));
    assert_eq!(findings(b"\xC0\x80", Cesu8)[0], (0, 1, "overlong"));
    assert_eq!(findings(b"\0", JavaModifiedUtf8), [(0, 1, "invalid-byte")]);
    assert_eq!(convert(b"\xC0\x80", JavaModifiedUtf8, Encoding::Utf8).unwrap(), b"\0");
    assert_eq!(findings(b"\xFE\xFF", Utf8Rfc2279).len(), 2);
    assert_eq!(findings(b"\xD8\x3D\xDE\x00", Encoding::Ucs2Be).len(), 2);
}
