//! Follows a text and says what is suspicious in it, in memory that does not depend on its length.

mod character;
mod held;
mod mistake;
mod passed;

use std::ops::Range;

use utfkit_text::audit::{self, PathWatch, Rule, Severity};

use super::{
    bidi::Bidi,
    calm,
    fixed::Fixed,
    mojibake::Mojibake,
    neighbours::{Before, Run, Waiting},
    observation::Observation,
    piece::{Here, Piece},
    policy::Policy,
    returns::{self, Returns},
    tail::Tail,
    words::Words,
};

/// Follows a text.
pub struct Auditor<'p> {
    policy: &'p Policy,
    /// Whether ASCII that is suspected of nothing has to be looked at.
    plain_denied: bool,
    /// Whether no character is denied by name, so that most text need not be followed.
    may_pass: bool,
    line: u64,
    column: u64,
    before: Before,
    /// What follows decides about it.
    waiting: Option<Waiting>,
    run: Option<Run>,
    bidi: Bidi,
    words: Words,
    mojibake: Mojibake,
    fixed: Fixed,
    path: PathWatch,
    /// The last overlong form, which a path may be written with.
    overlong: Option<Observation>,
    /// What of this line is before the piece.
    tail: Tail,
    /// What was found on this line, not yet in order.
    held: Vec<Observation>,
    returns: Returns,
    /// How bad a finding must be that what stands around it is wanted; `None` if of none it is.
    shows: Option<Severity>,
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
        let mut at = 0;
        while let Some(run) = returns::next(piece.text, from) {
            self.follow_text(piece, at..run.start, take);
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
        self.follow_text(piece, at..piece.text.len(), take);
        if self.shows.is_some() {
            self.fill(piece.text);
            self.tail.text(piece.text);
        }
    }

    /// The text of `piece` at `range` comes next.
    fn follow_text(
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
            let plain = if self.plain_denied { 0 } else { audit::plain_prefix(rest) };
            if plain > 0 {
                self.plain(whole, at..at + plain, take);
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
