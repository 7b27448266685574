//! What single characters and ill-formed sequences are suspected of.

pub(crate) mod hidden;
pub(crate) mod suspect;
