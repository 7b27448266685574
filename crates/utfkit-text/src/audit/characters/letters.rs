//! The last characters of a text, and letters of scripts with blanks between words.

use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup, Script},
};

use crate::audit::characters::classes::script;

/// The last characters of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastCharacters {
    characters: [char; Self::MAX],
    len: usize,
}

impl LastCharacters {
    /// The number of characters that are kept.
    const MAX: usize = 8;

    /// Appends `character`.
    pub(crate) fn push(&mut self, character: char) {
        if self.len == Self::MAX {
            self.characters.rotate_left(1);
            self.len -= 1;
        }
        self.characters[self.len] = character;
        self.len += 1;
    }

    /// Appends the characters of `text`.
    pub(crate) fn skip(&mut self, text: &str) {
        let from = text.char_indices().rev().take(Self::MAX).last().map_or(0, |(at, _)| at);
        text[from..].chars().for_each(|character| self.push(character));
    }

    pub(crate) fn characters(&self) -> &[char] {
        &self.characters[..self.len]
    }

    pub(crate) fn last(&self) -> Option<char> {
        self.characters().last().copied()
    }

    /// Returns the letters at the end.
    pub(crate) fn letters(&self) -> &[char] {
        let characters = self.characters();
        let others = characters.iter().rposition(|&character| !is_letter(character));
        &characters[others.map_or(0, |at| at + 1)..]
    }
}

/// Returns `true` if `script` has no blanks between words, so that U+200B marks line breaks.
pub(crate) fn breaks_unseen(script: Script) -> bool {
    matches!(
        script,
        Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
            | Script::Javanese
            | Script::Balinese
            | Script::TaiTham
            | Script::NewTaiLue
    )
}

/// Returns `true` if `character` is a letter of a script with blanks between words, where invisible
/// characters inside a word have no purpose. Mathematical letters do not count.
pub(crate) fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    let is_of_a_word = |script: Script| {
        !matches!(script, Script::Common | Script::Han | Script::Hiragana | Script::Katakana)
            && !breaks_unseen(script)
    };
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    GeneralCategoryGroup::Letter.contains(category) && is_of_a_word(script(character))
}
