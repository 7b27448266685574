//! The parts of healing in their order: damage, lines, changed regions, line ends.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use utfkit::Encoding;

use super::{
    Evidence, Healed, MAX_LEN, Open, Reason, Refusal, Restored,
    align::{Budget, Run, align},
    charset::{Charset, OPAQUE},
    family::{Damage, Groups, family},
    infer::Words,
    text::{self, Eol, Line, Map, hash},
    typed::Inverse,
    whole::Whole,
};

/// A line, or a damage, that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// The lowest score of an older version.
const RELATED: f64 = 0.25;

/// The smallest part of the new text that an older version has. Other texts about the same subject
/// have paragraphs in common.
const KIN: f64 = 0.4;

/// The number of open places that are listed.
const MAX_OPEN: usize = 100_000;

/// The old lines that a new line may come from; if there are more, the line stays.
pub(super) const MAX_ALIKE: usize = 64;

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
    bom: &'t [u8],
    bom_changed: bool,
    eol_lost: bool,
    main_eol: Eol,
    pub(super) budget: Budget,
    /// The bytes that searches may still read.
    pub(super) searches: u64,
    hashes: HashMap<usize, Rc<Vec<u64>>>,
    sorted: HashMap<usize, Rc<Vec<(u64, u32)>>>,
    pub(super) wholes: HashMap<usize, Rc<Whole>>,
    pub(super) inverses: HashMap<usize, Rc<Inverse>>,
    pub(super) out: Vec<u8>,
    restored: Vec<Restored>,
    open: Vec<Open>,
    more_open: usize,
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
        let controls = ('\u{80}'..'\u{A0}')
            .any(|c| memchr::memmem::find(new, c.encode_utf8(&mut [0; 4]).as_bytes()).is_some());
        let charset = Charset::new(encoding, !controls).ok_or(Refusal::Encoding)?;
        let body = &old[bom.len()..];
        let utf8_bom = BOMS[0].0;
        let own_bom = charset.unit > 1 && !bom.is_empty() && new.starts_with(bom);
        let new_bom: &[u8] = if new.starts_with(utf8_bom) {
            utf8_bom
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
            bom_changed: bom != new_bom,
            eol_lost: false,
            main_eol: Eol::Lf,
            budget: Budget(40_000_000 + 40 * new.len() as u64),
            searches: 2_000_000_000,
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
    pub(super) fn special_lines(&self) -> impl Iterator<Item = usize> {
        (0..self.olds.len()).filter(|&line| self.charset.is_special(self.old_line(line)))
    }

    pub(super) fn groups(&self, damage: usize, line: usize, out: &mut Groups) {
        self.family[damage].groups(self.old_line(line), &self.charset, out);
    }

    /// Returns the hashes of the images of all old lines.
    fn hashes(&mut self, damage: usize) -> Rc<Vec<u64>> {
        if let Some(hashes) = self.hashes.get(&damage) {
            return Rc::clone(hashes);
        }
        let mut groups = Groups::default();
        let of = |line: usize| {
            let bytes = self.old_line(line);
            if self.charset.unit == 1 && bytes.is_ascii() && !self.charset.stateful {
                return hash(bytes);
            }
            self.groups(damage, line, &mut groups);
            hash(&groups.image)
        };
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

    /// Heals the text; `Ok(None)` if it has to be done again with `typed_misread`.
    pub(super) fn heal(mut self) -> Result<Option<Healed>, Refusal> {
        let knows = self.typed_misread;
        let words = Words::of(&self);
        let best = words.infer(&self);
        let main = best.damage;
        (self.damages, self.score) = (vec![main], best.score);
        let images = self.hashes(main);
        self.kinship = super::context::kinship(&self);
        let nothing = self.family[main].is_identity() && self.special_lines().next().is_none();
        if !nothing && (self.score < RELATED || self.kinship < KIN) {
            return Err(Refusal::Unrelated { score: self.score.min(self.kinship) });
        }
        // The same number for the same image.
        let mut ids: Map<u32> = Map::default();
        let mut number = |key: u64, next: u32| *ids.entry(key).or_insert(next);
        let mut count = 0_u32;
        let mut intern = |key| {
            let id = number(key, count);
            count += u32::from(id == count);
            id
        };
        let old_ids: Vec<u32> = images.iter().map(|&key| intern(key)).collect();
        let mut via = vec![main; self.news.len()];
        let mut new_ids: Vec<u32> = (0..self.news.len())
            .map(|line| {
                let next = count + line as u32;
                ids.get(&hash(self.new_line(line))).copied().unwrap_or(next)
            })
            .collect();
        let first = align(&old_ids, &new_ids, &mut self.budget);
        let mut used = vec![false; self.olds.len()];
        first.iter().for_each(|run| used[run.a..run.a + run.len].fill(true));
        let olds: Vec<_> = (0..self.olds.len()).filter(|&line| !used[line]).collect();
        let news: Vec<_> = (0..self.news.len()).filter(|&line| new_ids[line] >= count).collect();
        let more = words.infer_more(&self, main, &olds, &news);
        drop(words);
        for &damage in &more {
            let images = self.hashes(damage);
            let mut others: Map<u32> = Map::default();
            for (line, &key) in images.iter().enumerate() {
                others.entry(key).or_insert(old_ids[line]);
            }
            for &line in &news {
                if new_ids[line] >= count
                    && let Some(&id) = others.get(&hash(self.new_line(line)))
                {
                    (new_ids[line], via[line]) = (id, damage);
                }
            }
        }
        self.damages.extend(more);
        let runs = align(&old_ids, &new_ids, &mut self.budget);
        for run in &runs {
            for k in 0..run.len {
                self.to[run.b + k] = (run.a + k) as u32;
            }
        }
        let unsure = self.unsure(&runs, &old_ids, &new_ids, count as usize + self.news.len());
        self.line_ends();
        let (mut a, mut b) = (0, 0);
        for &run in runs.iter().chain([&Run { a: self.olds.len(), b: self.news.len(), len: 0 }]) {
            self.gap((a, run.a), (b, run.b));
            for k in 0..run.len {
                self.whole_line(run.a + k, run.b + k, via[run.b + k], unsure.get(&(run.b + k)));
                self.emit_eol(run.b + k, Some(run.a + k));
            }
            (a, b) = (run.a + run.len, run.b + run.len);
        }
        let again = self.trusted && self.typed_misread && !knows;
        Ok((!again).then(|| self.result()))
    }

    fn result(self) -> Healed {
        let mut bytes = self.bom.to_vec();
        bytes.extend_from_slice(&self.out);
        let changed = !self.restored.is_empty() || !self.open.is_empty();
        let names = self.damages.iter().map(|&d| &self.family[d]);
        Healed {
            bytes,
            score: self.score,
            damages: names
                .filter(|damage| changed && !damage.is_identity())
                .map(|damage| damage.name.clone())
                .collect(),
            restored: self.restored,
            open: self.open,
            more_open: self.more_open,
            line_ends: self.eol_lost,
            bom: self.bom_changed,
        }
    }

    fn whole_line(&mut self, old: usize, new: usize, via: usize, unsure: Option<&BTreeSet<usize>>) {
        if let Some(olds) = unsure {
            return self.unsure_line(new, via, olds);
        }
        let blank = self.new_line(new).iter().all(u8::is_ascii_whitespace)
            && self.charset.is_special(self.old_line(old));
        if blank {
            let old = old as u32;
            let before = new == 0 || self.to[new - 1] != NONE && self.to[new - 1] + 1 == old;
            let after = self.to.get(new + 1).is_none_or(|&next| next == old + 1);
            if !(before && after) {
                return self.leave_line(new, Reason::MayBeMissing, &[old as usize]);
            }
        }
        self.copy_line(old, new, via, Evidence::Line);
    }

    /// Emits the bytes of an old line.
    pub(super) fn copy_line(&mut self, old: usize, new: usize, via: usize, evidence: Evidence) {
        let mut groups = Groups::default();
        self.groups(via, old, &mut groups);
        if groups.image != self.new_line(new) {
            // Two images with the same hash.
            return self.leave_line(new, Reason::NotInOld, &[]);
        }
        let bytes = self.old_line(old).to_vec();
        let (mut before, mut changed) = ((0, 0), 0);
        for &(end, image) in &groups.ends {
            let (end, image) = (end as usize, image as usize);
            changed += usize::from(
                bytes[before.0..end] != groups.image[before.1..image]
                    && !self.charset.is_plain(&bytes[before.0..end]),
            );
            before = (end, image);
        }
        if changed > 0 {
            self.restored(bytes.len(), changed, evidence, Some(old));
        }
        self.out.extend(bytes);
    }

    pub(super) fn leave_line(&mut self, new: usize, reason: Reason, olds: &[usize]) {
        let mut symbols = Vec::new();
        text::symbols(self.new_line(new), &mut symbols);
        let candidates = olds.iter().take(4).map(|&old| self.old_line(old).to_vec()).collect();
        self.leave(&symbols, reason, candidates);
    }

    /// Emits symbols of the new version as they are, and reports them.
    pub(super) fn leave(&mut self, symbols: &[u32], reason: Reason, mut candidates: Vec<Vec<u8>>) {
        let bytes = self.kept(symbols);
        candidates.truncate(4);
        let offset = self.bom.len() + self.out.len();
        let place = Open { offset, len: bytes.len(), reason, candidates };
        let full = self.open.len() >= MAX_OPEN;
        match self.open.last_mut() {
            Some(last)
                if last.offset + last.len == offset
                    && (last.reason, last.candidates.is_empty()) == (reason, true)
                    && place.candidates.is_empty() =>
            {
                last.len += place.len;
            }
            _ if full => self.more_open += 1,
            _ => self.open.push(place),
        }
        self.out.extend(bytes);
    }

    /// Returns the bytes of symbols of the new version that stay.
    pub(super) fn kept(&self, symbols: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.charset.unit == 1 {
            text::bytes(symbols, &mut bytes);
            return bytes;
        }
        for &symbol in symbols {
            if !self.charset.encode(symbol, &mut bytes) {
                let little = self.charset.ascii(b'a').first() == Some(&b'a');
                match (self.charset.unit, little) {
                    (2, true) => bytes.extend((symbol as u16).to_le_bytes()),
                    (2, false) => bytes.extend((symbol as u16).to_be_bytes()),
                    _ => drop(self.charset.encode(0xFFFD, &mut bytes)),
                }
            }
        }
        bytes
    }

    /// Notes that the next `len` bytes of the output are restored.
    pub(super) fn restored(
        &mut self,
        len: usize,
        characters: usize,
        evidence: Evidence,
        line: Option<usize>,
    ) {
        let offset = self.bom.len() + self.out.len();
        let old_line = line.map(|line| line + 1);
        match self.restored.last_mut() {
            Some(last)
                if last.offset + last.len == offset
                    && (last.evidence, last.old_line) == (evidence, old_line) =>
            {
                last.len += len;
                last.characters += characters;
            }
            _ => self.restored.push(Restored { offset, len, characters, evidence, old_line }),
        }
    }

    fn line_ends(&mut self) {
        let (mut kept, mut changed) = (0_usize, 0_usize);
        for (&old, new) in self.to.iter().zip(&self.news) {
            if old != NONE && new.eol != Eol::None && self.olds[old as usize].eol != Eol::None {
                if self.olds[old as usize].eol == new.eol {
                    kept += 1;
                } else {
                    changed += 1;
                }
            }
        }
        let count = |lines: &[Line], eol| lines.iter().filter(|line| line.eol == eol).count();
        let (lf, crlf) = (count(&self.olds, Eol::Lf), count(&self.olds, Eol::CrLf));
        self.main_eol = if crlf > lf { Eol::CrLf } else { Eol::Lf };
        if kept + changed == 0 {
            changed =
                self.news.len() - count(&self.news, self.main_eol) - count(&self.news, Eol::None);
        }
        let one = count(&self.news, Eol::Lf) == 0 || count(&self.news, Eol::CrLf) == 0;
        let mixed = lf > 0 && crlf > 0;
        self.eol_lost = one && changed > 0 && changed >= if mixed { kept } else { 9 * kept };
    }

    pub(super) fn emit_eol(&mut self, new: usize, old: Option<usize>) {
        let mut eol = self.news[new].eol;
        if eol != Eol::None && self.eol_lost {
            eol = self.main_eol;
            if let Some(old) = old.filter(|&old| self.olds[old].eol != Eol::None) {
                eol = self.olds[old].eol;
            }
        }
        if eol == Eol::CrLf {
            self.out.extend(self.charset.ascii(b'\r'));
        }
        if eol != Eol::None {
            self.out.extend(self.charset.ascii(b'\n'));
        }
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

const _: () = assert!(OPAQUE > 0x10_FFFF);
