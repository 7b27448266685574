//! Characters by themselves: what they are suspected of, what is hidden in them, what need not be
//! looked at.

#[cfg(feature = "audit")]
pub(super) mod classes;
#[cfg(feature = "audit")]
pub(super) mod harmless;
pub mod hidden;
#[cfg(feature = "audit")]
pub(super) mod letters;
pub mod suspect;
