//! The bytes of all characters of a charset.

use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

/// The bytes of all characters beyond ASCII, in windows. A window has the 64 characters whose UTF-8
/// differs only in the last byte.
pub(crate) struct Windows {
    /// The bytes of UTF-8 before the last one. The second is 0 if there is only one.
    starts: [[u8; 2]; Self::MOST],
    /// The bytes in the charset, or 0.
    bytes: [[u8; SIZE]; Self::MOST],
    /// The number of windows whose characters have two bytes. They come first.
    of_two: usize,
    len: usize,
}

/// The number of characters in a window.
const SIZE: usize = 64;

impl Windows {
    /// The maximum number of windows.
    pub(crate) const MOST: usize = 24;

    const fn empty() -> Self {
        Self { starts: [[0; 2]; Self::MOST], bytes: [[0; SIZE]; Self::MOST], of_two: 0, len: 0 }
    }

    /// Creates the windows of characters, each with its byte. Returns `None` if they are too many,
    /// or if a character is not one of U+0080..U+FFFF.
    pub(crate) fn of(characters: impl Iterator<Item = (char, u8)> + Clone) -> Option<Self> {
        let mut windows = Self::empty();
        for len in [2, 3] {
            for (character, byte) in characters.clone() {
                let mut utf8 = [0; 4];
                let (start, last) = match *character.encode_utf8(&mut utf8).as_bytes() {
                    [lead, last] => ([lead, 0], last),
                    [lead, second, last] => ([lead, second], last),
                    _ => return None,
                };
                if character.len_utf8() == len {
                    *windows.window(start)?.get_mut(usize::from(last & 0x3F))? = byte;
                }
            }
            if len == 2 {
                windows.of_two = windows.len;
            }
        }
        Some(windows)
    }

    /// Returns the window of `start`, which is new if there was none.
    fn window(&mut self, start: [u8; 2]) -> Option<&mut [u8; SIZE]> {
        let known = self.starts[..self.len].iter().position(|known| *known == start);
        let at = known.unwrap_or(self.len);
        *self.starts.get_mut(at)? = start;
        self.len = self.len.max(at + 1);
        self.bytes.get_mut(at)
    }

    /// Returns the windows of characters with two bytes, with their leads.
    #[inline(always)]
    pub(in crate::simd) fn of_two(&self) -> impl Iterator<Item = (u8, &[u8; SIZE])> {
        let starts = self.starts[..self.of_two].iter().map(|start| start[0]);
        starts.zip(&self.bytes)
    }

    /// Returns the windows of characters with three bytes, with their first two.
    #[inline(always)]
    pub(in crate::simd) fn of_three(&self) -> impl Iterator<Item = ([u8; 2], &[u8; SIZE])> {
        let those = self.of_two..self.len;
        self.starts[those.clone()].iter().copied().zip(&self.bytes[those])
    }
}

/// Windows that threads share without a lock: all of them store the same values.
pub(crate) struct KeptWindows {
    starts: [AtomicU16; Windows::MOST],
    /// Eight bytes of a window in each.
    bytes: [[AtomicU64; SIZE / 8]; Windows::MOST],
    of_two: AtomicU8,
    len: AtomicU8,
    state: AtomicU8,
}

/// The states of the windows of a charset.
const UNKNOWN: u8 = 0;
const KEPT: u8 = 1;
const NONE: u8 = 2;

impl KeptWindows {
    pub(crate) const fn empty() -> Self {
        Self {
            starts: [const { AtomicU16::new(0) }; Windows::MOST],
            bytes: [const { [const { AtomicU64::new(0) }; SIZE / 8] }; Windows::MOST],
            of_two: AtomicU8::new(0),
            len: AtomicU8::new(0),
            state: AtomicU8::new(UNKNOWN),
        }
    }

    /// Returns a copy of the windows. `make` makes them for the first call. Cost: eight loads for
    /// each window.
    pub(crate) fn get(&self, make: impl FnOnce() -> Option<Windows>) -> Option<Windows> {
        // The state comes after the rest.
        match self.state.load(Ordering::Acquire) {
            KEPT => Some(self.load()),
            NONE => None,
            _ => {
                let made = make();
                if let Some(windows) = &made {
                    self.store(windows);
                }
                let state = if made.is_some() { KEPT } else { NONE };
                self.state.store(state, Ordering::Release);
                made
            }
        }
    }

    fn load(&self) -> Windows {
        let mut windows = Windows::empty();
        windows.of_two = self.of_two.load(Ordering::Relaxed).into();
        windows.len = usize::from(self.len.load(Ordering::Relaxed)).min(Windows::MOST);
        for at in 0..windows.len {
            windows.starts[at] = self.starts[at].load(Ordering::Relaxed).to_le_bytes();
            for (kept, bytes) in self.bytes[at].iter().zip(windows.bytes[at].as_chunks_mut().0) {
                *bytes = kept.load(Ordering::Relaxed).to_le_bytes();
            }
        }
        windows
    }

    fn store(&self, windows: &Windows) {
        self.of_two.store(windows.of_two as u8, Ordering::Relaxed);
        self.len.store(windows.len as u8, Ordering::Relaxed);
        for at in 0..windows.len {
            self.starts[at].store(u16::from_le_bytes(windows.starts[at]), Ordering::Relaxed);
            for (kept, bytes) in self.bytes[at].iter().zip(windows.bytes[at].as_chunks().0) {
                kept.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
            }
        }
    }
}
