//! Converts short texts, the last block, and the block where a conversion stops early.
//!
//! The code for most texts comes first and has no branch that depends on the text. A short text is
//! one block with zeros around it. The last block of a longer text overlaps the blocks before it,
//! and the units that they have emitted are left out. Errors and lack of room are left to the
//! careful block after them.
//!
//! Correctness: zeros before a text do not leave a sequence open, and zeros after it show an
//! incomplete sequence as an error. If a text fills its block, its last bytes are compared with the
//! largest bytes that may end a block. The units of a lane depend only on the bytes loaded around
//! it. So the lanes of bytes that were read before can be left out. Cost of a short text in UTF-16:
//! 32 operations, 14 of them on port 5, and 4 moves of masks. It waits for the 14 loads of tables
//! and constants.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::{Utf8, Utf16, Utf32, is_continuation},
    simd::{
        Progress, portable,
        shared::utf8_errors::start_of,
        x86_64::avx512::{
            from8::{
                BLOCK, Run, Tools, UTF16_BE, UTF16_LE, UTF32_LE, is_utf16,
                planes::{Bytes, Planes},
                unit, widen,
            },
            registers::load_short,
            validate::utf8::open,
        },
    },
};

/// The callers of [`Run::end`].
const LAST: u8 = 0;
const LAST_KNOWN: u8 = 1;
const SHORT: u8 = 2;
const LOSSY_SHORT: u8 = 3;
const BRIEF: u8 = 4;
const LOSSY_BRIEF: u8 = 5;

/// Converts `src`, which is at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn short<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = right_short::<TO, false>(src, dst);
    if done.read == src.len() { done } else { carefully::<TO>(src, dst, done) }
}

/// Converts `src`, which has more than one block and at most four.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn brief<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    if widen::brief::<TO, false>(src, dst) {
        return Progress { read: src.len(), written: src.len() * unit(TO) };
    }
    brief_text::<TO, false>(src, dst)
}

/// Implements [`brief`] for text that is not ASCII or has little room. Some of its blocks may be
/// ASCII, but a test would be unpredictable. If `LOSSY`, it stops before a block that has an error
/// or no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn brief_text<const TO: u8, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut run = Run { src, dst, done: Progress::default(), tools: Tools::new::<TO>() };
    let right = run.first_block::<TO>()
        && run.blocks::<TO>()
        && if LOSSY {
            run.end_after_block::<TO, LOSSY_BRIEF>()
        } else {
            run.end_after_block::<TO, BRIEF>()
        };
    if right || LOSSY { run.done } else { carefully::<TO>(src, run.dst, run.done) }
}

/// Converts `src`, which is at most one block, if it has no error and everything fits. Otherwise it
/// converts nothing, or some ASCII.
///
/// The result fits registers. (An `Option` of it does not. It would be written in parts and read
/// again at once, which takes longer than the conversion of sixteen bytes.) `LOSSY` makes two
/// functions of it with one caller each, so that both and the functions that they call are inlined.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn right_short<const TO: u8, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let (block, lanes) = (load_short(src), _bzhi_u64(!0, src.len() as u32));
    let mut done = Progress::default();
    if _mm512_movepi8_mask(block) == 0 {
        widen::put_short::<TO>(block, src.len(), dst, &mut done);
        return done;
    }
    let mut run = Run { src, dst, done, tools: Tools::new::<TO>() };
    let bytes = Bytes::alone(block);
    let right = if LOSSY {
        run.end::<TO, LOSSY_SHORT>(bytes, lanes)
    } else {
        run.end::<TO, SHORT>(bytes, lanes)
    };
    if right { run.done } else { done }
}

/// Converts `src` from `done` on, block by block, up to the end of the text, an error, or the end
/// of the room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(super) fn carefully<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    let mut run = Run { src, dst, done, tools: Tools::new::<TO>() };
    loop {
        if let Some(done) = run.careful_block::<TO>() {
            return done;
        }
    }
}

impl Run<'_> {
    /// Converts the rest, which is at most one block after another block. Returns `false` if there
    /// is an error or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn last<const TO: u8, const KNOWN: bool>(&mut self) -> bool {
        if self.src.len() == self.done.read || self.src.len() < BLOCK + 3 {
            return false;
        }
        widen::last::<TO>(self.src, self.dst, &mut self.done)
            || if KNOWN {
                self.end_after_block::<TO, LAST_KNOWN>()
            } else {
                self.end_after_block::<TO, LAST>()
            }
    }

    /// Converts the rest after another block with [`end`](Self::end).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn end_after_block<const TO: u8, const CALLER: u8>(&mut self) -> bool {
        if self.src.len() < BLOCK + 3 {
            return false;
        }
        let left = self.src.len() - self.done.read;
        self.end::<TO, CALLER>(Bytes::last(self.src), !0 << (BLOCK - left))
    }

    /// Emits the lanes of `bytes` that are `left` at the end of the text. Returns `false` if there
    /// is an error or no room.
    ///
    /// Each `CALLER` has its own instance of this function, so that it is inlined.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn end<const TO: u8, const CALLER: u8>(&mut self, bytes: Bytes, left: u64) -> bool {
        let wrong = self.tools.checker.wrong::<true>(bytes.block, bytes.before);
        let wrong = _mm512_or_si512(wrong, open(bytes.block));
        if _mm512_test_epi8_mask(wrong, wrong) != 0 {
            return false;
        }
        let mut planes = Planes::of::<TO, true>(bytes, bytes.ends_alone(), &self.tools);
        planes.emitted &= left;
        if !self.has_room(planes.emitted.count_ones() as usize * unit(TO)) {
            return false;
        }
        let most = self.src.len() - self.done.read;
        planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done, most);
        self.done.read = self.src.len();
        true
    }

    /// Converts a block that may be cut by the end of the text, by an error, or by the end of the
    /// room. Returns the result if it was cut.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn careful_block<const TO: u8>(&mut self) -> Option<Progress> {
        let at = self.done.read;
        let there = (self.src.len() - at).min(BLOCK);
        if there == 0 {
            return Some(self.stop::<TO>());
        }
        if let Some(taken) = widen::short::<TO>(self.src, self.dst, &mut self.done) {
            return if taken < BLOCK { Some(self.done) } else { None };
        }
        let bytes = Bytes::at(self.src, at);
        let wrong = self.tools.checker.wrong::<true>(bytes.block, bytes.before);
        // Zeros after the text show an incomplete sequence at its end, unless the block is full.
        let right = (_mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize).min(there);
        // At the end of the text, the last bytes may be an open sequence, which does not show as an
        // error.
        let whole = right == BLOCK && at + BLOCK < self.src.len();
        // The emitted units end at the end of the well-formed text or of the block.
        let end = if whole { at + BLOCK } else { start_of(self.src, at + right) };
        if end <= at {
            return Some(self.stop::<TO>());
        }
        let mut planes = Planes::of::<TO, true>(bytes, bytes.ends(), &self.tools);
        if !whole {
            // A stray continuation after it hides that a character ends here.
            planes.emitted |= 1 << (end - at - 1);
        }
        planes.emitted &= _bzhi_u64(!0, (end - at) as u32);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        if (planes.emitted.count_ones() as usize) > room {
            // This is the lane of the first unit without room. It belongs to the first character
            // that is not converted.
            let lane = _pdep_u64(1 << room, planes.emitted).trailing_zeros() as usize;
            planes.emitted &= _bzhi_u64(!0, lane as u32);
            planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done, there);
            let half = is_utf16(TO) && planes.fourths >> lane & 1 == 1;
            let read = start_of(self.src, at + lane);
            let written = self.done.written - if half { unit(TO) } else { 0 };
            return Some(Progress { read, written });
        }
        planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done, there);
        self.done.read = end;
        if whole { None } else { Some(self.done) }
    }

    /// Returns the result if the next block cannot be converted. It ends before that block, or
    /// before the character that is open there.
    ///
    /// The units for the last character before it depend on the byte after the character, which may
    /// be ill-formed. So that character is taken back and converted by the portable kernel.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    fn stop<const TO: u8>(&mut self) -> Progress {
        let at = self.done.read;
        if at == self.src.len() && self.src.last().is_none_or(u8::is_ascii) {
            return self.done;
        }
        let byte_is_continuation =
            |at: usize| self.src.get(at).is_some_and(|&o| is_continuation(o));
        let Some(last) = (at.saturating_sub(4)..at).rfind(|&at| !byte_is_continuation(at)) else {
            return self.done;
        };
        let third = |at: usize| is_utf16(TO) && at >= 2 && self.src[at - 2] >= 0xF0;
        let emitted = (last..at).filter(|&at| !byte_is_continuation(at + 1) || third(at)).count();
        let written = self.done.written - emitted * unit(TO);
        let rest = portable_convert::<TO>(&self.src[last..at], &mut self.dst[written..]);
        Progress { read: last + rest.read, written: written + rest.written }
    }
}

/// Calls the portable kernel for the same pair of forms.
fn portable_convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let kernel = const {
        match TO {
            UTF16_LE => portable::convert::<Utf8, Utf16<false>>(),
            UTF16_BE => portable::convert::<Utf8, Utf16<true>>(),
            UTF32_LE => portable::convert::<Utf8, Utf32<false>>(),
            _ => portable::convert::<Utf8, Utf32<true>>(),
        }
    };
    // SAFETY: any machine can run portable kernels.
    unsafe { kernel(src, dst) }
}
