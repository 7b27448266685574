//! Charsets in which marks come before their letter: ANSEL.
//!
//! The reader returns the letter first. It composes the letter with the first marks if
//! Unicode has a composed letter, and returns one of the other marks for each byte after them. So
//! every byte belongs to one character, as in codes that are two characters.
//!
//! The writer holds back a letter until the next character is not a mark. A mark after a letter with
//! which it composes is not written, because it would read back as another text: composed text
//! (NFC) is written, and decomposed text is not.

use crate::{
    codec::{
        charset::{
            cells::Table,
            variant::{compose, decompose},
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// A charset in which marks come before their letter.
pub(crate) struct Marked {
    pub(super) table: &'static Table,
}

/// The maximum number of marks of a letter. A letter with its marks, and a bare character after them,
/// do not exceed [`MAX_BYTES`].
const MAX_MARKS: usize = MAX_BYTES - 2;

/// The letter that the writer holds back, and the bytes of its marks. 0 is no mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    letter: u16,
    marks: [u8; MAX_MARKS],
    /// The number of marks that the letter is composed of. The others are characters.
    composed: u8,
}

impl Marked {
    /// Reads the sequence at the start of `src`. `half` is the mark that the last byte was, or 0.
    pub(super) fn first(&self, half: u8, src: &[u8], last: bool) -> Step {
        let marks = src.iter().take(MAX_MARKS + 1).take_while(|byte| self.mark(**byte).is_some());
        let marks = marks.count();
        let letter = src.get(marks).map(|byte| self.letter(*byte));
        if let Some(mark) = self.mark(half)
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
            ([byte, ..], 0, _) => match self.table.decode(*byte) {
                Some(character) => Step::Value { value: character.into(), len: 1 },
                None => ill_formed(Kind::InvalidByte),
            },
            (_, ..=MAX_MARKS, Some(Some(letter))) => {
                let (value, composed) = self.composed(letter, &src[..marks]);
                // The letter itself follows the last mark.
                Step::Value { value, len: composed + 1 }
            }
            (_, ..=MAX_MARKS, None) if !last => Step::Incomplete,
            _ => ill_formed(Kind::Truncated),
        }
    }

    /// Returns the mark after which the next byte is read, or 0.
    pub(super) fn after(&self, bytes: &[u8]) -> u8 {
        let last = bytes.last().copied();
        last.filter(|byte| self.mark(*byte).is_some()).unwrap_or_default()
    }

    /// Returns the letter with the first marks that it composes with, and their number.
    fn composed(&self, letter: u32, marks: &[u8]) -> (u32, usize) {
        let mut value = letter;
        for (at, byte) in marks.iter().enumerate() {
            match self.mark(*byte).and_then(|mark| compose(value, mark)) {
                Some(composed) => value = composed,
                None => return (value, at),
            }
        }
        (value, marks.len())
    }

    /// Returns the mark that `byte` is.
    fn mark(&self, byte: u8) -> Option<u32> {
        let value = u32::from(self.table.decode(byte)?);
        is_mark(value).then_some(value)
    }

    /// Returns the character that `byte` is, if marks can be before it.
    fn letter(&self, byte: u8) -> Option<u32> {
        let value = u32::from(self.table.decode(byte)?);
        (!is_bare(value) && !is_mark(value)).then_some(value)
    }

    /// Returns the bytes that are certain after `value`, and what is held back then.
    pub(super) fn encode(
        &self,
        held: Option<Held>,
        value: u32,
    ) -> Option<(Encoded<MAX_BYTES>, Option<Held>)> {
        if is_mark(value) {
            let held = held?.with(value, self.byte(value)?)?;
            return Some((Encoded::EMPTY, Some(held)));
        }
        let mut encoded = self.flush(held);
        if is_bare(value) {
            encoded.push(self.byte(value)?);
            return Some((encoded, None));
        }
        let mut next = Held { letter: u16::try_from(value).ok()?, ..Held::default() };
        let mut letter = value;
        while self.byte(letter).is_none() {
            let (rest, mark) = decompose(letter)?;
            next.insert(self.byte(mark)?)?;
            letter = rest;
        }
        Some((encoded, Some(next)))
    }

    /// Returns the bytes of what is held back.
    pub(super) fn flush(&self, held: Option<Held>) -> Encoded<MAX_BYTES> {
        let mut encoded = Encoded::EMPTY;
        let Some(held) = held else { return encoded };
        held.marks().iter().for_each(|byte| encoded.push(*byte));
        let mut letter = held.letter.into();
        while self.byte(letter).is_none()
            && let Some((rest, _)) = decompose(letter)
        {
            letter = rest;
        }
        self.byte(letter).into_iter().for_each(|byte| encoded.push(byte));
        encoded
    }

    fn byte(&self, value: u32) -> Option<u8> {
        self.table.encode(char::from_u32(value)?)
    }
}

impl Held {
    /// Returns the bytes of the marks.
    fn marks(&self) -> &[u8] {
        let len = self.marks.iter().position(|byte| *byte == 0);
        &self.marks[..len.unwrap_or(MAX_MARKS)]
    }

    /// Adds a mark that the letter is composed of, before the others.
    fn insert(&mut self, byte: u8) -> Option<()> {
        let len = self.marks().len();
        self.marks.copy_within(..len.min(MAX_MARKS - 1), 1);
        self.marks[0] = byte;
        self.composed += 1;
        (len < MAX_MARKS).then_some(())
    }

    /// Returns the letter with one more mark, unless they are composed when they are read.
    fn with(mut self, mark: u32, byte: u8) -> Option<Held> {
        let len = self.marks().len();
        let is_first = len == usize::from(self.composed);
        if is_first && compose(self.letter.into(), mark).is_some() {
            return None;
        }
        *self.marks.get_mut(len)? = byte;
        Some(self)
    }
}

/// Returns `true` for marks that are combined with a letter.
const fn is_mark(value: u32) -> bool {
    matches!(value, 0x300..0x370 | 0xFE20..0xFE30)
}

/// Returns `true` for characters that have no marks: controls, and the backslash, so that its byte is
/// never another character. They are written at once.
const fn is_bare(value: u32) -> bool {
    matches!(value, ..0x20 | 0x5C | 0x7F..0xA0 | 0x200C | 0x200D)
}
