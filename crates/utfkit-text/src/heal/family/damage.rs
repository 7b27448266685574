//! A damage, and what it makes of the bytes of a line.

use crate::heal::{
    charset::{Charset, OPAQUE, Unit},
    text::{in_word, utf8},
};

/// The bytes of a line before and after the damage: groups of old bytes, each with its image in the
/// new version.
///
/// A group ends only where a character of the old version and a unit of the damage end.
#[derive(Default)]
pub(in crate::heal) struct Groups {
    pub(in crate::heal) image: Vec<u8>,
    /// The ends of each group, in the old line and in `image`.
    pub(in crate::heal) ends: Vec<(u32, u32)>,
}

impl Groups {
    fn clear(&mut self) {
        self.image.clear();
        self.ends.clear();
    }

    /// Passes the words of the image that have characters which were not ASCII in `line`.
    pub(in crate::heal) fn damaged_words(
        &self,
        line: &[u8],
        charset: &Charset,
        mut take: impl FnMut(&[u8]),
    ) {
        // The places of these characters.
        let (mut before, mut marks) = ((0, 0), Vec::new());
        for &(old, image) in &self.ends {
            if !charset.is_plain(&line[before.0..old as usize]) {
                marks.push(before.1);
            }
            before = (old as usize, image as usize);
        }
        let (mut at, mut mark) = (0, 0);
        let image = &self.image;
        while at < image.len() {
            if !in_word(image[at]) {
                at += 1;
                continue;
            }
            let len = image[at..].iter().take_while(|&&b| in_word(b)).count();
            while marks.get(mark).is_some_and(|&place| place < at) {
                mark += 1;
            }
            if marks.get(mark).is_some_and(|&place| place <= at + len) {
                take(&image[at..at + len]);
            }
            at += len;
        }
    }

    /// Returns the number of characters that the damage changed, from the group `first` on.
    pub(in crate::heal) fn changed(&self, line: &[u8], charset: &Charset, first: usize) -> u32 {
        let before = first.checked_sub(1).map_or((0, 0), |last| self.ends[last]);
        let (mut before, mut changed) = ((before.0 as usize, before.1 as usize), 0);
        for &(old, image) in &self.ends[first..] {
            let (old, image) = (old as usize, image as usize);
            let bytes = &line[before.0..old];
            let is_same = *bytes == self.image[before.1..image];
            changed += u32::from(!is_same && !charset.is_plain(bytes));
            before = (old, image);
        }
        changed
    }

    /// Sets the groups of a line in ASCII, which no damage changes.
    pub(in crate::heal) fn set_plain(&mut self, line: &[u8]) {
        self.clear();
        self.image.extend_from_slice(line);
        self.ends.extend((1..=line.len() as u32).map(|end| (end, end)));
    }

    fn end(&mut self, old: usize) {
        self.ends.push((old as u32, self.image.len() as u32));
    }
}

/// The treatment of ill-formed bytes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bad {
    Keep,
    Part(&'static str),
    Byte(&'static str),
    Run(&'static str),
}

pub(super) enum Kind {
    /// Read in a charset of sequences, such as UTF-8. `again`: the text was read once more so.
    Read { charset: Charset, table: Option<Box<[u8; 256]>>, bad: Bad, again: Option<Images> },
    /// Read correctly, and each character above 7F changed.
    Each(fn(u32, &mut Vec<u8>)),
    /// Read correctly, written in UTF-8, and that was read in a charset of single bytes.
    Converted(Images),
    /// Each byte above 7F became this text.
    Bytes(&'static str),
    /// Read in a charset of single bytes.
    Single(Images),
    /// Read correctly, and written in this charset, with `?` for characters that it lacks.
    Written(Charset),
}

pub(super) type Images = Box<[Vec<u8>; 256]>;

/// A member of the family.
pub(in crate::heal) struct Damage {
    pub(in crate::heal) name: String,
    /// A smaller number is preferred among equal explanations.
    pub(in crate::heal) cost: u8,
    /// Whether the image of a character determines the character.
    pub(in crate::heal) exact: bool,
    /// Text that is damage at every position.
    pub(in crate::heal) mark: &'static str,
    /// Whether it removes or folds characters, so that their number is lost.
    pub(in crate::heal) drops: bool,
    /// Whether it writes other letters, and `?` for characters without such a letter.
    pub(in crate::heal) folds: bool,
    /// The charset in which typed text of the new version is, if not UTF-8.
    pub(in crate::heal) target: Option<Charset>,
    pub(super) kind: Kind,
}

impl Damage {
    /// Whether a `?` may be a lost character.
    pub(in crate::heal) fn asks(&self) -> bool {
        self.name.contains('?') || self.target.is_some()
    }

    /// Whether it writes `?` for characters.
    pub(in crate::heal) fn writes_question_marks(&self) -> bool {
        self.asks() || self.folds
    }

    /// Whether it reads text in a wrong charset, and not only in UTF-8 or ASCII.
    pub(in crate::heal) fn misreads(&self) -> bool {
        match &self.kind {
            Kind::Single(_) => true,
            Kind::Read { charset, table, .. } => {
                !(charset.is_utf8() || charset.is_ascii()) || table.is_some()
            }
            Kind::Each(_) | Kind::Converted(_) | Kind::Bytes(_) | Kind::Written(_) => false,
        }
    }

    /// Returns the text that stands for lost characters, or an empty one.
    pub(in crate::heal) fn sign(&self) -> &str {
        if self.mark.is_empty() && (self.asks() || self.folds) { "?" } else { self.mark }
    }

    /// Whether it keeps each character, and writes UTF-8.
    pub(in crate::heal) fn converts(&self) -> bool {
        self.exact && matches!(self.kind, Kind::Each(_)) && !self.is_identity()
    }

    pub(in crate::heal) fn is_identity(&self) -> bool {
        self.cost == 0
    }

    /// Whether it removes bytes, and not characters.
    pub(in crate::heal) fn drops_bytes(&self) -> bool {
        self.drops && matches!(self.kind, Kind::Bytes(_) | Kind::Read { .. })
    }

    /// Whether the inverse of single bytes can be taken.
    pub(in crate::heal) fn by_character(&self) -> bool {
        matches!(self.kind, Kind::Each(_) | Kind::Converted(_) | Kind::Single(_))
    }

    /// Writes the groups of `line`.
    pub(in crate::heal) fn groups(&self, line: &[u8], charset: &Charset, out: &mut Groups) {
        out.clear();
        let mut at = 0;
        match &self.kind {
            Kind::Read { charset: read, table, bad, again } => {
                let mapped: Vec<u8>;
                let source = match table {
                    Some(table) => {
                        mapped = line.iter().map(|&byte| table[usize::from(byte)]).collect();
                        &mapped
                    }
                    None => line,
                };
                read_groups(source, charset, line, read, *bad, again.as_ref(), out);
            }
            Kind::Each(change) => charset.units(line, |unit| {
                at += unit.len;
                match unit.value {
                    value @ 0..0x80 => out.image.push(value as u8),
                    value => change(if value == OPAQUE { 0xFFFD } else { value }, &mut out.image),
                }
                out.end(at);
            }),
            Kind::Converted(images) => charset.units(line, |unit| {
                at += unit.len;
                let mut text = Vec::new();
                utf8(if unit.value == OPAQUE { 0xFFFD } else { unit.value }, &mut text);
                text.iter().for_each(|&byte| out.image.extend(&images[usize::from(byte)]));
                out.end(at);
            }),
            Kind::Bytes(sign) => charset.units(line, |unit| {
                for &byte in &line[at..at + unit.len] {
                    if byte < 0x80 {
                        out.image.push(byte);
                    } else {
                        out.image.extend(sign.bytes());
                    }
                }
                at += unit.len;
                out.end(at);
            }),
            Kind::Written(target) => charset.units(line, |unit| {
                at += unit.len;
                if !target.encode(unit.value, &mut out.image) {
                    out.image.push(b'?');
                }
                out.end(at);
            }),
            Kind::Single(images) => charset.units(line, |unit| {
                for &byte in &line[at..at + unit.len] {
                    out.image.extend(&images[usize::from(byte)]);
                }
                at += unit.len;
                out.end(at);
            }),
        }
    }
}

/// Writes the groups of a line of single bytes that was read as UTF-8.
fn read_single(source: &[u8], bad: Bad, out: &mut Groups) {
    out.ends.reserve(source.len());
    let mut at = 0;
    for chunk in source.utf8_chunks() {
        for character in chunk.valid().chars() {
            let len = character.len_utf8();
            out.image.extend_from_slice(&source[at..at + len]);
            at += len;
            out.end(at);
        }
        let part = chunk.invalid();
        if part.is_empty() {
            continue;
        }
        let is_next = matches!(bad, Bad::Run(_)) && chunk.valid().is_empty() && at > 0;
        match bad {
            Bad::Keep => out.image.extend_from_slice(part),
            Bad::Part(sign) => out.image.extend_from_slice(sign.as_bytes()),
            Bad::Byte(sign) => part.iter().for_each(|_| out.image.extend(sign.bytes())),
            Bad::Run(_) if is_next => {
                out.ends.pop();
            }
            Bad::Run(sign) => out.image.extend_from_slice(sign.as_bytes()),
        }
        at += part.len();
        out.end(at);
    }
}

/// Writes the groups of a line that was read as sequences of `read`.
fn read_groups(
    source: &[u8],
    charset: &Charset,
    line: &[u8],
    read: &Charset,
    bad: Bad,
    again: Option<&Images>,
    out: &mut Groups,
) {
    if charset.table().is_some() && read.is_utf8() && again.is_none() {
        return read_single(source, bad, out);
    }
    // The ends of the characters of the old line, as a queue.
    let mut characters = Vec::new();
    let mut end = 0;
    charset.units(line, |unit| {
        end += unit.len;
        characters.push(end);
    });
    let (mut next, mut at, mut in_run, mut pending) = (0, 0, false, false);
    let take = |unit: Unit| {
        let part = &source[at..at + unit.len];
        let ill = unit.value == OPAQUE;
        if !(ill && in_run && matches!(bad, Bad::Run(_))) && pending {
            // The group before ended at `at`.
            out.end(at);
        }
        pending = false;
        match (ill, bad) {
            (true, Bad::Keep) => out.image.extend(part),
            (true, Bad::Part(sign)) => out.image.extend(sign.bytes()),
            (true, Bad::Byte(sign)) => part.iter().for_each(|_| out.image.extend(sign.bytes())),
            (true, Bad::Run(sign)) => {
                if !in_run {
                    out.image.extend(sign.bytes());
                }
            }
            (false, _) => match again {
                Some(images) if unit.value >= 0x80 => {
                    part.iter().for_each(|&byte| out.image.extend(&images[usize::from(byte)]));
                }
                _ if read.is_utf8() => out.image.extend(part),
                _ => utf8(unit.value, &mut out.image),
            },
        }
        in_run = ill;
        at += unit.len;
        while characters.get(next).is_some_and(|&end| end < at) {
            next += 1;
        }
        pending = characters.get(next) == Some(&at);
    };
    read.units(source, take);
    if !line.is_empty() {
        out.end(line.len());
    }
}
