//! A trained model of text: the characters of 79 languages.
//!
//! It tells how many bits a text costs in each language. Of two readings of the same bytes, the
//! cheaper one is likelier.

mod file;
pub mod languages;
pub mod letters;
pub mod score;
pub mod table;
