//! UTF-8 that was read as windows-1252 or ISO-8859-1 and encoded again.
//!
//! A character is one byte in those charsets, and no other, so the bytes that were there before
//! are certain once it is certain that there were any. The unit of the search is a *stretch*:
//! characters whose bytes are whole sequences of UTF-8, one behind the other. A stretch is fixed
//! if what stands there is not what anybody writes ([`unlikely`]) and what it becomes is what people
//! do write ([`unlikely::script`]). A line of which every character beyond ASCII lies in a stretch, one of
//! them proven, was damaged as a whole.

pub(crate) mod language;
pub(crate) mod layers;
pub(crate) mod lines;
pub(crate) mod pages;
mod quoted;
pub(crate) mod stretches;
pub(crate) mod unlikely;

pub(crate) use language::{having as languages_having, written_in};
pub(crate) use pages::{tables::decoded, tables::high as high_pages, western::control_as_1252};
pub(crate) use stretches::{is_open, may_hold};
pub(crate) use unlikely::{lookup::is_alphabetic, script::is_latin};
