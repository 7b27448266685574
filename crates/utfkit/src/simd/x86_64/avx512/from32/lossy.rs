//! Converts any UTF-32 to every UTF, with U+FFFD for each unit that is not a scalar value.
//!
//! Replacement does not move any unit, so a unit is replaced in the register that copies it. To
//! other forms, at most one block is converted from that register. For longer text, [`copies32`]
//! copies pieces with replacement and converts them with the strict kernels.
//!
//! Correctness: the result for a unit does not depend on any other unit. Cost per 64 bytes: 4
//! operations, plus one for each byte order that differs from the machine's.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Form, LossyProgress, Progress,
    shared::by_copies as copies32,
    shared::kernel::Convert,
    x86_64::avx512::{
        from32::{self, to16 as narrow32},
        registers::{
            BLOCK, dwords, load, load_short, store, store_short, swap_dwords, units32::wrong,
        },
    },
};

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf8<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // There is no separate code for ASCII, because a branch would be unpredictable.
    if src.len() <= BLOCK && src.len().is_multiple_of(4) && dst.len() >= BLOCK {
        let units = fixed::<BIG>(load_short(src), replaced);
        return Progress { read: src.len(), written: from32::put(units, src.len() / 4, dst) };
    }
    by_copies::<BIG>(from32::convert::<BIG>, Form::Utf8, src, dst, replaced)
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf16<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() <= BLOCK && src.len().is_multiple_of(4) && dst.len() >= src.len() {
        let units = fixed::<BIG>(load_short(src), replaced);
        let written = narrow32::put::<TO_BIG>(units, src.len(), dst);
        return Progress { read: src.len(), written };
    }
    let to = if TO_BIG { Form::Utf16Be } else { Form::Utf16Le };
    by_copies::<BIG>(narrow32::convert::<BIG, TO_BIG>, to, src, dst, replaced)
}

/// Converts more than one block, or text whose largest result may not fit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn by_copies<const BIG: bool>(
    convert: Convert,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // SAFETY: both functions require only the target features of this one.
    let done =
        unsafe { copies32::convert_lossy(convert, copy::<BIG, BIG>, [utf32(BIG), to], src, dst) };
    done.counted_in(replaced)
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn copy<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let end = src.len().min(dst.len()) & !3;
    let (blocks, rest) = src[..end].as_chunks::<BLOCK>();
    let (rooms, rest_of_room) = dst[..end].as_chunks_mut::<BLOCK>();
    for (block, room) in blocks.iter().zip(rooms) {
        store(room, 0, swap_dwords::<TO_BIG>(fixed::<BIG>(load(block, 0), replaced)));
    }
    // The zeros after the text are scalar values, so they are not counted.
    store_short(rest_of_room, swap_dwords::<TO_BIG>(fixed::<BIG>(load_short(rest), replaced)));
    if src.len() - end > 0 && src.len() - end < 4 {
        return incomplete::<TO_BIG>(src, dst, end, replaced);
    }
    Progress { read: end, written: end }
}

const fn utf32(big: bool) -> Form {
    if big { Form::Utf32Be } else { Form::Utf32Le }
}

/// Replaces the incomplete unit at the end with U+FFFD, if there is room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn incomplete<const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    end: usize,
    replaced: &mut usize,
) -> Progress {
    let whole = LossyProgress { read: end, written: end, replaced: 0 };
    whole.with_part_of_unit(utf32(TO_BIG), src, dst).counted_in(replaced)
}

/// Returns the units of `block`, in the byte order of the machine, with U+FFFD for each that is not
/// a scalar value. Adds the number of those to `replaced`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn fixed<const BIG: bool>(block: __m512i, replaced: &mut usize) -> __m512i {
    let units = swap_dwords::<BIG>(block);
    let wrong = wrong(units);
    *replaced += wrong.count_ones() as usize;
    _mm512_mask_mov_epi32(units, wrong, dwords(0xFFFD))
}
