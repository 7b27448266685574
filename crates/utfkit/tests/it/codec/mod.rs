//! Encodings that are not the Unicode transformation formats of today.

mod charset_speed;
mod charset_splits;
mod charsets;
mod hangul;
mod johab;
mod roundtrip;
mod utf7;
