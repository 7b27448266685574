//! Text that tells of mojibake: a word that a line also has as it should be may be meant as it is.

use std::{mem, ops::Range};

use crate::repair::edit::{Edit, Edits};

/// Characters of a word before a fix, and behind it: longer ones are none.
const LONGEST: usize = 40;

/// Takes out `edits`, which are those of `line`, `base` bytes into the window, if they are all in
/// one word, and the line also has that as it should be: who tells of mojibake shows little of it.
pub(crate) fn taken_out(line: &str, base: usize, edits: &mut Edits) -> Edits {
    let is_example = word(line, base, edits).is_some_and(|word| stands(line, base, edits, word));
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

/// The word in which all `edits` are in `line`; what they fix in it may be signs as it stands.
fn word(line: &str, base: usize, edits: &Edits) -> Option<Range<usize>> {
    let ends = |&(_, character): &(usize, char)| !character.is_alphanumeric();
    let [first, last] = [edits.first()?.start - base, edits.last()?.end - base];
    let goes_on = |two: &[Edit]| {
        let mut between = line[two[0].end - base..two[1].start - base].char_indices();
        between.by_ref().take(LONGEST).find(ends).is_none() && between.next().is_none()
    };
    if !edits.windows(2).all(goes_on) {
        return None;
    }
    let mut before = line[..first].char_indices().rev();
    let start = match before.by_ref().take(LONGEST).find(ends) {
        Some((at, one)) => at + one.len_utf8(),
        None => before.next().is_none().then_some(0)?,
    };
    let mut behind = line[last..].char_indices();
    let end = match behind.by_ref().take(LONGEST).find(ends) {
        Some((len, _)) => last + len,
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
