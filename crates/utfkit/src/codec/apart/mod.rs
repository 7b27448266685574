//! Transformation formats of which no form is a relative: UTF-EBCDIC, SCSU, BOCU-1.

mod bocu1;
mod scsu;
mod utf_ebcdic;

use core::mem::MaybeUninit;

use super::step::{MAX_BYTES, Step};
use crate::{
    form::{Encoded, Sequence},
    simd::Progress,
};
use bocu1::Bocu1;

/// One of the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Apart {
    /// UTF-EBCDIC (UTR #16).
    UtfEbcdic,
    /// SCSU (UTS #6).
    Scsu,
    /// BOCU-1 (UTN #6).
    Bocu1,
}

/// A format, and the state of reading a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    UtfEbcdic,
    Scsu(scsu::Reader),
    Bocu1(Bocu1),
}

impl Reader {
    /// Creates the reader for the start of a text.
    pub(crate) const fn new(format: Apart) -> Self {
        match format {
            Apart::UtfEbcdic => Self::UtfEbcdic,
            Apart::Scsu => Self::Scsu(scsu::Reader::new()),
            Apart::Bocu1 => Self::Bocu1(Bocu1::new()),
        }
    }

    /// Decodes the sequence at the start of `src`. With `last`, nothing follows it.
    pub(crate) fn first(&self, src: &[u8], last: bool) -> Step {
        match self {
            Self::UtfEbcdic => Step::from(utf_ebcdic::first(src, last)),
            Self::Scsu(reader) => reader.first(src, last),
            Self::Bocu1(state) => state.first(src, last),
        }
    }

    /// Continues after `bytes`, for which [`first`](Self::first) returned a step.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        match self {
            Self::UtfEbcdic => {}
            Self::Scsu(reader) => reader.pass(bytes),
            Self::Bocu1(state) => state.pass(bytes),
        }
    }

    /// Decodes well-formed sequences of `src` until one is ill-formed or incomplete, or `values` is
    /// full.
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self {
            Self::UtfEbcdic => {
                let mut done = Progress::default();
                for slot in values {
                    let rest = &src[done.read..];
                    let Sequence::Value { value, len } = utf_ebcdic::first(rest, false) else {
                        break;
                    };
                    slot.write(value);
                    done.read += len;
                    done.written += 1;
                }
                done
            }
            Self::Scsu(reader) => reader.decode(src, values),
            Self::Bocu1(state) => state.decode(src, values),
        }
    }
}

/// A format, and the state of writing a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writer {
    UtfEbcdic,
    Scsu(scsu::Writer),
    Bocu1(Bocu1),
}

impl Writer {
    /// Creates the writer for the start of a text.
    pub(crate) const fn new(format: Apart) -> Self {
        match format {
            Apart::UtfEbcdic => Self::UtfEbcdic,
            Apart::Scsu => Self::Scsu(scsu::Writer::new()),
            Apart::Bocu1 => Self::Bocu1(Bocu1::new()),
        }
    }

    /// Returns the bytes of `value`, which comes next, or `None` if it cannot be encoded.
    pub(crate) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        self.next(value).map(|(bytes, _)| bytes)
    }

    /// Continues after `value`, for which [`encode`](Self::encode) returned bytes.
    pub(crate) fn pass(&mut self, value: u32) {
        if let Some((_, next)) = self.next(value) {
            *self = next;
        }
    }

    /// Returns the bytes of `value`, and the state after them.
    #[inline]
    fn next(self, value: u32) -> Option<(Encoded<MAX_BYTES>, Self)> {
        Some(match self {
            Self::UtfEbcdic => (utf_ebcdic::encode(value)?, self),
            Self::Scsu(writer) => {
                let (bytes, writer) = writer.next(value)?;
                (bytes, Self::Scsu(writer))
            }
            Self::Bocu1(mut state) => {
                let bytes = state.encode(value)?;
                state.pass_value(value);
                (bytes, Self::Bocu1(state))
            }
        })
    }

    /// Encodes `values` until one cannot be encoded or `dst` is full.
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut done = Progress::default();
        for &value in values {
            let Some((bytes, next)) = self.next(value) else { break };
            let Some(len) = bytes.store(&mut dst[done.written..]) else { break };
            *self = next;
            done.read += 1;
            done.written += len;
        }
        done
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) const fn has_states(&self) -> bool {
        !matches!(self, Self::UtfEbcdic)
    }
}
