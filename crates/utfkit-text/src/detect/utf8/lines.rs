//! Which lines of a stream are UTF-8, and which are not.

use crate::detect::{model::runs::Runs, utf8::mistake_count::Census};
use utfkit::{Encoding, utf8};

/// The most stretches that are told apart.
const MAX_STRETCHES: usize = 64;
/// How many bytes of all are kept, to name what they are in.
const MAX_JOINED: usize = 16 << 10;
/// How many bytes are kept of words that are UTF-8, to see whether they are meant to be.
const MAX_WORDS: usize = 2 << 10;

/// A part of a stream that is no UTF-8: text in UTF-16 or UTF-32, or lines that follow each other,
/// but for lines of US-ASCII, and are ill-formed.
#[derive(Debug)]
pub(crate) struct Stretch {
    pub(crate) offset: u64,
    pub(crate) end: u64,
    pub(crate) ill_formed: u64,
    /// The UTF-16 or UTF-32.
    pub(crate) wide: Option<Encoding>,
}

/// So many continuation bytes behind each other, with nothing ill-formed between, are of UTF-8,
/// whatever comes next.
pub(crate) const SURE: u64 = 12;

/// What is known of the lines of a stream.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Continuation bytes, in lines that are well-formed.
    pub(crate) good: u64,
    pub(crate) stretches: Vec<Stretch>,
    /// How many stretches the last one also covers.
    pub(crate) more: u64,
    /// Bytes of the lines that are ill-formed.
    pub(crate) joined: Vec<u8>,
    /// Words beyond US-ASCII of lines that are well-formed; and how many bytes of them are of
    /// lines before this one.
    pub(crate) words: Vec<u8>,
    words_before: usize,
    /// Those of lines that are ill-formed.
    pub(crate) runs: Runs,
    /// Where the line begins.
    pub(crate) line: u64,
    /// Continuation bytes in the line so far, and since the last stretch.
    in_line: u64,
    since: u64,
    /// The most of them that nothing ill-formed is between.
    pub(crate) longest: u64,
    /// The line is one of the last stretch.
    pub(crate) bad: bool,
}

impl Lines {
    /// A part in `encoding`, UTF-16 or UTF-32, ended.
    pub(crate) fn end_wide(&mut self, offset: u64, end: u64, encoding: Encoding) {
        if self.stretches.len() < MAX_STRETCHES {
            self.stretches.push(Stretch { offset, end, ill_formed: 0, wide: Some(encoding) });
        } else {
            self.more += 1;
            self.stretches.last_mut().into_iter().for_each(|last| last.end = end);
        }
        self.close(end);
    }

    /// Such a part begins at `offset`.
    pub(crate) fn begin_wide(&mut self, offset: u64) {
        // What of its first line was counted is no UTF-8.
        if offset <= self.line {
            self.good -= self.in_line;
            self.words.truncate(self.words_before);
        }
        self.close(offset);
    }

    /// Where the last stretch ends.
    pub(crate) fn over(&self) -> u64 {
        self.stretches.last().map_or(0, |last| last.end)
    }

    /// The line goes on with `bytes`, which hold so much.
    pub(crate) fn count(&mut self, bytes: &[u8], census: Census) {
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += census.ill_formed;
        }
        if census.sequences > 0 {
            self.runs.keep(bytes);
        }
        self.keep(bytes);
    }

    /// Nothing follows what ends at `end`.
    pub(crate) fn finish(&mut self, end: u64) {
        self.longest = self.longest.max(self.since);
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = last.end.max(end);
        }
    }

    /// The lines go on with `text`, at `offset`.
    pub(crate) fn plain(&mut self, mut text: &str, mut offset: u64) {
        if self.bad {
            let end = text.find('\n').map_or(text.len(), |end| end + 1);
            let (line, rest) = text.split_at(end);
            self.keep(line.as_bytes());
            self.runs.keep_inside(line);
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
        let has_words = continuations > 0 && self.words.len() < MAX_WORDS;
        match text.rfind('\n') {
            Some(end) => {
                let (before, line) = text.split_at(end + 1);
                self.line = offset + before.len() as u64;
                self.in_line = self::continuations(line);
                self.keep_words(before, has_words);
                self.words_before = self.words.len();
                self.keep_words(line, has_words);
            }
            None => {
                self.in_line += continuations;
                self.keep_words(text, has_words);
            }
        }
    }

    /// Keeps words of `text`, if it has some.
    fn keep_words(&mut self, text: &str, has_words: bool) {
        if !has_words {
            return;
        }
        for word in text.split_ascii_whitespace().filter(|word| !word.is_ascii()) {
            if self.words.len() + word.len() >= MAX_WORDS {
                return;
            }
            self.words.extend_from_slice(word.as_bytes());
            self.words.push(b' ');
        }
    }

    /// These bytes, at `offset`, are ill-formed; `before` them there is text of the same block.
    pub(crate) fn add_error(&mut self, bytes: &[u8], offset: u64, before: &str) {
        let mut line = &before[start_of_line(before)..];
        if !self.bad && self.in_line >= SURE {
            // The line is cut where it seems to go on in something else.
            let word = line.rfind([' ', '\t']).map_or(0, |space| space + 1);
            line = &line[word..];
            self.line = offset - line.len() as u64;
            self.in_line = continuations(line);
        }
        self.open(line);
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += 1;
            last.end = last.end.max(offset + bytes.len() as u64);
        }
        self.keep(bytes);
    }

    /// The line, of which `before` is known, is one of a stretch.
    fn open(&mut self, before: &str) {
        if self.bad {
            return;
        }
        self.bad = true;
        self.words.truncate(self.words_before);
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
        self.runs.keep(before.trim_end_matches(|c: char| !c.is_ascii()).as_bytes());
    }

    /// The line ends at `offset`.
    pub(crate) fn close(&mut self, offset: u64) {
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = offset;
        }
        (self.bad, self.line, self.in_line, self.since) = (false, offset, 0, 0);
        self.words_before = self.words.len();
    }

    /// Keeps bytes of a stretch, as far as there is room.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        let missing = MAX_JOINED - self.joined.len().min(MAX_JOINED);
        self.joined.extend_from_slice(&bytes[..bytes.len().min(missing)]);
    }
}

/// Where the last line of `text` begins.
pub(crate) fn start_of_line(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

fn continuations(text: &str) -> u64 {
    (text.len() - utf8::contents(text).characters) as u64
}
