//! Tests of encodings that are not today's Unicode transformation formats.

mod apart;
mod charset_decisions;
mod charset_speed;
mod charset_splits;
mod charset_writers;
mod charsets;
mod hangul;
mod johab;
mod marks;
mod peer_names;
mod peers;
mod roundtrip;
mod utf7;
