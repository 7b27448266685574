//! Reasons not to read a text in the encoding that somebody named.

use utfkit::Encoding;

use crate::detect::weights::conflict::SURE;
use crate::detect::{Detection, Evidence, Verdict, likeliest::Likeliest};

/// A reason not to read a text in the encoding that somebody named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Parts of the text are UTF-8. Reading them in another encoding would encode them twice.
    Utf8 {
        /// Whether most of the text is UTF-8.
        most: bool,
        /// Whether each line is in one encoding.
        by_line: bool,
    },
    /// The text is almost certainly in this encoding.
    Other(Encoding),
}

impl Conflict {
    /// Returns the reason not to read a text with this `detection` as `named`, which is not UTF-8.
    pub fn of(detection: &Detection, named: Encoding) -> Option<Self> {
        if detection.verdict() != Verdict::Likely {
            return None;
        }
        match Likeliest::of(detection)? {
            // Some bytes look like damaged UTF-8, but nothing would be encoded twice.
            Likeliest::One(Encoding::Utf8) if detection.evidence().contains(&NO_SEQUENCES) => None,
            Likeliest::One(Encoding::Utf8) => Some(Self::Utf8 { most: true, by_line: false }),
            Likeliest::Utf8AndCharset { most, .. } => {
                Some(Self::Utf8 { most, by_line: !detection.has_utf8_within() })
            }
            Likeliest::One(encoding) if encoding != named && detection.confidence() >= SURE => {
                Some(Self::Other(encoding))
            }
            _ => None,
        }
    }
}

/// The evidence that a text has no multi-byte sequence of UTF-8.
const NO_SEQUENCES: Evidence = Evidence::Sequences(0);

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;
    use crate::detect::detect;

    fn conflict(bytes: &[u8], named: &str) -> Option<Conflict> {
        Conflict::of(&detect(bytes), named.parse().ok()?)
    }

    #[test]
    fn damaged_utf8_is_not_a_charset() {
        let text = "Zw\u{F6}lf Boxk\u{E4}mpfer jagen Viktor quer \u{FC}ber den Deich.\n".repeat(9);
        let damaged = [text.as_bytes(), b"caf\xE9\n", text.as_bytes()].concat();
        let found = conflict(&damaged, "windows-1252");
        assert!(matches!(found, Some(Conflict::Utf8 { most: true, .. })), "{found:?}");
    }

    /// In this Korean text, C0 is a part of two letters. In UTF-8, it would begin overlong forms.
    #[test]
    fn text_without_sequences_is_not_utf8() {
        assert_eq!(conflict(b"\xBA\xF1\xC0\xB2\xC0\xBB\n", "uhc"), None);
    }

    #[test]
    fn a_certain_charset_is_not_another_one() {
        let text = "\u{3053}\u{3093}\u{306B}\u{3061}\u{306F}\u{4E16}\u{754C}\u{3001}\u{5143}\u{6C17}\u{3067}\u{3059}\u{304B}\n";
        let shift_jis: Encoding = "shift_jis".parse().unwrap();
        let bytes =
            utfkit::transcode::convert(text.repeat(3).as_bytes(), Encoding::Utf8, shift_jis);
        let bytes = bytes.unwrap();
        assert_eq!(conflict(&bytes, "windows-1252"), Some(Conflict::Other(shift_jis)));
        assert_eq!(conflict(&bytes, "shift_jis"), None);
        assert_eq!(conflict(b"Zw\xF6lf Boxk\xE4mpfer\n", "windows-1252"), None);
    }
}
