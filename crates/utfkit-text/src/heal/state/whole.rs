//! The image of all of the old version, to search in.

use std::cell::OnceCell;

use super::grams::Grams;
use crate::heal::{
    charset::Charset,
    family::Groups,
    text::{Map, Set, hash, in_word},
};

#[derive(Default)]
pub(in crate::heal) struct Whole {
    pub(in crate::heal) image: Vec<u8>,
    /// The start of each line in `image`.
    pub(in crate::heal) starts: Vec<u32>,
    /// The old bytes of each word of lines with more than ASCII, as a hash; `None` if they differ.
    pub(in crate::heal) words: Map<Option<u64>>,
    /// The hashes of the damaged words.
    pub(in crate::heal) damaged: Set,
    /// The number of characters of each line that the damage changed.
    pub(in crate::heal) changed: Vec<u32>,
    grams: OnceCell<Grams>,
}

impl Whole {
    /// Adds the next line, with its groups if it has more than ASCII.
    pub(in crate::heal) fn add(
        &mut self,
        line: &[u8],
        image: &[u8],
        special: Option<(&Groups, &Charset)>,
    ) {
        self.starts.push(self.image.len() as u32);
        self.image.extend_from_slice(image);
        self.image.push(b'\n');
        let mut changed = 0;
        if let Some((groups, charset)) = special {
            self.add_words(line, groups, charset);
            changed = groups.changed(line, charset, 0);
            let damaged = &mut self.damaged;
            groups.damaged_words(line, charset, |word| {
                damaged.insert(hash(word));
            });
        }
        self.changed.push(changed);
    }

    /// Returns the image of a line.
    pub(in crate::heal) fn line(&self, line: usize) -> &[u8] {
        let end = self.starts.get(line + 1).map_or(self.image.len(), |&next| next as usize);
        &self.image[self.starts[line] as usize..end - 1]
    }

    /// Returns the first place of a text in the image at or after `from`, and the number of bytes
    /// that were read to find it.
    pub(in crate::heal) fn find(&self, text: &[u8], from: usize) -> (Option<usize>, usize) {
        self.grams.get_or_init(|| Grams::of(&self.image)).find(&self.image, text, from)
    }

    /// Whether this word is the image of one old word only. `plain` are the words of other lines,
    /// which are their own images.
    pub(in crate::heal) fn has_one(&self, word: &[u8], plain: &Set) -> bool {
        let key = hash(word);
        match self.words.get(&key) {
            Some(&Some(old)) => old == key || !plain.contains(&key),
            Some(None) => false,
            None => plain.contains(&key),
        }
    }

    fn add_words(&mut self, line: &[u8], groups: &Groups, charset: &Charset) {
        let (image, mut group) = (&groups.image, 0);
        let mut at = 0;
        while at < image.len() {
            if !in_word(image[at]) {
                at += 1;
                continue;
            }
            let end = at + image[at..].iter().take_while(|&&byte| in_word(byte)).count();
            while groups.ends[group].1 as usize <= at {
                group += 1;
            }
            let first = group.checked_sub(1).map_or(0, |before| groups.ends[before].0 as usize);
            let last = groups.ends[group..].iter().find(|ends| ends.1 as usize >= end);
            let last = last.map_or(line.len(), |ends| ends.0 as usize);
            let old = &line[first..last];
            let key = hash(&image[at..end]);
            // A word in ASCII is its own image, also in larger units.
            let is_plain =
                charset.unit > 1 && old.chunks(charset.unit).all(|unit| charset.is_plain(unit));
            let old = if is_plain { key } else { hash(old) };
            let entry = self.words.entry(key).or_insert(Some(old));
            if *entry != Some(old) {
                *entry = None;
            }
            at = end;
        }
    }
}
