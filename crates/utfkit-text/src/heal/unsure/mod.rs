//! Whole lines whose old line is not certain.

pub(super) mod slides;

use std::collections::{BTreeSet, HashMap};

use super::{
    Evidence, Reason,
    align::Run,
    family::Groups,
    state::{Healer, NONE},
    text::{self, is_letter, is_poor_line},
    weights::state::MAX_ALIKE,
};

impl Healer<'_> {
    /// Returns the new lines whose old line is not certain, with the old lines that are possible.
    pub(super) fn unsure(
        &self,
        runs: &[Run],
        old_ids: &[u32],
        new_ids: &[u32],
        ids: usize,
    ) -> HashMap<usize, BTreeSet<usize>> {
        let same = |x: usize, y: usize| self.old_line(x) == self.old_line(y);
        let mut unsure = slides::of_lines(runs, old_ids, new_ids, same);
        let (mut olds, mut news) = (vec![0_u32; ids], vec![0_u32; ids]);
        let mut lines: Vec<Vec<u32>> = vec![Vec::new(); ids];
        let mut various = vec![false; ids];
        for (line, &id) in old_ids.iter().enumerate() {
            let id = id as usize;
            olds[id] += 1;
            if let Some(&first) = lines[id].first() {
                various[id] |= !same(first as usize, line);
            }
            if lines[id].len() <= MAX_ALIKE {
                lines[id].push(line as u32);
            }
        }
        new_ids.iter().for_each(|&id| news[id as usize] += 1);
        let mut is_free = vec![true; self.olds.len()];
        runs.iter().for_each(|run| is_free[run.a..run.a + run.len].fill(false));
        // Lines that look alike and changed places with the lines between them leave one of each
        // version without a partner.
        let is_swapped = |old: usize, new: usize| {
            around(old_ids, old).any(|line| is_free[line])
                && around(new_ids, new).any(|line| self.to[line] == NONE)
        };
        let is_paired = self.is_paired(runs);
        for run in runs {
            let lone: Vec<(usize, bool)> = (0..run.len)
                .filter(|k| {
                    olds[old_ids[run.a + k] as usize] == 1 && news[new_ids[run.b + k] as usize] == 1
                })
                .filter(|k| text::has_letters(self.new_line(run.b + k)))
                .map(|k| (k, is_poor_line(self.new_line(run.b + k))))
                .collect();
            let near = |k: usize, rich: bool| {
                let from = lone.partition_point(|&(at, _)| at + 4 < k);
                let close = lone[from..].iter().take_while(|&&(at, _)| at <= k + 4);
                close.clone().any(|&(_, poor)| !rich || !poor)
            };
            for k in 0..run.len {
                let (line, id) = (run.b + k, old_ids[run.a + k] as usize);
                // A changed line next to it may have made it another of these lines.
                let inside = k > 0 && k + 1 < run.len
                    || k == 0 && line == 0
                    || k + 1 == run.len && line + 1 == self.news.len();
                let is_certain = near(k, false) && inside && !is_swapped(run.a + k, line);
                if various[id] && run.len < 12 && !is_certain {
                    let all = lines[id].iter().map(|&line| line as usize);
                    unsure.entry(line).or_default().extend(all);
                }
                if !self.family[self.damages[0]].exact
                    && run.len < 12
                    && self.charset.is_special(self.old_line(run.a + k))
                    && is_poor_line(self.new_line(line))
                    && !near(k, true)
                    && !(is_paired && self.is_lost_at_place(run, line))
                {
                    unsure.entry(line).or_default().insert(run.a + k);
                }
            }
        }
        unsure
    }

    /// Whether each line is the old line of the same number, or has three quarters of it.
    fn is_paired(&self, runs: &[Run]) -> bool {
        let (olds, news) = (self.olds.len(), self.news.len());
        let mut next = 0;
        let mut groups = Groups::default();
        let ends = [Run { a: olds, b: news, len: 0 }];
        olds == news
            && runs.iter().chain(&ends).all(|run| {
                let changed = next..run.a;
                next = run.a + run.len;
                run.a == run.b
                    && changed.into_iter().all(|line| {
                        self.groups(self.damages[0], line, &mut groups);
                        let (old, new) = (&groups.image, self.new_line(line));
                        let same = old.iter().zip(new).take_while(|(x, y)| x == y).count();
                        let (old, new) = (&old[same..], &new[same..]);
                        let pairs = old.iter().rev().zip(new.iter().rev());
                        let both = same + pairs.take_while(|(x, y)| x == y).count();
                        4 * both >= 3 * (same + old.len().max(new.len()))
                    })
            })
    }

    /// Whether a poor line of a text with the same lines shows that it lost characters: it has
    /// letters, or the rest of the text did not change.
    fn is_lost_at_place(&self, run: &Run, line: usize) -> bool {
        let damage = &self.family[self.damages[0]];
        let clean = letters(self.new_line(line));
        let is_unchanged = run.len == self.news.len() && !damage.mark.is_empty();
        run.a == run.b && !damage.drops && (clean > 1 || is_unchanged)
    }

    /// Emits the parts of a line in which all `olds` agree.
    pub(super) fn unsure_line(&mut self, new: usize, via: usize, olds: &BTreeSet<usize>) {
        let mut all = Vec::new();
        for &old in olds.iter().take(MAX_ALIKE) {
            let mut groups = Groups::default();
            self.groups(via, old, &mut groups);
            all.push((old, groups));
        }
        let first = &all[0];
        let common = self.common(first.0, &first.1, new);
        let equal = olds.len() <= MAX_ALIKE
            && common.is_some()
            && all.iter().all(|(old, groups)| {
                self.common(*old, groups, new) == common
                    && groups.ends.len() == first.1.ends.len()
                    && groups.ends.iter().zip(&first.1.ends).all(|(x, y)| x.1 == y.1)
            });
        if !equal {
            let olds: Vec<_> = olds.iter().copied().collect();
            return self.leave_line(new, Reason::LookAlike, &olds);
        }
        let skipped = common.map_or(0, |common| common.skipped);
        self.emit_indent(new, common.map_or(0, |common| common.indent));
        let mut image = if skipped == 0 { 0 } else { first.1.ends[skipped - 1].1 as usize };
        for k in skipped..first.1.ends.len() {
            let start = |groups: &Groups| if k == 0 { 0 } else { groups.ends[k - 1].0 as usize };
            let old: BTreeSet<Vec<u8>> = all
                .iter()
                .map(|(old, g)| self.old_line(*old)[start(g)..g.ends[k].0 as usize].to_vec())
                .collect();
            let end = first.1.ends[k].1 as usize;
            let part = first.1.image[image..end].to_vec();
            image = end;
            // A line with one candidate is too poor.
            let only =
                old.len() == 1 && (olds.len() > 1 || old.iter().all(|b| self.charset.is_plain(b)));
            match old.first() {
                Some(bytes) if only => {
                    if *bytes != part && !self.charset.is_plain(bytes) {
                        self.restored(bytes.len(), 1, Evidence::Line, None);
                    }
                    self.out.extend(bytes);
                }
                _ => {
                    let mut symbols = Vec::new();
                    text::symbols(&part, &mut symbols);
                    let reason =
                        if old.len() > 1 { Reason::LookAlike } else { Reason::PoorContext };
                    self.leave(&symbols, reason, old.into_iter().collect());
                }
            }
        }
    }
}

/// Returns the lines at most four lines away that look like `line`.
fn around(ids: &[u32], line: usize) -> impl Iterator<Item = usize> {
    (line.saturating_sub(4)..ids.len().min(line + 5)).filter(move |&at| ids[at] == ids[line])
}

fn letters(line: &[u8]) -> usize {
    let mut symbols = Vec::new();
    text::symbols(&text::without_signs(line.get(..4096).unwrap_or(line)), &mut symbols);
    symbols.iter().filter(|&&symbol| is_letter(symbol)).count()
}
