//! The arguments of `utf search`.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use clap::{ArgAction, ValueEnum};

use super::{
    scan::Select,
    show::{Show, ShowOptions},
};
use crate::{
    input,
    process::{names, problem::Problem, terminal},
    reading::source::SourceArgs,
    report::progress::ProgressArgs,
};

/// Find text in files of any encoding, even if they are ill-formed
///
/// Offsets refer to the bytes of the file. The encoding of a file is that of -f or --candidates, or
/// else that of its BOM. A file without a BOM that looks like UTF-16 or UTF-32 is read as that. If
/// the pattern can match characters beyond ASCII, a file that is not UTF-8 is read in the encoding
/// that `utf detect` is almost certain of. Messages report both. All other files are read as UTF-8.
/// Ill-formed text does not match, and is shown as U+FFFD. In directories, hidden files, binary
/// files and files in .gitignore are skipped.
///
/// Lines end with LF; `$` also matches before CR LF. A line longer than 1 MiB is searched in
/// pieces. In such a line, a match of a regular expression that is longer than 64 KiB may be missed
/// or cut, and a message says so. The line is printed as one line, except in JSON, which numbers
/// its parts with `part`. If the input is a pipe, up to 1 GiB per line is kept in a temporary file
/// until it is printed. Text that cannot be kept is not printed, and a message says so.
///
/// Exit status: 0 if a line was selected, 1 if none was, 2 if something could not be read or kept.
/// With -q, it is 0 if a line was selected, even after an error, as with grep.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Search for a regular expression (syntax of Rust's regex crate); can be repeated
    #[arg(short = 'e', long = "regexp", value_name = "REGEX", allow_hyphen_values = true)]
    pub(super) regexes: Vec<String>,
    /// Treat the patterns of -e as text, not as regular expressions
    #[arg(short = 'F', long)]
    pub(super) fixed_strings: bool,
    /// Ignore case, using Unicode's simple case folding: `ß` does not match `SS`
    #[arg(short, long)]
    pub(super) ignore_case: bool,
    /// Match only whole words
    #[arg(short, long)]
    pub(super) word_regexp: bool,
    /// Match only whole lines
    #[arg(short = 'x', long)]
    pub(super) line_regexp: bool,
    /// Select the lines without a match
    #[arg(short = 'v', long, overrides_with = "invert_match")]
    pub(super) invert_match: bool,
    /// Also find canonically equivalent spellings: `é` as one code point or as two
    #[arg(long)]
    pub(super) normalize: bool,
    /// Find the text in UTF-8, CESU-8, UTF-16 and UTF-32 at any position in any file, including
    /// binary files
    #[arg(long, conflicts_with_all = ["regexes", "ignore_case", "word_regexp", "line_regexp", "invert_match", "after_context", "before_context", "context", "normalize", "from", "fallback", "candidates", "guess"])]
    pub(super) any_form: bool,
    /// Treat binary files as text: search them in directories, and print their matching lines
    #[arg(short = 'a', long)]
    pub(super) text: bool,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: Format,
    /// Print line numbers
    #[arg(short = 'n', long)]
    pub(super) line_number: bool,
    /// Print the byte offset of each line in the file; with -o, of each match
    #[arg(short, long)]
    pub(super) byte_offset: bool,
    /// Print only the matches, one per line
    #[arg(short, long, overrides_with_all = ["quiet", "count", "files_with_matches", "files_without_match"])]
    pub(super) only_matching: bool,
    /// Print only the number of matching lines of each file
    #[arg(short, long, overrides_with_all = ["quiet", "only_matching", "files_with_matches", "files_without_match"])]
    pub(super) count: bool,
    /// Print only the names of files with a match
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "only_matching", "count", "files_without_match"])]
    pub(super) files_with_matches: bool,
    /// Print only the names of files without a match
    #[arg(short = 'L', long, overrides_with_all = ["quiet", "only_matching", "count", "files_with_matches"])]
    pub(super) files_without_match: bool,
    /// Print nothing; only set the exit status
    #[arg(short, long, overrides_with_all = ["only_matching", "count", "files_with_matches", "files_without_match"])]
    pub(super) quiet: bool,
    /// Stop after N selected lines of each file
    #[arg(short, long, value_name = "N")]
    pub(super) max_count: Option<u64>,
    /// Print N lines after each selected line; `--` separates lines that do not follow each other
    #[arg(short = 'A', long, value_name = "N")]
    pub(super) after_context: Option<u64>,
    /// Print N lines before each selected line
    #[arg(short = 'B', long, value_name = "N")]
    pub(super) before_context: Option<u64>,
    /// Print N lines before and after each selected line, unless -A or -B is given
    #[arg(short = 'C', long, value_name = "N")]
    pub(super) context: Option<u64>,
    /// Print the name of the file before each line, even for a single file
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(super) with_filename: bool,
    /// Do not print the names of files before lines. Alone, `-h` prints a short help
    #[arg(short = 'h', long, overrides_with = "with_filename")]
    pub(super) no_filename: bool,
    /// Do not report files that do not exist or cannot be read; the exit status is 2 anyway
    #[arg(short = 's', long)]
    pub(super) no_messages: bool,
    /// Print help
    #[arg(long, action = ArgAction::HelpLong)]
    help: Option<bool>,
    /// Print a short help
    #[arg(long, hide = true, action = ArgAction::HelpShort)]
    help_short: Option<bool>,
    #[command(flatten)]
    pub(super) walk: input::walk::args::WalkArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    /// The text to find, and the files and directories to search. With -e, only the latter. `-` or
    /// no PATH is standard input
    #[arg(value_name = "PATTERN] [PATH")]
    pub(super) operands: Vec<OsString>,
}

/// The format of the matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Like grep
    Human,
    /// One JSON object per line
    Json,
}

impl Args {
    /// Returns `true` if an option changes how a literal pattern matches.
    pub(super) fn changes_literals(&self) -> bool {
        self.ignore_case || self.word_regexp || self.line_regexp
    }

    /// Returns the patterns and the paths.
    pub(super) fn split(&self) -> Result<(Vec<String>, Vec<PathBuf>), Problem> {
        let mut operands = self.operands.iter();
        let mut patterns = self.regexes.clone();
        if patterns.is_empty() {
            let pattern = operands.next().ok_or_else(|| {
                Problem::new("the pattern is missing").hint("use `utf search PATTERN [PATH…]`")
            })?;
            let text = pattern.to_str().ok_or_else(|| {
                let pattern = names::path(Path::new(pattern));
                Problem::new(format!("{pattern}: the pattern is not UTF-8"))
            })?;
            patterns.push(text.to_owned());
        }
        Ok((patterns, operands.map(PathBuf::from).collect()))
    }

    pub(super) fn show_options(&self) -> ShowOptions {
        let show = match () {
            () if self.quiet => Show::Nothing,
            () if self.files_with_matches => Show::Names { with: true },
            () if self.files_without_match => Show::Names { with: false },
            () if self.count => Show::Counts,
            () if self.only_matching => Show::Matches,
            () => Show::Lines,
        };
        let context = [self.before_context.or(self.context), self.after_context.or(self.context)];
        // Only whole lines have context.
        let [before, after] = context.map(|lines| lines.filter(|_| show == Show::Lines));
        ShowOptions {
            show,
            json: self.format == Format::Json && matches!(show, Show::Lines | Show::Matches),
            names: self.with_filename && !self.no_filename,
            numbers: self.line_number,
            offsets: self.byte_offset,
            null: self.walk.null,
            colours: terminal::colours(false),
            raw: !io::stdout().is_terminal(),
            most: self.max_count.unwrap_or(u64::MAX),
            select: Select {
                invert: self.invert_match,
                before: before.unwrap_or(0),
                after: after.unwrap_or(0),
            },
            groups: before.or(after).is_some(),
        }
    }
}
