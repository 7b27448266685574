//! Decodes a stream to UTF-8, with the offset of each character in the stream.

use std::mem;

use crate::search::layout::Layout;
use utfkit::{
    Be, Encoding, Le, Outcome, ascii,
    codec::{Decoder, Progress, Step},
    encoding::ByteOrder,
    latin1, utf8, utf16, utf32,
};

/// The maximum number of values between two marks. To find an offset, at most this number is
/// decoded again.
const STEP: usize = 512;

/// The maximum number of bytes between two marks if a kernel decodes them.
const STRIDE: usize = 4096;

/// The byte in the text that replaces a sequence without a character. UTF-8 never has this byte.
const NO_TEXT: u8 = 0xFF;

/// A part of a stream, decoded to UTF-8, with the offset of each character in the stream.
///
/// Each ill-formed maximal subpart, and each value that is not a Unicode character, is the byte FF
/// in the text. So no text is found there.
///
/// To find an offset, the bytes after the last mark are decoded again. There is a mark at least
/// every few hundred characters or few thousand bytes, and after each ill-formed sequence.
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
    layout: Layout,
    decoder: Decoder,
    /// The bytes that are kept, from the first mark on.
    bytes: Vec<u8>,
    /// The number of these bytes that were decoded.
    read: usize,
    text: Text,
    /// The marks. There is always one, at the start of the text.
    marks: Vec<Mark>,
    /// The numbers of bytes of the text and of the stream that were discarded.
    text_gone: u64,
    bytes_gone: u64,
    /// Whether the stream is at its end.
    ended: bool,
}

/// A position between two characters: the offsets in the text and in the stream, and the state of
/// the decoder.
#[derive(Clone, Copy, Debug)]
struct Mark {
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
            layout,
            decoder,
            bytes: Vec::new(),
            read: 0,
            text: Text::default(),
            marks: std::vec![Mark { text: 0, byte: offset, decoder }],
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
        loop {
            let read = self.run();
            if read == 0 && !self.settle_one(last) {
                return;
            }
        }
    }

    /// Returns the offset in the stream, in bytes, of the character at `at` in
    /// [`text`](Self::text). It is the offset after the previous character, so a shift belongs to
    /// the character after it. At the end of the text, it is the offset after the last character.
    ///
    /// If `at` is inside a character, the result is the offset of the next one.
    ///
    /// Cost: decodes a few hundred characters again.
    #[must_use]
    pub fn offset(&self, at: usize) -> u64 {
        let (_, mark) = self.mark_before(at);
        let from = usize::try_from(mark.text - self.text_gone).unwrap_or(at).min(at);
        let between = self.text.bytes().get(from..at).unwrap_or_default();
        let characters = between.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.skip(mark, characters)
    }

    /// Drops the text before the last mark before `at`, and returns its length in bytes.
    pub fn discard(&mut self, at: usize) -> usize {
        let (index, mark) = self.mark_before(at);
        self.marks.drain(..index);
        let text = usize::try_from(mark.text - self.text_gone).unwrap_or(0);
        let bytes = usize::try_from(mark.byte - self.bytes_gone).unwrap_or(0);
        self.text.discard(text);
        self.bytes.drain(..bytes);
        self.read -= bytes;
        (self.text_gone, self.bytes_gone) = (mark.text, mark.byte);
        text
    }

    /// Returns the last mark before `at`, or else the first mark. A mark at `at` itself may be
    /// after a shift that belongs to the character.
    fn mark_before(&self, at: usize) -> (usize, Mark) {
        let place = self.text_gone + at as u64;
        let index = self.marks.partition_point(|mark| mark.text < place).saturating_sub(1);
        (index, self.marks[index])
    }

    /// Decodes a block up to the first ill-formed sequence, and returns the number of bytes read.
    fn run(&mut self) -> usize {
        let rest = &self.bytes[self.read..];
        let part = &rest[..rest.len().min(STRIDE)];
        // The text fits: in UTF-8, a byte of ISO-8859-1 becomes at most 2 bytes, a unit of UTF-16
        // at most 3, and a unit of UTF-32 at most 4.
        if let Some(read) = self.text.add(2 * STRIDE, |room| by_kernel(self.layout, part, room)) {
            self.read += read;
            if read > 0 {
                self.mark();
            }
            return read;
        }
        let mut values = [0; STEP];
        let done = self.decoder.decode(rest, &mut values);
        self.read += done.read;
        self.append(&values[..done.written]);
        if done.written > 0 {
            self.mark();
        }
        done.read
    }

    /// Decodes the next sequence. Returns `false` if there is none, or if it needs more bytes.
    fn settle_one(&mut self, last: bool) -> bool {
        let rest = &self.bytes[self.read..];
        if rest.is_empty() {
            return false;
        }
        let (len, value) = match self.decoder.first(rest, last) {
            Step::Shift { len } => (len, None),
            Step::Value { value, len } => (len, Some(value)),
            Step::IllFormed { len, .. } => (len, Some(u32::MAX)),
            Step::Incomplete => return false,
        };
        self.decoder.pass(&rest[..len]);
        self.read += len;
        // A shift belongs to the character after it, so there is no mark here.
        if let Some(value) = value {
            self.append(&[value]);
            self.mark();
        }
        true
    }

    /// Appends `values` to the text, with FF for those that are not characters.
    fn append(&mut self, values: &[u32]) {
        let mut rest = values;
        while !rest.is_empty() {
            let convert = |room: &mut [u8]| Some(progress(utf32::to_utf8(rest, room)));
            let read = self.text.add(4 * STEP, convert).unwrap_or(0);
            rest = &rest[read..];
            if let (0, Some((_, more))) = (read, rest.split_first()) {
                self.text.push(NO_TEXT);
                rest = more;
            }
        }
    }

    fn mark(&mut self) {
        let text = self.text_gone + self.text.len as u64;
        let byte = self.bytes_gone + self.read as u64;
        self.marks.push(Mark { text, byte, decoder: self.decoder });
    }

    /// Returns the offset after `characters` characters from `mark`.
    fn skip(&self, mark: Mark, characters: usize) -> u64 {
        let mut decoder = mark.decoder;
        let mut at = usize::try_from(mark.byte - self.bytes_gone).unwrap_or(self.read);
        let mut left = characters;
        let mut values = [0; STEP];
        while left > 0 {
            let rest = &self.bytes[at..];
            // The last character is decoded alone, because a block may include a shift after it.
            let room = (left - 1).min(STEP);
            let Progress { read, written } = decoder.decode(rest, &mut values[..room]);
            at += read;
            left -= written;
            if read > 0 {
                continue;
            }
            let len = match decoder.first(rest, self.ended) {
                Step::Shift { len } => len,
                Step::Value { len, .. } | Step::IllFormed { len, .. } => {
                    left -= 1;
                    len
                }
                Step::Incomplete => break,
            };
            decoder.pass(&rest[..len]);
            at += len;
        }
        self.bytes_gone + at as u64
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

    /// Appends the text that `write` writes into a buffer of at least `most` bytes, and returns the
    /// number of bytes or values it read. Returns `None` if `write` does.
    fn add(
        &mut self,
        most: usize,
        write: impl FnOnce(&mut [u8]) -> Option<Progress>,
    ) -> Option<usize> {
        if self.room.len() < self.len + most {
            self.room.resize(self.len + most, 0);
        }
        let Progress { read, written } = write(&mut self.room[self.len..])?;
        self.len += written;
        Some(read)
    }

    fn push(&mut self, byte: u8) {
        match self.room.get_mut(self.len) {
            Some(free) => *free = byte,
            None => self.room.push(byte),
        }
        self.len += 1;
    }

    /// Removes the first `count` bytes.
    fn discard(&mut self, count: usize) {
        self.room.copy_within(count..self.len, 0);
        self.len -= count;
    }
}

/// Converts `src` to UTF-8 up to the first ill-formed sequence. Returns `None` if no kernel decodes
/// the encoding.
fn by_kernel(layout: Layout, src: &[u8], room: &mut [u8]) -> Option<Progress> {
    let copied = |len: usize, room: &mut [u8]| {
        room[..len].copy_from_slice(&src[..len]);
        Progress { read: len, written: len }
    };
    let is_big = layout.order == ByteOrder::Big;
    let done = match layout.encoding {
        Encoding::Utf8 => copied(utf8::valid_up_to(src), room),
        Encoding::UsAscii => copied(ascii::prefix(src), room),
        Encoding::Iso8859_1 => progress(latin1::to_utf8(src, room)),
        Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => match is_big {
            true => progress(utf16::to_utf8(Be(src), room)),
            false => progress(utf16::to_utf8(Le(src), room)),
        },
        Encoding::Utf32 | Encoding::Utf32Be | Encoding::Utf32Le => match is_big {
            true => progress(utf32::to_utf8(Be(src), room)),
            false => progress(utf32::to_utf8(Le(src), room)),
        },
        _ => return None,
    };
    // Kernels count code units, not bytes.
    Some(Progress { read: done.read * layout.unit(), ..done })
}

fn progress(outcome: Outcome) -> Progress {
    Progress { read: outcome.read, written: outcome.written }
}
