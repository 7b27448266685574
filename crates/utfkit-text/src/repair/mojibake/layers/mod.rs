//! Which layers of charsets are over a text.

pub(crate) mod charsets;
pub(crate) mod leftovers;
pub(crate) mod origin;
pub(crate) mod restored;
pub(crate) mod runs;
