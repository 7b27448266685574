//! The search for mojibake in the lines of a window.

use std::ops::Range;

use utfkit::utf8;

use crate::repair::{
    edit::Edit,
    found::{Doubt, Found},
    misread::{
        escapes,
        judge::Judge,
        quoted,
        verdict::{Alternative, Verdict},
    },
    parts::part_len,
};

/// Returns `true` if no part of `text` may be mojibake.
pub(crate) fn is_clean(text: &str, judge: &mut Judge) -> bool {
    judge.next(text, 0).is_none() && !escapes::may_have(text.as_bytes())
}

/// Finds mojibake in `text`, which may be ill-formed.
pub(crate) fn look(text: &[u8], judge: &mut Judge, found: &mut Found) {
    look_at_characters(text, judge, found);
    // An edit of characters may overlap one of escapes, which the next pass finds.
    if found.edits.is_empty() {
        escapes::look(text, judge, found);
    }
}

fn look_at_characters(text: &[u8], judge: &mut Judge, found: &mut Found) {
    let mut verdicts = Vec::new();
    let mut at = 0;
    for chunk in utf8::chunks(text) {
        look_at(chunk.text(), at, judge, &mut verdicts);
        at += chunk.text().len() + chunk.finding().map_or(0, |finding| finding.len());
    }
    for (range, mut verdict) in verdicts {
        let Ok(part) = std::str::from_utf8(&text[range.clone()]) else { continue };
        // Later lines may have shown the charset of the file.
        if verdict.is_open && judge.knows_charset() {
            verdict = decide(part, judge);
        }
        add(part, range.start, verdict, found);
    }
}

/// Mojibake in a line, and the text that it becomes; `None` if that is not certain.
#[cfg(feature = "audit")]
pub(crate) struct Mojibake {
    pub(crate) range: Range<usize>,
    pub(crate) becomes: Option<String>,
}

/// Finds mojibake in `line`.
#[cfg(feature = "audit")]
pub(crate) fn mojibake(line: &str, judge: &mut Judge) -> Vec<Mojibake> {
    if judge.next(line, 0).is_none() {
        return Vec::new();
    }
    let mut found = Found::default();
    look(line.as_bytes(), judge, &mut found);
    let fixes = found.edits.into_iter().map(|edit| Mojibake {
        range: edit.start..edit.end,
        becomes: String::from_utf8(edit.becomes).ok(),
    });
    let doubts =
        found.doubts.iter().map(|doubt| Mojibake { range: doubt.start..doubt.end, becomes: None });
    fixes.chain(doubts).collect()
}

/// Decides about each line of `text` that may be damaged. `text` begins at the offset `base`.
fn look_at(
    text: &str,
    base: usize,
    judge: &mut Judge,
    verdicts: &mut Vec<(Range<usize>, Verdict)>,
) {
    let mut from = 0;
    while let Some(word) = judge.next(text, from) {
        let start = text[from..word.range.start].rfind('\n').map_or(from, |feed| from + feed + 1);
        let end = text[word.range.end..].find('\n').map_or(text.len(), |len| word.range.end + len);
        let mut part = start;
        while part < end {
            let len = part_len(&text[part..end]);
            let range = part..part + len;
            if word.range.start < range.end {
                let verdict = decide(&text[range.clone()], judge);
                judge.learn(&verdict);
                if !verdict.is_nothing() {
                    verdicts.push((base + range.start..base + range.end, verdict));
                }
            }
            part += len;
        }
        from = end;
    }
}

/// Decides about `text`, and withdraws its edits if it is about mojibake.
fn decide(text: &str, judge: &mut Judge) -> Verdict {
    let mut verdict = judge.decide(text);
    verdict.examples = quoted::remove_examples(text, 0, &mut verdict.edits);
    verdict
}

/// Adds the `verdict` about `text`, which begins at the offset `base`, to `found`.
fn add(text: &str, base: usize, verdict: Verdict, found: &mut Found) {
    let Verdict { edits, examples, doubts, .. } = verdict;
    let moved = |edit: Edit| Edit { start: edit.start + base, end: edit.end + base, ..edit };
    for edit in examples {
        found.doubts.push(Doubt::of(text.as_bytes(), &edit).moved(base));
    }
    for Alternative { edit, rival, gain } in doubts {
        let doubt = Doubt::of(text.as_bytes(), &edit).moved(base);
        found.doubts.push(doubt.with_gain(gain, rival));
    }
    found.edits.extend(edits.into_iter().map(moved));
}
