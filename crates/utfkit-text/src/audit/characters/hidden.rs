//! Decodes text that is hidden in invisible characters.

/// Returns the ASCII character of a tag character; `None` for others, and for U+E0001 and U+E007F,
/// which begin and end tags.
///
/// ```
/// use utfkit_text::audit::characters::hidden::tag_character;
/// let hidden: String = "\u{E0068}\u{E0069}".chars().filter_map(tag_character).collect();
/// assert_eq!(hidden, "hi");
/// ```
#[must_use]
pub const fn tag_character(character: char) -> Option<char> {
    match character {
        '\u{E0020}'..='\u{E007E}' => Some((character as u32 - 0xE_0000) as u8 as char),
        _ => None,
    }
}

/// Returns the byte that a variation selector stands for in hidden data: VS1 to VS256 for 0 to 255.
///
/// ```
/// use utfkit_text::audit::characters::hidden::selector_byte;
/// assert_eq!(selector_byte('\u{FE0F}'), Some(15));
/// assert_eq!(selector_byte('\u{E0100}'), Some(16));
/// assert_eq!(selector_byte('a'), None);
/// ```
#[must_use]
pub const fn selector_byte(character: char) -> Option<u8> {
    match character {
        '\u{FE00}'..='\u{FE0F}' => Some((character as u32 - 0xFE00) as u8),
        '\u{E0100}'..='\u{E01EF}' => Some((character as u32 - 0xE_0100 + 16) as u8),
        _ => None,
    }
}
