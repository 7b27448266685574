//! Searches in the image of the old version.

use std::rc::Rc;

use crate::heal::{
    family::Groups,
    state::{Healer, whole::Whole},
};

impl Healer<'_> {
    pub(in crate::heal) fn whole(&mut self, damage: usize) -> Rc<Whole> {
        if let Some(whole) = self.wholes.get(&damage) {
            return Rc::clone(whole);
        }
        let mut whole = Whole::default();
        whole.image.reserve(self.old.len());
        let mut groups = Groups::default();
        for line in 0..self.olds.len() {
            let bytes = self.old_line(line);
            if self.is_plain_line(bytes) {
                whole.add(bytes, bytes, None);
            } else {
                self.groups(damage, line, &mut groups);
                let special = self.charset.is_special(bytes).then_some((&groups, &self.charset));
                whole.add(bytes, &groups.image, special);
            }
        }
        let whole = Rc::new(whole);
        self.wholes.insert(damage, Rc::clone(&whole));
        whole
    }

    /// Returns the old bytes whose image begins at `at` of the whole image, and the end of the
    /// image; `None` if no group begins there.
    pub(in crate::heal) fn old_at(
        &self,
        damage: usize,
        whole: &Whole,
        at: usize,
    ) -> Option<(&[u8], usize)> {
        let line = whole.starts.partition_point(|&start| start as usize <= at).checked_sub(1)?;
        let start = whole.starts[line] as usize;
        let mut groups = Groups::default();
        self.groups(damage, line, &mut groups);
        let (mut before, bytes) = ((0, 0), self.old_line(line));
        for &(old, image) in &groups.ends {
            let image = image as usize;
            if start + before.1 == at && image > before.1 {
                return Some((&bytes[before.0..old as usize], start + image));
            }
            before = (old as usize, image);
        }
        None
    }

    /// Returns the first place of `text` at or after `from`, within the budget of searches.
    pub(in crate::heal) fn search(&mut self, whole: &Whole, text: &[u8], from: usize) -> Search {
        if self.searches == 0 {
            return Search::Spent;
        }
        let (found, read) = whole.find(text, from);
        self.searches = self.searches.saturating_sub(read as u64 + 64);
        found.map_or(Search::No, Search::At)
    }
}

/// The result of a search.
pub(in crate::heal) enum Search {
    At(usize),
    No,
    /// The budget of searches is spent.
    Spent,
}
