//! Converts runs of text without sequences longer than two bytes: Cyrillic, Greek, Arabic and
//! Hebrew, with ASCII among them.
//!
//! No lane looks back more than one byte, and every byte that is not a lead ends a character. The
//! structure is a mask: continuations are exactly the lanes after leads. C0 and C1, the leads of
//! overlong forms, are found by a minimum over the whole run. If there is one, the run is undone
//! and left to the general code, which finds its position. Cost: 9 operations on port 5 for 64
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

/// The maximum number of bytes that are undone because of an overlong form among them.
const MAX_UNDONE: usize = 16 * STEP;

/// Returns `true` if `least`, a minimum over bytes XOR 0xC0, comes from C0 or C1, the leads of
/// overlong forms.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn has_overlong(least: __m512i) -> bool {
    _mm512_cmplt_epu8_mask(least, all(2)) != 0
}

/// Returns `true` if no sequence in a step, or reaching into it, is longer than two bytes.
/// `greatest` has the maximum of its blocks and of the bytes before them. For well-formed text the
/// result is exact, except after a longer sequence that ends just before the step.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn is_narrow(greatest: __m512i) -> bool {
    _mm512_cmpge_epu8_mask(greatest, all(0xE0)) == 0
}

/// Converts steps from `done` on as long as they are narrow and correct. Returns the progress, and
/// `false` if some steps were wrong and have been undone.
///
/// The arguments are values, because a value that a call takes by reference stays in memory.
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
    /// Converts steps as long as they are narrow and correct. Returns `false` if some steps were
    /// wrong and have been undone.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn narrow<const TO: u8>(&mut self) -> bool {
        // A lead of an overlong form just before the first step is in no step here. The general
        // code checks it with the byte after it.
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
            let after_leads = [leads[0] << 1 | open[0], leads[1] << 1 | open[1]];
            if (multi[0] ^ leads[0] ^ after_leads[0]) | (multi[1] ^ leads[1] ^ after_leads[1]) != 0
            {
                break;
            }
            // C0 and C1 become 0 and 1. No other byte does.
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

    /// Emits a block: all lanes except the leads.
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

/// Returns `true` if a continuation follows the last byte of a step exactly if that byte is a lead.
/// Then the general code would emit the same units.
#[inline(always)]
fn ends_plainly(window: &Window) -> bool {
    (byte(window, 2 + STEP) >= 0xC0) == is_continuation(byte(window, 3 + STEP))
}

/// Returns the lanes of leads, including C0 and C1.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn leads_of(block: __m512i) -> u64 {
    _mm512_cmpge_epu8_mask(block, all(0xC0))
}
