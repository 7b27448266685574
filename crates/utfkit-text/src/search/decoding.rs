//! A stream decoded to UTF-8 that knows where in the stream each character is.

use std::mem;

use crate::search::layout::Layout;
use utfkit::{
    Be, Encoding, Le, Outcome, ascii,
    codec::{Decoder, Progress, Step},
    encoding::ByteOrder,
    latin1, utf8, utf16, utf32,
};

/// How many values lie between two marks at most: so many are decoded again to find a place.
const STEP: usize = 512;

/// How many bytes of a form lie between two marks at most.
const STRIDE: usize = 4096;

/// What stands in the text for what is no character: a byte that no text in UTF-8 has.
const NO_TEXT: u8 = 0xFF;

/// A part of a stream, decoded: its text in UTF-8, and where in the stream each character is.
///
/// What is ill-formed, and what is no character of Unicode, is the byte FF in the text, one for
/// each maximal subpart, so no text is found there.
///
/// Marks are kept at every few hundred characters, and behind what is ill-formed; behind them a
/// place is found by decoding again. Memory: the bytes and the text that were not
/// [discarded](Self::discard), and the marks.
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
    /// Bytes that are kept: from the first mark on.
    bytes: Vec<u8>,
    /// How many of them are decoded.
    read: usize,
    text: Text,
    /// There is always one, at the start of the text.
    marks: Vec<Mark>,
    /// How much text, and how many bytes, of the stream were discarded.
    text_gone: u64,
    bytes_gone: u64,
    /// Whether the stream is at its end.
    ended: bool,
}

/// A place between two characters: in the text, in the stream, and in what state the decoder was.
#[derive(Clone, Copy, Debug)]
struct Mark {
    text: u64,
    byte: u64,
    decoder: Decoder,
}

impl Decoding {
    /// A stream that is laid out as `layout` says, of which the text begins at the byte `offset`.
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

    /// Forgets all, and goes on with another part of the stream, at the byte `offset`, between two
    /// characters. What was decoded before it must not matter to it. The memory is kept.
    pub fn restart(&mut self, layout: Layout, offset: u64) {
        let old = mem::replace(self, Self::new(layout, offset));
        (self.bytes, self.text) = (old.bytes, old.text);
        self.bytes.clear();
        self.text.clear();
    }

    /// The text that was decoded and not discarded.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The stream goes on with `bytes`; with `last`, it ends with them.
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

    /// Where in the stream, in bytes, the character begins that begins at `at` in
    /// [`text`](Self::text): behind the one before it, so that a shift belongs to what follows it.
    /// At the end of the text, where its last character ends.
    ///
    /// A place within a character is taken for the one behind it. Cost: a few hundred characters
    /// are decoded.
    #[must_use]
    pub fn offset(&self, at: usize) -> u64 {
        let (_, mark) = self.mark_before(at);
        let from = usize::try_from(mark.text - self.text_gone).unwrap_or(at).min(at);
        let between = self.text.bytes().get(from..at).unwrap_or_default();
        let characters = between.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.skip(mark, characters)
    }

    /// Forgets text before `at`, and gives how much: up to the last mark before it.
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

    /// The last mark before `at`, for one at that place may stand behind a shift; or the first of
    /// all.
    fn mark_before(&self, at: usize) -> (usize, Mark) {
        let place = self.text_gone + at as u64;
        let index = self.marks.partition_point(|mark| mark.text < place).saturating_sub(1);
        (index, self.marks[index])
    }

    /// Decodes a block as far as it is in order; gives how many bytes that took.
    fn run(&mut self) -> usize {
        let rest = &self.bytes[self.read..];
        let part = &rest[..rest.len().min(STRIDE)];
        // No byte is more than two in UTF-8, and no unit more than three.
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

    /// Deals with the sequence that comes next; `false` if there is none, or only more bytes can
    /// tell.
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
        // The bytes of a shift belong to what follows them.
        if let Some(value) = value {
            self.append(&[value]);
            self.mark();
        }
        true
    }

    /// Appends `values` to the text, of which those that are no characters are FF.
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

    /// Where `characters` behind `mark` end.
    fn skip(&self, mark: Mark, characters: usize) -> u64 {
        let mut decoder = mark.decoder;
        let mut at = usize::try_from(mark.byte - self.bytes_gone).unwrap_or(self.read);
        let mut left = characters;
        let mut values = [0; STEP];
        while left > 0 {
            let rest = &self.bytes[at..];
            // The last one alone: a block may take in a shift behind it.
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
    /// The text of `bytes`, some whole characters of the stream without what stands before them,
    /// with U+FFFD for each maximal subpart that is ill-formed and each value that is no character.
    ///
    /// What bytes mean must not depend on what stands before them.
    #[must_use]
    pub fn to_string_lossy(self, bytes: &[u8]) -> String {
        let mut decoding = Decoding::new(self, 0);
        decoding.push(bytes, true);
        utf8::to_string_lossy(decoding.text()).0.into_owned()
    }
}

/// Text that was decoded, with room for more behind it.
#[derive(Clone, Debug, Default)]
struct Text {
    /// The text, and bytes of no meaning: they are not cleared each time.
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

    /// Adds what `write` writes into room of at least `most` bytes, and returns how much it read;
    /// `None` if it does not write.
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

    /// Forgets the first `count` bytes.
    fn discard(&mut self, count: usize) {
        self.room.copy_within(count..self.len, 0);
        self.len -= count;
    }
}

/// Converts the bytes of `src` to UTF-8, as far as they are well-formed; `None` if no kernel reads
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
    // Kernels count units.
    Some(Progress { read: done.read * layout.unit(), ..done })
}

fn progress(outcome: Outcome) -> Progress {
    Progress { read: outcome.read, written: outcome.written }
}
