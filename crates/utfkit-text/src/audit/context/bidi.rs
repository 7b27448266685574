//! Bidirectional controls of a line: which are closed, and whether the text needs them.

use crate::audit::rules::Rule;

use crate::audit::observation::Observation;

/// The maximum number of open controls; UAX #9 stops at 125.
const MAX: usize = 64;

/// The bidirectional controls of the current line.
#[derive(Default)]
pub(crate) struct Bidi {
    open: Vec<Open>,
    /// Closed controls from left to right: honest only if the line has a letter from right to left.
    closed: Vec<Open>,
    /// Whether the line has a letter from right to left.
    rtl: bool,
}

/// A control that is not closed.
struct Open {
    seen: Observation,
    isolate: bool,
    /// Whether its direction is from right to left.
    rtl: bool,
    /// Whether it encloses a letter from right to left.
    has_rtl: bool,
    /// Whether another control encloses it.
    nested: bool,
}

impl Open {
    /// Returns the observation for a control with an honest use.
    fn closed(self) -> Observation {
        self.seen.by(if self.nested { Rule::BidiNested } else { Rule::BidiIsolate })
    }
}

impl Bidi {
    /// Notes a letter from right to left.
    pub(crate) fn rtl_letter(&mut self) {
        self.rtl = true;
        self.open.iter_mut().for_each(|open| open.has_rtl = true);
    }

    /// Judges a control, and passes certain findings to `observe`.
    pub(crate) fn control(
        &mut self,
        character: char,
        seen: Observation,
        observe: &mut dyn FnMut(Observation),
    ) {
        match character {
            '\u{202D}' | '\u{202E}' => {
                observe(seen.clone().by(Rule::BidiOverride));
                // An override is open, too, so that its end is not reported as a stray.
                self.push(seen, false, false, observe);
            }
            '\u{202A}' | '\u{202B}' => self.push(seen, false, character == '\u{202B}', observe),
            '\u{2066}'..='\u{2068}' => self.push(seen, true, character == '\u{2067}', observe),
            '\u{202C}' => match self.open.last() {
                Some(open) if !open.isolate => self.close(observe),
                _ => observe(seen.by(Rule::BidiStray)),
            },
            _ => match self.open.iter().rposition(|open| open.isolate) {
                Some(at) => {
                    // The end of an isolate ends the embeddings in it, which is never intended.
                    for open in self.open.drain(at + 1..) {
                        unterminated(open.seen, observe);
                    }
                    self.close(observe);
                }
                None => observe(seen.by(Rule::BidiStray)),
            },
        }
    }

    fn push(
        &mut self,
        seen: Observation,
        isolate: bool,
        rtl: bool,
        observe: &mut dyn FnMut(Observation),
    ) {
        if self.open.len() == MAX {
            return unterminated(seen, observe);
        }
        let nested = !self.open.is_empty();
        self.open.push(Open { seen, isolate, rtl, has_rtl: false, nested });
    }

    /// Closes the last open control.
    fn close(&mut self, observe: &mut dyn FnMut(Observation)) {
        let Some(open) = self.open.pop() else { return };
        match (open.seen.rule, open.rtl) {
            (Rule::BidiOverride, _) => {}
            (_, true) if open.has_rtl => observe(open.closed()),
            (_, true) => observe(open.seen.by(Rule::BidiReorder)),
            (_, false) if self.rtl => observe(open.closed()),
            (_, false) if self.closed.len() < MAX => self.closed.push(open),
            (_, false) => observe(open.seen.by(Rule::BidiReorder)),
        }
    }

    /// Ends the line.
    pub(crate) fn end_line(&mut self, observe: &mut dyn FnMut(Observation)) {
        self.open.drain(..).for_each(|open| unterminated(open.seen, observe));
        for open in self.closed.drain(..) {
            observe(if self.rtl { open.closed() } else { open.seen.by(Rule::BidiReorder) });
        }
        self.rtl = false;
    }

    /// Returns the pending observations of this line.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.open.iter_mut().chain(&mut self.closed).map(|open| &mut open.seen)
    }

    /// Returns `true` if observations of this line are pending.
    pub(crate) fn waits(&self) -> bool {
        !self.open.is_empty() || !self.closed.is_empty()
    }
}

fn unterminated(seen: Observation, observe: &mut dyn FnMut(Observation)) {
    // An override was already reported, with a worse rule.
    if seen.rule != Rule::BidiOverride {
        observe(seen.by(Rule::BidiUnterminated));
    }
}
