//! ISO-2022-JP.
//!
//! The functions for common characters stop at any other sequence, and decide nothing.

use core::mem::MaybeUninit;

use super::family::{jis_x_0208, to_vendors};
use crate::{
    codec::{
        charset::{
            double::{
                grid::{Grid, NONE},
                jis_x_0208::{JIS_X_0208, to_jis_x_0208},
            },
            state::{ESCAPE, ESCAPE_LEN, SHIFT_IN, SHIFT_OUT, State},
            variant::Variant,
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
    simd::Progress,
};

const GRID: &Grid = &JIS_X_0208;

/// Implements [`crate::codec::decoder::Decoder::first`].
pub(in super::super::super) fn first(
    state: State,
    variant: Variant,
    src: &[u8],
    last: bool,
) -> Step {
    let ill_formed = |kind, len| Step::IllFormed { kind, len };
    let one = |value| Step::Value { value, len: 1 };
    let byte = match *src {
        [] => return Step::Incomplete,
        [ESCAPE, ..] => return shift(variant, src, last),
        [byte, ..] => byte,
    };
    match (state, byte) {
        (State::Kanji, 0x21..=0x7E) => match src.get(1) {
            None if last => ill_formed(Kind::Truncated, 1),
            None => Step::Incomplete,
            Some(&ESCAPE) => ill_formed(Kind::Truncated, 1),
            Some(&column) => {
                let is_code = matches!(column, 0x21..=0x7E);
                match is_code.then(|| jis_x_0208([byte, column])).flatten() {
                    Some(value) => Step::Value { value, len: 2 },
                    None => ill_formed(Kind::Unassigned, 2),
                }
            }
        },
        (State::Katakana, 0x21..=0x5F) => one(0xFF61 + u32::from(byte - 0x21)),
        (State::Roman, b'\\') => one(0xA5),
        (State::Roman, b'~') => one(0x203E),
        (State::Start | State::Roman, _) if is_ascii(byte) => one(byte.into()),
        // The byte has a meaning in another of its character sets.
        _ if is_ascii(byte) => ill_formed(Kind::Unassigned, 1),
        _ => ill_formed(Kind::InvalidByte, 1),
    }
}

/// Returns the step for the byte of escape at the start of `src`.
fn shift(variant: Variant, src: &[u8], last: bool) -> Step {
    if State::escaped(src).is_none() {
        let may_follow = !last && State::may_escape(src);
        return if may_follow {
            Step::Incomplete
        } else {
            Step::IllFormed { kind: Kind::BadEscape, len: 1 }
        };
    }
    let rest = &src[ESCAPE_LEN..];
    if variant != Variant::Standard {
        // RFC 1468 and ISO 2022 accept an escape sequence directly before another one.
        Step::Shift { len: ESCAPE_LEN }
    } else if State::escaped(rest).is_some() {
        // In the WHATWG standard, such a sequence is an error.
        Step::IllFormed { kind: Kind::BadEscape, len: ESCAPE_LEN }
    } else if !last && State::may_escape(rest) {
        Step::Incomplete
    } else {
        Step::Shift { len: ESCAPE_LEN }
    }
}

/// Decodes until a sequence is ill-formed or incomplete, or `values` is full.
pub(in super::super::super) fn decode(
    state: &mut State,
    variant: Variant,
    src: &[u8],
    values: &mut [MaybeUninit<u32>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        let common = decode_common(state, &src[done.read..], &mut values[done.written..]);
        done.read += common.read;
        done.written += common.written;
        let rest = &src[done.read..];
        done.read += match first(*state, variant, rest, false) {
            Step::Value { value, len } => {
                let Some(slot) = values.get_mut(done.written) else { return done };
                slot.write(value);
                done.written += 1;
                len
            }
            Step::Shift { len } => {
                *state = State::escaped(rest).unwrap_or(*state);
                len
            }
            Step::Incomplete | Step::IllFormed { .. } => return done,
        };
    }
}

/// Decodes US-ASCII, JIS X 0208 and escape sequences between them.
fn decode_common(state: &mut State, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
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

/// Returns the bytes of a character, with the escape sequence before it.
pub(in super::super::super) fn encode(
    state: State,
    variant: Variant,
    value: u32,
) -> Option<Encoded<MAX_BYTES>> {
    let ascii = u8::try_from(value).ok().filter(|byte| is_ascii(*byte));
    let (next, code): (State, &[u8]) = match (ascii, value) {
        (Some(b'\\' | b'~'), _) => (State::Start, &[value as u8]),
        (Some(byte), _) if state == State::Roman => (State::Roman, &[byte]),
        (Some(byte), _) => (State::Start, &[byte]),
        (None, 0xA5) => (State::Roman, b"\\"),
        (None, 0x203E) => (State::Roman, b"~"),
        (None, _) => {
            let code = to_jis_x_0208(value).or_else(|| to_vendors(value, |row| row <= 0x7E));
            let [row, column] = code.filter(|[row, column]| variant.writes(*row, *column))?;
            (State::Kanji, &[row, column])
        }
    };
    let mut bytes = Encoded::EMPTY;
    let escape = match next {
        _ if next == state => &b""[..],
        State::Roman => b"\x1B(J",
        State::Kanji => b"\x1B$B",
        _ => b"\x1B(B",
    };
    escape.iter().chain(code).for_each(|byte| bytes.push(*byte));
    Some(bytes)
}

/// Encodes `values` until one cannot be encoded, or `dst` is full.
pub(in super::super::super) fn encode_all(
    state: &mut State,
    variant: Variant,
    values: &[u32],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        let (rest, room) = (&values[done.read..], &mut dst[done.written..]);
        let common = encode_common(state, rest, room);
        done.read += common.read;
        done.written += common.written;
        let next = values.get(done.read).and_then(|value| encode(*state, variant, *value));
        let Some(bytes) = next else { return done };
        let Some(len) = bytes.store(&mut dst[done.written..]) else { return done };
        *state = state.after(bytes.bytes());
        done.read += 1;
        done.written += len;
    }
}

/// Encodes US-ASCII and JIS X 0208.
fn encode_common(state: &mut State, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
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
