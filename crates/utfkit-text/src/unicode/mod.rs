//! Properties of code points: names, categories, safe printing, grapheme clusters.

pub mod categories;
#[cfg(feature = "graphemes")]
pub mod graphemes;
#[cfg(feature = "names")]
pub mod names;
pub mod printable;
