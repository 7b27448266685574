//! Holds an incomplete line of any length, in bounded memory.

use std::io;

use super::overflow::{MAX_IN_MEMORY, Overflow, Store};

/// The number of bytes that are read from a store at once.
const PIECE: usize = 256 * 1024;

/// Bytes that are held: up to 1 MiB in memory, the rest in an [`Overflow`].
///
/// ```
/// use utfkit_text::lines::{Bytes, Refuse};
/// let mut bytes = Bytes::new(&Refuse);
/// bytes.push(b"a line")?;
/// assert_eq!(bytes.len(), 6);
/// assert!(bytes.push(&[b'x'; 1 << 20]).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Bytes<'o> {
    /// The last bytes, after those in the store.
    recent: Vec<u8>,
    overflow: &'o dyn Overflow,
    store: Option<Box<dyn Store>>,
    /// The number of bytes in the store.
    stored: u64,
}

impl<'o> Bytes<'o> {
    /// Returns an empty sequence of bytes. Bytes that do not fit in memory go to `overflow`.
    #[must_use]
    pub fn new(overflow: &'o dyn Overflow) -> Self {
        Self { recent: Vec::new(), overflow, store: None, stored: 0 }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.stored + self.recent.len() as u64
    }

    /// Returns `true` if there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Overflow`].
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.recent.len() + bytes.len() <= MAX_IN_MEMORY {
            self.recent.extend_from_slice(bytes);
            return Ok(());
        }
        let store = match &mut self.store {
            Some(store) => store,
            none => none.insert(self.overflow.store()?),
        };
        store.append(&self.recent)?;
        self.stored += self.recent.len() as u64;
        self.recent.clear();
        store.append(bytes)?;
        self.stored += bytes.len() as u64;
        Ok(())
    }

    /// Calls `with` for each piece of the bytes, in order. `wrong` converts an error in reading the
    /// bytes back to an error of `with`.
    ///
    /// # Errors
    ///
    /// Returns the first error of `with` or of `wrong`.
    pub fn each<E>(
        &self,
        wrong: impl Fn(io::Error) -> E,
        mut with: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(store) = self.store.as_ref().filter(|_| self.stored > 0) {
            let (mut room, mut done) = (vec![0; PIECE], 0);
            while done < self.stored {
                let max = usize::try_from(self.stored - done).unwrap_or(PIECE).min(PIECE);
                let len = match store.read_at(&mut room[..max], done).map_err(&wrong)? {
                    0 => return Err(wrong(io::ErrorKind::UnexpectedEof.into())),
                    len => len,
                };
                with(&room[..len])?;
                done += len as u64;
            }
        }
        if self.recent.is_empty() { Ok(()) } else { with(&self.recent) }
    }

    /// Reads into `room` the bytes from `offset` on. Returns their number, which is 0 only at the
    /// end.
    ///
    /// # Errors
    ///
    /// Returns the error of the [`Overflow`].
    pub fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize> {
        if let Some(store) = self.store.as_ref().filter(|_| offset < self.stored) {
            let max = usize::try_from(self.stored - offset).unwrap_or(usize::MAX).min(room.len());
            return store.read_at(&mut room[..max], offset);
        }
        let rest = usize::try_from(offset - self.stored).ok().and_then(|at| self.recent.get(at..));
        let rest = rest.unwrap_or_default();
        let len = rest.len().min(room.len());
        room[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    /// Drops all bytes, and keeps the memory.
    fn clear(&mut self) {
        self.recent.clear();
        self.stored = 0;
        if let Some(store) = &mut self.store {
            store.clear();
        }
    }
}

/// A line that is held: its original bytes, and the result of changes.
#[derive(Debug)]
pub struct Held<'o> {
    original: Bytes<'o>,
    changed: Option<Bytes<'o>>,
}

impl<'o> Held<'o> {
    /// Returns an empty line. Bytes that do not fit in memory go to `overflow`.
    pub(super) fn new(overflow: &'o dyn Overflow) -> Self {
        Self { original: Bytes::new(overflow), changed: None }
    }

    /// Returns the original bytes.
    #[must_use]
    pub fn original(&self) -> &Bytes<'o> {
        &self.original
    }

    /// Returns the bytes after all changes.
    #[must_use]
    pub fn result(&self) -> &Bytes<'o> {
        self.changed.as_ref().unwrap_or(&self.original)
    }

    /// Appends `bytes`.
    pub(super) fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(changed) = &mut self.changed {
            changed.push(bytes)?;
        }
        self.original.push(bytes)
    }

    /// Appends `bytes`, which `becomes` replaces.
    pub(super) fn change(&mut self, bytes: &[u8], becomes: &[u8]) -> io::Result<()> {
        let changed = match &mut self.changed {
            Some(changed) => changed,
            none => {
                let mut changed = Bytes::new(self.original.overflow);
                self.original.each(|error| error, |bytes| changed.push(bytes))?;
                none.insert(changed)
            }
        };
        changed.push(becomes)?;
        self.original.push(bytes)
    }

    /// Drops the line. The next one is held.
    pub(super) fn clear(&mut self) {
        self.original.clear();
        self.changed = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores bytes in a vector.
    #[derive(Debug)]
    struct Vectors;

    impl Overflow for Vectors {
        fn store(&self) -> io::Result<Box<dyn Store>> {
            Ok(Box::new(Vector(Vec::new())))
        }
    }

    #[derive(Debug)]
    struct Vector(Vec<u8>);

    impl Store for Vector {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.0.extend_from_slice(bytes);
            Ok(())
        }

        fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize> {
            let rest = &self.0[offset as usize..];
            let len = rest.len().min(room.len());
            room[..len].copy_from_slice(&rest[..len]);
            Ok(len)
        }

        fn clear(&mut self) {
            self.0.clear();
        }
    }

    #[test]
    fn returns_long_lines() {
        const MAX: usize = MAX_IN_MEMORY;
        let mut bytes = Bytes::new(&Vectors);
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
