//! Repair: fixes damage that has only one likely interpretation, and reports the rest.
//!
//! | [`Fault`] | damage | result |
//! | --- | --- | --- |
//! | `interrupted-sequence` | line breaks that a mailer put inside UTF-8 sequences | the sequence, and the breaks after it (Corrigendum #1, notes after C12) |
//! | `surrogate-pair` | a supplementary character as two surrogates (CESU-8, Java) | its four bytes |
//! | `modified-nul` | `C0 80`, with [`Options::modified_utf8`] | U+0000 |
//! | `overlong` | more bytes than a character needs, with [`Options::unsafe_overlong`] | the character |
//! | `mojibake` | UTF-8 that was read as a [`MojibakeCharset`] and encoded again, once or more | the text |
//! | `misread` | text in a legacy charset that was read as another | the text |
//! | `stray-byte` | bytes of windows-1252 among UTF-8 | the same characters in UTF-8 |
//! | `reread` | ill-formed bytes, with [`Options::mixed`] | the bytes decoded in that encoding |
//! | `stray-bom` | U+FEFF at the start of a line, which joining files leaves there | nothing |
//! | `wrong-bom` | UTF-16 with the BOM of the other byte order, or with more than one BOM | the correct BOM |
//! | `lost-byte` | UTF-16 that lost a byte which all its neighbors have | that byte |
//!
//! No fix eats a line end, a tab or another ASCII control.
//!
//! Damage with two likely interpretations is an [`Ambiguity`] and stays. The rest of the text does
//! not change. In a text of at most one window (256 KiB), a second run finds nothing to fix. In a
//! longer text, the windows of the second run begin at other positions, and may show more.
//!
//! Overlong forms stay unless an option asks for them: a program that checked the text before did
//! not see the characters in them (Corrigendum #1).

mod broken;
mod characters;
mod damage;
mod edit;
mod events;
pub(crate) mod explain;
mod found;
#[cfg(feature = "unstable-parts")]
pub mod lost;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod lost;
mod options;
mod passes;
mod repairer;
mod utf16;
mod window;

pub use self::events::{Ambiguity, Event, Fault, Fix};
pub use self::explain::MojibakeCharset;
#[cfg(feature = "unstable-parts")]
pub use self::lost::Loss;
pub use self::options::Options;
#[cfg(feature = "unstable-parts")]
pub use self::repairer::is_utf16;
pub use self::repairer::{Repaired, Repairer, repair};
