//! The grammar of RFC 3629 section 4, used to generate every well-formed sequence and to judge all
//! others.

#![cfg(feature = "std")]
use crate::support::batches;
use utfkit::{Be, Status, simd, simd::Form, utf8};

/// A range of bytes, `%xC2-DF`.
type Range = [u8; 2];

const TAIL: Range = [0x80, 0xBF];

/// The alternatives of `UTF8-char`, in the order of the grammar.
const UTF8_CHAR: [&[Range]; 9] = [
    // UTF8-1 = %x00-7F
    &[[0x00, 0x7F]],
    // UTF8-2 = %xC2-DF UTF8-tail
    &[[0xC2, 0xDF], TAIL],
    // UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
    &[[0xE0, 0xE0], [0xA0, 0xBF], TAIL],
    &[[0xE1, 0xEC], TAIL, TAIL],
    //          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
    &[[0xED, 0xED], [0x80, 0x9F], TAIL],
    &[[0xEE, 0xEF], TAIL, TAIL],
    // UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
    &[[0xF0, 0xF0], [0x90, 0xBF], TAIL, TAIL],
    &[[0xF1, 0xF3], TAIL, TAIL, TAIL],
    //          %xF4 %x80-8F 2( UTF8-tail )
    &[[0xF4, 0xF4], [0x80, 0x8F], TAIL, TAIL],
];

/// The number of code points that are not surrogates.
const SCALAR_VALUES: usize = 0x11_0000 - 0x800;

/// Returns every sequence of an alternative, in order.
fn generate(alternative: &[Range]) -> Vec<Vec<u8>> {
    alternative.iter().fold(vec![Vec::new()], |heads, &[first, last]| {
        let longer = |head: &Vec<u8>, byte| [head, &[byte][..]].concat();
        heads.iter().flat_map(|head| (first..=last).map(move |byte| longer(head, byte))).collect()
    })
}

/// Returns every `UTF8-char`, in order.
fn every_char() -> impl Iterator<Item = Vec<u8>> {
    UTF8_CHAR.into_iter().flat_map(generate)
}

/// Returns `true` if `text` matches `UTF8-bytes = *( UTF8-char )`.
fn matches(text: &[u8]) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let Some(alternative) = UTF8_CHAR.iter().find(|ranges| begins_with(rest, ranges)) else {
            return false;
        };
        rest = &rest[alternative.len()..];
    }
    true
}

fn begins_with(text: &[u8], ranges: &[Range]) -> bool {
    let fits = |(byte, range): (&u8, &Range)| range[0] <= *byte && *byte <= range[1];
    text.len() >= ranges.len() && text.iter().zip(ranges).all(fits)
}

#[test]
fn every_well_formed_sequence_is_accepted() {
    // The order of the grammar is that of code points: each sequence is the next scalar value.
    let mut expected = (0..=char::MAX as u32).filter_map(char::from_u32);
    let mut count = 0;
    for bytes in every_char() {
        let text = utf8::validate(&bytes).unwrap_or_else(|error| panic!("{bytes:02X?}: {error}"));
        assert!(text.chars().eq(expected.next()), "{bytes:02X?}");
        count += 1;
    }
    assert_eq!((count, expected.next()), (SCALAR_VALUES, None));
}

#[test]
fn every_well_formed_sequence_is_converted() {
    let mut units = [0_u16; 2];
    let mut values = [0_u8; 4];
    for bytes in every_char() {
        let expected = str::from_utf8(&bytes).unwrap().chars().next().unwrap();
        let outcome = utf8::to_utf16(&bytes, &mut units);
        assert_eq!((outcome.read, outcome.status), (bytes.len(), Status::Done), "{bytes:02X?}");
        assert_eq!(units[..outcome.written], *expected.encode_utf16(&mut [0; 2]));
        let outcome = utf8::to_utf32(&bytes, Be(&mut values[..]));
        assert_eq!((outcome.written, outcome.status), (1, Status::Done), "{bytes:02X?}");
        assert_eq!(values, u32::from(expected).to_be_bytes());
    }
}

#[test]
fn all_well_formed_sequences_as_one_text() {
    let text: Vec<u8> = every_char().flatten().collect();
    let expected: Vec<u32> =
        (0..=char::MAX as u32).filter(|v| !(0xD800..0xE000).contains(v)).collect();
    assert_eq!(utf8::count(&text), SCALAR_VALUES);
    assert_eq!(utf8::to_utf32_vec(&text), Ok(expected));
    let units = utf8::to_utf16_vec(&text).unwrap();
    assert_eq!(utfkit::utf16::to_string(&units).unwrap().as_bytes(), text);
    for kernels in simd::available() {
        assert_eq!(kernels.validate(Form::Utf8, &text), text.len(), "{}", kernels.name());
    }
}

#[test]
fn the_grammar_judges_every_sequence_of_one_and_two_bytes() {
    for first in 0..=255 {
        assert_eq!(utf8::is_valid(&[first]), matches(&[first]), "{first:02X}");
        for second in 0..=255 {
            let text = [first, second];
            assert_eq!(utf8::is_valid(&text), matches(&text), "{text:02X?}");
        }
    }
}

#[test]
fn the_grammar_judges_every_sequence_of_three_bytes() {
    // Without optimization: every first and second byte, with every third byte that the grammar
    // names.
    let borders = [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xF4, 0xFF];
    let all: Vec<u8> = (0..=255).collect();
    let thirds = if cfg!(debug_assertions) { &borders[..] } else { &all };
    batches::each(1 << 16, |prefix| {
        let [first, second] = (prefix as u16).to_be_bytes();
        for &third in thirds {
            let text = [first, second, third];
            assert_eq!(utf8::is_valid(&text), matches(&text), "{text:02X?}");
        }
    });
}

#[test]
fn the_grammar_judges_every_sequence_of_four_bytes_with_such_a_lead() {
    // Other leads leave three bytes, which the test above judges. The last two bytes are at
    // borders.
    let borders = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0, 0xFF];
    for lead in 0xF0..=0xFF {
        for second in 0..=255 {
            for third in borders {
                for fourth in borders {
                    let text = [lead, second, third, fourth];
                    assert_eq!(utf8::is_valid(&text), matches(&text), "{text:02X?}");
                }
            }
        }
    }
}
