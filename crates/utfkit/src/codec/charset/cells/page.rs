//! Charsets of one byte per character.

use core::mem::MaybeUninit;

use super::{
    table::{Newline, Table},
    tables::{WINDOWS_1255, WINDOWS_1258},
};
use crate::{
    codec::charset::variant::{Twin, hebrew, vietnamese},
    simd::Progress,
};

/// The characters of all bytes. In all but [`Page::Cells`], those below 80 are US-ASCII.
pub(crate) enum Page {
    /// A table.
    Cells { table: &'static Table, newline: Newline },
    /// A table of the WHATWG standard.
    Whatwg(&'static Table),
    /// ISO-8859-9: ISO-8859-1 with six Turkish letters. windows-1254 does not have controls at
    /// 80..9F.
    Latin5,
    /// x-user-defined of the WHATWG standard: 80..FF are U+F780..U+F7FF.
    UserDefined,
    /// ISO-8859-11: TIS-620, controls at 80..9F, and U+00A0. windows-874 has other characters
    /// there.
    Thai,
}

/// The letters that ISO-8859-9 has in place of those of ISO-8859-1.
const TURKISH: [(u8, char); 6] = [
    (0xD0, '\u{11E}'),
    (0xDD, '\u{130}'),
    (0xDE, '\u{15E}'),
    (0xF0, '\u{11F}'),
    (0xFD, '\u{131}'),
    (0xFE, '\u{15F}'),
];

/// The code point of byte 80 in x-user-defined.
const USER_DEFINED: u32 = 0xF780;

/// The difference between the code points of Thai and their bytes.
const THAI: u32 = 0xE00 - 0xA0;

impl Page {
    /// Returns the character of `byte`.
    pub(crate) fn decode(&self, byte: u8) -> Option<char> {
        match self {
            Page::Cells { table, newline } => Some(newline.swap(table.decode(byte)?)),
            Page::Whatwg(table) => table.decode(byte),
            _ if byte < 0x80 => Some(byte.into()),
            Page::Latin5 => {
                let letter = TURKISH.iter().find(|(place, _)| *place == byte);
                Some(letter.map_or(byte.into(), |(_, letter)| *letter))
            }
            Page::UserDefined => char::from_u32(USER_DEFINED + u32::from(byte - 0x80)),
            Page::Thai => match byte {
                0x00..=0xA0 => Some(byte.into()),
                0xA1..=0xDA | 0xDF..=0xFB => char::from_u32(u32::from(byte) + THAI),
                0xDB..=0xDE | 0xFC..=0xFF => None,
            },
        }
    }

    /// Returns the byte of `character`.
    pub(crate) fn encode(&self, character: char) -> Option<u8> {
        let byte = match self {
            Page::Cells { table, newline } => return table.encode(newline.swap(character)),
            Page::Whatwg(table) => return table.encode(character),
            _ if character.is_ascii() => return Some(character as u8),
            Page::Latin5 => match TURKISH.iter().find(|(_, letter)| *letter == character) {
                Some((place, _)) => *place,
                None => u8::try_from(character).ok()?,
            },
            Page::UserDefined => {
                let place = u32::from(character).checked_sub(USER_DEFINED)?;
                u8::try_from(place).ok()?.checked_add(0x80)?
            }
            Page::Thai => match character {
                ..='\u{A0}' => character as u8,
                _ => u8::try_from(u32::from(character).checked_sub(THAI)?).ok()?,
            },
        };
        // That byte may be another character.
        Some(byte).filter(|&byte| self.decode(byte) == Some(character))
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        match self {
            Page::Cells { table, .. } => table.is_ascii_compatible(),
            Page::Whatwg(_) | Page::Latin5 | Page::UserDefined | Page::Thai => true,
        }
    }

    /// Returns the letter and the marks to write for `value`, a letter with marks.
    pub(crate) fn twin(&self, value: u32) -> Option<Twin> {
        match self {
            Page::Whatwg(table) if core::ptr::eq(*table, &raw const WINDOWS_1258) => {
                vietnamese(value)
            }
            Page::Whatwg(table) if core::ptr::eq(*table, &raw const WINDOWS_1255) => hebrew(value),
            _ => None,
        }
    }

    /// Decodes `src` until a byte has no character or `values` is full.
    pub(crate) fn decode_all(&self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let characters = src.iter().map_while(|&byte| self.decode(byte)).map(u32::from);
        match self {
            Page::Cells { table, newline: Newline::Ibm } | Page::Whatwg(table) => {
                fill(values, table.values(src))
            }
            _ => fill(values, characters),
        }
    }

    /// Encodes all of `text`. Returns the number of bytes, or `None` if a character cannot be encoded or
    /// does not fit.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_text(&self, text: &str, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
        match self {
            Page::Cells { table, newline: Newline::Ibm } | Page::Whatwg(table)
                if table.is_ascii_compatible() =>
            {
                fill_bytes(dst, text, |character| {
                    if character.is_ascii() {
                        Some(character as u8)
                    } else {
                        table.encode(character)
                    }
                })
            }
            _ => fill_bytes(dst, text, |character| self.encode(character)),
        }
    }

    /// Encodes `values` until one cannot be encoded or `dst` is full.
    pub(crate) fn encode_all(&self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let bytes = values.iter().map_while(|&value| self.encode(char::from_u32(value)?));
        fill(dst, bytes)
    }
}

/// Writes the bytes of all characters of `text`. Returns their number, or `None` if a character has no
/// byte or does not fit.
#[cfg(feature = "alloc")]
fn fill_bytes(
    room: &mut [MaybeUninit<u8>],
    text: &str,
    byte: impl Fn(char) -> Option<u8>,
) -> Option<usize> {
    let (mut chars, mut written) = (text.chars(), 0);
    for (slot, character) in room.iter_mut().zip(&mut chars) {
        slot.write(byte(character)?);
        written += 1;
    }
    chars.next().is_none().then_some(written)
}

/// Writes `items` until `room` is full. Each one is a byte of the text and a code value.
fn fill<T>(room: &mut [MaybeUninit<T>], items: impl Iterator<Item = T>) -> Progress {
    let mut done = 0;
    for (slot, item) in room.iter_mut().zip(items) {
        slot.write(item);
        done += 1;
    }
    Progress { read: done, written: done }
}
