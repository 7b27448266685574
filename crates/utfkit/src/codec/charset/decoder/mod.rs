//! The decoder of a charset.

#[cfg(feature = "alloc")]
mod text;

use core::mem::MaybeUninit;

#[cfg(feature = "std")]
use super::table;
use super::{super::step::Step, State};
use crate::{
    codec::{
        charset::{
            cells::{Page, SharedCells},
            double::{iso_2022_jp, johab},
            engine::Engine,
            name::Charset,
            sets::Sets,
        },
        plain::Plain,
    },
    error::Kind,
    form::{Form, Sequence},
    simd::{Progress, shared::page::Utf8Cells},
};

/// The decoder of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoder {
    charset: Charset,
    state: State,
}

impl Decoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self { charset, state: State::Start }
    }

    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(crate) fn first(&self, src: &[u8], last: bool) -> Step {
        match self.charset.engine() {
            Engine::Page(page) => Step::from(first_of_page(page, src)),
            Engine::Shifted(shifted, _) => shifted.first(self.state, src, last),
            Engine::Sets(sets, _) => sets.first(self.state, src, last),
            Engine::Johab(_) => Step::from(johab::first(src, last)),
            Engine::Replacement => match (self.state, src.len()) {
                (_, 0) => Step::Incomplete,
                // The rest of the text has no meaning.
                (State::Replaced, rest) => Step::Shift { len: rest },
                _ => Step::IllFormed { kind: Kind::InvalidByte, len: 1 },
            },
            Engine::Pairs(pairs) => pairs.first(self.state, src, last),
            Engine::Iso2022Jp(variant) => iso_2022_jp::first(self.state, *variant, src, last),
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::pass`].
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        match self.charset.engine() {
            Engine::Iso2022Jp(_) => self.state = State::escaped(bytes).unwrap_or(self.state),
            Engine::Pairs(pairs) => self.state = pairs.after(bytes),
            Engine::Shifted(shifted, _) => self.state = shifted.after(self.state, bytes),
            Engine::Sets(sets, _) => self.state = sets.after(self.state, bytes),
            Engine::Page(_) | Engine::Johab(_) => {}
            Engine::Replacement if bytes.is_empty() => {}
            Engine::Replacement => self.state = State::Replaced,
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::decode`].
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self.charset.engine() {
            Engine::Page(page) => page.decode_all(src, values),
            Engine::Pairs(pairs) => pairs.decode(&mut self.state, src, values),
            Engine::Iso2022Jp(variant) => {
                iso_2022_jp::decode(&mut self.state, *variant, src, values)
            }
            Engine::Shifted(shifted, _) => shifted.decode(&mut self.state, src, values),
            Engine::Sets(sets, _) => sets.decode(&mut self.state, src, values),
            Engine::Johab(_) => johab::decode(src, values),
            Engine::Replacement => {
                let read = if self.state == State::Replaced { src.len() } else { 0 };
                Progress { read, written: 0 }
            }
        }
    }

    /// Returns the form that decodes the same for plain text, and that text, if there is one.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        let ascii = (Form::Utf8, Plain::ALL.without_beyond_ascii());
        match self.charset.engine() {
            // The state after the first of two characters must not be lost.
            Engine::Pairs(pairs) => Some(ascii).filter(|_| !pairs.has_two_in_a_code()),
            Engine::Page(page) => Some(ascii).filter(|_| page.is_ascii_compatible()),
            Engine::Sets(sets, _) => {
                // A byte after a letter of ASCII may change it.
                Some(ascii).filter(|_| {
                    sets.is_ascii_compatible() && !sets.has_pairs() && !matches!(sets, Sets::Vni)
                })
            }
            Engine::Johab(_) => Some(ascii),
            Engine::Iso2022Jp(_) | Engine::Shifted(_, _) | Engine::Replacement => None,
        }
    }

    /// Returns `true` if each byte is a character of its own.
    pub(crate) fn is_single_byte(&self) -> bool {
        matches!(self.charset.engine(), Engine::Page(_))
    }

    /// Implements [`crate::codec::decoder::Decoder::utf8_cells`].
    pub(crate) fn utf8_cells(&self) -> Option<SharedCells> {
        let Engine::Page(page) = self.charset.engine() else { return None };
        #[cfg(feature = "std")]
        let cells = {
            static KEPT: [Utf8Cells; table::LEN] = [const { Utf8Cells::empty() }; table::LEN];
            KEPT.get(self.charset.number())?
        };
        #[cfg(not(feature = "std"))]
        let cells = Utf8Cells::empty();
        if !cells.is_filled() {
            cells.fill(|byte| page.decode(byte).map(u32::from));
        }
        Some(SharedCells(cells))
    }

    /// Implements [`crate::codec::decoder::Decoder::decode_utf8`].
    pub(crate) fn decode_utf8(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Progress> {
        match self.charset.engine() {
            Engine::Pairs(pairs) => Some(pairs.decode(&mut self.state, src, dst)),
            _ => None,
        }
    }

    /// Returns the number of bytes at the start of `src` that are neither a backslash nor a part of
    /// one.
    pub(crate) fn before_backslash(&self, src: &[u8]) -> usize {
        let is_backslash = |byte: u8| match self.charset.engine() {
            // Some pages have two.
            Engine::Page(page) => page.decode(byte) == Some('\\'),
            Engine::Shifted(shifted, _) => shifted.byte('\\') == Some(byte),
            Engine::Sets(sets, _) => sets.backslash() == byte,
            Engine::Pairs(_) | Engine::Iso2022Jp(_) | Engine::Johab(_) | Engine::Replacement => {
                byte == b'\\'
            }
        };
        src.iter().position(|&byte| is_backslash(byte)).unwrap_or(src.len())
    }
}

fn first_of_page(page: &Page, src: &[u8]) -> Sequence {
    match src.first().map(|&byte| page.decode(byte)) {
        None => Sequence::Incomplete,
        Some(None) => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
        Some(Some(character)) => Sequence::Value { value: character.into(), len: 1 },
    }
}
