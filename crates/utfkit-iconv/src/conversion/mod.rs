//! A conversion: the state of a descriptor, and the loop of `iconv`.
//!
//! The kernels convert as much as they can. When they stop, the next character is converted by
//! itself, which decides between an error and too little room. Nothing is kept of an incomplete
//! sequence, so that the pointers of the caller are exact.

mod bulk;
mod filter;
mod replace;
mod source;

use core::{ffi::c_int, mem::MaybeUninit};

use utfkit::{
    codec::{Decoder, Encoder},
    encoding::ByteOrder,
};

use crate::charset::{Cell, Charset, Reader, Writer};
use filter::Filter;
use source::Item;

/// What to do with text that has no identical text in the target.
#[derive(Clone, Copy, Default)]
pub(crate) struct Settings {
    /// Leave out ill-formed input.
    pub(crate) discard_invalid: bool,
    /// Leave out characters that the target does not have.
    pub(crate) discard_non_identical: bool,
    /// Write similar characters in place of those that the target does not have.
    pub(crate) transliterate: bool,
    /// Follow the rules of glibc where they are laxer.
    pub(crate) lax: bool,
}

/// The state of a descriptor.
pub(crate) struct Conversion {
    from: Charset,
    to: Charset,
    settings: Settings,
    decoder: Decoder,
    encoder: Encoder,
    /// The characters that need a look because a table of glibc differs.
    filter: Filter,
    /// The tables of long texts.
    reader: Option<Reader>,
    writer: Option<Writer>,
    /// The number of bytes that were read, and the number at which tables may be worth making.
    traffic: usize,
    next_table: usize,
    /// Whether ASCII text has the same bytes on both sides.
    has_ascii: bool,
    /// The first bytes of a text whose byte order is not that of its charset.
    swapped: Option<[u8; 2]>,
    /// The byte order of the last BOM. It belongs to the descriptor, and a reset does not change it.
    order: Option<ByteOrder>,
    has_begun: bool,
    needs_bom: bool,
}

/// The reason why a call ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// All input is read.
    Done,
    /// The next sequence is ill-formed, or the target does not have its character.
    IllFormed,
    /// The input ends inside a sequence.
    Incomplete,
    /// The next character does not fit.
    OutputFull,
}

/// The result of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// The number of characters in whose place something else, or nothing, was written.
    pub(crate) non_identical: usize,
    /// Whether something was left out.
    pub(crate) is_lossy: bool,
    pub(crate) status: Status,
}

impl Outcome {
    /// The result of a call that has not done anything yet.
    pub(crate) const NONE: Self =
        Self { read: 0, written: 0, non_identical: 0, is_lossy: false, status: Status::Done };
}

/// The length of a text for which tables may be worth making.
const TABLES_FROM: usize = 16 << 10;

/// The last code point. UCS-4 has greater values, which are not characters.
const MAX_CHARACTER: u32 = 0x10FFFF;

/// U+FEFF.
const BOM: u32 = 0xFEFF;

impl Conversion {
    /// Creates the state for the start of a text.
    pub(crate) fn new(from: Charset, to: Charset, settings: Settings) -> Self {
        let mark = from.encoder().encode(BOM);
        let swapped = match mark.as_ref().map(|mark| mark.bytes()) {
            Some(&[first, second]) if !from.has_bom() && !settings.lax => Some([second, first]),
            _ => None,
        };
        Self {
            from,
            to,
            settings,
            decoder: from.decoder(None),
            encoder: to.encoder(),
            filter: Filter::new(from.patch, to.patch),
            reader: None,
            writer: None,
            traffic: 0,
            next_table: TABLES_FROM,
            has_ascii: from.is_ascii_compatible() && to.is_ascii_compatible(),
            swapped,
            order: None,
            has_begun: false,
            needs_bom: to.has_bom(),
        }
    }

    /// Returns to the state of a new descriptor. The tables and the state of the text may be in any
    /// state, because a thread that the process does not have changed them.
    pub(crate) fn restart(&mut self) {
        *self = Self::new(self.from, self.to, self.settings);
    }

    /// Returns `true` if glibc has a table for exactly this pair.
    pub(crate) fn is_direct(&self) -> bool {
        let pair = [self.from.name(), self.to.name()];
        DIRECT.iter().any(|direct| *direct == pair || [direct[1], direct[0]] == pair)
    }

    /// Writes the bytes that end the text into `dst`, unless it is `None`, and returns to the start
    /// of a text. Returns the number of bytes, or `None` if they do not fit.
    pub(crate) fn reset(&mut self, dst: Option<&mut [MaybeUninit<u8>]>) -> Option<usize> {
        let written = match dst {
            Some(dst) => store(self.encoder.tail().bytes(), dst)?,
            None => 0,
        };
        self.decoder = self.from.decoder(self.order);
        self.encoder = self.to.encoder();
        self.has_begun = false;
        self.needs_bom = self.to.has_bom();
        Some(written)
    }

    /// Converts `src` into `dst`.
    pub(crate) fn convert(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Outcome {
        // The bytes that follow are a reason for a table, as those before them are.
        let len = self.traffic.saturating_add(src.len());
        if len >= self.next_table {
            self.make_tables(len);
        }
        let done = self.convert_all(src, dst);
        self.traffic = self.traffic.saturating_add(done.read);
        done
    }

    /// Returns `true` if a call that left out something must fail at the end of its input. With
    /// `//IGNORE`, glibc does so.
    pub(crate) fn reports_losses(&self) -> bool {
        self.settings.lax && self.settings.discard_invalid
    }

    fn convert_all(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Outcome {
        let mut done = Outcome::NONE;
        done.status = loop {
            if done.read == src.len() {
                break Status::Done;
            }
            if !self.has_begun {
                match self.begin(&src[done.read..]) {
                    Item::Shift { len } => done.read += len,
                    Item::IllFormed { len } if self.settings.discard_invalid => {
                        done.is_lossy = true;
                        done.read += len;
                    }
                    Item::IllFormed { .. } => break Status::IllFormed,
                    Item::Incomplete => break Status::Incomplete,
                    Item::Value { .. } => {}
                }
                self.has_begun = true;
                continue;
            }
            if !self.needs_bom {
                let (read, written) = self.bulk(&src[done.read..], &mut dst[done.written..]);
                done.read += read;
                done.written += written;
            }
            let rest = &src[done.read..];
            if rest.is_empty() {
                break Status::Done;
            }
            if let Err(status) = self.convert_next(rest, &mut dst[done.written..], &mut done) {
                break status;
            }
        };
        done
    }

    /// Converts the character at the start of `rest`, or passes bytes without a character. Adds the
    /// result to `done`. An error is the status of a call that ends before these bytes.
    fn convert_next(
        &mut self,
        rest: &[u8],
        room: &mut [MaybeUninit<u8>],
        done: &mut Outcome,
    ) -> Result<(), Status> {
        // A sequence that is left out needs no room. But a call that ends with E2BIG cannot count
        // it, so the next call leaves it out.
        let is_full = room.is_empty();
        let discards = self.settings.discard_invalid;
        let len = match self.next(rest) {
            Item::Value { .. } if self.needs_bom => {
                let mark = self.encoder.encode(BOM);
                let written = mark.and_then(|mark| store(mark.bytes(), room));
                done.written += written.ok_or(Status::OutputFull)?;
                self.needs_bom = false;
                return Ok(());
            }
            Item::Value { value, len } => {
                match self.write_or_replace(value, room) {
                    Ok((0, true)) if is_full => return Err(Status::OutputFull),
                    Ok((written, counted)) => {
                        done.written += written;
                        done.non_identical += usize::from(counted);
                        done.is_lossy |= counted && written == 0;
                    }
                    Err(Status::IllFormed) if discards && value > MAX_CHARACTER => {
                        done.is_lossy = true;
                    }
                    Err(status) => return Err(status),
                }
                len
            }
            Item::Shift { len } => len,
            Item::IllFormed { .. } if discards && is_full => return Err(Status::OutputFull),
            Item::IllFormed { len } if discards => {
                done.is_lossy = true;
                len
            }
            Item::IllFormed { len } => {
                self.end_run(&rest[..len]);
                return Err(Status::IllFormed);
            }
            Item::Incomplete => return Err(Status::Incomplete),
        };
        self.pass(&rest[..len]);
        done.read += len;
        Ok(())
    }

    /// Writes `value`, or what the settings say in its place. Returns the number of bytes, and
    /// whether this is a non-identical conversion, or the reason why the call ends here.
    fn write_or_replace(
        &mut self,
        value: u32,
        room: &mut [MaybeUninit<u8>],
    ) -> Result<(usize, bool), Status> {
        let result = match self.write(value, room) {
            Err(Refused::Unencodable) => self.replace(value, room),
            result => result.map(|written| (written, false)),
        };
        result.map_err(|refused| match refused {
            // glibc looks for room first.
            Refused::Unencodable if !room.is_empty() => Status::IllFormed,
            Refused::Unencodable | Refused::OutputFull => Status::OutputFull,
        })
    }

    /// Writes `value`. The caller passes its bytes then.
    fn write(&mut self, value: u32, room: &mut [MaybeUninit<u8>]) -> Result<usize, Refused> {
        let full = Refused::OutputFull;
        match self.to.patch.write(value) {
            Cell::Hole => return Err(Refused::Unencodable),
            Cell::Means(bytes) => {
                let bytes = bytes.to_be_bytes();
                let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(3);
                return store(&bytes[start..], room).ok_or(full);
            }
            Cell::Same => {}
        }
        let encoded = self.encoder.encode(value).ok_or(Refused::Unencodable)?;
        let written = store(encoded.bytes(), room).ok_or(full)?;
        self.encoder.pass(value);
        Ok(written)
    }

    /// Returns the setting that a request of `iconvctl` reads.
    pub(crate) fn setting(&self, request: c_int) -> Option<c_int> {
        let Settings { discard_invalid, discard_non_identical, transliterate, .. } = self.settings;
        let value = match request {
            GET_TRANSLITERATE => transliterate,
            GET_DISCARD_ILSEQ => discard_invalid && discard_non_identical,
            GET_DISCARD_INVALID => discard_invalid,
            GET_DISCARD_NON_IDENTICAL => discard_non_identical,
            TRIVIALP => self.from.is_same(&self.to),
            _ => return None,
        };
        Some(value.into())
    }

    /// Changes the setting of a request of `iconvctl` to `value`. Returns `false` if it is another
    /// request.
    pub(crate) fn set(&mut self, request: c_int, value: impl FnOnce() -> c_int) -> bool {
        let settings = &mut self.settings;
        let changed = match request {
            SET_TRANSLITERATE => &mut [&mut settings.transliterate][..],
            SET_DISCARD_ILSEQ => {
                &mut [&mut settings.discard_invalid, &mut settings.discard_non_identical][..]
            }
            SET_DISCARD_INVALID => &mut [&mut settings.discard_invalid][..],
            SET_DISCARD_NON_IDENTICAL => &mut [&mut settings.discard_non_identical][..],
            _ => return false,
        };
        let value = value() != 0;
        changed.iter_mut().for_each(|setting| **setting = value);
        true
    }
}

/// Pairs of charsets that glibc does not convert by way of Unicode: BIG5 to GB2312 writes simplified
/// characters for traditional ones.
const DIRECT: [[&str; 2]; 2] = [["gb2312", "gbk"], ["gb2312", "cp950"]];

// The requests of `iconvctl` in GNU libiconv 1.18.
const TRIVIALP: c_int = 0;
const GET_TRANSLITERATE: c_int = 1;
const SET_TRANSLITERATE: c_int = 2;
const GET_DISCARD_ILSEQ: c_int = 3;
const SET_DISCARD_ILSEQ: c_int = 4;
const GET_DISCARD_INVALID: c_int = 11;
const SET_DISCARD_INVALID: c_int = 12;
const GET_DISCARD_NON_IDENTICAL: c_int = 13;
const SET_DISCARD_NON_IDENTICAL: c_int = 14;

/// The reason why a character was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refused {
    /// The target does not have it.
    Unencodable,
    /// It does not fit.
    OutputFull,
}

/// Writes `bytes` at the start of `dst`. Returns their number, or `None` if they do not fit.
fn store(bytes: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let room = dst.get_mut(..bytes.len())?;
    for (slot, &byte) in room.iter_mut().zip(bytes) {
        slot.write(byte);
    }
    Some(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_wait_are_counted_once() {
        let [from, to] = ["KOI8-R", "CP1251"].map(|name| Charset::of_glibc(name).unwrap());
        let mut conversion = Conversion::new(from, to, Settings::default());
        let (text, mut room) = ([b'a'; TABLES_FROM / 2], [MaybeUninit::uninit(); 16]);
        for call in 1..100 {
            let done = conversion.convert(&text, &mut room);
            assert_eq!((done.read, done.status), (16, Status::OutputFull));
            assert_eq!(conversion.traffic, call * 16);
        }
        assert!(conversion.reader.is_none());
        assert_eq!(conversion.convert(&[b'a'; TABLES_FROM], &mut room).read, 16);
        assert!(conversion.reader.is_some());
    }
}
