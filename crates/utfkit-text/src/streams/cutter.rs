//! A text in parts, cut between characters.

use std::{io, ops::Range};

use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};

use super::{
    block::BLOCK,
    code_points::{CodePoints, ILL_FORMED, Places},
};

/// In what a text is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// From the start of the file; a place inside a character is that of its start.
    Bytes,
    /// Code points; a maximal subpart that is ill-formed counts as one, a BOM as none.
    Characters,
    /// Up to a line feed each, and with it.
    Lines,
}

/// A text that is taken part by part.
pub struct Cutter<'r> {
    text: CodePoints<'r>,
    unit: Unit,
    /// Units before what comes next.
    passed: u64,
    /// What comes next: a value of the block, and its offset.
    next: At,
    places: Option<Places>,
}

/// A place in a block.
#[derive(Clone, Copy, Debug, Default)]
struct At {
    index: usize,
    offset: u64,
}

/// Why taking a part stopped.
#[derive(Debug)]
pub enum Stop {
    /// The text could not be read.
    Input(io::Error),
    /// The part could not be written.
    Output(io::Error),
    /// Ill-formed text at this offset, where bytes cannot be taken as they are.
    IllFormed(u64),
}

/// Up to where a part goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// So many units from the start of the text.
    Units(u64),
    /// So many units before its end. As much is held in memory.
    Before(u64),
    /// Its end.
    End,
}

/// Told of a block up to where it is taken, from what comes next.
type Pass<'p> = &'p mut dyn FnMut(&Cutter<'_>, At) -> Result<(), Stop>;

/// Where parts go.
pub type Sink<'s> = &'s mut dyn FnMut(&[u8]) -> io::Result<()>;

impl<'r> Cutter<'r> {
    /// The parts of `text`, counted in `unit`.
    pub fn new(text: CodePoints<'r>, unit: Unit) -> Self {
        Self { text, unit, passed: 0, next: At::default(), places: None }
    }

    /// What every part must begin with but the first: the BOM that tells the order of bytes.
    pub fn bom(&self) -> &[u8] {
        match self.text.encoding().unit_bytes() {
            1 => &[],
            _ => self.text.bom(),
        }
    }

    /// Whether what comes next is the start of the text, its BOM included.
    pub fn at_start(&self) -> bool {
        self.next.offset == 0
    }

    /// The offset of what comes next.
    pub fn offset(&self) -> u64 {
        self.next.offset
    }

    /// Whether anything comes next.
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

    /// Passes over what follows, up to `limit` units from the start of the text. Whether there is
    /// so much.
    pub fn skip(&mut self, limit: u64) -> Result<bool, Stop> {
        self.go(Some(limit), &mut |_, _| Ok(()))
    }

    /// Passes over all but the last `units`, or fewer if there are fewer; gives how many the text
    /// has. As many are held.
    pub fn skip_to_last(&mut self, units: u64) -> Result<u64, Stop> {
        self.go_before(units, &mut |_, _| Ok(()))
    }

    /// Passes over all that follows; gives how many units the text has.
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

    /// Passes what follows to `sink`, up to where `until` says. Whether that was reached; otherwise
    /// the text ended before it.
    pub fn take(&mut self, until: Until, sink: Sink<'_>) -> Result<bool, Stop> {
        match self.text.encoding().has_shifts() {
            true => self.rewrite(until, sink),
            false => self.go_until(until, &mut |cutter, end| {
                let bytes = cutter.text.bytes(cutter.next.offset, end.offset);
                put(bytes, sink)
            }),
        }
    }

    /// The same where bytes cannot be taken as they are: what follows is written anew, complete in
    /// itself.
    fn rewrite(&mut self, until: Until, sink: Sink<'_>) -> Result<bool, Stop> {
        let mut writer =
            Transcoder::new(Encoding::Ucs4Le, self.text.encoding()).bom(BomPolicy::Forbid);
        let mut bytes = Vec::new();
        let mut write = |units: &[u8], last| {
            bytes.clear();
            // All that was read from an encoding can be written in it.
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

    /// Goes on to where `until` says, block by block: `pass` is told of each how far it is taken.
    fn go_until(&mut self, until: Until, pass: Pass<'_>) -> Result<bool, Stop> {
        match until {
            Until::Units(limit) => self.go(Some(limit), pass),
            Until::Before(units) => self.go_before(units, pass).map(|_| true),
            Until::End => self.go(None, pass),
        }
    }

    /// The same up to the last `units` of the text, which are kept at hand. Gives how many units
    /// the text has.
    fn go_before(&mut self, units: u64, pass: Pass<'_>) -> Result<u64, Stop> {
        let mut patience = 0;
        loop {
            if self.text.values().len() - self.next.index > patience {
                let index = self.last(units);
                let end = self.at(index);
                self.advance_to(end, pass)?;
                // So what is kept is moved no more often than as much is forgotten.
                patience = 2 * (self.text.values().len() - index) + BLOCK;
            }
            let offset = match self.text.encoding().has_shifts() {
                true => self.text.end(),
                false => self.next.offset,
            };
            self.text.keep(self.next.index, offset);
            self.places = None;
            if !self.text.advance().map_err(Stop::Input)? {
                break;
            }
            self.next.index = 0;
        }
        let total = self.total();
        // A line that is not ended ends with the text.
        let end = self.find(total.saturating_sub(units));
        let end = end.unwrap_or(At { index: self.text.values().len(), offset: self.text.end() });
        self.advance_to(end, pass)?;
        Ok(total)
    }

    /// A value of this block behind which there are `units` at least, if the block has so many.
    fn last(&self, units: u64) -> usize {
        let values = &self.text.values()[self.next.index..];
        let units = usize::try_from(units).unwrap_or(usize::MAX);
        let before = match self.unit {
            // A character has one byte at least.
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

    /// The place of a value of this block that is not before what comes next.
    fn at(&mut self, index: usize) -> At {
        let offset = match index {
            _ if index == self.text.values().len() => self.text.end(),
            // Values of encodings with shifts have no places, and need none.
            _ if index == self.next.index || self.text.encoding().has_shifts() => self.next.offset,
            _ => self.places.get_or_insert_with(|| self.text.places()).of(&self.text, index),
        };
        At { index, offset }
    }

    /// Goes on to `end`, in this block.
    fn advance_to(&mut self, end: At, pass: Pass<'_>) -> Result<(), Stop> {
        pass(self, end)?;
        self.passed += self.units(self.next.index..end.index);
        self.next = end;
        Ok(())
    }

    /// How many units the text has, of which this block is the last.
    fn total(&self) -> u64 {
        let values = self.text.values();
        let open = self.unit == Unit::Lines && values.last().is_some_and(|&last| last != LINE_FEED);
        match self.unit {
            Unit::Bytes => self.text.end(),
            _ => self.passed + self.units(self.next.index..values.len()) + u64::from(open),
        }
    }

    /// Goes on to `limit` units from the start, block by block: `pass` is told of each how far it
    /// is taken.
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

    /// How many units the values of `range` are; bytes are not counted.
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

    /// Where in this block `limit` units are reached, if they are.
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
    match bytes.is_empty() {
        true => Ok(()),
        false => sink(bytes).map_err(Stop::Output),
    }
}
