//! The Unicode transformation formats: validate, convert and diagnose UTF-8, UTF-16 and UTF-32, by
//! RFC 3629, RFC 2781 and Unicode Corrigendum #1.
//!
//! | item | what it does |
//! | --- | --- |
//! | [`decode`], [`decode_lossy`], [`encode`] | a whole text in any encoding to `str`, and back |
//! | [`decode_whatwg`] | a body of HTTP, as browsers read it |
//! | [`utf8`], [`utf16`], [`utf32`] | the encoding forms over slices: validate, convert, measure, find boundaries, compare |
//! | [`ascii`], [`latin1`] | US-ASCII; ISO-8859-1 to the encoding forms |
//! | [`wtf8`] | UTF-16 that is not always well-formed, as bytes and back |
//! | [`units`] | what is read and written: native slices, or bytes in either order |
//! | [`error`] | findings: where a text is ill-formed, which bytes, why, and what was meant |
//! | [`encoding`] | encoding schemes, their charset labels and BOMs |
//! | [`codec`] | a decoder and an encoder for each encoding, a sequence or a block at a time |
//! | [`transcode`] | the streaming converter, with policies for what is ill-formed |
//! | [`scalar`] | arithmetic of code points |
//! | [`index`] | offsets to lines and columns and back |
//! | [`fs`] | reading text files, with errors that say where |
//! | [`simd`] | which kernels this machine can run, and which are in use |
//!
//! Everything works without `std` and without allocation, but for what the features `alloc` (owned
//! strings) and `std` (readers, writers, files; both on by default) add. There is no dependency but
//! for the feature `legacy-charsets`, which adds [charsets that are not
//! Unicode's](encoding::Charset).
//!
//! No input makes a function of this crate panic.
//!
// Without a feature, its items are only in the documentation of the whole crate.
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
    //! Code units to read and room to write them: native slices, or bytes in either order.
    //!
    //! Functions that read UTF-16 or UTF-32 take [`impl Into<Units>`](Units), those that write any form
    //! take [`impl Into<Room>`](Room). Slices of code units convert into both by themselves; bytes are
    //! wrapped in [`Le`] or [`Be`] to say in which order they stand. Room may be uninitialized memory.
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

/// The examples of README.md, as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The examples of the documents, as tests.
#[cfg(all(doctest, feature = "std"))]
mod documents {
    #[doc = include_str!("../../../docs/from/encoding_rs.md")]
    mod from_encoding_rs {}
    #[doc = include_str!("../../../docs/from/simdutf.md")]
    mod from_simdutf {}
}
