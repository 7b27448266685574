//! The engines that decode and encode charsets.

use super::{
    cells::Page,
    double::{Pairs, Shifted},
    sets::Sets,
    variant::Variant,
};

/// The mark of an engine that only the feature `legacy-charsets` has. Without the feature, such an engine
/// cannot be created, so a program does not contain its code.
#[cfg(feature = "legacy-charsets")]
pub(crate) type Legacy = ();
#[cfg(not(feature = "legacy-charsets"))]
pub(crate) type Legacy = core::convert::Infallible;

/// The engine that decodes and encodes a charset.
pub(crate) enum Engine {
    /// A table of characters.
    Page(Page),
    /// ASCII with characters of several bytes.
    Pairs(Pairs),
    /// ISO-2022-JP of the WHATWG standard, with the differences of a variant.
    Iso2022Jp(Variant),
    /// EBCDIC with characters of one and of two bytes.
    Shifted(Shifted, Legacy),
    /// Sets of characters that are combined: EUC, ISO 2022 and others.
    Sets(Sets, Legacy),
    /// Johab.
    Johab(Legacy),
    /// The encoding `replacement`: any text is one error.
    Replacement,
}
