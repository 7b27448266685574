//! The receiver of diagnostics.

use utfkit::{Encoding, Finding};

use super::{diagnostic::Diagnostic, summary::Summary};
use crate::receivers::Receiver;

/// Takes the diagnostics of a text, and says which of them it wants.
///
/// Only [`diagnostic`](Self::diagnostic) has to be written. The summary that a function gets is what
/// is known by then.
pub trait Sink {
    /// Takes a diagnostic. Diagnostics come in the order of their offsets.
    fn diagnostic(&mut self, diagnostic: Diagnostic, so_far: &Summary);

    /// Returns `true` if the sink knows this error already, so that it is only counted as accepted.
    /// `receiver` is who rejects a well-formed character.
    fn accepts(&mut self, _finding: &Finding, _receiver: Option<Receiver>) -> bool {
        false
    }

    /// Returns `true` if the sink takes a diagnostic of the next error. It is asked once for each
    /// error that it does not accept.
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

    /// Returns `true` if lines and characters are counted. Without them a diagnostic has no place.
    fn wants_places(&self) -> bool {
        true
    }

    /// Returns the encoding that the whole text is likeliest in. It has an error at `offset`. It is
    /// asked at most once for each text, to make a hint.
    ///
    /// A sink that can look at the whole text should do it. The default assumes ISO-8859-1, of
    /// which every byte is a character.
    fn likeliest(&mut self, _offset: u64) -> Option<Encoding> {
        Some(Encoding::Iso8859_1)
    }

    /// Takes the text between errors, as UTF-8. For the bytes of an error it gets `?`, for a U+FEFF
    /// that the receiver rejects the character itself.
    fn text(&mut self, _text: &[u8]) {}

    /// Takes the bytes that were read. All diagnostics that they complete have been passed, except
    /// those that wait for the rest of their line.
    fn read(&mut self, _bytes: &[u8], _so_far: &Summary) {}

    /// Returns `true` if the rest of the text need not be read.
    fn is_satisfied(&self, _so_far: &Summary) -> bool {
        false
    }
}
