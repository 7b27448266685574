//! `utf audit`: what in a text is not what it seems to be.

mod annotate;
mod auditor;
mod bidi;
mod mojibake;
mod neighbours;
mod observation;
mod policy;
mod report;
mod stream;
mod words;

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use utfkit::{
    Encoding,
    audit::{Rule, Severity},
};

use self::{
    annotate::Annotate,
    auditor::Auditor,
    observation::Observation,
    policy::Policy,
    report::{Human, Json, List, Report, Silent, Summary},
    stream::{Audit, Listener},
};
use crate::{
    encoding,
    exit::Exit,
    gate::{Change, GateArgs},
    input::{Counted, Found, Nature, WalkArgs},
    progress::{Progress, ProgressArgs},
    render::{Document, Github, Sarif},
    source, terminal,
    trouble::Trouble,
};

/// Find what in a text is not what it seems to be
///
/// Controls that change the order of what is seen, characters that are not seen, text hidden in tags and
/// variation selectors, escape sequences of terminals, overlong forms and what they hide, words that look
/// like others, several spellings of one word. Emoji, flags, joiners where scripts need them, and closed
/// isolates in Hebrew and Arabic pass.
///
/// --deny and --allow take codes, classes (`--list` lists them), and code points as U+202A..U+202E, several with
/// commas between; a file `utf-audit.toml` in the operand's folder or above it, in the same repository, has the
/// same as lists `deny` and `allow`, and `fail-on`. The last that is about a finding counts.
///
/// Exit status: 0 if nothing was found that is as bad as --fail-on says, 1 if something was, 2 if something could
/// not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto`: what a signature says, else UTF-8
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    /// Report it, as an error or as bad as is said
    #[arg(long, value_name = "WHAT[=SEVERITY]")]
    deny: Vec<String>,
    /// Say nothing about it; counts before what --deny says
    #[arg(long, value_name = "WHAT")]
    allow: Vec<String>,
    /// What makes the exit status 1, and is listed and counted by -l and -c [default: warning]
    #[arg(long, value_name = "SEVERITY", value_parser = policy::severity)]
    fail_on: Option<Severity>,
    /// The least that is shown
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = policy::severity)]
    show: Severity,
    /// The file that says what is denied and allowed, instead of `utf-audit.toml`
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Heed no `utf-audit.toml`
    #[arg(long)]
    no_config: bool,
    /// List codes, classes and severities
    #[arg(long)]
    list: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Report so many findings of a file at most; all are counted
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_findings: u64,
    /// Print only the names of files with findings
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "count"])]
    files_with_findings: bool,
    /// Print only how many findings each file has
    #[arg(short, long, overrides_with_all = ["quiet", "files_with_findings"])]
    count: bool,
    /// Print nothing; the exit status tells
    #[arg(short, long, overrides_with_all = ["count", "files_with_findings"])]
    quiet: bool,
    #[command(flatten)]
    gate: GateArgs,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    progress: ProgressArgs,
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
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// Audits the operands.
pub fn run(args: Args) -> Exit {
    let from = match encoding::From::parse("-f", &args.from, args.labels.label_set) {
        Ok(from) => from,
        Err(trouble) => return trouble.report(),
    };
    if args.list {
        return match terminal::output().and_then(|mut out| list(&mut out)) {
            Ok(()) => Exit::Well,
            Err(error) => terminal::output_failed(&error, Exit::Well),
        };
    }
    // What is wrong with the arguments is told before anything is read.
    if let Err(trouble) = args.policy(Path::new("-")) {
        return trouble.report();
    }
    let report = match args.report() {
        Ok(report) => report,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let total = if args.gate.is_asked() { None } else { args.walk.octets(&args.paths) };
    let progress = args.progress.start(total, args.quiet);
    let (summary, exit) = (Summary::default(), Exit::Well);
    let mut run = Run { args, from, report, summary, exit, progress };
    match run.operands().and_then(|()| run.report.finish(&run.summary)) {
        Ok(()) => run.exit,
        Err(error) => terminal::output_failed(&error, run.exit),
    }
}

/// Prints the rules, class by class.
fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:24}{:20}{:10}what", "code", "class", "severity")?;
    for rule in Rule::ALL {
        let description = rule.description();
        let (class, severity) = (description.class.name(), description.severity.name());
        writeln!(out, "{:24}{class:20}{severity:10}{}", description.code, description.title)?;
    }
    out.flush()
}

impl Args {
    fn report(&self) -> io::Result<Box<dyn Report>> {
        if self.quiet {
            return Ok(Box::new(Silent));
        }
        let out = terminal::output()?;
        Ok(match self.format {
            _ if self.count || self.files_with_findings => {
                Box::new(List::new(out, self.count, self.walk.null))
            }
            Format::Human => Box::new(Human::new(out, terminal::colours(false))),
            Format::Json => Box::new(Json::new(out)),
            Format::Github => Box::new(Annotate(Github::new(out))),
            Format::Sarif => {
                let document = Document::new(out, "utf audit", annotate::rules());
                Box::new(Annotate(Sarif::new(document)))
            }
        })
    }

    /// Whether findings are reported one by one.
    fn speaks(&self) -> bool {
        !self.quiet && !self.count && !self.files_with_findings
    }

    /// What is denied and allowed in `operand`: the configuration first, then what the options say.
    fn policy(&self, operand: &Path) -> Result<Policy, Trouble> {
        let mut policy = Policy::default();
        let found = match (&self.config, self.no_config || operand.as_os_str() == "-") {
            (Some(config), _) => Some(config.clone()),
            (None, true) => None,
            // An operand that is not there is told when it is opened.
            (None, false) => policy::find(operand).unwrap_or_default(),
        };
        if let Some(config) = found {
            policy.read(&config)?;
        }
        let said = |words: String| Trouble::new(words);
        self.deny.iter().try_for_each(|one| policy.deny(one)).map_err(said)?;
        self.allow.iter().try_for_each(|one| policy.allow(one)).map_err(said)?;
        policy.fail_on = self.fail_on.or(policy.fail_on);
        Ok(policy)
    }
}

/// A run of the command. Its errors are those of writing the report.
struct Run {
    args: Args,
    from: encoding::From,
    report: Box<dyn Report>,
    summary: Summary,
    exit: Exit,
    progress: Progress,
}

impl Run {
    fn operands(&mut self) -> io::Result<()> {
        let paths = std::mem::take(&mut self.args.paths);
        // Each operand has a configuration of its own; what a list or git names, that of where we are.
        let named = self.args.walk.has_list() || self.args.gate.is_asked();
        if named || paths.is_empty() {
            let here = if named { Path::new(".") } else { Path::new("-") };
            return self.group(&paths, here);
        }
        paths.iter().try_for_each(|path| self.group(std::slice::from_ref(path), path))
    }

    /// Audits what `paths` lead to, with the configuration that is about `operand`.
    fn group(&mut self, paths: &[PathBuf], operand: &Path) -> io::Result<()> {
        let policy = self.args.policy(operand);
        let change = |policy| Ok((policy, self.args.gate.files(&self.args.walk, paths)?));
        let (policy, Change { files, copies: _copies }) = match policy.and_then(change) {
            Ok(opened) => opened,
            Err(trouble) => return self.trouble(&trouble),
        };
        for found in files {
            match found {
                Ok(found) => self.operand(&found, &policy)?,
                Err(trouble) => self.trouble(&trouble)?,
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

    fn operand(&mut self, found: &Found, policy: &Policy) -> io::Result<()> {
        let operand = &found.operand;
        let walked = found.walked || self.args.gate.skip_binary;
        let (file, from) = match open(found, walked, self.from) {
            Ok(Some(opened)) => opened,
            Ok(None) => {
                self.summary.binary += 1;
                return self.report.skipped(operand.path(), Nature::Binary);
            }
            Err(trouble) => return self.trouble(&trouble),
        };
        let mut file = Counted { source: file, counters: self.progress.counters() };
        let speaks = self.args.speaks();
        let mut sink = Sink {
            path: operand.path(),
            report: &mut *self.report,
            summary: &mut self.summary,
            encoding: Encoding::Utf8,
            fail_on: policy.fail_on.unwrap_or(Severity::Warning),
            show: self.args.show,
            room: if speaks { self.args.max_findings } else { 0 },
            satisfied_by_one: !speaks && !self.args.count,
            findings: 0,
            failed: None,
        };
        let auditor = Auditor::new(policy, speaks && self.args.format == Format::Human);
        let (octets, ended) = stream::read(&mut file, from, Audit { auditor, listener: &mut sink });
        let (findings, failed) = (sink.findings, sink.failed);
        if findings > 0 {
            self.exit = self.exit.max(Exit::Found);
            self.summary.files_found += 1;
        }
        if let Some(error) = failed {
            return Err(error);
        }
        // What cannot be read at all is no file that was audited.
        if ended.is_ok() || octets > 0 {
            self.summary.files += 1;
            self.progress.counters().file();
            self.summary.octets += octets;
            self.report.file(operand.path(), findings)?;
        }
        match ended {
            Ok(()) => Ok(()),
            Err(error) => self.trouble(&Trouble::with(&operand.name(), &error)),
        }
    }
}

/// Opens a file, and says what it is read as; `None` if it was `walked` to and is no text.
fn open(
    found: &Found,
    walked: bool,
    from: encoding::From,
) -> Result<Option<(File, encoding::From)>, Trouble> {
    let file = found.operand.open_file()?;
    let nature = source::nature(&file, found, from);
    let nature = nature.map_err(|error| Trouble::with(&found.operand.name(), &error))?;
    Ok(nature.reading(from, walked).map(|from| (file, from)))
}

/// Takes what is found in one file.
struct Sink<'a> {
    path: &'a Path,
    report: &'a mut dyn Report,
    summary: &'a mut Summary,
    encoding: Encoding,
    fail_on: Severity,
    show: Severity,
    /// How many more findings are reported.
    room: u64,
    satisfied_by_one: bool,
    /// How many were found that count.
    findings: u64,
    failed: Option<io::Error>,
}

impl Listener for Sink<'_> {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = encoding;
    }

    fn found(&mut self, seen: &Observation) {
        self.summary.count(seen.severity);
        self.findings += u64::from(seen.severity >= self.fail_on);
        if seen.severity < self.show || self.room == 0 {
            self.summary.unreported += 1;
            return;
        }
        self.room -= 1;
        if self.failed.is_none() {
            self.failed = self.report.finding(self.path, self.encoding, seen).err();
        }
    }

    fn read(&mut self) {
        if self.failed.is_none() {
            self.failed = self.report.flush().err();
        }
    }

    fn is_satisfied(&self) -> bool {
        self.failed.is_some() || (self.satisfied_by_one && self.findings > 0)
    }
}
