//! The arguments of commands that sort lines.

use std::path::PathBuf;

use utfkit_text::lines::{Cut, Feed, Records};

/// The files for bad lines.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct BadLinesArgs {
    /// Write lines with findings to FILE, unchanged, and continue with the other lines. If there
    /// are such lines, `utf repair` exits with 1, and `utf convert` with 0, or with 1 if
    /// --exit-code is given
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["files_from", "files0_from"],
        help_heading = HEADING
    )]
    pub bad_lines: Option<PathBuf>,
    /// Write a report about these lines to FILE: one JSON object per line
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub bad_lines_report: Option<PathBuf>,
    /// Replace the files of --bad-lines and --bad-lines-report if they exist and are not empty
    #[arg(long, help_heading = HEADING)]
    pub overwrite: bool,
    /// Separate records instead of lines. Their fields are separated by SEP (`,`, `;`, `|` or `tab`)
    /// and may be quoted as in CSV. Empty lines are not records
    #[arg(
        long,
        value_name = "SEP",
        value_parser = separator,
        help_heading = HEADING
    )]
    pub fields: Option<u8>,
}

const HEADING: &str = "Bad lines";

/// The division of text into records and fields.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct FieldsArgs {
    /// Also report the record and the field. Fields are separated by SEP (`,`, `;`, `|` or `tab`) and
    /// may be quoted as in CSV. Empty lines are not records. With --lines, print records instead
    #[arg(long, value_name = "SEP", value_parser = separator)]
    pub fields: Option<u8>,
}

/// Parses a separator of fields.
fn separator(value: &str) -> Result<u8, String> {
    match value {
        "tab" | "\t" | "\\t" => Ok(b'\t'),
        "," | ";" | "|" => Ok(value.as_bytes()[0]),
        _ => Err("expected `,`, `;`, `|` or `tab`".to_owned()),
    }
}

/// Returns the cutter for the text: into records of fields that `separator` ends, or into lines.
/// `mark` is U+FEFF in the encoding of the text.
pub fn cut(separator: Option<u8>, feed: Feed, mark: Vec<u8>) -> Cut {
    match separator {
        Some(separator) => Cut::records(Records::new(separator, feed, mark)),
        None => Cut::lines(feed),
    }
}
