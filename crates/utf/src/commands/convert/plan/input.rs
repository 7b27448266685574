//! The settings for reading the input.

use utfkit::{Encoding, encoding::Label};
use utfkit_text::streams::Candidates;

use crate::{
    args::{
        encoding::From,
        reading::{BomArg, ReadingArgs},
    },
    commands::convert::args::Args,
    input::stream::DecompressArgs,
    process::problem::Problem,
};

/// The settings for reading.
#[derive(Clone, Debug)]
pub(in crate::commands::convert) struct Input {
    pub(in crate::commands::convert) from: From,
    /// The encodings of which one is chosen for each file or for each line.
    pub(in crate::commands::convert) candidates: Option<Candidates>,
    /// The options for reading, which override the labels.
    pub(in crate::commands::convert) reading: ReadingArgs,
    pub(in crate::commands::convert) decompress: DecompressArgs,
    /// Whether to read files in `from` even if they contradict it.
    pub(in crate::commands::convert) force_from: bool,
    /// Whether to convert files that are not text.
    pub(in crate::commands::convert) text: bool,
}

impl Input {
    /// Makes the settings for input in `from`, the label of `-f` without its escapes.
    pub(super) fn of(args: &Args, from: Option<&str>) -> Result<Self, Problem> {
        let set = args.labels.label_set;
        let from = match From::parse("-f", from.unwrap_or("auto"), set)? {
            From::Known(label) => From::Known(args.ebcdic_newline.of(label)),
            From::Auto => From::Auto,
        };
        Ok(Self {
            from,
            candidates: args.choice.candidates(from, set, args.in_place.given())?,
            reading: args.reading,
            decompress: args.decompress,
            force_from: args.force_from,
            text: args.text,
        })
    }

    /// Returns `true` if a BOM decides the encoding of the input.
    pub(super) fn looks_for_bom(&self) -> bool {
        self.reading.looks_for_bom(self.from)
    }

    /// Returns the encoding of an input that begins with `head`.
    pub(super) fn label(&self, head: &[u8]) -> Label {
        self.from.of(if self.looks_for_bom() { head } else { &[] })
    }

    /// Returns the candidates, if one is to be chosen per line.
    pub(super) fn by_line(&self) -> Option<&Candidates> {
        self.candidates.as_ref().filter(|candidates| candidates.by_line)
    }

    /// Returns the candidates, if one is to be chosen per file.
    pub(super) fn by_file(&self) -> Option<&Candidates> {
        self.candidates.as_ref().filter(|candidates| !candidates.by_line)
    }

    /// Returns `true` if `encoding` is one of the candidates for files.
    pub(super) fn has_tried(&self, encoding: Encoding) -> bool {
        let mut tried = self.by_file().into_iter().flat_map(|candidates| &candidates.list);
        tried.any(|label| label.encoding() == encoding)
    }

    /// Returns `true` if the BOM policy is `policy`.
    pub(super) fn has_bom_policy(&self, policy: BomArg) -> bool {
        self.reading.bom == Some(policy)
    }
}
