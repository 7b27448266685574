//! The lines of a text that may be damaged, and their explanation.

use std::ops::Range;

use utfkit::utf8;

use super::{
    escapes,
    gate::Gate,
    group::Piece,
    knowledge::Knowledge,
    memory::{Memory, hash},
    pages, quoted,
    parts::part_len,
    segment::{self, Segment},
    tokens,
    units::{Line, Unit},
    weights::{MAX_SUSPECTS, MAX_TOKENS, WORD},
};
use crate::model::score::{BIT, Cost};

/// The maximum length of a word in bytes for the first look. Longer ones are cut.
const MAX_WORD: usize = 1000;

/// A text that is worse by this much in the best language is not a reason to look at a line. In
/// languages of other scripts, all words are bad, and the shorter one is cheaper.
const WORSE: Cost = 24 * BIT;

/// Explains the text of a file, window by window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explainer {
    memory: Memory,
    knowledge: Knowledge,
    line: Line,
}

impl Explainer {
    pub(crate) fn new() -> Explainer {
        Explainer::default()
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

    /// Returns the damaged parts of `text`, which may be ill-formed, in order.
    pub(crate) fn explain(&mut self, text: &[u8]) -> Vec<Segment> {
        let parts = self.parts(text);
        let mut segments = Vec::new();
        if !parts.is_empty() {
            // The first look learns what the second one decides with.
            for part in &parts {
                self.explain_part(text, part.clone(), true, &mut segments);
            }
            segments.clear();
            self.knowledge.is_complete = true;
            for part in &parts {
                self.explain_part(text, part.clone(), false, &mut segments);
            }
        }
        // A change of characters may overlap one of escapes, which the next pass finds.
        if segments.iter().all(|segment| segment.rival.is_some()) {
            escapes::explain(text, self, &mut segments);
            segments.sort_by_key(|segment| segment.range.start);
        }
        segments
    }

    /// Returns the damaged parts of a line. What it shows is remembered for the next lines.
    pub(crate) fn explain_line(&mut self, line: &[u8]) -> Vec<Segment> {
        let mut segments = Vec::new();
        for part in self.parts(line) {
            self.explain_part(line, part, true, &mut segments);
        }
        segments
    }

    /// Returns the lines of `text` that may be damaged, or the parts of long ones.
    fn parts(&mut self, text: &[u8]) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        // The line of everything before `done` was added.
        let (mut base, mut done) = (0, 0);
        for chunk in utf8::chunks(text) {
            let valid = chunk.text();
            let end = base + valid.len();
            while done < end
                && let Some(open) = self.next_open(valid, done.saturating_sub(base))
            {
                done = add_line(text, base + open, done, &mut parts);
            }
            base = end;
            if let Some(finding) = chunk.finding() {
                if base >= done {
                    done = add_line(text, base, done, &mut parts);
                }
                base += finding.len();
            }
        }
        parts
    }

    /// Returns the position of the first word of `text` after `from` that may be damaged.
    ///
    /// Cost: this function determines the speed on clean text. Most words are in the cache.
    fn next_open(&mut self, text: &str, from: usize) -> Option<usize> {
        let mut from = from;
        while let Some(range) = next_word(text, from) {
            let is_followed = text.as_bytes().get(range.end) == Some(&b' ');
            let key = hash(text[range.clone()].as_bytes()) ^ u64::from(is_followed) << 63;
            let is_open = self.memory.verdict(key).unwrap_or_else(|| {
                let is_open = self.is_open(text, range.clone());
                self.memory.set_verdict(key, is_open);
                is_open
            });
            if is_open {
                return Some(range.start);
            }
            from = range.end;
        }
        None
    }

    /// Returns `true` if any explanation makes a word of `text` cheaper in any language.
    fn is_open(&mut self, text: &str, range: Range<usize>) -> bool {
        let table = pages::table();
        let gate = Gate::of(text[range.clone()].chars().map(Unit::from), table);
        // A space after a word may be a byte of it.
        let after = &text[range.end..];
        let may_follow = || gate.western > 0 && after.starts_with(' ');
        if !gate.is_open() && !may_follow() {
            return false;
        }
        self.memory.make_room();
        let ahead = after.chars().take(3);
        let units: Vec<Unit> = text[range.clone()].chars().chain(ahead).map(Unit::from).collect();
        let mut from = 0;
        while let Some(token) = tokens::next(&units, from, table) {
            from = token.end;
            let token = &units[token];
            let id = self.memory.token(token);
            let gate = self.memory.of_token(id).gate;
            if gate.raw || gate.is_open() && self.is_suspect(id, token) {
                return true;
            }
        }
        false
    }

    /// Returns `true` if any explanation makes a token cheaper in any language.
    fn is_suspect(&mut self, id: super::memory::TokenId, token: &[Unit]) -> bool {
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
        range: Range<usize>,
        learn: bool,
        segments: &mut Vec<Segment>,
    ) {
        self.memory.make_room();
        let mut line = std::mem::take(&mut self.line);
        line.read(&text[range.clone()]);
        let first = segments.len();
        let mut from = 0;
        while from < line.units.len() {
            let (pieces, end) = self.pieces(&line.units, from);
            from = end;
            if learn && pieces.iter().any(|piece| self.memory.of_token(piece.token).high > 0) {
                self.knowledge.count_high();
            }
            let changes =
                self.memory.explain(&line.units, &pieces, false, &mut self.knowledge, learn);
            for change in changes {
                segment::push(&line, range.start, &change, segments);
            }
        }
        self.line = line;
        let part = &text[range.clone()];
        quoted::keep_examples(part, range.start, &mut segments[first..]);
    }

    /// Returns the tokens of a group, which begins after `from`, and its end.
    fn pieces(&mut self, units: &[Unit], from: usize) -> (Vec<Piece>, usize) {
        let table = pages::table();
        let (mut pieces, mut suspects, mut from) = (Vec::new(), 0, from);
        while let Some(range) = tokens::next(units, from, table) {
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
fn add_line(text: &[u8], at: usize, done: usize, parts: &mut Vec<Range<usize>>) -> usize {
    let start = memchr::memrchr(b'\n', &text[done..at]).map_or(done, |feed| done + feed + 1);
    let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len);
    let mut from = start;
    while from < end {
        let len = part_len(&text[from..end]);
        parts.push(from..from + len);
        from += len;
    }
    end
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
    let end = at + bytes[at..far].iter().take_while(|&&byte| is_part(byte)).count();
    Some(start..utf8::floor_boundary(bytes, end))
}

/// Returns `true` if a byte may be in a token, apart from spaces.
const fn is_part(byte: u8) -> bool {
    byte >= 0x3F || byte == b'\''
}

/// Returns the number of ASCII bytes at the start of `bytes`.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
        if high != 0 {
            return at + high.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}
