//! Tests every syllable of Unicode 1.1 in every conversion, and all characters that it lacks.
#![cfg(feature = "std")]
use utfkit::{
    Encoding, Finding, Kind,
    transcode::{Transcoder, convert},
};

use Encoding::{Ucs4Be, Unicode11, Unicode11Utf8, Utf8, Utf16Be};

const OLD: [Encoding; 2] = [Unicode11Utf8, Unicode11];

/// Returns the rows of the table: the old code point, the modern one, and the source.
fn rows() -> Vec<(u32, u32, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/hangul-1.1-to-2.0.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [old, modern, source] = line.split('\t').collect::<Vec<_>>()[..] else { panic!() };
        let number = |digits| u32::from_str_radix(digits, 16).unwrap();
        (number(old), number(modern), source.to_owned())
    });
    rows.collect()
}

/// Returns `values` in UCS-4.
fn ucs4(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_be_bytes).collect()
}

/// Returns the bytes of `value` as if it were a character of today.
fn bytes(value: u32, encoding: Encoding) -> Vec<u8> {
    let to = if encoding == Unicode11 { Utf16Be } else { Utf8 };
    convert(&ucs4([value]), Ucs4Be, to).unwrap()
}

fn by_pivot(bytes: &[u8], from: Encoding, to: Encoding) -> Result<Vec<u8>, Finding> {
    let mut out = Vec::new();
    Transcoder::new(from, to).by_pivot().transcode_to_vec(bytes, &mut out, true).map(|()| out)
}

#[test]
fn every_row_of_the_table() {
    let rows = rows();
    assert!(rows.iter().map(|row| row.0).eq(0x3400..0x4E00));
    let modern = ucs4(rows.iter().map(|row| row.1));
    for encoding in OLD {
        let text: Vec<u8> = rows.iter().flat_map(|row| bytes(row.0, encoding)).collect();
        for convert in [convert, by_pivot] {
            assert_eq!(convert(&text, encoding, Ucs4Be).unwrap(), modern);
            assert_eq!(convert(&modern, Ucs4Be, encoding).unwrap(), text);
        }
    }
}

/// Tests the first part against an independent table: the syllables of KS X 1001 in EUC-KR.
#[test]
fn the_syllables_of_ks_x_1001() {
    let mut tried = 0;
    for (_, modern, source) in rows() {
        let Some(code) = source.strip_prefix("KSX1001:") else { continue };
        let code = u16::from_str_radix(code, 16).unwrap().to_be_bytes();
        let (text, _, wrong) = encoding_rs::EUC_KR.decode(&code);
        assert!(!wrong && text.chars().map(u32::from).eq([modern]), "{source}");
        tried += 1;
    }
    assert_eq!(tried, 2350);
}

/// UnicodeData 1.1.5 has these wrong (L2/17-080).
#[test]
fn the_three_rows_that_are_corrected() {
    for (old, modern) in [(0x384E, 0xC0A3), (0x40BC, 0xC0A4), (0x436C, 0xCF6A)] {
        assert_eq!(convert(&bytes(old, Unicode11), Unicode11, Ucs4Be).unwrap(), ucs4([modern]));
    }
}

#[test]
fn characters_without_a_code_point_are_reported() {
    let placed: std::collections::BTreeSet<_> = rows().iter().map(|row| row.1).collect();
    let lacking = (0xAC00..=0xD7A3).filter(|modern| !placed.contains(modern));
    let lacking: Vec<_> = lacking.chain(0x3400..=0x4DFF).collect();
    assert_eq!(lacking.len(), 4516 + 6656);
    for encoding in OLD {
        for &value in &lacking {
            let error = convert(&ucs4([value]), Ucs4Be, encoding).unwrap_err();
            assert_eq!(error.kind(), Kind::Unencodable { value });
        }
    }
}

#[test]
fn modern_hangul_is_out_of_range() {
    for encoding in OLD {
        for value in 0xAC00..=0xD7A3 {
            let bytes = bytes(value, encoding);
            let error = convert(&bytes, encoding, Ucs4Be).unwrap_err();
            assert_eq!((error.kind(), error.bytes()), (Kind::OutOfRange { value }, &bytes[..]));
        }
    }
}

#[test]
fn other_text_is_read_as_today() {
    let hangul = |value: &u32| matches!(value, 0x3400..=0x4DFF | 0xAC00..=0xD7A3);
    for (encoding, today, last) in [(Unicode11Utf8, Utf8, 0x10_FFFF), (Unicode11, Utf16Be, 0xFFFF)]
    {
        let values = (0..=last).filter(|value| char::from_u32(*value).is_some() && !hangul(value));
        let text = convert(&ucs4(values), Ucs4Be, today).unwrap();
        assert!(convert(&text, encoding, today).unwrap() == text);
        assert!(convert(&text, today, encoding).unwrap() == text);
    }
}

#[test]
fn labels_and_boms() {
    assert_eq!("csUnicode11".parse(), Ok(Unicode11));
    assert_eq!("unicode-1-1-utf-8".parse(), Ok(Unicode11Utf8));
    let swapped = convert(b"\xFF\xFEA\0", Unicode11, Utf8).unwrap_err();
    assert_eq!(swapped.kind(), Kind::SwappedBom);
    assert_eq!(convert(b"\xFE\xFF\0A", Unicode11, Utf8).unwrap(), b"\xEF\xBB\xBFA");
    assert_eq!(convert(b"\xEF\xBB\xBFA", Unicode11Utf8, Utf8).unwrap(), b"A");
}
