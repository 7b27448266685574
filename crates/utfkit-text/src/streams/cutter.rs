//! Divides a text into parts, cut between characters.

use std::{io, ops::Range};

use utfkit::{Encoding, Finding, encoding::BomPolicy, transcode::Transcoder};

use super::{
    block::BLOCK,
    code_points::{CodePoints, ILL_FORMED, Places},
};

/// The unit in which a text is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes from the start of the file. An offset inside a character counts as that of its start.
    Bytes,
    /// Code points. An ill-formed maximal subpart counts as one, a BOM as zero.
    Characters,
    /// Lines, each with the line feed at its end.
    Lines,
}

/// A text that is read part by part.
pub struct Cutter<'r> {
    text: CodePoints<'r>,
    unit: Unit,
    /// The number of units before the next value.
    passed: u64,
    /// The next value of the block, and its offset.
    next: At,
    places: Option<Places>,
}

/// A position in a block.
#[derive(Clone, Copy, Debug, Default)]
struct At {
    index: usize,
    offset: u64,
}

/// The reason why a part was not completed.
#[derive(Debug)]
pub enum Stop {
    /// Reading the text failed.
    Input(io::Error),
    /// Writing the part failed.
    Output(io::Error),
    /// The text is ill-formed at this offset, and its bytes cannot be copied because the encoding
    /// has shifts.
    IllFormed(u64),
}

/// The end of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The part ends this number of units after the start of the text.
    Units(u64),
    /// The part ends this number of units before the end of the text. These units are held in
    /// memory.
    Before(u64),
    /// The part ends with the text.
    End,
}

/// A function that receives each block, up to the given position. The part begins at the next
/// value.
type Pass<'p> = &'p mut dyn FnMut(&Cutter<'_>, At) -> Result<(), Stop>;

/// Receives the bytes of the parts.
pub type Sink<'s> = &'s mut dyn FnMut(&[u8]) -> io::Result<()>;

impl<'r> Cutter<'r> {
    /// Creates the parts of `text`, counted in `unit`.
    pub fn new(text: CodePoints<'r>, unit: Unit) -> Self {
        Self { text, unit, passed: 0, next: At::default(), places: None }
    }

    /// Returns the BOM that every part except the first must begin with, because it determines the
    /// byte order. It is empty if code units are single bytes.
    pub fn bom(&self) -> &[u8] {
        match self.text.encoding().unit_bytes() {
            1 => &[],
            _ => self.text.bom(),
        }
    }

    /// Returns `true` at the start of the text, before its BOM.
    pub fn at_start(&self) -> bool {
        self.next.offset == 0
    }

    /// Returns the offset of the next value.
    pub fn offset(&self) -> u64 {
        self.next.offset
    }

    /// Returns the encoding that the text is read in, and the first ill-formed sequence of the text
    /// that was read so far. Text after the last part may have been read, too.
    pub fn first_finding(&self) -> Option<(Encoding, Finding)> {
        self.text.first_finding().map(|finding| (self.text.encoding(), *finding))
    }

    /// Returns `true` if the text has more values.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Input`] if reading fails.
    pub fn has_more(&mut self) -> Result<bool, Stop> {
        while self.next.index >= self.text.values().len() || self.next.offset >= self.text.end() {
            self.next = At { index: 0, offset: self.text.end() };
            self.places = None;
            if !self.text.advance().map_err(Stop::Input)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Skips the text up to `limit` units from its start. Returns `false` if the text is shorter.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Input`] if reading fails.
    pub fn skip(&mut self, limit: u64) -> Result<bool, Stop> {
        self.go(Some(limit), &mut |_, _| Ok(()))
    }

    /// Skips all but the last `units`, or nothing if there are fewer. Returns the number of units
    /// of the text.
    ///
    /// Memory: the last `units` are held.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Input`] if reading fails.
    pub fn skip_to_last(&mut self, units: u64) -> Result<u64, Stop> {
        self.go_before(units, &mut |_, _| Ok(()))
    }

    /// Skips the rest of the text, and returns the number of units of the whole text.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Input`] if reading fails.
    pub fn count(&mut self) -> Result<u64, Stop> {
        let mut last = None;
        self.go(None, &mut |cutter, end| {
            last = cutter.text.values()[..end.index].last().copied().or(last);
            Ok(())
        })?;
        let open = self.unit == Unit::Lines && last.is_some_and(|last| last != LINE_FEED);
        match self.unit {
            Unit::Bytes => Ok(self.text.end()),
            _ => Ok(self.passed + u64::from(open)),
        }
    }

    /// Passes the text to `sink`, up to `until`. Returns `false` if the text ended before that.
    ///
    /// # Errors
    ///
    /// Returns the reason if the part could not be completed.
    pub fn take(&mut self, until: Until, sink: Sink<'_>) -> Result<bool, Stop> {
        if self.text.encoding().has_shifts() {
            self.rewrite(until, sink)
        } else {
            self.go_until(until, &mut |cutter, end| {
                let bytes = cutter.text.bytes(cutter.next.offset, end.offset);
                put(bytes, sink)
            })
        }
    }

    /// Like [`take`](Self::take), for encodings whose bytes cannot be copied. Each part is encoded
    /// again, so that it is complete in itself.
    fn rewrite(&mut self, until: Until, sink: Sink<'_>) -> Result<bool, Stop> {
        let mut writer =
            Transcoder::new(Encoding::Ucs4Le, self.text.encoding()).bom(BomPolicy::Forbid);
        let mut bytes = Vec::new();
        let mut write = |units: &[u8], last| {
            bytes.clear();
            // The encoding can encode everything that was decoded from it.
            let written = writer.transcode_to_vec(units, &mut bytes, last);
            written.map_err(|finding| Stop::IllFormed(finding.offset()))?;
            put(&bytes, &mut *sink)
        };
        let reached = self.go_until(until, &mut |cutter, end| {
            let values = &cutter.text.values()[cutter.next.index..end.index];
            if values.contains(&ILL_FORMED) {
                let first = cutter.text.findings().first().map_or(0, |finding| finding.offset());
                return Err(Stop::IllFormed(first));
            }
            let units: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            write(&units, false)
        })?;
        write(&[], true)?;
        Ok(reached)
    }

    /// Advances to `until`, block by block. `pass` receives the end of the part in each block.
    fn go_until(&mut self, until: Until, pass: Pass<'_>) -> Result<bool, Stop> {
        match until {
            Until::Units(limit) => self.go(Some(limit), pass),
            Until::Before(units) => self.go_before(units, pass).map(|_| true),
            Until::End => self.go(None, pass),
        }
    }

    /// Advances to the last `units` of the text, which are kept in memory. Returns the number of
    /// units of the text.
    fn go_before(&mut self, units: u64, pass: Pass<'_>) -> Result<u64, Stop> {
        let mut patience = 0;
        loop {
            if self.text.values().len() - self.next.index > patience {
                let index = self.last(units);
                let end = self.at(index);
                self.advance_to(end, pass)?;
                // Cost: this bounds the moves of the values that are kept. They are moved only
                // after at least as many are dropped.
                patience = 2 * (self.text.values().len() - index) + BLOCK;
            }
            let offset =
                if self.text.encoding().has_shifts() { self.text.end() } else { self.next.offset };
            self.text.keep(self.next.index, offset);
            self.places = None;
            if !self.text.advance().map_err(Stop::Input)? {
                break;
            }
            self.next.index = 0;
        }
        let total = self.total();
        // A last line without a line feed ends with the text.
        let end = self.find(total.saturating_sub(units));
        let end = end.unwrap_or(At { index: self.text.values().len(), offset: self.text.end() });
        self.advance_to(end, pass)?;
        Ok(total)
    }

    /// Returns the index of a value of this block that has at least `units` after it. Returns the
    /// next value if the block has fewer.
    fn last(&self, units: u64) -> usize {
        let values = &self.text.values()[self.next.index..];
        let units = usize::try_from(units).unwrap_or(usize::MAX);
        let before = match self.unit {
            // A character has at least one byte.
            Unit::Characters | Unit::Bytes => values.len().saturating_sub(units),
            Unit::Lines => {
                // The last line feed may end the text.
                let feeds =
                    values.iter().enumerate().rev().filter(|&(_, &value)| value == LINE_FEED);
                feeds.map(|(at, _)| at + 1).nth(units.saturating_add(1)).unwrap_or(0)
            }
        };
        self.next.index + before
    }

    /// Returns the position of a value of this block, at or after the next value.
    fn at(&mut self, index: usize) -> At {
        let offset = match index {
            _ if index == self.text.values().len() => self.text.end(),
            // Values of encodings with shifts have no offsets. They are not needed, because the
            // text is encoded again.
            _ if index == self.next.index || self.text.encoding().has_shifts() => self.next.offset,
            _ => self.places.get_or_insert_with(|| self.text.places()).of(&self.text, index),
        };
        At { index, offset }
    }

    /// Advances to `end`, in this block.
    fn advance_to(&mut self, end: At, pass: Pass<'_>) -> Result<(), Stop> {
        pass(self, end)?;
        self.passed += self.units(self.next.index..end.index);
        self.next = end;
        Ok(())
    }

    /// Returns the number of units of the text. This block must be the last.
    fn total(&self) -> u64 {
        let values = self.text.values();
        let open = self.unit == Unit::Lines && values.last().is_some_and(|&last| last != LINE_FEED);
        match self.unit {
            Unit::Bytes => self.text.end(),
            _ => self.passed + self.units(self.next.index..values.len()) + u64::from(open),
        }
    }

    /// Advances to `limit` units from the start, block by block. `pass` receives the end of the
    /// part in each block.
    fn go(&mut self, limit: Option<u64>, pass: Pass<'_>) -> Result<bool, Stop> {
        loop {
            let found = limit.and_then(|limit| self.find(limit));
            let end =
                found.unwrap_or(At { index: self.text.values().len(), offset: self.text.end() });
            self.advance_to(end, pass)?;
            if found.is_some() {
                return Ok(true);
            }
            self.next.index = 0;
            self.places = None;
            if !self.text.advance().map_err(Stop::Input)? {
                return Ok(false);
            }
        }
    }

    /// Returns the number of units in `range`; 0 for bytes.
    fn units(&self, range: Range<usize>) -> u64 {
        match self.unit {
            Unit::Bytes => 0,
            Unit::Characters => range.len() as u64,
            Unit::Lines => {
                let values = &self.text.values()[range];
                values.iter().filter(|&&value| value == LINE_FEED).count() as u64
            }
        }
    }

    /// Returns the position in this block at which `limit` units are reached.
    fn find(&mut self, limit: u64) -> Option<At> {
        let left = limit.saturating_sub(self.passed);
        let values = &self.text.values()[self.next.index..];
        let more = match self.unit {
            Unit::Bytes => return self.find_byte(limit),
            _ if left == 0 => 0,
            Unit::Characters => usize::try_from(left).ok().filter(|&left| left <= values.len())?,
            Unit::Lines => {
                let nth = usize::try_from(left - 1).ok()?;
                let feeds = values.iter().enumerate().filter(|&(_, &value)| value == LINE_FEED);
                1 + feeds.map(|(at, _)| at).nth(nth)?
            }
        };
        Some(self.at(self.next.index + more))
    }

    fn find_byte(&mut self, limit: u64) -> Option<At> {
        if self.text.end() < limit {
            return None;
        }
        let places = self.places.get_or_insert_with(|| self.text.places());
        let (index, offset) = places.boundary_before(&self.text, limit);
        Some(if offset < self.next.offset { self.next } else { At { index, offset } })
    }
}

const LINE_FEED: u32 = 0x0A;

fn put(bytes: &[u8], sink: Sink<'_>) -> Result<(), Stop> {
    if bytes.is_empty() { Ok(()) } else { sink(bytes).map_err(Stop::Output) }
}
