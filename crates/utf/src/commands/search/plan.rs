//! What is asked for, made ready once for all files.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use utfkit_text::search::{Layout, Spelling};

use super::{
    Args,
    equivalent::{self, Equivalent},
    literal::Literal,
    matcher::Matcher,
    window::Window,
};
use crate::process::problem::Problem;
use utfkit_text::unicode::printable;

/// Whether any of `patterns` can match text beyond ASCII, which other encodings spell with other
/// bytes.
pub fn is_beyond_ascii(patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| !pattern.is_ascii())
}

/// How a text is searched.
pub enum Plan {
    /// For a text, as it is.
    Text(String),
    /// For what a regular expression describes.
    Regex(Box<RegexMatcher>),
    /// For what is canonically equivalent to something.
    Equivalent(Box<Equivalent>),
}

impl Plan {
    /// What `args` ask for: the patterns, and how they are meant.
    pub fn new(args: &Args, patterns: &[String]) -> Result<Self, Problem> {
        if let Some(pattern) = patterns.iter().find(|pattern| pattern.contains('\n')) {
            let words = format!("`{}` has a line feed", printable::line(pattern));
            return Err(Problem::new(words).hint("lines are searched one by one"));
        }
        let literal = args.fixed_strings || args.regexes.is_empty();
        if args.normalize {
            if !literal {
                return Err(Problem::new("--normalize: only text can be sought, no -e"));
            }
            let decomposed: Vec<_> =
                patterns.iter().map(|pattern| equivalent::decomposed(pattern)).collect();
            let regex = regex(args, &decomposed, true)?;
            return Ok(Plan::Equivalent(Box::new(Equivalent::new(regex))));
        }
        match patterns {
            [text] if literal && !text.is_empty() && !args.changes_literals() => {
                Ok(Plan::Text(text.clone()))
            }
            _ => Ok(Plan::Regex(Box::new(regex(args, patterns, literal)?))),
        }
    }

    /// What to search for in the stream that is laid out as `layout` says; in which window; and
    /// what ends its lines.
    pub fn begin(&self, layout: Layout) -> Option<(Window, Matcher<'_>, Literal)> {
        if let Plan::Text(text) = self {
            let by_bytes = match layout.spell(text) {
                Spelling::One(needle) => Some(Matcher::Literal(Literal::new(needle).into())),
                Spelling::None => Some(Matcher::Nothing),
                _ => None,
            };
            // A line feed that has no spelling, or several, takes decoding as well.
            if let (Some(matcher), Some(feed)) = (by_bytes, Literal::of(layout, "\n")) {
                return Some((Window::new(layout, true), matcher, feed));
            }
        }
        let window = Window::new(layout, layout.is_utf8());
        let matcher = match self {
            Plan::Text(text) => Matcher::Literal(Literal::utf8(text)?.into()),
            Plan::Regex(regex) => Matcher::Regex(regex),
            Plan::Equivalent(equivalent) => Matcher::Equivalent(equivalent),
        };
        Some((window, matcher, Literal::utf8("\n")?))
    }
}

/// The regular expression for any of `patterns`, which are texts if `literal`.
fn regex(args: &Args, patterns: &[String], literal: bool) -> Result<RegexMatcher, Problem> {
    RegexMatcherBuilder::new()
        .multi_line(true)
        .unicode(true)
        .octal(false)
        .crlf(true)
        .case_insensitive(args.ignore_case)
        .word(args.word_regexp)
        .whole_line(args.line_regexp)
        .fixed_strings(literal)
        .build_many(patterns)
        .map_err(|error| Problem::new(printable::multiline(&format!("-e: {error}"))))
}
