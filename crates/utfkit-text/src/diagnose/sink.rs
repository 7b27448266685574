//! The receiver of diagnostics.

use utfkit::{Encoding, Finding};

use super::{diagnostic::Diagnostic, summary::Summary};
use crate::receivers::Receiver;

/// Takes the diagnostics of a text, and selects what they contain.
///
/// Only [`diagnostic`](Self::diagnostic) must be implemented. The summaries that functions get
/// contain the text so far.
pub trait Sink {
    /// Takes a diagnostic. Diagnostics come in the order of their offsets.
    fn diagnostic(&mut self, diagnostic: Diagnostic, so_far: &Summary);

    /// Returns `true` if the sink already knows this error, so that it is only counted as accepted.
    /// `receiver` is the receiver that rejects a well-formed character.
    fn accepts(&mut self, _finding: &Finding, _receiver: Option<Receiver>) -> bool {
        false
    }

    /// Returns `true` if the sink takes a diagnostic of the next error. It is called once for each
    /// error that the sink does not accept.
    fn wants_diagnostic(&mut self) -> bool {
        true
    }

    /// Returns `true` if diagnostics have a context. Then a diagnostic waits for the rest of its
    /// line.
    fn wants_context(&self) -> bool {
        true
    }

    /// Returns `true` if diagnostics of ill-formed text have a hint.
    fn wants_hints(&self) -> bool {
        true
    }

    /// Returns `true` if lines and characters are counted. Without them, diagnostics have no
    /// position.
    fn wants_places(&self) -> bool {
        true
    }

    /// Returns the likely encoding of the whole text, which has an error at `offset`. It is called
    /// at most once for each text, for a hint.
    ///
    /// A sink that can read the whole text should do so. The default is ISO-8859-1, in which every
    /// byte is a character.
    fn likeliest(&mut self, _offset: u64) -> Option<Encoding> {
        Some(Encoding::Iso8859_1)
    }

    /// Takes the text between errors, as UTF-8. The bytes of an error are passed as `?`, and a
    /// U+FEFF that the receiver rejects as itself.
    fn text(&mut self, _text: &[u8]) {}

    /// Takes the bytes that were read. All diagnostics that they complete have been passed, except
    /// those that wait for the rest of their line.
    fn read(&mut self, _bytes: &[u8], _so_far: &Summary) {}

    /// Returns `true` if the rest of the text need not be read.
    fn is_satisfied(&self, _so_far: &Summary) -> bool {
        false
    }
}
