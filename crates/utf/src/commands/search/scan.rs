//! A stream searched line by line, but without looking at lines in which nothing is found.

mod long;

use std::{fs::File, io, mem, ops::Range};

use super::{literal::Literal, matcher::Matcher, window::Window};
use crate::files::reading::CountingSource;
use long::Long;
use utfkit_text::streams::block::BLOCK;

/// A line may be so long, in bytes as it is searched; a longer one is searched in pieces.
const MAX: usize = 1 << 20;

/// A line that is selected or stands around one, or a part of a long one.
pub struct Line<'w> {
    window: &'w Window,
    /// Where in the window it is, without what ends it.
    pub range: Range<usize>,
    /// Where in the window the matches are.
    pub matches: &'w [Range<usize>],
    /// Its number, if that is wanted.
    pub number: u64,
    /// How many characters of it are before this part, if columns are wanted.
    pub column: u64,
    /// Where in the file the line begins, if this is not all of it.
    begin: Option<u64>,
    /// Which part of a long line it is, from 1; 0 of one that is given as a whole.
    pub part: u64,
    /// Whether it is the first part, and the last.
    pub first: bool,
    pub last: bool,
    /// Whether it does not follow what was given before it.
    pub apart: bool,
}

/// Which lines are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Select {
    /// Those without a match.
    pub invert: bool,
    /// So many before each that is selected, and so many behind it.
    pub before: u64,
    pub after: u64,
}

impl Select {
    /// Whether lines without a match are never looked at.
    pub fn is_plain(self) -> bool {
        !self.invert && self.before == 0 && self.after == 0
    }
}

impl Line<'_> {
    /// Where in the file it is, or a part of it.
    pub fn offset(&self, at: usize) -> u64 {
        self.window.offset(at)
    }

    /// Where in the file the line begins of which it is a part.
    pub fn begin(&self) -> u64 {
        self.begin.unwrap_or_else(|| self.offset(self.range.start))
    }

    /// A part of it as text.
    pub fn text(&self, range: Range<usize>) -> std::borrow::Cow<'_, str> {
        self.window.shown(range)
    }
}

/// What lines are given to.
pub trait Lines {
    /// Whether lines are counted.
    fn wants_numbers(&self) -> bool;
    /// Whether all matches of a line are wanted, or only whether there is one.
    fn wants_matches(&self) -> bool;
    /// Whether columns of matches are wanted.
    fn wants_columns(&self) -> bool;
    /// Whether lines are wanted as a whole, not only what matches in them.
    fn wants_text(&self) -> bool;
    /// Whether of lines only their number is wanted.
    fn wants_counts(&self) -> bool;
    /// So many lines with matches, of which nothing else is wanted. Gives whether to go on.
    fn count(&mut self, lines: u64) -> bool;
    /// A line that is selected, or a part of one. Gives whether to go on, be it with that line.
    fn line(&mut self, line: &Line<'_>) -> io::Result<bool>;
    /// A line before or behind one that is selected, or a part of one.
    fn around(&mut self, line: &Line<'_>) -> io::Result<()>;
    /// All that was read so far is searched.
    fn read(&mut self) -> io::Result<()>;
}

/// Why a search ended early.
pub enum Stop {
    /// The file could not be read.
    Input(io::Error),
    /// What was found could not be written.
    Output,
}

/// A search of one stream.
pub struct Scan<'m> {
    window: Window,
    matcher: &'m Matcher<'m>,
    feed: &'m Literal,
    /// From where on the window is not searched yet: the start of a line, or a place in a long one.
    at: usize,
    /// Up to where line feeds are counted, and how many there were.
    counted: usize,
    lines: u64,
    /// How far the window was looked through for a line feed.
    looked: usize,
    /// Where in the file the stream begins, and how much of it was read.
    start: u64,
    read: u64,
    /// The line of which what comes next is the rest.
    long: Option<Box<Long>>,
    /// One like it that is over and was not given, while it may stand before others.
    stump: Option<Box<Long>>,
    found: Vec<Range<usize>>,
    select: Select,
    around: Around,
    /// Whether a line was searched in pieces and the matcher does not bear that.
    pub cut: bool,
    /// How many bytes of lines that were given were not, for they could not be read again.
    pub left_out: u64,
}

/// What is known of the lines around those that are selected.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// How many more lines are given whatever is in them.
    pending: u64,
    /// Where what was given last ends, line feed and all, if that is still in the window.
    given: Option<usize>,
    /// No more lines are selected: what is pending is all that is wanted.
    closing: bool,
    /// So much of the window may be kept before it is looked where the lines to be kept begin.
    patience: usize,
}

impl<'m> Scan<'m> {
    /// A search of `window`, on the stream that begins at `start` in its file, for `matcher`, where
    /// lines end with `feed`.
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
            stump: None,
            found: Vec::new(),
            select,
            around: Around::default(),
            cut: false,
            left_out: 0,
        }
    }

    /// The stream goes on with `bytes`, which were read already.
    pub fn push(&mut self, bytes: &[u8]) {
        self.window.push(bytes);
        self.read += bytes.len() as u64;
    }

    /// Searches what `file` has, to its end or until `lines` wants no more.
    pub fn run(
        &mut self,
        file: &mut CountingSource<'_, File>,
        lines: &mut impl Lines,
    ) -> Result<(), Stop> {
        // What is there is searched before more is waited for.
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

    /// Gives the lines of `chunk`, which comes next, to `lines`. Gives whether to go on.
    pub fn chunk(
        &mut self,
        chunk: &mut Chunk,
        found: Counts,
        lines: &mut impl Lines,
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

    /// Goes on behind a chunk of which only what is in it is known. Gives whether to go on.
    pub fn pass_chunk(&mut self, found: Counts, lines: &mut impl Lines) -> io::Result<bool> {
        self.lines += found.feeds;
        Ok(lines.count(found.lines))
    }

    /// Goes on with what is in the stream from `offset` on, behind chunks.
    pub fn go_on(&mut self, offset: u64) {
        self.window.restart(offset);
        self.read = offset;
        (self.at, self.counted, self.looked) = (0, 0, 0);
    }

    /// Searches what is in the window, whole lines of it. Gives whether to go on.
    fn search(&mut self, last: bool, file: &File, lines: &mut impl Lines) -> io::Result<bool> {
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
        let go_on = self.whole_lines(end, lines)?;
        if go_on {
            self.discard(end, lines.wants_numbers());
        }
        Ok(go_on)
    }

    /// Searches up to `end`, where a line ends.
    fn whole_lines(&mut self, end: usize, lines: &mut impl Lines) -> io::Result<bool> {
        if let Some(long) = self.long.take() {
            let line = self.line_at(self.at, end);
            let go_on = self.end_long(long, line.clone(), lines)?;
            self.next_line(line.end, end);
            if !go_on {
                return Ok(false);
            }
        }
        while self.at < end {
            let found = match self.around.closing {
                true => None,
                false => self.matcher.line(&self.window.text()[..end], self.at, self.feed),
            };
            let start = found.as_ref().map_or(end, |line| line.start);
            if !self.without_match(start, lines)? {
                return Ok(false);
            }
            let Some(line) = found else { break };
            let go_on = match self.select.invert {
                true => self.pass(line.clone(), lines)?,
                false => self.selected(line.clone(), lines)?,
            };
            self.next_line(line.end, end);
            if !go_on {
                return Ok(false);
            }
        }
        self.next_line(end, end);
        Ok(true)
    }

    /// The line at which the search is is over at `line_end`, before its line feed if that is
    /// before `end`.
    fn next_line(&mut self, line_end: usize, end: usize) {
        self.at = self.behind(line_end, end);
    }

    /// No line from here up to `start`, where one begins, has a match. Gives whether to go on.
    fn without_match(&mut self, start: usize, lines: &mut impl Lines) -> io::Result<bool> {
        while self.at < start && (self.select.invert || self.around.pending > 0) {
            let feed = self.feed.find(&self.window.text()[..start], self.at);
            let line = self.at..feed.unwrap_or(start);
            let go_on = match self.select.invert && !self.around.closing {
                true => self.selected(line.clone(), lines)?,
                false => self.pass(line.clone(), lines)?,
            };
            self.next_line(line.end, start);
            if !go_on {
                return Ok(false);
            }
        }
        self.at = self.at.max(start);
        Ok(self.may_go_on())
    }

    /// Whether any line may still be wanted.
    fn may_go_on(&self) -> bool {
        !self.around.closing || self.around.pending > 0
    }

    /// Gives the line at `range`, which is selected, to `lines`, behind those before it.
    fn selected(&mut self, range: Range<usize>, lines: &mut impl Lines) -> io::Result<bool> {
        self.give_before(range.start, self.select.before, lines)?;
        let end = range.end;
        let go_on = self.give(range, lines)?;
        Ok(self.was_selected(end, go_on))
    }

    /// A line that is selected was given up to `end`, and that is all that is wanted unless
    /// `go_on`. Gives whether to go on.
    fn was_selected(&mut self, end: usize, go_on: bool) -> bool {
        self.has_given(end);
        if self.select.after == 0 {
            return go_on;
        }
        self.around.pending = self.select.after;
        self.around.closing = !go_on;
        true
    }

    /// The line at `range` is not selected: gives it to `lines` if it is behind one that is. Gives
    /// whether to go on.
    fn pass(&mut self, range: Range<usize>, lines: &mut impl Lines) -> io::Result<bool> {
        if self.around.pending > 0 {
            self.around.pending -= 1;
            self.give_around(range, lines)?;
        }
        Ok(self.may_go_on())
    }

    /// Where the first of so many `lines` before `at` begins, of those that were not given.
    fn start_before(&self, at: usize, lines: u64) -> usize {
        let stump = self.stump.as_ref().map_or(0, |stump| stump.rest());
        let from = self.around.given.unwrap_or(0).max(stump).min(at);
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

    /// The line that begins at `start`, before another at `at`.
    fn line_at(&self, start: usize, at: usize) -> Range<usize> {
        start..self.feed.find(&self.window.text()[..at], start).unwrap_or(at)
    }

    /// Behind the line feed of the line that ends at `line_end`, but not behind `at`.
    fn behind(&self, line_end: usize, at: usize) -> usize {
        (line_end + self.feed.byte_len()).min(at)
    }

    /// Gives the line at `range` to `lines`.
    fn give(&mut self, range: Range<usize>, lines: &mut impl Lines) -> io::Result<bool> {
        self.found.clear();
        if lines.wants_matches() && !self.select.invert {
            self.matcher.matches(self.window.text(), range.clone(), &mut self.found);
        }
        self.count(range.start, lines.wants_numbers());
        lines.line(&self.line(range))
    }

    /// Gives the line at `range` to `lines`, which is not selected itself.
    fn give_around(&mut self, range: Range<usize>, lines: &mut impl Lines) -> io::Result<()> {
        self.found.clear();
        self.count(range.start, lines.wants_numbers());
        let end = range.end;
        lines.around(&self.line(range))?;
        self.has_given(end);
        Ok(())
    }

    fn line(&self, range: Range<usize>) -> Line<'_> {
        Line {
            window: &self.window,
            apart: self.around.given != Some(range.start),
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

    /// What was given ends at `end`, before a line feed or at the end of the window.
    fn has_given(&mut self, end: usize) {
        self.around.given = Some((end + self.feed.byte_len()).min(self.window.text().len()));
    }

    /// Counts line feeds up to `end`, if that is wanted.
    fn count(&mut self, end: usize, wanted: bool) {
        if wanted {
            self.lines += self.window.count_lines(self.counted..end);
            self.counted = end;
        }
    }

    /// Forgets what is before `at`, but for lines that may be given before others.
    fn discard(&mut self, at: usize, numbers: bool) {
        let mut end = at;
        if self.select.before > 0 {
            if at < self.around.patience {
                self.looked = self.window.floor(self.window.text().len());
                return;
            }
            end = self.start_before(at, self.select.before);
            // So all that is kept is moved no more often than as much is forgotten.
            self.around.patience = 2 * (at - end) + BLOCK;
        }
        self.count(end, numbers);
        self.forget(end);
    }

    /// Forgets what is before `end`, or a little less.
    fn forget(&mut self, end: usize) {
        let gone = self.window.discard(end);
        self.at -= gone;
        self.counted = self.counted.saturating_sub(gone);
        self.around.given = self.around.given.and_then(|given| given.checked_sub(gone));
        self.long = self.long.take().and_then(|long| long.moved(gone));
        self.stump = self.stump.take().and_then(|stump| stump.moved(gone));
        self.looked = self.window.floor(self.window.text().len());
    }
}

/// A part of a file, of whole lines, that is searched ahead.
pub struct Chunk {
    pub window: Window,
    /// Where in the window the lines with matches are, without what ends them.
    lines: Vec<Range<usize>>,
}

/// What is in a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// How many lines have matches.
    pub lines: u64,
    /// How many line feeds there are, if that is wanted.
    pub feeds: u64,
}

impl Chunk {
    /// One to be read through `window`.
    pub fn new(window: Window) -> Self {
        Self { window, lines: Vec::new() }
    }

    /// Searches all of the window; lines end with `feed`, and are counted if `numbers`.
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
