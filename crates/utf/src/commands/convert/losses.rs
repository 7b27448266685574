//! The losses that a conversion of one file would cause.

use std::{collections::BTreeMap, fmt::Write as _};

use utfkit::{Encoding, Finding, Kind};
use utfkit_text::unicode::printable;

use super::{pipeline::Site, report};
use crate::process::names::counted;

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

    /// Returns a line for ill-formed text, and one for each character that `to` cannot encode.
    pub fn lines(&self, name: &str, to: Encoding) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_lines(&mut text, name, to);
        text
    }

    fn write_lines(&self, text: &mut String, name: &str, to: Encoding) -> std::fmt::Result {
        if let Some(first) = &self.first {
            let many = report::count(self.ill_formed, report::SUBPART).unwrap_or_default();
            writeln!(text, "{name}: {many} (first at byte {}: {})", first.offset(), first.what())?;
        }
        for (&value, Lack { times, first, site }) in &self.lacking {
            let character = char::from_u32(value).map_or(String::new(), |character| {
                format!(" {}", printable::line(&character.to_string()))
            });
            writeln!(
                text,
                "{name}: U+{value:04X}{character}: {} ({}, first at byte {first}{})",
                why(*site, to),
                counted(*times, "time"),
                report::place_of(*site)
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

/// Returns the reason why a character would be lost.
fn why(site: Site, to: Encoding) -> String {
    match site {
        Site::Input | Site::Changed => format!("{to} cannot encode it"),
        Site::Beyond => format!("it is beyond Unicode: {}", report::UNICODE_ONLY),
    }
}
