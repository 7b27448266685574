//! The standard library: the reference of all answers.

use utfkit::simd::Form::{self, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Le};

use super::{Engine, Offer, offer};
use crate::{
    buffer::{room16, room32, units16, units32},
    operations::{Task, base},
    rows,
};

/// Returns the standard library's calls, written as its users would write them.
pub fn engine() -> Engine {
    Engine::peer("std", |task| match task {
        Task::Ascii => offer(|src, _| if src.is_ascii() { src.len() } else { 0 }),
        Task::AsciiPosition => {
            offer(|src, _| src.iter().position(|byte| !byte.is_ascii()).unwrap_or(src.len()))
        }
        Task::Validate(form) => validate(form),
        Task::ErrorPosition(form) => error_position(form),
        Task::Convert(from, to) | Task::Stream(from, to) => convert(from, to),
        Task::Relative(from, to) => convert(base(from), base(to)),
        Task::Known(from, to) => convert_known(from, to),
        Task::Swap(Utf16Le, Utf16Be) => {
            offer(|src, dst| put16(units16(src).iter().map(|unit| unit.swap_bytes()), dst))
        }
        Task::Swap(..) => None,
        Task::Length(from, to) => length(from, to),
        Task::Lines(form) => lines(form),
        Task::Lossy(from, to) => lossy(from, to),
        Task::LossyLength(from, to) => lossy_length(from, to),
        Task::LossyOwned(_, Utf8) => offer(|src, _| String::from_utf8_lossy(src).len()),
        Task::LossyOwned(..) => {
            offer(|src, _| String::from_utf8_lossy(src).encode_utf16().collect::<Vec<_>>().len())
        }
        Task::Scan => offer(|src, _| {
            let text = text(src);
            let (mut units, mut lines, mut nuls, mut most) = (0, 0, 0, '\0');
            for char in text.chars() {
                units += char.len_utf16();
                lines += usize::from(char == '\n');
                nuls += usize::from(char == '\0');
                most = most.max(char);
            }
            ::std::hint::black_box((lines, nuls, most));
            units
        }),
        Task::Rows => offer(|src, _| rows::each(src, |row| str::from_utf8(row).is_ok())),
    })
}

fn validate(form: Form) -> Offer {
    match form {
        Utf8 => offer(|src, _| {
            str::from_utf8(src).map_or_else(|error| error.valid_up_to(), |text| text.len())
        }),
        Utf16Le => offer(|src, _| {
            let well_formed = char::decode_utf16(units16(src).iter().copied()).all(|c| c.is_ok());
            if well_formed { src.len() } else { 0 }
        }),
        Utf16Be => offer(|src, _| {
            let well_formed = char::decode_utf16(big(src)).all(|c| c.is_ok());
            if well_formed { src.len() } else { 0 }
        }),
        Utf32Le => offer(|src, _| {
            let well_formed = units32(src).iter().all(|&unit| char::from_u32(unit).is_some());
            if well_formed { src.len() } else { 0 }
        }),
        _ => None,
    }
}

fn error_position(form: Form) -> Offer {
    match form {
        Utf16Le => offer(|src, _| {
            let mut right = 0;
            for char in char::decode_utf16(native(src)) {
                let Ok(char) = char else { break };
                right += 2 * char.len_utf16();
            }
            right
        }),
        Utf32Le => offer(|src, _| {
            let wrong = units32(src).iter().position(|&unit| char::from_u32(unit).is_none());
            wrong.map_or(src.len(), |units| 4 * units)
        }),
        _ => validate(form),
    }
}

fn convert(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf8) => offer(|src, dst| put(text(src), dst)),
        (Utf8, Utf16Le) => offer(|src, dst| put16(text(src).encode_utf16(), dst)),
        (Utf8, Utf16Be) => offer(|src, dst| put16(text(src).encode_utf16().map(u16::to_be), dst)),
        (Utf8, Utf32Le) => offer(|src, dst| put32(text(src).chars(), dst)),
        (Utf8, Latin1) => offer(|src, dst| put_latin1(text(src).chars(), dst)),
        (Utf16Be, Utf8) => offer(|src, dst| put_utf8(utf16be(src), dst)),
        (Utf16Be, Utf32Le) => offer(|src, dst| put32(utf16be(src), dst)),
        (Utf16Le, Utf8) => offer(|src, dst| put_utf8(utf16(src), dst)),
        (Utf16Le, Utf16Be) => offer(|src, dst| put_big(utf16(src), dst)),
        (Utf16Le, Utf32Le) => offer(|src, dst| put32(utf16(src), dst)),
        (Utf16Le, Latin1) => offer(|src, dst| put_latin1(utf16(src), dst)),
        (Utf32Le, Utf8) => offer(|src, dst| put_utf8(utf32(src), dst)),
        (Utf32Le, Utf16Le) => offer(|src, dst| put_utf16(utf32(src), dst)),
        (Utf32Le, Utf16Be) => offer(|src, dst| put_big(utf32(src), dst)),
        (Utf32Le, Latin1) => offer(|src, dst| put_latin1(utf32(src), dst)),
        (Latin1, Utf8) => offer(|src, dst| put_utf8(latin1(src), dst)),
        (Latin1, Utf16Le) => offer(|src, dst| put16(src.iter().map(|&byte| byte.into()), dst)),
        (Latin1, Utf32Le) => offer(|src, dst| put32(latin1(src), dst)),
        _ => None,
    }
}

fn lines(form: Form) -> Offer {
    match form {
        Utf8 => offer(|src, _| src.iter().filter(|&&byte| byte == b'\n').count()),
        Utf16Le => {
            offer(|src, _| units16(src).iter().filter(|&&unit| unit == u16::from(b'\n')).count())
        }
        _ => None,
    }
}

fn length(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf32Le) => offer(|src, _| known(src).chars().count()),
        (Utf8, Utf16Le) => offer(|src, _| known(src).encode_utf16().count()),
        (Utf16Le, Utf32Le) => offer(|src, _| utf16(src).count()),
        (Utf16Le, Utf8) => offer(|src, _| utf16(src).map(char::len_utf8).sum()),
        (Utf16Be, Utf8) => offer(|src, _| utf16be(src).map(char::len_utf8).sum()),
        (Utf32Le, Utf8) => offer(|src, _| utf32(src).map(char::len_utf8).sum()),
        (Utf32Le, Utf16Le) => offer(|src, _| utf32(src).map(char::len_utf16).sum()),
        (Latin1, Utf8) => offer(|src, _| latin1(src).map(char::len_utf8).sum()),
        _ => None,
    }
}

fn convert_known(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf16Le) => offer(|src, dst| put16(known(src).encode_utf16(), dst)),
        (Utf8, Utf32Le) => offer(|src, dst| put32(known(src).chars(), dst)),
        _ => convert(from, to),
    }
}

fn lossy(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf8) => offer(|src, dst| {
            let mut at = 0;
            for chunk in src.utf8_chunks() {
                at += put(chunk.valid(), &mut dst[at..]);
                at += put(if chunk.invalid().is_empty() { "" } else { "\u{FFFD}" }, &mut dst[at..]);
            }
            at
        }),
        (Utf8, Utf16Le) => offer(|src, dst| {
            let mut at = 0;
            for chunk in src.utf8_chunks() {
                at += put16(chunk.valid().encode_utf16(), &mut dst[at..]);
                let bad = !chunk.invalid().is_empty();
                at += put16(bad.then_some(0xFFFD).into_iter(), &mut dst[at..]);
            }
            at
        }),
        (Utf16Le, Utf8) => offer(|src, dst| put_utf8(fixed(native(src)), dst)),
        (Utf16Be, Utf8) => offer(|src, dst| put_utf8(fixed(big(src)), dst)),
        (Utf16Le, Utf16Le) => offer(|src, dst| put_utf16(fixed(native(src)), dst)),
        (Utf16Le, Utf32Le) => offer(|src, dst| put32(fixed(native(src)), dst)),
        (Utf32Le, Utf8) => offer(|src, dst| put_utf8(fixed32(src), dst)),
        (Utf32Le, Utf16Le) => offer(|src, dst| put_utf16(fixed32(src), dst)),
        (Utf8, Utf32Le) => offer(|src, dst| {
            let mut at = 0;
            for chunk in src.utf8_chunks() {
                at += put32(chunk.valid().chars(), &mut dst[at..]);
                let bad = !chunk.invalid().is_empty();
                at += put32(bad.then_some('\u{FFFD}').into_iter(), &mut dst[at..]);
            }
            at
        }),
        _ => None,
    }
}

fn lossy_length(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf16Le) => offer(|src, _| {
            let chunks = src.utf8_chunks();
            let units = |chunk: ::std::str::Utf8Chunk<'_>| {
                let bad = !chunk.invalid().is_empty();
                chunk.valid().encode_utf16().count() + usize::from(bad)
            };
            chunks.map(units).sum()
        }),
        (Utf16Le, Utf8) => offer(|src, _| fixed(native(src)).map(char::len_utf8).sum()),
        (Utf32Le, Utf8) => offer(|src, _| fixed32(src).map(char::len_utf8).sum()),
        _ => None,
    }
}

/// Returns the text of bytes that must be checked.
fn text(src: &[u8]) -> &str {
    str::from_utf8(src).unwrap_or_default()
}

/// Returns the text of bytes that the task guarantees to be well-formed.
fn known(src: &[u8]) -> &str {
    // SAFETY: only tasks on well-formed text call this function, and their input is whole
    // characters of a `str`.
    unsafe { str::from_utf8_unchecked(src) }
}

fn utf16(src: &[u8]) -> impl Iterator<Item = char> {
    char::decode_utf16(native(src)).map_while(Result::ok)
}

fn utf16be(src: &[u8]) -> impl Iterator<Item = char> {
    char::decode_utf16(big(src)).map_while(Result::ok)
}

fn native(src: &[u8]) -> impl Iterator<Item = u16> {
    units16(src).iter().copied()
}

/// Returns the units of big-endian bytes.
fn big(src: &[u8]) -> impl Iterator<Item = u16> {
    units16(src).iter().map(|&unit| u16::from_be(unit))
}

fn fixed(units: impl Iterator<Item = u16>) -> impl Iterator<Item = char> {
    let chars = char::decode_utf16(units);
    chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn fixed32(src: &[u8]) -> impl Iterator<Item = char> {
    let chars = units32(src).iter().map(|&unit| char::from_u32(unit));
    chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn utf32(src: &[u8]) -> impl Iterator<Item = char> {
    units32(src).iter().map_while(|&unit| char::from_u32(unit))
}

fn latin1(src: &[u8]) -> impl Iterator<Item = char> {
    src.iter().copied().map(char::from)
}

fn put(text: &str, dst: &mut [u8]) -> usize {
    dst[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

fn put_latin1(chars: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    let bytes = chars.map_while(|char| u8::try_from(char).ok());
    bytes.zip(dst).map(|(byte, slot)| *slot = byte).count()
}

fn put_utf8(chars: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    chars.fold(0, |at, char| at + char.encode_utf8(&mut dst[at..]).len())
}

fn put16(units: impl Iterator<Item = u16>, dst: &mut [u8]) -> usize {
    units.zip(room16(dst)).map(|(unit, slot)| *slot = unit).count() * 2
}

fn put_utf16(chars: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    let room = room16(dst);
    chars.fold(0, |at, char| at + char.encode_utf16(&mut room[at..]).len()) * 2
}

fn put_big(chars: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    let len = put_utf16(chars, dst);
    room16(&mut dst[..len]).iter_mut().for_each(|unit| *unit = unit.to_be());
    len
}

fn put32(chars: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    chars.zip(room32(dst)).map(|(char, slot)| *slot = char.into()).count() * 4
}
