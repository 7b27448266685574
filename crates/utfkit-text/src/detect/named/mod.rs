//! A text whose encoding somebody named, or about which somebody knows something.

pub(crate) mod conflict;
#[cfg(feature = "unstable-parts")]
pub(super) mod difference;
#[cfg(feature = "unstable-parts")]
pub(super) mod euro;
pub(crate) mod hints;
