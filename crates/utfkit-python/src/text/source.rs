//! The description of a text to decode.

use utfkit::{Encoding, codec::Decoder, encoding::ByteOrder};

use super::tables::{self, Tables};
use crate::label::Form;

/// The description of a text to decode.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    /// The form, if kernels can decode the text.
    pub(crate) form: Option<Form>,
    /// The decoder for all other text, which decodes blocks of code values.
    pub(crate) decoder: Decoder,
    /// Whether some code values are not characters, as in UCS-4.
    pub(crate) beyond: bool,
    /// The tables that decode long text, if it is in a legacy charset.
    pub(super) tables: Option<&'static Tables>,
}

impl Source {
    /// The description of a text of `len` bytes.
    pub(crate) fn new(encoding: Encoding, order: ByteOrder, beyond: bool, len: usize) -> Self {
        let (form, decoder) = (Form::of(encoding, order), encoding.decoder(order));
        let is_worth = form.is_none() && !beyond && len >= tables::WORTH;
        let tables = is_worth.then(|| Tables::of(encoding, decoder)).flatten();
        Self { form, decoder, beyond, tables }
    }
}
