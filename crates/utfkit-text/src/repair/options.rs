//! What a repair does only if asked.

use utfkit::Encoding;

/// What is fixed only if asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Read `C0 80` as U+0000, as Java writes it.
    pub modified_utf8: bool,
    /// Read overlong forms as the characters that they hide. Unsafe: who checked the text before
    /// did not see them.
    pub unsafe_overlong: bool,
    /// Read what is ill-formed in this encoding, always, if it has no fix of its own; and in lines
    /// that have such bytes what is UTF-8 by chance: characters that this encoding lacks, where it
    /// has letters, beside those or as words alone.
    pub mixed: Option<Encoding>,
}
