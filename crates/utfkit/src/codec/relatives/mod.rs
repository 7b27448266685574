//! Encodings that are not forms: older, narrower and wider relatives of UTF-8, UTF-16 and UTF-32.
//!
//! Each has a scalar decoder and encoder, like the forms, and names the form that it is a relative
//! of. Most text is the same in both, so the kernels of the form convert it. They stop where the
//! two may differ according to [`Plain`]. UTF-7 has a state, so it has a reader and a writer of its
//! own.

mod legacy;
mod ucs;
mod utf1;
mod utf8_family;

pub(crate) use legacy::{FAR, Legacy, SINGLES, add};
