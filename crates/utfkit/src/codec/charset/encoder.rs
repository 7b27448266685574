//! The encoder of a charset.

use core::mem::MaybeUninit;

use super::{super::step::MAX_BYTES, State, state::ESCAPE_LEN};
#[cfg(feature = "std")]
use super::{super::step::Step, Decoder, table};
#[cfg(feature = "std")]
use crate::simd::shared::page::{KeptWindows, Windows};
use crate::{
    codec::{
        charset::{
            cells::FromUtf8,
            double::{iso_2022_jp, johab},
            engine::Engine,
            name::Charset,
            variant::{Twin, partners},
        },
        plain::Plain,
    },
    form::{Encoded, Form},
    simd::Progress,
};

/// The end of text in ISO-2022-JP that is not in the ASCII state.
const TO_ASCII: [u8; 8] = *b"\x1B(B\0\0\0\0\0";

/// The encoder of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoder {
    charset: Charset,
    state: State,
}

impl Encoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self { charset, state: State::Start }
    }

    /// Implements [`crate::codec::encoder::Encoder::encode`].
    pub(crate) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let character = char::from_u32(value)?;
        match self.charset.engine() {
            Engine::Page(page) => Some(whole(&[page.encode(character)?])),
            Engine::Pairs(pairs) => {
                let (bytes, len) = pairs.encode(value)?;
                bytes.get(..len).map(whole)
            }
            Engine::Iso2022Jp(variant) => iso_2022_jp::encode(self.state, *variant, value),
            Engine::Shifted(shifted, _) => Some(shifted.encode(self.state, value)?.0),
            Engine::Sets(sets, _) => Some(sets.encode(self.state, value)?.0),
            Engine::Johab(_) if value < 0x80 => Some(whole(&[value as u8])),
            Engine::Johab(_) => Some(whole(&johab::encode_pair(value)?)),
            Engine::Replacement => None,
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::twin`].
    pub(crate) fn twin(&self, value: u32) -> Option<Twin> {
        match self.charset.engine() {
            Engine::Page(page) => page.twin(value),
            Engine::Pairs(pairs) => pairs.twin(value),
            Engine::Iso2022Jp(variant) => variant.twin(value),
            Engine::Shifted(_, _) | Engine::Sets(_, _) => {
                let start = Self::new(self.charset);
                let has_it = |twin: &u32| start.encode(*twin).is_some();
                Some([partners(value).find(has_it)?, 0, 0])
            }
            Engine::Johab(_) | Engine::Replacement => None,
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::pass`].
    pub(crate) fn pass(&mut self, value: u32) {
        if !self.has_states() {
            return;
        }
        let next = match self.charset.engine() {
            Engine::Sets(sets, _) => sets.encode(self.state, value).map(|(_, next)| next),
            Engine::Shifted(shifted, _) => shifted.encode(self.state, value).map(|(_, next)| next),
            _ => self.encode(value).map(|bytes| self.state.after(bytes.bytes())),
        };
        self.state = next.unwrap_or(self.state);
    }

    /// Implements [`crate::codec::encoder::Encoder::encode_all`].
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match self.charset.engine() {
            Engine::Page(page) => page.encode_all(values, dst),
            Engine::Pairs(pairs) => pairs.encode_all(values, dst),
            Engine::Iso2022Jp(variant) => {
                iso_2022_jp::encode_all(&mut self.state, *variant, values, dst)
            }
            Engine::Shifted(shifted, _) => shifted.encode_all(&mut self.state, values, dst),
            Engine::Sets(sets, _) => sets.encode_all(&mut self.state, values, dst),
            Engine::Johab(_) => johab::encode_all(values, dst),
            Engine::Replacement => Progress::default(),
        }
    }

    /// Encodes all of `text`. Returns the number of bytes, or `None` if a character cannot be encoded or
    /// does not fit, or if the charset has states.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_text(&mut self, text: &str, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
        match self.charset.engine() {
            Engine::Page(page) => page.encode_text(text, dst),
            Engine::Pairs(pairs) => pairs.encode_text(text, dst),
            _ if self.has_states() => None,
            _ => {
                let mut written = 0;
                for character in text.chars() {
                    written += self.encode(character.into())?.store(&mut dst[written..])?;
                }
                Some(written)
            }
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::tail`].
    pub(crate) fn tail(&self) -> Encoded<MAX_BYTES> {
        match (self.charset.engine(), self.state) {
            (Engine::Sets(sets, _), state) => sets.tail(state),
            (Engine::Shifted(shifted, _), state) => shifted.tail(state),
            (_, State::Start) => Encoded::EMPTY,
            _ => Encoded::new(TO_ASCII, ESCAPE_LEN as u8),
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::end`].
    pub(crate) fn end(&mut self) {
        self.state = State::Start;
    }

    /// Implements [`crate::codec::encoder::Encoder::utf8_windows`].
    pub(crate) fn utf8_windows(&self) -> Option<FromUtf8> {
        #[cfg(feature = "std")]
        {
            static KEPT: [KeptWindows; table::LEN] = [const { KeptWindows::empty() }; table::LEN];
            let decoder = Decoder::new(self.charset);
            if self.base().is_none() || !decoder.is_single_byte() {
                return None;
            }
            let make = || {
                let characters =
                    (0x80..=0xFF).filter_map(|byte| match decoder.first(&[byte], true) {
                        Step::Value { value, .. } => {
                            let is_written =
                                self.encode(value).is_some_and(|it| it.bytes() == [byte]);
                            char::from_u32(value).filter(|_| is_written).map(|it| (it, byte))
                        }
                        _ => None,
                    });
                Windows::of(characters)
            };
            KEPT.get(self.charset.number())?.get(make).map(FromUtf8)
        }
        // A table that is not kept is not worth its price.
        #[cfg(not(feature = "std"))]
        None
    }

    /// Returns the form that encodes the same for plain text, and that text, if there is one.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        let ascii = (Form::Utf8, Plain::ALL.without_beyond_ascii());
        // A kernel would write before a character that is held back.
        Some(ascii).filter(|_| self.charset.is_ascii_compatible() && !self.has_states())
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) fn has_states(&self) -> bool {
        match self.charset.engine() {
            Engine::Iso2022Jp(_) | Engine::Shifted(_, _) => true,
            Engine::Sets(sets, _) => sets.has_states(),
            Engine::Page(_) | Engine::Pairs(_) | Engine::Johab(_) | Engine::Replacement => false,
        }
    }
}

/// Returns `bytes` as those of one character.
fn whole(bytes: &[u8]) -> Encoded<MAX_BYTES> {
    let mut whole = Encoded::EMPTY;
    for &byte in bytes {
        whole.push(byte);
    }
    whole
}
