//! In which byte order a text in UTF-16 can be read.
//!
//! A code unit is a character in both orders, nearly always, so no single one tells anything: `一`
//! is 4E00, and `N` is 004E. What tells is what all of them are together. The high bytes of a text
//! are few, as it is in one script or two, and its low ones are many; and the other order of
//! ideographs has surrogates and characters for private use among it.

use std::collections::BTreeSet;

/// The bytes behind a place that must all go on as those before it.
pub(crate) const NEAR: usize = 1024;

/// How much a text must be read in an order, and not in the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// It can be no text in the other one.
    Full,
    /// Little of it is there, or it may be some text in the other one, too.
    Weak,
}

/// Whether `text` is read big-endian, and how sure that is; `None` where it may be either. Only so
/// much of it tells as is known to be in step where a byte was put back.
pub(crate) fn judged(text: &[u8]) -> Option<(bool, Proof)> {
    let text = &text[..text.len().min(NEAR)];
    let [big, little] = [Reading::of(text, true), Reading::of(text, false)];
    let proof = |big, one: &Reading, other: &Reading| one.against(other).map(|proof| (big, proof));
    proof(true, &big, &little).or_else(|| proof(false, &little, &big))
}

/// A text in one order.
#[derive(Debug, Default)]
struct Reading {
    units: usize,
    /// How many of them no text has.
    impossible: usize,
    /// These, and characters for private use, which hardly any text has.
    rare: usize,
    /// How many are ASCII.
    plain: usize,
    highs: BTreeSet<u8>,
    scripts: BTreeSet<u16>,
}

impl Reading {
    fn of(text: &[u8], big: bool) -> Self {
        let mut all = Self::default();
        let mut half = false;
        for &unit in text.as_chunks::<2>().0 {
            let unit = if big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) };
            // NUL is the same in both.
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

    /// Whether the text can be read so, and not as `other`.
    fn against(&self, other: &Self) -> Option<Proof> {
        // Ideographs of which all end with the same byte may be chosen so; eight different ones
        // are not.
        const FEW: usize = 4;
        const ENOUGH: usize = 8;
        // Where most is ASCII, icons of a font and the like stand beside it.
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

/// Controls, noncharacters; and 0A00, which is not assigned, and a line feed in the other order.
/// Surrogates are counted in pairs.
fn is_impossible(unit: u16) -> bool {
    matches!(unit, 0x01..=0x08 | 0x0E..=0x1F | 0x7F..=0x9F | 0x0A00)
        || matches!(unit, 0xFDD0..=0xFDEF | 0xFFFE | 0xFFFF)
}

/// A number for the script of `unit`, by its block; `None` for signs that stand beside any.
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
