//! A trained model of text: the characters of 79 languages.
//!
//! The model returns the number of bits that a text costs in each language. If bytes have two
//! interpretations, the cheaper one is likelier.

mod file;
mod group;
pub mod languages;
pub mod letters;
#[doc(hidden)]
pub mod listed;
pub(crate) mod priors;
pub(crate) mod reread;
pub mod score;
#[doc(hidden)]
pub mod signs;
mod table;
mod weights;

pub(crate) use file::bytes::Pages;
pub use file::parts::provide;
