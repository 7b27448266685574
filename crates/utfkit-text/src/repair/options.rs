//! The options of a repair.

use utfkit::Encoding;

/// The fixes that a repair makes only on request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Decodes `C0 80` as U+0000, which Java writes.
    pub modified_utf8: bool,
    /// Decodes overlong forms. This is unsafe: a program that checked the text before did not see
    /// the characters in them.
    pub unsafe_overlong: bool,
    /// Decodes ill-formed bytes without another fix in this encoding. In lines with such bytes, it
    /// also decodes bytes that are UTF-8 by chance. Those are characters that this encoding does
    /// not have, whose bytes are letters in it, next to ill-formed bytes or as whole words.
    pub mixed: Option<Encoding>,
}
