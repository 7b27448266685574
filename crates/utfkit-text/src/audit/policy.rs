//! The policy of an audit: allowed and denied rules, classes and code points.

use std::{error::Error, fmt, ops::RangeInclusive};

use utfkit::Kind;

use super::rules::{Class, Rule, Severity};
use crate::{receivers::Receiver, unicode::printable};

/// The rules about the findings that an audit reports, and their severities.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The entries in their order; the last one that matches is used.
    entries: Vec<Entry>,
    /// The lowest severity that makes the run fail, if the user set one.
    pub fail_on: Option<Severity>,
    /// The receiver of the text, which rejects some characters.
    pub receiver: Option<Receiver>,
}

/// A name that a policy does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownName {
    /// It is not a code, a class or a code point.
    Subject(String),
    /// It is not a severity.
    Severity(String),
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownName::Subject(name) => {
                write!(out, "not a code, class or code point: {}", printable::line(name))
            }
            UnknownName::Severity(name) => {
                write!(
                    out,
                    "not a severity: {} (use note, warning or error)",
                    printable::line(name)
                )
            }
        }
    }
}

impl Error for UnknownName {}

/// An allowed or denied subject.
#[derive(Clone, Debug)]
struct Entry {
    what: What,
    /// `None` if the subject is allowed.
    severity: Option<Severity>,
}

/// The subject of an entry.
#[derive(Clone, Debug)]
enum What {
    Rule(Rule),
    Class(Class),
    Points(RangeInclusive<u32>),
}

impl Policy {
    /// Allows the subjects in `text`, separated by commas: `CODE`, `CLASS`, `U+X` or `U+X..U+Y`.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] is the first name that is unknown. The names before it are allowed.
    pub fn allow(&mut self, text: &str) -> Result<(), UnknownName> {
        for one in split(text) {
            self.entries.push(Entry { what: what(one)?, severity: None });
        }
        Ok(())
    }

    /// Denies the subjects in `text`, each with the severity after `=`, or else as an error.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] is the first name that is unknown. The names before it are denied.
    pub fn deny(&mut self, text: &str) -> Result<(), UnknownName> {
        for one in split(text) {
            let (one, severity) = match one.split_once('=') {
                Some((one, named)) => (one, severity(named)?),
                None => (one, Severity::Error),
            };
            self.entries.push(Entry { what: what(one)?, severity: Some(severity) });
        }
        Ok(())
    }

    /// Returns the severity of `rule` at a code point; `None` if it is allowed.
    pub fn severity(&self, rule: Rule, point: Option<u32>) -> Option<Severity> {
        let about = |entry: &&Entry| match &entry.what {
            What::Rule(named) => *named == rule,
            What::Class(class) => *class == rule.description().class,
            What::Points(points) => point.is_some_and(|point| points.contains(&point)),
        };
        match self.entries.iter().rev().find(about) {
            Some(entry) => entry.severity,
            None => Some(rule.description().severity),
        }
    }

    /// Returns the rule and the reason if the receiver rejects `character`. A receiver may reject a
    /// BOM only `at_start` of the text.
    pub fn rejects(&self, character: char, at_start: bool) -> Option<(Rule, String)> {
        let receiver = self.receiver?;
        let finding = receiver.refused(character.encode_utf8(&mut [0; 4]), at_start).next()?;
        let rule = match finding.kind() {
            Kind::Nul => Rule::Nul,
            Kind::Supplementary { .. } => Rule::Supplementary,
            _ => Rule::Forbidden,
        };
        let rejected = receiver.rule(finding.kind())?;
        Some((rule, format!("{receiver}: {}; {}", rejected.reason, rejected.fix)))
    }

    /// Returns `true` if the code point is denied, even if it is not suspicious.
    pub fn denies(&self, character: char) -> bool {
        let about = |entry: &&Entry| match &entry.what {
            What::Points(points) => points.contains(&u32::from(character)),
            _ => false,
        };
        !self.entries.is_empty()
            && self.entries.iter().rev().find(about).is_some_and(|entry| entry.severity.is_some())
    }

    /// Returns `true` if a code point of ASCII is denied.
    pub fn denies_plain(&self) -> bool {
        (0..0x80_u8).any(|byte| self.denies(byte.into()))
    }

    /// Returns `true` if any code point is denied.
    pub fn denies_any(&self) -> bool {
        let denied =
            |entry: &Entry| matches!(entry.what, What::Points(_)) && entry.severity.is_some();
        self.entries.iter().any(denied)
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|one| !one.is_empty())
}

/// Returns the severity with this name.
///
/// # Errors
///
/// [`UnknownName::Severity`] if there is none.
pub fn severity(name: &str) -> Result<Severity, UnknownName> {
    let found = Severity::ALL.iter().copied().find(|severity| severity.name() == name.trim());
    found.ok_or_else(|| UnknownName::Severity(name.to_owned()))
}

fn what(text: &str) -> Result<What, UnknownName> {
    if let Some(rule) = Rule::of_code(text) {
        // If a code is also a class, the class has at least the rules of the code.
        return Ok(class(text).map_or(What::Rule(rule), What::Class));
    }
    if let Some(class) = class(text) {
        return Ok(What::Class(class));
    }
    points(text).map(What::Points).ok_or_else(|| UnknownName::Subject(text.to_owned()))
}

fn class(name: &str) -> Option<Class> {
    Class::ALL.iter().copied().find(|class| class.name() == name)
}

/// Parses `U+X`, `U+X..U+Y` or `U+X-U+Y`; the second `U+` is optional.
fn points(text: &str) -> Option<RangeInclusive<u32>> {
    let point = |text: &str, bare: bool| {
        let digits = text.strip_prefix("U+").or_else(|| text.strip_prefix("u+"));
        let digits = digits.or(bare.then_some(text))?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        (value <= 0x10_FFFF && !digits.starts_with('+')).then_some(value)
    };
    match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((first, last)) => {
            let points = point(first, false)?..=point(last.trim_start_matches('='), true)?;
            (!points.is_empty()).then_some(points)
        }
        None => point(text, false).map(|value| value..=value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_matching_entry_is_used() {
        let mut policy = Policy::default();
        policy.deny("bidi=warning").unwrap();
        policy.allow("U+200E..U+200F").unwrap();
        policy.deny("U+200F=note").unwrap();
        let of = |rule, point| policy.severity(rule, Some(point));
        assert_eq!(of(Rule::BidiOverride, 0x202E), Some(Severity::Warning));
        assert_eq!(of(Rule::BidiMark, 0x200E), None);
        assert_eq!(of(Rule::BidiMark, 0x200F), Some(Severity::Note));
        assert_eq!(of(Rule::TagText, 0xE0041), Some(Severity::Error));
        assert!(policy.denies('\u{200F}') && !policy.denies('\u{200E}'));
    }

    #[test]
    fn code_points_have_several_notations() {
        assert_eq!(points("U+202A..U+202E"), Some(0x202A..=0x202E));
        assert_eq!(points("U+0400-04FF"), Some(0x400..=0x4FF));
        assert_eq!(points("u+41"), Some(0x41..=0x41));
        for wrong in ["41", "U+", "U+5..U+4", "U+110000", "U++41", "bidi"] {
            assert_eq!(points(wrong), None, "{wrong}");
        }
        let unknown = Policy::default().deny("bidi=fatal");
        assert_eq!(unknown, Err(UnknownName::Severity("fatal".into())));
        let unknown = Policy::default().allow("bidi, nothing");
        assert_eq!(unknown, Err(UnknownName::Subject("nothing".into())));
    }
}
