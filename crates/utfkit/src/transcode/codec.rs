//! Decoders and encoders over code values, and the way between a pair of them.
//!
//! An encoding has one place that decodes and one that encodes; between any two, text goes by code
//! values, a block at a time. A pair that deserves it has a kernel of its own, which takes the same
//! text the direct way: the pair by code values is then its oracle.

use core::mem::MaybeUninit;

use crate::{
    form::{Encoded, Form, Sequence},
    simd::{self, LossyProgress, Progress},
    trusted,
};

/// Turns octets into code values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoder {
    /// One of the forms that kernels know.
    Form(Form),
}

/// Turns code values into octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoder {
    /// One of the forms that kernels know.
    Form(Form),
}

impl Decoder {
    /// What stands at the start of `src`.
    pub(super) fn first(self, src: &[u8], last: bool) -> Sequence {
        match self {
            Decoder::Form(form) => form.first(src, last),
        }
    }

    /// Decodes well-formed sequences of `src` until one is not or `values` is full. Says how many
    /// octets it read, and how many values it wrote.
    fn decode(self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self {
            Decoder::Form(form) => {
                let room = trusted::room_octets(values);
                let done = simd::active().convert(form, Form::UTF32, src, room);
                Progress { written: done.written / size_of::<u32>(), ..done }
            }
        }
    }
}

impl Encoder {
    /// The octets of `value`; `None` if it cannot be encoded.
    pub(super) fn encode(self, value: u32) -> Option<Encoded> {
        match self {
            Encoder::Form(form) => form.encode(value),
        }
    }

    /// Encodes `values` until one cannot be or `dst` is full. Says how many values it read, and how
    /// many octets it wrote.
    fn encode_all(self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match self {
            Encoder::Form(form) => {
                let octets = trusted::octets(values);
                let done = simd::active().convert(Form::UTF32, form, octets, dst);
                Progress { read: done.read / size_of::<u32>(), ..done }
            }
        }
    }
}

/// The way from a decoder to an encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A kernel of its own.
    Direct(Form, Form),
    /// By code values.
    Pivot(Decoder, Encoder),
}

impl Route {
    /// The best way.
    pub(super) fn between(from: Decoder, to: Encoder) -> Self {
        let (Decoder::Form(from), Encoder::Form(to)) = (from, to);
        Route::Direct(from, to)
    }

    /// Converts the longest prefix of `src` that is well-formed, can be encoded, and fits: whole
    /// sequences only.
    pub(super) fn run(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match self {
            Route::Direct(from, to) => simd::active().convert(from, to, src, dst),
            Route::Pivot(from, to) => pivot(from, to, src, dst),
        }
    }

    /// As [`Self::run`], with U+FFFD for each maximal subpart that is ill-formed, where that goes at once.
    pub(super) fn run_lossy(
        self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        last: bool,
    ) -> LossyProgress {
        match self {
            Route::Direct(from, to) => {
                let settled = if last { src.len() } else { settled(from, src) };
                simd::active().convert_lossy(from, to, &src[..settled], dst)
            }
            Route::Pivot(from, to) => {
                let Progress { read, written } = pivot(from, to, src, dst);
                LossyProgress { read, written, replaced: 0 }
            }
        }
    }
}

/// How many octets of `src`, which goes on in another piece, are settled: all but a sequence that is
/// incomplete at the end.
fn settled(from: Form, src: &[u8]) -> usize {
    let len = src.len();
    let starts = (1..=3).rev().filter_map(|back| len.checked_sub(back));
    starts
        .filter(|start| start % from.unit() == 0)
        .find(|&start| from.first(&src[start..], false) == Sequence::Incomplete)
        .unwrap_or(len)
}

/// How many code values a block by way of code values has.
const BLOCK: usize = 256;

/// Converts by code values, a block at a time.
fn pivot(from: Decoder, to: Encoder, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut values = [MaybeUninit::uninit(); BLOCK];
    let mut done = Progress::default();
    loop {
        // No more values than there is room for, so that little is decoded in vain.
        let most = BLOCK.min(dst.len() - done.written);
        let decoded = from.decode(&src[done.read..], &mut values[..most]);
        let block = trusted::written(&values, decoded);
        let encoded = to.encode_all(block, &mut dst[done.written..]);
        done.written += encoded.written;
        if encoded.read < decoded.written {
            // Decoding so many values again says how many octets they are.
            done.read += from.decode(&src[done.read..], &mut values[..encoded.read]).read;
            return done;
        }
        done.read += decoded.read;
        if decoded.written == 0 {
            return done;
        }
    }
}
