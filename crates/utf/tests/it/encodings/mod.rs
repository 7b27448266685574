//! Encodings: charsets, the choice among them, and text that hides its encoding.

mod charsets;
mod choice;
mod shifted;
mod translit;
mod unsigned;
