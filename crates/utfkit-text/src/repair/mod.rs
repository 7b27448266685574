//! Repair: fixes what has one reading, says what and why, and leaves the rest alone.
//!
//! | [`Fault`] | what was | what becomes of it |
//! | --- | --- | --- |
//! | `interrupted-sequence` | line breaks that a mailer put inside UTF-8 sequences | the sequence (Corrigendum #1, notes after C12) |
//! | `surrogate-pair` | a supplementary character as two surrogates (CESU-8, Java) | its four bytes |
//! | `modified-nul` | `C0 80`, with [`Options::modified_utf8`] | U+0000 |
//! | `overlong` | more bytes than a character needs, with [`Options::unsafe_overlong`] | the character |
//! | `mojibake` | UTF-8 that was read as a [`MojibakeCharset`] of one byte a character and encoded again, once or more | the text |
//! | `misread` | text in a legacy charset that was read as another | the text |
//! | `stray-byte` | ISO-8859-1 letters among UTF-8 | their UTF-8 |
//! | `reread` | what is ill-formed, with [`Options::mixed`] | as that encoding reads it |
//! | `stray-bom` | U+FEFF where a line begins, as joining files leaves it | nothing |
//! | `wrong-bom` | UTF-16 with the BOM of the other order, or with one too many | the right one |
//! | `lost-byte` | UTF-16 that lost the byte that all its neighbours share | that byte |
//!
//! What could be two things is an [`Ambiguity`], and stays. Nothing else is touched, and a second run
//! finds nothing to fix in a text of one window (256 KiB): what the first one makes shorter is cut elsewhere, and what stands
//! in one window then may tell more. Overlong forms are never read without being asked for: who checked the text
//! before did not see what they hide (Corrigendum #1).

mod broken;
mod characters;
mod charset;
mod edit;
mod events;
mod found;
pub(crate) mod misread;
mod options;
mod passes;
mod repairer;
mod utf16;
mod window;

pub use charset::MojibakeCharset;
pub use events::{Ambiguity, Event, Fault, Fix};
pub use options::Options;
pub use repairer::{Repaired, Repairer, is_utf16, repair};
