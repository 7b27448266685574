//! What is known of code points: names, categories, what may be printed, grapheme clusters.

pub mod categories;
pub mod graphemes;
#[cfg(feature = "names")]
pub mod names;
pub mod printable;
