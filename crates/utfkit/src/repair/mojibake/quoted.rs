//! Text that tells of mojibake: what it quotes beside letters that are as they should be may be meant.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use super::script;
use crate::repair::edit::{Edit, Edits};

/// Edits of a line up to which its words are compared: who tells of mojibake shows little of it.
const FEW: usize = 8;

/// Characters of a word before a mend, and behind it: longer ones are none.
const LONGEST: usize = 40;

/// Takes out of `edits`, which are those of `line`, `base` octets into the window, what the line only quotes.
pub(super) fn taken_out(line: &str, base: usize, edits: &mut Edits) -> Edits {
    if !has_letters(line, base, edits) {
        return Edits::new();
    }
    let is_few = edits.len() <= FEW;
    let is_told = |edit: &Edit| {
        word(line, edit.start - base..edit.end - base).is_some_and(|word| {
            is_between_marks(line, &word) || is_few && stands(line, base, edits, word)
        })
    };
    let mut told = edits.iter().map(is_told).collect::<Vec<_>>().into_iter();
    let (out, kept) = edits.drain(..).partition(|_: &Edit| told.next().unwrap_or(false));
    *edits = kept;
    out
}

/// Whether `word`, as `edits` make it, stands in `line` as it should be.
fn stands(line: &str, base: usize, edits: &Edits, word: Range<usize>) -> bool {
    let mut restored = String::new();
    let mut done = word.start;
    let inside = |edit: &&Edit| edit.start - base >= word.start && edit.end - base <= word.end;
    for edit in edits.iter().filter(inside) {
        restored.push_str(&line[done..edit.start - base]);
        restored.push_str(&String::from_utf8_lossy(&edit.becomes));
        done = edit.end - base;
    }
    restored.push_str(&line[done..word.end]);
    // Short ones stand everywhere.
    restored.chars().nth(2).is_some() && line.contains(&restored)
}

/// Whether `line` has letters of Latin beyond ASCII where nothing is mended.
fn has_letters(line: &str, base: usize, edits: &Edits) -> bool {
    let mut rest = edits.iter().peekable();
    line.char_indices().any(|(at, character)| {
        while rest.next_if(|edit| edit.end - base <= at).is_some() {}
        let is_mended = rest.peek().is_some_and(|edit| edit.start - base <= at);
        !is_mended && script::is_latin(character) && character.is_lowercase()
    })
}

/// The word in which `range` stands in `line`.
fn word(line: &str, range: Range<usize>) -> Option<Range<usize>> {
    let ends = |&(_, character): &(usize, char)| !character.is_alphanumeric();
    let mut before = line[..range.start].char_indices().rev();
    let start = match before.by_ref().take(LONGEST).find(ends) {
        Some((at, one)) => at + one.len_utf8(),
        None => before.next().is_none().then_some(0)?,
    };
    let mut behind = line[range.end..].char_indices();
    let end = match behind.by_ref().take(LONGEST).find(ends) {
        Some((len, _)) => range.end + len,
        None => behind.next().is_none().then_some(line.len())?,
    };
    Some(start..end)
}

/// Whether `range` is all that stands between two marks of quotation in `line`.
fn is_between_marks(line: &str, range: &Range<usize>) -> bool {
    let before = line[..range.start].chars().next_back();
    let after = line[range.end..].chars().next();
    let [Some(before), Some(after)] = [before, after] else { return false };
    [("`", "`"), ("\"", "\""), ("'", "'"), ("“„”", "”“"), ("‘‚’", "’‘"), ("«»‹›", "»«›‹")]
        .iter()
        .any(|(opens, closes)| opens.contains(before) && closes.contains(after))
}
