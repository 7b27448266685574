//! Fast ways to read and to write the common characters of two bytes.
//!
//! The grids hold the characters that a charset and all its variants read and write with the same
//! code. At any other character, the functions stop. So they decide nothing, and tests compare them
//! with [`Family`].

use core::mem::MaybeUninit;

use super::{
    family::Family,
    room::{BLOCK, Room},
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

    /// Encodes US-ASCII and common characters until another one, or until `dst` is full. Returns the
    /// number of bytes. `values` continues with the first value that is not encoded.
    pub(super) fn encode_common(
        self,
        variant: Variant,
        values: &mut (impl Iterator<Item = u32> + Clone),
        dst: &mut [MaybeUninit<u8>],
    ) -> usize {
        match (self, variant) {
            (Family::EucKr, Variant::EucKr) => encode_some(values, dst, |value| {
                UHC.encode(value).filter(|[lead, trail]| variant.writes(*lead, *trail))
            }),
            (Family::EucKr, _) => encode_some(values, dst, |value| UHC.encode(value)),
            (Family::Gbk, Variant::Gb2312) => encode_some(values, dst, |value| {
                CHINESE.encode(value).filter(|[lead, trail]| variant.writes(*lead, *trail))
            }),
            // GBK has the euro sign at 80.
            (Family::Gbk, _) => encode_some(values, dst, |value| {
                CHINESE.encode(value).filter(|code| *code != [0xA2, 0xE3])
            }),
            (Family::Gb18030, _) => encode_some(values, dst, |value| CHINESE.encode(value)),
            (Family::Big5, _) => encode_some(values, dst, |value| TRADITIONAL.encode(value)),
            (Family::EucJp, _) => encode_some(values, dst, |value| {
                Some(to_jis_x_0208(value)?.map(|byte| byte | 0x80))
            }),
            (Family::ShiftJis, _) => {
                encode_some(values, dst, |value| Some(to_shift_jis(to_jis_x_0208(value)?)))
            }
        }
    }
}

/// The number of bytes of ASCII after which whole blocks are copied. Before that, the test of a block
/// takes longer than a few bytes.
const FEW: u32 = 8;

/// Decodes US-ASCII and the characters of `grid`. `position` returns the row and the
/// column of a pair of bytes.
///
/// Cost: one character at a time is faster than four in mixed text, in which the lengths of runs cannot
/// be predicted.
#[inline(always)]
fn decode<T: Room>(
    grid: &Grid,
    src: &[u8],
    mut room: &mut [T],
    position: impl Fn([u8; 2]) -> (u16, u8),
) -> Progress {
    let (mut rest, mut written, mut ascii) = (src, 0, 0);
    loop {
        match rest {
            [byte @ 0..0x80, tail @ ..] => {
                let Some(more) = T::put_ascii(&mut room, &[*byte]) else { break };
                rest = tail;
                written += more;
                ascii += 1;
                while ascii > FEW
                    && let Some((block, tail)) = rest.split_first_chunk::<BLOCK>()
                    && block.is_ascii()
                    && let Some(more) = T::put_ascii(&mut room, block)
                {
                    rest = tail;
                    written += more;
                }
            }
            [lead, trail, tail @ ..] => {
                let cell = grid.cell(position([*lead, *trail]));
                if cell == NONE {
                    break;
                }
                let Some(more) = T::put(&mut room, cell) else { break };
                rest = tail;
                written += more;
                ascii = 0;
            }
            _ => break,
        }
    }
    Progress { read: src.len() - rest.len(), written }
}

/// Encodes US-ASCII, and the characters for which `pair` returns a pair of bytes.
#[inline(always)]
pub(in super::super) fn encode(
    values: &[u32],
    dst: &mut [MaybeUninit<u8>],
    pair: impl Fn(u32) -> Option<[u8; 2]>,
) -> Progress {
    let mut rest = values.iter().copied();
    let written = encode_some(&mut rest, dst, pair);
    Progress { read: values.len() - rest.len(), written }
}

/// Implements [`encode`]. Returns the number of bytes. `values` continues with the first value that is
/// not encoded.
#[inline(always)]
fn encode_some(
    values: &mut (impl Iterator<Item = u32> + Clone),
    dst: &mut [MaybeUninit<u8>],
    pair: impl Fn(u32) -> Option<[u8; 2]>,
) -> usize {
    let mut written = 0;
    loop {
        let mut rest = values.clone();
        let (Some(value), Some([first, second])) = (rest.next(), dst[written..].first_chunk_mut())
        else {
            return written;
        };
        if value < 0x80 {
            first.write(value as u8);
            written += 1;
        } else if let Some([lead, trail]) = pair(value) {
            first.write(lead);
            second.write(trail);
            written += 2;
        } else {
            return written;
        }
        *values = rest;
    }
}
