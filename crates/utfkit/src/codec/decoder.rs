//! Decoders and encoders over code values: one of each per encoding.
//!
//! Both come in two speeds that agree: a whole block, as far as it is in order; and a single
//! sequence, with why it is not. What they remember of the stream changes only by what is
//! [settled](Decoder::pass).

use core::mem::MaybeUninit;

pub(crate) use super::utf7::Next;
use crate::{
    codec::{
        charset,
        plain::Plain,
        relatives::{self, Legacy},
        utf7,
    },
    encoding::Coding,
    form::{Encoded, Form, boundary, unit},
    simd::{self, Progress},
};

/// The bytes of one code value in any encoding, with the shifts before it.
pub(crate) type Bytes = Encoded<{ relatives::MAX }>;

/// Turns bytes into code values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decoder {
    /// One of the forms that kernels know.
    Form(Form),
    /// A relative of one.
    Legacy(Legacy),
    /// UTF-7, at some place in a text.
    Utf7(utf7::Reader),
    /// A charset that is not Unicode's.
    Charset(charset::Decoder),
}

/// Turns code values into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoder {
    /// One of the forms that kernels know.
    Form(Form),
    /// A relative of one.
    Legacy(Legacy),
    /// UTF-7, at some place in a text.
    Utf7(utf7::Writer),
    /// A charset that is not Unicode's.
    Charset(charset::Encoder),
}

impl Decoder {
    /// A decoder of text from its start.
    pub(crate) const fn new(coding: Coding) -> Self {
        match coding {
            Coding::Form(form) => Decoder::Form(form),
            Coding::Legacy(legacy) => Decoder::Legacy(legacy),
            Coding::Utf7(flavor) => Decoder::Utf7(utf7::Reader::new(flavor)),
            Coding::Charset(charset) => Decoder::Charset(charset::Decoder::new(charset)),
        }
    }

    /// What stands at the start of `src`, the next bytes of the stream. With `last`, nothing
    /// follows them.
    pub(crate) fn first(&self, src: &[u8], last: bool) -> Next {
        match self {
            Decoder::Form(form) => Next::Sequence(form.first(src, last)),
            Decoder::Legacy(legacy) => Next::Sequence(legacy.first(src, last)),
            Decoder::Utf7(reader) => reader.first(src, last),
            Decoder::Charset(decoder) => decoder.first(src, last),
        }
    }

    /// The stream goes on behind `bytes`: what [`first`](Self::first) gave for them is settled.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        match self {
            Decoder::Form(_) | Decoder::Legacy(_) => {}
            Decoder::Utf7(reader) => reader.pass(bytes),
            Decoder::Charset(decoder) => decoder.pass(bytes),
        }
    }

    /// How many bytes at the start of `src` are each no backslash nor a part of one.
    pub(crate) fn before_backslash(&self, src: &[u8]) -> usize {
        let hides = match self {
            Decoder::Form(_) | Decoder::Legacy(_) | Decoder::Charset(_) => b'\\',
            Decoder::Utf7(reader) => match reader.run_begins_with() {
                Some(shift) => shift,
                None => return 0,
            },
        };
        src.iter().position(|&byte| byte == b'\\' || byte == hides).unwrap_or(src.len())
    }

    /// How the backslash that `bytes` are is written where it must not be taken for an escape: so
    /// that the bytes read as one wherever they are put in.
    pub(crate) const fn backslash<'o>(&self, bytes: &'o [u8]) -> &'o [u8] {
        match self {
            Decoder::Form(_) | Decoder::Legacy(_) | Decoder::Charset(_) => bytes,
            // In a run they are bits among others.
            Decoder::Utf7(_) => b"\\",
        }
    }

    /// Decodes well-formed sequences of `src` until one is not or `values` is full. Says how many
    /// bytes it read, and how many values it wrote.
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self {
            Decoder::Form(form) => decode_form(*form, src, values),
            Decoder::Legacy(legacy) => decode_legacy(*legacy, src, values),
            Decoder::Utf7(reader) => reader.decode(src, values),
            Decoder::Charset(decoder) => decoder.decode(src, values),
        }
    }

    /// The greatest boundary of `bytes`, which begin with a code unit, that is not above `at`, if
    /// the bytes next to it show where it is.
    pub(crate) fn floor_boundary(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let at = at.min(bytes.len());
        match self {
            Decoder::Form(form) => Some(boundary::floor_bytes(*form, bytes, at - at % form.unit())),
            Decoder::Charset(decoder) => decoder.is_single_byte().then_some(at),
            // Neighbours that are a mistake together could be cut, or what is before has to be
            // known.
            Decoder::Legacy(_) | Decoder::Utf7(_) => None,
        }
    }

    /// The form that it reads like, and on which text; `None` if there is none, or it has a state.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        match self {
            Decoder::Form(form) => Some((*form, Plain::ALL)),
            Decoder::Legacy(legacy) => Some((legacy.base(), legacy.plain())),
            Decoder::Utf7(_) => None,
            Decoder::Charset(decoder) => decoder.base().map(|form| (form, Plain::ALL)),
        }
    }
}

impl Encoder {
    /// An encoder of text from its start.
    pub(crate) const fn new(coding: Coding) -> Self {
        match coding {
            Coding::Form(form) => Encoder::Form(form),
            Coding::Legacy(legacy) => Encoder::Legacy(legacy),
            Coding::Utf7(flavor) => Encoder::Utf7(utf7::Writer::new(flavor)),
            // The WHATWG standard answers in UTF-8 (section 4.3).
            Coding::Charset(charset) if charset.is_replacement() => Encoder::Form(Form::Utf8),
            Coding::Charset(charset) => Encoder::Charset(charset::Encoder::new(charset)),
        }
    }

    /// The same encoder; of UTF-7, one that writes the optional direct characters so.
    pub(crate) const fn optional_direct(self, optional: bool) -> Self {
        match self {
            Encoder::Form(_) | Encoder::Legacy(_) | Encoder::Charset(_) => self,
            Encoder::Utf7(writer) => Encoder::Utf7(writer.optional_direct(optional)),
        }
    }

    /// The bytes of `value`, which comes next; `None` if it cannot be encoded.
    pub(crate) fn encode(&self, value: u32) -> Option<Bytes> {
        match self {
            Encoder::Form(form) => form.encode(value).map(|encoded| encoded.widened()),
            Encoder::Legacy(legacy) => legacy.encode(value),
            Encoder::Utf7(writer) => writer.encode(value),
            Encoder::Charset(encoder) => encoder.encode(value),
        }
    }

    /// What [`encode`](Self::encode) gave for `value` is written.
    pub(crate) fn pass(&mut self, value: u32) {
        match self {
            Encoder::Form(_) | Encoder::Legacy(_) => {}
            Encoder::Utf7(writer) => writer.pass(value),
            Encoder::Charset(encoder) => encoder.pass(value),
        }
    }

    /// Encodes `values` until one cannot be or `dst` is full. Says how many values it read, and how
    /// many bytes it wrote.
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match self {
            Encoder::Form(form) => encode_form(*form, values, dst),
            Encoder::Legacy(legacy) => encode_legacy(*legacy, values, dst),
            Encoder::Utf7(writer) => writer.encode_all(values, dst),
            Encoder::Charset(encoder) => encoder.encode_all(values, dst),
        }
    }

    /// What the text must end with, and its end is settled by [`end`](Self::end).
    pub(crate) fn tail(&self) -> Bytes {
        match self {
            Encoder::Form(_) | Encoder::Legacy(_) => Bytes::EMPTY,
            Encoder::Utf7(writer) => writer.tail(),
            Encoder::Charset(encoder) => encoder.tail(),
        }
    }

    /// The [tail](Self::tail) is written.
    pub(crate) fn end(&mut self) {
        match self {
            Encoder::Form(_) | Encoder::Legacy(_) => {}
            Encoder::Utf7(writer) => writer.end(),
            Encoder::Charset(encoder) => encoder.end(),
        }
    }

    /// Whether what it writes depends on what it wrote before.
    pub(crate) fn has_states(&self) -> bool {
        match self {
            Encoder::Form(_) | Encoder::Legacy(_) => false,
            Encoder::Utf7(_) => true,
            Encoder::Charset(encoder) => encoder.has_states(),
        }
    }

    /// The form that it writes like, and on which text; `None` if there is none, or it has a state.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        match self {
            Encoder::Form(form) => Some((*form, Plain::ALL)),
            Encoder::Legacy(legacy) => Some((legacy.base(), legacy.plain())),
            Encoder::Utf7(_) => None,
            Encoder::Charset(encoder) => encoder.base().map(|form| (form, Plain::ALL)),
        }
    }
}

fn decode_form(form: Form, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let done = simd::active().convert(form, Form::UTF32, src, unit::room_bytes(values));
    Progress { written: done.written / size_of::<u32>(), ..done }
}

fn encode_form(form: Form, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = simd::active().convert(Form::UTF32, form, unit::bytes(values), dst);
    Progress { read: done.read / size_of::<u32>(), ..done }
}

/// How many sequences are settled one by one before the kernel is tried again.
const SINGLES: usize = 32;

/// So many bytes or values ahead are worth a call of a kernel.
const FAR: usize = 32;

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

/// The kernel of the form takes what is plain; what it leaves is encoded one by one.
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

fn add(done: &mut Progress, more: Progress) {
    done.read += more.read;
    done.written += more.written;
}
