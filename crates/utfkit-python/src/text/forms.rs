//! Decodes the encoding forms by kernels, in blocks.

use std::mem::MaybeUninit;

use utfkit::{
    Be, Kind, Le, Outcome, Status, ascii,
    encoding::ByteOrder,
    latin1, scalar,
    units::{Range, Units, outside},
    utf8::{self, Repertoire},
    utf16, utf32,
};

use super::run::{Run, Stop};
use crate::{
    label::Form,
    raw::{Room, Width},
};

/// The number of bytes that are decoded at once: few enough to stay in the nearest cache.
const BLOCK: usize = 16 << 10;

/// The number of bytes of UTF-16 that are decoded at once, and then searched.
const BLOCK16: usize = 4 << 10;

const SURROGATES: Range = Range { first: 0xD800, last: 0xDFFF };

pub(crate) fn units16(src: &[u8], order: ByteOrder) -> Units<'_, u16> {
    if order == ByteOrder::Big { Be(src).into() } else { Le(src).into() }
}

fn units32(src: &[u8], order: ByteOrder) -> Units<'_, u32> {
    if order == ByteOrder::Big { Be(src).into() } else { Le(src).into() }
}

/// Returns the width that sampled characters of `src` need.
pub(crate) fn sampled(form: Form, src: &[u8]) -> Width {
    const SAMPLES: usize = 8;
    const SAMPLE: usize = 2048;
    if src.len() <= SAMPLES * SAMPLE {
        return width_of(form, src);
    }
    let step = src.len() / SAMPLES / 4 * 4;
    let mut width = Width::Ascii;
    for sample in 0..SAMPLES {
        width = width.max(width_of(form, &src[sample * step..][..SAMPLE]));
    }
    width
}

/// Returns a width that characters of `src` need. Some may need a greater one.
fn width_of(form: Form, src: &[u8]) -> Width {
    match form {
        Form::Latin1 if ascii::is_valid(src) => Width::Ascii,
        Form::Latin1 => Width::Latin1,
        Form::Utf8 => {
            let cut = src.iter().take(3).take_while(|byte| utf8::is_continuation(**byte)).count();
            match utf8::scan(&src[cut..]).repertoire {
                Repertoire::Ascii => Width::Ascii,
                Repertoire::Latin1 => Width::Latin1,
                Repertoire::Bmp => Width::Two,
                _ => Width::Four,
            }
        }
        Form::Utf16(order) => {
            let plain = outside(units16(src, order), &[SURROGATES]);
            if let Some(Some(character)) = first(form, &src[plain * 2..]) {
                return Width::of(character.into());
            }
            let rest = units16(&src[..plain * 2], order);
            if outside(rest, &[Range { first: 0x100, last: 0xFFFF }]) < plain {
                Width::Two
            } else if outside(rest, &[Range { first: 0x80, last: 0xFF }]) < plain {
                Width::Latin1
            } else {
                Width::Ascii
            }
        }
        Form::Utf32(order) => {
            let units = units32(src, order);
            let greatest = units.iter().filter(|&value| scalar::is_scalar(value)).max();
            Width::of(greatest.unwrap_or_default())
        }
    }
}

pub(crate) fn run_form(form: Form, src: &[u8], width: Width, mut room: Room<'_>) -> Run {
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let block = block(form, &src[read..]);
        let (done, more, stop) = convert(form, block, width, &mut room, written);
        read += done;
        written += more;
        if let Some(stop) = stop {
            return Run { read, written, stop };
        }
        if done == 0 {
            // The rest is shorter than a code unit.
            return Run { read, written, stop: Stop::Sequence };
        }
    }
    Run { read, written, stop: Stop::Done }
}

/// Returns the first characters of `src`, up to the maximum that is decoded at once.
fn block(form: Form, src: &[u8]) -> &[u8] {
    let len = if matches!(form, Form::Utf16(_)) { BLOCK16 } else { BLOCK };
    if src.len() <= len {
        return src;
    }
    let end = match form {
        Form::Latin1 | Form::Utf32(_) => len,
        Form::Utf8 => utf8::floor_boundary(src, len),
        Form::Utf16(order) => 2 * utf16::floor_boundary(units16(src, order), len / 2),
    };
    &src[..end]
}

/// The number of bytes read, the number of characters written, and the reason if decoding cannot
/// continue.
type Done = (usize, usize, Option<Stop>);

/// Decodes one block.
fn convert(form: Form, block: &[u8], width: Width, room: &mut Room<'_>, from: usize) -> Done {
    match room {
        Room::One(room) if width == Width::Ascii => to_ascii(form, block, &mut room[from..]),
        Room::One(room) => to_one(form, block, &mut room[from..]),
        Room::Two(room) => to_two(form, block, &mut room[from..]),
        Room::Four(room) => to_four(form, block, &mut room[from..]),
    }
}

/// Decodes ASCII, up to the first other character.
fn to_ascii(form: Form, block: &[u8], room: &mut [MaybeUninit<u8>]) -> Done {
    if matches!(form, Form::Utf8 | Form::Latin1) {
        let ascii = ascii::prefix(block);
        let len = ascii.min(room.len());
        room[..len].write_copy_of_slice(&block[..len]);
        let full = (len < ascii).then_some(Stop::Full);
        return (len, len, full.or_else(|| at_wide(form, &block[ascii..])));
    }
    let (read, written, stop) = to_one(form, block, room);
    // SAFETY: `to_one` wrote the first `written` bytes.
    let ascii = ascii::prefix(unsafe { room[..written].assume_init_ref() });
    if ascii < written {
        return (ascii * form.unit(), ascii, Some(Stop::Width(Width::Latin1)));
    }
    (read, written, stop)
}

/// Decodes into one byte per character.
fn to_one(form: Form, block: &[u8], room: &mut [MaybeUninit<u8>]) -> Done {
    let outcome = match form {
        Form::Latin1 => {
            let len = block.len().min(room.len());
            room[..len].write_copy_of_slice(&block[..len]);
            return (len, len, (len < block.len()).then_some(Stop::Full));
        }
        Form::Utf8 => utf8::to_latin1(block, room),
        Form::Utf16(order) => utf16::to_latin1(units16(block, order), room),
        Form::Utf32(order) => utf32::to_latin1(units32(block, order), room),
    };
    done(form, &outcome)
}

/// Decodes into two bytes per character, up to the first character that needs four: the kernels
/// write it as two units.
///
/// The units are searched after the kernel, when they are in the nearest cache. So memory is read and
/// written at the same time.
fn to_two(form: Form, block: &[u8], room: &mut [MaybeUninit<u16>]) -> Done {
    let outcome = in_two(form, block, room);
    // SAFETY: the kernel wrote the first `written` units.
    let units = unsafe { room[..outcome.written].assume_init_ref() };
    if outside(units, &[SURROGATES]) == units.len() {
        return done(form, &outcome);
    }
    let (plain, rest) = block.split_at(before_wide(form, block));
    let (read, written, stop) = done(form, &in_two(form, plain, room));
    (read, written, stop.or_else(|| at_wide(form, rest)))
}

fn in_two(form: Form, block: &[u8], room: &mut [MaybeUninit<u16>]) -> Outcome {
    match form {
        Form::Latin1 => latin1::to_utf16(block, room),
        Form::Utf8 => utf8::to_utf16(block, room),
        Form::Utf16(order) => utf16::copy(units16(block, order), room),
        Form::Utf32(order) => utf32::to_utf16(units32(block, order), room),
    }
}

/// Decodes into four bytes per character.
fn to_four(form: Form, block: &[u8], room: &mut [MaybeUninit<u32>]) -> Done {
    let outcome = match form {
        Form::Latin1 => latin1::to_utf32(block, room),
        Form::Utf8 => utf8::to_utf32(block, room),
        Form::Utf16(order) => utf16::to_utf32(units16(block, order), room),
        Form::Utf32(order) => utf32::to_utf32(units32(block, order), room),
    };
    done(form, &outcome)
}

/// Returns the number of bytes before the first character that may need four bytes.
fn before_wide(form: Form, block: &[u8]) -> usize {
    match form {
        Form::Latin1 => block.len(),
        Form::Utf8 => outside(block, &[Range { first: 0xF0, last: 0xFF }]),
        Form::Utf16(order) => 2 * outside(units16(block, order), &[SURROGATES]),
        Form::Utf32(order) => {
            4 * outside(units32(block, order), &[Range { first: 0x1_0000, last: u32::MAX }])
        }
    }
}

/// Returns the reason to stop before `rest`: the width of its first character, if it has one.
fn at_wide(form: Form, rest: &[u8]) -> Option<Stop> {
    let first = first(form, rest)?;
    Some(first.map_or(Stop::Sequence, |character| Stop::Width(Width::of(character.into()))))
}

/// Returns the first character of `src`; `Some(None)` if the first sequence is not a character.
fn first(form: Form, src: &[u8]) -> Option<Option<char>> {
    let byte = *src.first()?;
    let first = match form {
        Form::Latin1 => return Some(Some(byte.into())),
        Form::Utf8 => utf8::decode_first(src).and_then(Result::ok),
        Form::Utf16(order) => utf16::decode_first(units16(src, order)).and_then(Result::ok),
        Form::Utf32(order) => utf32::decode_first(units32(src, order)).and_then(Result::ok),
    };
    Some(first.map(|(character, _)| character))
}

fn done(form: Form, outcome: &Outcome) -> Done {
    let stop = match outcome.status {
        Status::Done => None,
        Status::OutputFull => Some(Stop::Full),
        Status::IllFormed(finding) => Some(match finding.kind() {
            Kind::Unencodable { value } => Stop::Width(Width::of(value)),
            _ => Stop::Sequence,
        }),
    };
    (outcome.read * form.unit(), outcome.written, stop)
}
