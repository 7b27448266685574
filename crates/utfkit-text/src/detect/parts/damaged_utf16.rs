//! Finds UTF-16 that a program changed as if each byte were a character: it appended other text, or
//! changed the line ends.
//!
//! Nearly all bytes are well-formed UTF-16, so a conversion or a check notices nothing. But such
//! bytes make characters that are very rare in text, and a search for these costs next to nothing.

use utfkit::{
    Be,
    Encoding::{self, Utf16Be, Utf16Le},
    Le,
    encoding::Bom,
    units::{self, Range},
};

use crate::detect::detection::Evidence;

const fn range(first: u32, last: u32) -> Range {
    Range { first, last }
}

/// The characters that a carriage return before the byte of a line feed makes, or the rest of a
/// line end without its carriage return. Except for signs of Gurmukhi, they are unassigned.
const SPOILED: [Range; 3] = [range(0x0A00, 0x0A04), range(0x0A0D, 0x0A0D), range(0x0A4E, 0x0A65)];

/// [`SPOILED`], and the characters that an ASCII letter makes with a line feed or a space: more of
/// Gurmukhi, and unassigned, invisible or superscript characters.
const STRANGE: [Range; 3] = [range(0x0A00, 0x0A7F), range(0x2061, 0x2065), range(0x206A, 0x2074)];

/// Returns the number of bytes of `bytes`, whole code units in `encoding`, before a character of
/// `ranges`.
fn before(bytes: &[u8], encoding: Encoding, ranges: &[Range]) -> usize {
    let units = match encoding {
        Utf16Be => units::outside::<u16>(Be(bytes), ranges),
        _ => units::outside::<u16>(Le(bytes), ranges),
    };
    2 * units
}

/// Makes the evidence of a change of line ends from its offset.
pub(crate) type Change = fn(u64) -> Evidence;

/// Returns the first offset at which line ends were changed byte by byte, and the kind of change:
/// each byte of a line feed got a carriage return, or each byte of a carriage return was removed.
/// `bytes` are whole code units in `encoding`. Only the first `own` bytes are certainly in this
/// encoding.
pub(crate) fn spoiled(bytes: &[u8], own: usize, encoding: Encoding) -> Option<(usize, Change)> {
    if !matches!(encoding, Utf16Le | Utf16Be) {
        return None;
    }
    let mut at = 0;
    loop {
        at += before(bytes.get(at..)?, encoding, &SPOILED);
        let unit = bytes.get(at..at + 2)?;
        let last = at.checked_sub(2).map(|last| &bytes[last..at]);
        let next = bytes.get(at + 2).copied();
        let change: Option<Change> = match (encoding, unit, last) {
            // The other byte of the line feed follows, or it came before.
            (Utf16Le, b"\r\n", _) if next == Some(0) => Some(Evidence::LineEnds),
            (Utf16Be, [0x0A, low], Some(b"\0\r")) if !is_gurmukhi(*low) => Some(Evidence::LineEnds),
            // The other byte of the carriage return came before. A line feed of text in the other
            // byte order looks similar.
            (Utf16Le, b"\0\n", Some(last @ [1..=0xFF, _]))
                if next == Some(0) && at <= own && last != b"\n\0" =>
            {
                Some(Evidence::Returns)
            }
            (Utf16Be, [0x0A, low], Some(b"\0\0")) if !is_gurmukhi(*low) => Some(Evidence::Returns),
            _ => None,
        };
        if let Some(change) = change {
            return Some((at, change));
        }
        at += 2;
    }
}

/// Returns `true` if U+0A00 plus `low` is a character of Gurmukhi in [`SPOILED`].
const fn is_gurmukhi(low: u8) -> bool {
    matches!(low, 0x01..=0x03 | 0x51 | 0x59..=0x5C | 0x5E)
}

/// Looks for bytes that are not UTF-16 in a stream that begins with the BOM of UTF-16.
///
/// It only knows whether a [`Detector`](crate::detect::Detector) should read the stream. The character may
/// also be correct.
///
/// ```
/// use utfkit_text::detect::Lookout;
/// let mut lookout = Lookout::new();
/// lookout.push(b"\xFF\xFEa\0\n\0");
/// assert!(!lookout.has_seen());
/// lookout.push(b"the same line\n");
/// assert!(lookout.has_seen());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lookout {
    /// The first bytes, before the first code unit.
    head: [u8; Self::HEAD],
    /// The number of bytes in `head`.
    known: usize,
    /// The encoding of the stream, if it is UTF-16. Other streams are not checked.
    encoding: Option<Encoding>,
    /// The first half of a code unit.
    half: Option<u8>,
    seen: bool,
}

impl Lookout {
    /// The number of bytes that distinguish a BOM of UTF-16 from one of UTF-32.
    const HEAD: usize = Bom::MAX_BYTES;

    /// Returns a lookout for a stream before its first byte.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the stream, in pieces of any length.
    ///
    /// Cost: one pass by the active kernels, for UTF-16 only, up to the first such character.
    pub fn push(&mut self, bytes: &[u8]) {
        let missing = (Self::HEAD - self.known).min(bytes.len());
        let (head, rest) = bytes.split_at(missing);
        self.head[self.known..self.known + missing].copy_from_slice(head);
        self.known += missing;
        if missing > 0 && self.known == Self::HEAD {
            let named = Bom::of(&self.head).map(Bom::encoding_after);
            self.encoding = named.filter(|&named| matches!(named, Utf16Le | Utf16Be));
            let head = self.head;
            self.look(&head);
        }
        self.look(rest);
    }

    /// Returns `true` if there was such a character.
    #[must_use]
    pub fn has_seen(&self) -> bool {
        self.seen
    }

    fn look(&mut self, mut bytes: &[u8]) {
        let Some(encoding) = self.encoding.filter(|_| !self.seen) else { return };
        if let (Some(half), Some((&first, rest))) = (self.half, bytes.split_first()) {
            self.seen = before(&[half, first], encoding, &STRANGE) == 0;
            (self.half, bytes) = (None, rest);
        }
        let (units, half) = bytes.split_at(bytes.len() & !1);
        self.seen |= before(units, encoding, &STRANGE) < units.len();
        self.half = half.first().copied().or(self.half);
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn seen(bytes: &[u8], size: usize) -> bool {
        let mut lookout = Lookout::new();
        bytes.chunks(size).for_each(|piece| lookout.push(piece));
        lookout.has_seen()
    }

    #[test]
    fn pieces_do_not_matter() {
        let text = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{FEFF}Größe\r\n\u{4E0A}\u{30FC}\u{2026} и так далее"
                .encode_utf16()
                .flat_map(order)
                .collect()
        };
        for good in [text(u16::to_le_bytes), text(u16::to_be_bytes)] {
            let appended = [&good[..], b"one more line\n"].concat();
            let spoiled: Vec<u8> = good
                .iter()
                .flat_map(|&byte| match byte {
                    b'\n' => b"\r\n".to_vec(),
                    byte => [byte].to_vec(),
                })
                .collect();
            for size in 1..9 {
                assert!(!seen(&good, size), "{good:X?} {size}");
                assert!(seen(&appended, size) && seen(&spoiled, size), "{good:X?} {size}");
            }
        }
        // Text with another BOM or without a BOM is not checked.
        assert!(!seen(b"\xFF\xFE\0\0\x0D\x0A\0\0", 3) && !seen("one more line".as_bytes(), 4));
    }
}
