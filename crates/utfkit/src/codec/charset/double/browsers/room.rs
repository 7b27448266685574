//! The output of a decoder: code values, or bytes of UTF-8.

use core::mem::{MaybeUninit, take};

/// The number of bytes of ASCII that are written at once.
pub(super) const BLOCK: usize = 16;

/// The output of a decoder: code values, or bytes of UTF-8.
///
/// Each function cuts off the items that it writes, and returns their number. If they do not fit, the
/// result is `None`, and the room is unchanged or empty.
pub(in super::super::super) trait Room: Sized {
    /// Writes a character of U+0080..U+FFFF.
    fn put(room: &mut &mut [Self], character: u16) -> Option<usize>;

    /// Writes any character at the start of `room`, and returns the number of items.
    fn put_any(room: &mut [Self], value: u32) -> Option<usize>;

    /// Writes bytes of ASCII.
    fn put_ascii<const N: usize>(room: &mut &mut [Self], bytes: &[u8; N]) -> Option<usize>;
}

/// Cuts off the first `N` items of `room`. If there are fewer, `room` is unchanged.
#[inline(always)]
fn first<'r, T, const N: usize>(room: &mut &'r mut [T]) -> Option<&'r mut [T; N]> {
    if room.len() < N {
        return None;
    }
    let (slots, rest) = take(room).split_first_chunk_mut()?;
    *room = rest;
    Some(slots)
}

impl Room for MaybeUninit<u32> {
    #[inline(always)]
    fn put(room: &mut &mut [Self], character: u16) -> Option<usize> {
        let [slot] = first(room)?;
        slot.write(character.into());
        Some(1)
    }

    fn put_any(room: &mut [Self], value: u32) -> Option<usize> {
        room.first_mut()?.write(value);
        Some(1)
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(room: &mut &mut [Self], bytes: &[u8; N]) -> Option<usize> {
        *first(room)? = bytes.map(|byte| MaybeUninit::new(byte.into()));
        Some(N)
    }
}

impl Room for MaybeUninit<u8> {
    #[inline(always)]
    fn put(room: &mut &mut [Self], character: u16) -> Option<usize> {
        let tail = |shift: u32| 0x80 | (character >> shift & 0x3F) as u8;
        if character >= 0x800 {
            let bytes = [0xE0 | (character >> 12) as u8, tail(6), tail(0)];
            *first(room)? = bytes.map(MaybeUninit::new);
            return Some(3);
        }
        *first(room)? = [0xC0 | (character >> 6) as u8, tail(0)].map(MaybeUninit::new);
        Some(2)
    }

    fn put_any(room: &mut [Self], value: u32) -> Option<usize> {
        let mut bytes = [0; 4];
        let len = char::from_u32(value)?.encode_utf8(&mut bytes).len();
        for (slot, byte) in room.get_mut(..len)?.iter_mut().zip(bytes) {
            slot.write(byte);
        }
        Some(len)
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(room: &mut &mut [Self], bytes: &[u8; N]) -> Option<usize> {
        *first(room)? = bytes.map(MaybeUninit::new);
        Some(N)
    }
}
