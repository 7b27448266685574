//! The route between a decoder and an encoder.
//!
//! Between any two, text can go through code values, a block at a time. A pair of forms has a
//! direct kernel, and the route through code values is its test oracle. Relatives of forms use the
//! kernel of their forms while the text is plain, that is, the same in both.

use core::mem::MaybeUninit;

use crate::{
    codec::{
        charset::{FromUtf8, SharedCells},
        decoder::Decoder,
        encoder::Encoder,
        plain::Plain,
        step::Step,
    },
    encoding::{encodings::Encoding, scheme::ByteOrder},
    error::{Finding, Kind},
    form::{Form, unit, units::Room},
    simd::{self, LossyProgress, Progress},
};

/// The route from a decoder to an encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A direct kernel.
    Direct(Form, Form),
    /// The kernel of their forms while the text is plain, and otherwise through code values.
    Shared(Form, Form, Plain),
    /// Through code values.
    Pivot,
}

/// The kernels between forms that a route may call.
///
/// Cost: these are functions, because a program contains only those that it refers to. A transcoder
/// to UTF-8 does not need the kernels of the other pairs, which have 0.5 MB.
#[derive(Debug)]
pub(super) struct Kernels {
    convert: Between<Progress>,
    convert_lossy: Between<LossyProgress>,
}

/// A conversion from one form to another.
type Between<R> = fn(Form, Form, &[u8], &mut [MaybeUninit<u8>]) -> R;

impl Kernels {
    /// Those of all pairs.
    pub(super) const ANY: &'static Self = &Self {
        convert: |from, to, src, dst| simd::active().convert(from, to, src, dst),
        convert_lossy: |from, to, src, dst| simd::active().convert_lossy(from, to, src, dst),
    };

    const TO_UTF8: &'static Self = &Self {
        convert: |from, _, src, dst| simd::active().convert(from, Form::Utf8, src, dst),
        convert_lossy: |from, _, src, dst| simd::active().convert_lossy(from, Form::Utf8, src, dst),
    };

    /// Returns those of the pairs with the form of `to`. If `to` is a constant, the compiler chooses.
    #[inline(always)]
    pub(super) const fn to(to: Encoding) -> &'static Self {
        if matches!(to, Encoding::Utf8) { Self::TO_UTF8 } else { Self::ANY }
    }
}

/// The number of code values in a block.
const BLOCK: usize = 256;

/// The number of bytes that are tested before a kernel converts them: they stay in the first-level
/// cache.
const STRETCH: usize = 16 << 10;

impl Route {
    /// Returns the fastest route.
    pub(super) fn between(from: &Decoder, to: &Encoder) -> Self {
        if let (Some(from), Some(to)) = (from.form(), to.form()) {
            return Route::Direct(from, to);
        }
        match (from.base(), to.base()) {
            (Some((from, here)), Some((to, there))) => Route::Shared(from, to, here.and(there)),
            _ => Route::Pivot,
        }
    }

    /// Converts a prefix of `src` that is well-formed, can be encoded, and fits. It converts only
    /// whole sequences, and as many as possible at once.
    pub(super) fn run(
        self,
        kernels: &Kernels,
        from: &mut Decoder,
        to: &mut Encoder,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        if to.form() == Some(Form::Utf8)
            && let Some(done) = from.decode_utf8(src, dst)
        {
            return done;
        }
        match self {
            Route::Direct(from, to) => (kernels.convert)(from, to, src, dst),
            Route::Shared(base, target, plain) => {
                // The text before `known` is plain. It is not tested again.
                let (mut known, mut pace, mut tables) = (0, Pace::default(), Tables::default());
                by_blocks(src, dst, |at, src, dst| {
                    let stretch = &src[..src.len().min(STRETCH)];
                    if known <= at {
                        known = at + plain.prefix(base, stretch);
                    }
                    let ahead = known - at;
                    if ahead >= pace.far() {
                        let shared = (kernels.convert)(base, target, &src[..ahead], dst);
                        if shared.read > 0 {
                            pace.kernel(shared.read);
                            return shared;
                        }
                    }
                    // Text that is not plain, or that the border of the stretch cut, goes through
                    // code values.
                    by_table_or_pivot(from, to, stretch, dst, pace.next(), &mut tables)
                })
            }
            Route::Pivot => {
                let (mut pace, mut tables) = (Pace::default(), Tables::default());
                by_blocks(src, dst, |_, src, dst| {
                    by_table_or_pivot(from, to, src, dst, pace.next(), &mut tables)
                })
            }
        }
    }

    /// Like [`Self::run`], but writes U+FFFD for each ill-formed maximal subpart if the route can
    /// do so in one go.
    pub(super) fn run_lossy(
        self,
        kernels: &Kernels,
        from: &mut Decoder,
        to: &mut Encoder,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        last: bool,
    ) -> LossyProgress {
        match self {
            Route::Direct(base, target) => {
                let settled = if last { src.len() } else { settled(from, base, src) };
                (kernels.convert_lossy)(base, target, &src[..settled], dst)
            }
            _ => {
                let Progress { read, written } = self.run(kernels, from, to, src, dst);
                LossyProgress { read, written, replaced: 0 }
            }
        }
    }
}

/// The number of code values per block. After a stop, it is small, so that little is decoded in
/// vain if the next stop is near. Then it grows.
#[derive(Default)]
struct Pace {
    /// The number of times that it has doubled.
    doubled: u32,
}

impl Pace {
    /// The number of values in the first block.
    const MIN: usize = 16;

    /// Returns the number of values in the next block.
    fn next(&mut self) -> usize {
        let most = (Self::MIN << self.doubled).min(BLOCK);
        if most < BLOCK {
            self.doubled += 1;
        }
        most
    }

    /// Reports that a kernel has converted `len` bytes. After few bytes, the next kernel call must
    /// be worth it.
    fn kernel(&mut self, len: usize) {
        if len >= 2 * BLOCK {
            self.doubled = 0;
        }
    }

    /// Returns the number of plain bytes that make a kernel call worth it. It is higher between
    /// sequences that are not plain.
    const fn far(&self) -> usize {
        if self.doubled == 0 { 1 } else { BLOCK / 2 }
    }
}

/// Returns the number of settled bytes of `src`, which continues in another piece: all bytes except
/// an incomplete sequence at the end.
fn settled(from: &Decoder, form: Form, src: &[u8]) -> usize {
    let len = src.len();
    let starts = (1..=3).rev().filter_map(|back| len.checked_sub(back));
    starts
        .filter(|start| start % form.unit() == 0)
        .find(|&start| from.first(&src[start..], false) == Step::Incomplete)
        .unwrap_or(len)
}

/// Calls `block` for the rest, with the offset of the rest, until it makes no progress.
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

/// The tables between UTF-8 and a single-byte charset. Each is `None` until its first use.
#[derive(Default)]
struct Tables {
    to_utf8: Option<Option<SharedCells>>,
    from_utf8: Option<Option<FromUtf8>>,
}

/// Converts a single-byte charset to or from UTF-8 with a table, or a block of at most `most` code
/// values.
fn by_table_or_pivot(
    from: &mut Decoder,
    to: &mut Encoder,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    most: usize,
    tables: &mut Tables,
) -> Progress {
    let mut done = Progress::default();
    if to.form() == Some(Form::Utf8) {
        // Cost: a table that is not kept is worth its price only if many bytes were converted since
        // the last stop.
        if cfg!(feature = "std") || most == BLOCK {
            let cells = tables.to_utf8.get_or_insert_with(|| from.utf8_cells());
            done = cells.as_ref().map(|cells| cells.convert(src, dst)).unwrap_or_default();
        }
    } else if from.form() == Some(Form::Utf8) && most > Pace::MIN {
        // A copy of this table is worth its price only if some characters were converted since the
        // last stop.
        let table = tables.from_utf8.get_or_insert_with(|| to.utf8_windows());
        done = table.as_ref().map(|table| table.convert(src, dst)).unwrap_or_default();
    }
    if done.read > 0 { done } else { pivot(from, to, src, dst, most) }
}

/// Converts a block of at most `most` code values.
fn pivot(
    from: &mut Decoder,
    to: &mut Encoder,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    most: usize,
) -> Progress {
    let mut values = [MaybeUninit::uninit(); BLOCK];
    // Decode at most as many values as there are bytes of room, so that little is decoded in vain.
    let mut most = most.min(dst.len());
    loop {
        let before = (*from, *to);
        let decoded = from.decode_into(src, &mut values[..most]);
        let encoded = to.encode_all(unit::written(&values, decoded.written), dst);
        if encoded.read == decoded.written {
            return Progress { read: decoded.read, written: encoded.written };
        }
        // To learn how many bytes these values have, decode again with that limit. If fewer values
        // result, only those count.
        (*from, *to) = before;
        most = encoded.read;
    }
}

/// Converts the prefix of `src` that is well-formed, that `to` can encode, and that fits `dst`. Returns
/// the numbers of bytes read and written.
///
/// It converts only whole sequences, and may stop early. The next sequence of `src` determines the
/// reason: see [`Decoder::first`] and [`Encoder::encode`]. A BOM is text, and nothing is kept between
/// calls except in `from` and `to`. For a converter that handles all of this, see
/// [`Transcoder`](super::Transcoder). Cost: that of the kernel for the pair.
///
/// ```
/// use utfkit::{Encoding, encoding::ByteOrder, transcode::convert_prefix};
/// let mut from = Encoding::Utf8.decoder(ByteOrder::Big);
/// let mut to = Encoding::Utf16Le.encoder(ByteOrder::Big);
/// let mut out = [0; 8];
/// let done = convert_prefix(&mut from, &mut to, b"a\xFFb", &mut out);
/// assert_eq!((done.read, &out[..done.written]), (1, &b"a\0"[..]));
/// ```
pub fn convert_prefix<'d>(
    from: &mut Decoder,
    to: &mut Encoder,
    src: &[u8],
    dst: impl Into<Room<'d, u8>>,
) -> Progress {
    let (dst, _) = dst.into().into_parts();
    Route::between(from, to).run(Kernels::ANY, from, to, src, dst)
}

impl Encoding {
    /// Returns the first character of `text` that this encoding cannot encode, if there is one.
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

/// Returns the number of bytes at the start of `text` that can be encoded in `encoding`.
fn encodable(encoding: Encoding, text: &str) -> usize {
    let mut decoder = Encoding::Utf8.decoder(ByteOrder::Big);
    let mut encoder = encoding.encoder(ByteOrder::Big);
    let route = Route::between(&decoder, &encoder);
    let mut done = 0;
    loop {
        let mut room = [MaybeUninit::uninit(); 4 * BLOCK];
        let text = &text.as_bytes()[done..];
        let more = route.run(Kernels::ANY, &mut decoder, &mut encoder, text, &mut room);
        if more.read == 0 {
            return done;
        }
        done += more.read;
    }
}
