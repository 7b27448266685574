//! Properties of code points: names, categories, safe printing, grapheme clusters.

pub mod categories;
pub mod graphemes;
#[cfg(feature = "names")]
pub mod names;
pub mod printable;
