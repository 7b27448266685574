//! The old bytes of images that determine them.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use crate::heal::{family::Groups, state::Healer, text};

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
    pub(in crate::heal) fn of(healer: &mut Healer<'_>, damage: usize) -> Rc<Self> {
        if let Some(inverse) = healer.inverses.get(&damage) {
            return Rc::clone(inverse);
        }
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
        for line in healer.special_lines() {
            healer.groups(damage, line, &mut groups);
            add(healer.old_line(line), &groups, true);
        }
        if healer.charset.table().is_some() && healer.family[damage].by_character() {
            for byte in 0x80..=u8::MAX {
                healer.family[damage].groups(&[byte], &healer.charset, &mut groups);
                add(&[byte], &groups, false);
            }
        }
        let longest = old.keys().map(Vec::len).max().unwrap_or(0);
        let mut used = HashSet::new();
        for line in healer.special_lines() {
            healer.charset.units(healer.old_line(line), |unit| {
                if unit.value >= 0x80 {
                    used.insert(unit.value);
                }
            });
        }
        let mut single = HashMap::new();
        if let Some(table) = healer.charset.table() {
            for byte in 0x80..=u8::MAX {
                healer.family[damage].groups(&[byte], &healer.charset, &mut groups);
                let mut symbols = Vec::new();
                text::symbols(&groups.image, &mut symbols);
                if let [symbol] = symbols[..]
                    && symbol >= 0x80
                {
                    single.insert(symbol, (table[usize::from(byte)], vec![byte]));
                }
            }
        }
        let inverse = Rc::new(Self { old, longest, used, single });
        healer.inverses.insert(damage, Rc::clone(&inverse));
        inverse
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
