//! Keeps long lines in temporary files, so that a pipe is never read twice.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
};

use super::reading::{FileAt, Source};
use utfkit_text::lines::{Overflow, Store};

/// Keeps long lines in temporary files.
#[derive(Clone, Copy, Debug)]
pub struct TemporaryFiles;

impl Overflow for TemporaryFiles {
    fn store(&self) -> io::Result<Box<dyn Store>> {
        Ok(Box::new(TemporaryFile { file: tempfile::tempfile()?, len: 0 }))
    }
}

/// Bytes in a temporary file.
#[derive(Debug)]
struct TemporaryFile {
    file: File,
    len: u64,
}

impl Store for TemporaryFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        self.file.write_all(bytes)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize> {
        // Bytes of a dropped line may follow these.
        let left = usize::try_from(self.len.saturating_sub(offset)).unwrap_or(usize::MAX);
        let max = left.min(room.len());
        FileAt { file: &self.file, offset }.read_some(&mut room[..max])
    }

    fn clear(&mut self) {
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utfkit_text::lines::{Bytes, MAX_IN_MEMORY};

    #[test]
    fn returns_long_lines() {
        let mut bytes = Bytes::new(&TemporaryFiles);
        let mut expected = Vec::new();
        for len in [1, MAX_IN_MEMORY, 2 * MAX_IN_MEMORY + 1, 7] {
            let piece = vec![len as u8; len];
            bytes.push(&piece).unwrap();
            expected.extend_from_slice(&piece);
        }
        let mut found = Vec::new();
        let mut keep = |piece: &[u8]| {
            found.extend_from_slice(piece);
            Ok(())
        };
        bytes.each(|error: io::Error| error, &mut keep).unwrap();
        assert!(found == expected);
        let mut room = [0; 3];
        assert_eq!(bytes.read_at(&mut room, 1).unwrap(), 3);
        assert_eq!(room, [MAX_IN_MEMORY as u8; 3]);
    }

    #[test]
    fn is_reused_after_clear() {
        let mut store = TemporaryFiles.store().unwrap();
        store.append(b"a long line").unwrap();
        store.clear();
        let mut room = [0; 16];
        assert_eq!(store.read_at(&mut room, 0).unwrap(), 0);
        store.append(b"sh").unwrap();
        store.append(b"ort").unwrap();
        assert_eq!(store.read_at(&mut room, 0).unwrap(), 5);
        assert_eq!(&room[..5], b"short");
        assert_eq!(store.read_at(&mut room, 3).unwrap(), 2);
        assert_eq!(&room[..2], b"rt");
        assert_eq!(store.read_at(&mut room, 5).unwrap(), 0);
    }
}
