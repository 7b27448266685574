//! Lines that an edit only indented in another way, as formatters do with all of a file.

use super::Healer;
use crate::heal::weights::indent::SHORTEST;
use crate::heal::{
    charset::Charset,
    family::Groups,
    text::{Map, hash},
};

/// The length of the indentation of a line, in bytes.
fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|byte| b" \t".contains(byte)).count()
}

/// Returns the number of groups that are the indentation of an old line, and the bytes of their
/// image. A space that was another character before is not in it.
fn groups_of(charset: &Charset, line: &[u8], groups: &Groups) -> (usize, usize) {
    let (mut before, mut count) = ((0, 0), 0);
    for &(old, image) in &groups.ends {
        let (old, image) = (old as usize, image as usize);
        let is_space = matches!(groups.image[before.1..image], [b' ' | b'\t']);
        if !is_space || !charset.is_plain(&line[before.0..old]) {
            break;
        }
        before = (old, image);
        count += 1;
    }
    (count, before.1)
}

/// The common parts of an old line and a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::heal) struct Common {
    /// The groups of the old line that are its indentation, if that of the new line is another.
    pub(in crate::heal) skipped: usize,
    /// The bytes of the indentation of the new line that come instead.
    pub(in crate::heal) indent: usize,
}

impl Healer<'_> {
    /// Compares the image of an old line to a new line, apart from their indentation.
    pub(in crate::heal) fn common(
        &self,
        old: usize,
        groups: &Groups,
        new: usize,
    ) -> Option<Common> {
        let text = self.new_line(new);
        if groups.image == text {
            return Some(Common { skipped: 0, indent: 0 });
        }
        let indent = indent(text);
        let (skipped, len) = groups_of(&self.charset, self.old_line(old), groups);
        (groups.image[len..] == text[indent..]).then_some(Common { skipped, indent })
    }

    /// Adds to `ids` the lines of the new version that have another indentation than an old line,
    /// with `via`, the damage. All old lines with this text must have the same bytes.
    pub(in crate::heal) fn indented(
        &self,
        damage: usize,
        old_ids: &[u32],
        ids: &mut [u32],
        via: &mut [usize],
        known: u32,
    ) {
        let is_open = |line: &usize| ids[*line] >= known;
        let mut wanted: Map<Option<usize>> = Map::default();
        let open: Vec<_> = (0..ids.len()).filter(is_open).collect();
        for &line in &open {
            let text = self.new_line(line);
            if let Some(text) = Some(&text[indent(text)..]).filter(|text| text.len() >= SHORTEST) {
                wanted.insert(hash(text), None);
            }
        }
        if wanted.is_empty() {
            return;
        }
        let (mut groups, mut various) = (Groups::default(), Map::default());
        let rest = |old: usize, groups: &mut Groups| {
            let line = self.old_line(old);
            self.groups(damage, old, groups);
            let (count, len) = groups_of(&self.charset, line, groups);
            (count.checked_sub(1).map_or(0, |last| groups.ends[last].0 as usize), len)
        };
        for old in 0..self.olds.len() {
            let (start, len) = rest(old, &mut groups);
            let key = hash(&groups.image[len..]);
            let Some(found) = wanted.get_mut(&key) else { continue };
            match *found {
                None => *found = Some(old),
                Some(first) => {
                    let other = self.old_line(old)[start..].to_vec();
                    let (start, _) = rest(first, &mut groups);
                    if self.old_line(first)[start..] != other {
                        various.insert(key, ());
                    }
                }
            }
        }
        for line in open {
            let text = self.new_line(line);
            let key = hash(&text[indent(text)..]);
            if let Some(&Some(old)) = wanted.get(&key)
                && !various.contains_key(&key)
            {
                (ids[line], via[line]) = (old_ids[old], damage);
            }
        }
    }
}
