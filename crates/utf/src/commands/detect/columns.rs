//! The encoding of a file as tab-separated columns.

use std::io::{self, Write};

use utfkit::{
    Encoding,
    encoding::{Bom, ByteOrder},
};
use utfkit_text::{
    detect::{Detection, Verdict},
    lines::Unit,
    transform::Eol,
    views::rounded,
};

use super::report::{self, Names};
use crate::{
    files::reading::Source,
    rules::ends::{Counts, Ends},
};

/// A source that also counts line ends, before the encoding is known.
pub struct Observed<S> {
    source: S,
    bom: Option<Bom>,
    has_begun: bool,
    /// A counter for each way to read code units.
    ends: Vec<(Units, Ends)>,
}

/// The size of code units in bytes, and the order of their bytes.
type Units = (usize, ByteOrder);

/// The ways to read code units.
const UNITS: [Units; 5] = [
    (1, ByteOrder::Big),
    (2, ByteOrder::Big),
    (2, ByteOrder::Little),
    (4, ByteOrder::Big),
    (4, ByteOrder::Little),
];

/// The line ends and the BOM of a text, which are columns.
pub struct Columns {
    bom: Option<Bom>,
    ends: Vec<(Units, Counts)>,
}

impl<S> Observed<S> {
    /// Observes `source`.
    pub fn new(source: S) -> Self {
        let counter = |units: Units| (units, Ends::new(Eol::Lf, Unit::new(units.0, units.1)));
        Self { source, bom: None, has_begun: false, ends: UNITS.map(counter).into() }
    }

    /// Returns the BOM and the counts of line ends.
    pub fn columns(&self) -> Columns {
        let ends = self.ends.iter().map(|(units, ends)| (*units, ends.counts));
        Columns { bom: self.bom, ends: ends.collect() }
    }
}

impl Columns {
    /// Writes the line for the file `name`, which is safe for a terminal.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        name: &str,
        detection: &Detection,
        names: Names,
    ) -> io::Result<()> {
        let encoding = match detection.verdict() {
            Verdict::Binary => report::BINARY,
            _ => names.name(detection.encoding()),
        };
        let confidence = rounded(detection.confidence());
        let language = detection.language().unwrap_or("-");
        let ends = detection.encoding().and_then(|encoding| self.line_ends(encoding));
        let ends = ends.unwrap_or("-");
        let bom = if self.bom.is_some() { "bom" } else { "-" };
        writeln!(out, "{name}\t{encoding}\t{confidence}\t{language}\t{ends}\t{bom}")
    }

    /// Returns the name of the line ends of a text in `encoding`, if it can be known.
    fn line_ends(&self, encoding: Encoding) -> Option<&'static str> {
        let units = match (self.bom.map(|bom| bom.bytes()), encoding) {
            (Some([0xFF, 0xFE, 0, 0]), _) | (_, Encoding::Utf32Le) => (4, ByteOrder::Little),
            (Some([0, 0, 0xFE, 0xFF]), _) | (_, Encoding::Utf32Be) => (4, ByteOrder::Big),
            (Some([0xFF, 0xFE]), _) | (_, Encoding::Utf16Le) => (2, ByteOrder::Little),
            (Some([0xFE, 0xFF]), _) | (_, Encoding::Utf16Be) => (2, ByteOrder::Big),
            _ if encoding.is_ascii_compatible() => (1, ByteOrder::Big),
            _ => return None,
        };
        let (_, Counts { lf, crlf, cr }) = self.ends.iter().find(|(one, _)| *one == units)?;
        Some(match (lf, crlf, cr) {
            (0, 0, 0) => "none",
            (0, 0, _) => "cr",
            (_, 0, _) => "lf",
            (0, _, _) => "crlf",
            _ => "mixed",
        })
    }
}

impl<S: Source> Source for Observed<S> {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let len = self.source.read_some(room)?;
        let bytes = &room[..len];
        if !std::mem::replace(&mut self.has_begun, true) {
            self.bom = Bom::of(bytes);
            // A text with wide code units has NULs near its start.
            if memchr::memchr(0, bytes).is_none() {
                self.ends.truncate(1);
            }
        }
        self.ends.iter_mut().for_each(|(_, ends)| ends.push(bytes));
        Ok(len)
    }
}
