//! Compares two readings of a text, in the words that they read differently.

use utfkit::{Encoding, transcode};

use crate::detect::judge::text::cost_in;
use crate::detect::weights::difference::{MAX, PART, SURE};

/// The words of a text that two charsets read differently. Detection returns the charset that is
/// likelier for all of the text, with the charsets that people use for its language. But if
/// somebody names another charset that reads the same words, or words that make as much sense, that
/// charset is correct.
#[derive(Debug)]
pub struct Difference {
    encodings: [Encoding; 2],
    /// Whether each byte may be read differently.
    differs: [bool; 256],
    words: Vec<u8>,
}

impl Difference {
    /// Returns the comparison of a text before its first byte.
    #[must_use]
    pub fn new(named: Encoding, other: Encoding) -> Self {
        let encodings = [named, other];
        let differs = std::array::from_fn(|byte| {
            let byte = [byte as u8];
            let [named, other] = encodings.map(|one| transcode::decode_lossy(&byte, one));
            // A byte that is ill-formed alone may be a part of a character.
            named != other || named.1 > 0
        });
        Self { encodings, differs, words: Vec::new() }
    }

    /// Takes the next bytes of the text. Equal words are compared once.
    pub fn push(&mut self, bytes: &[u8]) {
        let differs = self.differs;
        let may_differ = |word: &&[u8]| word.iter().any(|&byte| differs[usize::from(byte)]);
        for word in bytes.split(u8::is_ascii_whitespace).filter(may_differ) {
            if self.is_full() {
                return;
            }
            let word = &word[..word.len().min(MAX - self.words.len())];
            if self.words.split(|&byte| byte == b' ').any(|known| known == word) {
                continue;
            }
            let [named, other] = self.encodings.map(|one| transcode::decode_lossy(word, one));
            if named != other {
                self.words.extend_from_slice(word);
                self.words.push(b' ');
            }
        }
    }

    /// Returns `true` if more bytes cannot change the answer.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.words.len() >= MAX
    }

    /// Returns `true` if the words certainly make more sense in the other charset than in the named
    /// one.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        let [named, other] = self.encodings.map(|one| cost_in(&self.words, one));
        let saving = named - other;
        saving >= SURE && (saving * PART >= named || !self.is_readable())
    }

    /// Returns `true` if the words may be words in the named charset: no capital is after a small letter,
    /// and no sign or control character is between letters.
    fn is_readable(&self) -> bool {
        let text = transcode::decode_lossy(&self.words, self.encodings[0]).0;
        let next = text.chars().skip(1).chain([' ']);
        let mut last = ' ';
        text.chars().zip(next).all(|(one, next)| {
            let before = std::mem::replace(&mut last, one);
            match one.is_alphabetic() {
                true => one.is_ascii() || !(one.is_uppercase() && before.is_lowercase()),
                false if one.is_control() => false,
                false => one.is_ascii() || !(before.is_alphabetic() && next.is_alphabetic()),
            }
        })
    }
}

#[cfg(test)]
#[cfg(feature = "charsets")]
mod tests {
    use super::*;

    /// Returns `true` if `text` in the charset `written` cannot be text in the charset `named`.
    fn contradicts(text: &str, written: &str, named: &str) -> bool {
        let [written, named] = [written, named].map(|one| one.parse::<Encoding>().unwrap());
        let bytes = transcode::convert(text.as_bytes(), Encoding::Utf8, written).unwrap();
        let mut difference = Difference::new(named, written);
        difference.push(&bytes);
        difference.is_sure()
    }

    #[test]
    fn close_charsets_do_not_contradict_each_other() {
        let estonian = "Tema ütles, et õhtul jõuab kohale žanr ja šokolaad";
        let german = "Größere Mühe macht die Übersetzung für Ämter";
        assert!(!contradicts(german, "windows-1252", "iso-8859-15"));
        assert!(!contradicts(german, "windows-1257", "iso-8859-1"));
        assert!(contradicts(german, "windows-1252", "ibm850"));
        assert!(contradicts(german, "macintosh", "windows-1252"));
        assert!(contradicts(&estonian.repeat(3), "windows-1257", "ibm775"));
    }

    /// The model does not know Breton and Friulian, so another charset makes words of another language.
    #[test]
    fn readable_words_do_not_contradict_their_charset() {
        let breton = "Adloc'hañ echuiñ Adventañ Nullañ Ahelioù Alc'hwezioù staliañ Digeriñ \
                      Digreskiñ pakadoù roadennoù kargañ anvioù munudoù strolladoù";
        let friulian = "Anulât clâf gjestìs creâ contignût multimediâl ativitâts implementât rivâts molâ \
                        sierâ specificât ancjemò definît permetût supuartât abilitât";
        for (text, other) in [(breton, "vni"), (friulian, "windows-1257")] {
            let [named, other] = ["windows-1252", other].map(|one| one.parse().unwrap());
            let bytes = transcode::convert(text.as_bytes(), Encoding::Utf8, named).unwrap();
            let mut difference = Difference::new(named, other);
            difference.push(&bytes);
            assert!(!difference.is_sure(), "{text}");
        }
        // The letters of windows-1252 are words, too.
        let hungarian = "Erőforrás lebegőpontos első idézőjelek elérhető időtúllépés értelmező";
        assert!(contradicts(hungarian, "iso-8859-2", "windows-1252"));
    }
}
