//! Text that was read as another charset, and encoded again.
//!
//! The trained model decides. A text costs so many bits as it is, and so many as it was before it
//! was read as a charset. It is changed if that is cheaper by more than the claim costs: that it
//! was damaged, and that each of its words was.

#[cfg(feature = "charsets")]
pub(crate) mod bytes;
#[cfg(feature = "charsets")]
mod candidates;
#[cfg(feature = "charsets")]
mod claims;
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

#[cfg(not(feature = "charsets"))]
pub(crate) use without::{Judge, Mojibake, bytes, look, mojibake};
#[cfg(feature = "charsets")]
pub(crate) use {
    judge::Judge,
    lines::{Mojibake, look, mojibake},
};
