//! The state of a decoder or an encoder between sequences.

use super::sets::{Held, Shifts};

/// The state of a decoder or an encoder between sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The initial state. In ISO-2022-JP: ASCII.
    Start,
    /// JIS X 0201 Roman, in ISO-2022-JP.
    Roman,
    /// JIS X 0201 Katakana, in ISO-2022-JP.
    Katakana,
    /// JIS X 0208, in ISO-2022-JP.
    Kanji,
    /// After the first byte of a Big5 pair that encodes two characters. It was decoded as the first
    /// one.
    Half,
    /// The text of `replacement` was reported as an error.
    Replaced,
    /// After a shift to characters of two bytes, in EBCDIC.
    Double,
    /// After such a shift, and after this first byte of a code that is two characters.
    DoubleHalf(u8),
    /// After such a shift; the writer holds back the first character of the pair with this number.
    DoubleHeld(u8),
    /// Any other state of a charset that combines sets of characters.
    Sets(Shifts),
    /// The writer holds back a letter, to which marks may be added.
    Held(Held),
}

/// The first byte of every escape sequence of ISO-2022-JP, and of nothing else.
pub(super) const ESCAPE: u8 = 0x1B;

/// The length of an escape sequence of ISO-2022-JP.
pub(super) const ESCAPE_LEN: usize = 3;

/// The byte after which the characters of EBCDIC have two bytes, and the one after which they have
/// one. They have no other meaning.
pub(super) const SHIFT_OUT: u8 = 0x0E;
pub(super) const SHIFT_IN: u8 = 0x0F;

/// The first byte of the Big5 pairs that encode two characters.
const PAIR: u8 = 0x88;

impl State {
    /// Returns the state of a charset that combines sets of characters.
    pub(super) fn shifts(self) -> Shifts {
        match self {
            State::Sets(shifts) => shifts,
            _ => Shifts::default(),
        }
    }

    /// Creates the state of a charset that combines sets of characters.
    pub(super) fn of_shifts(shifts: Shifts) -> State {
        if shifts == Shifts::default() { State::Start } else { State::Sets(shifts) }
    }

    /// Returns the letter that the writer holds back.
    pub(super) fn held(self) -> Option<Held> {
        match self {
            State::Held(held) => Some(held),
            _ => None,
        }
    }

    /// Creates the state of a writer that holds back a letter.
    pub(super) fn of_held(held: Option<Held>) -> State {
        held.map_or(State::Start, State::Held)
    }

    /// Returns the state after the escape sequence at the start of `bytes`.
    pub(super) fn escaped(bytes: &[u8]) -> Option<State> {
        match bytes {
            [ESCAPE, b'(', b'B', ..] => Some(State::Start),
            [ESCAPE, b'(', b'J', ..] => Some(State::Roman),
            [ESCAPE, b'(', b'I', ..] => Some(State::Katakana),
            [ESCAPE, b'$', b'@' | b'B', ..] => Some(State::Kanji),
            _ => None,
        }
    }

    /// Returns the state after `bytes`, well-formed text in ISO-2022-JP that begins in the state
    /// `self`.
    pub(super) fn after(self, bytes: &[u8]) -> State {
        let last = bytes.iter().rposition(|&byte| byte == ESCAPE);
        last.and_then(|last| State::escaped(&bytes[last..])).unwrap_or(self)
    }

    /// Returns the state after `bytes` in EBCDIC, which begin in the state `self`.
    pub(super) fn shifted(self, bytes: &[u8]) -> State {
        match bytes.iter().rfind(|byte| matches!(**byte, SHIFT_OUT | SHIFT_IN)) {
            Some(&SHIFT_OUT) => State::Double,
            Some(_) => State::Start,
            None => self,
        }
    }

    /// Returns `true` if `bytes`, all known bytes that come next, may become an escape sequence.
    pub(super) fn may_escape(bytes: &[u8]) -> bool {
        matches!(bytes, [] | [ESCAPE] | [ESCAPE, b'(' | b'$'])
    }

    /// Returns the state after `bytes` of Big5.
    pub(super) const fn half(bytes: &[u8]) -> State {
        // If 88 alone is ill-formed, the next byte cannot be the second half of a pair.
        if let [PAIR] = bytes { State::Half } else { State::Start }
    }

    /// Returns the first character of the Big5 pair at the start of `bytes` that encodes two.
    pub(super) fn first_of_two(bytes: &[u8]) -> Option<u32> {
        match bytes {
            [PAIR, 0x62 | 0x64, ..] => Some(0xCA),
            [PAIR, 0xA3 | 0xA5, ..] => Some(0xEA),
            _ => None,
        }
    }

    /// Returns the second character of the Big5 pair whose second byte is the first of `bytes`.
    pub(super) fn second(self, bytes: &[u8]) -> Option<u32> {
        match bytes.first() {
            Some(0x62 | 0xA3) if self == State::Half => Some(0x304),
            Some(0x64 | 0xA5) if self == State::Half => Some(0x30C),
            _ => None,
        }
    }
}
