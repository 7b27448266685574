//! Extended attributes of files.

use rustix::io::Errno;

/// Reads a value of unknown length. The first call of `read`, with `None`, returns the length.
pub(super) fn read_all(
    mut read: impl FnMut(Option<&mut [u8]>) -> rustix::io::Result<usize>,
) -> rustix::io::Result<Vec<u8>> {
    loop {
        let mut room = vec![0; read(None)?];
        if room.is_empty() {
            return Ok(room);
        }
        match read(Some(&mut room)) {
            // The value has grown since its length was read.
            Err(Errno::RANGE) => {}
            Err(error) => return Err(error),
            Ok(len) => {
                room.truncate(len);
                return Ok(room);
            }
        }
    }
}
