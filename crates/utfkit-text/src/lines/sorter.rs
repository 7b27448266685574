//! Sorts lines: separates lines with errors from the others.

use std::collections::VecDeque;

use super::{
    cut::Cut,
    held::Held,
    mark::Mark,
    overflow::Overflow,
    reasons::Reasons,
    taker::{Rejected, SortError, Taker},
};

/// The numbers of a [`Sorter`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of lines.
    pub lines: u64,
    /// The number of bytes, with the BOM.
    pub bytes: u64,
    /// The number of bad lines, or of bad records.
    pub rejected: u64,
    /// The number of bytes in them.
    pub rejected_bytes: u64,
}

/// Sorts the lines of a stream: a line that has a [`Mark`] is bad.
///
/// The sorter cuts lines around the marks, and passes the bytes between them as they came. It does
/// not look at good lines one by one. Mark an error before the end of its line is passed.
///
/// Memory: up to 1 MiB of a line, and the marks of the bytes that are passed in one call. Longer
/// lines go to the [`Overflow`].
///
/// ```
/// use std::convert::Infallible;
/// use utfkit::utf8;
/// use utfkit_text::lines::{Cut, Feed, Held, Refuse, Rejected, Sorter, Taker, Unit};
///
/// /// The good lines as bytes, and the numbers of the bad ones.
/// #[derive(Default)]
/// struct Lines(Vec<u8>, Vec<u64>);
///
/// impl Taker for Lines {
///     type Error = Infallible;
///     fn good(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
///         self.0.extend_from_slice(bytes);
///         Ok(())
///     }
///     fn bad(&mut self, rejected: &Rejected, _: &mut Held<'_>) -> Result<(), Infallible> {
///         self.1.push(rejected.line);
///         Ok(())
///     }
/// }
///
/// let text = b"one\ntw\xFFo\nthree\n";
/// let mut lines = Lines::default();
/// let mut sorter = Sorter::new(Cut::lines(Feed::new(Unit::BYTE)), &mut lines, &Refuse);
/// for finding in utf8::chunks(text).filter_map(|chunk| chunk.finding()) {
///     sorter.mark(finding.into());
/// }
/// sorter.pass(text)?;
/// assert_eq!(sorter.finish()?.rejected, 1);
/// assert_eq!((&lines.0[..], &lines.1[..]), (&b"one\nthree\n"[..], &[2][..]));
/// # Ok::<(), utfkit_text::lines::SortError<Infallible>>(())
/// ```
pub struct Sorter<'t, E> {
    cut: Cut,
    taker: &'t mut dyn Taker<Error = E>,
    /// The marks after the bytes that were passed, ordered by offset.
    ahead: VecDeque<Mark>,
    /// The first bytes of a code unit that is cut.
    cut_unit: Vec<u8>,
    /// The incomplete line, the number of its line feeds, and whether it ends with one. A record or
    /// a change may have several line feeds.
    held: Held<'t>,
    feeds: u64,
    at_feed: bool,
    /// The errors in the incomplete line.
    reasons: Reasons,
    /// The mark with the highest end so far.
    farthest: Option<Mark>,
    /// The offset of the incomplete line, and the numbers of its line and record, from 1.
    start: u64,
    line: u64,
    record: u64,
    /// The number of bytes that were passed.
    offset: u64,
    rejected: u64,
    rejected_bytes: u64,
}

impl<'t, E> Sorter<'t, E> {
    /// Sorts the lines of `cut` for `taker`. Parts of lines that are too long to hold in memory go
    /// to `overflow`.
    pub fn new(cut: Cut, taker: &'t mut dyn Taker<Error = E>, overflow: &'t dyn Overflow) -> Self {
        Self {
            cut,
            taker,
            ahead: VecDeque::new(),
            cut_unit: Vec::new(),
            held: Held::new(overflow),
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

    /// Passes `bom`, which is part of no line, as good.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Taker`] or of the [`Overflow`].
    pub fn bom(&mut self, bom: &[u8]) -> Result<(), SortError<E>> {
        self.offset += bom.len() as u64;
        self.start = self.offset;
        if bom.is_empty() { Ok(()) } else { self.taker.good(bom).map_err(SortError::Taker) }
    }

    /// Marks an error in the incomplete line, or in the bytes that come next.
    pub fn mark(&mut self, mark: Mark) {
        let after = self.ahead.iter().rev().take_while(|other| other.offset > mark.offset).count();
        self.ahead.insert(self.ahead.len() - after, mark);
    }

    /// Passes `bytes`, which come next in the stream.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Taker`] or of the [`Overflow`].
    pub fn pass(&mut self, mut bytes: &[u8]) -> Result<(), SortError<E>> {
        let unit = self.cut.feed().unit().size();
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

    /// Passes `bytes`, which are complete code units, unless they are the last.
    fn pass_units(&mut self, bytes: &[u8]) -> Result<(), SortError<E>> {
        let start = self.offset;
        let mut done = 0;
        while let Some((at, mark)) = self.next_mark(bytes.len()) {
            self.advance(&bytes[done..at.max(done)])?;
            done = at.max(done);
            self.note(mark);
            // Other errors in this line change nothing.
            let end = self.cut.line_end(&bytes[done..]).map_or(done, |end| done + end);
            while let Some((_, mark)) = self.next_mark(end) {
                self.note(mark);
            }
        }
        self.advance(&bytes[done..])?;
        self.offset = start + bytes.len() as u64;
        Ok(())
    }

    /// Returns the next mark and the offset of its code unit in the bytes that are passed, if it is
    /// in the first `len` of them.
    fn next_mark(&mut self, len: usize) -> Option<(usize, Mark)> {
        let mark = *self.ahead.front()?;
        let at = mark.offset.saturating_sub(self.offset);
        let at = usize::try_from(at - at % self.cut.feed().unit().size() as u64)
            .ok()
            .filter(|&at| at < len)?;
        self.ahead.pop_front();
        Some((at, mark))
    }

    /// Passes `bytes`, which `becomes` replaces. They belong to one line, even if they have line
    /// feeds.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Taker`] or of the [`Overflow`].
    pub fn change(&mut self, bytes: &[u8], becomes: &[u8]) -> Result<(), SortError<E>> {
        // Bytes of a cut unit come before the change.
        let cut = std::mem::take(&mut self.cut_unit);
        self.pass_units(&cut)?;
        // The fields of the record continue. Ends of items in these bytes do not count.
        self.cut.run(bytes);
        self.count_feeds(bytes);
        self.held.change(bytes, becomes).map_err(SortError::Overflow)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// Ends the stream.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Taker`] or of the [`Overflow`].
    pub fn finish(mut self) -> Result<Tally, SortError<E>> {
        let cut = std::mem::take(&mut self.cut_unit);
        self.pass_units(&cut)?;
        while let Some(mark) = self.ahead.pop_front() {
            self.note(mark);
        }
        let partial = self.partial();
        let is_held = !self.held.original().is_empty() || !self.held.result().is_empty();
        if partial > 0 || is_held {
            self.close(true)?;
        }
        Ok(Tally {
            lines: self.line - 1 + partial,
            bytes: self.offset,
            rejected: self.rejected,
            rejected_bytes: self.rejected_bytes,
        })
    }

    /// Adds an error to the line that is held, or to the one that begins now.
    fn note(&mut self, mark: Mark) {
        self.reasons.push(Mark { field: self.cut.field(), ..mark });
        if self.farthest.is_none_or(|farthest| farthest.end < mark.end) {
            self.farthest = Some(mark);
        }
    }

    /// Passes `bytes`, which have no marks.
    fn advance(&mut self, mut bytes: &[u8]) -> Result<(), SortError<E>> {
        // An error may reach into the next line.
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
            self.taker.good(whole).map_err(SortError::Taker)?;
            self.record += run.records;
            self.begin(self.cut.feed().count(whole), run.end as u64);
            bytes = rest;
        }
        self.hold(bytes)
    }

    /// Keeps `bytes` of a line that is not complete.
    fn hold(&mut self, bytes: &[u8]) -> Result<(), SortError<E>> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.count_feeds(bytes);
        self.held.push(bytes).map_err(SortError::Overflow)
    }

    /// Counts the line feeds in `bytes`, which are held.
    fn count_feeds(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.feeds += self.cut.feed().count(bytes);
        self.at_feed = self.cut.feed().last(bytes) == Some(bytes.len());
    }

    /// Ends the line that is held. If there are fields, `is_record` is `true` if the line is a
    /// record.
    fn close(&mut self, is_record: bool) -> Result<(), SortError<E>> {
        let length = self.held.original().len();
        let lines = self.feeds + self.partial();
        if self.reasons.is_empty() {
            self.release()?
        } else {
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
            self.taker.bad(&rejected, &mut self.held).map_err(SortError::Taker)?;
            self.forget();
        }
        self.record += u64::from(is_record);
        Ok(())
    }

    /// Returns 1 if the line that is held does not end with a line feed, and 0 otherwise.
    ///
    /// The last line of a stream may lack its line feed. An error in an empty text counts as a
    /// line, because the text may lack its BOM.
    fn partial(&self) -> u64 {
        u64::from(match self.held.original().len() {
            0 => !self.reasons.is_empty(),
            _ => !self.at_feed,
        })
    }

    /// Passes the line that is held as good.
    fn release(&mut self) -> Result<(), SortError<E>> {
        let Self { taker, held, .. } = self;
        held.result()
            .each(SortError::Overflow, |bytes| taker.good(bytes).map_err(SortError::Taker))?;
        self.forget();
        Ok(())
    }

    /// Drops the line that is held.
    fn forget(&mut self) {
        self.begin(self.feeds, self.held.original().len());
        self.held.clear();
        self.feeds = 0;
        self.at_feed = false;
    }

    /// Begins another line, after this number of lines and bytes.
    fn begin(&mut self, lines: u64, bytes: u64) {
        self.line += lines;
        self.start += bytes;
        if let Some(mark) = self.farthest.filter(|mark| mark.end > self.start) {
            // The rest of an error that began in an earlier line belongs to this line, too.
            self.note(Mark { offset: self.start, finding: None, ..mark });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::Sorter;
    use crate::lines::{Cut, Feed, Held, Refuse, Rejected, Taker, Unit};

    #[derive(Default)]
    struct Good(Vec<u8>);

    impl Taker for Good {
        type Error = Infallible;
        fn good(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
            self.0.extend_from_slice(bytes);
            Ok(())
        }
        fn bad(&mut self, _: &Rejected, _: &mut Held<'_>) -> Result<(), Infallible> {
            Ok(())
        }
    }

    #[test]
    fn a_change_at_the_end_is_kept() {
        for (before, expected) in [(&b"one\n"[..], &b"one\nx"[..]), (b"one", b"onex"), (b"", b"x")]
        {
            let mut good = Good::default();
            let mut sorter = Sorter::new(Cut::lines(Feed::new(Unit::BYTE)), &mut good, &Refuse);
            sorter.pass(before).unwrap();
            sorter.change(b"", b"x").unwrap();
            sorter.finish().unwrap();
            assert_eq!(good.0, expected);
        }
    }
}
