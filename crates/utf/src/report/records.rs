//! The output of a report, written record by record. So it ends with a complete record, no matter
//! what ends the process and how slow its reader is.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use memchr::memchr;

use super::{
    diagnostics::Out,
    github::Annotations,
    sarif::{Envelope, Notice, Rule},
};
use crate::process::{
    exit::Exit,
    problem::Problem,
    signals,
    terminal::{self, Output},
};

/// The output of a report. Clones write to the same output.
#[derive(Clone)]
pub struct Records(Arc<Mutex<Inner>>);

struct Inner {
    out: Output,
    /// The document around all records, for a format that needs one.
    envelope: Option<Envelope>,
    /// The annotations so far, for GitHub.
    annotations: Option<Annotations>,
    /// The byte at the end of a record.
    end: u8,
    /// The start of an incomplete record, and complete records that wait to be written.
    partial: Vec<u8>,
    ready: Vec<u8>,
    /// The maximum number of bytes of waiting records.
    max_waiting: usize,
    /// Whether the command has another purpose than the report, so it continues without a reader.
    optional: bool,
    /// Whether the reader of an optional report closed it.
    is_abandoned: bool,
    /// Whether [`Records::interrupted`] writes the end of the report after a signal. Other writers
    /// are ignored then.
    is_last: bool,
    closed: bool,
    /// The number of findings among the records, if they are JSON.
    findings: u64,
    /// Creates the last record if a signal ends the report.
    last_record: Option<LastRecord>,
}

/// Creates the last record. The argument is the number of findings before it.
type LastRecord = Box<dyn FnOnce(u64) -> Vec<u8> + Send>;

/// The first bytes of a finding in JSON.
const FINDING: &[u8] = br#"{"type":"finding","#;

/// The size up to which a write to a pipe is atomic on Linux (POSIX requires at least 512). A
/// longer write could leave half a record in the pipe if a signal ends the process.
const PIPE_BYTES: usize = 4096;

/// The number of bytes that are written at once to anything but a pipe.
const FILE_BYTES: usize = 16 * 1024;

/// Longer records are written in pieces, which bounds memory.
const MAX_RECORD: usize = 1 << 20;

/// The form of a report.
pub enum Form {
    /// Records of their own.
    Lines,
    /// One document by a tool, with results of these rules.
    Document(&'static str, Vec<Rule>),
    /// Annotations of GitHub.
    Annotations,
}

/// The options for reports that list files instead of findings.
pub struct Brief {
    /// Print only file names; each ends with NUL if `null`.
    pub names: bool,
    pub null: bool,
    /// Print the number of findings of each file.
    pub count: bool,
}

impl Records {
    /// Opens the report about files on stdout. A brief report is a list of lines in any format.
    pub fn on_files(brief: &Brief, form: Form) -> io::Result<Self> {
        let records = Self::standard()?;
        Ok(match form {
            // NUL ends a name, and so a record.
            _ if brief.names && brief.null => records.ended_by(0),
            _ if brief.names || brief.count => records,
            Form::Document(tool, rules) => records.document(tool, rules),
            Form::Annotations => records.annotations(),
            Form::Lines => records,
        })
    }

    /// Opens the report on stdout.
    pub fn standard() -> io::Result<Self> {
        terminal::raw_output().map(Self::new)
    }

    /// Opens the report on stderr, for commands that write text to stdout.
    pub fn error() -> io::Result<Self> {
        terminal::raw_error().map(Self::new)
    }

    fn new(out: Output) -> Self {
        let max_waiting = if out.is_pipe() { PIPE_BYTES } else { FILE_BYTES };
        Self(Arc::new(Mutex::new(Inner {
            out,
            envelope: None,
            annotations: None,
            end: b'\n',
            partial: Vec::new(),
            ready: Vec::new(),
            max_waiting,
            optional: false,
            is_abandoned: false,
            is_last: false,
            closed: false,
            findings: 0,
            last_record: None,
        })))
    }

    /// Turns the report into a document by `tool`. Each record becomes a result of one of `rules`.
    pub fn document(self, tool: &'static str, rules: Vec<Rule>) -> Self {
        self.inner().envelope = Some(Envelope::new(tool, rules));
        self
    }

    /// Marks the records as annotations, of which GitHub shows only the first.
    pub fn annotations(self) -> Self {
        self.inner().annotations = Some(Annotations::default());
        self
    }

    /// Sets the byte at the end of a record; the default is a line feed.
    pub fn ended_by(self, end: u8) -> Self {
        self.inner().end = end;
        self
    }

    /// Lets the command continue after the reader closed the report, because the command has
    /// another purpose.
    pub fn optional(self) -> Self {
        self.inner().optional = true;
        self
    }

    /// Returns `true` if no complete record waits to be written.
    pub fn is_empty(&self) -> bool {
        self.inner().ready.is_empty()
    }

    /// Adds a notice about the run, if the format supports notices.
    pub fn notice(&self, notice: Notice) {
        if let Some(envelope) = &mut self.inner().envelope {
            envelope.notice(notice);
        }
    }

    /// Ends the report of a run that reads nothing because of `problem`. The problem goes to stderr
    /// and into the report. `summary` writes the last record.
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

    /// Ends the report, and the document if it is one.
    pub fn finish(&self) -> io::Result<()> {
        self.inner().finish()
    }

    /// Sets the function that creates the last record if a signal ends the report. Its argument is
    /// the number of JSON findings written. It runs while the report is locked, so it must not wait
    /// for a thread that writes to the report.
    pub fn at_interruption(&self, words: impl FnOnce(u64) -> Vec<u8> + Send + 'static) {
        self.inner().last_record = Some(Box::new(words));
    }

    /// Ends the report after the last complete record, because of a signal. Later writes from other
    /// threads are ignored.
    pub fn interrupted(&self) {
        let mut inner = self.inner();
        inner.is_last = true;
        inner.partial.clear();
        if let Some(envelope) = &mut inner.envelope {
            envelope.notice(Notice::error("interrupted before all input was read".to_owned()));
        }
        if let Some(words) = inner.last_record.take().filter(|_| !inner.ignores_writes()) {
            let record = words(inner.findings);
            let _ = inner.record(&record);
        }
        // The process ends because of the signal, so an error here cannot be reported.
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

    /// Writes the complete records.
    fn flush(&mut self) -> io::Result<()> {
        self.inner().write_ready()
    }
}

impl Out for Records {
    fn finding(&mut self, picture: Vec<u8>, _: Option<String>) -> io::Result<()> {
        self.write_all(&picture)
    }
}

impl Inner {
    /// Returns `true` if new records are ignored.
    fn ignores_writes(&self) -> bool {
        self.is_abandoned || self.closed || (signals::is_ending() && !self.is_last)
    }

    fn take(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        if self.ignores_writes() {
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
        if self.partial.len() > MAX_RECORD && self.envelope.is_none() {
            let piece = mem::take(&mut self.partial);
            self.record(&piece)?;
        }
        Ok(())
    }

    /// Adds a record, which includes its end.
    fn record(&mut self, record: &[u8]) -> io::Result<()> {
        self.findings += u64::from(record.starts_with(FINDING));
        let waiting = self.ready.len();
        match (&mut self.envelope, &mut self.annotations) {
            (Some(envelope), _) => envelope.result(record, &mut self.ready)?,
            (None, Some(annotations)) => annotations.record(record, &mut self.ready),
            (None, None) => self.ready.extend_from_slice(record),
        }
        if self.ready.len() <= self.max_waiting {
            return Ok(());
        }
        // Write the waiting records first: together with this one they would exceed one write.
        let last = self.ready.split_off(waiting);
        let written = self.write_ready();
        self.ready.extend_from_slice(&last);
        written
    }

    /// Writes the waiting records.
    fn write_ready(&mut self) -> io::Result<()> {
        if self.ready.is_empty() || (signals::is_ending() && !self.is_last) {
            return Ok(());
        }
        let written = self.out.write_all(&self.ready);
        self.ready.clear();
        match written {
            Err(error) if self.optional && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_abandoned = true;
                Ok(())
            }
            written => written,
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.ignores_writes() {
            let rest = mem::take(&mut self.partial);
            if !rest.is_empty() {
                self.record(&rest)?;
            }
            if let Some(envelope) = &mut self.envelope {
                envelope.finish(&mut self.ready)?;
            }
            if let Some(annotations) = &self.annotations {
                annotations.finish(&mut self.ready);
            }
            self.closed = true;
        }
        self.write_ready()
    }
}
