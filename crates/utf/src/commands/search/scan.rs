//! A stream searched line by line, but without looking at lines in which nothing is found.

use std::{io, ops::Range};

use super::{literal::Literal, matcher::Matcher, window::Window};
use crate::input::Source;

/// A line may be so long, in octets as it is searched; a longer one is searched in pieces.
const MOST: usize = 1 << 20;

/// A line in which something was found, or a piece of it.
pub struct Line<'w> {
    window: &'w Window,
    /// Where in the window it is, without what ends it.
    pub range: Range<usize>,
    /// Where in the window the matches are.
    pub matches: &'w [Range<usize>],
    /// Its number, if that is wanted.
    pub number: u64,
    /// Whether an earlier piece of it was given already.
    pub again: bool,
}

impl Line<'_> {
    /// Where in the file it is, or a part of it.
    pub fn offset(&self, at: usize) -> u64 {
        self.window.offset(at)
    }

    /// A part of it as text.
    pub fn text(&self, range: Range<usize>) -> std::borrow::Cow<'_, str> {
        self.window.shown(range)
    }
}

/// What lines with matches are given to.
pub trait Lines {
    /// Whether lines are counted.
    fn wants_numbers(&self) -> bool;
    /// Whether all matches of a line are wanted, or only whether there is one.
    fn wants_matches(&self) -> bool;
    /// A line with a match. Gives whether to go on.
    fn line(&mut self, line: &Line<'_>) -> io::Result<bool>;
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
    matcher: Matcher<'m>,
    feed: Literal,
    /// From where on the window is not searched yet: the start of a line, or a place in a long one.
    at: usize,
    /// Up to where line feeds are counted, and how many there were.
    counted: usize,
    lines: u64,
    /// How far the window was looked through for a line feed.
    looked: usize,
    /// Whether what comes next is the rest of a line whose beginning is gone, and whether that had a match.
    inside: bool,
    again: bool,
    found: Vec<Range<usize>>,
    /// Whether a line was cut and the matcher does not bear that.
    pub cut: bool,
}

impl<'m> Scan<'m> {
    /// A search of `window` for `matcher`, where lines end with `feed`.
    pub fn new(window: Window, matcher: Matcher<'m>, feed: Literal) -> Self {
        Self {
            window,
            matcher,
            feed,
            at: 0,
            counted: 0,
            lines: 0,
            looked: 0,
            inside: false,
            again: false,
            found: Vec::new(),
            cut: false,
        }
    }

    /// Searches what `file` has, to its end or until `lines` wants no more.
    pub fn run(&mut self, file: &mut impl Source, lines: &mut impl Lines) -> Result<(), Stop> {
        // What is there is searched before more is waited for.
        loop {
            if !self.search(false, lines).map_err(|_| Stop::Output)? {
                return Ok(());
            }
            lines.read().map_err(|_| Stop::Output)?;
            if self.window.fill(file).map_err(Stop::Input)? == 0 {
                return self.search(true, lines).map(drop).map_err(|_| Stop::Output);
            }
        }
    }

    /// Searches what is in the window, whole lines of it. Gives whether to go on.
    fn search(&mut self, last: bool, lines: &mut impl Lines) -> io::Result<bool> {
        let len = self.window.text().len();
        let feed = self.feed.rfind(&self.window.text()[self.looked.min(len)..]);
        let end = match feed {
            _ if last => len,
            Some(feed) => self.looked + feed + self.feed.len(),
            None if len - self.at >= MOST => return self.piece(lines),
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
        while self.at < end {
            let text = &self.window.text()[..end];
            // The end of a line that ends the text begins no other.
            let Some(place) = self.matcher.find(text, self.at) else { break };
            if place >= end {
                break;
            }
            let start = self.feed.rfind(&text[self.at..place]);
            let start = start.map_or(self.at, |feed| self.at + feed + self.feed.len());
            if start > self.at {
                (self.inside, self.again) = (false, false);
            }
            let line_end = self.feed.find(text, place);
            let next = line_end.map_or(end, |feed| feed + self.feed.len());
            let go_on = self.give(start..line_end.unwrap_or(end), lines)?;
            self.at = next;
            (self.inside, self.again) = (false, false);
            if !go_on {
                return Ok(false);
            }
        }
        self.at = end;
        (self.inside, self.again) = (false, false);
        Ok(true)
    }

    /// Searches all of the window, of which nothing ends a line.
    fn piece(&mut self, lines: &mut impl Lines) -> io::Result<bool> {
        let len = self.window.text().len();
        self.cut |= !self.matcher.bears_cuts();
        let mut resume = len.saturating_sub(self.matcher.reach().saturating_sub(1));
        let text = self.window.text();
        let mut go_on = true;
        if self.matcher.find(text, self.at).is_some() {
            go_on = self.give(self.at..len, lines)?;
            self.again = true;
            resume = resume.max(self.found.last().map_or(0, |last| last.end));
        }
        self.inside = true;
        let resume = self.window.floor(resume.max(self.at));
        self.at = resume;
        self.discard(resume, lines.wants_numbers());
        Ok(go_on)
    }

    /// Gives the line at `range` to `lines`.
    fn give(&mut self, range: Range<usize>, lines: &mut impl Lines) -> io::Result<bool> {
        self.found.clear();
        if lines.wants_matches() || self.window.text().len() >= MOST {
            self.matcher.matches(self.window.text(), range.clone(), &mut self.found);
        }
        if lines.wants_numbers() {
            self.lines += self.window.count_lines(self.counted..range.start);
            self.counted = range.start;
        }
        let line = Line {
            window: &self.window,
            range,
            matches: &self.found,
            number: self.lines + 1,
            again: self.inside && self.again,
        };
        lines.line(&line)
    }

    /// Forgets what is before `at`.
    fn discard(&mut self, at: usize, numbers: bool) {
        if numbers {
            self.lines += self.window.count_lines(self.counted..at);
            self.counted = at;
        }
        let gone = self.window.discard(at);
        self.at -= gone;
        self.counted = self.counted.saturating_sub(gone);
        self.looked = self.window.floor(self.window.text().len());
    }
}
