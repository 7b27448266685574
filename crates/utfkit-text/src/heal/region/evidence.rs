//! Decides for each aligned character whether its place in the old version is certain.

use crate::heal::weights::evidence::{GAP, WIDTH};
use crate::heal::{
    Evidence, Reason, align,
    region::{Region, context::Found, search::Search},
    state::{Healer, NONE},
    text::{self, is_letter},
    unsure::slides,
};

impl Healer<'_> {
    /// Emits a changed region. `moved` emits lines that are elsewhere.
    pub(in crate::heal) fn assemble(
        &mut self,
        region: &Region,
        mut moved: impl FnMut(&mut Self, usize),
    ) {
        let old = self.old;
        let Region { new, to, flat, .. } = region;
        let bytes = |at: usize| {
            let group = flat.groups[flat.group_of[at] as usize];
            &old[group.old as usize..(group.old + group.len) as usize]
        };
        let plain = |at: usize| {
            let mut own = Vec::new();
            self.charset.encode(flat.image[at], &mut own) && own == bytes(at)
        };
        let unsure = slides::of_symbols(&region.runs, &flat.image, new, bytes, plain);
        let lines = self.restorable(region);
        let mut at = 0;
        while at < new.len() {
            let line = region.line_of[at] as usize;
            if new[at] == u32::from(b'\n') {
                moved(self, line);
                self.dropped(region, at);
                self.emit_eol(line, None);
                at += 1;
                continue;
            }
            self.dropped(region, at);
            if self.may_be_dropped(region, at) {
                self.leave(&[], Reason::MayBeMissing, Vec::new());
            }
            if let Some(end) = self.traceless(region, at) {
                self.leave(&new[at..end], Reason::PoorContext, Vec::new());
                at = end;
                continue;
            }
            let Some(image) = Some(to[at]).filter(|&to| to != NONE).map(|to| to as usize) else {
                at = self.typed(region, at);
                continue;
            };
            let group = flat.groups[flat.group_of[image] as usize];
            let damage = usize::from(group.damage);
            let size = (group.end - group.first) as usize;
            let whole = image == group.first as usize
                && at + size <= new.len()
                && (0..size).all(|k| to[at + k] == group.first + k as u32);
            let old = bytes(image);
            let symbols = &new[at..(at + size).min(new.len())];
            let exact = self.family[damage].exact;
            let mark = self.mark(damage);
            if whole {
                let mut own = Vec::new();
                if size == 1 && self.charset.encode(new[at], &mut own) && own == old {
                    let run = region.runs[region.run_of[at] as usize];
                    if new[at] == u32::from(b'?') && run.len < 8 && self.asks() {
                        at = self.typed(region, at);
                        continue;
                    }
                    self.out.extend(own);
                    at += 1;
                    continue;
                }
                let mut others: Vec<_> = (at..at + size)
                    .filter_map(|at| unsure.get(&at))
                    .flatten()
                    .copied()
                    .filter(|&other| other != old)
                    .collect();
                if !others.is_empty() {
                    others.push(old);
                    others.sort_unstable();
                    others.dedup();
                    let all = others.into_iter().map(<[u8]>::to_vec).collect();
                    self.leave(symbols, Reason::TwoPlaces, all);
                    at += size;
                    continue;
                }
                // `dass` may be the new spelling of `daß`.
                let spelling = self.family[damage].folds
                    && symbols.len() > 1
                    && symbols.iter().all(|&s| s < 0x80 && is_letter(s));
                if spelling {
                    self.leave(symbols, Reason::PoorContext, vec![old.to_vec()]);
                    at += size;
                    continue;
                }
                let allowed =
                    !self.only_lines(damage) && lines.contains(&u64::from(region.line_of[at]));
                if allowed && self.solid(region, at, size, old, image) {
                    self.restored(old.len(), 1, Evidence::Aligned, Some(group.line as usize));
                    self.out.extend_from_slice(old);
                    at += size;
                    continue;
                }
                if !exact || !mark.is_empty() && symbols.iter().any(|s| mark.contains(s)) {
                    let found = if self.is_kin() { self.context(damage, new, at) } else { None };
                    if let Some(Found::One(bytes, len)) = found.filter(|_| !self.only_lines(damage))
                    {
                        self.restored(bytes.len(), 1, Evidence::Context, None);
                        self.out.extend(bytes);
                        at += len.max(1);
                    } else {
                        self.leave(symbols, Reason::PoorContext, vec![old.to_vec()]);
                        at += size;
                    }
                    continue;
                }
            } else if mark.contains(&new[at]) {
                self.leave(&new[at..=at], Reason::PoorContext, Vec::new());
                at += 1;
                continue;
            }
            at = self.typed(region, at);
        }
    }

    /// Whether only whole lines are certain: the bytes of GB18030 that stay are digits.
    fn only_lines(&self, damage: usize) -> bool {
        self.family[damage].drops_bytes() && self.charset.has_digits()
    }

    /// Whether old characters that a damage of this text may have dropped are missing before `at`.
    fn may_be_dropped(&self, region: &Region, at: usize) -> bool {
        let Region { to, flat, .. } = region;
        let (Some(before), last) = (at.checked_sub(1).map(|before| to[before]), to[at]) else {
            return false;
        };
        if before == NONE || last == NONE || before + 1 >= last {
            return false;
        }
        let special = |&group: &u32| {
            let group = flat.groups[group as usize];
            let old = &self.old[group.old as usize..(group.old + group.len) as usize];
            !self.charset.is_plain(old)
        };
        self.damages.iter().any(|&damage| self.family[damage].drops_bytes())
            && flat.group_of[before as usize + 1..last as usize].iter().any(special)
    }

    /// Returns the end of the changed text at `at` if it is instead of old characters that leave no
    /// sign, such as letters that were folded: some of it may be their image.
    fn traceless(&self, region: &Region, at: usize) -> Option<usize> {
        let (new, to, flat) = (&region.new, &region.to, &region.flat);
        let newline = u32::from(b'\n');
        if to[at] != NONE || at > 0 && to[at - 1] == NONE && new[at - 1] != newline {
            return None;
        }
        let end = at
            + to[at..]
                .iter()
                .zip(&new[at..])
                .take_while(|(t, n)| **t == NONE && **n != newline)
                .count();
        let first =
            new[..at].iter().rposition(|_| true).map_or(0, |before| to[before].wrapping_add(1));
        let last = to.get(end).copied().filter(|&to| to != NONE)?;
        let between = flat.group_of.get(first as usize..last as usize)?;
        let lost = |&group: &u32| {
            let group = flat.groups[group as usize];
            let damage = &self.family[usize::from(group.damage)];
            let old = &self.old[group.old as usize..(group.old + group.len) as usize];
            damage.drops && !self.charset.is_plain(old)
        };
        between.iter().any(lost).then_some(end)
    }

    /// Emits old characters without an image that are just before the symbol `at`.
    fn dropped(&mut self, region: &Region, at: usize) {
        let flat = &region.flat;
        let old = self.old;
        let (to, before) = (region.to[at], at.checked_sub(1).map(|before| region.to[before]));
        let bytes = |groups: std::ops::Range<usize>| -> Vec<u8> {
            let groups = flat.groups[groups].iter();
            groups.flat_map(|g| &old[g.old as usize..(g.old + g.len) as usize]).copied().collect()
        };
        if to == NONE {
            let Some(before) = before.filter(|&before| before != NONE) else { return };
            let first = flat.group_of[before as usize] as usize + 1;
            let rest = flat.groups[first..].iter().take_while(|group| group.first == group.end);
            let lost = bytes(first..first + rest.count());
            if !lost.is_empty() {
                self.leave(&[], Reason::MayBeMissing, vec![lost]);
            }
            return;
        }
        let end = flat.group_of[to as usize] as usize;
        if flat.groups[end].first != to {
            return;
        }
        let count = flat.groups[..end].iter().rev().take_while(|g| g.first == g.end).count();
        let lost = bytes(end - count..end);
        if lost.is_empty() {
            return;
        }
        let first = end == count;
        let after_line = at > 0
            && region.new[at - 1] == u32::from(b'\n')
            && (first
                || flat.image[flat.groups[end - count - 1].first as usize] == u32::from(b'\n'));
        let damage = usize::from(flat.groups[end].damage);
        let certain = !self.only_lines(damage);
        let neighbours = match before {
            None => first,
            Some(before) => before != NONE && before + 1 == to || after_line,
        };
        // Text that an edit repeats slides along: a few equal symbols show nothing.
        let run = region.runs[region.run_of[at] as usize];
        let line_end = region.new.get(run.b + run.len).is_none_or(|&s| s == u32::from(b'\n'));
        let after = run.b + run.len - at >= 4 || line_end;
        let before = before.is_none() || after_line || at - run.b >= 4;
        if neighbours && before && after && certain && self.is_kin() {
            let line = flat.groups[end].line as usize;
            self.restored(lost.len(), count, Evidence::Dropped, Some(line));
            self.out.extend(lost);
        } else {
            self.leave(&[], Reason::MayBeMissing, vec![lost]);
        }
    }

    /// Whether the text around a symbol shows that it is the image of `old`: it is in the old
    /// version, and everywhere with the same bytes at this place.
    fn solid(&mut self, region: &Region, at: usize, size: usize, old: &[u8], image: usize) -> bool {
        let Region { new, flat, runs, .. } = region;
        let damage = usize::from(flat.groups[flat.group_of[image] as usize].damage);
        let exact = self.family[damage].exact;
        if exact {
            let mut key = Vec::new();
            text::bytes(&flat.image[image..image + size], &mut key);
            if self.inverse(damage).bytes(&key) == Some(old) {
                return true;
            }
        }
        let own = region.run_of[at] as usize;
        let run = runs[own];
        let (start, end) = (run.b, run.b + run.len);
        if !exact {
            // An edit that adds or removes some of several equal marks leaves no trace of which.
            let same = |&&s: &&u32| s == new[at];
            let left = new[..at].iter().rev().take_while(same).count();
            let right = new[at + size..].iter().take_while(same).count();
            if at - left < start || at + size + right > end {
                return false;
            }
            let same = |&&s: &&u32| s == flat.image[image];
            let before = flat.image[..image].iter().rev().take_while(same).count();
            let after = flat.image[image + size..].iter().take_while(same).count();
            if (before, after) != (left, right) {
                return false;
            }
        }
        let ascii = |s: &u32| *s < 0x80 && is_letter(*s);
        let letters = flat.image[image..image + size].iter().any(ascii);
        if !exact && letters && (at - start).min(end - at - size) < 3 {
            // Nothing shows that a plain letter is damaged; the rest of its word must be the same.
            let left = new[..at].iter().rev().take_while(|&&s| is_letter(s)).count();
            let right = new[at + size..].iter().take_while(|&&s| is_letter(s)).count();
            if !(start <= at - left && end >= at + size + right && left + right > 0) {
                return false;
            }
        }
        // The window: this run, and the runs that small gaps separate from it.
        let (mut from, mut to) = (run.a, run.a + run.len);
        let mut k = own;
        let joins = |x: &align::Run, y: &align::Run| {
            y.a.checked_sub(x.a + x.len).is_some_and(|gap| gap <= GAP) && y.b - x.b - x.len <= GAP
        };
        while k > 0 && image.saturating_sub(from) < WIDTH && joins(&runs[k - 1], &runs[k]) {
            k -= 1;
            from = runs[k].a;
        }
        let first = k;
        k = own;
        while k + 1 < runs.len() && to - image < WIDTH && joins(&runs[k], &runs[k + 1]) {
            k += 1;
            to = runs[k].a + runs[k].len;
        }
        from = from.max(image.saturating_sub(WIDTH));
        to = to.min(image + size + WIDTH);
        let same =
            |at: &usize| usize::from(flat.groups[flat.group_of[*at] as usize].damage) == damage;
        from = image - (from..image).rev().take_while(same).count();
        to = image + (image..to).take_while(same).count();
        let mark = self.mark(damage);
        let (mut matched, mut known) = (0, 0);
        for run in &runs[first..=k] {
            for x in run.a.max(from)..(run.a + run.len).min(to) {
                matched += 1;
                let symbol = new[run.b + x - run.a];
                let clean = is_letter(symbol) && !mark.contains(&symbol);
                known += usize::from(clean && !(image..image + size).contains(&x));
            }
        }
        if (matched as f64) < 0.7 * (to - from) as f64 {
            return false;
        }
        let newline = u32::from(b'\n');
        let words = new[start..end].iter().filter(|&&s| s == 0x20 || s == newline).count();
        let long = end - start >= 30 && words >= 5;
        let line = (start == 0 || new[start] == newline || new[start - 1] == newline)
            && (end == new.len() || new[end - 1] == newline || new[end] == newline);
        if known < 6 && !long && !(known >= 2 && self.score >= 0.8 && self.is_kin() && line) {
            return false;
        }
        let own_word = same_word(new, at, &flat.image, image, (start, end), &mark);
        let known_word = exact || own_word && self.is_known_word(damage, &flat.image, image, size);
        if !known_word {
            // Other words look like this one: only a long text without any change is certain.
            let around = start.max(at.saturating_sub(40))..end.min(at + size + 40);
            let clean = |&at: &usize| is_letter(new[at]) && !mark.contains(&new[at]);
            let letters = around.clone().filter(clean).count();
            if around.len() < 40 || letters < 15 {
                return false;
            }
        }
        self.everywhere(damage, (&flat.image[from..to], image - from), old)
    }

    /// Whether the word around a symbol of an image is the image of one old word only.
    fn is_known_word(&mut self, damage: usize, image: &[u32], at: usize, size: usize) -> bool {
        let from = at - image[..at].iter().rev().take_while(in_word).count();
        let to = at + size + image[at + size..].iter().take_while(in_word).count();
        let mut word = Vec::new();
        text::bytes(&image[from..to], &mut word);
        self.whole(damage).has_one(&word, &self.plain)
    }

    /// Whether each place of this text in the old version has `old` at this symbol.
    fn everywhere(&mut self, damage: usize, (text, symbol): (&[u32], usize), old: &[u8]) -> bool {
        let (mut needle, mut before) = (Vec::new(), Vec::new());
        text::bytes(text, &mut needle);
        text::bytes(&text[..symbol], &mut before);
        let whole = self.whole(damage);
        let mut next = 0;
        for _ in 0..50 {
            match self.search(&whole, &needle, next) {
                Search::No => return true,
                Search::Spent => return false,
                Search::At(start) => {
                    match self.old_at(damage, &whole, start + before.len()) {
                        Some((bytes, _)) if bytes == old => {}
                        _ => return false,
                    }
                    next = start + 1;
                }
            }
        }
        true
    }
}

fn in_word(symbol: &&u32) -> bool {
    **symbol >= 0x80 || text::in_word(**symbol as u8)
}

/// Whether the word at `at` of `new` is the word at `place` of `image`, or has four equal letters
/// around it. A mark in one word is aligned to that in any other. `run` is equal in both.
fn same_word(
    new: &[u32],
    at: usize,
    image: &[u32],
    place: usize,
    run: (usize, usize),
    mark: &[u32],
) -> bool {
    let word = |text: &[u32], at: usize| {
        let left = text[..at].iter().rev().take_while(in_word).count();
        (left, text[at..].iter().take_while(in_word).count())
    };
    let (own, old) = (word(new, at), word(image, place));
    let (left, right) = (own.0.min(at - run.0), own.1.min(run.1 - at));
    let letters = new[at - left..at + right].iter().filter(|s| is_letter(**s) && !mark.contains(s));
    own == old && (left, right) == own || letters.count() >= 4
}
