//! What a conversion would lose of one file.

use std::{collections::BTreeMap, fmt::Write as _};

use utfkit::{Encoding, Finding, Kind};
use utfkit_text::unicode::printable;

use super::{pipeline::Site, report};

/// What a conversion would lose of one file.
#[derive(Default)]
pub(super) struct Losses {
    ill_formed: u64,
    first: Option<Finding>,
    /// Characters that the target lacks, up to [`Self::MAX`] of them.
    lacking: BTreeMap<u32, Lack>,
    /// How often there were others.
    more: u64,
}

/// How often the target lacks a character, and where first.
struct Lack {
    times: u64,
    first: u64,
    site: Site,
}

impl Losses {
    /// How many characters are told one by one, so that memory is bounded, whatever the input.
    const MAX: usize = 1000;

    /// Takes note of `finding`, which is about `site`.
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

    /// A line for what is ill-formed, and one for each character that `to` lacks.
    pub fn told(&self, name: &str, to: Encoding) -> String {
        let mut text = String::new();
        // A string takes whatever is written.
        let _ = self.tell(&mut text, name, to);
        text
    }

    fn tell(&self, text: &mut String, name: &str, to: Encoding) -> std::fmt::Result {
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
                "{name}: U+{value:04X}{character}: {times} × {} (first at byte {first}{})",
                why(*site, to),
                report::of_what(*site)
            )?;
        }
        if self.more > 0 {
            writeln!(text, "{name}: and {} more × that {to} cannot encode", self.more)?;
        }
        Ok(())
    }
}

/// Why a character would be lost.
fn why(site: Site, to: Encoding) -> String {
    match site {
        Site::Input | Site::Changed => format!("that {to} cannot encode"),
        Site::Beyond => format!("beyond Unicode: {}", report::UNICODE_ONLY),
    }
}
