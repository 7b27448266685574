//! The letter that a writer holds back, because marks may follow it.

use crate::{
    codec::{charset::variant::compose, step::MAX_BYTES},
    form::Encoded,
};

/// The maximum number of marks of a letter. A letter with its marks, and a bare character after them,
/// do not exceed [`MAX_BYTES`].
pub(super) const MAX_MARKS: usize = MAX_BYTES - 2;

/// The letter that the writer holds back, and the bytes of its marks. 0 means no mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(super) letter: u32,
    /// The bytes of the letter without marks. 0 means no byte.
    pub(super) code: [u8; 3],
    pub(super) marks: [u8; MAX_MARKS],
    /// The number of marks that the letter is composed of. The others are characters.
    pub(super) composed: u8,
    /// In MARC-8: the number of the set that is G0.
    pub(super) g0: u8,
}

impl Held {
    /// Returns the bytes of the marks and the letter.
    pub(super) fn bytes(&self) -> Encoded<MAX_BYTES> {
        let mut encoded = Encoded::EMPTY;
        self.marks().iter().for_each(|byte| encoded.push(*byte));
        let code = self.code.iter().take_while(|byte| **byte != 0);
        code.for_each(|byte| encoded.push(*byte));
        encoded
    }

    /// Returns the bytes of the marks.
    pub(super) fn marks(&self) -> &[u8] {
        let len = self.marks.iter().position(|byte| *byte == 0);
        &self.marks[..len.unwrap_or(MAX_MARKS)]
    }

    /// Adds a mark that the letter is composed of, before the others.
    pub(super) fn insert(&mut self, byte: u8) -> Option<()> {
        let len = self.marks().len();
        self.marks.copy_within(..len.min(MAX_MARKS - 1), 1);
        self.marks[0] = byte;
        self.composed += 1;
        (len < MAX_MARKS).then_some(())
    }

    /// Returns the letter with one more mark, unless they are composed when they are read.
    pub(super) fn with(mut self, mark: u32, byte: u8) -> Option<Held> {
        let len = self.marks().len();
        let is_first = len == usize::from(self.composed);
        // A code of several bytes has no marks.
        if self.code[1] != 0 || is_first && compose(self.letter, mark).is_some() {
            return None;
        }
        *self.marks.get_mut(len)? = byte;
        Some(self)
    }
}
