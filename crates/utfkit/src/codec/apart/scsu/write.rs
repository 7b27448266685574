//! Encoding of SCSU.
//!
//! The writer sees one character at a time. A letter of another window selects that window. A
//! character of a static window is quoted. For all other letters, the window that was not used for
//! the longest time moves. Chinese and Hangul have no windows, so they are written in Unicode mode.
//! The writer leaves that mode at the second character in a row that has a window, because a single
//! one is not worth the two tags.

use super::{CROSSING, STATIC, State, WINDOW, is_plain, start_of, tag};
use crate::{codec::step::MAX_BYTES, form::Encoded, scalar};

/// The state of writing a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Writer {
    state: State,
    /// The windows, the last used one first.
    recent: [u8; 8],
    /// In Unicode mode: whether the last character had a window.
    had_window: bool,
}

/// The bytes of one character.
type Bytes = Encoded<MAX_BYTES>;

fn bytes(parts: &[u8]) -> Bytes {
    let mut bytes = Encoded::EMPTY;
    parts.iter().for_each(|&byte| bytes.push(byte));
    bytes
}

/// Returns the byte of `value` in the window at `start`, if it is in that window.
const fn in_window(value: u32, start: u32) -> Option<u8> {
    match value.wrapping_sub(start) {
        at @ ..WINDOW => Some((at + WINDOW) as u8),
        _ => None,
    }
}

/// The place of a window that has a character.
enum Block {
    /// The byte after a tag.
    Basic(u8),
    /// The number of a supplementary block.
    Extended(u32),
}

impl Block {
    /// Returns the block of `value`, or `None` if no window can be there.
    fn of(value: u32) -> Option<Self> {
        if let Some(rest) = value.checked_sub(0x1_0000) {
            return Some(Self::Extended(rest / WINDOW));
        }
        let crossing = (CROSSING.0..=0xFF).zip(CROSSING.1);
        let crossing = crossing.filter(|(_, start)| in_window(value, *start).is_some());
        let aligned = match value {
            0x80..0x3400 => Some((value / WINDOW) as u8),
            0xE000.. => Some(((value - 0xAC00) / WINDOW) as u8),
            _ => None,
        };
        crossing.map(|(byte, _)| byte).next().or(aligned).map(Self::Basic)
    }

    /// Returns the start of the window.
    fn start(&self) -> u32 {
        match *self {
            Block::Basic(byte) => start_of(byte).unwrap_or_default(),
            Block::Extended(number) => 0x1_0000 + number * WINDOW,
        }
    }
}

impl Writer {
    /// Creates the writer for the start of a text.
    pub(crate) const fn new() -> Self {
        Self { state: State::START, recent: [0, 1, 2, 3, 4, 5, 6, 7], had_window: false }
    }

    /// Returns the bytes of `value`, and the state after them.
    #[inline]
    pub(in crate::codec::apart) fn next(self, value: u32) -> Option<(Bytes, Self)> {
        if !scalar::is_scalar(value) {
            return None;
        }
        Some(if self.state.is_unicode { self.unicode(value) } else { self.single(value) })
    }

    /// Returns the bytes of `value` in single-byte mode.
    #[inline]
    fn single(self, value: u32) -> (Bytes, Self) {
        match u8::try_from(value).ok().filter(u8::is_ascii) {
            Some(byte) if is_plain(byte) => return (bytes(&[byte]), self),
            Some(byte) => return (bytes(&[tag::SQ, byte]), self),
            None => {}
        }
        if let Some(byte) = in_window(value, self.state.start()) {
            return (bytes(&[byte]), self);
        }
        let [high, low] = (value as u16).to_be_bytes();
        // A BOM has no window of its own, and UTS #6 marks text in SCSU with its quoted form.
        if value == scalar::BOM {
            return (bytes(&[tag::SQU, high, low]), self);
        }
        if let Some((window, byte)) = self.find(value) {
            return (bytes(&[tag::SC + window, byte]), self.select(window));
        }
        let quoted = (0..).zip(STATIC).find_map(|(window, start)| {
            in_window(value, start).map(|byte| [tag::SQ + window, byte - 0x80])
        });
        if let Some(quoted) = quoted {
            return (bytes(&quoted), self);
        }
        match Block::of(value) {
            Some(block) => self.define(value, &block, [tag::SD, tag::SDX]),
            None => {
                let state = State { is_unicode: true, ..self.state };
                (bytes(&[tag::SCU, high, low]), Self { state, had_window: false, ..self })
            }
        }
    }

    /// Returns the bytes of `value` in Unicode mode.
    fn unicode(self, value: u32) -> (Bytes, Self) {
        let block = if value < 0x80 { None } else { Block::of(value) };
        let has_window = value < 0x80 || block.is_some();
        if has_window && self.had_window && value != scalar::BOM {
            if let Ok(byte) = u8::try_from(value)
                && is_plain(byte)
            {
                let active = self.state.active;
                return (bytes(&[tag::UC + active, byte]), self.select(active));
            }
            if let Some((window, byte)) = self.find(value) {
                return (bytes(&[tag::UC + window, byte]), self.select(window));
            }
            if let Some(block) = &block {
                return self.define(value, block, [tag::UD, tag::UDX]);
            }
        }
        let mut bytes = Encoded::EMPTY;
        let pair = scalar::to_surrogates(value);
        let units = if value < 0x1_0000 { &[value as u16][..] } else { &pair };
        for unit in units {
            let [high, low] = unit.to_be_bytes();
            if matches!(high, tag::UC..=tag::RESERVED) {
                bytes.push(tag::UQU);
            }
            bytes.push(high);
            bytes.push(low);
        }
        (bytes, Self { had_window: has_window, ..self })
    }

    /// Returns a window that has `value`, and its byte.
    fn find(&self, value: u32) -> Option<(u8, u8)> {
        (0..)
            .zip(self.state.windows)
            .find_map(|(window, start)| in_window(value, start).map(|byte| (window, byte)))
    }

    /// Moves the window that was not used for the longest time to `block`, with the tag for the
    /// basic plane or the one for supplementary planes.
    fn define(self, value: u32, block: &Block, tags: [u8; 2]) -> (Bytes, Self) {
        let window = self.recent[7];
        let start = block.start();
        let byte = in_window(value, start).unwrap_or_default();
        let bytes = match *block {
            Block::Basic(place) => bytes(&[tags[0] + window, place, byte]),
            Block::Extended(number) => {
                bytes(&[tags[1], window << 5 | (number >> 8) as u8, number as u8, byte])
            }
        };
        let mut next = self.select(window);
        next.state = self.state.define(window, start);
        (bytes, next)
    }

    /// Returns the state after a tag for `window`.
    fn select(mut self, window: u8) -> Self {
        self.state = self.state.select(window);
        let at = self.recent.iter().position(|&one| one == window).unwrap_or(7);
        self.recent[..=at].rotate_right(1);
        self
    }
}
