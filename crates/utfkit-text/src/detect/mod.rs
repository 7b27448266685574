//! Which encoding a text is in, how sure that is, and why.
//!
//! [`detect`] looks at a whole text, [`Detector`] at a stream, in bounded memory.
//!
//! What can be proven comes first: a BOM, then the form. Well-formed UTF-8 beyond US-ASCII is
//! UTF-8, for in no other encoding do people write text that is so by chance (RFC 3629 section 1).
//! Everything else is a matter of which reading is text: the bytes are read in each encoding that
//! could be meant, and what comes out is measured by one model of text that knows scripts and no
//! languages. So UTF-16 without a BOM is told from UTF-16 in the other order, and from none,
//! in English as in Chinese. Of text that is no UTF, a trained [model](crate::model) of some eighty
//! languages names the charset, with the feature `charsets`.
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
pub mod content;
mod damaged_utf16;
mod detection;
mod detector;
mod head;
mod judge;
pub mod likeliest;
mod model;
mod parts;
mod utf8;

pub use binary::FileType;
pub use damaged_utf16::Lookout;
pub use detection::{Alternative, Detection, Evidence, Segment, Verdict};
pub use detector::{Detector, detect};
