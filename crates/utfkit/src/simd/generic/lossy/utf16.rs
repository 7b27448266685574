//! UTF-16 of any kind to every UTF, with U+FFFD for each surrogate that is not half of a pair.
//!
//! A replaced surrogate is a unit as it was, so replacement keeps all places, and to UTF-16 it is
//! all there is to do. The blocks of [`into8`] put it in among the words. To UTF-32 the strict
//! kernel runs over the text itself until it meets an error; from there on a stretch is copied with
//! U+FFFD put in, and the strict kernel converts the copy out of the first cache.
//!
//! Why it is right: whether a surrogate stands alone depends on the units beside it, which are
//! loaded again from the text. A stretch is fixed by what stands behind it, too, so at its end the
//! strict kernel stops at most before a pair that is cut, which the next one begins with. Cost, to
//! UTF-16, for a register: 2 operations without surrogates, 6 if all pair, 12 if some do not.

use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::unit,
    simd::{
        LossyProgress,
        generic::{
            copy::put_short,
            into8,
            validate::utf16::{ROUND, SHORT, Surrogates, round_has_surrogates},
            vector::{Vector, WIDEST},
        },
    },
};

/// The most bytes in a stretch: enough to spread the cost of a call. Narrow registers, which gain
/// less by more, take [`NARROW_STRETCH`].
const STRETCH: usize = 1024;
const NARROW_STRETCH: usize = 256;
/// The least bytes of a register.
const NARROWEST: usize = 16;

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-8 or UTF-32.
#[inline(always)]
pub(in crate::simd) fn convert<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let whole = &src[..src.len() & !1];
    if T::UNIT == 1 {
        let done = into8::convert_lossy::<S, F, T>(v, whole, dst);
        return odd::<T>(src, dst, done);
    }
    // SAFETY: the token of the set is the proof that the machine has the instructions.
    let clean = unsafe { S::convert::<F, T>(whole, dst) };
    let mut done = LossyProgress { read: clean.read, written: clean.written, replaced: 0 };
    if done.read == whole.len() {
        return odd::<T>(src, dst, done);
    }
    let mut stretch = Stretch::new();
    while done.read < whole.len() {
        stretch.fix::<S, F>(v, whole, done.read);
        let fixed = stretch.bytes();
        // SAFETY: as above.
        let more = unsafe { S::convert::<F, T>(fixed, &mut dst[done.written..]) };
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
    odd::<T>(src, dst, done)
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-16.
#[inline(always)]
pub(in crate::simd) fn copy<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let whole = &src[..src.len() & !1];
    let mut end = whole.len().min(dst.len() & !1);
    if Surrogates::<V, F>::is_pair(whole, end) {
        end -= 2;
    }
    let room = &mut dst[..end];
    let replaced = if end >= V::BYTES {
        by_registers::<V, F, T>(v, whole, room)
    } else {
        let (fixed, alone) = fixed::<V, F>(v, whole, 0);
        let mut bytes = [0; WIDEST];
        v.store(unit::room(&mut bytes), 0, in_order::<V, F, T>(v, fixed));
        put_short(v, &bytes[..end], room);
        (alone & !(!0 << end)).count_ones() as usize / 2
    };
    odd::<T>(src, dst, LossyProgress { read: end, written: end, replaced })
}

/// [`copy`] of few bytes, where there is room for all.
#[inline(always)]
pub(in crate::simd) fn copy_short<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    if !(V::BYTES..=SHORT).contains(&src.len()) || !src.len().is_multiple_of(2) {
        return None;
    }
    let room = dst.get_mut(..src.len())?;
    let mut done = LossyProgress { read: src.len(), written: src.len(), replaced: 0 };
    if src.len() > 2 * V::BYTES {
        done.replaced = by_registers::<V, F, T>(v, src, room);
        return Some(done);
    }
    let last = src.len() - V::BYTES;
    let mut alone = at_end::<V, F, T>(v, src, 0, room).count_ones();
    if last > 0 {
        // What overlaps the first register was counted there.
        alone += (at_end::<V, F, T>(v, src, last, room) >> (V::BYTES - last)).count_ones();
    }
    done.replaced = alone as usize / 2;
    Some(done)
}

/// [`copy`] to as much room as a register or more; gives how many were replaced.
#[inline(always)]
fn by_registers<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let alone = at_end::<V, F, T>(v, src, 0, dst);
    let is_long = dst.len() > SHORT;
    // From there on stores should not straddle cache lines.
    let aligned = V::BYTES - dst.as_ptr().addr() % V::BYTES;
    let mut at = if is_long && aligned.is_multiple_of(2) { aligned } else { V::BYTES };
    let mut replaced = (alone & (!0 >> (32 - at))).count_ones() as usize / 2;
    if is_long {
        replaced += by_windows::<V, F, T>(v, src, dst, &mut at);
    }
    while let Some(window) = src[at - 2..].get(..NEAR + 4)
        && let Some(room) = dst[at..].get_mut(..NEAR)
    {
        if !copied_pairs::<V, F, T>(v, window, room).0 {
            replaced += fix_window::<V, F, T>(v, window, room);
        }
        at += NEAR;
    }
    while let Some(window) = src[at - 2..].get(..V::BYTES + 4)
        && let Some(room) = dst[at..].get_mut(..V::BYTES)
    {
        replaced += fix_window::<V, F, T>(v, window, room);
        at += V::BYTES;
    }
    if at < dst.len() {
        // The last register overlaps what was done.
        let last = dst.len() - V::BYTES;
        let alone = at_end::<V, F, T>(v, src, last, dst);
        replaced += (alone >> (at - last)).count_ones() as usize / 2;
    }
    replaced
}

/// Copies the register of `src` at `at`, before or behind which there may be nothing; gives the
/// bytes that were replaced, as bits.
#[inline(always)]
fn at_end<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> u32 {
    let units = v.load(src, at);
    let (fixed, alone) = if v.any(Surrogates::<V, F>::any(v, units)) {
        fixed_whole::<V, F>(v, src, at)
    } else {
        (units, 0)
    };
    v.store(dst, at, in_order::<V, F, T>(v, fixed));
    alone
}

/// Bytes that are looked at together.
const WINDOW: usize = ROUND;

/// Bytes that are looked at together where there are few.
const NEAR: usize = 64;

/// How many windows behind one with damage are expected to have some, too.
const EXPECTED: u32 = 4;

/// Copies as many windows from `at` on as there are with a unit behind them; gives how many of
/// their units were replaced.
#[inline(always)]
fn by_windows<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: &mut usize,
) -> usize {
    let mut replaced = 0;
    let mut done = *at;
    // Pairs are expected of a window if the last one had some, damage if one of the last few had:
    // by then a branch for each window would be mispredicted as often as not.
    let (mut pairs, mut damage) = (false, 0);
    while let Some(window) = src[done - 2..].get(..WINDOW + 4)
        && let Some(room) = dst[done..].get_mut(..WINDOW)
    {
        done += WINDOW;
        if damage == 0 {
            if !pairs && copied_plain::<V, F, T>(v, window, room) {
                continue;
            }
            let (fine, more) = copied_pairs::<V, F, T>(v, window, room);
            pairs = more;
            if fine {
                continue;
            }
        }
        let more = fix_window::<V, F, T>(v, window, room);
        damage = if more > 0 { EXPECTED } else { damage - damage.min(1) };
        replaced += more;
    }
    *at = done;
    replaced
}

/// Copies what `window` has between two units, if that has no surrogates.
#[inline(always)]
fn copied_plain<V: Vector, F: Text, T: Text>(
    v: V,
    window: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> bool {
    if round_has_surrogates::<V, F>(v, &window[2..]) {
        return false;
    }
    let mut place = 0;
    while place < WINDOW {
        v.store(room, place, in_order::<V, F, T>(v, v.load(window, place + 2)));
        place += V::BYTES;
    }
    true
}

/// Copies what `window` has between two units; says whether all surrogates there are halves of
/// pairs, and whether the last register has any.
#[inline(always)]
fn copied_pairs<V: Vector, F: Text, T: Text>(
    v: V,
    window: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> (bool, bool) {
    let (mut wrong, mut last) = (v.splat8(0), v.splat8(0));
    let mut place = 0;
    while place < room.len() {
        let (before, units) = (v.load(window, place), v.load(window, place + 2));
        last = Surrogates::<V, F>::low(v, units);
        wrong = v.or(wrong, v.xor(last, Surrogates::<V, F>::high(v, before)));
        v.store(room, place, in_order::<V, F, T>(v, units));
        place += V::BYTES;
    }
    let end = room.len() + 2;
    // Without a branch: where text is all pairs, half the windows end within one.
    let is_low = F::unit(&window[end..]) & 0xFC00 == 0xDC00;
    let lacks_low = Surrogates::<V, F>::is_open(window, end) & !is_low;
    (!(v.any(wrong) | lacks_low), v.any(last))
}

/// Copies what `window` has between two units, fixed; gives how many units were replaced.
#[inline(always)]
fn fix_window<V: Vector, F: Text, T: Text>(
    v: V,
    window: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let mut bytes = 0;
    let mut place = 0;
    while place < room.len() {
        let (units, before) = (v.load(window, place + 2), v.load(window, place));
        let alone = Surrogates::<V, F>::alone(v, units, before, v.load(window, place + 4));
        bytes += v.bits(alone).count_ones();
        v.store(room, place, in_order::<V, F, T>(v, replace::<V, F>(v, units, alone)));
        place += V::BYTES;
    }
    bytes as usize / 2
}

/// Takes the byte that is left over at the end, if one is and there is room.
#[inline(always)]
fn odd<T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>], done: LossyProgress) -> LossyProgress {
    if src.len() - done.read == 1 { done.with_part_of_unit(T::FORM, src, dst) } else { done }
}

/// A stretch, fixed, and for each of its registers the bytes of units that were replaced.
struct Stretch {
    bytes: [MaybeUninit<u8>; STRETCH],
    len: usize,
    replaced: [u32; STRETCH / NARROWEST],
}

impl Stretch {
    #[inline(always)]
    const fn new() -> Self {
        Self { bytes: [MaybeUninit::uninit(); STRETCH], len: 0, replaced: [0; STRETCH / NARROWEST] }
    }

    /// Takes the text of `src` from `at`, a boundary, on, with U+FFFD for surrogates that stand
    /// alone.
    #[inline(always)]
    fn fix<V: Vector, F: Text>(&mut self, v: V, src: &[u8], at: usize) {
        let most = if V::BYTES > NARROWEST { STRETCH } else { NARROW_STRETCH };
        self.len = (src.len() - at).min(most);
        let blocks = self.bytes.chunks_exact_mut(V::BYTES).zip(&mut self.replaced);
        for ((slot, replaced), at) in blocks.zip((at..at + self.len).step_by(V::BYTES)) {
            let (fixed, alone) = fixed::<V, F>(v, src, at);
            v.store(slot, 0, fixed);
            *replaced = alone;
        }
    }

    /// The text of the stretch, which registers filled that cover all of it.
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        unit::written(&self.bytes, self.len)
    }

    /// How many of the units in the first `read` bytes were replaced.
    #[inline(always)]
    fn replaced_before<V: Vector>(&self, read: usize) -> usize {
        let (registers, rest) = (read / V::BYTES, read % V::BYTES);
        let whole: u32 = self.replaced[..registers].iter().map(|mask| mask.count_ones()).sum();
        let part = self.replaced.get(registers).map_or(0, |mask| mask & !(!0 << rest));
        (whole + part.count_ones()) as usize / 2
    }
}

/// The units of `src` from `at` on, with U+FFFD for surrogates that stand alone; and the bytes of
/// those, as bits. Zeros stand for what is behind the text.
#[inline(always)]
pub(in crate::simd) fn fixed<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    at: usize,
) -> (V::Register, u32) {
    let rest = &src[at..];
    if rest.len() >= V::BYTES {
        return fixed_whole::<V, F>(v, src, at);
    }
    let units = v.load_short(rest);
    let before = match at.checked_sub(2).map(|before| &src[before..]) {
        Some(rest) if rest.len() >= V::BYTES => v.load(rest, 0),
        Some(rest) => v.load_short(rest),
        None => v.behind::<2>(units),
    };
    let alone = Surrogates::<V, F>::alone(v, units, before, v.next16(units));
    (replace::<V, F>(v, units, alone), v.bits(alone))
}

/// [`fixed`] where the text has a whole register.
#[inline(always)]
fn fixed_whole<V: Vector, F: Text>(v: V, src: &[u8], at: usize) -> (V::Register, u32) {
    let units = v.load(src, at);
    let before = if at < 2 { v.behind::<2>(units) } else { v.load(src, at - 2) };
    let is_last = src.len() - at == V::BYTES;
    let after = if is_last { v.next16(units) } else { v.load(src, at + 2) };
    let alone = Surrogates::<V, F>::alone(v, units, before, after);
    (replace::<V, F>(v, units, alone), v.bits(alone))
}

/// `units` with U+FFFD for those `alone`.
#[inline(always)]
fn replace<V: Vector, F: Text>(v: V, units: V::Register, alone: V::Register) -> V::Register {
    let replacement = v.splat16_of::<F>(0xFFFD);
    v.choose(alone, replacement, units)
}

/// Units of one form in the order of the other.
#[inline(always)]
fn in_order<V: Vector, F: Text, T: Text>(v: V, units: V::Register) -> V::Register {
    if F::BIG == T::BIG { units } else { v.swap::<2>(units) }
}
