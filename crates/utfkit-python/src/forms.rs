//! Decodes the encoding forms by kernels, in blocks.

use utfkit::{
    Be, Kind, Le, Outcome, Status, ascii,
    encoding::ByteOrder,
    latin1, scalar,
    units::{Range, Units, outside},
    utf8::{self, Repertoire},
    utf16, utf32,
};

use crate::{
    builder::{Run, Stop},
    label::Form,
    raw::{Room, Width},
};

/// The number of bytes that are decoded at once: few enough to stay in the nearest cache.
const BLOCK: usize = 16 << 10;

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
            let units = units16(src, order);
            let plain = outside(units, &[SURROGATES]);
            if let Some(Ok((character, _))) = utf16::decode_first(units16(&src[plain * 2..], order))
            {
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
    if src.len() <= BLOCK {
        return src;
    }
    let end = match form {
        Form::Latin1 | Form::Utf32(_) => BLOCK,
        Form::Utf8 => utf8::floor_boundary(src, BLOCK),
        Form::Utf16(order) => 2 * utf16::floor_boundary(units16(src, order), BLOCK / 2),
    };
    &src[..end]
}

/// Decodes one block. Returns the number of bytes read, the number of characters written, and the
/// reason if decoding cannot continue.
fn convert(
    form: Form,
    block: &[u8],
    width: Width,
    room: &mut Room<'_>,
    from: usize,
) -> (usize, usize, Option<Stop>) {
    match room {
        Room::One(room) => {
            let room = &mut room[from..];
            if width == Width::Ascii && matches!(form, Form::Utf8 | Form::Latin1) {
                return copy_ascii(form, block, room);
            }
            let (outcome, unit) = match form {
                Form::Latin1 => {
                    let len = block.len().min(room.len());
                    room[..len].write_copy_of_slice(&block[..len]);
                    let stop = (len < block.len()).then_some(Stop::Full);
                    return (len, len, stop);
                }
                Form::Utf8 => (utf8::to_latin1(block, &mut room[..]), 1),
                Form::Utf16(order) => (utf16::to_latin1(units16(block, order), &mut room[..]), 2),
                Form::Utf32(order) => (utf32::to_latin1(units32(block, order), &mut room[..]), 4),
            };
            let stop = stop(&outcome);
            if width == Width::Ascii {
                // SAFETY: the kernel wrote the first `written` bytes.
                let ascii = ascii::prefix(unsafe { room[..outcome.written].assume_init_ref() });
                if ascii < outcome.written {
                    return (ascii * unit, ascii, Some(Stop::Width(Width::Latin1)));
                }
            }
            (outcome.read * unit, outcome.written, stop)
        }
        Room::Two(room) => {
            let room = &mut room[from..];
            // A character that needs four bytes must end the run, because the kernel would write it
            // as two units.
            match form {
                Form::Latin1 => {
                    let outcome = latin1::to_utf16(block, room);
                    (outcome.read, outcome.written, stop(&outcome))
                }
                Form::Utf8 => {
                    let plain = outside(block, &[Range { first: 0xF0, last: 0xFF }]);
                    let outcome = utf8::to_utf16(&block[..plain], room);
                    let wide = || match utf8::decode_first(&block[plain..]) {
                        Some(Ok(_)) => Stop::Width(Width::Four),
                        _ => Stop::Sequence,
                    };
                    let stop = stop(&outcome).or_else(|| (plain < block.len()).then(wide));
                    (outcome.read, outcome.written, stop)
                }
                Form::Utf16(order) => {
                    let plain = outside(units16(block, order), &[SURROGATES]);
                    let outcome = utf16::copy(units16(&block[..plain * 2], order), room);
                    let rest = &block[plain * 2..];
                    let wide = || match utf16::decode_first(units16(rest, order)) {
                        Some(Ok(_)) => Stop::Width(Width::Four),
                        _ => Stop::Sequence,
                    };
                    let stop = stop(&outcome).or_else(|| (!rest.is_empty()).then(wide));
                    (outcome.read * 2, outcome.written, stop)
                }
                Form::Utf32(order) => {
                    let units = units32(block, order);
                    let wide = Range { first: 0x1_0000, last: u32::MAX };
                    let plain = outside(units, &[wide]);
                    let outcome = utf32::to_utf16(units32(&block[..plain * 4], order), room);
                    let rest = &block[plain * 4..];
                    let wide = || match utf32::decode_first(units32(rest, order)) {
                        Some(Ok(_)) => Stop::Width(Width::Four),
                        _ => Stop::Sequence,
                    };
                    let stop = stop(&outcome).or_else(|| (!rest.is_empty()).then(wide));
                    (outcome.read * 4, outcome.written, stop)
                }
            }
        }
        Room::Four(room) => {
            let room = &mut room[from..];
            let (outcome, unit) = match form {
                Form::Latin1 => (latin1::to_utf32(block, room), 1),
                Form::Utf8 => (utf8::to_utf32(block, room), 1),
                Form::Utf16(order) => (utf16::to_utf32(units16(block, order), room), 2),
                Form::Utf32(order) => (utf32::to_utf32(units32(block, order), room), 4),
            };
            (outcome.read * unit, outcome.written, stop(&outcome))
        }
    }
}

/// Copies ASCII, up to the first other character.
fn copy_ascii(
    form: Form,
    block: &[u8],
    room: &mut [std::mem::MaybeUninit<u8>],
) -> (usize, usize, Option<Stop>) {
    let ascii = ascii::prefix(block);
    let len = ascii.min(room.len());
    room[..len].write_copy_of_slice(&block[..len]);
    let rest = &block[ascii..];
    let stop = if len < ascii {
        Some(Stop::Full)
    } else if rest.is_empty() {
        None
    } else if form == Form::Latin1 {
        Some(Stop::Width(Width::Latin1))
    } else {
        Some(match utf8::decode_first(rest) {
            Some(Ok((character, _))) => Stop::Width(Width::of(character.into())),
            _ => Stop::Sequence,
        })
    };
    (len, len, stop)
}

fn stop(outcome: &Outcome) -> Option<Stop> {
    match outcome.status {
        Status::Done => None,
        Status::OutputFull => Some(Stop::Full),
        Status::IllFormed(finding) => Some(match finding.kind() {
            Kind::Unencodable { value } => Stop::Width(Width::of(value)),
            _ => Stop::Sequence,
        }),
    }
}
