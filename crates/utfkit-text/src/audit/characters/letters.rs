//! Letters of words that are written with blanks between them, and the last characters of a text.

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

    /// Moves on after `character`.
    pub(crate) fn push(&mut self, character: char) {
        if self.len == Self::MAX {
            self.characters.rotate_left(1);
            self.len -= 1;
        }
        self.characters[self.len] = character;
        self.len += 1;
    }

    /// Moves on after `text`.
    pub(crate) fn pass(&mut self, text: &str) {
        let from = text.char_indices().rev().take(Self::MAX).last().map_or(0, |(at, _)| at);
        text[from..].chars().for_each(|character| self.push(character));
    }

    pub(crate) fn characters(&self) -> &[char] {
        &self.characters[..self.len]
    }

    pub(crate) fn last(&self) -> Option<char> {
        self.characters().last().copied()
    }

    /// The letters at the end of them.
    pub(crate) fn letters(&self) -> &[char] {
        let characters = self.characters();
        let others = characters.iter().rposition(|&character| !is_letter(character));
        &characters[others.map_or(0, |at| at + 1)..]
    }
}

/// Whether words in `script` are written without blanks, so that U+200B says where a line may
/// break.
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

/// Whether `character` is a letter of a script whose words have blanks between, so that what has no
/// width does nothing within one; and none of those of mathematics.
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
