//! The arguments of `utf check`.

use std::{io, path::PathBuf, sync::Arc};

use clap::ValueEnum;
use utfkit_text::detect::Content;

use crate::{
    args::limit::{Limit, LimitArgs},
    args::receiver::ReceiverArgs,
    args::{encoding, reading},
    commands::bad_lines::args::FieldsArgs,
    git::change::GateArgs,
    input::{left_out::Skips, stream::DecompressArgs, walk::args::WalkArgs},
    process::exit::Exit,
    reading::choose,
    report::{
        diagnostics::{Out, Report, Silent},
        github::Github,
        human::Human,
        json::Json,
        list::{Counts, Names},
        progress::ProgressArgs,
        records::{Brief, Form, Records},
        sarif::{Sarif, rules},
        summary::SoFar,
    },
    rules::RulesArgs,
};

/// Check that text is well-formed, and explain each error
///
/// Finds all ill-formed sequences in one pass. Each is reported with its position, its bytes, its
/// kind, and the character that was meant. In directories, hidden files, binary files and files in
/// .gitignore are skipped.
///
/// A file in a directory that looks like UTF-16 or UTF-32 but has no BOM is not checked and does not
/// change the exit status. The report names it. Use --candidates to check it, or --fail-unchecked.
///
/// Exit status: 0 if all text is well-formed, 1 if there are findings, 2 if a file could not be
/// read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto` uses the BOM, or UTF-8 if there is none
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    pub from: String,
    #[command(flatten)]
    pub labels: encoding::LabelArgs,
    #[command(flatten)]
    pub reading: reading::ReadingArgs,
    #[command(flatten)]
    pub choice: choose::LineChoiceArgs,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    max_findings: LimitArgs,
    /// Print only the names of files with findings
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "count"])]
    pub(super) files_with_errors: bool,
    /// Print only the number of findings of each file
    #[arg(short, long, overrides_with_all = ["quiet", "files_with_errors"])]
    pub(super) count: bool,
    /// Print nothing; only set the exit status
    #[arg(short, long, overrides_with_all = ["count", "files_with_errors"])]
    pub quiet: bool,
    /// Exit with 1 if a file was not checked. Without a value, only files count that look like UTF-16
    /// or UTF-32 without a BOM
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub(super) fail_unchecked: Option<Unchecked>,
    /// Print only the numbers of lines with findings, or the lines themselves. In the lines, `\xNN`
    /// replaces bytes that are ill-formed or not safe for a terminal
    #[arg(
        long,
        value_name = "AS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "numbers"
    )]
    pub(super) lines: Option<Lines>,
    #[command(flatten)]
    pub fields: FieldsArgs,
    /// Check the names of files and directories instead of their content: names must be UTF-8 in
    /// NFC. With -f, also show what other names mean in that encoding
    #[arg(long)]
    pub names: bool,
    #[command(flatten)]
    pub receiver: ReceiverArgs,
    /// Accept the findings in FILE, the output of an earlier run with `--format json`. A finding is
    /// accepted if it has the same file, kind and bytes, at most as often as in FILE
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub gate: GateArgs,
    #[command(flatten)]
    pub walk: WalkArgs,
    #[command(flatten)]
    pub decompress: DecompressArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    /// Files and directories; `-` or no PATH is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// The skipped files that are a failure of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unchecked {
    /// Files that look like UTF-16 or UTF-32 without a BOM
    Text,
    /// Files that look like UTF-16 or UTF-32, and binary files
    All,
}

/// The output of `--lines`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lines {
    /// Line numbers
    Numbers,
    /// Escaped lines
    Text,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people, in the style of compilers
    Human,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
}

impl Args {
    /// Creates the report to `out` about one file or all files. `compressed` means that the text
    /// was decompressed.
    pub fn report<'o>(
        &self,
        out: impl Out + 'o,
        coloured: bool,
        compressed: bool,
    ) -> Box<dyn Report + 'o> {
        match self.format {
            _ if self.quiet => Box::new(Silent),
            _ if self.count => Box::new(Counts::new(out, self.walk.null)),
            _ if self.files_with_errors => Box::new(Names::new(out, self.walk.null)),
            Format::Human => Box::new(Human::new(out, coloured, self.limit().is_default)),
            Format::Json => Box::new(Json::new(out)),
            Format::Sarif => Box::new(Sarif::new(out).compressed(compressed)),
            Format::Github => Box::new(Github::new(out)),
        }
    }

    /// Opens the output of the report, unless nothing is printed.
    pub fn records(&self) -> io::Result<Option<Records>> {
        if self.quiet {
            return Ok(None);
        }
        let brief =
            Brief { names: self.files_with_errors, null: self.walk.null, count: self.count };
        let form = match self.format {
            Format::Sarif => Form::Document("utf", rules()),
            Format::Github => Form::Annotations,
            _ => Form::Lines,
        };
        Records::on_files(&brief, form).map(Some)
    }

    /// Returns `true` if a program reads the output. Then even a failed run must print a complete
    /// report.
    pub fn is_document(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif) && self.is_detailed()
    }

    /// Sets the last record of the JSON report to `out`, in case a signal ends the run. It contains
    /// the totals in `so_far` and the numbers of skipped entries in `passed`.
    pub fn end_at_interruption(
        &self,
        out: &Records,
        so_far: &Arc<SoFar>,
        passed: Option<Arc<Skips>>,
    ) {
        if !self.is_document() || self.format != Format::Json {
            return;
        }
        let so_far = Arc::clone(so_far);
        out.at_interruption(move |reported| {
            let mut summary = so_far.sum().clone();
            summary.interrupted = true;
            summary.unreported = summary.findings.saturating_sub(reported);
            summary.passed = passed.map(|passed| passed.numbers()).unwrap_or_default();
            let mut line = Vec::new();
            // Writing to memory cannot fail.
            let _ = Json::new(&mut line).finish(&summary);
            line
        });
    }

    /// Returns `true` if the command checks stdin.
    pub fn reads_standard_input(&self) -> bool {
        let names_nothing = self.paths.is_empty() && !self.walk.has_list();
        let is_asked = self.gate.is_asked();
        !is_asked && (names_nothing || self.paths.iter().any(|path| path.as_os_str() == "-"))
    }

    /// Returns the number of bytes to read, if it can be known.
    pub fn bytes(&self) -> Option<u64> {
        if self.decompress.decompress || self.gate.is_asked() {
            None
        } else {
            self.walk.bytes(&self.paths)
        }
    }

    /// Returns `true` if findings are reported one by one.
    pub fn is_detailed(&self) -> bool {
        !(self.quiet || self.count || self.files_with_errors)
    }

    /// Returns `true` if the report names each file with findings.
    pub fn names_all_files(&self) -> bool {
        self.is_detailed() && self.format == Format::Human
    }

    /// Returns the limit of the findings that are reported.
    pub fn limit(&self) -> Limit {
        if self.is_detailed() {
            self.max_findings.limit(self.format == Format::Human)
        } else {
            Limit::NONE
        }
    }

    /// Returns the exit status for a file with this `content`, which was not checked.
    pub fn skipped(&self, content: Content) -> Exit {
        match (self.fail_unchecked, content) {
            (Some(Unchecked::Text), Content::NoBom(_)) => Exit::Found,
            (Some(Unchecked::All), Content::NoBom(_) | Content::Binary) => Exit::Found,
            _ => Exit::Well,
        }
    }

    /// Returns `true` if the first error of a file is enough.
    pub fn stops_at_first(&self) -> bool {
        self.quiet || self.files_with_errors
    }
}
