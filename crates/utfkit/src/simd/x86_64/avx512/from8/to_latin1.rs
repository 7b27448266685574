//! Converts UTF-8 to ISO-8859-1.
//!
//! Each character of two bytes is decoded at the position of its second byte, and the leads are
//! dropped by a compression.
//!
//! Correctness: all bytes from C0 on count as leads. A byte must be a continuation exactly after a
//! lead, and only C2 and C3 may be leads. Cost for 64 bytes: 4 operations on port 5, 5 on port 0,
//! and 3 on either.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from_latin1::{STEP, far, store_within},
        memory::{ahead::FAR, cursor::Run},
        registers::{BLOCK, all, load, load_short, shift_up, store, store_first},
    },
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to ISO-8859-1.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len();
    if read > BLOCK {
        return if read < FAR {
            long_from_utf8(src, dst)
        } else {
            far(src, dst, |src, dst| long_from_utf8(src, dst))
        };
    }
    let block = load_short(src);
    if _mm512_movepi8_mask(block) == 0 && dst.len() >= read {
        store_first(dst, [block], read, read);
        return Progress { read, written: read };
    }
    let there = _bzhi_u64(!0, read as u32);
    let decoded = Decoded::of(block, shift_up::<1>(block), 0);
    // Text that ends with a lead is left to the longer code.
    let open = there & !(there >> 1) & !decoded.ends;
    if decoded.wrong & there | open != 0 || dst.len() < BLOCK {
        return long_from_utf8(src, dst);
    }
    let ends = decoded.ends & there;
    store(dst, 0, _mm512_maskz_compress_epi8(ends, decoded.characters));
    Progress { read, written: ends.count_ones() as usize }
}

/// Implements [`from_utf8`] for more than one block, for little room, and for text that is not
/// converted to its end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    if run.ascii_step(run.beyond_line(1)) || run.decode_first() {
        while run.decode_step() || run.decode_block() {}
    }
    while run.done.read < src.len() && run.decode_some() {}
    // A lead at the end is not converted.
    run.done.read -= usize::from(run.byte_before() >= 0xC0);
    run.done
}

impl Run<'_> {
    /// Returns the byte before the next one, or 0 at the start.
    #[inline]
    fn byte_before(&self) -> u8 {
        if self.done.read == 0 { 0 } else { self.src[self.done.read - 1] }
    }

    /// Converts the first block. Returns `false` if there is none, if there is no room, or if it
    /// has an error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_first(&mut self) -> bool {
        if self.src.len() < BLOCK {
            return false;
        }
        let block = load(self.src, 0);
        self.take(block, shift_up::<1>(block), 0)
    }

    /// Converts 256 bytes. Returns `false` if there are fewer, if there is no room, or if they have
    /// an error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_step(&mut self) -> bool {
        let window = self.src[self.done.read - 1..].first_chunk::<{ 1 + STEP }>();
        let Some(window) = window else { return false };
        if window[0] < 0xC0 && self.ascii_step(0) {
            return true;
        }
        let room = self.dst[self.done.written..].first_chunk_mut::<{ STEP + BLOCK }>();
        let Some(room) = room else { return false };
        let mut written = 0;
        for at in [0, BLOCK, 2 * BLOCK, 3 * BLOCK] {
            let decoded = Decoded::of(load(window, at + 1), load(window, at), window[at]);
            if decoded.wrong != 0 {
                return false;
            }
            written = decoded.put(room, written);
        }
        self.done.read += STEP;
        self.done.written += written;
        true
    }

    /// Converts a block. Returns `false` if there is none, if there is no room, or if it has an
    /// error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_block(&mut self) -> bool {
        let window = self.src[self.done.read - 1..].first_chunk::<{ 1 + BLOCK }>();
        let Some(window) = window else { return false };
        self.take(load(window, 1), load(window, 0), window[0])
    }

    /// Converts the given block. Returns `false` if there is no room for it, or if it has an error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take(&mut self, block: __m512i, before: __m512i, first: u8) -> bool {
        let room = self.dst[self.done.written..].first_chunk_mut::<{ 2 * BLOCK }>();
        let Some(room) = room else { return false };
        if _mm512_movepi8_mask(block) == 0 && first < 0xC0 {
            store(room, 0, block);
            self.done.written += BLOCK;
        } else {
            let decoded = Decoded::of(block, before, first);
            if decoded.wrong != 0 {
                return false;
            }
            self.done.written += decoded.put(room, 0);
        }
        self.done.read += BLOCK;
        true
    }

    /// Converts a block that may be cut by the end of the text, by an error, or by the end of the
    /// room. Returns `false` if it was cut.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_some(&mut self) -> bool {
        let at = self.done.read;
        let bytes = &self.src[at..self.src.len().min(at + BLOCK)];
        let block = load_short(bytes);
        let (before, first) = if at == 0 {
            (shift_up::<1>(block), 0)
        } else {
            (load_short(&self.src[at - 1..][..bytes.len()]), self.src[at - 1])
        };
        if _mm512_movepi8_mask(block) == 0 && first < 0xC0 && self.room_left() >= bytes.len() {
            self.put(block, bytes.len());
            self.done.read += bytes.len();
            return bytes.len() == BLOCK;
        }
        let decoded = Decoded::of(block, before, first);
        let mut len = bytes.len();
        if _bzhi_u64(decoded.wrong, len as u32) != 0 {
            len = decoded.wrong.trailing_zeros() as usize;
        }
        let mut ends = _bzhi_u64(decoded.ends, len as u32);
        if ends.count_ones() as usize > self.room_left() {
            // This is the lane of the first character without room.
            len = _pdep_u64(1 << self.room_left(), ends).trailing_zeros() as usize;
            ends = _bzhi_u64(ends, len as u32);
        }
        self.put(_mm512_maskz_compress_epi8(ends, decoded.characters), ends.count_ones() as usize);
        self.done.read += len;
        len == BLOCK
    }
}

/// A block of UTF-8 as ISO-8859-1.
struct Decoded {
    /// The characters, at the position of the last byte of each.
    characters: __m512i,
    /// The lanes that are not leads.
    ends: u64,
    /// The lanes of errors: leads that may not occur, continuations without a lead, and other bytes
    /// after a lead.
    wrong: u64,
}

impl Decoded {
    /// Decodes a block. `before` has the byte before each lane of `block`; `first` is the byte
    /// before the first lane.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of(block: __m512i, before: __m512i, first: u8) -> Self {
        let beyond_ascii = _mm512_movepi8_mask(block);
        let ends = _mm512_cmplt_epu8_mask(block, all(0xC0));
        let due = !ends << 1 | u64::from(first >= 0xC0);
        // C2 and C3 become FE and FF, and all other leads become less than 3E.
        let kinds = _mm512_sub_epi8(_mm512_xor_si512(block, all(0xC2)), all(2));
        let bad_leads = _mm512_cmplt_epu8_mask(kinds, all(0x3E));
        // C3 contributes the second-highest bit of the character, 0x40.
        let upper = _mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            beyond_ascii,
            before,
            _mm512_set1_epi64(UPPER),
        );
        Self {
            characters: _mm512_or_si512(block, upper),
            ends,
            wrong: (beyond_ascii & ends) ^ due | bad_leads,
        }
    }

    /// Writes the characters to `room` at `at`. Returns the end.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put<const N: usize>(&self, room: &mut [MaybeUninit<u8>; N], at: usize) -> usize {
        store_within(room, at, _mm512_maskz_compress_epi8(self.ends, self.characters));
        at + self.ends.count_ones() as usize
    }
}

/// An affine map that moves only bit 0, to bit 6.
const UPPER: i64 = 1 << 8;
