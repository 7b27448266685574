//! UTF-8 that was read as a charset other than windows-1252 and ISO-8859-1.
//!
//! Such text is mended by lines: all of a line that is not ASCII has to be whole sequences in one of
//! these charsets, nobody writes what stands there ([`odd`]), and people write what it becomes
//! ([`script`]). Where two charsets make different texts of it, nothing is mended.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use super::{
    Restored,
    genuine::{self, PROOF},
    odd, script,
    tables::{self, PAGES},
};
use crate::{form::Form, repair::Charset, simd};

/// What a text may have been before it was read wrongly, once or more.
#[derive(Debug)]
pub(super) struct Origin {
    /// What it was read as last.
    pub(super) charset: Charset,
    /// How often.
    pub(super) layers: u8,
    /// Where the text is not ASCII, and what was there.
    pub(super) runs: Vec<(Range<usize>, String)>,
    /// Points against the text as it stands.
    pub(super) points: u32,
    /// The fewest points against what it was between layers, where that could be meant.
    between: u32,
    /// How many it takes.
    needed: u32,
    /// Points against what it was, by the same count.
    odd: u32,
    /// Whether that looks like one more layer over what is no text.
    is_open: bool,
}

impl Origin {
    /// How unlikely it is beside others: the less, the likelier.
    fn cost(&self) -> u32 {
        self.odd + self.needed.saturating_sub(PROOF)
    }

    pub(super) fn is_proven(&self) -> bool {
        self.points.min(self.between) >= self.needed.max(PROOF)
    }

    /// Whether it was read as windows-1252 or ISO-8859-1.
    pub(super) fn is_western(&self) -> bool {
        self.charset == Charset::Windows1252
    }

    /// What `text` was.
    pub(super) fn of(&self, text: &str) -> String {
        replaced(text, &self.runs)
    }

    /// This one of what `step` made.
    fn under(self, step: &Step) -> Self {
        let could_be_meant = step.needed.is_some();
        let between = if could_be_meant { self.between.min(self.points) } else { self.between };
        // What a run becomes is a run again.
        let ranges = step.runs.iter().map(|(range, _)| range.clone());
        let runs = ranges.zip(self.runs.into_iter().map(|(_, run)| run)).collect();
        Self {
            charset: step.charset,
            layers: self.layers + 1,
            runs,
            points: step.points,
            between,
            ..self
        }
    }
}

/// All that a text may have been.
#[derive(Debug, Default)]
pub(super) struct Origins {
    /// The likeliest first.
    all: Vec<Origin>,
    /// Whether there may be others: too many to look at, or what it may have been is no text.
    more: bool,
}

impl Origins {
    /// Those of `text`, which is a line or a part of one.
    pub(super) fn of(text: &str) -> Self {
        const MOST_STEPS: u32 = 40;
        let mut steps = MOST_STEPS;
        let mut origins = Self::after(text, 1, &mut steps);
        origins.all.sort_by_key(Origin::cost);
        origins.more |= steps == 0;
        origins
    }

    /// Those of `text`, if it was read wrongly so many times or more.
    fn after(text: &str, layers: u8, most: &mut u32) -> Self {
        const MOST_LAYERS: u8 = 8;
        let mut found = Self::default();
        if layers > MOST_LAYERS {
            return found;
        }
        for step in steps(text) {
            if *most == 0 {
                break;
            }
            *most -= 1;
            let deeper = Self::after(&replaced(text, &step.runs), layers + 1, most);
            found.add(step, deeper);
        }
        found
    }

    /// Adds where `step` leads to, of which `deeper` are the origins.
    fn add(&mut self, step: Step, deeper: Self) {
        if !deeper.all.is_empty() {
            self.all.extend(deeper.all.into_iter().map(|one| one.under(&step)));
        } else if let Some(needed) = step.needed {
            let Step { charset, runs, points, odd, .. } = step;
            let is_open = deeper.more;
            let (layers, between) = (1, u32::MAX);
            self.all.push(Origin { charset, layers, runs, points, between, needed, odd, is_open });
        } else {
            self.more |= step.points > 0 || step.is_unknown;
        }
    }

    pub(super) fn first(&self) -> Option<&Origin> {
        self.all.first()
    }

    /// Another than the first that is as likely.
    pub(super) fn rival(&self) -> Option<&Origin> {
        // One with a capital or a sign inside a word is none beside one without.
        const ODDER: u32 = 5;
        let first = self.first()?;
        self.all.iter().find(|one| one.cost() < first.cost() + ODDER && one.runs != first.runs)
    }

    /// Whether nothing says that it is the first, and no other.
    pub(super) fn is_open(&self) -> bool {
        self.rival().is_some() || self.first().is_some_and(|one| one.is_open)
    }

    /// Whether the text is as it was, as far as charsets can tell.
    pub(super) fn is_none(&self) -> bool {
        self.all.is_empty() && !self.more
    }
}

/// A text as it is if it was read as a charset.
struct Step {
    charset: Charset,
    runs: Vec<(Range<usize>, String)>,
    points: u32,
    /// `None` if no points are enough.
    needed: Option<u32>,
    odd: u32,
    /// Whether it holds characters that hardly any text does.
    is_unknown: bool,
}

/// All steps that lead to different texts.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = windows1252(text).into_iter().collect();
    let pages = alive(text).pages;
    for page in (0..PAGES).filter(|page| pages >> page & 1 == 1) {
        let Some(runs) = runs_by(text, |run| restored(run, page)) else { continue };
        if steps.iter().all(|step| step.runs != runs) {
            let points = |range: Range<usize>, restored: &str| run_points(text, range, restored);
            steps.push(step(text, tables::charset(page), runs, points));
        }
    }
    steps
}

/// `text` read as windows-1252 or ISO-8859-1.
fn windows1252(text: &str) -> Option<Step> {
    let runs = runs_by(text, |run| {
        Restored::of(run).filter(|restored| restored.len == run.len()).map(|one| one.text)
    })?;
    let points = |Range { start, end }, _: &str| {
        genuine::points(&text[..start], &text[start..end], &text[end..])
    };
    Some(step(text, Charset::Windows1252, runs, points))
}

/// What each run of `text` becomes; `None` if there is none, or one becomes nothing.
fn runs_by(
    text: &str,
    restored: impl Fn(&str) -> Option<String>,
) -> Option<Vec<(Range<usize>, String)>> {
    let runs = runs_of(text).map(|range| Some((range.clone(), restored(&text[range])?)));
    runs.collect::<Option<Vec<_>>>().filter(|runs| !runs.is_empty())
}

/// `text` with `runs` in it.
fn replaced(text: &str, runs: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, restored) in runs {
        out.push_str(&text[done..range.start]);
        out.push_str(restored);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The step from `text` to `runs` in it.
fn step(
    text: &str,
    charset: Charset,
    runs: Vec<(Range<usize>, String)>,
    points: impl Fn(Range<usize>, &str) -> u32,
) -> Step {
    let points = runs.iter().map(|(range, restored)| points(range.clone(), restored)).sum();
    let whole = replaced(text, &runs);
    let odd = runs_of(&whole).map(|place| odd::of_text(&whole, place)).sum();
    let needed = |place: Range<usize>| {
        script::needed(&whole[..place.start], &whole[place.clone()], &whole[place.end..])
    };
    let needed = runs_of(&whole).map(needed).try_fold(0, |most, one| Some(most.max(one?)));
    let is_unknown = needed.is_none() && runs.iter().any(|(_, run)| script::is_unknown(run));
    Step { charset, runs, points, needed, odd, is_unknown }
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
    let pages = alive(run).pages;
    let points = (0..PAGES).filter(|page| pages >> page & 1 == 1).filter_map(|page| {
        restored(run, page).map(|restored| run_points(line, range.clone(), &restored))
    });
    points.max().unwrap_or(0)
}

/// A run of a line, and what it may have been.
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) was: String,
    pub(super) is_proven: bool,
}

/// The runs of `line` that nobody writes, as they were if they, and nothing else of the line, were read
/// as one of the other charsets; `None` if they were not.
pub(super) fn some_runs(line: &str) -> Option<(Origins, Vec<Run>)> {
    let is_odd = |run: &Range<usize>| most_points(line, run.clone()) >= PROOF;
    let ranges: Vec<_> = runs_of(line).filter(is_odd).collect();
    if ranges.iter().all(|run| is_explained_run(&line[run.clone()])) {
        return None;
    }
    let mut origins = Origins::of(&joined(line, ranges.iter().cloned()));
    let first = origins.all.first_mut().filter(|one| !one.is_western())?;
    let page = tables::page(first.charset)?;
    let restored_runs = core::mem::take(&mut first.runs).into_iter().map(|(_, was)| was);
    let runs = ranges.into_iter().zip(restored_runs).map(|(range, was)| {
        let needed = script::needed(&line[..range.start], &was, &line[range.end..]);
        let points = restored(&line[range.clone()], page)
            .map_or(0, |restored| run_points(line, range.clone(), &restored));
        let is_proven = needed.is_some_and(|needed| points >= needed.max(PROOF));
        Run { range, was, is_proven }
    });
    let runs = runs.collect();
    Some((origins, runs))
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
