//! The best reading of some bytes that have no BOM.

use crate::detect::{
    judge::charsets,
    judge::escapes::{self, Shifted},
    model::meter::{BIT, Price, price_of_bytes},
    model::reading::Reading,
    model::unsigned::{UNSIGNED, unit, wide},
};
use utfkit::Encoding;

/// What some bytes are.
#[derive(Debug)]
pub(crate) enum Opinion {
    /// The cheapest reading, and how many bits it is cheaper than the next or than no text; and the
    /// others.
    Text { best: Reading, margin: Price, others: Vec<Reading> },
    /// Text of an encoding with escapes that is none of ours.
    Foreign(&'static str),
    /// No text that is known.
    None,
}

impl Opinion {
    /// The encoding, if it is text.
    pub(crate) fn encoding(&self) -> Option<Encoding> {
        match self {
            Opinion::Text { best, .. } => Some(best.encoding),
            _ => None,
        }
    }

    /// Whether it is a relative of UTF-8, which has all that UTF-8 has but for four bytes.
    pub(crate) fn is_relative(&self) -> bool {
        use Encoding::{Cesu8, JavaModifiedUtf8, Utf8Rfc2279};
        matches!(self, Opinion::Text { best, .. }
            if matches!(best.encoding, Cesu8 | JavaModifiedUtf8 | Utf8Rfc2279))
    }

    /// The UTF-16 or UTF-32 that it is.
    pub(crate) fn wide(&self) -> Option<Encoding> {
        match self {
            Opinion::Text { best, .. } if unit(best.encoding) > 1 => Some(best.encoding),
            _ => None,
        }
    }
}

/// What it says of modified UTF-8 that nothing else is wrong.
const BELIEF: Price = 8;
/// How much dearer a line is in the encoding of the others, if it is in one of its own.
const STRANGE: Price = 24 * BIT;
/// So many lines are asked.
const MAX_LINES: usize = 128;
/// The cheapest of so many readings as are tried looks better than any is, by so much.
const CHOICE: Price = 4 * BIT;
/// What it takes to believe in an encoding that few files are in.
const RARE: Price = 24;

/// What `bytes`, which are UTF-8 up to their end, are; `utf8` is how they read so.
///
/// That is UTF-8 unless other readings explain what no text has: NULs and controls, or shifts.
pub(crate) fn well_formed(bytes: &[u8], utf8: Reading) -> Opinion {
    if utf8.is_ascii() {
        match escapes::shifted(bytes, &utf8) {
            Some(Shifted::Read(reading)) => return among(bytes, [reading, utf8].into()),
            Some(Shifted::Foreign(name)) => return Opinion::Foreign(name),
            None => {}
        }
    }
    if utf8.odd() == 0 {
        return Opinion::Text { best: utf8, margin: 0, others: Vec::new() };
    }
    let mut readings = wide(bytes);
    // NULs may stand between names, and some controls in any text; most of it is neither.
    let zeros = bytes.iter().filter(|&&byte| byte == 0).count() as u64;
    let controls = utf8.odd().saturating_sub(zeros);
    if readings.is_empty() && (zeros * 2 > utf8.characters() || controls * 8 > utf8.characters()) {
        return Opinion::None;
    }
    readings.push(if zeros > 0 { Reading::of_names(bytes) } else { utf8 });
    best_of(bytes, readings)
}

/// What `bytes`, which are not UTF-8, are.
pub(crate) fn ill_formed(bytes: &[u8]) -> Opinion {
    let readings = wide(bytes);
    narrow(bytes, readings)
}

/// What lines are that are not UTF-8, nor UTF-16 or UTF-32, which are told apart otherwise.
pub(crate) fn lines(bytes: &[u8]) -> Opinion {
    match long_nuls(bytes) {
        Some(reading) => Opinion::Text { best: reading, margin: BELIEF, others: Vec::new() },
        None => narrow(bytes, Vec::new()),
    }
}

/// What `bytes` are by `readings`, and by those in encodings of bytes.
fn narrow(bytes: &[u8], mut readings: Vec<Reading>) -> Opinion {
    readings.extend(relatives(bytes));
    readings.push(Reading::of(bytes, Encoding::Utf8));
    readings.extend(Reading::damaged(bytes).map(|utf8| utf8.unlikely_by(UNSIGNED)));
    charsets::judge(&mut readings, bytes);
    among(bytes, readings)
}

/// How many of the first lines of `bytes` beyond US-ASCII make no sense in `encoding` and do in
/// another; and how many lines were asked.
pub(crate) fn strange_lines(bytes: &[u8], encoding: Encoding) -> (u64, u64) {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
    lines.take(MAX_LINES).fold((0, 0), |(strange, all), line| {
        (strange + u64::from(is_strange(line, encoding)), all + 1)
    })
}

/// Whether `line` makes no sense in `encoding`, but does in another.
fn is_strange(line: &[u8], encoding: Encoding) -> bool {
    if charsets::is_strange(line, encoding) {
        return true;
    }
    let ours = Reading::of(line, encoding);
    let makes_sense = |reading: &Reading| reading.is_text(line) && !reading.has_blends();
    if makes_sense(&ours) {
        return false;
    }
    matches!(narrow(line, Vec::new()), Opinion::Text { best, .. }
        if makes_sense(&best) && best.price() + STRANGE < ours.price())
}

/// The reading in modified UTF-8, if nothing else is wrong with `bytes` than U+0000 as it spells
/// that.
fn long_nuls(bytes: &[u8]) -> Option<Reading> {
    let reading = Reading::of(bytes, Encoding::JavaModifiedUtf8);
    let has = reading.zeros() > 0 && reading.ill_formed == 0 && !bytes.contains(&0);
    Some(reading.with_zeros()).filter(|reading| has && reading.odd() == 0)
}

/// The readings in relatives of UTF-8 in which nothing is wrong.
fn relatives(bytes: &[u8]) -> impl Iterator<Item = Reading> {
    use Encoding::{Cesu8, JavaModifiedUtf8, Utf1, Utf8Rfc2279};
    // Of two that read the same, the first is meant.
    [(Cesu8, 2), (JavaModifiedUtf8, 3), (Utf8Rfc2279, 4), (Utf1, RARE)]
        .into_iter()
        .map(|(encoding, bits)| match (encoding, Reading::of(bytes, encoding).unlikely_by(bits)) {
            // Modified UTF-8 is made so that it has no byte 00.
            (JavaModifiedUtf8, reading) if !bytes.contains(&0) => reading.with_zeros(),
            (_, reading) => reading,
        })
        .filter(|reading| {
            let zeros = reading.encoding == JavaModifiedUtf8 && reading.zeros() > 0;
            reading.ill_formed == 0 && (!reading.is_ascii() || reading.beyond > 0 || zeros)
        })
}

/// The best of those `readings` that are text.
fn among(bytes: &[u8], mut readings: Vec<Reading>) -> Opinion {
    readings.retain(|reading| reading.is_text(bytes));
    best_of(bytes, readings)
}

fn best_of(bytes: &[u8], mut readings: Vec<Reading>) -> Opinion {
    // Stable: of equal ones the first.
    readings.sort_by_key(Reading::price);
    if readings.is_empty() {
        return Opinion::None;
    }
    let best = readings.remove(0);
    let noise = price_of_bytes(bytes).saturating_sub(CHOICE);
    let next = readings.first().map_or(Price::MAX, Reading::price).min(noise);
    let margin = next.saturating_sub(best.price()) / BIT;
    Opinion::Text { best, margin, others: readings }
}
