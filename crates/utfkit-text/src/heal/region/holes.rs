//! Lines that lost only some of their characters.
//!
//! A program that reads a file in blocks and decodes each block alone loses the character at the
//! border of two blocks. The rest of the line is whole, so no damage of the family explains it.

use crate::heal::weights::holes::{COMPARED, LETTERS, LONGEST};
use crate::heal::{
    Evidence,
    charset::Charset,
    family::Groups,
    state::Healer,
    text::{hash, is_letter, symbols},
};

const MARK: u32 = 0xFFFD;

impl Healer<'_> {
    /// Returns the only old line that a line of the new version is apart from U+FFFD in place of
    /// characters, with the damage of the rest.
    pub(in crate::heal) fn line_with_holes(&mut self, line: usize) -> Option<(usize, usize)> {
        memchr::memmem::find(self.new_line(line), "\u{FFFD}".as_bytes())?;
        // A damage that writes U+FFFD explains a line without other characters, too: a longer word may
        // have as many of them as the old word has bytes.
        let writes_marks =
            self.damages.iter().any(|&damage| self.family[damage].mark == "\u{FFFD}");
        if writes_marks && !has_characters(self.new_line(line)) {
            return None;
        }
        let mut searches = self.searches;
        let found = if self.charset.has_ascii_in_characters() {
            self.with_holes(line, self.special_lines(), &mut searches)
        } else {
            // Holes are only in place of other characters, so the ASCII characters are the same.
            let skeletons = self.skeletons();
            let ascii = self.new_line(line).iter().copied().filter(u8::is_ascii);
            let olds = skeletons.get(&hash(&ascii.collect::<Vec<_>>()));
            let olds = olds.map_or(&[][..], Vec::as_slice).iter().map(|&old| old as usize);
            self.with_holes(line, olds, &mut searches)
        };
        self.searches = searches;
        found
    }

    /// Does the same among the old lines `olds`, within the budget `searches`.
    pub(in crate::heal) fn with_holes(
        &self,
        line: usize,
        olds: impl Iterator<Item = usize> + Clone,
        searches: &mut u64,
    ) -> Option<(usize, usize)> {
        let new = self.new_line(line);
        if new.len() > LONGEST || memchr::memmem::find(new, "\u{FFFD}".as_bytes()).is_none() {
            return None;
        }
        let mut text = Vec::new();
        symbols(new, &mut text);
        if text.iter().filter(|&&symbol| symbol != MARK && is_letter(symbol)).count() < LETTERS {
            return None;
        }
        let (mut found, mut groups) = (None::<(usize, usize)>, Groups::default());
        for (damage, member) in self.family.iter().enumerate() {
            if !(member.is_identity() || member.converts()) {
                continue;
            }
            for old in olds.clone() {
                let bytes = self.old_line(old);
                // Most lines begin or end in another way, so a line costs little.
                let is_alike = bytes.len() <= LONGEST && may_match(bytes, &text, self.charset.unit);
                let cost = if is_alike { bytes.len() as u64 * COMPARED } else { COMPARED };
                *searches = searches.saturating_sub(cost);
                if *searches == 0 {
                    return None;
                }
                if !is_alike {
                    continue;
                }
                self.groups(damage, old, &mut groups);
                if has_holes(&self.charset, bytes, &groups, &text) {
                    if found.is_some_and(|(_, other)| self.old_line(other) != bytes) {
                        return None;
                    }
                    found = found.or(Some((damage, old)));
                }
            }
        }
        found
    }

    /// Emits the old line of a line with holes.
    pub(in crate::heal) fn fill_holes(&mut self, old: usize, new: usize, damage: usize) {
        let lost = self.holes(old, new, damage);
        let bytes = self.old_line(old).to_vec();
        self.restored(bytes.len(), lost, Evidence::Line, Some(old));
        self.out.extend(bytes);
    }

    /// Returns the number of characters of an old line that a line with holes lacks.
    pub(in crate::heal) fn holes(&self, old: usize, new: usize, damage: usize) -> usize {
        let mut groups = Groups::default();
        self.groups(damage, old, &mut groups);
        let count = |bytes: &[u8]| {
            let mut all = Vec::new();
            symbols(bytes, &mut all);
            all.iter().filter(|&&symbol| symbol >= 0x80 && symbol != MARK).count()
        };
        count(&groups.image).saturating_sub(count(self.new_line(new))).max(1)
    }
}

/// Whether a line has characters other than ASCII and U+FFFD.
fn has_characters(line: &[u8]) -> bool {
    let mut all = Vec::new();
    symbols(line, &mut all);
    all.iter().any(|&symbol| symbol >= 0x80 && symbol != MARK)
}

/// Whether the first and the last byte of an old line can be those of `text`.
fn may_match(old: &[u8], text: &[u32], unit: usize) -> bool {
    let equal = |old: Option<&u8>, symbol: Option<&u32>| match (old, symbol) {
        (Some(&old), Some(&symbol)) => old >= 0x80 || symbol >= 0x80 || u32::from(old) == symbol,
        _ => false,
    };
    unit > 1 || equal(old.first(), text.first()) && equal(old.last(), text.last())
}

/// Whether `text` is the image of `line` with runs of U+FFFD in place of some characters.
///
/// The number of U+FFFD is that of the characters, or that of their bytes; one character may also
/// be in several parts. So an edit that removes one of two lost characters is not overlooked.
fn has_holes(charset: &Charset, line: &[u8], groups: &Groups, text: &[u32]) -> bool {
    let (mut at, mut before, mut image) = (0, (0, 0), Vec::new());
    let mut ends = groups.ends.iter().map(|&(old, image)| (old as usize, image as usize));
    while at < text.len() {
        let marks = text[at..].iter().take_while(|&&symbol| symbol == MARK).count();
        if marks == 0 {
            let Some(end) = ends.next() else { return false };
            image.clear();
            symbols(&groups.image[before.1..end.1], &mut image);
            if !text[at..].starts_with(&image) {
                return false;
            }
            (at, before) = (at + image.len(), end);
            continue;
        }
        at += marks;
        // The characters before the next equal one, at most to the next ASCII character.
        let (start, mut characters) = (before.1, 0);
        let mut rest = ends.clone();
        let fits = |characters: usize, bytes: usize| {
            characters == marks || bytes == marks || characters == 1 && marks <= bytes
        };
        let mut possible = None;
        let mut here = before;
        while let Some(end) = rest.next() {
            if charset.is_plain(&line[here.0..end.0]) {
                break;
            }
            characters += 1;
            here = end;
            let tail = || {
                let (mut next, mut at_end) = (rest.clone(), text.len() == at);
                if let Some(next) = next.next() {
                    let mut image = Vec::new();
                    symbols(&groups.image[here.1..next.1], &mut image);
                    at_end = text[at..].starts_with(&image) && !image.is_empty();
                }
                at_end
            };
            if fits(characters, here.1 - start) && tail() {
                if possible.is_some() {
                    // Two texts fit.
                    return false;
                }
                possible = Some((here, rest.clone()));
            }
        }
        let Some((here, rest)) = possible else { return false };
        (before, ends) = (here, rest);
    }
    ends.next().is_none()
}
