//! UTF-16 of any kind to every UTF, with U+FFFD for each surrogate that is not half of a pair.
//!
//! A replaced surrogate is a unit as it was, so replacement keeps all places, and to UTF-16 it is all
//! there is to do. To other forms the strict kernel runs over the text itself until it meets an error. From
//! there on UTF-8 is written by the blocks of [`into8`], which put it in among the words. To UTF-32, and at
//! the end, a stretch is copied with U+FFFD put in, and the strict kernel converts the copy out of the first
//! cache.

use core::mem::MaybeUninit;

use super::{into8, validate16::Surrogates};
use crate::{
    simd::{
        LossyProgress, Progress, portable,
        vector::{Set, Text, Vector, WIDEST},
    },
    trusted,
};

/// Octets in a stretch: enough to spread the cost of a call, few enough for the ends of short texts.
const STRETCH: usize = 256;
/// Octets of text for which it pays to align.
const LONG: usize = 512;
/// Registers whose units that stand alone are counted in octets: so many that these cannot run over.
const MOST_STEPS: usize = 255;
/// The least octets of a register.
const NARROWEST: usize = 16;

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-8 or UTF-32.
#[inline(always)]
pub(super) fn convert<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let whole = &src[..src.len() & !1];
    // SAFETY: the token of the set is the proof that the machine has the instructions.
    let clean = unsafe { S::convert::<F, T>(whole, dst) };
    let mut done = LossyProgress { read: clean.read, written: clean.written, replaced: 0 };
    if done.read == whole.len() {
        return odd::<F, T>(src, dst, done);
    }
    let mut stretch = Stretch::new();
    while done.read < whole.len() {
        if T::UNIT == 1 {
            let mut more = Progress { read: done.read, written: done.written };
            done.replaced += into8::blocks::<S, F, true>(v, whole, dst, &mut more);
            done.replaced += into8::blocks::<S::Narrow, F, true>(v.narrow(), whole, dst, &mut more);
            done.read = more.read;
            done.written = more.written;
        }
        stretch.mend::<S, F>(v, whole, done.read);
        let mended = &stretch.octets[..stretch.len];
        // SAFETY: as above.
        let more = unsafe { S::convert::<F, T>(mended, &mut dst[done.written..]) };
        let replaced = stretch.replaced_before::<S>(more.read);
        done.replaced += replaced;
        done.read += more.read;
        done.written += more.written;
        // A pair that the stretch cut is taken with what follows it; anything else wants room.
        let cut_pair = stretch.len - more.read <= 2 && done.read + 2 < whole.len();
        if more.read < stretch.len && !(cut_pair && more.read > 0) {
            return done;
        }
        // Where one surrogate stands alone more are likely: the next stretch is not tried as it is.
        if replaced == 0 {
            // SAFETY: as above.
            let clean =
                unsafe { S::convert::<F, T>(&whole[done.read..], &mut dst[done.written..]) };
            done.read += clean.read;
            done.written += clean.written;
        }
    }
    odd::<F, T>(src, dst, done)
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-16.
#[inline(always)]
pub(super) fn copy<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let whole = &src[..src.len() & !1];
    let mut end = whole.len().min(dst.len() & !1);
    if end < whole.len() && Surrogates::<V, F>::is_pair(whole, end) {
        end -= 2;
    }
    let (mut at, mut replaced) = (0, 0);
    if end >= V::BYTES {
        let (mended, alone) = mended::<V, F>(v, whole, 0);
        v.store(dst, 0, in_order::<V, F, T>(v, mended));
        // From there on stores should not straddle cache lines.
        let aligned = V::BYTES - dst.as_ptr().addr() % V::BYTES;
        at = if end >= LONG && aligned.is_multiple_of(2) { aligned } else { V::BYTES };
        replaced += (alone & (!0 >> (32 - at))).count_ones() as usize / 2;
    }
    while end - at >= V::BYTES && whole.len() - at >= V::BYTES + 2 {
        let steps = ((end - at) / V::BYTES).min((whole.len() - 2 - at) / V::BYTES).min(MOST_STEPS);
        let room = &mut dst[at..][..steps * V::BYTES];
        let mut sum = v.splat8(0);
        for (step, room) in room.chunks_exact_mut(V::BYTES).enumerate() {
            let window = &whole[at - 2 + step * V::BYTES..][..V::BYTES + 4];
            let (units, before, after) = (v.load(window, 2), v.load(window, 0), v.load(window, 4));
            let alone = alone::<V, F>(v, units, before, after);
            sum = v.sub8(sum, alone);
            v.store(room, 0, in_order::<V, F, T>(v, replace::<V, F>(v, units, alone)));
        }
        // Both octets of a unit were counted.
        replaced += v.sum8(sum) as usize / 2;
        at += steps * V::BYTES;
    }
    if at < end && end >= V::BYTES {
        // The last register overlaps what was done.
        let last = end - V::BYTES;
        let (mended, alone) = mended::<V, F>(v, whole, last);
        v.store(dst, last, in_order::<V, F, T>(v, mended));
        replaced += (alone >> (at - last)).count_ones() as usize / 2;
    } else if at < end {
        let (mended, alone) = mended::<V, F>(v, whole, at);
        let mut room = [MaybeUninit::new(0); WIDEST];
        v.store(&mut room, 0, in_order::<V, F, T>(v, mended));
        dst[at..end].copy_from_slice(&room[..end - at]);
        replaced += (alone & !(!0 << (end - at))).count_ones() as usize / 2;
    }
    let done = LossyProgress { read: end, written: end, replaced };
    odd::<F, T>(src, dst, done)
}

/// Takes the octet that is left over at the end, if one is and there is room.
#[inline(always)]
fn odd<F: Text, T: Text>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: LossyProgress,
) -> LossyProgress {
    if src.len() - done.read == 1 {
        let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
        let rest = portable::KERNELS.convert_lossy(F::FORM, T::FORM, src, dst);
        done.read += rest.read;
        done.written += rest.written;
        done.replaced += rest.replaced;
    }
    done
}

/// A stretch, mended, and for each of its registers the octets of units that were replaced.
struct Stretch {
    octets: [u8; STRETCH],
    len: usize,
    replaced: [u32; STRETCH / NARROWEST],
}

impl Stretch {
    #[inline(always)]
    const fn new() -> Self {
        Self { octets: [0; STRETCH], len: 0, replaced: [0; STRETCH / NARROWEST] }
    }

    /// Takes the text of `src` from `at`, a boundary, on, with U+FFFD for surrogates that stand alone.
    #[inline(always)]
    fn mend<V: Vector, F: Text>(&mut self, v: V, src: &[u8], at: usize) {
        self.len = (src.len() - at).min(STRETCH);
        let blocks = self.octets.chunks_exact_mut(V::BYTES).zip(&mut self.replaced);
        for ((slot, replaced), at) in blocks.zip((at..at + self.len).step_by(V::BYTES)) {
            let (mended, alone) = mended::<V, F>(v, src, at);
            v.store(trusted::room(slot), 0, mended);
            *replaced = alone;
        }
    }

    /// How many of the units in the first `read` octets were replaced.
    #[inline(always)]
    fn replaced_before<V: Vector>(&self, read: usize) -> usize {
        let (registers, rest) = (read / V::BYTES, read % V::BYTES);
        let whole: u32 = self.replaced[..registers].iter().map(|mask| mask.count_ones()).sum();
        let part = self.replaced.get(registers).map_or(0, |mask| mask & !(!0 << rest));
        (whole + part.count_ones()) as usize / 2
    }
}

/// The units of `src` from `at` on, with U+FFFD for surrogates that stand alone; and the octets of those,
/// as bits. Zeros stand for what is behind the text.
#[inline(always)]
fn mended<V: Vector, F: Text>(v: V, src: &[u8], at: usize) -> (V::Register, u32) {
    let units = full(v, src, at);
    let before = if at < 2 { v.behind::<2>(units) } else { full(v, src, at - 2) };
    let alone = alone::<V, F>(v, units, before, full(v, src, at + 2));
    (replace::<V, F>(v, units, alone), v.bits(alone))
}

/// The surrogates of `units` that stand alone among those `before` and `after` each.
#[inline(always)]
fn alone<V: Vector, F: Text>(
    v: V,
    units: V::Register,
    before: V::Register,
    after: V::Register,
) -> V::Register {
    let low = v.and_not(Surrogates::<V, F>::low(v, units), Surrogates::<V, F>::high(v, before));
    let high = v.and_not(Surrogates::<V, F>::high(v, units), Surrogates::<V, F>::low(v, after));
    v.or(low, high)
}

/// `units` with U+FFFD for those `alone`.
#[inline(always)]
fn replace<V: Vector, F: Text>(v: V, units: V::Register, alone: V::Register) -> V::Register {
    let bit = if F::BIG { v.splat16_in::<true>(0x0002) } else { v.splat16_in::<false>(0x0002) };
    // All ones but for one bit.
    v.and_not(v.or(units, alone), v.and(alone, bit))
}

/// Units of one form in the order of the other.
#[inline(always)]
fn in_order<V: Vector, F: Text, T: Text>(v: V, units: V::Register) -> V::Register {
    if F::BIG == T::BIG { units } else { v.swap::<2>(units) }
}

/// The register of `src` at `at`, with zeros for what is behind its end.
#[inline(always)]
fn full<V: Vector>(v: V, src: &[u8], at: usize) -> V::Register {
    if src.len() >= V::BYTES && at <= src.len() - V::BYTES {
        v.load(src, at)
    } else {
        v.load_short(src.get(at..).unwrap_or_default())
    }
}
