//! Which decoder and encoder an encoding has.

use super::{charset::name::Charset, relatives::Legacy, utf7::Flavor};
use crate::form::Form;

/// What remains of an encoding once its BOM has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    /// One of the forms that kernels know.
    Form(Form),
    /// A relative of one.
    Legacy(Legacy),
    /// UTF-7.
    Utf7(Flavor),
    /// A charset that is not Unicode's.
    Charset(Charset),
}
