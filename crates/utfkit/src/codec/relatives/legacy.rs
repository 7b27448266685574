//! Encodings without state that are relatives of a form.

use core::mem::MaybeUninit;

use super::{ucs, utf1, utf8_family};
use crate::{
    codec::{hangul, plain::Plain, step::MAX_BYTES},
    form::{Encoded, Form, Sequence},
    simd::Progress,
};

/// An encoding without state that is not a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Legacy {
    /// UTF-8 of RFC 2279: 31 bits in up to six bytes.
    Rfc2279,
    /// CESU-8 (UTR #26): supplementary characters as two surrogates of three bytes each.
    Cesu8,
    /// Java's modified UTF-8: CESU-8 with U+0000 as C0 80.
    ModifiedUtf8,
    /// WTF-8: UTF-8 in which a lone surrogate is one error.
    Wtf8,
    /// US-ASCII.
    Ascii,
    /// UTF-1 (ISO-IR 178): 31 bits in one, two, three or five bytes.
    Utf1,
    /// UCS-2, big-endian if set.
    Ucs2 { big: bool },
    /// UCS-4, big-endian if set.
    Ucs4 { big: bool },
    /// UTF-8 with Hangul at the code points of Unicode 1.1 (RFC 2279 section 5).
    Unicode11Utf8,
    /// Big-endian UCS-2 with Hangul at the code points of Unicode 1.1 (RFC 1641).
    Unicode11,
}

impl Legacy {
    /// Returns the form that has the same bytes for [plain](Self::plain) text.
    pub(crate) const fn base(self) -> Form {
        match self {
            Legacy::Rfc2279
            | Legacy::Cesu8
            | Legacy::ModifiedUtf8
            | Legacy::Wtf8
            | Legacy::Ascii
            | Legacy::Utf1
            | Legacy::Unicode11Utf8 => Form::Utf8,
            Legacy::Ucs2 { big: true } | Legacy::Unicode11 => Form::Utf16Be,
            Legacy::Ucs2 { big: false } => Form::Utf16Le,
            Legacy::Ucs4 { big: true } => Form::Utf32Be,
            Legacy::Ucs4 { big: false } => Form::Utf32Le,
        }
    }

    /// Returns the characters that have the same bytes in this encoding and in its base.
    pub(crate) const fn plain(self) -> Plain {
        match self {
            Legacy::Rfc2279 | Legacy::Wtf8 | Legacy::Ucs4 { .. } => Plain::ALL,
            Legacy::Cesu8 | Legacy::Ucs2 { .. } => Plain::ALL.without_supplementary(),
            Legacy::ModifiedUtf8 => Plain::ALL.without_supplementary().without_nul(),
            Legacy::Unicode11Utf8 => Plain::ALL.without_moved(),
            Legacy::Unicode11 => Plain::ALL.without_supplementary().without_moved(),
            Legacy::Ascii | Legacy::Utf1 => Plain::ALL.without_beyond_ascii(),
        }
    }

    /// Decodes the sequence at the start of `src`, like [`Form::first`].
    pub(crate) fn first(self, src: &[u8], last: bool) -> Sequence {
        match self {
            Legacy::Rfc2279 => utf8_family::first(&utf8_family::RFC2279, src, last),
            Legacy::Cesu8 => utf8_family::first(&utf8_family::CESU8, src, last),
            Legacy::ModifiedUtf8 => utf8_family::first(&utf8_family::MODIFIED, src, last),
            Legacy::Wtf8 => utf8_family::first(&utf8_family::WTF8, src, last),
            Legacy::Ascii => utf8_family::first_ascii(src),
            Legacy::Utf1 => utf1::first(src, last),
            Legacy::Ucs2 { big } => ucs::first2(src, big, last),
            Legacy::Ucs4 { big } => ucs::first4(src, big, last),
            Legacy::Unicode11Utf8 => hangul::to_modern(Form::Utf8.first(src, last)),
            Legacy::Unicode11 => hangul::to_modern(ucs::first2(src, true, last)),
        }
    }

    /// Returns the bytes of `value`, or `None` if it cannot be encoded.
    pub(crate) fn encode(self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        match self {
            Legacy::Rfc2279 => utf8_family::encode(&utf8_family::RFC2279, value),
            Legacy::Cesu8 => utf8_family::encode(&utf8_family::CESU8, value),
            Legacy::ModifiedUtf8 => utf8_family::encode(&utf8_family::MODIFIED, value),
            Legacy::Wtf8 => utf8_family::encode(&utf8_family::WTF8, value),
            Legacy::Ascii => utf8_family::encode_ascii(value),
            Legacy::Utf1 => utf1::encode(value),
            Legacy::Ucs2 { big } => ucs::encode2(value, big),
            Legacy::Ucs4 { big } => ucs::encode4(value, big),
            Legacy::Unicode11Utf8 => Some(Form::Utf8.encode(hangul::to_old(value)?)?.widened()),
            Legacy::Unicode11 => ucs::encode2(hangul::to_old(value)?, true),
        }
    }

    /// Decodes `src` one by one with [`Self::first`], until it returns no value or `values` is
    /// full. Returns the numbers of bytes read and of values written.
    pub(crate) fn decode(self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self {
            Legacy::Cesu8 => return utf8_family::decode(&utf8_family::CESU8, src, values),
            Legacy::ModifiedUtf8 => {
                return utf8_family::decode(&utf8_family::MODIFIED, src, values);
            }
            _ => {}
        }
        let mut done = Progress::default();
        for slot in values {
            // If it is incomplete, the caller finds the same with the rest alone.
            let Sequence::Value { value, len } = self.first(&src[done.read..], false) else {
                break;
            };
            slot.write(value);
            done.read += len;
            done.written += 1;
        }
        done
    }

    /// Encodes `values` one by one with [`Self::encode`], until one cannot be encoded or `dst` is
    /// full. Returns the numbers of values read and of bytes written.
    pub(crate) fn encode_all(self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut done = match self {
            Legacy::Cesu8 => utf8_family::encode_all(&utf8_family::CESU8, values, dst),
            Legacy::ModifiedUtf8 => utf8_family::encode_all(&utf8_family::MODIFIED, values, dst),
            _ => Progress::default(),
        };
        for &value in &values[done.read..] {
            let Some(bytes) = self.encode(value) else { break };
            let Some(len) = bytes.store(&mut dst[done.written..]) else { break };
            done.read += 1;
            done.written += len;
        }
        done
    }
}

/// The number of sequences that are converted one by one before the kernel is tried again.
pub(crate) const SINGLES: usize = 32;

/// The number of bytes or values that make a kernel call worth it.
pub(crate) const FAR: usize = 32;

/// Adds `more` to `done`.
pub(crate) fn add(done: &mut Progress, more: Progress) {
    done.read += more.read;
    done.written += more.written;
}
