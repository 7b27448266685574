//! Compares the healed bytes with the wanted ones.

use std::ops::AddAssign;

use utfkit_text::heal::{Healed, Refusal};

use super::{
    cases::{Case, Span},
    diff,
};

#[derive(Clone, Default)]
pub(super) struct Counts {
    pub(super) files: usize,
    pub(super) exact: usize,
    pub(super) refused: usize,
    pub(super) damaged: usize,
    pub(super) open: usize,
    /// Damaged characters that are neither restored nor reported.
    pub(super) silent: usize,
    /// Bytes that differ outside of the open places.
    pub(super) wrong: usize,
    pub(super) typed: usize,
    /// Characters of the edit that differ outside of the open places.
    pub(super) lost: usize,
    /// Open places of files that are exact.
    pub(super) needless: usize,
    pub(super) seconds: f64,
}

impl Counts {
    pub(super) fn restored(&self) -> usize {
        self.damaged - self.open - self.silent
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.files += other.files;
        self.exact += other.exact;
        self.refused += other.refused;
        self.damaged += other.damaged;
        self.open += other.open;
        self.silent += other.silent;
        self.wrong += other.wrong;
        self.typed += other.typed;
        self.lost += other.lost;
        self.needless += other.needless;
        self.seconds += other.seconds;
    }
}

/// Counts the errors in a result.
pub(super) fn of(case: &Case, result: &Result<Healed, Refusal>, seconds: f64) -> Counts {
    let mut counts = Counts {
        files: 1,
        damaged: case.damaged.len(),
        typed: case.typed.len(),
        seconds,
        ..Counts::default()
    };
    let Ok(healed) = result else {
        // The file stays as it is, and the reason is reported.
        counts.refused = 1;
        counts.open = case.damaged.len();
        return counts;
    };
    if healed.bytes == case.want {
        counts.exact = 1;
        counts.needless = healed.open.len();
        return counts;
    }
    // Touching places are near enough: which of two equal letters is open, nobody can know, nor
    // between which of several spaces a word is missing.
    let near = |from: usize, to: usize| {
        let is_space = |&&byte: &&u8| byte == b' ' || byte == b'\t';
        let from = from - healed.bytes[..from].iter().rev().take_while(is_space).count();
        let to = to + healed.bytes[to..].iter().take_while(is_space).count();
        let first = healed.open.partition_point(|open| open.offset + open.len < from);
        healed.open.get(first).is_some_and(|open| open.offset <= to)
    };
    let (mut bad, mut soft): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    for (want, out) in differences(case, &healed.bytes) {
        let place = (want.0, want.1.max(1));
        if near(out.0, out.0 + out.1) {
            soft.push(place);
        } else {
            bad.push(place);
            counts.wrong += want.1.max(out.1);
        }
    }
    counts.silent = hits(&case.damaged, &bad).count();
    counts.lost = hits(&case.typed, &bad).count();
    let silent: std::collections::BTreeSet<Span> = hits(&case.damaged, &bad).collect();
    counts.open = hits(&case.damaged, &soft).filter(|span| !silent.contains(span)).count();
    counts
}

/// Returns the spans that overlap one of `places`. Both are in their order.
fn hits<'a>(spans: &'a [Span], places: &'a [Span]) -> impl Iterator<Item = Span> + 'a {
    spans.iter().copied().filter(|&(offset, len)| {
        let first = places.partition_point(|&(at, size)| at + size <= offset);
        places.get(first).is_some_and(|&(at, _)| at < offset + len)
    })
}

/// Returns the parts of the wanted bytes and of the result that differ.
pub(super) fn differences(case: &Case, out: &[u8]) -> Vec<(Span, Span)> {
    let unit = if case.charset.name == "utf-16le" { 2 } else { 1 };
    let (wants, outs) = (lines(&case.want, unit), lines(out, unit));
    let mut parts = Vec::new();
    // A line of the one is a line of the other, because healing never adds or removes one.
    let pairs: Vec<(Span, Span)> = if wants.len() == outs.len() {
        wants.into_iter().zip(outs).collect()
    } else {
        vec![((0, case.want.len()), (0, out.len()))]
    };
    for ((at, len), (place, size)) in pairs {
        let (a, b) = (&case.want[at..at + len], &out[place..place + size]);
        if a == b {
            continue;
        }
        let (mut x, mut y) = (0, 0);
        for (i, j, run) in diff::runs(a, b).into_iter().chain([(a.len(), b.len(), 0)]) {
            if i > x || j > y {
                parts.push(((at + x, i - x), (place + y, j - y)));
            }
            (x, y) = (i + run, j + run);
        }
    }
    parts
}

fn lines(bytes: &[u8], unit: usize) -> Vec<Span> {
    let (mut lines, mut start) = (Vec::new(), 0);
    for (at, code) in bytes.chunks(unit).enumerate() {
        if code[0] == b'\n' && code[1..].iter().all(|&byte| byte == 0) {
            lines.push((start, (at + 1) * unit - start));
            start = (at + 1) * unit;
        }
    }
    lines.push((start, bytes.len() - start));
    lines
}
