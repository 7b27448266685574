//! What is told of all files, in their order.

use std::{io, path::Path, sync::Arc};

use utfkit::Encoding;

use super::{
    observation::Observation,
    report::{self, Report, Summary},
};
use crate::{
    exit::Exit, input::Nature, pool::Consumer, records::Records, render::Notice, shown, terminal,
    trouble::Trouble,
};

/// Something that is told of a file.
pub enum Note {
    /// Something was found in it.
    Found { path: Arc<Path>, encoding: Encoding, seen: Box<Observation> },
    /// It is at its end, with so many findings that count.
    File { path: Arc<Path>, findings: u64, summary: Box<Summary> },
    /// It was left alone, for it is no text.
    Binary(Arc<Path>),
    /// It could not be read.
    Trouble(Trouble),
}

/// What came of all files so far.
pub struct Tally {
    report: Box<dyn Report + Send>,
    /// Where the report goes, if anything is reported.
    records: Option<Records>,
    summary: Summary,
    exit: Exit,
}

impl Tally {
    /// At the start; what is found is reported to `report`, which goes to `records`.
    pub fn new(report: Box<dyn Report + Send>, records: Option<Records>) -> Self {
        Self { report, records, summary: Summary::default(), exit: Exit::Well }
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

    /// A signal ends the run: says how far it came.
    pub fn interrupted(&self) {
        if let Some(records) = &self.records {
            records.interrupted();
        }
        let done = report::sentence(&self.summary);
        terminal::write_error(&format!("utf: interrupted; of that done: {done}\n"));
    }
}

impl Consumer<Note> for Tally {
    fn printed(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        match note {
            Note::Found { path, encoding, seen } => self.report.finding(&path, encoding, &seen),
            Note::File { path, findings, summary } => {
                self.summary.add(&summary);
                if findings > 0 {
                    self.exit = self.exit.max(Exit::Found);
                }
                match summary.files {
                    0 => Ok(()),
                    _ => self.report.file(&path, findings),
                }
            }
            Note::Binary(path) => {
                self.summary.binary += 1;
                if let Some(records) = &self.records {
                    let words = format!("{}: binary, not audited", shown::path(&path));
                    records.notice(Notice::note(words));
                }
                self.report.skipped(&path, Nature::Binary)
            }
            Note::Trouble(trouble) => {
                // Behind what was found before it.
                let flushed = self.report.flush();
                self.summary.trouble += 1;
                if let Some(records) = &self.records {
                    records.notice(Notice::error(trouble.to_string()));
                }
                self.exit = self.exit.max(trouble.report());
                flushed
            }
        }
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.report.flush() } else { Ok(()) }
    }
}
