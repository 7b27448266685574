//! How likely a text is: a trained model of the characters of some eighty languages.
//!
//! It gives what a text costs in bits, in each language. What costs less is likelier: of two
//! readings of the same bytes the cheaper one is meant.

mod file;
pub mod languages;
pub mod letters;
pub mod score;
pub mod table;
