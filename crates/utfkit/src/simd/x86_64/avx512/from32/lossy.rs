//! UTF-32 of any kind to every UTF, with U+FFFD for each unit that is no scalar value.
//!
//! Replacement keeps all places, and a unit is replaced in the register in which it is copied. To
//! other forms, what is no more than a block is converted out of that register; of what is longer
//! [`copies32`] takes copies by pieces to the strict kernels.
//!
//! Why it is right: what becomes of a unit depends on nothing else. Cost, for 64 bytes: 4
//! operations, and one for each order that is not the machine's.

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

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf8<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // Not by a way of its own for ASCII: whether that is what there is cannot be predicted.
    if src.len() <= BLOCK && src.len().is_multiple_of(4) && dst.len() >= BLOCK {
        let units = fixed::<BIG>(load_short(src), replaced);
        return Progress { read: src.len(), written: from32::put(units, src.len() / 4, dst) };
    }
    by_copies::<BIG>(from32::convert::<BIG>, Form::Utf8, src, dst, replaced)
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-16.
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

/// What is more than a block, or has not room for whatever it may become.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn by_copies<const BIG: bool>(
    convert: Convert,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // SAFETY: both are of this set.
    let done =
        unsafe { copies32::convert_lossy(convert, copy::<BIG, BIG>, [utf32(BIG), to], src, dst) };
    done.counted_in(replaced)
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-32.
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
    // Zeros behind the text are right.
    store_short(rest_of_room, swap_dwords::<TO_BIG>(fixed::<BIG>(load_short(rest), replaced)));
    if src.len() - end > 0 && src.len() - end < 4 {
        return incomplete::<TO_BIG>(src, dst, end, replaced);
    }
    Progress { read: end, written: end }
}

const fn utf32(big: bool) -> Form {
    if big { Form::Utf32Be } else { Form::Utf32Le }
}

/// What is left of a unit, if there is room for U+FFFD.
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

/// The units of `block`, in the order of this machine, with U+FFFD for each that is no scalar value,
/// which is counted.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn fixed<const BIG: bool>(block: __m512i, replaced: &mut usize) -> __m512i {
    let units = swap_dwords::<BIG>(block);
    let wrong = wrong(units);
    *replaced += wrong.count_ones() as usize;
    _mm512_mask_mov_epi32(units, wrong, dwords(0xFFFD))
}
