//! The escapes of a conversion: which are read and written, what they exclude, and where they are
//! decoded and encoded. Escapes for bytes are outside of the charset, and those for characters inside.

use std::{
    io,
    sync::{Arc, atomic::AtomicU64},
};

use utfkit::Encoding;
use utfkit_text::transform::{Surface, Wanted};

use super::check::errors;
use crate::{
    args::surface::Surfaces,
    commands::convert::args::{Args, Errors},
    input::stream::Stream,
    output::Output,
    process::problem::Problem,
};

/// The escapes of the input and of the output.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands::convert) struct Escapes {
    pub(in crate::commands::convert) read: Surfaces,
    pub(in crate::commands::convert) written: Surfaces,
}

impl Escapes {
    /// Checks the escapes that `args` name. Some options need the bytes of a file as they are, or
    /// single lines of it.
    pub(super) fn of(args: &Args, read: Surfaces, written: Surfaces) -> Result<Self, Problem> {
        if let (Some(surface), Errors::Escape | Errors::Skip) = (read.text, errors(args)?) {
            // The bytes that are escaped or skipped are those before the escapes are read.
            let words = format!("--errors escape and skip cannot be used with -f {surface}");
            let why = "the text around such bytes could become another escape";
            return Err(Problem::new(format!("{words}: {why}")).hint("convert to UTF-8 first"));
        }
        let escapes = Self { read, written };
        let has_bytes = read.bytes.or(written.bytes).is_some();
        let refused = match () {
            () if has_bytes && args.in_place.given() => "-i",
            () if has_bytes && args.folder().is_some() => "-o DIR/",
            () if args.bad_lines.bad_lines.is_some() && !escapes.is_empty() => "--bad-lines",
            () => return Ok(escapes),
        };
        let names = [read.names(), written.names()];
        let name = names.iter().find(|name| !name.is_empty()).map_or("", |name| name);
        Err(Problem::new(format!("{refused} cannot be used with {name}")).hint("use `-o FILE`"))
    }

    /// Returns `true` if no escapes are read or written.
    pub(in crate::commands::convert) fn is_empty(self) -> bool {
        self.read.is_empty() && self.written.is_empty()
    }

    /// Adds the escapes for characters to the filters `wanted` of a text that is written in `to`.
    pub(super) fn filters(self, wanted: Wanted, to: Encoding, in_place: bool) -> Wanted {
        let encode: Option<(Surface, Encoding)> = match self.written.text {
            Some(surface) => Some((surface, to)),
            // Writes no escapes, but counts what another run would read as escapes.
            None if in_place => self.read.text.map(|surface| (surface, Encoding::Utf8)),
            None => None,
        };
        Wanted { decode: self.read.text, encode, ..wanted }
    }

    /// Returns `source` with its escapes for bytes decoded. The number of those that are ill-formed
    /// is in `kept` after all is read.
    pub(in crate::commands::convert) fn decoded(
        self,
        source: Stream,
        kept: &Arc<AtomicU64>,
    ) -> io::Result<Stream> {
        match self.read.bytes {
            Some(surface) => source.decoded(surface, kept),
            None => Ok(source),
        }
    }

    /// Returns `output`, which is in `to`, with escapes for bytes.
    pub(in crate::commands::convert) fn encoded(self, output: Output, to: Encoding) -> Output {
        match self.written.bytes {
            Some(surface) => output.escaped(surface, to),
            None => output,
        }
    }
}
