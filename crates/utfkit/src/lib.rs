//! Validates, converts and diagnoses UTF-8, UTF-16 and UTF-32 (RFC 3629, RFC 2781 and Unicode
//! Corrigendum #1), and decodes their relatives and legacy charsets.
//!
//! Unlike `std`, it reports each ill-formed sequence with its offset, its bytes, the kind of error
//! and the section of the standard.
//!
//! ```
//! use utfkit::{Kind, utf8, utf16};
//! assert_eq!(utf8::validate("naïve".as_bytes()), Ok("naïve"));
//! let error = utf8::validate(b"/..\xC0\xAF").unwrap_err();
//! assert_eq!(error.finding().kind(), Kind::Overlong { means: '/' as u32 });
//! assert_eq!(utf16::to_string_lossy(&[0x68, 0x69, 0xD800]).0, "hi\u{FFFD}");
//! ```
//!
//! | item | job |
//! | --- | --- |
//! | [`decode`], [`decode_lossy`], [`encode`] | convert a whole text from any encoding to `str`, and back |
//! | [`decode_whatwg`] | decode an HTTP body as browsers do |
//! | [`utf8`], [`utf16`](mod@utf16), [`utf32`] | validate, convert, measure, cut and compare slices |
//! | [`ascii`], [`latin1`] | US-ASCII; ISO-8859-1 to the encoding forms |
//! | [`wtf8`] | potentially ill-formed UTF-16 as bytes, and back |
//! | [`units`] | input and output: native slices, or bytes in either byte order |
//! | [`error`] | findings: the offset, bytes, kind and meaning of an ill-formed sequence |
//! | [`encoding`] | encoding schemes, their charset labels and BOMs |
//! | [`codec`] | a decoder and an encoder for each encoding, a sequence or a block at a time |
//! | [`transcode`] | the streaming converter, with policies for ill-formed input |
//! | [`scalar`] | arithmetic of code points |
//! | [`index`] | offsets to lines and columns, and back |
//! | [`fs`] | reading text files, with errors that name the position |
//! | [`simd`] | the kernels that this machine can run, and those in use |
//!
//! The crate works without `std` and without allocation. The feature `alloc` adds owned strings;
//! `std` adds readers, writers and files. Both are on by default. There are no dependencies, except
//! with the feature `legacy-charsets`, which adds the [legacy charsets](encoding::Charset). The feature
//! `whatwg-charsets` adds only those that browsers have.
//!
//! No input makes a function of this crate panic.
//!
//! # Tasks
//!
//! Each task has a longer example in the directory `examples` of the repository.
//!
//! Decode a **stream** as browsers do, in pieces of any size:
//!
//! ```
//! use utfkit::transcode::Transcoder;
//! let mut decoder = Transcoder::whatwg("utf-8")?;
//! let (mut buffer, mut text) = ([0; 64], String::new());
//! for (piece, last) in [(&b"caf\xC3"[..], false), (b"\xA9\xFF", true)] {
//!     text += decoder.transcode_to_str(piece, &mut buffer, last).0;
//! }
//! assert_eq!(text, "café\u{FFFD}");
//! # Ok::<(), utfkit::encoding::UnknownLabel>(())
//! ```
//!
//! **Read lines** of a file in another encoding:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use std::io::BufRead;
//! use utfkit::{Encoding, transcode::{Reader, Transcoder}};
//! let file = &b"\xFF\xFEa\0\n\0\xAC\x20"[..];
//! let reader = Reader::new(file, Transcoder::new(Encoding::Utf16, Encoding::Utf8));
//! let lines: Vec<_> = reader.lines().collect::<Result<_, _>>()?;
//! assert_eq!(lines, ["a", "€"]);
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Keep the positions of an **editor** while its text changes:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use utfkit::index::{ColumnUnit, Document, Position};
//! let mut document = Document::new("one\r\n😀 two");
//! document.replace(0..3, "1");
//! let position = document.to_position(8, ColumnUnit::Utf16Units);
//! assert_eq!(position, Position { line: 1, column: 3 });
//! # }
//! ```
//!
//! Check the strings of a **database**, and cut them at a length:
//!
//! ```
//! use utfkit::utf8;
//! let text = utf8::validate("naïve".as_bytes()).unwrap();
//! assert_eq!(utf8::contents(text).nuls, 0);
//! assert_eq!(&text[..utf8::floor_boundary(text.as_bytes(), 3)], "na");
//! ```
//!
//! **Adapt** the converter to another interface. It does not read or write itself, and it is `Clone`
//! and `Send`:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use utfkit::{Encoding, Finding, transcode::Transcoder};
//! struct Codec(Transcoder<'static>);
//! impl Codec {
//!     fn decode(&mut self, src: &mut Vec<u8>) -> Result<String, Finding> {
//!         let mut text = String::new();
//!         let result = self.0.transcode_to_string(src, &mut text, false);
//!         src.drain(..self.0.last_read());
//!         result.map(|()| text)
//!     }
//! }
//! let mut codec = Codec(Transcoder::new(Encoding::Utf16Be, Encoding::Utf8));
//! assert_eq!(codec.decode(&mut b"\0h\0i\0".to_vec())?, "hi");
//! # }
//! # Ok::<(), utfkit::Finding>(())
//! ```
//!
//! **Sniff** an encoding by its BOM or its label. The crate `utfkit-text` judges text without both:
//!
//! ```
//! use utfkit::{Encoding, encoding::{Bom, Label, LabelSet}};
//! assert_eq!(Bom::of(b"\xFF\xFEa\0").map(|bom| bom.encoding()), Some(Encoding::Utf16));
//! assert_eq!(Label::parse("UTF8", LabelSet::Whatwg)?.encoding(), Encoding::Utf8);
//! # Ok::<(), utfkit::encoding::UnknownLabel>(())
//! ```
//!
//! Convert **without `std`** or allocation, into fixed memory:
//!
//! ```
//! use utfkit::{Status, utf16};
//! let mut buffer = [0; 8];
//! let outcome = utf16::to_utf8(&[0x68, 0xE9], &mut buffer);
//! assert_eq!((&buffer[..outcome.written], outcome.status), ("hé".as_bytes(), Status::Done));
//! ```
//!
//! Store any bytes as text with **escapes**, and restore them:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use utfkit::{Encoding, transcode::{Policy, convert_with, unescape}};
//! let (text, _) = convert_with(b"caf\xE9", Encoding::Utf8, Encoding::Utf8, Policy::Escape)?;
//! assert_eq!(text, br"caf\xE9");
//! assert_eq!(unescape(r"caf\xE9", Encoding::Utf8)?, b"caf\xE9");
//! # }
//! # Ok::<(), utfkit::Finding>(())
//! ```
//!
//! **Judge** each error, and decide what to do about it:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use utfkit::{Encoding, Kind, transcode::{Action, convert_by}};
//! let decide = |finding: &utfkit::Finding| match finding.kind() {
//!     Kind::Overlong { .. } => Action::Stop,
//!     _ => Action::Replace,
//! };
//! let convert = |text| convert_by(text, Encoding::Utf8, Encoding::Utf8, decide);
//! assert_eq!(convert(b"a\xE9")?.0, "a\u{FFFD}".as_bytes());
//! assert!(convert(b"/..\xC0\xAF").is_err());
//! # }
//! # Ok::<(), utfkit::Finding>(())
//! ```
//!
//! **Fuzz** your program: a stream has the same result for every cut.
//!
//! ```
//! use utfkit::utf8::{Piece, Utf8Stream};
//! let bytes = b"a\xE2\x82b\xF0\x9F\x98\x80";
//! for cut in 0..=bytes.len() {
//!     let (first, rest) = bytes.split_at(cut);
//!     let (mut stream, mut text) = (Utf8Stream::new(), String::new());
//!     text.extend(stream.feed(first).map(Piece::lossy));
//!     text.extend(stream.feed(rest).map(Piece::lossy));
//!     text.extend(stream.finish().map(Piece::lossy));
//!     assert_eq!(text, "a\u{FFFD}b😀");
//! }
//! ```
//!
// Links to items that a build lacks go to the documentation of the whole crate.
#![cfg_attr(
    not(feature = "alloc"),
    doc = "[`decode`]: https://docs.rs/utfkit/latest/utfkit/fn.decode.html
[`decode_lossy`]: https://docs.rs/utfkit/latest/utfkit/fn.decode_lossy.html
[`decode_whatwg`]: https://docs.rs/utfkit/latest/utfkit/fn.decode_whatwg.html
[`encode`]: https://docs.rs/utfkit/latest/utfkit/fn.encode.html
[`wtf8`]: https://docs.rs/utfkit/latest/utfkit/wtf8/
[`index`]: https://docs.rs/utfkit/latest/utfkit/index/"
)]
#![cfg_attr(not(feature = "std"), doc = "[`fs`]: https://docs.rs/utfkit/latest/utfkit/fs/")]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod codec;
pub mod encoding;
pub mod error;
#[cfg(feature = "std")]
pub mod fs;
#[cfg(feature = "alloc")]
pub mod index;
pub mod literal;
pub mod scalar;
pub mod transcode;

#[allow(unsafe_code)]
pub mod simd;

mod form;
mod slices;
#[cfg(test)]
mod testing;

#[cfg(feature = "alloc")]
pub use codec::wtf8;
pub use encoding::Encoding;
pub use error::{
    Finding, Kind,
    outcome::{LossyLength, LossyOutcome, Outcome, Status},
};
pub use form::{
    errors::{Utf8Error, Utf16Error, Utf32Error},
    units::{Be, Le},
};
pub use slices::{ascii, latin1, utf8, utf16, utf32, well_formed::WellFormed};
#[cfg(feature = "alloc")]
pub use transcode::{Decoded, decode, decode_lossy, decode_whatwg, encode};

pub mod units {
    //! Code units to read, and room to write them: native slices, or bytes in either byte order.
    //!
    //! Functions that read UTF-16 or UTF-32 accept [`impl Into<Units>`](Units); functions that
    //! write any form accept [`impl Into<Room>`](Room). Slices of code units convert into both.
    //! Wrap bytes in [`Le`] or [`Be`] to name their byte order. Room may be uninitialized memory.
    //!
    //! ```
    //! use utfkit::{Be, utf16};
    //! let native = [0x68_u16, 0x69];
    //! let bytes = b"\0h\0i";
    //! assert_eq!(utf16::to_string(&native)?, utf16::to_string(Be(&bytes[..]))?);
    //! # Ok::<(), utfkit::Utf16Error>(())
    //! ```

    pub use crate::{
        form::{
            parts::Parts,
            unit::Unit,
            units::{Be, Le, Room, Units},
        },
        simd::shared::spans::Range,
        slices::{
            chars::{CharIndices, Chars},
            chunks::{Chunk, Chunks},
            outside::outside,
        },
    };
}

/// Tests the examples of the documents.
#[cfg(all(doctest, feature = "std"))]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../../../README.md")]
    mod of_repository {}
    #[doc = include_str!("../../../docs/from/encoding_rs.md")]
    mod from_encoding_rs {}
    #[doc = include_str!("../../../docs/from/simdutf.md")]
    mod from_simdutf {}
}
