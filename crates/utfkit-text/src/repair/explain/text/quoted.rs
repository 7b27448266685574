//! Text about mojibake: if a line has a word in both spellings, the author may mean both.

use std::ops::Range;

use crate::repair::explain::text::segment::Segment;
use crate::repair::explain::weights::quoted::LONGEST;

/// Keeps the text of `segments` if `line` is about mojibake: they are all in one word, and the line also
/// has the correct word; or each is between quotation marks, and the line names an encoding. `base` is
/// the offset of the line. Returns `true` if it kept any.
pub(crate) fn keep_examples(line: &[u8], base: usize, segments: &mut [Segment]) -> bool {
    let made: Vec<&Segment> = segments.iter().filter(|segment| segment.rival.is_none()).collect();
    let Ok(line) = std::str::from_utf8(line) else { return false };
    if made.is_empty() {
        return false;
    }
    let is_quoted = |segment: &&Segment| {
        is_between_marks(line, &(segment.range.start - base..segment.range.end - base))
    };
    let is_example = word(line, base, &made)
        .is_some_and(|word| has_correct(line, base, &made, word))
        || made.iter().any(is_quoted) && names_encoding(line)
        || made.iter().all(|segment| is_quoted_letter(line, base, segment))
        || shows_codes(line, base, &made)
        || is_list(line, base, &made)
        || is_alphabet(line);
    if !is_example {
        return false;
    }
    for segment in segments.iter_mut().filter(|segment| segment.rival.is_none()) {
        let own = &line[segment.range.start - base..segment.range.end - base];
        segment.rival = Some(own.as_bytes().to_vec());
    }
    true
}

/// Returns `true` if `line` has the name of an encoding, or a word that only texts about encodings have.
fn names_encoding(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let names =
        ["utf-8", "utf8", "iso-8859", "iso8859", "latin-1", "latin1", "windows-125", "mojibake"];
    names.iter().any(|name| line.contains(name))
}

/// Returns `true` if `segment` is a single letter or sign between quotation marks of prose, between the
/// slashes of a regular expression, or as the key of a map (`"…" => `).
fn is_quoted_letter(line: &str, base: usize, segment: &Segment) -> bool {
    let is_single =
        std::str::from_utf8(&segment.becomes).is_ok_and(|text| text.chars().count() == 1);
    let before = line[..segment.range.start - base].chars().next_back();
    let after = &line[segment.range.end - base..];
    let marks = |one: Option<char>| one.is_some_and(|one| "“”„«»‹›‘’‚`「」『』/".contains(one));
    let is_key = || {
        let rest = after.strip_prefix(['"', '\'']).map(str::trim_start);
        matches!(before, Some('"' | '\'')) && rest.is_some_and(|rest| rest.starts_with("=>"))
    };
    is_single && (marks(before) && marks(after.chars().next()) || is_key())
}

/// Returns `true` if all words of `line` are single letters, and they are many.
fn is_alphabet(line: &str) -> bool {
    let is_single = |word: &str| word.chars().nth(1).is_none();
    line.split_whitespace().all(is_single) && line.split_whitespace().nth(3).is_some()
}

/// Returns `true` if `segments` are several single letters, as in a list of examples. In prose, only
/// one of them is a word.
fn is_list(line: &str, base: usize, segments: &[&Segment]) -> bool {
    let is_word = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    let is_spaced = |one: Option<char>| one.is_some_and(char::is_whitespace);
    let letter = |segment: &Segment| {
        let (before, after) =
            (&line[..segment.range.start - base], &line[segment.range.end - base..]);
        let (before, mut after) = (before.chars().next_back(), after.chars());
        let after = [after.next(), after.next()];
        let is_in_prose = is_spaced(before) || after.into_iter().any(is_spaced);
        let mut becomes = std::str::from_utf8(&segment.becomes).ok()?.chars();
        let letter =
            becomes.next().filter(|one| one.is_alphabetic() && becomes.next().is_none())?;
        (is_in_prose && !is_word(before) && !is_word(after[0]))
            .then(|| letter.to_lowercase().next())?
    };
    let letters: Option<Vec<char>> = segments.iter().map(|segment| letter(segment)).collect();
    letters.is_some_and(|letters| letters.iter().any(|one| *one != letters[0]))
}

/// Returns `true` if `line` also has the codes of all `segments`: of the characters that they have, or
/// of the bytes that they were.
fn shows_codes(line: &str, base: usize, segments: &[&Segment]) -> bool {
    let codes: Vec<u32> = line
        .split(|one: char| !one.is_ascii_alphanumeric())
        .filter_map(|part| {
            let digits = part.trim_start_matches("0x").trim_start_matches(['x', 'u', 'U']);
            let is_code = (2..=6).contains(&digits.len());
            is_code.then(|| u32::from_str_radix(digits, 16).ok())?
        })
        .collect();
    let has = |code: u32| codes.contains(&code);
    !codes.is_empty()
        && segments.iter().all(|segment| {
            let own = &line[segment.range.start - base..segment.range.end - base];
            let mut own = own.chars().filter(|one| !one.is_ascii());
            let mut becomes = segment.becomes.iter().filter(|byte| !byte.is_ascii());
            own.all(|one| has(one.into())) || becomes.all(|&byte| has(byte.into()))
        })
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
    let mut others = line.match_indices(&restored).map(|(at, _)| at..at + restored.len());
    // A line may have a short word twice, such as `και`. Signs, and words in marks, are examples.
    let is_long = restored.chars().nth(3).is_some() || !restored.chars().any(char::is_alphanumeric);
    let is_marked = is_between_marks(line, &word);
    others.any(|other| {
        (other.end <= word.start || other.start >= word.end)
            && (is_long || is_marked || is_cell(line, &other) && is_cell(line, &word))
    })
}

/// Returns `true` if `range` of `line` is a cell of a table, or between brackets.
fn is_cell(line: &str, range: &Range<usize>) -> bool {
    let before = line[..range.start].trim_end_matches([' ', '\u{A0}']).chars().next_back();
    let after = line[range.end..].trim_start_matches([' ', '\u{A0}']).chars().next();
    let is_mark = |one: Option<char>| one.is_none_or(|one| "|/()[]{}<>→\t".contains(one));
    is_mark(before) && is_mark(after)
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

/// Returns `true` if `range` of `line` is between two quotation marks, with or without spaces, or
/// between the bars of a table.
fn is_between_marks(line: &str, range: &Range<usize>) -> bool {
    let is_space = ['\u{20}', '\u{A0}', '\u{202F}', '\u{200E}', '\u{200F}'];
    let before = line[..range.start].trim_end_matches(is_space).chars().next_back();
    let after = line[range.end..].trim_start_matches(is_space).chars().next();
    let [Some(before), Some(after)] = [before, after] else { return false };
    let marks = [
        ("`", "`"),
        ("\"", "\""),
        ("'", "'"),
        ("|", "|"),
        ("(", ")"),
        ("“„”", "”“"),
        ("‘‚’", "’‘"),
        ("«»‹›", "»«›‹"),
        ("「『", "」』"),
    ];
    marks.iter().any(|(opens, closes)| opens.contains(before) && closes.contains(after))
}
