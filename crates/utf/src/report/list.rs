//! Lists for other programs: file names, or counts.

use std::{
    io::{self, Write},
    path::Path,
};

use super::{diagnostics::Report, summary::FileSummary};
use crate::{process::names, system};

/// Prints the name of each file that has findings.
pub struct Names<W> {
    out: W,
    exact: bool,
}

impl<W: Write> Names<W> {
    /// Creates a report to `out`. If `exact`, names are unchanged and end with NUL.
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

/// Prints the number of findings of each file.
pub struct Counts<W> {
    out: W,
    exact: bool,
}

impl<W: Write> Counts<W> {
    /// Creates a report to `out`. If `exact`, names are unchanged and end with NUL.
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

/// Prints the name of a file: its bytes and a NUL if `exact`, otherwise the name made safe for a
/// terminal, followed by `end`.
pub fn listed(out: &mut impl Write, path: &Path, exact: bool, end: &str) -> io::Result<()> {
    if exact {
        out.write_all(&system::names::bytes(path.as_os_str()))?;
        return out.write_all(b"\0");
    }
    write!(out, "{}{end}", names::operand(path))
}
