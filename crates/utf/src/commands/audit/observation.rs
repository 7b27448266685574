//! One thing that was found, as data.

use unicode_width::UnicodeWidthChar;
use utfkit::audit::{Rule, Severity};

use crate::shown;

/// How much of a line is shown on each side.
pub const CONTEXT: usize = 48;

/// Where something begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In octets from the start of the file.
    pub offset: u64,
    /// From 1.
    pub line: u64,
    /// In characters, from 1.
    pub column: u64,
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Observation {
    pub rule: Rule,
    pub severity: Severity,
    pub place: Place,
    /// How many octets it has.
    pub length: u64,
    /// The first code point of it, or the one that an ill-formed sequence stands for.
    pub point: Option<u32>,
    /// The octets of an ill-formed sequence.
    pub octets: Vec<u8>,
    /// What it says, hides or looks like.
    pub means: Option<String>,
    /// The line that it stands on, fit for a terminal: what is before it, itself, and what is behind it.
    pub context: [String; 3],
    /// Where it is in the text that is at hand, as long as its context is not made.
    pub at: Option<usize>,
}

impl Observation {
    /// The same, by another rule.
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }
    /// Makes the context, unless it is made; it is in `text`.
    pub fn fill(&mut self, text: &str) {
        if let Some(at) = self.at.take() {
            let len = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            self.context = context(text, at, at + len);
        }
    }
}

/// What stands around a character in its line, as far as the piece has it, fit for a terminal.
pub fn context(text: &str, at: usize, end: usize) -> [String; 3] {
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let mut shown: Vec<char> =
        before.chars().rev().take_while(|&c| c != '\n').take(CONTEXT).collect();
    shown.reverse();
    let after = after.chars().take_while(|&c| c != '\n').take(CONTEXT);
    let mut around = [String::new(), String::new(), String::new()];
    shown.into_iter().for_each(|character| push(&mut around[0], character));
    text.get(at..end).unwrap_or_default().chars().for_each(|c| mark(&mut around[1], c));
    after.filter(|&c| c != '\r').for_each(|character| push(&mut around[2], character));
    around
}

/// Appends `character`, fit for a terminal.
pub fn push(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("    "),
        other => shown::push(out, other),
    }
}

/// Appends `character` so that it can be seen and marked.
fn mark(out: &mut String, character: char) {
    match character.width() {
        Some(1..) => shown::push(out, character),
        _ => out.push_str(&format!("<{}>", crate::names::notation(character.into()))),
    }
}
