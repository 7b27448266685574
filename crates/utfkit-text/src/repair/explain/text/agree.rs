//! Bytes of a charset beside the other bytes of their line. A word that no author wrote is not read so,
//! and signs that are left are in the charset of the others.

use std::ops::Range;

use crate::repair::characters::high_runs;
use crate::repair::explain::parts::lines;
use crate::repair::explain::text::segment::Segment;
use crate::repair::explain::tokens::cut;
use crate::repair::explain::tokens::units::{Line, Unit, bytes, character};
use crate::repair::explain::ways::channels::Channel;
use crate::repair::explain::ways::contradictions::breaks_words;
use crate::repair::explain::ways::{charsets, pages};
use crate::repair::explain::weights::agree::{FEW, MAX_PERCENT};

/// Turns those of the ordered `segments` into doubts that make words which no author wrote. They are
/// removed if they are UTF-8. Then the signs that are left in a line are read in the charset of the others.
pub(super) fn agree(text: &[u8], segments: &mut Vec<Segment>) {
    if !segments.iter().any(is_raw) {
        return;
    }
    let mut all = std::mem::take(segments).into_iter().peekable();
    for (start, line) in lines(text) {
        let end = start + line.len();
        let mut own = Vec::new();
        while let Some(segment) = all.next_if(|segment| segment.range.start < end) {
            own.push(segment);
        }
        if own.iter().any(is_raw) {
            widen_odd_words(text, start..end, &mut own);
            doubt_odd_words(text, start..end, &mut own);
            let rest = rest(text, start..end, &own);
            own.extend(rest);
            own.sort_by_key(|segment| segment.range.start);
        }
        segments.append(&mut own);
    }
}

/// Returns `true` if `segment` is certain, and reads bytes that are not UTF-8.
fn is_raw(segment: &Segment) -> bool {
    segment.rival.is_none() && matches!(segment.channel, Channel::Raw(_))
}

/// Reads whole runs of bytes in a charset if only a part of them makes an odd word. The other part is UTF-8
/// by chance.
fn widen_odd_words(text: &[u8], line: Range<usize>, own: &mut [Segment]) {
    let odd = odd_segments(text, line.clone(), own);
    let mut widened = Vec::new();
    for run in high_runs(text, line.clone()) {
        let first = own.partition_point(|one| one.range.end <= run.start);
        let last = own.partition_point(|one| one.range.start < run.end).max(first);
        let [part] = &own[first..last] else { continue };
        let Channel::Raw(charset) = part.channel else { continue };
        if !odd[first] || !is_raw(part) || part.range.len() == run.len() {
            continue;
        }
        let Some(units) = charsets::of(charset).decode(&text[run.clone()]) else { continue };
        let whole = Segment { range: run, becomes: bytes(&units), ..part.clone() };
        widened.push((first, std::mem::replace(&mut own[first], whole)));
    }
    if widened.is_empty() {
        return;
    }
    let odd = odd_segments(text, line, own);
    for (at, part) in widened.into_iter().filter(|(at, _)| odd[*at]) {
        own[at] = part;
    }
}

/// Turns the segments of a line into doubts that make odd words.
fn doubt_odd_words(text: &[u8], line: Range<usize>, own: &mut Vec<Segment>) {
    let mut odd = odd_segments(text, line, own).into_iter();
    let is_utf8 = |one: &Segment| str::from_utf8(&text[one.range.clone()]).is_ok();
    let is_short = own.len() <= FEW;
    own.retain_mut(|segment| {
        let is_odd = odd.next().is_some_and(|is_odd| is_odd);
        if is_odd && is_raw(segment) && is_utf8(segment) {
            return false;
        }
        if is_odd && is_raw(segment) && is_short {
            segment.rival = Some(text[segment.range.clone()].to_vec());
            segment.percent = segment.percent.min(MAX_PERCENT);
        }
        true
    });
}

/// Returns for each segment of a line whether it makes an odd word.
fn odd_segments(text: &[u8], line: Range<usize>, own: &[Segment]) -> Vec<bool> {
    let (mut made, mut done, mut places) = (Vec::new(), line.start, Vec::new());
    for segment in own {
        made.extend_from_slice(&text[done..segment.range.start]);
        let from = made.len();
        made.extend_from_slice(match &segment.rival {
            Some(_) => &text[segment.range.clone()],
            None => &segment.becomes,
        });
        places.push(from..made.len());
        done = segment.range.end;
    }
    made.extend_from_slice(&text[done..line.end]);
    let mut odd = vec![false; own.len()];
    let mut units = Line::default();
    units.read(&made);
    let mut from = 0;
    while let Some(token) = cut::next(&units.units, from, pages::table()) {
        from = token.end;
        if breaks_words(&units.units[token.clone()], false) {
            let place = units.place(token);
            let first = places.partition_point(|one| one.end <= place.start);
            let last = places.partition_point(|one| one.start < place.end);
            odd[first..last.max(first)].fill(true);
        }
    }
    odd
}

/// Returns the signs of a line that no segment reads, and that are not UTF-8, in the charset of the others.
/// If that has several bytes per character, these may be letters.
fn rest(text: &[u8], line: Range<usize>, own: &[Segment]) -> Vec<Segment> {
    let is_doubt = |segment: &Segment| segment.rival.is_some();
    let mut used = own.iter().filter(|segment| is_raw(segment)).map(|one| one.channel);
    let Some(Channel::Raw(charset)) = used.next() else { return Vec::new() };
    if own.iter().any(is_doubt) || used.any(|other| other != Channel::Raw(charset)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for run in high_runs(text, line.clone()) {
        let next = own.partition_point(|one| one.range.end <= run.start);
        let is_read = own.get(next).is_some_and(|one| one.range.start < run.end);
        if is_read || str::from_utf8(&text[run.clone()]).is_ok() {
            continue;
        }
        let facts = charsets::of(charset);
        let Some(units) = facts.decode(&text[run.clone()]) else { continue };
        // A letter that the words do not explain may be a part of UTF-8: `À¯` is an overlong form. No UTF-8
        // has the last bytes.
        let is_letter = |unit: &Unit| character(*unit).is_alphabetic();
        let may_be_utf8 = text[run.clone()].iter().any(|&byte| byte < 0xF5);
        let is_open = facts.is_single() && may_be_utf8 && units.iter().any(is_letter);
        if is_open || units.iter().any(is_in_doubt) {
            continue;
        }
        found.push(Segment::raw(run, charset, &units));
    }
    let odd = odd_segments(text, line, &found);
    if odd.contains(&true) { Vec::new() } else { found }
}

/// Returns `true` for a sign of windows-1252 whose byte is another character in ISO-8859-15.
fn is_in_doubt(unit: &Unit) -> bool {
    matches!(unit, 0xA4 | 0xA6 | 0xA8 | 0xB4 | 0xB8 | 0xBC..=0xBE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the segment of a part of `text` that is certainly in a charset.
    fn raw(text: &[u8], range: Range<usize>, name: &str) -> Segment {
        let charset = charsets::number(name.parse().unwrap()).unwrap();
        let units = charsets::of(charset).decode(&text[range.clone()]).unwrap();
        Segment::raw(range, charset, &units)
    }

    /// Signs that are left are in the charset of the words, if all of these are in one for certain.
    #[test]
    fn signs_that_are_left() {
        let text = b"na\xEFve caf\xE9 \x96 so";
        let both = |name| vec![raw(text, 2..3, "windows-1252"), raw(text, 9..10, name)];
        let found = |own: &[Segment]| -> Vec<usize> {
            rest(text, 0..text.len(), own).into_iter().map(|one| one.range.start).collect()
        };
        assert_eq!(found(&both("windows-1252")), [11]);
        assert!(found(&both("windows-1250")).is_empty());
        let mut doubted = both("windows-1252");
        doubted[1].rival = Some(b"\xE9".to_vec());
        assert!(found(&doubted).is_empty());
    }

    /// The first two bytes of `Гіве` are UTF-8 by chance. Without them, the word mixes two scripts.
    #[test]
    fn odd_words_are_widened() {
        // In the second one, the whole word would have a sign inside.
        for (text, expected) in
            [(b"\xCF\xF0\xE8 \xC3\xB3\xE2\xE5", 4..8), (b"\xCF\xF0\xE8 \xC3\xA9\xE2\xE5", 6..8)]
        {
            let mut own = vec![raw(text, 0..3, "windows-1251"), raw(text, 6..8, "windows-1251")];
            widen_odd_words(text, 0..text.len(), &mut own);
            assert_eq!(own[1].range, expected, "{text:X?}");
        }
    }
}
