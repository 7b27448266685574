//! Words beyond US-ASCII that are well-formed UTF-8, beside bytes that are not.

use crate::detect::{
    judge::candidate::{BIT, Cost},
    judge::text::cost_in,
    model::reading::Reading,
};
use utfkit::{Encoding, utf8};

/// How many bytes of them are kept.
const MAX: usize = 2 << 10;
/// So many are needed: one may be chance.
const FEWEST: usize = 2;
/// What it takes to believe that they are UTF-8 in a text that is something else.
const MEANT: Cost = 24 * BIT;

/// Runs of bytes from 80 up that are well-formed UTF-8 from one byte of US-ASCII to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    /// Each with a space behind it.
    bytes: Vec<u8>,
    count: usize,
}

impl Runs {
    /// Keeps those of `bytes`, as far as there is room.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        for run in bytes.split(u8::is_ascii).filter(|run| run.len() > 1 && utf8::is_valid(run)) {
            self.count += 1;
            if self.bytes.len() + run.len() < MAX {
                self.bytes.extend_from_slice(run);
                self.bytes.push(b' ');
            }
        }
    }

    /// Keeps those of `text` that what is before and behind it cannot belong to.
    pub(crate) fn keep_inside(&mut self, text: &str) {
        let beyond = |c: char| !c.is_ascii();
        self.keep(text.trim_matches(beyond).as_bytes());
    }

    /// How many there are, if they make more sense as UTF-8 than in `charset`, and that has one
    /// byte a character: in one of several bytes, words of two characters are well-formed UTF-8
    /// by chance, and as good as any.
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
