//! Finds text in bytes of any encoding, without decoding them if possible.
//!
//! In most encodings, a text has only one spelling. If its bytes occur at the start of a code unit,
//! they are the text. In UTF-8, the start of a sequence differs from its other bytes. So byte
//! searches such as Boyer-Moore work (RFC 3629 section 1). In UTF-16, a surrogate differs from
//! every other code unit. The variants of both have the same property. It also holds in ill-formed
//! text, because a maximal subpart ends before the first byte of the next character. In these
//! encodings, search for a [`Needle`].
//!
//! In other encodings, a text has several spellings, or the meaning of a byte depends on the bytes
//! before it (UTF-7, ISO-2022-JP, Shift_JIS and others). There, a [`Decoding`] has the text, and
//! the offset of each character in the bytes. [`Layout::spell`] returns which method to use.
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::search::{Layout, Spelling};
//!
//! let file = b"\xFF\xFEa\0\x00\x61b\0"; // "a\u{6100}b": 61 00 is also at an odd offset
//! let layout = Layout::of(Encoding::Utf16, file, true).unwrap();
//! let Spelling::One(needle) = layout.spell("b") else { panic!("UTF-16 has one spelling") };
//! assert_eq!(needle.find(&file[layout.start()..], 0), Some(4));
//! ```

pub(crate) mod compare;
mod decoding;
#[cfg(feature = "regex")]
#[cfg(feature = "unstable-parts")]
pub mod equivalent;
#[cfg(feature = "regex")]
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod equivalent;
mod layout;
#[cfg(feature = "unstable-parts")]
pub mod literal;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod literal;
#[cfg(feature = "regex")]
pub(crate) mod matcher;
mod needle;
#[cfg(feature = "regex")]
mod pattern;

#[cfg(feature = "unstable-parts")]
pub use self::compare::{
    comparison::{Comparison, Difference, There, Value},
    side::Side,
};
pub use self::decoding::Decoding;
#[cfg(feature = "regex")]
pub use self::equivalent::Equivalent;
pub use self::layout::Spelling;
pub use self::literal::Literal;
#[cfg(feature = "regex")]
pub use self::matcher::Matcher;
pub use self::needle::Needle;
#[cfg(feature = "regex")]
pub use self::pattern::{InvalidPattern, Pattern, Syntax};
pub use crate::streams::layout::Layout;
