//! UTF-8 that was read as a charset other than windows-1252 and ISO-8859-1.
//!
//! The unit is a *run*: all characters between two of ASCII. It has to be whole sequences in one of
//! these charsets, nobody writes what stands there ([`pairs`](super::super::unlikely::pairs)), and people write what it becomes
//! ([`script`]). The runs of a line count together.

use std::ops::Range;

use crate::repair::{
    events::Fault,
    mojibake::{
        layers::origin::Origins,
        layers::restored::Restored,
        layers::runs::{alive, pages, restored, run_points, runs_of},
        pages::tables::{self, PAGES},
        unlikely::{around::Surroundings, script, western::PROOF},
    },
};
use utfkit::ascii;

/// Whether some of `text` may have been read as one of the charsets, and is not what people write.
pub(crate) fn may_hold(text: &str) -> bool {
    let mut at = 0;
    loop {
        at += ascii::prefix(&text.as_bytes()[at..]);
        let Some(first) = text[at..].chars().next() else { return false };
        // Most runs begin with what no sequence begins with.
        let may_begin = tables::row(first).is_some_and(tables::Row::leads);
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
pub(crate) struct Run {
    pub(crate) range: Range<usize>,
    pub(crate) was: String,
    pub(crate) fault: Fault,
    /// Whether it can have been nothing else.
    pub(crate) is_certain: bool,
}

/// The runs of `line` that nobody writes, as they were if they, and nothing else of the line, were
/// read as one of the other charsets; none if they were not.
pub(crate) fn some_runs(line: &str) -> Vec<Run> {
    let is_odd = |run: &Range<usize>| most_points(line, run.clone()) >= PROOF;
    // Most that are odd are explained, and to see that takes less.
    if !runs_of(line).any(|run| !is_explained_run(&line[run.clone()]) && is_odd(&run)) {
        return Vec::new();
    }
    let ranges: Vec<_> = runs_of(line).filter(is_odd).collect();
    let origins = origins(line, &ranges);
    let first = origins.first().filter(|one| !one.is_western());
    let Some((first, page)) = first.and_then(|one| Some((one, tables::page(one.charset)?))) else {
        return Vec::new();
    };
    let are_certain = !origins.is_open() && first.is_proven() && first.is_likely();
    let around = Surroundings::of(line);
    let of_run = |(range, was): (Range<usize>, &String)| {
        let needed = script::needed(&around, range.clone(), was);
        let layer = restored(&line[range.clone()], page);
        let points = layer.map_or(0, |layer| run_points(line, range.clone(), &layer));
        let is_proven = needed.is_some_and(|needed| points >= needed.max(PROOF));
        // What looks like a layer over something else may be one, even if what is below is too
        // little to prove it.
        let is_layer = pages(was).next().is_some();
        let is_certain = are_certain && is_proven && !is_layer;
        Run { range, was: was.clone(), fault: first.fault(), is_certain }
    };
    ranges.into_iter().zip(first.runs.iter().map(|(_, was)| was)).map(of_run).collect()
}

/// What the runs of `line` in `ranges`, one at least, may have been, all together.
pub(crate) fn origins(line: &str, ranges: &[Range<usize>]) -> Origins {
    let [mut beside, mut text] = [(); 2].map(|()| String::with_capacity(line.len()));
    let mut done = 0;
    for &Range { start, end } in ranges {
        let gap = &line[done..start];
        let (head, tail) = edges(gap);
        // With the words in which they stand.
        if head < gap.len() {
            text.push_str(&gap[..head]);
            text.push(' ');
            text.push_str(&gap[tail..]);
        } else {
            text.push_str(gap);
        }
        text.push_str(&line[start..end]);
        beside.push_str(gap);
        done = end;
    }
    let rest = &line[done..];
    text.push_str(&rest[..edges(rest).0]);
    beside.push_str(rest);
    Origins::within(&beside, &text)
}

/// Where the letters with which `gap` begins end, and where those with which it ends begin; with
/// one character of ASCII more.
fn edges(gap: &str) -> (usize, usize) {
    let bytes = gap.as_bytes();
    let is_other = |byte: &u8| !byte.is_ascii_alphabetic();
    let head = bytes
        .iter()
        .position(is_other)
        .map_or(gap.len(), |at| at + usize::from(bytes[at].is_ascii()));
    let tail =
        bytes.iter().rposition(is_other).map_or(0, |at| at + usize::from(!bytes[at].is_ascii()));
    (head, tail)
}

/// Whether `line` is sequences in another charset, and not in windows-1252 or ISO-8859-1.
pub(crate) fn may_be(line: &str) -> bool {
    alive(line).pages() != 0 && !runs_of(line).all(|run| is_explained_run(&line[run]))
}

/// Whether all of `run` is sequences in one of the two.
fn is_explained_run(run: &str) -> bool {
    Restored::of(run).is_some_and(|restored| restored.len == run.len())
}

/// Whether some of `line` was read as a charset in which windows-1252 does not explain it.
pub(crate) fn is_foreign(line: &str) -> bool {
    let foreign: Vec<_> =
        runs_of(line).filter(|run| !is_explained_run(&line[run.clone()])).collect();
    (0..PAGES).any(|page| {
        let points = foreign.iter().map(|range| {
            let restored = restored(&line[range.clone()], page);
            restored.map_or(0, |restored| run_points(line, range.clone(), &restored))
        });
        points.sum::<u32>() >= PROOF
    })
}

/// The run of `line` around `at`.
pub(crate) fn run_around(line: &str, at: usize) -> Range<usize> {
    let bytes = line.as_bytes();
    let start = bytes[..at].iter().rposition(u8::is_ascii).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(u8::is_ascii).map_or(line.len(), |len| at + len);
    start..end
}
