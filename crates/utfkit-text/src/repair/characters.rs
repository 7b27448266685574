//! Properties of characters and bytes that do not need the model.

use std::ops::Range;

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

/// Returns the runs of bytes beyond ASCII in a part of `text`.
pub(crate) fn high_runs(text: &[u8], part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = part.start;
    std::iter::from_fn(move || {
        at += text[at..part.end].iter().position(|byte| !byte.is_ascii())?;
        let len = text[at..part.end].iter().take_while(|byte| !byte.is_ascii()).count();
        at += len;
        Some(at - len..at)
    })
}
