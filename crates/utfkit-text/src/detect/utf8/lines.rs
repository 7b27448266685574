//! Finds the lines of a stream that are UTF-8, and those that are not.

use crate::detect::utf8::{
    error_count::Census, good_lines::GoodLines, good_parts::GoodParts, kept::count_feeds,
};
use crate::detect::weights::lines::SURE;
use utfkit::{Encoding, utf8};

/// The maximum number of stretches that are listed.
const MAX_STRETCHES: usize = 64;
/// The maximum number of bytes that are kept from ill-formed lines, to find their encoding.
const MAX_JOINED: usize = 16 << 10;

/// A part of a stream that is not UTF-8: text in UTF-16 or UTF-32, or adjacent ill-formed lines.
/// Lines of US-ASCII can be between these.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) offset: u64,
    pub(crate) end: u64,
    pub(crate) ill_formed: u64,
    /// The encoding, if it is UTF-16 or UTF-32.
    pub(crate) wide: Option<Encoding>,
}

/// The facts about the lines of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// The number of continuation bytes in well-formed lines.
    pub(crate) good: u64,
    pub(crate) stretches: Vec<Stretch>,
    /// The number of further stretches that the last one includes.
    pub(crate) more: u64,
    /// The bytes of the ill-formed lines.
    pub(crate) joined: Vec<u8>,
    /// The first lines that are UTF-8 and not US-ASCII.
    pub(crate) good_lines: GoodLines,
    /// The first words in ill-formed lines that are UTF-8.
    pub(crate) good_parts: GoodParts,
    /// The number of line feeds in the blocks before.
    feeds: u64,
    /// The offset of the line.
    pub(crate) line: u64,
    /// The number of continuation bytes in the line so far, and since the last stretch.
    in_line: u64,
    since: u64,
    /// The maximum number of continuation bytes without an error between them.
    pub(crate) longest: u64,
    /// Whether the line belongs to the last stretch.
    pub(crate) bad: bool,
}

impl Lines {
    /// Ends a part in `encoding`, UTF-16 or UTF-32.
    pub(crate) fn end_wide(&mut self, offset: u64, end: u64, encoding: Encoding) {
        if self.stretches.len() < MAX_STRETCHES {
            self.stretches.push(Stretch { offset, end, ill_formed: 0, wide: Some(encoding) });
        } else {
            self.more += 1;
            self.stretches.last_mut().into_iter().for_each(|last| last.end = end);
        }
        self.close(end);
    }

    /// Begins such a part at `offset`.
    pub(crate) fn begin_wide(&mut self, offset: u64) {
        // The bytes of its first line that were counted are not UTF-8.
        if offset <= self.line {
            self.good -= self.in_line;
            self.good_lines.drop_line();
        }
        self.close(offset);
    }

    /// Returns the end of the last stretch.
    pub(crate) fn over(&self) -> u64 {
        self.stretches.last().map_or(0, |last| last.end)
    }

    /// Counts the lines of `block` at `offset`.
    pub(crate) fn count_lines(&mut self, block: &[u8], offset: u64) {
        self.good_lines.count(block, offset, self.feeds);
        self.good_parts.count(block, offset, self.feeds);
        self.feeds += count_feeds(block);
    }

    /// Continues the line with `bytes` at `offset`, which have this `census`.
    pub(crate) fn count(&mut self, bytes: &[u8], offset: u64, census: Census) {
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += census.ill_formed;
        }
        match census.sequences {
            0 => self.good_parts.end(),
            _ => self.good_parts.add(bytes, offset, self.line),
        }
        self.keep(bytes);
    }

    /// Ends the stream at `end`.
    pub(crate) fn finish(&mut self, end: u64) {
        self.good_lines.complete();
        self.good_parts.end();
        self.longest = self.longest.max(self.since);
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = last.end.max(end);
        }
    }

    /// Continues the lines with `text`, at `offset`.
    pub(crate) fn plain(&mut self, mut text: &str, mut offset: u64) {
        if self.bad {
            let end = text.find('\n').map_or(text.len(), |end| end + 1);
            let (line, rest) = text.split_at(end);
            self.keep(line.as_bytes());
            self.good_parts.add(line.as_bytes(), offset, self.line);
            offset += end as u64;
            if !line.ends_with('\n') {
                return;
            }
            self.close(offset);
            text = rest;
        }
        let continuations = continuations(text);
        self.good += continuations;
        self.since += continuations;
        if continuations > 0 {
            self.good_lines.add(text, offset, self.line);
        }
        match text.rfind('\n') {
            Some(end) => {
                let (before, line) = text.split_at(end + 1);
                self.line = offset + before.len() as u64;
                self.in_line = self::continuations(line);
                if continuations == 0 {
                    self.good_lines.complete();
                }
            }
            None => self.in_line += continuations,
        }
    }

    /// Adds an ill-formed subpart at `offset`. The text `before` it is in the same block.
    pub(crate) fn add_error(&mut self, bytes: &[u8], offset: u64, before: &str) {
        let mut line = &before[start_of_line(before)..];
        let word = line.rfind([' ', '\t']).map_or(0, |space| space + 1);
        let (words, rest) = line.split_at(word);
        if !self.bad && self.in_line - continuations(rest) >= SURE {
            // The line is cut where another encoding seems to begin.
            self.good_parts.add(words.as_bytes(), offset - line.len() as u64, self.line);
            self.good_parts.end();
            line = rest;
            self.line = offset - line.len() as u64;
            self.in_line = continuations(line);
        }
        self.open(line, offset - line.len() as u64);
        self.good_parts.add_error(offset, bytes.len());
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += 1;
            last.end = last.end.max(offset + bytes.len() as u64);
        }
        self.keep(bytes);
    }

    /// Adds the line to a stretch. Its text `before`, at `offset`, is known.
    fn open(&mut self, before: &str, offset: u64) {
        if self.bad {
            return;
        }
        self.bad = true;
        self.good_lines.drop_line();
        self.longest = self.longest.max(self.since - self.in_line.min(self.since));
        self.good -= self.in_line;
        let behind_lines = self.stretches.last().is_some_and(|last| last.wide.is_none());
        let apart = self.since > self.in_line || !behind_lines;
        if apart && self.stretches.len() < MAX_STRETCHES {
            let (offset, end) = (self.line, self.line);
            self.stretches.push(Stretch { offset, end, ill_formed: 0, wide: None });
        } else {
            self.more += u64::from(apart);
        }
        self.keep(before.as_bytes());
        self.good_parts.add(before.as_bytes(), offset, self.line);
    }

    /// Ends the line at `offset`.
    pub(crate) fn close(&mut self, offset: u64) {
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = offset;
            self.good_parts.end();
        }
        (self.bad, self.line, self.in_line, self.since) = (false, offset, 0, 0);
    }

    /// Keeps bytes of a stretch, if there is room.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        let missing = MAX_JOINED - self.joined.len().min(MAX_JOINED);
        self.joined.extend_from_slice(&bytes[..bytes.len().min(missing)]);
    }
}

/// Returns the start of the last line of `text`.
pub(crate) fn start_of_line(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

fn continuations(text: &str) -> u64 {
    (text.len() - utf8::contents(text).characters) as u64
}
