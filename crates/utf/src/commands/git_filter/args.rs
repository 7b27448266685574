//! The arguments of the command.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::encoding;

/// Convert files on their way into git and out, and refuse a change that loses text
///
/// Git stores one version of a file, and has another one in the work tree. With --tree and --stored,
/// they have different encodings: --tree windows-1252 keeps a file in windows-1252 for old programs,
/// and stores UTF-8. --stored shift_jis gives editors and agents UTF-8, and stores Shift_JIS. If both
/// are the same, nothing is converted, and the changes are still checked.
///
/// `utf git-filter install NAME` with these options writes the filter NAME to the configuration of
/// the repository. Then `*.rc filter=NAME diff=NAME` in .gitattributes selects the files. Each clone
/// needs the installation. Git itself calls the other actions.
///
/// `clean` and `git add` fail if the file is not in the encoding --tree, if --stored lacks
/// one of its characters, or if the conversion cannot be undone exactly. No character becomes `?`.
/// `clean` also compares the file with the version in the index: it fails if lines lost characters,
/// if lines in UTF-8 came into another encoding, or if a file in another encoding was saved as
/// UTF-8.
///
/// `smudge` leaves a stored file as it is, with a warning, if it cannot be converted exactly. Edits
/// of such a file have to stay in the encoding --stored.
///
/// Exit status: 0 if the version was written, 1 if it was refused, 2 on another failure.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Action that git asks for, or `install`
    #[arg(value_name = "ACTION")]
    pub action: Action,
    /// Encoding of the file in the work tree [default: utf-8; for textconv, the detected one]
    #[arg(long, value_name = "ENC")]
    pub tree: Option<String>,
    /// Encoding of the file that git stores
    #[arg(long, value_name = "ENC", default_value = "utf-8")]
    pub stored: String,
    #[command(flatten)]
    pub labels: encoding::LabelArgs,
    /// Accept text that looks as if it lost characters; conversions stay strict
    #[arg(long)]
    pub trust: bool,
    /// The path of the file from the top of the work tree; for `textconv`, the file to read; for
    /// `install`, the name of the filter
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
}

/// The actions of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Action {
    /// Convert the file in standard input for git, or refuse it
    Clean,
    /// Convert the stored file in standard input for the work tree
    Smudge,
    /// Print a file as UTF-8, for `git diff`
    Textconv,
    /// Write the filter to the configuration of this repository
    Install,
}
