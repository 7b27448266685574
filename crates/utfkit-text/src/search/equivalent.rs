//! Finds text that is canonically equivalent to a pattern (UAX #15).

use std::ops::Range;

use grep_matcher::Matcher as _;
use icu_normalizer::DecomposingNormalizerBorrowed;

use super::pattern::Pattern;
use crate::transform::normalize;

/// A pattern in canonical decomposition, matched against the canonical decomposition of lines.
///
/// A match begins and ends where text may be cut. So it does not end before a mark, which would
/// change the last character.
#[derive(Debug)]
pub struct Equivalent {
    pattern: Pattern,
}

/// Returns the canonical decomposition of `text`.
pub fn decomposed(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfd().normalize(text).into_owned()
}

/// A line in canonical decomposition, and the origin of each part.
struct Line {
    bytes: Vec<u8>,
    /// The starts of the parts that can be decomposed separately: in `bytes`, and in the original
    /// line. The last entry is the end.
    cuts: Vec<(usize, usize)>,
}

impl Equivalent {
    /// Creates the matcher of `pattern`, whose texts must be in canonical decomposition.
    pub fn new(pattern: Pattern) -> Self {
        Self { pattern }
    }

    /// Returns `true` if there is a match in `line`.
    pub fn is_in(&self, line: &[u8]) -> bool {
        let mut any = false;
        self.each(line, 0, |_| {
            any = true;
            false
        });
        any
    }

    /// Calls `found` with the range of each match in `line`, until it returns `false`. Matches
    /// begin at `from`, which must be the start of a character, or after it.
    pub fn each(&self, line: &[u8], from: usize, mut found: impl FnMut(Range<usize>) -> bool) {
        if line.is_ascii() {
            // The matcher cannot fail.
            let found =
                self.pattern.regex.find_iter_at(line, from, |one| found(one.start()..one.end()));
            return found.unwrap_or_default();
        }
        let line = Line::of(line);
        let mut at = line.at_or_after(from);
        while let Ok(Some(one)) = self.pattern.regex.find_at(&line.bytes, at) {
            let places = (line.place(one.start()), line.place(one.end()));
            at = match places {
                (Some(start), Some(end)) => {
                    if !found(start..end) {
                        return;
                    }
                    one.end().max(one.start() + 1)
                }
                // The range is not a match, so the search continues after its first byte.
                _ => one.start() + 1,
            };
            if at > line.bytes.len() {
                return;
            }
        }
    }
}

impl Line {
    fn of(line: &[u8]) -> Self {
        let nfd = DecomposingNormalizerBorrowed::new_nfd();
        let (mut text, mut cuts) = (String::with_capacity(line.len() * 2), Vec::new());
        let mut bytes = Vec::new();
        let mut start = 0;
        for chunk in utfkit::utf8::chunks(line) {
            let valid = chunk.text();
            let mut part = 0;
            for (at, character) in valid.char_indices() {
                if at > part && normalize::is_boundary(character) {
                    cuts.push((bytes.len(), start + part));
                    decompose(&nfd, &valid[part..at], &mut text, &mut bytes);
                    part = at;
                }
            }
            if !valid.is_empty() {
                cuts.push((bytes.len(), start + part));
                decompose(&nfd, &valid[part..], &mut text, &mut bytes);
            }
            start += valid.len();
            if let Some(finding) = chunk.finding() {
                cuts.push((bytes.len(), start));
                bytes.extend_from_slice(&line[start..][..finding.len()]);
                start += finding.len();
            }
        }
        cuts.push((bytes.len(), line.len()));
        Self { bytes, cuts }
    }

    /// Returns the start of the first part that begins at `from` of the original line or after it.
    fn at_or_after(&self, from: usize) -> usize {
        let index = self.cuts.partition_point(|cut| cut.1 < from);
        self.cuts.get(index).map_or(self.bytes.len(), |cut| cut.0)
    }

    /// Returns the offset in the original line of the offset `at`, if text may be cut there.
    fn place(&self, at: usize) -> Option<usize> {
        let index = self.cuts.binary_search_by_key(&at, |cut| cut.0).ok()?;
        Some(self.cuts[index].1)
    }
}

/// Appends the canonical decomposition of `part` to `out`.
fn decompose(
    nfd: &DecomposingNormalizerBorrowed<'_>,
    part: &str,
    room: &mut String,
    out: &mut Vec<u8>,
) {
    if part.is_ascii() {
        out.extend_from_slice(part.as_bytes());
        return;
    }
    room.clear();
    // Writing to a string cannot fail.
    nfd.normalize_to(part, room).unwrap_or_default();
    out.extend_from_slice(room.as_bytes());
}
