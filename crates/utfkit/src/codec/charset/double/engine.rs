//! The decoder and the encoder: bytes 0E and 0F shift between characters of two bytes and of one.
//!
//! A few codes are two characters, as in JIS X 0213. `sets` describes how they are read and written.

use core::mem::MaybeUninit;

use super::{part::Part, seconds};
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
    /// Whether it has the codes of JIS X 0213 that are two characters.
    pub(super) has_pairs: bool,
    pub(super) newline: Newline,
}

/// Bytes of a character, and the state after them.
type Written = (Encoded<MAX_BYTES>, State);

impl Shifted {
    /// Creates the variant with these line ends.
    pub(crate) const fn with(&self, newline: Newline) -> Self {
        Self { single: self.single, double: self.double, has_pairs: self.has_pairs, newline }
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
        if let (State::DoubleHalf(lead), [trail, ..]) = (state, src)
            && let Some((_, second)) = self.pair([lead, *trail])
        {
            return Step::Value { value: second, len: 1 };
        }
        match *src {
            [] => Step::Incomplete,
            [SHIFT_OUT | SHIFT_IN, ..] => Step::Shift { len: 1 },
            [byte, ..] if !is_double(state) => match self.single(byte) {
                Some(character) => Step::Value { value: character.into(), len: 1 },
                None => ill_formed(Kind::InvalidByte, 1),
            },
            [lead, ..] if !self.double.is_lead(lead) => ill_formed(Kind::InvalidByte, 1),
            [_] if !last => Step::Incomplete,
            [lead, trail, ..] if Part::is_trail(trail) => {
                let code = [lead, trail];
                match (self.pair(code), self.double.decode(code)) {
                    (Some((first, _)), _) => Step::Value { value: first, len: 1 },
                    (None, Some(value)) => Step::Value { value, len: 2 },
                    (None, None) => ill_formed(Kind::Unassigned, 2),
                }
            }
            [_, ..] => ill_formed(Kind::Truncated, 1),
        }
    }

    /// Returns the two characters of a code that is two characters.
    fn pair(&self, code: [u8; 2]) -> Option<(u32, u32)> {
        seconds::of_ebcdic(code).filter(|_| self.has_pairs)
    }

    /// Returns the state after a sequence that [`first`](Self::first) read.
    pub(crate) fn after(&self, state: State, bytes: &[u8]) -> State {
        match (state, bytes) {
            (State::Double, [lead]) if self.has_pairs && seconds::is_lead_in_ebcdic(*lead) => {
                State::DoubleHalf(*lead)
            }
            (State::DoubleHalf(_), _) => State::Double.shifted(bytes),
            _ => state.shifted(bytes),
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
                [byte, ..] if *state == State::Start => {
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

    /// Returns the bytes of a character, and the state after them. A character that may begin a pair is
    /// held back. The shift before it is not.
    pub(crate) fn encode(&self, state: State, value: u32) -> Option<Written> {
        let character = char::from_u32(value)?;
        let mut encoded = Encoded::EMPTY;
        if let State::DoubleHeld(number) = state
            && let Some((pair, first)) = seconds::ends_pair(number, value)
        {
            let code = match pair {
                Some(pair) => seconds::to_ebcdic(pair),
                None => self.double.encode(first)?,
            };
            code.into_iter().for_each(|byte| encoded.push(byte));
            if pair.is_some() {
                return Some((encoded, State::Double));
            }
        }
        if let Some(byte) = self.byte(character) {
            if is_double(state) {
                encoded.push(SHIFT_IN);
            }
            encoded.push(byte);
            return Some((encoded, State::Start));
        }
        let code = self.double.encode(value)?;
        if !is_double(state) {
            encoded.push(SHIFT_OUT);
        }
        if let Some(number) = self.begins_pair(value) {
            return Some((encoded, State::DoubleHeld(number)));
        }
        code.into_iter().for_each(|byte| encoded.push(byte));
        Some((encoded, State::Double))
    }

    /// Returns the number of the pair that `value` begins, if it must be held back.
    fn begins_pair(&self, value: u32) -> Option<u8> {
        if self.has_pairs { seconds::begins_pair(value) } else { None }
    }

    /// Implements [`crate::codec::encoder::Encoder::tail`].
    pub(crate) fn tail(&self, state: State) -> Encoded<MAX_BYTES> {
        let mut encoded = Encoded::EMPTY;
        if let State::DoubleHeld(number) = state
            && let Some((_, first)) = seconds::ends_pair(number, 0)
        {
            let code = self.double.encode(first);
            code.into_iter().flatten().for_each(|byte| encoded.push(byte));
        }
        if is_double(state) {
            encoded.push(SHIFT_IN);
        }
        encoded
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
                && self.begins_pair(value).is_none()
                && let Some(room) = room.first_chunk_mut()
            {
                *room = code.map(MaybeUninit::new);
                done.written += code.len();
            } else {
                let Some((encoded, next)) = self.encode(*state, value) else { break };
                let Some(len) = encoded.store(room) else { break };
                *state = next;
                done.written += len;
            }
            done.read += 1;
        }
        done
    }
}

/// Returns `true` if the next characters have two bytes.
const fn is_double(state: State) -> bool {
    matches!(state, State::Double | State::DoubleHalf(_) | State::DoubleHeld(_))
}
