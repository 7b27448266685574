//! The lines of a text that may be damaged, and their explanation.

use std::ops::Range;

use utfkit::utf8;

use crate::receivers::declared::Declared;
use crate::repair::edit::are_apart;
use crate::repair::explain::group::knowledge::Knowledge;
use crate::repair::explain::group::search::Piece;
use crate::repair::explain::memory::{Memory, TokenId, Verdict, hash};
use crate::repair::explain::parts::part_len;
use crate::repair::explain::text::agree;
use crate::repair::explain::text::escapes;
use crate::repair::explain::text::foreign::Foreign;
use crate::repair::explain::text::quoted;
use crate::repair::explain::text::segment::{self, Segment, Whole};
use crate::repair::explain::tokens::cut;
use crate::repair::explain::tokens::gate::Gate;
use crate::repair::explain::tokens::units::{Line, Unit, has_next_line};
use crate::repair::explain::ways::pages;
use crate::repair::explain::weights::lines::{
    MAX_OPEN, MAX_WORD, SAMPLE, SHARE_OF_OPEN, SHARE_OF_WESTERN, SMALL_SAMPLE, WORSE,
};
use crate::repair::explain::weights::{MAX_SUSPECTS, MAX_TOKENS, WORD};

/// The number of characters after a word that the verdict about it may depend on: a space that is a byte
/// of a sequence, and two more.
const AHEAD: usize = 3;

/// A line that may be damaged, or a part of a long one.
#[derive(Clone, Debug)]
struct Part {
    range: Range<usize>,
    /// Whether it has a word that may be damaged. The others only have letters of windows-1252.
    is_open: bool,
}

/// Explains the text of a file, window by window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explainer {
    pub(super) memory: Memory,
    pub(super) knowledge: Knowledge,
    pub(super) foreign: Foreign,
    line: Line,
}

impl Explainer {
    pub(crate) fn new() -> Explainer {
        Explainer::default()
    }

    /// Sets the declaration of the file.
    pub(crate) fn declare(&mut self, declared: Option<Declared>) {
        self.foreign.declared = declared;
    }

    /// Begins a window of the file.
    pub(crate) fn begin_window(&mut self) {
        self.foreign.begin_window();
    }

    /// Returns what the text has shown until now.
    pub(crate) fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }

    /// Replaces what the text has shown.
    pub(crate) fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.knowledge = knowledge;
    }

    /// Returns `true` if no part of `text` may be damaged.
    pub(crate) fn is_clean(&mut self, text: &str) -> bool {
        self.next_open(text, 0).is_none() && !escapes::may_have(text.as_bytes())
    }

    /// Returns the text of a file in one legacy charset: its segments, or none if the charset is not
    /// certain or `text` is not `all` of the file. Returns `None` if `text`, which has ill-formed bytes,
    /// also has UTF-8. Such a file is never changed in part.
    pub(crate) fn legacy(&mut self, text: &[u8], all: bool) -> Option<Whole> {
        self.whole(text, all)
    }

    /// Returns the damaged parts of `text`, which may be ill-formed, in order.
    pub(crate) fn explain(&mut self, text: &[u8]) -> Vec<Segment> {
        let charsets = self.foreign.charsets(text);
        self.memory.set_raw(charsets);
        let mut segments = self.foreign_lines(text);
        let mut parts = self.parts(text);
        // These lines are done.
        let is_done = |part: &Part| {
            let at = segments.partition_point(|segment| segment.range.end <= part.range.start);
            segments.get(at).is_some_and(|segment| segment.range.start < part.range.end)
        };
        parts.retain(|part| !is_done(part));
        self.line.has_next_line = has_next_line(text);
        // The first look learns what the second one decides with.
        self.learn(text, &parts);
        self.knowledge.is_complete = true;
        let with_latin = self.knowledge.has_latin();
        for part in parts.iter().filter(|part| part.is_open || with_latin) {
            self.explain_part(text, part, with_latin, false, &mut segments);
        }
        segments.sort_by_key(|segment| segment.range.start);
        agree::agree(text, &mut segments);
        for doubt in self.chances(text) {
            if segments.iter().all(|one| are_apart(&one.range, &doubt.range)) {
                segments.push(doubt);
            }
        }
        segments.sort_by_key(|segment| segment.range.start);
        // A change of characters may overlap one of escapes, which the next pass finds.
        if segments.iter().all(|segment| segment.rival.is_some()) {
            escapes::explain(text, &mut |line| self.explain_line(line), &mut segments);
            segments.sort_by_key(|segment| segment.range.start);
        }
        segments
    }

    /// Learns from the first `parts` of `text`, and some of the others.
    fn learn(&mut self, text: &[u8], parts: &[Part]) {
        let mut segments = Vec::new();
        let (mut sampled, mut left) = ([0; 2], Vec::new());
        // If nothing was read as windows-1252 in the windows before, it is not likely here.
        let sample = if self.knowledge.is_complete { SMALL_SAMPLE } else { SAMPLE };
        for part in parts {
            let count = &mut sampled[usize::from(part.is_open)];
            *count += 1;
            let (few, share) =
                if part.is_open { (MAX_OPEN, SHARE_OF_OPEN) } else { (sample, SHARE_OF_WESTERN) };
            if *count <= few || *count % share == 0 {
                self.explain_part(text, part, true, true, &mut segments);
                segments.clear();
            } else if !part.is_open {
                left.push(part);
            }
        }
        if self.knowledge.has_latin() {
            for part in left {
                self.explain_part(text, part, true, true, &mut segments);
                segments.clear();
            }
        }
    }

    /// Returns the damaged parts of a line. What it shows is remembered for the next lines.
    pub(crate) fn explain_line(&mut self, line: &[u8]) -> Vec<Segment> {
        let mut segments = Vec::new();
        for part in self.parts(line) {
            self.explain_part(line, &part, true, true, &mut segments);
        }
        segments
    }

    /// Returns the lines of `text` that may be damaged, or the parts of long ones.
    fn parts(&mut self, text: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        // The line of everything before `done` was added.
        let (mut base, mut done) = (0_usize, 0_usize);
        for chunk in utf8::chunks(text) {
            let valid = chunk.text();
            let end = base + valid.len();
            let mut from = done.saturating_sub(base);
            while from < valid.len()
                && let Some((open, verdict)) = self.next_open(valid, from)
            {
                from = open.end;
                if base + open.start >= done {
                    done = add_line(text, base + open.start, done, &mut parts);
                }
                if verdict == Verdict::Open {
                    mark_open(base + open.start, &mut parts);
                    from = from.max(done.saturating_sub(base));
                }
            }
            base = end;
            if let Some(finding) = chunk.finding() {
                if base >= done {
                    done = add_line(text, base, done, &mut parts);
                }
                mark_open(base, &mut parts);
                base += finding.len();
            }
        }
        parts
    }

    /// Returns the first word of `text` after `from` that may be damaged, and the verdict about it.
    ///
    /// Cost: this function determines the speed on clean text. Most words are in the cache.
    fn next_open(&mut self, text: &str, from: usize) -> Option<(Range<usize>, Verdict)> {
        let mut from = from;
        while let Some(range) = next_word(text, from) {
            let verdict = self.verdict(text, range.clone());
            if verdict != Verdict::Closed {
                return Some((range, verdict));
            }
            from = range.end;
        }
        None
    }

    /// Returns the verdict about a word of `text`.
    fn verdict(&mut self, text: &str, range: Range<usize>) -> Verdict {
        let after = &text.as_bytes()[range.end..];
        let is_followed = after.first() == Some(&b' ');
        let key = hash(text[range.clone()].as_bytes()) ^ u64::from(is_followed) << 63;
        let verdict = self.kept(key, |this| {
            let is_cut = after.first().is_some_and(|&byte| is_part(byte));
            let may_go_on =
                is_followed && cut::may_have_space(&text[range.clone()], pages::table());
            if is_cut || may_go_on {
                Verdict::Depends
            } else {
                this.first_look(text, range.clone())
            }
        });
        if verdict != Verdict::Depends {
            return verdict;
        }
        // No word has a space or is so long, so this is the key of no word.
        let ahead = text[range.end..].char_indices().nth(AHEAD);
        let end = ahead.map_or(text.len(), |(at, _)| range.end + at);
        let key = hash(&text.as_bytes()[range.start..end]);
        self.kept(key, |this| this.first_look(text, range))
    }

    /// Returns the verdict with this key. If it is not known, `judge` finds it.
    fn kept(&mut self, key: u64, judge: impl FnOnce(&mut Self) -> Verdict) -> Verdict {
        self.memory.verdict(key).unwrap_or_else(|| {
            let verdict = judge(self);
            self.memory.set_verdict(key, verdict);
            verdict
        })
    }

    /// Returns whether any explanation makes a word of `text` cheaper in any language.
    fn first_look(&mut self, text: &str, range: Range<usize>) -> Verdict {
        let table = pages::table();
        let gate = Gate::of(text[range.clone()].chars().map(Unit::from), table);
        let other = if gate.western > 0 { Verdict::Western } else { Verdict::Closed };
        // A space after a word may be a byte of it.
        let word = &text[range.clone()];
        let after = &text[range.end..];
        let has_space = || after.starts_with(' ') && cut::has_space(word, after, table);
        if !(gate.is_likely() || gate.western > 0 && has_space()) {
            return other;
        }
        self.memory.make_room();
        let ahead = after.chars().take(AHEAD);
        let units: Vec<Unit> = word.chars().chain(ahead).map(Unit::from).collect();
        let mut from = 0;
        while let Some(token) = cut::next(&units, from, table) {
            from = token.end;
            let token = &units[token];
            let id = self.memory.token(token);
            let gate = self.memory.of_token(id).gate;
            if gate.raw || gate.is_likely() && self.is_suspect(id, token) {
                return Verdict::Open;
            }
        }
        other
    }

    /// Returns `true` if any explanation makes a token cheaper in any language.
    fn is_suspect(&mut self, id: TokenId, token: &[Unit]) -> bool {
        let alternatives = self.memory.alternatives(id, token);
        if alternatives.is_empty() {
            return false;
        }
        let own = self.memory.row_of(id, token);
        let own_cost = self.memory.own_cost(id);
        let own = self.memory.costs(own);
        alternatives.iter().any(|one| {
            let row = self.memory.costs(one.row);
            let more = one.fixed - own_cost;
            own.max_difference(row) > WORD + more && row.best().1 + more < own.best().1 + WORSE
        })
    }

    /// Explains a part of `text`.
    fn explain_part(
        &mut self,
        text: &[u8],
        Part { range, .. }: &Part,
        with_latin: bool,
        learn: bool,
        segments: &mut Vec<Segment>,
    ) {
        self.memory.make_room();
        let mut line = std::mem::take(&mut self.line);
        line.read(&text[range.clone()]);
        let first = segments.len();
        let before = learn.then(|| self.knowledge.clone());
        let mut from = 0;
        while from < line.units.len() {
            let (pieces, end) = self.pieces(&line.units, from);
            from = end;
            if learn && pieces.iter().any(|piece| self.memory.of_token(piece.token).high > 0) {
                self.knowledge.count_high();
            }
            let changes =
                self.memory.explain(&line.units, &pieces, with_latin, &mut self.knowledge, learn);
            for change in changes {
                segment::push(&line, range.start, &change, segments);
            }
        }
        self.line = line;
        let part = &text[range.clone()];
        let has_examples = quoted::keep_examples(part, range.start, &mut segments[first..]);
        // Examples teach nothing.
        if has_examples && let Some(before) = before {
            self.knowledge = before;
        }
    }

    /// Returns the tokens of a group, which begins after `from`, and its end.
    fn pieces(&mut self, units: &[Unit], from: usize) -> (Vec<Piece>, usize) {
        let table = pages::table();
        let (mut pieces, mut suspects, mut from) = (Vec::new(), 0, from);
        while let Some(range) = cut::next(units, from, table) {
            from = range.end;
            let token = self.memory.token(&units[range.clone()]);
            suspects += usize::from(self.memory.of_token(token).gate.is_open());
            pieces.push(Piece { range, token });
            if suspects >= MAX_SUSPECTS || pieces.len() >= MAX_TOKENS {
                return (pieces, from);
            }
        }
        (pieces, units.len())
    }
}

/// Adds the line of `at`, or its parts, to `parts`. The line begins after `done`. Returns its end.
fn add_line(text: &[u8], at: usize, done: usize, parts: &mut Vec<Part>) -> usize {
    let start = memchr::memrchr(b'\n', &text[done..at]).map_or(done, |feed| done + feed + 1);
    let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len);
    let mut from = start;
    while from < end {
        let len = part_len(&text[from..end]);
        parts.push(Part { range: from..from + len, is_open: false });
        from += len;
    }
    end
}

/// Marks the last line of `parts` from the part of `at` on.
fn mark_open(at: usize, parts: &mut [Part]) {
    let line = parts.iter_mut().rev().take_while(|part| at < part.range.end);
    line.for_each(|part| part.is_open = true);
}

/// Returns the first word of `text` after `from` with a character beyond ASCII: a run of letters, of
/// signs that may be in a token, and of characters beyond ASCII.
fn next_word(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let at = from + ascii_prefix(&bytes[from..]);
    if at == bytes.len() {
        return None;
    }
    let near = at.saturating_sub(MAX_WORD / 2).max(from);
    let start = at - bytes[near..at].iter().rev().take_while(|&&byte| is_part(byte)).count();
    let far = bytes.len().min(at + MAX_WORD);
    let end = at + part_prefix(&bytes[at..far]);
    Some(start..utf8::floor_boundary(bytes, end))
}

/// Returns `true` if a byte may be in a token, apart from spaces.
const fn is_part(byte: u8) -> bool {
    byte >= 0x3F || byte == b'\''
}

const HIGH: u64 = 0x8080_8080_8080_8080;
/// A byte from 3F to 7F overflows into its highest bit with it.
const TO_LETTERS: u64 = 0x4141_4141_4141_4141;

/// Returns the number of ASCII bytes at the start of `bytes`.
fn ascii_prefix(bytes: &[u8]) -> usize {
    prefix(bytes, |eight| eight & HIGH == 0, |byte| byte.is_ascii())
}

/// Returns the number of bytes at the start of `bytes` that may be in a token.
fn part_prefix(bytes: &[u8]) -> usize {
    let all = |eight| (eight | ((eight & !HIGH) + TO_LETTERS)) & HIGH == HIGH;
    prefix(bytes, all, is_part)
}

/// Returns the number of bytes at the start of `bytes` that are `wanted`. `all` returns `true` if eight
/// bytes are.
fn prefix(bytes: &[u8], all: impl Fn(u64) -> bool, wanted: impl Fn(u8) -> bool) -> usize {
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        if !all(u64::from_le_bytes(*eight)) {
            break;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|&&byte| wanted(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight bytes at once are those of one at a time, for each byte at each place.
    #[test]
    fn prefixes_are_those_of_single_bytes() {
        for usual in [b'a', b'?', 0xC3, b' '] {
            for at in 0..20 {
                for byte in 0..=u8::MAX {
                    let mut bytes = [usual; 20];
                    bytes[at] = byte;
                    let prefix = |wanted: fn(u8) -> bool| {
                        bytes.iter().take_while(|&&byte| wanted(byte)).count()
                    };
                    assert_eq!(part_prefix(&bytes), prefix(is_part), "{bytes:?}");
                    assert_eq!(ascii_prefix(&bytes), prefix(|byte| byte.is_ascii()), "{bytes:?}");
                }
            }
        }
    }
}
