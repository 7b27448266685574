//! Pairs of bytes of a legacy text that are overlong forms or surrogates of UTF-8 by chance.
//!
//! The text of an attack can stand in any file, also behind a line of Korean. So each form is judged
//! by the bytes around it: a form by chance is a part of a longer run of bytes beyond ASCII, as the
//! characters of a word are. Such a word may end before a space or a sign that ends words. Before a
//! letter it may not be a sign of markup or of a path, because `C0 BC` before `script` is an attack
//! in any text.

use utfkit::Encoding;
use utfkit_text::{
    audit::{Rule, observation::Observation},
    detect::{Detector, Evidence, likeliest::Likeliest},
};

/// The minimum number of ill-formed sequences in a legacy text. An attack has a few overlong forms
/// in ASCII, which could be letters of some charset.
const MANY: u64 = 50;

/// A block of a text, and what is known about it.
#[derive(Default)]
pub(super) struct Block {
    /// The offset of the block for which `is_legacy` is known.
    start: u64,
    is_legacy: Option<bool>,
}

impl Block {
    /// Returns `true` if `seen` is there by chance. It was found in the block `bytes` at the offset
    /// `start`, or before that block.
    ///
    /// Cost: detection for the first form in a block that the bytes around it allow.
    pub(super) fn is_chance(&mut self, seen: &Observation, bytes: &[u8], start: u64) -> bool {
        if !is_pair(seen.rule) || !is_in_word(seen, bytes, start) {
            return false;
        }
        if self.start != start {
            *self = Self { start, is_legacy: None };
        }
        *self.is_legacy.get_or_insert_with(|| is_legacy(bytes))
    }
}

/// Returns `true` for the rules that pairs of bytes of a legacy charset can break. A path to a parent
/// directory is not there by chance.
const fn is_pair(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::OverlongNul
            | Rule::OverlongAscii
            | Rule::Overlong
            | Rule::EncodedSurrogate
            | Rule::IrregularPair
    )
}

/// Returns `true` if the bytes around `seen` are those of a word in a legacy charset.
fn is_in_word(seen: &Observation, bytes: &[u8], start: u64) -> bool {
    let from = seen.position.offset.checked_sub(start).and_then(|at| usize::try_from(at).ok());
    let Some((from, len)) = from.zip(usize::try_from(seen.length).ok()) else { return false };
    let Some(after) = bytes.get(from + len) else { return false };
    if !after.is_ascii() {
        return true;
    }
    let before = from.checked_sub(1).and_then(|at| bytes.get(at));
    let value = seen.point.and_then(char::from_u32);
    let is_last = || match after.is_ascii_whitespace() || b",.;:!?)\"]>".contains(after) {
        true => !matches!(value, Some('"' | '\'' | '`')),
        false => value.is_none_or(is_harmless),
    };
    before.is_some_and(|byte| !byte.is_ascii()) && is_last()
}

/// Returns `true` if `value` before ASCII has no meaning for markup, paths and protocols. In Shift_JIS
/// and Big5, the next byte may be the second one of a character.
fn is_harmless(value: char) -> bool {
    let is_control = value.is_ascii_control() && !matches!(value, '\0' | '\n');
    !value.is_ascii() || value.is_ascii_alphanumeric() || matches!(value, ' ' | '=') || is_control
}

/// Returns `true` if `bytes` are certainly text in a legacy charset.
fn is_legacy(bytes: &[u8]) -> bool {
    let mut detector = Detector::new();
    detector.feed(bytes);
    let found = detector.so_far();
    let is_many = |one: &Evidence| matches!(one, Evidence::NotUtf8(count) if *count >= MANY);
    let sure = || Likeliest::sure(&found).and_then(Likeliest::one);
    found.evidence().iter().any(is_many) && sure().is_some_and(|one| one != Encoding::Utf8)
}
