//! Follows a stream and makes a diagnostic of each mistake.

use std::{collections::VecDeque, io, path::Path};

use memchr::memmem::Finder;
use utfkit::{
    Encoding, Finding,
    error::Grouper,
    simd::{self, Form},
    utf8,
};

use super::{
    diagnostic::{Context, Diagnostic},
    events::Events,
    hint::{self, Sample},
    window::{self, After, Before, WIDTH},
};
use crate::{
    choice::{self, Use},
    render::{FileSummary, Report},
    shown,
};

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
    signature: Finder<'static>,
    /// Whether there are characters of several octets that are well-formed.
    has_longer: bool,
    /// Where reading is: line, and column in characters, both from 1.
    line: u64,
    column: u64,
    before: Before,
    grouper: Grouper,
    /// The column behind the last mistake that came out of the grouper, within a run of findings.
    run_column: u64,
    waiting: VecDeque<(Diagnostic, After)>,
    failed: Option<io::Error>,
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
            signature: Finder::new("\u{FEFF}"),
            has_longer: false,
            line: 1,
            column: 1,
            before: Before::default(),
            grouper: Grouper::new(),
            run_column: 1,
            waiting: VecDeque::new(),
            failed: None,
        }
    }

    /// Stops reading at the first mistake.
    pub fn first_only(mut self, first_only: bool) -> Self {
        self.satisfied_by_one = first_only;
        self
    }

    /// The stream is at its end, or was left: reports what waits; gives the summary, and whether
    /// reporting went well.
    pub fn finish(mut self) -> (FileSummary, io::Result<()>) {
        self.end_run();
        while let Some((diagnostic, after)) = self.waiting.pop_front() {
            self.send(diagnostic, after);
        }
        self.summary.looks_like = self.sample.unsigned_utf16(self.encoding);
        (self.summary, self.failed.map_or(Ok(()), Err))
    }

    /// What the whole text may be in, as far as it was read.
    fn whole(&self) -> Option<Encoding> {
        let wide = self.sample.unsigned_utf16(self.encoding);
        wide.or((!self.has_longer).then_some(Encoding::Iso8859_1))
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
        self.summary.findings += 1;
        let octets = finding.octets();
        for (_, after) in &mut self.waiting {
            after.push_octets(octets);
        }
        if self.room > 0 {
            self.room -= 1;
            let diagnostic = self.diagnostic(finding, column);
            let after = After::of_width(if self.report.shows_context() { WIDTH } else { 0 });
            self.waiting.push_back((diagnostic, after));
        }
        self.before.push_octets(octets);
        self.send_complete();
    }

    /// What there is to say about `finding` by now.
    fn diagnostic(&self, finding: Finding, column: u64) -> Diagnostic {
        let mut context = Context::default();
        if self.report.shows_context() {
            context.before = self.before.shown();
            window::push_octets(&mut context.octets, finding.octets());
        }
        Diagnostic {
            path: self.path.to_owned(),
            encoding: self.encoding,
            finding,
            line: self.line,
            column,
            context,
            hint: hint::hint(self.encoding, &finding, self.whole()),
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
        if self.failed.is_none() {
            self.failed = self.report.finding(&diagnostic).err();
        }
    }

    /// Counts U+FEFF in `text`, which comes next. What the text begins with is none inside it.
    fn look_for_signatures(&mut self, text: &str) {
        let at_start = self.summary.characters + self.summary.ill_formed == 0;
        for at in self.signature.find_iter(text.as_bytes()).filter(|&at| at > 0 || !at_start) {
            let inner = &mut self.summary.inner_signatures;
            inner.count += 1;
            if inner.count == 1 {
                let before = &text[..at];
                let line = before.rfind('\n').map(|feed| &before[feed + 1..]);
                inner.line = self.line + before.matches('\n').count() as u64;
                let start = if line.is_some() { 1 } else { self.column };
                inner.column = start + line.unwrap_or(before).chars().count() as u64;
            }
        }
    }

    /// Moves on behind `text`.
    fn advance(&mut self, text: &str) {
        let octets = text.as_bytes();
        self.look_for_signatures(text);
        let characters = utf8::count(octets) as u64;
        self.summary.characters += characters;
        self.has_longer |= characters < octets.len() as u64;
        let last_line = match text.rfind('\n') {
            None => {
                self.column += characters;
                text
            }
            Some(feed) => {
                self.line += simd::active().lines(Form::Utf8, octets) as u64;
                self.before.clear();
                let last_line = &text[feed + 1..];
                self.column = 1 + utf8::count(last_line.as_bytes()) as u64;
                last_line
            }
        };
        self.before.push(last_line);
    }
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
        self.advance(text);
        self.run_column = self.column;
    }

    fn ill_formed(&mut self, finding: Finding) {
        self.summary.ill_formed += 1;
        self.column += 1;
        if let Some(mistake) = self.grouper.push(finding) {
            self.mistake(mistake);
        }
    }

    fn read(&mut self, octets: &[u8]) {
        self.summary.octets += octets.len() as u64;
        self.sample.push(octets);
        if self.failed.is_none() {
            self.failed = self.report.flush().err();
        }
    }

    fn used(&mut self, used: &[Use]) {
        self.summary.used = used.to_vec();
        if self.speaks {
            used.iter().for_each(|used| choice::tell_lines(&shown::path(self.path), used));
        }
    }

    fn is_satisfied(&self) -> bool {
        self.failed.is_some() || (self.satisfied_by_one && self.summary.ill_formed > 0)
    }
}
