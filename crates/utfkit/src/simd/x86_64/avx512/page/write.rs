//! Writes charsets of one byte per character.
//!
//! Each lane is the first byte of a character, and the two bytes after it are loaded again at an
//! offset. The lanes whose lead, or lead and second byte, are those of a window look up their last
//! byte there. Then continuations are dropped.
//!
//! Correctness: a lead that finds a byte has the continuations that its window needs, and a
//! continuation must have a lead that found one. The first lane for which this does not hold ends
//! the text. Cost for 64 bytes: 7 operations on port 5, and 2 for each window.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress, portable,
    shared::page::Windows,
    x86_64::avx512::registers::{BLOCK, all, byte, load, store},
};

/// The first byte after all continuations.
const AFTER_CONTINUATIONS: u8 = 0xC0;

/// The first lead of three bytes.
const LEAD_OF_THREE: u8 = 0xE0;

/// The bytes that decide about a block: its own, and those of its last character.
const REACH: usize = BLOCK + 2;

/// Implements [`WritePage`](crate::simd::shared::kernel::WritePage).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn write(
    windows: &Windows,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    while let Some(block) = src[done.read..].first_chunk::<REACH>()
        && let Some(room) = dst[done.written..].first_chunk_mut::<BLOCK>()
    {
        let firsts = load(block, 0);
        let beyond_ascii = _mm512_movepi8_mask(firsts);
        if beyond_ascii == 0 {
            store(room, 0, firsts);
            done.read += BLOCK;
            done.written += BLOCK;
            continue;
        }
        let Lanes { bytes, characters, wrong } = look_up(windows, block, firsts, beyond_ascii);
        let taken =
            if wrong == 0 { characters } else { _bzhi_u64(characters, wrong.trailing_zeros()) };
        store(room, 0, _mm512_maskz_compress_epi8(taken, bytes));
        done.written += taken.count_ones() as usize;
        if wrong != 0 {
            done.read += wrong.trailing_zeros() as usize;
            break;
        }
        done.read += BLOCK + beyond(block);
    }
    let rest = portable::write_page(windows, &src[done.read..], &mut dst[done.written..]);
    Progress { read: done.read + rest.read, written: done.written + rest.written }
}

/// Returns the number of bytes after the block that belong to its last character. Cost: the next
/// load waits for it, and not for the look-ups.
#[inline(always)]
fn beyond(block: &[u8; REACH]) -> usize {
    let (before, last) = (byte(block, BLOCK - 2), byte(block, BLOCK - 1));
    usize::from(last >= AFTER_CONTINUATIONS)
        + usize::from(last >= LEAD_OF_THREE)
        + usize::from(before >= LEAD_OF_THREE)
}

/// The results of the look-ups.
struct Lanes {
    /// In the lane of each first byte, the byte in the charset.
    bytes: __m512i,
    /// The lanes of first bytes.
    characters: u64,
    /// The lanes that are not part of a character of the charset.
    wrong: u64,
}

/// Looks up the characters of a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn look_up(windows: &Windows, block: &[u8; REACH], firsts: __m512i, beyond_ascii: u64) -> Lanes {
    let seconds = load(block, 1);
    // As signed numbers, continuations are the smallest bytes.
    let after = all(AFTER_CONTINUATIONS);
    let continuations = _mm512_cmplt_epi8_mask(firsts, after);
    let mut bytes = firsts;
    let mut of_two = 0;
    for (lead, window) in windows.of_two() {
        let those = _mm512_cmpeq_epi8_mask(firsts, all(lead));
        bytes = _mm512_mask_permutexvar_epi8(bytes, those, seconds, load(window, 0));
        of_two |= those;
    }
    of_two &= _mm512_cmplt_epi8_mask(seconds, after);
    let leads = beyond_ascii & !continuations;
    let mut of_three = 0;
    if leads & !of_two != 0 {
        let thirds = load(block, 2);
        for ([lead, second], window) in windows.of_three() {
            let those = _mm512_cmpeq_epi8_mask(firsts, all(lead));
            let those = _mm512_mask_cmpeq_epi8_mask(those, seconds, all(second));
            bytes = _mm512_mask_permutexvar_epi8(bytes, those, thirds, load(window, 0));
            of_three |= those;
        }
        of_three &= _mm512_cmplt_epi8_mask(thirds, after);
    }
    let found = (of_two | of_three) & _mm512_test_epi8_mask(bytes, bytes);
    let expected = found << 1 | (found & of_three) << 2;
    let wrong = (leads & !found) | (continuations & !expected);
    Lanes { bytes, characters: !continuations, wrong }
}
