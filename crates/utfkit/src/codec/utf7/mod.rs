//! UTF-7 (RFC 2152) and the modified UTF-7 of IMAP's mailbox names (RFC 3501 section 5.1.3).
//!
//! Text is ASCII; between a shift byte and the end of the *run* that it opens, base64 spells
//! UTF-16 units without regard to where bytes end. So a reader and a writer remember whether they
//! are in a run, and the bits there that are part of the next unit: [`Rest`]. They are `Copy`, and
//! their questions change nothing.

mod read;
mod write;

pub(crate) use read::Reader;
pub(crate) use write::Writer;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flavor {
    /// RFC 2152.
    Mail,
    /// RFC 3501: one spelling for each text, and `&` for `+`, `,` for `/`.
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

    /// The last `count` of `bits`.
    const fn of(bits: u32, count: u32) -> Self {
        Rest { bits: (bits & ((1 << count) - 1)) as u8, count: count as u8 }
    }
}

/// How many bits a byte of base64 has.
const SEXTET: u32 = 6;
/// How many bits a unit has.
const UNIT: u32 = 16;
/// So many units have as many bits as [`GROUP_BYTES`] of base64: behind them, the rest has as many
/// bits as before.
const GROUP_UNITS: usize = 3;
const GROUP_BYTES: usize = 8;

/// What closes a run, and is no text then.
const CLOSE: u8 = b'-';

/// What is no byte of base64, in [`Flavor::sextets`].
const NONE: u8 = 0x80;

impl Flavor {
    /// What opens a run.
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

    /// The bits of each byte of base64, [`NONE`] for any other.
    fn sextets(self) -> &'static [u8; 256] {
        static MAIL: [u8; 256] = sextets(Flavor::Mail);
        static IMAP: [u8; 256] = sextets(Flavor::Imap);
        match self {
            Flavor::Mail => &MAIL,
            Flavor::Imap => &IMAP,
        }
    }

    /// The bits of `byte`, if it is one of base64.
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
