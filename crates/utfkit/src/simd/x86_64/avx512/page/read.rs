//! Reads charsets of one byte per character.
//!
//! Correctness: a block is stored only if all of its bytes have characters. Cost for 64 bytes: 13
//! operations on port 5 if no character has three bytes, and 31 otherwise.

use core::{arch::x86_64::*, array, mem::MaybeUninit};

use crate::simd::{
    Progress, portable,
    shared::page::{NO_CHARACTER, Utf8Cells},
    x86_64::avx512::registers::{BLOCK, IN_HALVES, all, dwords, interleave, load, store, words},
};

/// The room for a block: three bytes for each of its own, and the last store may begin anywhere in
/// it.
const ROOM: usize = 4 * BLOCK;

/// The first lead of three bytes.
const LEAD_OF_THREE: u8 = 0xE0;

/// The first byte of a character that does not exist.
const NONE: u8 = 0xFF;

/// Texts that are shorter are not worth the tables.
const LONG: usize = 4 * BLOCK;

/// Implements [`ReadPage`](crate::simd::shared::kernel::ReadPage).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn read(
    cells: &Utf8Cells,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    if src.len() >= LONG && dst.len() >= LONG && cells.is_ascii_compatible() {
        done = read_blocks(cells, src, dst);
    }
    let rest = portable::read_page(cells, &src[done.read..], &mut dst[done.written..]);
    Progress { read: done.read + rest.read, written: done.written + rest.written }
}

/// Implements [`read`] for whole blocks.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn read_blocks(cells: &Utf8Cells, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let [firsts, seconds, thirds] = planes(cells);
    let halves = IN_HALVES.load();
    let mut done = Progress::default();
    while let Some(block) = src[done.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[done.written..].first_chunk_mut::<ROOM>()
    {
        let bytes = load(block, 0);
        let beyond_ascii = _mm512_movepi8_mask(bytes);
        if beyond_ascii == 0 {
            store(room, 0, bytes);
            done.read += BLOCK;
            done.written += BLOCK;
            continue;
        }
        let leads = _mm512_mask2_permutex2var_epi8(firsts[0], bytes, beyond_ascii, firsts[1]);
        let bodies = look_up(seconds, beyond_ascii, bytes);
        let of_three = _mm512_cmpge_epu8_mask(leads, all(LEAD_OF_THREE));
        let pairs = interleave(halves, leads, bodies);
        let mut written = 0;
        if of_three == 0 {
            for pairs in pairs {
                written = put(room, written, pairs, words(0x80));
            }
        } else {
            if _mm512_cmpeq_epi8_mask(leads, all(NONE)) != 0 {
                break;
            }
            let ends = look_up(thirds, of_three, bytes);
            let ends = interleave(halves, ends, _mm512_setzero_si512());
            for (pairs, ends) in pairs.into_iter().zip(ends) {
                let pairs = _mm512_permutexvar_epi64(halves, pairs);
                let ends = _mm512_permutexvar_epi64(halves, ends);
                written = put(room, written, _mm512_unpacklo_epi16(pairs, ends), dwords(0x80));
                written = put(room, written, _mm512_unpackhi_epi16(pairs, ends), dwords(0x80));
            }
        }
        done.read += BLOCK;
        done.written += written;
    }
    done
}

/// Returns the first, second and third bytes of the characters of 80..FF, in tables of 128. A byte
/// that is not needed is 0.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn planes(cells: &Utf8Cells) -> [[__m512i; 2]; 3] {
    let mut planes = [[0; 2 * BLOCK]; 3];
    let [firsts, seconds, thirds] = &mut planes;
    let slots = firsts.iter_mut().zip(seconds).zip(thirds);
    for (byte, ((first_slot, second_slot), third_slot)) in (0x80..=0xFF).zip(slots) {
        let [first, second, third, len] = cells.cell(byte);
        *first_slot = if len == NO_CHARACTER { NONE } else { first };
        *second_slot = second;
        *third_slot = third;
    }
    planes.map(|plane| array::from_fn(|half| load(&plane, half * BLOCK)))
}

/// Looks up the bytes of `mask`, which are 80..FF. Other lanes become 0.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn look_up([low, high]: [__m512i; 2], mask: u64, bytes: __m512i) -> __m512i {
    _mm512_maskz_permutex2var_epi8(mask, low, bytes, high)
}

/// Stores at `at` the bytes of `block` whose highest bit is set, there or in `always`. Returns the
/// end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put(room: &mut [MaybeUninit<u8>; ROOM], at: usize, block: __m512i, always: __m512i) -> usize {
    let wanted = _mm512_movepi8_mask(_mm512_or_si512(block, always));
    // The maximum shows the compiler that there is room.
    store(room, at.min(ROOM - BLOCK), _mm512_maskz_compress_epi8(wanted, block));
    at + wanted.count_ones() as usize
}
