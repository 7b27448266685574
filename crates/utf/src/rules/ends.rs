//! Counts the line ends of a stream, code unit by code unit, in any encoding.

use memchr::{memchr, memchr2_iter};
use utfkit::utf8;

use utfkit_text::lines::Unit;
use utfkit_text::transform::Eol;

/// Counts the line ends of a stream, which may come in any pieces, and remembers the first that
/// differs from `wanted`.
#[derive(Debug)]
pub struct Ends {
    wanted: Eol,
    unit: Unit,
    /// The start of an incomplete code unit.
    kept: Vec<u8>,
    /// The offset of the next bytes.
    offset: u64,
    /// The offset right after the last carriage return.
    behind_return: Option<u64>,
    pub counts: Counts,
    wrong: Option<Spot>,
    first_return: Option<Spot>,
}

/// The number of lines with each end. A CR alone ends a line only if the text has no other line
/// ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub lf: u64,
    pub crlf: u64,
    pub cr: u64,
}

/// A line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub offset: u64,
    /// The number of the line that it ends, counted from 1.
    pub line: u64,
    pub eol: Eol,
}

impl Ends {
    /// Creates a counter for a stream of such code units.
    pub fn new(wanted: Eol, unit: Unit) -> Self {
        Self {
            wanted,
            unit,
            kept: Vec::new(),
            offset: 0,
            behind_return: None,
            counts: Counts::default(),
            wrong: None,
            first_return: None,
        }
    }

    /// Adds the next `bytes` of the stream.
    pub fn push(&mut self, mut bytes: &[u8]) {
        if !self.kept.is_empty() {
            let missing = (self.unit.size() - self.kept.len()).min(bytes.len());
            self.kept.extend_from_slice(&bytes[..missing]);
            bytes = &bytes[missing..];
            if self.kept.len() < self.unit.size() {
                return;
            }
            let unit = std::mem::take(&mut self.kept);
            self.scan(&unit);
        }
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % self.unit.size());
        self.scan(whole);
        self.kept.extend_from_slice(rest);
    }

    /// Returns the first line end that differs from the wanted one, if there is one.
    pub fn wrong(&self) -> Option<Spot> {
        let Counts { lf, crlf, .. } = self.counts;
        let only_returns = self.wanted != Eol::Cr && lf + crlf == 0;
        self.wrong.or(self.first_return.filter(|_| only_returns))
    }

    /// Counts the line ends of whole code units.
    fn scan(&mut self, bytes: &[u8]) {
        let no_returns = self.unit.size() == 1
            && self.wanted == Eol::Lf
            && self.behind_return != Some(self.offset)
            && memchr(b'\r', bytes).is_none();
        if no_returns {
            self.counts.lf += utf8::count_lines(bytes) as u64;
        } else {
            for found in memchr2_iter(b'\r', b'\n', bytes) {
                let start = found - found % self.unit.size();
                let offset = self.offset + start as u64;
                match self.unit.ascii(&bytes[start..start + self.unit.size()]) {
                    Some(b'\n') => self.feed(offset),
                    Some(b'\r') => self.carriage_return(offset),
                    _ => {}
                }
            }
        }
        self.offset += bytes.len() as u64;
    }

    /// Returns the number of the current line, counted from 1.
    fn line(&self) -> u64 {
        self.counts.lf + self.counts.crlf + 1
    }

    fn carriage_return(&mut self, offset: u64) {
        let spot = Spot { offset, line: self.line(), eol: Eol::Cr };
        self.first_return.get_or_insert(spot);
        self.counts.cr += 1;
        self.behind_return = Some(offset + self.unit.size() as u64);
    }

    fn feed(&mut self, offset: u64) {
        let line = self.line();
        let spot = if self.behind_return == Some(offset) {
            self.counts.cr -= 1;
            self.counts.crlf += 1;
            Spot { offset: offset - self.unit.size() as u64, line, eol: Eol::Crlf }
        } else {
            self.counts.lf += 1;
            Spot { offset, line, eol: Eol::Lf }
        };
        if spot.eol != self.wanted {
            self.wrong.get_or_insert(spot);
        }
    }
}

#[cfg(test)]
mod tests {
    use ByteOrder::{Big, Little};
    use utfkit::encoding::ByteOrder;

    use super::*;

    /// Returns the result for `text`, in code units of type `unit`. Checks that it does not depend
    /// on the pieces.
    fn found(wanted: Eol, text: &str, unit: Unit) -> (Option<Spot>, Counts) {
        let bytes = unit.spell(text);
        let by = |size: usize| {
            let mut ends = Ends::new(wanted, unit);
            bytes.chunks(size).for_each(|piece| ends.push(piece));
            (ends.wrong(), ends.counts)
        };
        let whole = by(bytes.len().max(1));
        (1..8).for_each(|size| assert_eq!(by(size), whole, "{text:?} by {size}"));
        whole
    }

    #[test]
    fn line_ends_are_code_units() {
        let text = "a\nb\r\nc\rd\r\r\n";
        for (size, order) in [(1, Big), (2, Big), (2, Little), (4, Big), (4, Little)] {
            let unit = Unit::new(size, order);
            let size = size as u64;
            let at = |offset: u64, line, eol| Some(Spot { offset: offset * size, line, eol });
            let counts = Counts { lf: 1, crlf: 2, cr: 2 };
            let found = |wanted, text| found(wanted, text, unit);
            assert_eq!(found(Eol::Lf, text), (at(3, 2, Eol::Crlf), counts));
            assert_eq!(found(Eol::Crlf, text), (at(1, 1, Eol::Lf), counts));
            assert_eq!(found(Eol::Cr, text), (at(1, 1, Eol::Lf), counts));
            assert_eq!(found(Eol::Lf, "a\rb\r").0, at(1, 1, Eol::Cr));
            assert_eq!(found(Eol::Cr, "a\rb\r").0, None);
            assert_eq!(found(Eol::Lf, "a\rb\n").0, None);
            assert_eq!(found(Eol::Crlf, "a\r\nb").0, None);
            assert_eq!(found(Eol::Crlf, "").0, None);
        }
    }

    #[test]
    fn bytes_that_only_look_like_line_ends() {
        // U+0D0A, U+0A0D and U+0D00 are letters.
        let mut ends = Ends::new(Eol::Lf, Unit::new(2, Big));
        ends.push(b"\x0D\x0A\x0A\x0D\x0D\x00");
        assert_eq!((ends.wrong(), ends.counts), (None, Counts::default()));
    }
}
