//! Finds the encoding that a text declares for itself, in XML, HTML, CSS and in comments.
//!
//! [`find`] returns a declaration that the standard of the format requires readers to respect.
//! [`find_hint`] also returns one that only some programs read, such as a modeline of Vim. [`find_in`]
//! reads a text whose format is known, exactly as the standard of the format says.
//!
//! ```
//! use utfkit_text::receivers::{Format, declared::find};
//! let text = b"<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
//! let declared = find(text).unwrap();
//! assert_eq!((declared.format, &*declared.label), (Format::Xml, "ISO-8859-1"));
//! assert_eq!(&text[declared.range], b"ISO-8859-1");
//! ```

mod declaration;
mod find;
mod formats;
mod html;
mod mail;
mod mime;
mod records;
mod xml;

pub use declaration::{Declared, Format};
pub use find::{LOOK, find, find_all, find_hint, find_in, find_last, is_open};
pub use mail::{Mail, RawPart, Wrong};
pub(crate) use records::Records;
pub use records::format_of_records;
