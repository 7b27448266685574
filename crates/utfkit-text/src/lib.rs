//! Judgement of text: which encoding it is in, what is wrong with it, and how to repair it.
//!
//! [`utfkit`] says what a text is: it validates and converts. This crate judges a text. It gives
//! data, and a program decides what to do with them. It knows no command line, no path, no thread
//! and no file, except through [`std::io::Read`]. All that takes a stream takes it in pieces, and
//! keeps a bounded part of it.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`detect`] | finds the encoding of a text, with the evidence |
//! | [`repair`] | fixes what has one interpretation: mojibake, interrupted sequences, lost bytes |
//! | [`audit`] | finds what is not what it seems: rules, suspicious characters, hidden paths |
//! | [`search`] | finds text in bytes of any encoding |
//! | [`receivers`] | knows which characters databases, parsers and interfaces reject |
//! | [`unicode`] | knows names and categories of characters, and what can be printed |
//!
//! Which encoding is it, and why?
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::detect::{self, Verdict};
//! let detection = detect::detect(b"h\0e\0l\0l\0o\0");
//! assert_eq!(detection.encoding(), Some(Encoding::Utf16Le));
//! assert_eq!(detection.verdict(), Verdict::Likely);
//! ```
//!
//! What can be repaired?
//!
//! ```
//! use utfkit_text::repair::{self, Options};
//! let repaired = repair::repair("Ça va bien, caf\u{C3}\u{A9} ?".as_bytes(), Options::default());
//! assert_eq!(repaired.bytes, "Ça va bien, café ?".as_bytes());
//! assert_eq!(repaired.fixes[0].fault.code(), "mojibake");
//! ```
//!
//! Is it what it seems?
//!
//! ```
//! use utfkit_text::audit::{self, Rule};
//! let rules: Vec<_> = "if a \u{202E} {".chars().filter_map(audit::suspicion).collect();
//! assert_eq!(rules, [Rule::BidiOverride]);
//! ```
//!
//! Where is a word?
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::search::{Layout, Spelling};
//! let file = b"\xFE\xFF\0a\0b";
//! let layout = Layout::of(Encoding::Utf16, file, true).unwrap();
//! let Spelling::One(needle) = layout.spell("b") else { panic!("UTF-16 has one spelling") };
//! assert_eq!(needle.find(&file[layout.start()..], 0), Some(2));
//! ```
//!
//! Will PostgreSQL accept it?
//!
//! ```
//! use utfkit_text::receivers::Receiver;
//! assert_eq!(Receiver::Postgres.refused("a\0b", true).count(), 1);
//! ```
//!
//! The example `judge` does all of that with a file.
//!
//! # Features
//!
//! All are on by default. Without them, fewer tables are linked.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `charsets` | legacy charsets, such as windows-1252, in detection and everywhere else |
//! | `names` | names of characters |
//! | `audit` | scripts and confusable characters |
//! | `csv` | records of CSV |
//! | `regex` | search with regular expressions |
//!
//! The crate builds for `wasm32-unknown-unknown`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod audit;
pub mod detect;
pub mod inspect;
pub mod receivers;
pub mod repair;
pub mod search;
pub mod streams;
pub mod transform;
pub mod unicode;

/// The examples of the documents that need both crates, as tests.
#[cfg(all(doctest, feature = "charsets"))]
mod documents {
    #[doc = include_str!("../../../docs/GUIDE.md")]
    mod guide {}
}

#[cfg(test)]
#[path = "../../utfkit/src/testing.rs"]
#[allow(dead_code, reason = "the tests of the core use all of it")]
mod testing;
