//! Converts any UTF-16 to every UTF, with U+FFFD for each unpaired surrogate.
//!
//! A replaced surrogate is still one unit, so replacement does not move any unit; to UTF-16,
//! nothing else is needed. To UTF-8, the blocks of [`into8`] replace surrogates among the words. To
//! UTF-32, the strict kernel runs over the text until it meets an error. From there on, a stretch
//! of text is copied with its surrogates replaced, and the strict kernel converts the copy from the
//! first-level cache.
//!
//! Correctness: whether a surrogate is unpaired depends on its neighbours, which are loaded again
//! from the text. The unit after a stretch counts, too. So the strict kernel can stop near the end
//! of a stretch only before a pair that the stretch cuts. The next stretch begins with that pair.
//! Cost, to UTF-16, per register: 2 operations without surrogates, 6 if all are paired, and 12 if
//! some are not.

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

/// The maximum number of bytes in a stretch, large enough to spread the cost of a call. Narrow
/// registers gain less from long stretches, so they use [`NARROW_STRETCH`].
const STRETCH: usize = 1024;
const NARROW_STRETCH: usize = 256;
/// The minimum number of bytes in a register.
const NARROWEST: usize = 16;

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-8 or UTF-32.
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
    // SAFETY: the token `v` proves that the machine has the instructions of the set.
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
        // A pair that the stretch cut is converted with the next stretch. Any other rest lacks
        // room.
        let cut_pair = stretch.len - more.read <= 2 && done.read + 2 < whole.len();
        if more.read < stretch.len && !(cut_pair && more.read > 0) {
            return done;
        }
        // After one unpaired surrogate, more are likely, so the next stretch is not tried as it is.
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

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-16.
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

/// Implements [`copy`] for a short text, if there is room for all of it.
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
        // The overlap with the first register was counted there.
        alone += (at_end::<V, F, T>(v, src, last, room) >> (V::BYTES - last)).count_ones();
    }
    done.replaced = alone as usize / 2;
    Some(done)
}

/// Implements [`copy`] if `dst` has at least one register of room. Returns the number of
/// replacements.
#[inline(always)]
fn by_registers<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let alone = at_end::<V, F, T>(v, src, 0, dst);
    let is_long = dst.len() > SHORT;
    // After these bytes, stores do not straddle cache lines.
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
        // The last register overlaps the text before it.
        let last = dst.len() - V::BYTES;
        let alone = at_end::<V, F, T>(v, src, last, dst);
        replaced += (alone >> (at - last)).count_ones() as usize / 2;
    }
    replaced
}

/// Copies the register of `src` at `at`, which may be at the start or at the end of the text.
/// Returns the replaced bytes, as bits.
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

/// The number of bytes that are tested together.
const WINDOW: usize = ROUND;

/// The number of bytes that are tested together near the end of the text.
const NEAR: usize = 64;

/// The number of windows after one with damage that are expected to have damage, too.
const EXPECTED: u32 = 4;

/// Copies windows from `at` on, as long as a unit follows them. Returns the number of their units
/// that were replaced.
#[inline(always)]
fn by_windows<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: &mut usize,
) -> usize {
    let mut replaced = 0;
    let mut done = *at;
    // Pairs are expected if the last window had some, and damage if one of the last few windows had
    // some. A branch for each window would be mispredicted about half of the time.
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

/// Copies the units of `window` between the first and the last, if they have no surrogates.
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

/// Copies the units of `window` between the first and the last. Returns whether all surrogates
/// among them are paired, and whether the last register has any.
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
    // There is no branch here: in a text of pairs only, half the windows end within a pair.
    let is_low = F::unit(&window[end..]) & 0xFC00 == 0xDC00;
    let lacks_low = Surrogates::<V, F>::is_open(window, end) & !is_low;
    (!(v.any(wrong) | lacks_low), v.any(last))
}

/// Copies the units of `window` between the first and the last, with unpaired surrogates replaced.
/// Returns the number of replacements.
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

/// Converts the odd byte at the end of the text, if there is one and there is room.
#[inline(always)]
fn odd<T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>], done: LossyProgress) -> LossyProgress {
    if src.len() - done.read == 1 { done.with_part_of_unit(T::FORM, src, dst) } else { done }
}

/// A fixed stretch of text. For each of its registers, it has the bytes of the replaced units, as
/// bits.
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

    /// Copies the text of `src` from `at`, which is a boundary, with U+FFFD for unpaired
    /// surrogates.
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

    /// Returns the text of the stretch. Whole registers were written, and they cover all of it.
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        unit::written(&self.bytes, self.len)
    }

    /// Returns the number of replaced units in the first `read` bytes.
    #[inline(always)]
    fn replaced_before<V: Vector>(&self, read: usize) -> usize {
        let (registers, rest) = (read / V::BYTES, read % V::BYTES);
        let whole: u32 = self.replaced[..registers].iter().map(|mask| mask.count_ones()).sum();
        let part = self.replaced.get(registers).map_or(0, |mask| mask & !(!0 << rest));
        (whole + part.count_ones()) as usize / 2
    }
}

/// Returns the units of `src` from `at` on, with U+FFFD for unpaired surrogates, and the bytes of
/// those as bits. After the text, there are zeros.
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
        None => v.shift_up::<2>(units),
    };
    let alone = Surrogates::<V, F>::alone(v, units, before, v.next16(units));
    (replace::<V, F>(v, units, alone), v.bits(alone))
}

/// Implements [`fixed`] if the text has a whole register at `at`.
#[inline(always)]
fn fixed_whole<V: Vector, F: Text>(v: V, src: &[u8], at: usize) -> (V::Register, u32) {
    let units = v.load(src, at);
    let before = if at < 2 { v.shift_up::<2>(units) } else { v.load(src, at - 2) };
    let is_last = src.len() - at == V::BYTES;
    let after = if is_last { v.next16(units) } else { v.load(src, at + 2) };
    let alone = Surrogates::<V, F>::alone(v, units, before, after);
    (replace::<V, F>(v, units, alone), v.bits(alone))
}

/// Puts U+FFFD in place of the units in `alone`.
#[inline(always)]
fn replace<V: Vector, F: Text>(v: V, units: V::Register, alone: V::Register) -> V::Register {
    let replacement = v.splat16_of::<F>(0xFFFD);
    v.choose(alone, replacement, units)
}

/// Returns the units in the byte order of the target form.
#[inline(always)]
fn in_order<V: Vector, F: Text, T: Text>(v: V, units: V::Register) -> V::Register {
    if F::BIG == T::BIG { units } else { v.swap::<2>(units) }
}
