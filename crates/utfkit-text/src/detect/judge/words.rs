//! The words of a text. Words of ASCII cost the same in all charsets.
//!
//! Words end at white space and at the signs of markup, so that tags and addresses are words of
//! ASCII. Hardly any charset has these bytes inside a character.

#[cfg(feature = "charsets")]
use std::cell::OnceCell;

#[cfg(not(feature = "charsets"))]
use super::text;
use crate::detect::weights::Cost;
#[cfg(feature = "charsets")]
use crate::model::score::{Scored, Text};

/// The minimum number of letters that show a language.
#[cfg(feature = "charsets")]
const MIN_LETTERS: usize = 100;

/// The number of bytes of words of ASCII that are judged. They show a language, and the other words
/// show the charset.
#[cfg(feature = "charsets")]
const MAX_ASCII: usize = 256;

/// The words of ASCII and the other words, with the white space after each.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) ascii: Vec<u8>,
    pub(crate) other: Vec<u8>,
    /// The words of ASCII, which all charsets share.
    #[cfg(feature = "charsets")]
    text: OnceCell<Text>,
}

impl Words {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut words = Self::default();
        for word in bytes.split_inclusive(is_end) {
            let place = if word.is_ascii() { &mut words.ascii } else { &mut words.other };
            place.extend_from_slice(word);
        }
        words
    }

    /// Returns the words of ASCII that are judged.
    #[cfg(feature = "charsets")]
    fn judged(&self) -> &[u8] {
        let most = self.ascii.len().min(MAX_ASCII);
        let end = self.ascii[most..]
            .iter()
            .position(is_end)
            .map_or(self.ascii.len(), |end| most + end + 1);
        &self.ascii[..end]
    }

    /// Returns the cost of the words of ASCII that are not judged, if they are like the others.
    #[cfg(feature = "charsets")]
    pub(crate) fn cost_of_rest(&self) -> Cost {
        let judged = self.judged().len() as Cost;
        self.cost_of_judged() * (self.ascii.len() as Cost - judged) / judged.max(1)
    }

    #[cfg(feature = "charsets")]
    fn cost_of_judged(&self) -> Cost {
        // The costs of the other text are cached.
        let costs = Text::of(&[]).beside(self.text());
        costs.best().map_or(0, |(_, cost)| cost)
    }

    /// Returns the words of ASCII, prepared for scoring. Their costs are computed once.
    #[cfg(feature = "charsets")]
    pub(crate) fn text(&self) -> &Text {
        self.text.get_or_init(|| {
            Text::of(&self.judged().iter().map(|&byte| Scored::of_ascii(byte)).collect::<Vec<_>>())
        })
    }

    /// Returns the language of the words of ASCII, if there are enough of them to name one.
    #[cfg(feature = "charsets")]
    pub(crate) fn language(&self) -> Option<&'static str> {
        let letters = self.ascii.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        let best = Text::of(&[]).beside(self.text()).best();
        best.filter(|_| letters >= MIN_LETTERS).map(|(language, _)| language)
    }

    /// Without the model, languages are not known.
    #[cfg(not(feature = "charsets"))]
    pub(crate) fn language(&self) -> Option<&'static str> {
        None
    }

    /// Returns the cost of the words of ASCII, which is the same in all charsets.
    #[cfg(feature = "charsets")]
    pub(crate) fn cost_of_ascii(&self) -> Cost {
        self.cost_of_judged() + self.cost_of_rest()
    }

    /// Returns the cost of the words of ASCII, which is the same in all charsets.
    #[cfg(not(feature = "charsets"))]
    pub(crate) fn cost_of_ascii(&self) -> Cost {
        text::by_language(str::from_utf8(&self.ascii).unwrap_or_default()).1
    }
}

const fn is_end(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'&' | b'/' | b':' | b';' | b'<'..=b'>')
}
