//! `utf detect`: finds the encoding of files and gives the evidence.

pub mod report;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use clap::ValueEnum;
use utfkit_text::detect::{Detection, Verdict};

use super::each_file;
use crate::{
    args::size,
    files::{compressed::method::Method, reading::CountingSource},
    input::{self, operand::Operand},
    process::{counters::Counters, exit::Exit, problem::Problem, terminal},
    reading::detection::read,
    report::{
        github::Github,
        progress::ProgressArgs,
        records::Records,
        remark::Remarks,
        sarif::{self, Sarif},
    },
};
use report::Totals;

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
            Format::Human => Ok(None),
            Format::Json | Format::Github => Records::standard().map(Some),
            Format::Sarif => Ok(Some(Records::standard()?.document("utf detect", sarif::rules()))),
        }
    }

    /// Returns the number of bytes to read, if it can be known.
    fn bytes(&self) -> Option<u64> {
        match self.decompress.decompress {
            true => None,
            false => self.walk.bytes(&self.paths),
        }
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
    let totals = Mutex::new(Totals::default());
    let count = |detection: &Result<(Detection, Option<Method>), Problem>| {
        let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
        match detection {
            Ok((detection, _)) => {
                totals.files += 1;
                totals.binary += u64::from(detection.verdict() == Verdict::Binary);
                totals.unknown += u64::from(detection.verdict() == Verdict::Unknown);
            }
            Err(_) => totals.failures += 1,
        }
    };
    let exit = each_file::each(
        &args.walk,
        &args.paths,
        records,
        || (),
        |found, (), out| {
            let detection = detect(&found.operand, args, progress.counters());
            count(&detection);
            let (detection, method) = detection?;
            // An error here means that the output is closed. The pool knows that already.
            let _ = write(out, args, &found.operand, &detection, method);
            Ok(if detection.verdict() == Verdict::Unknown { Exit::Found } else { Exit::Well })
        },
    );
    if args.brief || args.format != Format::Json {
        return exit;
    }
    let mut totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A failure to find any file is not in the totals yet.
    totals.failures = totals.failures.max(u64::from(exit == Exit::Failure));
    let told = terminal::output().and_then(|mut out| {
        report::summary(&mut out, totals)?;
        out.flush()
    });
    match told {
        Ok(()) => exit,
        Err(error) => terminal::output_failed(&error, exit),
    }
}

fn write(
    out: &mut impl Write,
    args: &Args,
    operand: &Operand,
    detection: &Detection,
    method: Option<Method>,
) -> io::Result<()> {
    match args.format {
        _ if args.brief => report::brief(out, detection),
        Format::Human => report::human(out, (&operand.name(), operand.path()), detection, method),
        Format::Json => report::json(out, operand.path(), detection, method),
        Format::Sarif => Sarif::new(out).result(&report::remark(operand.path(), detection)),
        Format::Github => Github::new(out).remark(&report::remark(operand.path(), detection)),
    }
}

/// Returns the encoding of `operand`, based on the complete file or a sample, and the compression
/// format if it was decompressed.
fn detect(
    operand: &Operand,
    args: &Args,
    counters: &Counters,
) -> Result<(Detection, Option<Method>), Problem> {
    let stream = operand.open(args.decompress)?;
    let method = stream.method();
    let detection = read(&mut CountingSource { source: stream, counters }, args.sample);
    counters.file();
    let detection = detection.map_err(|error| Problem::with(&operand.name(), &error))?;
    Ok((detection, method))
}
