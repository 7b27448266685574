//! The parts of healing in their order: damage, lines, changed regions, line ends.

use std::{collections::BTreeSet, rc::Rc};

use super::{
    Evidence, Healed, Reason, Refusal,
    align::{Run, align},
    charset::OPAQUE,
    infer::Words,
    kinship::{kinship, passages},
    state::{Healer, NONE},
    text::{self, Eol, Line, Map, hash},
};
use crate::heal::weights::healer::{
    BOTH, KIN, MOST, POOR_RUN, RELATED, RELATED_BY_SIGNS, SAME, SAME_BY_SIGNS, WHOLE,
};

impl Healer<'_> {
    /// Heals the text; `Ok(None)` if it has to be done again with `typed_misread`.
    pub(super) fn heal(mut self) -> Result<Option<Healed>, Refusal> {
        if self.charset.unit == 1 && self.special_lines().next().is_none() {
            return Ok(Some(self.unchanged()));
        }
        let knows = self.typed_misread;
        let words = Words::of(&self);
        let best = words.infer(&self);
        let main = best.damage;
        (self.damages, self.score) = (vec![main], best.score);
        let whole = self.whole(main);
        let images: Vec<u64> = (0..self.olds.len()).map(|line| hash(whole.line(line))).collect();
        let images = Rc::new(images);
        self.hashes.insert(main, Rc::clone(&images));
        self.kinship = kinship(&self, &whole);
        let identity = self.family[main].is_identity();
        let nothing = identity && self.special_lines().next().is_none();
        if !nothing {
            let share = passages(&self, &whole);
            let related = if best.poor { RELATED_BY_SIGNS } else { RELATED };
            let is_same = identity && self.kinship >= WHOLE;
            let least = if best.poor && !self.family[main].exact { SAME_BY_SIGNS } else { SAME };
            let is_other = |share: f64| share < least && !is_same;
            // The new version may have many new words, so that the old one explains few.
            let has_most = |share: f64| {
                if identity {
                    share >= SAME
                } else {
                    self.kinship >= MOST && self.score * share >= BOTH
                }
            };
            let is_related = self.score >= related || share.is_some_and(has_most);
            if self.kinship < KIN || !is_related {
                return Err(Refusal::Unrelated { score: self.score.min(self.kinship) });
            }
            // Words of letters in ASCII, as those of ISO-2022-JP, say little about their passages.
            if let Some(share) = share.filter(|&share| is_other(share)) {
                return Err(Refusal::Unrelated { score: self.score.min(share) });
            }
        }
        #[cfg(feature = "model")]
        if super::kinship::reading::is_better(&self, main) {
            return Err(Refusal::OldIsDamaged);
        }
        // The same number for the same image.
        let mut ids: Map<u32> = Map::default();
        let mut number = |key: u64, next: u32| *ids.entry(key).or_insert(next);
        let mut count = 0_u32;
        let mut intern = |key| {
            let id = number(key, count);
            count += u32::from(id == count);
            id
        };
        let old_ids: Vec<u32> = images.iter().map(|&key| intern(key)).collect();
        let mut via = vec![main; self.news.len()];
        let mut new_ids: Vec<u32> = (0..self.news.len())
            .map(|line| {
                let next = count + line as u32;
                ids.get(&hash(self.new_line(line))).copied().unwrap_or(next)
            })
            .collect();
        self.indented(main, &old_ids, &mut new_ids, &mut via, count);
        let first = align(&old_ids, &new_ids, &mut self.budget);
        let mut used = vec![false; self.olds.len()];
        first.iter().for_each(|run| used[run.a..run.a + run.len].fill(true));
        let olds: Vec<_> = (0..self.olds.len()).filter(|&line| !used[line]).collect();
        let news: Vec<_> = (0..self.news.len()).filter(|&line| new_ids[line] >= count).collect();
        let more = words.infer_more(&self, &whole, &olds, &news);
        self.plain = words.into_plain();
        for &damage in &more {
            let images = self.hashes(damage);
            let mut others: Map<u32> = Map::default();
            for (line, &key) in images.iter().enumerate() {
                others.entry(key).or_insert(old_ids[line]);
            }
            for &line in &news {
                if new_ids[line] >= count
                    && let Some(&id) = others.get(&hash(self.new_line(line)))
                {
                    (new_ids[line], via[line]) = (id, damage);
                }
            }
            self.indented(damage, &old_ids, &mut new_ids, &mut via, count);
        }
        self.damages.extend(more);
        let runs = align(&old_ids, &new_ids, &mut self.budget);
        let runs = self.anchored(&runs);
        for run in &runs {
            for k in 0..run.len {
                self.to[run.b + k] = (run.a + k) as u32;
            }
        }
        let unsure = self.unsure(&runs, &old_ids, &new_ids, count as usize + self.news.len());
        self.line_ends();
        let (mut a, mut b) = (0, 0);
        for &run in runs.iter().chain([&Run { a: self.olds.len(), b: self.news.len(), len: 0 }]) {
            self.gap((a, run.a), (b, run.b));
            for k in 0..run.len {
                self.whole_line(run.a + k, run.b + k, via[run.b + k], unsure.get(&(run.b + k)));
                self.emit_eol(run.b + k, Some(run.a + k));
            }
            (a, b) = (run.a + run.len, run.b + run.len);
        }
        let again = self.trusted && self.typed_misread && !knows;
        Ok((!again).then(|| self.result()))
    }

    /// Removes runs of blank and poor lines between changed lines, which show no order: in a text
    /// that was indented again, they are all that is equal.
    fn anchored(&self, runs: &[Run]) -> Vec<Run> {
        let (olds, news) = (self.olds.len(), self.news.len());
        let mut kept: Vec<Run> = Vec::with_capacity(runs.len());
        for (k, &run) in runs.iter().enumerate() {
            let (a, b) = kept.last().map_or((0, 0), |last| (last.a + last.len, last.b + last.len));
            let next = runs.get(k + 1).map_or((olds, news), |next| (next.a, next.b));
            let changed = run.a > a && run.b > b;
            let changed = changed && next.0 > run.a + run.len && next.1 > run.b + run.len;
            let poor = |k| text::is_poor_line(self.new_line(run.b + k));
            if !(changed && run.len < POOR_RUN && (0..run.len).all(poor)) {
                kept.push(run);
            }
        }
        kept
    }

    /// Returns the new version as it is: an old one in ASCII has no characters to restore, and says
    /// nothing about the encoding.
    fn unchanged(mut self) -> Healed {
        self.bom = self.new_bom;
        self.bom_changed = false;
        let new = std::mem::take(&mut self.new);
        let mark = "\u{FFFD}";
        let mut done = 0;
        for at in memchr::memmem::find_iter(&new, mark) {
            self.out.extend_from_slice(&new[done..at]);
            self.leave(&[0xFFFD], Reason::NotInOld, Vec::new());
            done = at + mark.len();
        }
        self.out.extend_from_slice(&new[done..]);
        self.result()
    }

    fn result(self) -> Healed {
        let mut bytes = self.bom.to_vec();
        bytes.extend_from_slice(&self.out);
        let changed = !self.restored.is_empty() || !self.open.is_empty();
        let names = self.damages.iter().map(|&d| &self.family[d]);
        Healed {
            bytes,
            score: self.score,
            damages: names
                .filter(|damage| changed && !damage.is_identity())
                .map(|damage| damage.name.clone())
                .collect(),
            restored: self.restored,
            open: self.open,
            more_open: self.more_open,
            line_ends: self.eol_lost,
            bom: self.bom_changed,
        }
    }

    fn whole_line(&mut self, old: usize, new: usize, via: usize, unsure: Option<&BTreeSet<usize>>) {
        if let Some(olds) = unsure {
            return self.unsure_line(new, via, olds);
        }
        let blank = self.new_line(new).iter().all(u8::is_ascii_whitespace)
            && self.charset.is_special(self.old_line(old));
        if blank {
            let old = old as u32;
            let before = new == 0 || self.to[new - 1] != NONE && self.to[new - 1] + 1 == old;
            let after = self.to.get(new + 1).is_none_or(|&next| next == old + 1);
            if !(before && after) {
                return self.leave_line(new, Reason::MayBeMissing, &[old as usize]);
            }
        }
        self.copy_line(old, new, via, Evidence::Line);
    }

    fn line_ends(&mut self) {
        let (mut kept, mut changed) = (0_usize, 0_usize);
        for (&old, new) in self.to.iter().zip(&self.news) {
            if old != NONE && new.eol != Eol::None && self.olds[old as usize].eol != Eol::None {
                if self.olds[old as usize].eol == new.eol {
                    kept += 1;
                } else {
                    changed += 1;
                }
            }
        }
        let count = |lines: &[Line], eol| lines.iter().filter(|line| line.eol == eol).count();
        let (lf, crlf) = (count(&self.olds, Eol::Lf), count(&self.olds, Eol::CrLf));
        self.main_eol = if crlf > lf { Eol::CrLf } else { Eol::Lf };
        if kept + changed == 0 {
            changed =
                self.news.len() - count(&self.news, self.main_eol) - count(&self.news, Eol::None);
        }
        let one = count(&self.news, Eol::Lf) == 0 || count(&self.news, Eol::CrLf) == 0;
        let mixed = lf > 0 && crlf > 0;
        self.eol_lost = one && changed > 0 && changed >= if mixed { kept } else { 9 * kept };
    }
}

const _: () = assert!(OPAQUE > 0x10_FFFF);
