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
//! with the feature `legacy-charsets`, which adds the [legacy charsets](encoding::Charset).
//!
//! No input makes a function of this crate panic.
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
