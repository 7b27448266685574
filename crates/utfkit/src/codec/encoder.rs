//! Encoders: from code values to bytes.

use core::mem::MaybeUninit;

use super::{
    apart, charset,
    coding::Coding,
    plain::Plain,
    relatives::{FAR, Legacy, SINGLES, add},
    step::MAX_BYTES,
    utf7,
};
use crate::{
    form::{Encoded, Form, unit, units::Room},
    scalar,
    simd::{self, Progress},
};

/// Encodes code values into the bytes of a text.
///
/// [`Encoding::encoder`](crate::Encoding::encoder) creates one. An encoder is a small value. A copy
/// of it keeps the state, so that encoding can continue from there again.
///
/// ```
/// use utfkit::{Encoding, encoding::ByteOrder};
/// let mut encoder = Encoding::Utf7.encoder(ByteOrder::Big);
/// let mut out = Vec::new();
/// for value in "1 \u{A3}".chars().map(u32::from) {
///     out.extend_from_slice(encoder.encode(value).unwrap().bytes());
///     encoder.pass(value);
/// }
/// out.extend_from_slice(encoder.tail().bytes());
/// assert_eq!(out, b"1 +AKM-");
/// ```
#[doc(alias = "encode")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoder(State);

/// The encoding, and the state in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// One of the forms that have kernels.
    Form(Form),
    /// A relative of a form.
    Legacy(Legacy),
    /// UTF-7, with its state.
    Utf7(utf7::Writer),
    /// A format of which no form is a relative, with its state.
    Apart(apart::Writer),
    /// A legacy charset.
    Charset(charset::Encoder),
}

impl Encoder {
    /// Creates an encoder for the start of a text.
    pub(crate) const fn new(coding: Coding) -> Self {
        Self(match coding {
            Coding::Form(form) => State::Form(form),
            Coding::Legacy(legacy) => State::Legacy(legacy),
            Coding::Utf7(flavor) => State::Utf7(utf7::Writer::new(flavor)),
            Coding::Apart(format) => State::Apart(apart::Writer::new(format)),
            // The WHATWG standard encodes UTF-8 instead (section 4.3).
            Coding::Charset(charset) if charset.is_replacement() => State::Form(Form::Utf8),
            Coding::Charset(charset) => State::Charset(charset::Encoder::new(charset)),
        })
    }

    /// Returns the same encoder. In UTF-7, `optional` sets whether it writes optional direct
    /// characters.
    pub(crate) const fn optional_direct(self, optional: bool) -> Self {
        match self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) | State::Charset(_) => self,
            State::Utf7(writer) => Self(State::Utf7(writer.optional_direct(optional))),
        }
    }

    /// Returns the bytes of `value`, which comes next, or `None` if the encoding does not have it.
    ///
    /// If `value` needs a shift, it is included. The encoder does not change: call
    /// [`pass`](Self::pass) after writing the bytes.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let encoder = Encoding::Iso8859_1.encoder(ByteOrder::Big);
    /// assert_eq!(encoder.encode(0xE9).unwrap().bytes(), b"\xE9");
    /// assert_eq!(encoder.encode(0x20AC), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        match &self.0 {
            State::Form(form) => form.encode(value).map(|encoded| encoded.widened()),
            State::Legacy(legacy) => legacy.encode(value),
            State::Utf7(writer) => writer.encode(value),
            State::Apart(writer) => writer.encode(value),
            State::Charset(encoder) => encoder.encode(value),
        }
    }

    /// Returns the characters that can be written for `value`, which the encoding does not have: the
    /// one that shares its cell, or its letter and marks. 0 means no character.
    pub(crate) fn twin(&self, value: u32) -> Option<[u32; 3]> {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) | State::Utf7(_) => None,
            State::Charset(encoder) => encoder.twin(value),
        }
    }

    /// Returns the table that converts UTF-8 to the charset, if each character is one byte.
    pub(crate) fn utf8_windows(&self) -> Option<charset::FromUtf8> {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) | State::Utf7(_) => None,
            State::Charset(encoder) => encoder.utf8_windows(),
        }
    }

    /// Continues after `value`, for which [`encode`](Self::encode) returned bytes.
    pub fn pass(&mut self, value: u32) {
        match &mut self.0 {
            State::Form(_) | State::Legacy(_) => {}
            State::Utf7(writer) => writer.pass(value),
            State::Apart(writer) => writer.pass(value),
            State::Charset(encoder) => encoder.pass(value),
        }
    }

    /// Encodes `values` until one cannot be encoded or `dst` is full. Returns the numbers of values
    /// read and of bytes written.
    ///
    /// It may stop a few values early if `dst` is almost full. Call [`encode`](Self::encode) to get
    /// the reason why it stopped. Cost: for UTF-8, UTF-16 and UTF-32, one pass of a kernel.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let mut out = [0; 8];
    /// let mut encoder = Encoding::Utf8.encoder(ByteOrder::Big);
    /// let done = encoder.encode_block(&[0x68, 0xE9, 0xD800], &mut out);
    /// assert_eq!((done.read, &out[..done.written]), (2, "hé".as_bytes()));
    /// ```
    pub fn encode_block<'d>(&mut self, values: &[u32], dst: impl Into<Room<'d, u8>>) -> Progress {
        let (dst, _) = dst.into().into_parts();
        self.encode_all(values, dst)
    }

    /// Implements [`encode_block`](Self::encode_block).
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match &mut self.0 {
            State::Form(form) => encode_form(*form, values, dst),
            State::Legacy(legacy) => encode_legacy(*legacy, values, dst),
            State::Utf7(writer) => writer.encode_all(values, dst),
            State::Apart(writer) => writer.encode_all(values, dst),
            State::Charset(encoder) => encoder.encode_all(values, dst),
        }
    }

    /// Returns the bytes that must end the text if nothing follows.
    ///
    /// In UTF-7 and ISO-2022-JP, they close an open run or shift.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let mut encoder = Encoding::Utf7.encoder(ByteOrder::Big);
    /// assert!(encoder.tail().is_empty());
    /// encoder.pass(0x20AC);
    /// assert_eq!(encoder.tail().bytes(), b"w-");
    /// ```
    #[must_use]
    pub fn tail(&self) -> Encoded<MAX_BYTES> {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) => Encoded::EMPTY,
            State::Utf7(writer) => writer.tail(),
            State::Charset(encoder) => encoder.tail(),
        }
    }

    /// Continues after the [`tail`](Self::tail). Only SCSU and BOCU-1 are not at the start of a text
    /// then.
    pub fn end(&mut self) {
        match &mut self.0 {
            State::Form(_) | State::Legacy(_) | State::Apart(_) => {}
            State::Utf7(writer) => writer.end(),
            State::Charset(encoder) => encoder.end(),
        }
    }

    /// Returns `true` if it can write `\xNN` for all bytes. A few charsets lack the backslash.
    pub(crate) fn has_escapes(&self) -> bool {
        match &self.0 {
            State::Charset(encoder) => {
                let mut characters = b"\\x0123456789ABCDEF".iter();
                characters.all(|character| encoder.encode((*character).into()).is_some())
            }
            _ => true,
        }
    }

    /// Returns `true` if it can write a replacement: U+FFFD or `?`. A few charsets lack both.
    pub(crate) fn has_replacement(&self) -> bool {
        match &self.0 {
            State::Charset(encoder) => {
                [scalar::REPLACEMENT, b'?'.into()].iter().any(|one| encoder.encode(*one).is_some())
            }
            _ => true,
        }
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) fn has_states(&self) -> bool {
        match &self.0 {
            State::Form(_) | State::Legacy(_) => false,
            State::Utf7(_) => true,
            State::Apart(writer) => writer.has_states(),
            State::Charset(encoder) => encoder.has_states(),
        }
    }

    /// Returns the form that it encodes, if it is one.
    pub(crate) const fn form(&self) -> Option<Form> {
        match self.0 {
            State::Form(form) => Some(form),
            State::Legacy(_) | State::Utf7(_) | State::Apart(_) | State::Charset(_) => None,
        }
    }

    /// Returns the form that encodes the same for plain text, and that text; `None` if there is
    /// none, or if the encoder has a state.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        match &self.0 {
            State::Form(form) => Some((*form, Plain::ALL)),
            State::Legacy(legacy) => Some((legacy.base(), legacy.plain())),
            State::Utf7(_) | State::Apart(_) => None,
            State::Charset(encoder) => encoder.base(),
        }
    }
}

fn encode_form(form: Form, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = simd::active().convert(Form::UTF32, form, unit::bytes(values), dst);
    Progress { read: done.read / size_of::<u32>(), ..done }
}

/// The kernel of the form encodes plain text, and the rest is encoded one by one.
fn encode_legacy(legacy: Legacy, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let (base, plain) = (legacy.base(), legacy.plain());
    let mut done = Progress::default();
    loop {
        let rest = &values[done.read..];
        let ahead = plain.prefix(Form::UTF32, unit::bytes(rest)) / size_of::<u32>();
        if ahead >= FAR {
            let bulk = encode_form(base, &rest[..ahead], &mut dst[done.written..]);
            add(&mut done, bulk);
        }
        let rest = &values[done.read..];
        let rest = &rest[..rest.len().min(SINGLES)];
        let singles = legacy.encode_all(rest, &mut dst[done.written..]);
        add(&mut done, singles);
        if singles.read < SINGLES {
            return done;
        }
    }
}
