//! Encoding schemes: how code units become bytes.

use crate::{
    codec::{coding::Coding, relatives::Legacy},
    form::Form,
};

/// The order of the bytes in a code unit.
///
/// ```
/// use utfkit::{Encoding, encoding::ByteOrder, transcode::Transcoder};
/// let mut out = Vec::new();
/// Transcoder::new(Encoding::Utf16, Encoding::Utf8)
///     .input_order(ByteOrder::Little)
///     .transcode_to_vec(b"h\0i\0", &mut out, true)?;
/// assert_eq!(out, b"hi");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias = "endianness")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The most significant byte is first: network order.
    #[default]
    Big,
    /// The least significant byte is first.
    Little,
}

/// The serialization of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Always this coding.
    Fixed(Coding),
    /// One of two byte orders, which the BOM determines.
    ByBom { big: Coding, little: Coding },
}

impl Scheme {
    pub(super) const fn form(form: Form) -> Self {
        Scheme::Fixed(Coding::Form(form))
    }

    pub(super) const fn legacy(legacy: Legacy) -> Self {
        Scheme::Fixed(Coding::Legacy(legacy))
    }

    pub(super) const fn by_bom(big: Coding, little: Coding) -> Self {
        Scheme::ByBom { big, little }
    }
}
