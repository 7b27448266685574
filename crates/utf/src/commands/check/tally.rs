//! What is printed, and counted, of all files in their order.

use std::{
    io::{self, BufWriter, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use super::{Args, file::Note};
use crate::{
    exit::Exit,
    pool::Consumer,
    progress::Counters,
    render::{Envelope, FileSummary, Summary, sentence},
    terminal::{self, Output},
};

/// What came of all files so far.
pub(super) struct Tally {
    /// Standard output, if anything is printed.
    out: Option<BufWriter<Output>>,
    envelope: Option<Envelope>,
    flushed: Instant,
    counters: Arc<Counters>,
    summary: Summary,
    /// How many mistakes of a file are reported at most.
    most: u64,
    exit: Exit,
}

/// How long what is printed may wait to be seen, while there is more to print.
const LATE: Duration = Duration::from_millis(50);

impl Tally {
    pub(super) fn open(args: &Args, counters: &Arc<Counters>) -> io::Result<Self> {
        let out = match args.quiet {
            true => None,
            false => Some(terminal::output()?),
        };
        Ok(Self {
            out,
            envelope: args.envelope(),
            flushed: Instant::now(),
            counters: Arc::clone(counters),
            summary: Summary::default(),
            most: args.max_errors,
            exit: Exit::Well,
        })
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// All files are done: reports the sum.
    pub(super) fn finish(&mut self, args: &Args, coloured: bool) -> io::Result<()> {
        self.close()?;
        match &mut self.out {
            Some(out) => args.report(out, coloured).finish(&self.summary),
            None => Ok(()),
        }
    }

    /// Ends the document, if it is one.
    fn close(&mut self) -> io::Result<()> {
        match (&mut self.out, &mut self.envelope) {
            (Some(out), Some(envelope)) => envelope.finish(out),
            _ => Ok(()),
        }
    }

    /// A signal ends the run: says how far it came.
    pub(super) fn interrupted(&mut self) {
        // There is nobody left to tell of an output that fails.
        let _ = self.close();
        let Some(out) = &mut self.out else { return };
        let _ = out.flush();
        let octets = self.counters.octets();
        let done = sentence(&self.summary);
        let words = format!("utf: interrupted, {octets} octets read; of that done: {done}\n");
        terminal::write_error(&words);
    }

    /// Prints on standard error, behind all that was printed before.
    fn behind<T>(&mut self, print: impl FnOnce() -> T) -> io::Result<T> {
        let flushed = self.flush(true);
        let printed = print();
        flushed.map(|()| printed)
    }

    /// Takes in what was found in one file.
    fn count(&mut self, file: &FileSummary) {
        self.counters.file();
        self.summary.add(file);
        self.summary.unreported += file.findings.saturating_sub(self.most);
        if file.findings > 0 {
            self.exit = self.exit.max(Exit::Found);
        }
    }
}

impl Consumer<Note> for Tally {
    fn printed(&mut self, octets: &[u8]) -> io::Result<()> {
        match (&mut self.out, &mut self.envelope) {
            (Some(out), Some(envelope)) => envelope.write(octets, out),
            (Some(out), None) => out.write_all(octets),
            (None, _) => Ok(()),
        }
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        match note {
            Note::File(file) => self.count(&file),
            Note::Skipped(nature) => self.summary.skip(nature),
            Note::Told(words) => {
                self.behind(|| terminal::write_error(&words))?;
            }
            Note::Trouble(trouble) => {
                self.summary.trouble += 1;
                // It counts, also where nothing more can be printed.
                self.exit = self.exit.max(Exit::Trouble);
                self.behind(|| trouble.report())?;
            }
        }
        self.flush(false)
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        if out.buffer().is_empty() || !(now || self.flushed.elapsed() > LATE) {
            return Ok(());
        }
        self.flushed = Instant::now();
        out.flush()
    }
}
