//! Identifiers of one letter that look like another identifier in the same text.
//!
//! `let a = 2; let а = 3;` has two variables. One-letter words are common in some languages. So the
//! search covers only text that is mostly ASCII, like source code, and only letters next to an
//! operator. The other letter may come later, so the result is known at the end of the text.

use utfkit::utf8;

use crate::audit::observation::Observation;

/// Letters, and the ASCII letters that look exactly like them.
const TWINS: (&str, &str) = (
    "асеорхуіјѕһԁԛԝӏАВЕКМНОРСТУХІЈЅԚԜ\u{3BF}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwlABEKMHOPCTYXIJSQWoABEZHIKMNOPTYX",
);

/// Returns the ASCII letter that looks exactly like `letter`.
fn twin(letter: char) -> Option<u8> {
    let at = TWINS.0.chars().position(|c| c == letter)?;
    TWINS.1.as_bytes().get(at).copied()
}

/// The length of the start of the text, which is kept in memory. It shows whether the text is mostly
/// ASCII. A search for all ASCII letters in all text would take longer than everything else.
const START: usize = 256 << 10;

/// The letters of a text that are identifiers.
#[derive(Default)]
pub(crate) struct Twins {
    /// The start of the text, up to the end of a line.
    start: String,
    /// Whether the start is complete, and whether it is mostly ASCII then.
    is_ascii: Option<bool>,
    /// The letters that look like ASCII, each once.
    others: Vec<char>,
    /// The ASCII letters that some of these look like.
    ascii: Vec<u8>,
    /// The observations of the other letters.
    waiting: Vec<Observation>,
}

impl Twins {
    /// Takes `text`, the next text. Returns the offsets of the first identifiers with each letter
    /// that looks like an ASCII letter.
    ///
    /// Cost: text that is mostly not ASCII is skipped after its start. ASCII is skipped unless a letter
    /// waits. In other text, blocks without Greek and Cyrillic or without operators are skipped.
    pub(crate) fn find(&mut self, text: &str) -> Vec<usize> {
        self.keep_start(text);
        if self.is_ascii == Some(false) {
            return Vec::new();
        }
        for at in 0..self.others.len() {
            self.look_for(self.others[at], text);
        }
        if utf8::count(text) == text.len() { Vec::new() } else { self.find_others(text) }
    }

    /// Keeps the observation of an offset that [`find`](Self::find) returned.
    pub(crate) fn keep(&mut self, seen: Observation) {
        self.waiting.push(seen);
    }

    /// Returns the pending observations.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.waiting.iter_mut()
    }

    /// Ends the text. Returns the observations of letters that look like another identifier.
    pub(crate) fn end(&mut self) -> Vec<Observation> {
        let mut found = std::mem::take(&mut self.waiting);
        let is_ascii = self.is_ascii.unwrap_or_else(|| is_mostly_ascii(&self.start));
        let looks_like = |seen: &Observation| twin(char::from_u32(seen.point?)?);
        found.retain(|seen| is_ascii && looks_like(seen).is_some_and(|c| self.ascii.contains(&c)));
        found
    }

    /// Keeps `text`, the next text, if it belongs to the start. The line at the limit does, too.
    fn keep_start(&mut self, text: &str) {
        if self.is_ascii.is_some() {
            return;
        }
        let limit = START - self.start.len();
        let bytes = text.as_bytes();
        if bytes.len() <= limit {
            return self.start.push_str(text);
        }
        let from = utf8::floor_boundary(bytes, limit);
        let end = memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |len| from + len);
        self.start.push_str(&text[..end]);
        self.is_ascii = Some(is_mostly_ascii(&self.start));
    }

    /// Adds the ASCII letter that looks like `other` if it is an identifier in `text`.
    fn look_for(&mut self, other: char, text: &str) {
        let Some(ascii) = twin(other).filter(|ascii| !self.ascii.contains(ascii)) else { return };
        if has_identifier(text, ascii) {
            self.ascii.push(ascii);
        }
    }

    /// Returns the offsets of new letters that look like ASCII ones.
    fn find_others(&mut self, text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let bytes = text.as_bytes();
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            let from = number * BLOCK;
            // The last letter of a block may end after it.
            let around = from.saturating_sub(NEAR)..bytes.len().min(from + BLOCK + 1 + NEAR);
            if !any(block, begins_twin) || !any(&bytes[around], may_be_operator) {
                continue;
            }
            for (start, _) in (from..).zip(block).filter(|(_, byte)| begins_twin(**byte)) {
                let end = start + 2;
                // Most letters are within words, next to letters of the same script.
                let is_next_to_letter = bytes.get(end).is_some_and(|byte| begins_twin(*byte))
                    || (start > 1 && begins_twin(bytes[start - 2]));
                if is_next_to_letter || !is_identifier(text, start, end) {
                    continue;
                }
                let Some(letter) = text[start..end].chars().next() else { continue };
                let Some(ascii) = twin(letter).filter(|_| !self.others.contains(&letter)) else {
                    continue;
                };
                self.others.push(letter);
                found.push(start);
                // The start of the text, and the line before the letter, count, too.
                let line = memchr::memrchr(b'\n', &bytes[..start]).map_or(0, |feed| feed + 1);
                let is_known = self.ascii.contains(&ascii);
                let is_in = |text| has_identifier(text, ascii);
                if !is_known && (is_in(&self.start) || is_in(&text[line..])) {
                    self.ascii.push(ascii);
                }
            }
        }
        found
    }
}

/// Returns `true` if at most a quarter of the bytes of `text` are more than one per character.
fn is_mostly_ascii(text: &str) -> bool {
    (text.len() - utf8::count(text)) * 4 <= text.len()
}

/// Returns `true` if the ASCII letter `letter` is an identifier in `text`.
fn has_identifier(text: &str, letter: u8) -> bool {
    let mut places = memchr::memchr_iter(letter, text.as_bytes());
    places.any(|at| is_identifier(text, at, at + 1))
}

/// The number of bytes that are tested together.
const BLOCK: usize = 256;

/// The number of characters next to a letter that decide whether it is an identifier. An operator is
/// among them only after ASCII.
const NEAR: usize = 4;

/// Returns `true` if any of `bytes` is `wanted`. A fold over the whole block needs no branch per byte,
/// so the compiler vectorizes it.
#[inline(always)]
fn any(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(false, |any, &byte| any | wanted(byte))
}

/// Returns `true` for operators, and for `\` and `~`, which saves comparisons.
const fn may_be_operator(byte: u8) -> bool {
    matches!(byte | 0x20, b'{'..=b'~')
        | matches!(byte, b';'..=b'>')
        | matches!(byte, b'%'..=b'&')
        | (byte == b'+')
}

/// Returns `true` if `byte` begins a character of Greek or Cyrillic, as all [`TWINS`] are. Each has
/// two bytes.
const fn begins_twin(byte: u8) -> bool {
    matches!(byte, 0xCE..=0xD4)
}

/// The characters that show an identifier. The first characters of comments, such as `/` and `#`, are
/// not among them.
const OPERATORS: &str = "=+%<>[]{};&|^";

/// Whether the letter between `start` and `end` is a word of its own, next to an operator.
fn is_identifier(text: &str, start: usize, end: usize) -> bool {
    let (before, after) = (&text[..start], &text[end..]);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let ends_word = before.chars().next_back().is_none_or(|c| !is_word(c));
    let is_alone = ends_word && after.chars().next().is_none_or(|c| !is_word(c));
    let is_operator = |c: char| OPERATORS.contains(c);
    let is_blank = |c: &char| *c == ' ' || *c == '\t';
    // Many blanks are the columns of a table.
    let near = |c: &mut dyn Iterator<Item = char>| c.take(NEAR).find(|c| !is_blank(c));
    is_alone
        && (near(&mut before.chars().rev()).is_some_and(is_operator)
            || near(&mut after.chars()).is_some_and(is_operator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::observation::Position;
    use crate::audit::piece::Here;
    use crate::audit::rules::Rule;
    use crate::streams::text::Places;

    #[test]
    fn tables_have_pairs() {
        assert_eq!(TWINS.0.chars().count(), TWINS.1.chars().count());
        let first = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
        assert!(TWINS.0.chars().all(|c| first(c).len() == 2 && begins_twin(first(c)[0])));
    }

    #[test]
    fn blocks_with_operators_are_not_skipped() {
        assert!(OPERATORS.bytes().all(may_be_operator));
        assert!(!"Text, (text) - 'text'. @`_?\u{44F}".bytes().any(may_be_operator));
    }

    /// Returns the offsets of the letters in `parts` that look like others.
    fn find_in(parts: &[&str]) -> Vec<u64> {
        let mut twins = Twins::default();
        let mut base = 0;
        for text in parts {
            for at in twins.find(text) {
                let character = text[at..].chars().next().unwrap();
                let places = Places::of_utf8(text, base);
                let piece = places.piece();
                let position = Position { offset: base + at as u64, line: 1, column: 1 };
                twins.keep(Here { piece, at, character }.seen(Rule::TwinLetter, position, false));
            }
            base += text.len() as u64;
        }
        twins.end().iter().map(|seen| seen.position.offset).collect()
    }

    #[test]
    fn cuts_at_the_limits_change_nothing() {
        let start = "z\n".repeat(START / 2);
        let lines = ["let a = 2;\n", "let б = 1;\n", "let а = 3;\n"].concat();
        let whole = [&start[..], &lines].concat();
        assert_eq!(find_in(&[&whole]), find_in(&[&start, &lines]));
        for len in BLOCK - 3..BLOCK + 1 {
            let start = ["x".repeat(len), "\n".to_owned()].concat();
            let lines = "а   = 3\nlet a = 2;\n";
            let whole = [&start[..], lines].concat();
            assert_eq!(find_in(&[&whole]), [start.len() as u64], "{len}");
            assert_eq!(find_in(&[&start, lines]), [start.len() as u64], "{len}");
        }
    }

    /// The letters may be in different pieces, in any order, and far from each other.
    #[test]
    fn twins_are_found_across_pieces() {
        let (ascii, other) = ("let a = 2;\n", "let а = 3;\n");
        let far = "x\n".repeat(START);
        let wide = "текст\n".repeat(5);
        assert_eq!(find_in(&[ascii, other]), [15]);
        assert_eq!(find_in(&[other, ascii, other]), [4]);
        assert_eq!(find_in(&[ascii, &far, other]), [15 + far.len() as u64]);
        assert_eq!(find_in(&[other, &far, ascii]), [4]);
        assert_eq!(find_in(&[&far, other, ascii]), [4 + far.len() as u64]);
        assert_eq!(find_in(&[&far, "let a = 2; let а = 3;\n"]), [15 + far.len() as u64]);
        assert_eq!(find_in(&[&wide, ascii, other]), []);
        assert_eq!(find_in(&[&wide, ascii, other, &far]), [15 + wide.len() as u64]);
        // Beyond the start, the letter must be on the line or after it.
        assert_eq!(find_in(&[&far, ascii, other]), []);
        let wide = wide.repeat(START / wide.len() + 1);
        assert_eq!(find_in(&[&wide, ascii, other, &far]), []);
    }

    #[test]
    fn twins_are_found_once() {
        let find = |text: &str| find_in(&[text]);
        assert_eq!(find("let a = 2; let а = 3; а += а;"), [15]);
        assert_eq!(find("let а = 3;\nlet a = 2;"), [4]);
        assert_eq!(find("for (x in с) c = x"), [] as [u64; 0]);
        assert_eq!(find("for (x in [с]) c = x"), [11]);
        for innocent in [
            "let b = 2; let а = 3;",
            "let a = 2; // это а, не б",
            "(c) 2020 (с) 2021",
            "а = 1, а также a = 2 и всё, что было в тексте",
            "let a = 2; let α = 3;",
        ] {
            assert_eq!(find(innocent), [] as [u64; 0], "{innocent}");
        }
    }
}
