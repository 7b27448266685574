//! Tests random texts against the standard library and `encoding_rs`.
//!
//! `proptest` shrinks a failure and stores it in `proptest-regressions/`.

#![cfg(feature = "std")]
use crate::support::{PlainFinding, reference, slices, text::BYTES};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use proptest::{collection::vec, prelude::*};
use utfkit::{Be, Le, simd::Form, utf8, utf16, utf32};

/// Returns bytes, most of which are special in UTF-8.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let character = any::<char>().prop_map(|value| value.to_string().into_bytes());
    let border = proptest::sample::select(BYTES.to_vec()).prop_map(|byte| vec![byte]);
    let ascii = "[a-z]{0,40}".prop_map(String::into_bytes);
    vec(prop_oneof![3 => character, 2 => border, 1 => ascii], 0..40)
        .prop_map(|parts| parts.concat())
}

/// Returns code units of 16 bits, with many surrogates, paired and not.
fn units() -> impl Strategy<Value = Vec<u16>> {
    let character = any::<char>().prop_map(|value| value.encode_utf16(&mut [0; 2]).to_vec());
    let surrogate = (0xD800..=0xDFFF_u16).prop_map(|unit| vec![unit]);
    let ascii = "[a-z]{0,40}".prop_map(|text| text.encode_utf16().collect());
    vec(prop_oneof![3 => character, 2 => surrogate, 1 => ascii], 0..40)
        .prop_map(|parts| parts.concat())
}

/// Returns code units of 32 bits, one in four of which is not a scalar value.
fn wide_units() -> impl Strategy<Value = Vec<u32>> {
    let not_scalar = prop_oneof![0xD800..=0xDFFF_u32, 0x11_0000..=u32::MAX];
    vec(prop_oneof![3 => any::<char>().prop_map(u32::from), 1 => not_scalar], 0..60)
}

/// Converts UTF-8 with U+FFFD into a string.
fn utf8_lossy(bytes: &[u8]) -> (String, usize) {
    let (units, replaced) = utf8::to_utf16_vec_lossy(bytes);
    (utf16::to_string(&units).unwrap(), replaced)
}

/// Returns the findings of `text` in the standard library: offsets and lengths.
fn std_findings(text: &[u8]) -> Vec<(usize, usize)> {
    let mut findings = Vec::new();
    let mut at = 0;
    for chunk in text.utf8_chunks() {
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            findings.push((at, chunk.invalid().len()));
        }
        at += chunk.invalid().len();
    }
    findings
}

proptest! {
    #[test]
    fn utf8_findings_are_those_of_std_and_the_reference(text in bytes()) {
        let found = slices::findings(Form::Utf8, &text);
        prop_assert_eq!(&found, &reference::findings(Form::Utf8, &text));
        let places: Vec<_> = found.iter().map(|found| (found.offset, found.length)).collect();
        prop_assert_eq!(places, std_findings(&text));
    }

    #[test]
    fn utf8_errors_convert_to_those_of_std_and_back(text in bytes()) {
        let (ours, std) = (utf8::validate(&text), str::from_utf8(&text));
        prop_assert_eq!(ours.ok(), std.ok());
        let (Err(error), Err(std)) = (ours, std) else { return Ok(()) };
        prop_assert_eq!(error.to_std(&text), Some(std));
        prop_assert_eq!(utfkit::Utf8Error::from_std(std, &text), Some(error));
    }

    #[test]
    fn lossy_utf8_is_that_of_std_and_encoding_rs(text in bytes()) {
        let (ours, replaced) = utf8_lossy(&text);
        prop_assert_eq!(&ours, &String::from_utf8_lossy(&text));
        let (theirs, had_errors) = UTF_8.decode_without_bom_handling(&text);
        prop_assert_eq!((&ours[..], replaced > 0), (&*theirs, had_errors));
    }

    #[test]
    fn well_formed_text_survives_every_way_round(text: String) {
        let bytes = text.as_bytes();
        prop_assert_eq!(utf8::validate(bytes), Ok(&text[..]));
        let units = utf8::to_utf16_vec(bytes).unwrap();
        prop_assert_eq!(&units, &text.encode_utf16().collect::<Vec<_>>());
        prop_assert_eq!(utf16::to_string(&units), Ok(text.clone()));
        let wide = utf8::to_utf32_vec(bytes).unwrap();
        prop_assert_eq!(&wide, &text.chars().map(u32::from).collect::<Vec<_>>());
        prop_assert_eq!(utf32::to_string(&wide), Ok(text.clone()));
        prop_assert_eq!(utf16::to_utf32_vec(&units), Ok(wide.clone()));
        prop_assert_eq!(utf32::to_utf16_vec(&wide), Ok(units));
    }

    #[test]
    fn lossy_utf16_is_that_of_std_and_encoding_rs(units in units()) {
        let (ours, replaced) = utf16::to_string_lossy(&units);
        prop_assert_eq!(&ours, &String::from_utf16_lossy(&units));
        let (be, le): (Vec<_>, Vec<_>) =
            units.iter().map(|unit| (unit.to_be_bytes(), unit.to_le_bytes())).unzip();
        let (be, le) = (be.concat(), le.concat());
        prop_assert_eq!(utf16::to_string_lossy(Be(&be[..])), (ours.clone(), replaced));
        prop_assert_eq!(utf16::to_string_lossy(Le(&le[..])), (ours.clone(), replaced));
        for (encoding, bytes) in [(UTF_16BE, be), (UTF_16LE, le)] {
            let (theirs, had_errors) = encoding.decode_without_bom_handling(&bytes);
            prop_assert_eq!((&ours[..], replaced > 0), (&*theirs, had_errors));
        }
    }

    /// For an odd number of bytes, `encoding_rs`, like the WHATWG decoder, writes one U+FFFD at the
    /// end. It does so even if a high surrogate is before the last byte. For utfkit and the
    /// standard library, these are two errors: `D8 00 DC` is a lone surrogate, and a byte that does
    /// not fill a unit.
    #[test]
    fn lossy_utf16_of_odd_length_is_that_of_encoding_rs_but_for_a_last_surrogate(
        units in units(),
        last: u8,
    ) {
        let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        bytes.push(last);
        let (ours, _) = utf16::to_string_lossy(Be(&bytes[..]));
        let (theirs, had_errors) = UTF_16BE.decode_without_bom_handling(&bytes);
        let high_at_end = matches!(units.last(), Some(0xD800..=0xDBFF));
        let more = if high_at_end { "\u{FFFD}" } else { "" };
        prop_assert!(had_errors);
        prop_assert_eq!(ours, format!("{theirs}{more}"));
    }

    #[test]
    fn utf32_is_read_as_chars_are(units in wide_units()) {
        let expected: Result<String, _> = units.iter().map(|&unit| char::from_u32(unit).ok_or(())).collect();
        prop_assert_eq!(utf32::to_string(&units).map_err(drop), expected);
        let replaced = |&unit: &u32| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
        let (ours, count) = utf32::to_string_lossy(&units);
        prop_assert_eq!(ours, units.iter().map(replaced).collect::<String>());
        let wrong = units.iter().filter(|&&unit| char::from_u32(unit).is_none()).count();
        prop_assert_eq!(count, wrong);
    }

    /// For any room, a conversion that is continued has the same result in the end.
    #[test]
    fn conversion_in_pieces_is_conversion_at_once(text in bytes(), room in 4..64_usize) {
        for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            let (mut read, mut pieces) = (0, Vec::new());
            let mut piece = vec![0; room];
            loop {
                let outcome = slices::convert_lossy(Form::Utf8, to, &text[read..], &mut piece).unwrap();
                pieces.extend_from_slice(&piece[..outcome.written]);
                read += outcome.read;
                if outcome.done { break }
                prop_assert!(outcome.read > 0, "no progress in {room} bytes at {read} of {text:02X?}");
            }
            let expected = reference::encode_all(to, &reference::lossy(Form::Utf8, &text));
            prop_assert_eq!(pieces, expected);
        }
    }

    /// No function over slices panics, for any bytes, any form and any room.
    #[test]
    fn nothing_panics(text in vec(any::<u8>(), 0..200), room in 0..300_usize) {
        let mut room = vec![0; room];
        for from in slices::FORMS {
            let findings: Vec<PlainFinding> = slices::findings(from, &text);
            prop_assert_eq!(&findings, &reference::findings(from, &text));
            slices::to_string(from, &text);
            slices::to_string_lossy(from, &text);
            for to in slices::FORMS {
                slices::convert(from, to, &text, &mut room);
                slices::convert_lossy(from, to, &text, &mut room);
                slices::length(from, to, &text);
                slices::length_lossy(from, to, &text);
            }
        }
    }
}

#[test]
fn a_high_surrogate_and_one_byte_are_two_errors_here_and_one_in_encoding_rs() {
    let text = [0xD8, 0x00, 0xDC];
    assert_eq!(utf16::to_string_lossy(Be(&text[..])), ("\u{FFFD}\u{FFFD}".to_string(), 2));
    let (theirs, had_errors) = UTF_16BE.decode_without_bom_handling(&text);
    assert_eq!((&*theirs, had_errors), ("\u{FFFD}", true));
}
