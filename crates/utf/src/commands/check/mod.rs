//! `utf check`: is it well-formed, and where is it not, and why.

pub mod baseline;
mod file;
mod lines;
mod tally;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use clap::ValueEnum;
use tempfile::TempDir;

use super::file_names::{self, NamesReport};
use crate::{
    args::{encoding, reading},
    commands::bad_lines::args::FieldsArgs,
    diagnose::{ReceiverArgs, reader::Room},
    git::change::{Change, GateArgs},
    input::{
        empty_list::ListWatch,
        files::Files,
        left_out::Skips,
        stream::DecompressArgs,
        walk::args::{Entry, WalkArgs},
    },
    process::{exit::Exit, problem::Trouble, signals, terminal},
    reading::choose,
    report::{
        diagnostics::{Report, Silent},
        github::Github,
        human::Human,
        json::Json,
        list::{Counts, Names},
        progress::ProgressArgs,
        records::{Brief, Records},
        sarif::{Sarif, rules},
        summary::{SoFar, Summary},
    },
    rules::{Rules, RulesArgs},
    threads::{idle::Spare, pool},
};
use baseline::Baseline;
use file::{Check, Hand};
use tally::Tally;
use utfkit_text::transform::normalize;

/// Check that text is well-formed; say where it is not, and why
///
/// Names every ill-formed sequence in one pass, each with its place, its bytes, its kind and the
/// character that was meant. Folders are walked, without what .gitignore names, hidden files and
/// binary files.
///
/// Exit status: 0 if all is well-formed, 1 if something is not, 2 if something could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto`: what a BOM says, else UTF-8
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    #[command(flatten)]
    reading: reading::ReadingArgs,
    #[command(flatten)]
    choice: choose::ChoiceArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Report so many ill-formed sequences of a file at most; all are counted. Unless it is given,
    /// people are shown a thousand, and programs all
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,
    /// Print only the names of files with ill-formed text
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "count"])]
    files_with_errors: bool,
    /// Print only how many ill-formed sequences each file has
    #[arg(short, long, overrides_with_all = ["quiet", "files_with_errors"])]
    count: bool,
    /// Print nothing; the exit status tells
    #[arg(short, long, overrides_with_all = ["count", "files_with_errors"])]
    quiet: bool,
    /// Print only the numbers of lines with ill-formed text, or the lines themselves, `\xNN` for
    /// each byte that is ill-formed or not fit for a terminal
    #[arg(
        long,
        value_name = "AS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "numbers"
    )]
    lines: Option<Lines>,
    #[command(flatten)]
    fields: FieldsArgs,
    /// Check the names of files and folders instead of what is in them: they must be UTF-8, in NFC.
    /// With -f, also tell what those would be that are not UTF-8
    #[arg(long)]
    names: bool,
    #[command(flatten)]
    receiver: ReceiverArgs,
    /// Accept what this file, the output of an earlier run with `--format json`, has: as many of
    /// the same kind and bytes in the same file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    gate: GateArgs,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    decompress: DecompressArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Files and folders; `-` or none is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// How lines are printed that have ill-formed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// By their numbers
    Numbers,
    /// Escaped
    Text,
}

/// How findings are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As a compiler gives them
    Human,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// Checks the operands.
pub fn run(args: Args) -> Exit {
    if let Some(lines) = args.lines {
        return lines::run(&args, lines);
    }
    if args.names {
        return names(&args);
    }
    let records = match args.records() {
        Ok(records) => records,
        Err(error) => return Trouble::with("standard output", &error).report(),
    };
    // A signal that comes early finds a report that can be ended.
    let so_far = Arc::<SoFar>::default();
    if let Some(records) = records.clone() {
        args.end_at_interruption(&records, &so_far, None);
        signals::before_end(move || records.interrupted());
    }
    let document = records.clone().filter(|_| args.is_document());
    let document = document.map(|out| (out.clone(), args.report(out, false, false)));
    match (prepare(args, records, so_far), document) {
        (Ok((check, tally, files, _copies)), _) => check_all(&check, tally, files),
        (Err(trouble), None) => trouble.report(),
        (Err(trouble), Some((records, mut report))) => {
            let summary = Summary { trouble: 1, ..Summary::default() };
            records.refused(&trouble, |_| report.finish(&summary))
        }
    }
}

/// Checks names.
fn names(args: &Args) -> Exit {
    let told = match args.format {
        _ if args.quiet => Ok(NamesReport::Nowhere),
        Format::Human => Records::standard().map(NamesReport::Human),
        Format::Json => Records::standard().map(NamesReport::Json),
        Format::Sarif => NamesReport::sarif(),
        Format::Github => NamesReport::github(),
    };
    match told {
        Ok(told) => {
            let named = ListWatch::of(&args.walk, &args.paths);
            file_names::check::check(|| entries(args), named, told)
        }
        Err(error) => Trouble::with("standard output", &error).report(),
    }
}

/// What has a name, and how names are wanted.
fn entries(args: &Args) -> Result<(Entries<'_>, file_names::Wanted), Trouble> {
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let wanted = file_names::Wanted::new(from, Some(normalize::Form::Nfc))?;
    file_names::refuse(&args.paths)?;
    let entries: Entries<'_> = match args.gate.names(&args.paths)? {
        Some((names, here)) => {
            let found = args.walk.found(names)?;
            // Whether a name is well-formed does not depend on where one stands.
            let whole = found.flat_map(move |entry| {
                let above = here.above(&entry.path).into_iter().map(Entry::named);
                above.chain([entry]).collect::<Vec<_>>()
            });
            Box::new(whole.map(Ok))
        }
        None => Box::new(args.walk.entries(&args.paths, false)?),
    };
    Ok((entries, wanted))
}

type Entries<'a> = Box<dyn Iterator<Item = Result<Entry, Trouble>> + 'a>;

/// Understands the arguments.
fn prepare(
    args: Args,
    records: Option<Records>,
    so_far: Arc<SoFar>,
) -> Result<(Check, Tally, Files, Option<TempDir>), Trouble> {
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    args.reading.check(from)?;
    let candidates = args.choice.candidates(from, args.labels.label_set)?;
    if args.receiver.receiver.is_some() && args.choice.is_by_line() {
        return Err(Trouble::new("--for does not go with --by-line"));
    }
    if args.rules.are_asked() && args.reads_standard_input() {
        return Err(Trouble::new("no rule is about standard input, which has no name")
            .hint("name the file that it is of, or leave --editorconfig and --gitattributes out"));
    }
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?.unwrap_or_default();
    let rules = Rules::open(args.rules, args.gate.staged)?;
    let Change { files, copies } = args.gate.files(&args.walk, &args.paths)?;
    let spare = Spare::new(if files.is_single() { args.walk.threads() - 1 } else { 0 });
    let progress = args.progress.start(args.bytes(), args.quiet);
    let sum = Arc::clone(&so_far);
    let tally = Tally::new(&args, records, progress.counters(), files.passed(), sum);
    let coloured = terminal::colours(false);
    let check =
        Check { args, from, candidates, baseline, rules, spare, progress, so_far, coloured };
    Ok((check, tally, files, copies))
}

fn check_all(check: &Check, tally: Tally, files: Files) -> Exit {
    let tally = Arc::new(Mutex::new(tally));
    let at_end = Arc::clone(&tally);
    signals::before_end(move || {
        at_end.lock().unwrap_or_else(PoisonError::into_inner).interrupted();
    });
    let threads = if files.is_single() { 1 } else { check.args.walk.threads() };
    let work = |job, room: &mut Room, hand: &mut Hand<'_>| check.job(job, room, hand);
    let done = pool::run(threads, files, Room::new, work, &*tally, &check.spare);
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = done {
        return terminal::report_failed(&error, tally.exit());
    }
    match tally.finish(&check.args, check.coloured) {
        Ok(()) => tally.exit(),
        // All is known, whoever reads it.
        Err(error) => terminal::output_failed(&error, tally.exit()),
    }
}

/// How many mistakes of a file people are shown: a text in another charset has one in each line,
/// each of them told in sixty times its bytes.
const READABLE: u64 = 1000;

impl Args {
    /// The report on one file, whose text may be `compressed` in it, or on all, that goes to `out`.
    fn report<'o>(
        &self,
        out: impl Write + 'o,
        coloured: bool,
        compressed: bool,
    ) -> Box<dyn Report + 'o> {
        match self.format {
            _ if self.quiet => Box::new(Silent),
            _ if self.count => Box::new(Counts::new(out, self.walk.null)),
            _ if self.files_with_errors => Box::new(Names::new(out, self.walk.null)),
            Format::Human => Box::new(Human::new(out, coloured)),
            Format::Json => Box::new(Json::new(out)),
            Format::Sarif => Box::new(Sarif::new(out).compressed(compressed)),
            Format::Github => Box::new(Github::new(out)),
        }
    }

    /// Where what is reported of all files goes, if anything is.
    fn records(&self) -> io::Result<Option<Records>> {
        if self.quiet {
            return Ok(None);
        }
        let brief =
            Brief { names: self.files_with_errors, null: self.walk.null, count: self.count };
        let document = matches!(self.format, Format::Sarif).then(|| ("utf", rules()));
        Records::on_files(&brief, document).map(Some)
    }

    /// Whether what is printed is for a program, which takes nothing at all for no report.
    fn is_document(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif)
            && !(self.quiet || self.count || self.files_with_errors)
    }

    /// Has the report that goes to `out` end with what was read so far, if a signal ends it, and
    /// with what was `passed` by.
    fn end_at_interruption(&self, out: &Records, so_far: &Arc<SoFar>, passed: Option<Arc<Skips>>) {
        if !self.is_document() || self.format != Format::Json {
            return;
        }
        let so_far = Arc::clone(so_far);
        out.at_interruption(move |told| {
            let mut summary = so_far.sum().clone();
            summary.interrupted = true;
            summary.unreported = summary.findings.saturating_sub(told);
            summary.passed = passed.map(|passed| passed.numbers()).unwrap_or_default();
            let mut line = Vec::new();
            // Writing to memory cannot fail.
            let _ = Json::new(&mut line).finish(&summary);
            line
        });
    }

    /// Whether standard input is read as text.
    fn reads_standard_input(&self) -> bool {
        let names_nothing = self.paths.is_empty() && !self.walk.has_list();
        let is_asked = self.gate.is_asked();
        !is_asked && (names_nothing || self.paths.iter().any(|path| path.as_os_str() == "-"))
    }

    /// How many bytes of text there are, if that can be known.
    fn bytes(&self) -> Option<u64> {
        if self.decompress.decompress || self.gate.is_asked() {
            None
        } else {
            self.walk.bytes(&self.paths)
        }
    }

    /// How many mistakes of a file are reported.
    fn most_reported(&self) -> u64 {
        match self.quiet || self.count || self.files_with_errors {
            true => 0,
            false => self.max_errors(),
        }
    }

    /// How many mistakes of a file a report has room for.
    fn max_errors(&self) -> u64 {
        let most = if self.format == Format::Human { READABLE } else { u64::MAX };
        self.max_errors.unwrap_or(most)
    }

    /// Whether one mistake is all that need be known of a file.
    fn first_only(&self) -> bool {
        self.quiet || self.files_with_errors
    }
}
