//! Registers of any width, for algorithms that are written once.
//!
//! A [`Vector`] is a token: a value of the type proves that this machine has the instructions. Only
//! the entries of a set, which have its target features, make one. Its operations are those that
//! the algorithms of [`generic`](crate::simd::generic) need. Lanes are bytes unless the name says
//! otherwise.
//!
//! **Everything generic is `inline(always)`**, from an entry with its target features down to the
//! intrinsic, and behaviour is passed as types, not closures. A function that is not inlined would
//! be compiled without the features and would call each intrinsic. The result would be correct but
//! fifty times slower.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

/// The maximum number of bytes in a register.
pub(in crate::simd) const WIDEST: usize = 32;

/// The proof that this machine has the instructions of a set, and the operations of the set.
pub(in crate::simd) trait Vector: Copy {
    type Register: Copy;
    /// The set's registers of sixteen bytes, for short texts.
    type Narrow: Vector;

    /// The number of bytes in a register: sixteen or a multiple of it.
    const BYTES: usize;

    fn narrow(self) -> Self::Narrow;

    /// Loads the bytes of `bytes` from `at` on.
    fn load(self, bytes: &[u8], at: usize) -> Self::Register;
    /// Loads sixteen bytes for each sixteen bytes of a register, at offsets of twelve bytes from
    /// `at` on.
    fn load_twelves(self, bytes: &[u8], at: usize) -> Self::Register;
    fn store(self, room: &mut [MaybeUninit<u8>], at: usize, block: Self::Register);
    /// Repeats the same sixteen bytes.
    fn repeat(self, bytes: &'static [u8; 16]) -> Self::Register;
    fn splat8(self, byte: u8) -> Self::Register;
    fn splat16(self, word: u16) -> Self::Register;
    fn splat32(self, word: u32) -> Self::Register;

    fn and(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn xor(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns `a` without the bits of `b`.
    fn and_not(self, a: Self::Register, b: Self::Register) -> Self::Register;

    fn add8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn add16(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn sub8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn sub32(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns `a - b`, or 0 if `b` is greater.
    fn saturating_sub8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn max8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns the greater of two double words, as unsigned numbers.
    fn max32(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns all ones in lanes that are equal.
    fn eq8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn eq16(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn eq32(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns all ones in lanes where `a` is greater, as signed numbers.
    fn gt8(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn gt32(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Shifts words up or down.
    fn up16<const N: i32>(self, a: Self::Register) -> Self::Register;
    fn down16<const N: i32>(self, a: Self::Register) -> Self::Register;
    /// Shifts double words up or down.
    fn up32<const N: i32>(self, a: Self::Register) -> Self::Register;
    fn down32<const N: i32>(self, a: Self::Register) -> Self::Register;

    /// Returns, in each sixteen bytes, the bytes of `table` at the positions in `index`. Each index
    /// is less than 16, or 0x80 for a zero byte.
    fn lookup(self, table: Self::Register, index: Self::Register) -> Self::Register;
    /// Moves the bytes up by one to three positions, and fills with zeros.
    fn shift_up<const N: usize>(self, a: Self::Register) -> Self::Register;

    /// Returns for each word the one after it, and 0 for the last.
    #[inline(always)]
    fn next16(self, a: Self::Register) -> Self::Register {
        const { assert!(Self::BYTES == 16, "longer registers have their own code") };
        self.lookup(a, self.repeat(&NEXT_WORDS))
    }

    /// Returns `true` if any bit is set.
    fn any(self, a: Self::Register) -> bool;
    /// Returns `true` if the highest bit of any byte is set.
    fn any_high(self, a: Self::Register) -> bool;
    /// Returns the highest bit of each byte.
    fn bits(self, a: Self::Register) -> u32;
    /// Returns the sum of all bytes.
    fn sum8(self, a: Self::Register) -> u64;

    /// Interleaves, in each sixteen bytes, the bytes of the lower halves of `a` and `b`.
    fn zip8_low(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn zip8_high(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn zip16_low(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn zip16_high(self, a: Self::Register, b: Self::Register) -> Self::Register;

    /// Widens bytes to words, in order.
    fn widen8(self, a: Self::Register) -> [Self::Register; 2];
    /// Widens words to double words, in order.
    fn widen16(self, a: Self::Register) -> [Self::Register; 2];
    /// Narrows words below 0x100 to bytes, in order. The result for other words is unspecified.
    fn pack16(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns a bit for each word above 0x7F, those of `a` first.
    #[inline(always)]
    fn beyond_ascii16(self, a: Self::Register, b: Self::Register) -> u32 {
        let ascii = |words| {
            let beyond = self.and(words, self.splat16(0xFF80));
            self.down16::<8>(self.eq16(beyond, self.splat8(0)))
        };
        !self.bits(self.pack16(ascii(a), ascii(b))) & (!0 >> (32 - Self::BYTES))
    }
    /// Narrows double words below 0x10000 to words, in order.
    fn pack32(self, a: Self::Register, b: Self::Register) -> Self::Register;

    /// Loads a row of `rows` for each sixteen bytes, selected by every second byte of `keys` from
    /// the lowest on.
    fn rows(self, rows: &'static [[u8; 16]; 256], keys: u32) -> Self::Register;
    /// Stores the sixteen bytes with the number `lane`.
    fn store_lane(self, room: &mut [MaybeUninit<u8>], at: usize, a: Self::Register, lane: usize);
    /// Stores the eight words with the number `lane` as double words. They are big-endian if `BIG`.
    fn store_lane_widened<const BIG: bool>(
        self,
        room: &mut [MaybeUninit<u8>],
        at: usize,
        a: Self::Register,
        lane: usize,
    );

    /// Prefetches the memory [`AHEAD`](crate::simd::shared::cache::AHEAD) bytes after `at` in
    /// `bytes`, also past the end of `bytes`. This is only a hint.
    #[inline(always)]
    fn prefetch(self, _bytes: &[u8], _at: usize) {}

    /// Does the work of [`store`](Self::store), but bypasses the caches if the set can, because a
    /// store that misses them reads the cache line first. [`end_past`](Self::end_past) must follow
    /// before the room is returned.
    #[inline(always)]
    fn store_past(self, room: &mut [MaybeUninit<u8>], at: usize, block: Self::Register) {
        self.store(room, at, block);
    }

    /// Orders the stores of [`store_past`](Self::store_past) before all later ones.
    #[inline(always)]
    fn end_past(self) {}

    /// Loads the first bytes of `bytes`, as many as a register has, as words. If `BIG`, the words
    /// are big-endian, at the same cost.
    #[inline(always)]
    fn load_as_words<const BIG: bool>(self, bytes: &[u8]) -> [Self::Register; 2] {
        const { assert!(Self::BYTES == 16, "longer registers have their own code") };
        let (bytes, zero) = (self.load(bytes, 0), self.splat8(0));
        let (a, b) = if BIG { (zero, bytes) } else { (bytes, zero) };
        [self.zip8_low(a, b), self.zip8_high(a, b)]
    }

    /// Loads the words of a register from `at` on, in the byte order of `F`, as double words in
    /// that of `T`.
    #[inline(always)]
    fn load_widened<F: Text, T: Text>(self, bytes: &[u8], at: usize) -> [Self::Register; 2] {
        const { assert!(Self::BYTES == 16, "longer registers have their own code") };
        let (words, zero) = (self.load(bytes, at), self.splat8(0));
        let words = if F::BIG == T::BIG { words } else { self.swap::<2>(words) };
        let (a, b) = if T::BIG { (zero, words) } else { (words, zero) };
        [self.zip16_low(a, b), self.zip16_high(a, b)]
    }

    /// Loads the first bytes of `bytes`, as many as a register has, as double words.
    #[inline(always)]
    fn load_as_double_words(self, bytes: &[u8]) -> [Self::Register; 4] {
        let [a, b] = self.load_as_words::<false>(bytes);
        let [[a, b], [c, d]] = [self.widen16(a), self.widen16(b)];
        [a, b, c, d]
    }

    /// Returns the bytes of a number, lowest first, followed by zeros.
    fn of_number(self, number: u128) -> Self::Register;

    /// Narrows double words below 0x100 to bytes, in order.
    #[inline(always)]
    fn pack32_twice(self, [a, b, c, d]: [Self::Register; 4]) -> Self::Register {
        self.pack16(self.pack32(a, b), self.pack32(c, d))
    }

    /// Loads a slice that is no longer than a register, followed by zeros. It does not go through a
    /// buffer, because a load that depends on several stores waits long. Registers of more than
    /// sixteen bytes have their own code.
    #[inline(always)]
    fn load_short(self, bytes: &[u8]) -> Self::Register {
        const { assert!(Self::BYTES == 16) };
        if bytes.len() == Self::BYTES { self.load(bytes, 0) } else { self.of_number(number(bytes)) }
    }

    /// Returns the position of the first byte that is not 0, or [`Self::BYTES`] if there is none.
    #[inline(always)]
    fn first(self, a: Self::Register) -> usize {
        let zeros = self.bits(self.eq8(a, self.splat8(0)));
        (!zeros).trailing_zeros().min(Self::BYTES as u32) as usize
    }

    /// Returns all ones in the bytes whose bits are set in `bits`, from the lowest on.
    #[inline(always)]
    fn spread(self, bits: u32) -> Self::Register {
        let eights = self.lookup(self.splat32(bits), self.repeat(&EIGHTS));
        let each = self.repeat(&EACH_BIT);
        self.eq8(self.and(eights, each), each)
    }

    /// Returns `a` where `mask` is all ones, and `b` elsewhere.
    #[inline(always)]
    fn choose(self, mask: Self::Register, a: Self::Register, b: Self::Register) -> Self::Register {
        self.or(self.and(a, mask), self.and_not(b, mask))
    }

    /// Repeats `word` in the byte order of `F`.
    #[inline(always)]
    fn splat16_of<F: Text>(self, word: u16) -> Self::Register {
        self.splat16(if F::BIG { word.swap_bytes() } else { word })
    }

    #[inline(always)]
    fn splat32_in<const BIG: bool>(self, word: u32) -> Self::Register {
        self.splat32(if BIG { word.swap_bytes() } else { word })
    }

    /// Reverses the bytes of each unit of `UNIT` bytes.
    #[inline(always)]
    fn swap<const UNIT: usize>(self, a: Self::Register) -> Self::Register {
        match UNIT {
            2 => self.lookup(a, self.repeat(&SWAPPED_WORDS)),
            4 => self.lookup(a, self.repeat(&SWAPPED_DOUBLE_WORDS)),
            _ => a,
        }
    }
}

/// The first byte eight times, then the second.
static EIGHTS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
/// The bits of a byte, twice.
pub(in crate::simd) static EACH_BIT: [u8; 16] =
    [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

static NEXT_WORDS: [u8; 16] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x80, 0x80];

static SWAPPED_WORDS: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
static SWAPPED_DOUBLE_WORDS: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/// Returns at most sixteen bytes as a number, the first byte lowest.
#[inline(always)]
pub(in crate::simd) fn number(bytes: &[u8]) -> u128 {
    // Two loads, which may overlap.
    if let (Some(&first), Some(&last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        // Keep those of the last eight bytes that are not among the first eight. A shift of all
        // sixteen would take about ten operations.
        let last = u64::from_le_bytes(last).checked_shr(128 - 8 * bytes.len() as u32);
        u128::from(u64::from_le_bytes(first)) | u128::from(last.unwrap_or(0)) << 64
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>())
    {
        // The bytes in both loads are the same, so `or` does not change them.
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (bytes.len() - 4));
        (u64::from(u32::from_le_bytes(first)) | last).into()
    } else if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
        let middle = bytes.len() / 2;
        let middle = u32::from(bytes[middle]) << (8 * middle);
        (u32::from(first) | middle | u32::from(last) << (8 * (bytes.len() - 1))).into()
    } else {
        0
    }
}

/// Returns the units in the byte order of the machine.
#[inline(always)]
pub(in crate::simd) fn in_machine_order<V: Vector, F: Text>(
    v: V,
    units: V::Register,
) -> V::Register {
    match (F::BIG, F::UNIT) {
        (true, 4) => v.swap::<4>(units),
        (true, _) => v.swap::<2>(units),
        _ => units,
    }
}
