//! The decoder and the encoder of charsets that combine sets of characters.

use core::mem::MaybeUninit;

use super::{Euc, Iso2022, ShiftJis};
use crate::{
    codec::{
        charset::state::State,
        step::{MAX_BYTES, Step},
    },
    form::Encoded,
    simd::Progress,
};

/// A charset that combines sets of characters.
pub(crate) enum Sets {
    Euc(Euc),
    ShiftJis(ShiftJis),
    Iso2022(Iso2022),
}

impl Sets {
    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(crate) fn first(&self, state: State, src: &[u8], last: bool) -> Step {
        match self {
            Sets::Euc(euc) => euc.first(state.shifts(), src, last),
            Sets::ShiftJis(shift_jis) => shift_jis.first(state.shifts(), src, last),
            Sets::Iso2022(iso_2022) => iso_2022.first(state.shifts(), src, last),
        }
    }

    /// Returns the state after a sequence that [`first`](Self::first) read.
    pub(crate) fn after(&self, state: State, bytes: &[u8]) -> State {
        State::of_shifts(match self {
            Sets::Euc(_) => Euc::after(bytes),
            Sets::ShiftJis(_) => ShiftJis::after(bytes),
            Sets::Iso2022(iso_2022) => iso_2022.after(state.shifts(), bytes),
        })
    }

    /// Implements [`crate::codec::decoder::Decoder::decode`].
    pub(crate) fn decode(
        &self,
        state: &mut State,
        src: &[u8],
        values: &mut [MaybeUninit<u32>],
    ) -> Progress {
        let mut done = Progress::default();
        while let Some(slot) = values.get_mut(done.written) {
            let len = match self.first(*state, &src[done.read..], false) {
                Step::Value { value, len } => {
                    slot.write(value);
                    done.written += 1;
                    len
                }
                Step::Shift { len } => len,
                Step::Incomplete | Step::IllFormed { .. } => break,
            };
            *state = self.after(*state, &src[done.read..][..len]);
            done.read += len;
        }
        done
    }

    /// Implements [`crate::codec::encoder::Encoder::encode`].
    pub(crate) fn encode(&self, state: State, value: u32) -> Option<Encoded<MAX_BYTES>> {
        match self {
            Sets::Euc(euc) => euc.encode(value),
            Sets::ShiftJis(shift_jis) => shift_jis.encode(value),
            Sets::Iso2022(iso_2022) => iso_2022.encode(state.shifts(), value),
        }
    }

    /// Returns the state after `bytes`, which [`encode`](Self::encode) returned in the state `state`.
    pub(crate) fn written(&self, state: State, bytes: &[u8]) -> State {
        let (mut state, mut rest) = (state, bytes);
        if !self.has_states() {
            return State::Start;
        }
        while let Step::Value { len, .. } | Step::Shift { len } = self.first(state, rest, true) {
            state = self.after(state, &rest[..len]);
            rest = &rest[len..];
        }
        state
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
            let Some(encoded) = self.encode(*state, value) else { break };
            let Some(len) = encoded.store(&mut dst[done.written..]) else { break };
            *state = self.written(*state, encoded.bytes());
            done.read += 1;
            done.written += len;
        }
        done
    }

    /// Implements [`crate::codec::encoder::Encoder::tail`].
    pub(crate) fn tail(&self, state: State) -> Encoded<MAX_BYTES> {
        match self {
            Sets::Euc(_) | Sets::ShiftJis(_) => Encoded::EMPTY,
            Sets::Iso2022(iso_2022) => iso_2022.tail(state.shifts()),
        }
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) const fn has_states(&self) -> bool {
        matches!(self, Sets::Iso2022(_))
    }

    /// Returns `true` if some codes are two characters.
    pub(crate) fn has_pairs(&self) -> bool {
        match self {
            Sets::Euc(euc) => euc.has_pairs(),
            Sets::ShiftJis(_) | Sets::Iso2022(_) => true,
        }
    }

    /// Returns the standard that decides which sequences are ill-formed.
    pub(crate) const fn standard(&self) -> &'static str {
        match self {
            Sets::Euc(_) | Sets::ShiftJis(_) => "mapping tables of ICU",
            Sets::Iso2022(_) => "ISO/IEC 2022",
        }
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(crate) const fn is_ascii_compatible(&self) -> bool {
        matches!(self, Sets::Euc(_))
    }
}
