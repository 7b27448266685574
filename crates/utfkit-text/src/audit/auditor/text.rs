//! The auditor of a text: its state, and the loop over pieces of text.

use std::ops::Range;

use crate::audit::context::paths::PathWatch;
use crate::audit::context::payload::Payload;
use crate::audit::rules::Rule;
use crate::audit::rules::Severity;

use crate::audit::auditor::line_start::Tail;
use crate::audit::characters::harmless as calm;
use crate::audit::code::Code;
use crate::audit::context::bidi::Bidi;
use crate::audit::context::carriage_returns as returns;
use crate::audit::context::carriage_returns::Returns;
use crate::audit::context::look_alikes;
use crate::audit::context::mojibake::Mojibake;
use crate::audit::context::neighbours::Before;
use crate::audit::context::neighbours::Run;
use crate::audit::context::neighbours::Waiting;
use crate::audit::context::repairs::Fixed;
use crate::audit::context::spaces;
use crate::audit::context::twins::Twins;
use crate::audit::context::words::Words;
use crate::audit::observation::Observation;
use crate::audit::piece::Here;
use crate::audit::policy::Policy;
use crate::streams::text::Piece;

/// Audits a text that comes in pieces.
pub struct Auditor {
    pub(super) policy: Policy,
    /// Whether the policy denies plain ASCII, so that it cannot be skipped.
    pub(super) denies_plain: bool,
    /// Whether the policy denies no single characters, so that calm text can be skipped.
    pub(super) may_skip: bool,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) before: Before,
    /// A character whose successors decide whether it is reported.
    pub(super) waiting: Option<Waiting>,
    pub(super) run: Option<Run>,
    /// Invisible characters that may hide text.
    pub(super) payload: Option<Payload>,
    pub(super) bidi: Bidi,
    pub(super) words: Words,
    pub(super) mojibake: Mojibake,
    pub(super) fixed: Fixed,
    pub(super) path: PathWatch,
    /// The last overlong form, which may be part of a path.
    pub(super) overlong: Option<Observation>,
    /// The current line before the piece, for contexts.
    pub(super) tail: Tail,
    /// The observations of this line, not yet sorted.
    pub(super) held: Vec<Observation>,
    pub(super) returns: Returns,
    pub(super) twins: Twins,
    /// Whether the text is source code.
    code: Code,
    /// The minimum severity of observations that get a context; `None` if none gets one.
    pub(super) shows: Option<Severity>,
    /// The number of observations that get a context, and the number that may still get one.
    most_contexts: u64,
    pub(super) contexts: u64,
}

impl Auditor {
    /// Creates an auditor for the start of a text. Observations of the severity `shows` or a higher one
    /// get a context; none do if it is `None`.
    pub fn new(policy: Policy, shows: Option<Severity>) -> Self {
        Self {
            denies_plain: policy.denies_plain(),
            may_skip: !policy.denies_any(),
            policy,
            line: 1,
            column: 1,
            before: Before::default(),
            waiting: None,
            run: None,
            payload: None,
            bidi: Bidi::default(),
            words: Words::new(),
            mojibake: Mojibake::default(),
            fixed: Fixed::default(),
            path: PathWatch::new(),
            overlong: None,
            tail: Tail::default(),
            held: Vec::new(),
            returns: Returns::default(),
            twins: Twins::default(),
            code: Code::No,
            shows,
            most_contexts: u64::MAX,
            contexts: u64::MAX,
        }
    }

    /// Sets the kind of source code, if the text is code. Then spaces that are not U+0020, and
    /// characters that look like ASCII, are found, except in strings and comments. A first line such
    /// as `#!/bin/sh` overrides `code`.
    #[must_use]
    pub fn code(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// Sets the number of observations that get a context: only the first `contexts` do, and after
    /// them as many errors. Drawing takes longer than everything else, so a report that shows a
    /// number of observations, errors first, sets this limit.
    #[must_use]
    pub fn contexts(self, contexts: u64) -> Self {
        let shows = self.shows.filter(|_| contexts > 0);
        Self { shows, most_contexts: contexts, contexts, ..self }
    }

    /// Counts a context. After the last one, only errors get one.
    pub(super) fn count_context(&mut self) {
        self.contexts -= 1;
        if self.contexts == 0 {
            let is_first = self.shows.is_some_and(|least| least < Severity::Error);
            self.shows = is_first.then_some(Severity::Error);
            self.contexts = self.most_contexts;
        }
    }

    /// Returns `true` if the receiver rejects a BOM, which is then audited as text.
    pub fn rejects_bom(&self) -> bool {
        self.policy.rejects('\u{FEFF}', true).is_some()
    }

    /// Audits `piece`, the next text. If a line continues in the next piece, its two parts are judged
    /// separately; [`StreamAuditor`](crate::audit::stream::StreamAuditor) passes whole lines.
    #[doc(hidden)]
    pub fn text(&mut self, piece: Piece<'_>, take: &mut dyn FnMut(Observation)) {
        self.path.text(piece.text);
        self.look_for_path();
        let (over, mut from) = self.returns.continue_with(piece.text);
        over.into_iter().for_each(|seen| self.overwritten(seen));
        let marked = self.marked(piece.text);
        let mut at = 0;
        while let Some(run) = returns::next(piece.text, from) {
            self.follow_marked(piece, at..run.start, &marked, take);
            if self.column > 1 {
                self.returns.line(self.before.last_characters.characters());
                let here = Here { piece, at: run.start, character: '\r' };
                let seen = self.seen(Rule::LineOverwritten, here);
                if run.end == piece.text.len() {
                    self.returns.open = Some(seen)
                } else {
                    self.overwritten(seen)
                }
            }
            (at, from) = (run.start, run.end);
        }
        self.follow_marked(piece, at..piece.text.len(), &marked, take);
        if self.shows.is_some() {
            self.fill(piece.text);
            self.tail.push_text(piece.text);
        }
    }

    /// Returns the offsets of characters in `text`, the next text, that the text around them makes
    /// suspicious, in their order.
    fn marked(&mut self, text: &str) -> Vec<(usize, Rule)> {
        let twins = self.twins.find(text).into_iter();
        let mut marked: Vec<_> = twins.map(|at| (at, Rule::TwinLetter)).collect();
        if self.line == 1 && self.column == 1 {
            self.code = self.code.or_of(text);
        }
        marked.extend(look_alikes::in_hosts(text));
        if self.code != Code::No {
            let continues = self.column > 1;
            let spaces = spaces::find(text, continues, self.code);
            marked.extend(spaces.into_iter().map(|at| (at, Rule::OddSpace)));
            marked.extend(look_alikes::in_code(text, continues, self.code));
        }
        marked.sort_unstable();
        marked
    }

    /// Audits the text of `piece` at `range`, and observes each of the `marked` characters in it.
    fn follow_marked(
        &mut self,
        piece: Piece<'_>,
        mut range: Range<usize>,
        marked: &[(usize, Rule)],
        take: &mut dyn FnMut(Observation),
    ) {
        let first = marked.partition_point(|&(at, _)| at < range.start);
        for &(at, rule) in marked[first..].iter().take_while(|&&(at, _)| at < range.end) {
            self.follow_text(piece, range.start..at, take);
            if let Some(character) = piece.text[at..].chars().next() {
                let seen = self.seen(rule, Here { piece, at, character });
                match rule {
                    Rule::TwinLetter => self.twins.keep(seen),
                    _ => self.hold(seen),
                }
            }
            range.start = at;
        }
        self.follow_text(piece, range, take);
    }

    /// Audits the text of `piece` at `range`.
    pub(super) fn follow_text(
        &mut self,
        piece: Piece<'_>,
        range: Range<usize>,
        take: &mut dyn FnMut(Observation),
    ) {
        let (whole, mut at) = (piece.text, range.start);
        let text = &whole[..range.end];
        let bytes = text.as_bytes();
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            // Held observations prevent skipping, so pass them on first.
            self.release(whole, take);
            if self.is_idle() {
                let calm = calm::prefix(&text[at..], self.words.is_settled());
                if calm.len > 0 {
                    self.skip(&text[at..at + calm.len], calm);
                    at += calm.len;
                }
                if calm.word > 0 {
                    self.word(piece, at..at + calm.word);
                    at += calm.word;
                }
                if calm.len + calm.word > 0 {
                    continue;
                }
            }
            let plain = if self.denies_plain {
                0
            } else {
                crate::audit::characters::suspect::plain_prefix(rest)
            };
            if plain > 0 {
                self.plain(piece, at..at + plain, take);
                at += plain;
                continue;
            }
            let Some(character) = text[at..].chars().next() else { return };
            self.character(Here { piece, at, character }, take);
            at += character.len_utf8();
        }
    }

    /// Ends the text, and passes on the rest of the observations.
    pub fn finish(mut self, take: &mut dyn FnMut(Observation)) {
        self.settle(None);
        self.end_word();
        self.returns.line(self.before.last_characters.characters());
        self.returns.end().into_iter().for_each(|seen| self.hold(seen));
        self.twins.end().into_iter().for_each(|seen| self.hold(seen));
        self.end_line("", take);
    }
}
