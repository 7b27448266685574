//! Functions over text in memory, in the encoding forms of this machine.

pub mod latin1;
pub mod result;
pub mod utf16;
pub mod utf32;
pub mod utf8;
