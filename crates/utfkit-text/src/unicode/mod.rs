//! Properties of code points and texts: names, categories, safe printing, grapheme clusters, words.

#[cfg(feature = "graphemes")]
mod boundaries;
#[cfg(feature = "unstable-parts")]
pub mod categories;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod categories;
#[cfg(feature = "graphemes")]
pub(crate) mod graphemes;
#[cfg(feature = "names")]
#[cfg(feature = "unstable-parts")]
pub mod names;
#[cfg(feature = "names")]
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod names;
#[cfg(feature = "unstable-parts")]
pub mod printable;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod printable;

#[cfg(feature = "graphemes")]
pub use self::boundaries::{grapheme_boundaries, word_boundaries, words};
#[cfg(feature = "unstable-parts")]
pub use self::categories::Facts;
#[cfg(feature = "graphemes")]
#[cfg(feature = "unstable-parts")]
pub use self::graphemes::Graphemes;
#[cfg(feature = "names")]
pub use self::names::name;
