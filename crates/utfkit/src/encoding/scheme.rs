//! Encoding schemes: how the code units of an encoding become bytes.

use crate::{
    codec::{coding::Coding, relatives::Legacy},
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
