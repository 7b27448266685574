//! The runs of a token that become another text.

use std::ops::Range;

use crate::repair::explain::tokens::units::{Unit, is_high};

/// Returns the ranges in which `token` and `becomes` differ.
pub(crate) fn runs(token: &[Unit], becomes: &[Unit]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let (mut at, mut to) = (0, 0);
    // Letters of ASCII do not change, except next to lost bytes.
    let is_same = token
        .iter()
        .filter(|unit| !is_high(**unit))
        .eq(becomes.iter().filter(|unit| !is_high(**unit)));
    let run = |units: &[Unit], from: usize, is: bool| {
        let end = units[from..].iter().position(|&unit| is_high(unit) != is);
        end.map_or(units.len(), |len| from + len)
    };
    while is_same && (at < token.len() || to < becomes.len()) {
        let ends = [run(token, at, false), run(becomes, to, false)];
        // A run of signs may have vanished between two letters.
        let len = (ends[0] - at).min(ends[1] - to);
        (at, to) = (at + len, to + len);
        let ends = [run(token, at, true), run(becomes, to, true)];
        if ends[0] == at && ends[1] == to {
            break;
        }
        add(token, at..ends[0], becomes, to..ends[1], &mut found);
        (at, to) = (ends[0], ends[1]);
    }
    if !is_same {
        add(token, 0..token.len(), becomes, 0..becomes.len(), &mut found);
    }
    found
}

/// Adds two ranges without their common start and end, if they differ.
fn add(
    token: &[Unit],
    mut from: Range<usize>,
    becomes: &[Unit],
    mut to: Range<usize>,
    found: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let both = token[from.clone()].iter().zip(&becomes[to.clone()]);
    // Something stays on both sides, so that a report shows what became what.
    let most = from.len().min(to.len()).saturating_sub(1);
    let start = both.take(most).take_while(|(one, other)| one == other).count();
    (from.start, to.start) = (from.start + start, to.start + start);
    let both = token[from.clone()].iter().rev().zip(becomes[to.clone()].iter().rev());
    let most = from.len().min(to.len()).saturating_sub(1);
    let end = both.take(most).take_while(|(one, other)| one == other).count();
    (from.end, to.end) = (from.end - end, to.end - end);
    if token[from.clone()] != becomes[to.clone()] {
        found.push((from, to));
    }
}
