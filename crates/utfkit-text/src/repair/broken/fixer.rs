//! Fixes ill-formed sequences of UTF-8, and BOMs inside of a text.

use crate::repair::{
    broken::{
        ill_formed::{Outcome, finding, next_ill_formed, read, whole},
        interrupted::{self, OnlyBreaks},
        utf8_by_chance,
    },
    edit::{Edit, Edits},
    events::Fault,
    found::Found,
    options::Options,
    window::Window,
};
use utfkit::{
    Encoding, Kind, scalar,
    units::{self, Range},
    utf8,
};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Finds the ill-formed sequences and stray BOMs of `window`.
pub(crate) fn bytes(window: &Window<'_>, found: &mut Found) {
    let text = window.text;
    let mut breaks = OnlyBreaks::default();
    let mut at = 0;
    loop {
        let valid = next_ill_formed(text, at);
        boms(text, at..valid, window.offset, &mut found.edits);
        if valid == text.len() {
            if let Some(encoding) = window.options.mixed_encoding() {
                let edits = std::mem::take(&mut found.edits);
                found.edits = utf8_by_chance::widened(text, encoding, edits);
            }
            return;
        }
        at = match fix(window, valid, &mut breaks) {
            Outcome::Fix(edit) => {
                let end = edit.end;
                found.edits.push(edit);
                end
            }
            Outcome::Doubt(doubt) => {
                let end = doubt.end;
                found.doubts.push(doubt);
                end
            }
            Outcome::Nothing => {
                let finding = whole(text, valid);
                found.ill_formed.push(finding);
                finding.end() as usize
            }
        };
    }
}

fn fix(window: &Window<'_>, at: usize, breaks: &mut OnlyBreaks) -> Outcome {
    let options = window.options;
    if let Some(edit) = independent(window.text, at, options) {
        return Outcome::Fix(edit);
    }
    let mixed = options.mixed_encoding();
    match interrupted::fix(window, breaks, at, mixed.is_some()) {
        Outcome::Nothing => {}
        // If the encoding of ill-formed bytes is named, there is no doubt.
        Outcome::Doubt(_) if mixed.is_some() => {}
        outcome => return outcome,
    }
    match mixed {
        Some(encoding) => {
            reread(window.text, at, encoding, options).map_or(Outcome::Nothing, Outcome::Fix)
        }
        None => Outcome::Nothing,
    }
}

/// Returns the fix at `at` that does not depend on the text around it.
fn independent(text: &[u8], at: usize, options: &Options) -> Option<Edit> {
    pair(text, at).or_else(|| overlong(text, at, options))
}

/// Returns the fix of two surrogates at `at` that are one character.
fn pair(text: &[u8], at: usize) -> Option<Edit> {
    let &[0xED, high @ 0xA0..0xB0, a @ 0x80..0xC0, 0xED, low @ 0xB0..0xC0, b @ 0x80..0xC0] =
        text.get(at..at + 6)?
    else {
        return None;
    };
    let unit =
        |second: u8, third: u8| 0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F);
    let value = scalar::from_surrogates(unit(high, a), unit(low, b));
    Some(Edit::new(at..at + 6, encoded(value)?, Fault::SurrogatePair))
}

/// Returns the fix of an overlong form at `at`, if an option asks for it.
fn overlong(text: &[u8], at: usize, options: &Options) -> Option<Edit> {
    if !options.modified_utf8 && !options.unsafe_overlong {
        return None;
    }
    let Kind::Overlong { means } = finding(text, at).kind() else {
        return None;
    };
    let len = text[at].leading_ones() as usize;
    let kind = match options.modified_utf8 && means == 0 && len == 2 {
        true => Fault::ModifiedNul,
        false if options.unsafe_overlong => Fault::Overlong,
        false => return None,
    };
    Some(Edit::new(at..at + len, encoded(means)?, kind))
}

/// Returns the fix that decodes the ill-formed bytes at `at` in `encoding`: all adjacent ones up to
/// a sequence with an independent fix.
fn reread(text: &[u8], at: usize, encoding: Encoding, options: &Options) -> Option<Edit> {
    let mut end = at;
    loop {
        end = finding(text, end).end() as usize;
        let rest = &text[end..];
        let is_adjacent = utf8::valid_up_to(&rest[..rest.len().min(4)]) == 0;
        if rest.is_empty() || !is_adjacent || independent(text, end, options).is_some() {
            break;
        }
    }
    Some(Edit::new(at..end, read(&text[at..end], encoding)?, Fault::Reread))
}

fn encoded(value: u32) -> Option<Vec<u8>> {
    Some(String::from(char::from_u32(value)?).into_bytes())
}

/// Returns the position of the next stray BOM of `text` after `from`.
pub(crate) fn stray_bom(text: &[u8], from: usize, offset: u64) -> Option<usize> {
    let mut at = from;
    loop {
        let ranges = [Range { first: 0xEF, last: 0xEF }];
        at += units::outside(&text[at..], &ranges);
        if at >= text.len() {
            return None;
        }
        if text[at..].starts_with(BOM) && is_stray(&text[..at], offset) {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns `true` if a BOM after `before` is that of a joined file: at the start of a line, or after
/// the BOM of the text. `offset` is the offset of `before` in the text.
fn is_stray(before: &[u8], offset: u64) -> bool {
    match before {
        [] => offset > 0,
        [.., b'\n'] => true,
        _ => offset == 0 && before == BOM,
    }
}

/// Adds edits that remove the stray BOMs of `text` in `range`.
fn boms(text: &[u8], range: std::ops::Range<usize>, offset: u64, edits: &mut Edits) {
    let mut from = range.start;
    while let Some(start) = stray_bom(&text[..range.end], from, offset) {
        from = start + BOM.len();
        edits.push(Edit::new(start..from, [], Fault::StrayBom));
    }
}
