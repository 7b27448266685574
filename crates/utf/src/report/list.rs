//! Reports for other commands: names of files, or counts.

use std::{
    io::{self, Write},
    path::Path,
};

use super::{diagnostics::Report, summary::FileSummary};
use crate::process::names;

/// Prints the name of each file that has a mistake.
pub struct Names<W> {
    out: W,
    exact: bool,
}

impl<W: Write> Names<W> {
    /// Writes to `out`; `exact` names end with a NUL.
    pub fn new(out: W, exact: bool) -> Self {
        Self { out, exact }
    }
}

impl<W: Write> Report for Names<W> {
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        if summary.findings() == 0 {
            return Ok(());
        }
        listed(&mut self.out, path, self.exact, "\n")
    }
}

/// Prints how many mistakes each file has.
pub struct Counts<W> {
    out: W,
    exact: bool,
}

impl<W: Write> Counts<W> {
    /// Writes to `out`; `exact` names end with a NUL.
    pub fn new(out: W, exact: bool) -> Self {
        Self { out, exact }
    }
}

impl<W: Write> Report for Counts<W> {
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        listed(&mut self.out, path, self.exact, ":")?;
        writeln!(self.out, "{}", summary.findings())
    }
}

/// Prints the name of a file and what ends it: its bytes and a NUL if `exact`, else fit for a
/// terminal, with `end`.
pub fn listed(out: &mut impl Write, path: &Path, exact: bool, end: &str) -> io::Result<()> {
    if exact {
        out.write_all(path.as_os_str().as_encoded_bytes())?;
        return out.write_all(b"\0");
    }
    write!(out, "{}{end}", names::operand(path))
}
