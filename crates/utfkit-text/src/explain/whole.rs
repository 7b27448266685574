//! Text without UTF-8: all of it is in one legacy charset, so all of it is decoded, or nothing.

use std::ops::Range;

use super::{
    channels::{COUNT, Channel, facts},
    lines::Explainer,
    pages,
    segment::Segment,
    tokens,
    units::{Line, Unit, bytes, is_high, is_raw},
};
use crate::model::score::{BIT, Cost};

/// The maximum number of tokens that are read in both ways.
const SAMPLE: usize = 400;

/// Text has UTF-8 if at least one in this many tokens is better as UTF-8 than in the charset.
const SHARE: usize = 12;

/// The charset is certain if the second-best one costs more by this. The model is too confident, so two
/// bits count as one.
const SURE: Cost = 14 * BIT;

impl Explainer {
    /// Returns the segments of `text`, which has raw bytes, if it does not have UTF-8. If the charset
    /// is not certain, or if this is not `all` of the file, there are none. Returns `None` if the text
    /// has UTF-8.
    pub(crate) fn whole(&mut self, text: &[u8], all: bool) -> Option<Vec<Segment>> {
        let costs = self.raw_costs();
        let best = cheapest(&costs);
        if self.has_utf8(text, best) {
            return None;
        }
        if !all {
            return Some(Vec::new());
        }
        let Some(segments) = segments(text, best) else { return Some(Vec::new()) };
        let is_rival = |charset: usize| {
            costs[charset] < costs[usize::from(best)] + SURE
                && charset != usize::from(best)
                && segments_differ(text, charset as u8, &segments)
        };
        Some(if (0..COUNT).any(is_rival) { Vec::new() } else { segments })
    }

    /// Returns `true` if `text`, which has raw bytes, also has UTF-8.
    pub(crate) fn has_utf8_beside_raw(&mut self, text: &[u8]) -> bool {
        let charset = cheapest(&self.raw_costs());
        self.has_utf8(text, charset)
    }

    /// Returns the cost of each charset of the raw bytes.
    fn raw_costs(&self) -> [Cost; COUNT] {
        std::array::from_fn(|charset| {
            self.knowledge.raw_cost(charset) + Channel::Raw(charset as u8).price()
        })
    }

    /// Returns `true` if enough tokens of `text` make more sense as UTF-8 than in a charset.
    fn has_utf8(&mut self, text: &[u8], charset: u8) -> bool {
        let table = pages::table();
        let (mut raw, mut utf8, mut seen) = (0, 0, 0);
        let mut line = Line::default();
        for part in text.split(|&byte| byte == b'\n').filter(|part| !part.is_ascii()) {
            if seen >= SAMPLE {
                break;
            }
            line.read(&part[..part.len().min(super::parts::MAX_LINE)]);
            let mut from = 0;
            while let Some(range) = tokens::next(&line.units, from, table) {
                from = range.end;
                let token = &line.units[range];
                if !token.iter().any(|&unit| is_high(unit)) {
                    continue;
                }
                seen += 1;
                if token.iter().any(|&unit| is_raw(unit)) {
                    raw += 1;
                } else {
                    utf8 += usize::from(self.is_better_as_utf8(token, charset));
                }
            }
        }
        utf8 * SHARE > raw
    }

    /// Returns `true` if `token` makes more sense as it is than in a charset.
    fn is_better_as_utf8(&mut self, token: &[Unit], charset: u8) -> bool {
        self.memory.make_room();
        let Some(other) = facts().decode(&bytes(token), charset) else { return true };
        let [own, other] = [token, &other[..]].map(|units| {
            let row = self.memory.row(units);
            self.memory.costs(row).best().1 + self.memory.mixed(units)
        });
        own < other
    }
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
