//! The NEON set, with registers of sixteen bytes.
//!
//! Safety: an intrinsic requires only that the machine has its instructions. A [`Neon`] token
//! proves this, because only the entries of the set make one. Loads and stores also require memory,
//! and their comments say which.

use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use core::{arch::aarch64::*, mem::MaybeUninit, ops::ControlFlow};

use crate::{
    LossyLength,
    simd::{
        Contents, Progress,
        generic::{self, vector::Vector},
        portable,
        shared::{spans as outside, spans::Range, swap},
    },
};

/// The proof that this machine has NEON.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Neon(());

impl Set for Neon {
    #[target_feature(enable = "neon")]
    unsafe fn ascii_prefix(src: &[u8]) -> usize {
        generic::ascii_prefix(Self(()), src)
    }

    #[target_feature(enable = "neon")]
    unsafe fn validate<F: Text>(src: &[u8]) -> usize {
        generic::validate::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "neon")]
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match generic::begin::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => generic::convert::<Self, F, T>(Self(()), src, dst, done),
        }
    }

    #[target_feature(enable = "neon")]
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

    #[target_feature(enable = "neon")]
    #[inline(never)]
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: generic::Damage,
    ) -> usize {
        generic::fix::<Self, F>(Self(()), src, dst, done, damage)
    }

    #[target_feature(enable = "neon")]
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize {
        generic::length::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "neon")]
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        generic::length_lossy::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "neon")]
    #[inline(never)]
    unsafe fn measure_damaged<'a, F: Text, T: Text>(
        src: &'a [u8],
        total: &mut LossyLength,
    ) -> &'a [u8] {
        generic::measure_damaged::<Self, F, T>(Self(()), src, total)
    }

    #[target_feature(enable = "neon")]
    unsafe fn lines<F: Text>(src: &[u8]) -> usize {
        generic::lines::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "neon")]
    unsafe fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
        generic::swap16::<Self>(Self(()), src, dst);
    }

    #[target_feature(enable = "neon")]
    unsafe fn swap16_in_place(units: &mut [u16]) {
        swap::in_place(units);
    }

    #[target_feature(enable = "neon")]
    unsafe fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
        outside::outside::<F>(src, ranges)
    }

    #[target_feature(enable = "neon")]
    unsafe fn contents(src: &[u8]) -> Contents {
        portable::count_contents(src)
    }
}

impl Vector for Neon {
    type Register = uint8x16_t;
    type Narrow = Self;

    const BYTES: usize = 16;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> uint8x16_t {
        let block = &bytes[at..at + 16];
        // SAFETY: the block has 16 bytes, and the load requires no alignment.
        unsafe { vld1q_u8(block.as_ptr()) }
    }

    #[inline(always)]
    fn load_twelves(self, bytes: &[u8], at: usize) -> uint8x16_t {
        self.load(bytes, at)
    }

    #[inline(always)]
    fn store(self, room: &mut [MaybeUninit<u8>], at: usize, block: uint8x16_t) {
        let room = &mut room[at..at + 16];
        // SAFETY: the room has 16 bytes, and the store requires no alignment.
        unsafe { vst1q_u8(room.as_mut_ptr().cast(), block) }
    }

    #[inline(always)]
    fn repeat(self, bytes: &'static [u8; 16]) -> uint8x16_t {
        self.load(bytes, 0)
    }

    #[inline(always)]
    fn of_number(self, number: u128) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            vreinterpretq_u8_u64(vcombine_u64(
                vcreate_u64(number as u64),
                vcreate_u64((number >> 64) as u64),
            ))
        }
    }

    #[inline(always)]
    fn splat8(self, byte: u8) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vdupq_n_u8(byte) }
    }

    #[inline(always)]
    fn splat16(self, word: u16) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u16(vdupq_n_u16(word)) }
    }

    #[inline(always)]
    fn splat32(self, word: u32) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vdupq_n_u32(word)) }
    }

    #[inline(always)]
    fn and(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vandq_u8(a, b) }
    }

    #[inline(always)]
    fn or(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vorrq_u8(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { veorq_u8(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vbicq_u8(a, b) }
    }

    #[inline(always)]
    fn add8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vaddq_u8(a, b) }
    }

    #[inline(always)]
    fn add16(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))) }
    }

    #[inline(always)]
    fn sub8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vsubq_u8(a, b) }
    }

    #[inline(always)]
    fn sub32(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vsubq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))) }
    }

    #[inline(always)]
    fn saturating_sub8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vqsubq_u8(a, b) }
    }

    #[inline(always)]
    fn max8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vmaxq_u8(a, b) }
    }

    #[inline(always)]
    fn max32(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vmaxq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))) }
    }

    #[inline(always)]
    fn eq8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vceqq_u8(a, b) }
    }

    #[inline(always)]
    fn eq16(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))) }
    }

    #[inline(always)]
    fn eq32(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vceqq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))) }
    }

    #[inline(always)]
    fn gt8(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vcgtq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)) }
    }

    #[inline(always)]
    fn up16<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u16(vshlq_n_u16::<N>(vreinterpretq_u16_u8(a))) }
    }

    #[inline(always)]
    fn down16<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u16(vshrq_n_u16::<N>(vreinterpretq_u16_u8(a))) }
    }

    #[inline(always)]
    fn gt32(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vcgtq_s32(vreinterpretq_s32_u8(a), vreinterpretq_s32_u8(b))) }
    }

    #[inline(always)]
    fn up32<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vshlq_n_u32::<N>(vreinterpretq_u32_u8(a))) }
    }

    #[inline(always)]
    fn down32<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vreinterpretq_u8_u32(vshrq_n_u32::<N>(vreinterpretq_u32_u8(a))) }
    }

    #[inline(always)]
    fn lookup(self, table: uint8x16_t, index: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vqtbl1q_u8(table, index) }
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, a: uint8x16_t) -> uint8x16_t {
        let zero = self.splat8(0);
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            match N {
                1 => vextq_u8::<15>(zero, a),
                2 => vextq_u8::<14>(zero, a),
                _ => vextq_u8::<13>(zero, a),
            }
        }
    }

    #[inline(always)]
    fn any(self, a: uint8x16_t) -> bool {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vmaxvq_u32(vreinterpretq_u32_u8(a)) != 0 }
    }

    #[inline(always)]
    fn any_high(self, a: uint8x16_t) -> bool {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vmaxvq_u8(a) >= 0x80 }
    }

    #[inline(always)]
    fn bits(self, a: uint8x16_t) -> u32 {
        static PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let places = self.and(self.gt8(self.splat8(0), a), self.repeat(&PLACES));
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            let low = vaddv_u8(vget_low_u8(places));
            let high = vaddv_u8(vget_high_u8(places));
            u32::from(low) | u32::from(high) << 8
        }
    }

    #[inline(always)]
    fn sum8(self, a: uint8x16_t) -> u64 {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vaddlvq_u8(a) }.into()
    }

    #[inline(always)]
    fn zip8_low(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vzip1q_u8(a, b) }
    }

    #[inline(always)]
    fn zip8_high(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vzip2q_u8(a, b) }
    }

    #[inline(always)]
    fn zip16_low(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)))
        }
    }

    #[inline(always)]
    fn zip16_high(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)))
        }
    }

    #[inline(always)]
    fn widen8(self, a: uint8x16_t) -> [uint8x16_t; 2] {
        let zero = self.splat8(0);
        [self.zip8_low(a, zero), self.zip8_high(a, zero)]
    }

    #[inline(always)]
    fn widen16(self, a: uint8x16_t) -> [uint8x16_t; 2] {
        let zero = self.splat8(0);
        [self.zip16_low(a, zero), self.zip16_high(a, zero)]
    }

    #[inline(always)]
    fn pack16(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe { vuzp1q_u8(a, b) }
    }

    #[inline(always)]
    fn pack32(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token proves that the machine has NEON.
        unsafe {
            vreinterpretq_u8_u16(vuzp1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)))
        }
    }

    #[inline(always)]
    fn rows(self, rows: &'static [[u8; 16]; 256], keys: u32) -> uint8x16_t {
        self.load(&rows[keys as usize & 0xFF], 0)
    }

    #[inline(always)]
    fn store_lane(self, room: &mut [MaybeUninit<u8>], at: usize, a: uint8x16_t, _lane: usize) {
        self.store(room, at, a);
    }

    #[inline(always)]
    fn store_lane_widened<const BIG: bool>(
        self,
        room: &mut [MaybeUninit<u8>],
        at: usize,
        a: uint8x16_t,
        _lane: usize,
    ) {
        let zero = self.splat8(0);
        let (a, b) = if BIG { (zero, a) } else { (a, zero) };
        let room = &mut room[at..at + 32];
        self.store(room, 0, self.zip16_low(a, b));
        self.store(room, 16, self.zip16_high(a, b));
    }
}
