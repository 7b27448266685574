//! Reads a stream in blocks.

use std::io::{self, Read};

use utfkit::encoding::Bom;

/// The number of bytes to read at once: 256 KiB.
pub const BLOCK: usize = 256 * 1024;

/// Reads the next bytes into `room`, and returns their number: 0 only at the end of the stream, or
/// if `room` is empty.
///
/// Interrupted reads are repeated.
///
/// # Errors
///
/// Returns any other error of `source`.
pub fn read_some(source: &mut dyn Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// Reads the first bytes of a stream into `room` with `read`, and returns their number.
///
/// If a BOM is `wanted`, this reads until the bytes decide whether there is one, and then stops: a
/// stream may be slow.
///
/// # Errors
///
/// Returns the error of `read`.
pub fn read_head(
    mut read: impl FnMut(&mut [u8]) -> io::Result<usize>,
    room: &mut [u8],
    wanted: bool,
) -> io::Result<usize> {
    let mut len = 0;
    loop {
        let more = read(&mut room[len..])?;
        len += more;
        if more == 0 || !wanted || Bom::is_settled(&room[..len]) {
            return Ok(len);
        }
    }
}
