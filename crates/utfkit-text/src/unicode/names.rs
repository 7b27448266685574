//! Names of code points, and labels for code points without a name (Unicode 4.8).

use std::borrow::Cow;

use icu_properties::props::GeneralCategory;

use super::categories::{category, is_noncharacter};

/// The aliases of the control characters, in the order 00..1F, 7F, 80..9F.
const CONTROLS: [&str; 65] = [
    "NULL",
    "START OF HEADING",
    "START OF TEXT",
    "END OF TEXT",
    "END OF TRANSMISSION",
    "ENQUIRY",
    "ACKNOWLEDGE",
    "ALERT",
    "BACKSPACE",
    "CHARACTER TABULATION",
    "LINE FEED",
    "LINE TABULATION",
    "FORM FEED",
    "CARRIAGE RETURN",
    "SHIFT OUT",
    "SHIFT IN",
    "DATA LINK ESCAPE",
    "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO",
    "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR",
    "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE",
    "END OF TRANSMISSION BLOCK",
    "CANCEL",
    "END OF MEDIUM",
    "SUBSTITUTE",
    "ESCAPE",
    "INFORMATION SEPARATOR FOUR",
    "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO",
    "INFORMATION SEPARATOR ONE",
    "DELETE",
    "PADDING CHARACTER",
    "HIGH BYTE PRESET",
    "BREAK PERMITTED HERE",
    "NO BREAK HERE",
    "INDEX",
    "NEXT LINE",
    "START OF SELECTED AREA",
    "END OF SELECTED AREA",
    "CHARACTER TABULATION SET",
    "CHARACTER TABULATION WITH JUSTIFICATION",
    "LINE TABULATION SET",
    "PARTIAL LINE FORWARD",
    "PARTIAL LINE BACKWARD",
    "REVERSE LINE FEED",
    "SINGLE SHIFT TWO",
    "SINGLE SHIFT THREE",
    "DEVICE CONTROL STRING",
    "PRIVATE USE ONE",
    "PRIVATE USE TWO",
    "SET TRANSMIT STATE",
    "CANCEL CHARACTER",
    "MESSAGE WAITING",
    "START OF GUARDED AREA",
    "END OF GUARDED AREA",
    "START OF STRING",
    "SINGLE GRAPHIC CHARACTER INTRODUCER",
    "SINGLE CHARACTER INTRODUCER",
    "CONTROL SEQUENCE INTRODUCER",
    "STRING TERMINATOR",
    "OPERATING SYSTEM COMMAND",
    "PRIVACY MESSAGE",
    "APPLICATION PROGRAM COMMAND",
];

/// The names that end with the code point (Unicode 4.8, NR2) and that the crate `unicode_names2`
/// lacks.
const NUMBERED: [(GeneralCategory, u32, u32, &str); 6] = [
    (GeneralCategory::OtherLetter, 0x1_7000, 0x1_87FF, "TANGUT IDEOGRAPH-"),
    (GeneralCategory::OtherLetter, 0x1_8D00, 0x1_8D7F, "TANGUT IDEOGRAPH-"),
    (GeneralCategory::OtherLetter, 0x1_8B00, 0x1_8CFF, "KHITAN SMALL SCRIPT CHARACTER-"),
    (GeneralCategory::OtherLetter, 0x1_B170, 0x1_B2FF, "NUSHU CHARACTER-"),
    (GeneralCategory::OtherLetter, 0x3400, 0x9FFF, "CJK UNIFIED IDEOGRAPH-"),
    (GeneralCategory::OtherLetter, 0x2_0000, 0x3_FFFF, "CJK UNIFIED IDEOGRAPH-"),
];

/// Returns the name of `value`: that of a character, or the alias of a control character. For other
/// code points, it is a label in angle brackets, such as `<private-use-E000>`.
pub fn name(value: u32) -> Cow<'static, str> {
    let category = category(value);
    match (category, char::from_u32(value)) {
        (Some(GeneralCategory::Control), _) => control(value).into(),
        (Some(GeneralCategory::PrivateUse), _) => format!("<private-use-{value:04X}>").into(),
        (Some(GeneralCategory::Surrogate), _) => format!("<surrogate-{value:04X}>").into(),
        (Some(GeneralCategory::Unassigned), _) if is_noncharacter(value) => {
            format!("<noncharacter-{value:04X}>").into()
        }
        (Some(GeneralCategory::Unassigned), _) => format!("<reserved-{value:04X}>").into(),
        (Some(category), Some(character)) => of_character(character, category),
        _ => format!("<beyond-Unicode-{value:04X}>").into(),
    }
}

fn of_character(character: char, category: GeneralCategory) -> Cow<'static, str> {
    let value = u32::from(character);
    if let Some(name) = unicode_names2::name(character) {
        return name.to_string().into();
    }
    let numbered = NUMBERED
        .iter()
        .find(|(of, first, last, _)| *of == category && (*first..=*last).contains(&value));
    match numbered {
        Some((.., name)) => format!("{name}{value:04X}").into(),
        // The names are from an older version of Unicode than the properties.
        None => format!("<no name known-{value:04X}>").into(),
    }
}

fn control(value: u32) -> &'static str {
    let at = if value < 0x20 { value } else { value.wrapping_sub(0x7F - 0x20) };
    CONTROLS.get(at as usize).copied().unwrap_or("<control>")
}

/// Returns the character with `name`, ignoring case and white space around the name.
pub fn character(name: &str) -> Option<char> {
    let control = CONTROLS.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
    match control {
        Some(at) => {
            let at = u32::try_from(at).ok()?;
            char::from_u32(if at < 0x20 { at } else { at + 0x7F - 0x20 })
        }
        None => unicode_names2::character(name.trim()).or_else(|| numbered(name.trim())),
    }
}

/// Returns the character with a name that ends with the code point.
fn numbered(name: &str) -> Option<char> {
    let (_, digits) = name.rsplit_once('-')?;
    let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
    self::name(character.into()).eq_ignore_ascii_case(name).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_called_as_the_standard_does() {
        for (value, expected) in [
            (0x41, "LATIN CAPITAL LETTER A"),
            (0x00, "NULL"),
            (0x0A, "LINE FEED"),
            (0x1F, "INFORMATION SEPARATOR ONE"),
            (0x7F, "DELETE"),
            (0x80, "PADDING CHARACTER"),
            (0x85, "NEXT LINE"),
            (0x9F, "APPLICATION PROGRAM COMMAND"),
            (0x1F600, "GRINNING FACE"),
            (0x4E00, "CJK UNIFIED IDEOGRAPH-4E00"),
            (0x2_0000, "CJK UNIFIED IDEOGRAPH-20000"),
            (0xF900, "CJK COMPATIBILITY IDEOGRAPH-F900"),
            (0xAC00, "HANGUL SYLLABLE GA"),
            (0x1_7000, "TANGUT IDEOGRAPH-17000"),
            (0x1_B170, "NUSHU CHARACTER-1B170"),
            (0x1_8B00, "KHITAN SMALL SCRIPT CHARACTER-18B00"),
            (0xE000, "<private-use-E000>"),
            (0xD800, "<surrogate-D800>"),
            (0xFFFE, "<noncharacter-FFFE>"),
            (0xFDD0, "<noncharacter-FDD0>"),
            (0x10_FFFF, "<noncharacter-10FFFF>"),
            (0x0378, "<reserved-0378>"),
            (0x11_0000, "<beyond-Unicode-110000>"),
        ] {
            assert_eq!(name(value), expected);
        }
    }

    #[test]
    fn names_lead_back_to_their_characters() {
        for value in (0..=0x2FFF).chain(0x1_6F00..0x1_9000).chain(0xE_0000..0xE_0200) {
            let name = name(value);
            if !name.starts_with('<') {
                assert_eq!(character(&name).map(u32::from), Some(value), "{name}");
            }
        }
        assert_eq!(character("grinning face"), Some('\u{1F600}'));
        assert_eq!(character("no such name"), None);
    }
}
