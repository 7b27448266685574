//! Character references of HTML: `&#xE9;`, `&#233;`, `&eacute;`.

mod names;
mod reader;
mod reference;
mod writer;

pub(super) use reader::Reader;
pub(super) use writer::Writer;

#[cfg(test)]
pub(super) use names::NAMES;
