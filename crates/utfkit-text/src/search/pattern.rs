//! A regular expression that finds text within lines.

use std::fmt;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};

/// A regular expression, for text in UTF-8. A match is within one line.
///
/// The syntax is that of the crate `regex`.
///
/// ```
/// use utfkit_text::search::{Matcher, Pattern, Syntax};
/// let pattern = Pattern::new(["fl[aä]che"], Syntax { ignore_case: true, ..Syntax::default() })?;
/// assert_eq!(Matcher::Regex(&pattern).find("one\nFLÄCHE\n".as_bytes(), 0), Some(4));
/// assert!(Pattern::new(["("], Syntax::default()).is_err());
/// # Ok::<(), utfkit_text::search::InvalidPattern>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(super) regex: RegexMatcher,
}

/// How patterns are read. By default, they are regular expressions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// Whether case does not matter.
    pub ignore_case: bool,
    /// Whether a match consists of whole words.
    pub words: bool,
    /// Whether a match is a whole line.
    pub whole_lines: bool,
    /// Whether the patterns are literal texts.
    pub literal: bool,
    /// Whether a carriage return before a line feed belongs to the line end.
    pub crlf: bool,
}

/// A pattern that is not a regular expression. Its [`Display`](fmt::Display) shows the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPattern {
    message: String,
}

impl Pattern {
    /// Creates the pattern that matches any of `patterns`.
    ///
    /// # Errors
    /// A pattern is not a regular expression, or it is too large.
    pub fn new<P: AsRef<str>>(
        patterns: impl IntoIterator<Item = P>,
        syntax: Syntax,
    ) -> Result<Self, InvalidPattern> {
        let patterns: Vec<P> = patterns.into_iter().collect();
        let regex = RegexMatcherBuilder::new()
            .multi_line(true)
            .unicode(true)
            .octal(false)
            .crlf(syntax.crlf)
            .case_insensitive(syntax.ignore_case)
            .word(syntax.words)
            .whole_line(syntax.whole_lines)
            .fixed_strings(syntax.literal)
            .build_many(&patterns);
        regex
            .map(|regex| Self { regex })
            .map_err(|error| InvalidPattern { message: error.to_string() })
    }
}

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InvalidPattern {}
