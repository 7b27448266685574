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
    /// A format of which no form is a relative.
    Apart(Apart),
    /// A legacy charset.
    Charset(Charset),
}
