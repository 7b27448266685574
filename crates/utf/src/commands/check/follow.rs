//! Follows the errors of one file: counts and reports those that are not accepted, and checks the
//! rules of the file.

use std::path::Path;

use utfkit::{Encoding, Finding, encoding::Bom};
use utfkit_text::{
    diagnose::{Diagnostic, Remark, Sink, Summary, Watcher},
    receivers::{Declared, Receiver},
};

use super::baseline::Accepted;
use crate::{
    args::limit::Limit,
    files::compressed::method::Method,
    process::{counters::Counters, names},
    reading::{choose, looks::Looks},
    report::{
        diagnostics::{FileDiagnostic, Report},
        summary::{self, Added, FileSummary, SoFar},
    },
    rules::{Breach, Watch, of_bom, of_declaration},
    system::streams,
};

/// Takes the diagnostics of one file and reports them.
pub(super) struct Follow<'r> {
    path: &'r Path,
    report: &'r mut dyn Report,
    /// The maximum number of diagnostics, and the number that may still be reported.
    limit: Limit,
    room: u64,
    /// The number of reported diagnostics.
    reported: u64,
    /// Whether the report shows more than counts and names.
    is_detailed: bool,
    first_only: bool,
    watcher: Watcher,
    counters: Option<&'r Counters>,
    /// The running totals of all files, and the part of them that this file added.
    so_far: Option<(&'r SoFar, Added)>,
    begins_as: Option<Method>,
    look: Option<Look<'r>>,
    /// The judgement of the text, after `look` was called.
    looks: Option<Option<Looks>>,
    /// Whether `look` knows only the text so far.
    is_stream: bool,
    /// The offset of the first error.
    first_error: Option<u64>,
    /// The check of the project's rules for the file.
    watch: Option<Watch>,
    /// The declared encoding, if the receiver requires it to be correct.
    declared: Option<Declared>,
    /// The BOM of the text, if it is forbidden.
    forbidden: Option<Bom>,
    /// Whether all of the text is ASCII. It is only known of text with a declaration.
    is_ascii: bool,
    /// The rules that the change of the file broke.
    compared: Vec<Breach>,
    /// The findings that the baseline accepts.
    known: Accepted,
    /// Whether the output is closed. The pool knows the reason.
    failed: bool,
}

/// The number of errors that are shown by default if the whole file is in another encoding.
const SHOWN_OF_WHOLE: u64 = 3;

/// Returns what a text looks like that has an error at an offset.
pub(super) type Look<'r> = Box<dyn Fn(u64) -> Option<Looks> + 'r>;

/// The results for a complete file.
pub(super) struct Diagnosis {
    pub(super) summary: FileSummary,
    /// Messages about the encodings in which lines were read.
    pub(super) messages: Vec<String>,
    /// Whether the text may have parts in another encoding.
    pub(super) is_strange: bool,
    /// Notes about the text if it is well-formed.
    pub(super) remarks: Vec<Remark>,
    /// The judgement of an ill-formed text.
    pub(super) looks: Option<Looks>,
}

impl<'r> Follow<'r> {
    /// Follows the file at `path`. At most `limit` of its errors are reported, but all are counted.
    pub(super) fn new(path: &'r Path, report: &'r mut dyn Report, limit: Limit) -> Self {
        Self {
            path,
            report,
            limit,
            room: limit.per_file,
            reported: 0,
            is_detailed: limit.per_file > 0,
            first_only: false,
            watcher: Watcher::new(),
            counters: None,
            so_far: None,
            begins_as: None,
            look: None,
            looks: None,
            is_stream: false,
            first_error: None,
            watch: None,
            declared: None,
            forbidden: None,
            compared: Vec::new(),
            is_ascii: true,
            known: Accepted::default(),
            failed: false,
        }
    }

    /// Adds the bytes read to `counters`.
    pub(super) fn counted(mut self, counters: &'r Counters) -> Self {
        self.counters = Some(counters);
        self
    }

    /// Adds findings to the running totals `so_far` as soon as they are found.
    pub(super) fn summed(mut self, so_far: &'r SoFar) -> Self {
        self.so_far = Some((so_far, Added::default()));
        self
    }

    /// Sets the `watcher` that looks for parts in another encoding.
    pub(super) fn watching(mut self, watcher: Watcher) -> Self {
        self.watcher = watcher;
        self
    }

    /// Sets the compression format that the text seems to begin with.
    pub(super) fn begins_as(mut self, method: Option<Method>) -> Self {
        self.begins_as = method;
        if method.is_some() && self.limit.is_default {
            self.room = 1;
        }
        self
    }

    /// Sets the function that judges text that is not UTF-8.
    pub(super) fn looking(mut self, look: Option<Look<'r>>) -> Self {
        self.look = look;
        self
    }

    /// Sets whether the function that judges text knows only the text so far.
    pub(super) fn of_stream(mut self, is_stream: bool) -> Self {
        self.is_stream = is_stream;
        self
    }

    /// Sets the check of the project's rules.
    pub(super) fn watched(mut self, watch: Option<Watch>) -> Self {
        self.watch = watch;
        self
    }

    /// Sets the declaration that the encoding of the text must match.
    pub(super) fn declared(mut self, declared: Option<Declared>) -> Self {
        self.declared = declared;
        self
    }

    /// Sets the BOM of the text, if it is forbidden.
    pub(super) fn forbidden(mut self, bom: Option<Bom>) -> Self {
        self.forbidden = bom;
        self
    }

    /// Sets what the change of the file broke.
    pub(super) fn compared(mut self, breaches: Vec<Breach>) -> Self {
        self.compared = breaches;
        self
    }

    /// Sets the accepted findings, which are counted separately and not reported.
    pub(super) fn known(mut self, known: Accepted) -> Self {
        self.known = known;
        self
    }

    /// Stops reading at the first error. If only the name or nothing is printed, lines and
    /// characters are not counted.
    pub(super) fn first_only(mut self, first_only: bool) -> Self {
        self.first_only = first_only;
        self
    }

    /// Returns the results for the file. `text` has the findings of the text.
    pub(super) fn finish(mut self, text: Summary) -> Diagnosis {
        let reported = self.reported;
        let mut summary = FileSummary { text, reported, ..FileSummary::default() };
        if !self.is_detailed {
            summary.text.shifted = None;
        }
        let is_compared = self.declared.is_some();
        self.breaches(&mut summary);
        if let Some((so_far, added)) = &mut self.so_far {
            so_far.add(summary.counts(), added);
        }
        let mut messages = Vec::new();
        if self.is_detailed {
            let name = names::path(self.path);
            messages.extend(summary.text.used.iter().map(|used| choose::lines_read(&name, used)));
        }
        let encoding = summary.text.encoding;
        let is_strange = encoding.is_some_and(|encoding| self.watcher.is_doubtful(encoding));
        let is_clean = self.is_detailed && summary.text.ill_formed == 0;
        let remarks = encoding.filter(|_| is_clean).map(|encoding| self.watcher.remarks(encoding));
        let mut remarks = remarks.unwrap_or_default();
        remarks.retain(|remark| !is_compared || !matches!(remark, Remark::Declares(_)));
        let is_new = summary.text.errors > summary.text.rejected;
        let is_wrong = encoding == Some(Encoding::Utf8) && is_new;
        let first = self.first_error.filter(|_| is_wrong);
        let may_hide = is_strange && is_clean && encoding == Some(Encoding::Utf8);
        let first = first.or(may_hide.then_some(0)).filter(|_| self.is_detailed);
        // At the end of a stream, more of it is known than at its first error.
        self.looks = self.looks.take().filter(|_| !self.is_stream);
        let looks = first.and_then(|offset| self.looks(offset));
        // For a program, only an encoding is a fact that the errors do not have.
        let is_fact = |looks: &Looks| {
            let encoding = looks.encoding().filter(|&one| one != Encoding::Utf8);
            let is_told = looks.is_binary() && self.begins_as.is_some();
            encoding.is_some() || self.report.shows_context() && !is_told
        };
        let looks = looks.filter(is_fact).filter(|looks| !may_hide || looks.hides_in_utf8());
        Diagnosis { summary, messages, is_strange, remarks, looks }
    }

    /// Reports the broken rules of the file.
    fn breaches(&mut self, summary: &mut FileSummary) {
        let broken = self.watch.take().map(|watch| watch.breaches(self.path, &summary.text));
        let declared = self.wrong_declaration(&summary.text);
        let encoding = summary.text.encoding.unwrap_or(Encoding::Utf8);
        let forbidden = self.forbidden.take().map(|bom| of_bom(self.path, encoding, bom));
        let compared = std::mem::take(&mut self.compared);
        let broken = compared.into_iter().chain(broken.into_iter().flatten());
        for breach in broken.chain(declared).chain(forbidden) {
            if self.known.accepts(breach.code, &breach.bytes, None) {
                summary.accepted_rules += 1;
                continue;
            }
            summary.broken_rules += 1;
            // Broken rules are few, so they do not count toward the limit of errors.
            if self.is_detailed && !self.failed {
                self.failed = self.report.breach(&breach).is_err();
            }
        }
    }

    /// Returns the broken rule if the declaration contradicts the actual encoding.
    fn wrong_declaration(&mut self, text: &Summary) -> Option<Breach> {
        let (declared, encoding) = (self.declared.take()?, text.encoding?);
        let contradicts = declared.contradicts(encoding, self.is_ascii);
        contradicts.then(|| of_declaration(self.path, encoding, &declared))
    }

    /// Returns what the text looks like, which has an error at `offset`.
    fn looks(&mut self, offset: u64) -> Option<Looks> {
        let look = self.look.as_ref()?;
        self.looks.get_or_insert_with(|| look(offset)).clone()
    }

    /// Adds the findings to the running totals.
    fn sum(&mut self, text: &Summary) {
        if let Some((so_far, added)) = &mut self.so_far {
            so_far.add(summary::counts(text), added);
        }
    }
}

impl Sink for Follow<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic, so_far: &Summary) {
        // Totals first: they must include everything that is reported.
        self.sum(so_far);
        if !self.failed {
            let (path, begins_as) = (self.path, self.begins_as);
            let found = FileDiagnostic { path, error: &diagnostic, begins_as };
            self.reported += 1;
            self.failed = self.report.finding(&found).is_err();
        }
    }

    fn accepts(&mut self, finding: &Finding, receiver: Option<Receiver>) -> bool {
        if receiver.is_none() && self.first_error.is_none() {
            self.first_error = Some(finding.offset());
            // Errors in binary data mean nothing to people. A note names its type.
            let is_brief = self.limit.is_default && self.room > 0 && self.report.shows_context();
            let is_brief = is_brief && self.begins_as.is_none();
            if is_brief && self.looks(finding.offset()).is_some_and(|looks| looks.is_binary()) {
                self.room = 0;
            }
        }
        self.known.accepts(finding.kind().code(), finding.bytes(), receiver)
    }

    fn wants_diagnostic(&mut self) -> bool {
        let is_wanted = self.room > 0;
        self.room = self.room.saturating_sub(1);
        is_wanted
    }

    fn wants_context(&self) -> bool {
        self.report.shows_context()
    }

    fn wants_hints(&self) -> bool {
        self.begins_as.is_none()
    }

    fn wants_places(&self) -> bool {
        !self.first_only || self.is_detailed
    }

    fn likeliest(&mut self, offset: u64) -> Option<Encoding> {
        let found = self.looks(offset)?.encoding();
        if found.is_some_and(|encoding| encoding != Encoding::Utf8) && self.limit.is_default {
            self.room = self.room.min(SHOWN_OF_WHOLE - 1);
        }
        found
    }

    fn read(&mut self, bytes: &[u8], so_far: &Summary) {
        self.watcher.push(bytes);
        self.is_ascii &= self.declared.is_none() || bytes.is_ascii();
        if let Some(watch) = &mut self.watch {
            watch.read(bytes);
        }
        if let Some(counters) = self.counters {
            counters.read(bytes.len());
        }
        self.sum(so_far);
        if !self.failed {
            // After enough findings, the report prints nothing, so no failed write shows that
            // nobody reads.
            let is_unread = self.room == 0 && self.is_detailed && streams::is_output_closed();
            self.failed = is_unread || self.report.flush().is_err();
        }
    }

    fn is_satisfied(&self, so_far: &Summary) -> bool {
        // A baseline may accept some ill-formed sequences, so they do not end the check.
        let found =
            if self.known.is_empty() { so_far.ill_formed + so_far.rejected } else { so_far.errors };
        self.failed || (self.first_only && found > 0)
    }
}
