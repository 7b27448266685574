//! Text that the old version has at another place.

use std::collections::BTreeSet;

use crate::heal::{
    region::search::Search,
    state::Healer,
    text::{self, is_letter},
};

/// The bytes that the old version has for a damaged symbol.
pub(in crate::heal) enum Found {
    /// These bytes, and the number of their symbols.
    One(Vec<u8>, usize),
    /// One of these.
    Several(Vec<Vec<u8>>, usize),
}

impl Healer<'_> {
    /// Looks for the word at `at` and the text around it, as much of it as the old version has.
    pub(in crate::heal) fn context(
        &mut self,
        damage: usize,
        new: &[u32],
        at: usize,
    ) -> Option<Found> {
        let newline = u32::from(b'\n');
        let mut from = at;
        while from > 0 && new[from - 1] != newline && at - from < 40 {
            from -= 1;
        }
        let mut to = at + 1;
        while to < new.len() && new[to] != newline && to - at < 40 {
            to += 1;
        }
        let text = &new[from..to];
        let place = at - from;
        let in_word = |s: u32| is_letter(s) || s > 0x7F || s == 0x5F || s == 0x3F;
        let mut x = place;
        while x > 0 && in_word(text[x - 1]) {
            x -= 1;
        }
        let mut y = place + 1;
        while y < text.len() && in_word(text[y]) {
            y += 1;
        }
        let whole = self.whole(damage);
        let mark = self.mark(damage);
        let is_clean = |&&s: &&u32| is_letter(s) && !mark.contains(&s);
        if !self.family[damage].exact && text[x..y].iter().filter(is_clean).count() < 2 {
            // The word is only damage, and any word of its length looks like it.
            return None;
        }
        let encoded = |range: &[u32]| {
            let mut bytes = Vec::new();
            text::bytes(range, &mut bytes);
            bytes
        };
        let has = |healer: &mut Self, x: usize, y: usize| {
            let needle = encoded(&text[x..y]);
            matches!(healer.search(&whole, &needle, 0), Search::At(_))
        };
        if !has(self, x, y) {
            return None;
        }
        for step in [16, 4, 1] {
            while y < text.len() && has(self, x, (y + step).min(text.len())) {
                y = (y + step).min(text.len());
            }
            while x > 0 && has(self, x.saturating_sub(step), y) {
                x = x.saturating_sub(step);
            }
        }
        let clean = text[x..y].iter().filter(is_clean).count();
        if clean < 4 {
            return None;
        }
        let (needle, before) = (encoded(&text[x..y]), encoded(&text[x..place]).len());
        let (mut found, mut images, mut next) = (BTreeSet::new(), BTreeSet::new(), 0);
        for round in 0.. {
            match self.search(&whole, &needle, next) {
                Search::No => break,
                Search::Spent => return None,
                Search::At(start) => {
                    // Too many places to look at.
                    if round > 200 {
                        return None;
                    }
                    let (old, end) = self.old_at(damage, &whole, start + before)?;
                    if end > start + needle.len() {
                        return None;
                    }
                    found.insert(old.to_vec());
                    images.insert(whole.image[start + before..end].to_vec());
                    next = start + 1;
                }
            }
        }
        if images.len() != 1 {
            return None;
        }
        let mut symbols = Vec::new();
        text::symbols(images.first()?, &mut symbols);
        let len = symbols.len();
        if found.len() > 1 {
            return Some(Found::Several(found.into_iter().collect(), len));
        }
        found.pop_first().map(|old| Found::One(old, len))
    }
}
