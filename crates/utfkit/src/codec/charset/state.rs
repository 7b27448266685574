//! What a decoder or an encoder remembers between sequences.

/// What a decoder or an encoder remembers between sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing. In ISO-2022-JP: ASCII.
    Start,
    /// JIS X 0201 Roman, of ISO-2022-JP.
    Roman,
    /// JIS X 0201 Katakana, of ISO-2022-JP.
    Katakana,
    /// JIS X 0208, of ISO-2022-JP.
    Kanji,
    /// The first byte of a pair that stands for two characters, of Big5, is read as the first of
    /// them.
    Half,
    /// The text of `replacement` was reported as an error.
    Replaced,
}

/// What escape sequences of ISO-2022-JP begin with, and nothing else there.
pub(super) const ESCAPE: u8 = 0x1B;

/// The length of an escape sequence of ISO-2022-JP.
pub(super) const ESCAPE_LEN: usize = 3;

/// The first byte of the pairs of Big5 that stand for two characters.
const PAIR: u8 = 0x88;

impl State {
    /// The state that the escape sequence at the start of `bytes` leads to.
    pub(super) fn escaped(bytes: &[u8]) -> Option<State> {
        match bytes {
            [ESCAPE, b'(', b'B', ..] => Some(State::Start),
            [ESCAPE, b'(', b'J', ..] => Some(State::Roman),
            [ESCAPE, b'(', b'I', ..] => Some(State::Katakana),
            [ESCAPE, b'$', b'@' | b'B', ..] => Some(State::Kanji),
            _ => None,
        }
    }

    /// The state behind `bytes`, well-formed text in ISO-2022-JP that `self` stands before.
    pub(super) fn behind(self, bytes: &[u8]) -> State {
        let last = bytes.iter().rposition(|&byte| byte == ESCAPE);
        last.and_then(|last| State::escaped(&bytes[last..])).unwrap_or(self)
    }

    /// Whether `bytes`, all that is known of what comes next, may become an escape sequence.
    pub(super) fn may_escape(bytes: &[u8]) -> bool {
        matches!(bytes, [] | [ESCAPE] | [ESCAPE, b'(' | b'$'])
    }

    /// An escape sequence that leads to this state, and a character that makes it one of use: an
    /// escape sequence right behind another is ill-formed.
    pub(super) const fn replay(self) -> &'static [u8] {
        match self {
            State::Start | State::Half | State::Replaced => b"",
            State::Roman => b"\x1B(Ja",
            State::Katakana => b"\x1B(I!",
            State::Kanji => b"\x1B$B!!",
        }
    }

    /// The state behind `bytes` of Big5.
    pub(super) const fn half(bytes: &[u8]) -> State {
        // Where 88 alone is ill-formed, what follows cannot be taken for the second half of a pair.
        if let [PAIR] = bytes { State::Half } else { State::Start }
    }

    /// The second character of the pair of Big5 whose second byte is the first of `bytes`.
    pub(super) fn second(self, bytes: &[u8]) -> Option<u32> {
        match bytes.first() {
            Some(0x62 | 0xA3) if self == State::Half => Some(0x304),
            Some(0x64 | 0xA5) if self == State::Half => Some(0x30C),
            _ => None,
        }
    }
}
