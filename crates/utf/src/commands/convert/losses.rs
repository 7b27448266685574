//! The losses that a conversion of one file would cause.

use std::{collections::BTreeMap, fmt::Write as _};

use utfkit::{Encoding, Finding, Kind, transcode::transliteration};
use utfkit_text::{transform::Site, unicode::printable};

use super::{args::Errors, report};
use crate::{args::target::Lacking, process::names::counted};

/// The losses that a conversion of one file would cause.
#[derive(Default)]
pub(super) struct Losses {
    ill_formed: u64,
    first: Option<Finding>,
    /// The first [`Self::MAX`] different characters that the target cannot encode.
    lacking: BTreeMap<u32, Lack>,
    /// The number of occurrences of all other such characters.
    more: u64,
}

/// The occurrences of a character that the target cannot encode.
struct Lack {
    times: u64,
    first: u64,
    site: Site,
}

impl Losses {
    /// The maximum number of characters to list, which bounds the memory for any input.
    const MAX: usize = 1000;

    /// Counts `finding`, which is about `site`.
    pub(super) fn note(&mut self, finding: &Finding, site: Site) {
        if let Kind::Unencodable { value } = finding.kind() {
            if self.lacking.len() == Self::MAX && !self.lacking.contains_key(&value) {
                self.more += 1;
                return;
            }
            let lack = Lack { times: 0, first: finding.offset(), site };
            self.lacking.entry(value).or_insert(lack).times += 1;
        } else {
            self.ill_formed += 1;
            self.first.get_or_insert(*finding);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.ill_formed == 0 && self.lacking.is_empty()
    }

    /// Returns `true` if the `rehearsed` policies handle all of them, so that a run does not stop.
    pub fn are_handled(&self, (errors, lacking): Rehearsed) -> bool {
        let has_suffix = lacking.transliterate || lacking.ignore;
        errors != Errors::Strict || self.ill_formed == 0 && has_suffix
    }

    /// Returns a line for ill-formed text, and one for each character that `to` cannot encode, with
    /// the effect of the `rehearsed` policies.
    pub fn lines(&self, name: &str, to: Encoding, rehearsed: Rehearsed) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_lines(&mut text, name, to, rehearsed);
        text
    }

    fn write_lines(
        &self,
        text: &mut String,
        name: &str,
        to: Encoding,
        rehearsed: Rehearsed,
    ) -> std::fmt::Result {
        if let Some(first) = &self.first {
            let many = report::count(self.ill_formed, report::SUBPART).unwrap_or_default();
            let (offset, what) = (first.offset(), first.what());
            let effect = effect(rehearsed.0).map_or_else(String::new, |word| format!(": {word}"));
            writeln!(text, "{name}: {many} (first at byte {offset}: {what}){effect}")?;
        }
        for (&value, Lack { times, first, site }) in &self.lacking {
            let character = char::from_u32(value).map_or(String::new(), |character| {
                format!(" {}", printable::line(&character.to_string()))
            });
            writeln!(
                text,
                "{name}: U+{value:04X}{character}: {} ({}, first at byte {first}{}){}",
                why(*site, to),
                counted(*times, "time"),
                report::place_of(*site),
                effect_on(value, rehearsed).map_or_else(String::new, |word| format!(": {word}")),
            )?;
        }
        if self.more > 0 {
            writeln!(
                text,
                "{name}: {to} cannot encode other characters ({})",
                counted(self.more, "time")
            )?;
        }
        Ok(())
    }
}

/// The policies of the run that is rehearsed.
type Rehearsed = (Errors, Lacking);

/// Returns what a policy does with a finding; `None` if it stops.
fn effect(errors: Errors) -> Option<&'static str> {
    match errors {
        Errors::Strict => None,
        Errors::Replace => Some("would be replaced"),
        Errors::Skip => Some("would be dropped"),
        Errors::Escape => Some("would be escaped"),
    }
}

/// Returns what the policies do with the character `value`, which the target cannot encode.
fn effect_on(value: u32, (errors, lacking): Rehearsed) -> Option<&'static str> {
    let Lacking { transliterate, ignore } = lacking;
    match errors {
        _ if transliterate && char::from_u32(value).and_then(transliteration).is_some() => {
            Some("would be transliterated")
        }
        _ if ignore => Some("would be dropped"),
        Errors::Strict if transliterate => Some("would be written as `?`"),
        errors => effect(errors),
    }
}

/// Returns the reason why a character would be lost.
fn why(site: Site, to: Encoding) -> String {
    match site {
        Site::Input | Site::Changed => format!("{to} cannot encode it"),
        Site::Beyond => format!("it is beyond Unicode: {}", report::UNICODE_ONLY),
    }
}
