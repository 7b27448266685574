//! The language-independent facts about a character: its kind, its letter case, and its symbol.

use icu_properties::props::GeneralCategory;

use crate::unicode::categories::category;

/// Kinds of characters. The likelihood of one kind after another is the same for all languages.
///
/// The kinds from `Latin` to `Letter` are letters beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Kind {
    /// Space, tab and line ends.
    Space,
    /// An ASCII digit.
    Digit,
    /// An ASCII letter.
    Ascii,
    /// Another Latin letter.
    Latin,
    /// A Cyrillic letter.
    Cyrillic,
    /// A Greek letter.
    Greek,
    /// A Hebrew letter or point.
    Hebrew,
    /// An Arabic letter or mark.
    Arabic,
    /// A Thai character.
    Thai,
    /// A Han ideograph.
    Han,
    /// Hiragana and katakana.
    Kana,
    /// A Hangul syllable or letter.
    Hangul,
    /// A letter or mark of another script.
    Letter,
    /// ASCII punctuation.
    AsciiPunctuation,
    /// Other punctuation.
    Punctuation,
    /// A symbol, a number, or another character.
    Symbol,
    /// A line or block of box drawings.
    Box,
    /// A control character below U+0020, and U+007F.
    C0,
    /// A control character from U+0080 to U+009F.
    C1,
    /// A code point that text does not contain: unassigned, private, or U+FFFD.
    Bad,
    /// A combining mark.
    Mark,
    /// A format character, or a space other than U+0020.
    Format,
    /// East Asian punctuation, and fullwidth punctuation.
    Cjk,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = Kind::Cjk as usize + 1;
}

/// Letter case, as the model counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Case {
    /// Not a letter.
    None,
    /// An uppercase letter.
    Upper,
    /// A lowercase letter.
    Lower,
    /// A letter of a script without case.
    Caseless,
    /// A digit.
    Digit,
}

/// A character as the model counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The symbol: the lowercase letter, `0` for every digit, U+0020 for every white space.
    pub symbol: u32,
    /// The kind.
    pub kind: Kind,
    /// The letter case.
    pub case: Case,
    /// The extra cost of this character compared with its symbol, in quarters of a bit.
    pub variant: u8,
}

/// Characters that share one symbol, and the extra cost of each in quarters of a bit. The models of
/// languages contain only the symbol, because `'` is more common than `’` even in English. The
/// charsets contain the variants.
const VARIANTS: [(char, char, u8); 11] = [
    ('\u{2019}', '\'', 4),
    ('\u{B4}', '\'', 20),
    ('\u{2018}', '\'', 12),
    ('\u{2BC}', '\'', 16),
    ('\u{201C}', '"', 4),
    ('\u{201D}', '"', 4),
    ('\u{201E}', '"', 8),
    ('\u{AB}', '"', 6),
    ('\u{BB}', '"', 6),
    ('\u{2013}', '-', 6),
    ('\u{2014}', '-', 6),
];

/// Katakana from U+FF66 to U+FF9D, in full width.
const HALFWIDTH: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

impl Letter {
    /// Returns the facts about `c`.
    #[must_use]
    pub fn of(c: char) -> Letter {
        let kind = kind(c);
        let plain = |symbol: char, case| Letter { symbol: symbol.into(), kind, case, variant: 0 };
        match kind {
            Kind::Space => return plain(' ', Case::None),
            Kind::Digit => return plain('0', Case::Digit),
            Kind::Han | Kind::Hangul => return plain(c, Case::Caseless),
            _ => {}
        }
        if let Some(&(_, symbol, variant)) = VARIANTS.iter().find(|(variant, _, _)| *variant == c) {
            return Letter { variant, ..plain(symbol, Case::None) };
        }
        match c {
            // Old Romanian files have the cedilla, and new ones the comma.
            'ș' | 'Ș' => return plain('ş', if c == 'ș' { Case::Lower } else { Case::Upper }),
            'ț' | 'Ț' => return plain('ţ', if c == 'ț' { Case::Lower } else { Case::Upper }),
            'İ' => return plain('i', Case::Upper),
            '\u{FF66}'..='\u{FF9D}' => {
                let full = HALFWIDTH.chars().nth(c as usize - 0xFF66).unwrap_or(c);
                return Letter { variant: 6, ..plain(full, Case::Caseless) };
            }
            _ => {}
        }
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(one), None) if one != c && c.is_uppercase() => plain(one, Case::Upper),
            _ if c.is_lowercase() => plain(c, Case::Lower),
            _ if c.is_alphabetic() => plain(c, Case::Caseless),
            _ => plain(c, Case::None),
        }
    }
}

/// Returns the kind of `c`.
fn kind(c: char) -> Kind {
    use GeneralCategory as G;
    match c {
        '\t' | '\n' | '\r' | ' ' => return Kind::Space,
        '\0'..='\u{1F}' | '\u{7F}' => return Kind::C0,
        '\u{80}'..='\u{9F}' => return Kind::C1,
        '\u{A0}' => return Kind::Format,
        '0'..='9' => return Kind::Digit,
        'A'..='Z' | 'a'..='z' => return Kind::Ascii,
        '!'..='~' => return Kind::AsciiPunctuation,
        '\u{2500}'..='\u{259F}' => return Kind::Box,
        '\u{FFFD}' => return Kind::Bad,
        _ => {}
    }
    let Some(category) = category(c.into()) else { return Kind::Bad };
    match category {
        G::PrivateUse | G::Unassigned | G::Surrogate | G::Control => return Kind::Bad,
        G::Format => return Kind::Format,
        G::SpaceSeparator if c != '\u{3000}' => return Kind::Format,
        G::LineSeparator | G::ParagraphSeparator => return Kind::Format,
        _ => {}
    }
    match c {
        '\u{E00}'..='\u{E7F}' => return Kind::Thai,
        '\u{3000}'..='\u{303F}'
        | '\u{FF00}'..='\u{FF20}'
        | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}'
        | '\u{FE30}'..='\u{FE4F}' => return Kind::Cjk,
        '\u{3040}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9F}' => return Kind::Kana,
        '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
            return if category == G::OtherLetter { Kind::Han } else { Kind::Symbol };
        }
        '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' => {
            return Kind::Hangul;
        }
        _ => {}
    }
    match category {
        G::UppercaseLetter
        | G::LowercaseLetter
        | G::TitlecaseLetter
        | G::ModifierLetter
        | G::OtherLetter => match c {
            '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Kind::Latin,
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Kind::Greek,
            '\u{400}'..='\u{52F}' => Kind::Cyrillic,
            '\u{590}'..='\u{5FF}' => Kind::Hebrew,
            '\u{600}'..='\u{77F}' | '\u{FB50}'..='\u{FDFE}' | '\u{FE70}'..='\u{FEFF}' => {
                Kind::Arabic
            }
            _ => Kind::Letter,
        },
        G::NonspacingMark | G::SpacingMark | G::EnclosingMark => match c {
            '\u{590}'..='\u{5FF}' => Kind::Hebrew,
            '\u{600}'..='\u{77F}' => Kind::Arabic,
            '\0'..='\u{36F}' => Kind::Mark,
            _ => Kind::Letter,
        },
        G::ConnectorPunctuation
        | G::DashPunctuation
        | G::OpenPunctuation
        | G::ClosePunctuation
        | G::InitialPunctuation
        | G::FinalPunctuation
        | G::OtherPunctuation => Kind::Punctuation,
        _ => Kind::Symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_counts_as_its_symbol() {
        let of = |c| (Letter::of(c).symbol, Letter::of(c).kind, Letter::of(c).case);
        assert_eq!(of('É'), ('é'.into(), Kind::Latin, Case::Upper));
        assert_eq!(of('7'), ('0'.into(), Kind::Digit, Case::Digit));
        assert_eq!(of('\r'), (' '.into(), Kind::Space, Case::None));
        assert_eq!(of('’'), ('\''.into(), Kind::Punctuation, Case::None));
        assert_eq!(of('─').1, Kind::Box);
        assert_eq!(of('\u{92}').1, Kind::C1);
        assert_eq!(of('\u{E000}').1, Kind::Bad);
        assert_eq!(of('ﾝ'), ('ン'.into(), Kind::Kana, Case::Caseless));
        assert_eq!(of('漢'), ('漢'.into(), Kind::Han, Case::Caseless));
    }
}
