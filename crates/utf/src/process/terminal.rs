//! Standard output and standard error: colours, and the only way to print messages.
//!
//! A report is flushed before a message is printed, so both appear in order.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::FileTypeExt,
    },
};

use anstream::AutoStream;
use clap::ColorChoice;

use super::{bar, exit::Exit, problem::Problem, waiting::BlockingIo};

/// Sets when messages are coloured, for the whole process.
pub fn set_colours(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether messages on standard error, or on standard output, are coloured.
pub fn colours(error: bool) -> bool {
    let choice = match error {
        true => AutoStream::choice(&io::stderr()),
        false => AutoStream::choice(&io::stdout()),
    };
    !matches!(choice, anstream::ColorChoice::Never)
}

/// Standard output for a report: buffered, patient, and with every error told. (That of `std` takes
/// a descriptor that cannot be written for one that swallows all.)
pub fn output() -> io::Result<BufWriter<Output>> {
    raw_output().map(BufWriter::new)
}

/// The same without a buffer.
pub fn raw_output() -> io::Result<Output> {
    Output::of(io::stdout().as_fd())
}

/// Standard error for a report, without a buffer.
pub fn raw_error() -> io::Result<Output> {
    Output::of(io::stderr().as_fd())
}

/// The descriptor of standard output, or that of standard error.
pub struct Output {
    file: File,
    /// Whether it is the terminal that may have a bar on it.
    beside_bar: bool,
}

impl Output {
    fn of(descriptor: BorrowedFd<'_>) -> io::Result<Self> {
        let file = File::from(descriptor.try_clone_to_owned()?);
        Ok(Self { beside_bar: file.is_terminal(), file })
    }

    /// Whether it is a pipe, which takes a little at once or not at all.
    pub fn is_pipe(&self) -> bool {
        self.file.metadata().is_ok_and(|found| found.file_type().is_fifo())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = BlockingIo(&self.file);
        match self.beside_bar {
            true => bar::aside(|| file.write(bytes)),
            false => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints a message on standard error; `false` if that fails.
pub fn write_error(text: &str) -> bool {
    bar::aside(|| anstream::stderr().lock().write_all(text.as_bytes()).is_ok())
}

/// Prints a message on standard output; `false` if that fails.
pub fn write_output(text: &str) -> bool {
    bar::aside(|| {
        let mut stream = anstream::stdout().lock();
        stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_ok()
    })
}

impl Problem {
    /// Prints it, and gives the exit status that it causes.
    pub fn report(&self) -> Exit {
        write_error(&format!("utf: {self}\n"));
        Exit::Failure
    }
}

/// What a failure to write to standard output means for a run that would end with `exit`.
///
/// A reader that went away wants no more: that ends the run quietly.
pub fn output_failed(error: &io::Error, exit: Exit) -> Exit {
    match error.kind() {
        io::ErrorKind::BrokenPipe => exit,
        _ => Problem::with("standard output", error).report(),
    }
}

/// What a failure to write a report, or a text, on standard output means for a run that would end
/// with `exit`, of what was looked at so far.
///
/// A reader that went away ends the run quietly, too; but of what is not looked at, or not written,
/// it cannot be said that all is well.
pub fn report_failed(error: &io::Error, exit: Exit) -> Exit {
    match error.kind() {
        io::ErrorKind::BrokenPipe => exit.max(Exit::Unread),
        _ => output_failed(error, exit),
    }
}
