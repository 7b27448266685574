//! The charsets with one byte per character, as the model sees their characters.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::model::priors::{Prior, SINGLE};
use crate::model::score::Scored;

/// A charset with one byte per character.
pub(crate) struct Page {
    pub(crate) encoding: Encoding,
    pub(crate) prior: &'static Prior,
    /// The character of each byte.
    pub(crate) characters: Box<[char; 256]>,
    pub(crate) scored: Box<[Scored; 256]>,
}

/// Returns all of them, the most frequent first.
pub(crate) fn pages() -> &'static [Page] {
    static PAGES: OnceBox<Vec<Page>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(SINGLE.iter().filter_map(Page::of).collect()))
}

impl Page {
    fn of(prior: &'static Prior) -> Option<Page> {
        let encoding: Encoding = prior.name.parse().ok()?;
        let bytes: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        let (text, _) = transcode::decode_lossy(&bytes, encoding);
        let mut characters = Box::new([char::REPLACEMENT_CHARACTER; 256]);
        // Each byte is one character, or one U+FFFD.
        characters.iter_mut().zip(text.chars()).for_each(|(place, character)| *place = character);
        let scored = Box::new(characters.map(Scored::of));
        Some(Page { encoding, prior, characters, scored })
    }
}
