//! The forms as values.

use super::{
    latin1::Latin1,
    sequence::{Codec, Encoded, Sequence},
    utf8::Utf8,
    utf16::Utf16,
    utf32::Utf32,
};

/// An encoding form with its byte order fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Form {
    /// ISO-8859-1: each byte is the code point of the same number.
    Latin1,
    /// UTF-8 of RFC 3629.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

impl Form {
    /// All forms, in the order of their numbers.
    pub const ALL: [Form; Form::COUNT] =
        [Form::Latin1, Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be];
    /// The number of forms.
    pub const COUNT: usize = 6;
    /// UTF-16 in the byte order of this machine.
    pub const UTF16: Form = if cfg!(target_endian = "big") { Form::Utf16Be } else { Form::Utf16Le };
    /// UTF-32 in the byte order of this machine.
    pub const UTF32: Form = if cfg!(target_endian = "big") { Form::Utf32Be } else { Form::Utf32Le };

    /// Returns the size of a code unit in bytes.
    #[must_use]
    pub const fn unit(self) -> usize {
        match self {
            Form::Latin1 | Form::Utf8 => 1,
            Form::Utf16Le | Form::Utf16Be => 2,
            Form::Utf32Le | Form::Utf32Be => 4,
        }
    }

    /// Decodes the sequence at the start of `src`.
    #[inline]
    pub(crate) fn first(self, src: &[u8], last: bool) -> Sequence {
        match self {
            Form::Latin1 => Latin1::first(src, last),
            Form::Utf8 => Utf8::first(src, last),
            Form::Utf16Le => Utf16::<false>::first(src, last),
            Form::Utf16Be => Utf16::<true>::first(src, last),
            Form::Utf32Le => Utf32::<false>::first(src, last),
            Form::Utf32Be => Utf32::<true>::first(src, last),
        }
    }

    /// Returns the bytes of `value`, or `None` if this form cannot encode it.
    pub(crate) fn encode(self, value: u32) -> Option<Encoded> {
        match self {
            Form::Latin1 => Latin1::encode(value),
            Form::Utf8 => Utf8::encode(value),
            Form::Utf16Le => Utf16::<false>::encode(value),
            Form::Utf16Be => Utf16::<true>::encode(value),
            Form::Utf32Le => Utf32::<false>::encode(value),
            Form::Utf32Be => Utf32::<true>::encode(value),
        }
    }
}
