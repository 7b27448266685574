//! Bidirectional controls, line by line: which are closed, and around what.

use crate::audit::rules::Rule;

use crate::audit::observation::Observation;

/// So many may be open at once; UAX #9 stops at 125.
const MAX: usize = 64;

/// The controls of a line so far.
#[derive(Default)]
pub(crate) struct Bidi {
    open: Vec<Open>,
    /// Isolates and embeddings from left to right that are closed: honest on a line with letters
    /// from right to left.
    closed: Vec<Open>,
    /// Whether the line has a letter from right to left.
    rtl: bool,
}

/// A control that is not closed.
struct Open {
    seen: Observation,
    isolate: bool,
    /// From right to left.
    rtl: bool,
    /// Whether a letter from right to left is inside.
    has_rtl: bool,
    /// Whether it stands within another.
    nested: bool,
}

impl Open {
    /// What is said of it where it has an honest use.
    fn closed(self) -> Observation {
        self.seen.by(if self.nested { Rule::BidiNested } else { Rule::BidiIsolate })
    }
}

impl Bidi {
    /// A letter from right to left comes next.
    pub(crate) fn rtl_letter(&mut self) {
        self.rtl = true;
        self.open.iter_mut().for_each(|open| open.has_rtl = true);
    }

    /// A control, seen as `seen`, comes next; gives what is known by now to `observe`.
    pub(crate) fn control(
        &mut self,
        character: char,
        seen: Observation,
        observe: &mut dyn FnMut(Observation),
    ) {
        match character {
            '\u{202D}' | '\u{202E}' => {
                observe(seen.clone().by(Rule::BidiOverride));
                // What closes it is no stray.
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
                    // The end of an isolate ends the embeddings in it, which nobody meant.
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

    /// The last that is open is closed.
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

    /// The line is at its end.
    pub(crate) fn end_line(&mut self, observe: &mut dyn FnMut(Observation)) {
        self.open.drain(..).for_each(|open| unterminated(open.seen, observe));
        for open in self.closed.drain(..) {
            observe(if self.rtl { open.closed() } else { open.seen.by(Rule::BidiReorder) });
        }
        self.rtl = false;
    }

    /// What was seen of this line and is not told yet.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.open.iter_mut().chain(&mut self.closed).map(|open| &mut open.seen)
    }

    /// Whether something of this line is not told yet.
    pub(crate) fn waits(&self) -> bool {
        !self.open.is_empty() || !self.closed.is_empty()
    }
}

fn unterminated(seen: Observation, observe: &mut dyn FnMut(Observation)) {
    // An override is told already, as worse.
    if seen.rule != Rule::BidiOverride {
        observe(seen.by(Rule::BidiUnterminated));
    }
}
