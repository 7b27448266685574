//! Sixty-four bytes at a time: loads and the few moves that every kernel needs.

pub(in crate::simd) mod blocks;
pub(in crate::simd) mod encode8;
pub(in crate::simd) mod replace8;
pub(in crate::simd) mod subpart_masks;
pub(in crate::simd) mod units16;
pub(in crate::simd) mod units32;
use core::{arch::x86_64::*, mem::MaybeUninit};

/// Bytes in a register.
pub(in crate::simd) const BLOCK: usize = 64;

/// The block of `bytes` at `at`.
///
/// The check that it is there costs nothing where `bytes` is an array and `at` is known.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load(bytes: &[u8], at: usize) -> __m512i {
    let block = &bytes[at..at + BLOCK];
    // SAFETY: the block has 64 bytes, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// The bytes of a short slice, and zeros behind them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load_short(bytes: &[u8]) -> __m512i {
    debug_assert!(bytes.len() <= BLOCK);
    let mask = _bzhi_u64(!0, bytes.len() as u32);
    // SAFETY: lanes that the mask leaves out are not read, the others are within the slice.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// `block` with each byte `N` places further on, and zeros before them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn behind<const N: usize>(block: __m512i) -> __m512i {
    const { assert!(N < BLOCK) };
    let places = table(const { &Table(places(N)) });
    _mm512_maskz_permutexvar_epi8(!0 << N, places, block)
}

/// For each place the one `n` before it.
pub(in crate::simd) const fn places(n: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = n;
    while at < BLOCK {
        places[at] = (at - n) as u8;
        at += 1;
    }
    places
}

/// A table, which is a cache line: a load that straddles two takes twice as long, and to load
/// tables is half of what a short call does.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in crate::simd) struct Table(pub(in crate::simd) [u8; BLOCK]);

/// A table in a register.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn table(Table(bytes): &'static Table) -> __m512i {
    load(bytes, 0)
}

/// A table that the compiler knows nothing about.
///
/// Knowing a constant, it replaces what we ask for by what it thinks cheaper, which costs more on
/// the port that kernels wait for: two permutes by words and two unpackings become two permutes of
/// two registers, a sign test behind a subtraction becomes a comparison.
#[repr(align(64))]
pub(in crate::simd) struct Opaque(pub(in crate::simd) [u8; BLOCK]);

impl Opaque {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn load(&'static self) -> __m512i {
        // SAFETY: a reference to 64 bytes that are aligned to as many.
        unsafe { core::ptr::read_volatile(self.0.as_ptr().cast()) }
    }
}

/// The byte of `bytes` at `at`, read from memory: the compiler would take it out of a register
/// that was loaded from there, by operations on the port that kernels wait for.
#[inline(always)]
pub(in crate::simd) fn byte(bytes: &[u8], at: usize) -> u8 {
    // SAFETY: a reference to a byte.
    unsafe { core::ptr::read_volatile(&bytes[at]) }
}

/// `byte` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn all(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte as i8)
}

/// What is so long gains from loads of whole cache lines.
pub(in crate::simd) const LONG: usize = 1024;

/// How many bytes there are from the start of `bytes`, in whole units of `unit`, to the first cache
/// line that begins behind it: a block at most.
#[inline(always)]
pub(in crate::simd) fn to_line<T>(bytes: &[T], unit: usize) -> usize {
    BLOCK - behind_line(bytes, unit)
}

/// By how many bytes, in whole units of `unit`, a cache line begins before `bytes`.
#[inline(always)]
pub(in crate::simd) fn behind_line<T>(bytes: &[T], unit: usize) -> usize {
    (bytes.as_ptr().addr() % BLOCK) & !(unit - 1)
}

/// Stores `block` in `room` at `at`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store(room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
    let room = &mut room[at..at + BLOCK];
    // SAFETY: the room has 64 bytes, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), block) };
}

/// Stores `blocks` at the start of `room`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store_all<const N: usize>(
    room: &mut [MaybeUninit<u8>],
    blocks: [__m512i; N],
) {
    for (at, block) in blocks.into_iter().enumerate() {
        store(room, at * BLOCK, block);
    }
}

/// Stores as much of `block` as `room` holds, which is no more than a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store_short(room: &mut [MaybeUninit<u8>], block: __m512i) {
    debug_assert!(room.len() <= BLOCK);
    let mask = _bzhi_u64(!0, room.len() as u32);
    // SAFETY: lanes that the mask leaves out are not written, the others are within the slice.
    unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), mask, block) };
}

/// An affine map that moves the bits of a byte `n` places up, and drops what falls out.
pub(in crate::simd) const fn up(n: u32) -> i64 {
    // Row 7 - i of the matrix makes bit i: it is bit i - n of the byte, row by row from the top
    // byte.
    let mut matrix = 0_u64;
    let mut bit = n;
    while bit < 8 {
        matrix |= 1 << (8 * (7 - bit) + (bit - n));
        bit += 1;
    }
    matrix as i64
}

/// An affine map that moves the bits of a byte `n` places down and keeps the lowest `kept`.
pub(in crate::simd) const fn down(n: u32, kept: u32) -> i64 {
    let mut matrix = 0_u64;
    let mut bit = 0;
    while bit < kept {
        matrix |= 1 << (8 * (7 - bit) + (bit + n));
        bit += 1;
    }
    matrix as i64
}

/// An affine map that makes the bits of a byte from `from` on like the one at `bit`.
pub(in crate::simd) const fn spread(bit: u32, from: u32) -> i64 {
    let mut matrix = 0_u64;
    let mut to = from;
    while to < 8 {
        matrix |= 1 << (8 * (7 - to) + bit);
        to += 1;
    }
    matrix as i64
}

/// `a & b | c`, as a table for ternary logic.
pub(in crate::simd) const AND_OR: i32 = 0xEA;

/// `bytes` under the affine map `matrix`, 0 where `mask` is not set.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn moved(mask: u64, bytes: __m512i, matrix: i64) -> __m512i {
    _mm512_maskz_gf2p8affine_epi64_epi8::<0>(mask, bytes, _mm512_set1_epi64(matrix))
}

/// The order of doubled words in which unpacking gives bytes in order: for [`interleave`].
pub(in crate::simd) static IN_HALVES: Opaque = Opaque({
    let mut bytes = [0; BLOCK];
    let mut at = 0;
    while at < 8 {
        bytes[8 * at] = (at / 2 + at % 2 * 4) as u8;
        at += 1;
    }
    bytes
});

/// Words of which `low` and `high` are the bytes; `halves` is [`IN_HALVES`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn interleave(halves: __m512i, low: __m512i, high: __m512i) -> [__m512i; 2] {
    let low = _mm512_permutexvar_epi64(halves, low);
    let high = _mm512_permutexvar_epi64(halves, high);
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}

/// For each byte of a register the one that it changes places with, in units of `unit` bytes.
const fn swapped(unit: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (at % 16 / unit * unit + (unit - 1 - at % unit)) as u8;
        at += 1;
    }
    places
}

pub(in crate::simd) static SWAP_WORDS: Table = Table(swapped(2));
pub(in crate::simd) static SWAP_DWORDS: Table = Table(swapped(4));

/// Stores the first `len` bytes of `blocks` in `room`, which has so many; whole blocks, where
/// there is room, of those in which the first `most` bytes are.
///
/// `most` is what `len` can be at most, and known sooner, so that nothing waits for a prediction.
/// Masked stores are for where they must be: lanes left out in a page that was never touched take
/// an assist.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store_first<const N: usize>(
    room: &mut [MaybeUninit<u8>],
    blocks: [__m512i; N],
    len: usize,
    most: usize,
) {
    if room.len() >= N * BLOCK {
        for (at, block) in blocks.into_iter().enumerate() {
            if at == 0 || at * BLOCK < most {
                store(room, at * BLOCK, block);
            }
        }
    } else {
        for (block, room) in blocks.into_iter().zip(room[..len].chunks_mut(BLOCK)) {
            store_short(room, block);
        }
    }
}

/// `word` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn words(word: u16) -> __m512i {
    _mm512_set1_epi16(word as i16)
}

/// `dword` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn dwords(dword: u32) -> __m512i {
    _mm512_set1_epi32(dword as i32)
}

/// All bits that any of `blocks` has.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn union<const N: usize>(blocks: &[__m512i; N]) -> __m512i {
    let mut any = blocks[0];
    for &block in &blocks[1..] {
        any = _mm512_or_si512(any, block);
    }
    any
}

/// The `N` blocks that `bytes` are.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load_all<const N: usize>(bytes: &[u8]) -> [__m512i; N] {
    let mut blocks = [_mm512_setzero_si512(); N];
    for (at, block) in blocks.iter_mut().enumerate() {
        *block = load(bytes, at * BLOCK);
    }
    blocks
}

/// Moves within words of the other order, if `OTHER`; of the order of the machine they stay as they
/// are.
///
/// They are shifts by a number that the compiler does not know: of a constant it makes shuffles, on
/// the port that kernels wait for.
#[derive(Clone, Copy)]
pub(in crate::simd) struct WordOrder<const OTHER: bool> {
    eights: __m512i,
}

impl<const OTHER: bool> WordOrder<OTHER> {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        static EIGHTS: Opaque = Opaque({
            let mut bytes = [0; BLOCK];
            let mut at = 0;
            while at < BLOCK {
                bytes[at] = 8;
                at += 2;
            }
            bytes
        });
        Self { eights: if OTHER { EIGHTS.load() } else { _mm512_setzero_si512() } }
    }

    /// Words with their bytes exchanged.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn swap(self, block: __m512i) -> __m512i {
        if OTHER { _mm512_shldv_epi16(block, block, self.eights) } else { block }
    }

    /// Words that were units less than 100; of another unit, some word.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn narrow(self, block: __m512i) -> __m512i {
        if OTHER { _mm512_srlv_epi16(block, self.eights) } else { block }
    }

    /// [`narrow_words`] of two blocks of units, all of them less than 100: another spoils more than
    /// itself. Of the other order, those of one block fill the gaps of the other: an operation less
    /// than to pack both, and one on the port that kernels wait for.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn narrow_both(self, first: __m512i, second: __m512i) -> __m512i {
        const IN_TURN: Table = Table({
            let mut places = [0; BLOCK];
            let mut at = 0;
            while at < BLOCK {
                places[at] = (at % 32 * 2 + at / 32) as u8;
                at += 1;
            }
            places
        });
        if !OTHER {
            return narrow_words(first, second);
        }
        let both = _mm512_or_si512(self.narrow(first), second);
        _mm512_permutexvar_epi8(table(&IN_TURN), both)
    }
}

/// Dwords with their bytes in reverse order if `SWAP`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn swap_dwords<const SWAP: bool>(block: __m512i) -> __m512i {
    if SWAP { _mm512_shuffle_epi8(block, table(&SWAP_DWORDS)) } else { block }
}

/// The low bytes of the words of two blocks. Of a word that exceeds a byte it is any byte, and
/// others are not touched by it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn narrow_words(first: __m512i, second: __m512i) -> __m512i {
    let packed = _mm512_packus_epi16(first, second);
    _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed)
}

/// The low bytes of the dwords of four blocks, none of which exceeds a byte.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn narrow_dwords([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let packed = _mm512_packus_epi16(_mm512_packus_epi32(a, b), _mm512_packus_epi32(c, d));
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_permutexvar_epi32(order, packed)
}

/// The last one of `LANES` lanes, as a number.
///
/// A field of bits, not a shift: of this shift and one by a lane the compiler makes a double shift,
/// which is several operations of AMD's processors.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn last_lane<const LANES: u32>(lanes: u64) -> u64 {
    _bextr_u64(lanes, LANES - 1, 1)
}

/// The lanes that are one below those of `lanes`; the last one if `last`. No shift, for the reason
/// that [`last_lane`] has.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn below(lanes: u64, last: bool) -> u64 {
    _bextr_u64(lanes, 1, 63) | u64::from(last) << 63
}
