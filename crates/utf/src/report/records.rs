//! Where a report goes: it is handed over record by record, so that it ends with a record whatever
//! ends the process, and however slow its reader is.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use memchr::memchr;

use super::sarif::{Envelope, Notice, Rule};
use crate::process::{
    exit::Exit,
    problem::Problem,
    signals,
    terminal::{self, Output},
};

/// A report on its way. What has been cloned is the same report.
#[derive(Clone)]
pub struct Records(Arc<Mutex<Inner>>);

struct Inner {
    out: Output,
    /// What makes one document of all records, where the format takes that.
    envelope: Option<Envelope>,
    /// What ends a record.
    end: u8,
    /// A record that is not whole, and whole ones that wait to be handed over.
    partial: Vec<u8>,
    ready: Vec<u8>,
    /// How much is handed over at once.
    most: usize,
    /// Whether others' work is done for the sake of the report.
    optional: bool,
    /// Whether the reader went away, of which the work need not know.
    gone: bool,
    /// Whether a signal ends it, and who does that has it.
    last: bool,
    closed: bool,
    /// How many records are findings, as JSON.
    findings: u64,
    /// Gives the record that a report ends with which a signal ends.
    last_words: Option<LastWords>,
}

/// Gives a last record, told how many findings stand before it.
type LastWords = Box<dyn FnOnce(u64) -> Vec<u8> + Send>;

/// What a finding begins with, as JSON.
const FINDING: &[u8] = br#"{"type":"finding","#;

/// A pipe takes so much at once, or nothing (POSIX has at least 512; what Linux has is 4096).
const AT_ONCE: usize = 4096;

/// What is no pipe gets so much at once.
const MUCH: usize = 16 * 1024;

/// A record that is longer is handed over in pieces.
const LONG: usize = 1 << 20;

/// What a report on files is instead of findings.
pub struct Brief {
    /// Names of files, each with a NUL behind it if `null`.
    pub names: bool,
    pub null: bool,
    /// How much was found in each.
    pub count: bool,
}

impl Records {
    /// The report on files that goes to standard output. What is brief is no document, whatever the
    /// format.
    pub fn on_files(
        brief: &Brief,
        document: Option<(&'static str, Vec<Rule>)>,
    ) -> io::Result<Self> {
        let records = Self::standard()?;
        Ok(match document {
            // Names end with it.
            _ if brief.names && brief.null => records.ended_by(0),
            Some((tool, rules)) if !brief.names && !brief.count => records.document(tool, rules),
            _ => records,
        })
    }

    /// The report that goes to standard output.
    pub fn standard() -> io::Result<Self> {
        terminal::raw_output().map(Self::new)
    }

    /// The report that goes to standard error, for the text goes to standard output.
    pub fn error() -> io::Result<Self> {
        terminal::raw_error().map(Self::new)
    }

    fn new(out: Output) -> Self {
        let most = if out.is_pipe() { AT_ONCE } else { MUCH };
        Self(Arc::new(Mutex::new(Inner {
            out,
            envelope: None,
            end: b'\n',
            partial: Vec::new(),
            ready: Vec::new(),
            most,
            optional: false,
            gone: false,
            last: false,
            closed: false,
            findings: 0,
            last_words: None,
        })))
    }

    /// Makes it a document of what `tool` finds by `rules`: each record is a result.
    pub fn document(self, tool: &'static str, rules: Vec<Rule>) -> Self {
        self.inner().envelope = Some(Envelope::new(tool, rules));
        self
    }

    /// Has records end with `end`; else it is a line feed.
    pub fn ended_by(self, end: u8) -> Self {
        self.inner().end = end;
        self
    }

    /// Has the work go on when the reader goes away, for it has another purpose.
    pub fn optional(self) -> Self {
        self.inner().optional = true;
        self
    }

    /// Whether all was handed over.
    pub fn is_empty(&self) -> bool {
        self.inner().ready.is_empty()
    }

    /// Says something about the run itself, where the format has a place for it.
    pub fn notice(&self, notice: Notice) {
        if let Some(envelope) = &mut self.inner().envelope {
            envelope.notice(notice);
        }
    }

    /// Nothing is read, for a reason that whoever reads the report is told too; `summary` writes
    /// what a report ends with.
    pub fn refused(
        mut self,
        problem: &Problem,
        summary: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> Exit {
        let exit = problem.report();
        self.notice(Notice::error(problem.to_string()));
        match summary(&mut self).and_then(|()| self.finish()) {
            Ok(()) => exit,
            Err(error) => terminal::output_failed(&error, exit),
        }
    }

    /// All is told: ends the document, if it is one.
    pub fn finish(&self) -> io::Result<()> {
        self.inner().finish()
    }

    /// Has the report end with what `words` give if a signal ends it, told how many findings it has
    /// as JSON. They are asked while the report is locked, so they must wait for nobody who writes
    /// to it.
    pub fn at_interruption(&self, words: impl FnOnce(u64) -> Vec<u8> + Send + 'static) {
        self.inner().last_words = Some(Box::new(words));
    }

    /// A signal ends the report, behind the last record that is whole. What others still write to
    /// it comes too late.
    pub fn interrupted(&self) {
        let mut inner = self.inner();
        inner.last = true;
        inner.partial.clear();
        if let Some(envelope) = &mut inner.envelope {
            envelope.notice(Notice::error("interrupted: not all was read".to_owned()));
        }
        if let Some(words) = inner.last_words.take().filter(|_| !inner.is_deaf()) {
            let record = words(inner.findings);
            let _ = inner.record(&record);
        }
        // There is nobody left to tell of an output that fails.
        let _ = inner.finish();
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Records {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().take(bytes).map(|()| bytes.len())
    }

    /// Hands over the records that are whole.
    fn flush(&mut self) -> io::Result<()> {
        self.inner().hand()
    }
}

impl Inner {
    /// Whether what is written goes nowhere.
    fn is_deaf(&self) -> bool {
        self.gone || self.closed || (signals::is_ending() && !self.last)
    }

    fn take(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        if self.is_deaf() {
            return Ok(());
        }
        while let Some(end) = memchr(self.end, bytes) {
            let (record, rest) = bytes.split_at(end + 1);
            bytes = rest;
            if self.partial.is_empty() {
                self.record(record)?;
                continue;
            }
            let mut whole = mem::take(&mut self.partial);
            whole.extend_from_slice(record);
            self.record(&whole)?;
            whole.clear();
            self.partial = whole;
        }
        self.partial.extend_from_slice(bytes);
        if self.partial.len() > LONG && self.envelope.is_none() {
            let piece = mem::take(&mut self.partial);
            self.record(&piece)?;
        }
        Ok(())
    }

    /// Takes a record, with its end.
    fn record(&mut self, record: &[u8]) -> io::Result<()> {
        self.findings += u64::from(record.starts_with(FINDING));
        let waiting = self.ready.len();
        match &mut self.envelope {
            Some(envelope) => envelope.result(record, &mut self.ready)?,
            None => self.ready.extend_from_slice(record),
        }
        if self.ready.len() <= self.most {
            return Ok(());
        }
        // What waited goes alone: with this one it would not go at once.
        let last = self.ready.split_off(waiting);
        let handed = self.hand();
        self.ready.extend_from_slice(&last);
        handed
    }

    /// Hands over what is ready.
    fn hand(&mut self) -> io::Result<()> {
        if self.ready.is_empty() || (signals::is_ending() && !self.last) {
            return Ok(());
        }
        let written = self.out.write_all(&self.ready);
        self.ready.clear();
        match written {
            Err(error) if self.optional && error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(())
            }
            written => written,
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.is_deaf() {
            let rest = mem::take(&mut self.partial);
            if !rest.is_empty() {
                self.record(&rest)?;
            }
            if let Some(envelope) = &mut self.envelope {
                envelope.finish(&mut self.ready)?;
            }
            self.closed = true;
        }
        self.hand()
    }
}
