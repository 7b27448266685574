//! The old bytes of images that determine them.

use std::collections::{HashMap, HashSet};

use crate::heal::{
    charset::Charset,
    family::{Damage, Groups},
    text,
};

/// The old bytes of images that only they have.
pub(in crate::heal) struct Inverse {
    old: HashMap<Vec<u8>, Option<Vec<u8>>>,
    /// The length of the longest image in bytes.
    pub(in crate::heal) longest: usize,
    /// The characters of the old version.
    pub(in crate::heal) used: HashSet<u32>,
    /// The characters and the bytes of images of one symbol, in charsets of single bytes.
    pub(in crate::heal) single: HashMap<u32, (u32, Vec<u8>)>,
}

impl Inverse {
    /// Inverts `damage` for a text with these lines, which have more than ASCII.
    pub(super) fn new<'t>(
        damage: &Damage,
        charset: &Charset,
        special_lines: impl Iterator<Item = &'t [u8]> + Clone,
    ) -> Self {
        let mut old: HashMap<Vec<u8>, Option<Vec<u8>>> = HashMap::new();
        let mut groups = Groups::default();
        let mut add = |line: &[u8], groups: &Groups, known: bool| {
            let mut before = (0, 0);
            for &(end, image) in &groups.ends {
                let (bytes, image_of) =
                    (&line[before.0..end as usize], &groups.image[before.1..image as usize]);
                before = (end as usize, image as usize);
                // One byte above 7F is the first of more than one symbol only if there are two.
                if image_of.len() < 2
                    || image_of[0] < 0x80
                    || one_symbol(image_of)
                    || image_of.len() > 64
                {
                    continue;
                }
                match old.get_mut(image_of) {
                    None => drop(old.insert(image_of.to_vec(), Some(bytes.to_vec()))),
                    Some(Some(other)) if known && other != bytes => {
                        old.insert(image_of.to_vec(), None);
                    }
                    Some(_) => {}
                }
            }
        };
        for line in special_lines.clone() {
            damage.groups(line, charset, &mut groups);
            add(line, &groups, true);
        }
        if charset.table().is_some() && damage.by_character() {
            for byte in 0x80..=u8::MAX {
                damage.groups(&[byte], charset, &mut groups);
                add(&[byte], &groups, false);
            }
        }
        let longest = old.keys().map(Vec::len).max().unwrap_or(0);
        let mut used = HashSet::new();
        for line in special_lines {
            charset.units(line, |unit| {
                if unit.value >= 0x80 {
                    used.insert(unit.value);
                }
            });
        }
        let mut single = HashMap::new();
        if let Some(table) = charset.table() {
            for byte in 0x80..=u8::MAX {
                damage.groups(&[byte], charset, &mut groups);
                let mut symbols = Vec::new();
                text::symbols(&groups.image, &mut symbols);
                if let [symbol] = symbols[..]
                    && symbol >= 0x80
                {
                    single.insert(symbol, (table[usize::from(byte)], vec![byte]));
                }
            }
        }
        Self { old, longest, used, single }
    }

    pub(in crate::heal) fn bytes(&self, image: &[u8]) -> Option<&[u8]> {
        self.old.get(image)?.as_deref()
    }
}

fn one_symbol(image: &[u8]) -> bool {
    let mut symbols = Vec::new();
    text::symbols(image, &mut symbols);
    symbols.len() == 1
}
