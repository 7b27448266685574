//! Changed regions: lines that moved, and the alignment of words and characters.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::heal::weights::gap::LONGEST;
use crate::heal::{
    Evidence, Reason,
    align::{Run, align, characters},
    family::Groups,
    region::{Flat, Group, Region},
    state::{Healer, NONE},
    text::{self, Set, hash, is_letter, is_poor, is_poor_line, words},
};

/// A line that is elsewhere in the old version.
struct Moved {
    damage: usize,
    /// Lines that look like it.
    olds: Vec<usize>,
    /// Whether their bytes differ.
    various: bool,
    /// Whether the line is an old line apart from U+FFFD in it.
    has_holes: bool,
}

impl Healer<'_> {
    pub(in crate::heal) fn gap(&mut self, (a1, a2): (usize, usize), (b1, b2): (usize, usize)) {
        if b1 == b2 {
            return;
        }
        let moved = self.moved(b1, b2);
        if self.charset.stateful {
            for line in b1..b2 {
                match moved.get(&line) {
                    Some(moved) => self.moved_line(line, moved),
                    None => self.stateful_line(line),
                }
                self.emit_eol(line, None);
            }
            return;
        }
        let rest: Vec<_> = (b1..b2).filter(|line| !moved.contains_key(line)).collect();
        let (damage, chosen) = self.damages_of(a1, a2, &rest);
        let span = |lines: &[text::Line]| match (lines.first(), lines.last()) {
            (Some(first), Some(last)) => last.end - first.start,
            _ => 0,
        };
        let old_len = span(&self.olds[a1..a2]) / self.charset.unit;
        let flat = if old_len.max(span(&self.news[b1..b2])) <= LONGEST {
            self.flat(a1, &chosen)
        } else {
            self.flat(a1, &[])
        };
        let mut region = Region {
            new: Vec::new(),
            line_of: Vec::new(),
            to: Vec::new(),
            runs: Vec::new(),
            run_of: Vec::new(),
            flat,
            damage,
        };
        for line in b1..b2 {
            if !moved.contains_key(&line) {
                text::symbols(self.new_line(line), &mut region.new);
            }
            region.new.push(u32::from(b'\n'));
            region.line_of.resize(region.new.len(), line as u32);
        }
        self.align(&mut region);
        self.assemble(&region, |healer, line| {
            if let Some(moved) = moved.get(&line) {
                healer.moved_line(line, moved);
            }
        });
    }

    /// Finds lines that are elsewhere in the old version, under any damage of this text.
    fn moved(&mut self, b1: usize, b2: usize) -> BTreeMap<usize, Moved> {
        let mut moved: BTreeMap<usize, Moved> = BTreeMap::new();
        let damages = self.damages.clone();
        for line in b1..b2 {
            let text = self.new_line(line);
            if text.is_ascii() && !text.contains(&b'?') && self.family[damages[0]].exact {
                continue;
            }
            let poor = is_poor_line(text);
            let short = text.trim_ascii().len() <= 3;
            for &damage in &damages {
                let mut olds = self.alike(damage, line);
                if olds.is_empty() {
                    continue;
                }
                let before = moved.get(&line.wrapping_sub(1)).map(|moved| moved.olds[0]);
                let near: Vec<_> = olds
                    .iter()
                    .copied()
                    .filter(|&old| before == old.checked_sub(1) && old > 0)
                    .collect();
                let various = |olds: &[usize]| {
                    olds.iter().any(|&old| self.old_line(old) != self.old_line(olds[0]))
                };
                let certain = !various(&olds) && !short && (self.family[damage].exact || !poor);
                if certain || !near.is_empty() {
                    if !near.is_empty() {
                        olds = near;
                    }
                    let various = various(&olds);
                    moved.insert(line, Moved { damage, olds, various, has_holes: false });
                }
                break;
            }
            if !moved.contains_key(&line)
                && let Some((damage, old)) = self.line_with_holes(line)
            {
                let olds = vec![old];
                moved.insert(line, Moved { damage, olds, various: false, has_holes: true });
            }
        }
        moved
    }

    fn moved_line(&mut self, line: usize, moved: &Moved) {
        if moved.has_holes {
            self.fill_holes(moved.olds[0], line, moved.damage);
        } else if moved.various {
            let olds: BTreeSet<_> = moved.olds.iter().copied().collect();
            self.unsure_line(line, moved.damage, &olds);
        } else {
            self.copy_line(moved.olds[0], line, moved.damage, Evidence::Moved);
        }
    }

    /// Emits a changed line of an encoding with shift states, which is encoded as a whole.
    fn stateful_line(&mut self, line: usize) {
        let bytes = self.new_line(line).to_vec();
        let clean = std::str::from_utf8(&bytes).ok().filter(|text| !text.contains('\u{FFFD}'));
        let lossless = self.damages.iter().all(|&d| self.family[d].exact);
        let doubtful = !lossless && bytes.contains(&b'?');
        let own = self.charset.is_well_formed(&bytes) && bytes.is_ascii();
        match clean.filter(|_| !doubtful) {
            _ if own && !doubtful => self.out.extend(bytes),
            Some(text) if let Some(encoded) = self.charset.encode_line(text) => {
                self.out.extend(encoded);
            }
            _ => {
                let mut symbols = Vec::new();
                text::symbols(&bytes, &mut symbols);
                self.leave(&symbols, Reason::NotInOld, Vec::new());
            }
        }
    }

    /// Returns the damage of the region, and that of each of its old lines.
    fn damages_of(&self, a1: usize, a2: usize, news: &[usize]) -> (usize, Vec<usize>) {
        let main = self.damages[0];
        if self.damages.len() == 1 || news.is_empty() || a1 == a2 {
            return (main, vec![main; a2 - a1]);
        }
        let mut wanted = Set::default();
        for &line in news {
            wanted.extend(words(self.new_line(line)).map(hash));
        }
        let mut groups = Groups::default();
        // For each damage and old line, the mass of damaged words that the region has.
        let mut masses = vec![vec![0_usize; a2 - a1]; self.damages.len()];
        for (masses, &damage) in masses.iter_mut().zip(&self.damages) {
            for (mass, line) in masses.iter_mut().zip(a1..a2) {
                self.groups(damage, line, &mut groups);
                *mass = 0;
                groups.damaged_words(self.old_line(line), &self.charset, |word| {
                    *mass += if wanted.contains(&hash(word)) { word.len() } else { 0 };
                });
            }
        }
        let shows = |damage: usize| {
            let mark = self.family[damage].mark.as_bytes();
            !mark.is_empty()
                && news.iter().any(|&l| memchr::memmem::find(self.new_line(l), mark).is_some())
        };
        let marked = !shows(main) && self.damages[1..].iter().any(|&damage| shows(damage));
        let (mut best, mut of_region) = (-1.0, 0);
        for (k, masses) in masses.iter().enumerate() {
            let mass = masses.iter().sum::<usize>() + if k == 0 && !marked { 5 } else { 0 };
            if mass as f64 > best * 1.3 {
                (best, of_region) = (mass as f64, k);
            }
        }
        let chosen = (0..a2 - a1).map(|line| {
            let own = masses[of_region][line];
            let other = (0..masses.len()).max_by_key(|&k| masses[k][line]).unwrap_or(of_region);
            let better = masses[other][line] > 3 && masses[other][line] * 10 > own * 13;
            self.damages[if better { other } else { of_region }]
        });
        (self.damages[of_region], chosen.collect())
    }

    /// Returns the image of old lines from `a1`, each with its damage.
    fn flat(&self, a1: usize, damages: &[usize]) -> Flat {
        let mut flat = Flat { image: Vec::new(), group_of: Vec::new(), groups: Vec::new() };
        let mut groups = Groups::default();
        for (line, &damage) in (a1..).zip(damages) {
            self.groups(damage, line, &mut groups);
            let start = self.olds[line].start;
            let mut before = (0, 0);
            let add = |flat: &mut Flat, old: usize, len: usize| {
                let first = flat.group_of.len() as u32;
                let group = flat.groups.len() as u32;
                flat.group_of.resize(flat.image.len(), group);
                let end = flat.image.len() as u32;
                let (old, len, line) = (old as u32, len as u32, line as u32);
                flat.groups.push(Group { old, len, first, end, line, damage: damage as u16 });
            };
            for &(old, image) in &groups.ends {
                let (old, image) = (old as usize, image as usize);
                text::symbols(&groups.image[before.1..image], &mut flat.image);
                add(&mut flat, start + before.0, old - before.0);
                before = (old, image);
            }
            let end = self.olds[line].end;
            let next = self.olds.get(line + 1).map_or(self.old.len(), |next| next.start);
            flat.image.push(u32::from(b'\n'));
            add(&mut flat, end, next - end);
        }
        flat
    }

    /// Aligns the words of the region, and then the characters between equal words.
    fn align(&mut self, region: &mut Region) {
        region.to = vec![NONE; region.new.len()];
        region.run_of = vec![NONE; region.new.len()];
        let (image, new) = (&region.flat.image, &region.new);
        if image.is_empty()
            || new.iter().all(|&symbol| symbol == u32::from(b'\n'))
            || new.len() > LONGEST
        {
            return;
        }
        let mut ids: HashMap<&[u32], u32> = HashMap::new();
        let mut tokens = |text| -> (Vec<u32>, Vec<usize>) {
            let (mut all, mut starts) = (Vec::new(), Vec::new());
            let mut at = 0;
            while at < <[u32]>::len(text) {
                let len = token(&text[at..]);
                let next = ids.len() as u32;
                all.push(*ids.entry(&text[at..at + len]).or_insert(next));
                starts.push(at);
                at += len;
            }
            starts.push(at);
            (all, starts)
        };
        let (a, a_at) = tokens(&image[..]);
        let (b, b_at) = tokens(&new[..]);
        let runs = align(&a, &b, &mut self.budget);
        let (mut x, mut y) = (0, 0);
        for run in runs.iter().chain([&Run { a: a.len(), b: b.len(), len: 0 }]) {
            let (from, to) = (a_at[x]..a_at[run.a], b_at[y]..b_at[run.b]);
            let between = characters(&image[from.clone()], &new[to.clone()], &mut self.budget);
            for part in between {
                for k in 0..part.len {
                    region.to[to.start + part.b + k] = (from.start + part.a + k) as u32;
                }
            }
            for k in 0..a_at[run.a + run.len] - a_at[run.a] {
                region.to[b_at[run.b] + k] = (a_at[run.a] + k) as u32;
            }
            (x, y) = (run.a + run.len, run.b + run.len);
        }
        let mut at = 0;
        while at < region.to.len() {
            if region.to[at] == NONE {
                at += 1;
                continue;
            }
            let mut len = 1;
            while region.to.get(at + len).is_some_and(|&to| to == region.to[at] + len as u32) {
                len += 1;
            }
            region.run_of[at..at + len].fill(region.runs.len() as u32);
            region.runs.push(Run { a: region.to[at] as usize, b: at, len });
            at += len;
        }
    }

    /// Returns the lines of the region that may be restored in parts.
    pub(in crate::heal) fn restorable(&self, region: &Region) -> Set {
        let mut lines = Set::default();
        let mark = self.mark(region.damage);
        let mut start = 0;
        while start < region.new.len() {
            let line = region.line_of[start];
            let len = region.line_of[start..].iter().take_while(|&&other| other == line).count();
            // The signs of a loss may be letters.
            let symbols = region.new[start..start + len].iter();
            let symbols: Vec<u32> =
                symbols.map(|s| if mark.contains(s) { 0xFFFD } else { *s }).collect();
            let clean = |&at: &usize| is_letter(region.new[at]) && !mark.contains(&region.new[at]);
            let letters = (start..start + len).filter(clean).count();
            let matched =
                (start..start + len).filter(clean).filter(|&at| region.to[at] != NONE).count();
            let at = line as usize;
            let beside = at > 0 && self.to[at - 1] != NONE
                || self.to.get(at + 1).is_some_and(|&to| to != NONE);
            let paired = self.is_kin() || matched * 2 >= letters;
            if paired && (beside || !is_poor(&symbols)) {
                lines.insert(u64::from(line));
            }
            start += len;
        }
        lines
    }

    /// Whether the old version has most of the new one.
    pub(in crate::heal) fn is_kin(&self) -> bool {
        self.kinship >= 0.5
    }
}

/// Returns the length of the first word, or 1.
fn token(text: &[u32]) -> usize {
    let in_word = |&&s: &&u32| s >= 0x80 || text::in_word(s as u8);
    text.iter().take_while(in_word).count().max(1)
}
