//! The image of all of the old version, to search in.

use crate::heal::{
    family::Groups,
    text::{Map, hash, in_word},
};

pub(in crate::heal) struct Whole {
    pub(in crate::heal) image: Vec<u8>,
    /// The start of each line in `image`.
    pub(in crate::heal) starts: Vec<u32>,
    /// The old bytes of each word of the image, as a hash; `None` if they differ.
    pub(in crate::heal) words: Map<Option<u64>>,
}

impl Whole {
    /// Whether this word is the image of one old word only.
    pub(in crate::heal) fn has_one(&self, word: &[u8]) -> bool {
        matches!(self.words.get(&hash(word)), Some(Some(_)))
    }

    pub(in crate::heal) fn add_words(&mut self, line: &[u8], groups: &Groups) {
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
            let old = hash(&line[first..last]);
            let entry = self.words.entry(hash(&image[at..end])).or_insert(Some(old));
            if *entry != Some(old) {
                *entry = None;
            }
            at = end;
        }
    }
}
