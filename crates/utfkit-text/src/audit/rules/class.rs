//! The severities and the classes of rules.

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; usual in some texts.
    Note,
    /// Unusual in any text.
    Warning,
    /// A means of attacks.
    Error,
}

impl Severity {
    /// All severities, the lowest first.
    pub const ALL: &[Severity] = &[Severity::Note, Severity::Warning, Severity::Error];

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A group of related rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Controls of the bidirectional algorithm.
    Bidi,
    /// Tag characters.
    Tag,
    /// Variation selectors.
    VariationSelector,
    /// Characters without width.
    ZeroWidth,
    /// Letters and symbols that look blank.
    Filler,
    /// Control characters.
    Control,
    /// U+0000.
    Nul,
    /// Noncharacters.
    Noncharacter,
    /// Code points for private use.
    PrivateUse,
    /// Code points without a character.
    Unassigned,
    /// Replacements for missing text or objects.
    Replacement,
    /// Characters with more bytes than they need.
    Overlong,
    /// Encoded surrogates.
    Surrogate,
    /// All other ill-formed text.
    IllFormed,
    /// Several spellings of the same text.
    Normalization,
    /// Words that look like other words.
    Confusable,
    /// Text that was read in the wrong encoding.
    Mojibake,
    /// Characters that a receiver rejects.
    Receiver,
    /// Characters that the policy denies.
    Denied,
}

impl Class {
    /// All classes.
    pub const ALL: &[Class] = &[
        Class::Bidi,
        Class::Tag,
        Class::VariationSelector,
        Class::ZeroWidth,
        Class::Filler,
        Class::Control,
        Class::Nul,
        Class::Noncharacter,
        Class::PrivateUse,
        Class::Unassigned,
        Class::Replacement,
        Class::Overlong,
        Class::Surrogate,
        Class::IllFormed,
        Class::Normalization,
        Class::Confusable,
        Class::Mojibake,
        Class::Receiver,
        Class::Denied,
    ];

    /// Returns the stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Bidi => "bidi",
            Class::Tag => "tag",
            Class::VariationSelector => "variation-selector",
            Class::ZeroWidth => "zero-width",
            Class::Filler => "filler",
            Class::Control => "control",
            Class::Nul => "nul",
            Class::Noncharacter => "noncharacter",
            Class::PrivateUse => "private-use",
            Class::Unassigned => "unassigned",
            Class::Replacement => "replacement",
            Class::Overlong => "overlong",
            Class::Surrogate => "surrogate",
            Class::IllFormed => "ill-formed",
            Class::Normalization => "normalization",
            Class::Confusable => "confusable",
            Class::Mojibake => "mojibake",
            Class::Receiver => "receiver",
            Class::Denied => "denied",
        }
    }
}
