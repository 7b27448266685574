//! Stretches: characters whose bytes are whole sequences of UTF-8, one behind the other.

use std::ops::Range;

use crate::repair::{
    charset::MojibakeCharset,
    edit::{Edit, Edits},
    events::Fault,
    found::Doubt,
    mojibake::{
        layers::{
            charsets, leftovers,
            origin::{self, Origins},
            restored::Restored,
        },
        pages::{self, western::Pages},
        quoted,
        unlikely::{self, around::Surroundings, pairs, script, western::PROOF},
    },
};
use utfkit::units::{self, Range as Units};

/// Points from which a stretch that is left as it is deserves a word.
const DOUBT: u32 = 7;

/// Lines up to this many bytes are judged as a whole too.
const LONGEST_LINE: usize = 8 << 10;

/// A stretch that could be fixed.
#[derive(Clone, Debug)]
struct Stretch {
    start: usize,
    end: usize,
    restored: String,
    /// What it is after one layer, if `restored` is what it is after more.
    next: Option<String>,
    pages: Pages,
    layers: u8,
    points: u32,
    /// How many points it takes; `None`: it is to be left alone.
    needed: Option<u32>,
}

impl Stretch {
    fn is_proven(&self) -> bool {
        self.needed.is_some_and(|needed| self.points >= needed)
    }
}

/// Where in `text` the next stretch may begin, or its length.
///
/// Each begins with a character from U+00C2 to U+00F4, which is C3 and another byte, and one of
/// the bytes 80 to BF of the charsets behind it.
pub(crate) fn next_candidate(text: &[u8]) -> usize {
    const LEAD: u8 = 0xC3;
    const LEADS: Units = Units { first: LEAD as u32, last: LEAD as u32 };
    let mut at = 0;
    loop {
        // Where there are many, the next one is near.
        if text.get(at) != Some(&LEAD) {
            at += units::outside(&text[at..], &[LEADS]);
        }
        match text.get(at + 2) {
            None => return text.len(),
            Some(&byte) if pages::western::may_begin_continuation(byte) => return at,
            Some(_) => at += 2,
        }
    }
}

/// Whether `text` may hold anything to fix.
pub(crate) fn may_hold(text: &str) -> bool {
    next_candidate(text.as_bytes()) < text.len() || charsets::may_hold(text)
}

/// Finds what there is to fix in `line`, which is well-formed and stands `base` bytes into the
/// window.
pub(crate) fn line(line: &str, base: usize, edits: &mut Edits, doubts: &mut Vec<Doubt>) {
    let mut found = Edits::new();
    readings(line, base, &mut found, doubts);
    if !found.is_empty() {
        let mut out = leftovers::taken_out(line, base, &mut found);
        out.extend(quoted::taken_out(line, base, &mut found));
        for edit in out {
            let stands = String::from(&line[edit.start - base..edit.end - base]);
            let becomes = String::from_utf8_lossy(&edit.becomes).into_owned();
            doubts.push(Doubt::new(edit.start..edit.end, "mojibake", (stands, becomes)));
        }
        edits.extend(found);
    }
}

/// What in `line` has one reading that is not as it stands, and what has two.
fn readings(line: &str, base: usize, edits: &mut Edits, doubts: &mut Vec<Doubt>) {
    let stretches = stretches(line);
    let most_needed = most_needed(line, &stretches);
    if most_needed == 0 && by_another(line, base, edits, doubts) {
        return;
    }
    // What windows-1252 explains of text that was read as another charset is fixed with all of it,
    // or not.
    let proven = most_needed == 0 && stretches.iter().any(Stretch::is_proven);
    let foreign = proven && charsets::is_foreign(line);
    let is_whole = |stretch: &Stretch| stretch.needed.is_some_and(|needed| needed <= most_needed);
    let is_fixed = |stretch: &&Stretch| stretch.is_proven() && !foreign || is_whole(stretch);
    let fixed: Vec<_> = stretches.iter().filter(is_fixed).collect();
    let others = if fixed.is_empty() { None } else { otherwise(line, base, &fixed) };
    let rivals = others.is_some();
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        return edits.extend(others);
    }
    for mut stretch in stretches {
        let (proven, whole) = (stretch.is_proven() && !foreign, is_whole(&stretch));
        if let (true, Some(next)) = (whole, stretch.next.take()) {
            // Layer by layer, that all of the line stays as deep.
            stretch.restored = next;
            stretch.layers = 1;
        }
        let (start, end) = (base + stretch.start, base + stretch.end);
        if (whole || proven) && !rivals {
            let latin1 = stretch.pages.latin1;
            let charset =
                if latin1 { MojibakeCharset::Iso8859_1 } else { MojibakeCharset::Windows1252 };
            let kind = Fault::Mojibake { charset, layers: stretch.layers };
            edits.push(Edit::new(start..end, stretch.restored, kind));
        } else if whole || stretch.needed.is_some_and(|n| n <= PROOF && stretch.points >= DOUBT) {
            let stands = String::from(&line[stretch.start..stretch.end]);
            doubts.push(Doubt::new(start..end, "mojibake", (stands, stretch.restored)));
        }
    }
}

/// What is to be done instead if `fixed`, the stretches to be fixed in `line`, are not all that
/// their runs may have been, all together: nothing, or all of another charset.
fn otherwise(line: &str, base: usize, fixed: &[&Stretch]) -> Option<Edits> {
    let mut rest = fixed;
    let mut ranges = Vec::new();
    let mut becomes = Vec::new();
    while let Some(first) = rest.first() {
        let run = charsets::run_around(line, first.start);
        let (inside, behind) = rest.split_at(rest.partition_point(|one| one.start < run.end));
        becomes.push(with(line, run.clone(), inside));
        ranges.push(run);
        rest = behind;
    }
    let origins = charsets::origins(line, &ranges);
    if origins.is_open() {
        return Some(Edits::new());
    }
    let first = origins.first().filter(|one| !one.passes(&becomes))?;
    if first.is_western() || !first.is_proven() || !first.is_plain() {
        return Some(Edits::new());
    }
    let edits = ranges.into_iter().zip(&first.runs).map(|(range, (_, was))| {
        let (start, end) = (base + range.start, base + range.end);
        Edit::new(start..end, was.clone(), first.fault())
    });
    Some(edits.collect())
}

/// What stands in `line` in `range`, with `stretches`, which lie in it, fixed.
fn with(line: &str, range: Range<usize>, stretches: &[&Stretch]) -> String {
    let mut text = String::new();
    let mut done = range.start;
    for stretch in stretches {
        text.push_str(&line[done..stretch.start]);
        text.push_str(&stretch.restored);
        done = stretch.end;
    }
    text.push_str(&line[done..range.end]);
    text
}

/// Fixes `line` as a whole, if it was read as one of the other charsets; `false` if it cannot have
/// been.
fn by_another(line: &str, base: usize, edits: &mut Edits, doubts: &mut Vec<Doubt>) -> bool {
    if !charsets::may_be(line) {
        return some_by_another(line, base, edits, doubts);
    }
    let origins = Origins::of(line);
    let Some(first) = origins.first().filter(|one| one.points >= DOUBT) else { return false };
    let [Some((from, _)), Some((to, _))] = [first.runs.first(), first.runs.last()] else {
        return false;
    };
    if origins.is_open() || !first.is_proven() || !first.is_likely() {
        let rival = origins.rival().map_or_else(|| line.into(), |other| other.of(line));
        let readings = (rival, first.of(line));
        doubts.push(Doubt::new(base + from.start..base + to.end, "mojibake", readings));
        return true;
    }
    let kind = first.fault();
    for (range, restored) in &first.runs {
        let (start, end) = (base + range.start, base + range.end);
        edits.push(Edit::new(start..end, restored.clone(), kind));
    }
    true
}

/// Fixes what in `line` was read as one of the other charsets; `false` if nothing was.
fn some_by_another(line: &str, base: usize, edits: &mut Edits, doubts: &mut Vec<Doubt>) -> bool {
    let runs = charsets::some_runs(line);
    let any = !runs.is_empty();
    for charsets::Run { range, was, fault, is_certain } in runs {
        let (start, end) = (base + range.start, base + range.end);
        if is_certain {
            edits.push(Edit::new(start..end, was, fault));
        } else {
            let stands = String::from(&line[range]);
            doubts.push(Doubt::new(start..end, "mojibake", (stands, was)));
        }
    }
    any
}

/// How much a stretch may need and is fixed without proof of its own, for the line was damaged as
/// a whole: all in it that is not ASCII was read wrongly, as proven stretches show.
fn most_needed(line: &str, stretches: &[Stretch]) -> u32 {
    let proven = stretches.iter().filter(|stretch| stretch.is_proven()).count();
    let most = match stretches.len() {
        _ if proven == 0 => return 0,
        all if 2 * proven >= all => 20,
        all if 4 * proven >= all => 12,
        _ => return 0,
    };
    let inside: usize = stretches
        .iter()
        .filter(|stretch| stretch.needed.is_some_and(|needed| needed <= most))
        .map(|stretch| stretch.end - stretch.start)
        .sum();
    let beyond_ascii = line.bytes().filter(|byte| !byte.is_ascii()).count();
    if line.len() <= LONGEST_LINE && beyond_ascii == inside { most } else { 0 }
}

fn stretches(line: &str) -> Vec<Stretch> {
    let around = Surroundings::of(line);
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += next_candidate(&line.as_bytes()[at..]);
        let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) else { return found };
        match Restored::of(rest) {
            Some(Restored { len, text, pages }) => {
                found.push(judged(&around, at..at + len, text, pages));
                at += len;
            }
            None => at += 2,
        }
    }
}

/// Judges the stretch in `range` of the line `around`, which is `restored` after one layer.
///
/// It is fixed down to the last layer that is text, or not at all: each layer that could be meant
/// as it stands has to be disproved.
fn judged(
    around: &Surroundings<'_>,
    range: Range<usize>,
    restored: String,
    pages: Pages,
) -> Stretch {
    const MAX_LAYERS: u8 = 8;
    let (before, after) = (around.before(&range), around.behind(&range));
    let points = unlikely::western::points(before, &around.text[range.clone()], after);
    let needed = script::needed(around, range.clone(), &restored);
    let Range { start, end } = range;
    let mut layer = (restored.clone(), needed);
    let mut stretch =
        Stretch { start, end, restored, next: None, pages, layers: 1, points, needed };
    let mut points = points;
    for layers in 2..=MAX_LAYERS {
        let Some(deeper) = deeper(&layer.0) else { break };
        let own = unlikely::western::points(before, &layer.0, after);
        let needed = script::needed(around, start..end, &deeper);
        if !could_be_a_layer(own, needed) {
            break;
        }
        if layer.1.is_some() {
            points = points.min(own);
        }
        match needed {
            Some(_) => {
                let text = std::mem::replace(&mut stretch.restored, deeper.clone());
                stretch.next.get_or_insert(text);
                stretch = Stretch { layers, points, needed, ..stretch };
            }
            // No end of it that is text: there may be one all the same.
            None => stretch.needed = None,
        }
        layer = (deeper, needed);
    }
    stretch
}

/// Whether text with so many `points` could be one more layer over what needs so many: it is not as
/// people write, or it is and so is the other.
fn could_be_a_layer(points: u32, needed: Option<u32>) -> bool {
    points > 0 || needed.is_some_and(|needed| needed <= PROOF + 1)
}

/// `text` with every stretch in it restored; `None` if there is none.
fn deeper(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let restored = Restored::of(rest);
        let len = restored.as_ref().map_or(first.len_utf8(), |restored| restored.len);
        match restored {
            Some(restored) => out.push_str(&restored.text),
            None => out.push(first),
        }
        rest = &rest[len..];
    }
    (out.len() < text.len()).then_some(out)
}

/// Whether `character` may stand behind `before` in a text: behind an ASCII letter, a letter of a
/// script without spaces is possible and no proof.
pub(crate) fn is_at_home(before: char, character: char) -> bool {
    let mut texts = [[0; 4]; 2];
    let [first, second] = &mut texts;
    let (text, restored) = (before.encode_utf8(first), character.encode_utf8(second));
    let end = text.len();
    !before.is_ascii()
        || script::needed(&Surroundings::of(text), end..end, restored)
            .is_some_and(|needed| needed <= PROOF || !before.is_ascii_alphabetic())
}

/// Whether something in the second of two texts, which is what the first becomes between `before`
/// and `after`, could still be a layer of mojibake, proven or not; one by way of `charset` was
/// taken off.
pub(crate) fn is_open(
    charset: MojibakeCharset,
    before: Option<u8>,
    [stands, text]: [&[u8]; 2],
    after: Option<u8>,
) -> bool {
    let [Ok(stands), Ok(text)] = [stands, text].map(std::str::from_utf8) else { return false };
    stretches(text).iter().any(|one| could_be_a_layer(one.points, one.needed))
        || could_be_another(charset, before, text, after)
        || is_no_better(before, [stands, text], after)
}

/// Whether nobody writes what is made of what `stands` either: a layer may lie over text that no
/// charset explains.
fn is_no_better(before: Option<u8>, texts: [&str; 2], after: Option<u8>) -> bool {
    if texts[1].chars().nth(1).is_none() {
        return false;
    }
    let [stands, made] = texts.map(|text| {
        let (whole, place) = beside(before, text, after);
        pairs::of_text(&whole, place)
    });
    made >= origin::ODDER && 2 * made > stands
}

/// `text` with the characters of ASCII beside it, and where it is in that.
fn beside(before: Option<u8>, text: &str, after: Option<u8>) -> (String, Range<usize>) {
    let ascii = |byte: Option<u8>| byte.filter(u8::is_ascii).map(char::from);
    let mut whole = String::with_capacity(text.len() + 2);
    whole.extend(ascii(before));
    let start = whole.len();
    whole.push_str(text);
    whole.extend(ascii(after));
    (whole, start..start + text.len())
}

/// Whether `text` may have been read as any of the charsets.
fn could_be_another(
    charset: MojibakeCharset,
    before: Option<u8>,
    text: &str,
    after: Option<u8>,
) -> bool {
    // Letters beside it may say that it was not.
    !Origins::of(&beside(before, text, after).0).is_none(charset)
}
