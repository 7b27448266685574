//! Passes over a window of UTF-8: it is cut where nothing reaches across, and fixed until nothing is
//! left to fix.

use std::{cell::RefCell, mem};

use crate::repair::{
    broken::fixer,
    edit::{self, Edits},
    events::{Event, Fix},
    found::{Doubt, Found},
    misread::{self, Judge},
    options::Options,
    window::Window,
};
use utfkit::{
    Finding,
    utf8::{self, is_continuation},
};

/// How often a window is gone through at most: each layer of mojibake takes two bytes for one.
const MAX_PASSES: usize = 20;

/// Where to cut `rest`, which is longer than `most` bytes, there or before.
///
/// The last line feed is best, unless a sequence may be interrupted there; in a line that is too
/// long a space, else any ASCII byte, else any boundary.
pub(crate) fn cut(rest: &[u8], most: usize) -> usize {
    let seen = &rest[..=most];
    clean_cut(seen, |byte| byte == b'\n')
        .or_else(|| clean_cut(seen, |byte| byte == b' '))
        .or_else(|| clean_cut(seen, |byte| byte.is_ascii()))
        .or_else(|| (1..=most).rev().find(|&at| !is_continuation(seen[at])))
        .unwrap_or(most)
}

/// The last place in `seen` behind a byte that is `wanted`, where no sequence is open but for
/// line breaks.
fn clean_cut(seen: &[u8], wanted: fn(u8) -> bool) -> Option<usize> {
    let mut at = seen.len() - 1;
    while at > 0 {
        if !wanted(seen[at - 1]) || is_continuation(seen[at]) {
            at -= 1;
            continue;
        }
        let is_break = |byte: &u8| b"\r\n=".contains(byte);
        match seen[..at].iter().rposition(|byte| !is_break(byte)) {
            // It is open everywhere behind that one: not to look at all these breaks for each of
            // them.
            Some(last) if is_open(&seen[..=last]) => at = last,
            _ => return Some(at),
        }
    }
    None
}

/// Whether `text` ends with something beyond ASCII that is no whole sequence.
fn is_open(text: &[u8]) -> bool {
    let lead = text.iter().rev().take(4).position(|&byte| !is_continuation(byte));
    let last = lead.map(|behind| &text[text.len() - 1 - behind..]);
    last.is_none_or(|last| std::str::from_utf8(last).is_err())
}

/// Tells `sink` what becomes of `text`, which stands at `offset`.
pub(crate) fn repair(
    text: &[u8],
    offset: u64,
    options: &Options,
    judge: &RefCell<Judge>,
    sink: &mut dyn FnMut(Event<'_>),
) {
    if is_clean(text, offset, &mut judge.borrow_mut()) {
        return sink(Event::Kept(text));
    }
    let found = Window { text, offset, options, judge }.fixed();
    judge.borrow_mut().end_window();
    tell(text, offset, found, sink);
}

/// Whether nothing in `text` even looks like something to fix.
fn is_clean(text: &[u8], offset: u64, judge: &mut Judge) -> bool {
    utf8::validate(text).is_ok_and(|text| judge.next(text, 0).is_none())
        && fixer::stray_bom(text, 0, offset).is_none()
}

impl Window<'_> {
    /// What there is to fix, until nothing is left.
    fn fixed(self) -> Found {
        match self.peeled() {
            Some(Peeled { edits, mut left }) => {
                left.place_back(&edits);
                Found { edits, ..left }
            }
            // So much on top of each other is no accident: it stays as it is.
            None => untouched(self.text, self.pass()),
        }
    }

    /// The same window with another text.
    fn with<'b>(&self, text: &'b [u8]) -> Window<'b>
    where
        Self: 'b,
    {
        Window { text, ..*self }
    }

    /// The text peeled layer by layer; `None` if there is no end of it.
    fn peeled(self) -> Option<Peeled> {
        let mut edits = Edits::new();
        let mut now = self.text.to_vec();
        for _ in 0..MAX_PASSES {
            let found = self.with(&now).pass();
            if found.edits.is_empty() {
                return Some(Peeled { edits, left: found });
            }
            let next = edit::apply(&now, &found.edits);
            edits = edit::compose(edits, found.edits, &now);
            now = next;
        }
        None
    }

    /// What one look at the text finds.
    fn pass(self) -> Found {
        let mut found = Found::default();
        fixer::bytes(&self, &mut found);
        if !found.edits.is_empty() {
            return found;
        }
        misread::look(self.text, &mut self.judge.borrow_mut(), &mut found);
        found.doubts.sort_by_key(|doubt| doubt.start);
        found
    }
}

/// A text as it is below all layers.
struct Peeled {
    /// All edits that takes.
    edits: Edits,
    /// What is found in what they make, where it is in that.
    left: Found,
}

/// What there is to tell of `text`, of which `found` was found, if nothing of that is fixed: what
/// was left, and what it could have been.
fn untouched(text: &[u8], mut found: Found) -> Found {
    let left = mem::take(&mut found.edits);
    found.doubts.extend(left.iter().map(|edit| Doubt::of(text, edit)));
    found.doubts.sort_by_key(|doubt| doubt.start);
    found
}

/// Tells `sink` what was found in `text`, in order.
fn tell(text: &[u8], offset: u64, found: Found, sink: &mut dyn FnMut(Event<'_>)) {
    let mut doubts = found.doubts.into_iter().peekable();
    let mut ill_formed = found.ill_formed.into_iter().peekable();
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
                sink(Event::Ambiguous(&doubt.told(text, offset)));
            }
        }
    };
    let mut done = 0;
    for edit in found.edits {
        notes(edit.start, &mut done, sink);
        keep(&text[done..edit.start], sink);
        let bytes = text[edit.start..edit.end].to_vec();
        let offset = offset + edit.start as u64;
        done = edit.end;
        let fix = Fix::new(offset, bytes, edit.becomes, edit.kind);
        sink(Event::Fix(&Fix { also: edit.also, ..fix }));
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
    fn lines_are_cut_at_their_ends_though_these_are_beyond_ascii() {
        for line in ["voilà un été\n", "一寸光阴一寸金。\r\n", "der Fluß\n"] {
            let text = line.repeat(100).into_bytes();
            for most in [40, 41, 60, 99] {
                assert_eq!(cut(&text, most), most / line.len() * line.len(), "{line:?} {most}");
            }
        }
        // A sequence is open here, though a line ends before.
        let text = b"one line\nsome more \xE2\x82\r\n\r\n\xAC and more";
        for most in [22, 23, 24, 25] {
            assert_eq!(cut(text, most), 9, "{most}");
        }
    }

    #[test]
    fn what_is_left_is_told() {
        let text = b"\xED\xA0\xBD\xED\xB8\x8D and \xFF";
        let options = Options::default();
        let judge = RefCell::new(Judge::new());
        let window = Window { text, offset: 0, options: &options, judge: &judge };
        let found = untouched(text, window.pass());
        let mut told = Vec::new();
        tell(text, 0, found, &mut |event| {
            told.push(match event {
                Event::Kept(_) => return,
                Event::Fix(fix) => (fix.offset, fix.fault.code()),
                Event::Ambiguous(doubt) => (doubt.offset, doubt.code),
                Event::IllFormed(finding) => (finding.offset(), "ill-formed"),
            });
        });
        assert_eq!(told, [(0, "surrogate-pair"), (11, "stray-byte")]);
    }
}
