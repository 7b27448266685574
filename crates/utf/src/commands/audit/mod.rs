//! `utf audit`: finds text that is not what it seems to be.

mod annotate;
mod config;
mod read;
mod report;
mod sink;
mod source_code;
mod tally;
pub(super) mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, Write},
    iter,
    path::{Path, PathBuf},
    slice,
    sync::{Arc, Mutex, PoisonError},
};

use clap::ValueEnum;
use tempfile::TempDir;
use utfkit::Encoding;
use utfkit_text::audit::{Rule, Severity};
use utfkit_text::detect::Content;
use utfkit_text::diagnose::Watcher;
use utfkit_text::receivers::Receiver;

use crate::{
    args::{
        encoding,
        limit::{Limit, LimitArgs},
    },
    files::reading::{CountingSource, Source as _},
    git::change::{Change, GateArgs},
    input::{
        content, files::FoundFile, left_out::Skips, stream::DecompressArgs, walk::args::WalkArgs,
    },
    process::{exit::Exit, problem::Problem, signals, terminal},
    reading::{
        detection,
        kept::{KeepingSource, Kept},
        looks::Looks,
        sample, source,
    },
    report::{
        github::Github,
        progress::{Progress, ProgressArgs},
        records::{Brief, Form, Records},
        sarif::Sarif,
    },
    threads::{idle::Spare, job, outbox::Hand, pool},
};
use annotate::Annotate;
use audit::Policy;

use report::{Ended, Human, Json, List, Report, Rest, Silent, Summary};
use sink::Sink;
use tally::{Note, Tally};
use utfkit_text::audit::Auditor;
use utfkit_text::audit::StreamAuditor;
use utfkit_text::audit::{self, policy};
use utfkit_text::streams::block;

/// Find text that is not what it seems to be
///
/// Finds controls that change the visible order of text, invisible characters, text hidden in tags,
/// variation selectors and characters without width, escape sequences of terminals, overlong forms, words with look-alike
/// letters, several spellings of one word, and in source code, spaces that only look like U+0020.
/// Correct uses are not reported: emoji, flags, joiners in scripts that need them, and closed
/// isolates in Hebrew and Arabic.
///
/// WHAT is a list of codes, classes and code points, separated by commas, such as
/// `zero-width,U+202A..U+202E`; `--list` prints the codes and classes. A file `utf-audit.toml` can
/// contain the lists `deny` and `allow`, and `fail-on`. The first such file is used, from the
/// directory of PATH up to the top of its repository. If several entries concern a finding, the
/// last one wins: first the file, then --deny, then --allow.
///
/// Exit status: 0 if no finding reaches the severity of --fail-on, 1 if one does, 2 if a file could
/// not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto` uses the BOM, or UTF-8 if there is none
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    #[command(flatten)]
    decompress: DecompressArgs,
    /// Report WHAT, as an error or with the given severity
    #[arg(long, value_name = "WHAT[=SEVERITY]")]
    deny: Vec<String>,
    /// Do not report WHAT, even if --deny names it
    #[arg(long, value_name = "WHAT")]
    allow: Vec<String>,
    /// Minimum severity for exit status 1, and for -l and -c [default: warning]
    #[arg(long, value_name = "SEVERITY", value_parser = policy::severity)]
    fail_on: Option<Severity>,
    /// Minimum severity to show
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = policy::severity)]
    show: Severity,
    #[command(flatten)]
    pub(super) receiver: crate::args::receiver::ReceiverArgs,
    /// Read FILE instead of `utf-audit.toml`
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Ignore `utf-audit.toml`
    #[arg(long)]
    no_config: bool,
    /// List codes, classes and severities
    #[arg(long)]
    list: bool,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    #[command(flatten)]
    max_findings: LimitArgs,
    /// Print only the names of files with findings
    #[arg(short = 'l', long, overrides_with_all = ["quiet", "count"])]
    files_with_findings: bool,
    /// Print only the number of findings of each file
    #[arg(short, long, overrides_with_all = ["quiet", "files_with_findings"])]
    count: bool,
    /// Print nothing; only set the exit status
    #[arg(short, long, overrides_with_all = ["count", "files_with_findings"])]
    quiet: bool,
    #[command(flatten)]
    pub gate: GateArgs,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Files and directories; `-` or no PATH is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people, in the style of compilers
    Human,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    if args.list {
        return match terminal::output().and_then(|mut out| list(&mut out)) {
            Ok(()) => Exit::Well,
            Err(error) => terminal::output_failed(&error, Exit::Well),
        };
    }
    let records = match args.records() {
        Ok(records) => records,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    // Report invalid arguments before any file is read.
    let checked = args.policy(Path::new("-")).and_then(|_| args.from());
    let from = match (checked, records.clone().filter(|_| args.is_document())) {
        (Ok(from), _) => from,
        (Err(problem), None) => return problem.report(),
        (Err(problem), Some(out)) => {
            let mut report = args.report(Some(out.clone()));
            let summary = Summary { failures: 1, ..Summary::default() };
            return out.refused(&problem, |_| report.finish(&summary));
        }
    };
    let total = if args.gate.is_asked() { None } else { args.walk.bytes(&args.paths) };
    let progress = args.progress.start(total, args.quiet);
    let tally = Tally::new(args.report(records.clone()), records, progress.counters());
    let tally = Arc::new(Mutex::new(tally));
    let at_end = Arc::clone(&tally);
    let as_json = args.is_document() && args.format == Format::Json;
    signals::before_end(move || {
        at_end.lock().unwrap_or_else(PoisonError::into_inner).interrupted(as_json);
    });
    let (copies, passed) = (Mutex::default(), Mutex::default());
    let run = Run { args: &args, from, copies, passed, progress };
    let done = run.operands(&tally);
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = done {
        return terminal::report_failed(&error, tally.exit());
    }
    let finished = tally.finish(run.unread());
    if !args.quiet {
        run.tell_listed();
    }
    match finished {
        Ok(()) => tally.exit(),
        // All files were audited, so the exit status is that of the results.
        Err(error) => terminal::output_failed(&error, tally.exit()),
    }
}

/// Prints the rules, sorted by class.
fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:24}{:20}{:10}what", "code", "class", "severity")?;
    for &rule in Rule::ALL {
        let description = rule.description();
        let (class, severity) = (description.class.name(), description.severity.name());
        writeln!(out, "{:24}{class:20}{severity:10}{}", description.code, description.title)?;
    }
    out.flush()
}

impl Args {
    /// Opens the output of the report, unless nothing is printed.
    fn records(&self) -> io::Result<Option<Records>> {
        if self.quiet {
            return Ok(None);
        }
        let brief =
            Brief { names: self.files_with_findings, null: self.walk.null, count: self.count };
        let form = match self.format {
            Format::Sarif => Form::Document("utf audit", annotate::rules()),
            Format::Github => Form::Annotations,
            _ => Form::Lines,
        };
        Records::on_files(&brief, form).map(Some)
    }

    /// Creates the report to `out`.
    fn report(&self, out: Option<Records>) -> Box<dyn Report + Send> {
        let Some(out) = out else { return Box::new(Silent) };
        match self.format {
            _ if self.count || self.files_with_findings => {
                Box::new(List::new(out, self.count, self.walk.null))
            }
            Format::Human => Box::new(Human::new(out, terminal::colours(false), self.limit())),
            Format::Json => Box::new(Json::new(out)),
            Format::Github => Box::new(Annotate(Github::new(out))),
            Format::Sarif => Box::new(Annotate(Sarif::new(out))),
        }
    }

    /// Returns `true` if findings are reported one by one.
    fn reports_findings(&self) -> bool {
        !self.quiet && !self.count && !self.files_with_findings
    }

    /// Returns the limit of the findings that are reported one by one.
    fn limit(&self) -> Limit {
        if self.reports_findings() {
            self.max_findings.limit(self.format == Format::Human)
        } else {
            Limit::NONE
        }
    }

    /// Returns `true` if a program reads the output. Then even a failed run must print a complete
    /// report.
    fn is_document(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif) && self.reports_findings()
    }

    /// Returns the encoding of the input.
    fn from(&self) -> Result<encoding::From, Problem> {
        encoding::From::parse("-f", &self.from, self.labels.label_set)
    }

    /// Returns the policy for `operand`: first that of the configuration file, then the options.
    fn policy(&self, operand: &Path) -> Result<Policy, Problem> {
        let mut policy = Policy::default();
        let none = self.no_config || operand.as_os_str() == "-";
        if let Some(config) = &self.config {
            config::read(&mut policy, config)?;
        } else if !none && !self.gate.staged {
            // A missing file is reported when it is opened.
            let found = config::find(operand).unwrap_or_default();
            found.map_or(Ok(()), |path| config::read_found(&mut policy, &path))?;
        } else if self.gate.staged
            && !none
            && let Some((path, text)) = config::staged()?
        {
            config::take(&mut policy, &path, &text)?;
        }
        let unknown = |name| Problem::new(words::unknown(&name));
        self.deny.iter().try_for_each(|one| policy.deny(one)).map_err(unknown)?;
        self.allow.iter().try_for_each(|one| policy.allow(one)).map_err(unknown)?;
        policy.fail_on = self.fail_on.or(policy.fail_on);
        policy.receiver = self.receiver.of(self.from()?);
        Ok(policy)
    }
}

/// The maximum number of findings that are held until the end of a file.
const MOST_HELD: u64 = 1000;

/// A run of the command.
struct Run<'a> {
    args: &'a Args,
    from: encoding::From,
    /// The directories with copies of staged files, which must exist until the end.
    copies: Mutex<Vec<TempDir>>,
    /// The numbers of skipped entries.
    passed: Mutex<Vec<Arc<Skips>>>,
    progress: Progress,
}

/// A file to audit, or the reason that there is none, and its policy.
struct Job {
    found: Result<FoundFile, Problem>,
    policy: Arc<Policy>,
}

impl job::Job for Job {
    fn is_free(&self) -> bool {
        self.found.is_free()
    }
}

impl Run<'_> {
    /// Audits all paths and passes the findings to `tally`. Returns an error if the report cannot
    /// be written.
    fn operands(&self, tally: &Mutex<Tally>) -> io::Result<()> {
        let Args { paths, walk, gate, .. } = self.args;
        // Each path has its own configuration. Files from a list or from git have that of the
        // current directory.
        let named = walk.has_list() || gate.is_asked();
        let here = Path::new(if named { "." } else { "-" });
        let groups: Vec<(&[PathBuf], &Path)> = if named || paths.is_empty() {
            vec![(paths, here)]
        } else {
            paths.iter().map(|path| (slice::from_ref(path), path.as_path())).collect()
        };
        let threads = if walk.is_single(paths) { 1 } else { walk.threads() };
        let jobs = groups.into_iter().flat_map(|(paths, operand)| self.jobs(paths, operand));
        let work = |job, room: &mut Vec<u8>, hand: &mut Hand<'_, Note>| self.job(job, room, hand);
        let room = || vec![0; block::BLOCK];
        pool::run(threads, jobs, room, work, tally, &Spare::new(0))
    }

    /// Prints the numbers of entries in lists that were skipped.
    fn tell_listed(&self) {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.iter().for_each(|passed| passed.tell_listed());
    }

    /// Returns the numbers of hidden and ignored entries of directories.
    fn unread(&self) -> [u64; 2] {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed
            .iter()
            .map(|passed| passed.unread())
            .fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]])
    }

    /// Returns the files under `paths`, with the policy for `operand`.
    fn jobs(&self, paths: &[PathBuf], operand: &Path) -> Box<dyn Iterator<Item = Job> + Send> {
        let opened = self.args.policy(operand).and_then(|policy| {
            Ok((Arc::new(policy), self.args.gate.files(&self.args.walk, paths, false)?))
        });
        match opened {
            Ok((policy, Change { files, copies })) => {
                let prints = self.args.reports_findings() && self.args.format == Format::Human;
                let files = files.counting(prints);
                // Other paths may have files.
                let files = if self.args.paths.len() > 1 { files.may_be_empty() } else { files };
                let mut kept = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(copies);
                let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
                passed.push(files.passed());
                Box::new(files.map(move |found| Job { found, policy: Arc::clone(&policy) }))
            }
            Err(problem) => {
                Box::new(iter::once(Job { found: Err(problem), policy: Arc::default() }))
            }
        }
    }

    fn job(&self, Job { found, policy }: Job, room: &mut [u8], hand: &mut Hand<'_, Note>) {
        let done = found.and_then(|found| self.file(&found, &policy, room, hand));
        if let Err(problem) = done {
            hand.note(Note::Problem(problem));
        }
    }

    fn file(
        &self,
        found: &FoundFile,
        policy: &Policy,
        room: &mut [u8],
        hand: &mut Hand<'_, Note>,
    ) -> Result<(), Problem> {
        let operand = &found.operand;
        let path: Arc<Path> = operand.path().into();
        let walked = found.walked || self.args.gate.skip_binary;
        let Some((file, from, content)) =
            open(found, walked, (self.from, policy.receiver), self.args.decompress)?
        else {
            hand.note(Note::Binary(path));
            return Ok(());
        };
        let binary = content == Content::Binary;
        let kept = (!found.regular).then(Kept::default);
        let mut file = CountingSource { source: file, counters: self.progress.counters() };
        let mut file = KeepingSource { source: &mut file, kept: kept.as_ref() };
        let (reports_findings, limit) = (self.args.reports_findings(), self.args.limit());
        let is_auto = self.from == encoding::From::Auto;
        let regular = file.source.source.regular().and_then(|file| file.try_clone().ok());
        let mut sink = Sink {
            path: Arc::clone(&path),
            hand: &mut *hand,
            encoding: Encoding::Utf8,
            fail_on: policy.fail_on.unwrap_or(Severity::Warning),
            show: self.args.show,
            limit,
            passed: 0,
            held: Vec::new(),
            holds: found.regular && limit.per_file <= MOST_HELD,
            shown: BTreeMap::new(),
            omitted: BTreeMap::new(),
            satisfied_by_one: !reports_findings && !self.args.count,
            summary: Summary::default(),
            findings: 0,
            ill_formed: None,
            escape: None,
            replaced: 0,
            watcher: Watcher::new(),
            file: regular.filter(|_| is_auto),
            kept: kept.as_ref().filter(|_| is_auto),
            is_charset: None,
            entries: BTreeSet::new(),
            more_overlong: 0,
            is_closed: false,
        };
        let shows = reports_findings && self.args.format == Format::Human;
        let auditor =
            Auditor::new(policy.clone(), shows.then_some(self.args.show)).contexts(limit.per_file);
        let auditor = auditor.code(source_code::of(operand.path()));
        let start = |label| StreamAuditor::new(label, auditor);
        let (bytes, ended) = read::read(&mut file, from, room, start, &mut sink);
        sink.pass();
        let loss = if reports_findings { sink.loss() } else { None };
        let Sink { mut summary, findings, omitted, ill_formed, escape, encoding, .. } = sink;
        let more_overlong = sink.more_overlong;
        let shown = summary.errors + summary.warnings + summary.notes;
        summary.files_found = u64::from(findings > 0);
        // Do not count a file as audited if nothing could be read.
        summary.files = u64::from(ended.is_ok() || bytes > 0);
        summary.bytes = bytes;
        if summary.files > 0 {
            summary.encodings.add(encoding.name(), shown);
        }
        self.progress.counters().file();
        let rest = reports_findings
            .then_some(Rest { binary, omitted })
            .filter(|rest| !rest.omitted.is_empty());
        let is_utf8 = encoding == Encoding::Utf8 && is_auto;
        // Text in UTF-16 is read as that, or it has NULs as UTF-8.
        let is_wide = is_auto && matches!(content, Content::NoBom(_));
        let has_nuls = is_utf8 && sink.watcher.is_doubtful(encoding);
        let place = ill_formed.or(escape).filter(|_| is_utf8);
        let place = place.or((is_wide || has_nuls).then_some(0));
        let place = place.filter(|_| reports_findings && !binary);
        let looks = place.and_then(|offset| match (&kept, file.source.source.regular()) {
            (Some(kept), _) => kept.looks(),
            (None, Some(file)) => {
                let detector = detection::detector(&path);
                Looks::of(sample::by_sample_with(detector, file, 0, offset).ok()?)
            }
            (None, None) => None,
        });
        // Most escape sequences are those of terminals, and few NULs are half of a character.
        let looks = looks.filter(|looks| ill_formed.is_some() || looks.hides_in_utf8());
        let loss = loss.filter(|_| !binary);
        let decompressed = self.args.decompress.decompress;
        let at_end = Ended { encoding, rest, looks, loss, more_overlong, decompressed };
        let at_end = Box::new(at_end);
        hand.note(Note::File { path, findings, summary: Box::new(summary), ended: at_end });
        ended.map_err(|error| Problem::with(&operand.name(), &error))
    }
}

/// Opens a file. Returns its encoding and the type of its content, or `None` if it is binary and
/// was found by walking a directory.
fn open(
    found: &FoundFile,
    walked: bool,
    (from, receiver): (encoding::From, Option<Receiver>),
    decompress: DecompressArgs,
) -> Result<Option<(File, encoding::From, Content)>, Problem> {
    let file = found.operand.open_text(decompress)?;
    let content = source::content(&file, found, from, receiver);
    let content = content.map_err(|error| Problem::with(&found.operand.name(), &error))?;
    Ok(content::read_as(content, from, walked).map(|from| (file, from, content)))
}
