//! Skips text that no rule can apply to.

use std::ops::Range;

use crate::audit::rules::Rule;

use crate::audit::auditor::text::Auditor;
use crate::audit::characters::classes;
use crate::audit::characters::harmless::Calm;
use crate::audit::observation::Observation;
use crate::audit::observation::Position;
use crate::audit::piece::Here;
use crate::streams::text::Piece;

impl Auditor {
    /// Returns `true` if no observation has begun, so that calm text can be skipped.
    pub(super) fn is_idle(&self) -> bool {
        self.may_skip
            && self.held.is_empty()
            && self.run.is_none()
            && self.payload.is_none()
            && self.waiting.is_none()
            && !self.bidi.waits()
            && self.words.is_idle()
            && !self.mojibake.waits()
    }

    /// Skips `text`, all of which is `calm`.
    pub(super) fn skip(&mut self, text: &str, calm: Calm) {
        let Some(last) = text.chars().next_back() else { return };
        let feed = memchr::memrchr(b'\n', text.as_bytes());
        if feed.is_some() {
            // No control is open, because the auditor is idle; only the state of the line is reset.
            self.bidi.end_line(&mut drop);
            self.end_first_line();
            self.line += utfkit::utf8::count_lines(text.as_bytes()) as u64;
            self.column = 1;
        }
        if calm.rtl {
            self.bidi.rtl_letter();
        }
        self.column += text[feed.map_or(0, |feed| feed + 1)..].chars().count() as u64;
        self.before.skip(text, last);
    }

    /// Judges a whole word at `range`, none of whose characters needs a look by itself.
    pub(super) fn word(&mut self, piece: Piece<'_>, range: Range<usize>) {
        let word = &piece.text[range.clone()];
        let Some(last) = word.chars().next_back().filter(|_| !word.is_ascii()) else { return };
        if word.chars().any(classes::is_rtl) {
            self.bidi.rtl_letter();
        }
        let (line, shows) = (self.line, self.shows.is_some());
        let escaped = self.is_escaped(piece.text, range.start);
        for (column, (at, character)) in (self.column..).zip(word.char_indices()) {
            let at = range.start + at;
            let seen = || {
                let position = Position { line, column, offset: piece.offset(at) };
                Here { piece, at, character }.seen(Rule::NotNfc, position, shows)
            };
            if character.is_ascii() {
                let mut room = [0; 4];
                let letter = character.encode_utf8(&mut room);
                self.words.ascii(letter, escaped, |_| seen());
            } else {
                self.words.push(character, seen)
            }
        }
        self.end_word();
        self.column += word.chars().count() as u64;
        self.before.skip(word, last);
    }

    /// Skips ASCII that no rule can apply to, but keeps its words.
    pub(super) fn plain(
        &mut self,
        piece: Piece<'_>,
        run: Range<usize>,
        take: &mut dyn FnMut(Observation),
    ) {
        let text = &piece.text[run.clone()];
        let bytes = text.as_bytes();
        let Some(&first) = bytes.first() else { return };
        self.settle(Some(first.into()));
        // No character waits for more than eight others.
        bytes[1..].iter().take(8).for_each(|&byte| {
            if self.waiting.is_some() {
                self.settle(Some(byte.into()));
            }
        });
        if let Some(over) = self.mojibake.end() {
            self.hold(over);
        }
        self.plain_words(piece, run);
        self.before.skip_plain(text);
        let Some(feed) = memchr::memrchr(b'\n', bytes) else {
            self.column += bytes.len() as u64;
            return;
        };
        self.end_first_line();
        self.end_line(piece.text, take);
        self.line += utfkit::utf8::count_lines(bytes) as u64;
        self.column = (bytes.len() - feed) as u64;
    }

    /// Ends the word, and begins another if the plain text at `run` ends with the start of one.
    fn plain_words(&mut self, piece: Piece<'_>, run: Range<usize>) {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric();
        let text = &piece.text[run.clone()];
        let bytes = text.as_bytes();
        let (line, column, shows) = (self.line, self.column, self.shows.is_some());
        let seen = |at: usize| {
            let before = &bytes[..at];
            let column = match memchr::memrchr(b'\n', before) {
                Some(feed) => (at - feed) as u64,
                None => column + at as u64,
            };
            let line = line + utfkit::utf8::count_lines(before) as u64;
            let here = Here { piece, at: run.start + at, character: bytes[at].into() };
            here.seen(Rule::NotNfc, Position { line, column, offset: piece.offset(here.at) }, shows)
        };
        if self.words.waits() {
            let len = bytes.iter().position(|&byte| !is_word(byte)).unwrap_or(bytes.len());
            self.words.ascii(&text[..len], false, seen);
            if len == bytes.len() {
                return;
            }
        }
        // Only the first bytes of longer words are judged.
        let tail = bytes.iter().rev().take(256).take_while(|&&byte| is_word(byte)).count();
        if tail < bytes.len() {
            self.end_word();
        }
        let start = bytes.len() - tail;
        let escaped = self.is_escaped(piece.text, run.start + start);
        self.words.ascii(&text[start..], escaped, |at| seen(start + at));
    }

    /// Returns `true` if a backslash is before the offset `at` of `text`, the next text.
    fn is_escaped(&self, text: &str, at: usize) -> bool {
        match at {
            0 => self.before.last() == Some('\\'),
            _ => text.as_bytes()[at - 1] == b'\\',
        }
    }
}
