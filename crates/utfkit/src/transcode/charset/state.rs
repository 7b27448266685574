//! What a decoder or an encoder remembers between sequences.

/// What a decoder or an encoder remembers between sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transcode) enum State {
    /// Nothing. In ISO-2022-JP: ASCII.
    Start,
    /// JIS X 0201 Roman, of ISO-2022-JP.
    Roman,
    /// JIS X 0201 Katakana, of ISO-2022-JP.
    Katakana,
    /// JIS X 0208, of ISO-2022-JP.
    Kanji,
    /// The first octet of a pair that stands for two characters, of Big5, is read as the first of
    /// them.
    Half,
}

/// What escape sequences of ISO-2022-JP begin with, and nothing else there.
pub(super) const ESCAPE: u8 = 0x1B;

/// The length of an escape sequence of ISO-2022-JP.
pub(super) const ESCAPE_LEN: usize = 3;

/// The first octet of the pairs of Big5 that stand for two characters.
const PAIR: u8 = 0x88;

impl State {
    /// The state that the escape sequence at the start of `octets` leads to.
    pub(super) fn escaped(octets: &[u8]) -> Option<State> {
        match octets {
            [ESCAPE, b'(', b'B', ..] => Some(State::Start),
            [ESCAPE, b'(', b'J', ..] => Some(State::Roman),
            [ESCAPE, b'(', b'I', ..] => Some(State::Katakana),
            [ESCAPE, b'$', b'@' | b'B', ..] => Some(State::Kanji),
            _ => None,
        }
    }

    /// The state behind `octets`, well-formed text in ISO-2022-JP that `self` stands before.
    pub(super) fn behind(self, octets: &[u8]) -> State {
        let last = octets.iter().rposition(|&octet| octet == ESCAPE);
        last.and_then(|last| State::escaped(&octets[last..])).unwrap_or(self)
    }

    /// Whether `octets`, all that is known of what comes next, may become an escape sequence.
    pub(super) fn may_escape(octets: &[u8]) -> bool {
        matches!(octets, [] | [ESCAPE] | [ESCAPE, b'(' | b'$'])
    }

    /// An escape sequence that leads to this state, and a character that makes it one of use: an
    /// escape sequence right behind another is ill-formed.
    pub(super) const fn replay(self) -> &'static [u8] {
        match self {
            State::Start | State::Half => b"",
            State::Roman => b"\x1B(Ja",
            State::Katakana => b"\x1B(I!",
            State::Kanji => b"\x1B$B!!",
        }
    }

    /// The state behind `octets` of Big5.
    pub(super) const fn half(octets: &[u8]) -> State {
        // Where 88 alone is ill-formed, what follows cannot be taken for the second half of a pair.
        if let [PAIR] = octets { State::Half } else { State::Start }
    }

    /// The second character of the pair of Big5 whose second octet is the first of `octets`.
    pub(super) fn second(self, octets: &[u8]) -> Option<u32> {
        match octets.first() {
            Some(0x62 | 0xA3) if self == State::Half => Some(0x304),
            Some(0x64 | 0xA5) if self == State::Half => Some(0x30C),
            _ => None,
        }
    }
}
