//! The characters that databases, parsers and interfaces reject, and the encoding that a text
//! declares.
//!
//! A database, a parser or an interface may accept UTF-8, but reject some well-formed characters. A
//! [`Receiver`] returns them, with their offsets and the reason. [`find_in`] finds the encoding that
//! a text declares itself.

#[cfg(feature = "unstable-parts")]
pub mod declared;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod declared;
mod receiver;

pub use self::declared::{Declared, Format, find_in};
#[cfg(feature = "unstable-parts")]
pub use self::declared::{Mail, RawPart, Wrong};
pub use self::receiver::{Receiver, Refused, Rule};
