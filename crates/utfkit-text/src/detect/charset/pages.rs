//! Charsets of one byte a character, as the model sees their characters.

use std::sync::OnceLock;

use utfkit::{Encoding, transcode};

use super::priors::{Prior, SINGLE};
use crate::model::score::Scored;

/// A charset of one byte a character.
pub(crate) struct Page {
    pub(crate) encoding: Encoding,
    pub(crate) prior: &'static Prior,
    /// What each byte is.
    pub(crate) characters: Box<[char; 256]>,
    pub(crate) scored: Box<[Scored; 256]>,
}

/// All of them, the most frequent first.
pub(crate) fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(|| SINGLE.iter().filter_map(Page::of).collect())
}

impl Page {
    fn of(prior: &'static Prior) -> Option<Page> {
        let encoding: Encoding = prior.name.parse().ok()?;
        let mut characters = Box::new(['\0'; 256]);
        for (byte, character) in (0..=u8::MAX).zip(characters.iter_mut()) {
            let one = [byte];
            let (text, _) = transcode::decode_lossy(&one, encoding);
            *character = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        let scored = Box::new(characters.map(Scored::of));
        Some(Page { encoding, prior, characters, scored })
    }
}
