//! Places that could as well be somewhere else: a deleted block that slides along equal images.

use std::collections::{BTreeSet, HashMap};

use crate::heal::align::Run;

type Alternatives<T> = HashMap<usize, BTreeSet<T>>;

/// Returns the new lines over which a deleted block can slide to other bytes.
pub(super) fn of_lines(
    runs: &[Run],
    old: &[u32],
    new: &[u32],
    same: impl Fn(usize, usize) -> bool,
) -> Alternatives<usize> {
    let mut unsure = Alternatives::new();
    let end = Run { a: old.len(), b: new.len(), len: 0 };
    for (run, next) in runs.iter().zip(runs.iter().skip(1).chain([&end])) {
        let (a, b) = (run.a + run.len, run.b + run.len);
        if next.a == a || next.b != b {
            continue;
        }
        let mut add = |line: usize, x: usize, y: usize| {
            if !same(x, y) {
                unsure.entry(line).or_default().extend([x, y]);
            }
        };
        let before = (1..=run.len).take_while(|k| old[a - k] == old[next.a - k]);
        before.for_each(|k| add(b - k, a - k, next.a - k));
        let after = (0..next.len).take_while(|k| old[next.a + k] == old[a + k]);
        after.for_each(|k| add(next.b + k, next.a + k, a + k));
    }
    unsure
}

/// Returns the new symbols whose old bytes differ if a change slides, with these bytes. Empty bytes
/// stand for text of the new version.
pub(in crate::heal) fn of_symbols<'o>(
    runs: &[Run],
    old: &[u32],
    new: &[u32],
    bytes: impl Fn(usize) -> &'o [u8],
    plain: impl Fn(usize) -> bool,
) -> Alternatives<&'o [u8]> {
    let mut unsure: Alternatives<&[u8]> = Alternatives::new();
    let start = Run { a: 0, b: 0, len: 0 };
    let end = Run { a: old.len(), b: new.len(), len: 0 };
    let all: Vec<&Run> = [&start].into_iter().chain(runs).chain([&end]).collect();
    for pair in all.windows(2) {
        let (run, next) = (pair[0], pair[1]);
        let (a, b) = (run.a + run.len, run.b + run.len);
        match (next.a > a, next.b > b) {
            (true, false) => {
                let mut add = |at: usize, x: usize, y: usize| {
                    if bytes(x) != bytes(y) {
                        unsure.entry(at).or_default().extend([bytes(x), bytes(y)]);
                    }
                };
                let before = (1..=run.len).take_while(|k| old[a - k] == old[next.a - k]);
                before.for_each(|k| add(b - k, a - k, next.a - k));
                let after = (0..next.len).take_while(|k| old[next.a + k] == old[a + k]);
                after.for_each(|k| add(next.b + k, next.a + k, a + k));
            }
            (false, true) => {
                let mut add = |at: usize, x: usize| {
                    if !plain(x) {
                        unsure.entry(at).or_default().extend([bytes(x), &[]]);
                    }
                };
                let before = (1..=run.len).take_while(|k| new[b - k] == new[next.b - k]);
                before.for_each(|k| add(b - k, a - k));
                let after = (0..next.len).take_while(|k| new[next.b + k] == new[b + k]);
                after.for_each(|k| add(next.b + k, next.a + k));
            }
            (true, true) => {
                let mut add = |at: usize, x: usize, y: usize| {
                    if old[x] == old[y] && bytes(x) != bytes(y) && !plain(y) {
                        unsure.entry(at).or_default().extend([bytes(x), bytes(y)]);
                    }
                };
                if run.len > 0 {
                    add(b - 1, a - 1, a);
                }
                if next.len > 0 {
                    add(next.b, next.a, next.a - 1);
                }
            }
            (false, false) => {}
        }
    }
    unsure
}
