//! Single characters: suspicions, hidden text, and characters that are safe to skip.

#[cfg(feature = "audit")]
pub(super) mod classes;
#[cfg(feature = "audit")]
pub(super) mod harmless;
pub mod hidden;
#[cfg(feature = "audit")]
pub(super) mod letters;
#[cfg(feature = "audit")]
pub(super) mod skeleton;
pub mod suspect;
