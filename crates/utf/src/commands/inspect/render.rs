//! The formats of inspections.

use std::{io, path::Path};

use inspect::Forms;
use utfkit_text::{inspect, streams::Cell};

use super::place::Reading;

/// A format of inspections.
pub trait Render {
    /// Begins the inspection of `path`, which may be one of `several`.
    fn begin(&mut self, _: &Path, _several: bool) -> io::Result<()> {
        Ok(())
    }
    /// Shows a cell. It is `marked` if the user asked for its offset, and the other cells are
    /// around it.
    fn cell(&mut self, path: &Path, reading: Reading, cell: &Cell, marked: bool) -> io::Result<()>;
    /// Shows a code point in all its forms.
    fn forms(&mut self, forms: &Forms) -> io::Result<()>;
    /// Separates two inspections.
    fn between(&mut self) -> io::Result<()> {
        Ok(())
    }
    /// Makes the output so far visible.
    fn flush(&mut self) -> io::Result<()>;
}
