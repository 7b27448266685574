//! Detects the encoding of a text, with a confidence and the reasons.
//!
//! [`detect`] reads a whole text. [`Detector`] reads a stream in bounded memory.
//!
//! A BOM or the form of the bytes is a proof. Well-formed UTF-8 with characters beyond US-ASCII is
//! UTF-8, because text in other encodings is not well-formed UTF-8 by chance (RFC 3629 section 1).
//! In all other cases, one judge decides: it reads the bytes in each encoding that they can be in,
//! and compares the costs of the texts in bits. The encoding of the cheapest text is the answer.
//! With the feature `charsets`, the costs come from a trained model of some eighty
//! languages. Without it, they come from a small table of scripts, and charsets have no names.
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::detect::{Verdict, detect};
//! let detection = detect("naïve".as_bytes());
//! assert_eq!(detection.encoding(), Some(Encoding::Utf8));
//! assert_eq!(detection.verdict(), Verdict::Proven);
//!
//! let detection = detect(b"h\0e\0l\0l\0o\0");
//! assert_eq!(detection.encoding(), Some(Encoding::Utf16Le));
//! assert_eq!(detection.verdict(), Verdict::Likely);
//! ```

mod binary;
mod conclude;
#[cfg(feature = "unstable-parts")]
pub mod content;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod content;
mod detection;
mod detector;
mod head;
mod judge;
pub(crate) mod likeliest;
mod model;
mod named;
pub(crate) mod parts;
mod utf8;
mod weights;

pub use self::binary::FileType;
#[cfg(feature = "unstable-parts")]
pub use self::content::Content;
pub use self::detection::{Alternative, Detection, Evidence, Segment, Utf8Line, Verdict};
pub use self::detector::{Detector, detect};
#[doc(hidden)]
pub use self::judge::confidence;
pub use self::judge::family::Family;
pub use self::likeliest::Likeliest;
pub use self::named::hints::Hints;
#[cfg(feature = "unstable-parts")]
pub use self::named::{
    conflict::Conflict,
    difference::Difference,
    euro::{EuroSign, EuroWatch},
};
#[cfg(feature = "unstable-parts")]
pub use self::parts::damaged_utf16::Lookout;

#[cfg(feature = "charsets")]
pub(crate) use judge::{opinion, strange};
