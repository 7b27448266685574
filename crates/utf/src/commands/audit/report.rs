//! Formats for the findings of `utf audit`.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::Encoding;
use utfkit_text::audit::{Rule, Severity};
use utfkit_text::{detect::Content, repair::Loss};

use super::words;
use crate::{
    args::limit::{Form, Limit, Room},
    input::left_out::unread_words,
    process::{
        json_line,
        names::{self, counted},
        problem::missing,
        shell::Shown,
    },
    reading::looks::Looks,
    report::{
        self,
        drawing::{Drawing, Line, Message, Picture},
        remark::Level,
        summary::ByEncoding,
    },
};
use utfkit_text::audit::Observation;
use utfkit_text::{
    unicode::{self, categories, printable},
    views,
};

/// The totals of all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub files: u64,
    pub files_found: u64,
    pub bytes: u64,
    pub errors: u64,
    pub warnings: u64,
    pub notes: u64,
    /// Findings that were counted but not reported.
    pub unreported: u64,
    pub binary: u64,
    /// The files by encoding, with their findings.
    pub encodings: ByEncoding,
    pub failures: u64,
    /// The failures because a file does not exist.
    pub missing: u64,
    /// Hidden and ignored entries of directories.
    pub unread: [u64; 2],
    /// Whether a signal ended the run. Then some files are unread.
    pub interrupted: bool,
}

impl Summary {
    /// Adds the totals of other files.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.files_found += other.files_found;
        self.bytes += other.bytes;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
        self.unreported += other.unreported;
        self.binary += other.binary;
        self.failures += other.failures;
        self.missing += other.missing;
        self.encodings.merge(&other.encodings);
    }

    /// Counts a finding of this severity.
    pub fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

/// The facts about a file after its last finding.
pub struct Ended {
    /// The encoding that the text was read as.
    pub encoding: Encoding,
    /// The findings that exceed the limit.
    pub rest: Option<Rest>,
    /// The judgement of a text that is not UTF-8.
    pub looks: Option<Looks>,
    /// The sign of lost characters.
    pub loss: Option<Loss>,
    /// The number of overlong forms that belong to the reported one.
    pub more_overlong: u64,
    /// Whether `-z` was given.
    pub decompressed: bool,
}

impl Ended {
    /// Returns the notes about the file at `path`: their codes and their texts.
    pub(super) fn notes(&self, path: &Path) -> impl Iterator<Item = (&'static str, String)> {
        let shown = Shown::new(path).decompressed(self.decompressed);
        let looks = self.looks.iter().map(move |looks| ("looks-like", looks.sentence(shown)));
        let loss = self.loss.map(|loss| (report::words::LOST, report::words::lost(loss, shown)));
        let more = (self.more_overlong > 0).then(|| {
            let forms = counted(self.more_overlong, "more overlong form");
            let words = "which pairs of bytes in a legacy charset are by chance";
            ("more-overlong", format!("{forms}, {words}; `-f utf-8` reports each"))
        });
        looks.chain(loss).chain(more)
    }
}

/// The findings of a file that exceed the limit.
pub struct Rest {
    /// Whether the file is binary.
    pub binary: bool,
    /// The number of findings of each rule.
    pub omitted: BTreeMap<Rule, u64>,
}

impl fmt::Display for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules: Vec<_> = self.omitted.iter().collect();
        rules.sort_by_key(|(_, count)| Reverse(**count));
        let kinds: Vec<_> =
            rules.iter().map(|(rule, count)| format!("{count} {}", rule.code())).collect();
        let all = counted(self.omitted.values().sum(), "more finding");
        let place = if self.binary { " in a binary file" } else { "" };
        let kinds = kinds.join(", ");
        write!(f, "{all}{place}: {kinds} (`--max-findings 0` shows all)")
    }
}

/// A format for findings.
pub trait Report {
    /// Reports a finding.
    fn finding(&mut self, _: &Path, _: Encoding, _: &Observation) -> io::Result<()> {
        Ok(())
    }
    /// Writes everything that was reported so far.
    fn flush(&mut self) -> io::Result<()>;
    /// Reports the end of a file, and the number of findings that `--fail-on` counts.
    fn file(&mut self, _: &Path, _findings: u64, _: &Ended) -> io::Result<()> {
        Ok(())
    }
    /// Reports that a file was not audited because it is binary.
    fn skipped(&mut self, _: &Path, _: Content) -> io::Result<()> {
        Ok(())
    }
    /// Reports the totals after the last file.
    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.flush()
    }
}

/// Reports nothing, for runs that only set the exit status.
pub struct Silent;

impl Report for Silent {
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints the names of files with findings, or the number of findings of each file.
pub struct List<W> {
    out: W,
    counts: bool,
    exact: bool,
}

impl<W: Write> List<W> {
    /// Creates a report to `out`. If `exact`, names are unchanged and end with NUL.
    pub fn new(out: W, counts: bool, exact: bool) -> Self {
        Self { out, counts, exact }
    }
}

impl<W: Write> Report for List<W> {
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, findings: u64, _: &Ended) -> io::Result<()> {
        if findings == 0 && !self.counts {
            return Ok(());
        }
        report::list::listed(
            &mut self.out,
            path,
            self.exact,
            if self.counts { ":" } else { "\n" },
        )?;
        if self.counts { writeln!(self.out, "{findings}") } else { Ok(()) }
    }
}

/// Writes findings in the style of compilers.
pub struct Human<W> {
    out: W,
    drawing: Drawing,
    room: Room,
    /// The number of findings for which there was no room.
    hidden: u64,
}

impl<W: Write> Human<W> {
    /// Creates a report of at most `limit` findings to `out`, with colors if `colours`.
    pub fn new(out: W, colours: bool, limit: Limit) -> Self {
        Self { out, drawing: Drawing::new(colours), room: Room::new(limit), hidden: 0 }
    }
}

/// Returns the level for formats that all commands share.
pub(super) fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    }
}

/// Returns the text next to the mark: the code point, its offset, and its meaning.
pub(super) fn label(seen: &Observation) -> String {
    let mut label = match seen.point.filter(|_| seen.finding.is_none()) {
        Some(point) => {
            format!(
                "{} {}, byte {}",
                categories::notation(point),
                unicode::name(point),
                seen.position.offset
            )
        }
        None => format!("byte {}", seen.position.offset),
    };
    if let Some(means) = seen.means() {
        let verb = if seen.finding.is_some() { "means " } else { "" };
        label.push_str(&format!(": {verb}{}", printable::line(&means)));
    }
    label
}

impl<W: Write> Report for Human<W> {
    fn finding(&mut self, path: &Path, _: Encoding, seen: &Observation) -> io::Result<()> {
        let form = self.room.next();
        if form == Form::Counted {
            self.hidden += 1;
            return Ok(());
        }
        let description = seen.rule.description();
        if form == Form::Line {
            let (name, severity) = (names::operand(path), seen.severity.name());
            let (line, column) = (seen.position.line, seen.position.column);
            let (code, words) = (description.code, in_a_line(path, seen));
            return writeln!(self.out, "{name}:{line}:{column}: {severity}[{code}]: {words}");
        }
        let context = seen.context.as_deref();
        let [before, marked, after] = context.map_or([""; 3], |all| all.each_ref().map(|s| &**s));
        let help = words::help_for(seen, |words| Shown::new(path).command(words));
        let section = words::section(seen.rule);
        let picture = Picture {
            level: level(seen.severity),
            code: description.code,
            title: description.title,
            path,
            place: (seen.position.line, Some(seen.position.column)),
            line: Some(Line { before, marked, after, label: &label(seen) }),
            remarks: &[Message::Help(&help), Message::Note(section)],
        };
        self.drawing.draw(&mut self.out, &picture)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, _: u64, ended: &Ended) -> io::Result<()> {
        let name = names::operand(path);
        let rest = ended.rest.iter().map(Rest::to_string);
        let notes = rest.chain(ended.notes(path).map(|(_, words)| words));
        for words in notes {
            if self.room.next() != Form::Counted {
                writeln!(self.out, "{name}: note: {words}")?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let mut summary = summary.clone();
        summary.unreported += self.hidden;
        if summary.encodings.len() > 1 && summary.files_found > 0 {
            summary.encodings.write(&mut self.out, "findings")?;
        }
        writeln!(self.out, "{}", sentence(&summary))?;
        self.out.flush()
    }
}

/// Returns the description of a finding in one line, without its position.
pub(super) fn in_a_line(path: &Path, seen: &Observation) -> String {
    let description = seen.rule.description();
    let help = words::help_for(seen, |words| Shown::new(path).command(words));
    format!("{}, {}; {help}", description.title, label(seen))
}

/// Returns the summary line of the run.
pub(super) fn sentence(summary: &Summary) -> String {
    let mut sentence = format!(
        "{}, {}: {}, {}, {}",
        counted(summary.files, "file"),
        counted(summary.bytes, "byte"),
        counted(summary.errors, "error"),
        counted(summary.warnings, "warning"),
        counted(summary.notes, "note"),
    );
    let rest = [
        (summary.unreported, "not shown (see --show and --max-findings)"),
        (summary.binary, "binary, not audited"),
        missing(summary.missing),
        (summary.failures - summary.missing, "not read to the end"),
    ];
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        sentence.push_str(&format!("; {count} {what}"));
    }
    sentence + &unread_words(summary.unread)
}

/// Returns the summary line of a run that a signal ended.
pub(super) fn interrupted(summary: &Summary) -> String {
    let &Summary { files, bytes, errors, warnings, notes, .. } = summary;
    format!(
        "interrupted after {}: {}, {}, {}; {} completed",
        counted(bytes, "byte"),
        counted(errors, "error"),
        counted(warnings, "warning"),
        counted(notes, "note"),
        counted(files, "file"),
    )
}

/// Writes one JSON object per line.
pub struct Json<W> {
    out: W,
}

impl<W: Write> Json<W> {
    /// Creates a report to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }
}

/// The object for a finding. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct FindingLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'static str,
    #[serde(flatten)]
    seen: views::Observation<'a>,
    hint: Cow<'a, str>,
}

#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    files: u64,
    bytes: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    unreported: u64,
    binary: u64,
    failures: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

impl<W: Write> Report for Json<W> {
    fn finding(&mut self, path: &Path, encoding: Encoding, seen: &Observation) -> io::Result<()> {
        let line = FindingLine {
            r#type: "finding",
            file: report::json::FileName::of(path),
            encoding: encoding.name(),
            seen: views::Observation::of(seen),
            hint: words::help_for(seen, |words| Shown::new(path).command(words)),
        };
        json_line::write_line(&mut self.out, &line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, _: u64, ended: &Ended) -> io::Result<()> {
        let codes: Vec<_> = ended.notes(path).map(|(code, _)| code).collect();
        if codes.is_empty() {
            return Ok(());
        }
        report::json::note(&mut self.out, path, ended.encoding, ended.looks.as_ref(), codes)
    }

    fn skipped(&mut self, path: &Path, content: Content) -> io::Result<()> {
        report::json::skipped(&mut self.out, path, content.reason(), content.looks_like())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let &Summary {
            files,
            bytes,
            errors,
            warnings,
            notes,
            unreported,
            binary,
            failures,
            interrupted,
            ..
        } = summary;
        let line = SummaryLine {
            r#type: "summary",
            files,
            bytes,
            errors,
            warnings,
            notes,
            unreported,
            binary,
            failures,
            interrupted,
        };
        json_line::write_line(&mut self.out, &line)?;
        self.out.flush()
    }
}
