//! The same done to each file, and told in their order: what most commands are.

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

/// What is told of a file besides what is printed.
pub enum Message {
    /// How it ended.
    Exit(Exit),
    /// A line for standard error.
    Told(String),
    /// What is printed here if something was before it.
    Between(String),
    Problem(Problem),
}

/// Does `one` to each file that `paths` lead to. What it writes goes to standard output; where that
/// is `records`, it ends with one whatever ends the process. `scratch` makes what a thread keeps
/// from file to file.
///
/// How the run ended is the worst of what was said of any file.
pub fn each<S>(
    walk: &WalkArgs,
    paths: &[PathBuf],
    records: Option<Records>,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&FoundFile, &mut S, &mut Hand<'_, Message>) -> Result<Exit, Problem> + Sync,
) -> Exit {
    // A signal that comes early finds a report that can be ended.
    if let Some(records) = records.clone() {
        signals::before_end(move || {
            records.interrupted();
            terminal::write_error("utf: interrupted; not all was read\n");
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

/// Prints what is told.
struct Printer {
    out: BufWriter<Output>,
    records: Option<Records>,
    /// Whether something was printed.
    begun: bool,
    exit: Exit,
}

impl Printer {
    /// Where what is printed goes.
    fn out(&mut self) -> &mut dyn Write {
        match &mut self.records {
            Some(records) => records,
            None => &mut self.out,
        }
    }

    /// All is told.
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
