//! Encoded words in the headers of mail (RFC 2047): `=?utf-8?Q?caf=C3=A9?=`.

mod base64;
mod grammar;
mod reader;
mod spell;
mod writer;

pub(super) use reader::Reader;
pub(super) use writer::Writer;
