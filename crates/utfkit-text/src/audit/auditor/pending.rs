//! What was found and is not told yet, until nothing can come that belongs before it.

use crate::audit::rules::Rule;

use crate::audit::auditor::text::Auditor;
use crate::audit::context::neighbours::Decided;
use crate::audit::context::neighbours::Run;
use crate::audit::observation::Observation;
use crate::audit::observation::Place;
use crate::audit::piece::Here;

/// So much is held until its line is over.
const HELD: usize = 1024;

impl Auditor<'_> {
    /// At a carriage return a terminal writes over the line.
    pub(super) fn overwritten(&mut self, seen: Observation) {
        match self.line {
            // Carriage returns may end the lines of this text.
            1 => self.returns.keep(seen),
            _ => self.hold(seen),
        }
    }

    /// A line feed ends the first line: carriage returns do not.
    pub(super) fn end_first_line(&mut self) {
        for seen in self.returns.end_line() {
            self.hold(seen);
        }
    }

    /// What waits for what follows is decided, with `next` behind it.
    pub(super) fn settle(&mut self, next: Option<char>) {
        if let Some(over) = self.run.take().and_then(Run::end) {
            self.hold(over);
        }
        match self.waiting.take().map(|waiting| waiting.decide(next)) {
            Some(Decided::Told(over)) => self.hold(over),
            Some(Decided::Waits(waiting)) => self.waiting = Some(waiting),
            Some(Decided::Well) | None => {}
        }
        if next.is_none()
            && let Some(over) = self.mojibake.end()
        {
            self.hold(over);
        }
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

    /// Makes the contexts of what is not told yet, while `text` is at hand.
    pub(super) fn fill(&mut self, text: &str) {
        let waiting = self.waiting.as_mut().map(|waiting| &mut waiting.seen);
        let run = self.run.as_mut().map(|run| &mut run.seen);
        let followed = [self.mojibake.seen(), waiting, run];
        self.returns.seen().chain(self.words.seen()).for_each(|seen| seen.fill(text));
        followed.into_iter().flatten().for_each(|seen| seen.fill(text));
        self.held.iter_mut().chain(self.bidi.seen()).for_each(|seen| seen.fill(text));
    }

    /// Gives what is held, if nothing can come that belongs before it.
    pub(super) fn release(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        let waits = self.bidi.waits()
            || self.run.is_some()
            || self.waiting.is_some()
            || self.words.waits()
            || self.mojibake.waits()
            || self.returns.waits();
        if !self.held.is_empty() && (!waits || self.held.len() >= HELD) {
            self.give(text, take);
        }
    }

    pub(super) fn give(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        self.held.iter_mut().for_each(|seen| seen.fill(text));
        self.held.sort_by_key(|observation| (observation.place.offset, observation.rule));
        self.held.drain(..).for_each(take);
    }

    /// Keeps `observation`, unless it is allowed.
    pub(super) fn hold(&mut self, mut observation: Observation) {
        if let Some(severity) = self.policy.severity(observation.rule, observation.point) {
            observation.severity = severity;
            observation.at = observation.at.filter(|_| self.shows <= Some(severity));
            self.held.push(observation);
        }
    }

    /// What is seen of the character that stands `here`.
    pub(super) fn seen(&self, rule: Rule, here: Here<'_>) -> Observation {
        let offset = here.piece.offset(here.at);
        let place = Place { offset, line: self.line, column: self.column };
        here.seen(rule, place, self.shows.is_some())
    }
}
