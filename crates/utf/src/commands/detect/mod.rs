//! `utf detect`: finds the encoding of files and gives the evidence.

mod columns;
pub mod report;
mod totals;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::ValueEnum;
use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};
use utfkit_text::detect::{Detection, Verdict};

use super::each_file::{self, Message};
use crate::{
    args::{encoding, size, vocabulary::Vocabulary},
    files::{compressed::method::Method, reading::CountingSource},
    input::{self, files::FoundFile, operand::Operand},
    process::{counters::Counters, exit::Exit, names::counted, problem::Problem, terminal},
    reading::{
        choose::confidence,
        detection::{detector, read_by},
    },
    report::{
        github::Github,
        progress::ProgressArgs,
        records::Records,
        remark::Remarks,
        sarif::{self, Sarif},
    },
    threads::outbox::Hand,
};
use columns::{Columns, Observed};
use report::Names;
use totals::Totals;

/// Detect the encodings of files, and show the evidence
///
/// A BOM or well-formed UTF-8 proves an encoding. Otherwise, the likeliest one is shown. Each file
/// is read completely, except binary data of a known type. In directories, hidden files and files
/// in .gitignore are skipped.
///
/// An encoding that is only likely can be wrong. Other commands use it only if you pass it to `-f`,
/// or if you let `convert --guess` choose.
///
/// Exit status: 0 if all files are binary data or have a known encoding, 1 if some do not, 2 if a
/// file could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human", overrides_with = "brief")]
    format: Format,
    /// Print only the encodings, one per line: `binary` for binary data, `unknown` if there is none
    #[arg(short, long, overrides_with = "format")]
    brief: bool,
    /// Print only a table of the encodings, with the number of files
    #[arg(long, conflicts_with_all = ["brief", "format"])]
    summary: bool,
    /// List each file, even in a long report. By default, a long report on a directory only counts
    /// files in US-ASCII and UTF-8, and binary data
    #[arg(short, long)]
    all: bool,
    /// List only text that is not in these encodings. US-ASCII is part of UTF-8. The exit status is
    /// 1 if there is such text
    #[arg(long, value_name = "ENC", value_delimiter = ',')]
    not: Vec<String>,
    /// Report an encoding that is only likely as unknown if its confidence, from 0 to 1, is below P
    #[arg(long, value_name = "P", value_parser = confidence)]
    min_confidence: Option<u32>,
    /// Print the names that encodings have in a registry, a program or a database: `cp1252` for
    /// Python, `1252` for Windows. `-` is an encoding that has no name there. In JSON, the name is
    /// `label`
    #[arg(long, value_name = "SET")]
    label_set: Option<Vocabulary>,
    /// Read at most N bytes of each file; K, M and G are 1024, 1024² and 1024³
    #[arg(long, value_name = "N", value_parser = size::at_least::<1>)]
    sample: Option<u64>,
    #[command(flatten)]
    pub(super) decompress: input::stream::DecompressArgs,
    #[command(flatten)]
    walk: input::walk::args::WalkArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Files and directories; `-` or no PATH is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per file, and one per part
    Human,
    /// Columns, separated by tabs: name, encoding, confidence, language, line ends (`lf`, `crlf`,
    /// `cr`, `mixed`, `none`), and `bom` if there is one; `-` is unknown
    Tsv,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
}

impl Args {
    /// Opens the output of formats for programs.
    fn records(&self) -> io::Result<Option<Records>> {
        match self.format {
            _ if self.brief => Ok(None),
            Format::Human | Format::Tsv => Ok(None),
            Format::Json => Records::standard().map(Some),
            Format::Github => Ok(Some(Records::standard()?.annotations())),
            Format::Sarif => Ok(Some(Records::standard()?.document("utf detect", sarif::rules()))),
        }
    }

    /// Returns the encodings of `--not`.
    fn known(&self) -> Result<Vec<Encoding>, Problem> {
        let parse = |label: &String| encoding::parse("--not", label, LabelSet::Iana);
        self.not.iter().map(|label| parse(label).map(Label::encoding)).collect()
    }

    /// Returns the number of bytes to read, if it can be known.
    fn bytes(&self) -> Option<u64> {
        if self.decompress.decompress { None } else { self.walk.bytes(&self.paths) }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let progress = args.progress.start(args.bytes(), false);
    // Files that look binary are included, because UTF-16 without a BOM looks binary too.
    let records = match args.records() {
        Ok(records) => records,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let known = match args.known() {
        Ok(known) => known,
        Err(problem) => return problem.report(),
    };
    let totals = Mutex::new(Totals::default());
    let names = Names(args.label_set.filter(|_| args.format != Format::Json));
    let has_tree = AtomicBool::new(args.summary);
    let done = each_file::each(
        &args.walk,
        &args.paths,
        records,
        args.format == Format::Human && !args.brief,
        || (),
        |found, (), out| {
            has_tree.fetch_or(found.walked, Ordering::Relaxed);
            let seen = detect(&found.operand, args, progress.counters());
            let seen = seen?;
            if !(args.summary && is_excluded(&known, &seen.detection)) {
                totals.lock().unwrap_or_else(PoisonError::into_inner).add(&seen.detection, names);
            }
            Ok(one(args, &known, found, &seen, out))
        },
    );
    let exit = done.exit;
    let is_table = (args.summary || known.is_empty() && has_tree.into_inner())
        && args.format == Format::Human
        && !args.brief;
    if args.brief || !(is_table || args.format == Format::Json) {
        return exit;
    }
    let mut totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    totals.sum.failures = done.failures.max(u64::from(exit == Exit::Failure));
    let told = terminal::output().and_then(|mut out| {
        if done.left_out > 0 {
            let files = counted(done.left_out, "more file");
            writeln!(out, "{files} not listed; `--all` lists them")?;
        }
        if is_table {
            totals.table(&mut out, &done.passed)?
        } else {
            totals.json(&mut out)?
        }
        out.flush()
    });
    match told {
        Ok(()) => exit,
        Err(error) => terminal::output_failed(&error, exit),
    }
}

/// Returns `true` if a text with this `detection` is in one of the encodings of `--not`, or is not
/// text.
fn is_excluded(known: &[Encoding], detection: &Detection) -> bool {
    let (verdict, encoding) = (detection.verdict(), detection.encoding());
    let is_utf8 = matches!(encoding, Some(Encoding::Utf8 | Encoding::UsAscii));
    let is_known = encoding.is_some_and(|encoding| {
        known.contains(&encoding)
            || (encoding == Encoding::UsAscii && known.contains(&Encoding::Utf8))
    });
    // Only well-formed text is UTF-8.
    let is_known = is_known && (!is_utf8 || verdict == Verdict::Proven);
    !known.is_empty() && (is_known || verdict == Verdict::Binary)
}

/// Reports a file. Returns the exit status for it.
fn one(
    args: &Args,
    known: &[Encoding],
    found: &FoundFile,
    seen: &Seen,
    hand: &mut Hand<'_, Message>,
) -> Exit {
    let verdict = seen.detection.verdict();
    let encoding = seen.detection.encoding();
    if is_excluded(known, &seen.detection) {
        return Exit::Well;
    }
    if !args.summary {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = write(&mut text, args, &found.operand, seen);
        let is_usual = matches!(encoding, Some(Encoding::UsAscii | Encoding::Utf8))
            || verdict == Verdict::Binary;
        let limited = found.walked && args.format == Format::Human && !args.brief && !args.all;
        hand.note(if limited {
            Message::Listed { text, is_usual }
        } else {
            Message::Printed(text)
        });
    }
    if verdict == Verdict::Unknown || !known.is_empty() { Exit::Found } else { Exit::Well }
}

fn write(out: &mut impl Write, args: &Args, operand: &Operand, seen: &Seen) -> io::Result<()> {
    let names = Names(args.label_set);
    let (name, path) = (&*operand.name(), operand.path());
    match args.format {
        _ if args.brief => report::brief(out, &seen.detection, names),
        Format::Tsv => match &seen.columns {
            Some(columns) => columns.write(out, name, &seen.detection, names),
            None => Ok(()),
        },
        Format::Human => report::human(out, (name, path), seen, names),
        Format::Json => report::json(out, path, seen, names),
        Format::Sarif => Sarif::new(out).result(&report::remark(path, seen, names)),
        Format::Github => Github::new(out).remark(&report::remark(path, seen, names)),
    }
}

/// The results for a file.
struct Seen {
    detection: Detection,
    /// The compression format if the file was decompressed.
    method: Option<Method>,
    /// The other columns, if they are shown.
    columns: Option<Columns>,
}

/// Returns the encoding of `operand`, based on the complete file or a sample.
fn detect(operand: &Operand, args: &Args, counters: &Counters) -> Result<Seen, Problem> {
    let stream = operand.open(args.decompress)?;
    let method = stream.method();
    let source = CountingSource { source: stream, counters };
    let detector = || detector(operand.path());
    let (detection, columns) = if args.format == Format::Tsv && !args.brief {
        let mut source = Observed::new(source);
        (read_by(detector(), &mut source, args.sample), Some(source.columns()))
    } else {
        (read_by(detector(), &mut { source }, args.sample), None)
    };
    counters.file();
    let detection = detection.map_err(|error| Problem::with(&operand.name(), &error))?;
    let detection = match args.min_confidence {
        Some(percent) => detection.at_least(percent as f32 / 100.0),
        None => detection,
    };
    Ok(Seen { detection, method, columns })
}
