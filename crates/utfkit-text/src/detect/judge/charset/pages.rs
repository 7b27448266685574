//! The charsets with one byte per character, as the model sees their characters.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::detect::weights::pages::TWICE;
use crate::model::priors::{EBCDIC, Prior, SINGLE};
use crate::model::{Pages as CodePoints, reread::numbers, score::Scored};

/// A charset that a text can be in.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) encoding: Encoding,
    pub(crate) prior: &'static Prior,
    /// The numbers of the languages that are written in it, as bits.
    pub(crate) usual: u128,
}

impl Choice {
    /// Returns the charset with this name, unless it is unknown.
    pub(crate) fn of(prior: &'static Prior, name: &str) -> Option<Choice> {
        let encoding = name.parse().ok()?;
        Some(Choice { encoding, prior, usual: numbers(prior.languages) })
    }
}

/// A charset with one byte per character.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) choice: Choice,
    /// The character of each byte.
    pub(crate) characters: Box<[char; 256]>,
    pub(crate) scored: Box<[Scored; 256]>,
    /// Whether marks follow their letters, as in Vietnamese.
    pub(crate) has_marks: bool,
}

/// Returns the charsets that have US-ASCII, the most frequent first.
pub(crate) fn pages() -> &'static [Page] {
    static PAGES: OnceBox<Vec<Page>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(Page::all(SINGLE, "")))
}

/// Returns the characters of `bytes`, if `encoding` is one of [`pages`] and has a character for each.
pub(crate) fn scored(bytes: &[u8], encoding: Encoding) -> Option<Vec<Scored>> {
    let page = pages().iter().find(|page| page.choice.encoding == encoding)?;
    let character = |byte: &u8| page.characters[usize::from(*byte)];
    let is_whole = bytes.iter().all(|byte| character(byte) != char::REPLACEMENT_CHARACTER);
    (is_whole && !page.has_marks)
        .then(|| bytes.iter().map(|&byte| page.scored[usize::from(byte)]).collect())
}

/// Returns the pages of EBCDIC, the most frequent first. If `is_zos` is `true`, these are the
/// variants in which lines end with byte 15.
pub(crate) fn ebcdic(is_zos: bool) -> &'static [Page] {
    static IBM: OnceBox<Vec<Page>> = OnceBox::new();
    static ZOS: OnceBox<Vec<Page>> = OnceBox::new();
    match is_zos {
        false => IBM.get_or_init(|| Box::new(Page::all(EBCDIC, ""))),
        true => ZOS.get_or_init(|| Box::new(Page::all(EBCDIC, ZOS_SUFFIX))),
    }
}

/// The end of the names of the variants in which lines end with byte 15.
pub(crate) const ZOS_SUFFIX: &str = "-s390";

impl Page {
    fn all(priors: &'static [Prior], suffix: &str) -> Vec<Page> {
        let mut known = Known { numbers: CodePoints::new(), scored: Vec::new() };
        priors.iter().filter_map(|prior| Page::of(prior, suffix, &mut known)).collect()
    }

    fn of(prior: &'static Prior, suffix: &str, known: &mut Known) -> Option<Page> {
        let choice = Choice::of(prior, &format!("{}{suffix}", prior.name))?;
        let bytes: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        let (text, _) = transcode::decode_lossy(&bytes, choice.encoding);
        let mut characters = Box::new([char::REPLACEMENT_CHARACTER; 256]);
        // Each byte is one character, or one U+FFFD.
        characters.iter_mut().zip(text.chars()).for_each(|(place, character)| *place = character);
        let mut scored = Box::new(characters.map(|c| known.scored(c)));
        if choice.encoding.is_ascii_compatible() {
            // Charsets of scripts from right to left have some signs twice.
            let twice =
                (0x80..).zip(&mut scored[0x80..]).filter(|(byte, _)| characters[*byte].is_ascii());
            twice.for_each(|(_, scored)| *scored = scored.rarer(TWICE));
        } else {
            // In EBCDIC, signs are not the only bytes that ASCII does not have.
            scored.iter_mut().for_each(|scored| *scored = scored.without_signs());
        }
        let has_marks = choice.prior.languages == ["vi"];
        Some(Page { choice, characters, scored, has_marks })
    }
}

/// The characters of the pages that were read before. Most pages share their characters, and no table
/// of hashes is as fast: all pages are read before the first answer.
struct Known {
    /// The number of each character in `scored`, from 1.
    numbers: CodePoints<u16>,
    scored: Vec<Scored>,
}

impl Known {
    fn scored(&mut self, c: char) -> Scored {
        let number = usize::from(self.numbers.get(c.into()));
        if let Some(scored) = self.scored.get(number.wrapping_sub(1)) {
            return *scored;
        }
        let scored = Scored::of(c);
        self.scored.push(scored);
        self.numbers.set(c.into(), self.scored.len() as u16);
        scored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::priors::{EBCDIC_SHIFTED, MULTIPLE};

    #[test]
    fn every_prior_has_a_charset() {
        assert_eq!(pages().len(), SINGLE.len());
        assert_eq!([ebcdic(false).len(), ebcdic(true).len()], [EBCDIC.len(); 2]);
        for prior in MULTIPLE.iter().chain(EBCDIC_SHIFTED) {
            assert!(prior.name.parse::<Encoding>().is_ok(), "{}", prior.name);
        }
    }

    #[test]
    fn each_byte_of_a_page_is_one_character() {
        for page in pages().iter().chain(ebcdic(false)).chain(ebcdic(true)) {
            for byte in 0..=255_u8 {
                let byte = [byte];
                let (text, _) = transcode::decode_lossy(&byte, page.choice.encoding);
                let character = page.characters[usize::from(byte[0])];
                assert!(
                    text.chars().eq([character]),
                    "{:?} {byte:02X?} {text}",
                    page.choice.encoding
                );
            }
        }
    }
}
