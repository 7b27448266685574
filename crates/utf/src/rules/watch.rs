//! Follows the octets of a file to see whether it keeps its rule.

use std::path::Path;

use utfkit::{
    Encoding,
    detect::Detector,
    encoding::{Label, Signature},
    utf8::Validator,
};

use super::{
    Breach, Rule,
    breach::{Fact, Is, Mend},
    ends::Ends,
    lacks::Lacks,
    rule::{Charset, Signed},
};
use crate::{
    choice::{self, Sight},
    encoding::{self, Unit},
    input::Nature,
    render::FileSummary,
};

/// A file that is checked against its rule.
pub struct Watch {
    rule: Rule,
    label: Label,
    signature: Option<Signature>,
    is_empty: bool,
    /// What it looks like, if not like what its rule says.
    other: Option<Is>,
    ends: Option<Ends>,
    unit: Unit,
    /// Of text in ISO-8859-1, in which anything is well-formed.
    latin1: Option<Latin1>,
    /// Of text that git writes out in a charset that has not all of Unicode.
    lacks: Option<Lacks>,
}

/// What is seen of text that may be UTF-8 as well.
#[derive(Default)]
struct Latin1 {
    validator: Validator,
    /// Whether there is anything beyond ASCII, and whether it was no UTF-8.
    beyond_ascii: bool,
    other: bool,
}

impl Watch {
    /// A file that begins with `head`.
    pub fn new(rule: Rule, head: &[u8]) -> Self {
        let signature = Signature::of(head);
        let said = rule.charset.as_ref().filter(|_| signature.is_none());
        let found = signature.map_or(Encoding::Utf8, Signature::encoding);
        let (label, other) = said.map_or((found.into(), None), |said| reading(said, head));
        let latin1 = label.encoding() == Encoding::Iso8859_1;
        let little = match signature {
            Some(signature) => signature.octets().starts_with(b"\xFF\xFE"),
            None => encoding::is_little_endian(label.encoding()),
        };
        let unit = Unit::new(encoding::octets_of_unit(label.encoding()), little);
        let ends = rule.end.as_ref().map(|end| Ends::new(end.eol, unit));
        Self {
            ends,
            unit,
            label,
            signature,
            is_empty: head.is_empty(),
            other,
            latin1: latin1.then(Latin1::default),
            lacks: rule.written.as_ref().and_then(|written| Lacks::of(written.label)),
            rule,
        }
    }

    /// What the file is read as.
    pub fn from(&self) -> encoding::From {
        match self.signature {
            Some(_) => encoding::From::Auto,
            None => encoding::From::Known(self.label),
        }
    }

    /// What it is, seen by a rule that says that it is text. Git takes a file for text whose encoding it is told.
    pub fn nature(&self, nature: Nature) -> Nature {
        match nature {
            Nature::Unsigned(_) if self.rule.charset.is_some() => Nature::Text,
            _ if self.rule.written.is_some() => Nature::Text,
            nature => nature,
        }
    }

    /// The file goes on with `octets`.
    pub fn read(&mut self, octets: &[u8]) {
        if let Some(ends) = &mut self.ends {
            ends.push(octets);
        }
        if let Some(latin1) = self.latin1.as_mut().filter(|latin1| !latin1.other) {
            latin1.beyond_ascii |= !octets.is_ascii();
            latin1.other = latin1.validator.push(octets).is_err();
        }
        if let Some(lacks) = &mut self.lacks {
            lacks.push(octets);
        }
    }

    /// How the file at `path`, of which all is read, breaks its rule; `summary` is what was found in it.
    pub fn breaches(mut self, path: &Path, summary: &FileSummary) -> Vec<Breach> {
        if self.is_empty {
            return Vec::new();
        }
        let is_utf8 = self.latin1.as_mut().is_some_and(Latin1::is_utf8);
        let seen = summary.looks_like.map(Is::Like);
        let is = seen.or(is_utf8.then_some(Is::In(Encoding::Utf8))).or(self.other);
        // What it looked like by its start, all of it may not be.
        let is_whole = summary.ill_formed == 0;
        let is =
            is.map(|is| if is == Is::In(Encoding::Utf8) && !is_whole { Is::Other } else { is });
        let read = self.label.encoding();
        let mend = Mend {
            path,
            from: match is {
                Some(Is::In(encoding) | Is::Like(encoding)) => encoding,
                Some(Is::Other) | None => read,
            },
            is_signed: self.signature.is_some(),
            rule: &self.rule,
        };
        // What is ill-formed has to be mended first, and what is only likely is nothing to change a file by.
        let mends = is_whole && (self.other.is_none() || matches!(is, Some(Is::In(_))));
        let breach = |fact, source| {
            let mend = mend.command(fact).filter(|_| mends && self.rule.written.is_none());
            Breach::new(path, read, fact, source, mend)
        };
        let charset = self.rule.charset.as_ref().or(self.rule.written.as_ref());
        let fact = charset.and_then(|charset| self.fact(charset, is).map(|fact| (fact, charset)));
        let mut breaches: Vec<_> =
            fact.map(|(fact, charset)| breach(fact, &charset.source)).into_iter().collect();
        if let (Some(lacks), Some(written)) = (&self.lacks, &self.rule.written)
            && let Some((character, line, offset)) = lacks.first
        {
            let fact = Fact::Lacks { character, line, offset, wanted: written.label };
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

    /// What is wrong by `charset`, if anything is.
    fn fact(&self, charset: &Charset, is: Option<Is>) -> Option<Fact> {
        let (wanted, signed) = (charset.label, self.signature);
        let kept = self.rule.written.is_some();
        let may_be_signed = |found: Signature| match kept {
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
            (None, Signed::Never, Some(signature)) => Some(Fact::Signed(signature)),
            _ => None,
        }
    }
}

/// How much of a file tells what it looks like.
const LOOK: usize = 8192;

/// How sure detection must be that it contradicts a rule.
const ENOUGH: f32 = 0.5;

/// What text without a signature is read as that begins with `head`, and `said` is said of; and what it looks like, if it
/// is not that. The rule is in the right unless it cannot be, or something else is much likelier.
fn reading(said: &Charset, head: &[u8]) -> (Label, Option<Is>) {
    let head = &head[..head.len().min(LOOK)];
    let all = said.unsigned();
    let seen = |sight| all.iter().find(|&&label| choice::sight(head, label) == sight).copied();
    if let Some(label) = seen(Sight::Plausible) {
        return (label, None);
    }
    if is_utf8(head) {
        return (Encoding::Utf8.into(), Some(Is::In(Encoding::Utf8)));
    }
    let mut detector = Detector::new();
    detector.feed(head);
    let likeliest = detector.so_far();
    let is_said = |encoding| all.iter().any(|label| label.encoding() == encoding);
    let other = likeliest.encoding().filter(|&encoding| !is_said(encoding));
    let other = other.filter(|_| likeliest.confidence() >= ENOUGH);
    (seen(Sight::Possible).unwrap_or(said.label), other.map(Is::Like))
}

/// Whether what begins with `head` is UTF-8, and has no controls but those of text, as far as that can be seen.
fn is_utf8(head: &[u8]) -> bool {
    let is_text = |octet: &u8| !matches!(octet, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    Validator::new().push(head).is_ok() && head.iter().all(is_text)
}

impl Latin1 {
    /// Whether all of it is UTF-8, and not only ASCII.
    fn is_utf8(&mut self) -> bool {
        self.beyond_ascii && !self.other && self.validator.finish().is_ok()
    }
}
