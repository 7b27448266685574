//! The standard streams, and the paths that name streams.
//!
//! A console has characters, not bytes. So text for a console goes through `std`, which writes
//! UTF-16 no matter which code page the console has.

use std::{
    fs::File,
    io::{self, IsTerminal, Read, Write},
    os::windows::io::{AsHandle, BorrowedHandle},
    path::Path,
    sync::{Mutex, PoisonError},
};

use windows_sys::Win32::Foundation::ERROR_PIPE_NOT_CONNECTED;

use super::{calls, names::is_device};

/// Prepares the console for colours.
pub fn prepare() {
    let _ = anstyle_query::windows::enable_ansi_colors();
}

/// Returns standard input.
pub fn standard_input() -> io::Result<File> {
    owned(io::stdin().as_handle())
}

/// Returns standard output.
pub fn standard_output() -> io::Result<File> {
    owned(io::stdout().as_handle())
}

/// Returns standard error.
pub fn standard_error() -> io::Result<File> {
    owned(io::stderr().as_handle())
}

fn owned(handle: BorrowedHandle<'_>) -> io::Result<File> {
    handle.try_clone_to_owned().map(File::from)
}

/// Reads from `file`. May return fewer bytes than fit. From a console, it reads UTF-8.
pub fn read(mut file: &File, room: &mut [u8]) -> io::Result<usize> {
    let read = if file.is_terminal() { io::stdin().read(room) } else { file.read(room) };
    match read {
        // All writers of the pipe are closed.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        read => read,
    }
}

/// Writes to `file`. May accept fewer bytes. A console shows UTF-8, and U+FFFD for other bytes.
pub fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    if !file.is_terminal() {
        return match file.write(bytes) {
            Err(error) if error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED.cast_signed()) => {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            written => written,
        };
    }
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = std::mem::take(&mut *pending);
    text.extend_from_slice(bytes);
    let complete = text.len() - incomplete(&text);
    *pending = text.split_off(complete);
    let text = String::from_utf8_lossy(&text);
    if io::stdout().is_terminal() {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    } else {
        io::stderr().write_all(text.as_bytes())?
    }
    Ok(bytes.len())
}

/// The start of a character whose end was not written to the console yet.
static PENDING: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Returns the number of bytes at the end of `text` that are the start of a character.
fn incomplete(text: &[u8]) -> usize {
    let last = text.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_incomplete = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_incomplete { last.len() } else { 0 }
}

/// Does nothing: reads of Windows wait.
pub fn wait_to_read(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Does nothing: writes of Windows wait.
pub fn wait_to_write(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Returns `false`: Windows shows only in a write that nobody reads.
pub fn is_output_closed() -> bool {
    false
}

/// Returns `true` if `file` is a pipe, which may accept few bytes at once, or none.
pub fn is_pipe(file: &File) -> bool {
    calls::is_pipe(file)
}

/// Returns `true` if `path` names standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns `true` if `path` names a device, which has no name to replace.
pub fn is_descriptor(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(is_device)
        || path.to_str().is_some_and(|path| path.starts_with(r"\\.\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_starts_of_characters_are_incomplete() {
        for (text, expected) in [
            (&b""[..], 0),
            (b"a", 0),
            (b"a\xE2", 1),
            (b"a\xE2\x82", 2),
            (b"a\xE2\x82\xAC", 0),
            (b"\xFF", 0),
            (b"\x80", 0),
            (b"\xF0\x9F\x98", 3),
        ] {
            assert_eq!(incomplete(text), expected, "{text:X?}");
        }
    }
}
