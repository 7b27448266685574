//! Decoders: from bytes to code values.

use core::mem::MaybeUninit;

use super::{
    apart, charset,
    coding::Coding,
    plain::Plain,
    relatives::{FAR, Legacy, SINGLES, add},
    step::Step,
    utf7,
};
use crate::{
    form::{Form, boundary, unit},
    simd::{self, Progress},
};

/// Decodes the bytes of a text into code values.
///
/// [`Encoding::decoder`](crate::Encoding::decoder) creates one. It decodes a block at a time
/// ([`decode`](Self::decode)), or returns one sequence ([`first`](Self::first)), which the caller
/// then [passes](Self::pass). A decoder is a small value. A copy of it keeps the state, so that
/// decoding can continue from there again.
///
/// ```
/// use utfkit::{Encoding, Kind, codec::Step, encoding::ByteOrder};
/// let mut rest = &b"caf\xC3\xA9 \xFF!"[..];
/// let mut decoder = Encoding::Utf8.decoder(ByteOrder::Big);
/// let mut values = [0; 16];
/// let done = decoder.decode(rest, &mut values);
/// assert_eq!(values[..done.written], ['c', 'a', 'f', '\u{E9}', ' '].map(u32::from));
///
/// rest = &rest[done.read..];
/// let step = decoder.first(rest, true);
/// assert_eq!(step, Step::IllFormed { kind: Kind::InvalidByte, len: 1 });
/// decoder.pass(&rest[..1]);
/// assert_eq!(decoder.decode(&rest[1..], &mut values).read, 1);
/// ```
#[doc(alias = "decode")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoder(State);

/// The encoding, and the state in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// One of the forms that have kernels.
    Form(Form),
    /// A relative of a form.
    Legacy(Legacy),
    /// UTF-7, with its state.
    Utf7(utf7::Reader),
    /// A format of which no form is a relative, with its state.
    Apart(apart::Reader),
    /// A legacy charset.
    Charset(charset::Decoder),
}

impl Decoder {
    /// Creates a decoder for the start of a text.
    pub(crate) const fn new(coding: Coding) -> Self {
        Self(match coding {
            Coding::Form(form) => State::Form(form),
            Coding::Legacy(legacy) => State::Legacy(legacy),
            Coding::Utf7(flavor) => State::Utf7(utf7::Reader::new(flavor)),
            Coding::Apart(format) => State::Apart(apart::Reader::new(format)),
            Coding::Charset(charset) => State::Charset(charset::Decoder::new(charset)),
        })
    }

    /// Decodes the sequence at the start of `src`, the next bytes of the stream. `last` means that
    /// nothing follows them.
    ///
    /// At most eight bytes can be [incomplete](Step::Incomplete); with `last`, only an empty `src`
    /// can. The decoder does not change: call [`pass`](Self::pass) to continue after the sequence.
    ///
    /// ```
    /// use utfkit::{Encoding, codec::Step, encoding::ByteOrder};
    /// let decoder = Encoding::Utf8.decoder(ByteOrder::Big);
    /// assert_eq!(decoder.first(b"\xE2\x82\xAC!", true), Step::Value { value: 0x20AC, len: 3 });
    /// assert_eq!(decoder.first(b"\xE2\x82", false), Step::Incomplete);
    /// ```
    #[inline]
    #[must_use]
    pub fn first(&self, src: &[u8], last: bool) -> Step {
        match &self.0 {
            State::Form(form) => Step::from(form.first(src, last)),
            State::Legacy(legacy) => Step::from(legacy.first(src, last)),
            State::Utf7(reader) => reader.first(src, last),
            State::Apart(reader) => reader.first(src, last),
            State::Charset(decoder) => decoder.first(src, last),
        }
    }

    /// Continues after `bytes`, for which [`first`](Self::first) returned a step of their length.
    ///
    /// ```
    /// use utfkit::{Encoding, codec::Step, encoding::ByteOrder};
    /// let mut decoder = Encoding::Utf7.decoder(ByteOrder::Big);
    /// assert_eq!(decoder.first(b"+IKw-", true), Step::Value { value: 0x20AC, len: 4 });
    /// decoder.pass(b"+IKw");
    /// assert_eq!(decoder.first(b"-", true), Step::Shift { len: 1 });
    /// ```
    pub fn pass(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Form(_) | State::Legacy(_) => {}
            State::Utf7(reader) => reader.pass(bytes),
            State::Apart(reader) => reader.pass(bytes),
            State::Charset(decoder) => decoder.pass(bytes),
        }
    }

    /// Returns the number of bytes at the start of `src` that are neither a backslash nor a part of
    /// one.
    pub(crate) fn before_backslash(&self, src: &[u8]) -> usize {
        let hides = match &self.0 {
            State::Form(_) | State::Legacy(_) => b'\\',
            State::Charset(decoder) => return decoder.before_backslash(src),
            State::Utf7(reader) => match reader.run_begins_with() {
                Some(shift) => shift,
                None => return 0,
            },
            State::Apart(_) => return 0,
        };
        src.iter().position(|&byte| byte == b'\\' || byte == hides).unwrap_or(src.len())
    }

    /// Returns the spelling of the backslash `bytes` for text in which a backslash could look like
    /// an escape. Its bytes are a backslash at any place in a text.
    pub(crate) const fn backslash<'o>(&self, bytes: &'o [u8]) -> &'o [u8] {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) | State::Charset(_) => bytes,
            // In a run, a backslash shares bytes with other characters.
            State::Utf7(_) => b"\\",
        }
    }

    /// Decodes well-formed sequences of `src` until one is not, or `values` is full. Returns the
    /// numbers of bytes read and of values written.
    ///
    /// It stops before an incomplete sequence at the end. Call [`first`](Self::first) to get the
    /// reason why it stopped. Cost: for UTF-8, UTF-16 and UTF-32, one pass of a kernel.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let mut values = [0; 8];
    /// let done = Encoding::Utf16.decoder(ByteOrder::Big).decode(b"\0h\0i\xD8", &mut values);
    /// assert_eq!((done.read, &values[..done.written]), (4, &[0x68, 0x69][..]));
    /// ```
    pub fn decode(&mut self, src: &[u8], values: &mut [u32]) -> Progress {
        self.decode_into(src, unit::room(values))
    }

    /// Like [`decode`](Self::decode), into memory that may be uninitialized.
    pub(crate) fn decode_into(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match &mut self.0 {
            State::Form(form) => decode_form(*form, src, values),
            State::Legacy(legacy) => decode_legacy(*legacy, src, values),
            State::Utf7(reader) => reader.decode(src, values),
            State::Apart(reader) => reader.decode(src, values),
            State::Charset(decoder) => decoder.decode(src, values),
        }
    }

    /// Returns the number of bytes of a code unit: 1, 2 or 4.
    #[must_use]
    pub const fn unit_bytes(&self) -> usize {
        match &self.0 {
            State::Form(form) => form.unit(),
            State::Legacy(legacy) => legacy.base().unit(),
            State::Utf7(_) | State::Apart(_) | State::Charset(_) => 1,
        }
    }

    /// Returns the form that it decodes, if it is one.
    pub(crate) const fn form(&self) -> Option<Form> {
        match self.0 {
            State::Form(form) => Some(form),
            State::Legacy(_) | State::Utf7(_) | State::Apart(_) | State::Charset(_) => None,
        }
    }

    /// Returns the greatest boundary of `bytes` that is at most `at`. `bytes` begin with a code
    /// unit. The result is `None` if the bytes around `at` do not determine it.
    pub(crate) fn floor_boundary(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let at = at.min(bytes.len());
        match &self.0 {
            State::Form(form) => Some(boundary::floor_bytes(*form, bytes, at - at % form.unit())),
            State::Legacy(Legacy::Ascii) => Some(at),
            State::Charset(decoder) => decoder.is_single_byte().then_some(at),
            // Neighbors that are one error together could be cut, or the earlier bytes must be
            // known.
            State::Legacy(_) | State::Utf7(_) | State::Apart(_) => None,
        }
    }

    /// Converts the prefix of `src` that [`decode`](Self::decode) can decode, and that fits, to UTF-8.
    /// The result is `None` if the charset cannot do so at once.
    pub(crate) fn decode_utf8(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Progress> {
        match &mut self.0 {
            State::Form(_) | State::Legacy(_) | State::Utf7(_) | State::Apart(_) => None,
            State::Charset(decoder) => decoder.decode_utf8(src, dst),
        }
    }

    /// Returns the table that converts its text to UTF-8, if each byte is a character of its own.
    pub(crate) fn utf8_cells(&self) -> Option<charset::SharedCells> {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Utf7(_) | State::Apart(_) => None,
            State::Charset(decoder) => decoder.utf8_cells(),
        }
    }

    /// Returns the form that decodes the same for plain text, and that text; `None` if there is
    /// none, or if the decoder has a state.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        match &self.0 {
            State::Form(form) => Some((*form, Plain::ALL)),
            State::Legacy(legacy) => Some((legacy.base(), legacy.plain())),
            State::Utf7(_) | State::Apart(_) => None,
            State::Charset(decoder) => decoder.base(),
        }
    }
}

fn decode_form(form: Form, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let done = simd::active().convert(form, Form::UTF32, src, unit::room_bytes(values));
    Progress { written: done.written / size_of::<u32>(), ..done }
}

/// The kernel of the form decodes plain text, and the rest is decoded one by one.
fn decode_legacy(legacy: Legacy, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let (base, plain) = (legacy.base(), legacy.plain());
    let mut done = Progress::default();
    loop {
        let before = done.read;
        let room = &mut values[done.written..];
        // Limit the search by the room.
        let reach = src.len().min(done.read + room.len() * 4);
        let ahead = plain.prefix(base, &src[done.read..reach]);
        if ahead >= FAR {
            let bulk = decode_form(base, &src[done.read..][..ahead], room);
            add(&mut done, bulk);
        }
        let room = &mut values[done.written..];
        let most = room.len().min(SINGLES);
        let singles = legacy.decode(&src[done.read..], &mut room[..most]);
        add(&mut done, singles);
        if singles.written < SINGLES || done.read == before {
            return done;
        }
    }
}
