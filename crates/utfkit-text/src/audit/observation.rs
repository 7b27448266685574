//! An observation: one finding of an audit, as data.

use std::borrow::Cow;

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;
use unicode_width::UnicodeWidthChar;
use utfkit::Finding;

use crate::unicode::categories;
use crate::unicode::printable;

/// The maximum number of characters of the line that are shown on each side.
pub const CONTEXT: usize = 48;

/// The usual size of a drawn context, in bytes.
const SHOWN: usize = 4 * CONTEXT;

/// The start of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The offset in the file, in bytes.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// One finding of an audit.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Observation {
    /// The rule that matched.
    pub rule: Rule,
    /// The severity, according to the policy.
    pub severity: Severity,
    /// The start of the finding.
    pub position: Position,
    /// The length in bytes.
    pub length: u64,
    /// The first code point, or the one that an ill-formed sequence means.
    pub point: Option<u32>,
    /// The ill-formed sequence, if the text is ill-formed here.
    pub finding: Option<Finding>,
    /// Whether the character may be a byte of a damaged letter, which `repair` restores and removal
    /// would lose.
    pub may_be_letter: bool,
    /// The hidden text, the similar text or the reason, if there is more to report than the code
    /// point.
    pub detail: Option<String>,
    /// The line, drawn for a terminal: the text before the finding, the finding, and the text after
    /// it.
    pub context: Option<Box<[String; 3]>>,
    /// The offset in the current piece, until the context is drawn.
    pub at: Option<usize>,
}

impl Observation {
    /// Returns the observation with another rule.
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// Returns the hidden text, the similar text, or the code point that an ill-formed sequence
    /// means.
    pub fn means(&self) -> Option<Cow<'_, str>> {
        let meaning = || self.finding?.means().map(|value| categories::notation(value).into());
        self.detail.as_deref().map(Cow::Borrowed).or_else(meaning)
    }

    /// Draws the context from `text`, unless it is already drawn.
    pub fn fill(&mut self, text: &str) {
        if let Some(at) = self.at.take() {
            let len = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            self.context = Some(Box::new(context(text, at, at + len)));
        }
    }
}

/// Draws the line around the character at `at..end`, with at most [`CONTEXT`] characters of `text`
/// on each side.
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

/// Returns the bytes of an ill-formed sequence, each as `<NN>`.
pub fn bytes(finding: &Finding) -> String {
    let mut out = String::new();
    printable::push_bytes(&mut out, finding.bytes());
    out
}

/// Appends `character` in a form that is safe on a terminal.
pub fn push(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("    "),
        other => printable::push(out, other),
    }
}

/// Appends `character`, and its number instead if it has no width.
fn mark(out: &mut String, character: char) {
    match character.width() {
        Some(1..) => printable::push(out, character),
        _ => out.push_str(&format!("<{}>", crate::unicode::categories::notation(character.into()))),
    }
}
