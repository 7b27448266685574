//! The decoder and the encoder of an encoding.

use super::{apart::Apart, charset::name::Charset, relatives::Legacy, utf7::Flavor};
use crate::form::Form;

/// The rest of an encoding after its BOM has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    /// One of the forms that have kernels.
    Form(Form),
    /// A relative of a form.
    Legacy(Legacy),
    /// UTF-7.
    Utf7(Flavor),
    /// A format that shares no bytes with a form.
    Apart(Apart),
    /// A legacy charset.
    Charset(Charset),
}
