//! UTF-8 that was read as a charset other than windows-1252 and ISO-8859-1.
//!
//! The unit is a *run*: all characters between two of ASCII. It has to be whole sequences in one of these
//! charsets, nobody writes what stands there ([`odd`]), and people write what it becomes
//! ([`script`](super::script)). The runs of a line count together.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use super::{
    Restored,
    genuine::PROOF,
    odd,
    origin::Origins,
    script,
    tables::{self, PAGES},
};
use crate::{form::Form, repair::Fault, simd};

/// In which charsets all that was seen of a line is sequences.
#[derive(Clone, Copy)]
struct Alive {
    /// A bit for each.
    pages: u16,
    /// How many octets the sequence goes on with, in each.
    open: [u8; PAGES],
}

impl Alive {
    const ALL: Alive = Alive { pages: (1 << PAGES) - 1, open: [0; PAGES] };

    /// Takes in a character that is not ASCII.
    fn see(&mut self, character: char) {
        let Some(octets) = tables::octets(character) else { return self.pages = 0 };
        for (at, (&octet, open)) in octets.iter().zip(&mut self.open).enumerate() {
            let more = match octet {
                0x80..=0xBF if *open > 0 => *open - 1,
                0xC2..=0xDF if *open == 0 => 1,
                0xE0..=0xEF if *open == 0 => 2,
                0xF0..=0xF4 if *open == 0 => 3,
                _ => {
                    self.pages &= !(1 << at);
                    0
                }
            };
            *open = more;
        }
    }

    /// Takes in the end of a run of characters that are not ASCII.
    fn end(&mut self) {
        for (at, open) in self.open.iter_mut().enumerate() {
            if core::mem::take(open) > 0 {
                self.pages &= !(1 << at);
            }
        }
    }
}

/// Whether some of `text` may have been read as one of the charsets, and is not what people write.
pub(super) fn may_hold(text: &str) -> bool {
    let mut at = 0;
    loop {
        at += simd::active().validate(Form::Ascii, &text.as_bytes()[at..]);
        let Some(first) = text[at..].chars().next() else { return false };
        // Most runs begin with what no sequence begins with.
        let may_begin =
            tables::octets(first).is_some_and(|octets| octets.iter().any(|&o| o >= 0xC2));
        let len = text.as_bytes()[at..].iter().position(u8::is_ascii).unwrap_or(text.len() - at);
        if may_begin && most_points(text, at..at + len) > 0 {
            return true;
        }
        at += len;
    }
}

/// The most points that the run of `line` in `range` has in any charset.
fn most_points(line: &str, range: Range<usize>) -> u32 {
    let run = &line[range.clone()];
    let points = pages(run).filter_map(|page| {
        restored(run, page).map(|restored| run_points(line, range.clone(), &restored))
    });
    points.max().unwrap_or(0)
}

/// A run of a line, and what it may have been.
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) was: String,
    pub(super) fault: Fault,
    /// Whether it can have been nothing else.
    pub(super) is_certain: bool,
}

/// The runs of `line` that nobody writes, as they were if they, and nothing else of the line, were read
/// as one of the other charsets; none if they were not.
pub(super) fn some_runs(line: &str) -> Vec<Run> {
    let is_odd = |run: &Range<usize>| most_points(line, run.clone()) >= PROOF;
    let ranges: Vec<_> = runs_of(line).filter(is_odd).collect();
    if ranges.iter().all(|run| is_explained_run(&line[run.clone()])) {
        return Vec::new();
    }
    let origins = Origins::of(&joined(line, ranges.iter().cloned()));
    let first = origins.first().filter(|one| !one.is_western());
    let Some((first, page)) = first.and_then(|one| Some((one, tables::page(one.charset)?))) else {
        return Vec::new();
    };
    let are_certain = !origins.is_open() && first.is_proven();
    let of_run = |(range, was): (Range<usize>, &String)| {
        let needed = script::needed(&line[..range.start], was, &line[range.end..]);
        let layer = restored(&line[range.clone()], page);
        let points = layer.map_or(0, |layer| run_points(line, range.clone(), &layer));
        let is_proven = needed.is_some_and(|needed| points >= needed.max(PROOF));
        let is_certain = are_certain && is_proven;
        Run { range, was: was.clone(), fault: first.fault(), is_certain }
    };
    ranges.into_iter().zip(first.runs.iter().map(|(_, was)| was)).map(of_run).collect()
}

/// The runs of `line` in `ranges`, with the letters beside each.
pub(super) fn joined(line: &str, ranges: impl Iterator<Item = Range<usize>>) -> String {
    let mut text = String::new();
    for run in ranges {
        text.push_str(&line[run.start.saturating_sub(1)..line.len().min(run.end + 1)]);
        text.push(' ');
    }
    text
}

/// The pages of the charsets in which the line that `text` begins with can be read.
pub(super) fn pages(text: &str) -> impl Iterator<Item = usize> {
    let pages = alive(text).pages;
    (0..PAGES).filter(move |page| pages >> page & 1 == 1)
}

fn alive(text: &str) -> Alive {
    let mut alive = Alive::ALL;
    let mut rest = text;
    while alive.pages != 0 {
        let ascii = simd::active().validate(Form::Ascii, rest.as_bytes());
        if rest.as_bytes()[..ascii].contains(&b'\n') || ascii == rest.len() {
            break;
        }
        rest = &rest[ascii..];
        let mut ended = rest.len();
        for (at, character) in rest.char_indices() {
            if character.is_ascii() || alive.pages == 0 {
                ended = at;
                break;
            }
            alive.see(character);
        }
        alive.end();
        rest = &rest[ended..];
    }
    alive
}

/// Whether `line` is sequences in another charset, and not in windows-1252 or ISO-8859-1.
pub(super) fn may_be(line: &str) -> bool {
    alive(line).pages != 0 && !runs_of(line).all(|run| is_explained_run(&line[run]))
}

/// Whether all of `run` is sequences in one of the two.
fn is_explained_run(run: &str) -> bool {
    Restored::of(run).is_some_and(|restored| restored.len == run.len())
}

/// Whether some of `line` was read as a charset in which windows-1252 does not explain it.
pub(super) fn is_foreign(line: &str) -> bool {
    (0..PAGES).any(|page| {
        let points = runs_of(line).map(|range| {
            let run = &line[range.clone()];
            let restored = restored(run, page).filter(|_| !is_explained_run(run));
            restored.map_or(0, |restored| run_points(line, range, &restored))
        });
        points.sum::<u32>() >= PROOF
    })
}

/// The run of `line` around `at`.
pub(super) fn run_around(line: &str, at: usize) -> Range<usize> {
    let octets = line.as_bytes();
    let start = octets[..at].iter().rposition(u8::is_ascii).map_or(0, |before| before + 1);
    let end = octets[at..].iter().position(u8::is_ascii).map_or(line.len(), |len| at + len);
    start..end
}

/// Where `line` is not ASCII.
pub(super) fn runs_of(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = &line.as_bytes()[at..];
        let start = at + rest.iter().position(|octet| !octet.is_ascii())?;
        let len = line.as_bytes()[start..].iter().position(u8::is_ascii);
        at = len.map_or(line.len(), |len| start + len);
        Some(start..at)
    })
}

/// `run` read as the charset of `page`.
pub(super) fn restored(run: &str, page: usize) -> Option<String> {
    let octet = |character| tables::octets(character).map(|octets| octets[page]).filter(|&o| o > 0);
    String::from_utf8(run.chars().map(octet).collect::<Option<Vec<u8>>>()?).ok()
}

/// Points of the characters of `line` in `range`, which are `restored`.
pub(super) fn run_points(line: &str, range: Range<usize>, restored: &str) -> u32 {
    let mut left = line[..range.start].chars().next_back();
    let after = line[range.end..].chars().next();
    let mut rest = &line[range];
    let mut points = 0;
    for character in restored.chars() {
        let mut ends = rest.char_indices().skip(character.len_utf8());
        let (sequence, behind) = rest.split_at(ends.next().map_or(rest.len(), |(end, _)| end));
        points += odd::points(left, sequence, after.filter(|_| behind.is_empty()));
        left = sequence.chars().next_back();
        rest = behind;
    }
    points
}
