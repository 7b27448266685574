//! A text whose encoding somebody named.

pub(crate) mod conflict;
#[cfg(feature = "unstable-parts")]
pub(super) mod difference;
#[cfg(feature = "unstable-parts")]
pub(super) mod euro;
