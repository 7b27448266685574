//! Text without UTF-8: all of it is in one legacy charset, so all of it is decoded, or nothing.

use std::ops::Range;

use crate::model::score::Cost;
use crate::repair::characters::high_runs;
use crate::repair::explain::memory::Memory;
use crate::repair::explain::parts::{MAX_LINE, lines};
use crate::repair::explain::text::chance::{self, Meaning};
use crate::repair::explain::text::foreign::{Judged, letters, read};
use crate::repair::explain::text::lines::Explainer;
use crate::repair::explain::text::segment::{self, Segment, Whole};
use crate::repair::explain::tokens::cut::{self, is_alone};
use crate::repair::explain::tokens::units::{Line, Unit, bytes, is_high, is_raw};
use crate::repair::explain::ways::alternatives::{may_be_in, too_high};
use crate::repair::explain::ways::channels::Channel;
use crate::repair::explain::ways::{charsets, pages};
use crate::repair::explain::weights::whole::{MAX_DOUBTS, MAX_LINES, MAX_TOKEN, SAMPLE, SHARE};
use crate::repair::explain::weights::{FIRST_RAW, NOISE, NOISE_IN_WHOLE, RAW_RIVAL, REPEATED};

impl Explainer {
    /// Returns the segments of `text`, which has raw bytes, if it does not have UTF-8. If the charset
    /// is not certain, or if this is not `all` of the file, there are none. Returns `None` if the text
    /// has UTF-8.
    pub(crate) fn whole(&mut self, text: &[u8], all: bool) -> Option<Whole> {
        let best = self.foreign.judge(text)?.best;
        if self.has_utf8(text, best, all) {
            return None;
        }
        let is_text = self.is_text(text, best) && self.has_word(text);
        let segments = if is_text { self.segments_of(text, all) } else { Vec::new() };
        Some(Whole { is_text, segments })
    }

    /// Returns the segments of `text` in its charset, or doubts about it.
    fn segments_of(&mut self, text: &[u8], all: bool) -> Vec<Segment> {
        if !(all && is_short(text)) {
            return Vec::new();
        }
        let Some(Judged { best, is_sure, rivals }) = self.foreign.judge_whole(text) else {
            return Vec::new();
        };
        let Some(segments) = segments(text, best) else { return Vec::new() };
        let own = letters(text, best);
        let differs = |&(charset, _): &(u8, Cost)| letters(text, charset) != own;
        match rivals.into_iter().filter(differs).min_by_key(|(_, cost)| *cost) {
            Some((rival, cost)) => doubts(text, segments, rival, segment::percent(cost)),
            None if is_sure => self.unknown_lines(text, best).unwrap_or(segments),
            None => Vec::new(),
        }
    }

    /// Returns doubts about the lines of `text` that are UTF-8, perhaps by chance; `None` if there are no
    /// such lines. All of a file is converted, or nothing.
    fn unknown_lines(&mut self, text: &[u8], charset: u8) -> Option<Vec<Segment>> {
        let mut found = None;
        for (start, line) in lines(text) {
            if line.is_ascii() || str::from_utf8(line).is_err() {
                continue;
            }
            if let Some(Meaning::Unknown(gain)) = self.meaning_of_line(line, charset) {
                let doubts: &mut Vec<Segment> = found.get_or_insert_default();
                doubts.extend(chance::doubt(line, start, charset, gain));
            }
        }
        found
    }

    /// Returns the segments of the lines of `text`, which was judged, that have raw bytes and no UTF-8, if
    /// it is certain in which charset each line is.
    pub(super) fn foreign_lines(&mut self, text: &[u8]) -> Vec<Segment> {
        let mut found = Vec::new();
        let judged = self.foreign.judged().filter(|judged| judged.is_sure);
        let Some(charsets) = judged.map(Judged::for_lines).filter(|all| !all.is_empty()) else {
            return found;
        };
        for (start, line) in lines(text) {
            if line.len() > MAX_LINE || str::from_utf8(line).is_ok() {
                continue;
            }
            let Some(charset) = self.charset_of_line(line, &charsets) else { continue };
            let Some(segments) = segments(line, charset) else { continue };
            self.knowledge.count_high();
            self.knowledge.count();
            self.knowledge.used(Channel::Raw(charset));
            found.extend(segments.into_iter().map(|segment| {
                let range = start + segment.range.start..start + segment.range.end;
                Segment { range, ..segment }
            }));
        }
        found
    }

    /// Returns doubts about the lines of `text`, which was judged, that are UTF-8, and may be in the charset
    /// of the others.
    pub(super) fn chances(&mut self, text: &[u8]) -> Vec<Segment> {
        let judged = self.foreign.judged().filter(|judged| judged.is_sure);
        judged.map(|judged| judged.best).map_or_else(Vec::new, |best| self.chance_lines(text, best))
    }

    /// Returns the one of `charsets`, each with its cost, in which a line is much better text than in the
    /// others, and than with raw bytes. Returns `None` if the line has UTF-8.
    fn charset_of_line(&mut self, line: &[u8], charsets: &[(u8, Cost)]) -> Option<u8> {
        let gains = charsets.iter().filter_map(|&(charset, price)| {
            Some((self.gain_of_line(line, charset)? - price, charset))
        });
        let mut gains: Vec<(Cost, u8)> = gains.collect();
        gains.sort_by_key(|(gain, charset)| (-gain, *charset));
        let &(gain, best) = gains.first()?;
        let mut near = gains[1..].iter().take_while(|(other, _)| *other > gain - RAW_RIVAL);
        let is_certain = near.all(|&(_, other)| read(line, other) == read(line, best));
        let is_foreign = gain > FIRST_RAW + RAW_RIVAL
            && is_certain
            && self.count(line, best).1 == 0
            && self.is_text(line, best);
        is_foreign.then_some(best)
    }

    /// Returns what a line gains in a charset; `None` if a part of it cannot be in that charset.
    fn gain_of_line(&mut self, line: &[u8], charset: u8) -> Option<Cost> {
        let (mut own, mut other, mut is_possible, mut has_word) = (0, 0, true, false);
        self.each_token(line, |memory, token| {
            let raw = token.iter().filter(|&&unit| is_raw(unit)).count() as Cost;
            is_possible &= raw == 0 || may_be_in(token, charset);
            has_word |= is_word(token);
            let row = memory.row(token);
            own += memory.costs(row).best().1 - too_high(raw);
            match charsets::of(charset).decode(&bytes(token)) {
                Some(units) => {
                    let row = memory.row_in(&units, charset);
                    other += memory.costs(row).best().1 + memory.mixed(&units);
                }
                // A token of several bytes per character may be cut.
                None => is_possible &= !charsets::of(charset).is_single(),
            }
        });
        (is_possible && has_word).then_some(own - other)
    }

    /// Returns `true` if enough tokens of `text` make more sense as UTF-8 than in a charset. In a short
    /// text, which is `all` of the file, one token that is certain is enough.
    fn has_utf8(&mut self, text: &[u8], charset: u8, all: bool) -> bool {
        let (raw, utf8) = self.count(text, charset);
        let mut is_certain = utf8 * SHARE > raw;
        if !is_certain && all && is_short(text) {
            self.each_token(text, |memory, token| {
                is_certain |= !token.iter().any(|&unit| is_raw(unit))
                    && memory.meaning(token, charset) == Meaning::Utf8;
            });
        }
        is_certain
    }

    /// Returns the number of tokens of `text` with raw bytes, and of those that make more sense as UTF-8
    /// than in a charset.
    fn count(&mut self, text: &[u8], charset: u8) -> (usize, usize) {
        let (mut raw, mut utf8) = (0, 0);
        self.each_token(text, |memory, token| {
            if token.iter().any(|&unit| is_raw(unit)) {
                raw += 1;
            } else {
                utf8 += usize::from(memory.is_better_as_utf8(token, charset));
            }
        });
        (raw, utf8)
    }

    /// Returns `true` if a token of `text` is a word with raw bytes.
    fn has_word(&mut self, text: &[u8]) -> bool {
        let mut has_word = false;
        self.each_token(text, |_, token| has_word |= is_word(token));
        has_word
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
                let Some(units) = charsets::of(charset).decode(&bytes(token)) else { return };
                let row = memory.row(&units);
                cost += memory.costs(row).best().1;
                // There are thousands of characters of two bytes, so each costs more.
                let width = |&unit: &Unit| if unit < 0x2E80 { 1 } else { 3 };
                length += units.iter().map(width).sum::<Cost>() + 1;
            }
        });
        !is_repeated && cost <= NOISE * length + NOISE_IN_WHOLE
    }

    /// Passes the first tokens of `text` with characters or bytes beyond ASCII to `take`.
    pub(super) fn each_token(&mut self, text: &[u8], mut take: impl FnMut(&mut Memory, &[Unit])) {
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

/// Returns `true` if `text` has so few lines that it may be converted. A file of more lines is a file in
/// that charset, and not damaged.
fn is_short(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()).count() <= MAX_LINES
}

/// Returns `true` if `token` is a word with raw bytes. Single letters, as in keymaps and tables, prove
/// nothing.
fn is_word(token: &[Unit]) -> bool {
    let raw = token.iter().filter(|&&unit| is_raw(unit)).count();
    raw > 0 && token.len() > 2 && (raw > 2 || !is_alone(token))
}

/// Returns the segments of `text` if all of it is in a charset.
fn segments(text: &[u8], charset: u8) -> Option<Vec<Segment>> {
    let facts = charsets::of(charset);
    let is_single = facts.is_single();
    let mut segments = Vec::new();
    let mut base = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let mut push = |range: Range<usize>| {
            let units = facts.decode(&line[range.clone()])?;
            let range = base + range.start..base + range.end;
            segments.push(Segment::raw(range, charset, &units));
            Some(())
        };
        if is_single {
            for run in high_runs(line, 0..line.len()) {
                push(run)?;
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

/// Returns the first of `segments` with their text in another charset, which is possible as well.
fn doubts(text: &[u8], segments: Vec<Segment>, rival: u8, percent: u8) -> Vec<Segment> {
    let few = segments.into_iter().take(MAX_DOUBTS).map(|segment| {
        let own = &text[segment.range.clone()];
        let other =
            charsets::of(rival).decode(own).map_or_else(|| own.to_vec(), |units| bytes(&units));
        Segment { percent, rival: Some(other), ..segment }
    });
    few.collect()
}
