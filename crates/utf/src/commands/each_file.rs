//! Does the same work for each file, and reports the results in the order of the files. Most
//! commands work like this.

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use crate::{
    input::{files::FoundFile, walk::args::WalkArgs},
    process::{
        exit::Exit,
        problem::Problem,
        signals,
        terminal::{self, Output},
    },
    report::{records::Records, sarif::Notice},
    threads::{
        idle::Spare,
        outbox::Hand,
        pool::{Consumer, run},
    },
};

/// A message about a file, in addition to the printed text.
pub enum Message {
    /// The exit status for the file.
    Exit(Exit),
    /// A line for stderr.
    Told(String),
    /// Text that is printed only if other text came before it.
    Between(String),
    Problem(Problem),
}

/// Calls `one` for each file that `paths` lead to. Its output goes to stdout or to `records`, which
/// get a valid end even if a signal ends the process. `scratch` creates the state that a thread
/// keeps from file to file.
///
/// Returns the worst exit status of all files.
pub fn each<S>(
    walk: &WalkArgs,
    paths: &[PathBuf],
    records: Option<Records>,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&FoundFile, &mut S, &mut Hand<'_, Message>) -> Result<Exit, Problem> + Sync,
) -> Exit {
    // The hook is registered first, so that an early signal also completes the report.
    if let Some(records) = records.clone() {
        signals::before_end(move || {
            records.interrupted();
            terminal::write_error("utf: interrupted before all input was read\n");
        });
    }
    let files = match walk.files(paths) {
        Ok(files) => files,
        Err(problem) => {
            return match records {
                Some(records) => records.refused(&problem, |_| Ok(())),
                None => problem.report(),
            };
        }
    };
    let out = match terminal::output() {
        Ok(out) => out,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let threads = if files.is_single() { 1 } else { walk.threads() };
    let passed = files.passed();
    let printer = Mutex::new(Printer { out, records, begun: false, exit: Exit::Well });
    let job = |found: Result<FoundFile, Problem>, scratch: &mut S, hand: &mut Hand<'_, Message>| {
        let done = found.and_then(|found| one(&found, scratch, hand));
        hand.note(done.map_or_else(Message::Problem, Message::Exit));
    };
    let done = run(threads, files, scratch, job, &printer, &Spare::new(0));
    let mut printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    match done.and_then(|()| printer.finish()) {
        Ok(()) => {
            passed.tell_listed();
            printer.exit
        }
        Err(error) => terminal::report_failed(&error, printer.exit),
    }
}

/// Prints the messages and the text of all files.
struct Printer {
    out: BufWriter<Output>,
    records: Option<Records>,
    /// Whether anything was printed.
    begun: bool,
    exit: Exit,
}

impl Printer {
    /// Returns the destination of printed text.
    fn out(&mut self) -> &mut dyn Write {
        match &mut self.records {
            Some(records) => records,
            None => &mut self.out,
        }
    }

    /// Ends the output.
    fn finish(&mut self) -> io::Result<()> {
        match &self.records {
            Some(records) => records.finish(),
            None => self.out.flush(),
        }
    }
}

impl Consumer<Message> for Printer {
    fn printed(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.begun = true;
        self.out().write_all(bytes)
    }

    fn note(&mut self, said: Message) -> io::Result<()> {
        match said {
            Message::Exit(exit) => self.exit = self.exit.max(exit),
            Message::Told(line) => {
                self.out().flush()?;
                terminal::write_error(&line);
            }
            Message::Between(bytes) if self.begun => self.out().write_all(bytes.as_bytes())?,
            Message::Between(_) => {}
            Message::Problem(problem) => {
                self.exit = self.exit.max(Exit::Failure);
                if let Some(records) = &self.records {
                    records.notice(Notice::error(problem.to_string()));
                }
                self.out().flush()?;
                problem.report();
            }
        }
        Ok(())
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.out().flush() } else { Ok(()) }
    }
}
