//! The arguments of commands that sort lines.

use std::path::PathBuf;

use utfkit_text::lines::{Cut, Feed, Records};

/// The files for bad lines.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct BadLinesArgs {
    /// Write lines in which something is wrong to FILE as they are, and go on with the others. `utf
    /// repair` exits 1 if there are any, `utf convert` 0, and 1 with --exit-code
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["files_from", "files0_from"],
        help_heading = HEADING
    )]
    pub bad_lines: Option<PathBuf>,
    /// Write to FILE which lines those were, where, and why: a JSON object a line
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub bad_lines_report: Option<PathBuf>,
    /// Take records of fields that SEP ends, quoted as CSV has it, instead of lines: `,`, `;`, `|`
    /// or `tab`. Empty lines are no records
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
    /// Name the record and the field too, of records of fields that SEP ends, quoted as CSV has it:
    /// `,`, `;`, `|` or `tab`. Empty lines are no records. With --lines, take records instead of
    /// lines
    #[arg(long, value_name = "SEP", value_parser = separator)]
    pub fields: Option<u8>,
}

/// Parses a separator of fields.
fn separator(value: &str) -> Result<u8, String> {
    match value {
        "tab" | "\t" | "\\t" => Ok(b'\t'),
        "," | ";" | "|" => Ok(value.as_bytes()[0]),
        _ => Err("`,`, `;`, `|` or `tab`".to_owned()),
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
