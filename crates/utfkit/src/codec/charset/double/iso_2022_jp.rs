//! Fast ways to read and to write the common characters of ISO-2022-JP: US-ASCII and JIS X 0208.
//!
//! As in [`pairs`](super::pairs), the functions stop at any other sequence, and decide nothing.

use core::mem::MaybeUninit;

use super::{
    grid::{Grid, NONE},
    jis_x_0208::{JIS_X_0208, to_jis_x_0208},
};
use crate::{
    codec::charset::state::{ESCAPE, ESCAPE_LEN, SHIFT_IN, SHIFT_OUT, State},
    simd::Progress,
};

const GRID: &Grid = &JIS_X_0208;

/// Decodes US-ASCII, JIS X 0208 and escape sequences between them.
pub(in super::super) fn decode(
    state: &mut State,
    src: &[u8],
    values: &mut [MaybeUninit<u32>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        match *state {
            State::Start => {
                let ascii = src[done.read..].iter().take_while(|byte| is_ascii(**byte));
                for (slot, &byte) in values[done.written..].iter_mut().zip(ascii) {
                    slot.write(byte.into());
                    done.read += 1;
                    done.written += 1;
                }
            }
            State::Kanji => {
                let (pairs, _) = src[done.read..].as_chunks();
                for (slot, &[row, column]) in values[done.written..].iter_mut().zip(pairs) {
                    let cell = GRID.cell((GRID.row(row), GRID.column(column)));
                    if cell == NONE {
                        break;
                    }
                    slot.write(cell.into());
                    done.read += 2;
                    done.written += 1;
                }
            }
            _ => return done,
        }
        // The bytes after an escape sequence decide whether it has an effect.
        let rest = &src[done.read..];
        let is_known = rest.len() >= 2 * ESCAPE_LEN && rest[ESCAPE_LEN] != ESCAPE;
        let Some(next) = State::escaped(rest).filter(|_| is_known) else { return done };
        *state = next;
        done.read += ESCAPE_LEN;
    }
}

/// Encodes US-ASCII and JIS X 0208.
pub(in super::super) fn encode_all(
    state: &mut State,
    values: &[u32],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    while let Some(&value) = values.get(done.read) {
        if *state == State::Kanji {
            // Cost: these are most characters.
            let codes = values[done.read..].iter().map_while(|value| to_jis_x_0208(*value));
            let (room, _) = dst[done.written..].as_chunks_mut();
            let mut written = 0;
            for (room, code) in room.iter_mut().zip(codes) {
                *room = code.map(MaybeUninit::new);
                written += 1;
            }
            done.read += written;
            done.written += 2 * written;
            if written > 0 {
                continue;
            }
        }
        let ascii = u8::try_from(value).ok().filter(|byte| is_ascii(*byte));
        let (next, bytes, len) = match (*state, ascii) {
            (State::Start, Some(byte)) => (State::Start, [byte, 0, 0, 0, 0], 1),
            (State::Kanji, Some(byte)) => (State::Start, [ESCAPE, b'(', b'B', byte, 0], 4),
            (State::Start, None) => {
                let Some([row, column]) = to_jis_x_0208(value) else { break };
                (State::Kanji, [ESCAPE, b'$', b'B', row, column], 5)
            }
            _ => break,
        };
        let Some(room) = dst[done.written..].first_chunk_mut() else { break };
        *room = bytes.map(MaybeUninit::new);
        *state = next;
        done.read += 1;
        done.written += len;
    }
    done
}

/// Returns `true` for US-ASCII, except for the bytes that the standard does not accept.
const fn is_ascii(byte: u8) -> bool {
    byte < 0x80 && !matches!(byte, ESCAPE | SHIFT_OUT | SHIFT_IN)
}
