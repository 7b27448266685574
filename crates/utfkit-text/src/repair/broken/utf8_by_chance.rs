//! Bytes that are UTF-8 by chance, in lines whose ill-formed bytes are decoded in a named encoding.
//!
//! `CF B8 F2 F0` is `Пётр` in windows-1251, and begins with a character of UTF-8. No author would
//! write that character there, and windows-1251 does not have it.

use std::ops::Range;

use crate::repair::{
    broken::ill_formed::read,
    characters::{high_runs, is_latin},
    edit::{self, Edit, Edits},
    events::Fault,
};
use utfkit::{Encoding, utf8};

/// Returns `edits` of `text`, and edits that decode bytes that are UTF-8 by chance. Some of `edits`
/// decode ill-formed bytes in `encoding`.
pub(crate) fn widened(text: &[u8], encoding: Encoding, edits: Edits) -> Edits {
    if !edits.iter().any(is_reread) {
        return edits;
    }
    let Some(page) = Page::of(encoding) else { return edits };
    let mut out = Edits::new();
    let mut edits = edits.into_iter().peekable();
    while let Some(first) = edits.next() {
        let done = out.last().map_or(0, |edit: &Edit| edit.end);
        let line = line(text, done, first.start);
        let mut own = Vec::from([first]);
        while let Some(next) = edits.next_if(|next| next.start < line.end) {
            own.push(next);
        }
        if own.iter().any(is_reread) {
            widen(text, line, &page, &mut own);
        }
        out.append(&mut own);
    }
    // Adjacent edits become one.
    edit::compose(Edits::new(), out, text)
}

fn is_reread(edit: &Edit) -> bool {
    edit.kind == Fault::Reread
}

/// Returns the line of `at`, without the bytes before `done`.
fn line(text: &[u8], done: usize, at: usize) -> Range<usize> {
    let done = done.min(at);
    let start =
        text[done..at].iter().rposition(|&byte| byte == b'\n').map_or(done, |end| done + end + 1);
    let len = text[at..].iter().position(|&byte| byte == b'\n');
    start..len.map_or(text.len(), |len| at + len)
}

/// Returns the runs of non-ASCII bytes in `line` of `text`, each with the `edits` that overlap it.
fn runs<'a>(
    text: &'a [u8],
    line: Range<usize>,
    edits: &'a [Edit],
) -> impl Iterator<Item = (Range<usize>, &'a [Edit])> {
    high_runs(text, line).map(|run| {
        let first = edits.partition_point(|edit| edit.end <= run.start);
        let last = edits.partition_point(|edit| edit.start < run.end);
        (run, &edits[first..last.max(first)])
    })
}

/// The characters of a single-byte charset.
struct Page([char; 128]);

impl Page {
    /// Returns the characters of `encoding`; `None` if it has few beyond ASCII.
    fn of(encoding: Encoding) -> Option<Self> {
        const FEWEST: usize = 72;
        let mut page = ['\0'; 128];
        for (byte, place) in (0x80..=0xFF).zip(&mut page) {
            let one = read(&[byte], encoding);
            *place = one.and_then(|one| one.chars().next()).unwrap_or('\0');
        }
        (page.iter().filter(|&&one| one != '\0').count() >= FEWEST).then_some(Self(page))
    }

    fn at(&self, byte: u8) -> char {
        match byte {
            0x80.. => self.0[usize::from(byte - 0x80)],
            _ => byte.into(),
        }
    }

    fn has(&self, character: char) -> bool {
        self.0.contains(&character)
    }

    /// Returns `true` if `character` is UTF-8 by chance: its `bytes` are letters in this charset,
    /// and authors do not write it next to these.
    fn explains(&self, character: char, bytes: &[u8]) -> bool {
        let mut letters = bytes.iter().map(|&byte| self.at(byte));
        !self.has(character)
            && letters.clone().all(is_letter)
            && (!letters.any(is_latin) || is_foreign(character))
    }
}

/// Returns `true` if `character` is a letter, and not a symbol that Unicode counts as one.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !matches!(character, 'ª' | 'º' | 'µ' | 'ƒ')
}

/// Returns `true` if no language writes `character` among Latin letters.
fn is_foreign(character: char) -> bool {
    match character {
        '\u{300}'..'\u{370}' => false,
        '\u{250}'..'\u{300}' => true,
        _ => !is_latin(character),
    }
}

/// Returns `true` if a capital follows a lowercase letter.
fn is_odd(left: char, right: char) -> bool {
    left.is_lowercase() && right.is_uppercase()
}

/// Adds edits of bytes that are UTF-8 by chance to the edits of a line.
fn widen(text: &[u8], line: Range<usize>, page: &Page, edits: &mut Edits) {
    let characters = utf8::chunks(&text[line.clone()]).flat_map(|chunk| chunk.text().chars());
    // None of its letters is in the charset.
    let is_pure =
        characters.filter(|one| !one.is_ascii() && one.is_alphabetic()).all(|one| !page.has(one));
    let mut found = Edits::new();
    for (run, own) in runs(text, line, edits) {
        let before = run.start.checked_sub(1).map_or(' ', |at| text[at].into());
        let after = text.get(run.end).map_or(' ', |&byte| byte.into());
        let begun = found.len();
        let is_whole = by_chance(text, run, page, [before, after], &mut found);
        let is_in_word = [before, after].iter().any(char::is_ascii_alphabetic);
        let is_alone = |found: &[Edit]| {
            let text = found.iter().filter_map(|edit| std::str::from_utf8(&edit.becomes).ok());
            let is_latin = text.flat_map(str::chars).any(is_latin);
            is_whole && is_pure && is_in_word == is_latin
        };
        let is_adjacent = own.iter().any(is_reread) && own.iter().all(is_reread);
        let is_chance = is_adjacent || own.is_empty() && is_alone(&found[begun..]);
        if !is_chance {
            found.truncate(begun);
        }
    }
    edits.append(&mut found);
    edits.sort_by_key(|edit| edit.start);
}

/// Adds edits of the bytes in `run` that are UTF-8 by chance to `found`. Returns `true` if these are
/// all UTF-8 characters of the run. `before` and `after` are the characters around the run.
fn by_chance(
    text: &[u8],
    run: Range<usize>,
    page: &Page,
    [before, after]: [char; 2],
    found: &mut Edits,
) -> bool {
    let (mut at, mut last, mut all) = (run.start, before, true);
    for chunk in utf8::chunks(&text[run.clone()]) {
        let end = at + chunk.text().len();
        for character in chunk.text().chars() {
            let place = at..at + character.len_utf8();
            at = place.end;
            let bytes = &text[place.clone()];
            let letters = || bytes.iter().map(|&byte| page.at(byte));
            // The next character is known if it is not UTF-8.
            let next = if at < end {
                ' '
            } else {
                text.get(at).filter(|_| at < run.end).map_or(after, |&byte| page.at(byte))
            };
            let around = [last].into_iter().chain(letters()).chain([next]);
            let is_odd =
                around.clone().zip(around.skip(1)).any(|(left, right)| is_odd(left, right));
            if !is_odd && page.explains(character, bytes) {
                last = page.at(bytes[bytes.len() - 1]);
                let becomes: String = letters().collect();
                found.push(Edit::new(place, becomes, Fault::Reread));
            } else {
                (last, all) = (character, false);
            }
        }
        at = end + chunk.finding().map_or(0, |finding| finding.len());
        if at > end {
            last = page.at(text[at - 1]);
        }
    }
    all
}
