//! A format of what is inspected.

use std::{io, path::Path};

use forms::Forms;
use utfkit_text::{inspect::character as forms, streams::placed::Cell};

use super::place::Reading;

/// Something that inspections are shown by.
pub trait Render {
    /// What is at `path` comes next, as one of `several` or not.
    fn begin(&mut self, _: &Path, _several: bool) -> io::Result<()> {
        Ok(())
    }
    /// Some bytes; `marked` are those that were asked for, among others around them.
    fn cell(&mut self, path: &Path, reading: Reading, cell: &Cell, marked: bool) -> io::Result<()>;
    /// A code point in all its forms.
    fn forms(&mut self, forms: &Forms) -> io::Result<()>;
    /// One thing is shown, and another comes.
    fn between(&mut self) -> io::Result<()> {
        Ok(())
    }
    /// Whatever was shown must be seen now.
    fn flush(&mut self) -> io::Result<()>;
}
