//! Reading by blocks.

use std::io::{self, Read};

use utfkit::encoding::Bom;

/// The number of bytes that are read at once.
pub const BLOCK: usize = 256 * 1024;

/// Reads into `room` what comes next: at least one byte, unless the stream is at its end.
pub fn read_some(source: &mut dyn Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// Reads into `room` what a stream begins with. If a BOM is `wanted`, that is as much as shows
/// whether there is one, and no more: a stream may be slow.
pub fn read_head(source: &mut dyn Read, room: &mut [u8], wanted: bool) -> io::Result<usize> {
    let mut len = 0;
    loop {
        let more = read_some(source, &mut room[len..])?;
        len += more;
        if more == 0 || !wanted || Bom::is_settled(&room[..len]) {
            return Ok(len);
        }
    }
}
