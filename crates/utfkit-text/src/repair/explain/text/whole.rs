//! Text without UTF-8: all of it is in one legacy charset, so all of it is decoded, or nothing.

use std::ops::Range;

use utfkit::transcode;

use crate::detect::{detect, likeliest::Likeliest};
use crate::model::score::{BIT, Cost};
use crate::repair::explain::memory::Memory;
use crate::repair::explain::parts::MAX_LINE;
use crate::repair::explain::text::lines::Explainer;
use crate::repair::explain::text::segment::{self, Segment, Whole};
use crate::repair::explain::tokens::cut;
use crate::repair::explain::tokens::units::{Line, Unit, bytes, is_high, is_raw};
use crate::repair::explain::ways::channels::{COUNT, Channel, facts};
use crate::repair::explain::ways::pages;
use crate::repair::explain::weights::REPEATED;

/// The maximum number of tokens that are read in both ways.
const SAMPLE: usize = 400;

/// Text has UTF-8 if at least one in this many tokens is better as UTF-8 than in the charset.
const SHARE: usize = 12;

/// The charset is certain if the second-best one costs more by this. The model is too confident, so two
/// bits count as one. A single word, which may be a name of any language, needs more.
const SURE: Cost = 14 * BIT;
const SURE_OF_FEW: Cost = 17 * BIT;
const SURE_OF_NAMES: Cost = 40 * BIT;
const FEW: usize = 3;

/// Text is noise if it costs more: per character, and in total.
const NOISE: Cost = 5 * BIT;
const NOISE_IN_ALL: Cost = 16 * BIT;

/// The maximum number of lines beyond ASCII that are converted. The user decides about longer files.
const MAX_LINES: usize = 16;

/// The maximum number of places that are reported if the charset is not certain.
const MAX_DOUBTS: usize = 8;

/// The maximum cost of good text per character.
const GOOD: Cost = 6 * BIT;

/// The maximum number of units of a token that are read.
const MAX_TOKEN: usize = 100;

impl Explainer {
    /// Returns the segments of `text`, which has raw bytes, if it does not have UTF-8. If the charset
    /// is not certain, or if this is not `all` of the file, there are none. Returns `None` if the text
    /// has UTF-8.
    pub(crate) fn whole(&mut self, text: &[u8], all: bool) -> Option<Whole> {
        let costs = self.raw_costs();
        let best = cheapest(&costs);
        if self.has_utf8(text, best) {
            return None;
        }
        if !self.is_text(text, best) {
            return Some(Whole { is_text: false, segments: Vec::new() });
        }
        Some(Whole { is_text: true, segments: self.segments_of(text, best, &costs, all) })
    }

    /// Returns the segments of `text` in the charset `best`, or doubts about it.
    fn segments_of(&self, text: &[u8], best: u8, costs: &[Cost; COUNT], all: bool) -> Vec<Segment> {
        // A file of many such lines is a file in that charset, and not damaged.
        let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()).count();
        if !all || lines > MAX_LINES {
            return Vec::new();
        }
        let Some(segments) = segments(text, best) else { return Vec::new() };
        let sure = match segments.len() {
            FEW.. => SURE,
            _ if has_name(text) => SURE_OF_NAMES,
            _ => SURE_OF_FEW,
        };
        let is_rival = |charset: &usize| {
            *charset != usize::from(best)
                && costs[*charset] < costs[usize::from(best)] + sure
                && segments_differ(text, *charset as u8, &segments)
        };
        let rival = (0..COUNT).filter(is_rival).min_by_key(|&charset| costs[charset]);
        let Some(rival) = rival else {
            // The judge knows more charsets.
            return if is_contradicted(text, best) { Vec::new() } else { segments };
        };
        let percent = segment::percent(costs[rival] - costs[usize::from(best)]);
        doubts(text, segments, rival as u8, percent)
    }

    /// Returns the cost of each charset of the raw bytes.
    fn raw_costs(&self) -> [Cost; COUNT] {
        std::array::from_fn(|charset| {
            self.knowledge.raw_cost(charset) + Channel::Raw(charset as u8).price()
        })
    }

    /// Returns `true` if enough tokens of `text` make more sense as UTF-8 than in a charset.
    fn has_utf8(&mut self, text: &[u8], charset: u8) -> bool {
        let (mut raw, mut utf8) = (0, 0);
        self.each_token(text, |memory, token| {
            if token.iter().any(|&unit| is_raw(unit)) {
                raw += 1;
            } else {
                utf8 += usize::from(is_better_as_utf8(memory, token, charset));
            }
        });
        utf8 * SHARE > raw
    }

    /// Returns `true` if the raw bytes of `text` are text in a charset, and not noise.
    fn is_text(&mut self, text: &[u8], charset: u8) -> bool {
        let (mut cost, mut length, mut is_repeated) = (0, 0, false);
        self.each_token(text, |memory, token| {
            if token.iter().any(|&unit| is_raw(unit)) {
                let is_same =
                    |run: &[Unit]| is_raw(run[0]) && run.iter().all(|&unit| unit == run[0]);
                is_repeated |= token.windows(REPEATED).any(is_same);
                let token = &token[..token.len().min(MAX_TOKEN)];
                // A token that was cut may end inside of a character.
                let Some(units) = facts().decode(&bytes(token), charset) else { return };
                let row = memory.row(&units);
                cost += memory.costs(row).best().1;
                // There are thousands of characters of two bytes, so each costs more.
                let width = |&unit: &Unit| if unit < 0x2E80 { 1 } else { 3 };
                length += units.iter().map(width).sum::<Cost>() + 1;
            }
        });
        !is_repeated && cost <= NOISE * length + NOISE_IN_ALL
    }

    /// Passes the first tokens of `text` with characters or bytes beyond ASCII to `take`.
    fn each_token(&mut self, text: &[u8], mut take: impl FnMut(&mut Memory, &[Unit])) {
        let table = pages::table();
        let mut line = Line::default();
        let mut seen = 0;
        for part in text.split(|&byte| byte == b'\n').filter(|part| !part.is_ascii()) {
            line.read(&part[..part.len().min(MAX_LINE)]);
            let mut from = 0;
            while let Some(range) = cut::next(&line.units, from, table) {
                from = range.end;
                let token = &line.units[range];
                if token.iter().any(|&unit| is_high(unit)) {
                    self.memory.make_room();
                    take(&mut self.memory, token);
                    seen += 1;
                }
            }
            if seen >= SAMPLE {
                return;
            }
        }
    }
}

/// Returns `true` if `token` makes more sense as it is than in a charset. A token that is not complete in
/// the charset must be good text.
fn is_better_as_utf8(memory: &mut Memory, token: &[Unit], charset: u8) -> bool {
    let mut cost = |units: &[Unit]| {
        let row = memory.row(units);
        memory.costs(row).best().1 + memory.mixed(units)
    };
    let own = cost(token);
    let width = |&unit: &Unit| if unit < 0x2E80 { 1 } else { 2 };
    match facts().decode(&bytes(token), charset) {
        Some(other) => own < cost(&other),
        None => own < GOOD * (token.iter().map(width).sum::<Cost>() + 1),
    }
}

/// Returns `true` if `text` is another text for the judge of charsets than it is in `charset`.
fn is_contradicted(text: &[u8], charset: u8) -> bool {
    let judged = Likeliest::of(&detect(text)).and_then(Likeliest::one);
    let (Some(judged), Some(own)) = (judged, facts().encoding(charset)) else { return false };
    let read = |encoding| transcode::decode_lossy(text, encoding).0;
    judged != own && read(judged) != read(own)
}

/// Returns the charset with the lowest cost.
fn cheapest(costs: &[Cost; COUNT]) -> u8 {
    (0..COUNT).min_by_key(|&charset| costs[charset]).unwrap_or(0) as u8
}

/// Returns the segments of `text` if all of it is in a charset.
fn segments(text: &[u8], charset: u8) -> Option<Vec<Segment>> {
    let facts = facts();
    let is_single = facts.characters(charset).is_some();
    let mut segments = Vec::new();
    let mut base = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let mut push = |range: Range<usize>| {
            let units = facts.decode(&line[range.clone()], charset)?;
            segments.push(Segment {
                range: base + range.start..base + range.end,
                channel: Channel::Raw(charset),
                becomes: bytes(&units),
                is_guess: false,
                percent: 99,
                rival: None,
                escaped: None,
            });
            Some(())
        };
        if is_single {
            let mut at = 0;
            while let Some(start) = line[at..].iter().position(|byte| !byte.is_ascii()) {
                let start = at + start;
                let len = line[start..].iter().take_while(|byte| !byte.is_ascii()).count();
                at = start + len;
                push(start..at)?;
            }
        } else if let Some(start) = line.iter().position(|byte| !byte.is_ascii()) {
            // The second byte of a character may be ASCII.
            let end = line.iter().rposition(|byte| !byte.is_ascii()).map_or(start, |last| last + 1);
            let end = (end + 1).min(line.trim_ascii_end().len()).max(end);
            push(start..end)?;
        }
        base += line.len();
    }
    Some(segments)
}

/// Returns `true` if a word of `text` with bytes beyond ASCII begins with a capital, or such a byte,
/// among other words. It may be a name of any language.
fn has_name(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let words = || text.split(|byte| !is_part(byte)).filter(|word| !word.is_empty());
    let is_name = |word: &[u8]| {
        !word.is_ascii()
            && word
                .first()
                .is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii() && word.len() > 2)
    };
    words().any(<[u8]>::is_ascii) && words().any(is_name)
}

/// Returns the first of `segments` with their text in another charset, which is possible as well.
fn doubts(text: &[u8], segments: Vec<Segment>, rival: u8, percent: u8) -> Vec<Segment> {
    let few = segments.into_iter().take(MAX_DOUBTS).map(|segment| {
        let own = &text[segment.range.clone()];
        let other = facts().decode(own, rival).map_or_else(|| own.to_vec(), |units| bytes(&units));
        Segment { percent, rival: Some(other), ..segment }
    });
    few.collect()
}

/// Returns `true` if the text is another one in a charset. Signs alone are not a difference.
fn segments_differ(text: &[u8], charset: u8, segments: &[Segment]) -> bool {
    let facts = facts();
    let letters = |bytes: &[u8]| -> Vec<char> {
        let text = String::from_utf8_lossy(bytes);
        text.chars().filter(|one| one.is_alphabetic()).collect()
    };
    segments.iter().any(|segment| {
        facts
            .decode(&text[segment.range.clone()], charset)
            .is_some_and(|units| letters(&bytes(&units)) != letters(&segment.becomes))
    })
}
