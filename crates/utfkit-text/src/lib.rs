//! Detects the encoding of text, finds its errors, and repairs damage.
//!
//! [`utfkit`] validates and converts text. This crate analyzes text, and returns its results as
//! data. The calling program decides what to do with them. The crate does not use command lines,
//! paths, threads or files, except through [`std::io::Read`]. Streams are processed in pieces, in
//! bounded memory.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`detect`] | finds the encoding of a text, with the evidence |
//! | [`diagnose`] | finds each error, with line, column, context and a hint |
//! | [`repair`] | fixes damage with one interpretation: mojibake, interrupted sequences, lost bytes |
//! | [`audit`] | finds suspicious characters, rule violations and hidden paths |
//! | [`search`] | finds text in bytes of any encoding |
//! | [`transform`] | normalizes text, changes line ends and inner BOMs, and edits files of any encoding |
//! | [`streams`] | decides how a stream is read |
//! | [`receivers`] | lists the characters that databases, parsers and interfaces reject |
//! | [`transform::Surface`] | reads and writes escapes for characters: `\u00E9`, `&eacute;` |
//! | [`unicode`] | has names and categories of characters, and safe printing |
//!
//! Find the encoding of a text:
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::detect::{self, Verdict};
//! let detection = detect::detect(b"h\0e\0l\0l\0o\0");
//! assert_eq!(detection.encoding(), Some(Encoding::Utf16Le));
//! assert_eq!(detection.verdict(), Verdict::Likely);
//! ```
//!
//! Repair mojibake:
//!
//! ```
//! # #[cfg(feature = "charsets")] {
//! use utfkit_text::repair::{self, Options};
//! let repaired = repair::repair("Ça va bien, caf\u{C3}\u{A9} ?".as_bytes(), Options::default());
//! assert_eq!(repaired.bytes, "Ça va bien, café ?".as_bytes());
//! assert_eq!(repaired.fixes[0].fault.code(), "mojibake");
//! # }
//! ```
//!
//! Find suspicious characters:
//!
//! ```
//! use utfkit_text::audit::{self, Rule};
//! let rules: Vec<_> = "if a \u{202E} {".chars().filter_map(audit::suspicion).collect();
//! assert_eq!(rules, [Rule::BidiOverride]);
//! ```
//!
//! Search in UTF-16 without decoding it:
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
//! Change line ends:
//!
//! ```
//! use utfkit_text::transform::{Eol, LineEndStream};
//! let (mut stream, mut out) = (LineEndStream::new(Eol::Lf).unwrap(), String::new());
//! stream.push("one\r\ntwo\r\n", &mut out);
//! stream.finish(&mut out);
//! assert_eq!(out, "one\ntwo\n");
//! ```
//!
//! Check text for PostgreSQL:
//!
//! ```
//! use utfkit_text::receivers::Receiver;
//! assert_eq!(Receiver::Postgres.refused("a\0b", true).count(), 1);
//! ```
//!
//! Read the encoding that a page declares, as browsers do:
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::receivers::{Format, find_in};
//! let page = b"<!-- <meta charset=big5> --><meta charset=utf-8>";
//! assert_eq!(find_in(Format::Html, page).unwrap().encoding(), Some(Encoding::Utf8));
//! ```
//!
//! Find the words and the characters of a line, as an editor does:
//!
//! ```
//! # #[cfg(feature = "graphemes")] {
//! use utfkit_text::unicode::{grapheme_boundaries, words};
//! let line = "can't stop e\u{301}";
//! assert_eq!(words(line).next(), Some(0..5));
//! assert_eq!(grapheme_boundaries(line).filter(|&at| at < line.len()).last(), Some(11));
//! # }
//! ```
//!
//! The example `judge` does most of this with a file, `sniff` finds the encoding of a page, and `editor`
//! is the text of an editor.
//!
//! # Features
//!
//! All features are on by default, except `serde` and the unstable ones. Each feature links more tables.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `charsets` | legacy charsets, such as windows-1252, in detection and everywhere else |
//! | `model` | the built-in model of text, which distinguishes legacy charsets |
//! | `names` | names of characters |
//! | `graphemes` | boundaries of grapheme clusters and words |
//! | `audit` | scripts and confusable characters |
//! | `csv` | records of CSV |
//! | `regex` | search with regular expressions |
//! | `serde` | the module `views`: the answers in one shape, for JSON and for bindings; not on by default |
//! | `unstable-parts` | parts that the command `utf` is made of; they may change or go in any release |
//! | `unstable-heal` | the module `heal`, which puts lost characters back; it is not finished |
//!
//! The crate builds for `wasm32-unknown-unknown`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "unstable-parts"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod audit;
pub mod detect;
pub mod diagnose;
#[cfg(feature = "unstable-heal")]
pub mod heal;
#[cfg(not(feature = "unstable-parts"))]
mod inspect;
#[cfg(feature = "unstable-parts")]
pub mod inspect;
#[cfg(not(feature = "unstable-parts"))]
mod lines;
#[cfg(feature = "unstable-parts")]
pub mod lines;
#[cfg(all(feature = "charsets", not(feature = "unstable-parts")))]
mod model;
#[cfg(all(feature = "charsets", feature = "unstable-parts"))]
pub mod model;
pub mod receivers;
pub mod repair;
pub mod search;
pub mod streams;
pub mod transform;
pub mod unicode;
#[cfg(feature = "serde")]
pub mod views;

/// Runs the examples of the documents that need both crates, as tests.
#[cfg(all(doctest, feature = "charsets"))]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/GUIDE.md")]
    mod guide {}
}

#[cfg(test)]
#[path = "../../utfkit/src/testing.rs"]
#[allow(dead_code, reason = "the tests of the core use all of it")]
mod testing;
