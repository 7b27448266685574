//! Registers of 64 bytes: loads, stores and the few operations that every kernel needs.

pub(in crate::simd) mod blocks;
pub(in crate::simd) mod encode8;
pub(in crate::simd) mod replace8;
pub(in crate::simd) mod subpart_masks;
pub(in crate::simd) mod units16;
pub(in crate::simd) mod units32;
use core::{arch::x86_64::*, mem::MaybeUninit};

/// The number of bytes in a register.
pub(in crate::simd) const BLOCK: usize = 64;

/// Loads the block of `bytes` at `at`.
///
/// The bounds check is free if `bytes` is an array and `at` is a constant.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load(bytes: &[u8], at: usize) -> __m512i {
    let block = &bytes[at..at + BLOCK];
    // SAFETY: the block has 64 bytes, and the load requires no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// Loads a short slice, followed by zeros.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load_short(bytes: &[u8]) -> __m512i {
    debug_assert!(bytes.len() <= BLOCK);
    let mask = _bzhi_u64(!0, bytes.len() as u32);
    // SAFETY: masked-out lanes are not read, and the others are within the slice.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Moves each byte of `block` up by `N` positions, and fills with zeros.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn shift_up<const N: usize>(block: __m512i) -> __m512i {
    const { assert!(N < BLOCK) };
    let places = table(const { &Table(places(N)) });
    _mm512_maskz_permutexvar_epi8(!0 << N, places, block)
}

/// Returns, for each position, the one `n` before it.
pub(in crate::simd) const fn places(n: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = n;
    while at < BLOCK {
        places[at] = (at - n) as u8;
        at += 1;
    }
    places
}

/// A table that fills a cache line. A load that straddles two lines takes twice as long, and loads
/// of tables are half of the work of a short call.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in crate::simd) struct Table(pub(in crate::simd) [u8; BLOCK]);

/// Loads a table into a register.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn table(Table(bytes): &'static Table) -> __m512i {
    load(bytes, 0)
}

/// A table whose contents the compiler does not know.
///
/// If it knows a constant, it replaces our operations by others that it considers cheaper, but that
/// cost more on the port that limits kernels. Two permutes of words and two unpackings become two
/// permutes of two registers, and a sign test after a subtraction becomes a comparison.
#[repr(align(64))]
pub(in crate::simd) struct Opaque(pub(in crate::simd) [u8; BLOCK]);

impl Opaque {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn load(&'static self) -> __m512i {
        // SAFETY: the reference is to 64 bytes with an alignment of 64.
        unsafe { core::ptr::read_volatile(self.0.as_ptr().cast()) }
    }
}

/// Reads the byte of `bytes` at `at` from memory. Otherwise, the compiler would extract it from a
/// register that was loaded from there, with operations on the port that limits kernels.
#[inline(always)]
pub(in crate::simd) fn byte(bytes: &[u8], at: usize) -> u8 {
    // SAFETY: the pointer comes from a reference to the byte.
    unsafe { core::ptr::read_volatile(&bytes[at]) }
}

/// Returns `byte` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn all(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte as i8)
}

/// The number of bytes from which on loads of whole cache lines pay.
pub(in crate::simd) const LONG: usize = 1024;

/// Returns the distance from the start of `bytes` to the first cache line that begins after it, in
/// bytes, rounded up to whole units of `unit` bytes. It is at least one unit, at most a block.
#[inline(always)]
pub(in crate::simd) fn to_line<T>(bytes: &[T], unit: usize) -> usize {
    BLOCK - after_line(bytes, unit)
}

/// Returns the number of bytes from the start of a cache line to `bytes`, rounded down to whole
/// units of `unit` bytes.
#[inline(always)]
pub(in crate::simd) fn after_line<T>(bytes: &[T], unit: usize) -> usize {
    (bytes.as_ptr().addr() % BLOCK) & !(unit - 1)
}

/// Stores `block` in `room` at `at`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store(room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
    let room = &mut room[at..at + BLOCK];
    // SAFETY: the room has 64 bytes, and the store requires no alignment.
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

/// Stores the part of `block` that `room`, which is at most one block, can hold.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store_short(room: &mut [MaybeUninit<u8>], block: __m512i) {
    debug_assert!(room.len() <= BLOCK);
    let mask = _bzhi_u64(!0, room.len() as u32);
    // SAFETY: masked-out lanes are not written, and the others are within the slice.
    unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), mask, block) };
}

/// Returns an affine map that moves the bits of a byte up by `n` positions and drops the bits that
/// fall out.
pub(in crate::simd) const fn up(n: u32) -> i64 {
    // Row 7 - i of the matrix makes bit i: it selects bit i - n of the byte. The top byte is the
    // first row.
    let mut matrix = 0_u64;
    let mut bit = n;
    while bit < 8 {
        matrix |= 1 << (8 * (7 - bit) + (bit - n));
        bit += 1;
    }
    matrix as i64
}

/// Returns an affine map that moves the bits of a byte down by `n` positions and keeps the lowest
/// `kept`.
pub(in crate::simd) const fn down(n: u32, kept: u32) -> i64 {
    let mut matrix = 0_u64;
    let mut bit = 0;
    while bit < kept {
        matrix |= 1 << (8 * (7 - bit) + (bit + n));
        bit += 1;
    }
    matrix as i64
}

/// Returns an affine map that copies bit `bit` of a byte to all bits from `from` on.
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

/// Applies the affine map `matrix` to `bytes`, with 0 in lanes that are not in `mask`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn moved(mask: u64, bytes: __m512i, matrix: i64) -> __m512i {
    _mm512_maskz_gf2p8affine_epi64_epi8::<0>(mask, bytes, _mm512_set1_epi64(matrix))
}

/// The order of groups of eight bytes from which unpacking gives bytes in order, for
/// [`interleave`].
pub(in crate::simd) static IN_HALVES: Opaque = Opaque({
    let mut bytes = [0; BLOCK];
    let mut at = 0;
    while at < 8 {
        bytes[8 * at] = (at / 2 + at % 2 * 4) as u8;
        at += 1;
    }
    bytes
});

/// Interleaves `low` and `high` as the bytes of words. `halves` is [`IN_HALVES`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn interleave(halves: __m512i, low: __m512i, high: __m512i) -> [__m512i; 2] {
    let low = _mm512_permutexvar_epi64(halves, low);
    let high = _mm512_permutexvar_epi64(halves, high);
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}

/// Returns the positions that reverse the bytes of each unit of `unit` bytes.
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

/// Stores the first `len` bytes of `blocks` in `room`, which must have that many. If there is room,
/// it stores whole blocks, up to the last one with some of the first `most` bytes.
///
/// `most` is the maximum of `len` and known sooner, so that nothing waits for a branch prediction.
/// Masked stores are used only if needed, because masked-out lanes in a page that was never touched
/// cost a microcode assist.
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

/// Returns `word` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn words(word: u16) -> __m512i {
    _mm512_set1_epi16(word as i16)
}

/// Returns `dword` in every lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn dwords(dword: u32) -> __m512i {
    _mm512_set1_epi32(dword as i32)
}

/// Returns all bits that are set in any of `blocks`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn union<const N: usize>(blocks: &[__m512i; N]) -> __m512i {
    let mut any = blocks[0];
    for &block in &blocks[1..] {
        any = _mm512_or_si512(any, block);
    }
    any
}

/// Loads the `N` blocks of `bytes`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn load_all<const N: usize>(bytes: &[u8]) -> [__m512i; N] {
    let mut blocks = [_mm512_setzero_si512(); N];
    for (at, block) in blocks.iter_mut().enumerate() {
        *block = load(bytes, at * BLOCK);
    }
    blocks
}

/// Operations on words of the other byte order, if `OTHER`. Words in the byte order of the machine
/// stay as they are.
///
/// These are shifts by a number that the compiler does not know. For a constant, it would use
/// shuffles, on the port that limits kernels.
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

    /// Returns words with their bytes swapped.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn swap(self, block: __m512i) -> __m512i {
        if OTHER { _mm512_shldv_epi16(block, block, self.eights) } else { block }
    }

    /// Returns words that were units below 0x100. The result for other units is unspecified.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn narrow(self, block: __m512i) -> __m512i {
        if OTHER { _mm512_srlv_epi16(block, self.eights) } else { block }
    }

    /// Does the work of [`narrow_words`] for two blocks of units, all of them below 0x100; any
    /// other unit also spoils its neighbours. In the other byte order, the units of one block fill
    /// the gaps of the other. That is one operation fewer than packing both, on the port that
    /// limits kernels.
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

/// Returns double words, with their bytes reversed if `SWAP`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn swap_dwords<const SWAP: bool>(block: __m512i) -> __m512i {
    if SWAP { _mm512_shuffle_epi8(block, table(&SWAP_DWORDS)) } else { block }
}

/// Returns the low bytes of the words of two blocks. The result for a word above 0xFF is
/// unspecified, but does not affect others.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn narrow_words(first: __m512i, second: __m512i) -> __m512i {
    let packed = _mm512_packus_epi16(first, second);
    _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed)
}

/// Returns the low bytes of the double words of four blocks, none of which is above 0xFF.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn narrow_dwords([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let packed = _mm512_packus_epi16(_mm512_packus_epi32(a, b), _mm512_packus_epi32(c, d));
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_permutexvar_epi32(order, packed)
}

/// Returns the last one of `LANES` lanes, as a number.
///
/// It extracts a bit field instead of shifting. From this shift and another by one lane, the
/// compiler would make a double shift, which is several operations on AMD's processors.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn last_lane<const LANES: u32>(lanes: u64) -> u64 {
    _bextr_u64(lanes, LANES - 1, 1)
}

/// Moves `lanes` down by one, and sets the last lane if `last`. It does not shift, for the same
/// reason as [`last_lane`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn below(lanes: u64, last: bool) -> u64 {
    _bextr_u64(lanes, 1, 63) | u64::from(last) << 63
}
