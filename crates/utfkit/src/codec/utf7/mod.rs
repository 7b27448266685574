//! UTF-7 (RFC 2152) and the modified UTF-7 of IMAP's mailbox names (RFC 3501 section 5.1.3).
//!
//! Text is ASCII, except between a shift byte and the end of the *run* that it opens. There base64
//! encodes UTF-16 units, whose ends need not be those of bytes. So a reader and a writer store
//! whether they are in a run, and its bits that belong to the next unit: [`Rest`]. They are `Copy`,
//! and their queries do not change them.

mod read;
mod write;

pub(crate) use read::Reader;
pub(crate) use write::Writer;

/// The variant of UTF-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flavor {
    /// RFC 2152.
    Mail,
    /// RFC 3501: one spelling for each text, with `&` for `+` and `,` for `/`.
    Imap,
}

/// The bits at the end of a run's last byte that are not part of its last unit: none, two or four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest {
    bits: u8,
    count: u8,
}

impl Rest {
    const NONE: Rest = Rest { bits: 0, count: 0 };

    /// Returns the last `count` of `bits`.
    const fn of(bits: u32, count: u32) -> Self {
        Rest { bits: (bits & ((1 << count) - 1)) as u8, count: count as u8 }
    }
}

/// The number of bits in a byte of base64.
const SEXTET: u32 = 6;
/// The number of bits in a unit.
const UNIT: u32 = 16;
/// This many units have as many bits as [`GROUP_BYTES`] bytes of base64, so the rest after them has
/// as many bits as before.
const GROUP_UNITS: usize = 3;
const GROUP_BYTES: usize = 8;

/// The byte that closes a run. It is not text then.
const CLOSE: u8 = b'-';

/// The mark of bytes that are not base64, in [`Flavor::sextets`].
const NONE: u8 = 0x80;

impl Flavor {
    /// Returns the byte that opens a run.
    const fn shift(self) -> u8 {
        match self {
            Flavor::Mail => b'+',
            Flavor::Imap => b'&',
        }
    }

    const fn digits(self) -> &'static [u8; 64] {
        match self {
            Flavor::Mail => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            Flavor::Imap => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,",
        }
    }

    /// Returns the bits of each byte of base64, and [`NONE`] for any other byte.
    fn sextets(self) -> &'static [u8; 256] {
        static MAIL: [u8; 256] = sextets(Flavor::Mail);
        static IMAP: [u8; 256] = sextets(Flavor::Imap);
        match self {
            Flavor::Mail => &MAIL,
            Flavor::Imap => &IMAP,
        }
    }

    /// Returns the bits of `byte`, if it is base64.
    fn sextet(self, byte: u8) -> Option<u32> {
        Some(self.sextets()[usize::from(byte)]).filter(|&bits| bits != NONE).map(u32::from)
    }
}

const fn sextets(flavor: Flavor) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut bits = 0;
    while bits < 64 {
        table[flavor.digits()[bits] as usize] = bits as u8;
        bits += 1;
    }
    table
}
