//! The modes of `utf convert`.

use std::path::Path;

use super::Args;
use crate::process::problem::Problem;

/// The way in which a run treats its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode<'a> {
    /// Converts the lines of one file, and writes the bad lines to another one.
    BadLines,
    /// Replaces each file, or only reports what would change.
    InPlace,
    /// Reports what would be lost.
    DryRun,
    /// Writes each file to a file in this directory.
    Tree(&'a Path),
    /// Joins all operands to one text.
    Join,
}

/// The place of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The result goes to standard output.
    Stream,
    /// The result goes to the files of `-o`.
    Files,
    /// The result replaces the file.
    InPlace,
}

impl Destination {
    /// Returns `true` if the result replaces the file.
    pub fn is_in_place(self) -> bool {
        self == Destination::InPlace
    }

    /// Returns `true` if the result is in files.
    pub fn has_files(self) -> bool {
        self != Destination::Stream
    }
}

impl Args {
    /// Returns the place of the result.
    pub fn destination(&self) -> Destination {
        if self.in_place.given() {
            Destination::InPlace
        } else if self.output.is_some() {
            Destination::Files
        } else {
            Destination::Stream
        }
    }

    /// Returns the mode of `utf convert` with these arguments.
    pub fn mode(&self) -> Mode<'_> {
        match self.folder() {
            _ if self.bad_lines.bad_lines.is_some() => Mode::BadLines,
            _ if self.in_place.given() => Mode::InPlace,
            _ if self.dry_run => Mode::DryRun,
            Some(folder) => Mode::Tree(folder),
            None => Mode::Join,
        }
    }

    /// Returns the mode of `utf cat`, which writes one text.
    pub fn mode_of_cat(&self) -> Result<Mode<'_>, Problem> {
        match self.mode() {
            Mode::BadLines => {
                let words = "utf cat: --bad-lines cannot be used, because it needs a single file";
                Err(Problem::new(words).hint("use `utf convert`"))
            }
            Mode::InPlace => {
                let words = "utf cat: -i cannot be used, because the files are joined";
                Err(Problem::new(words).hint("use `utf convert -i` to replace each file"))
            }
            // The output fails to be opened as a file.
            Mode::Tree(_) => Ok(Mode::Join),
            mode => Ok(mode),
        }
    }
}
