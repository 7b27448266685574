//! Tests all characters, all pairs of UTF-16 code units and all values of UTF-32, with every set of
//! kernels that this machine can run. They are next to other text, so that no kernel uses its code
//! for short texts.

use core::mem::MaybeUninit;

use utfkit::simd::{self, Form, Level};

use crate::support::{
    batches,
    replaced::{LossyConversion, push},
    slices,
};

/// With optimization, the tests try more.
const THOROUGH: bool = !cfg!(debug_assertions);

const BOTH_16: [Form; 2] = [Form::Utf16Le, Form::Utf16Be];
const BOTH_32: [Form; 2] = [Form::Utf32Le, Form::Utf32Be];
const SURROGATES: core::ops::Range<u32> = 0xD800..0xE000;

/// Returns initialized memory as room for a kernel, which writes only initialized bytes.
fn uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same layout. By their contract, kernels keep the bytes initialized.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}

/// Returns the bytes of code units of `form`.
fn bytes(form: Form, units: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in units {
        match form {
            Form::Utf16Le => bytes.extend((unit as u16).to_le_bytes()),
            Form::Utf16Be => bytes.extend((unit as u16).to_be_bytes()),
            Form::Utf32Le => bytes.extend(unit.to_le_bytes()),
            _ => bytes.extend(unit.to_be_bytes()),
        }
    }
    bytes
}

/// Converts `text` with replacement to each encoding form with each set, and compares with the
/// standard library. Without optimization, only to one of the forms, chosen by the number of the
/// batch.
fn check_lossy(form: Form, text: &[u8], batch: u64) {
    let forms = slices::FORMS.into_iter().cycle().skip(batch as usize % 5);
    for to in forms.take(if THOROUGH { 5 } else { 1 }) {
        let expected = LossyConversion::of(form, to, text);
        let done = expected.within(usize::MAX);
        let mut room = vec![0; expected.bytes.len()];
        for kernels in simd::available() {
            room.fill(0x5A);
            let found = kernels.convert_lossy(form, to, text, uninit(&mut room));
            let name = format!("{} {form:?} to {to:?}", kernels.name());
            assert!(found == done && room == expected.bytes, "{name} of {:02X?}…", &text[..8]);
        }
    }
}

/// Checks the same text in all encoding forms: each set must find it well-formed, and convert it.
fn check_characters(text: impl Iterator<Item = char> + Clone) {
    let in_form = |form| {
        let mut bytes = Vec::new();
        text.clone().for_each(|character| assert!(push(form, character, &mut bytes)));
        bytes
    };
    let all = slices::FORMS.map(|form| (form, in_form(form)));
    for kernels in simd::available() {
        for (from, src) in &all {
            let name = format!("{} {from:?} of {:?}", kernels.name(), text.clone().next());
            assert_eq!(kernels.validate(*from, src), src.len(), "{name}");
            for (to, expected) in &all {
                let units = kernels.length(*from, *to, src);
                assert_eq!(units, expected.len() / to.unit(), "{name} in {to:?}");
                let mut room = vec![0x5A; expected.len()];
                let found = kernels.convert(*from, *to, src, uninit(&mut room));
                assert_eq!(found.read, src.len(), "{name} to {to:?}");
                assert!(room == *expected, "{name} to {to:?}");
            }
        }
    }
}

#[test]
fn every_character_to_every_form() {
    const EACH: u32 = 0x1000;
    batches::each(u64::from(0x11_0000 / EACH), |batch| {
        // Without optimization, all of the first plane and one sixteenth of each other plane.
        let first = batch as u32 * EACH;
        if !THOROUGH && first >= 0x1_0000 && first / EACH % 0x10 != first / 0x1_0000 % 0x10 {
            return;
        }
        let characters = (first..first + EACH).filter_map(char::from_u32);
        if characters.clone().next().is_none() {
            return;
        }
        // Adjacent characters have the same length. Then mix them with some of every length.
        check_characters(characters.clone());
        let others = ['a', '\u{E9}', 'b', '\u{4E2D}', 'c', 'd', '\u{1F600}'].into_iter().cycle();
        check_characters(characters.zip(others).flat_map(|(one, other)| [one, other]));
    });
}

/// A text of ASCII with one or two other units in the middle.
struct Frame {
    form: Form,
    text: Vec<u8>,
}

/// The number of units before them: in any set, the second unit of a pair is in another vector than
/// the first.
const ACROSS: usize = 31;

impl Frame {
    fn new(form: Form) -> Self {
        Self { form, text: bytes(form, [0x61; 2 * ACROSS + 2]) }
    }

    /// Puts a unit there.
    fn put(&mut self, at: usize, unit: u32) {
        let place = &mut self.text[at * self.form.unit()..][..self.form.unit()];
        match self.form {
            Form::Utf16Le => place.copy_from_slice(&(unit as u16).to_le_bytes()),
            Form::Utf16Be => place.copy_from_slice(&(unit as u16).to_be_bytes()),
            Form::Utf32Le => place.copy_from_slice(&unit.to_le_bytes()),
            _ => place.copy_from_slice(&unit.to_be_bytes()),
        }
    }

    /// Checks that `well_formed` units of the text are well-formed; all of them, if it is `None`.
    fn check(&self, kernels: Level, well_formed: Option<usize>, what: [u32; 2]) {
        let expected = well_formed.map_or(self.text.len(), |units| units * self.form.unit());
        let found = kernels.validate(self.form, &self.text);
        assert!(found == expected, "{} {:?} {what:04X?}: {found}", kernels.name(), self.form);
    }

    /// Checks each pair of a unit of `firsts` and one of `seconds`.
    fn check_pairs(
        &mut self,
        kernels: Level,
        firsts: impl Iterator<Item = u32>,
        seconds: impl Iterator<Item = u32> + Clone,
    ) {
        for first in firsts {
            self.put(ACROSS, first);
            for second in seconds.clone() {
                self.put(ACROSS + 1, second);
                let mut wrong = char::decode_utf16([first as u16, second as u16])
                    .scan(0, |at, character| {
                        let here = *at;
                        *at += character.as_ref().map_or(1, |character| character.len_utf16());
                        Some((here, character.is_err()))
                    })
                    .filter(|&(_, wrong)| wrong);
                let well_formed = wrong.next().map(|(at, _)| ACROSS + at);
                self.check(kernels, well_formed, [first, second]);
            }
        }
    }
}

/// Checks each of `firsts` before each of `seconds`, with replacement, and an ASCII unit after each
/// pair.
fn check_pairs_lossy(
    firsts: impl Iterator<Item = u32> + Clone,
    seconds: impl Iterator<Item = u32> + Clone,
    batch: u64,
) {
    let pairs = firsts.flat_map(|first| seconds.clone().map(move |second| (first, second)));
    for form in BOTH_16 {
        check_lossy(form, &bytes(form, pairs.clone().flat_map(|(a, b)| [a, b, 0x41])), batch);
    }
}

#[test]
fn utf16_of_every_unit_next_to_border_units_by_every_kernel() {
    let borders = [0x0041, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x00D8].into_iter();
    let every = if THOROUGH { 1 } else { 61 };
    batches::each(0x100, |high| {
        let units = (0x100 * high as u32..).take(0x100);
        check_pairs_lossy(units.clone(), borders.clone(), high);
        check_pairs_lossy(borders.clone(), units.clone(), high);
        // Each pair is a text of its own. Without optimization, only some of them.
        let units = units.skip(high as usize % every).step_by(every);
        for kernels in simd::available() {
            for form in BOTH_16 {
                let mut frame = Frame::new(form);
                frame.check_pairs(kernels, units.clone(), borders.clone());
                frame.check_pairs(kernels, borders.clone(), units.clone());
            }
        }
    });
}

#[test]
#[ignore = "2^32 pairs for each kernel in both orders: minutes, with --release"]
fn utf16_of_every_pair_of_units_by_every_kernel() {
    let others = || (0..0x1_0000).filter(|unit| !SURROGATES.contains(unit));
    batches::each(1 << 16, |batch| {
        let first = [batch as u32].into_iter();
        let is_surrogate = first.clone().all(|unit| SURROGATES.contains(&unit));
        if is_surrogate {
            check_pairs_lossy(first.clone(), 0..0x1_0000, batch);
            check_pairs_lossy(0..0x1_0000, first.clone(), batch);
        }
        for form in BOTH_16 {
            let pairs = bytes(form, others().flat_map(|second| first.clone().chain([second])));
            for kernels in simd::available() {
                let mut frame = Frame::new(form);
                frame.check_pairs(kernels, first.clone(), SURROGATES);
                if is_surrogate {
                    frame.check_pairs(kernels, first.clone(), others());
                } else {
                    // Without any surrogate, they are well-formed, and do not need texts of their
                    // own.
                    assert_eq!(kernels.validate(form, &pairs), pairs.len(), "{first:?}");
                }
            }
        }
    });
}

/// Checks `unit` in the middle of ASCII, with each set.
fn check_units(high: u32, lows: impl Iterator<Item = u32> + Clone) {
    for form in BOTH_32 {
        let mut frame = Frame::new(form);
        for kernels in simd::available() {
            for unit in lows.clone().map(|low| high << 16 | low) {
                frame.put(ACROSS, unit);
                let wrong = char::from_u32(unit).is_none();
                frame.check(kernels, wrong.then_some(ACROSS), [unit, 0x61]);
            }
        }
    }
}

#[test]
fn utf32_at_borders_by_every_kernel() {
    let lows = [0x0000, 0x0041, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF].into_iter();
    let every = if THOROUGH { 1 } else { 61 };
    batches::each(0x100, |highest| {
        let highs = (0x100 * highest as u32..).take(0x100);
        let units = highs.clone().flat_map(|high| lows.clone().map(move |low| high << 16 | low));
        for form in BOTH_32 {
            check_lossy(form, &bytes(form, units.clone().flat_map(|unit| [unit, 0x41])), highest);
        }
        // The seventeen planes, and the values around the sign bit of a lane: one text for each
        // unit.
        let all = |high: &u32| *high < 0x20 || (0x7FF0..0x8010).contains(high);
        for high in highs.filter(|high| all(high) || high.is_multiple_of(every)) {
            check_units(high, lows.clone());
        }
    });
}

#[test]
#[ignore = "2^32 units for each kernel in both orders: minutes, with --release"]
fn utf32_of_every_unit_by_every_kernel() {
    batches::each(1 << 16, |high| check_units(high as u32, 0..0x1_0000));
}

#[test]
#[ignore = "2^32 texts for each kernel: minutes, with --release"]
fn utf8_of_four_bytes_with_replacement_by_every_kernel() {
    batches::each(1 << 16, |prefix| {
        let [first, second] = (prefix as u16).to_be_bytes();
        let mut text = Vec::with_capacity(5 << 16);
        for rest in 0..=u16::MAX {
            let [third, fourth] = rest.to_be_bytes();
            text.extend([first, second, third, fourth, b'a']);
        }
        let expected: Vec<u8> = String::from_utf8_lossy(&text)
            .encode_utf16()
            .flat_map(|unit| unit.to_le_bytes())
            .collect();
        let mut room = vec![0; expected.len()];
        for kernels in simd::available() {
            let found = kernels.convert_lossy(Form::Utf8, Form::Utf16Le, &text, uninit(&mut room));
            let name = format!("{} of {first:02X} {second:02X}", kernels.name());
            assert!(found.read == text.len() && room == expected, "{name}");
        }
    });
}
