//! The arguments of the command.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use utfkit_text::repair::Options;

use crate::{
    args::{encoding, receiver::ReceiverArgs},
    commands::bad_lines::args::BadLinesArgs,
    input,
    output::{self, replace::args::InPlaceArgs},
    process::problem::Problem,
};

/// Fix mojibake and other damage that has one likely interpretation
///
/// Without -i and -o, the command only reports what it would fix. It fixes text that was read in a
/// wrong charset and encoded again (mojibake), bytes of windows-1252 in UTF-8 text, UTF-8 characters
/// that contain a line break, surrogate pairs (CESU-8), BOMs between joined files, and UTF-16 with a
/// wrong BOM or a lost byte.
///
/// Damage with several interpretations is reported and left unchanged. If all of a file seems to be
/// in another charset, but only a part of it could be fixed, the file is left unchanged. With --for,
/// the command also reports characters of the repaired text that a receiver rejects. Positions refer
/// to the original file. A report for people has at most 1,000 lines per file; the summary counts
/// the others.
///
/// Exit status: 0 if nothing is left to fix, 1 if fixes were not written, or if damage is left, 2 if
/// a file could not be read or written.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write the repaired text to OUT, which is replaced completely; `-` is standard output
    ///
    /// If OUT is a directory or ends in `/`, or if a PATH is a directory, each file is written below
    /// OUT, under the path that `cp -r` gives it. Files without fixes are copied. Files that are not
    /// repaired, such as binary files, are named and not written. Files that a walk does not read are
    /// neither named nor written: hidden and ignored files, links, and files that are not regular.
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub in_place: InPlaceArgs,
    /// Write a patch to OUT, with which `utf undo` undoes the repair
    ///
    /// The patch has the changes of all files, and it is complete before a file is replaced. If the
    /// run ends early, the patch undoes the changes that were made. Without -i and -o, nothing is
    /// repaired, and OUT is not written.
    #[arg(long, value_name = "OUT")]
    pub patch: Option<PathBuf>,
    /// Put lost characters back from an older version: OLD is a file, a directory, a commit or `auto`
    ///
    /// OLD is an older version of the only file, a directory that has older versions under the same
    /// paths, or a commit of the repository of each PATH. A file or directory is tried first;
    /// `file:OLD` and `rev:OLD` name the kind. `auto` searches the history of each PATH in git,
    /// even under earlier names, for the last version in which the text was whole.
    ///
    /// Programs that misread a legacy charset write U+FFFD, `?` or mojibake, and the characters are
    /// lost. `utf` infers the damage, takes the bytes of the characters from the older version, and
    /// keeps the edits. Places that are not certain stay and are reported. No other damage is fixed
    /// in such a run. If OLD does not look like an older version, nothing is written, and the exit
    /// status is 2.
    ///
    /// This option is new, so -i needs a way back: a suffix (-i.bak) or --patch. Wrong bytes are
    /// possible, above all if the damage changed the number of characters. If OLD is a commit,
    /// renames are not followed.
    #[arg(long, value_name = "OLD")]
    pub against: Option<OsString>,
    /// Read the older version of --against in ENC; by default, `utf` detects the encoding
    #[arg(short, long, value_name = "ENC")]
    pub from: Option<String>,
    /// Read ill-formed bytes that have no other fix as text in ENC
    ///
    /// ENC has one byte per character. Bytes next to them that are valid UTF-8 only by chance are
    /// also read in ENC. If each line is in one encoding, `convert --by-line --candidates ENC` is
    /// safer, especially for letters that are not Latin.
    #[arg(long, value_name = "ENC")]
    mixed: Option<String>,
    /// Read the text as a variant of UTF-8
    #[arg(long, value_name = "FORM")]
    r#as: Option<Form>,
    /// Decode overlong forms. This is unsafe: checks of the bytes did not see these characters
    #[arg(long)]
    unsafe_overlong: bool,
    /// Leave text in which a byte was lost, and report the likeliest text
    ///
    /// Otherwise, a lost byte is guessed if one text is much likelier than all others.
    #[arg(long)]
    no_guessed_bytes: bool,
    /// Repair files with a NUL in their first 8,192 bytes, which are skipped as binary otherwise
    #[arg(short = 'a', long)]
    pub text: bool,
    #[command(flatten)]
    pub labels: encoding::LabelArgs,
    #[command(flatten)]
    pub receiver: ReceiverArgs,
    /// The format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Print nothing; only set the exit status
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub decompress: input::stream::DecompressArgs,
    #[command(flatten)]
    pub bad_lines: BadLinesArgs,
    #[command(flatten)]
    pub walk: input::walk::args::WalkArgs,
    /// Files and directories; `-` or no path is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line per fix
    Human,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// Variants of UTF-8 that are decoded only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// U+0000 is C0 80
    #[value(name = "java-modified-utf-8")]
    JavaModifiedUtf8,
}

impl Args {
    /// Returns the options for the library.
    pub fn options(&self) -> Result<Options, Problem> {
        let mixed = |label: &String| {
            let encoding = encoding::parse("--mixed", label, self.labels.label_set)?.encoding();
            if Options::can_be_mixed(encoding) {
                return Ok(encoding);
            }
            // The border between UTF-8 and such a charset is not certain.
            let is_wide =
                encoding.is_legacy() && encoding.is_ascii_compatible() && !encoding.has_shifts();
            Err(if is_wide {
                Problem::new(format!(
                    "--mixed: characters of {encoding} have several bytes, and some of these can \
                     be UTF-8"
                ))
                .hint(format!(
                    "use `utf convert --by-line --candidates {encoding}`, which reads each line in \
                     one encoding"
                ))
            } else {
                Problem::new(format!("--mixed: {encoding} cannot be mixed with UTF-8"))
                    .hint("use `utf convert -f` if the whole file is in this encoding")
            })
        };
        let mut options = Options::default();
        options.modified_utf8 = self.r#as == Some(Form::JavaModifiedUtf8);
        options.unsafe_overlong = self.unsafe_overlong;
        options.no_guessed_bytes = self.no_guessed_bytes;
        options.mixed = self.mixed.as_ref().map(mixed).transpose()?;
        Ok(options)
    }

    /// Returns `true` if the repaired text goes to standard output, so that the report cannot.
    pub fn is_output_standard(&self) -> bool {
        self.output.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Returns `true` if a program reads the report. It must be a complete document, even if empty.
    pub fn is_document(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif) && !self.quiet
    }

    /// Returns the output directory, if the output is one.
    pub fn folder(&self) -> Option<&Path> {
        output::folder(self.output.as_deref(), &self.paths)
    }

    /// Rejects -z with options that need the bytes of the file.
    pub fn refuse_compressed(&self) -> Result<(), Problem> {
        let flag = match self {
            _ if self.bad_lines.bad_lines.is_some() => "--bad-lines",
            _ if self.in_place.given() => "-i",
            _ if self.folder().is_some() => "-o to a directory",
            Args { patch: Some(_), .. } => "--patch",
            _ => return Ok(()),
        };
        if self.decompress.decompress {
            Err(Problem::new(format!("-z cannot be used with {flag}"))
                .hint("use `-o OUT` to write the repaired text"))
        } else {
            Ok(())
        }
    }

    /// Rejects an output for only one file.
    pub fn refuse_several(&self) -> Result<(), Problem> {
        match &self.output {
            Some(_) if self.folder().is_none() => Err(Problem::new("-o accepts only one file")
                .hint("add `/` to write each file to a directory")),
            _ => Ok(()),
        }
    }
}
