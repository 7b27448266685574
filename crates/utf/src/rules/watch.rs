//! Follows the bytes of a file, and compares them with its rule.
//!
//! If a file has a BOM of another encoding, the BOM decides how the file is read, and the violation
//! is reported. Line ends are one finding per file, because a file from Windows would otherwise
//! have one per line.

use std::path::Path;

use memchr::{memchr, memchr_iter};
use utfkit::{
    Encoding,
    encoding::{Bom, ByteOrder, Label},
    utf8::Validator,
};
use utfkit_text::detect::Content;
use utfkit_text::{
    detect::{Detector, content::WIDE},
    diagnose::Summary,
    lines::Unit,
};

use super::{
    Breach, Rule,
    breach::{Fact, Fix, Is},
    ends::Ends,
    lacks::Lacks,
    rule::{Charset, Signed},
};
use crate::{args::encoding, files::reading::Head, git::can_encode::Answer};
use utfkit_text::streams::{Sight, choose::plausible};

/// A file that is compared with its rule.
pub struct Watch {
    rule: Rule,
    label: Label,
    bom: Option<Bom>,
    is_empty: bool,
    /// The encoding that the file seems to be in, if it is not that of the rule.
    other: Option<Is>,
    ends: Option<Ends>,
    unit: Unit,
    /// For text in a legacy charset, which may also be well-formed UTF-8.
    charset: Option<MaybeUtf8>,
    /// For text that git writes in a charset that lacks some characters.
    lacks: Option<Lacks>,
    /// Git's answer to that question.
    git: Answer,
    /// The characters of the text that the encoding of the rule lacks. If there are any, a
    /// conversion fixes nothing.
    missing: Option<Lacks>,
    has_nul: bool,
    /// Whether the start of the text could also be in units of several bytes.
    may_be_wide: bool,
    /// Whether the text begins like UTF-8, without control characters that text does not have.
    begins_as_utf8: bool,
}

/// The evidence that a text is UTF-8.
#[derive(Default)]
struct MaybeUtf8 {
    validator: Validator,
    /// The number of characters outside ASCII if the text is UTF-8, and whether it is not UTF-8.
    longer: usize,
    other: bool,
}

impl Watch {
    /// Creates the comparison for a file that begins with `bytes`, of which `head` is known.
    pub fn new(rule: Rule, head: Head, bytes: &[u8]) -> Self {
        let bom = Bom::of(bytes);
        let charset = rule.charset.as_ref().filter(|_| bom.is_none());
        let found = bom.map_or(Encoding::Utf8, Bom::encoding);
        let (label, other) =
            charset.map_or((found.into(), None), |charset| reading(charset, head, bytes));
        let is_legacy = label.encoding().is_legacy();
        let is = match (bom, other) {
            (Some(bom), _) => bom.encoding(),
            (None, Some(Is::In(encoding))) => encoding,
            _ if is_legacy => Encoding::Utf8,
            _ => label.encoding(),
        };
        let missing = rule.charset.as_ref().and_then(|charset| Lacks::of(is.into(), charset.label));
        let read = bom.map_or(label.encoding(), Bom::encoding_after);
        let order = read.byte_order().unwrap_or_default();
        let unit = Unit::new(label.encoding().unit_bytes(), order);
        let ends = rule.end.as_ref().map(|end| Ends::new(end.eol, unit));
        Self {
            ends,
            unit,
            label,
            bom,
            is_empty: bytes.is_empty(),
            other,
            charset: is_legacy.then(MaybeUtf8::default),
            lacks: rule
                .written
                .as_ref()
                .and_then(|written| Lacks::of(Encoding::Utf8.into(), written.label)),
            git: Answer::None,
            missing,
            has_nul: false,
            may_be_wide: is_legacy && rule.end.is_some() && is_like_wide(bytes),
            begins_as_utf8: is_utf8(&bytes[..bytes.len().min(LOOK)]),
            rule,
        }
    }

    /// Adds git's answer about writing the file as its rule requires.
    pub fn with_git_answer(self, git: Answer) -> Self {
        Self { git, ..self }
    }

    /// Returns the encoding to read the file with.
    pub fn from(&self) -> encoding::From {
        match self.bom {
            Some(_) => encoding::From::Auto,
            None => encoding::From::Known(self.label),
        }
    }

    /// Adjusts the class of the file to its rule.
    ///
    /// If the rule names an encoding, a file that looks like UTF-16 or UTF-32 without a BOM is
    /// text. A file that looks like another encoding than that of its rule is text, too, so that
    /// the violation is reported. Git treats a file as text if an attribute names its encoding.
    pub fn content(&self, content: Content) -> Content {
        match content {
            Content::NoBom(_) if self.rule.charset.is_some() => Content::Text,
            _ if self.rule.written.is_some() || matches!(self.other, Some(Is::Like(_))) => {
                Content::Text
            }
            content => content,
        }
    }

    /// Adds the next `bytes` of the file.
    pub fn read(&mut self, bytes: &[u8]) {
        if let Some(ends) = &mut self.ends {
            ends.push(bytes);
        }
        if let Some(charset) = self.charset.as_mut().filter(|charset| !charset.other) {
            charset.longer += bytes.iter().filter(|&&byte| byte >= 0xC0).count();
            charset.other = charset.validator.push(bytes).is_err();
        }
        // If the text is not UTF-8, converting it from UTF-8 shows nothing.
        let is_other = self.charset.as_ref().is_some_and(|charset| charset.other);
        let missing = self.missing.as_mut().filter(|_| !is_other);
        for lacks in self.lacks.as_mut().into_iter().chain(missing) {
            lacks.push(bytes);
        }
        self.has_nul = self.has_nul || memchr(0, bytes).is_some();
    }

    /// Returns the violations of the file at `path`, after all of it was read. `summary` has the
    /// results of the check.
    pub fn breaches(self, path: &Path, summary: &Summary) -> Vec<Breach> {
        if self.is_empty {
            return Vec::new();
        }
        let utf8 = self.charset.as_ref().and_then(|charset| charset.seen(&self.label, summary));
        let seen = summary.looks_like.map(Is::Like);
        let nuls = Some(Is::WithNuls).filter(|_| self.has_nul && self.charset.is_some());
        let is = seen.or(utf8).or(self.other).or(nuls);
        // The start of a file may look like UTF-8 although the whole file is not UTF-8.
        let is_whole = summary.ill_formed == 0;
        let is = is.map(|is| match is {
            Is::In(Encoding::Utf8) | Is::Like(Encoding::Utf8) if !is_whole => Is::Other,
            is => is,
        });
        let read = self.label.encoding();
        let fix = Fix {
            path,
            from: match is {
                Some(Is::In(encoding) | Is::Like(encoding)) => encoding,
                Some(Is::WithNuls | Is::Other) | None => read,
            },
            is_signed: self.bom.is_some(),
            rule: &self.rule,
        };
        // Ill-formed text must be fixed first. A file must not be changed because of a likely
        // encoding. No command helps if the encoding lacks a character.
        let fixes = is_whole
            && matches!(is, None | Some(Is::In(_)))
            && !self.lacks_some(is)
            && !self.may_have_halves(fix.from);
        let breach = |fact, source| {
            // A BOM of UTF-8 before other data would make the file worse.
            let may_sign =
                !matches!(fact, Fact::Unsigned) || read != Encoding::Utf8 || self.begins_as_utf8;
            let fixes = fixes && may_sign && self.rule.written.is_none();
            let fix = fix.command().filter(|_| fixes);
            Breach::new(path, read, fact, source, fix)
        };
        let charset = self.rule.charset.as_ref().or(self.rule.written.as_ref());
        let fact = charset.and_then(|charset| self.fact(charset, is).map(|fact| (fact, charset)));
        let mut breaches: Vec<_> =
            fact.map(|(fact, charset)| breach(fact, &charset.source)).into_iter().collect();
        if let Some(written) = &self.rule.written
            && let Some(fact) = self.unwritable(written.label)
        {
            breaches.push(breach(fact, &written.source));
        }
        if let (Some(ends), Some(end)) = (&self.ends, &self.rule.end)
            && let Some(spot) = ends.wrong()
        {
            let (wanted, unit, counts) = (end.eol, self.unit, ends.counts);
            let fact = Fact::LineEnd { wanted, spot, unit, counts };
            breaches.push(breach(fact, &end.source));
        }
        breaches
    }

    /// Returns `true` if the bytes of text in `encoding` may be halves of wider units, which no
    /// command may separate.
    fn may_have_halves(&self, encoding: Encoding) -> bool {
        let is_narrow = encoding.unit_bytes() == 1 && self.bom.is_none();
        is_narrow && (self.has_nul || self.may_be_wide)
    }

    /// Returns the reason why git cannot write the text as `wanted`. Git's own answer counts before
    /// our tables.
    fn unwritable(&self, wanted: Label) -> Option<Fact> {
        let lacks = |(character, line, offset), asked| Fact::Lacks {
            character,
            line,
            offset,
            wanted,
            asked,
        };
        match self.git {
            // Git does not convert text that is not UTF-8. That is reported elsewhere.
            Answer::Writes | Answer::NoText => None,
            Answer::Lacks { character, line, offset } => {
                Some(lacks((character, line, offset), true))
            }
            Answer::NoSuchEncoding => Some(Fact::Unwritable { wanted }),
            Answer::None => Some(lacks(self.lacks.as_ref()?.first?, false)),
        }
    }

    /// Returns `true` if the encoding of the rule lacks some characters of the text, which is in
    /// `is` if that is given. Also returns `true` if the result would have NULs, so that readers
    /// would not recognize it as text.
    fn lacks_some(&self, is: Option<Is>) -> bool {
        // Text was followed as UTF-8. If it is not UTF-8, nothing is converted from that.
        let is_followed = self.charset.is_none() || is == Some(Is::In(Encoding::Utf8));
        is_followed
            && self
                .missing
                .as_ref()
                .is_some_and(|missing| missing.first.is_some() || missing.has_nul)
    }

    /// Returns the violation of `charset`, if there is one.
    fn fact(&self, charset: &Charset, is: Option<Is>) -> Option<Fact> {
        let (wanted, signed) = (charset.label, self.bom);
        let kept = self.rule.written.is_some();
        let may_be_signed = |found: Bom| {
            if kept { found.encoding() == Encoding::Utf8 } else { charset.may_begin_with(found) }
        };
        if let Some(found) = signed.filter(|&found| !may_be_signed(found)) {
            return Some(Fact::Encoding { is: Is::In(found.encoding()), wanted, signed, kept });
        }
        match (is, charset.signed, signed) {
            (Some(is), ..) => Some(Fact::Encoding { is, wanted, signed: None, kept }),
            _ if kept => None,
            (None, Signed::Always, None) => Some(Fact::Unsigned),
            (None, Signed::Never, Some(bom)) => Some(Fact::Signed(bom)),
            _ => None,
        }
    }
}

/// The number of bytes at the start of a file by which its encoding is guessed.
const LOOK: usize = 8192;

/// The minimum confidence of detection to contradict a rule.
const ENOUGH: f32 = 0.5;

/// Returns the encoding to read text without a BOM with, which begins with `head` and should be
/// `charset`. Also returns the encoding that it seems to be in, if that is another one.
///
/// The rule decides, unless it cannot be correct or another encoding is much likelier.
fn reading(charset: &Charset, head: Head, bytes: &[u8]) -> (Label, Option<Is>) {
    let whole = head.ended && head.len <= LOOK;
    let bytes = &bytes[..bytes.len().min(LOOK)];
    let unit = charset.label.encoding().unit_bytes();
    if unit == 1 {
        return (charset.label, wide(head, bytes, charset.label.encoding()).map(Is::Like));
    }
    // Text that ends inside a unit is in none of these encodings.
    let all =
        if whole && !bytes.len().is_multiple_of(unit) { Vec::new() } else { charset.unsigned() };
    let seen = |sight| all.iter().find(|&&label| plausible::sight(bytes, label) == sight).copied();
    if let Some(label) = seen(Sight::Plausible) {
        return (label, None);
    }
    if is_utf8(bytes) {
        let is_other = all.iter().any(|&label| is_ideographic(bytes, label.encoding()));
        let is = if is_other { Is::Like } else { Is::In };
        return (Encoding::Utf8.into(), Some(is(Encoding::Utf8)));
    }
    let read = seen(Sight::Possible).unwrap_or(charset.label);
    let swapped = WIDE.into_iter().find(|&other| {
        other.unit_bytes() == unit
            && !charset.unsigned().contains(&other.into())
            && plausible::sight(bytes, other.into()) == Sight::Plausible
    });
    if let Some(swapped) = swapped {
        return (read, Some(Is::Like(swapped)));
    }
    let mut detector = Detector::new();
    detector.feed(bytes);
    let likeliest = detector.so_far();
    let is_named = |encoding| charset.unsigned().iter().any(|label| label.encoding() == encoding);
    let other = likeliest.encoding().filter(|&encoding| !is_named(encoding));
    let other = other.filter(|_| likeliest.confidence() >= ENOUGH);
    (read, other.map(Is::Like))
}

/// Returns the encoding with units of several bytes that the text seems to be in, although
/// `encoding` has units of one byte. The evidence is the NULs.
fn wide(head: Head, bytes: &[u8], encoding: Encoding) -> Option<Encoding> {
    let nuls = memchr_iter(0, bytes).count();
    let plausible = |&wide: &Encoding| plausible::sight(bytes, wide.into()) == Sight::Plausible;
    // `bytes` may be only a part of the bytes that were read.
    let len = head.len.min(bytes.len());
    match Content::of(&bytes[..len], head.ended && head.len == len, encoding) {
        Content::NoBom(wide) => Some(wide),
        // A few characters are not enough to be sure.
        Content::Binary if nuls * 3 >= bytes.len() => WIDE.into_iter().find(plausible),
        _ => None,
    }
}

/// Returns `true` if an encoding with units of several bytes is the likeliest for text that begins
/// with `bytes`.
fn is_like_wide(bytes: &[u8]) -> bool {
    let mut detector = Detector::new();
    detector.feed(&bytes[..bytes.len().min(LOOK)]);
    detector.so_far().encoding().is_some_and(|likeliest| WIDE.contains(&likeliest))
}

/// Returns `true` if `bytes`, which are ASCII, consist of ideographs or similar characters in
/// `encoding`, which has units of two bytes.
///
/// Only a short text can be either. In a longer one, not all bytes would be ASCII.
fn is_ideographic(bytes: &[u8], encoding: Encoding) -> bool {
    const FEW: usize = 16;
    let first = usize::from(encoding.byte_order() == Some(ByteOrder::Little));
    encoding.unit_bytes() == 2
        && bytes.len() <= 2 * FEW
        && bytes.chunks_exact(2).all(|unit| (0x30..0x80).contains(&unit[first]))
}

/// Returns `true` if `head` is UTF-8 so far, and has only the control characters of text.
fn is_utf8(head: &[u8]) -> bool {
    let is_text = |byte: &u8| !matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    Validator::new().push(head).is_ok() && head.iter().all(is_text)
}

impl MaybeUtf8 {
    /// Returns UTF-8 as the real encoding instead of `label`, if the whole text is UTF-8 and not
    /// only ASCII. `summary` has the results of the check.
    fn seen(&self, label: &Label, summary: &Summary) -> Option<Is> {
        const MANY: usize = 8;
        let mut validator = self.validator;
        let is_utf8 = self.longer > 0 && !self.other && validator.finish().is_ok();
        // A few letters in another charset may be UTF-8 by chance, above all if each letter has two
        // bytes.
        let by_byte = summary.characters == summary.bytes;
        match label.encoding() {
            _ if !is_utf8 => None,
            Encoding::Charset(_) if self.longer < MANY => {
                by_byte.then_some(Is::Like(Encoding::Utf8))
            }
            _ => Some(Is::In(Encoding::Utf8)),
        }
    }
}
