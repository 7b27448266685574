//! utfkit: its public functions, and every set of kernels that this machine supports.

use utfkit::{
    Be, Encoding, Outcome, Status, WellFormed, ascii,
    encoding::BomPolicy,
    latin1,
    simd::{
        self,
        Form::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Le},
        Level,
    },
    transcode::Transcoder,
    utf8, utf16, utf32,
};

use std::hint::black_box;

use super::{Engine, Offer, PUBLIC, little::little, offer};
use crate::{
    buffer::{room, room16, room32, units16, units32},
    operations::{CHUNK, Task, base},
    rows,
};

/// Returns the engines of utfkit:
///
/// - `utfkit`: the public functions, on the active kernels.
/// - `utfkit:SET`: the kernels of a set.
/// - `slice`: one call for the same work as a stream.
/// - `strict`: a conversion between forms instead of the variants based on them.
/// - `little`: the same work in little-endian instead of big-endian order.
pub fn engines() -> Vec<Engine> {
    let sets = simd::available()
        .map(|set| Engine::own(format!("utfkit:{}", set.name()), move |task| kernels(set, task)));
    let mut engines = vec![Engine::own(PUBLIC, public)];
    engines.extend(sets);
    engines.push(Engine::own("slice", slice));
    engines.push(Engine::own("strict", strict));
    engines.push(Engine::own("little", |task| little(task, public)));
    engines
}

/// Returns the call of the kernels of `set`.
fn kernels(set: Level, task: Task) -> Offer {
    match task {
        Task::Ascii | Task::AsciiPosition => offer(move |src, _| set.ascii_prefix(src)),
        Task::Validate(form) | Task::ErrorPosition(form) => {
            offer(move |src, _| set.validate(form, src))
        }
        Task::Convert(from, to) => {
            offer(move |src, dst| set.convert(from, to, src, room(dst)).written)
        }
        Task::Length(from, to) => offer(move |src, _| set.length(from, to, src)),
        Task::Lines(form) => offer(move |src, _| set.lines(form, src)),
        Task::LossyLength(from, to) => offer(move |src, _| set.length_lossy(from, to, src).units),
        Task::Lossy(from, to) => {
            offer(move |src, dst| set.convert_lossy(from, to, src, room(dst)).written)
        }
        Task::Known(..)
        | Task::Swap(..)
        | Task::Relative(..)
        | Task::Scan
        | Task::LossyOwned(..)
        | Task::Stream(..)
        | Task::Rows => None,
    }
}

/// Returns the call of the public function. A task without a public function uses the active
/// kernels.
fn public(task: Task) -> Offer {
    match task {
        Task::Validate(Utf8) | Task::ErrorPosition(Utf8) => offer(|src, _| {
            utf8::validate(src).map_or_else(|error| error.valid_up_to(), |text| text.len())
        }),
        Task::Ascii | Task::AsciiPosition => offer(|src, _| {
            ascii::validate(src).map_or_else(|error| error.offset() as usize, |text| text.len())
        }),
        Task::Validate(Utf16Le) | Task::ErrorPosition(Utf16Le) => offer(|src, _| {
            utf16::validate(units16(src))
                .map_or_else(|error| error.valid_up_to() * 2, |()| src.len())
        }),
        Task::Validate(Utf16Be) => offer(|src, _| {
            utf16::validate(Be(src)).map_or_else(|error| error.valid_up_to() * 2, |()| src.len())
        }),
        Task::Validate(Utf32Le) | Task::ErrorPosition(Utf32Le) => offer(|src, _| {
            utf32::validate(units32(src))
                .map_or_else(|error| error.valid_up_to() * 4, |()| src.len())
        }),
        Task::Convert(from, to) => convert(from, to).or_else(|| kernels(simd::active(), task)),
        Task::Length(from, to) => length(from, to).or_else(|| kernels(simd::active(), task)),
        Task::Known(from, to) => known(from, to),
        Task::Swap(Utf16Le, Utf16Be) => {
            offer(|src, dst| utf16::copy(units16(src), Be(dst)).written * 2)
        }
        Task::Swap(..) => None,
        Task::Lossy(from, to) => lossy(from, to),
        Task::Lines(Utf8) => offer(|src, _| utf8::count_lines(src)),
        Task::Lines(Utf16Le) => offer(|src, _| utf16::count_lines(units16(src))),
        Task::LossyLength(Utf8, Utf16Le) => offer(|src, _| utf8::utf16_len_lossy(src).units),
        Task::LossyLength(Utf16Le, Utf8) => {
            offer(|src, _| utf16::utf8_len_lossy(units16(src)).units)
        }
        Task::LossyLength(Utf32Le, Utf8) => {
            offer(|src, _| utf32::utf8_len_lossy(units32(src)).units)
        }
        Task::Lines(_) | Task::LossyLength(..) => kernels(simd::active(), task),
        Task::LossyOwned(_, Utf8) => offer(|src, _| utf8::to_string_lossy(src).0.len()),
        Task::LossyOwned(..) => offer(|src, _| utf8::to_utf16_vec_lossy(src).0.len()),
        Task::Stream(from, to) => stream(from, to),
        Task::Relative(from, to) => relative(from, to),
        Task::Scan => offer(|src, _| utf8::scan(src).utf16_units),
        Task::Rows => offer(|src, _| {
            let (values, offsets) = rows::read(src);
            utf8::validate_offsets(values, offsets).map_or(0, |()| offsets.len())
        }),
        Task::Validate(_) | Task::ErrorPosition(_) => kernels(simd::active(), task),
    }
}

fn convert(from: simd::Form, to: simd::Form) -> Offer {
    let bytes = |outcome: Outcome, unit: usize| outcome.written * unit;
    match (from, to) {
        (Utf8, Utf16Le) => offer(move |src, dst| bytes(utf8::to_utf16(src, room16(dst)), 2)),
        (Utf8, Utf32Le) => offer(move |src, dst| bytes(utf8::to_utf32(src, room32(dst)), 4)),
        (Utf8, Utf16Be) => offer(move |src, dst| bytes(utf8::to_utf16(src, Be(dst)), 2)),
        (Utf8, Latin1) => offer(move |src, dst| bytes(utf8::to_latin1(src, dst), 1)),
        (Utf16Be, Utf8) => offer(move |src, dst| bytes(utf16::to_utf8(Be(src), dst), 1)),
        (Utf16Be, Utf32Le) => {
            offer(move |src, dst| bytes(utf16::to_utf32(Be(src), room32(dst)), 4))
        }
        (Utf16Le, Utf8) => offer(move |src, dst| bytes(utf16::to_utf8(units16(src), dst), 1)),
        (Utf16Le, Utf32Le) => {
            offer(move |src, dst| bytes(utf16::to_utf32(units16(src), room32(dst)), 4))
        }
        (Utf16Le, Utf16Be) => {
            offer(move |src, dst| bytes(utf16::to_utf16(units16(src), Be(dst)), 2))
        }
        (Utf16Le, Latin1) => offer(move |src, dst| bytes(utf16::to_latin1(units16(src), dst), 1)),
        (Utf32Le, Utf8) => offer(move |src, dst| bytes(utf32::to_utf8(units32(src), dst), 1)),
        (Utf32Le, Utf16Le) => {
            offer(move |src, dst| bytes(utf32::to_utf16(units32(src), room16(dst)), 2))
        }
        (Utf32Le, Utf16Be) => {
            offer(move |src, dst| bytes(utf32::to_utf16(units32(src), Be(dst)), 2))
        }
        (Utf32Le, Latin1) => offer(move |src, dst| bytes(utf32::to_latin1(units32(src), dst), 1)),
        (Latin1, Utf8) => offer(move |src, dst| bytes(latin1::to_utf8(src, dst), 1)),
        (Latin1, Utf16Le) => offer(move |src, dst| bytes(latin1::to_utf16(src, room16(dst)), 2)),
        (Latin1, Utf32Le) => offer(move |src, dst| bytes(latin1::to_utf32(src, room32(dst)), 4)),
        _ => None,
    }
}

/// Returns the call of a type that guarantees well-formed text.
fn known(from: simd::Form, to: simd::Form) -> Offer {
    fn text(src: &[u8]) -> WellFormed<'_, u8> {
        // SAFETY: the task guarantees that the text is well-formed.
        unsafe { str::from_utf8_unchecked(src) }.into()
    }
    match (from, to) {
        (Utf8, Utf16Le) => offer(|src, dst| text(src).to_utf16(room16(dst)).written * 2),
        (Utf8, Utf32Le) => offer(|src, dst| text(src).to_utf32(room32(dst)).written * 4),
        // These pairs use the same kernels as text that is checked.
        _ => convert(from, to),
    }
}

fn length(from: simd::Form, to: simd::Form) -> Offer {
    match (from, to) {
        (Utf8, Utf32Le) => offer(|src, _| utf8::count(src)),
        (Utf8, Utf16Le) => offer(|src, _| utf8::utf16_len(src)),
        (Utf16Le, Utf32Le) => offer(|src, _| utf16::count(units16(src))),
        (Utf16Le, Utf8) => offer(|src, _| utf16::utf8_len(units16(src))),
        (Utf16Be, Utf8) => offer(|src, _| utf16::utf8_len(Be(src))),
        (Utf32Le, Utf8) => offer(|src, _| utf32::utf8_len(units32(src))),
        (Utf32Le, Utf16Le) => offer(|src, _| utf32::utf16_len(units32(src))),
        (Latin1, Utf8) => offer(|src, _| latin1::utf8_len(src)),
        _ => None,
    }
}

fn lossy(from: simd::Form, to: simd::Form) -> Offer {
    match (from, to) {
        (Utf8, Utf8) => offer(|src, dst| utf8::to_utf8_lossy(src, dst).written),
        (Utf8, Utf16Le) => offer(|src, dst| utf8::to_utf16_lossy(src, room16(dst)).written * 2),
        (Utf16Le, Utf8) => offer(|src, dst| utf16::to_utf8_lossy(units16(src), dst).written),
        (Utf16Be, Utf8) => offer(|src, dst| utf16::to_utf8_lossy(Be(src), dst).written),
        (Utf16Le, Utf16Le) => {
            offer(|src, dst| utf16::to_utf16_lossy(units16(src), room16(dst)).written * 2)
        }
        (Utf8, Utf32Le) => offer(|src, dst| utf8::to_utf32_lossy(src, room32(dst)).written * 4),
        (Utf16Le, Utf32Le) => {
            offer(|src, dst| utf16::to_utf32_lossy(units16(src), room32(dst)).written * 4)
        }
        (Utf32Le, Utf8) => offer(|src, dst| utf32::to_utf8_lossy(units32(src), dst).written),
        (Utf32Le, Utf16Le) => {
            offer(|src, dst| utf32::to_utf16_lossy(units32(src), room16(dst)).written * 2)
        }
        _ => None,
    }
}

/// Returns the call of the streaming converter, over chunks of [`CHUNK`] bytes.
fn stream(from: simd::Form, to: simd::Form) -> Offer {
    let (from, to) = (encoding(from)?, encoding(to)?);
    offer(move |src, dst| {
        let mut transcoder = transcoder(from, to);
        let mut at = 0;
        for (index, chunk) in src.chunks(CHUNK).enumerate() {
            let last = (index + 1) * CHUNK >= src.len();
            let outcome = transcoder.transcode(chunk, &mut dst[at..], last);
            if outcome.status != Status::Done {
                return 0;
            }
            at += outcome.written;
        }
        at
    })
}

/// Returns the streaming converter as one call.
fn relative(from: Encoding, to: Encoding) -> Offer {
    offer(move |src, dst| {
        let outcome = transcoder(from, to).transcode(src, dst, true);
        if outcome.status == Status::Done { outcome.written } else { 0 }
    })
}

/// Returns the streaming converter between the forms that the variants are based on.
fn strict(task: Task) -> Offer {
    match task {
        Task::Relative(from, to) => relative(encoding(base(from))?, encoding(base(to))?),
        _ => None,
    }
}

/// Returns a transcoder for text without BOMs.
fn transcoder(from: Encoding, to: Encoding) -> Transcoder<'static> {
    Transcoder::new(from, to).bom(BomPolicy::Forbid)
}

fn encoding(form: simd::Form) -> Option<Encoding> {
    match form {
        Utf8 => Some(Encoding::Utf8),
        Utf16Le => Some(Encoding::Utf16Le),
        Utf32Le => Some(Encoding::Utf32Le),
        _ => None,
    }
}

/// Returns one call over the whole text that a stream would receive in chunks.
fn slice(task: Task) -> Offer {
    match task {
        // Conversion of text that is known to be well-formed must not be slower than with a check.
        Task::Stream(from, to) | Task::Known(from, to) => convert(from, to),
        // The parts of a scan: validation, and each count separately.
        Task::Scan => offer(|src, _| {
            let text = utf8::validate(src).unwrap_or_default().as_bytes();
            let nuls = text.iter().filter(|&&byte| byte == 0).count();
            let lines = simd::active().lines(Utf8, text);
            black_box((
                lines,
                nuls,
                utf8::count(text),
                text.iter().fold(0, |most, &byte| byte.max(most)),
            ));
            utf8::utf16_len(text)
        }),
        _ => None,
    }
}
