//! Both versions, with the known facts about them.

use crate::heal::weights::state::MAX_ALIKE;
mod grams;
mod indent;
pub(super) mod inverse;
mod output;
pub(super) mod whole;

use std::{borrow::Cow, collections::HashMap, rc::Rc};

use utfkit::Encoding;

use self::{inverse::Inverse, whole::Whole};
use super::{
    MAX_LEN, Open, Refusal, Restored,
    align::Budget,
    charset::Charset,
    family::{Damage, Groups, family},
    text::{self, Eol, Line, Map, Set, hash},
};

/// A line, or a damage, that does not exist.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Healer<'t> {
    pub(super) charset: Charset,
    pub(super) old: &'t [u8],
    /// The new version without its BOM, in UTF-8 if it was in larger units.
    pub(super) new: Cow<'t, [u8]>,
    pub(super) olds: Vec<Line>,
    pub(super) news: Vec<Line>,
    pub(super) family: Vec<Damage>,
    /// The damages of this text. The first explains most.
    pub(super) damages: Vec<usize>,
    pub(super) score: f64,
    /// The part of the text that the old version has.
    pub(super) kinship: f64,
    /// Whether the new version has larger units.
    pub(super) wide: bool,
    /// The old line of each new line that is whole.
    pub(super) to: Vec<u32>,
    /// Whether text that was typed is misread like the old text.
    pub(super) typed_misread: bool,
    /// Whether a letter was taken as typed that is misread if `typed_misread`.
    pub(super) trusted: bool,
    pub(super) bom: &'t [u8],
    pub(super) new_bom: &'t [u8],
    pub(super) bom_changed: bool,
    pub(super) eol_lost: bool,
    pub(super) main_eol: Eol,
    pub(super) budget: Budget,
    /// The bytes that searches may still read.
    pub(super) searches: u64,
    /// The old lines that have more than ASCII.
    special: Rc<[u32]>,
    /// The words of the other old lines.
    pub(super) plain: Set,
    skeletons: Option<Rc<Map<Vec<u32>>>>,
    pub(super) hashes: HashMap<usize, Rc<Vec<u64>>>,
    sorted: HashMap<usize, Rc<Vec<(u64, u32)>>>,
    pub(super) wholes: HashMap<usize, Rc<Whole>>,
    pub(super) inverses: HashMap<usize, Rc<Inverse>>,
    pub(super) out: Vec<u8>,
    pub(super) restored: Vec<Restored>,
    pub(super) open: Vec<Open>,
    pub(super) more_open: usize,
}

const BOMS: [(&[u8], Encoding); 5] = [
    (b"\xEF\xBB\xBF", Encoding::Utf8),
    (b"\xFF\xFE\0\0", Encoding::Utf32Le),
    (b"\0\0\xFE\xFF", Encoding::Utf32Be),
    (b"\xFF\xFE", Encoding::Utf16Le),
    (b"\xFE\xFF", Encoding::Utf16Be),
];

impl<'t> Healer<'t> {
    pub(super) fn new(old: &'t [u8], new: &'t [u8], encoding: Encoding) -> Result<Self, Refusal> {
        if old.len().max(new.len()) > MAX_LEN {
            return Err(Refusal::TooLong);
        }
        let found = BOMS.iter().find(|(bom, _)| old.starts_with(bom));
        let (bom, encoding) =
            found.map_or((&b""[..], encoding), |&(bom, encoding)| (bom, encoding));
        let encoding = match encoding {
            Encoding::Utf16 | Encoding::Ucs2 => Encoding::Utf16Be,
            Encoding::Utf32 | Encoding::Ucs4 => Encoding::Utf32Be,
            other => other,
        };
        // Bytes that Windows leaves undefined are controls for browsers and U+FFFD for others.
        let controls = memchr::memchr_iter(0xC2, new)
            .any(|at| new.get(at + 1).is_some_and(|next| (0x80..0xA0).contains(next)));
        let charset = Charset::new(encoding, !controls).ok_or(Refusal::Encoding)?;
        let body = &old[bom.len()..];
        let utf8_bom = BOMS[0].0;
        let own_bom = charset.unit > 1 && !bom.is_empty() && new.starts_with(bom);
        let new_bom: &'t [u8] = if new.starts_with(utf8_bom) {
            &new[..utf8_bom.len()]
        } else if own_bom {
            bom
        } else {
            b""
        };
        let rest = &new[new_bom.len()..];
        let wide = charset.unit > 1 && new_bom != utf8_bom && (own_bom || has_units(rest));
        let new =
            if wide { Cow::Owned(text::to_utf8(rest, &charset)) } else { Cow::Borrowed(rest) };
        let little = charset.ascii(b'a').first() == Some(&b'a');
        let olds = text::lines(body, charset.unit, little);
        let news = text::lines(&new, 1, true);
        let is_special = |line: &Line| charset.is_special(&body[line.start..line.end]);
        let special = (0..).zip(&olds).filter(|(_, line)| is_special(line)).map(|(at, _)| at);
        let special = special.collect();
        let family = family(encoding, &charset, &new, wide);
        Ok(Self {
            charset,
            old: body,
            olds,
            to: vec![NONE; news.len()],
            news,
            family,
            damages: vec![0],
            score: 0.0,
            kinship: 0.0,
            wide,
            typed_misread: false,
            trusted: false,
            bom,
            new_bom,
            bom_changed: bom != new_bom,
            eol_lost: false,
            main_eol: Eol::Lf,
            budget: Budget(40_000_000 + 40 * new.len() as u64),
            searches: 2_000_000_000,
            special,
            plain: Set::default(),
            skeletons: None,
            hashes: HashMap::new(),
            sorted: HashMap::new(),
            wholes: HashMap::new(),
            inverses: HashMap::new(),
            out: Vec::with_capacity(old.len()),
            restored: Vec::new(),
            open: Vec::new(),
            more_open: 0,
            new,
        })
    }

    pub(super) fn old_line(&self, line: usize) -> &[u8] {
        let Line { start, end, .. } = self.olds[line];
        &self.old[start..end]
    }

    pub(super) fn new_line(&self, line: usize) -> &[u8] {
        let Line { start, end, .. } = self.news[line];
        &self.new[start..end]
    }

    /// Returns the old lines that have more than ASCII.
    pub(super) fn special_lines(&self) -> impl Iterator<Item = usize> + Clone {
        self.special.iter().map(|&line| line as usize)
    }

    /// Whether no damage changes an old line, because it is ASCII.
    pub(super) fn is_plain_line(&self, line: &[u8]) -> bool {
        self.charset.unit == 1 && !self.charset.stateful && line.is_ascii()
    }

    pub(super) fn groups(&self, damage: usize, line: usize, out: &mut Groups) {
        let bytes = self.old_line(line);
        if self.is_plain_line(bytes) {
            out.set_plain(bytes);
        } else {
            self.family[damage].groups(bytes, &self.charset, out);
        }
    }

    /// Returns the image of an old line.
    pub(super) fn image<'g>(
        &'g self,
        damage: usize,
        line: usize,
        groups: &'g mut Groups,
    ) -> &'g [u8] {
        let bytes = self.old_line(line);
        if self.is_plain_line(bytes) {
            return bytes;
        }
        self.groups(damage, line, groups);
        &groups.image
    }

    /// Returns the hashes of the images of all old lines.
    pub(super) fn hashes(&mut self, damage: usize) -> Rc<Vec<u64>> {
        if let Some(hashes) = self.hashes.get(&damage) {
            return Rc::clone(hashes);
        }
        let mut groups = Groups::default();
        let of = |line: usize| hash(self.image(damage, line, &mut groups));
        let hashes: Rc<Vec<_>> = Rc::new((0..self.olds.len()).map(of).collect());
        self.hashes.insert(damage, Rc::clone(&hashes));
        hashes
    }

    /// Returns the old lines that look like `line` of the new version under `damage`.
    pub(super) fn alike(&mut self, damage: usize, line: usize) -> Vec<usize> {
        let key = hash(self.new_line(line));
        if !self.sorted.contains_key(&damage) {
            let hashes = self.hashes(damage);
            let mut sorted: Vec<_> = hashes.iter().copied().zip(0..).collect();
            sorted.sort_unstable();
            self.sorted.insert(damage, Rc::new(sorted));
        }
        let Some(sorted) = self.sorted.get(&damage) else { return Vec::new() };
        let start = sorted.partition_point(|entry| entry.0 < key);
        let same = sorted[start..].iter().take_while(|entry| entry.0 == key);
        same.take(MAX_ALIKE + 1).map(|entry| entry.1 as usize).collect()
    }

    /// Returns the old lines with more than ASCII, by the hash of their ASCII characters.
    pub(super) fn skeletons(&mut self) -> Rc<Map<Vec<u32>>> {
        if let Some(skeletons) = &self.skeletons {
            return Rc::clone(skeletons);
        }
        let (mut skeletons, mut ascii) = (Map::<Vec<u32>>::default(), Vec::new());
        for line in self.special_lines() {
            ascii.clear();
            self.charset.units(self.old_line(line), |unit| {
                if unit.value < 0x80 {
                    ascii.push(unit.value as u8);
                }
            });
            skeletons.entry(hash(&ascii)).or_default().push(line as u32);
        }
        let skeletons = Rc::new(skeletons);
        self.skeletons = Some(Rc::clone(&skeletons));
        skeletons
    }

    pub(super) fn inverse(&mut self, damage: usize) -> Rc<Inverse> {
        if let Some(inverse) = self.inverses.get(&damage) {
            return Rc::clone(inverse);
        }
        let special = self.special_lines().map(|line| self.old_line(line));
        let inverse = Rc::new(Inverse::new(&self.family[damage], &self.charset, special));
        self.inverses.insert(damage, Rc::clone(&inverse));
        inverse
    }

    /// Returns the symbols of the mark of a damage.
    pub(super) fn mark(&self, damage: usize) -> Vec<u32> {
        self.family[damage].mark.chars().map(u32::from).collect()
    }
}

/// Whether a text looks like UTF-16 or UTF-32.
fn has_units(text: &[u8]) -> bool {
    let head = &text[..text.len().min(400)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    head.len() > 1 && zeros(0).max(zeros(1)) > head.len() / 6
}
