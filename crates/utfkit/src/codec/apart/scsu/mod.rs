//! SCSU, the Standard Compression Scheme for Unicode (UTS #6).
//!
//! Text in a script of few letters takes about one byte per character. In *single-byte mode*, bytes
//! from 80 on are the characters of a *window* of 128 code points. Tags among the control characters
//! select a window, move it, or quote one character from another window. In *Unicode mode*, text is
//! UTF-16BE, and tags are bytes from E0 to F2 in place of a unit.

mod read;
mod write;

pub(super) use read::Reader;
pub(super) use write::Writer;

/// The number of code points in a window.
const WINDOW: u32 = 0x80;

/// The number of static windows, and of dynamic ones.
const WINDOWS: usize = 8;

/// The starts of the windows that never move. Only quoted characters are from them.
const STATIC: [u32; WINDOWS] = [0x0000, 0x0080, 0x0100, 0x0300, 0x2000, 0x2080, 0x2100, 0x3000];

/// The starts of the windows that move, at the start of a text.
const DYNAMIC: [u32; WINDOWS] = [0x0080, 0x00C0, 0x0400, 0x0600, 0x0900, 0x3040, 0x30A0, 0xFF00];

/// The starts of windows that cross a multiple of 80, and the byte of the first.
const CROSSING: (u8, [u32; 7]) = (0xF9, [0x00C0, 0x0250, 0x0370, 0x0530, 0x3040, 0x30A0, 0xFF60]);

/// The first tag of each group of eight, and the others. The names are those of UTS #6.
mod tag {
    /// Quotes a character from a window.
    pub(super) const SQ: u8 = 0x01;
    /// Moves a window to a supplementary block, and selects it.
    pub(super) const SDX: u8 = 0x0B;
    /// Quotes a unit of UTF-16.
    pub(super) const SQU: u8 = 0x0E;
    /// Changes to Unicode mode.
    pub(super) const SCU: u8 = 0x0F;
    /// Selects a window.
    pub(super) const SC: u8 = 0x10;
    /// Moves a window, and selects it.
    pub(super) const SD: u8 = 0x18;
    /// In Unicode mode: changes to single-byte mode, and selects a window.
    pub(super) const UC: u8 = 0xE0;
    /// In Unicode mode: changes to single-byte mode, moves a window, and selects it.
    pub(super) const UD: u8 = 0xE8;
    /// In Unicode mode: quotes a unit that begins like a tag.
    pub(super) const UQU: u8 = 0xF0;
    /// In Unicode mode: does what [`SDX`] does.
    pub(super) const UDX: u8 = 0xF1;
    /// In Unicode mode: reserved.
    pub(super) const RESERVED: u8 = 0xF2;
}

/// The mode and the windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    windows: [u32; WINDOWS],
    /// The window of bytes from 80 on.
    active: u8,
    is_unicode: bool,
}

impl State {
    /// The state at the start of a text.
    const START: State = State { windows: DYNAMIC, active: 0, is_unicode: false };

    /// Returns the state after a tag for `window`, in single-byte mode.
    const fn select(self, window: u8) -> Self {
        Self { active: window, is_unicode: false, ..self }
    }

    /// Returns the state after `window` moved to `start`.
    const fn define(mut self, window: u8, start: u32) -> Self {
        self.windows[window as usize % WINDOWS] = start;
        self.select(window)
    }

    /// Returns the start of the active window.
    const fn start(&self) -> u32 {
        self.windows[self.active as usize % WINDOWS]
    }
}

/// Returns `true` if `byte` is its own character in single-byte mode.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | b'\r' | 0x20..0x80)
}

/// Returns the start of the window that `byte` after a tag means, or `None` if it is reserved.
const fn start_of(byte: u8) -> Option<u32> {
    match byte {
        0x01..=0x67 => Some(byte as u32 * WINDOW),
        0x68..=0xA7 => Some(byte as u32 * WINDOW + 0xAC00),
        0xF9.. => Some(CROSSING.1[(byte - CROSSING.0) as usize]),
        _ => None,
    }
}
