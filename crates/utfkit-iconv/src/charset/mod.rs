//! The charsets that are converted as glibc converts them.

mod list;
mod names;
mod patch;
mod patches;
mod tables;

use utfkit::{
    Encoding,
    codec::{Decoder, Encoder},
    encoding::{BomRule, ByteOrder, Label, LabelSet},
};

use crate::shared::Shared;
use list::{Order, ROWS};
pub(crate) use patch::{Cell, Patch};
pub(crate) use tables::{Reader, Writer};

/// A charset, with what glibc says about its BOM and its table.
#[derive(Clone, Copy)]
pub(crate) struct Charset {
    encoding: Encoding,
    order: ByteOrder,
    /// Whether a BOM is written, and read as the byte order.
    has_bom: bool,
    /// The number of its row.
    row: Option<usize>,
    /// The cells in which the table of glibc differs.
    pub(crate) patch: &'static Patch,
}

impl Charset {
    /// Returns the charset that glibc has under `name`, if this library converts it in the same
    /// way.
    pub(crate) fn of_glibc(name: &str) -> Option<Self> {
        // glibc does not see other characters in a name.
        let counts = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-/.,:".contains(byte);
        let mut known = [0; MAX_NAME];
        let mut len = 0;
        for byte in name.bytes().filter(counts) {
            *known.get_mut(len)? = byte.to_ascii_uppercase();
            len += 1;
        }
        let known = &known[..len];
        let at = names::NAMES.binary_search_by_key(&known, |(name, _)| name.as_bytes()).ok()?;
        Self::of_row(usize::from(names::NAMES[at].1))
    }

    /// Returns the charset of the row with this number.
    fn of_row(at: usize) -> Option<Self> {
        static KNOWN: [Shared<Charset>; ROWS.len()] = [const { Shared::new() }; ROWS.len()];
        let (place, row) = (KNOWN.get(at)?, ROWS.get(at)?);
        if let Some(known) = place.get() {
            return Some(*known);
        }
        let (order, has_bom) = match row.order {
            Order::Fixed => (ByteOrder::Big, false),
            Order::Native => (NATIVE, false),
            Order::Bom => (NATIVE, true),
        };
        let encoding = row.encoding.parse().ok()?;
        let patch = match encoding {
            Encoding::Utf7 => &Patch::UTF7,
            _ => patches::of(row.glibc),
        };
        let made = Box::new(Self { encoding, order, has_bom, row: Some(at), patch });
        // SAFETY: the value is in a box, which nobody else knows.
        Some(*unsafe { place.keep(Box::into_raw(made)) })
    }

    /// Returns the charset that `utfkit` has under `name`, if the name does not ask for a BOM.
    pub(crate) fn of_label(name: &str) -> Option<Self> {
        let label = Label::parse(name, LabelSet::Iana).ok()?;
        if label.bom().is_some() {
            return None;
        }
        let encoding = label.encoding();
        // Another name of a charset that glibc has means the same charset. There, UCS-2 has two rows,
        // and only UNICODE has a BOM.
        let is_same =
            |row: &list::Row| row.encoding.parse() == Ok(encoding) && row.glibc != "UNICODE";
        if label.order().is_none()
            && let Some(at) = ROWS.iter().position(is_same)
        {
            return Self::of_row(at);
        }
        let has_bom = encoding.bom_rule() == BomRule::Decides;
        let order = label.order().unwrap_or(if has_bom { NATIVE } else { ByteOrder::Big });
        Some(Self { encoding, order, has_bom, row: None, patch: &Patch::NONE })
    }

    /// Returns this charset for lax reading and writing: UTF-8 with values up to 7FFFFFFF.
    pub(crate) fn lax(mut self) -> Self {
        if self.encoding == Encoding::Utf8 {
            self.encoding = Encoding::Utf8Rfc2279;
        }
        self
    }

    /// Returns the name in `utfkit`.
    pub(crate) fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Returns `true` if `other` is the same charset.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let key = |charset: &Self| (charset.encoding, charset.order, charset.has_bom);
        key(self) == key(other)
    }

    /// Returns `true` if a BOM is written, and read as the byte order.
    pub(crate) fn has_bom(&self) -> bool {
        self.has_bom
    }

    /// Returns a decoder for the start of a text in the byte order `order`, or in that of the
    /// charset.
    pub(crate) fn decoder(&self, order: Option<ByteOrder>) -> Decoder {
        self.encoding.decoder(order.unwrap_or(self.order))
    }

    /// Returns an encoder for the start of a text.
    pub(crate) fn encoder(&self) -> Encoder {
        self.encoding.encoder(self.order)
    }

    /// Returns `true` if it is UTF-8, with values up to 10FFFF or 7FFFFFFF.
    pub(crate) fn is_utf8(&self) -> bool {
        matches!(self.encoding, Encoding::Utf8 | Encoding::Utf8Rfc2279)
    }

    /// Returns `true` if the meaning of bytes depends on the bytes before them.
    pub(crate) fn has_shifts(&self) -> bool {
        self.encoding.has_shifts()
    }

    /// Returns `true` if it is UTF-7 or the UTF-7 of IMAP.
    pub(crate) fn has_base64(&self) -> bool {
        matches!(self.encoding, Encoding::Utf7 | Encoding::Utf7Imap)
    }

    /// Returns `true` if it is a legacy charset without shifts.
    fn has_tables(&self) -> bool {
        matches!(self.encoding, Encoding::Charset(_)) && !self.has_shifts()
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        let is_ascii = |value: u32| value < 0x80;
        self.encoding.is_ascii_compatible()
            && !self.patch.suspects.iter().any(|&(first, _)| is_ascii(first))
            && !self.patch.write.iter().any(|run| is_ascii(run.first))
    }
}

/// More than the length of any name.
const MAX_NAME: usize = 64;

const NATIVE: ByteOrder =
    if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };
