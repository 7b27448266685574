//! Text about mojibake: if a line has a word in both spellings, the author may mean both.

use std::{mem, ops::Range};

use crate::repair::edit::{Edit, Edits};

/// The maximum number of characters of a word before a fix and after it.
const LONGEST: usize = 40;

/// Removes and returns the `edits` of `line` if they are all in one word and the line also has the
/// correct word. A text about mojibake shows little of it. `base` is the offset of the line.
pub(crate) fn remove_examples(line: &str, base: usize, edits: &mut Edits) -> Edits {
    let is_example =
        word(line, base, edits).is_some_and(|word| has_correct(line, base, edits, word));
    if is_example { mem::take(edits) } else { Edits::new() }
}

/// Returns `true` if `line` also has `word` as the `edits` make it.
fn has_correct(line: &str, base: usize, edits: &Edits, word: Range<usize>) -> bool {
    let mut restored = String::new();
    let mut done = word.start;
    for edit in edits {
        restored.push_str(&line[done..edit.start - base]);
        restored.push_str(&String::from_utf8_lossy(&edit.becomes));
        done = edit.end - base;
    }
    restored.push_str(&line[done..word.end]);
    // A line may have a short word twice, such as `και`.
    let is_long = restored.chars().nth(3).is_some() || is_between_marks(line, &word);
    is_long && (line[..word.start].contains(&restored) || line[word.end..].contains(&restored))
}

/// Returns the word of `line` with all `edits`. The edits themselves may be symbols.
fn word(line: &str, base: usize, edits: &Edits) -> Option<Range<usize>> {
    let ends = |&(_, character): &(usize, char)| !character.is_alphanumeric();
    let [first, last] = [edits.first()?.start - base, edits.last()?.end - base];
    let is_joined = |two: &[Edit]| {
        let mut between = line[two[0].end - base..two[1].start - base].char_indices();
        between.by_ref().take(LONGEST).find(ends).is_none() && between.next().is_none()
    };
    if !edits.windows(2).all(is_joined) {
        return None;
    }
    let mut before = line[..first].char_indices().rev();
    let start = match before.by_ref().take(LONGEST).find(ends) {
        Some((at, one)) => at + one.len_utf8(),
        None => before.next().is_none().then_some(0)?,
    };
    let mut after = line[last..].char_indices();
    let end = match after.by_ref().take(LONGEST).find(ends) {
        Some((len, _)) => last + len,
        None => after.next().is_none().then_some(line.len())?,
    };
    Some(start..end)
}

/// Returns `true` if `range` of `line` is between two quotation marks.
fn is_between_marks(line: &str, range: &Range<usize>) -> bool {
    let before = line[..range.start].chars().next_back();
    let after = line[range.end..].chars().next();
    let [Some(before), Some(after)] = [before, after] else { return false };
    [("`", "`"), ("\"", "\""), ("'", "'"), ("“„”", "”“"), ("‘‚’", "’‘"), ("«»‹›", "»«›‹")]
        .iter()
        .any(|(opens, closes)| opens.contains(before) && closes.contains(after))
}
