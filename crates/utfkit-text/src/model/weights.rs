//! The costs that the model adds to the trained frequencies, in quarters of a bit.
//!
//! `cargo xtask score-detect DIR`, `score-confidence DIR` and `score-mixed DIR` measure a change.

/// The cost of a text.
pub(crate) mod score {
    /// The cost of a character that does not occur in text.
    pub(crate) const NOT_TEXT: u16 = 160;

    /// The extra cost of a character that no language expects.
    pub(crate) const FLOOR: u16 = 24;

    /// The maximum cost of a sign after a space or a number.
    pub(crate) const SIGN: u16 = 44;

    /// The number of quarters of a bit by which signs are more frequent than in the training texts, and the
    /// minimum cost of a sign.
    pub(crate) const ANY_SIGN: u16 = 16;
    pub(crate) const LEAST_SIGN: u16 = 44;

    /// The maximum number of characters beyond ASCII of a text of signs. In a longer text, the letters
    /// decide.
    pub(crate) const MAX_SIGNS: usize = 4;

    /// The maximum cost of a letter of a script with few languages, without any language.
    pub(crate) const LETTER: u16 = 44;

    /// The maximum cost of a repeated line or space.
    pub(crate) const REPEATED: u16 = 4;

    /// The cost of a word that is of the language, of English, or of any language: 90 %, 8 % and 2 % of
    /// words.
    pub(crate) const OWN: u16 = 1;
    pub(crate) const ENGLISH: u16 = 15;
    pub(crate) const ANY: u16 = 23;

    /// The maximum length of a word, so that its cost fits a `u16`.
    pub(crate) const MAX_WORD: usize = 250;

    /// The maximum cost of a character, so that the cost of a word fits.
    pub(crate) const MAX_FLOOR: u16 = 255;

    /// A group of languages is scored if at least one in this many letters beyond ASCII belongs to it.
    pub(crate) const SHARE: u32 = 10;
}
