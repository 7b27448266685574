//! Follows a stream and makes a diagnostic of each mistake.

use std::{cell::OnceCell, collections::VecDeque, path::Path};

use utfkit::{Encoding, Finding, Kind, error::Grouper, utf8};
use utfkit_text::detect::Lookout;
use utfkit_text::diagnose::{
    context::{After, Before, WIDTH},
    hint,
    sample::Sample,
};
use utfkit_text::receivers::Receiver;

use super::diagnostic::{Context, Diagnostic};
use crate::{
    args::unit::{self, Unit},
    commands::check::baseline::Accepted,
    files::compressed::method::Method,
    lines::{Feed, Records},
    process::{counters::Counters, names},
    reading::choose,
    report::{
        diagnostics::Report,
        summary::{Added, FileSummary, SoFar},
    },
    rules::Watch,
};
use utfkit_text::streams::{
    choose::by_line::Use,
    events::{Events, Stretch},
};
use utfkit_text::unicode::printable;

/// Follows the events of one file and reports its mistakes.
///
/// A diagnostic is reported when what stands behind the mistake on its line is known, so at most a
/// line's width later; the number that wait is bounded by that width.
pub struct Diagnoser<'r> {
    path: &'r Path,
    report: &'r mut dyn Report,
    /// How many more diagnostics are reported.
    room: u64,
    /// Whether anything is reported but numbers and names.
    speaks: bool,
    satisfied_by_one: bool,
    encoding: Encoding,
    summary: FileSummary,
    sample: Sample,
    lookout: Lookout,
    /// Whether there are characters of several bytes that are well-formed.
    has_longer: bool,
    /// Where reading is: line, and column in characters, both from 1.
    line: u64,
    column: u64,
    before: Before,
    grouper: Grouper,
    /// How many bytes of the file what was told has, if its encoding tells that.
    passed: Option<u64>,
    /// The column behind the last mistake that came out of the grouper, within a run of findings.
    run_column: u64,
    waiting: VecDeque<(Diagnostic, After)>,
    told: Vec<String>,
    counters: Option<&'r Counters>,
    /// Where what is found is summed up before the file is at its end, and what of it is there.
    so_far: Option<(&'r SoFar, Added)>,
    receiver: Option<Receiver>,
    /// What the bytes begin like that are read as text.
    begins_as: Option<Method>,
    /// Says what the text is likeliest in that has a mistake at an offset; what it said.
    look: Option<Look<'r>>,
    seen: OnceCell<Option<Encoding>>,
    /// The records of the text, and how many are behind us.
    records: Option<(Records, u64)>,
    /// Whether the file keeps its rule.
    watch: Option<Watch>,
    /// What is accepted.
    known: Accepted,
    /// Whether the report takes no more; why, whoever takes it knows.
    failed: bool,
}

/// What says of a text with a mistake at an offset what it is likeliest in.
pub type Look<'r> = Box<dyn Fn(u64) -> Option<Encoding> + 'r>;

/// What was found in a whole file.
pub struct Diagnosis {
    pub summary: FileSummary,
    /// Messages about how it was read.
    pub told: Vec<String>,
    /// Whether there was what only other text makes that is read as UTF-16.
    pub is_strange: bool,
}

impl<'r> Diagnoser<'r> {
    /// Diagnoses the file at `path`: at most `most` of its mistakes are reported, all are counted.
    pub fn new(path: &'r Path, report: &'r mut dyn Report, most: u64) -> Self {
        Self {
            path,
            report,
            room: most,
            speaks: most > 0,
            satisfied_by_one: false,
            encoding: Encoding::Utf8,
            summary: FileSummary::default(),
            sample: Sample::default(),
            lookout: Lookout::new(),
            has_longer: false,
            line: 1,
            column: 1,
            before: Before::default(),
            grouper: Grouper::new(),
            passed: Some(0),
            run_column: 1,
            waiting: VecDeque::new(),
            told: Vec::new(),
            counters: None,
            so_far: None,
            receiver: None,
            begins_as: None,
            look: None,
            seen: OnceCell::new(),
            records: None,
            watch: None,
            known: Accepted::default(),
            failed: false,
        }
    }

    /// Counts what is read.
    pub fn counted(mut self, counters: &'r Counters) -> Self {
        self.counters = Some(counters);
        self
    }

    /// Sums up what is found while it is.
    pub fn summed(mut self, so_far: &'r SoFar) -> Self {
        self.so_far = Some((so_far, Added::default()));
        self
    }

    /// Has `lookout` look out for other text.
    pub fn looking_out(mut self, lookout: Lookout) -> Self {
        self.lookout = lookout;
        self
    }

    /// Says who refuses what is told to be refused.
    pub fn receiver(mut self, receiver: Option<Receiver>) -> Self {
        self.receiver = receiver;
        self
    }

    /// Says what is read as text, and begins as the data of a method do.
    pub fn begins_as(mut self, method: Option<Method>) -> Self {
        self.begins_as = method;
        self
    }

    /// Has somebody `look` at the text, where it is none of UTF-8, for what it may be in.
    pub fn looking(mut self, look: Option<Look<'r>>) -> Self {
        self.look = look;
        self
    }

    /// Names records and fields, which `separator` ends.
    pub fn fields(mut self, separator: Option<u8>) -> Self {
        // All that comes is UTF-8, whatever it was.
        let new = |separator| Records::new(separator, Feed::new(Unit::BYTE), "\u{FEFF}".into());
        let records = separator.map(new);
        self.records = records.filter(|_| self.speaks).map(|records| (records, 0));
        self
    }

    /// Tells too how the file breaks its rule.
    pub fn watched(mut self, watch: Option<Watch>) -> Self {
        self.watch = watch;
        self
    }

    /// Counts what is known already apart, and does not report it.
    pub fn known(mut self, known: Accepted) -> Self {
        self.known = known;
        self
    }

    /// Stops reading at the first mistake. Where nothing is said of it, nobody asks for lines and
    /// characters either, and none are counted.
    pub fn first_only(mut self, first_only: bool) -> Self {
        self.satisfied_by_one = first_only;
        self
    }

    /// The stream is at its end, or was left: reports what waits, and sums up.
    pub fn finish(mut self) -> Diagnosis {
        self.end_run();
        while let Some((diagnostic, after)) = self.waiting.pop_front() {
            self.send(diagnostic, after);
        }
        self.place_of_inner();
        self.summary.looks_like = self.sample.unsigned_utf16(self.encoding);
        if self.speaks && self.summary.ill_formed == 0 && !self.has_longer {
            self.summary.shifted = self.sample.shifted(self.encoding);
        }
        self.breaches();
        self.sum();
        let is_strange = self.lookout.has_seen();
        Diagnosis { summary: self.summary, told: self.told, is_strange }
    }

    /// Adds what was found to the sum.
    fn sum(&mut self) {
        if let Some((so_far, added)) = &mut self.so_far {
            // Those of a block are counted when all of it is read.
            so_far.add(&self.summary, self.passed.unwrap_or_default(), added);
        }
    }

    /// All of the file is read: tells how it breaks its rule.
    fn breaches(&mut self) {
        let Some(watch) = self.watch.take() else { return };
        for breach in watch.breaches(self.path, &self.summary) {
            if self.known.accepts(breach.code, &breach.bytes, None) {
                self.summary.accepted += 1;
                continue;
            }
            self.summary.findings += 1;
            self.summary.broken_rules += 1;
            // These are few, and no mistakes in the text, of which there may be room for no more.
            if self.speaks && !self.failed {
                self.failed = self.report.breach(&breach).is_err();
            }
        }
    }

    /// What the whole text may be in, in which `finding` is no UTF-8: by a look at all of it, if
    /// that can be had, or else as far as it was read.
    fn whole(&self, finding: &Finding) -> Option<Encoding> {
        if let Some(wide) = self.sample.unsigned_utf16(self.encoding) {
            return Some(wide);
        }
        if self.has_longer {
            return None;
        }
        let Some(look) = &self.look else { return Some(Encoding::Iso8859_1) };
        let seen = *self.seen.get_or_init(|| look(finding.offset()));
        seen.filter(|&seen| seen != Encoding::Utf8)
    }

    /// No finding neighbours the last one: what the grouper holds is complete.
    fn end_run(&mut self) {
        while let Some(mistake) = self.grouper.finish() {
            self.mistake(mistake);
        }
    }

    /// A mistake is complete.
    fn mistake(&mut self, finding: Finding) {
        let column = self.run_column;
        self.run_column += finding.subparts() as u64;
        let bytes = finding.bytes();
        let receiver = self.receiver.filter(|_| is_refusal(finding.kind()));
        let accepted = self.known.accepts(finding.kind().code(), bytes, receiver);
        match accepted {
            true => self.summary.accepted += 1,
            false => self.summary.findings += 1,
        }
        if !accepted && is_refusal(finding.kind()) {
            self.summary.refused += 1;
        }
        for (_, after) in &mut self.waiting {
            after.push_bytes(bytes);
        }
        if self.room > 0 && !accepted {
            self.room -= 1;
            let diagnostic = self.diagnostic(finding, column);
            let after = After::of_width(if self.report.shows_context() { WIDTH } else { 0 });
            self.waiting.push_back((diagnostic, after));
        }
        self.before.push_bytes(bytes);
        match finding.means() {
            // That a BOM is missing is nothing in a field.
            _ if bytes.is_empty() => {}
            Some(0xFEFF) => self.follow_records("\u{FEFF}".as_bytes()),
            // Whatever it is, it is something in a field.
            _ => self.follow_records(b"?"),
        }
        self.send_complete();
    }

    /// What there is to say about `finding` by now.
    fn diagnostic(&self, finding: Finding, column: u64) -> Diagnostic {
        let mut context = Context::default();
        if self.report.shows_context() {
            context.before = self.before.shown();
            printable::push_bytes(&mut context.bytes, finding.bytes());
        }
        let receiver = self.receiver.filter(|_| is_refusal(finding.kind()));
        let hint = match (receiver, self.begins_as) {
            (Some(receiver), _) => hint::refusal(receiver, &finding),
            (None, Some(method)) => Some(method.unread().into()),
            (None, None) => hint::hint(self.encoding, &finding, || self.whole(&finding)),
        };
        Diagnostic {
            path: self.path.to_owned(),
            encoding: self.encoding,
            finding,
            line: self.line,
            column,
            context,
            hint,
            receiver,
            field: self.records.as_ref().map(|(records, done)| (done + 1, records.field())),
        }
    }

    /// Reports what waits no longer.
    fn send_complete(&mut self) {
        while self.waiting.front().is_some_and(|(_, after)| after.is_complete()) {
            if let Some((diagnostic, after)) = self.waiting.pop_front() {
                self.send(diagnostic, after);
            }
        }
    }

    fn send(&mut self, mut diagnostic: Diagnostic, after: After) {
        diagnostic.context.after = after.into_shown();
        // What is told is in the sum.
        self.sum();
        if !self.failed {
            self.failed = self.report.finding(&diagnostic).is_err();
        }
    }

    /// Takes in U+FEFF inside `text`, of which `stretch` is what was measured and which comes next.
    /// What a file begins with is none inside it.
    fn inner_boms(&mut self, text: &[u8], stretch: &Stretch) {
        let Some(mut first) = stretch.first_bom(text) else { return };
        let mut count = stretch.boms as u64;
        if first == 0 && self.summary.characters + self.summary.ill_formed == 0 {
            let behind = '\u{FEFF}'.len_utf8();
            let Some(next) = Stretch::of(&text[behind..]).first_bom(&text[behind..]) else {
                return;
            };
            first = behind + next;
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

    /// How many bytes of the file `text` has, if the encoding tells that.
    fn bytes_of(&self, text: &[u8]) -> Option<u64> {
        Some(match (self.encoding, unit::bytes_of_unit(self.encoding)) {
            (Encoding::Utf8, _) => text.len(),
            (Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le, _) => {
                2 * utf8::utf16_len(text)
            }
            (_, 4) => 4 * utf8::utf32_len(text),
            _ => return None,
        } as u64)
    }

    /// The place of the first U+FEFF inside the text, now that it is known how long a BOM was
    /// that was not told: by so much all of it stands further on.
    fn place_of_inner(&mut self) {
        let inner = &mut self.summary.inner_boms;
        let (Some((offset, len)), Some(passed)) = (inner.bytes, self.passed) else { return };
        // In every form it is as long as any U+FEFF.
        let bom = self.summary.bytes.checked_sub(passed);
        let bom = bom.filter(|bytes| [0, len].contains(bytes));
        inner.bytes = bom.map(|bytes| (offset + bytes, len));
    }

    /// The records go on with `text`.
    fn follow_records(&mut self, text: &[u8]) {
        if let Some((records, done)) = &mut self.records {
            *done += records.run(text).records;
        }
    }

    /// Moves on behind well-formed `text`, of which `stretch` is what was measured.
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

/// Whether `kind` is what a receiver refuses, though it is well-formed.
fn is_refusal(kind: Kind) -> bool {
    matches!(kind, Kind::Nul | Kind::Supplementary { .. } | Kind::Forbidden { .. })
}

impl Events for Diagnoser<'_> {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = encoding;
        self.summary.encoding = Some(encoding);
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.end_run();
        for (_, after) in &mut self.waiting {
            after.push(text);
        }
        self.send_complete();
        self.follow_records(text.as_bytes());
        if self.measures() {
            self.advance(text.as_bytes(), &Stretch::of(text.as_bytes()));
        }
    }

    fn measures(&self) -> bool {
        !self.satisfied_by_one || self.speaks
    }

    fn stretch(&mut self, bytes: &[u8], stretch: &Stretch) {
        if !self.waiting.is_empty() {
            return utf8::chunks(bytes).for_each(|chunk| self.text(chunk.text()));
        }
        if stretch.bytes > 0 {
            self.end_run();
            self.follow_records(bytes);
            if self.measures() {
                self.advance(bytes, stretch);
            }
        }
    }

    fn ill_formed(&mut self, finding: Finding) {
        self.summary.ill_formed += 1;
        self.passed = self.passed.map(|passed| passed + finding.len() as u64);
        self.column += 1;
        if let Some(mistake) = self.grouper.push(finding) {
            self.mistake(mistake);
        }
    }

    fn refused(&mut self, finding: Finding) {
        self.end_run();
        self.run_column = self.column;
        self.passed = self.passed.map(|passed| passed + finding.len() as u64);
        self.mistake(finding);
        // A BOM is no character.
        let bom = finding.offset() == 0 && finding.means() == Some(0xFEFF);
        self.summary.characters += u64::from(!bom);
        self.column += u64::from(!bom);
        self.run_column = self.column;
    }

    fn read(&mut self, bytes: &[u8]) {
        self.summary.bytes += bytes.len() as u64;
        self.sample.push(bytes);
        self.lookout.push(bytes);
        if let Some(watch) = &mut self.watch {
            watch.read(bytes);
        }
        if let Some(counters) = self.counters {
            counters.read(bytes.len());
        }
        self.sum();
        if !self.failed {
            self.failed = self.report.flush().is_err();
        }
    }

    fn used(&mut self, used: &[Use]) {
        self.summary.used = used.to_vec();
        if self.speaks {
            let name = names::path(self.path);
            self.told.extend(used.iter().map(|used| choose::lines_read(&name, used)));
        }
    }

    fn is_satisfied(&self) -> bool {
        // What is ill-formed may be known; that shows when all of it was read.
        let found = match self.known.is_empty() {
            true => self.summary.ill_formed + self.summary.refused,
            false => self.summary.findings,
        };
        self.failed || (self.satisfied_by_one && found > 0)
    }
}
