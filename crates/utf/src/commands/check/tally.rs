//! What is printed, and counted, of all files in their order.

use std::{
    io::{self, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use utfkit_text::detect::content::Content;

use super::{
    args::{Args, Format},
    file::Note,
};
use crate::{
    git::origin,
    input::{content, left_out::Skips},
    process::{counters::Counters, exit::Exit, names, terminal},
    report::{
        human::interrupted,
        records::Records,
        sarif::Notice,
        summary::{FileSummary, SoFar, Summary},
    },
    threads::pool::Consumer,
};

/// What came of all files so far.
pub(super) struct Tally {
    /// The report, if anything is printed.
    out: Option<Records>,
    flushed: Instant,
    counters: Arc<Counters>,
    passed: Arc<Skips>,
    summary: Summary,
    /// The same, with what was read of files that are not at their end.
    so_far: Arc<SoFar>,
    /// How many mistakes of a file are reported at most.
    most: u64,
    /// Whether only names or counts are printed.
    brief: bool,
    exit: Exit,
}

/// How long what is printed may wait to be seen, while there is more to print.
const LATE: Duration = Duration::from_millis(50);

impl Tally {
    /// Nothing is done yet; what is told goes to `out`, also how much is `passed` by.
    pub(super) fn new(
        args: &Args,
        out: Option<Records>,
        counters: &Arc<Counters>,
        passed: Arc<Skips>,
        so_far: Arc<SoFar>,
    ) -> Self {
        if let Some(out) = &out {
            args.end_at_interruption(out, &so_far, Some(Arc::clone(&passed)));
        }
        Self {
            out,
            flushed: Instant::now(),
            counters: Arc::clone(counters),
            passed,
            summary: Summary::default(),
            so_far,
            most: args.max_errors(),
            brief: !args.quiet && (args.files_with_errors || args.count),
            exit: Exit::Well,
        }
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// All files are done: reports the sum.
    pub(super) fn finish(&mut self, args: &Args, coloured: bool) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        if self.summary.unreported > 0 {
            let words = format!("{} findings not shown (--max-errors)", self.summary.unreported);
            out.notice(Notice::note(words));
        }
        // What may become a baseline says what it is of.
        let is_wanted = args.format == Format::Json && self.summary.findings > 0;
        self.summary.origin = is_wanted.then(origin::origin).flatten();
        self.summary.passed = self.passed.numbers();
        args.report(&mut *out, coloured, false).finish(&self.summary)?;
        out.finish()?;
        match self.brief {
            true => self.passed.tell_listed(),
            // The summary has the rest.
            false => self.passed.tell_empty_list(),
        }
        Ok(())
    }

    /// A signal ends the run: says how far it came.
    pub(super) fn interrupted(&self) {
        let Some(out) = &self.out else { return };
        out.interrupted();
        let words = interrupted(&self.so_far.sum());
        terminal::write_error(&format!("utf: {words}\n"));
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
        self.so_far.sum().files += 1;
        // Broken rules are told however many mistakes there are, if anything is.
        let apart = if self.most > 0 { file.broken_rules } else { 0 };
        self.summary.unreported += (file.findings() - apart).saturating_sub(self.most);
        if file.findings() > 0 {
            self.exit = self.exit.max(Exit::Found);
        }
    }
}

impl Consumer<Note> for Tally {
    fn printed(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.write_all(bytes))
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        match note {
            Note::File(file) => self.count(&file),
            Note::Skipped(path, content) => {
                self.summary.skip(content);
                self.so_far.sum().skip(content);
                let words = format!("{}: {content}, not checked", names::path(&path));
                if let (true, Content::Unsigned(_)) = (self.brief, content) {
                    // Where only names or counts are printed, nothing else says that text was
                    // passed over.
                    let words = format!("utf: {words}{}\n", content::advice(content));
                    self.behind(|| terminal::write_error(&words))?;
                } else if let Some(out) = &self.out {
                    out.notice(Notice::note(words));
                }
            }
            Note::Told(words) => {
                self.behind(|| terminal::write_error(&words))?;
            }
            Note::Problem(problem) => {
                self.summary.failures += 1;
                self.so_far.sum().failures += 1;
                // It counts, also where nothing more can be printed.
                self.exit = self.exit.max(Exit::Failure);
                if let Some(out) = &self.out {
                    out.notice(Notice::error(problem.to_string()));
                }
                self.behind(|| problem.report())?;
            }
        }
        self.flush(false)
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        if out.is_empty() || !(now || self.flushed.elapsed() > LATE) {
            return Ok(());
        }
        self.flushed = Instant::now();
        out.flush()
    }
}
