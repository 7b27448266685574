//! Encoding schemes: how the code units of an encoding become bytes.

use super::Encoding;
use crate::{
    codec::{coding::Coding, decoder::Decoder, encoder::Encoder, relatives::Legacy},
    form::Form,
};

/// The order of the bytes in a code unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The most significant byte first: network order.
    #[default]
    Big,
    /// The least significant byte first.
    Little,
}

/// How an encoding is serialized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Always so.
    Fixed(Coding),
    /// In one of these orders, as the BOM says.
    Signed { big: Coding, little: Coding },
}

impl Scheme {
    pub(super) const fn form(form: Form) -> Self {
        Scheme::Fixed(Coding::Form(form))
    }

    pub(super) const fn legacy(legacy: Legacy) -> Self {
        Scheme::Fixed(Coding::Legacy(legacy))
    }

    pub(super) const fn signed(big: Coding, little: Coding) -> Self {
        Scheme::Signed { big, little }
    }
}

impl Encoding {
    pub(crate) const fn scheme(self) -> Scheme {
        match self.row() {
            Ok(row) => row.scheme,
            Err(charset) => Scheme::Fixed(Coding::Charset(charset)),
        }
    }

    /// What is read or written where no BOM says otherwise.
    pub(crate) const fn coding(self, order: ByteOrder) -> Coding {
        match (self.scheme(), order) {
            (Scheme::Fixed(coding), _)
            | (Scheme::Signed { big: coding, .. }, ByteOrder::Big)
            | (Scheme::Signed { little: coding, .. }, ByteOrder::Little) => coding,
        }
    }

    /// Returns a decoder of text in this encoding, from its start.
    ///
    /// The decoder reads a BOM as U+FEFF. `order` is used only if the encoding does not fix the
    /// byte order.
    ///
    /// ```
    /// use utfkit::{Encoding, codec::Step, encoding::ByteOrder};
    /// let decoder = Encoding::Utf16.decoder(ByteOrder::Little);
    /// assert_eq!(decoder.first(b"\xAC\x20", true), Step::Value { value: 0x20AC, len: 2 });
    /// ```
    #[must_use]
    pub const fn decoder(self, order: ByteOrder) -> Decoder {
        Decoder::new(self.coding(order))
    }

    /// Returns an encoder of text in this encoding, from its start.
    ///
    /// The encoder writes no BOM. `order` is used only if the encoding does not fix the byte order.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let encoder = Encoding::Utf8.encoder(ByteOrder::Big);
    /// assert_eq!(encoder.encode(0x20AC).unwrap().bytes(), "\u{20AC}".as_bytes());
    /// ```
    #[must_use]
    pub const fn encoder(self, order: ByteOrder) -> Encoder {
        Encoder::new(self.coding(order))
    }
}
