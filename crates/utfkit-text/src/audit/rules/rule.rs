//! The rules, and their codes.

use super::description::{DESCRIPTIONS, Description};

/// A finding of an audit: a row of the table of [descriptions](Rule::description).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Overlong form that hides U+0000.
    OverlongNul,
    /// Overlong form that hides an ASCII character.
    OverlongAscii,
    /// Overlong form.
    Overlong,
    /// Path to a parent directory, in overlong forms.
    OverlongPath,
    /// Encoded surrogate.
    EncodedSurrogate,
    /// Surrogate pair in UTF-8.
    IrregularPair,
    /// Ill-formed text.
    IllFormed,
    /// NUL.
    Nul,
    /// Control that begins a terminal's escape sequence.
    TerminalEscape,
    /// Control character.
    Control,
    /// Carriage return that makes a terminal overwrite its line.
    LineOverwritten,
    /// Form feed, vertical tab, next line or separator.
    FormatEffector,
    /// Bidirectional override.
    BidiOverride,
    /// Bidirectional control that is not closed on its line.
    BidiUnterminated,
    /// Bidirectional control around text that does not need it.
    BidiReorder,
    /// Bidirectional controls within others.
    BidiNested,
    /// Bidirectional control that closes nothing.
    BidiStray,
    /// Bidirectional isolate or embedding, closed.
    BidiIsolate,
    /// Bidirectional mark.
    BidiMark,
    /// Invisible text in tag characters.
    TagText,
    /// Flag in tag characters that is not in use.
    TagSequence,
    /// Invisible bytes in variation selectors.
    SelectorText,
    /// Variation selector without a character that has variants.
    SelectorStray,
    /// Invisible text in characters without width.
    ZeroWidthText,
    /// Joiner or non-joiner that joins nothing.
    JoinerStray,
    /// Character without width.
    ZeroWidth,
    /// Invisible character of mathematics, music or text layout.
    InvisibleOperator,
    /// U+FEFF inside the text.
    InnerBom,
    /// Soft hyphen.
    SoftHyphen,
    /// Letter or symbol that looks blank.
    Filler,
    /// Space in source code that is not U+0020.
    OddSpace,
    /// Noncharacter.
    Noncharacter,
    /// Private-use character.
    PrivateUse,
    /// Unassigned code point.
    Unassigned,
    /// U+FFFC, which stands for an object.
    ObjectReplacement,
    /// U+FFFD, which stands for lost text.
    ReplacementCharacter,
    /// Word that is not in normalization form C.
    NotNfc,
    /// Composed and decomposed spellings in one text.
    MixedNormalization,
    /// Word with letters of several scripts.
    MixedScript,
    /// Word of one script that looks like a word of Latin letters.
    WholeScript,
    /// Character in source code that looks like ASCII.
    AsciiLookAlike,
    /// Host name in one script that looks like Latin letters.
    ConfusableHost,
    /// Quote or dash of typography in a shell script.
    SmartPunctuation,
    /// Identifier of one letter that looks like another identifier of the same text.
    TwinLetter,
    /// UTF-8 that was read as windows-1252 or ISO-8859-1.
    Mojibake,
    /// Character above U+FFFF, which a receiver rejects.
    Supplementary,
    /// Character that a receiver rejects.
    Forbidden,
    /// Character that the policy denies.
    Denied,
}

impl Rule {
    /// All rules, in the order of the table.
    pub const ALL: &[Rule] = &[
        Rule::OverlongNul,
        Rule::OverlongAscii,
        Rule::Overlong,
        Rule::OverlongPath,
        Rule::EncodedSurrogate,
        Rule::IrregularPair,
        Rule::IllFormed,
        Rule::Nul,
        Rule::TerminalEscape,
        Rule::Control,
        Rule::LineOverwritten,
        Rule::FormatEffector,
        Rule::BidiOverride,
        Rule::BidiUnterminated,
        Rule::BidiReorder,
        Rule::BidiNested,
        Rule::BidiStray,
        Rule::BidiIsolate,
        Rule::BidiMark,
        Rule::TagText,
        Rule::TagSequence,
        Rule::SelectorText,
        Rule::SelectorStray,
        Rule::ZeroWidthText,
        Rule::JoinerStray,
        Rule::ZeroWidth,
        Rule::InvisibleOperator,
        Rule::InnerBom,
        Rule::SoftHyphen,
        Rule::Filler,
        Rule::OddSpace,
        Rule::Noncharacter,
        Rule::PrivateUse,
        Rule::Unassigned,
        Rule::ObjectReplacement,
        Rule::ReplacementCharacter,
        Rule::NotNfc,
        Rule::MixedNormalization,
        Rule::MixedScript,
        Rule::WholeScript,
        Rule::AsciiLookAlike,
        Rule::ConfusableHost,
        Rule::SmartPunctuation,
        Rule::TwinLetter,
        Rule::Mojibake,
        Rule::Supplementary,
        Rule::Forbidden,
        Rule::Denied,
    ];

    /// Returns the description of this rule.
    #[must_use]
    pub const fn description(self) -> &'static Description {
        &DESCRIPTIONS[self as usize]
    }

    /// Returns the stable code of this rule.
    ///
    /// ```
    /// use utfkit_text::audit::Rule;
    /// assert_eq!(Rule::BidiOverride.code(), "bidi-override");
    /// assert_eq!(Rule::of_code("bidi-override"), Some(Rule::BidiOverride));
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.description().code
    }

    /// Returns the rule with this code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Rule> {
        Self::ALL.iter().copied().find(|rule| rule.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::rules::class::Class;

    #[test]
    fn codes_lead_to_their_rules() {
        for (at, rule) in Rule::ALL.iter().copied().enumerate() {
            assert_eq!(rule as usize, at);
            assert_eq!(Rule::of_code(rule.code()), Some(rule));
        }
        assert_eq!(Rule::of_code("none"), None);
    }

    #[test]
    fn texts_name_no_options_and_no_commands() {
        for rule in Rule::ALL {
            let Description { title, why, help, section, .. } = rule.description();
            for text in [title, why, help, section] {
                let names = ["`-", "--", "utf "].iter().any(|part| text.contains(part));
                assert!(!names, "{}: {text}", rule.code());
            }
        }
    }

    #[test]
    fn every_class_has_a_rule() {
        for &class in Class::ALL {
            let has = |rule: &Rule| rule.description().class == class;
            assert!(Rule::ALL.iter().any(has), "{}", class.name());
        }
    }
}
