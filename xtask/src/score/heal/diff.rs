//! Aligns two sequences, for real edits and for the comparison with the wanted bytes.

use std::{collections::HashMap, hash::Hash};

/// Equal items: the positions in both sequences, and their number.
pub(super) type Run = (usize, usize, usize);

/// The largest product of two lengths that is aligned exactly.
const CELLS: usize = 4_000_000;

/// Returns the equal runs of `a` and `b` in their order.
///
/// Parts without items that are unique in both stay unaligned if they are large.
pub(super) fn runs<T: Copy + Eq + Hash>(a: &[T], b: &[T]) -> Vec<Run> {
    let mut pairs = Vec::new();
    part(a, b, (0, 0), &mut pairs);
    pairs.sort_unstable();
    let mut runs: Vec<Run> = Vec::new();
    for (x, y) in pairs {
        match runs.last_mut() {
            Some((i, j, len)) if *i + *len == x && *j + *len == y => *len += 1,
            _ => runs.push((x, y, 1)),
        }
    }
    runs
}

fn part<T: Copy + Eq + Hash>(
    a: &[T],
    b: &[T],
    (x, y): (usize, usize),
    pairs: &mut Vec<(usize, usize)>,
) {
    let head = a.iter().zip(b).take_while(|(p, q)| p == q).count();
    pairs.extend((0..head).map(|k| (x + k, y + k)));
    let (a, b, x, y) = (&a[head..], &b[head..], x + head, y + head);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(p, q)| p == q).count();
    let (n, m) = (a.len() - tail, b.len() - tail);
    pairs.extend((0..tail).map(|k| (x + n + k, y + m + k)));
    let (a, b) = (&a[..n], &b[..m]);
    if n * m <= CELLS {
        return longest(a, b, (x, y), pairs);
    }
    let (mut i, mut j) = (0, 0);
    for (p, q) in unique(a, b) {
        if p >= i && q >= j {
            part(&a[i..p], &b[j..q], (x + i, y + j), pairs);
            pairs.push((x + p, y + q));
            (i, j) = (p + 1, q + 1);
        }
    }
    if i > 0 {
        part(&a[i..], &b[j..], (x + i, y + j), pairs);
    }
}

/// The items that are unique in both and in the same order.
fn unique<T: Copy + Eq + Hash>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<T, [usize; 4]> = HashMap::new();
    for (side, items) in [a, b].into_iter().enumerate() {
        for (at, &item) in items.iter().enumerate() {
            let entry = seen.entry(item).or_default();
            entry[2 * side] += 1;
            entry[2 * side + 1] = at;
        }
    }
    let mut pairs: Vec<_> =
        seen.values().filter(|e| e[0] == 1 && e[2] == 1).map(|e| (e[1], e[3])).collect();
    pairs.sort_unstable();
    let (mut tails, mut back): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (k, pair) in pairs.iter().enumerate() {
        let at = tails.partition_point(|&tail: &usize| pairs[tail].1 < pair.1);
        back.push(at.checked_sub(1).map(|before| tails[before]));
        if at == tails.len() {
            tails.push(k);
        } else {
            tails[at] = k;
        }
    }
    let (mut order, mut next) = (Vec::new(), tails.last().copied());
    while let Some(k) = next {
        order.push(pairs[k]);
        next = back[k];
    }
    order.reverse();
    order
}

/// The longest common subsequence.
fn longest<T: Eq>(a: &[T], b: &[T], (x, y): (usize, usize), pairs: &mut Vec<(usize, usize)>) {
    let width = b.len() + 1;
    let mut table = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            table[i * width + j] = if a[i] == b[j] {
                table[(i + 1) * width + j + 1] + 1
            } else {
                table[(i + 1) * width + j].max(table[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((x + i, y + j));
            (i, j) = (i + 1, j + 1);
        } else if table[(i + 1) * width + j] >= table[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}
