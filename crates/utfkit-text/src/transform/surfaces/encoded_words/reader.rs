//! Reads encoded words.

use memchr::memchr;

use utfkit::{
    Encoding,
    encoding::{BomPolicy, BomRule, Label, LabelSet},
    transcode::Transcoder,
};

use super::grammar::{MAX_WORD, Parsed, Word, is_control, parse, space};
use crate::transform::surfaces::stream::Escapes;

/// Reads encoded words. Space between two words is not text.
#[derive(Default)]
pub(in crate::transform::surfaces) struct Reader {
    /// Whether the last bytes were a word, so that space after it may not be text.
    after_word: bool,
    pending: Option<Pending>,
    kept: u64,
}

/// Words that end in the middle of a character. The next word may have the rest.
struct Pending {
    charset: String,
    bytes: Vec<u8>,
    /// The words as they are, with the space between them.
    written: Vec<u8>,
    count: u64,
}

/// Returns the text of `bytes` in `charset`. Many programs name a charset and write its superset,
/// as browsers read it. A word with a line end or another control could add lines to a header, so
/// it has no text.
fn text(charset: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let decoded = [LabelSet::Iana, LabelSet::Whatwg].into_iter().find_map(|set| {
        let label = Label::parse(charset, set).ok()?;
        let policy = match label.encoding().bom_rule() {
            BomRule::Decides => BomPolicy::Strip,
            _ => BomPolicy::Forbid,
        };
        let mut transcoder = Transcoder::labelled(label, Encoding::Utf8.into()).bom(policy);
        let mut text = Vec::new();
        transcoder.transcode_to_vec(bytes, &mut text, true).ok().map(|()| text)
    })?;
    let has_control = std::str::from_utf8(&decoded).is_ok_and(|text| text.contains(is_control));
    (!has_control).then_some(decoded)
}

impl Reader {
    /// Writes words that wait for the rest of a character, as they are.
    fn give_up(&mut self, out: &mut Vec<u8>) {
        if let Some(pending) = self.pending.take() {
            out.extend_from_slice(&pending.written);
            self.kept += pending.count;
        }
    }

    /// Reads `word`, which is `written` with the space before it, if that is between two words.
    fn word(&mut self, word: &Word<'_>, written: &[u8], out: &mut Vec<u8>) {
        if let Some(pending) = &mut self.pending
            && pending.charset.eq_ignore_ascii_case(word.charset)
            && pending.written.len() + written.len() <= 2 * MAX_WORD
        {
            pending.bytes.extend_from_slice(&word.bytes);
            if let Some(text) = text(&pending.charset, &pending.bytes) {
                out.extend_from_slice(&text);
                self.pending = None;
                return;
            }
            if text(word.charset, &word.bytes).is_none() {
                pending.written.extend_from_slice(written);
                pending.count += 1;
                return;
            }
        }
        let between = &written[..written.len() - word.len];
        let had_pending = self.pending.is_some();
        self.give_up(out);
        match text(word.charset, &word.bytes) {
            Some(text) => {
                // The word before and the space after it stay as they are.
                out.extend_from_slice(if had_pending { between } else { b"" });
                out.extend_from_slice(&text);
            }
            None => {
                let (charset, bytes) = (word.charset.to_owned(), word.bytes.clone());
                let written = written.to_vec();
                self.pending = Some(Pending { charset, bytes, written, count: 1 });
            }
        }
    }
}

impl Escapes for Reader {
    fn plain(&self, bytes: &[u8]) -> usize {
        if self.after_word { 0 } else { memchr(b'=', bytes).unwrap_or(bytes.len()) }
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let between = if self.after_word { space(bytes, last)? } else { 0 };
        match parse(&bytes[between..], last) {
            Parsed::Incomplete => return None,
            Parsed::Word(word) => {
                let len = between + word.len;
                self.word(&word, &bytes[..len], out);
                self.after_word = true;
                return Some(len);
            }
            Parsed::IllFormed => self.kept += 1,
            Parsed::Plain => {}
        }
        self.give_up(out);
        self.after_word = false;
        let len = (between + 1).min(bytes.len());
        out.extend_from_slice(&bytes[..len]);
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.give_up(out);
        self.after_word = false;
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
