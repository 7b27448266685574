//! UTF-8 that was read as a charset other than windows-1252 and ISO-8859-1.
//!
//! Such text is mended by lines: all of a line that is not ASCII has to be whole sequences in one of
//! these charsets, nobody writes what stands there ([`odd`]), and people write what it becomes
//! ([`script`]). Where two charsets make different texts of it, nothing is mended.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use super::{
    Restored,
    genuine::PROOF,
    odd, script,
    tables::{self, PAGES},
};
use crate::{form::Form, repair::Charset, simd};

/// A line as it is if it was read as a charset.
pub(super) struct Reading {
    pub(super) charset: Charset,
    /// Where the line is not ASCII, and what stands there then.
    pub(super) runs: Vec<(Range<usize>, String)>,
    /// Points against the line as it stands.
    pub(super) points: u32,
    /// How many it takes; `None` if none are enough.
    needed: Option<u32>,
    /// Points against what it becomes, by the same count.
    pub(super) odd: u32,
}

impl Reading {
    pub(super) fn is_proven(&self) -> bool {
        self.needed.is_some_and(|needed| self.points >= needed.max(PROOF))
    }

    pub(super) fn is_possible(&self) -> bool {
        self.needed.is_some() && self.points > 0
    }

    /// This reading of `line` as the charset of `page`, or where it is no text, one of it that is, if more
    /// layers make one: these are found one by one.
    fn or_deeper(mut self, line: &str, page: usize) -> Self {
        const MOST_LAYERS: usize = 8;
        let mut text = self.line(line);
        for _ in 1..MOST_LAYERS {
            if self.is_proven() || self.points < PROOF || text.is_ascii() {
                break;
            }
            if super::is_whole(&text) {
                self.needed = Some(PROOF);
            } else if let Some(deeper) = read(&text, page).filter(|one| one.points >= PROOF) {
                text = deeper.line(&text);
                self.needed = deeper.needed;
            } else {
                break;
            }
        }
        self
    }

    /// What `line` becomes.
    pub(super) fn line(&self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        let mut done = 0;
        for (range, restored) in &self.runs {
            out.push_str(&line[done..range.start]);
            out.push_str(restored);
            done = range.end;
        }
        out.push_str(&line[done..]);
        out
    }
}

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

/// Whether a line of `text` may be read as one of the charsets.
pub(super) fn may_hold(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = &rest[simd::active().validate(Form::Ascii, rest.as_bytes())..];
        if rest.is_empty() {
            return false;
        }
        if alive(rest).pages != 0 {
            return true;
        }
        let feed = [simd::Range { first: 0x0A, last: 0x0A }];
        let end = simd::active().outside(Form::Utf8, rest.as_bytes(), &feed);
        rest = rest.get(end + 1..).unwrap_or("");
    }
}

/// The charsets in which the line that `text` begins with can be read.
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

/// What `line` can be read as, unless windows-1252 explains it.
pub(super) fn readings(line: &str) -> impl Iterator<Item = Reading> {
    let pages = if is_explained(line) { 0 } else { alive(line).pages };
    let read = |page| Some(read(line, page)?.or_deeper(line, page));
    (0..PAGES).filter(move |page| pages >> page & 1 == 1).filter_map(read)
}

/// Whether all of `line` that is not ASCII is sequences in windows-1252 or ISO-8859-1, run by run.
fn is_explained(line: &str) -> bool {
    runs_of(line).all(|run| is_explained_run(&line[run]))
}

/// Whether all of `run` is sequences in one of the two.
fn is_explained_run(run: &str) -> bool {
    Restored::of(run).is_some_and(|restored| restored.len == run.len())
}

/// `line` read as the charset of `page`.
fn read(line: &str, page: usize) -> Option<Reading> {
    let (mut runs, mut points, mut whole) = (Vec::new(), 0, String::with_capacity(line.len()));
    let (mut places, mut done) = (Vec::new(), 0);
    for range in runs_of(line) {
        let restored = restored(&line[range.clone()], page)?;
        points += run_points(line, range.clone(), &restored);
        whole.push_str(&line[done..range.start]);
        places.push(whole.len()..whole.len() + restored.len());
        whole.push_str(&restored);
        done = range.end;
        runs.push((range, restored));
    }
    whole.push_str(&line[done..]);
    let odd = places.iter().map(|place| odd::of_text(&whole, place.clone())).sum();
    let needed = |place: Range<usize>| {
        script::needed(&whole[..place.start], &whole[place.clone()], &whole[place.end..])
    };
    let needed = places.into_iter().map(needed).try_fold(0, |most, one| Some(most.max(one?)));
    Some(Reading { charset: tables::charset(page), runs, points, needed, odd })
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

/// Where `line` is not ASCII.
fn runs_of(line: &str) -> impl Iterator<Item = Range<usize>> {
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
fn restored(run: &str, page: usize) -> Option<String> {
    let octet = |character| tables::octets(character).map(|octets| octets[page]).filter(|&o| o > 0);
    String::from_utf8(run.chars().map(octet).collect::<Option<Vec<u8>>>()?).ok()
}

/// Points of the characters of `line` in `range`, which are `restored`.
fn run_points(line: &str, range: Range<usize>, restored: &str) -> u32 {
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
