//! Decodes all other encodings by blocks of code values.

use utfkit::scalar;

use crate::{
    builder::{Run, Source, Stop},
    raw::{Room, Width},
};

/// The number of code values that are decoded at once.
const VALUES: usize = 2048;

/// Decodes by blocks of code values.
pub(crate) fn run_values(source: &mut Source, src: &[u8], width: Width, mut room: Room<'_>) -> Run {
    let mut values = [0_u32; VALUES];
    let (mut read, mut written) = (0, 0);
    loop {
        let left = match &room {
            Room::One(room) => room.len(),
            Room::Two(room) => room.len(),
            Room::Four(room) => room.len(),
        };
        if left == 0 {
            let stop = if read == src.len() { Stop::Done } else { Stop::Full };
            return Run { read, written, stop };
        }
        let (before, mut most) = (source.decoder, left.min(VALUES));
        let mut done = source.decoder.decode(&src[read..], &mut values[..most]);
        if source.beyond
            && let Some(bad) =
                values[..done.written].iter().position(|&value| !scalar::is_scalar(value))
        {
            source.decoder = before;
            done = source.decoder.decode(&src[read..], &mut values[..bad]);
            most = VALUES;
        }
        let decoded = &values[..done.written];
        let needed = Width::of(decoded.iter().fold(0, |all, value| all | value));
        if needed > width {
            source.decoder = before;
            return Run { read, written, stop: Stop::Width(needed) };
        }
        narrow(decoded, &mut room);
        room = advanced(room, done.written);
        read += done.read;
        written += done.written;
        if done.written < most {
            let stop = if read == src.len() { Stop::Done } else { Stop::Sequence };
            return Run { read, written, stop };
        }
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
