//! Text that tells of mojibake: a word that a line also has as it should be may be meant as it is.

use alloc::string::String;
use core::{mem, ops::Range};

use crate::repair::edit::Edits;

/// Characters of a word before a mend, and behind it: longer ones are none.
const LONGEST: usize = 40;

/// Takes out `edits`, which are those of `line`, `base` octets into the window, if they are all in one word, and the line
/// also has that as it should be: who tells of mojibake shows little of it.
pub(super) fn taken_out(line: &str, base: usize, edits: &mut Edits) -> Edits {
    let [Some(first), Some(last)] = [edits.first(), edits.last()] else { return Edits::new() };
    let is_example = word(line, first.start - base..first.end - base)
        .is_some_and(|word| last.end - base <= word.end && stands(line, base, edits, word));
    if is_example { mem::take(edits) } else { Edits::new() }
}

/// Whether `word`, in which all `edits` are, stands in `line` as they make it, too.
fn stands(line: &str, base: usize, edits: &Edits, word: Range<usize>) -> bool {
    let mut restored = String::new();
    let mut done = word.start;
    for edit in edits {
        restored.push_str(&line[done..edit.start - base]);
        restored.push_str(&String::from_utf8_lossy(&edit.becomes));
        done = edit.end - base;
    }
    restored.push_str(&line[done..word.end]);
    // Short ones stand in a line twice, as `και` does.
    let tells = restored.chars().nth(3).is_some() || is_between_marks(line, &word);
    tells && (line[..word.start].contains(&restored) || line[word.end..].contains(&restored))
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
