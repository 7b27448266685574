//! Cuts lines around what is wrong, and hands on what is between them as it came.

use std::{collections::VecDeque, io};

use utfkit::Finding;
use utfkit_text::receivers::Receiver;

use super::{Failure, Held, Taker, ends::Cut, reasons::Reasons};
use crate::process::problem::Trouble;

/// Something wrong in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where it begins, in bytes from the start of the stream.
    pub offset: u64,
    /// Behind the last byte of it: every line that it reaches into is bad.
    pub end: u64,
    /// The code of its kind.
    pub kind: &'static str,
    /// What is known of it, if it is ill-formed or cannot be encoded.
    pub finding: Option<Finding>,
    /// Who refuses it, if it is well-formed.
    pub receiver: Option<Receiver>,
    /// The field that it is in, from 1, where there are fields.
    pub field: Option<u64>,
}

impl From<Finding> for Mark {
    fn from(finding: Finding) -> Self {
        let kind = finding.kind().code();
        let (offset, end) = (finding.offset(), finding.end());
        Self { offset, end, kind, finding: Some(finding), receiver: None, field: None }
    }
}

impl Mark {
    /// What `receiver` refuses, which begins at `offset` of the file. It ends no line.
    pub fn refused(finding: Finding, receiver: Receiver, offset: u64) -> Self {
        Self { offset, end: offset, receiver: Some(receiver), ..finding.into() }
    }
}

/// A line, or a record, that is wrong.
#[derive(Debug, Default)]
pub struct Rejected {
    /// Its number, from 1; of several lines, that of the first.
    pub line: u64,
    /// The number of the record, from 1, where there are fields.
    pub record: Option<u64>,
    /// Where it is, in bytes from the start of the stream.
    pub offset: u64,
    pub length: u64,
    /// How many lines it is; the last one of the stream may not end.
    pub lines: u64,
    /// The first of what is wrong in it, and how much there is.
    pub marks: Vec<Mark>,
    pub count: u64,
}

/// What was sorted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub lines: u64,
    pub bytes: u64,
    pub rejected: u64,
    pub rejected_bytes: u64,
}

/// Sorts the lines of a stream that goes by: those in which something is marked are bad.
///
/// Memory: a line, up to 1 MiB of it, and the marks of what is passed at once.
pub struct Sorter<'t> {
    cut: Cut,
    taker: &'t mut dyn Taker,
    /// What is marked behind what was passed, in the order of the places.
    ahead: VecDeque<Mark>,
    /// The bytes of a code unit of which the rest is not there yet.
    cut_unit: Vec<u8>,
    /// The line that is not over, how many line feeds are in it (records may span lines, and so may
    /// changes), and whether it ends with one.
    held: Held,
    feeds: u64,
    at_feed: bool,
    /// What is wrong in it.
    reasons: Reasons,
    /// Of what was marked so far, what reaches farthest.
    farthest: Option<Mark>,
    /// Where it begins, and which line and record it is, from 1.
    start: u64,
    line: u64,
    record: u64,
    /// How many bytes were passed.
    offset: u64,
    rejected: u64,
    rejected_bytes: u64,
}

impl<'t> Sorter<'t> {
    /// Sorts what `cut` cuts, for `taker`.
    pub fn new(cut: Cut, taker: &'t mut dyn Taker) -> Self {
        Self {
            cut,
            taker,
            ahead: VecDeque::new(),
            cut_unit: Vec::new(),
            held: Held::default(),
            feeds: 0,
            at_feed: false,
            reasons: Reasons::default(),
            farthest: None,
            start: 0,
            line: 1,
            record: 1,
            offset: 0,
            rejected: 0,
            rejected_bytes: 0,
        }
    }

    /// Passes `bom`, which is part of no line: it goes with the good ones.
    pub fn bom(&mut self, bom: &[u8]) -> Result<(), Failure> {
        self.offset += bom.len() as u64;
        self.start = self.offset;
        if bom.is_empty() { Ok(()) } else { self.taker.good(bom) }
    }

    /// Something is wrong, in what is not passed yet or in the line that is held.
    pub fn mark(&mut self, mark: Mark) {
        let behind = self.ahead.iter().rev().take_while(|other| other.offset > mark.offset).count();
        self.ahead.insert(self.ahead.len() - behind, mark);
    }

    /// Passes `bytes`, the next of the stream.
    pub fn pass(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        let unit = self.cut.unit();
        if !self.cut_unit.is_empty() {
            let (more, rest) = bytes.split_at(bytes.len().min(unit - self.cut_unit.len()));
            self.cut_unit.extend_from_slice(more);
            if self.cut_unit.len() < unit {
                return Ok(());
            }
            let whole = std::mem::take(&mut self.cut_unit);
            self.pass_units(&whole)?;
            bytes = rest;
        }
        let (whole, cut) = bytes.split_at(bytes.len() - bytes.len() % unit);
        self.cut_unit.extend_from_slice(cut);
        self.pass_units(whole)
    }

    /// Passes `bytes`: whole code units, unless they are the last.
    fn pass_units(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let start = self.offset;
        let mut done = 0;
        while let Some((at, mark)) = self.next_mark(bytes.len()) {
            self.advance(&bytes[done..at.max(done)])?;
            done = at.max(done);
            self.note(mark);
            // What else is wrong in this line changes nothing.
            let end = self.cut.line_end(&bytes[done..]).map_or(done, |end| done + end);
            while let Some((_, mark)) = self.next_mark(end) {
                self.note(mark);
            }
        }
        self.advance(&bytes[done..])?;
        self.offset = start + bytes.len() as u64;
        Ok(())
    }

    /// The next mark, if it is in the first `len` of the bytes that are passed, and the code unit
    /// in those at which it stands.
    fn next_mark(&mut self, len: usize) -> Option<(usize, Mark)> {
        let mark = *self.ahead.front()?;
        let at = mark.offset.saturating_sub(self.offset);
        let at = usize::try_from(at - at % self.cut.unit() as u64).ok().filter(|&at| at < len)?;
        self.ahead.pop_front();
        Some((at, mark))
    }

    /// Passes `bytes` that become something else, and belong to one line whatever is in them.
    pub fn change(&mut self, bytes: &[u8], becomes: &[u8]) -> Result<(), Failure> {
        // Where a record is matters on; where one ends here does not.
        self.cut.run(bytes);
        self.count_feeds(bytes);
        self.held.change(bytes, becomes).map_err(|error| cannot_hold(&error))?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// The stream is at its end.
    pub fn finish(mut self) -> Result<Tally, Failure> {
        let cut = std::mem::take(&mut self.cut_unit);
        self.pass_units(&cut)?;
        while let Some(mark) = self.ahead.pop_front() {
            self.note(mark);
        }
        let partial = self.partial();
        if partial > 0 || self.held.original.len() > 0 {
            self.close(true)?;
        }
        Ok(Tally {
            lines: self.line - 1 + partial,
            bytes: self.offset,
            rejected: self.rejected,
            rejected_bytes: self.rejected_bytes,
        })
    }

    /// Takes note of what is wrong in the line that is held, or begins now.
    fn note(&mut self, mark: Mark) {
        self.reasons.push(Mark { field: self.cut.field(), ..mark });
        if self.farthest.is_none_or(|farthest| farthest.end < mark.end) {
            self.farthest = Some(mark);
        }
    }

    /// Passes `bytes`, in which nothing is marked.
    fn advance(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        // What is wrong in a line may reach into the next.
        while !self.reasons.is_empty() {
            let Some((end, is_record)) = self.cut.first(bytes) else { return self.hold(bytes) };
            self.hold(&bytes[..end])?;
            self.close(is_record)?;
            bytes = &bytes[end..];
        }
        let run = self.cut.run(bytes);
        if run.end > 0 {
            let (whole, rest) = bytes.split_at(run.end);
            self.release()?;
            self.taker.good(whole)?;
            self.record += run.records;
            self.begin(self.cut.feed().count(whole), run.end as u64);
            bytes = rest;
        }
        self.hold(bytes)
    }

    /// Keeps `bytes` of a line that is not over.
    fn hold(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.count_feeds(bytes);
        self.held.push(bytes).map_err(|error| cannot_hold(&error))
    }

    /// Takes note of the line feeds in `bytes`, which are held.
    fn count_feeds(&mut self, bytes: &[u8]) {
        self.feeds += self.cut.feed().count(bytes);
        self.at_feed = self.cut.feed().last(bytes) == Some(bytes.len());
    }

    /// The line that is held is over; whether it was a record, if there are fields.
    fn close(&mut self, is_record: bool) -> Result<(), Failure> {
        let length = self.held.original.len();
        let lines = self.feeds + self.partial();
        match self.reasons.is_empty() {
            true => self.release()?,
            false => {
                self.rejected += 1;
                let (marks, count) = std::mem::take(&mut self.reasons).end();
                self.rejected_bytes += length;
                let rejected = Rejected {
                    line: self.line,
                    record: self.cut.field().map(|_| self.record),
                    offset: self.start,
                    length,
                    lines,
                    marks,
                    count,
                };
                self.taker.bad(&rejected, &mut self.held)?;
                self.forget();
            }
        }
        self.record += u64::from(is_record);
        Ok(())
    }

    /// How many lines of what is held do not end: the last line of a stream may lack its line feed.
    /// Where something is wrong with nothing, that is one: an empty text lacks a BOM too.
    fn partial(&self) -> u64 {
        u64::from(match self.held.original.len() {
            0 => !self.reasons.is_empty(),
            _ => !self.at_feed,
        })
    }

    /// Hands on what is held as good.
    fn release(&mut self) -> Result<(), Failure> {
        let taker = &mut *self.taker;
        self.held.result().each(|error| cannot_hold(&error), |bytes| taker.good(bytes))?;
        self.forget();
        Ok(())
    }

    /// What was held is dealt with.
    fn forget(&mut self) {
        self.begin(self.feeds, self.held.original.len());
        self.held.clear();
        self.feeds = 0;
        self.at_feed = false;
    }

    /// Another line begins, behind so many lines and bytes.
    fn begin(&mut self, lines: u64, bytes: u64) {
        self.line += lines;
        self.start += bytes;
        if let Some(mark) = self.farthest.filter(|mark| mark.end > self.start) {
            // The rest of what the line before has the start of.
            self.note(Mark { offset: self.start, finding: None, ..mark });
        }
    }
}

/// A line is so long that it is kept in a temporary file, which fails.
fn cannot_hold(error: &io::Error) -> Failure {
    Trouble::with("a long line in a temporary file", error).into()
}
