//! Words beyond US-ASCII that are well-formed UTF-8, among bytes that are not.

use crate::detect::{
    judge::candidate::{BIT, Cost},
    judge::text::cost_in,
    model::reading::Reading,
};
use utfkit::Encoding;

/// The maximum number of bytes that are kept.
const MAX: usize = 2 << 10;
/// The minimum number of words. A single word may be UTF-8 by chance.
const FEWEST: usize = 2;
/// The number of bits that the words must save as UTF-8 in a text that is in a charset.
const MEANT: Cost = 24 * BIT;

/// Runs of bytes from 80 up between US-ASCII that are well-formed UTF-8.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    /// The runs, with a space after each.
    bytes: Vec<u8>,
    count: usize,
}

impl Runs {
    /// Keeps the runs of `bytes`, if there is room.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        let mut end = 0;
        for run in bytes.split(u8::is_ascii) {
            let start = end;
            end = start + run.len() + 1;
            let is_letter = |at: Option<usize>| {
                at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic)
            };
            let joins = is_letter(start.checked_sub(1)) || is_letter(Some(end - 1));
            let text = str::from_utf8(run).ok().filter(|_| run.len() > 1);
            // In a word with letters of US-ASCII, other letters than Latin ones are there by chance.
            if !text.is_some_and(|text| !joins || text.chars().all(is_latin)) {
                continue;
            }
            self.count += 1;
            if self.bytes.len() + run.len() < MAX {
                self.bytes.extend_from_slice(run);
                self.bytes.push(b' ');
            }
        }
    }

    /// Keeps the runs inside `text`. A run at its start or its end may continue outside of it.
    pub(crate) fn keep_inside(&mut self, text: &str) {
        let beyond = |c: char| !c.is_ascii();
        self.keep(text.trim_matches(beyond).as_bytes());
    }

    /// Returns the number of runs if they are likelier as UTF-8 than in `charset`, and this has one
    /// byte per character. In a charset with several bytes per character, words of two characters
    /// are often well-formed UTF-8 by chance.
    pub(crate) fn meant(&self, charset: Encoding) -> Option<u64> {
        if self.count < FEWEST {
            return None;
        }
        let other = Reading::of(&self.bytes, charset);
        let is_of_one = other.characters() + other.ill_formed == self.bytes.len() as u64;
        let [ours, other] = [Encoding::Utf8, charset].map(|one| cost_in(&self.bytes, one));
        (is_of_one && ours + MEANT < other).then_some(self.count as u64)
    }
}

/// Returns `true` for a Latin letter, and for any character that is not a letter.
fn is_latin(character: char) -> bool {
    !character.is_alphabetic() || matches!(character, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}
