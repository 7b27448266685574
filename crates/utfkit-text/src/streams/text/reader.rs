//! Reads the bytes of a stream as pieces of text and errors.

use std::{mem, ops::ControlFlow};

use utfkit::{
    Encoding, Finding, Kind,
    codec::{Decoder, MAX_BYTES, Step},
    encoding::{BomPolicy, ByteOrder, Label},
    transcode::{Opening, Transcoder},
    utf8::{self, Piece as Utf8Piece, Utf8Stream},
};

use super::{
    mark::{Mark, to_utf8},
    piece::{Piece, Places, Spelling},
};

/// A part of a stream.
pub enum Part<'t> {
    /// Well-formed text. The BOM is not part of it.
    Text(Piece<'t>),
    /// An ill-formed maximal subpart, a BOM in the wrong byte order, or a missing BOM.
    IllFormed(Finding),
    /// A value above U+10FFFF, which is well-formed in the encoding. Its places are those of a text
    /// of one character.
    Beyond(Finding),
}

/// Receives the parts of a stream. [`ControlFlow::Break`] ends the reading.
pub type Take<'s> = &'s mut dyn FnMut(Part<'_>) -> ControlFlow<()>;

/// Reads a stream, in pieces of any size, in any encoding.
///
/// Memory: a block of text. UTF-8 is passed on without a copy.
pub struct TextReader {
    label: Label,
    bom: Option<BomPolicy>,
    order: Option<ByteOrder>,
    state: State,
    /// The bytes that are not decided: a part of the BOM, or of a sequence that a piece cut.
    carry: Vec<u8>,
    /// The offset after the decided bytes.
    offset: u64,
}

enum State {
    /// The BOM is not decided.
    Start,
    /// The stream is UTF-8, and began at this offset.
    Utf8(Utf8Stream, u64),
    Other(Converter),
}

/// Decodes another encoding than UTF-8.
struct Converter {
    decoder: Decoder,
    order: ByteOrder,
    /// Whether a shift may follow a character. It belongs to the character, which waits for it.
    has_shifts: bool,
    /// The spelling at the start of the text.
    spelling: Spelling<'static>,
    room: Vec<u8>,
}

/// The number of bytes that are decoded at once, at most: the text of them stays in the cache.
const ROOM: usize = 64 << 10;

/// More bytes than any character needs to be complete, with a few shifts after it.
const FAR: usize = 4 * MAX_BYTES;

impl TextReader {
    /// Creates a reader of a stream with this label. `bom` and `order` replace the policy and the
    /// byte order of the label.
    #[must_use]
    pub fn new(label: Label, bom: Option<BomPolicy>, order: Option<ByteOrder>) -> Self {
        Self { label, bom, order, state: State::Start, carry: Vec::new(), offset: 0 }
    }

    /// Returns the encoding of the label.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.label.encoding()
    }

    /// Returns the offset after the decided bytes.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes after them that were read, but need more bytes.
    #[must_use]
    pub fn pending(&self) -> usize {
        match &self.state {
            State::Utf8(stream, _) => stream.pending().len(),
            State::Start | State::Other(_) => self.carry.len(),
        }
    }

    /// Returns a transcoder to UTF-8 for a part of the stream that begins here, as
    /// [`Transcoder::part`] does. The result is `None` for UTF-8, too.
    #[must_use]
    pub fn part(&self) -> Option<Transcoder<'static>> {
        let State::Other(Converter { order, .. }) = &self.state else { return None };
        if !self.carry.is_empty() {
            return None;
        }
        let encoding = self.encoding().with_order(*order);
        let mut part = Transcoder::new(encoding, Encoding::Utf8).bom(BomPolicy::Forbid).appended();
        // An empty text decides that there is no BOM.
        let _ = part.transcode(&[], &mut [0; Transcoder::MIN_OUTPUT][..], true);
        part.part()
    }

    /// Continues at `offset`, a boundary. The bytes before it were read elsewhere.
    pub fn continue_at(&mut self, offset: u64) {
        self.offset = offset;
        self.carry.clear();
        if let State::Utf8(stream, start) = &mut self.state {
            (*stream, *start) = (Utf8Stream::new(), offset);
        }
    }

    /// Reads `bytes`, the next of the stream. Returns [`ControlFlow::Break`] if `take` ended the
    /// reading.
    pub fn feed(&mut self, bytes: &[u8], take: Take<'_>) -> ControlFlow<()> {
        self.read(bytes, false, take)
    }

    /// Ends the stream, as [`feed`](Self::feed) does.
    pub fn finish(mut self, take: Take<'_>) -> ControlFlow<()> {
        self.read(&[], true, take)
    }

    fn read(&mut self, bytes: &[u8], last: bool, take: Take<'_>) -> ControlFlow<()> {
        if !matches!(self.state, State::Start) {
            return self.continue_with(bytes, last, take);
        }
        let mut head = mem::take(&mut self.carry);
        let carried = head.len();
        head.extend_from_slice(&bytes[..bytes.len().min(MAX_BYTES)]);
        let is_whole = last && head.len() == carried + bytes.len();
        let Some(opening) = self.label.open(self.bom, self.order, &head, is_whole) else {
            self.carry = head;
            return ControlFlow::Continue(());
        };
        self.begin(opening);
        if let Some(finding) = opening.finding {
            take(Part::IllFormed(finding))?;
        }
        // If the head was cut, its first bytes are not in `bytes`.
        if let Some(before @ [_, ..]) = head.get(opening.len..carried) {
            self.continue_with(before, false, take)?;
        }
        self.continue_with(&bytes[opening.len.saturating_sub(carried)..], last, take)
    }

    fn begin(&mut self, Opening { decoder, order, len, .. }: Opening) {
        self.offset = len as u64;
        let spelling = Spelling::of(self.encoding(), decoder);
        let has_shifts = self.encoding().has_shifts();
        self.state = match self.encoding() {
            Encoding::Utf8 => State::Utf8(Utf8Stream::new(), self.offset),
            _ => {
                let room = vec![0; ROOM];
                State::Other(Converter { decoder, order, has_shifts, spelling, room })
            }
        };
    }

    fn continue_with(&mut self, bytes: &[u8], last: bool, take: Take<'_>) -> ControlFlow<()> {
        let Self { state, carry, offset, .. } = self;
        match state {
            State::Start => ControlFlow::Continue(()),
            State::Utf8(stream, start) => {
                let mut pass = |piece: Utf8Piece<'_>| match piece {
                    Utf8Piece::Text(text) => {
                        let places = Places::of_utf8(text, *offset);
                        *offset += text.len() as u64;
                        take(Part::Text(places.piece()))
                    }
                    Utf8Piece::IllFormed(finding) => {
                        let finding = finding.moved(*start);
                        *offset = finding.end();
                        take(Part::IllFormed(finding))
                    }
                };
                stream.feed(bytes).try_for_each(&mut pass)?;
                if last { stream.finish().try_for_each(pass) } else { ControlFlow::Continue(()) }
            }
            State::Other(converter) => converter.convert(bytes, last, carry, offset, take),
        }
    }
}

impl Converter {
    fn convert(
        &mut self,
        bytes: &[u8],
        last: bool,
        carry: &mut Vec<u8>,
        offset: &mut u64,
        take: Take<'_>,
    ) -> ControlFlow<()> {
        let mut rest = bytes;
        if !carry.is_empty() {
            let carried = carry.len();
            let mut window = mem::take(carry);
            window.extend_from_slice(&rest[..rest.len().min(FAR)]);
            let is_whole = last && window.len() == carried + rest.len();
            let mut at = 0;
            while at < carried {
                match self.one(&window[at..], is_whole, offset, take)? {
                    0 => {
                        // All of `bytes` is in the window.
                        window.drain(..at);
                        *carry = window;
                        return ControlFlow::Continue(());
                    }
                    len => at += len,
                }
            }
            rest = &rest[at - carried..];
        }
        loop {
            let before = self.decoder;
            // Enough bytes for the shifts after the last character.
            let held = if self.has_shifts && !last { 2 * MAX_BYTES } else { 0 };
            let near = rest.len().saturating_sub(held);
            let done = to_utf8(&mut self.decoder, &rest[..near], &mut self.room);
            let mut mark = Mark { decoder: self.decoder, at: done.read };
            mark.skip_shifts(rest, last);
            self.decoder = mark.decoder;
            if done.written > 0 {
                // A decoder writes whole characters.
                let text = utf8::validate(&self.room[..done.written]).unwrap_or_default();
                // The bytes after the text may decide how its last character is read.
                let places = Places::new(text, rest, *offset, self.spelling.at(before));
                take(Part::Text(places.piece()))?;
            }
            *offset += mark.at as u64;
            rest = &rest[mark.at..];
            match self.one(rest, last, offset, take)? {
                0 => break,
                len => rest = &rest[len..],
            }
        }
        carry.extend_from_slice(rest);
        ControlFlow::Continue(())
    }

    /// Decodes the sequence at the start of `bytes`, and returns its length. It is 0 if the sequence
    /// needs more bytes.
    fn one(
        &mut self,
        bytes: &[u8],
        last: bool,
        offset: &mut u64,
        take: Take<'_>,
    ) -> ControlFlow<(), usize> {
        let step = self.decoder.first(bytes, last);
        let mut mark = Mark { decoder: self.decoder, at: 0 };
        let start = *offset;
        match step {
            Step::Incomplete => return ControlFlow::Continue(0),
            Step::Shift { len } | Step::Value { len, .. } | Step::IllFormed { len, .. } => {
                mark.pass(bytes, len);
            }
        }
        if let Step::Value { .. } = step {
            mark.skip_shifts(bytes, last);
            let may_wait = self.has_shifts && !last && mark.at <= FAR - MAX_BYTES;
            if may_wait && mark.decoder.first(&bytes[mark.at..], false) == Step::Incomplete {
                return ControlFlow::Continue(0);
            }
        }
        let before = mem::replace(&mut self.decoder, mark.decoder);
        *offset += mark.at as u64;
        match step {
            Step::Value { value, len } => match char::from_u32(value) {
                Some(character) => {
                    let mut text = [0; 4];
                    let text = character.encode_utf8(&mut text);
                    let places = Places::new(text, bytes, start, self.spelling.at(before));
                    take(Part::Text(places.piece()))?;
                }
                None => {
                    let kind = Kind::Unencodable { value };
                    take(Part::Beyond(Finding::new(start, kind, &bytes[..len])))?;
                }
            },
            Step::IllFormed { kind, .. } => {
                take(Part::IllFormed(Finding::new(start, kind, &bytes[..mark.at])))?;
            }
            Step::Shift { .. } | Step::Incomplete => {}
        }
        ControlFlow::Continue(mark.at)
    }
}
