//! The explanation pages: titles from the library's table, texts from `findings.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use utfkit::{Encoding, Kind, error::Description};

/// A page: what a finding is, why it matters, and what to do.
pub struct Page {
    pub code: &'static str,
    pub title: &'static str,
    pub section: &'static str,
    pub text: &'static Text,
}

/// The text of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The title and the section, for codes that are not a [`Kind`] of the library.
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub section: Option<String>,
    pub what: String,
    pub why: String,
    pub fix: String,
    #[serde(default)]
    pub example: Option<Example>,
}

/// Bytes with exactly this finding, in an encoding; or UTF-8 text, for a receiver.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    #[serde(default = "utf8")]
    pub encoding: String,
    #[serde(default)]
    pub receiver: Option<String>,
    /// The bytes in hexadecimal.
    pub bytes: String,
}

fn utf8() -> String {
    Encoding::Utf8.name().to_owned()
}

/// All texts by their codes. A test parses the same file, so the default is never used.
static TEXTS: LazyLock<BTreeMap<String, Text>> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/findings.toml")).unwrap_or_default());

/// Returns all pages: kinds in the order of the library's table, then the other codes.
pub fn pages() -> impl Iterator<Item = Page> {
    let notes = TEXTS.iter().filter_map(|(code, text)| {
        let (title, section) = (text.title.as_deref()?, text.section.as_deref()?);
        Some(Page { code, title, section, text })
    });
    Kind::DESCRIPTIONS.iter().filter_map(page).chain(notes)
}

/// Returns the page of `code`.
pub fn find(code: &str) -> Option<Page> {
    pages().find(|page| page.code == code)
}

fn page(description: &'static Description) -> Option<Page> {
    let Description { code, title, section, .. } = *description;
    TEXTS.get(code).map(|text| Page { code, title, section, text })
}

impl Page {
    /// Returns the page as Markdown, with a heading of `level`.
    pub fn markdown(&self, level: usize) -> String {
        let Text { what, why, fix, example, .. } = self.text;
        let example =
            example.as_ref().map(|Example { encoding, receiver, bytes }| match receiver {
                Some(receiver) => format!("Example, for `{receiver}`: `{bytes}`.\n\n"),
                None => format!("Example, read as `{encoding}`: `{bytes}`.\n\n"),
            });
        format!(
            "{heading} {code}\n\n{title} — {section}\n\n{what}\n\n{why}\n\n{example}What to do: {fix}\n",
            heading = "#".repeat(level),
            code = self.code,
            title = self.title,
            section = self.section,
            example = example.unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use utfkit::{
        Encoding, Status,
        encoding::{Label, LabelSet},
        transcode::Transcoder,
    };
    use utfkit_text::receivers::Receiver;
    use utfkit_text::repair::{Fault, MojibakeCharset};

    use super::*;

    #[test]
    fn every_kind_has_a_page_and_no_page_is_left_over() {
        let texts: BTreeMap<String, Text> =
            toml::from_str(include_str!("../../data/findings.toml")).unwrap();
        assert!(Kind::DESCRIPTIONS.iter().all(|kind| texts.contains_key(kind.code)));
        assert_eq!(pages().count(), texts.len());
    }

    #[test]
    fn every_fault_has_a_page() {
        let faults = [
            Fault::InterruptedSequence,
            Fault::SurrogatePair,
            Fault::ModifiedNul,
            Fault::Overlong,
            Fault::Mojibake { charset: MojibakeCharset::Koi8R, layers: 1 },
            Fault::Misread { encoding: Encoding::Utf8, charset: MojibakeCharset::Iso8859_1 },
            Fault::StrayByte { encoding: utfkit::Encoding::Iso8859_1 },
            Fault::Reread,
            Fault::StrayBom,
            Fault::WrongBom,
            Fault::LostByte,
        ];
        assert!(faults.iter().all(|fault| find(fault.code()).is_some()));
    }

    /// The bytes of each example produce the finding of their page and no other.
    #[test]
    fn examples_are_examples() {
        for page in pages() {
            let Some(example) = &page.text.example else {
                // The bytes alone do not show these: one depends on the caller, and one on the
                // target.
                let without = ["missing-bom", "unencodable"];
                assert!(page.text.title.is_some() || without.contains(&page.code), "{}", page.code);
                continue;
            };
            let bytes: Vec<u8> = example
                .bytes
                .split(' ')
                .map(|byte| u8::from_str_radix(byte, 16).unwrap())
                .collect();
            if let Some(name) = &example.receiver {
                let receiver =
                    Receiver::ALL.iter().copied().find(|all| all.name() == name).unwrap();
                let text = str::from_utf8(&bytes).unwrap();
                let mut refused = receiver.refused(text, true);
                assert_eq!(refused.next().unwrap().kind().code(), page.code);
                assert!(refused.next().is_none());
                continue;
            }
            let label = Label::parse(&example.encoding, LabelSet::Iana).unwrap();
            let mut reader = Transcoder::labelled(label, utfkit::Encoding::Utf8.into());
            let mut grouper = utfkit::error::Grouper::new();
            let (mut kinds, mut read) = (Vec::new(), 0);
            loop {
                let outcome = reader.transcode(&bytes[read..], &mut [0; 64][..], true);
                read += outcome.read;
                match outcome.status {
                    Status::IllFormed(finding) => kinds.extend(grouper.push(finding)),
                    _ => break,
                }
            }
            kinds.extend(std::iter::from_fn(|| grouper.finish()));
            let codes: Vec<_> = kinds.iter().map(|finding| finding.kind().code()).collect();
            assert!(
                !codes.is_empty() && codes.iter().all(|&code| code == page.code),
                "{}: {codes:?}",
                page.code
            );
        }
    }

    /// `utf explain --markdown >docs/findings.md` updates the file.
    #[test]
    fn the_document_is_current() {
        let document = include_str!("../../../../docs/findings.md");
        assert_eq!(document, crate::commands::explain::document());
    }
}
