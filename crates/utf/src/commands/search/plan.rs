//! Prepares the search once for all files.

use regex_syntax::hir::{Class, Hir, HirKind, LookSet};
use utfkit_text::{
    search::{Equivalent, Layout, Literal, Matcher, Pattern, Spelling, Syntax, equivalent},
    unicode::printable,
};

use super::{Args, window::Window};
use crate::process::problem::Problem;

/// The characters that a match can contain, or that decide about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only ASCII, whose bytes are the same in most encodings.
    Ascii,
    /// Possibly others: `.` matches any character.
    Any,
    /// Others, which the patterns name.
    Named,
}

impl Reach {
    /// Returns the reach of `patterns`, with the options in `args`.
    pub fn of(args: &Args, patterns: &[String]) -> Self {
        let is_literal = args.fixed_strings || args.regexes.is_empty();
        let is_any =
            |pattern: &String| regex_syntax::parse(pattern).is_ok_and(|regex| reaches(&regex));
        match () {
            () if patterns.iter().any(|pattern| !pattern.is_ascii()) => Self::Named,
            // The characters around a word must be known.
            () if args.word_regexp => Self::Any,
            () if !is_literal && patterns.iter().any(is_any) => Self::Any,
            () => Self::Ascii,
        }
    }
}

/// Returns `true` if `regex` depends on characters beyond ASCII.
fn reaches(regex: &Hir) -> bool {
    match regex.kind() {
        HirKind::Empty => false,
        HirKind::Literal(text) => !text.0.is_ascii(),
        HirKind::Class(Class::Unicode(class)) => !class.is_ascii(),
        HirKind::Class(Class::Bytes(class)) => !class.is_ascii(),
        HirKind::Look(look) => LookSet::singleton(*look).contains_word_unicode(),
        HirKind::Repetition(repetition) => reaches(&repetition.sub),
        HirKind::Capture(capture) => reaches(&capture.sub),
        HirKind::Concat(all) | HirKind::Alternation(all) => all.iter().any(reaches),
    }
}

/// The method of the search.
pub enum Plan {
    /// Finds a literal text.
    Text(String),
    /// Finds matches of a regular expression.
    Regex(Box<Pattern>),
    /// Finds text that is canonically equivalent to a pattern.
    Equivalent(Box<Equivalent>),
}

impl Plan {
    /// Prepares the search for `patterns`, with the options in `args`.
    pub fn new(args: &Args, patterns: &[String]) -> Result<Self, Problem> {
        if let Some(pattern) = patterns.iter().find(|pattern| pattern.contains('\n')) {
            let words = format!("the pattern `{}` contains a line feed", printable::line(pattern));
            return Err(Problem::new(words).hint("a match cannot span several lines"));
        }
        let literal = args.fixed_strings || args.regexes.is_empty();
        if args.normalize {
            if !literal {
                return Err(Problem::new("--normalize: regular expressions (-e) cannot be used"));
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

    /// Returns the window, the matcher and the line feed for a stream in `layout`.
    pub fn begin(&self, layout: Layout) -> Option<(Window, Matcher<'_>, Literal)> {
        if let Plan::Text(text) = self {
            let by_bytes = match layout.spell(text) {
                Spelling::One(needle) => Some(Matcher::Literal(Literal::new(needle).into())),
                Spelling::None => Some(Matcher::Nothing),
                _ => None,
            };
            // If the line feed has several forms or none, the text must be decoded, too.
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

/// Returns the regular expression for any of `patterns`, which are literal texts if `literal`.
fn regex(args: &Args, patterns: &[String], literal: bool) -> Result<Pattern, Problem> {
    let syntax = Syntax {
        ignore_case: args.ignore_case,
        words: args.word_regexp,
        whole_lines: args.line_regexp,
        literal,
        crlf: true,
    };
    Pattern::new(patterns, syntax)
        .map_err(|error| Problem::new(printable::multiline(&format!("-e: {error}"))))
}
