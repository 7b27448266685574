//! The byte orders in which a text can be UTF-16.
//!
//! Nearly every code unit is a character in both orders: `一` is 4E00, and `N` is 004E. So only many
//! of them are evidence. A text in one or two scripts has few different high bytes and many low
//! ones. In the wrong order, ideographs become surrogates and characters for private use.

use std::collections::BTreeSet;

/// The number of bytes after a position that must be like those before it.
pub(crate) const NEAR: usize = 1024;

/// The strength of the evidence for a byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// In the other order, the bytes are not text.
    Full,
    /// The text is short, or it may be text in the other order.
    Weak,
}

/// Returns `true` if `text` is big-endian, with the strength of the evidence; `None` if it may be
/// either. Only the first bytes count, because a lost byte may follow.
pub(crate) fn byte_order(text: &[u8]) -> Option<(bool, Proof)> {
    let text = &text[..text.len().min(NEAR)];
    let [big, little] = [Statistics::of(text, true), Statistics::of(text, false)];
    let proof =
        |big, one: &Statistics, other: &Statistics| one.against(other).map(|proof| (big, proof));
    proof(true, &big, &little).or_else(|| proof(false, &little, &big))
}

/// The statistics of a text in one order.
#[derive(Debug, Default)]
struct Statistics {
    units: usize,
    /// The number of code units that no text has.
    impossible: usize,
    /// The number of these and of characters for private use, which hardly any text has.
    rare: usize,
    /// The number of ASCII characters.
    plain: usize,
    highs: BTreeSet<u8>,
    scripts: BTreeSet<u16>,
}

impl Statistics {
    fn of(text: &[u8], big: bool) -> Self {
        let mut all = Self::default();
        let mut half = false;
        for &unit in text.as_chunks::<2>().0 {
            let unit = if big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) };
            // NUL is the same in both orders.
            if unit == 0 {
                continue;
            }
            all.units += 1;
            all.highs.insert((unit >> 8) as u8);
            all.scripts.extend(script(unit));
            let is_second = matches!(unit, 0xDC00..=0xDFFF);
            all.impossible += usize::from(half != is_second) + usize::from(is_impossible(unit));
            half = matches!(unit, 0xD800..=0xDBFF);
            all.rare += usize::from(matches!(unit, 0xE000..=0xF8FF));
            all.plain += usize::from(matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..=0x7E));
        }
        all.rare += all.impossible;
        all
    }

    /// Returns the evidence that the text is in this order and not in that of `other`.
    fn against(&self, other: &Self) -> Option<Proof> {
        // A few ideographs may all end with the same byte on purpose, but not eight different
        // ones.
        const FEW: usize = 4;
        const ENOUGH: usize = 8;
        // Text with much ASCII may also have icons of a font.
        let is_plain = 2 * other.plain >= other.units && other.impossible == 0;
        if self.impossible > 0 || is_plain {
            return None;
        }
        let is_alphabet = other.highs.len() >= FEW * self.highs.len().max(1);
        let is_broken = other.rare >= 2
            && other.rare * 32 >= other.units
            && self.scripts.len() <= FEW
            && other.scripts.len() >= self.scripts.len() + 3;
        if is_broken || is_alphabet && (other.highs.len() >= ENOUGH || other.rare > 0) {
            return Some(Proof::Full);
        }
        let is_likelier = other.rare > 0 && other.scripts.len() > self.scripts.len();
        (is_alphabet || is_likelier).then_some(Proof::Weak)
    }
}

/// Returns `true` for controls, noncharacters, and the unassigned 0A00, which is a line feed in the
/// other order. Surrogates are counted in pairs elsewhere.
fn is_impossible(unit: u16) -> bool {
    matches!(unit, 0x01..=0x08 | 0x0E..=0x1F | 0x7F..=0x9F | 0x0A00)
        || matches!(unit, 0xFDD0..=0xFDEF | 0xFFFE | 0xFFFF)
}

/// Returns a number for the script of `unit`; `None` for symbols that all scripts use.
fn script(unit: u16) -> Option<u16> {
    Some(match unit {
        0x2000..=0x2BFF | 0x3000..=0x303F | 0xD800..=0xDFFF | 0xFE00..=0xFE0F | 0xFF00.. => {
            return None;
        }
        0..=0x2FF | 0x1E00..=0x1EFF => 0,
        0x300..=0x3FF | 0x1F00..=0x1FFF => 0x300,
        0x400..=0x52F => 0x400,
        0x3040..=0x30FF => 0x3040,
        0x2E80..=0x2FDF | 0x3400..=0x9FFF | 0xF900..=0xFAFF => 0x4E00,
        0xAC00..=0xD7FF | 0x3130..=0x318F => 0xAC00,
        _ => unit & 0xFF80,
    })
}
