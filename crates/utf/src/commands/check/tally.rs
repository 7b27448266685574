//! Prints and counts the results of all files, in the order of the files.

use std::{
    io::{self, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use utfkit_text::detect::Content;

use super::{
    args::{Args, Format},
    file::Note,
};
use crate::{
    args::limit::{Form, Room},
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

/// The results so far.
pub(super) struct Tally {
    /// The report, if anything is printed.
    out: Option<Records>,
    flushed: Instant,
    counters: Arc<Counters>,
    passed: Arc<Skips>,
    summary: Summary,
    /// The totals, which include the parts of unfinished files.
    so_far: Arc<SoFar>,
    /// The room for findings in the report.
    room: Room,
    /// Whether the report has a line about the current file.
    has_shown: bool,
    /// The number of files without such a line that may still be named.
    names_left: u64,
    /// Whether only names or counts are printed.
    brief: bool,
    exit: Exit,
}

/// The number of files that are only named, after the findings of a long report.
const NAMED: u64 = 500;

/// The maximum time that output waits while more output may follow.
const LATE: Duration = Duration::from_millis(50);

impl Tally {
    /// Creates a tally that reports to `out`. `passed` has the numbers of skipped entries.
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
            room: Room::new(args.limit()),
            has_shown: false,
            names_left: if args.names_all_files() { NAMED } else { 0 },
            brief: !args.quiet && (args.files_with_errors || args.count),
            exit: Exit::Well,
        }
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// Reports the totals after the last file.
    pub(super) fn finish(&mut self, args: &Args, coloured: bool) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        if self.summary.unreported > 0 {
            let words = format!(
                "{} not shown (see --max-findings)",
                names::counted(self.summary.unreported, "finding")
            );
            out.notice(Notice::note(words));
        }
        // The report may become a baseline, so it records the directory of its names.
        let is_wanted = args.format == Format::Json && self.summary.findings > 0;
        self.summary.origin = is_wanted.then(origin::origin).flatten();
        self.summary.passed = self.passed.numbers();
        self.summary.unread = self.passed.unread();
        if !args.from.eq_ignore_ascii_case("auto") {
            // `--candidates` cannot be used with `-f`.
            self.summary.looks_like.clear();
        }
        args.report(&mut *out, coloured, false).finish(&self.summary)?;
        out.finish()?;
        match self.brief {
            true => self.passed.tell_listed(),
            // The summary has the other numbers.
            false => self.passed.tell_empty_list(),
        }
        Ok(())
    }

    /// Reports the results so far, because a signal ends the run.
    pub(super) fn interrupted(&self) {
        let Some(out) = &self.out else { return };
        out.interrupted();
        let words = interrupted(&self.so_far.sum());
        terminal::write_error(&format!("utf: {words}\n"));
    }

    /// Prints to stderr, after everything that was printed before.
    fn after_output<T>(&mut self, print: impl FnOnce() -> T) -> io::Result<T> {
        let flushed = self.flush(true);
        let printed = print();
        flushed.map(|()| printed)
    }

    /// Names a file with findings if there was no room for any of them.
    fn name(&mut self, name: Option<String>, file: &FileSummary) -> io::Result<()> {
        let has_shown = std::mem::take(&mut self.has_shown);
        // Broken rules are always shown.
        let is_hidden = !has_shown && file.broken_rules == 0 && self.names_left > 0;
        let Some(name) = name.filter(|_| is_hidden) else { return Ok(()) };
        self.names_left -= 1;
        let errors = names::counted(file.findings(), "error");
        let more = if self.names_left == 0 { "; `-l` names further files" } else { "" };
        self.printed(format!("{name}: {errors}, not shown{more}\n").as_bytes())
    }

    /// Adds the results of one file.
    fn count(&mut self, file: &FileSummary) {
        self.counters.file();
        self.summary.add(file);
        self.so_far.sum().files += 1;
        // Broken rules are always reported.
        self.summary.unreported += file.text.errors.saturating_sub(file.reported);
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
            Note::File(name, file) => {
                self.count(&file);
                self.name(name, &file)?;
            }
            Note::Skipped(path, content, exit) => {
                self.exit = self.exit.max(exit);
                self.summary.skip(content);
                self.so_far.sum().skip(content);
                let words = format!("{}: {content}, not checked", names::path(&path));
                if let (true, Content::NoBom(_)) = (self.brief, content) {
                    // The list of names or counts does not show that a text was skipped.
                    let words = format!("utf: {words}{}\n", content::advice(content));
                    self.after_output(|| terminal::write_error(&words))?;
                } else if let Some(out) = &self.out {
                    out.notice(Notice::note(words));
                }
            }
            Note::Found { picture, line } => match self.room.next() {
                Form::Counted => self.summary.unreported += 1,
                form => {
                    self.has_shown = true;
                    let line = line.as_ref().filter(|_| form == Form::Line);
                    self.printed(line.map_or(&picture, String::as_bytes))?;
                }
            },
            Note::Message(words) => {
                self.after_output(|| terminal::write_error(&words))?;
            }
            Note::Problem(problem) => {
                self.summary.fail(&problem);
                self.so_far.sum().fail(&problem);
                // The exit status must count the failure even if the output is closed.
                self.exit = self.exit.max(Exit::Failure);
                if let Some(out) = &self.out {
                    out.notice(Notice::error(problem.to_string()));
                }
                self.after_output(|| problem.report())?;
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
