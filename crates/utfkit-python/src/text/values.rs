//! Decodes all other encodings by blocks of code values.

use std::mem::MaybeUninit;

use utfkit::{ascii, codec::Progress, scalar};

use super::{
    run::{Run, Stop},
    source::Source,
    tables::Tables,
};
use crate::raw::{Room, Width};

/// The number of code values that are decoded at once.
const VALUES: usize = 2048;

/// The number of code values that are decoded at once where tables lack a character: they may have
/// the next ones.
const FEW: usize = 256;

/// The minimum number of bytes that are copied instead of decoded.
const WORTH_A_COPY: usize = 64;

/// Decodes by blocks of code values.
pub(crate) fn run_values(source: &mut Source, src: &[u8], width: Width, mut room: Room<'_>) -> Run {
    let (mut read, mut written) = (0, 0);
    loop {
        let left = len(&room);
        if left == 0 || read == src.len() {
            let stop = if read == src.len() { Stop::Done } else { Stop::Full };
            return Run { read, written, stop };
        }
        let tables = source.tables.filter(|tables| tables.serve(&source.decoder));
        if let Some(tables) = tables {
            match by_tables(tables, &src[read..], width, &mut room) {
                Err(needed) => return Run { read, written, stop: Stop::Width(needed) },
                Ok((0, _)) => {}
                Ok((more, units)) => {
                    room = advanced(room, units);
                    read += more;
                    written += units;
                    continue;
                }
            }
        }
        let (done, stop) = if tables.is_some() {
            by_decoder::<FEW>(source, &src[read..], width, &mut room)
        } else {
            by_decoder::<VALUES>(source, &src[read..], width, &mut room)
        };
        room = advanced(room, done.written);
        read += done.read;
        written += done.written;
        match stop {
            None => {}
            Some(Stop::Sequence) if read == src.len() => {
                return Run { read, written, stop: Stop::Done };
            }
            Some(stop) => return Run { read, written, stop },
        }
    }
}

/// Decodes up to `N` characters by the decoder. Returns why decoding stopped, if it did.
fn by_decoder<const N: usize>(
    source: &mut Source,
    src: &[u8],
    width: Width,
    room: &mut Room<'_>,
) -> (Progress, Option<Stop>) {
    let mut values = [0_u32; N];
    let (before, most) = (source.decoder, len(room).min(N));
    let mut done = source.decoder.decode(src, &mut values[..most]);
    let mut is_cut = done.written < most;
    if source.beyond
        && let Some(bad) =
            values[..done.written].iter().position(|&value| !scalar::is_scalar(value))
    {
        source.decoder = before;
        done = source.decoder.decode(src, &mut values[..bad]);
        is_cut = true;
    }
    let decoded = &values[..done.written];
    let needed = Width::of(decoded.iter().fold(0, |all, value| all | value));
    if needed > width {
        source.decoder = before;
        return (Progress { read: 0, written: 0 }, Some(Stop::Width(needed)));
    }
    narrow(decoded, room);
    (done, is_cut.then_some(Stop::Sequence))
}

/// Decodes up to [`VALUES`] characters by tables. Returns the numbers of bytes read and of characters
/// written, or the width that they need.
fn by_tables(
    tables: &Tables,
    src: &[u8],
    width: Width,
    room: &mut Room<'_>,
) -> Result<(usize, usize), Width> {
    let most = len(room).min(VALUES);
    match room {
        Room::One(room) => {
            let plain = &src[..src.len().min(room.len())];
            let plain = if width == Width::Ascii { &plain[..ascii::prefix(plain)] } else { plain };
            let same = tables.same(plain);
            if same >= WORTH_A_COPY {
                room[..same].write_copy_of_slice(&plain[..same]);
                return Ok((same, same));
            }
        }
        Room::Two(room) => return Ok(tables.decode(src, &mut room[..most])),
        Room::Four(_) => {}
    }
    let mut units = [MaybeUninit::<u16>::uninit(); VALUES];
    let (read, written) = tables.decode(src, &mut units[..most]);
    // SAFETY: the tables wrote the first `written` units.
    let units = unsafe { units[..written].assume_init_ref() };
    let needed = Width::of(u32::from(units.iter().fold(0, |all, unit| all | unit)));
    if needed > width {
        return Err(needed);
    }
    match room {
        Room::One(room) => {
            for (to, &unit) in room.iter_mut().zip(units) {
                to.write(unit as u8);
            }
        }
        Room::Two(_) => {}
        Room::Four(room) => {
            for (to, &unit) in room.iter_mut().zip(units) {
                to.write(unit.into());
            }
        }
    }
    Ok((read, written))
}

/// Returns a width that the first characters of `src` need, and an estimate of the number of its
/// characters, at most that of its bytes. Some characters may need a greater width.
pub(crate) fn sampled_by(tables: &Tables, src: &[u8]) -> (Width, usize) {
    let mut units = [MaybeUninit::uninit(); VALUES];
    let (read, written) = tables.decode(src, &mut units);
    // SAFETY: the tables wrote the first `written` units.
    let units = unsafe { units[..written].assume_init_ref() };
    let width = Width::of(u32::from(units.iter().fold(0, |all, unit| all | unit)));
    // Most of the memory is used then, and giving some back is slow.
    let estimate = written.saturating_mul(src.len()).checked_div(read);
    let capacity = estimate.map_or(src.len(), |count| count.saturating_add(count / 32));
    (width, capacity.min(src.len()))
}

fn len(room: &Room<'_>) -> usize {
    match room {
        Room::One(room) => room.len(),
        Room::Two(room) => room.len(),
        Room::Four(room) => room.len(),
    }
}

fn advanced(room: Room<'_>, by: usize) -> Room<'_> {
    match room {
        Room::One(room) => Room::One(&mut room[by..]),
        Room::Two(room) => Room::Two(&mut room[by..]),
        Room::Four(room) => Room::Four(&mut room[by..]),
    }
}

/// Writes `values`, which fit, to the start of `room`.
pub(crate) fn narrow(values: &[u32], room: &mut Room<'_>) {
    match room {
        Room::One(room) => {
            for (to, &value) in room.iter_mut().zip(values) {
                to.write(value as u8);
            }
        }
        Room::Two(room) => {
            for (to, &value) in room.iter_mut().zip(values) {
                to.write(value as u16);
            }
        }
        Room::Four(room) => {
            room[..values.len()].write_copy_of_slice(values);
        }
    }
}
