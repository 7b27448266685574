//! Positions of bytes for look-ups in each sixteen bytes.

/// The positions for a register. They are aligned so that no load of sixteen bytes straddles cache
/// lines.
#[repr(align(32))]
pub(super) struct Places(pub(super) [u8; 32]);

/// The index of a zero byte in a look-up.
const NONE: u8 = 0x80;

/// The positions of sixteen bytes, followed by indices of zero bytes. The sixteen entries from
/// position `n` on move byte `n` to the front and fill with zeros.
pub(super) static FROM: Places = {
    let mut places = [NONE; 32];
    let mut at = 0;
    while at < 16 {
        places[at] = at as u8;
        at += 1;
    }
    Places(places)
};

/// Returns the positions that widen the four words at `from` in each sixteen bytes to double words.
pub(super) const fn widened(from_big: bool, to_big: bool, from: usize) -> [u8; 16] {
    let mut places = [NONE; 16];
    let mut number = 0;
    while number < 4 {
        let word = from + 2 * number;
        let (lower, upper) = if from_big { (word + 1, word) } else { (word, word + 1) };
        let double_word = 4 * number;
        let (to_lower, to_upper) = if to_big { (3, 2) } else { (0, 1) };
        places[double_word + to_lower] = lower as u8;
        places[double_word + to_upper] = upper as u8;
        number += 1;
    }
    places
}
