//! What is passed over: text that nothing is suspected of.

use std::ops::Range;

use crate::audit::rules::Rule;

use crate::audit::auditor::text::Auditor;
use crate::audit::characters::classes;
use crate::audit::characters::harmless::Calm;
use crate::audit::observation::Observation;
use crate::audit::observation::Place;
use crate::audit::piece::Here;
use crate::audit::piece::Piece;

impl Auditor<'_> {
    /// Whether nothing has begun, so that calm text can be passed over.
    pub(super) fn is_idle(&self) -> bool {
        self.may_pass
            && self.held.is_empty()
            && self.run.is_none()
            && self.waiting.is_none()
            && !self.bidi.waits()
            && self.words.is_idle()
            && self.mojibake.is_idle()
    }

    /// Passes over `text`, all of it `calm`.
    pub(super) fn pass(&mut self, text: &str, calm: Calm) {
        let Some(last) = text.chars().next_back() else { return };
        let feed = memchr::memrchr(b'\n', text.as_bytes());
        if feed.is_some() {
            // Nothing is open that could be told.
            self.bidi.end_line(&mut drop);
            self.end_first_line();
            self.line += utfkit::utf8::count_lines(text.as_bytes()) as u64;
            self.column = 1;
        }
        if calm.rtl {
            self.bidi.rtl_letter();
        }
        self.column += text[feed.map_or(0, |feed| feed + 1)..].chars().count() as u64;
        self.before.pass(text, last);
        self.mojibake.pass(last);
    }

    /// A whole word of `piece`, no character of which needs to be looked at by itself.
    pub(super) fn word(&mut self, piece: Piece<'_>, range: Range<usize>) {
        let word = &piece.text[range.clone()];
        let Some(plain) = word.bytes().position(|byte| !byte.is_ascii()) else { return };
        let (at, column) = (range.start + plain, self.column + plain as u64);
        let (Some(first), Some(last)) = (word[plain..].chars().next(), word.chars().next_back())
        else {
            return;
        };
        if word.chars().any(classes::is_rtl) {
            self.bidi.rtl_letter();
        }
        let here = Here { piece, at, character: first };
        let place = Place { line: self.line, column, offset: piece.offset(at) };
        let seen = here.seen(Rule::NotNfc, place, self.shows.is_some());
        self.words.whole(word, seen);
        self.end_word();
        self.column += word.chars().count() as u64;
        self.before.pass(word, last);
        self.mojibake.pass(last);
    }

    /// ASCII that is suspected of nothing comes next.
    pub(super) fn plain(
        &mut self,
        whole: &str,
        run: Range<usize>,
        take: &mut dyn FnMut(Observation),
    ) {
        let text = &whole[run];
        let bytes = text.as_bytes();
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return };
        self.settle(Some(first.into()));
        // As many as any character waits for.
        bytes[1..].iter().take(8).for_each(|&byte| {
            if self.waiting.is_some() {
                self.settle(Some(byte.into()));
            }
        });
        if let Some(over) = self.mojibake.end() {
            self.hold(over);
        }
        self.mojibake.pass(last.into());
        self.plain_words(text);
        self.before.plain(text);
        let Some(feed) = memchr::memrchr(b'\n', bytes) else {
            self.column += bytes.len() as u64;
            return;
        };
        self.end_first_line();
        self.end_line(whole, take);
        self.line += utfkit::utf8::count_lines(bytes) as u64;
        self.column = (bytes.len() - feed) as u64;
    }

    /// Ends the word, and begins another if the plain `text` ends with the start of one.
    pub(super) fn plain_words(&mut self, text: &str) {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric();
        let bytes = text.as_bytes();
        if self.words.waits() {
            let len = bytes.iter().position(|&byte| !is_word(byte)).unwrap_or(bytes.len());
            self.words.ascii(&text[..len]);
            if len == bytes.len() {
                return;
            }
        }
        // Longer words are looked at in part only.
        let tail = bytes.iter().rev().take(256).take_while(|&&byte| is_word(byte)).count();
        if tail < bytes.len() {
            self.end_word();
        }
        self.words.ascii(&text[bytes.len() - tail..]);
    }
}
