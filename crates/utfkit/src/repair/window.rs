//! A window of UTF-8: cut where nothing reaches across, mended until nothing is left to mend.

use alloc::{string::String, vec::Vec};
use core::mem;

use super::{
    Ambiguity, Event, Fault, Mend, Options, broken,
    edit::{self, Edit, Edits},
    mojibake,
};
use crate::{Finding, form::is_continuation, utf8};

/// How often a window is gone through at most: each layer of mojibake takes two octets for one.
const MOST_PASSES: usize = 20;

/// Where to cut `rest`, which is longer than `most` octets, there or before.
///
/// The last line feed is best, unless a sequence may be interrupted there; in a line that is too long a
/// space, else any ASCII octet, else any boundary.
pub(super) fn cut(rest: &[u8], most: usize) -> usize {
    let seen = &rest[..=most];
    clean_cut(seen, |octet| octet == b'\n')
        .or_else(|| clean_cut(seen, |octet| octet == b' '))
        .or_else(|| clean_cut(seen, |octet| octet.is_ascii()))
        .or_else(|| (1..=most).rev().find(|&at| !is_continuation(seen[at])))
        .unwrap_or(most)
}

/// The last place in `seen` behind an octet that is `wanted`, where no sequence is open but for line breaks.
fn clean_cut(seen: &[u8], wanted: fn(u8) -> bool) -> Option<usize> {
    let mut at = seen.len() - 1;
    while at > 0 {
        if !wanted(seen[at - 1]) || is_continuation(seen[at]) {
            at -= 1;
            continue;
        }
        let is_break = |octet: &u8| b"\r\n=".contains(octet);
        match seen[..at].iter().rposition(|octet| !is_break(octet)) {
            // Behind that one it is open everywhere: not to look at all these breaks for each of them.
            Some(last) if !seen[last].is_ascii() => at = last,
            _ => return Some(at),
        }
    }
    None
}

/// Tells `sink` what becomes of `text`, which stands at `offset`; `last` if nothing comes behind.
pub(super) fn repair(
    text: &[u8],
    offset: u64,
    last: bool,
    options: &Options,
    sink: &mut dyn FnMut(Event<'_>),
) {
    if is_clean(text, offset) {
        return sink(Event::Kept(text));
    }
    let found = mended(text, offset, last, options);
    tell(text, offset, found, sink);
}

/// Whether nothing in `text` even looks like something to mend.
fn is_clean(text: &[u8], offset: u64) -> bool {
    utf8::validate(text).is_ok_and(|text| !mojibake::may_hold(text))
        && broken::stray_signature(text, 0, offset).is_none()
}

/// What is found in a window.
#[derive(Clone, Default)]
struct Found {
    edits: Edits,
    doubts: Vec<Ambiguity>,
    ill_formed: Vec<Finding>,
}

/// What there is to mend in `text`, until nothing is left.
fn mended(text: &[u8], offset: u64, last: bool, options: &Options) -> Found {
    const MOST_ROUNDS: usize = 6;
    let mut edits = Edits::new();
    let mut now = text.to_vec();
    for _ in 0..MOST_ROUNDS {
        let Some(Peeled { edits: peeled, left }) = peeled(&now, offset, last, options) else {
            break;
        };
        let mut found = left.clone();
        place_back(&mut found, &peeled);
        let (open, kept) = apart(&now, peeled, &found.doubts);
        if open.is_empty() {
            // What was made of it was looked at.
            let edits = edit::compose(edits, kept, &now);
            let mut found = left;
            place_back(&mut found, &edits);
            return Found { edits, ..found };
        }
        if kept.is_empty() {
            let mut found = untouched(&now, Found { edits: open, ..found });
            place_back(&mut found, &edits);
            return Found { edits, ..found };
        }
        let next = edit::apply(&now, &kept);
        edits = edit::compose(edits, kept, &now);
        now = next;
    }
    // So much on top of each other is no accident: it stays as it is.
    untouched(text, pass(text, offset, last, options))
}

/// What there is to tell of `text`, of which `found` was found, if nothing of that is mended: what was left, and what it
/// could have been.
fn untouched(text: &[u8], mut found: Found) -> Found {
    let left = mem::take(&mut found.edits);
    found.doubts.extend(left.iter().map(|edit| doubt(text, edit)));
    found.doubts.sort_by_key(|doubt| doubt.offset);
    found
}

/// A text as it is below all layers.
struct Peeled {
    /// All edits that takes.
    edits: Edits,
    /// What is found in what they make, where it is in that.
    left: Found,
}

/// `text` peeled layer by layer; `None` if there is no end of it.
fn peeled(text: &[u8], offset: u64, last: bool, options: &Options) -> Option<Peeled> {
    let mut edits = Edits::new();
    let mut now = text.to_vec();
    for _ in 0..MOST_PASSES {
        let found = pass(&now, offset, last, options);
        if found.edits.is_empty() {
            return Some(Peeled { edits, left: found });
        }
        let next = edit::apply(&now, &found.edits);
        edits = edit::compose(edits, found.edits, &now);
        now = next;
    }
    None
}

/// Those of `edits` that make what could be one more layer, which would be peeled too far, or not enough;
/// and the others. `doubts` are what was found in the text that they make.
fn apart(text: &[u8], edits: Edits, doubts: &[Ambiguity]) -> (Edits, Edits) {
    let is_doubted = |edit: &Edit| {
        let next = doubts.partition_point(|doubt| doubt.range().1 <= edit.start);
        doubts.get(next).is_some_and(|doubt| doubt.range().0 < edit.end)
    };
    let beside: Vec<_> = (0..edits.len()).map(|at| beside(text, &edits, at)).collect();
    let mut beside = beside.into_iter();
    edits.into_iter().partition(|edit| {
        let (before, after) = beside.next().unwrap_or_default();
        let charset = edit.faults().find_map(|fault| match fault {
            Fault::Mojibake { charset, .. } => Some(charset),
            _ => None,
        });
        let Some(charset) = charset else { return false };
        let texts = [&text[edit.start..edit.end], &edit.becomes];
        is_doubted(edit) || mojibake::is_open(charset, before, texts, after)
    })
}

/// The octets beside what the edit `at` makes.
fn beside(text: &[u8], edits: &[Edit], at: usize) -> (Option<u8>, Option<u8>) {
    let Edit { start, end, .. } = edits[at];
    let earlier = at.checked_sub(1).and_then(|at| edits.get(at)).filter(|one| one.end == start);
    let later = edits.get(at + 1).filter(|one| one.start == end);
    let before = match earlier {
        Some(edit) => edit.becomes.last(),
        None => start.checked_sub(1).and_then(|at| text.get(at)),
    };
    let after = match later {
        Some(edit) => edit.becomes.first(),
        None => text.get(end),
    };
    (before.copied(), after.copied())
}

/// An edit that is not made.
fn doubt(text: &[u8], edit: &Edit) -> Ambiguity {
    let stands = String::from_utf8_lossy(&text[edit.start..edit.end]).into_owned();
    let becomes = String::from_utf8_lossy(&edit.becomes).into_owned();
    Ambiguity::new(edit.start, edit.end, edit.kind.code(), [stands, becomes])
}

/// What one look at `text` finds.
fn pass(text: &[u8], offset: u64, last: bool, options: &Options) -> Found {
    let mut found = Found::default();
    broken::octets(
        text,
        offset,
        last,
        options,
        &mut found.edits,
        &mut found.doubts,
        &mut found.ill_formed,
    );
    if !found.edits.is_empty() {
        return found;
    }
    let mut start = 0;
    for line in text.split_inclusive(|&octet| octet == b'\n') {
        parts(line, start, &mut found);
        start += line.len();
    }
    found.doubts.sort_by_key(|doubt| doubt.offset);
    found
}

/// Looks for mojibake in a line, which may be ill-formed in places.
fn parts(line: &[u8], start: usize, found: &mut Found) {
    let mut at = start;
    for chunk in utf8::chunks(line) {
        if !chunk.text().is_ascii() {
            mojibake::line(chunk.text(), at, &mut found.edits, &mut found.doubts);
        }
        at += chunk.text().len() + chunk.finding().map_or(0, |finding| finding.len());
    }
}

/// Gives what was found behind `edits` the places it has in the text before them.
fn place_back(found: &mut Found, edits: &Edits) {
    if edits.is_empty() {
        return;
    }
    let ill_formed = found.ill_formed.iter().map(|one| (one.offset() as usize, one.end() as usize));
    let doubts = found.doubts.iter().map(Ambiguity::range);
    let mut ranges: Vec<_> = doubts.chain(ill_formed).collect();
    edit::place_back(edits, &mut ranges);
    let (doubts, ill_formed) = ranges.split_at(found.doubts.len());
    for (doubt, &(start, end)) in found.doubts.iter_mut().zip(doubts) {
        doubt.offset = start as u64;
        doubt.octets.resize(end - start, 0);
    }
    for (finding, &(start, _)) in found.ill_formed.iter_mut().zip(ill_formed) {
        *finding = finding.placed(start as u64);
    }
}

/// Tells `sink` what was found in `text`, in order.
fn tell(text: &[u8], offset: u64, found: Found, sink: &mut dyn FnMut(Event<'_>)) {
    let mut doubts = found.doubts.into_iter().peekable();
    let mut ill_formed = found.ill_formed.into_iter().peekable();
    let mut notes = |before: usize, done: &mut usize, sink: &mut dyn FnMut(Event<'_>)| {
        loop {
            let doubted = doubts.peek().map_or(u64::MAX, |doubt| doubt.offset);
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
            } else if let Some(mut doubt) = doubts.next() {
                let (start, end) = doubt.range();
                doubt.octets.copy_from_slice(&text[start..end]);
                doubt.offset += offset;
                sink(Event::Ambiguous(&doubt));
            }
        }
    };
    let mut done = 0;
    for edit in found.edits {
        notes(edit.start, &mut done, sink);
        keep(&text[done..edit.start], sink);
        let octets = text[edit.start..edit.end].to_vec();
        let offset = offset + edit.start as u64;
        done = edit.end;
        let mend = Mend::new(offset, octets, edit.becomes, edit.kind);
        sink(Event::Mend(&Mend { also: edit.also, ..mend }));
    }
    notes(usize::MAX, &mut done, sink);
    keep(&text[done..], sink);
}

fn keep(octets: &[u8], sink: &mut dyn FnMut(Event<'_>)) {
    if !octets.is_empty() {
        sink(Event::Kept(octets));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told() {
        let text = b"\xED\xA0\xBD\xED\xB8\x8D and \xFF";
        let found = untouched(text, pass(text, 0, true, &Options::default()));
        let mut told = Vec::new();
        tell(text, 0, found, &mut |event| {
            told.push(match event {
                Event::Kept(_) => return,
                Event::Mend(mend) => (mend.offset, mend.fault.code()),
                Event::Ambiguous(doubt) => (doubt.offset, doubt.code),
                Event::IllFormed(finding) => (finding.offset(), "ill-formed"),
            });
        });
        assert_eq!(told, [(0, "surrogate-pair"), (11, "stray-octet")]);
    }
}
