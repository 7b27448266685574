//! The WebAssembly `simd128` set, with registers of sixteen bytes.
//!
//! An engine accepts or rejects a module as a whole, so the set is available if the build has it.
use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use core::{arch::wasm32::*, mem::MaybeUninit, ops::ControlFlow};

use crate::{
    LossyLength,
    simd::{
        Contents, Progress,
        generic::{self, vector::Vector},
        portable,
        shared::{spans as outside, spans::Range, swap},
    },
};

/// The proof that this build has `simd128`.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Simd128(());

impl Set for Simd128 {
    #[target_feature(enable = "simd128")]
    unsafe fn ascii_prefix(src: &[u8]) -> usize {
        generic::ascii_prefix(Self(()), src)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn validate<F: Text>(src: &[u8]) -> usize {
        generic::validate::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match generic::begin::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => generic::convert::<Self, F, T>(Self(()), src, dst, done),
        }
    }

    #[target_feature(enable = "simd128")]
    unsafe fn lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress {
        match generic::begin_lossy::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => generic::lossy::<Self, F, T>(Self(()), src, dst, done),
        }
        .counted_in(replaced)
    }

    #[target_feature(enable = "simd128")]
    #[inline(never)]
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: generic::Damage,
    ) -> usize {
        generic::fix::<Self, F>(Self(()), src, dst, done, damage)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize {
        generic::length::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        generic::length_lossy::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "simd128")]
    #[inline(never)]
    unsafe fn measure_damaged<'a, F: Text, T: Text>(
        src: &'a [u8],
        total: &mut LossyLength,
    ) -> &'a [u8] {
        generic::measure_damaged::<Self, F, T>(Self(()), src, total)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn lines<F: Text>(src: &[u8]) -> usize {
        generic::lines::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
        generic::swap16::<Self>(Self(()), src, dst);
    }

    #[target_feature(enable = "simd128")]
    unsafe fn swap16_in_place(units: &mut [u16]) {
        swap::in_place(units);
    }

    #[target_feature(enable = "simd128")]
    unsafe fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
        outside::outside::<F>(src, ranges)
    }

    #[target_feature(enable = "simd128")]
    unsafe fn contents(src: &[u8]) -> Contents {
        portable::count_contents(src)
    }
}

impl Vector for Simd128 {
    type Register = v128;
    type Narrow = Self;

    const BYTES: usize = 16;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> v128 {
        let block = &bytes[at..at + 16];
        // SAFETY: the block has 16 bytes, and the load requires no alignment.
        unsafe { v128_load(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_twelves(self, bytes: &[u8], at: usize) -> v128 {
        self.load(bytes, at)
    }

    #[inline(always)]
    fn store(self, room: &mut [MaybeUninit<u8>], at: usize, block: v128) {
        let room = &mut room[at..at + 16];
        // SAFETY: the room has 16 bytes, and the store requires no alignment.
        unsafe { v128_store(room.as_mut_ptr().cast(), block) }
    }

    #[inline(always)]
    fn repeat(self, bytes: &'static [u8; 16]) -> v128 {
        self.load(bytes, 0)
    }

    #[inline(always)]
    fn of_number(self, number: u128) -> v128 {
        u64x2(number as u64, (number >> 64) as u64)
    }

    #[inline(always)]
    fn splat8(self, byte: u8) -> v128 {
        u8x16_splat(byte)
    }

    #[inline(always)]
    fn splat16(self, word: u16) -> v128 {
        u16x8_splat(word)
    }

    #[inline(always)]
    fn splat32(self, word: u32) -> v128 {
        u32x4_splat(word)
    }

    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn xor(self, a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: v128, b: v128) -> v128 {
        v128_andnot(a, b)
    }

    #[inline(always)]
    fn add8(self, a: v128, b: v128) -> v128 {
        i8x16_add(a, b)
    }

    #[inline(always)]
    fn add16(self, a: v128, b: v128) -> v128 {
        i16x8_add(a, b)
    }

    #[inline(always)]
    fn sub8(self, a: v128, b: v128) -> v128 {
        i8x16_sub(a, b)
    }

    #[inline(always)]
    fn sub32(self, a: v128, b: v128) -> v128 {
        i32x4_sub(a, b)
    }

    #[inline(always)]
    fn saturating_sub8(self, a: v128, b: v128) -> v128 {
        u8x16_sub_sat(a, b)
    }

    #[inline(always)]
    fn max8(self, a: v128, b: v128) -> v128 {
        u8x16_max(a, b)
    }

    #[inline(always)]
    fn max32(self, a: v128, b: v128) -> v128 {
        u32x4_max(a, b)
    }

    #[inline(always)]
    fn eq8(self, a: v128, b: v128) -> v128 {
        i8x16_eq(a, b)
    }

    #[inline(always)]
    fn eq16(self, a: v128, b: v128) -> v128 {
        i16x8_eq(a, b)
    }

    #[inline(always)]
    fn eq32(self, a: v128, b: v128) -> v128 {
        i32x4_eq(a, b)
    }

    #[inline(always)]
    fn gt8(self, a: v128, b: v128) -> v128 {
        i8x16_gt(a, b)
    }

    #[inline(always)]
    fn up16<const N: i32>(self, a: v128) -> v128 {
        i16x8_shl(a, N as u32)
    }

    #[inline(always)]
    fn down16<const N: i32>(self, a: v128) -> v128 {
        u16x8_shr(a, N as u32)
    }

    #[inline(always)]
    fn gt32(self, a: v128, b: v128) -> v128 {
        i32x4_gt(a, b)
    }

    #[inline(always)]
    fn up32<const N: i32>(self, a: v128) -> v128 {
        i32x4_shl(a, N as u32)
    }

    #[inline(always)]
    fn down32<const N: i32>(self, a: v128) -> v128 {
        u32x4_shr(a, N as u32)
    }

    #[inline(always)]
    fn lookup(self, table: v128, index: v128) -> v128 {
        i8x16_swizzle(table, index)
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, a: v128) -> v128 {
        let zero = self.splat8(0);
        match N {
            1 => i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(
                zero, a,
            ),
            2 => i8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(
                zero, a,
            ),
            _ => i8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(
                zero, a,
            ),
        }
    }

    #[inline(always)]
    fn any(self, a: v128) -> bool {
        v128_any_true(a)
    }

    #[inline(always)]
    fn any_high(self, a: v128) -> bool {
        i8x16_bitmask(a) != 0
    }

    #[inline(always)]
    fn bits(self, a: v128) -> u32 {
        i8x16_bitmask(a).into()
    }

    #[inline(always)]
    fn sum8(self, a: v128) -> u64 {
        let sums = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(a));
        let [a, b] = [u32x4_extract_lane::<0>(sums), u32x4_extract_lane::<1>(sums)];
        let [c, d] = [u32x4_extract_lane::<2>(sums), u32x4_extract_lane::<3>(sums)];
        (a + b + c + d).into()
    }

    #[inline(always)]
    fn zip8_low(self, a: v128, b: v128) -> v128 {
        i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b)
    }

    #[inline(always)]
    fn zip8_high(self, a: v128, b: v128) -> v128 {
        i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b)
    }

    #[inline(always)]
    fn zip16_low(self, a: v128, b: v128) -> v128 {
        i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b)
    }

    #[inline(always)]
    fn zip16_high(self, a: v128, b: v128) -> v128 {
        i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b)
    }

    #[inline(always)]
    fn widen8(self, a: v128) -> [v128; 2] {
        let zero = self.splat8(0);
        [self.zip8_low(a, zero), self.zip8_high(a, zero)]
    }

    #[inline(always)]
    fn widen16(self, a: v128) -> [v128; 2] {
        let zero = self.splat8(0);
        [self.zip16_low(a, zero), self.zip16_high(a, zero)]
    }

    #[inline(always)]
    fn pack16(self, a: v128, b: v128) -> v128 {
        u8x16_narrow_i16x8(a, b)
    }

    #[inline(always)]
    fn pack32(self, a: v128, b: v128) -> v128 {
        u16x8_narrow_i32x4(a, b)
    }

    #[inline(always)]
    fn rows(self, rows: &'static [[u8; 16]; 256], keys: u32) -> v128 {
        self.load(&rows[keys as usize & 0xFF], 0)
    }

    #[inline(always)]
    fn store_lane(self, room: &mut [MaybeUninit<u8>], at: usize, a: v128, _lane: usize) {
        self.store(room, at, a);
    }

    #[inline(always)]
    fn store_lane_widened<const BIG: bool>(
        self,
        room: &mut [MaybeUninit<u8>],
        at: usize,
        a: v128,
        _lane: usize,
    ) {
        let zero = self.splat8(0);
        let (a, b) = if BIG { (zero, a) } else { (a, zero) };
        let room = &mut room[at..at + 32];
        self.store(room, 0, self.zip16_low(a, b));
        self.store(room, 16, self.zip16_high(a, b));
    }
}
