//! Wraps text into lines.

use std::io::{self, Write};

/// Writes `text` after `head`, in lines of at most 96 columns.
pub fn paragraph(out: &mut impl Write, head: &str, text: &str) -> io::Result<()> {
    const WIDTH: usize = 96;
    const INDENT: usize = 13;
    write!(out, "  {head:<width$}", width = INDENT - 2)?;
    let mut column = INDENT;
    for (at, word) in text.split(' ').enumerate() {
        let len = word.chars().count();
        if at > 0 && column + 1 + len > WIDTH {
            write!(out, "\n{:INDENT$}", "")?;
            column = INDENT;
        } else if at > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += len;
    }
    writeln!(out)
}
