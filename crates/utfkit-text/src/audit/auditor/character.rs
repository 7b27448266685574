//! Judges a character that [`suspicion`](crate::audit::suspicion) or the policy asks to look at.

use crate::audit::rules::Rule;
use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup},
};

use crate::audit::auditor::text::Auditor;
use crate::audit::characters::classes;
use crate::audit::context::neighbours;
use crate::audit::context::neighbours::Run;
use crate::audit::context::neighbours::Waiting;
use crate::audit::context::payload::{self, Payload};
use crate::audit::observation::Observation;
use crate::audit::observation::Position;
use crate::audit::piece::Here;

impl Auditor {
    pub(super) fn character(&mut self, here: Here<'_>, take: &mut dyn FnMut(Observation)) {
        let Here { piece, at, character } = here;
        let end = piece.offset(at + character.len_utf8());
        let bytes = end - piece.offset(at);
        let rejected = self.hold_rejection(here);
        if let Some(run) = self.run.as_mut().filter(|run| run.continues_with(character)) {
            run.push(character, bytes);
            self.column += 1;
            self.before.push(character);
            return;
        }
        self.settle(Some(character));
        // A rejection is the stronger report. Only `Supplementary` says nothing about the character
        // itself.
        let is_rejected = rejected.is_some_and(|rule| rule != Rule::Supplementary);
        let suspected = crate::audit::characters::suspect::suspicion(character);
        self.follow(here, suspected);
        if payload::is_symbol(character) {
            self.follow_payload(here, bytes);
        }
        let rule = suspected.filter(|_| !is_rejected);
        match rule {
            Some(rule) => self.suspect(here, rule),
            None if self.policy.denies(character) => {
                let seen = self.seen(Rule::Denied, here);
                self.hold(seen);
            }
            None => {}
        }
        self.before.push(character);
        self.column += 1;
        if matches!(character, '\n' | '\u{85}' | '\u{2029}') {
            if character == '\n' {
                self.end_first_line();
            }
            self.end_line(piece.text, take);
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            }
        }
        self.release(piece.text, take);
    }

    /// Holds the receiver's reason to reject the character, if it does.
    pub(super) fn hold_rejection(&mut self, here: Here<'_>) -> Option<Rule> {
        let at_start = here.piece.offset(here.at) == 0;
        let (rule, why) = self.policy.rejects(here.character, at_start)?;
        let seen = self.seen(rule, here);
        self.hold(Observation { detail: Some(why), ..seen });
        Some(rule)
    }

    /// Updates the state of words and of sequences of several characters.
    pub(super) fn follow(&mut self, here: Here<'_>, rule: Option<Rule>) {
        let character = here.character;
        let position =
            Position { line: self.line, column: self.column, offset: here.piece.offset(here.at) };
        let shows = self.shows.is_some();
        let seen = |rule: Rule| move || here.seen(rule, position, shows);
        let seen_here = seen(Rule::Mojibake);
        if let Some(over) = self.mojibake.push(here, &mut self.fixed, seen_here) {
            self.hold(over);
        }
        // Characters without width do not end a word.
        if matches!(character, '\u{200B}'..='\u{200D}' | '\u{AD}' | '\u{2060}') {
            return;
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(character);
        if category == GeneralCategory::Unassigned && rule.is_none() {
            let seen = seen(Rule::Unassigned)();
            self.hold(seen);
        }
        if classes::is_rtl(character) {
            self.bidi.rtl_letter();
        }
        let is_word = GeneralCategoryGroup::Letter
            .union(GeneralCategoryGroup::Mark)
            .union(GeneralCategoryGroup::Number)
            .contains(category);
        match is_word && rule.is_none() {
            true if character.is_ascii() => {
                let seen = seen(Rule::NotNfc);
                let escaped = self.before.last() == Some('\\');
                self.words.ascii(character.encode_utf8(&mut [0; 4]), escaped, |_| seen());
            }
            true => self.words.push(character, seen(Rule::NotNfc)),
            false => self.end_word(),
        }
    }

    /// Adds an invisible character, of `bytes` bytes, to those that may hide text.
    fn follow_payload(&mut self, here: Here<'_>, bytes: u64) {
        if self.payload.as_ref().is_some_and(Payload::is_full) {
            self.end_payload();
        }
        match &mut self.payload {
            Some(payload) => payload.push(here.character, bytes),
            None => {
                let seen = Observation { length: bytes, ..self.seen(Rule::ZeroWidthText, here) };
                self.payload = Some(Payload::new(seen, here.character));
            }
        }
    }

    /// Holds `rule`, the worst suspicion about the character, unless its context clears it.
    pub(super) fn suspect(&mut self, here: Here<'_>, rule: Rule) {
        let character = here.character;
        if neighbours::belongs(character, rule, self.before) {
            return;
        }
        let mut seen = self.seen(rule, here);
        let is_byte = matches!(character, '\u{80}'..='\u{AD}') && self.mojibake.waits();
        if is_byte && self.fixed.may_fix(here) {
            seen.may_be_letter = true;
        }
        match (rule, character) {
            (Rule::TagText, _) | (Rule::SelectorStray, '\u{FE00}'..) => {
                let bytes = seen.length;
                let mut run = Run::new(character, rule, seen, self.before);
                run.seen.length = bytes;
                self.run = Some(run);
            }
            (_, '\u{200C}' | '\u{200D}' | '\u{115F}') => {
                self.waiting = Some(Waiting::new(seen, character, self.before));
            }
            (Rule::InvisibleOperator, _) => {
                self.waiting = Some(Waiting::new(seen, character, self.before));
            }
            (Rule::BidiOverride | Rule::BidiUnterminated | Rule::BidiStray, _) => {
                let mut found = Vec::new();
                self.bidi.control(character, seen, &mut |observation| found.push(observation));
                found.into_iter().for_each(|observation| self.hold(observation));
            }
            _ => self.hold(seen),
        }
    }
}
