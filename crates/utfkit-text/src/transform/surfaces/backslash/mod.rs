//! Escapes of Java and C: `\u00E9`, `\uD83D\uDE00`, `\U0001F600`.

mod escape;
mod reader;
mod writer;

pub(super) use escape::Dialect;
pub(super) use reader::Reader;
pub(super) use writer::Writer;
