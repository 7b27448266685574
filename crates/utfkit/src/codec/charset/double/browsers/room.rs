//! The output of a decoder: code values, or bytes of UTF-8.

use core::mem::MaybeUninit;

/// The number of characters that are written at once.
pub(super) const STEP: usize = 4;

/// The output of a decoder: code values, or bytes of UTF-8.
pub(in super::super::super) trait Room: Sized {
    /// Writes a character below U+10000, and returns the number of items; `None` if it does not fit.
    fn put(room: &mut [Self], character: u16) -> Option<usize>;

    /// Does the same for four characters.
    fn put_four(room: &mut [Self], characters: [u16; STEP]) -> Option<usize>;

    /// Writes any character, and returns the number of items; `None` if it does not fit.
    fn put_any(room: &mut [Self], value: u32) -> Option<usize>;

    /// Writes a byte of ASCII.
    fn put_ascii(slot: &mut Self, byte: u8);
}

impl Room for MaybeUninit<u32> {
    #[inline(always)]
    fn put(room: &mut [Self], character: u16) -> Option<usize> {
        room.first_mut()?.write(character.into());
        Some(1)
    }

    #[inline(always)]
    fn put_four(room: &mut [Self], characters: [u16; STEP]) -> Option<usize> {
        *room.first_chunk_mut()? = characters.map(|character| MaybeUninit::new(character.into()));
        Some(STEP)
    }

    fn put_any(room: &mut [Self], value: u32) -> Option<usize> {
        room.first_mut()?.write(value);
        Some(1)
    }

    #[inline(always)]
    fn put_ascii(slot: &mut Self, byte: u8) {
        slot.write(byte.into());
    }
}

/// Returns the bytes of a character from U+0800 on in UTF-8.
#[inline(always)]
fn three(character: u16) -> [u8; 3] {
    let tail = |shift: u32| 0x80 | (character >> shift & 0x3F) as u8;
    [0xE0 | (character >> 12) as u8, tail(6), tail(0)]
}

impl Room for MaybeUninit<u8> {
    #[inline(always)]
    fn put(room: &mut [Self], character: u16) -> Option<usize> {
        if character >= 0x800 {
            *room.first_chunk_mut()? = three(character).map(MaybeUninit::new);
            return Some(3);
        }
        let bytes = [0xC0 | (character >> 6) as u8, 0x80 | (character & 0x3F) as u8];
        *room.first_chunk_mut()? = bytes.map(MaybeUninit::new);
        Some(2)
    }

    #[inline(always)]
    fn put_four(room: &mut [Self], characters: [u16; STEP]) -> Option<usize> {
        let room = room.first_chunk_mut::<{ 3 * STEP }>()?;
        if characters.into_iter().fold(u16::MAX, u16::min) < 0x800 {
            let mut written = 0;
            for character in characters {
                written += Self::put(room.get_mut(written..)?, character)?;
            }
            return Some(written);
        }
        for (three_bytes, character) in room.as_chunks_mut::<3>().0.iter_mut().zip(characters) {
            *three_bytes = three(character).map(MaybeUninit::new);
        }
        Some(3 * STEP)
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
    fn put_ascii(slot: &mut Self, byte: u8) {
        slot.write(byte);
    }
}
