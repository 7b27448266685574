//! Encodes text in legacy charsets by tables that are kept for the whole process.
//!
//! The library computes the code of a character from an index that is hardly larger than the list of
//! codes. A program that writes much text can have larger tables, which are faster. Each state of a
//! charset has its own: EUC-KR has one, and ISO-2022-KR has two.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use utfkit::{Encoding, codec::Encoder, scalar};

use crate::{errors::Handler, raw::Characters};

/// The number of characters from which on a table saves time.
const WORTH: usize = 64;

/// The number of pages of 256 characters. Text has hardly any character above plane 2.
const PAGES: usize = 0x300;

/// The maximum number of tables, whose numbers are in a byte with two other values. A table has 12 kB,
/// and 2 kB more for each 256 characters that were met.
const MAX_TABLES: usize = 253;

/// The highest byte of the entry of a character that was not met yet, and of one that the charset lacks.
const UNKNOWN: u8 = 255;
const LACKING: u8 = 254;
/// The first entry of each character.
const FIRST: u64 = (UNKNOWN as u64) << 56;
/// The size of an entry, and the number of characters that are written at once.
const SIZE: usize = size_of::<u64>();
const BLOCK: usize = 256;

/// The maximum length of a code that is kept.
const MAX_CODE: usize = 6;

/// The codes of the characters below U+30000 in a state of a charset.
///
/// The lowest bytes of an entry are the code. Its length follows, and then the number of the table of
/// the state after it, or 0 if the state is the same.
struct Codes {
    number: u8,
    state: Encoder,
    pages: [OnceLock<Box<Page>>; PAGES],
}

type Page = [AtomicU64; 256];

/// The tables by their numbers, from 1.
static KEPT: [OnceLock<Box<Codes>>; MAX_TABLES + 1] = [const { OnceLock::new() }; MAX_TABLES + 1];

impl Codes {
    /// Returns the table of a state. Makes it if there is room.
    fn of(state: Encoder) -> Option<&'static Codes> {
        (1..=MAX_TABLES as u8).find_map(|number| {
            let codes = KEPT[usize::from(number)].get_or_init(|| {
                let pages = [const { OnceLock::new() }; PAGES];
                Box::new(Codes { number, state, pages })
            });
            (codes.state == state).then_some(&**codes)
        })
    }

    fn entry(&self, value: u32) -> u64 {
        let page = self.pages.get(value as usize >> 8).and_then(OnceLock::get);
        page.map_or(FIRST, |page| page[value as usize & 0xFF].load(Relaxed))
    }

    /// Writes characters until one is not in the tables, or until there is no room. Returns the table of
    /// the state after them, and the numbers of characters and of bytes. `other` is the entry of
    /// characters that the charset lacks.
    fn write<T: Copy + Into<u32>>(
        &'static self,
        values: &[T],
        other: Option<u64>,
        out: &mut [u8],
    ) -> (&'static Codes, usize, usize) {
        let (mut codes, mut at) = (self, 0);
        for (read, value) in values.iter().enumerate() {
            let mut entry = codes.entry((*value).into());
            let next = (entry >> 56) as u8;
            if next == LACKING
                && let Some(other) = other
            {
                entry = other;
            } else if next != 0 {
                match KEPT.get(usize::from(next)).and_then(OnceLock::get) {
                    Some(state) => codes = state,
                    None => return (codes, read, at),
                }
            }
            let Some(room) = out.get_mut(at..).and_then(|out| out.first_chunk_mut::<SIZE>()) else {
                return (codes, read, at);
            };
            // Cost: a store of constant size is one instruction. The next one overwrites the rest.
            *room = entry.to_le_bytes();
            at += usize::from((entry >> 48) as u8);
        }
        (codes, values.len(), at)
    }

    fn keep(&self, value: u32, code: &[u8], next: u8) {
        if let (Some(entry), Some(page)) =
            (entry_of(code, next), self.pages.get(value as usize >> 8))
        {
            let page = page.get_or_init(|| Box::new([const { AtomicU64::new(FIRST) }; 256]));
            page[value as usize & 0xFF].store(entry, Relaxed);
        }
    }
}

/// Returns the entry of a code, unless it is too long.
fn entry_of(code: &[u8], next: u8) -> Option<u64> {
    let mut entry = [0; SIZE];
    entry[..MAX_CODE].get_mut(..code.len())?.copy_from_slice(code);
    entry[MAX_CODE..].copy_from_slice(&[code.len() as u8, next]);
    Some(u64::from_le_bytes(entry))
}

/// Text that is being encoded.
struct Writer<'a> {
    /// The table of the current state.
    codes: &'static Codes,
    /// The handler of characters that the charset lacks.
    handler: &'a Handler,
    /// The entry of all characters that the charset lacks, if it is the same for all.
    other: Option<u64>,
    /// Whether the text of the handler is being written.
    is_replacing: bool,
    /// The bytes, and room after them.
    out: Vec<u8>,
    len: usize,
}

impl Writer<'_> {
    /// Writes all characters. Returns `None` if one is an error.
    fn write<T: Copy + Into<u32>>(&mut self, mut values: &[T]) -> Option<()> {
        while !values.is_empty() {
            let (block, rest) = values.split_at(values.len().min(BLOCK));
            if self.out.len() < self.len + SIZE * BLOCK {
                self.out.resize(2 * self.len + SIZE * BLOCK, 0);
            }
            let (codes, read, written) =
                self.codes.write(block, self.other, &mut self.out[self.len..]);
            self.codes = codes;
            self.len += written;
            values = match block.get(read) {
                Some(value) => {
                    self.add((*value).into())?;
                    &values[read + 1..]
                }
                None => rest,
            };
        }
        Some(())
    }

    /// Writes a character that is not in the table, and keeps its code.
    #[cold]
    fn add(&mut self, value: u32) -> Option<()> {
        let mut encoder = self.codes.state;
        let is_lacking = self.codes.entry(value) >> 56 == u64::from(LACKING);
        let encoded = (!is_lacking && scalar::is_scalar(value)).then(|| encoder.encode(value));
        let Some(encoded) = encoded.flatten() else {
            // A charset that lacks the text of the handler too is an error.
            if self.is_replacing {
                return None;
            }
            if !is_lacking {
                self.codes.keep(value, &[], LACKING);
            }
            let (text, len) = replaced(value, self.handler)?;
            self.is_replacing = true;
            self.write(&text[..len])?;
            self.is_replacing = false;
            return Some(());
        };
        self.bytes(encoded.bytes());
        encoder.pass(value);
        let same = encoder == self.codes.state;
        let next = if same { self.codes } else { Codes::of(encoder)? };
        self.codes.keep(value, encoded.bytes(), if same { 0 } else { next.number });
        self.codes = next;
        Some(())
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if self.out.len() < end {
            self.out.resize(2 * end, 0);
        }
        self.out[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }
}

/// Returns the text that Python's own handler writes for `value`, and its length; `None` for all other
/// handlers.
pub(crate) fn replaced(value: u32, handler: &Handler) -> Option<([u8; 10], usize)> {
    let (mut text, mut len) = ([0; 10], 0);
    let mut push = |byte| {
        text[len] = byte;
        len += 1;
    };
    match handler {
        Handler::Ignore => {}
        Handler::Replace => push(b'?'),
        Handler::Backslash => {
            let (kind, digits) = match value {
                0..=0xFF => (b'x', 2),
                0x100..=0xFFFF => (b'u', 4),
                _ => (b'U', 8),
            };
            [b'\\', kind].into_iter().for_each(&mut push);
            for digit in (0..digits).rev() {
                push(b"0123456789abcdef"[(value >> (4 * digit)) as usize & 15]);
            }
        }
        Handler::Xml => {
            b"&#".iter().copied().for_each(&mut push);
            let mut place = 1_000_000;
            while place > 1 && value < place {
                place /= 10;
            }
            while place > 0 {
                push(b'0' + (value / place % 10) as u8);
                place /= 10;
            }
            push(b';');
        }
        _ => return None,
    }
    Some((text, len))
}

/// Returns `true` if text with errors is written with tables.
pub(crate) fn has_tables(encoding: Encoding) -> bool {
    use Encoding::{Iso8859_1, UsAscii, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    let is_form = matches!(encoding, Utf8 | Utf16Le | Utf16Be | Utf32Le | Utf32Be);
    is_form || matches!(encoding, Encoding::Charset(_) | UsAscii | Iso8859_1)
}

/// Encodes a long text in a legacy charset, or any text in which a kernel found an error. Returns `None`
/// if the encoding has no tables, or if it lacks a character and `handler` is not one of Python's own.
pub(crate) fn encode(
    text: Characters<'_>,
    encoding: Encoding,
    handler: &Handler,
    has_errors: bool,
) -> Option<Vec<u8>> {
    let (len, is_ascii) = match text {
        Characters::One(text) => (text.len(), text.is_ascii()),
        #[cfg(not(feature = "abi3"))]
        Characters::Two(text) => (text.len(), false),
        Characters::Four(text) => (text.len(), false),
    };
    let is_worth = match encoding {
        _ if has_errors => has_tables(encoding) && !matches!(handler, Handler::Strict),
        // A kernel for ASCII is faster, if the charset has it.
        Encoding::Charset(_) => len >= WORTH && !(is_ascii && encoding.is_ascii_compatible()),
        _ => false,
    };
    if !is_worth {
        return None;
    }
    let codes = Codes::of(encoding.encoder(Default::default()))?;
    let other = match handler {
        Handler::Ignore => entry_of(&[], 0),
        Handler::Replace if !encoding.has_shifts() => {
            codes.state.encode(b'?'.into()).and_then(|code| entry_of(code.bytes(), 0))
        }
        _ => None,
    };
    let out = vec![0; 2 * len + SIZE * BLOCK];
    let mut writer = Writer { codes, handler, other, is_replacing: false, out, len: 0 };
    match text {
        Characters::One(text) => writer.write(text)?,
        #[cfg(not(feature = "abi3"))]
        Characters::Two(text) => writer.write(text)?,
        Characters::Four(text) => writer.write(text)?,
    }
    let tail = writer.codes.state.tail();
    writer.bytes(tail.bytes());
    writer.out.truncate(writer.len);
    Some(writer.out)
}
