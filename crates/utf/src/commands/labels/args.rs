//! The arguments of the command.

use std::path::PathBuf;

use clap::{
    ValueEnum,
    builder::{StringValueParser, TypedValueParser},
};
use utfkit_text::model::languages;

use crate::args::encoding::LabelArgs;

/// Explain charset labels, and suggest the label of a file
///
/// Without a name, lists every encoding: the text that it reads and writes, its BOM, its entry in
/// the IANA registry, and its labels. With names, describes each label, and shows where registries
/// and programs disagree about it.
///
/// Exit status: 0 on success, 1 if no label can be suggested for a file, 2 if a name is unknown or
/// a file could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Labels to describe; with --suggest files, and `-` or no NAME is standard input
    #[arg(value_name = "NAME")]
    pub names: Vec<PathBuf>,
    /// Suggest the label for each file according to RFC 2781 section 3.3
    #[arg(long)]
    pub(super) suggest: bool,
    /// With --suggest: the encoding of the files, if it is known
    #[arg(short, long, value_name = "ENC")]
    pub(super) from: Option<String>,
    /// List only the encodings in which LANG is written, the most usual first and those of EBCDIC
    /// last. LANG is a code of ISO 639-1 or ISO 639-2, or an English name: `ko`, `kor` or `korean`
    #[arg(long, value_name = "LANG", value_parser = language(), conflicts_with_all = ["names", "suggest"])]
    pub(super) language: Option<&'static str>,
    /// List only the names of all encodings, each with its labels on one line
    #[arg(short, long, conflicts_with_all = ["names", "suggest", "language", "label_set", "format"])]
    pub(super) brief: bool,
    #[command(flatten)]
    pub labels: LabelArgs,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
}

/// Returns the parser of a language.
fn language() -> impl TypedValueParser<Value = &'static str> {
    StringValueParser::new().try_map(|text| {
        languages::code(&text).ok_or("expected an ISO 639 code such as `ko`, or an English name")
    })
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON object per line
    Json,
}
