//! `utf check`: is it well-formed, and where is it not, and why.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;

use crate::{
    diagnose::{Diagnoser, events},
    encoding,
    exit::Exit,
    input::{self, Entry, Operand},
    render::{FileSummary, Human, Json, Report, Silent, Summary},
    terminal,
    trouble::Trouble,
};

/// Check that text is well-formed; say where it is not, and why
///
/// Names every ill-formed sequence in one pass, each with its place, its octets, its kind and the
/// character that was meant. Folders are walked, without what .gitignore names, hidden files and
/// binary files.
///
/// Exit status: 0 if all is well-formed, 1 if something is not, 2 if something could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto`: what a signature says, else UTF-8
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = encoding::parse_from)]
    from: encoding::From,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Report so many ill-formed sequences of a file at most; all are counted
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_errors: u64,
    /// Print only the names of files with ill-formed text
    #[arg(short = 'l', long, conflicts_with_all = ["quiet", "count"])]
    files_with_errors: bool,
    /// Print only how many ill-formed sequences each file has
    #[arg(short, long, conflicts_with = "quiet")]
    count: bool,
    /// Print nothing; the exit status tells
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    walk: input::WalkArgs,
    /// Files and folders; `-` or none is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// How findings are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As a compiler gives them
    Human,
    /// One JSON object a line
    Json,
}

/// Checks the operands.
pub fn run(args: Args) -> Exit {
    let mut check =
        Check { report: args.report(), args, summary: Summary::default(), exit: Exit::Well };
    let done = check.operands().and_then(|()| check.report.finish(&check.summary));
    match done {
        Ok(()) => check.exit,
        Err(error) => terminal::output_failed(&error, check.exit),
    }
}

impl Args {
    fn report(&self) -> Box<dyn Report> {
        let out = BufWriter::new(io::stdout().lock());
        match self.format {
            _ if self.quiet || self.count || self.files_with_errors => Box::new(Silent),
            Format::Human => Box::new(Human::new(out, terminal::colours(false))),
            Format::Json => Box::new(Json::new(out)),
        }
    }

    /// Whether one mistake is all that need be known of a file.
    fn first_only(&self) -> bool {
        self.quiet || self.files_with_errors
    }
}

/// A run of the command. Its errors are those of writing the report.
struct Check {
    args: Args,
    report: Box<dyn Report>,
    summary: Summary,
    exit: Exit,
}

impl Check {
    fn operands(&mut self) -> io::Result<()> {
        for operand in Operand::of(&self.args.paths) {
            for entry in operand.entries(&self.args.walk) {
                match entry {
                    Ok(Entry::Text(operand)) => self.operand(&operand)?,
                    Ok(Entry::Binary(path)) => {
                        self.summary.binary += 1;
                        self.report.binary(&path)?;
                    }
                    Err(trouble) => self.trouble(&trouble),
                }
            }
        }
        Ok(())
    }

    fn trouble(&mut self, trouble: &Trouble) {
        self.summary.trouble += 1;
        self.exit = self.exit.max(trouble.report());
    }

    fn operand(&mut self, operand: &Operand) -> io::Result<()> {
        let mut reader = match operand.open() {
            Ok(reader) => reader,
            Err(trouble) => {
                self.trouble(&trouble);
                return Ok(());
            }
        };
        let most = self.args.max_errors;
        let mut diagnoser = Diagnoser::new(operand.path(), &mut *self.report, most)
            .first_only(self.args.first_only());
        let read = events::read(&mut *reader, self.args.from, &mut diagnoser);
        let file = diagnoser.finish(read.as_ref().copied().unwrap_or_default())?;
        self.file(operand.path(), &file)?;
        if let Err(error) = read {
            self.trouble(&Trouble::with(&operand.name(), &error));
        }
        Ok(())
    }

    /// Takes in what was found in one file.
    fn file(&mut self, path: &Path, file: &FileSummary) -> io::Result<()> {
        self.summary.add(file);
        self.summary.unreported += file.findings.saturating_sub(self.args.max_errors);
        if file.findings > 0 {
            self.exit = self.exit.max(Exit::Found);
        }
        let name = crate::shown::path(path);
        if self.args.count {
            writeln!(io::stdout(), "{name}:{}", file.findings)?;
        } else if self.args.files_with_errors && file.findings > 0 {
            writeln!(io::stdout(), "{name}")?;
        }
        self.report.file(path, file)
    }
}
