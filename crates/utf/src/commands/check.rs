//! `utf check`: is it well-formed, and where is it not, and why.

use std::{io, path::PathBuf};

use clap::ValueEnum;

use crate::{
    choice::{self, Candidates},
    diagnose::{Diagnoser, events},
    encoding,
    exit::Exit,
    input::{self, Entry, Operand},
    render::{Counts, FileSummary, Human, Json, Names, Report, Silent, Summary},
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
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    #[command(flatten)]
    reading: encoding::ReadingArgs,
    #[command(flatten)]
    choice: choice::ChoiceArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Report so many ill-formed sequences of a file at most; all are counted
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_errors: u64,
    /// Print only the names of files with ill-formed text
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "count"])]
    files_with_errors: bool,
    /// Print only how many ill-formed sequences each file has
    #[arg(short, long, overrides_with_all = ["quiet", "files_with_errors"])]
    count: bool,
    /// Print nothing; the exit status tells
    #[arg(short, long, overrides_with_all = ["count", "files_with_errors"])]
    quiet: bool,
    /// With -l and -c, print names exactly as they are, each with a NUL behind it
    #[arg(short = '0', long)]
    null: bool,
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
    let from = match encoding::From::parse("-f", &args.from, args.labels.label_set) {
        Ok(from) => from,
        Err(trouble) => return trouble.report(),
    };
    if let Err(trouble) = args.reading.check(from) {
        return trouble.report();
    }
    let report = match args.report() {
        Ok(report) => report,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let candidates = match args.choice.candidates(from, args.labels.label_set) {
        Ok(candidates) => candidates,
        Err(trouble) => return trouble.report(),
    };
    let mut check =
        Check { report, args, from, candidates, summary: Summary::default(), exit: Exit::Well };
    let done = check.operands().and_then(|()| check.report.finish(&check.summary));
    match done {
        Ok(()) => check.exit,
        Err(error) => terminal::output_failed(&error, check.exit),
    }
}

impl Args {
    fn report(&self) -> io::Result<Box<dyn Report>> {
        if self.quiet {
            return Ok(Box::new(Silent));
        }
        let out = terminal::output()?;
        Ok(match self.format {
            _ if self.count => Box::new(Counts::new(out, self.null)),
            _ if self.files_with_errors => Box::new(Names::new(out, self.null)),
            Format::Human => Box::new(Human::new(out, terminal::colours(false))),
            Format::Json => Box::new(Json::new(out)),
        })
    }

    /// How many mistakes of a file are reported.
    fn most_reported(&self) -> u64 {
        match self.quiet || self.count || self.files_with_errors {
            true => 0,
            false => self.max_errors,
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
    from: encoding::From,
    candidates: Option<Candidates>,
    report: Box<dyn Report>,
    summary: Summary,
    exit: Exit,
}

impl Check {
    fn operands(&mut self) -> io::Result<()> {
        for operand in Operand::of(&self.args.paths) {
            for entry in operand.entries(&self.args.walk, self.from) {
                match entry {
                    Ok(Entry::Text(operand)) => self.operand(&operand)?,
                    Ok(Entry::Binary(path)) => {
                        self.summary.binary += 1;
                        self.report.binary(&path)?;
                    }
                    Err(trouble) => self.trouble(&trouble)?,
                }
            }
        }
        Ok(())
    }

    /// Says what went wrong, behind what was found before it.
    fn trouble(&mut self, trouble: &Trouble) -> io::Result<()> {
        let flushed = self.report.flush();
        self.summary.trouble += 1;
        self.exit = self.exit.max(trouble.report());
        flushed
    }

    fn operand(&mut self, operand: &Operand) -> io::Result<()> {
        let mut file = match operand.open_file() {
            Ok(file) => file,
            Err(trouble) => return self.trouble(&trouble),
        };
        let mut from = self.from;
        let by_line = self.candidates.as_ref().filter(|candidates| candidates.by_line);
        if let Some(candidates) = self.candidates.as_ref().filter(|candidates| !candidates.by_line)
        {
            let chosen = match candidates.choose(file, self.args.reading.signature()) {
                Ok(chosen) => chosen,
                Err(error) => return self.trouble(&Trouble::with(&operand.name(), &error)),
            };
            if self.args.most_reported() > 0 {
                choice::tell(&operand.name(), chosen.label.encoding());
            }
            (file, from) = (chosen.file, encoding::From::Known(chosen.label));
        }
        let most = self.args.most_reported();
        let mut diagnoser = Diagnoser::new(operand.path(), &mut *self.report, most)
            .first_only(self.args.first_only());
        let read = events::read(&mut file, from, self.args.reading, by_line, &mut diagnoser);
        let (mut file, reported) = diagnoser.finish();
        file.chosen = self.candidates.is_some();
        // What cannot be read at all is no file that was checked.
        if read.is_ok() || file.octets > 0 {
            self.count(&file);
            reported?;
            self.report.file(operand.path(), &file)?;
        }
        match read {
            Ok(()) => Ok(()),
            Err(error) => self.trouble(&Trouble::with(&operand.name(), &error)),
        }
    }

    /// Takes in what was found in one file.
    fn count(&mut self, file: &FileSummary) {
        self.summary.add(file);
        self.summary.unreported += file.findings.saturating_sub(self.args.max_errors);
        if file.findings > 0 {
            self.exit = self.exit.max(Exit::Found);
        }
    }
}
