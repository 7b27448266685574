//! One thing that was found, as data.

use std::borrow::Cow;

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;
use unicode_width::UnicodeWidthChar;
use utfkit::Finding;

use crate::unicode::categories;
use crate::unicode::printable;

/// How much of a line is shown on each side.
pub const CONTEXT: usize = 48;

/// So many bytes it often has.
const SHOWN: usize = 4 * CONTEXT;

/// Where something begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In bytes from the start of the file.
    pub offset: u64,
    /// From 1.
    pub line: u64,
    /// In characters, from 1.
    pub column: u64,
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The rule that it breaks.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// Where it begins.
    pub place: Place,
    /// How many bytes it has.
    pub length: u64,
    /// The first code point of it, or the one that an ill-formed sequence stands for.
    pub point: Option<u32>,
    /// The mistake, if it is ill-formed.
    pub mistake: Option<Finding>,
    /// Whether it may be a byte of a letter, which is lost if it is removed: `repair` knows which.
    pub may_be_letter: bool,
    /// What it says, hides or looks like, if that is more than its code point.
    pub told: Option<String>,
    /// The line that it stands on, fit for a terminal: what is before it, itself, and what is
    /// behind it.
    pub context: Option<Box<[String; 3]>>,
    /// Where it is in the text that is at hand, as long as its context is not made.
    pub at: Option<usize>,
}

impl Observation {
    /// The same, by another rule.
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// What it says, hides or looks like.
    pub fn means(&self) -> Option<Cow<'_, str>> {
        let stands_for = || self.mistake?.means().map(|value| categories::notation(value).into());
        self.told.as_deref().map(Cow::Borrowed).or_else(stands_for)
    }

    /// Makes the context, unless it is made; it is in `text`.
    pub fn fill(&mut self, text: &str) {
        if let Some(at) = self.at.take() {
            let len = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            self.context = Some(Box::new(context(text, at, at + len)));
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
    let mut around = [SHOWN, 0, SHOWN].map(String::with_capacity);
    shown.into_iter().for_each(|character| push(&mut around[0], character));
    text.get(at..end).unwrap_or_default().chars().for_each(|c| mark(&mut around[1], c));
    after.filter(|&c| c != '\r').for_each(|character| push(&mut around[2], character));
    around
}

/// The bytes of what is ill-formed, each as `<NN>`.
pub fn bytes(mistake: &Finding) -> String {
    let mut out = String::new();
    printable::push_bytes(&mut out, mistake.bytes());
    out
}

/// Appends `character`, fit for a terminal.
pub fn push(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("    "),
        other => printable::push(out, other),
    }
}

/// Appends `character` so that it can be seen and marked.
fn mark(out: &mut String, character: char) {
    match character.width() {
        Some(1..) => printable::push(out, character),
        _ => out.push_str(&format!("<{}>", crate::unicode::categories::notation(character.into()))),
    }
}
