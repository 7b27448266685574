//! Standard output and standard error: colours, and the only way to print messages.
//!
//! A report is flushed before a message is printed, so both appear in order.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
};

use anstream::AutoStream;
use clap::ColorChoice;

use super::{bar, exit::Exit, problem::Problem, waiting::BlockingIo};
use crate::system::streams;

/// Sets when messages are colored, for the whole process.
pub fn set_colours(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Returns `true` if messages on stderr, or else on stdout, are colored.
pub fn colours(error: bool) -> bool {
    let choice =
        if error { AutoStream::choice(&io::stderr()) } else { AutoStream::choice(&io::stdout()) };
    !matches!(choice, anstream::ColorChoice::Never)
}

/// Returns a buffered standard output for a report. It waits if the descriptor does not block, and
/// returns every error. (The stream of `std` discards the output if the descriptor cannot be
/// written.)
pub fn output() -> io::Result<BufWriter<Output>> {
    raw_output().map(BufWriter::new)
}

/// Returns standard output without a buffer.
pub fn raw_output() -> io::Result<Output> {
    streams::standard_output().map(Output::of)
}

/// Returns standard error for a report, without a buffer.
pub fn raw_error() -> io::Result<Output> {
    streams::standard_error().map(Output::of)
}

/// The descriptor of standard output or standard error.
pub struct Output {
    file: File,
    /// Whether it is a terminal, which may show a progress bar.
    beside_bar: bool,
}

impl Output {
    fn of(file: File) -> Self {
        Self { beside_bar: file.is_terminal(), file }
    }

    /// Returns `true` if it is a pipe, which may accept few bytes at once, or none.
    pub fn is_pipe(&self) -> bool {
        streams::is_pipe(&self.file)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = BlockingIo(&self.file);
        if self.beside_bar { bar::aside(|| file.write(bytes)) } else { file.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints a message on stderr. Returns `false` if that fails.
pub fn write_error(text: &str) -> bool {
    bar::aside(|| anstream::stderr().lock().write_all(text.as_bytes()).is_ok())
}

/// Prints a message on stdout. Returns `false` if that fails.
pub fn write_output(text: &str) -> bool {
    bar::aside(|| {
        let mut stream = anstream::stdout().lock();
        stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_ok()
    })
}

impl Problem {
    /// Prints the problem, and returns its exit status.
    pub fn report(&self) -> Exit {
        write_error(&format!("utf: {self}\n"));
        Exit::Failure
    }
}

/// Returns the exit status after a failure to write to stdout, for a run that would end with
/// `exit`.
///
/// If the reader closed the output, the run ends without a message.
pub fn output_failed(error: &io::Error, exit: Exit) -> Exit {
    match error.kind() {
        io::ErrorKind::BrokenPipe => exit,
        _ => Problem::with("standard output", error).report(),
    }
}

/// Returns the exit status after a failure to write a report or a text to stdout. `exit` is the
/// status of the work so far.
///
/// If the reader closed the output, the run ends without a message. But the status is at least
/// [`Exit::Unread`], because part of the input was not read, or part of the text was not written.
pub fn report_failed(error: &io::Error, exit: Exit) -> Exit {
    match error.kind() {
        io::ErrorKind::BrokenPipe => exit.max(Exit::Unread),
        _ => output_failed(error, exit),
    }
}
