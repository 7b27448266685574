//! Observations that wait until no earlier one can follow, so that reports are in order.

use crate::audit::rules::Rule;

use crate::audit::auditor::text::Auditor;
use crate::audit::context::neighbours::Decided;
use crate::audit::context::neighbours::Run;
use crate::audit::context::payload::{self, is_symbol};
use crate::audit::observation::Observation;
use crate::audit::observation::Position;
use crate::audit::piece::Here;

/// The maximum number of observations that wait for the end of their line.
const HELD: usize = 1024;

impl Auditor {
    /// Holds a carriage return inside a line, where a terminal overwrites the line.
    pub(super) fn overwritten(&mut self, seen: Observation) {
        match self.line {
            // All lines of the text may end with carriage returns, so the first line waits.
            1 => self.returns.keep(seen),
            _ => self.hold(seen),
        }
    }

    /// Holds what waited for the first line feed: a line feed ends the line, so the carriage
    /// returns inside do not.
    pub(super) fn end_first_line(&mut self) {
        for seen in self.returns.end_line() {
            self.hold(seen);
        }
    }

    /// Decides about the characters that wait for their successor, which is `next`, or `None` at
    /// the end.
    pub(super) fn settle(&mut self, next: Option<char>) {
        if let Some(over) = self.run.take().and_then(Run::end) {
            self.hold(over);
        }
        match self.waiting.take().map(|waiting| waiting.decide(next)) {
            Some(Decided::Report(over)) => self.hold(over),
            Some(Decided::Undecided(waiting)) => self.waiting = Some(waiting),
            Some(Decided::Fine) | None => {}
        }
        if !next.is_some_and(is_symbol) {
            self.end_payload();
        }
        if next.is_none()
            && let Some(over) = self.mojibake.end()
        {
            self.hold(over);
        }
    }

    /// Replaces the observations of invisible characters that hide text by one of the text.
    pub(super) fn end_payload(&mut self) {
        let Some(payload) = self.payload.take() else { return };
        let Some(text) = payload.text() else { return };
        let seen = Observation { detail: Some(text), ..payload.seen };
        if self.policy.severity(seen.rule, seen.point).is_none() {
            return;
        }
        let range = seen.position.offset..seen.position.offset + seen.length;
        let class = seen.rule.description().class;
        let is_part = |one: &Observation| {
            range.contains(&one.position.offset) && one.rule.description().class == class
        };
        self.held.retain(|one| !is_part(one));
        self.hold(seen);
    }

    pub(super) fn end_word(&mut self) {
        let mut found = Vec::new();
        self.words.end(&mut |observation| found.push(observation));
        found.into_iter().for_each(|observation| self.hold(observation));
    }

    pub(super) fn end_line(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        let mut found = Vec::new();
        self.bidi.end_line(&mut |observation| found.push(observation));
        found.into_iter().for_each(|observation| self.hold(observation));
        self.give(text, take);
    }

    /// Draws the contexts of the observations that wait, because `text` is gone afterwards.
    pub(super) fn fill(&mut self, text: &str) {
        let waiting = self.waiting.as_mut().map(|waiting| &mut waiting.seen);
        let run = self.run.as_mut().map(|run| &mut run.seen);
        let payload = self.payload.as_mut().map(|payload| &mut payload.seen);
        let followed = [self.mojibake.seen(), waiting, run, payload];
        self.returns.seen().chain(self.words.seen()).for_each(|seen| seen.fill(text));
        self.twins.seen().for_each(|seen| seen.fill(text));
        followed.into_iter().flatten().for_each(|seen| seen.fill(text));
        self.held.iter_mut().chain(self.bidi.seen()).for_each(|seen| seen.fill(text));
    }

    /// Passes on the held observations, unless an earlier one may still follow.
    pub(super) fn release(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        let waits = self.bidi.waits()
            || self.run.is_some()
            || self.payload.is_some()
            || self.waiting.is_some()
            || self.words.waits()
            || self.mojibake.waits()
            || self.returns.waits();
        // Characters that hide text are replaced as a whole.
        let most = if self.payload.is_some() { HELD + payload::MAX } else { HELD };
        if !self.held.is_empty() && (!waits || self.held.len() >= most) {
            self.give(text, take);
        }
    }

    pub(super) fn give(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        self.held.sort_by_key(|observation| (observation.position.offset, observation.rule));
        for mut seen in std::mem::take(&mut self.held) {
            match self.shows {
                Some(least) if least <= seen.severity => {
                    seen.fill(text);
                    self.count_context();
                }
                _ => seen.at = None,
            }
            take(seen);
        }
    }

    /// Keeps `observation`, unless the policy allows it.
    pub(super) fn hold(&mut self, mut observation: Observation) {
        if let Some(severity) = self.policy.severity(observation.rule, observation.point) {
            observation.severity = severity;
            observation.at = match self.shows {
                Some(least) if least <= severity => observation.at,
                _ => None,
            };
            self.held.push(observation);
        }
    }

    /// Returns the observation of the character `here`.
    pub(super) fn seen(&self, rule: Rule, here: Here<'_>) -> Observation {
        let offset = here.piece.offset(here.at);
        let position = Position { offset, line: self.line, column: self.column };
        here.seen(rule, position, self.shows.is_some())
    }
}
