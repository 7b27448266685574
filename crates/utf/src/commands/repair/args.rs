//! What the command takes.

use std::path::PathBuf;

use clap::ValueEnum;
use utfkit_text::repair::Options;

use crate::{
    args::{encoding, receiver::ReceiverArgs},
    commands::bad_lines::args::BadLinesArgs,
    input,
    output::replace::args::InPlaceArgs,
    process::problem::Problem,
};

/// Fix text that has one reading; say what, and why
///
/// Without -o and -i it changes nothing. Fixed are: UTF-8 that was read as windows-1252,
/// ISO-8859-1 or one of nineteen more charsets and encoded again, once or more; sequences with line
/// breaks inside; surrogate pairs of CESU-8; ISO-8859-1 letters among UTF-8; BOMs of joined
/// files; UTF-16 with a wrong BOM or a lost byte. What could be two things is told, and
/// stays; so does all of a file that looks like text in another charset as a whole, if not all of
/// it would be fixed. With --for, what a receiver refuses of the repaired text is told too. All
/// places are those in the file as it is.
///
/// Exit status: 0 if nothing was or is left to fix, 1 if something is, or is ill-formed, or could
/// be two things, 2 if something could not be read or written.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write the repaired text to this file, replaced as a whole; `-` is standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub in_place: InPlaceArgs,
    /// Write what it takes to undo the repair to this file
    #[arg(long, value_name = "OUT")]
    pub patch: Option<PathBuf>,
    /// Undo the repair that this patch tells of, in its file or the one named, or into -o
    #[arg(long, value_name = "PATCH")]
    pub undo: Option<PathBuf>,
    /// Read what is ill-formed and has no other fix in this encoding, always, and what is UTF-8 by
    /// chance beside it
    ///
    /// Where each line is in one encoding, `convert --by-line --candidates ENC` is surer, above all
    /// for letters that are not Latin.
    #[arg(long, value_name = "ENC")]
    mixed: Option<String>,
    /// Which peculiar form the text is known to have
    #[arg(long, value_name = "FORM")]
    r#as: Option<Form>,
    /// Decode overlong forms: what was checked before did not show the characters that they hide
    #[arg(long)]
    unsafe_overlong: bool,
    /// Take binary files for text, those of folders too: what has NUL among its first 8,192 bytes
    /// is left alone otherwise
    #[arg(short = 'a', long)]
    pub text: bool,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    #[command(flatten)]
    pub receiver: ReceiverArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Print nothing; the exit status tells
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub bad_lines: BadLinesArgs,
    #[command(flatten)]
    pub walk: input::walk::args::WalkArgs,
    /// Files and folders; `-` or none is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// How fixes are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each
    Human,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// Forms whose peculiarities are fixed only where they are known to be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// U+0000 is C0 80
    #[value(name = "java-modified-utf-8")]
    JavaModifiedUtf8,
}

impl Args {
    /// What the library is to fix.
    pub fn options(&self) -> Result<Options, Problem> {
        let label = |label: &String| encoding::parse("--mixed", label, self.labels.label_set);
        let mut options = Options::default();
        options.modified_utf8 = self.r#as == Some(Form::JavaModifiedUtf8);
        options.unsafe_overlong = self.unsafe_overlong;
        options.mixed = self.mixed.as_ref().map(label).transpose()?.map(|label| label.encoding());
        Ok(options)
    }

    /// Whether the repaired text goes to standard output, where a report would be in its way.
    pub fn is_output_standard(&self) -> bool {
        self.output.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Whether what is printed is for a program, which takes nothing at all for no report.
    pub fn is_document(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif) && !self.quiet
    }

    /// Refuses what can be done to one file only.
    pub fn refuse_several(&self) -> Result<(), Problem> {
        let flag = match self {
            Args { output: Some(_), .. } => "-o",
            Args { patch: Some(_), .. } => "--patch",
            _ => return Ok(()),
        };
        Err(Problem::new(format!("{flag} takes one file")).hint("repair them one by one"))
    }
}

/// The paths of a command that names one file.
pub fn only(paths: &[PathBuf]) -> Option<&PathBuf> {
    match paths {
        [path] => Some(path),
        _ => None,
    }
}
