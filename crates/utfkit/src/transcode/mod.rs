//! The streaming converter between any two encodings, with policies for ill-formed text.
//!
//! [`Transcoder`] is the converter itself: it does not allocate, its state is bounded, and input
//! and output may be cut anywhere. [`decode`] and [`encode`] convert a whole text from and to
//! `str`, [`convert`] between any two encodings. [`Reader`] and [`Writer`] wrap `std::io`.
//!
//! Inside, the kernel for a pair of encodings converts whole blocks. When it stops, a decoder
//! determines the reason, the policy decides, and the kernel continues.
//!
#![cfg_attr(
    not(feature = "alloc"),
    doc = "[`decode`]: https://docs.rs/utfkit/latest/utfkit/fn.decode.html
[`encode`]: https://docs.rs/utfkit/latest/utfkit/fn.encode.html
[`convert`]: https://docs.rs/utfkit/latest/utfkit/transcode/fn.convert.html"
)]
#![cfg_attr(
    not(feature = "std"),
    doc = "[`Reader`]: https://docs.rs/utfkit/latest/utfkit/transcode/struct.Reader.html
[`Writer`]: https://docs.rs/utfkit/latest/utfkit/transcode/struct.Writer.html"
)]

#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
mod append;
#[cfg(feature = "alloc")]
mod decode;
mod labelled;
mod pending;
mod policy;
mod route;
mod start;
mod transcoder;
mod translit;
mod whatwg;

#[cfg(feature = "alloc")]
mod escape;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use decode::{Decoded, decode, decode_lossy, decode_whatwg, encode};
#[cfg(feature = "alloc")]
pub use escape::unescape;
#[cfg(feature = "std")]
pub use io::{Reader, Writer};
#[cfg(feature = "alloc")]
pub use owned::{convert, convert_by, convert_with};
pub use policy::{Action, Counts, Policy, Replacement};
pub use route::convert_prefix;
pub use start::Opening;
pub use transcoder::Transcoder;
pub use translit::{transliteration, transliterations};
