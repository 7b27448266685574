//! The arguments of the command.

use std::path::PathBuf;

use clap::ValueEnum;
use utfkit_text::transform::Times;

use crate::{args::encoding, output::replace::args::InPlaceArgs};

/// Replace text in a file of any encoding, and keep every other byte
///
/// OLD is found by characters, never inside one. NEW is written in the encoding and state of the
/// file. All other bytes stay: the BOM, line ends, ill-formed bytes and redundant escapes. The result
/// is read again before it is written. If it is not the old text with NEW for OLD, the file is left
/// unchanged.
///
/// OLD has to be in the file once, unless --count or --all is given. A line feed in OLD also matches
/// CRLF, and a line feed in NEW becomes the line end of its place. With a carriage return in OLD or
/// NEW, line ends are taken as they are.
///
/// OLD may come from a program that misread the file: U+FFFD matches a character that the program
/// could not read. NEW may repeat these U+FFFD in the same order, and keeps their bytes.
///
/// The file is replaced as with `utf convert -i`. If its encoding is not certain, name it with -f.
///
/// Exit status: 0 if the text was replaced, or would be with --dry-run, 1 if the edit was refused,
/// 2 if a file could not be read or written.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Replace the text OLD by NEW
    #[arg(
        long,
        required = true,
        num_args = 2,
        value_names = ["OLD", "NEW"],
        allow_hyphen_values = true
    )]
    replace: Vec<String>,
    /// Replace OLD if it is in exactly N places; by default, in one
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Replace OLD in all places
    #[arg(long)]
    all: bool,
    /// Encoding of the file; `auto` is the detected one, if it is certain
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    pub from: String,
    #[command(flatten)]
    pub labels: encoding::LabelArgs,
    /// Write the new text to OUT, and leave the file unchanged; `-` is standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    /// Write nothing; only report what would be replaced
    #[arg(long, conflicts_with_all = ["output", "patch"])]
    pub dry_run: bool,
    /// Write a patch to OUT, with which `utf undo` undoes the edit
    #[arg(long, value_name = "OUT")]
    pub patch: Option<PathBuf>,
    /// Refuse the edit unless the SHA-256 of the file is HEX, so that no other change is lost
    #[arg(long, value_name = "HEX")]
    pub expect_sha256: Option<String>,
    #[command(flatten)]
    pub in_place: InPlaceArgs,
    /// The format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Print nothing; only set the exit status
    #[arg(short, long)]
    pub quiet: bool,
    /// The file; `-` is standard input, and needs -o
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for the file
    Human,
    /// One JSON object per line
    Json,
}

impl Args {
    /// Returns the old and the new text.
    pub fn texts(&self) -> (&str, &str) {
        match &self.replace[..] {
            [.., old, new] => (old, new),
            _ => ("", ""),
        }
    }

    /// Returns the number of times that the old text has to be in the file.
    pub fn times(&self) -> Times {
        match self.count {
            _ if self.all => Times::All,
            Some(count) => Times::Exactly(count as usize),
            None => Times::Once,
        }
    }
}
