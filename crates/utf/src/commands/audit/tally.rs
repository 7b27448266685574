//! What is told of all files, in their order.

use std::{io, path::Path, sync::Arc};

use utfkit::Encoding;
use utfkit_text::detect::content::Content;

use super::report;
use super::report::Json;
use super::report::Report;
use super::report::Rest;
use super::report::Summary;
use crate::{
    process::{counters::Counters, exit::Exit, names, problem::Problem, terminal},
    report::{records::Records, sarif::Notice},
    threads::pool::Consumer,
};
use utfkit_text::audit::observation::Observation;

/// Something that is told of a file.
pub enum Note {
    /// Something was found in it.
    Found { path: Arc<Path>, encoding: Encoding, seen: Box<Observation> },
    /// It is at its end, with so many findings that count, and with those that were not shown.
    File { path: Arc<Path>, findings: u64, summary: Box<Summary>, rest: Option<Rest> },
    /// It was left alone, for it is no text.
    Binary(Arc<Path>),
    /// It could not be read.
    Problem(Problem),
}

/// What came of all files so far.
pub struct Tally {
    report: Box<dyn Report + Send>,
    /// Where the report goes, if anything is reported.
    records: Option<Records>,
    summary: Summary,
    /// What was told of a file that is not at its end.
    open: Summary,
    counters: Arc<Counters>,
    exit: Exit,
}

impl Tally {
    /// At the start; what is found is reported to `report`, which goes to `records`.
    pub fn new(
        report: Box<dyn Report + Send>,
        records: Option<Records>,
        counters: &Arc<Counters>,
    ) -> Self {
        let [summary, open] = [Summary::default(), Summary::default()];
        let counters = Arc::clone(counters);
        Self { report, records, summary, open, counters, exit: Exit::Well }
    }

    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// All files are done: reports the sum.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(records) = self.records.as_ref().filter(|_| self.summary.unreported > 0) {
            let words = format!("{} findings not shown", self.summary.unreported);
            records.notice(Notice::note(words));
        }
        self.report.finish(&self.summary)?;
        self.records.as_ref().map_or(Ok(()), Records::finish)
    }

    /// A signal ends the run: says how far it came, to who reads the report as JSON, too, if there
    /// are such.
    pub fn interrupted(&self, as_json: bool) {
        let mut summary = self.summary.clone();
        summary.add(&self.open);
        summary.bytes = self.counters.bytes();
        summary.interrupted = true;
        let words = report::interrupted(&summary);
        if let Some(records) = &self.records {
            if as_json {
                records.at_interruption(move |told| last_line(summary, told));
            }
            records.interrupted();
        }
        terminal::write_error(&format!("utf: {words}\n"));
    }
}

/// The last line of a report as JSON, in which so many findings were `told`.
fn last_line(mut summary: Summary, told: u64) -> Vec<u8> {
    let Summary { errors, warnings, notes, .. } = summary;
    summary.unreported = summary.unreported.max((errors + warnings + notes).saturating_sub(told));
    let mut line = Vec::new();
    // Writing to memory cannot fail.
    let _ = Json::new(&mut line).finish(&summary);
    line
}

impl Consumer<Note> for Tally {
    fn printed(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        match note {
            Note::Found { path, encoding, seen } => {
                self.open.count(seen.severity);
                self.report.finding(&path, encoding, &seen)
            }
            Note::File { path, findings, summary, rest } => {
                self.open = Summary::default();
                self.summary.add(&summary);
                if findings > 0 {
                    self.exit = self.exit.max(Exit::Found);
                }
                match summary.files {
                    0 => Ok(()),
                    _ => self.report.file(&path, findings, rest.as_ref()),
                }
            }
            Note::Binary(path) => {
                self.summary.binary += 1;
                if let Some(records) = &self.records {
                    let words = format!("{}: binary, not audited", names::path(&path));
                    records.notice(Notice::note(words));
                }
                self.report.skipped(&path, Content::Binary)
            }
            Note::Problem(problem) => {
                // Behind what was found before it.
                let flushed = self.report.flush();
                self.summary.failures += 1;
                if let Some(records) = &self.records {
                    records.notice(Notice::error(problem.to_string()));
                }
                self.exit = self.exit.max(problem.report());
                flushed
            }
        }
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.report.flush() } else { Ok(()) }
    }
}
