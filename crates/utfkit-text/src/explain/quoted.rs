//! Text about mojibake: if a line has a word in both spellings, the author may mean both.

use std::ops::Range;

use super::segment::Segment;

/// The maximum number of characters of a word before a fix and after it.
const LONGEST: usize = 40;

/// Keeps the text of `segments` if they are all in one word of `line`, and the line also has the
/// correct word. A text about mojibake shows little of it. `base` is the offset of the line.
pub(crate) fn keep_examples(line: &[u8], base: usize, segments: &mut [Segment]) {
    let Ok(line) = std::str::from_utf8(line) else { return };
    let made: Vec<&Segment> = segments.iter().filter(|segment| segment.rival.is_none()).collect();
    let is_example =
        word(line, base, &made).is_some_and(|word| has_correct(line, base, &made, word));
    if !is_example {
        return;
    }
    for segment in segments.iter_mut().filter(|segment| segment.rival.is_none()) {
        let own = &line[segment.range.start - base..segment.range.end - base];
        segment.rival = Some(own.as_bytes().to_vec());
    }
}

/// Returns `true` if `line` also has `word` as the `segments` make it.
fn has_correct(line: &str, base: usize, segments: &[&Segment], word: Range<usize>) -> bool {
    let mut restored = String::new();
    let mut done = word.start;
    for segment in segments {
        restored.push_str(&line[done..segment.range.start - base]);
        restored.push_str(&String::from_utf8_lossy(&segment.becomes));
        done = segment.range.end - base;
    }
    restored.push_str(&line[done..word.end]);
    // A line may have a short word twice, such as `και`.
    let is_long = restored.chars().nth(3).is_some() || is_between_marks(line, &word);
    is_long && (line[..word.start].contains(&restored) || line[word.end..].contains(&restored))
}

/// Returns the word of `line` with all `segments`. The segments themselves may be symbols.
fn word(line: &str, base: usize, segments: &[&Segment]) -> Option<Range<usize>> {
    let ends = |&(_, character): &(usize, char)| !character.is_alphanumeric();
    let [first, last] = [segments.first()?.range.start - base, segments.last()?.range.end - base];
    let is_joined = |two: &[&Segment]| {
        let between = line.get(two[0].range.end - base..two[1].range.start - base);
        let mut between = between.unwrap_or(" ").char_indices();
        between.by_ref().take(LONGEST).find(ends).is_none() && between.next().is_none()
    };
    if !segments.windows(2).all(is_joined) {
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
