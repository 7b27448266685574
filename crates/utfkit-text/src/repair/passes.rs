//! Passes over a window of UTF-8: where windows end, and how they are fixed until nothing is left
//! to fix.

use std::{cell::RefCell, mem};

use crate::repair::explain::Explainer;
use crate::repair::{
    broken::{fixer, ill_formed::artifact_len},
    damage,
    edit::{self, Edits},
    events::{Ambiguity, Event, Fault, Fix},
    found::{Doubt, Found},
    options::Options,
    window::Window,
};
use utfkit::{
    Finding,
    utf8::{self, is_continuation},
};

/// The maximum number of passes over a window. Each layer of mojibake doubles the number of bytes.
const MAX_PASSES: usize = 20;

/// Returns where to cut `rest`, which is longer than `most` bytes, at most at `most`.
///
/// The best position is after the last line feed where no sequence may be interrupted. In a long
/// line, it is after a space, after any ASCII byte, or at any boundary, in this order.
pub(crate) fn cut(rest: &[u8], most: usize) -> usize {
    let seen = &rest[..=most];
    clean_cut(seen, |byte| byte == b'\n')
        .or_else(|| clean_cut(seen, |byte| byte == b' '))
        .or_else(|| clean_cut(seen, |byte| byte.is_ascii()))
        .or_else(|| (1..=most).rev().find(|&at| !is_continuation(seen[at])))
        .unwrap_or(most)
}

/// Returns the last position in `seen` after a `wanted` byte where no sequence is incomplete.
/// Line breaks inside a sequence do not complete it.
fn clean_cut(seen: &[u8], wanted: fn(u8) -> bool) -> Option<usize> {
    let mut at = seen.len() - 1;
    while at > 0 {
        if !wanted(seen[at - 1]) || is_continuation(seen[at]) {
            at -= 1;
            continue;
        }
        let is_break = |byte: &u8| b"\r\n=".contains(byte);
        match seen[..at].iter().rposition(|byte| !is_break(byte)) {
            // The sequence is incomplete after each of these breaks, so all of them are skipped.
            Some(last) if is_open(&seen[..=last]) => at = last,
            _ => return Some(at),
        }
    }
    None
}

/// Returns `true` if `text` ends with a sequence of non-ASCII bytes that is not complete.
fn is_open(text: &[u8]) -> bool {
    let lead = text.iter().rev().take(4).position(|&byte| !is_continuation(byte));
    let last = lead.map(|after| &text[text.len() - 1 - after..]);
    last.is_none_or(|last| std::str::from_utf8(last).is_err())
}

/// Repairs `text`, which is at `offset` and is `all` of the file or not, and calls `sink` for each event.
pub(crate) fn repair(
    text: &[u8],
    offset: u64,
    all: bool,
    options: &Options,
    explainer: &RefCell<Explainer>,
    sink: &mut dyn FnMut(Event<'_>),
) {
    if is_clean(text, offset, &mut explainer.borrow_mut()) {
        return sink(Event::Kept(text));
    }
    explainer.borrow_mut().begin_window();
    let found = Window { text, offset, all, options, explainer }.findings();
    report(text, offset, found, sink);
}

/// Returns `true` if no part of `text` may need a fix.
fn is_clean(text: &[u8], offset: u64, explainer: &mut Explainer) -> bool {
    utf8::validate(text).is_ok_and(|text| explainer.is_clean(text))
        && fixer::stray_bom(text, 0, offset).is_none()
}

impl Window<'_> {
    /// Returns all findings of all passes.
    fn findings(self) -> Found {
        match self.fixed_point() {
            Some(FixedPoint { edits, mut left, chances }) => {
                left.place_back(&edits);
                left.edits = edits;
                left.add_doubts(chances);
                left
            }
            // More layers than that are not damage, and stay.
            None => without_fixes(self.text, self.pass()),
        }
    }

    /// Returns the same window with another text.
    fn with<'b>(&self, text: &'b [u8]) -> Window<'b>
    where
        Self: 'b,
    {
        Window { text, ..*self }
    }

    /// Fixes the text until nothing is left to fix; `None` if that takes too many passes.
    ///
    /// The last pass knows only the facts from before the window, as a second run does. Facts that
    /// the other passes learned may speak against a fix.
    fn fixed_point(self) -> Option<FixedPoint> {
        let mut edits = Edits::new();
        let mut chances = None;
        let mut now = self.text.to_vec();
        let before = self.explainer.borrow().knowledge();
        for _ in 0..MAX_PASSES {
            let mut found = self.with(&now).pass();
            let learned = self.explainer.borrow().knowledge();
            // The other passes do not know the bytes that raised these doubts.
            chances.get_or_insert_with(|| found.about_chance(&now));
            // Without any edit, a second run does the same as this one.
            if found.edits.is_empty() && !edits.is_empty() && learned != before {
                self.explainer.borrow_mut().set_knowledge(before.clone());
                found = self.with(&now).pass();
                self.explainer.borrow_mut().set_knowledge(learned);
            }
            if found.edits.is_empty() {
                return Some(FixedPoint {
                    edits,
                    left: found,
                    chances: chances.unwrap_or_default(),
                });
            }
            let next = edit::apply(&now, &found.edits);
            edits = edit::compose(edits, found.edits, &now);
            now = next;
        }
        None
    }

    /// Returns the findings of one pass.
    fn pass(self) -> Found {
        let mut found = self.found();
        found.keep_controls(self.text);
        found
    }

    /// Returns the findings of one pass, with all edits.
    fn found(self) -> Found {
        let mut found = Found::default();
        fixer::bytes(&self, &mut found);
        let explainer = &mut self.explainer.borrow_mut();
        // If most ill-formed bytes are left, they may be in a legacy charset, and then all of the text is.
        let is_raw =
            |finding: &&Finding| artifact_len(&self.text[finding.offset() as usize..]) == 0;
        let left = found.ill_formed.iter().filter(is_raw).count();
        let is_whole = left > found.edits.len()
            && self.options.mixed_encoding().is_none()
            && damage::decide_whole(self.text, self.all, explainer, &mut found);
        if is_whole || !found.edits.is_empty() {
            return found;
        }
        damage::add(self.text, explainer, &mut found);
        if self.options.no_guessed_bytes {
            found.doubt_guesses(self.text);
        }
        found.doubts.sort_by_key(|doubt| doubt.start);
        found
    }
}

/// A window without anything left to fix.
struct FixedPoint {
    /// All edits of the window.
    edits: Edits,
    /// The findings that are left, with their positions in the fixed text.
    left: Found,
    /// The doubts of the first pass about text that is UTF-8.
    chances: Vec<Doubt>,
}

/// Turns all edits of `found` into doubts, so that nothing in `text` is fixed.
fn without_fixes(text: &[u8], mut found: Found) -> Found {
    let left = mem::take(&mut found.edits);
    found.doubts.extend(left.iter().map(|edit| Doubt::of(text, edit)));
    found.doubts.sort_by_key(|doubt| doubt.start);
    found
}

/// Calls `sink` for each finding in `text`, in order.
fn report(text: &[u8], offset: u64, found: Found, sink: &mut dyn FnMut(Event<'_>)) {
    let mut doubts = found.doubts.into_iter().peekable();
    let mut ill_formed = found.ill_formed.into_iter().peekable();
    // The events share their memory, because there may be very many.
    let (bytes, readings) = (Vec::new(), Default::default());
    let mut ambiguity = Ambiguity { offset: 0, bytes, code: "", readings, percent: None };
    let mut fix = Fix::new(0, Vec::new(), Vec::new(), Fault::StrayBom);
    let mut notes = |before: usize, done: &mut usize, sink: &mut dyn FnMut(Event<'_>)| {
        loop {
            let doubted = doubts.peek().map_or(u64::MAX, |doubt| doubt.start as u64);
            let wrong = ill_formed.peek().map_or(u64::MAX, Finding::offset);
            let at = doubted.min(wrong) as usize;
            if at >= before {
                return;
            }
            if at > *done {
                keep(&text[*done..at], sink);
                *done = at;
            }
            if wrong < doubted {
                let finding = ill_formed.next();
                finding.into_iter().for_each(|one| sink(Event::IllFormed(one.moved(offset))));
            } else if let Some(doubt) = doubts.next() {
                doubt.write_to(&mut ambiguity, text, offset);
                sink(Event::Ambiguous(&ambiguity));
            }
        }
    };
    let mut done = 0;
    for edit in found.edits {
        // A second pass may undo what the first one did, such as the charset of a whole line.
        if text[edit.start..edit.end] == *edit.becomes {
            continue;
        }
        notes(edit.start, &mut done, sink);
        keep(&text[done..edit.start], sink);
        fix.offset = offset + edit.start as u64;
        fix.bytes.clear();
        fix.bytes.extend_from_slice(&text[edit.start..edit.end]);
        (fix.becomes, fix.fault, fix.also) = (edit.becomes, edit.kind, edit.also);
        (fix.percent, fix.is_guess) = (edit.percent, edit.is_guess);
        done = edit.end;
        sink(Event::Fix(&fix));
    }
    notes(usize::MAX, &mut done, sink);
    keep(&text[done..], sink);
}

fn keep(bytes: &[u8], sink: &mut dyn FnMut(Event<'_>)) {
    if !bytes.is_empty() {
        sink(Event::Kept(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_after_line_feeds_in_non_ascii_text() {
        for line in ["voilà un été\n", "一寸光阴一寸金。\r\n", "der Fluß\n"] {
            let text = line.repeat(100).into_bytes();
            for most in [40, 41, 60, 99] {
                assert_eq!(cut(&text, most), most / line.len() * line.len(), "{line:?} {most}");
            }
        }
        // The sequence after the first line is not complete.
        let text = b"one line\nsome more \xE2\x82\r\n\r\n\xAC and more";
        for most in [22, 23, 24, 25] {
            assert_eq!(cut(text, most), 9, "{most}");
        }
    }

    #[test]
    fn reports_edits_that_are_not_made() {
        let text = b"\xED\xA0\xBD\xED\xB8\x8D and \xFF";
        let options = Options::default();
        let explainer = RefCell::new(Explainer::new());
        let window =
            Window { text, offset: 0, all: true, options: &options, explainer: &explainer };
        let found = without_fixes(text, window.pass());
        let mut events = Vec::new();
        report(text, 0, found, &mut |event| {
            events.push(match event {
                Event::Kept(_) => return,
                Event::Fix(fix) => (fix.offset, fix.fault.code()),
                Event::Ambiguous(doubt) => (doubt.offset, doubt.code),
                Event::IllFormed(finding) => (finding.offset(), "ill-formed"),
            });
        });
        assert_eq!(events, [(0, "surrogate-pair"), (11, "ill-formed")]);
    }
}
