//! The table of audit rules.

use utfkit::Encoding;

use crate::diagnose::advice::Advice;

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

/// The description of a rule, independent of the text: one row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The stable code of the rule.
    pub code: &'static str,
    /// The class of the rule.
    pub class: Class,
    /// The default severity.
    pub severity: Severity,
    /// The name of the finding: a noun phrase in lower case.
    pub title: &'static str,
    /// The reason to report it, in one or two sentences.
    pub why: &'static str,
    /// The remedy. The text does not name options of a program.
    pub help: &'static str,
    /// The remedy as data, if a program can apply it.
    pub advice: Option<Advice>,
    /// The section of the standard or document.
    pub section: &'static str,
}

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
        Rule::JoinerStray,
        Rule::ZeroWidth,
        Rule::InvisibleOperator,
        Rule::InnerBom,
        Rule::SoftHyphen,
        Rule::Filler,
        Rule::Noncharacter,
        Rule::PrivateUse,
        Rule::Unassigned,
        Rule::ObjectReplacement,
        Rule::ReplacementCharacter,
        Rule::NotNfc,
        Rule::MixedNormalization,
        Rule::MixedScript,
        Rule::WholeScript,
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

/// The descriptions, in the order of [`Rule::ALL`].
const DESCRIPTIONS: [Description; 43] = [
    Description {
        code: "overlong-nul",
        class: Class::Overlong,
        severity: Severity::Error,
        title: "overlong form that hides U+0000",
        why: "A check for NUL does not find it, but a lenient decoder makes U+0000 of it, which ends a string in many programs.",
        help: "reject it, unless the text is from Java",
        advice: Some(Advice::ReadAs(Encoding::JavaModifiedUtf8)),
        section: "Corrigendum #1; RFC 3629 section 10",
    },
    Description {
        code: "overlong-ascii",
        class: Class::Overlong,
        severity: Severity::Error,
        title: "overlong form that hides an ASCII character",
        why: "A check of the bytes does not find the character that a lenient decoder makes of them: a slash, a dot, or a quotation mark.",
        help: "reject it; do not try to decode it",
        advice: None,
        section: "Corrigendum #1; RFC 3629 section 10",
    },
    Description {
        code: "overlong",
        class: Class::Overlong,
        severity: Severity::Error,
        title: "overlong form",
        why: "A character with more bytes than it needs can pass a check that only knows its shortest form.",
        help: "reject it",
        advice: None,
        section: "Corrigendum #1; RFC 3629 section 10",
    },
    Description {
        code: "overlong-path",
        class: Class::Overlong,
        severity: Severity::Error,
        title: "path to a parent directory, in overlong forms",
        why: "A lenient decoder reads it as `../`, so it can leave a directory although its bytes passed a check.",
        help: "reject it; this is an attack",
        advice: None,
        section: "RFC 3629 section 10",
    },
    Description {
        code: "surrogate",
        class: Class::Surrogate,
        severity: Severity::Error,
        title: "encoded surrogate",
        why: "UTF-8 does not have surrogates. Half a pair means that text was cut inside a character, and some decoders accept it.",
        help: "find out what cut the text",
        advice: None,
        section: "RFC 3629 section 3",
    },
    Description {
        code: "irregular-pair",
        class: Class::Surrogate,
        severity: Severity::Warning,
        title: "surrogate pair in UTF-8",
        why: "Databases and Java write this second form of a character in CESU-8. A check of UTF-8 does not know it.",
        help: "read the text as CESU-8, if all of it is in that encoding",
        advice: Some(Advice::ReadAs(Encoding::Cesu8)),
        section: "Corrigendum #1, D36 (c); UTR #26",
    },
    Description {
        code: "ill-formed",
        class: Class::IllFormed,
        severity: Severity::Warning,
        title: "ill-formed text",
        why: "Decoders handle ill-formed text differently, so a check and a reader may see different text.",
        help: "diagnose the errors of the text",
        advice: Some(Advice::Diagnose),
        section: "RFC 3629 section 3; Unicode D84",
    },
    Description {
        code: "nul",
        class: Class::Nul,
        severity: Severity::Error,
        title: "NUL",
        why: "Many programs treat it as the end of the text.",
        help: "remove it, unless the text is UTF-16 without a BOM",
        advice: None,
        section: "RFC 3629 section 10",
    },
    Description {
        code: "terminal-escape",
        class: Class::Control,
        severity: Severity::Error,
        title: "control that begins a terminal's escape sequence",
        why: "On a terminal it can hide text, change earlier output, or write the next input.",
        help: "remove the sequence, or allow U+001B in files that contain colors",
        advice: None,
        section: "RFC 2781 section 8; ECMA-48",
    },
    Description {
        code: "control",
        class: Class::Control,
        severity: Severity::Warning,
        title: "control character",
        why: "It is invisible, but has an effect on some terminals.",
        help: "remove it",
        advice: None,
        section: "RFC 2781 section 8; Unicode section 23.1",
    },
    Description {
        code: "line-overwritten",
        class: Class::Control,
        severity: Severity::Warning,
        title: "carriage return inside a line",
        why: "A terminal overwrites the start of the line with the text after it. People see only the second text, but programs read both.",
        help: "end the line with a line feed, or remove the hidden text",
        advice: None,
        section: "ISO/IEC 6429 section 8.3.15",
    },
    Description {
        code: "format-effector",
        class: Class::Control,
        severity: Severity::Note,
        title: "form feed, vertical tab, next line or separator",
        why: "Programs disagree about whether a line ends here.",
        help: "use a line feed, which ends a line in every program",
        advice: None,
        section: "Unicode section 5.8",
    },
    Description {
        code: "bidi-override",
        class: Class::Bidi,
        severity: Severity::Error,
        title: "bidirectional override",
        why: "It shows text in a wrong order, so code can look like a comment, and a name like another name.",
        help: "remove it; isolates and marks are enough for honest text",
        advice: None,
        section: "UTS #55; CVE-2021-42574",
    },
    Description {
        code: "bidi-unterminated",
        class: Class::Bidi,
        severity: Severity::Error,
        title: "bidirectional control that is not closed on its line",
        why: "It changes the order of all text after it on the line, as Trojan Source attacks do.",
        help: "close it (U+2069 for isolates, U+202C for embeddings), or remove it",
        advice: None,
        section: "UTS #55; CVE-2021-42574",
    },
    Description {
        code: "bidi-reorder",
        class: Class::Bidi,
        severity: Severity::Error,
        title: "bidirectional control around text that does not need it",
        why: "Without a letter from right to left it has no honest use, but it changes the visible order of the text.",
        help: "remove it",
        advice: None,
        section: "UTS #55; CVE-2021-42574",
    },
    Description {
        code: "bidi-nested",
        class: Class::Bidi,
        severity: Severity::Warning,
        title: "bidirectional control inside another one",
        why: "Honest text seldom needs nesting, and readers can hardly predict the visible order.",
        help: "inspect each character",
        advice: Some(Advice::Inspect),
        section: "UTS #55 section 3",
    },
    Description {
        code: "bidi-stray",
        class: Class::Bidi,
        severity: Severity::Warning,
        title: "bidirectional control that closes nothing",
        why: "The control that it closed was on another line, or was removed.",
        help: "remove it",
        advice: None,
        section: "UAX #9 section 2.5",
    },
    Description {
        code: "bidi-isolate",
        class: Class::Bidi,
        severity: Severity::Note,
        title: "closed bidirectional isolate or embedding",
        why: "Hebrew and Arabic text with Latin names uses it.",
        help: "nothing, if the text is in such a script",
        advice: None,
        section: "UAX #9 section 2",
    },
    Description {
        code: "bidi-mark",
        class: Class::Bidi,
        severity: Severity::Note,
        title: "bidirectional mark",
        why: "It is invisible, and changes the position of neighbors that have no direction.",
        help: "nothing, in text from right to left",
        advice: None,
        section: "UAX #9 section 2.6",
    },
    Description {
        code: "tag-text",
        class: Class::Tag,
        severity: Severity::Error,
        title: "invisible text in tag characters",
        why: "Programs, especially language models, read text that people do not see.",
        help: "remove it; the report shows the hidden text",
        advice: None,
        section: "UTS #51 annex C; Unicode section 23.9",
    },
    Description {
        code: "tag-sequence",
        class: Class::Tag,
        severity: Severity::Warning,
        title: "flag in tag characters that is not in use",
        why: "Only the flags of England, Scotland and Wales are in use.",
        help: "remove the tags, unless your fonts have this flag",
        advice: None,
        section: "UTS #51 annex C",
    },
    Description {
        code: "selector-text",
        class: Class::VariationSelector,
        severity: Severity::Error,
        title: "invisible bytes in variation selectors",
        why: "Several selectors in a row do not select a variant. Each can stand for one byte of hidden data.",
        help: "remove them; the report shows the hidden bytes",
        advice: None,
        section: "UTS #37; Unicode section 23.4",
    },
    Description {
        code: "selector-stray",
        class: Class::VariationSelector,
        severity: Severity::Warning,
        title: "variation selector that selects nothing",
        why: "It changes nothing visible, but two texts that look the same differ by it.",
        help: "remove it",
        advice: None,
        section: "Unicode section 23.4",
    },
    Description {
        code: "joiner-stray",
        class: Class::ZeroWidth,
        severity: Severity::Note,
        title: "joiner or non-joiner that joins nothing",
        why: "The script uses joiners, but this one is not between two of its letters.",
        help: "remove it, if the text looks the same without it",
        advice: None,
        section: "UAX #31 section 2.3.1",
    },
    Description {
        code: "zero-width",
        class: Class::ZeroWidth,
        severity: Severity::Warning,
        title: "character without width",
        why: "Two texts can look the same and still differ: names, passwords, watermarks.",
        help: "remove it",
        advice: None,
        section: "UTR #36 section 2.9",
    },
    Description {
        code: "invisible-operator",
        class: Class::ZeroWidth,
        severity: Severity::Note,
        title: "invisible character of mathematics, music or text layout",
        why: "It is invisible, but has a meaning where it belongs.",
        help: "nothing, if the text is mathematics, music or a layout",
        advice: None,
        section: "Unicode section 22.6",
    },
    Description {
        code: "inner-bom",
        class: Class::ZeroWidth,
        severity: Severity::Warning,
        title: "U+FEFF inside the text",
        why: "It is the BOM of a file that was joined with others. Readers treat it as a zero width no-break space.",
        help: "remove the BOMs inside the text",
        advice: Some(Advice::DropInnerBoms),
        section: "RFC 3629 section 6",
    },
    Description {
        code: "soft-hyphen",
        class: Class::ZeroWidth,
        severity: Severity::Note,
        title: "soft hyphen",
        why: "It is visible only at a line break, and searches do not find the word.",
        help: "remove it, unless a program lays out the text",
        advice: None,
        section: "Unicode section 6.2",
    },
    Description {
        code: "filler",
        class: Class::Filler,
        severity: Severity::Warning,
        title: "letter or symbol that looks blank",
        why: "Programs treat it as a letter or a symbol, but people see a blank or nothing. A name of fillers is invisible.",
        help: "remove it",
        advice: None,
        section: "UTR #36 section 2.9",
    },
    Description {
        code: "noncharacter",
        class: Class::Noncharacter,
        severity: Severity::Warning,
        title: "noncharacter",
        why: "It is for internal use in a program, and never for interchange.",
        help: "remove it, or replace it with U+FFFD",
        advice: None,
        section: "Unicode D14; section 23.7",
    },
    Description {
        code: "private-use",
        class: Class::PrivateUse,
        severity: Severity::Note,
        title: "private-use character",
        why: "Only its author knows its meaning. Fonts use such code points for icons.",
        help: "document the meaning of the code point",
        advice: None,
        section: "Unicode section 23.5",
    },
    Description {
        code: "unassigned",
        class: Class::Unassigned,
        severity: Severity::Warning,
        title: "unassigned code point",
        why: "It is not a character, or only in a newer Unicode than this program knows. Programs may compare it differently later.",
        help: "a newer version of this program may know it",
        advice: None,
        section: "Unicode D15",
    },
    Description {
        code: "object-replacement",
        class: Class::Replacement,
        severity: Severity::Warning,
        title: "U+FFFC, which stands for an object",
        why: "It marks an object, such as a picture, that is not in the text.",
        help: "remove it, or insert the text of the object",
        advice: None,
        section: "Unicode section 23.8",
    },
    Description {
        code: "replacement-character",
        class: Class::Replacement,
        severity: Severity::Note,
        title: "U+FFFD, which stands for lost text",
        why: "Text that was ill-formed or could not be converted was here, and is lost.",
        help: "get the text again from an undamaged source",
        advice: None,
        section: "Unicode section 23.8",
    },
    Description {
        code: "not-nfc",
        class: Class::Normalization,
        severity: Severity::Note,
        title: "word that is not in normalization form C",
        why: "A search for the composed spelling of the word does not find this one.",
        help: "normalize the text to form C",
        advice: Some(Advice::Normalize),
        section: "UAX #15",
    },
    Description {
        code: "mixed-normalization",
        class: Class::Normalization,
        severity: Severity::Warning,
        title: "composed and decomposed spellings in one text",
        why: "Words can look the same and still differ for a program that compares them.",
        help: "normalize the text to form C",
        advice: Some(Advice::Normalize),
        section: "UAX #15; UTS #39 section 5.4",
    },
    Description {
        code: "mixed-script",
        class: Class::Confusable,
        severity: Severity::Warning,
        title: "word with letters of several scripts",
        why: "A Cyrillic or Greek letter replaces a Latin one, or a Latin letter replaces one of these, so the word looks like another word. Formulas, units, and stems with an ending in another script are not reported.",
        help: "inspect each character, and write the word again",
        advice: Some(Advice::Inspect),
        section: "UTS #39 section 5.1",
    },
    Description {
        code: "whole-script-confusable",
        class: Class::Confusable,
        severity: Severity::Note,
        title: "word of one script that looks like a word of Latin letters",
        why: "Each of its letters resembles a Latin letter, so it can look like another word in Latin text.",
        help: "nothing, if the word is in that language",
        advice: None,
        section: "UTS #39 section 5.3",
    },
    Description {
        code: "twin-letter",
        class: Class::Confusable,
        severity: Severity::Warning,
        title: "identifier of one letter that looks like another one in the same text",
        why: "In `let a = 2; let а = 3;` the second letter is Cyrillic. There are two variables, but readers see one. The audit only checks letters next to an operator, in text that is mostly ASCII.",
        help: "write the letter again, or give the variable another name",
        advice: None,
        section: "UTS #39 section 4",
    },
    Description {
        code: "mojibake",
        class: Class::Mojibake,
        severity: Severity::Warning,
        title: "UTF-8 that was read as windows-1252",
        why: "Bytes of UTF-8 were read as single characters and encoded as UTF-8 again.",
        help: "repair the text, if the damage has only one interpretation",
        advice: Some(Advice::Repair),
        section: "RFC 3629 section 1",
    },
    Description {
        code: "supplementary",
        class: Class::Receiver,
        severity: Severity::Error,
        title: "character above U+FFFF, which the receiver rejects",
        why: "The receiver of the text does not accept it.",
        help: "read the receiver's rule",
        advice: Some(Advice::ExplainReceiver),
        section: "documentation of the receiver",
    },
    Description {
        code: "forbidden",
        class: Class::Receiver,
        severity: Severity::Error,
        title: "character that the receiver rejects",
        why: "The receiver of the text does not accept it.",
        help: "read the receiver's rule",
        advice: Some(Advice::ExplainReceiver),
        section: "documentation of the receiver",
    },
    Description {
        code: "denied",
        class: Class::Denied,
        severity: Severity::Error,
        title: "character that the policy denies",
        why: "The policy of the audit denies it.",
        help: "remove it, or allow it",
        advice: None,
        section: "policy of the audit",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

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
