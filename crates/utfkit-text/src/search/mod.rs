//! Finding text in bytes of any encoding, without converting them where that can be.
//!
//! In most encodings a text has one spelling, and its bytes, where they stand at a code unit's
//! place, are the text: in UTF-8 a sequence can be told from any part of another (RFC 3629 section
//! 1: so the Boyer-Moore search can be used with UTF-8), in UTF-16 a surrogate from any other unit,
//! and the same holds in their relatives. It holds in ill-formed text too, for no maximal subpart
//! goes beyond the first byte of a character. There a [`Needle`] is searched. Where a text has
//! several spellings, or bytes mean what those before them say (UTF-7, ISO-2022-JP, Shift_JIS and
//! others), a [`Decoding`] gives the text, and the place of each character in the bytes.
//! [`Layout::spell`] tells which it is.
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::search::{Layout, Spelling};
//!
//! let file = b"\xFF\xFEa\0\x00\x61b\0"; // "a\u{6100}b": 61 00 stands at an odd place, too
//! let layout = Layout::of(Encoding::Utf16, file, true).unwrap();
//! let Spelling::One(needle) = layout.spell("b") else { panic!("UTF-16 has one spelling") };
//! assert_eq!(needle.find(&file[layout.start()..], 0), Some(4));
//! ```

mod decoding;
#[cfg(feature = "regex")]
pub mod equivalent;
mod layout;
pub mod literal;
#[cfg(feature = "regex")]
pub mod matcher;
mod needle;

pub use decoding::Decoding;
pub use layout::{Layout, Spelling};
pub use needle::Needle;
