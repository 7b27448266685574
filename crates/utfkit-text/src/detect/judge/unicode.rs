//! The candidates among the encodings of Unicode.

use crate::detect::weights::{BIT, Cost};
use utfkit::{
    Encoding::{
        self, Cesu8, JavaModifiedUtf8, Utf1, Utf8, Utf8Rfc2279, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
    },
    utf8,
};

use super::{candidate::Candidate, family::Family, text};
use crate::detect::model::{reading::Reading, without_bom::may_be_wide};
use crate::detect::weights::unicode::{
    CHARACTER, CUT, CUT_NEXT, DAMAGE, DAMAGED, ERROR, TEXT, UNMARKED, WITHOUT_ZEROS,
};

/// The number of bytes that are read as UTF-16 and UTF-32. It is a multiple of both units.
pub(crate) const SAMPLE: usize = 1500;

/// The prior costs of the relatives of UTF-8. If two read the same text, the first one is likelier.
const RELATIVES: [(Encoding, Cost); 4] =
    [(Cesu8, 2 * BIT), (JavaModifiedUtf8, 3 * BIT), (Utf8Rfc2279, 4 * BIT), (Utf1, 24 * BIT)];
/// Returns the encodings with units of several bytes that `bytes` can be text in, without a BOM.
pub(crate) fn wide(bytes: &[u8]) -> Vec<Candidate> {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    let prior = if bytes.contains(&0) { UNMARKED } else { WITHOUT_ZEROS };
    let candidate = |encoding| {
        if !may_be_wide(bytes, encoding) {
            return None;
        }
        let reading = Reading::of(bytes, encoding);
        let most = bytes.len() as Cost * TEXT;
        if !reading.is_clean() || reading.ascends() || text::in_bits(reading.price_of_text()) > most
        {
            return None;
        }
        let (language, cost) = text::cost(reading.text());
        let errors = (reading.ill_formed + reading.beyond) as Cost * ERROR;
        let cost = cost + errors + reading.cut as Cost * CUT + prior;
        // The prior cost compares the text with other text, not with binary data.
        let most = text::cost_of_binary(bytes).min(reading.characters() as Cost * CHARACTER);
        (cost - prior < most).then(|| of(&reading, language, cost))
    };
    [Utf16Le, Utf16Be, Utf32Le, Utf32Be].into_iter().filter_map(candidate).collect()
}

/// Returns the candidates for UTF-8 that has errors or is cut at the end, and for the relatives of
/// UTF-8 without errors.
pub(crate) fn narrow(bytes: &[u8]) -> Vec<Candidate> {
    // If the text is UTF-8 except for a cut end, no part of it needs CESU-8 or modified UTF-8.
    let is_utf8 = utf8::validate(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    let (_, last) = RELATIVES.split_at(RELATIVES.len() - 1);
    let relatives = if is_utf8 || !has_shape(bytes) { last } else { &RELATIVES };
    let mut candidates: Vec<Candidate> = relatives
        .iter()
        .filter_map(|&(encoding, prior)| relative(bytes, encoding, prior))
        .collect();
    candidates.extend(damaged(bytes));
    candidates
}

/// Returns `true` if `bytes` can be in a relative of UTF-8 other than UTF-1: a sequence begins with a
/// byte from C0 up, and other bytes continue it. This check is cheap, and excludes most charsets.
fn has_shape(bytes: &[u8]) -> bool {
    let (mut is_inside, mut needs_more) = (false, false);
    bytes.iter().all(|&byte| {
        let fits = if matches!(byte, 0x80..=0xBF) { is_inside } else { !needs_more };
        needs_more = byte >= 0xC0;
        is_inside = !byte.is_ascii();
        fits
    })
}

/// Returns `true` if `bytes` can be text in UTF-1: each character that begins with a byte from A0 up
/// has all its bytes, and there is no control character from 80 to 9F. This check is cheap.
fn may_be_utf1(bytes: &[u8]) -> bool {
    let mut more = 0;
    for &byte in bytes {
        let is_part = matches!(byte, 0x21..=0x7E | 0xA0..);
        match byte {
            _ if more > 0 && !is_part => return false,
            _ if more > 0 => more -= 1,
            0x80..=0x9F => return false,
            0xA0..=0xF5 => more = 1,
            0xF6..=0xFB => more = 2,
            0xFC.. => more = 4,
            _ => {}
        }
    }
    true
}

fn relative(bytes: &[u8], encoding: Encoding, prior: Cost) -> Option<Candidate> {
    if encoding == Utf1 && !may_be_utf1(bytes) {
        return None;
    }
    let reading = Reading::of(bytes, encoding);
    // Modified UTF-8 never has a byte 00.
    let has_long_nuls = encoding == JavaModifiedUtf8 && reading.zeros() > 0 && !bytes.contains(&0);
    // In UTF-1, some letters and two bytes of a charset make one rare character.
    if encoding == Utf1 && !reading.is_coherent() {
        return None;
    }
    let is_own = !reading.is_ascii() || reading.beyond > 0 || has_long_nuls;
    if reading.ill_formed > 0 || !is_own {
        return None;
    }
    let (language, cost) = match has_long_nuls {
        // U+0000 is intended here, as a line end is.
        true => text::by_language(&reading.text().replace('\0', "\n")),
        false => text::by_language(reading.text()),
    };
    // In a table of signs, a sign and the markup after it make one rare character of UTF-1.
    if encoding == Utf1 && cost > reading.characters() as Cost * CHARACTER {
        return None;
    }
    let cost = cost + reading.beyond as Cost * ERROR + reading.cut as Cost * CUT + prior;
    Some(of(&reading, language, cost))
}

/// Returns the candidate for UTF-8 with errors, if it has more multi-byte sequences than
/// unexplained errors.
fn damaged(bytes: &[u8]) -> Option<Candidate> {
    let reading = Reading::damaged(bytes)?;
    let (language, cost) = text::by_language(reading.text());
    let cut = match reading.cut as Cost {
        0 => 0,
        bytes => CUT + (bytes - 1) * CUT_NEXT,
    };
    let cost = cost + reading.unexplained as Cost * DAMAGE + cut + DAMAGED;
    Some(of(&reading, language, cost))
}

/// Returns the candidate for well-formed UTF-8 in which U+0000 can end names.
pub(crate) fn names(bytes: &[u8]) -> Candidate {
    let reading = Reading::of(&bytes[..bytes.len().min(SAMPLE)], Utf8);
    let mut before = '\0';
    let names = reading.text().chars().map(|character| {
        let ends = character == '\0' && !matches!(before, '\0' | '\r' | '\n');
        before = character;
        if ends { '\n' } else { character }
    });
    let (language, cost) = text::cost(&names.collect::<String>());
    of(&reading, language, cost)
}

/// Returns the candidate of `reading`.
pub(crate) fn of(reading: &Reading, language: Option<&'static str>, cost: Cost) -> Candidate {
    let (encoding, characters) = (reading.encoding, reading.characters());
    let family = Family::default();
    Candidate { encoding, language, cost, confidence: 0.0, characters, family }
}
