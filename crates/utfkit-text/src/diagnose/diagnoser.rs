//! Diagnoses a text that comes in pieces, or a small text at once.

use utfkit::Encoding;

use super::{diagnostic::Diagnostic, sink::Sink, summary::Summary, tracker::Tracker};
use crate::{
    detect::{self, likeliest::Likeliest},
    streams::{decoder::Decoder, events::Events, reading::Reading},
};

/// Finds the errors of a text, each with its line, its column, its context and a hint.
///
/// The text comes in pieces of any size. Memory does not depend on its length.
///
/// ```
/// use utfkit_text::{diagnose::{Diagnoser, Diagnostic, Sink, Summary}, streams::Reading};
///
/// #[derive(Default)]
/// struct Places(Vec<(u64, u64)>);
/// impl Sink for Places {
///     fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
///         self.0.push((diagnostic.line, diagnostic.column));
///     }
/// }
///
/// let mut places = Places::default();
/// let mut diagnoser = Diagnoser::new(Reading::default());
/// [&b"one\nt\xC3"[..], b"o\xFF\n"].iter().for_each(|piece| diagnoser.feed(piece, &mut places));
/// assert_eq!(diagnoser.finish(&mut places).errors, 2);
/// assert_eq!(places.0, [(2, 2), (2, 4)]);
/// ```
pub struct Diagnoser<'c> {
    decoder: Decoder<'c>,
    tracker: Tracker,
}

impl<'c> Diagnoser<'c> {
    /// Creates a diagnoser that reads the text according to `reading`.
    pub fn new(reading: Reading<'c>) -> Self {
        let tracker = Tracker::new(reading.receiver);
        Self { decoder: Decoder::new(reading), tracker }
    }

    /// Makes diagnostics contain the record and the field. Fields end with `separator` and may be
    /// quoted as in CSV.
    ///
    /// ```
    /// use utfkit_text::{diagnose::{Diagnoser, Diagnostic, Sink, Summary}, streams::Reading};
    ///
    /// #[derive(Default)]
    /// struct Fields(Vec<Option<(u64, u64)>>);
    /// impl Sink for Fields {
    ///     fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
    ///         self.0.push(diagnostic.field);
    ///     }
    /// }
    ///
    /// let mut fields = Fields::default();
    /// let mut diagnoser = Diagnoser::new(Reading::default()).fields(b',');
    /// diagnoser.feed(b"a,b\n\"c\nd\",\xFF,\xFE\n", &mut fields);
    /// diagnoser.finish(&mut fields);
    /// assert_eq!(fields.0, [Some((2, 2)), Some((2, 3))]);
    /// ```
    #[cfg(feature = "csv")]
    #[must_use]
    pub fn fields(mut self, separator: u8) -> Self {
        self.tracker = self.tracker.fields(separator);
        self
    }

    /// Takes the next piece of the text, and passes the errors to `sink`. Pieces after the sink is
    /// satisfied are ignored.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) {
        let mut tracking = self.tracker.to(sink);
        if tracking.is_satisfied() {
            return;
        }
        self.decoder.feed(bytes, &mut tracking);
        tracking.read(bytes);
    }

    /// Ends the text, passes the rest of the errors to `sink`, and returns the summary.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Summary {
        let mut tracking = self.tracker.to(sink);
        if !tracking.is_satisfied() {
            self.decoder.finish(&mut tracking);
        }
        self.tracker.finish(sink)
    }
}

/// Returns all errors of a small text, and its summary.
///
/// The text is read according to `reading`. All diagnostics are kept in memory: use [`Diagnoser`]
/// for text that may be large.
///
/// ```
/// use utfkit::{Encoding, Kind};
/// use utfkit_text::{diagnose::{self, Advice}, streams::Reading};
///
/// let (errors, summary) = diagnose::errors(b"one\ntw\xED\xA0\xBD\xED\xB8\x80o", Reading::default());
/// assert_eq!((errors[0].line, errors[0].column), (2, 3));
/// assert!(matches!(errors[0].finding.kind(), Kind::IrregularPair { .. }));
/// assert_eq!(errors[0].context.bytes, "<ED><A0><BD><ED><B8><80>");
/// let hint = errors[0].hint.as_ref().unwrap();
/// assert_eq!(hint.advice, Some(Advice::ReadAs(Encoding::Cesu8)));
/// assert_eq!(summary.errors, 1);
/// ```
#[must_use]
pub fn errors(bytes: &[u8], reading: Reading<'_>) -> (Vec<Diagnostic>, Summary) {
    let mut all = All { text: bytes, diagnostics: Vec::new() };
    let mut diagnoser = Diagnoser::new(reading);
    diagnoser.feed(bytes, &mut all);
    let summary = diagnoser.finish(&mut all);
    (all.diagnostics, summary)
}

/// Keeps all diagnostics of a text.
struct All<'t> {
    text: &'t [u8],
    diagnostics: Vec<Diagnostic>,
}

impl Sink for All<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
        self.diagnostics.push(diagnostic);
    }

    fn likeliest(&mut self, _: u64) -> Option<Encoding> {
        Likeliest::sure(&detect::detect(self.text))?.one()
    }
}
