//! Runs of text without a sequence longer than two bytes: Cyrillic, Greek, Arabic, Hebrew, and
//! ASCII among them.
//!
//! No lane looks further back than one byte, and every byte that is no lead ends a character. The
//! structure is a mask: continuations are exactly the lanes behind a lead. C0 and C1, the leads of
//! overlong forms, are found by a minimum over the whole run; should there be one, the run is
//! undone and left to the general path, which says where. Cost: 9 operations on port 5 for 64
//! bytes.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::is_continuation,
    simd::{
        Progress,
        x86_64::avx512::{
            from8::{
                Run, STEP, Tools, Window, is_utf16, most, planes::low_plane, unit, units::Packed,
            },
            registers::{BLOCK, all, byte, down, last_lane, load, moved, store_all},
        },
    },
};

/// How many bytes at most are undone for an overlong form among them.
const MAX_UNDONE: usize = 16 * STEP;

/// Whether `least`, a minimum over bytes less the bits of C0, is that of C0 or C1, the leads of
/// overlong forms.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn has_overlong(least: __m512i) -> bool {
    _mm512_cmplt_epu8_mask(least, all(2)) != 0
}

/// Whether no sequence in a step, or that reaches into it, is longer than two bytes, if `greatest`
/// has the greater bytes of its blocks and of those before. For well-formed text exact, but behind
/// a longer sequence that ends right before.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn is_narrow(greatest: __m512i) -> bool {
    _mm512_cmpge_epu8_mask(greatest, all(0xE0)) == 0
}

/// Takes steps from `done` on while they are narrow and right; gives how far that is, and `false`
/// if it took some that were not, and has given them back.
///
/// What it takes are values: what a function that is called takes by reference is in memory all the
/// time.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn run<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> (Progress, bool) {
    let mut run = Run { src, dst, done, tools: Tools::new::<TO>() };
    let right = run.narrow::<TO>();
    (run.done, right)
}

impl Run<'_> {
    /// Takes steps while they are narrow and right; `false` if it took some that were not, and has
    /// given them back.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn narrow<const TO: u8>(&mut self) -> bool {
        // The lead of an overlong form right before is of no step here: the general path sees it
        // beside what is behind it.
        if matches!(self.src[self.done.read - 1], 0xC0 | 0xC1) {
            return true;
        }
        let mut before = self.done;
        let mut least = all(0xFF);
        while let Some(window) = self.window::<TO>() {
            if self.done.read - before.read >= MAX_UNDONE {
                if has_overlong(least) {
                    break;
                }
                before = self.done;
            }
            let blocks = [load(window, 3), load(window, 3 + BLOCK)];
            let greatest = _mm512_max_epu8(load(window, 0), _mm512_max_epu8(blocks[0], blocks[1]));
            if !is_narrow(greatest) || !ends_plainly(window) {
                break;
            }
            let leads = [leads_of(blocks[0]), leads_of(blocks[1])];
            let multi = [_mm512_movepi8_mask(blocks[0]), _mm512_movepi8_mask(blocks[1])];
            let open = [u64::from(byte(window, 2) >= 0xC0), last_lane::<64>(leads[0])];
            let behind = [leads[0] << 1 | open[0], leads[1] << 1 | open[1]];
            if (multi[0] ^ leads[0] ^ behind[0]) | (multi[1] ^ leads[1] ^ behind[1]) != 0 {
                break;
            }
            // C0 and C1 become 0 and 1, which nothing else does.
            for block in blocks {
                least = _mm512_min_epu8(least, _mm512_xor_si512(block, all(0xC0)));
            }
            let before = [load(window, 2), load(window, 2 + BLOCK)];
            for at in 0..2 {
                self.emit_narrow::<TO>(blocks[at], before[at], leads[at], multi[at]);
            }
            self.done.read += STEP;
        }
        let wrong = has_overlong(least);
        if wrong {
            self.done = before;
        }
        !wrong
    }

    /// Emits a block: all lanes but the leads.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn emit_narrow<const TO: u8>(&mut self, block: __m512i, one: __m512i, leads: u64, multi: u64) {
        let middle = moved(multi, one, const { down(2, 3) });
        let packed = Packed::of(low_plane(block, one, multi), middle, !leads);
        let room = &mut self.dst[self.done.written..][..most(TO)];
        if is_utf16(TO) {
            store_all(room, packed.words::<TO>(self.tools.order));
        } else {
            store_all(room, packed.dwords::<TO>(self.tools.order));
        }
        self.done.written += leads.count_zeros() as usize * unit(TO);
    }
}

/// Whether what is emitted for the last byte of a step is what the general path would emit: a lead
/// has its continuation behind it, and nothing else has.
#[inline(always)]
fn ends_plainly(window: &Window) -> bool {
    (byte(window, 2 + STEP) >= 0xC0) == is_continuation(byte(window, 3 + STEP))
}

/// The lanes of leads; C0 and C1 among them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn leads_of(block: __m512i) -> u64 {
    _mm512_cmpge_epu8_mask(block, all(0xC0))
}
