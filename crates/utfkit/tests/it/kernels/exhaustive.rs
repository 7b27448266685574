//! Tests all short texts against the reference and the standard library.
//!
//! The ignored tests try 2^32 texts; run them with `cargo test --release -p utfkit --test it
//! exhaustive -- --ignored`.

#![cfg(feature = "std")]
mod kernels;
use crate::support::{PlainFinding, batches, reference, slices};
use utfkit::{
    simd::{self, Form},
    utf8,
};

/// Checks that the library, the reference and the standard library find the same first error in
/// UTF-8.
///
/// If the library is correct, this is a handful of comparisons. It is called 2^32 times.
#[inline(always)]
fn check_utf8(text: &[u8]) {
    let ours = utf8::validate(text).err();
    let plain = reference::first_finding(Form::Utf8, text);
    let found = ours.as_ref().map(|error| PlainFinding::from(&error.finding()));
    assert!(found == plain, "{text:02X?}: {found:?}, not {plain:?}");
    let std = str::from_utf8(text).err().map(|error| (error.valid_up_to(), error.error_len()));
    let ours = ours.map(|error| (error.valid_up_to(), error.error_len()));
    assert!(ours == std, "{text:02X?}: {ours:?}, but std has {std:?}");
}

/// Checks that the library and the reference find the same first error in `text`.
#[inline(always)]
fn check(form: Form, text: &[u8]) {
    let found = slices::validate(form, text).as_ref().map(PlainFinding::from);
    let plain = reference::first_finding(form, text);
    assert!(found == plain, "{form:?} {text:02X?}: {found:?}, not {plain:?}");
}

/// Checks every finding of `text`, its replacement, and the length of the result.
fn check_all(form: Form, text: &[u8]) {
    assert_eq!(
        slices::findings(form, text),
        reference::findings(form, text),
        "{form:?} {text:02X?}"
    );
    let lossy = reference::lossy(form, text);
    for to in slices::FORMS {
        let expected = reference::encode_all(to, &lossy);
        let mut room = vec![0; expected.len()];
        let Some(outcome) = slices::convert_lossy(form, to, text, &mut room) else { continue };
        assert!(outcome.done && room == expected, "{form:?} to {to:?} {text:02X?}: {room:02X?}");
        assert_eq!(outcome.written, expected.len(), "{form:?} to {to:?} {text:02X?}");
        assert_eq!(
            slices::length_lossy(form, to, text).unwrap_or((expected.len(), outcome.replaced)),
            (expected.len(), outcome.replaced),
            "{form:?} to {to:?} {text:02X?}",
        );
    }
}

#[test]
fn utf8_of_none_to_two_bytes() {
    check_utf8(&[]);
    for first in 0..=255 {
        check_utf8(&[first]);
        check_all(Form::Utf8, &[first]);
    }
    batches::each(1 << 16, |text| {
        let text = (text as u16).to_be_bytes();
        check_utf8(&text);
        check_all(Form::Utf8, &text);
    });
}

#[test]
fn utf8_of_three_bytes() {
    batches::each(1 << 16, |prefix| {
        let [first, second] = (prefix as u16).to_be_bytes();
        (0..=255).for_each(|third| check_utf8(&[first, second, third]));
    });
}

#[test]
fn lossy_utf8_of_bytes_at_borders() {
    let bytes = crate::support::text::BYTES;
    let count = if cfg!(debug_assertions) { 3 } else { 4 };
    batches::each(bytes.len().pow(count) as u64, |number| {
        let digit = |place| bytes[number as usize / bytes.len().pow(place) % bytes.len()];
        let text: Vec<u8> = (0..count).map(digit).collect();
        check_utf8(&text);
        check_all(Form::Utf8, &text);
    });
}

#[test]
#[ignore = "2^32 texts: minutes, with --release"]
fn utf8_of_four_bytes() {
    each_of_four_bytes(|text| check_utf8(&text));
}

/// Calls `check` for every sequence of four bytes, in batches with the same first two bytes.
fn each_of_four_bytes(check: impl Fn([u8; 4]) + Sync) {
    batches::each(1 << 16, |prefix| {
        let [first, second] = (prefix as u16).to_be_bytes();
        for rest in 0..=u16::MAX {
            let [third, fourth] = rest.to_be_bytes();
            check([first, second, third, fourth]);
        }
    });
}

/// The offset of the four bytes in a text of ASCII: across the border of a block of any kernel.
const ACROSS: usize = 62;

#[test]
#[ignore = "2^32 texts for each kernel: minutes, with --release"]
fn utf8_of_four_bytes_within_blocks_by_every_kernel() {
    for kernels in simd::available() {
        println!("kernels: {}", kernels.name());
        batches::each(1 << 16, |prefix| {
            let mut text = [b'a'; 128];
            text[ACROSS..ACROSS + 2].copy_from_slice(&(prefix as u16).to_be_bytes());
            for rest in 0..=u16::MAX {
                text[ACROSS + 2..ACROSS + 4].copy_from_slice(&rest.to_be_bytes());
                let four = &text[ACROSS..ACROSS + 4];
                let first = reference::first_finding(Form::Utf8, four);
                let valid = first.map_or(text.len(), |found| ACROSS + found.offset);
                let found = kernels.validate(Form::Utf8, &text);
                assert!(found == valid, "{four:02X?} by {}: {found}, not {valid}", kernels.name());
            }
        });
    }
}

#[test]
fn utf16_of_none_to_three_bytes() {
    for form in [Form::Utf16Be, Form::Utf16Le] {
        check_all(form, &[]);
        (0..=255).for_each(|byte| check_all(form, &[byte]));
        batches::each(1 << 16, |unit| {
            let [first, second] = (unit as u16).to_be_bytes();
            check_all(form, &[first, second]);
            for third in [0x00, 0xD8, 0xDC, 0xFF] {
                check_all(form, &[first, second, third]);
            }
        });
    }
}

/// Code units at the borders, each with every other unit. No other of the 2^32 pairs is special.
#[test]
fn utf16_of_every_unit_next_to_border_units() {
    let borders = [0x0041, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x00D8];
    batches::each(1 << 16, |unit| {
        for border in borders {
            check_pair(unit as u16, border);
            check_pair(border, unit as u16);
        }
    });
}

/// Checks both byte orders, and compares with the standard library.
#[inline(always)]
fn check_pair(first: u16, second: u16) {
    let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
    check(Form::Utf16Be, &[a, b, c, d]);
    check(Form::Utf16Le, &[b, a, d, c]);
    let well_formed = char::decode_utf16([first, second]).all(|unit| unit.is_ok());
    let ours = utfkit::utf16::is_valid(&[first, second]);
    assert!(ours == well_formed, "{first:04X} {second:04X}: {ours}");
}

#[test]
#[ignore = "2^32 pairs in both orders: minutes, with --release"]
fn utf16_of_every_pair_of_units() {
    batches::each(1 << 16, |first| {
        (0..=u16::MAX).for_each(|second| check_pair(first as u16, second));
    });
}

#[test]
fn utf32_of_every_code_point_and_beyond() {
    batches::each(0x12_0000 >> 8, |high| {
        (0..256).for_each(|low| check_unit((high << 8 | low) as u32));
    });
    for high in 0..=0xFFFF_u32 {
        for low in [0x0000, 0x0041, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF] {
            check_unit(high << 16 | low);
        }
    }
}

#[test]
fn utf32_of_bytes_that_fill_no_unit() {
    for form in [Form::Utf32Be, Form::Utf32Le] {
        for text in crate::support::text::hostile(form, 1) {
            check_all(form, &text);
        }
    }
}

/// Checks both byte orders, and compares with the standard library.
#[inline(always)]
fn check_unit(unit: u32) {
    check(Form::Utf32Be, &unit.to_be_bytes());
    check(Form::Utf32Le, &unit.to_le_bytes());
    let ours = utfkit::utf32::validate(&[unit]).is_ok();
    assert!(ours == char::from_u32(unit).is_some(), "{unit:08X}: {ours}");
}

#[test]
#[ignore = "2^32 units in both orders: minutes, with --release"]
fn utf32_of_every_unit() {
    batches::each(1 << 16, |high| {
        (0..=0xFFFF).for_each(|low| check_unit((high as u32) << 16 | low));
    });
}

#[test]
fn single_bytes_by_every_kernel() {
    for kernels in simd::available() {
        for byte in 0..=255 {
            assert_eq!(kernels.ascii_prefix(&[byte]), usize::from(byte < 0x80));
            assert_eq!(kernels.validate(Form::Latin1, &[byte]), 1);
        }
    }
}
