//! Charsets in which marks come before their letter: ANSEL and MARC-8.
//!
//! The reader returns the letter first. It composes the letter with the first marks if
//! Unicode has a composed letter, and returns one of the other marks for each byte after them. So
//! every byte belongs to one character, as in codes that are two characters.
//!
//! The writer holds back a letter until the next character is not a mark. A mark after a letter with
//! which it composes is not written, because it would read back as another text: composed text
//! (NFC) is written, and decomposed text is not.

use super::{
    super::Shifts,
    held::{Held, MAX_MARKS},
    marc8,
};
use crate::{
    codec::{
        charset::{
            cells::{Table, tables as cells},
            state::ESCAPE,
            variant::{compose, decompose},
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::{Encoded, cut},
};

/// A charset in which marks come before their letter.
pub(crate) enum Marked {
    /// The characters of all bytes.
    Table(&'static Table),
    /// Sets of characters that escape sequences designate.
    Marc8,
}

/// The same limit for the writer of MARC-8, which may write an escape sequence of three bytes
/// before the bare character.
const MAX_MARKS_OF_MARC: usize = MAX_MARKS - 3;

impl Marked {
    /// Reads the sequence at the start of `src`. `shifts` has the mark that the last byte was, or 0.
    pub(in super::super) fn first(&self, shifts: Shifts, src: &[u8], last: bool) -> Step {
        let is_mark = |byte: &u8| self.mark(shifts, *byte).is_some();
        let marks = src.iter().take(MAX_MARKS + 1).take_while(|byte| is_mark(byte)).count();
        let letter = src.get(marks).map(|byte| self.letter(shifts, *byte));
        if let Some(mark) = self.mark(shifts, shifts.half)
            && marks < MAX_MARKS
        {
            match letter {
                Some(Some(_)) => return Step::Value { value: mark, len: 1 },
                None if !last => return Step::Incomplete,
                // The mark was reported as an error.
                _ => {}
            }
        }
        let ill_formed = |kind| Step::IllFormed { kind, len: 1 };
        match (src, marks, letter) {
            ([], ..) => Step::Incomplete,
            ([byte, ..], 0, _) => match self.value(shifts, *byte) {
                Some(value) => Step::Value { value, len: 1 },
                None => match self {
                    Marked::Table(_) => ill_formed(Kind::InvalidByte),
                    Marked::Marc8 => marc8::first(shifts, src, last),
                },
            },
            (_, ..=MAX_MARKS, Some(Some(letter))) => {
                let (value, composed) = self.composed(shifts, letter, cut::prefix(src, marks));
                // The letter itself follows the last mark.
                Step::Value { value, len: composed + 1 }
            }
            (_, ..=MAX_MARKS, None) if !last => Step::Incomplete,
            _ => ill_formed(Kind::Truncated),
        }
    }

    /// Returns the state after a sequence, with the mark after which the next byte is read, or 0.
    pub(in super::super) fn after(&self, shifts: Shifts, bytes: &[u8]) -> Shifts {
        let last = bytes.last().copied();
        let last = last.filter(|byte| self.mark(shifts, *byte).is_some());
        let next = match self {
            Marked::Table(_) => Shifts::default(),
            Marked::Marc8 => marc8::after(shifts, bytes),
        };
        // An escape sequence may end with the byte of a mark.
        let half = last.filter(|_| bytes.first() != Some(&ESCAPE)).unwrap_or_default();
        Shifts { half, ..next }
    }

    /// Returns the letter with the first marks that it composes with, and their number.
    fn composed(&self, shifts: Shifts, letter: u32, marks: &[u8]) -> (u32, usize) {
        let mut value = letter;
        for (at, byte) in marks.iter().enumerate() {
            match self.mark(shifts, *byte).and_then(|mark| compose(value, mark)) {
                Some(composed) => value = composed,
                None => return (value, at),
            }
        }
        (value, marks.len())
    }

    /// Returns the character that `byte` is alone.
    fn value(&self, shifts: Shifts, byte: u8) -> Option<u32> {
        match self {
            Marked::Table(table) => table.decode(byte).map(u32::from),
            Marked::Marc8 if byte == ESCAPE => None,
            Marked::Marc8 => marc8::single(shifts, byte),
        }
    }

    /// Returns the mark that `byte` is.
    fn mark(&self, shifts: Shifts, byte: u8) -> Option<u32> {
        self.value(shifts, byte).filter(|value| is_mark(*value))
    }

    /// Returns the character that `byte` is, if marks can be before it.
    fn letter(&self, shifts: Shifts, byte: u8) -> Option<u32> {
        self.value(shifts, byte).filter(|value| !is_bare(*value) && !is_mark(*value))
    }

    /// Returns the bytes that are certain after `value`, and the letter that is held back then.
    pub(in super::super) fn encode(
        &self,
        held: Option<Held>,
        value: u32,
    ) -> Option<(Encoded<MAX_BYTES>, Option<Held>)> {
        let g0 = held.map_or(0, |held| held.g0);
        if is_mark(value) {
            let max = if self.is_marc() { MAX_MARKS_OF_MARC } else { MAX_MARKS };
            let mut held = held?;
            if self.is_marc() && marc8::mark(g0, value).is_none() && held.marks().is_empty() {
                // Spaces, digits and signs are in the set of the mark, too.
                let code = marc8::letter_with(held.letter, value)?;
                held = Held { code: code.bytes, g0: code.g0, ..held };
            }
            let mut encoded = Encoded::EMPTY;
            marc8::designation(g0, held.g0).for_each(|byte| encoded.push(byte));
            let held = held.with(value, self.mark_byte(held.g0, value)?)?;
            return (held.marks().len() <= max).then_some((encoded, Some(held)));
        }
        if is_bare(value) {
            let byte = self.bare(value)?;
            let mut encoded = self.flush(held);
            encoded.push(byte);
            return Some((encoded, None));
        }
        let (mut letter, mut marks, mut count) = (value, [0; MAX_MARKS_OF_MARC], 0);
        let code = loop {
            if let Some(code) = self.code(g0, letter) {
                break code;
            }
            let (rest, mark) = decompose(letter)?;
            *marks.get_mut(count)? = mark;
            count += 1;
            letter = rest;
        };
        let mut next = Held { letter: value, code: code.bytes, g0: code.g0, ..Held::default() };
        for mark in marks.iter().take(count) {
            next.insert(self.mark_byte(code.g0, *mark)?)?;
        }
        let mut encoded = held.map_or(Encoded::EMPTY, |held| held.bytes());
        marc8::designation(g0, code.g0).for_each(|byte| encoded.push(byte));
        Some((encoded, Some(next)))
    }

    /// Returns the bytes of the letter that is held back. After them, text is as at the start.
    pub(in super::super) fn flush(&self, held: Option<Held>) -> Encoded<MAX_BYTES> {
        let mut encoded = held.map_or(Encoded::EMPTY, |held| held.bytes());
        let g0 = held.map_or(0, |held| held.g0);
        marc8::designation(g0, 0).for_each(|byte| encoded.push(byte));
        encoded
    }

    pub(in super::super) const fn is_marc(&self) -> bool {
        matches!(self, Marked::Marc8)
    }

    /// Returns the byte of a bare character.
    fn bare(&self, value: u32) -> Option<u8> {
        let table = match self {
            Marked::Table(table) => table,
            Marked::Marc8 => &cells::MARC_LATIN,
        };
        let is_escape = self.is_marc() && value == ESCAPE.into();
        table.encode(char::from_u32(value)?).filter(|_| !is_escape)
    }

    /// Returns the code of a letter.
    fn code(&self, g0: u8, value: u32) -> Option<marc8::Code> {
        match self {
            Marked::Table(table) => {
                let byte = table.encode(char::from_u32(value)?)?;
                Some(marc8::Code { bytes: [byte, 0, 0], g0 })
            }
            Marked::Marc8 => marc8::letter(g0, value),
        }
    }

    /// Returns the byte of a mark.
    fn mark_byte(&self, g0: u8, value: u32) -> Option<u8> {
        match self {
            Marked::Table(table) => table.encode(char::from_u32(value)?),
            Marked::Marc8 => marc8::mark(g0, value),
        }
    }
}

/// Returns `true` for marks that are combined with a letter.
const fn is_mark(value: u32) -> bool {
    matches!(value, 0x300..0x370 | 0xFE20..0xFE30)
        // Points of Hebrew, and vowels of Arabic.
        || matches!(value, 0x5B0..=0x5BD | 0x5BF | 0x5C1 | 0x5C2 | 0xFB1E | 0x64B..=0x652)
}

/// Returns `true` for characters that have no marks: controls, and the backslash, so that its byte is
/// never another character. They are written at once.
const fn is_bare(value: u32) -> bool {
    matches!(value, ..0x20 | 0x5C | 0x7F..0xA0 | 0x200C | 0x200D)
}
