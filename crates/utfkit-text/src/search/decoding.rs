//! Decodes a stream to UTF-8, with the offset of each character in the stream.

use std::mem;

use crate::streams::{
    layout::Layout,
    text::{Mark, to_utf8},
};
use utfkit::{
    codec::{Decoder, Step},
    utf8,
};

/// The maximum number of bytes between two marks, if a kernel decodes them and if not. To find an
/// offset, at most this number is decoded again.
const BY_KERNEL: usize = 2048;
const BY_DECODER: usize = 512;

/// The byte in the text that replaces a sequence without a character. UTF-8 never has this byte.
const NO_TEXT: u8 = 0xFF;

/// A part of a stream, decoded to UTF-8, with the offset of each character in the stream.
///
/// Each ill-formed maximal subpart, and each value that is not a Unicode character, is the byte FF
/// in the text. So no text is found there.
///
/// To find an offset, the bytes after the last mark are decoded again. There is a mark at least
/// every few thousand bytes, and after each ill-formed sequence.
///
/// Memory: the bytes and the text that were not [discarded](Self::discard), and the marks.
///
/// ```
/// use utfkit::Encoding;
/// use utfkit_text::search::{Decoding, Layout};
/// let layout = Layout::of(Encoding::Utf7, b"", true).unwrap();
/// let mut decoding = Decoding::new(layout, 0);
/// decoding.push(b"1 +AKM-+AKM-x", true);
/// assert_eq!(decoding.text(), "1 ££x".as_bytes());
/// assert_eq!((decoding.offset(2), decoding.offset(4), decoding.offset(6)), (2, 6, 11));
/// ```
#[derive(Clone, Debug)]
pub struct Decoding {
    /// The bytes that are kept, from the first known position on.
    bytes: Vec<u8>,
    /// The end of the decoded bytes.
    end: Mark,
    /// The maximum number of bytes between two marks.
    stride: usize,
    text: Text,
    /// Some positions. There is always one, at the start of the text.
    known: Vec<Known>,
    /// The numbers of bytes of the text and of the stream that were discarded.
    text_gone: u64,
    bytes_gone: u64,
    /// Whether the stream is at its end.
    ended: bool,
}

/// A position between two characters: the offsets in the text and in the stream, and the state of
/// the decoder.
#[derive(Clone, Copy, Debug)]
struct Known {
    text: u64,
    byte: u64,
    decoder: Decoder,
}

impl Decoding {
    /// Creates the decoding of a stream with this layout, whose text begins at the byte `offset`.
    #[must_use]
    pub fn new(layout: Layout, offset: u64) -> Self {
        let decoder = layout.decoder();
        Self {
            bytes: Vec::new(),
            end: Mark { decoder, at: 0 },
            stride: match layout.encoding.form(layout.order) {
                Some(_) => BY_KERNEL,
                None => BY_DECODER,
            },
            text: Text::default(),
            known: std::vec![Known { text: 0, byte: offset, decoder }],
            text_gone: 0,
            bytes_gone: offset,
            ended: false,
        }
    }

    /// Drops everything, and begins with another part of the stream, at the byte `offset`. The
    /// memory is reused.
    ///
    /// `offset` must be between two characters, and the meaning of the bytes after it must not
    /// depend on those before it.
    pub fn restart(&mut self, layout: Layout, offset: u64) {
        let old = mem::replace(self, Self::new(layout, offset));
        (self.bytes, self.text) = (old.bytes, old.text);
        self.bytes.clear();
        self.text.clear();
    }

    /// Returns the text that was decoded and not discarded.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Decodes `bytes`, the next in the stream. With `last`, the stream ends with them.
    pub fn push(&mut self, bytes: &[u8], last: bool) {
        self.bytes.extend_from_slice(bytes);
        self.ended |= last;
        while self.run() || self.settle_one(last) {}
    }

    /// Returns the offset in the stream, in bytes, of the character at `at` in
    /// [`text`](Self::text). It is the offset after the previous character, so a shift belongs to
    /// the character after it. At the end of the text, it is the offset after the last character.
    ///
    /// If `at` is inside a character, the result is the offset of the next one.
    ///
    /// Cost: decodes at most a few thousand bytes again.
    #[must_use]
    pub fn offset(&self, at: usize) -> u64 {
        let (_, known) = self.known_before(at);
        let from = usize::try_from(known.text - self.text_gone).unwrap_or(at).min(at);
        let between = self.text.bytes().get(from..at).unwrap_or_default();
        let characters = between.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let start = usize::try_from(known.byte - self.bytes_gone).unwrap_or(self.end.at);
        let mut mark = Mark { decoder: known.decoder, at: start };
        mark.skip(&self.bytes, characters, self.ended);
        self.bytes_gone + mark.at as u64
    }

    /// Drops the text before the last known position before `at`, and returns its length in bytes.
    pub fn discard(&mut self, at: usize) -> usize {
        let (index, known) = self.known_before(at);
        self.known.drain(..index);
        let text = usize::try_from(known.text - self.text_gone).unwrap_or(0);
        let bytes = usize::try_from(known.byte - self.bytes_gone).unwrap_or(0);
        self.text.discard(text);
        self.bytes.drain(..bytes);
        self.end.at -= bytes;
        (self.text_gone, self.bytes_gone) = (known.text, known.byte);
        text
    }

    /// Returns the last known position before `at`, or else the first. One at `at` itself may be
    /// after a shift that belongs to the character.
    fn known_before(&self, at: usize) -> (usize, Known) {
        let place = self.text_gone + at as u64;
        let index = self.known.partition_point(|known| known.text < place).saturating_sub(1);
        (index, self.known[index])
    }

    /// Decodes a block up to the first sequence without a character. Returns `false` if there is
    /// nothing before it.
    fn run(&mut self) -> bool {
        let rest = &self.bytes[self.end.at..];
        // Most text fits: a byte of a single-byte charset becomes at most three bytes.
        let room = self.text.room(2 * self.stride);
        let done = to_utf8(&mut self.end.decoder, &rest[..rest.len().min(self.stride)], room);
        self.text.len += done.written;
        self.end.at += done.read;
        if done.written > 0 {
            self.mark();
        }
        done.read > 0
    }

    /// Decodes the next sequence. Returns `false` if there is none, or if it needs more bytes.
    fn settle_one(&mut self, last: bool) -> bool {
        let step = self.end.decoder.first(&self.bytes[self.end.at..], last);
        let (len, value) = match step {
            Step::Shift { len } => (len, None),
            Step::Value { value, len } => (len, Some(value)),
            Step::IllFormed { len, .. } => (len, Some(u32::MAX)),
            Step::Incomplete => return false,
        };
        self.end.pass(&self.bytes, len);
        // A shift belongs to the character after it, so no position is known here.
        if let Some(value) = value {
            match char::from_u32(value) {
                Some(character) => {
                    let len = character.encode_utf8(self.text.room(4)).len();
                    self.text.len += len;
                }
                None => {
                    self.text.room(1)[0] = NO_TEXT;
                    self.text.len += 1;
                }
            }
            self.mark();
        }
        true
    }

    fn mark(&mut self) {
        let text = self.text_gone + self.text.len as u64;
        let byte = self.bytes_gone + self.end.at as u64;
        self.known.push(Known { text, byte, decoder: self.end.decoder });
    }
}

impl Layout {
    /// Decodes `bytes`, with U+FFFD for each ill-formed maximal subpart and each value that is not
    /// a character. `bytes` must be whole characters of the stream.
    ///
    /// The meaning of a byte must not depend on the bytes before it.
    #[must_use]
    pub fn to_string_lossy(self, bytes: &[u8]) -> String {
        let mut decoding = Decoding::new(self, 0);
        decoding.push(bytes, true);
        utf8::to_string_lossy(decoding.text()).0.into_owned()
    }
}

/// Decoded text, with room for more at its end.
#[derive(Clone, Debug, Default)]
struct Text {
    /// The text, and unused bytes after it. They are not cleared, because that takes time.
    room: Vec<u8>,
    len: usize,
}

impl Text {
    fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns room for at least `most` bytes after the text.
    fn room(&mut self, most: usize) -> &mut [u8] {
        if self.room.len() < self.len + most {
            self.room.resize(self.len + most, 0);
        }
        &mut self.room[self.len..]
    }

    /// Removes the first `count` bytes.
    fn discard(&mut self, count: usize) {
        self.room.copy_within(count..self.len, 0);
        self.len -= count;
    }
}
