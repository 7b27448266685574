//! MARC-8: the sets of library records, and the escape sequences that designate them.
//!
//! G0 has the bytes from 21 to 7E, and G1 has those from A1 to FE. Text begins with ASCII and ANSEL.
//! A designation lasts to the end of the line, the subfield, the field or the record, because MARC 21
//! begins each of them with the first sets. The writer changes only G0.

use super::{
    super::Shifts,
    eacc::{EACC, WIDTH},
};
use crate::{
    codec::{
        charset::{
            cells::{Table, tables as cells},
            state::ESCAPE,
        },
        step::Step,
    },
    error::Kind,
    form::cut,
};

/// The numbers of the slots of G0 and G1.
const G0: usize = 0;
const G1: usize = 1;

/// The high bit of a byte.
const HIGH: u8 = 0x80;

const SPACE: u8 = 0x20;

/// A set of characters.
struct Set {
    /// The bytes after an escape sequence that designate it as G0.
    name: &'static [u8],
    /// Its table, unless it is EACC.
    table: Option<&'static Table>,
    /// [`HIGH`] if it is the upper half of the table.
    half: u8,
    /// The first and the last byte, without the high bit.
    range: (u8, u8),
}

const fn set(name: &'static [u8], table: &'static Table, half: u8) -> Set {
    Set { name, table: Some(table), half, range: (0x21, 0x7E) }
}

/// The first sets of G0 and G1, with the numbers of their sets, from 0.
const FIRST: [u8; 2] = [0, 1];

/// The sets, in the order in which they are written.
static SETS: [Set; 12] = [
    set(b"(B", &cells::MARC_LATIN, 0),
    set(b"(!E", &cells::MARC_LATIN, HIGH),
    set(b"(N", &cells::MARC_CYRILLIC, 0),
    set(b"(Q", &cells::MARC_CYRILLIC, HIGH),
    set(b"(S", &cells::MARC_GREEK_HEBREW, 0),
    set(b"(2", &cells::MARC_GREEK_HEBREW, HIGH),
    set(b"(3", &cells::MARC_ARABIC, 0),
    set(b"(4", &cells::MARC_ARABIC, HIGH),
    Set { name: b"$1", table: None, half: 0, range: (0x21, 0x7E) },
    Set { name: b"p", table: Some(&cells::MARC_SCRIPTS), half: 0, range: (0x21, 0x39) },
    set(b"b", &cells::MARC_SCRIPTS, HIGH),
    Set { name: b"g", table: Some(&cells::MARC_SCRIPTS), half: 0, range: (0x61, 0x63) },
];

/// The sets whose designation names no slot. ASCII follows them as `s`.
const SHORT: [u8; 3] = [b'p', b'b', b'g'];

/// The meaning of the bytes after an escape.
enum Escape {
    /// The designation of a set, by its number, as G0 or G1, and the length with the escape.
    Set {
        slot: usize,
        set: u8,
        len: usize,
    },
    /// More bytes decide.
    Incomplete,
    None,
}

/// The bytes of a character, and the set that they belong to.
#[derive(Clone, Copy)]
pub(super) struct Code {
    pub(super) bytes: [u8; WIDTH],
    /// The number of the set that is G0.
    pub(super) g0: u8,
}

/// Returns the set that has `byte`.
fn current(shifts: Shifts, byte: u8) -> Option<&'static Set> {
    let slot = usize::from(byte >= HIGH);
    // The slots have numbers from 1, and 0 for the first set.
    let number = shifts.slots[slot].checked_sub(1).unwrap_or(FIRST[slot]);
    SETS.get(usize::from(number))
}

/// Returns the character that is `byte`, if it is one alone.
pub(super) fn single(shifts: Shifts, byte: u8) -> Option<u32> {
    match byte {
        ..=SPACE | 0x7F => Some(byte.into()),
        // The controls of MARC 21, which ANSEL has.
        0x80..=0xA0 => cells::MARC_LATIN.decode(byte).map(u32::from),
        _ => current(shifts, byte)?.decode(byte),
    }
}

impl Set {
    /// Returns the character of a byte, whose high bit is that of G1.
    fn decode(&self, byte: u8) -> Option<u32> {
        let low = byte & !HIGH;
        let is_in = (self.range.0..=self.range.1).contains(&low);
        self.table?.decode(low | self.half).filter(|_| is_in).map(u32::from)
    }

    /// Returns the byte of a character, without the high bit.
    fn encode(&self, value: u32) -> Option<u8> {
        let byte = self.table?.encode(char::from_u32(value)?)?;
        let low = byte & !HIGH;
        // The bytes of the other half are another set.
        (self.decode(low) == Some(value)).then_some(low)
    }

    /// Returns the code of a character in G0, if this is set number `g0`.
    fn code(&self, g0: u8, value: u32) -> Option<Code> {
        if self.table.is_none() {
            return EACC.encode(value).map(|bytes| Code { bytes, g0 });
        }
        Some(Code { bytes: [self.encode(value)?, 0, 0], g0 })
    }
}

/// Reads a sequence that is neither a mark nor a character of one byte: an escape sequence, or a
/// code of EACC.
pub(super) fn first(shifts: Shifts, src: &[u8], last: bool) -> Step {
    let ill_formed = |kind, len| Step::IllFormed { kind, len };
    let Some(&byte) = src.first() else { return Step::Incomplete };
    if byte == ESCAPE {
        return match escape(&src[1..]) {
            Escape::Set { len, .. } => Step::Shift { len },
            Escape::Incomplete if !last => Step::Incomplete,
            Escape::Incomplete | Escape::None => ill_formed(Kind::BadEscape, 1),
        };
    }
    // Only the third byte of a code may be that of a space.
    let firsts = [0x21, 0x21, SPACE];
    let is_code = |(one, first): &(&u8, u8)| (*first..=0x7E).contains(&(**one ^ byte & HIGH));
    let valid = src.iter().zip(firsts).take_while(is_code).count();
    match (current(shifts, byte), cut::prefix(src, valid)) {
        (Some(Set { table: None, .. }), &[first, second, third]) => {
            let code = [first, second, third].map(|one| one & !HIGH);
            match EACC.decode(code) {
                Some(value) => Step::Value { value, len: WIDTH },
                None => ill_formed(Kind::Unassigned, WIDTH),
            }
        }
        (Some(Set { table: None, .. }), &[_, ..]) if valid == src.len() && !last => {
            Step::Incomplete
        }
        (Some(Set { table: None, .. }), &[_, ..]) => ill_formed(Kind::Truncated, valid),
        // Another set has it.
        (_, &[_, ..]) => ill_formed(Kind::Unassigned, 1),
        (_, []) => ill_formed(Kind::InvalidByte, 1),
    }
}

/// Returns the sets after a sequence.
pub(super) fn after(shifts: Shifts, bytes: &[u8]) -> Shifts {
    let mut next = Shifts { half: 0, ..shifts };
    match bytes {
        [b'\n' | 0x1D..=0x1F] => Shifts::default(),
        [ESCAPE, rest @ ..] => {
            if let Escape::Set { slot, set, .. } = escape(rest)
                && let Some(number) = next.slots.get_mut(slot)
            {
                *number = if FIRST.get(slot) == Some(&set) { 0 } else { set + 1 };
            }
            next
        }
        _ => next,
    }
}

/// Reads the bytes after an escape.
fn escape(src: &[u8]) -> Escape {
    let number = |name: &[u8]| {
        let number = SETS.iter().position(|set| set.name.strip_prefix(b"(") == Some(name))?;
        u8::try_from(number).ok()
    };
    let slot = |byte| match byte {
        b'(' | b',' => Some(G0),
        b')' | b'-' => Some(G1),
        _ => None,
    };
    let eacc = |slot, len| match SETS.iter().position(|set| set.table.is_none()) {
        Some(set) => Escape::Set { slot, set: set as u8, len },
        None => Escape::None,
    };
    match *src {
        [] | [b'$'] => Escape::Incomplete,
        [b's', ..] => Escape::Set { slot: G0, set: FIRST[G0], len: 2 },
        [byte, ..] if SHORT.contains(&byte) => {
            match SETS.iter().position(|set| set.name == [byte]) {
                Some(set) => Escape::Set { slot: G0, set: set as u8, len: 2 },
                None => Escape::None,
            }
        }
        [b'$', b'1', ..] => eacc(G0, 3),
        [b'$', byte, ref rest @ ..] => match (slot(byte), rest) {
            (Some(slot), [b'1', ..]) => eacc(slot, 4),
            (Some(_), []) => Escape::Incomplete,
            _ => Escape::None,
        },
        [byte, ref rest @ ..] => match (slot(byte), rest) {
            (Some(_), [] | [b'!']) => Escape::Incomplete,
            (Some(slot), [b'!', b'E', ..]) => Escape::Set { slot, set: FIRST[G1], len: 4 },
            // Some programs leave out the byte before it.
            (Some(slot), [b'E', ..]) => Escape::Set { slot, set: FIRST[G1], len: 3 },
            (Some(slot), [name, ..]) => match number(&[*name]) {
                Some(set) => Escape::Set { slot, set, len: 3 },
                None => Escape::None,
            },
            _ => Escape::None,
        },
    }
}

/// Returns the code of a character that is not a mark, if G0 has set number `g0`.
pub(super) fn letter(g0: u8, value: u32) -> Option<Code> {
    if value == SPACE.into() {
        return Some(Code { bytes: [SPACE, 0, 0], g0 });
    }
    let of = |number: u8| SETS.get(usize::from(number))?.code(number, value);
    // G1 has ANSEL.
    let in_g1 = || {
        let code = of(FIRST[G1])?;
        Some(Code { bytes: [code.bytes[0] | HIGH, 0, 0], g0 })
    };
    of(g0).or_else(in_g1).or_else(|| (0..SETS.len() as u8).find_map(of))
}

/// Returns the byte of a mark before a letter, if G0 has set number `g0`.
pub(super) fn mark(g0: u8, value: u32) -> Option<u8> {
    let of = |number: u8| SETS.get(usize::from(number))?.encode(value);
    of(g0).or_else(|| Some(of(FIRST[G1])? | HIGH))
}

/// Returns the code of a letter in a set that also has a mark.
pub(super) fn letter_with(value: u32, mark: u32) -> Option<Code> {
    let of = |(g0, set): (u8, &Set)| {
        set.encode(mark)?;
        if value == SPACE.into() { letter(g0, value) } else { set.code(g0, value) }
    };
    (0..).zip(&SETS).find_map(of)
}

/// Returns the escape sequence that makes the set number `to` G0, after `from`.
pub(super) fn designation(from: u8, to: u8) -> impl Iterator<Item = u8> {
    let is_short = |number: u8| {
        let name = SETS.get(usize::from(number)).map_or(&b""[..], |set| set.name);
        matches!(name, [byte] if SHORT.contains(byte))
    };
    let name = match SETS.get(usize::from(to)) {
        _ if from == to => None,
        Some(_) if to == FIRST[G0] && is_short(from) => Some(&b"s"[..]),
        set => set.map(|set| set.name),
    };
    name.into_iter().flat_map(|name| core::iter::once(ESCAPE).chain(name.iter().copied()))
}
