//! Writes JSON, one object per line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;
use utfkit_text::unicode::printable;

/// Writes `value` as one line, with a single call.
pub fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_line_as(out, value, false)
}

/// Writes `value` as one line. If `is_ascii`, it escapes characters that are not ASCII.
pub fn write_line_as(
    out: &mut impl Write,
    value: &impl Serialize,
    is_ascii: bool,
) -> io::Result<()> {
    let plain = Plain { is_ascii };
    let mut line = Vec::with_capacity(512);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut line, plain))?;
    line.push(b'\n');
    out.write_all(&line)
}

/// Escapes all characters that are not safe for a terminal. JSON itself allows U+007F, U+009B and
/// U+202E.
struct Plain {
    /// Whether it also escapes characters that are not ASCII.
    is_ascii: bool,
}

impl Plain {
    fn keeps(&self, character: char) -> bool {
        printable::is_plain(character) && (character.is_ascii() || !self.is_ascii)
    }
}

impl Formatter for Plain {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.chars().all(|character| self.keeps(character)) {
            return out.write_all(fragment.as_bytes());
        }
        for character in fragment.chars() {
            if self.keeps(character) {
                write!(out, "{character}")?;
                continue;
            }
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}
