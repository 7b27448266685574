//! The decoder and the encoder: bytes 0E and 0F shift between characters of two bytes and of one.

use core::mem::MaybeUninit;

use super::part::Part;
use crate::{
    codec::{
        charset::{
            cells::{Newline, Table},
            state::{SHIFT_IN, SHIFT_OUT, State},
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
    simd::Progress,
};

/// A charset of EBCDIC with characters of one and of two bytes.
pub(crate) struct Shifted {
    pub(super) single: &'static Table,
    pub(super) double: &'static Part,
    pub(super) newline: Newline,
}

impl Shifted {
    /// Creates the variant with these line ends.
    pub(crate) const fn with(&self, newline: Newline) -> Self {
        Self { single: self.single, double: self.double, newline }
    }

    /// Returns the character of a byte.
    fn single(&self, byte: u8) -> Option<char> {
        Some(self.newline.swap(self.single.decode(byte)?))
    }

    /// Returns the byte of a character.
    pub(crate) fn byte(&self, character: char) -> Option<u8> {
        self.single.encode(self.newline.swap(character))
    }

    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(crate) fn first(&self, state: State, src: &[u8], last: bool) -> Step {
        let ill_formed = |kind, len| Step::IllFormed { kind, len };
        match *src {
            [] => Step::Incomplete,
            [SHIFT_OUT | SHIFT_IN, ..] => Step::Shift { len: 1 },
            [byte, ..] if state != State::Double => match self.single(byte) {
                Some(character) => Step::Value { value: character.into(), len: 1 },
                None => ill_formed(Kind::InvalidByte, 1),
            },
            [lead, ..] if !self.double.is_lead(lead) => ill_formed(Kind::InvalidByte, 1),
            [_] if !last => Step::Incomplete,
            [lead, trail, ..] if Part::is_trail(trail) => match self.double.decode([lead, trail]) {
                Some(value) => Step::Value { value, len: 2 },
                None => ill_formed(Kind::Unassigned, 2),
            },
            [_, ..] => ill_formed(Kind::Truncated, 1),
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::decode`].
    pub(crate) fn decode(
        &self,
        state: &mut State,
        src: &[u8],
        values: &mut [MaybeUninit<u32>],
    ) -> Progress {
        let mut done = Progress::default();
        while done.written < values.len() {
            let (value, len) = match src[done.read..] {
                [SHIFT_OUT, ..] => {
                    *state = State::Double;
                    done.read += 1;
                    continue;
                }
                [SHIFT_IN, ..] => {
                    *state = State::Start;
                    done.read += 1;
                    continue;
                }
                [lead, trail, ..] if *state == State::Double => {
                    let Some(value) = self.double.decode([lead, trail]) else { break };
                    (value, 2)
                }
                [byte, ..] if *state != State::Double => {
                    let Some(character) = self.single(byte) else { break };
                    (character.into(), 1)
                }
                _ => break,
            };
            values[done.written].write(value);
            done.read += len;
            done.written += 1;
        }
        done
    }

    /// Implements [`crate::codec::encoder::Encoder::encode`].
    pub(crate) fn encode(&self, state: State, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let mut encoded = Encoded::EMPTY;
        if let Some(byte) = self.byte(char::from_u32(value)?) {
            if state == State::Double {
                encoded.push(SHIFT_IN);
            }
            encoded.push(byte);
        } else {
            let code = self.double.encode(value)?;
            if state != State::Double {
                encoded.push(SHIFT_OUT);
            }
            code.into_iter().for_each(|byte| encoded.push(byte));
        }
        Some(encoded)
    }

    /// Implements [`crate::codec::encoder::Encoder::encode_all`].
    pub(crate) fn encode_all(
        &self,
        state: &mut State,
        values: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        let mut done = Progress::default();
        for &value in values {
            let room = &mut dst[done.written..];
            // Cost: most characters of two bytes are written here.
            if *state == State::Double
                && !self.single.may_have(value)
                && let Some(code) = self.double.encode(value)
                && let Some(room) = room.first_chunk_mut()
            {
                *room = code.map(MaybeUninit::new);
                done.written += code.len();
            } else {
                let Some(encoded) = self.encode(*state, value) else { break };
                let Some(len) = encoded.store(room) else { break };
                *state = state.shifted(encoded.bytes());
                done.written += len;
            }
            done.read += 1;
        }
        done
    }
}
