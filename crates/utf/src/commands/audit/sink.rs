//! Receives the findings of one file, and reports some of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Write as _,
    path::Path,
    sync::Arc,
};

use utfkit::Encoding;
use utfkit_text::{
    audit::{Observation, Rule, Severity},
    detect::Likeliest,
    diagnose::{Remark, Watcher},
    repair::Loss,
};

use super::{read::Listener, report::Summary, tally::Note};
use crate::{
    args::limit::Limit,
    reading::{detection, kept::Kept, looks::Looks, sample},
    system::streams,
    threads::outbox::Hand,
};

/// Receives the findings of one file.
pub(super) struct Sink<'a, 'p> {
    pub(super) path: Arc<Path>,
    pub(super) hand: &'a mut Hand<'p, Note>,
    pub(super) encoding: Encoding,
    pub(super) fail_on: Severity,
    pub(super) show: Severity,
    /// The maximum number of findings.
    pub(super) limit: Limit,
    /// The number of findings that were passed on.
    pub(super) passed: u64,
    /// The findings that are reported unless worse ones need their room, in the order of the file.
    pub(super) held: Vec<Observation>,
    /// Whether findings are held until the end of the file. The findings of a stream are passed on
    /// at once.
    pub(super) holds: bool,
    /// The number of findings per rule that were reported.
    pub(super) shown: BTreeMap<Rule, u64>,
    /// The number of findings per rule that exceed the limit.
    pub(super) omitted: BTreeMap<Rule, u64>,
    pub(super) satisfied_by_one: bool,
    pub(super) summary: Summary,
    /// The number of findings with at least the severity of `--fail-on`.
    pub(super) findings: u64,
    /// The offset of the first ill-formed sequence.
    pub(super) ill_formed: Option<u64>,
    /// The offset of the first escape character.
    pub(super) escape: Option<u64>,
    /// The number of U+FFFD that are not reported.
    pub(super) replaced: u64,
    pub(super) watcher: Watcher,
    /// The regular file, or the first bytes of a stream, if the encoding is not named.
    pub(super) file: Option<File>,
    pub(super) kept: Option<&'a Kept>,
    /// Whether the file is almost certainly in a legacy charset, if that was examined.
    pub(super) is_charset: Option<bool>,
    /// The rules about overlong forms with an entry.
    pub(super) entries: BTreeSet<Rule>,
    /// The number of overlong forms in such a file, except the entries.
    pub(super) more_overlong: u64,
    /// Whether the output is closed.
    pub(super) is_closed: bool,
}

/// Returns the default limit for findings of one rule in a file, in reports for people.
fn most_shown(rule: Rule) -> u64 {
    match rule {
        // `utf check` explains each.
        Rule::IllFormed => 1,
        _ => 5,
    }
}

impl Sink<'_, '_> {
    /// Returns `true` if `seen` is an overlong form that belongs to an earlier entry of this file. In a
    /// legacy charset, pairs of bytes are such forms by chance, so a file has one entry of each rule
    /// for all of them. Hidden paths and U+0000 are always reported one by one.
    fn belongs_to_entry(&mut self, seen: &Observation) -> bool {
        let is_overlong = matches!(seen.rule, Rule::OverlongAscii | Rule::Overlong);
        if !is_overlong || self.encoding != Encoding::Utf8 {
            return false;
        }
        let offset = seen.position.offset;
        let looks = || match (&self.file, self.kept) {
            (Some(file), _) => {
                let detector = detection::detector(&self.path);
                Looks::of(sample::by_sample_with(detector, file, 0, offset).ok()?)
            }
            (None, kept) => kept?.looks(),
        };
        let is_charset = || {
            let likeliest = looks().and_then(|looks| looks.likeliest()).and_then(Likeliest::one);
            matches!(likeliest, Some(Encoding::Charset(_)))
        };
        // The first one is the entry.
        let is_first = self.entries.insert(seen.rule);
        let is_charset = self.is_charset.unwrap_or_else(is_charset);
        self.is_charset = Some(is_charset);
        is_charset && !is_first
    }

    /// Returns `true` if there is room for a finding of this severity. The last one of the mildest
    /// findings gives its room to a worse one.
    fn make_room(&mut self, severity: Severity) -> bool {
        if self.passed + (self.held.len() as u64) < self.limit.per_file {
            return true;
        }
        let mildest = self.held.iter().map(|one| one.severity).min();
        let Some(mildest) = mildest.filter(|&mildest| mildest < severity) else { return false };
        let last = self.held.iter().rposition(|one| one.severity == mildest);
        if let Some(seen) = last.map(|at| self.held.remove(at)) {
            self.shown.entry(seen.rule).and_modify(|shown| *shown -= 1);
            self.omit(seen.severity, seen.rule);
        }
        true
    }

    /// Counts a finding that is not reported.
    fn omit(&mut self, severity: Severity, rule: Rule) {
        self.summary.unreported += 1;
        self.replaced += u64::from(rule == Rule::ReplacementCharacter);
        if severity >= self.show {
            *self.omitted.entry(rule).or_default() += 1;
        }
    }

    /// Passes on the findings that are held.
    pub(super) fn pass(&mut self) {
        for seen in std::mem::take(&mut self.held) {
            self.passed += 1;
            let (path, encoding) = (Arc::clone(&self.path), self.encoding);
            let found = Note::Found { path, encoding, seen: Box::new(seen) };
            self.is_closed |= self.hand.send(found).is_err();
        }
    }

    /// Returns the sign of lost characters that is not reported.
    pub(super) fn loss(&self) -> Option<Loss> {
        if self.replaced > 0 {
            return Some(Loss::Replacement);
        }
        let is_wrong = self.ill_formed.is_some();
        let remarks = if is_wrong { Vec::new() } else { self.watcher.remarks(self.encoding) };
        remarks.into_iter().find_map(|remark| match remark {
            Remark::Lost(Loss::QuestionMark) => Some(Loss::QuestionMark),
            _ => None,
        })
    }
}

impl Listener for Sink<'_, '_> {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = encoding;
    }

    fn found(&mut self, seen: Observation) {
        match seen.rule {
            Rule::IllFormed => drop(self.ill_formed.get_or_insert(seen.position.offset)),
            Rule::TerminalEscape => drop(self.escape.get_or_insert(seen.position.offset)),
            _ => {}
        }
        if self.belongs_to_entry(&seen) {
            self.more_overlong += 1;
            return;
        }
        self.summary.count(seen.severity);
        self.findings += u64::from(seen.severity >= self.fail_on);
        let is_like_others = self.limit.is_default
            && self.shown.get(&seen.rule).is_some_and(|&shown| shown >= most_shown(seen.rule));
        if seen.severity < self.show || is_like_others || !self.make_room(seen.severity) {
            self.omit(seen.severity, seen.rule);
            return;
        }
        *self.shown.entry(seen.rule).or_default() += 1;
        self.held.push(seen);
        // Without a limit, no finding needs the room of another one.
        if self.limit.per_file == u64::MAX {
            self.pass();
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.watcher.push(bytes);
    }

    fn read(&mut self) {
        if !self.holds {
            self.pass();
        }
        // After enough findings, the report prints nothing, so no failed write shows that nobody
        // reads.
        self.is_closed |= self.limit.per_file > 0 && streams::is_output_closed();
        self.is_closed |= self.hand.flush().is_err();
    }

    fn is_satisfied(&self) -> bool {
        self.is_closed || (self.satisfied_by_one && self.findings > 0)
    }
}
