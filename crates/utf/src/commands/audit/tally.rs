//! Prints and counts the results of all files, in the order of the files.

use std::{io, path::Path, sync::Arc};

use utfkit::Encoding;
use utfkit_text::detect::Content;

use super::report;
use super::report::Ended;
use super::report::Json;
use super::report::Report;
use super::report::Summary;
use crate::{
    process::{counters::Counters, exit::Exit, names, problem::Problem, terminal},
    report::{records::Records, sarif::Notice},
    threads::pool::Consumer,
};
use utfkit_text::audit::Observation;

/// A message about a file.
pub enum Note {
    /// A finding in the file.
    Found { path: Arc<Path>, encoding: Encoding, seen: Box<Observation> },
    /// The end of the file, and the number of findings that `--fail-on` counts.
    File { path: Arc<Path>, findings: u64, summary: Box<Summary>, ended: Box<Ended> },
    /// The file is binary and was not audited.
    Binary(Arc<Path>),
    /// The file could not be read.
    Problem(Problem),
}

/// The results so far.
pub struct Tally {
    report: Box<dyn Report + Send>,
    /// The output of the report, if there is one.
    records: Option<Records>,
    summary: Summary,
    /// The findings so far of the current file.
    current: Summary,
    counters: Arc<Counters>,
    exit: Exit,
}

impl Tally {
    /// Creates a tally that passes findings to `report`, which writes to `records`.
    pub fn new(
        report: Box<dyn Report + Send>,
        records: Option<Records>,
        counters: &Arc<Counters>,
    ) -> Self {
        let [summary, current] = [Summary::default(), Summary::default()];
        let counters = Arc::clone(counters);
        Self { report, records, summary, current, counters, exit: Exit::Well }
    }

    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Reports the totals after the last file, with the numbers of hidden and ignored entries.
    pub fn finish(&mut self, unread: [u64; 2]) -> io::Result<()> {
        self.summary.unread = unread;
        if let Some(records) = self.records.as_ref().filter(|_| self.summary.unreported > 0) {
            let words = format!("{} not shown", names::counted(self.summary.unreported, "finding"));
            records.notice(Notice::note(words));
        }
        self.report.finish(&self.summary)?;
        self.records.as_ref().map_or(Ok(()), Records::finish)
    }

    /// Reports the results so far, because a signal ends the run. If `as_json`, they are also the
    /// last record of the report.
    pub fn interrupted(&self, as_json: bool) {
        let mut summary = self.summary.clone();
        summary.add(&self.current);
        summary.bytes = self.counters.bytes();
        summary.interrupted = true;
        let words = report::interrupted(&summary);
        if let Some(records) = &self.records {
            if as_json {
                records.at_interruption(move |reported| last_line(summary, reported));
            }
            records.interrupted();
        }
        terminal::write_error(&format!("utf: {words}\n"));
    }
}

/// Returns the last line of a JSON report that contains `reported` findings.
fn last_line(mut summary: Summary, reported: u64) -> Vec<u8> {
    let Summary { errors, warnings, notes, .. } = summary;
    summary.unreported =
        summary.unreported.max((errors + warnings + notes).saturating_sub(reported));
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
                self.current.count(seen.severity);
                self.report.finding(&path, encoding, &seen)
            }
            Note::File { path, findings, summary, ended } => {
                self.current = Summary::default();
                self.summary.add(&summary);
                if findings > 0 {
                    self.exit = self.exit.max(Exit::Found);
                }
                match summary.files {
                    0 => Ok(()),
                    _ => self.report.file(&path, findings, &ended),
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
                // First the earlier findings, so that the messages are in order.
                let flushed = self.report.flush();
                self.summary.failures += 1;
                self.summary.missing += u64::from(problem.is_missing());
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
