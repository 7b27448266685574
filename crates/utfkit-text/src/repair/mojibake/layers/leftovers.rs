//! What stays as it is around a fix.
//!
//! Text that was never UTF-8 (GBK, KOI8-R, Shift_JIS read as another charset) is UTF-8 here and
//! there, by chance. What stands around such places is as wrong as they are, and no charset makes
//! UTF-8 of it. Text of which some words were UTF-8 once has words around them that people write.

use std::ops::Range;

use crate::repair::mojibake::{
    layers::restored::Restored,
    layers::runs::{restored, runs_of},
    pages::tables,
    unlikely::pairs,
};
use crate::repair::{charset::MojibakeCharset, edit::Edits, events::Fault};

/// Bytes before and behind a fix that tell which text it stands in.
const NEAR: usize = 400;

/// Points around a fix from which it may be one by chance.
const MUCH: u32 = 8;

/// A run of a line, the points against what of it stays, and against what is fixed.
struct Run {
    range: Range<usize>,
    stays: u32,
    fixed: u32,
}

/// Takes out of `edits`, which are those of `line`, `base` bytes into the window, what is fixed
/// by chance.
pub(crate) fn taken_out(line: &str, base: usize, edits: &mut Edits) -> Edits {
    let runs = runs(line, base, edits);
    if runs.iter().all(|run| run.stays == 0) {
        return Edits::new();
    }
    let is_by_chance = |place: Range<usize>| {
        let first = runs.partition_point(|run| run.range.end + NEAR < place.start);
        let near = runs[first..].iter().take_while(|run| run.range.start < place.end + NEAR);
        let (stays, fixed) = near.fold((0, 0), |(s, m), run| (s + run.stays, m + run.fixed));
        stays >= MUCH && 2 * stays >= fixed
    };
    let (out, kept) =
        edits.drain(..).partition(|edit| is_by_chance(edit.start - base..edit.end - base));
    *edits = kept;
    out
}

fn runs(line: &str, base: usize, edits: &Edits) -> Vec<Run> {
    let mut edits = edits.iter().map(|edit| (edit.start - base..edit.end - base, edit.kind));
    let mut edit = edits.next();
    let charset = edit.as_ref().map(|(_, kind)| *kind);
    let of_run = |range: Range<usize>| {
        let mut run = Run { range: range.clone(), stays: 0, fixed: 0 };
        let mut at = range.start;
        while let Some((place, _)) = edit.as_ref().filter(|(place, _)| place.start < range.end) {
            run.stays += points(line, at..place.start);
            run.fixed += points(line, place.clone());
            at = place.end;
            edit = edits.next();
        }
        let rest = at..range.end;
        if !charset.is_some_and(|kind| is_explained(&line[rest.clone()], kind)) {
            run.stays += points(line, rest);
        }
        run
    };
    runs_of(line).map(of_run).collect()
}

/// Points against what stands in `line` in `range`.
fn points(line: &str, range: Range<usize>) -> u32 {
    if range.is_empty() { 0 } else { pairs::of_text(line, range) }
}

/// Whether `run` is whole sequences, too, by the charset by way of which others were fixed.
fn is_explained(run: &str, kind: Fault) -> bool {
    let Fault::Mojibake { charset, .. } = kind else { return false };
    match charset {
        MojibakeCharset::Iso8859_1 | MojibakeCharset::Windows1252 => {
            Restored::of(run).is_some_and(|restored| restored.len == run.len())
        }
        other => tables::page(other).is_some_and(|page| restored(run, page).is_some()),
    }
}
