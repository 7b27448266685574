//! Decoders: from bytes to code values.

use core::mem::MaybeUninit;

use super::{
    charset,
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

/// Turns the bytes of a text into code values.
///
/// [`Encoding::decoder`](crate::Encoding::decoder) makes one. It decodes a block at a time
/// ([`decode`](Self::decode)), or looks at one sequence ([`first`](Self::first)) and then
/// [passes](Self::pass) it. A decoder is a small value that can be copied: a copy remembers where
/// in the stream decoding can go on again.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoder(State);

/// Where in a text of which encoding it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// One of the forms that kernels know.
    Form(Form),
    /// A relative of one.
    Legacy(Legacy),
    /// UTF-7, at some place in a text.
    Utf7(utf7::Reader),
    /// A charset that is not Unicode's.
    Charset(charset::Decoder),
}

impl Decoder {
    /// A decoder of text from its start.
    pub(crate) const fn new(coding: Coding) -> Self {
        Self(match coding {
            Coding::Form(form) => State::Form(form),
            Coding::Legacy(legacy) => State::Legacy(legacy),
            Coding::Utf7(flavor) => State::Utf7(utf7::Reader::new(flavor)),
            Coding::Charset(charset) => State::Charset(charset::Decoder::new(charset)),
        })
    }

    /// Returns what is at the start of `src`, the next bytes of the stream. `last` means that
    /// nothing follows them.
    ///
    /// At most eight bytes can be [incomplete](Step::Incomplete), and with `last` only no bytes
    /// are. The decoder does not change: [`pass`](Self::pass) tells it that the stream goes on.
    #[inline]
    #[must_use]
    pub fn first(&self, src: &[u8], last: bool) -> Step {
        match &self.0 {
            State::Form(form) => Step::from(form.first(src, last)),
            State::Legacy(legacy) => Step::from(legacy.first(src, last)),
            State::Utf7(reader) => reader.first(src, last),
            State::Charset(decoder) => decoder.first(src, last),
        }
    }

    /// Goes on after `bytes`, for which [`first`](Self::first) returned a step of their length.
    pub fn pass(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Form(_) | State::Legacy(_) => {}
            State::Utf7(reader) => reader.pass(bytes),
            State::Charset(decoder) => decoder.pass(bytes),
        }
    }

    /// How many bytes at the start of `src` are each no backslash nor a part of one.
    pub(crate) fn before_backslash(&self, src: &[u8]) -> usize {
        let hides = match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Charset(_) => b'\\',
            State::Utf7(reader) => match reader.run_begins_with() {
                Some(shift) => shift,
                None => return 0,
            },
        };
        src.iter().position(|&byte| byte == b'\\' || byte == hides).unwrap_or(src.len())
    }

    /// How the backslash that `bytes` are is written where it must not be taken for an escape: so
    /// that the bytes read as one wherever they are put in.
    pub(crate) const fn backslash<'o>(&self, bytes: &'o [u8]) -> &'o [u8] {
        match &self.0 {
            State::Form(_) | State::Legacy(_) | State::Charset(_) => bytes,
            // In a run they are bits among others.
            State::Utf7(_) => b"\\",
        }
    }

    /// Decodes well-formed sequences of `src` until one is not, or `values` is full. Returns the
    /// number of bytes read and the number of values written.
    ///
    /// It stops before bytes at the end whose sequence is incomplete. Where it stopped, ask
    /// [`first`](Self::first). Cost: for UTF-8, UTF-16 and UTF-32, one pass of a kernel.
    pub fn decode(&mut self, src: &[u8], values: &mut [u32]) -> Progress {
        self.decode_into(src, unit::room(values))
    }

    /// [`decode`](Self::decode) into memory that need not be initialized.
    pub(crate) fn decode_into(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match &mut self.0 {
            State::Form(form) => decode_form(*form, src, values),
            State::Legacy(legacy) => decode_legacy(*legacy, src, values),
            State::Utf7(reader) => reader.decode(src, values),
            State::Charset(decoder) => decoder.decode(src, values),
        }
    }

    /// Returns the number of bytes of a code unit: 1, 2 or 4.
    #[must_use]
    pub const fn unit_bytes(&self) -> usize {
        match &self.0 {
            State::Form(form) => form.unit(),
            State::Legacy(legacy) => legacy.base().unit(),
            State::Utf7(_) | State::Charset(_) => 1,
        }
    }

    /// The form that it reads, if it is one.
    pub(crate) const fn form(&self) -> Option<Form> {
        match self.0 {
            State::Form(form) => Some(form),
            State::Legacy(_) | State::Utf7(_) | State::Charset(_) => None,
        }
    }

    /// The greatest boundary of `bytes`, which begin with a code unit, that is not above `at`, if
    /// the bytes next to it show where it is.
    pub(crate) fn floor_boundary(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let at = at.min(bytes.len());
        match &self.0 {
            State::Form(form) => Some(boundary::floor_bytes(*form, bytes, at - at % form.unit())),
            State::Legacy(Legacy::Ascii) => Some(at),
            State::Charset(decoder) => decoder.is_single_byte().then_some(at),
            // Neighbours that are a mistake together could be cut, or what is before has to be
            // known.
            State::Legacy(_) | State::Utf7(_) => None,
        }
    }

    /// The form that it reads like, and on which text; `None` if there is none, or it has a state.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        match &self.0 {
            State::Form(form) => Some((*form, Plain::ALL)),
            State::Legacy(legacy) => Some((legacy.base(), legacy.plain())),
            State::Utf7(_) => None,
            State::Charset(decoder) => decoder.base(),
        }
    }
}

fn decode_form(form: Form, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let done = simd::active().convert(form, Form::UTF32, src, unit::room_bytes(values));
    Progress { written: done.written / size_of::<u32>(), ..done }
}

/// The kernel of the form takes what is plain; what it leaves is decoded one by one.
fn decode_legacy(legacy: Legacy, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let (base, plain) = (legacy.base(), legacy.plain());
    let mut done = Progress::default();
    loop {
        let before = done.read;
        let room = &mut values[done.written..];
        // No more than there is room for.
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
