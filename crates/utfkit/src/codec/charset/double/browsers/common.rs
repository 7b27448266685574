//! Fast ways to read and to write the common characters of two bytes.
//!
//! The grids hold the characters that a charset and all its variants read and write with the same
//! code. At any other character, the functions stop. So they decide nothing, and tests compare them
//! with [`Family`].

use core::mem::MaybeUninit;

use super::{
    family::Family,
    room::{Room, STEP},
    shift_jis::{self, to_shift_jis},
};
use crate::{
    codec::charset::{
        double::{
            grid::{Grid, NONE},
            grids::{CHINESE, TRADITIONAL, UHC},
            jis_x_0208::{JIS_X_0208, to_jis_x_0208},
        },
        variant::Variant,
    },
    simd::Progress,
};

impl Family {
    /// Decodes US-ASCII and common characters until another sequence, or until `room` is full.
    pub(super) fn decode_common<T: Room>(self, src: &[u8], room: &mut [T]) -> Progress {
        let plain = |grid: &'static Grid, room: &mut [T]| {
            decode(grid, src, room, |[lead, trail]| (grid.row(lead), grid.column(trail)))
        };
        match self {
            Family::Big5 => plain(&TRADITIONAL, room),
            Family::EucKr => plain(&UHC, room),
            Family::Gbk | Family::Gb18030 => plain(&CHINESE, room),
            Family::EucJp => decode(&JIS_X_0208, src, room, |[lead, trail]| {
                (JIS_X_0208.row(lead ^ 0x80), JIS_X_0208.column(trail ^ 0x80))
            }),
            Family::ShiftJis => decode(&JIS_X_0208, src, room, shift_jis::position),
        }
    }

    /// Encodes US-ASCII and common characters until another one, or until `dst` is full.
    pub(super) fn encode_common(
        self,
        variant: Variant,
        values: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        match (self, variant) {
            (Family::EucKr, Variant::EucKr) => encode(values, dst, |value| {
                UHC.encode(value).filter(|[lead, trail]| variant.writes(*lead, *trail))
            }),
            (Family::EucKr, _) => encode(values, dst, |value| UHC.encode(value)),
            (Family::Gbk, Variant::Gb2312) => encode(values, dst, |value| {
                CHINESE.encode(value).filter(|[lead, trail]| variant.writes(*lead, *trail))
            }),
            // GBK has the euro sign at 80.
            (Family::Gbk, _) => encode(values, dst, |value| {
                CHINESE.encode(value).filter(|code| *code != [0xA2, 0xE3])
            }),
            (Family::Gb18030, _) => encode(values, dst, |value| CHINESE.encode(value)),
            (Family::Big5, _) => encode(values, dst, |value| TRADITIONAL.encode(value)),
            (Family::EucJp, _) => {
                encode(values, dst, |value| Some(to_jis_x_0208(value)?.map(|byte| byte | 0x80)))
            }
            (Family::ShiftJis, _) => {
                encode(values, dst, |value| Some(to_shift_jis(to_jis_x_0208(value)?)))
            }
        }
    }
}

/// The high bit of each byte that begins one of four pairs.
const LEADS: u64 = 0x0080_0080_0080_0080;

/// Decodes US-ASCII and the characters of `grid`. `position` returns the row and the
/// column of a pair of bytes.
#[inline(always)]
fn decode<T: Room>(
    grid: &Grid,
    src: &[u8],
    room: &mut [T],
    position: impl Fn([u8; 2]) -> (u16, u8),
) -> Progress {
    let mut done = Progress::default();
    loop {
        while let Some(bytes) = src[done.read..].first_chunk::<{ 2 * STEP }>()
            && u64::from_le_bytes(*bytes) & LEADS == LEADS
        {
            let [a, b, c, d, e, f, g, h] = *bytes;
            let cells = [[a, b], [c, d], [e, f], [g, h]].map(|pair| grid.cell(position(pair)));
            if cells.into_iter().fold(0, u16::max) == NONE {
                break;
            }
            let Some(written) = T::put_four(&mut room[done.written..], cells) else { break };
            done.read += 2 * STEP;
            done.written += written;
        }
        // Cost: at the end of a run of pairs, continue with single pairs without trying four.
        let mut pairs = 0;
        while let [lead @ 0x80..=0xFF, trail, ..] = src[done.read..] {
            let cell = grid.cell(position([lead, trail]));
            if cell == NONE {
                return done;
            }
            let Some(written) = T::put(&mut room[done.written..], cell) else { return done };
            done.read += 2;
            done.written += written;
            pairs += 1;
            if pairs == STEP {
                break;
            }
        }
        let ascii = src[done.read..].iter().take_while(|byte| byte.is_ascii());
        let mut written = 0;
        for (slot, &byte) in room[done.written..].iter_mut().zip(ascii) {
            T::put_ascii(slot, byte);
            written += 1;
        }
        done.read += written;
        done.written += written;
        if pairs + written == 0 {
            return done;
        }
    }
}

/// Encodes US-ASCII, and the characters for which `pair` returns a pair of bytes.
#[inline(always)]
pub(in super::super) fn encode(
    values: &[u32],
    dst: &mut [MaybeUninit<u8>],
    pair: impl Fn(u32) -> Option<[u8; 2]>,
) -> Progress {
    let mut done = Progress::default();
    for &value in values {
        let Some([first, second]) = dst[done.written..].first_chunk_mut() else { break };
        if value < 0x80 {
            first.write(value as u8);
            done.written += 1;
        } else if let Some([lead, trail]) = pair(value) {
            first.write(lead);
            second.write(trail);
            done.written += 2;
        } else {
            break;
        }
        done.read += 1;
    }
    done
}
