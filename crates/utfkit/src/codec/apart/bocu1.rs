//! BOCU-1, Binary Ordered Compression for Unicode (UTN #6).
//!
//! Each character is the difference to a *base* that the last character determines: the middle of
//! its block. Small differences take one byte. Each text has one spelling, and texts compare by
//! bytes as they do by code points. Controls and the space are their own bytes, and a control moves
//! the base back to ASCII.

use core::mem::MaybeUninit;

use super::{MAX_BYTES, Step};
use crate::{error::Kind, form::Encoded, scalar, simd::Progress};

/// The base at the start of a text and after a control.
const START: u32 = 0x40;
/// The lead of the difference zero.
const MIDDLE: u8 = 0x90;
/// The first byte that is not a control or the space.
const MIN: u8 = 0x21;
/// The byte that moves the base back without a character.
const RESET: u8 = 0xFF;

/// The number of bytes that may follow a lead.
const TRAILS: i32 = 243;
/// The controls that may follow a lead are the digits below 20. The other bytes follow in order.
const CONTROLS: [u8; 20] = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19,
    0x1C, 0x1D, 0x1E, 0x1F,
];
/// The difference between a byte that is not a control, and its digit.
const SHIFT: u8 = MIN - CONTROLS.len() as u8;

/// The leads of a sequence of this many bytes after the lead: the first lead, and the least
/// difference.
struct Range {
    trails: usize,
    lead: u8,
    least: i32,
}

const REACH_2: i32 = 64 + 43 * TRAILS;
const REACH_3: i32 = REACH_2 + 3 * TRAILS * TRAILS;

/// The ranges of differences, in the order of the leads.
const RANGES: [Range; 7] = [
    Range { trails: 3, lead: 0x21, least: -REACH_3 - TRAILS * TRAILS * TRAILS },
    Range { trails: 2, lead: 0x22, least: -REACH_3 },
    Range { trails: 1, lead: 0x25, least: -REACH_2 },
    Range { trails: 0, lead: 0x50, least: -64 },
    Range { trails: 1, lead: 0xD0, least: 64 },
    Range { trails: 2, lead: 0xFB, least: REACH_2 },
    Range { trails: 3, lead: 0xFE, least: REACH_3 },
];

/// Returns the base after `value`.
const fn base_after(value: u32) -> u32 {
    match value {
        // Hiragana crosses a multiple of 80. Chinese and Hangul are large, so their base is in
        // reach of two bytes from all of them.
        0x3040..=0x309F => 0x3070,
        0x4E00..=0x9FA5 => 0x4E00 + REACH_2 as u32,
        0xAC00..=0xD7A3 => (0xD7A3 + 0xAC00) / 2,
        _ => (value & !0x7F) + START,
    }
}

/// Returns the digit of `byte` after a lead.
fn digit(byte: u8) -> Option<i32> {
    match byte {
        MIN.. => Some((byte - SHIFT).into()),
        _ => CONTROLS.iter().position(|&one| one == byte).map(|digit| digit as i32),
    }
}

/// Returns the byte of `digit` after a lead.
fn trail(digit: i32) -> u8 {
    let digit = digit as u8;
    CONTROLS.get(usize::from(digit)).copied().unwrap_or(digit.wrapping_add(SHIFT))
}

/// The state of reading or writing a text: the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bocu1 {
    base: u32,
}

impl Bocu1 {
    /// Creates the state for the start of a text.
    pub(super) const fn new() -> Self {
        Self { base: START }
    }

    /// Decodes the sequence at the start of `src`. With `last`, nothing follows it. At most four
    /// bytes are needed.
    #[inline]
    pub(super) fn first(self, src: &[u8], last: bool) -> Step {
        let Some(&lead) = src.first() else { return Step::Incomplete };
        if lead < MIN {
            return Step::Value { value: lead.into(), len: 1 };
        }
        if lead == RESET {
            return Step::Shift { len: 1 };
        }
        let Some(range) = RANGES.iter().rfind(|range| range.lead <= lead) else {
            return Step::IllFormed { kind: Kind::InvalidByte, len: 1 };
        };
        let mut rest = i32::from(lead - range.lead);
        for at in 1..=range.trails {
            match src.get(at).map(|&byte| digit(byte)) {
                Some(Some(digit)) => rest = rest * TRAILS + digit,
                None if !last => return Step::Incomplete,
                _ => return Step::IllFormed { kind: Kind::Truncated, len: at },
            }
        }
        let len = range.trails + 1;
        let value = self.base.wrapping_add_signed(range.least + rest);
        let kind = match value {
            // These have bytes of their own.
            ..0x21 => Kind::Overlong { means: value },
            0xD800..0xE000 => Kind::Surrogate { value: value as u16 },
            0x21..0xD800 | 0xE000..=scalar::MAX => return Step::Value { value, len },
            // Below zero, or too high.
            _ => Kind::OutOfRange { value },
        };
        Step::IllFormed { kind, len }
    }

    /// Continues after `bytes`, for which [`first`](Self::first) returned a step.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        match self.first(bytes, true) {
            Step::Value { value, .. } => self.pass_value(value),
            Step::Shift { .. } => self.base = START,
            Step::Incomplete | Step::IllFormed { .. } => {}
        }
    }

    /// Continues after `value`.
    #[inline]
    pub(super) fn pass_value(&mut self, value: u32) {
        match value {
            0x20 => {}
            ..0x20 => self.base = START,
            0x21..=scalar::MAX => self.base = base_after(value),
            // No decoder gives it.
            _ => {}
        }
    }

    /// Returns the bytes of `value`, or `None` if it cannot be encoded.
    #[inline]
    pub(super) fn encode(self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        if !scalar::is_scalar(value) {
            return None;
        }
        if value < MIN.into() {
            return Some(Encoded::new([value as u8, 0, 0, 0, 0, 0, 0, 0], 1));
        }
        let difference = value as i32 - self.base as i32;
        if let at @ -64..64 = difference {
            let lead = MIDDLE.wrapping_add_signed(at as i8);
            return Some(Encoded::new([lead, 0, 0, 0, 0, 0, 0, 0], 1));
        }
        let range = RANGES.iter().rfind(|range| range.least <= difference)?;
        let rest = difference - range.least;
        let mut bytes = Encoded::EMPTY;
        let digits = |at: u32| rest.checked_div(TRAILS.pow(at));
        bytes.push(range.lead + digits(range.trails as u32)? as u8);
        for at in (0..range.trails as u32).rev() {
            bytes.push(trail(digits(at)? % TRAILS));
        }
        Some(bytes)
    }

    /// Decodes well-formed sequences of `src` until one is ill-formed or incomplete, or `values` is
    /// full.
    pub(super) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let mut done = Progress::default();
        while let Some(slot) = values.get_mut(done.written) {
            let rest = &src[done.read..];
            match self.first(rest, false) {
                Step::Value { value, len } => {
                    slot.write(value);
                    self.pass_value(value);
                    done.read += len;
                    done.written += 1;
                }
                Step::Shift { len } => {
                    self.base = START;
                    done.read += len;
                }
                _ => break,
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other() {
        let next = RANGES[1..].iter().map(|range| (range.lead, range.least));
        for (one, next) in RANGES.iter().zip(next.chain([(RESET, REACH_3 + TRAILS.pow(3))])) {
            let count = i32::from(next.0 - one.lead) * TRAILS.pow(one.trails as u32);
            assert_eq!(one.least + count, next.1);
        }
        assert!((0..TRAILS).all(|one| digit(trail(one)) == Some(one)));
    }

    #[test]
    fn all_values_come_back_from_all_bases() {
        let bases = [0, 0x61, 0xE9, 0x3B1, 0x3042, 0x4E00, 0x9FA5, 0xAC00, 0xFFFD, 0x1F600];
        for before in bases.into_iter().chain([0x10_FFFF]) {
            let mut state = Bocu1::new();
            state.pass_value(before);
            for value in (0..=scalar::MAX).filter(|&value| scalar::is_scalar(value)) {
                let Some(bytes) = state.encode(value) else { panic!("{value:X}") };
                assert_eq!(
                    state.first(bytes.bytes(), true),
                    Step::Value { value, len: bytes.len() }
                );
            }
        }
    }
}
