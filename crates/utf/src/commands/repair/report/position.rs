//! The positions of events.

use std::{fmt, path::Path};

use utfkit_text::repair::Fault;

use crate::{
    commands::repair::report::line_counter::LineCounter,
    process::names,
    report::{
        self,
        remark::{Level, Remark},
    },
};

/// The line and the column of an event.
#[derive(Clone, Copy)]
pub(super) enum At {
    /// The position in the text before the repair.
    Original(LineCounter),
    /// A line of a text whose columns are not counted.
    Line(u64),
}

/// The position of an event.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) path: &'a Path,
    pub(super) at: At,
    pub(super) offset: u64,
    pub(super) kind: &'static str,
    pub(super) bytes: &'a [u8],
}

impl<'a> Position<'a> {
    /// Returns the line and the column in the text before the repair, if they are known.
    pub(super) fn numbers(&self) -> Option<(u64, u64)> {
        match self.at {
            At::Original(counted) => {
                let is_counted = counted.is_utf16() || !is_of_utf16(self.kind, self.bytes);
                is_counted.then(|| counted.place())
            }
            At::Line(_) => None,
        }
    }

    pub(super) fn remark(self, level: Level, words: String) -> Remark<'a> {
        let bytes = Some((self.offset, self.bytes.len() as u64));
        let (line, column) = match (self.at, self.numbers()) {
            (At::Line(line), _) => (line, None),
            (At::Original(_), Some((line, column))) => (line, Some(column)),
            (At::Original(_), None) => (1, None),
        };
        let place = report::remark::Place { line, column, bytes, end_column: None };
        Remark { path: self.path, code: self.kind, level, words, place }
    }
}

/// The start of a line of the human report.
impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::operand(self.path))?;
        if let Some((line, column)) = self.numbers() {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": byte {}", self.offset)
    }
}

/// Returns `true` if an event of this `kind` with these `bytes` is in UTF-16.
fn is_of_utf16(kind: &str, bytes: &[u8]) -> bool {
    const CODES: [&str; 2] = ["lone-high-surrogate", "lone-low-surrogate"];
    CODES.contains(&kind)
        || [Fault::LostByte, Fault::WrongBom].iter().any(|one| one.code() == kind)
        || (kind == Fault::StrayBom.code() && bytes.len() == 2)
}
