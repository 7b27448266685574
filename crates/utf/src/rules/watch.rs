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
use utfkit_text::detect::content::Content;
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
use utfkit_text::streams::choose::plausible::{self, Sight};

/// A file that is checked against its rule.
pub struct Watch {
    rule: Rule,
    label: Label,
    bom: Option<Bom>,
    is_empty: bool,
    /// What it looks like, if not like what its rule says.
    other: Option<Is>,
    ends: Option<Ends>,
    unit: Unit,
    /// Of text in a charset that is not Unicode's, in which UTF-8 may be well-formed too.
    charset: Option<MaybeUtf8>,
    /// Of text that git writes out in a charset that has not all of Unicode.
    lacks: Option<Lacks>,
    /// What git says to that.
    git: Answer,
    /// What the encoding that the rule wants lacks of the text: then converting it fixes nothing.
    missing: Option<Lacks>,
    has_nul: bool,
    /// Whether it may as well be in units of several bytes, by what it begins with.
    may_be_wide: bool,
    /// Whether it begins as UTF-8 of text does, without a control that no text has.
    begins_as_utf8: bool,
}

/// What is seen of text that may be UTF-8 as well.
#[derive(Default)]
struct MaybeUtf8 {
    validator: Validator,
    /// How many characters beyond ASCII there are, if it is UTF-8, and whether it is not.
    longer: usize,
    other: bool,
}

impl Watch {
    /// A file that begins with `bytes`, its `head`.
    pub fn new(rule: Rule, head: Head, bytes: &[u8]) -> Self {
        let bom = Bom::of(bytes);
        let said = rule.charset.as_ref().filter(|_| bom.is_none());
        let found = bom.map_or(Encoding::Utf8, Bom::encoding);
        let (label, other) = said.map_or((found.into(), None), |said| reading(said, head, bytes));
        let charset = matches!(label.encoding(), Encoding::Iso8859_1 | Encoding::Charset(_));
        let is = match (bom, other) {
            (Some(bom), _) => bom.encoding(),
            (None, Some(Is::In(encoding))) => encoding,
            _ if charset => Encoding::Utf8,
            _ => label.encoding(),
        };
        let missing = rule.charset.as_ref().and_then(|said| Lacks::of(is.into(), said.label));
        let is_little = match bom {
            Some(bom) => bom.bytes().starts_with(b"\xFF\xFE"),
            None => label.encoding().is_little_endian(),
        };
        let order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        let unit = Unit::new(label.encoding().unit_bytes(), order);
        let ends = rule.end.as_ref().map(|end| Ends::new(end.eol, unit));
        Self {
            ends,
            unit,
            label,
            bom,
            is_empty: bytes.is_empty(),
            other,
            charset: charset.then(MaybeUtf8::default),
            lacks: rule
                .written
                .as_ref()
                .and_then(|written| Lacks::of(Encoding::Utf8.into(), written.label)),
            git: Answer::None,
            missing,
            has_nul: false,
            may_be_wide: charset && rule.end.is_some() && is_like_wide(bytes),
            begins_as_utf8: is_utf8(&bytes[..bytes.len().min(LOOK)]),
            rule,
        }
    }

    /// What git says of writing the file out as its rule wants.
    pub fn told(self, git: Answer) -> Self {
        Self { git, ..self }
    }

    /// What the file is read as.
    pub fn from(&self) -> encoding::From {
        match self.bom {
            Some(_) => encoding::From::Auto,
            None => encoding::From::Known(self.label),
        }
    }

    /// What it is, seen by a rule that says that it is text, and is broken by what it looks like.
    /// Git takes a file for text whose encoding it is told.
    pub fn content(&self, content: Content) -> Content {
        match content {
            Content::Unsigned(_) if self.rule.charset.is_some() => Content::Text,
            _ if self.rule.written.is_some() || matches!(self.other, Some(Is::Like(_))) => {
                Content::Text
            }
            content => content,
        }
    }

    /// The file goes on with `bytes`.
    pub fn read(&mut self, bytes: &[u8]) {
        if let Some(ends) = &mut self.ends {
            ends.push(bytes);
        }
        if let Some(charset) = self.charset.as_mut().filter(|charset| !charset.other) {
            charset.longer += bytes.iter().filter(|&&byte| byte >= 0xC0).count();
            charset.other = charset.validator.push(bytes).is_err();
        }
        // Of what is no UTF-8 it is not asked what of it could be converted from that.
        let is_other = self.charset.as_ref().is_some_and(|charset| charset.other);
        let missing = self.missing.as_mut().filter(|_| !is_other);
        for lacks in self.lacks.as_mut().into_iter().chain(missing) {
            lacks.push(bytes);
        }
        self.has_nul = self.has_nul || memchr(0, bytes).is_some();
    }

    /// How the file at `path`, of which all is read, breaks its rule; `summary` is what was found
    /// in it.
    pub fn breaches(self, path: &Path, summary: &Summary) -> Vec<Breach> {
        if self.is_empty {
            return Vec::new();
        }
        let utf8 = self.charset.as_ref().and_then(|charset| charset.seen(&self.label, summary));
        let seen = summary.looks_like.map(Is::Like);
        let nuls = Some(Is::WithNuls).filter(|_| self.has_nul && self.charset.is_some());
        let is = seen.or(utf8).or(self.other).or(nuls);
        // What it looked like by its start, all of it may not be.
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
        // What is ill-formed has to be fixed first, and what is only likely is nothing to change a
        // file by. Nor is there a command for what the encoding lacks.
        let fixes = is_whole
            && matches!(is, None | Some(Is::In(_)))
            && !self.lacks_some(is)
            && !self.may_have_halves(fix.from);
        let breach = |fact, source| {
            // A BOM of UTF-8 before anything else would make it worse.
            let may_sign =
                !matches!(fact, Fact::Unsigned) || read != Encoding::Utf8 || self.begins_as_utf8;
            let fixes = fixes && may_sign && self.rule.written.is_none();
            let fix = fix.command(fact).filter(|_| fixes);
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

    /// Whether what is taken for bytes of text in `encoding` may be halves of units, which no
    /// command may tear apart.
    fn may_have_halves(&self, encoding: Encoding) -> bool {
        let is_narrow = encoding.unit_bytes() == 1 && self.bom.is_none();
        is_narrow && (self.has_nul || self.may_be_wide)
    }

    /// What keeps git from writing the text out as `wanted`: git knows, whatever our own tables
    /// have.
    fn unwritable(&self, wanted: Label) -> Option<Fact> {
        let lacks = |(character, line, offset), asked| Fact::Lacks {
            character,
            line,
            offset,
            wanted,
            asked,
        };
        match self.git {
            // Of what is no UTF-8 git makes nothing, and that is told.
            Answer::Writes | Answer::NoText => None,
            Answer::Lacks { character, line, offset } => {
                Some(lacks((character, line, offset), true))
            }
            Answer::NoSuchEncoding => Some(Fact::Unwritable { wanted }),
            Answer::None => Some(lacks(self.lacks.as_ref()?.first?, false)),
        }
    }

    /// Whether the encoding that the rule wants lacks some of the text, which is what is said, if
    /// anything is; or whether nobody would know text there by its NULs.
    fn lacks_some(&self, is: Option<Is>) -> bool {
        // What was followed as UTF-8 and is none, nothing is converted from.
        let is_followed = self.charset.is_none() || is == Some(Is::In(Encoding::Utf8));
        is_followed
            && self
                .missing
                .as_ref()
                .is_some_and(|missing| missing.first.is_some() || missing.has_nul)
    }

    /// What is wrong by `charset`, if anything is.
    fn fact(&self, charset: &Charset, is: Option<Is>) -> Option<Fact> {
        let (wanted, signed) = (charset.label, self.bom);
        let kept = self.rule.written.is_some();
        let may_be_signed = |found: Bom| match kept {
            true => found.encoding() == Encoding::Utf8,
            false => charset.may_begin_with(found),
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

/// How much of a file tells what it looks like.
const LOOK: usize = 8192;

/// How sure detection must be that it contradicts a rule.
const ENOUGH: f32 = 0.5;

/// What text without a BOM is read as that begins with `head`, and `said` is said of; and
/// what it looks like, if it is not that. The rule is in the right unless it cannot be, or
/// something else is much likelier.
fn reading(said: &Charset, head: Head, bytes: &[u8]) -> (Label, Option<Is>) {
    let whole = head.ended && head.len <= LOOK;
    let bytes = &bytes[..bytes.len().min(LOOK)];
    let unit = said.label.encoding().unit_bytes();
    if unit == 1 {
        return (said.label, wide(head, bytes, said.label.encoding()).map(Is::Like));
    }
    // What ends within a unit is none of these.
    let all = if whole && !bytes.len().is_multiple_of(unit) { Vec::new() } else { said.unsigned() };
    let seen = |sight| all.iter().find(|&&label| plausible::sight(bytes, label) == sight).copied();
    if let Some(label) = seen(Sight::Plausible) {
        return (label, None);
    }
    if is_utf8(bytes) {
        let is_other = all.iter().any(|&label| is_ideographic(bytes, label.encoding()));
        let is = if is_other { Is::Like } else { Is::In };
        return (Encoding::Utf8.into(), Some(is(Encoding::Utf8)));
    }
    let read = seen(Sight::Possible).unwrap_or(said.label);
    let swapped = WIDE.into_iter().find(|&other| {
        other.unit_bytes() == unit
            && !said.unsigned().contains(&other.into())
            && plausible::sight(bytes, other.into()) == Sight::Plausible
    });
    if let Some(swapped) = swapped {
        return (read, Some(Is::Like(swapped)));
    }
    let mut detector = Detector::new();
    detector.feed(bytes);
    let likeliest = detector.so_far();
    let is_said = |encoding| said.unsigned().iter().any(|label| label.encoding() == encoding);
    let other = likeliest.encoding().filter(|&encoding| !is_said(encoding));
    let other = other.filter(|_| likeliest.confidence() >= ENOUGH);
    (read, other.map(Is::Like))
}

/// What text looks like that begins with `bytes`, and is said to be in `encoding`, in units of one
/// byte: in units of several, if it has the NULs of those.
fn wide(head: Head, bytes: &[u8], encoding: Encoding) -> Option<Encoding> {
    let nuls = memchr_iter(0, bytes).count();
    let plausible = |&wide: &Encoding| plausible::sight(bytes, wide.into()) == Sight::Plausible;
    // `bytes` may be only the first of those that were read.
    let len = head.len.min(bytes.len());
    match Content::of(&bytes[..len], head.ended && head.len == len, encoding) {
        Content::Unsigned(wide) => Some(wide),
        // A few characters are too few to be sure of.
        Content::Binary if nuls * 3 >= bytes.len() => WIDE.into_iter().find(plausible),
        _ => None,
    }
}

/// Whether text that begins with `bytes` is likelier to be in units of several bytes than in
/// anything else.
fn is_like_wide(bytes: &[u8]) -> bool {
    let mut detector = Detector::new();
    detector.feed(&bytes[..bytes.len().min(LOOK)]);
    detector.so_far().encoding().is_some_and(|likeliest| WIDE.contains(&likeliest))
}

/// Whether all of `bytes`, which are ASCII, are ideographs or the like in `encoding`, of units of
/// two bytes: a few of them may be text of either sort. Of many, the bytes would not all be
/// ASCII.
fn is_ideographic(bytes: &[u8], encoding: Encoding) -> bool {
    const FEW: usize = 16;
    let first = usize::from(encoding.is_little_endian());
    encoding.unit_bytes() == 2
        && bytes.len() <= 2 * FEW
        && bytes.chunks_exact(2).all(|unit| (0x30..0x80).contains(&unit[first]))
}

/// Whether what begins with `head` is UTF-8, and has no controls but those of text, as far as that
/// can be seen.
fn is_utf8(head: &[u8]) -> bool {
    let is_text = |byte: &u8| !matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    Validator::new().push(head).is_ok() && head.iter().all(is_text)
}

impl MaybeUtf8 {
    /// What it is instead of what `label` says, if all of it is UTF-8, and not only ASCII;
    /// `summary` is what was found.
    fn seen(&self, label: &Label, summary: &Summary) -> Option<Is> {
        const MANY: usize = 8;
        let mut validator = self.validator;
        let is_utf8 = self.longer > 0 && !self.other && validator.finish().is_ok();
        // A few letters of other charsets may be UTF-8 by chance; where two bytes are one letter,
        // easily so.
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
