//! Searches a stream line by line. Lines without a match are not examined one by one.

mod long;

use std::{fs::File, io, mem, ops::Range};

use utfkit_text::{
    search::{Literal, Matcher},
    streams::block::BLOCK,
};

use super::window::Window;
use crate::files::reading::CountingSource;
use long::Long;

/// The maximum length of a line in bytes, as it is searched. A longer line is searched in pieces.
const MAX: usize = 1 << 20;

/// A selected line, a line of its context, or a part of a long line.
pub struct Line<'w> {
    window: &'w Window,
    /// Its range in the window, without the line feed.
    pub range: Range<usize>,
    /// The ranges of the matches in the window.
    pub matches: &'w [Range<usize>],
    /// Its number, if numbers are wanted.
    pub number: u64,
    /// The number of its characters before this part, if columns are wanted.
    pub column: u64,
    /// The offset in the file of the whole line, if this is a part of it.
    begin: Option<u64>,
    /// The number of the part, from 1, or 0 for a whole line.
    pub part: u64,
    /// Whether this is the first part, and whether it is the last one.
    pub first: bool,
    pub last: bool,
    /// Whether lines between this one and the line passed before it were left out.
    pub after_gap: bool,
}

/// The lines to select.
#[derive(Clone, Copy, Debug, Default)]
pub struct Select {
    /// Select lines without a match.
    pub invert: bool,
    /// The number of context lines before and after each selected line.
    pub before: u64,
    pub after: u64,
}

impl Select {
    /// Returns `true` if lines without a match are never needed.
    pub fn is_plain(self) -> bool {
        !self.invert && self.before == 0 && self.after == 0
    }
}

impl Line<'_> {
    /// Returns the offset in the file for a position in the window.
    pub fn offset(&self, at: usize) -> u64 {
        self.window.offset(at)
    }

    /// Returns the offset in the file of the whole line.
    pub fn begin(&self) -> u64 {
        self.begin.unwrap_or_else(|| self.offset(self.range.start))
    }

    /// Returns a part of the line as text.
    pub fn text(&self, range: Range<usize>) -> std::borrow::Cow<'_, str> {
        self.window.shown(range)
    }
}

/// The receiver of the lines.
pub trait LineReceiver {
    /// Returns `true` if line numbers are needed.
    fn wants_numbers(&self) -> bool;
    /// Returns `true` if all matches of a line are needed. Otherwise one is enough.
    fn wants_matches(&self) -> bool;
    /// Returns `true` if the columns of matches are needed.
    fn wants_columns(&self) -> bool;
    /// Returns `true` if whole lines are needed, not only their matches.
    fn wants_text(&self) -> bool;
    /// Returns `true` if only the number of lines is needed.
    fn wants_counts(&self) -> bool;
    /// Receives the number of lines with matches, instead of the lines. Returns `false` to end the
    /// search.
    fn count(&mut self, lines: u64) -> bool;
    /// Receives a selected line, or a part of one. Returns `false` to end the search, possibly
    /// within the line.
    fn line(&mut self, line: &Line<'_>) -> io::Result<bool>;
    /// Receives a context line, or a part of one.
    fn context(&mut self, line: &Line<'_>) -> io::Result<()>;
    /// Called when everything read so far has been searched.
    fn read(&mut self) -> io::Result<()>;
}

/// The reason why a search ended early.
pub enum Stop {
    /// The file could not be read.
    Input(io::Error),
    /// The results could not be written.
    Output,
}

/// A search of one stream.
pub struct Scan<'m> {
    window: Window,
    matcher: &'m Matcher<'m>,
    feed: &'m Literal,
    /// The start of the unsearched part of the window: the start of a line, or a position in a long
    /// line.
    at: usize,
    /// The position up to which line feeds are counted, and their number.
    counted: usize,
    lines: u64,
    /// The position up to which the window was searched for line feeds.
    looked: usize,
    /// The offset of the stream in the file, and the number of its bytes read so far.
    start: u64,
    read: u64,
    /// The long line that continues in the window.
    long: Option<Box<Long>>,
    /// A long line that has ended and was not passed on, but may become context of a later line.
    ended: Option<Box<Long>>,
    found: Vec<Range<usize>>,
    select: Select,
    context: Context,
    /// Whether a line was searched in pieces although that may change the matches.
    pub cut: bool,
    /// The number of bytes left out of lines that were passed on, because they could not be read
    /// again.
    pub left_out: u64,
}

/// The state of the context lines.
#[derive(Clone, Copy, Debug, Default)]
struct Context {
    /// The number of lines to pass on next as context.
    pending: u64,
    /// The end of the line passed on last, with its line feed, if it is still in the window.
    given: Option<usize>,
    /// Whether no more lines are to be selected, so that only pending context is left.
    closing: bool,
    /// The size that the window may reach before the start of the context is computed again.
    patience: usize,
}

impl<'m> Scan<'m> {
    /// Creates the search for `matcher` in `window`, whose lines end with `feed`. The stream begins
    /// at `start` in its file.
    pub fn new(
        start: u64,
        window: Window,
        matcher: &'m Matcher<'m>,
        feed: &'m Literal,
        select: Select,
    ) -> Self {
        Self {
            start,
            read: window.offset(0),
            window,
            matcher,
            feed,
            at: 0,
            counted: 0,
            lines: 0,
            looked: 0,
            long: None,
            ended: None,
            found: Vec::new(),
            select,
            context: Context::default(),
            cut: false,
            left_out: 0,
        }
    }

    /// Appends `bytes`, the next ones of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.window.push(bytes);
        self.read += bytes.len() as u64;
    }

    /// Searches `file` to its end, or until `lines` wants no more.
    pub fn run(
        &mut self,
        file: &mut CountingSource<'_, File>,
        lines: &mut impl LineReceiver,
    ) -> Result<(), Stop> {
        // Search everything that was read before waiting for more.
        loop {
            if !self.search(false, &file.source, lines).map_err(|_| Stop::Output)? {
                return Ok(());
            }
            lines.read().map_err(|_| Stop::Output)?;
            let len = self.window.fill(file).map_err(Stop::Input)?;
            if len == 0 {
                let done = self.search(true, &file.source, lines);
                return done.map(drop).map_err(|_| Stop::Output);
            }
            self.read += len as u64;
            if let Some(long) = &mut self.long {
                long.keep(self.window.recent(len));
            }
        }
    }

    /// Passes the lines of `chunk`, the next one, to `lines`. Returns `false` to end the search.
    pub fn chunk(
        &mut self,
        chunk: &mut Chunk,
        found: Counts,
        lines: &mut impl LineReceiver,
    ) -> io::Result<bool> {
        mem::swap(&mut self.window, &mut chunk.window);
        self.counted = 0;
        let before = self.lines;
        for line in &chunk.lines {
            if !self.give(line.clone(), lines)? {
                return Ok(false);
            }
        }
        self.lines = before + found.feeds;
        mem::swap(&mut self.window, &mut chunk.window);
        Ok(true)
    }

    /// Skips a chunk that was only counted. Returns `false` to end the search.
    pub fn pass_chunk(&mut self, found: Counts, lines: &mut impl LineReceiver) -> io::Result<bool> {
        self.lines += found.feeds;
        Ok(lines.count(found.lines))
    }

    /// Continues the search at `offset`, after the chunks.
    pub fn restart(&mut self, offset: u64) {
        self.window.restart(offset);
        self.read = offset;
        (self.at, self.counted, self.looked) = (0, 0, 0);
    }

    /// Searches the complete lines in the window. Returns `false` to end the search.
    fn search(
        &mut self,
        last: bool,
        file: &File,
        lines: &mut impl LineReceiver,
    ) -> io::Result<bool> {
        let len = self.window.text().len();
        let feed = self.feed.rfind(&self.window.text()[self.looked.min(len)..]);
        let end = match feed {
            _ if last => len,
            Some(feed) => self.looked + feed + self.feed.byte_len(),
            None if len - self.at >= MAX => return self.piece(file, lines),
            None => {
                self.looked = self.window.floor(len);
                return Ok(true);
            }
        };
        let continues = self.whole_lines(end, lines)?;
        if continues {
            self.discard(end, lines.wants_numbers());
        }
        Ok(continues)
    }

    /// Searches up to `end`, where a line ends. Returns `false` to end the search.
    fn whole_lines(&mut self, end: usize, lines: &mut impl LineReceiver) -> io::Result<bool> {
        if let Some(long) = self.long.take() {
            let line = self.line_at(self.at, end);
            let continues = self.end_long(long, line.clone(), lines)?;
            self.next_line(line.end, end);
            if !continues {
                return Ok(false);
            }
        }
        while self.at < end {
            let found = if self.context.closing {
                None
            } else {
                self.matcher.line(&self.window.text()[..end], self.at, self.feed)
            };
            let start = found.as_ref().map_or(end, |line| line.start);
            if !self.without_match(start, lines)? {
                return Ok(false);
            }
            let Some(line) = found else { break };
            let continues = if self.select.invert {
                self.pass(line.clone(), lines)?
            } else {
                self.selected(line.clone(), lines)?
            };
            self.next_line(line.end, end);
            if !continues {
                return Ok(false);
            }
        }
        self.next_line(end, end);
        Ok(true)
    }

    /// Continues after the line that ends at `line_end`, and after its line feed if that is before
    /// `end`.
    fn next_line(&mut self, line_end: usize, end: usize) {
        self.at = self.after_line_feed(line_end, end);
    }

    /// Handles the lines up to `start`, which have no match. Returns `false` to end the search.
    fn without_match(&mut self, start: usize, lines: &mut impl LineReceiver) -> io::Result<bool> {
        while self.at < start && (self.select.invert || self.context.pending > 0) {
            let feed = self.feed.find(&self.window.text()[..start], self.at);
            let line = self.at..feed.unwrap_or(start);
            let continues = if self.select.invert && !self.context.closing {
                self.selected(line.clone(), lines)?
            } else {
                self.pass(line.clone(), lines)?
            };
            self.next_line(line.end, start);
            if !continues {
                return Ok(false);
            }
        }
        self.at = self.at.max(start);
        Ok(self.may_continue())
    }

    /// Returns `true` if any line may still be needed.
    fn may_continue(&self) -> bool {
        !self.context.closing || self.context.pending > 0
    }

    /// Passes the selected line at `range` to `lines`, after its context.
    fn selected(&mut self, range: Range<usize>, lines: &mut impl LineReceiver) -> io::Result<bool> {
        self.give_before(range.start, self.select.before, lines)?;
        let end = range.end;
        let continues = self.give(range, lines)?;
        Ok(self.was_selected(end, continues))
    }

    /// Updates the state after a selected line that ends at `end`. `continues` is the answer of the
    /// receiver. Returns `false` to end the search.
    fn was_selected(&mut self, end: usize, continues: bool) -> bool {
        self.has_given(end);
        if self.select.after == 0 {
            return continues;
        }
        self.context.pending = self.select.after;
        self.context.closing = !continues;
        true
    }

    /// Handles the line at `range`, which is not selected. It may be context of an earlier one.
    /// Returns `false` to end the search.
    fn pass(&mut self, range: Range<usize>, lines: &mut impl LineReceiver) -> io::Result<bool> {
        if self.context.pending > 0 {
            self.context.pending -= 1;
            self.give_context(range, lines)?;
        }
        Ok(self.may_continue())
    }

    /// Returns the start of the `lines` lines before `at`, without those that were already passed
    /// on.
    fn start_before(&self, at: usize, lines: u64) -> usize {
        let ended = self.ended.as_ref().map_or(0, |ended| ended.rest());
        let from = self.context.given.unwrap_or(0).max(ended).min(at);
        let text = &self.window.text()[..at];
        let mut start = at;
        for _ in 0..lines {
            if start <= from {
                break;
            }
            let before = &text[from..start - self.feed.byte_len().min(start - from)];
            start = self.feed.rfind(before).map_or(from, |feed| from + feed + self.feed.byte_len());
        }
        start
    }

    /// Returns the line that begins at `start` and ends at `at` or before.
    fn line_at(&self, start: usize, at: usize) -> Range<usize> {
        start..self.feed.find(&self.window.text()[..at], start).unwrap_or(at)
    }

    /// Returns the position after the line feed of the line that ends at `line_end`, but at most
    /// `at`.
    fn after_line_feed(&self, line_end: usize, at: usize) -> usize {
        (line_end + self.feed.byte_len()).min(at)
    }

    /// Passes the line at `range` to `lines`.
    fn give(&mut self, range: Range<usize>, lines: &mut impl LineReceiver) -> io::Result<bool> {
        self.found.clear();
        if lines.wants_matches() && !self.select.invert {
            self.matcher.matches(self.window.text(), range.clone(), &mut self.found);
        }
        self.count(range.start, lines.wants_numbers());
        lines.line(&self.line(range))
    }

    /// Passes the line at `range` to `lines` as context.
    fn give_context(
        &mut self,
        range: Range<usize>,
        lines: &mut impl LineReceiver,
    ) -> io::Result<()> {
        self.found.clear();
        self.count(range.start, lines.wants_numbers());
        let end = range.end;
        lines.context(&self.line(range))?;
        self.has_given(end);
        Ok(())
    }

    fn line(&self, range: Range<usize>) -> Line<'_> {
        Line {
            window: &self.window,
            after_gap: self.context.given != Some(range.start),
            range,
            matches: &self.found,
            number: self.lines + 1,
            column: 0,
            begin: None,
            part: 0,
            first: true,
            last: true,
        }
    }

    /// Records that the last line passed on ends at `end`, before a line feed or at the end of the
    /// window.
    fn has_given(&mut self, end: usize) {
        self.context.given = Some((end + self.feed.byte_len()).min(self.window.text().len()));
    }

    /// Counts line feeds up to `end`, if that is `wanted`.
    fn count(&mut self, end: usize, wanted: bool) {
        if wanted {
            self.lines += self.window.count_lines(self.counted..end);
            self.counted = end;
        }
    }

    /// Forgets the text before `at`, except for lines that may become context.
    fn discard(&mut self, at: usize, numbers: bool) {
        let mut end = at;
        if self.select.before > 0 {
            if at < self.context.patience {
                self.looked = self.window.floor(self.window.text().len());
                return;
            }
            end = self.start_before(at, self.select.before);
            // So the kept text is moved at most once per that number of bytes.
            self.context.patience = 2 * (at - end) + BLOCK;
        }
        self.count(end, numbers);
        self.forget(end);
    }

    /// Forgets the text before `end`, or a little less.
    fn forget(&mut self, end: usize) {
        let gone = self.window.discard(end);
        self.at -= gone;
        self.counted = self.counted.saturating_sub(gone);
        self.context.given = self.context.given.and_then(|given| given.checked_sub(gone));
        self.long = self.long.take().and_then(|long| long.moved(gone));
        self.ended = self.ended.take().and_then(|ended| ended.moved(gone));
        self.looked = self.window.floor(self.window.text().len());
    }
}

/// A part of a file that consists of whole lines and is searched ahead.
pub struct Chunk {
    pub window: Window,
    /// The ranges in the window of the lines with matches, without line feeds.
    lines: Vec<Range<usize>>,
}

/// The counts of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// The number of lines with matches.
    pub lines: u64,
    /// The number of line feeds, if line numbers are needed.
    pub feeds: u64,
}

impl Chunk {
    /// Creates a chunk that is read through `window`.
    pub fn new(window: Window) -> Self {
        Self { window, lines: Vec::new() }
    }

    /// Searches the whole window. Lines end with `feed`, and are counted if `numbers` is set.
    pub fn search(&mut self, matcher: &Matcher<'_>, feed: &Literal, numbers: bool) -> Counts {
        let text = self.window.text();
        let mut at = 0;
        self.lines.clear();
        while let Some(line) = matcher.line(text, at, feed) {
            at = (line.end + feed.byte_len()).min(text.len());
            self.lines.push(line);
        }
        let feeds = if numbers { self.window.count_lines(0..text.len()) } else { 0 };
        Counts { lines: self.lines.len() as u64, feeds }
    }
}
