//! Tests UTF-16 of the kinds for which kernels have special code.

use utfkit::simd::{self, Form};

use super::{Bench, Placement, THOROUGH};
use crate::support::{reference, text::Random};

/// Returns `units` in each byte order.
fn in_both_orders(units: &[u16]) -> [(Form, Vec<u8>); 2] {
    [
        (Form::Utf16Le, units.iter().flat_map(|unit| unit.to_le_bytes()).collect()),
        (Form::Utf16Be, units.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
    ]
}

impl Bench {
    /// Checks `units` to UTF-8, with and without replacement, in rooms of the exact size, less, and
    /// more.
    fn check_to_utf8(&mut self, units: &[u16]) {
        for (form, text) in in_both_orders(units) {
            let conversion = reference::convert(form, Form::Utf8, &text);
            let need = conversion.bytes.len();
            let places = [Placement::End, Placement::End];
            for room in [need, need.saturating_sub(1), need / 2, need + 1, need + 60, need + 300] {
                self.check_writing([form, Form::Utf8], &text, places, room, &conversion);
            }
            self.check_lossy([form, Form::Utf8], &text, Placement::End);
        }
    }
}

/// UTF-16 with many surrogates, alone or in pairs, so that kernels expect them. The units between
/// are of kinds that kernels process in bulk. A unit that resembles a surrogate must stay
/// unchanged.
#[test]
fn many_surrogates_between_units_of_one_kind() {
    let count = if THOROUGH { 400 } else { 12 };
    let mut random = Random::new(17);
    for bench in &mut Bench::all() {
        for kind in [0x00..0x80, 0x80..0x100, 0x100..0x800, 0x800..0xD800, 0xE000..0x1_0000] {
            for number in 0..count {
                let (every, others) = ([4, 8, 20][number % 3], [0, 60][number / 3 % 2]);
                let units: Vec<u16> = (0..random.below(700))
                    .map(|_| match (random.below(every), random.below(100)) {
                        (0, _) => 0xD800 + random.below(0x800) as u16,
                        (_, of) if of < others => random.below(0x80) as u16,
                        _ => (kind.start + random.below(kind.len())) as u16,
                    })
                    .collect();
                for (form, text) in in_both_orders(&units) {
                    for to in [Form::Utf8, Form::Utf16Le, Form::Utf32Le] {
                        bench.check_lossy([form, to], &text, Placement::End);
                    }
                }
            }
        }
    }
}

/// A pair at every position of ASCII in which lone surrogates are so frequent that kernels expect
/// them. The pair is across the ends of their vectors, or has little text after it.
#[test]
fn a_pair_at_every_position_of_damaged_ascii() {
    let every = if THOROUGH { 1 } else { 9 };
    for bench in &mut Bench::all() {
        for len in (130..420).step_by(every) {
            for at in (0..len - 1).filter(|at| every == 1 || at % 32 > 28) {
                let mut units = [0x61; 424];
                for lone in (0..len).step_by(7) {
                    units[lone] = 0xDC07;
                }
                units[at..at + 4].copy_from_slice(&[0x61, 0xD83D, 0xDE00, 0x61]);
                for (form, text) in in_both_orders(&units[..len]) {
                    bench.check_lossy([form, Form::Utf8], &text, Placement::End);
                }
            }
        }
    }
}

/// A few letters, or other characters, at every position of ASCII, and so many that they are not
/// few.
#[test]
fn letters_at_every_position_of_ascii() {
    let every = if THOROUGH { 1 } else { 23 };
    let mut random = Random::new(18);
    for bench in &mut Bench::all() {
        for letter in [0x80, 0x7FF, 0x800, 0xFFFF, 0xD800, 0xDC00] {
            for at in (0..400).step_by(every) {
                let letters = random.below(12);
                let mut units: Vec<u16> = (0..at + 1 + random.below(300))
                    .map(|place| 0x20 + (place % 0x5F) as u16)
                    .collect();
                units[at] = letter;
                for _ in 0..letters {
                    let place = at + random.below(130);
                    let letter = [0xE9, 0x2019, letter][random.below(3)];
                    units.get_mut(place).into_iter().for_each(|unit| *unit = letter);
                }
                bench.check_to_utf8(&units);
            }
        }
    }
}

/// Lone surrogates in ASCII, near each other, with a letter so soon after them that a longer step
/// would be in vain. Tried a few times, and then many times.
#[test]
fn damage_in_ascii_that_is_taken_in_vain() {
    for bench in &mut Bench::all() {
        for times in 0..7 {
            for after in [0, 1, 5, 15, 16, 40] {
                let ascii = |len: usize| (0..len).map(|place| 0x41 + (place % 26) as u16);
                let mut units: Vec<u16> = Vec::new();
                for _ in 0..times {
                    units.extend([0xD800]);
                    units.extend(ascii(30));
                    units.extend([0xDC00]);
                    units.extend(ascii(after));
                    units.extend([0xE9]);
                    units.extend(ascii(160));
                }
                units.extend([0xD800, 0x41, 0xD801, 0x42, 0xDC00, 0xE9, 0xD800]);
                units.extend((0..200).map(|place| 0xE9 + place));
                bench.check_to_utf8(&units);
            }
        }
    }
}

/// Runs of pairs that begin at every position, with one unit among them that is not part of a pair,
/// or one unit too many.
#[test]
fn runs_of_pairs_with_a_break_at_every_position() {
    let every = if THOROUGH { 1 } else { 29 };
    let mut random = Random::new(19);
    for bench in &mut Bench::all() {
        for broken in [None, Some(0x61), Some(0x20AC), Some(0xD800), Some(0xDC00)] {
            for at in (0..420).step_by(every) {
                let before = [0, 1, 2, 63, 130][at % 5];
                let mut units: Vec<u16> = (0..before).map(|_| 0x4E00).collect();
                for _ in 0..(at / 2 + random.below(200)) {
                    units.push(0xD800 + random.below(0x400) as u16);
                    units.push(0xDC00 + random.below(0x400) as u16);
                }
                if let Some(broken) = broken {
                    if at % 2 == 0 && at < units.len() {
                        units[at] = broken;
                    } else {
                        units.insert(at.min(units.len()), broken);
                    }
                }
                bench.check_to_utf8(&units);
            }
        }
    }
}

/// Surrogates at every position between long runs without any. Kernels search for them in steps,
/// and a step without any may follow one that ends with a high surrogate.
#[test]
fn lossy_lengths_with_few_surrogates() {
    const UNITS: usize = 1100;
    let every = if THOROUGH { 1 } else { 31 };
    let kinds: [&[u16]; 4] = [&[0xD801], &[0xDC01], &[0xD801, 0xDC01], &[0xDBFF, 0xD801, 0xDC01]];
    for kind in kinds {
        for place in (0..UNITS - kind.len()).step_by(every).chain([UNITS - kind.len()]) {
            let mut units = vec![0x61; UNITS];
            units[place..place + kind.len()].copy_from_slice(kind);
            // A surrogate that is not half of a pair is alone.
            let (pairs, replaced) = (kind.len() / 2, kind.len() % 2);
            let lengths = [
                (Form::Utf8, UNITS + 2 * replaced + 2 * pairs),
                (Form::Utf16Be, UNITS),
                (Form::Utf32Le, UNITS - pairs),
            ];
            for (form, src) in in_both_orders(&units) {
                for (to, length) in lengths {
                    for kernels in simd::available() {
                        let found = kernels.length_lossy(form, to, &src);
                        let name = format!("{} {form:?} {kind:X?} at {place}", kernels.name());
                        assert_eq!((found.units, found.replaced), (length, replaced), "{name}");
                    }
                }
            }
        }
    }
}
