//! Properties of characters that do not need the model.

use icu_properties::props::GeneralCategory;

use crate::unicode::categories::category;

/// Returns `true` if `character` is a Latin letter.
pub(crate) fn is_latin(character: char) -> bool {
    character.is_alphabetic()
        && matches!(
            character,
            '\0'..='\u{2AF}' | '\u{1D00}'..='\u{1DBF}' | '\u{1E00}'..='\u{1EFF}'
            | '\u{2C60}'..='\u{2C7F}' | '\u{A720}'..='\u{A7FF}' | '\u{FB00}'..='\u{FB06}'
        )
}

/// Returns `true` if `character` is unassigned or for private use, so that no text has it.
pub(crate) fn is_unknown(character: char) -> bool {
    use GeneralCategory::{PrivateUse, Unassigned};
    let category = category(character.into());
    category.is_none_or(|category| matches!(category, PrivateUse | Unassigned))
}

/// Returns `true` if `character` is likely after `before` in a text. A letter of another script
/// after an ASCII letter is not evidence.
pub(crate) fn may_follow(before: char, character: char) -> bool {
    !before.is_ascii_alphabetic() || !character.is_alphabetic() || is_latin(character)
}
