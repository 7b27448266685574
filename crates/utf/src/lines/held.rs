//! A line that is not over: as long as it likes, in bounded memory.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

use crate::files::reading::{FileAt, Source};
use utfkit_text::streams::block::BLOCK;

/// How much of a line is kept in memory.
const MAX: usize = 1 << 20;

/// Bytes that wait: those of a line in memory, those of a very long one in a temporary file.
#[derive(Debug, Default)]
pub struct Bytes {
    /// The last of them, behind those in the file.
    recent: Vec<u8>,
    file: Option<File>,
    /// How many are in the file.
    filed: u64,
}

impl Bytes {
    /// How many they are.
    pub fn len(&self) -> u64 {
        self.filed + self.recent.len() as u64
    }

    /// Appends `bytes`.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.recent.len() + bytes.len() <= MAX {
            self.recent.extend_from_slice(bytes);
            return Ok(());
        }
        if self.file.is_none() {
            self.file = Some(tempfile::tempfile()?);
        }
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(self.filed))?;
            file.write_all(&self.recent)?;
            file.write_all(bytes)?;
        }
        self.filed = self.len() + bytes.len() as u64;
        self.recent.clear();
        Ok(())
    }

    /// Does `with` each piece of them, in order. Errors of reading them back are made errors of
    /// `with` by `wrong`.
    pub fn each<E>(
        &mut self,
        wrong: impl Fn(io::Error) -> E,
        mut with: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(file) = self.file.as_mut().filter(|_| self.filed > 0) {
            file.seek(SeekFrom::Start(0)).map_err(&wrong)?;
            let mut left = self.filed;
            let mut room = vec![0; BLOCK];
            while left > 0 {
                let most = room.len().min(usize::try_from(left).unwrap_or(BLOCK));
                file.read_exact(&mut room[..most]).map_err(&wrong)?;
                with(&room[..most])?;
                left -= most as u64;
            }
        }
        if self.recent.is_empty() { Ok(()) } else { with(&self.recent) }
    }

    /// Reads into `room` what stands at `offset` of them; gives how many, none at their end.
    pub fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize> {
        if let Some(file) = self.file.as_ref().filter(|_| offset < self.filed) {
            let most = room.len().min(usize::try_from(self.filed - offset).unwrap_or(usize::MAX));
            return FileAt { file, offset }.read_some(&mut room[..most]);
        }
        let rest = usize::try_from(offset - self.filed).ok().and_then(|at| self.recent.get(at..));
        let rest = rest.unwrap_or_default();
        let len = rest.len().min(room.len());
        room[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn clear(&mut self) {
        self.recent.clear();
        self.filed = 0;
    }
}

/// A line that is not over: what it is, and what it was changed to, if it was.
#[derive(Debug, Default)]
pub struct Held {
    /// Its bytes as they came.
    pub original: Bytes,
    changed: Option<Bytes>,
}

impl Held {
    /// Appends `bytes`.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(changed) = &mut self.changed {
            changed.push(bytes)?;
        }
        self.original.push(bytes)
    }

    /// Appends `bytes`, of which `becomes` is made.
    pub fn change(&mut self, bytes: &[u8], becomes: &[u8]) -> io::Result<()> {
        if self.changed.is_none() {
            let mut changed = Bytes::default();
            self.original.each(|error| error, |bytes| changed.push(bytes))?;
            self.changed = Some(changed);
        }
        if let Some(changed) = &mut self.changed {
            changed.push(becomes)?;
        }
        self.original.push(bytes)
    }

    /// What is made of the line.
    pub fn result(&mut self) -> &mut Bytes {
        self.changed.as_mut().unwrap_or(&mut self.original)
    }

    /// Forgets the line; the next one is held.
    pub fn clear(&mut self) {
        self.original.clear();
        self.changed = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_come_back() {
        let mut bytes = Bytes::default();
        let mut expected = Vec::new();
        for round in 0..3_u8 {
            for len in [1, MAX / 2, MAX, 2 * MAX + 1, 7] {
                let piece = vec![round.wrapping_add(len as u8); len];
                bytes.push(&piece).unwrap();
                expected.extend_from_slice(&piece);
            }
            let mut found = Vec::new();
            let mut keep = |piece: &[u8]| {
                found.extend_from_slice(piece);
                Ok(())
            };
            bytes.each(|error: io::Error| error, &mut keep).unwrap();
            assert!(found == expected && bytes.len() == expected.len() as u64);
            let (mut again, mut room) = (Vec::new(), vec![0; MAX / 3]);
            loop {
                match bytes.read_at(&mut room, again.len() as u64).unwrap() {
                    0 => break,
                    len => again.extend_from_slice(&room[..len]),
                }
            }
            assert!(again == expected);
            if round == 1 {
                bytes.clear();
                expected.clear();
            }
        }
    }
}
