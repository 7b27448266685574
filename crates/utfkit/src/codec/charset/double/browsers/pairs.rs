//! Charsets of the WHATWG standard with characters of several bytes, and their variants.

use core::mem::MaybeUninit;

use super::{
    family::{Code, Family},
    hkscs,
    room::Room,
};
use crate::{
    codec::{
        charset::{
            double::grids::JIS_X_0212,
            state::State,
            variant::{Twin, Variant},
        },
        step::Step,
    },
    form::Sequence,
    simd::Progress,
};

/// A charset that combines ASCII with characters of several bytes.
pub(crate) struct Pairs {
    family: Family,
    variant: Variant,
}

impl Pairs {
    pub(in super::super::super) const fn new(family: Family, variant: Variant) -> Self {
        Self { family, variant }
    }

    /// Returns `true` if a code can be two characters, so that a reader has a state.
    pub(in super::super::super) fn has_two_in_a_code(&self) -> bool {
        self.family == Family::Big5 && self.variant != Variant::Cp950
    }

    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(in super::super::super) fn first(&self, state: State, src: &[u8], last: bool) -> Step {
        let one = |value| Step::Value { value, len: 1 };
        // One byte for each of two characters, so that a finding can name either.
        match state.second(src).or_else(|| self.first_of_two(src)) {
            Some(value) => one(value),
            None => Step::from(self.sequence(src, last)),
        }
    }

    /// Returns the first character of the code at the start of `src` if it is two.
    fn first_of_two(&self, src: &[u8]) -> Option<u32> {
        State::first_of_two(src).filter(|_| self.has_two_in_a_code())
    }

    /// Returns the sequence at the start of `src`, which is not two characters.
    fn sequence(&self, src: &[u8], last: bool) -> Sequence {
        self.variant.own(src).unwrap_or_else(|| self.family.first(src, last))
    }

    /// Returns the state after `bytes`, a sequence.
    pub(in super::super::super) fn after(&self, bytes: &[u8]) -> State {
        if self.has_two_in_a_code() { State::half(bytes) } else { State::Start }
    }

    /// Decodes until a sequence is ill-formed, incomplete or two characters, or `room` is full.
    pub(in super::super::super) fn decode<T: Room>(
        &self,
        state: &mut State,
        src: &[u8],
        room: &mut [T],
    ) -> Progress {
        let mut done = Progress::default();
        if state.second(src).is_some() {
            return done;
        }
        loop {
            let common = self.family.decode_common(&src[done.read..], &mut room[done.written..]);
            done.read += common.read;
            done.written += common.written;
            let rest = &src[done.read..];
            if rest.is_empty() {
                break;
            }
            let Sequence::Value { value, len } = self.sequence(rest, false) else { break };
            if self.first_of_two(rest).is_some() {
                break;
            }
            let Some(written) = T::put_any(&mut room[done.written..], value) else { break };
            done.read += len;
            done.written += written;
        }
        if done.read > 0 {
            *state = State::Start;
        }
        done
    }

    /// Returns the bytes of a character.
    pub(in super::super::super) fn encode(&self, value: u32) -> Option<Code> {
        self.extra(value).or_else(|| self.family.encode(value).filter(|code| self.writes(*code)))
    }

    /// Returns the bytes of a character that the standard does not write, or writes as other bytes.
    fn extra(&self, value: u32) -> Option<Code> {
        match self.variant {
            Variant::EucJp => {
                let [row, column] = JIS_X_0212.encode(value)?;
                Some(([0x8F, row | 0x80, column | 0x80, 0], 3))
            }
            Variant::Big5Hkscs => {
                let [lead, trail] = hkscs::code(value)?;
                Some(([lead, trail, 0, 0], 2))
            }
            variant => variant.extra(value),
        }
    }

    /// Returns `true` if it writes these bytes, which the standard writes.
    fn writes(&self, (bytes, len): Code) -> bool {
        let [lead, trail, ..] = bytes;
        match (self.variant, len) {
            (Variant::Big5Hkscs, 2) => !hkscs::is_compatibility([lead, trail]),
            (_, 2) => self.variant.writes(lead, trail),
            // The only single byte that a variant can leave out is 80.
            (_, 1) if lead == 0x80 => self.variant.writes(lead, 0),
            _ => true,
        }
    }

    /// Encodes `values` until one cannot be encoded, or `dst` is full.
    pub(in super::super::super) fn encode_all(
        &self,
        values: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        let mut rest = values.iter().copied();
        let written = self.encode_some(&mut rest, dst);
        Progress { read: values.len() - rest.len(), written }
    }

    /// Encodes all of `text`. Returns the number of bytes, or `None` if a character cannot be encoded
    /// or does not fit.
    #[cfg(feature = "alloc")]
    pub(in super::super::super) fn encode_text(
        &self,
        text: &str,
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        let mut rest = text.chars().map(u32::from);
        let written = self.encode_some(&mut rest, dst);
        rest.next().is_none().then_some(written)
    }

    /// Implements [`encode_all`](Self::encode_all). Returns the number of bytes. `values` continues with
    /// the first value that is not encoded.
    fn encode_some(
        &self,
        values: &mut (impl Iterator<Item = u32> + Clone),
        dst: &mut [MaybeUninit<u8>],
    ) -> usize {
        let mut written = 0;
        loop {
            written += self.family.encode_common(self.variant, values, &mut dst[written..]);
            let mut rest = values.clone();
            let Some((bytes, len)) = rest.next().and_then(|value| self.encode(value)) else {
                return written;
            };
            let Some(room) = dst[written..].get_mut(..len) else { return written };
            for (slot, byte) in room.iter_mut().zip(bytes) {
                slot.write(byte);
            }
            *values = rest;
            written += len;
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::twin`].
    pub(in super::super::super) fn twin(&self, value: u32) -> Option<Twin> {
        self.variant.twin(value)
    }
}
