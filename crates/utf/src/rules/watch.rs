//! Follows the octets of a file to see whether it keeps its rule.

use std::path::Path;

use utfkit::{
    Encoding,
    encoding::{Label, Signature},
    utf8::Validator,
};

use super::{
    Breach, Rule,
    breach::{Fact, Mend},
    ends::Ends,
    rule::{Charset, Signed},
};
use crate::{
    choice,
    encoding::{self, Unit},
};

/// A file that is checked against its rule.
pub struct Watch {
    rule: Rule,
    label: Label,
    signature: Option<Signature>,
    is_empty: bool,
    /// Whether it cannot be what its rule says, and is read as UTF-8.
    is_other: bool,
    ends: Option<Ends>,
    unit: Unit,
    /// Of text in ISO-8859-1, in which anything is well-formed.
    latin1: Option<Latin1>,
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
        let may_be = |label: &Label| choice::is_plausible(head, *label);
        let fitting = said.map(|charset| charset.unsigned().into_iter().find(may_be));
        let found = signature.map_or(Encoding::Utf8, Signature::encoding);
        let label = fitting.flatten().unwrap_or(found.into());
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
            is_other: matches!(fitting, Some(None)),
            latin1: latin1.then(Latin1::default),
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

    /// The file goes on with `octets`.
    pub fn read(&mut self, octets: &[u8]) {
        if let Some(ends) = &mut self.ends {
            ends.push(octets);
        }
        if let Some(latin1) = self.latin1.as_mut().filter(|latin1| !latin1.other) {
            latin1.beyond_ascii |= !octets.is_ascii();
            latin1.other = latin1.validator.push(octets).is_err();
        }
    }

    /// How the file at `path`, of which all is read, breaks its rule; `looks_like` is what else it may be.
    pub fn breaches(mut self, path: &Path, looks_like: Option<Encoding>) -> Vec<Breach> {
        if self.is_empty {
            return Vec::new();
        }
        let is_utf8 = self.latin1.as_mut().is_some_and(Latin1::is_utf8);
        let meant = looks_like.or(is_utf8.then_some(Encoding::Utf8));
        let read = self.label.encoding();
        let mend = Mend {
            path,
            from: meant.unwrap_or(read),
            is_signed: self.signature.is_some(),
            rule: &self.rule,
        };
        let breach = |fact, source| Breach::new(path, read, fact, source, mend.command(fact));
        let charset = self.rule.charset.as_ref();
        let fact =
            charset.and_then(|charset| self.fact(charset, meant).map(|fact| (fact, charset)));
        let mut breaches: Vec<_> =
            fact.map(|(fact, charset)| breach(fact, &charset.source)).into_iter().collect();
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
    fn fact(&self, charset: &Charset, meant: Option<Encoding>) -> Option<Fact> {
        let wanted = charset.label;
        if let Some(signature) = self.signature.filter(|&found| !charset.may_begin_with(found)) {
            return Some(Fact::Encoding {
                is: signature.encoding(),
                wanted,
                signed: Some(signature),
            });
        }
        let other = meant.or(self.is_other.then_some(Encoding::Utf8));
        match (other, charset.signed, self.signature) {
            (Some(is), ..) => Some(Fact::Encoding { is, wanted, signed: None }),
            (None, Signed::Always, None) => Some(Fact::Unsigned),
            (None, Signed::Never, Some(signature)) => Some(Fact::Signed(signature)),
            _ => None,
        }
    }
}

impl Latin1 {
    /// Whether all of it is UTF-8, and not only ASCII.
    fn is_utf8(&mut self) -> bool {
        self.beyond_ascii && !self.other && self.validator.finish().is_ok()
    }
}
