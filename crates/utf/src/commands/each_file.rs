//! Does the same work for each file, and reports the results in the order of the files. Most
//! commands work like this.

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use crate::{
    input::{
        files::{Files, FoundFile},
        left_out::unread_words,
        walk::args::WalkArgs,
    },
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
    /// Text that is printed.
    Printed(Vec<u8>),
    /// An entry of a list, which may be left out if the list is long: first the usual entries.
    Listed {
        text: Vec<u8>,
        is_usual: bool,
    },
    /// Text that is printed only if other text came before it.
    Between(String),
    Problem(Problem),
}

/// The end of a run.
pub struct Done {
    /// The worst exit status of all files.
    pub exit: Exit,
    /// The skipped entries, such as `, 2 links not followed`.
    pub passed: String,
    /// The number of entries that were left out of a long list.
    pub left_out: u64,
    /// The number of problems of files and directories.
    pub failures: u64,
}

/// The number of lines of a list: for entries that are not usual, and for those that are.
const MOST_LISTED: [u64; 2] = [2000, 500];

/// Like [`each_told`], and reports all problems. If it `counts`, hidden and ignored entries are
/// counted.
pub fn each<S>(
    walk: &WalkArgs,
    paths: &[PathBuf],
    records: Option<Records>,
    counts: bool,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&FoundFile, &mut S, &mut Hand<'_, Message>) -> Result<Exit, Problem> + Sync,
) -> Done {
    let files = walk.files(paths).map(|files| files.counting(counts));
    each_told(walk, files, records, true, scratch, one)
}

/// Calls `one` for each of `files`. Its output goes to stdout or to `records`, which
/// get a valid end even if a signal ends the process. `scratch` creates the state that a thread
/// keeps from file to file. Unless `tells`, problems of files only set the exit status.
pub fn each_told<S>(
    walk: &WalkArgs,
    files: Result<Files, Problem>,
    records: Option<Records>,
    tells: bool,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&FoundFile, &mut S, &mut Hand<'_, Message>) -> Result<Exit, Problem> + Sync,
) -> Done {
    let exit_only = |exit| Done { exit, passed: String::new(), left_out: 0, failures: 0 };
    // The hook is registered first, so that an early signal also completes the report.
    if let Some(records) = records.clone() {
        signals::before_end(move || {
            records.interrupted();
            terminal::write_error("utf: interrupted before all input was read\n");
        });
    }
    let files = match files {
        Ok(files) => files,
        Err(problem) => {
            return exit_only(match records {
                Some(records) => records.refused(&problem, |_| Ok(())),
                None => problem.report(),
            });
        }
    };
    let out = match terminal::output() {
        Ok(out) => out,
        Err(error) => return exit_only(terminal::output_failed(&error, Exit::Well)),
    };
    let threads = if files.is_single() { 1 } else { walk.threads() };
    let passed = files.passed();
    let exit = Exit::Well;
    let printer = Printer {
        out,
        records,
        tells,
        begun: false,
        listed: [0; 2],
        left_out: 0,
        failures: 0,
        exit,
    };
    let printer = Mutex::new(printer);
    let job = |found: Result<FoundFile, Problem>, scratch: &mut S, hand: &mut Hand<'_, Message>| {
        let done = found.and_then(|found| one(&found, scratch, hand));
        hand.note(done.map_or_else(Message::Problem, Message::Exit));
    };
    let done = run(threads, files, scratch, job, &printer, &Spare::new(0));
    let mut printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    match done.and_then(|()| printer.finish()) {
        Ok(()) => {
            passed.tell_listed();
            Done {
                exit: printer.exit,
                passed: format!("{passed}{}", unread_words(passed.unread())),
                left_out: printer.left_out,
                failures: printer.failures,
            }
        }
        Err(error) => exit_only(terminal::report_failed(&error, printer.exit)),
    }
}

/// Prints the messages and the text of all files.
struct Printer {
    out: BufWriter<Output>,
    records: Option<Records>,
    /// Whether problems of files are reported.
    tells: bool,
    /// Whether anything was printed.
    begun: bool,
    /// The number of lines of a list: of entries that are not usual, and of those that are.
    listed: [u64; 2],
    /// The number of entries that were left out of the list.
    left_out: u64,
    failures: u64,
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
            Message::Printed(text) => self.printed(&text)?,
            Message::Listed { text, is_usual } => {
                let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
                let listed = &mut self.listed[usize::from(is_usual)];
                *listed += lines;
                if *listed <= MOST_LISTED[usize::from(is_usual)] {
                    self.printed(&text)?;
                } else {
                    self.left_out += 1;
                }
            }
            Message::Between(bytes) if self.begun => self.out().write_all(bytes.as_bytes())?,
            Message::Between(_) => {}
            Message::Problem(problem) => {
                self.failures += 1;
                self.exit = self.exit.max(Exit::Failure);
                if let Some(records) = &self.records {
                    records.notice(Notice::error(problem.to_string()));
                }
                self.out().flush()?;
                if self.tells {
                    problem.report();
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.out().flush() } else { Ok(()) }
    }
}
