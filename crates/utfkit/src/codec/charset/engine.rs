//! The engines that decode and encode charsets.

use encoding_rs::Encoding as Whatwg;

use super::{cells::Page, double::Shifted, sets::Sets, variant::Variant};

/// The engine that decodes and encodes a charset.
pub(crate) enum Engine {
    /// `encoding_rs`, with the differences of a variant.
    Whatwg(&'static Whatwg, Variant),
    /// A table of characters.
    Page(Page),
    /// EBCDIC with characters of one and of two bytes.
    Shifted(Shifted),
    /// Sets of characters that are combined: EUC, ISO 2022 and others.
    Sets(Sets),
    /// Johab.
    Johab,
    /// The encoding `replacement`: any text is one error.
    Replacement,
}
