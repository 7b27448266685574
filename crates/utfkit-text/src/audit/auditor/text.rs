//! Follows a text and says what is suspicious in it, in memory that does not depend on its length.

use std::ops::Range;

use crate::audit::context::paths::PathWatch;
use crate::audit::rules::Rule;
use crate::audit::rules::Severity;

use crate::audit::auditor::line_start::Tail;
use crate::audit::characters::harmless as calm;
use crate::audit::context::bidi::Bidi;
use crate::audit::context::carriage_returns as returns;
use crate::audit::context::carriage_returns::Returns;
use crate::audit::context::mojibake::Mojibake;
use crate::audit::context::neighbours::Before;
use crate::audit::context::neighbours::Run;
use crate::audit::context::neighbours::Waiting;
use crate::audit::context::repairs::Fixed;
use crate::audit::context::twins;
use crate::audit::context::words::Words;
use crate::audit::observation::Observation;
use crate::audit::piece::Here;
use crate::audit::piece::Piece;
use crate::audit::policy::Policy;

/// Follows a text.
pub struct Auditor<'p> {
    pub(super) policy: &'p Policy,
    /// Whether ASCII that is suspected of nothing has to be looked at.
    pub(super) plain_denied: bool,
    /// Whether no character is denied by name, so that most text need not be followed.
    pub(super) may_pass: bool,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) before: Before,
    /// What follows decides about it.
    pub(super) waiting: Option<Waiting>,
    pub(super) run: Option<Run>,
    pub(super) bidi: Bidi,
    pub(super) words: Words,
    pub(super) mojibake: Mojibake,
    pub(super) fixed: Fixed,
    pub(super) path: PathWatch,
    /// The last overlong form, which a path may be written with.
    pub(super) overlong: Option<Observation>,
    /// What of this line is before the piece.
    pub(super) tail: Tail,
    /// What was found on this line, not yet in order.
    pub(super) held: Vec<Observation>,
    pub(super) returns: Returns,
    /// Letters that were told to look like another identifier.
    pub(super) twins: Vec<char>,
    /// How bad a finding must be that what stands around it is wanted; `None` if of none it is.
    pub(super) shows: Option<Severity>,
}
impl<'p> Auditor<'p> {
    /// At the start of a text.
    pub fn new(policy: &'p Policy, shows: Option<Severity>) -> Self {
        Self {
            policy,
            plain_denied: policy.denies_plain(),
            may_pass: !policy.denies_any(),
            line: 1,
            column: 1,
            before: Before::default(),
            waiting: None,
            run: None,
            bidi: Bidi::default(),
            words: Words::new(),
            mojibake: Mojibake::default(),
            fixed: Fixed::default(),
            path: PathWatch::new(),
            overlong: None,
            tail: Tail::default(),
            held: Vec::new(),
            returns: Returns::default(),
            twins: Vec::new(),
            shows,
        }
    }

    /// Whether the BOM is refused: then it is told as text.
    pub fn refuses_bom(&self) -> bool {
        self.policy.refuses('\u{FEFF}', true).is_some()
    }

    /// Text comes next.
    pub fn text(&mut self, piece: Piece<'_>, take: &mut dyn FnMut(Observation)) {
        self.path.text(piece.text);
        self.look_for_path();
        let (over, mut from) = self.returns.go_on(piece.text);
        over.into_iter().for_each(|seen| self.overwritten(seen));
        let twins = twins::find(piece.text, &mut self.twins);
        let mut at = 0;
        while let Some(run) = returns::next(piece.text, from) {
            self.follow_with_twins(piece, at..run.start, &twins, take);
            if self.column > 1 {
                self.returns.line(self.before.behind.characters());
                let here = Here { piece, at: run.start, character: '\r' };
                let seen = self.seen(Rule::LineOverwritten, here);
                match run.end == piece.text.len() {
                    true => self.returns.open = Some(seen),
                    false => self.overwritten(seen),
                }
            }
            (at, from) = (run.start, run.end);
        }
        self.follow_with_twins(piece, at..piece.text.len(), &twins, take);
        if self.shows.is_some() {
            self.fill(piece.text);
            self.tail.text(piece.text);
        }
    }

    /// The text of `piece` at `range` comes next. It stops at each of the `twins` in the range, which
    /// are the offsets of letters, to report it.
    fn follow_with_twins(
        &mut self,
        piece: Piece<'_>,
        mut range: Range<usize>,
        twins: &[usize],
        take: &mut dyn FnMut(Observation),
    ) {
        let from = range.start;
        for &at in twins.iter().filter(|&&at| (from..range.end).contains(&at)) {
            self.follow_text(piece, range.start..at, take);
            if let Some(character) = piece.text[at..].chars().next() {
                let seen = self.seen(Rule::TwinLetter, Here { piece, at, character });
                self.hold(seen);
            }
            range.start = at;
        }
        self.follow_text(piece, range, take);
    }

    /// The text of `piece` at `range` comes next.
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
            // What was found is no reason to follow what comes next.
            self.release(whole, take);
            if self.is_idle() {
                let calm = calm::prefix(&text[at..], self.words.is_settled());
                if calm.len > 0 {
                    self.pass(&text[at..at + calm.len], calm);
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
            let plain = if self.plain_denied {
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

    /// The text is at its end.
    pub fn finish(mut self, take: &mut dyn FnMut(Observation)) {
        self.settle(None);
        self.end_word();
        self.returns.line(self.before.behind.characters());
        self.returns.end().into_iter().for_each(|seen| self.hold(seen));
        self.end_line("", take);
    }
}
