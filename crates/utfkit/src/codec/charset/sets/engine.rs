//! The decoder and the encoder of charsets that combine sets of characters.

use core::mem::MaybeUninit;

use super::{Accented, Euc, Iso2022, Marked, ShiftJis, Shifts, gsm, vni};
use crate::{
    codec::{
        charset::{
            double::{begins_pair, ends_pair},
            state::{ESCAPE, State},
        },
        step::{MAX_BYTES, Step},
    },
    form::{Encoded, cut},
    simd::Progress,
};

/// The number of bytes of the code of a pair, and of its first character.
const CODE: usize = 2;

/// A charset that combines sets of characters.
pub(crate) enum Sets {
    Euc(Euc),
    ShiftJis(ShiftJis),
    Iso2022(Iso2022),
    /// GSM 03.38, with an escape before some characters.
    Gsm,
    /// An accent before its letter.
    Accented(Accented),
    /// Marks before their letter.
    Marked(Marked),
    /// VNI: marks after their letter.
    Vni,
}

impl Sets {
    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(crate) fn first(&self, state: State, src: &[u8], last: bool) -> Step {
        match self {
            Sets::Euc(euc) => euc.first(state.shifts(), src, last),
            Sets::ShiftJis(shift_jis) => shift_jis.first(state.shifts(), src, last),
            Sets::Iso2022(iso_2022) => iso_2022.first(state.shifts(), src, last),
            Sets::Gsm => gsm::first(src, last),
            Sets::Accented(accented) => accented.first(src, last),
            Sets::Marked(marked) => marked.first(state.shifts(), src, last),
            Sets::Vni => vni::first(src, last),
        }
    }

    /// Returns the state after a sequence that [`first`](Self::first) read.
    pub(crate) fn after(&self, state: State, bytes: &[u8]) -> State {
        State::of_shifts(match self {
            Sets::Euc(_) => Euc::after(bytes),
            Sets::ShiftJis(_) => ShiftJis::after(bytes),
            Sets::Iso2022(iso_2022) => iso_2022.after(state.shifts(), bytes),
            Sets::Marked(marked) => marked.after(state.shifts(), bytes),
            Sets::Accented(_) | Sets::Gsm | Sets::Vni => Shifts::default(),
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
            let rest = cut::rest(src, done.read);
            let len = match self.first(*state, rest, false) {
                Step::Value { value, len } => {
                    slot.write(value);
                    done.written += 1;
                    len
                }
                Step::Shift { len } => len,
                Step::Incomplete | Step::IllFormed { .. } => break,
            };
            *state = self.after(*state, cut::prefix(rest, len));
            done.read += len;
        }
        done
    }

    /// Returns the bytes of a character, and the state after them.
    ///
    /// A character that may begin a pair is held back. The shifts before it are not, so that the bytes
    /// of two characters do not exceed [`MAX_BYTES`].
    pub(crate) fn encode(&self, state: State, value: u32) -> Option<(Encoded<MAX_BYTES>, State)> {
        // Values beyond Unicode stand for pairs.
        char::from_u32(value)?;
        if let Sets::Marked(marked) = self {
            let (encoded, held) = marked.encode(state.held(), value)?;
            return Some((encoded, State::of_held(held)));
        }
        if !self.has_pairs() {
            let encoded = self.plain(state, value)?;
            let is_stateless =
                matches!(self, Sets::Euc(_) | Sets::Accented(_) | Sets::Gsm | Sets::Vni);
            let next = if is_stateless { state } else { self.read(state, encoded.bytes()) };
            let next = match self {
                Sets::Iso2022(iso_2022) => {
                    State::of_shifts(iso_2022.after_value(next.shifts(), value))
                }
                _ => next,
            };
            return Some((encoded, next));
        }
        let mut state = state;
        let mut encoded = self.flush(&mut state, value)?;
        let pair = ends_pair(state.shifts().pending, value).and_then(|(pair, _)| pair);
        let state = self.idle(state);
        let bytes = self.plain(state, pair.unwrap_or(value))?;
        let (held, pending) = match (pair, begins_pair(value)) {
            (None, Some(number)) => (CODE, number),
            _ => (0, 0),
        };
        let bytes = cut::prefix(bytes.bytes(), bytes.len() - held);
        bytes.iter().for_each(|byte| encoded.push(*byte));
        let shifts = self.read(state, bytes).shifts();
        Some((encoded, State::of_shifts(Shifts { pending, ..shifts })))
    }

    /// Returns the bytes of the character that was held back, unless `value` ends its pair.
    fn flush(&self, state: &mut State, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let Some((None, first)) = ends_pair(state.shifts().pending, value) else {
            return Some(Encoded::EMPTY);
        };
        *state = self.idle(*state);
        let encoded = self.plain(*state, first)?;
        *state = self.read(*state, encoded.bytes());
        Some(encoded)
    }

    /// Returns the state without a character that is held back.
    fn idle(&self, state: State) -> State {
        State::of_shifts(Shifts { pending: 0, ..state.shifts() })
    }

    /// Returns the bytes of a character, without regard to pairs.
    fn plain(&self, state: State, value: u32) -> Option<Encoded<MAX_BYTES>> {
        match self {
            Sets::Euc(euc) => euc.encode(value),
            Sets::ShiftJis(shift_jis) => shift_jis.encode(value),
            Sets::Iso2022(iso_2022) => iso_2022.encode(state.shifts(), value),
            Sets::Gsm => gsm::encode(value),
            Sets::Accented(accented) => accented.encode(value),
            // It has a state of its own.
            Sets::Marked(_) => None,
            Sets::Vni => vni::encode(value),
        }
    }

    /// Returns the state after `bytes`, which are read from the state `state` on.
    fn read(&self, state: State, bytes: &[u8]) -> State {
        let (mut state, mut rest) = (state, bytes);
        while let Step::Value { len, .. } | Step::Shift { len } = self.first(state, rest, true) {
            let (sequence, more) = cut::split(rest, len);
            state = self.after(state, sequence);
            rest = more;
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
            let Some((encoded, next)) = self.encode(*state, value) else { break };
            let Some(len) = encoded.store(&mut dst[done.written..]) else { break };
            *state = next;
            done.read += 1;
            done.written += len;
        }
        done
    }

    /// Implements [`crate::codec::encoder::Encoder::tail`].
    pub(crate) fn tail(&self, state: State) -> Encoded<MAX_BYTES> {
        if let Sets::Marked(marked) = self {
            return marked.flush(state.held());
        }
        let mut state = state;
        let mut encoded = self.flush(&mut state, 0).unwrap_or(Encoded::EMPTY);
        if let Sets::Iso2022(iso_2022) = self {
            let tail = iso_2022.tail(state.shifts());
            tail.bytes().iter().for_each(|byte| encoded.push(*byte));
        }
        encoded
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) fn has_states(&self) -> bool {
        matches!(self, Sets::Iso2022(_) | Sets::Marked(_)) || self.has_pairs()
    }

    /// Returns `true` if some codes are two characters, or characters that are exchanged.
    pub(crate) fn has_pairs(&self) -> bool {
        match self {
            Sets::Euc(euc) => euc.has_pairs(),
            Sets::ShiftJis(_) | Sets::Marked(_) => true,
            Sets::Iso2022(iso_2022) => iso_2022.has_pairs(),
            Sets::Accented(_) | Sets::Gsm | Sets::Vni => false,
        }
    }

    /// Returns the standard that decides which sequences are ill-formed.
    pub(crate) const fn standard(&self) -> &'static str {
        match self {
            Sets::Euc(_) | Sets::ShiftJis(_) => "mapping tables of ICU",
            Sets::Iso2022(_) => "ISO/IEC 2022",
            Sets::Gsm => "3GPP TS 23.038",
            Sets::Accented(_) => "ISO/IEC 6937",
            Sets::Marked(marked) if marked.is_marc() => "MARC 21",
            Sets::Marked(_) => "ANSI/NISO Z39.47",
            Sets::Vni => "tables of VNI fonts",
        }
    }

    /// Returns the first byte of a backslash.
    pub(crate) const fn backslash(&self) -> u8 {
        if matches!(self, Sets::Gsm) { ESCAPE } else { b'\\' }
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(crate) const fn is_ascii_compatible(&self) -> bool {
        match self {
            Sets::Euc(_) | Sets::Vni => true,
            // A set other than ASCII may have the bytes.
            Sets::Marked(marked) => !marked.is_marc(),
            Sets::Accented(accented) => accented.table.is_ascii_compatible(),
            Sets::ShiftJis(_) | Sets::Iso2022(_) | Sets::Gsm => false,
        }
    }
}
