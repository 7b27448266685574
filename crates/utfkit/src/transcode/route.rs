//! The way between a decoder and an encoder.
//!
//! Between any two, text goes by code values, a block at a time. A pair of forms has a kernel of
//! its own, which takes the same text the direct way: the way by code values is then its oracle.
//! Relatives of forms use the kernel of their forms as far as text is plain.

use core::mem::MaybeUninit;

use crate::{
    codec::{decoder::Decoder, encoder::Encoder, plain::Plain, step::Step},
    encoding::{encodings::Encoding, scheme::ByteOrder},
    error::{Finding, Kind},
    form::{Form, unit},
    simd::{self, LossyProgress, Progress},
};

/// The way from a decoder to an encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A kernel of its own.
    Direct(Form, Form),
    /// The kernel of their forms where text is plain, else by code values.
    Alike(Form, Form, Plain),
    /// By code values.
    Pivot,
}

/// How many code values a block by way of code values has.
const BLOCK: usize = 256;

/// How many bytes are looked at before a kernel takes them: they stay in the first cache.
const STRETCH: usize = 16 << 10;

impl Route {
    /// The best way.
    pub(super) fn between(from: &Decoder, to: &Encoder) -> Self {
        if let (Some(from), Some(to)) = (from.form(), to.form()) {
            return Route::Direct(from, to);
        }
        match (from.base(), to.base()) {
            (Some((from, here)), Some((to, there))) => Route::Alike(from, to, here.and(there)),
            _ => Route::Pivot,
        }
    }

    /// Converts a prefix of `src` that is well-formed, can be encoded, and fits: whole sequences
    /// only, and as many as can be had at once.
    pub(super) fn run(
        self,
        from: &mut Decoder,
        to: &mut Encoder,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        match self {
            Route::Direct(from, to) => simd::active().convert(from, to, src, dst),
            Route::Alike(base, target, plain) => {
                // Up to where the text is known to be plain: what was looked at is not looked at
                // again.
                let (mut known, mut pace) = (0, Pace::default());
                by_blocks(src, dst, |at, src, dst| {
                    if known <= at {
                        known = at + plain.prefix(base, &src[..src.len().min(STRETCH)]);
                    }
                    let ahead = known - at;
                    if ahead >= pace.far() {
                        let alike = simd::active().convert(base, target, &src[..ahead], dst);
                        if alike.read > 0 {
                            pace.kernel(alike.read);
                            return alike;
                        }
                    }
                    // What is not alike, or was cut by the border of the stretch, goes by code
                    // values.
                    pivot(from, to, src, dst, pace.next())
                })
            }
            Route::Pivot => {
                let mut pace = Pace::default();
                by_blocks(src, dst, |_, src, dst| pivot(from, to, src, dst, pace.next()))
            }
        }
    }

    /// As [`Self::run`], with U+FFFD for each maximal subpart that is ill-formed, where that goes
    /// at once.
    pub(super) fn run_lossy(
        self,
        from: &mut Decoder,
        to: &mut Encoder,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        last: bool,
    ) -> LossyProgress {
        match self {
            Route::Direct(base, target) => {
                let settled = if last { src.len() } else { settled(from, base, src) };
                simd::active().convert_lossy(base, target, &src[..settled], dst)
            }
            _ => {
                let Progress { read, written } = self.run(from, to, src, dst);
                LossyProgress { read, written, replaced: 0 }
            }
        }
    }
}

/// How many code values go at once: few where something was in the way, so that what stops again
/// soon was not decoded in vain; more and more from there.
#[derive(Default)]
struct Pace {
    /// How often there were twice as many as before.
    doubled: u32,
}

impl Pace {
    /// The first block's.
    const MIN: usize = 16;

    /// How many values the next block has.
    fn next(&mut self) -> usize {
        let most = (Self::MIN << self.doubled).min(BLOCK);
        if most < BLOCK {
            self.doubled += 1;
        }
        most
    }

    /// A kernel took so many bytes. Where these are few, kernels are not the way.
    fn kernel(&mut self, len: usize) {
        if len >= 2 * BLOCK {
            self.doubled = 0;
        }
    }

    /// How many bytes have to be plain for a kernel: in the midst of what is not, more than
    /// anywhere else.
    const fn far(&self) -> usize {
        if self.doubled == 0 { 1 } else { BLOCK / 2 }
    }
}

/// How many bytes of `src`, which goes on in another piece, are settled: all but a sequence that
/// is incomplete at the end.
fn settled(from: &Decoder, form: Form, src: &[u8]) -> usize {
    let len = src.len();
    let starts = (1..=3).rev().filter_map(|back| len.checked_sub(back));
    starts
        .filter(|start| start % form.unit() == 0)
        .find(|&start| from.first(&src[start..], false) == Step::Incomplete)
        .unwrap_or(len)
}

/// Lets `block` convert what comes next, from the byte that it is told on, until it makes no
/// progress.
fn by_blocks(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut block: impl FnMut(usize, &[u8], &mut [MaybeUninit<u8>]) -> Progress,
) -> Progress {
    let mut done = Progress::default();
    while done.read < src.len() {
        let more = block(done.read, &src[done.read..], &mut dst[done.written..]);
        if more.read == 0 {
            break;
        }
        done.read += more.read;
        done.written += more.written;
    }
    done
}

/// Converts a block of at most so many values by way of them.
fn pivot(
    from: &mut Decoder,
    to: &mut Encoder,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    most: usize,
) -> Progress {
    let mut values = [MaybeUninit::uninit(); BLOCK];
    // No more values than there is room for, so that little is decoded in vain.
    let mut most = most.min(dst.len());
    loop {
        let before = (*from, *to);
        let decoded = from.decode_into(src, &mut values[..most]);
        let encoded = to.encode_all(unit::written(&values, decoded.written), dst);
        if encoded.read == decoded.written {
            return Progress { read: decoded.read, written: encoded.written };
        }
        // How many bytes these values are, decoding no more says; where it gives fewer, only those
        // count.
        (*from, *to) = before;
        most = encoded.read;
    }
}

impl Encoding {
    /// The first character of `text` that this encoding cannot encode, if there is one.
    ///
    /// ```
    /// use utfkit::{Encoding, Kind};
    /// assert_eq!(Encoding::Utf16.first_unencodable("\u{1F600}"), None);
    /// let finding = Encoding::Iso8859_1.first_unencodable("10 \u{20AC}").unwrap();
    /// assert_eq!((finding.offset(), finding.kind()), (3, Kind::Unencodable { value: 0x20AC }));
    /// ```
    #[must_use]
    pub fn first_unencodable(self, text: &str) -> Option<Finding> {
        let encodable = encodable(self, text);
        let character = text[encodable..].chars().next()?;
        let bytes = &text.as_bytes()[encodable..][..character.len_utf8()];
        let kind = Kind::Unencodable { value: character.into() };
        Some(Finding::new(encodable as u64, kind, bytes))
    }
}

/// How many bytes of `text` can be encoded in `encoding`.
fn encodable(encoding: Encoding, text: &str) -> usize {
    let mut decoder = Encoding::Utf8.decoder(ByteOrder::Big);
    let mut encoder = encoding.encoder(ByteOrder::Big);
    let route = Route::between(&decoder, &encoder);
    let mut done = 0;
    loop {
        let mut room = [MaybeUninit::uninit(); 4 * BLOCK];
        let more = route.run(&mut decoder, &mut encoder, &text.as_bytes()[done..], &mut room);
        if more.read == 0 {
            return done;
        }
        done += more.read;
    }
}
