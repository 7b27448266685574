//! Shows the code units and bits of a text, and a character in every encoding.

pub(crate) mod character;
#[cfg(feature = "unstable-parts")]
pub mod units;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod units;

#[cfg(feature = "unstable-parts")]
pub use self::character::{Forms, Row};
#[cfg(feature = "unstable-parts")]
pub use self::units::Unit;
