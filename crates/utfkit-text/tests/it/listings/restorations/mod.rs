//! Lists restorations: the old text, its edits, the damage, and the exact outcome.
//!
//! A row is `LANGUAGE, CHARSET, EDIT, DAMAGE: OUTCOME`. The edits with a comma come after the damage. An
//! outcome has these parts:
//!
//! - the score in thousandths, and the damages, or the refusal;
//! - `=` if the result is the edited text, or else its lines that differ;
//! - `WRONG` if a restored place has other bytes than the edited text, `silent` if a place that differs
//!   is not open, or `unencodable` if the charset lacks a character of the edit;
//! - each restored place: the evidence, the offset, the length, the number of characters, and the line
//!   of the old text;
//! - each open place: the reason, the offset, the length, and the candidates;
//! - `line ends` and `BOM` if they were put back.
//!
//! Long lists end with their number and a hash of all of the outcome.

mod damages;
mod edits;
mod hostile;
mod limits;
mod texts;

use std::fmt::Write as _;

use utfkit::transcode;
use utfkit_text::heal::{Healed, Open, Restored, heal};

use self::{
    damages::DAMAGES,
    edits::{AFTERS, After, EDITS},
    texts::{LETTERS, Text, UNICODE, WIDE},
};
use super::{compare, encoded, encoding, shown};

/// The restored places, the open places, and the lines of a row.
const MAX: (usize, usize, usize) = (3, 2, 1);

/// Returns the exact outcome as one line. `wanted` is the edited text, if the charset has it.
fn outcome(old: &[u8], new: &[u8], name: &str, wanted: Option<&[u8]>) -> String {
    let healed = match heal(old, new, encoding(name)) {
        Ok(healed) => healed,
        Err(refusal) => return refusal.to_string(),
    };
    let mut text = format!("{:.0} {};", healed.score * 1000.0, healed.damages.join(" + "));
    let is_cut = push_lines(&mut text, &healed.bytes, wanted.unwrap_or(new), name)
        | (healed.restored.len() > MAX.0)
        | (healed.open.len() > MAX.1);
    match wanted {
        None => text += " unencodable",
        Some(wanted) if !has_right_bytes(&healed, wanted) => text += " WRONG",
        Some(wanted) if !is_complete(&healed, wanted) => text += " silent",
        Some(_) => {}
    }
    text += ";";
    for place in healed.restored.iter().take(MAX.0) {
        let &Restored { offset, len, characters, evidence, old_line, .. } = place;
        write!(text, " {} {offset}+{len}", evidence.code()).unwrap();
        write!(text, "x{characters}").unwrap();
        old_line.iter().for_each(|line| write!(text, "<{line}").unwrap());
    }
    text += ";";
    for Open { offset, len, reason, candidates, .. } in healed.open.iter().take(MAX.1) {
        let candidates: Vec<_> = candidates.iter().map(|bytes| shown(bytes)).collect();
        write!(text, " {} {offset}+{len}{candidates:?}", reason.code()).unwrap();
    }
    if healed.more_open > 0 {
        write!(text, " and {} more", healed.more_open).unwrap();
    }
    text += if healed.line_ends { "; line ends" } else { "" };
    text += if healed.bom { "; BOM" } else { "" };
    if is_cut {
        let all = format!("{healed:?}");
        let (restored, open) = (healed.restored.len(), healed.open.len());
        write!(text, "; {restored} and {open}, #{:08x}", hash(all.as_bytes())).unwrap();
    }
    text
}

/// Appends the lines of the result that differ. Returns whether some were left out.
fn push_lines(out: &mut String, bytes: &[u8], wanted: &[u8], name: &str) -> bool {
    if bytes == wanted {
        out.push_str(" =");
        return false;
    }
    let readable = |bytes: &[u8]| match encoding(name).unit_bytes() {
        1 => bytes.to_vec(),
        _ => transcode::decode_lossy(bytes, encoding(name)).0.into_owned().into(),
    };
    let (bytes, wanted) = (readable(bytes), readable(wanted));
    let split = |bytes: &[u8]| bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (lines, wanted) = (split(&bytes), split(&wanted));
    let different = (0..lines.len()).filter(|&at| lines.get(at) != wanted.get(at));
    let mut is_cut = lines.len() != wanted.len();
    for (count, at) in different.enumerate() {
        let line = shown(&lines[at]);
        is_cut |= count >= MAX.2 || line.chars().count() > 40;
        if count < MAX.2 {
            write!(out, " {}:{}", at + 1, line.chars().take(40).collect::<String>()).unwrap();
        }
    }
    is_cut
}

/// Whether the result is `wanted` apart from the open places.
fn is_complete(healed: &Healed, wanted: &[u8]) -> bool {
    let mut at = 0;
    let mut from = 0;
    let mut is_exact = true;
    for place in &healed.open {
        let part = &healed.bytes[from..place.offset];
        let rest = wanted.get(at..).unwrap_or_default();
        let found = match is_exact {
            true => rest.starts_with(part).then_some(0),
            false => (0..=rest.len()).find(|&skip| rest[skip..].starts_with(part)),
        };
        let Some(found) = found else { return false };
        (at, from, is_exact) = (at + found + part.len(), place.offset + place.len, false);
    }
    let (part, rest) = (&healed.bytes[from..], wanted.get(at..).unwrap_or_default());
    healed.more_open > 0 || if is_exact { rest == part } else { rest.ends_with(part) }
}

/// Whether the line of each restored place has its bytes in `wanted`.
fn has_right_bytes(healed: &Healed, wanted: &[u8]) -> bool {
    let lines = |bytes: &[u8]| bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (all, wanted) = (lines(&healed.bytes), lines(wanted));
    if all.len() != wanted.len() {
        return true;
    }
    healed.restored.iter().all(|place| {
        let line = healed.bytes[..place.offset].iter().filter(|&&b| b == b'\n').count();
        let bytes = &healed.bytes[place.offset..place.offset + place.len];
        bytes.contains(&b'\n') || wanted[line].windows(bytes.len()).any(|part| part == bytes)
    })
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// Returns the text, and the damaged bytes, with an edit after the damage.
fn edited(text: &str, bytes: &[u8], after: &After) -> (String, Vec<u8>) {
    let (mut text, mut bytes) = (text.to_owned(), bytes.to_vec());
    match *after {
        After::Nothing => {}
        After::Typed(line, words) => {
            let end = |text: &[u8]| {
                let mut ends = (0..text.len()).filter(|&at| text[at] == b'\n');
                ends.nth(line).unwrap_or(text.len())
            };
            text.insert_str(end(text.as_bytes()), words);
            let at = end(&bytes);
            bytes.splice(at..at, words.bytes()).for_each(drop);
        }
        After::Again(nth) => {
            let line = text.lines().filter(|line| !line.is_ascii()).nth(nth).unwrap_or("");
            let line = format!("{line}\n");
            text += &line;
            bytes.extend(line.bytes());
        }
        After::CrLf => {
            let lines = bytes.split_inclusive(|&b| b == b'\n');
            let of = |line: &[u8]| match line.strip_suffix(b"\n") {
                Some(line) => [line, b"\r\n"].concat(),
                None => line.to_vec(),
            };
            bytes = lines.flat_map(of).collect();
        }
        After::Mixed => {
            let lines = bytes.split_inclusive(|&b| b == b'\n').enumerate();
            let of = |(at, line): (usize, &[u8])| match line.strip_suffix(b"\n") {
                Some(line) if at % 2 == 0 => [line, b"\r\n"].concat(),
                _ => line.to_vec(),
            };
            bytes = lines.flat_map(of).collect();
            let lines = text.split_inclusive('\n').enumerate();
            let of = |(at, line): (usize, &str)| match line.strip_suffix('\n') {
                Some(line) if at % 2 == 0 => format!("{line}\r\n"),
                _ => line.to_owned(),
            };
            text = lines.map(of).collect();
        }
        After::Bom => bytes.splice(0..0, *b"\xEF\xBB\xBF").for_each(drop),
    }
    (text, bytes)
}

/// The rows of a text in a charset. `count` chooses the edits.
fn rows(language: &str, charset: &str, text: &str, count: &mut usize, out: &mut Vec<String>) {
    let Some(old) = encoded(text, charset) else { return };
    for (damage, spoil) in DAMAGES {
        if spoil(&old, charset).is_none_or(|new| new == old && damage != "nothing") {
            continue;
        }
        let (edit, change) = EDITS[*count * 7 % EDITS.len()];
        let changed = change(text);
        let Some(new) = encoded(&changed, charset).and_then(|text| spoil(&text, charset)) else {
            continue;
        };
        // Text in larger units cannot be edited as UTF-8.
        let is_typed = *count % 2 == 1 && !new.contains(&0);
        let (then, after) = &AFTERS[if is_typed { *count / 2 % AFTERS.len() } else { 0 }];
        *count += 1;
        let (wanted, new) = edited(&changed, &new, after);
        let wanted = encoded(&wanted, charset);
        let said = outcome(&old, &new, charset, wanted.as_deref());
        out.push(format!("{language}, {charset}, {edit}{then}, {damage}: {said}"));
    }
}

fn all(texts: &[Text]) -> Vec<String> {
    let (mut out, mut count) = (Vec::new(), 0);
    for (language, charsets, text) in texts {
        for charset in *charsets {
            rows(language, charset, text, &mut count, &mut out);
        }
    }
    out
}

#[test]
fn letters_of_one_byte() {
    compare("restorations/letters.txt", &all(&LETTERS));
}

#[test]
fn letters_of_two_bytes() {
    compare("restorations/wide.txt", &all(&WIDE));
}

#[test]
fn letters_of_unicode() {
    let (mut out, mut count) = (Vec::new(), 0);
    for (language, _, text) in [LETTERS[0], LETTERS[5], WIDE[0]] {
        for charset in UNICODE {
            rows(language, charset, text, &mut count, &mut out);
        }
    }
    compare("restorations/unicode.txt", &out);
}
