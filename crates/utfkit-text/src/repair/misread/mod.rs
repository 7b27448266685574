//! Text that was read in a wrong charset and then encoded again.
//!
//! The trained model computes the cost of a text in bits, once as it is and once as it was before a
//! charset was applied to it. The text is changed if the second cost is lower by more than the
//! cost of the claim that it was damaged. The claim has one price per text and one per word.

#[cfg(feature = "charsets")]
pub(crate) mod bytes;
#[cfg(feature = "charsets")]
mod candidates;
#[cfg(feature = "charsets")]
mod claims;
#[cfg(feature = "charsets")]
mod escapes;
#[cfg(feature = "charsets")]
mod judge;
#[cfg(feature = "charsets")]
mod lines;
#[cfg(feature = "charsets")]
mod memory;
#[cfg(feature = "charsets")]
mod pages;
#[cfg(feature = "charsets")]
mod quoted;
#[cfg(feature = "charsets")]
mod steps;
#[cfg(feature = "charsets")]
mod verdict;
#[cfg(not(feature = "charsets"))]
mod without;
#[cfg(feature = "charsets")]
mod words;

#[cfg(all(feature = "charsets", feature = "audit"))]
pub(crate) use lines::{Mojibake, mojibake};
#[cfg(not(feature = "charsets"))]
pub(crate) use without::{Judge, bytes, is_clean, look};
#[cfg(all(not(feature = "charsets"), feature = "audit"))]
pub(crate) use without::{Mojibake, mojibake};
#[cfg(feature = "charsets")]
pub(crate) use {
    judge::Judge,
    lines::{is_clean, look},
};
