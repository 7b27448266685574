//! The arguments of `utf search`.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use clap::ValueEnum;

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

/// Find text in files of any encoding, well-formed or not
///
/// The files are not converted where that need not be: the text is encoded as each file is. All offsets are those of
/// the file's own bytes. A file is read as its BOM says, else as -f or --candidates say, else as UTF-16
/// or UTF-32 if it looks like nothing else, which is told, else as UTF-8; what is ill-formed matches nothing and is
/// shown as U+FFFD. Folders are walked, without what .gitignore names, hidden files and binary files.
///
/// Lines end with LF; a CR before it is none of the line to `$`. A line of more than a mebibyte is
/// searched in pieces, so that a match of a regular expression of more than 64 KiB may be missed
/// there, cut in two, or taken to reach the end of the line, which is said. It is shown as one line
/// all the same; in JSON in parts that follow each other, numbered by `part`. What of a pipe may
/// have to be shown later waits in a temporary file, up to a gibibyte a line; what cannot wait there
/// is not shown, which is said.
///
/// Exit status: 0 if a line was selected, 1 if none was, 2 if something could not be read or kept
/// (but 0 with -q if a line was selected, as grep's).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Search for a regular expression (syntax of Rust's regex crate); may be given several times
    #[arg(short = 'e', long = "regexp", value_name = "REGEX", allow_hyphen_values = true)]
    pub(super) regexes: Vec<String>,
    /// What -e gives is text, not a regular expression
    #[arg(short = 'F', long)]
    pub(super) fixed_strings: bool,
    /// Letters match in upper and lower case: by Unicode's simple case folding, so `ß` is not `SS`
    #[arg(short, long)]
    pub(super) ignore_case: bool,
    /// Only whole words match
    #[arg(short, long)]
    pub(super) word_regexp: bool,
    /// Only whole lines match
    #[arg(short = 'x', long)]
    pub(super) line_regexp: bool,
    /// Select the lines without a match
    #[arg(short = 'v', long, overrides_with = "invert_match")]
    pub(super) invert_match: bool,
    /// Find canonically equivalent spellings too: `é` in one code point or two
    #[arg(long)]
    pub(super) normalize: bool,
    /// Find the text in UTF-8, CESU-8, UTF-16 and UTF-32 in any file, binary ones too, wherever it
    /// is
    #[arg(long, conflicts_with_all = ["regexes", "ignore_case", "word_regexp", "line_regexp", "invert_match", "after_context", "before_context", "context", "normalize", "from", "fallback", "candidates", "guess", "by_line"])]
    pub(super) any_form: bool,
    /// Take binary files for text: search those of folders too, and show lines with matches, not
    /// only that there are some
    #[arg(short = 'a', long)]
    pub(super) text: bool,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: Format,
    /// Print the numbers of lines
    #[arg(short = 'n', long)]
    pub(super) line_number: bool,
    /// Print where in the file each line begins, in bytes; with -o, each match
    #[arg(short, long)]
    pub(super) byte_offset: bool,
    /// Print only what matches, each match on a line
    #[arg(short, long, overrides_with_all = ["quiet", "count", "files_with_matches", "files_without_match"])]
    pub(super) only_matching: bool,
    /// Print only how many lines of each file match
    #[arg(short, long, overrides_with_all = ["quiet", "only_matching", "files_with_matches", "files_without_match"])]
    pub(super) count: bool,
    /// Print only the names of files with a match
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "only_matching", "count", "files_without_match"])]
    pub(super) files_with_matches: bool,
    /// Print only the names of files without a match
    #[arg(short = 'L', long, overrides_with_all = ["quiet", "only_matching", "count", "files_with_matches"])]
    pub(super) files_without_match: bool,
    /// Print nothing; the exit status tells
    #[arg(short, long, overrides_with_all = ["only_matching", "count", "files_with_matches", "files_without_match"])]
    pub(super) quiet: bool,
    /// Stop after so many selected lines of each file
    #[arg(short, long, value_name = "N")]
    pub(super) max_count: Option<u64>,
    /// Print so many lines behind each selected line too; `--` stands between lines that do not
    /// follow each other
    #[arg(short = 'A', long, value_name = "N")]
    pub(super) after_context: Option<u64>,
    /// Print so many lines before each selected line too
    #[arg(short = 'B', long, value_name = "N")]
    pub(super) before_context: Option<u64>,
    /// Print so many lines before and behind each selected line, where -A or -B does not say how
    /// many
    #[arg(short = 'C', long, value_name = "N")]
    pub(super) context: Option<u64>,
    /// Print the name of the file before each line, also of a single one
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(super) with_filename: bool,
    /// Print no names of files before lines
    #[arg(long, overrides_with = "with_filename")]
    pub(super) no_filename: bool,
    #[command(flatten)]
    pub(super) walk: input::walk::args::WalkArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    /// The text to find, unless -e says what; then files and folders: `-` or none is standard input
    #[arg(value_name = "PATTERN] [PATH")]
    pub(super) operands: Vec<OsString>,
}

/// How matches are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As grep gives them
    Human,
    /// One JSON object a line
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
                Problem::new("what is to be found?").hint("`utf search PATTERN [PATH…]`")
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
