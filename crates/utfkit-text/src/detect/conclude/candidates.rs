//! The candidates of a judge as parts of an answer.

use crate::detect::weights::candidates::MAX_ALTERNATIVES;
use crate::detect::{
    detection::Alternative, detection::Evidence, judge::candidate::Candidate, judge::opinion::Text,
};
use utfkit::Encoding;

/// Returns the special feature of an encoding, as evidence.
pub(super) fn kind_of(best: &Candidate) -> Vec<Evidence> {
    use Encoding::{
        Cesu8, JavaModifiedUtf8, Utf7, Utf7Imap, Utf8Rfc2279, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
    };
    let evidence = match best.encoding {
        Utf16Be | Utf16Le | Utf32Be | Utf32Le => Evidence::OtherOrder,
        Cesu8 => Evidence::SurrogatePairs,
        JavaModifiedUtf8 => Evidence::LongNul,
        Utf8Rfc2279 => Evidence::LongSequences,
        Utf7 => Evidence::Base64(b'+'),
        Utf7Imap => Evidence::Base64(b'&'),
        Encoding::Charset(charset) if has_escapes(charset.name()) => {
            Evidence::Escapes(charset.name())
        }
        Encoding::Charset(_) => match best.language {
            Some(language) => Evidence::Language(language),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![evidence]
}

/// Returns `true` if the charset with this name has escape sequences between characters.
fn has_escapes(name: &str) -> bool {
    name.starts_with("iso-2022-") || name == "hz"
}

/// Returns the next best candidates. All chances, with that of the answer, add up to at most 1.
pub(super) fn alternatives(text: &Text, confidence: f32) -> Vec<Alternative> {
    let mut rest = (1.0 - confidence).max(0.0);
    let alternatives = text.others.iter().take(MAX_ALTERNATIVES).map(|other| {
        let confidence = other.confidence.min(confidence).min(rest);
        rest -= confidence;
        Alternative { encoding: other.encoding, confidence }
    });
    alternatives.filter(|alternative| alternative.confidence >= 0.005).collect()
}
