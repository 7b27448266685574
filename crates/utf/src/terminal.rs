//! Standard output and standard error: colours, and the only way to print messages.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    os::fd::AsFd,
};

use anstream::AutoStream;
use clap::ColorChoice;

use crate::{exit::Exit, patient::Patient, trouble::Trouble};

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

/// Standard output for a report: buffered, patient, and with every error told. (That of `std` takes a
/// descriptor that cannot be written for one that swallows all.)
pub fn output() -> io::Result<BufWriter<Output>> {
    raw_output().map(BufWriter::new)
}

/// The same without a buffer.
pub fn raw_output() -> io::Result<Output> {
    let descriptor = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(Output(File::from(descriptor)))
}

/// The descriptor of standard output.
pub struct Output(File);

impl Write for Output {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        Patient(&self.0).write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints a message on standard error; `false` if that fails.
pub fn write_error(text: &str) -> bool {
    let mut stream = anstream::stderr().lock();
    stream.write_all(text.as_bytes()).is_ok()
}

/// Prints a message on standard output; `false` if that fails.
pub fn write_output(text: &str) -> bool {
    let mut stream = anstream::stdout().lock();
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_ok()
}

/// What a failure to write to standard output means for a run that would end with `exit`.
///
/// A reader that went away wants no more: that ends the run quietly.
pub fn output_failed(error: &io::Error, exit: Exit) -> Exit {
    match error.kind() {
        io::ErrorKind::BrokenPipe => exit,
        _ => Trouble::with("standard output", error).report(),
    }
}
