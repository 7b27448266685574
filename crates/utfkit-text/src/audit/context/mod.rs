//! Characters and words that are suspicious in their context.

#[cfg(feature = "audit")]
pub(super) mod bidi;
#[cfg(feature = "audit")]
pub(super) mod carriage_returns;
#[cfg(feature = "audit")]
pub(super) mod look_alikes;
#[cfg(feature = "audit")]
pub(super) mod mojibake;
#[cfg(feature = "audit")]
pub(super) mod neighbours;
#[cfg(feature = "audit")]
pub(super) mod operators;
pub(crate) mod paths;
#[cfg(feature = "audit")]
pub(super) mod payload;
#[cfg(feature = "audit")]
pub(super) mod repairs;
#[cfg(feature = "audit")]
pub(super) mod scripts;
#[cfg(feature = "audit")]
pub(super) mod spaces;
#[cfg(feature = "audit")]
pub(super) mod twins;
#[cfg(feature = "audit")]
pub(super) mod words;
