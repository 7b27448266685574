//! The suspicions about single characters and ill-formed sequences.

use crate::audit::rules::Rule;
use utfkit::{Finding, Kind, scalar};

/// Returns the worst suspicion about `character`, without its context; `None` for most characters.
///
/// Some characters are honest in the right context: joiners, variation selectors and tags in emoji,
/// and bidirectional controls that are closed.
///
/// Cost: constant, a few comparisons.
///
/// ```
/// use utfkit_text::audit::{Rule, suspicion};
/// assert_eq!(suspicion('\u{202E}'), Some(Rule::BidiOverride));
/// assert_eq!(suspicion('\u{1B}'), Some(Rule::TerminalEscape));
/// assert_eq!(suspicion('e'), None);
/// ```
#[must_use]
pub const fn suspicion(character: char) -> Option<Rule> {
    let rule = match character {
        '\t' | '\n' | '\r' | ' '..='~' => return None,
        '\0' => Rule::Nul,
        '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Rule::FormatEffector,
        // ESC, and its C1 forms that begin a sequence: DCS, SOS, SCI, CSI, OSC, PM, APC.
        '\u{1B}' | '\u{90}' | '\u{98}' | '\u{9A}' | '\u{9B}' | '\u{9D}'..='\u{9F}' => {
            Rule::TerminalEscape
        }
        '\u{01}'..='\u{1F}' | '\u{7F}'..='\u{9F}' => Rule::Control,
        '\u{AD}' => Rule::SoftHyphen,
        '\u{A0}'..='\u{34E}' => return None,
        '\u{202D}' | '\u{202E}' => Rule::BidiOverride,
        '\u{202A}' | '\u{202B}' | '\u{2066}'..='\u{2068}' => Rule::BidiUnterminated,
        '\u{202C}' | '\u{2069}' => Rule::BidiStray,
        '\u{200E}' | '\u{200F}' | '\u{61C}' => Rule::BidiMark,
        '\u{200B}'..='\u{200D}' | '\u{180E}' => Rule::ZeroWidth,
        '\u{206A}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}' => Rule::ZeroWidth,
        '\u{34F}' | '\u{2060}'..='\u{2064}' => Rule::InvisibleOperator,
        '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => Rule::InvisibleOperator,
        '\u{FEFF}' => Rule::InnerBom,
        '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' => Rule::Filler,
        '\u{2800}' | '\u{3164}' | '\u{FFA0}' => Rule::Filler,
        '\u{180B}'..='\u{180D}' | '\u{180F}' => Rule::SelectorStray,
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Rule::SelectorStray,
        '\u{E0001}' | '\u{E0020}'..='\u{E007F}' => Rule::TagText,
        '\u{FFFC}' => Rule::ObjectReplacement,
        '\u{FFFD}' => Rule::ReplacementCharacter,
        _ => return by_plane(character as u32),
    };
    Some(rule)
}

/// Returns the suspicion about a code point according to its block or plane.
const fn by_plane(value: u32) -> Option<Rule> {
    match value {
        0xFDD0..=0xFDEF => Some(Rule::Noncharacter),
        _ if value & 0xFFFE == 0xFFFE => Some(Rule::Noncharacter),
        0xE000..=0xF8FF | 0xF_0000.. => Some(Rule::PrivateUse),
        _ => None,
    }
}

/// Returns the rule for an ill-formed sequence.
///
/// ```
/// use utfkit::utf8;
/// use utfkit_text::audit::{Rule, characters::suspect::ill_formed_rule};
/// let error = utf8::validate(b"a\xC0\x80").unwrap_err();
/// assert_eq!(ill_formed_rule(&error.finding()), Rule::OverlongNul);
/// ```
#[must_use]
pub fn ill_formed_rule(finding: &Finding) -> Rule {
    match overlong(finding) {
        Some(0) => return Rule::OverlongNul,
        Some(1..=0x7F) => return Rule::OverlongAscii,
        Some(_) => return Rule::Overlong,
        None => {}
    }
    match finding.kind() {
        Kind::IrregularPair { .. } => Rule::IrregularPair,
        Kind::Surrogate { .. } | Kind::LoneHighSurrogate { .. } | Kind::LoneLowSurrogate { .. } => {
            Rule::EncodedSurrogate
        }
        _ => Rule::IllFormed,
    }
}

/// Returns the value of an overlong form, whose subparts are joined. Forms of five and six bytes
/// count, because decoders from before RFC 3629 accept them.
pub(crate) fn overlong(finding: &Finding) -> Option<u32> {
    match finding.kind() {
        Kind::Overlong { means } => Some(means),
        Kind::InvalidByte => {
            finding.means().filter(|&value| scalar::rfc2279_shortest(value) < finding.len())
        }
        _ => None,
    }
}

/// Returns the length of the plain ASCII at the start: 20 to 7E, tabs, line feeds and carriage
/// returns.
///
/// Cost: one pass, eight bytes at a time.
///
/// ```
/// use utfkit_text::audit::characters::suspect::plain_prefix;
/// assert_eq!(plain_prefix("plain\ntext, caf\u{E9}".as_bytes()), 15);
/// assert_eq!(plain_prefix(b"a\x1B[0m"), 1);
/// ```
#[must_use]
pub fn plain_prefix(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let whole =
        blocks.iter().position(|block| !block.iter().fold(true, |all, &o| all & is_plain(o)));
    let from = whole.unwrap_or(blocks.len()) * BLOCK;
    let rest = bytes[from..].iter().position(|&byte| !is_plain(byte));
    rest.map_or(bytes.len(), |at| from + at)
}

/// The number of bytes that are tested without a branch, so that compilers use vectors.
const BLOCK: usize = 32;

#[inline(always)]
const fn is_plain(byte: u8) -> bool {
    // The branches of `matches!` prevent vectors.
    (byte.wrapping_sub(0x20) < 0x5F) | (byte == b'\n') | (byte == b'\t') | (byte == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_bytes_are_those_suspected_of_nothing() {
        for byte in 0..=0x7F {
            assert_eq!(is_plain(byte), suspicion(char::from(byte)).is_none(), "{byte:X}");
        }
        assert!((0x80..=0xFF).all(|byte| !is_plain(byte)));
    }

    #[test]
    fn the_prefix_ends_at_the_first_that_is_not_plain() {
        let mut text = [b'a'; 100];
        assert_eq!(plain_prefix(&text), 100);
        for at in (0..100).rev() {
            text[at] = 0x1B;
            assert_eq!(plain_prefix(&text), at);
        }
    }

    /// Overlong forms of five and six bytes are found; values that need the length are not.
    #[test]
    fn overlong_forms_of_five_and_six_bytes_are_found() {
        let rule = |bytes: &[u8]| ill_formed_rule(&Finding::new(0, Kind::InvalidByte, bytes));
        assert_eq!(rule(b"\xFC\x80\x80\x80\x80\xAF"), Rule::OverlongAscii);
        assert_eq!(rule(b"\xF8\x80\x80\x80\xAF"), Rule::OverlongAscii);
        assert_eq!(rule(b"\xF8\x80\x80\x80\x80"), Rule::OverlongNul);
        assert_eq!(rule(b"\xF8\x80\x82\x82\xAC"), Rule::Overlong);
        assert_eq!(rule(b"\xF8\x88\x80\x80\x80"), Rule::IllFormed);
        assert_eq!(rule(b"\xF8\x87\xBF\xBF\xBF"), Rule::Overlong);
        assert_eq!(rule(b"\xFC\x84\x80\x80\x80\x80"), Rule::IllFormed);
        assert_eq!(rule(b"\xFC\x83\xBF\xBF\xBF\xBF"), Rule::Overlong);
        assert_eq!(rule(b"\xFC\x80\x80"), Rule::IllFormed);
        assert_eq!(rule(b"\xFF"), Rule::IllFormed);
    }

    #[test]
    fn whole_classes_are_suspected() {
        let all = |range: std::ops::RangeInclusive<char>, rule| {
            range.clone().all(|character| suspicion(character) == Some(rule))
        };
        assert!(all('\u{E0020}'..='\u{E007F}', Rule::TagText));
        assert!(all('\u{FE00}'..='\u{FE0F}', Rule::SelectorStray));
        assert!(all('\u{E000}'..='\u{F8FF}', Rule::PrivateUse));
        assert!(all('\u{10FFFE}'..='\u{10FFFF}', Rule::Noncharacter));
        assert!(all('\u{2066}'..='\u{2068}', Rule::BidiUnterminated));
        for plain in
            ['\u{A0}', '\u{300}', '\u{5D0}', '\u{4E00}', '\u{1F600}', '\u{2019}', '\u{3000}']
        {
            assert_eq!(suspicion(plain), None);
        }
    }
}
