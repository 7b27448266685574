//! Alignment of two sequences: unique items first, then the longest common blocks.

use crate::heal::weights::align::CELLS;
use std::collections::HashMap;

/// Equal items: from `a` in the first sequence and `b` in the second, `len` items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) len: usize,
}

/// The maximum cost of the alignment of a whole text, in compared items.
pub(super) struct Budget(pub(super) u64);

impl Budget {
    fn take(&mut self, cost: u64) -> bool {
        let enough = self.0 >= cost;
        self.0 = self.0.saturating_sub(cost);
        enough
    }
}

/// Aligns `a` and `b`.
///
/// Cost: linear, apart from small blocks; parts for which `budget` is not enough stay unaligned.
pub(super) fn align(a: &[u32], b: &[u32], budget: &mut Budget) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut stack = vec![(0, a.len(), 0, b.len())];
    while let Some((mut a1, mut a2, mut b1, mut b2)) = stack.pop() {
        let same = a[a1..a2].iter().zip(&b[b1..b2]).take_while(|(x, y)| x == y).count();
        push(&mut runs, a1, b1, same);
        (a1, b1) = (a1 + same, b1 + same);
        let pairs = a[a1..a2].iter().rev().zip(b[b1..b2].iter().rev());
        let same = pairs.take_while(|(x, y)| x == y).count();
        (a2, b2) = (a2 - same, b2 - same);
        push(&mut runs, a2, b2, same);
        let (n, m) = ((a2 - a1) as u64, (b2 - b1) as u64);
        if n == 0 || m == 0 || !budget.take(n + m) {
            continue;
        }
        let anchors = unique(&a[a1..a2], &b[b1..b2]);
        if anchors.is_empty() {
            if n * m <= CELLS && budget.take(n * m) {
                blocks(a, b, (a1, a2, b1, b2), budget, &mut runs);
            }
            continue;
        }
        let (mut x, mut y) = (a1, b1);
        for (i, j) in anchors {
            stack.push((x, a1 + i, y, b1 + j));
            push(&mut runs, a1 + i, b1 + j, 1);
            (x, y) = (a1 + i + 1, b1 + j + 1);
        }
        stack.push((x, a2, y, b2));
    }
    joined(runs)
}

fn push(runs: &mut Vec<Run>, a: usize, b: usize, len: usize) {
    if len > 0 {
        runs.push(Run { a, b, len });
    }
}

fn joined(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable();
    let mut joined: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.a + last.len == run.a && last.b + last.len == run.b => {
                last.len += run.len;
            }
            _ => joined.push(run),
        }
    }
    joined
}

/// The items that are unique in both, in the same order: the longest increasing subsequence.
fn unique(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    const MANY: usize = usize::MAX;
    let mut at: HashMap<u32, (usize, usize)> = HashMap::with_capacity(b.len());
    for (j, &item) in b.iter().enumerate() {
        at.entry(item).and_modify(|entry| entry.1 = MANY).or_insert((MANY - 1, j));
    }
    for (i, item) in a.iter().enumerate() {
        if let Some(entry) = at.get_mut(item) {
            entry.0 = if entry.0 == MANY - 1 { i } else { MANY };
        }
    }
    let pairs: Vec<_> = a
        .iter()
        .enumerate()
        .filter_map(|(i, item)| at.get(item).filter(|e| e.0 == i && e.1 != MANY).map(|e| (i, e.1)))
        .collect();
    let (mut tails, mut back): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (k, &(_, j)) in pairs.iter().enumerate() {
        let place = tails.partition_point(|&tail| pairs[tail].1 < j);
        back.push(place.checked_sub(1).map(|before| tails[before]));
        if place == tails.len() {
            tails.push(k);
        } else {
            tails[place] = k;
        }
    }
    let mut order = Vec::new();
    let mut next = tails.last().copied();
    while let Some(k) = next {
        order.push(pairs[k]);
        next = back[k];
    }
    order.reverse();
    order
}

/// Aligns characters: the longest common block, and so on before and after it.
pub(super) fn characters(a: &[u32], b: &[u32], budget: &mut Budget) -> Vec<Run> {
    let mut runs = Vec::new();
    let cells = a.len() as u64 * b.len() as u64;
    if cells > 0 && cells <= 400_000 && budget.take(cells) {
        blocks(a, b, (0, a.len(), 0, b.len()), budget, &mut runs);
    }
    joined(runs)
}

fn blocks(
    a: &[u32],
    b: &[u32],
    whole: (usize, usize, usize, usize),
    budget: &mut Budget,
    runs: &mut Vec<Run>,
) {
    let (_, _, base, end) = whole;
    let mut at: HashMap<u32, Vec<usize>> = HashMap::new();
    for (j, &item) in b[base..end].iter().enumerate() {
        at.entry(item).or_default().push(base + j);
    }
    let mut stack = vec![whole];
    let (mut lengths, mut next) = (vec![0_u32; end - base + 1], vec![0_u32; end - base + 1]);
    while let Some((a1, a2, b1, b2)) = stack.pop() {
        if a1 >= a2 || b1 >= b2 || !budget.take(((a2 - a1) * (b2 - b1) / 8) as u64) {
            continue;
        }
        let mut best = Run { a: a1, b: b1, len: 0 };
        lengths[b1 - base..=b2 - base].fill(0);
        for (i, item) in a.iter().enumerate().take(a2).skip(a1) {
            next[b1 - base..=b2 - base].fill(0);
            for &j in at.get(item).map_or(&[][..], Vec::as_slice) {
                if j < b1 || j >= b2 {
                    continue;
                }
                let len = lengths[j - base] + 1;
                next[j - base + 1] = len;
                if len as usize > best.len {
                    best =
                        Run { a: i + 1 - len as usize, b: j + 1 - len as usize, len: len as usize };
                }
            }
            std::mem::swap(&mut lengths, &mut next);
        }
        if best.len > 0 {
            runs.push(best);
            stack.push((a1, best.a, b1, best.b));
            stack.push((best.a + best.len, a2, best.b + best.len, b2));
        }
    }
}
