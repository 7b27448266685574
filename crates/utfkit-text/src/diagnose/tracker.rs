//! Follows the events of a text and makes a diagnostic of each error.

use std::collections::VecDeque;

use utfkit::{Encoding, Finding, Kind, error::Grouper, utf8};

use super::{
    context::{After, Before, Context, WIDTH},
    diagnostic::Diagnostic,
    fields::Fields,
    hint,
    sample::Sample,
    sink::Sink,
    summary::Summary,
};
use crate::{
    receivers::Receiver,
    streams::{
        choose::by_line::Use,
        events::{Events, Stretch},
    },
    unicode::printable,
};

/// What is known about a text whose events were followed.
///
/// [`to`](Self::to) follows the next events and passes the errors to a sink. A sink gets a
/// diagnostic when the rest of the error's line is known, so at most a line's width later. The
/// number of those that wait is bounded by that width.
pub struct Tracker {
    fields: Fields,
    receiver: Option<Receiver>,
    encoding: Encoding,
    summary: Summary,
    sample: Sample,
    /// The number of bytes that were read. The summary counts bytes as soon as their text is
    /// passed.
    read: u64,
    /// Whether the text has well-formed characters of several bytes.
    has_longer: bool,
    /// The current line, and the column in characters, both from 1.
    line: u64,
    column: u64,
    before: Before,
    grouper: Grouper,
    /// The number of input bytes of the events so far; `None` if the encoding does not allow
    /// computing it.
    passed: Option<u64>,
    /// The column after the last error that came out of the grouper, within a run of findings.
    run_column: u64,
    waiting: VecDeque<(Diagnostic, After)>,
    /// The likely encoding of the whole text, once the sink was called for it.
    likeliest: Option<Option<Encoding>>,
}

/// Follows the events of a text and passes its errors to a sink.
pub struct Tracking<'t> {
    tracker: &'t mut Tracker,
    sink: &'t mut dyn Sink,
}

impl Tracker {
    /// Creates a tracker for the start of a text; `receiver` rejects some characters.
    pub fn new(receiver: Option<Receiver>) -> Self {
        Self {
            fields: Fields::default(),
            receiver,
            encoding: Encoding::Utf8,
            summary: Summary::default(),
            sample: Sample::default(),
            read: 0,
            has_longer: false,
            line: 1,
            column: 1,
            before: Before::default(),
            grouper: Grouper::new(),
            passed: Some(0),
            run_column: 1,
            waiting: VecDeque::new(),
            likeliest: None,
        }
    }

    /// Makes diagnostics contain the record and the field. Fields end with `separator` and may be
    /// quoted as in CSV.
    #[cfg(feature = "csv")]
    #[must_use]
    pub fn fields(mut self, separator: u8) -> Self {
        self.fields = Fields::new(separator);
        self
    }

    /// Follows the next events for `sink`.
    pub fn to<'t>(&'t mut self, sink: &'t mut dyn Sink) -> Tracking<'t> {
        Tracking { tracker: self, sink }
    }

    /// Ends the text, or stops reading it. Passes the waiting diagnostics, and returns the summary.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Summary {
        self.end_run(sink);
        while let Some((diagnostic, after)) = self.waiting.pop_front() {
            self.send(diagnostic, after, sink);
        }
        self.summary.bytes = self.read;
        self.correct_inner_offset();
        self.summary.looks_like = self.sample.unsigned_utf16(self.encoding);
        if sink.wants_places() && self.summary.ill_formed == 0 && !self.has_longer {
            self.summary.shifted = self.sample.shifted(self.encoding);
        }
        self.summary
    }

    /// Updates the byte count of the summary: text that was passed counts before its block is read.
    fn so_far(&mut self) {
        self.summary.bytes = self.read.max(self.passed.unwrap_or_default());
    }

    /// Returns the likely encoding of the whole text, in which `finding` is not UTF-8. The sample
    /// decides first, then the sink, which may read the whole text.
    fn likely_encoding(&mut self, finding: &Finding, sink: &mut dyn Sink) -> Option<Encoding> {
        if let Some(wide) = self.sample.unsigned_utf16(self.encoding) {
            return Some(wide);
        }
        if self.has_longer {
            return None;
        }
        let seen = *self.likeliest.get_or_insert_with(|| sink.likeliest(finding.offset()));
        seen.filter(|&seen| seen != Encoding::Utf8)
    }

    /// Passes the errors that the grouper holds, because the next finding is not adjacent.
    fn end_run(&mut self, sink: &mut dyn Sink) {
        while let Some(error) = self.grouper.finish() {
            self.error(error, sink);
        }
    }

    /// Handles a complete error.
    fn error(&mut self, finding: Finding, sink: &mut dyn Sink) {
        let column = self.run_column;
        self.run_column += finding.subparts() as u64;
        let bytes = finding.bytes();
        let receiver = self.receiver.filter(|_| is_refusal(finding.kind()));
        let accepted = sink.accepts(&finding, receiver);
        if accepted {
            self.summary.accepted += 1
        } else {
            self.summary.errors += 1
        }
        if !accepted && is_refusal(finding.kind()) {
            self.summary.rejected += 1;
        }
        for (_, after) in &mut self.waiting {
            after.push_bytes(bytes);
        }
        if !accepted && sink.wants_diagnostic() {
            let diagnostic = self.diagnostic(finding, column, sink);
            let after = After::with_width(if sink.wants_context() { WIDTH } else { 0 });
            self.waiting.push_back((diagnostic, after));
        }
        self.before.push_bytes(bytes);
        match finding.means() {
            // A missing BOM has no bytes, so it is not text of a field.
            _ if bytes.is_empty() => {}
            Some(0xFEFF) => self.pass("\u{FEFF}".as_bytes(), sink),
            // Other errors are text of a field, no matter which.
            _ => self.pass(b"?", sink),
        }
        self.send_complete(sink);
    }

    /// Passes text to the sink. The bytes of an error are `?`.
    fn pass(&mut self, text: &[u8], sink: &mut dyn Sink) {
        self.fields.push(text);
        sink.text(text);
    }

    /// Creates the diagnostic of `finding`, without the text after it.
    fn diagnostic(&mut self, finding: Finding, column: u64, sink: &mut dyn Sink) -> Diagnostic {
        let mut context = Context::default();
        if sink.wants_context() {
            context.before = self.before.shown();
            printable::push_bytes(&mut context.bytes, finding.bytes());
        }
        let receiver = self.receiver.filter(|_| is_refusal(finding.kind()));
        let hint = match receiver {
            Some(receiver) => hint::refusal(receiver, &finding),
            None if !sink.wants_hints() => None,
            None => hint::hint(self.encoding, &finding, || self.likely_encoding(&finding, sink)),
        };
        Diagnostic {
            encoding: self.encoding,
            finding,
            line: self.line,
            column,
            context,
            hint,
            receiver,
            field: self.fields.next(),
        }
    }

    /// Passes the diagnostics whose context is complete.
    fn send_complete(&mut self, sink: &mut dyn Sink) {
        while self.waiting.front().is_some_and(|(_, after)| after.is_complete()) {
            if let Some((diagnostic, after)) = self.waiting.pop_front() {
                self.send(diagnostic, after, sink);
            }
        }
    }

    fn send(&mut self, mut diagnostic: Diagnostic, after: After, sink: &mut dyn Sink) {
        diagnostic.context.after = after.into_shown();
        self.so_far();
        sink.diagnostic(diagnostic, &self.summary);
    }

    /// Counts U+FEFF inside `text`, the next text, which was measured as `stretch`. A U+FEFF at the
    /// start of the file is not inside.
    fn inner_boms(&mut self, text: &[u8], stretch: &Stretch) {
        let Some(mut first) = stretch.first_bom(text) else { return };
        let mut count = stretch.boms as u64;
        if first == 0 && self.summary.characters + self.summary.ill_formed == 0 {
            let after = '\u{FEFF}'.len_utf8();
            let Some(next) = Stretch::of(&text[after..]).first_bom(&text[after..]) else {
                return;
            };
            first = after + next;
            count -= 1;
        }
        let inner = &mut self.summary.inner_boms;
        inner.count += count;
        if inner.count == count {
            let before = Stretch::of(&text[..first]);
            let start = if before.lines > 0 { 1 } else { self.column };
            inner.line = self.line + before.lines as u64;
            inner.column = start + before.last_characters as u64;
            let place = self.passed.zip(self.bytes_of(&text[..first]));
            let len = self.bytes_of("\u{FEFF}".as_bytes());
            let bytes = place.map(|(passed, more)| passed + more).zip(len);
            self.summary.inner_boms.bytes = bytes;
        }
    }

    /// Returns the number of input bytes of `text`; `None` if the encoding does not allow computing
    /// it.
    fn bytes_of(&self, text: &[u8]) -> Option<u64> {
        Some(match (self.encoding, self.encoding.unit_bytes()) {
            (Encoding::Utf8, _) => text.len(),
            (Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le, _) => {
                2 * utf8::utf16_len(text)
            }
            (_, 4) => 4 * utf8::utf32_len(text),
            _ => return None,
        } as u64)
    }

    /// Corrects the offset of the first U+FEFF inside the text. An initial BOM is not an event, so
    /// the offset is too small by its length.
    fn correct_inner_offset(&mut self) {
        let inner = &mut self.summary.inner_boms;
        let (Some((offset, len)), Some(passed)) = (inner.bytes, self.passed) else { return };
        // A BOM has the length of any U+FEFF in that encoding.
        let bom = self.read.checked_sub(passed);
        let bom = bom.filter(|bytes| [0, len].contains(bytes));
        inner.bytes = bom.map(|bytes| (offset + bytes, len));
    }

    /// Moves past well-formed `text`, which was measured as `stretch`.
    fn advance(&mut self, text: &[u8], stretch: &Stretch) {
        self.inner_boms(text, stretch);
        self.passed = self.passed.zip(self.bytes_of(text)).map(|(passed, more)| passed + more);
        self.summary.characters += stretch.characters as u64;
        self.has_longer |= stretch.characters < stretch.bytes;
        if stretch.lines > 0 {
            self.line += stretch.lines as u64;
            self.column = 1;
            self.before.clear();
        }
        self.column += stretch.last_characters as u64;
        self.before.push(&text[stretch.last_line..]);
        self.run_column = self.column;
    }
}

/// Returns `true` if `kind` is a well-formed character that a receiver rejects.
fn is_refusal(kind: Kind) -> bool {
    matches!(kind, Kind::Nul | Kind::Supplementary { .. } | Kind::Forbidden { .. })
}

impl Events for Tracking<'_> {
    fn begin(&mut self, encoding: Encoding) {
        self.tracker.encoding = encoding;
        self.tracker.summary.encoding = Some(encoding);
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let Self { tracker, sink } = self;
        tracker.end_run(*sink);
        for (_, after) in &mut tracker.waiting {
            after.push(text);
        }
        tracker.send_complete(*sink);
        tracker.pass(text.as_bytes(), *sink);
        if sink.wants_places() {
            tracker.advance(text.as_bytes(), &Stretch::of(text.as_bytes()));
        }
    }

    fn measures(&self) -> bool {
        self.sink.wants_places()
    }

    fn stretch(&mut self, bytes: &[u8], stretch: &Stretch) {
        if !self.tracker.waiting.is_empty() {
            return utf8::chunks(bytes).for_each(|chunk| self.text(chunk.text()));
        }
        let Self { tracker, sink } = self;
        if stretch.bytes > 0 {
            tracker.end_run(*sink);
            tracker.pass(bytes, *sink);
            if sink.wants_places() {
                tracker.advance(bytes, stretch);
            }
        }
    }

    fn ill_formed(&mut self, finding: Finding) {
        let Self { tracker, sink } = self;
        tracker.summary.ill_formed += 1;
        tracker.passed = tracker.passed.map(|passed| passed + finding.len() as u64);
        tracker.column += 1;
        if let Some(error) = tracker.grouper.push(finding) {
            tracker.error(error, *sink);
        }
    }

    fn refused(&mut self, finding: Finding) {
        // A BOM is not a character.
        let bom = finding.offset() == 0 && finding.means() == Some(0xFEFF);
        let Self { tracker, sink } = self;
        tracker.end_run(*sink);
        tracker.run_column = tracker.column;
        tracker.passed = tracker.passed.map(|passed| passed + finding.len() as u64);
        tracker.error(finding, *sink);
        tracker.summary.characters += u64::from(!bom);
        tracker.column += u64::from(!bom);
        tracker.run_column = tracker.column;
    }

    fn read(&mut self, bytes: &[u8]) {
        let Self { tracker, sink } = self;
        tracker.read += bytes.len() as u64;
        tracker.sample.push(bytes);
        tracker.so_far();
        sink.read(bytes, &tracker.summary);
    }

    fn used(&mut self, used: &[Use]) {
        self.tracker.summary.used = used.to_vec();
    }

    fn is_satisfied(&self) -> bool {
        self.sink.is_satisfied(&self.tracker.summary)
    }
}
