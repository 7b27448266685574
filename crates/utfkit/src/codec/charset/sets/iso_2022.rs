//! ISO 2022 in seven bits: escape sequences designate sets of characters, and shifts select them.
//!
//! The reader decides everything. The writer tries sets in the order of their list, the current one
//! first, and what it writes is read to get its next state.

use super::{Set, Shifts};
use crate::{
    codec::{
        charset::state::{ESCAPE, SHIFT_IN, SHIFT_OUT},
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// A charset of ISO 2022, or HZ.
pub(crate) struct Iso2022 {
    pub(super) designations: &'static [Designation],
    /// Whether text begins with the first designation.
    pub(super) has_header: bool,
    /// Whether the designations of G1, G2 and G3 end with the line.
    pub(super) by_line: bool,
    /// Whether a tilde begins the designations, as in HZ.
    pub(super) is_hz: bool,
}

/// A set that can be designated.
pub(crate) struct Designation {
    pub(super) escape: &'static [u8],
    /// The number of the slot, from G0 to G3.
    pub(super) slot: u8,
    pub(super) set: Set,
    /// Whether it is written. Another designation has the same characters otherwise.
    pub(super) is_written: bool,
}

/// The bytes after an escape that select a code of G2 and of G3.
const SINGLE_SHIFTS: [u8; 2] = [b'N', b'O'];

const G0: u8 = 0;
const G1: u8 = 1;

impl Iso2022 {
    /// Reads the sequence at the start of `src`.
    pub(super) fn first(&self, shifts: Shifts, src: &[u8], last: bool) -> Step {
        let ill_formed = |kind, len| Step::IllFormed { kind, len };
        match *src {
            [] => Step::Incomplete,
            [byte, ..] if byte == self.lead() => self.escaped(shifts, src, last),
            [SHIFT_IN, ..] if self.has_g1() => Step::Shift { len: 1 },
            [SHIFT_OUT, ..] if shifts.slots[usize::from(G1)] > 0 => Step::Shift { len: 1 },
            [byte, ..] if byte >= 0x80 || self.is_shift(byte) => ill_formed(Kind::InvalidByte, 1),
            // Controls and spaces are those of US-ASCII in all sets.
            [byte @ (..0x21 | 0x7F), ..] => Step::Value { value: byte.into(), len: 1 },
            [byte, ..] => {
                let Some(set) = self.current(shifts) else {
                    return Step::Value { value: byte.into(), len: 1 };
                };
                if let Some((_, second)) = set.pair([shifts.half, byte]) {
                    return Step::Value { value: second, len: 1 };
                }
                if let [lead, trail, ..] = *src
                    && let Some((first, _)) = set.pair([lead, trail])
                {
                    return Step::Value { value: first, len: 1 };
                }
                code(set, src, last)
            }
        }
    }

    /// Reads the designation, or the code of G2 or G3, at the start of `src`.
    fn escaped(&self, shifts: Shifts, src: &[u8], last: bool) -> Step {
        if self.is_hz {
            match src {
                [_, b'~', ..] => return Step::Value { value: b'~'.into(), len: 2 },
                // The line continues.
                [_, b'\n', ..] => return Step::Shift { len: 2 },
                _ => {}
            }
        }
        let mut escapes = self.designations.iter().map(|designation| designation.escape);
        if let Some(escape) = escapes.clone().find(|escape| src.starts_with(escape)) {
            return Step::Shift { len: escape.len() };
        }
        if let [_, second, rest @ ..] = src
            && let Some(shift) = SINGLE_SHIFTS.iter().position(|shift| shift == second)
            && let Some(set) = self.slot(shifts, shift + 2)
        {
            return match code(set, rest, last) {
                Step::Value { value, len } => Step::Value { value, len: len + 2 },
                Step::IllFormed { kind, len } => Step::IllFormed { kind, len: len + 2 },
                Step::Incomplete if last => Step::IllFormed { kind: Kind::Truncated, len: 2 },
                step => step,
            };
        }
        let may_shift = src.len() == 1 && !self.is_hz;
        if !last && (may_shift || escapes.any(|escape| escape.starts_with(src))) {
            return Step::Incomplete;
        }
        Step::IllFormed { kind: Kind::BadEscape, len: 1 }
    }

    /// Returns the state after a sequence that [`first`](Self::first) read in the state `shifts`.
    pub(super) fn after(&self, shifts: Shifts, bytes: &[u8]) -> Shifts {
        let mut next = Shifts { half: 0, ..shifts };
        match bytes {
            [SHIFT_OUT] if !self.is_hz => next.is_out = true,
            [SHIFT_IN] if !self.is_hz => next.is_out = false,
            [b'\n'] if self.is_hz => next.slots[usize::from(G0)] = 0,
            [b'\n'] if self.by_line => {
                next.is_out = false;
                next.slots[usize::from(G1)..].fill(0);
            }
            _ => {
                let mut numbered = (1..).zip(self.designations);
                let is_it = |(_, one): &(u8, &Designation)| one.escape == bytes;
                if let Some((number, designation)) = numbered.find(is_it) {
                    let number = if matches!(designation.set, Set::Ascii) { 0 } else { number };
                    if let Some(slot) = next.slots.get_mut(usize::from(designation.slot)) {
                        *slot = number;
                    }
                } else if let [byte @ 0x21..=0x7E] = *bytes
                    && self.current(shifts).is_some_and(|set| set.width() == 2)
                    && shifts.half == 0
                {
                    next.half = byte;
                }
            }
        }
        next
    }

    /// Returns the bytes of a character, with the shifts before it.
    pub(super) fn encode(&self, shifts: Shifts, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let mut encoded = Encoded::EMPTY;
        let mut push = |bytes: &[u8]| bytes.iter().for_each(|byte| encoded.push(*byte));
        if self.has_header && shifts.slots[usize::from(G1)] == 0 {
            push(self.designations.first()?.escape);
        }
        let out = shifts.is_out;
        if let Ok(byte @ ..0x80) = u8::try_from(value) {
            if self.is_shift(byte) {
                return None;
            }
            if out {
                push(&[SHIFT_IN]);
            }
            if shifts.slots[usize::from(G0)] != 0 {
                push(self.to_ascii()?);
            }
            push(&[byte]);
            if byte == self.lead() {
                push(&[byte]);
            }
            return Some(encoded);
        }
        let current = shifts.slots[usize::from(if out { G1 } else { G0 })];
        let of = |number: u8| {
            let designation = self.designations.get(usize::from(number).checked_sub(1)?)?;
            Some((number, designation, designation.set.encode(value)?))
        };
        let written = (1..).zip(self.designations).filter(|(_, one)| one.is_written);
        let mut others = written.map(|(number, _)| number);
        let (number, designation, code) = of(current).or_else(|| others.find_map(of))?;
        let has_header = self.has_header && number == 1;
        let is_there = shifts.slots.get(usize::from(designation.slot)) == Some(&number);
        let is_new = !is_there && !has_header;
        if is_new {
            push(designation.escape);
        }
        match designation.slot {
            G0 if out => push(&[SHIFT_IN]),
            // glibc changes the set only at the shift.
            G1 if !out || is_new => push(&[SHIFT_OUT]),
            slot @ 2.. => push(&[ESCAPE, *SINGLE_SHIFTS.get(usize::from(slot - 2))?]),
            _ => {}
        }
        push(&code[..designation.set.width()]);
        Some(encoded)
    }

    /// Returns the state of the writer after `value`. For ICU, a carriage return ends a line too.
    pub(super) fn after_value(&self, shifts: Shifts, value: u32) -> Shifts {
        let is_end = self.by_line && value == u32::from(b'\r');
        if is_end { self.after(shifts, b"\n") } else { shifts }
    }

    /// Returns the bytes at the end of text.
    pub(super) fn tail(&self, shifts: Shifts) -> Encoded<MAX_BYTES> {
        let mut encoded = Encoded::EMPTY;
        if shifts.is_out {
            encoded.push(SHIFT_IN);
        }
        if shifts.slots[usize::from(G0)] != 0 {
            let escape = self.to_ascii().unwrap_or_default();
            escape.iter().for_each(|byte| encoded.push(*byte));
        }
        encoded
    }

    /// Returns `true` if some codes are two characters.
    pub(super) fn has_pairs(&self) -> bool {
        self.designations.iter().any(|one| matches!(one.set, Set::Jis0213(_)))
    }

    /// Returns `true` if `byte` is never a character. In HZ, it is a control like the others.
    const fn is_shift(&self, byte: u8) -> bool {
        !self.is_hz && matches!(byte, ESCAPE | SHIFT_IN | SHIFT_OUT)
    }

    /// Returns the byte that begins a designation.
    const fn lead(&self) -> u8 {
        if self.is_hz { b'~' } else { ESCAPE }
    }

    fn has_g1(&self) -> bool {
        self.designations.iter().any(|designation| designation.slot == G1)
    }

    fn to_ascii(&self) -> Option<&'static [u8]> {
        let mut designations = self.designations.iter();
        let ascii = designations.find(|designation| matches!(designation.set, Set::Ascii))?;
        Some(ascii.escape)
    }

    /// Returns the set in a slot.
    fn slot(&self, shifts: Shifts, slot: usize) -> Option<&'static Set> {
        let at = usize::from(shifts.slots[slot]).checked_sub(1)?;
        Some(&self.designations.get(at)?.set)
    }

    /// Returns the set of codes without a single shift. `None` is US-ASCII.
    fn current(&self, shifts: Shifts) -> Option<&'static Set> {
        self.slot(shifts, usize::from(shifts.is_out))
    }
}

/// Reads the code of a set at the start of `src`.
fn code(set: &Set, src: &[u8], last: bool) -> Step {
    let ill_formed = |kind, len| Step::IllFormed { kind, len };
    let width = set.width();
    match *src {
        [byte, ..] if !matches!(byte, 0x20..0x80) => ill_formed(Kind::Truncated, 0),
        [byte, ..] if width == 1 => match set.decode([byte, 0]) {
            Some(value) => Step::Value { value, len: 1 },
            None => ill_formed(Kind::Unassigned, 1),
        },
        [lead @ 0x21..=0x7E, trail @ 0x21..=0x7E, ..] => match set.decode([lead, trail]) {
            Some(value) => Step::Value { value, len: 2 },
            None => ill_formed(Kind::Unassigned, 2),
        },
        [] => Step::Incomplete,
        [_] if !last => Step::Incomplete,
        [..] => ill_formed(Kind::Truncated, 1),
    }
}
