//! The judge's opinion about bytes without a BOM that prove nothing.

use crate::detect::weights::{BIT, Cost};
use std::borrow::Cow;

use utfkit::{Encoding, transcode};

use super::confidence::{shape::class, shares::calibrated};
use super::{
    alone,
    candidate::{Candidate, cost_of_noise, weigh},
    ebcdic,
    escapes::{self, Shifted},
    sample::sample,
    text, unicode,
    words::Words,
};
use crate::detect::weights::opinion::{
    BELOW_80, CERTAIN, CHOICE, EBCDIC, EBCDIC_LIMIT, EBCDIC_PER_BYTE,
};
use crate::detect::weights::text::UNKNOWN;
use crate::detect::{
    binary::is_binary,
    detection::Evidence,
    model::reading::Reading,
    named::hints::{Hints, Known},
};
use crate::receivers::declared::Declared;

/// The number of bytes that are judged.
const SAMPLE: usize = unicode::SAMPLE;
/// The judge's opinion about some bytes.
#[derive(Clone, Debug)]
pub(crate) enum Opinion {
    /// Text in one of these encodings, the most likely first.
    Text(Text),
    /// Text in an unsupported encoding with escape sequences.
    Foreign(&'static str),
    /// Text in EBCDIC, whose code page is not determined.
    Ebcdic,
    /// A list of letters, which can be in many charsets.
    Letters,
    /// Nothing known.
    None,
}

/// Candidates, of which the first is text.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) best: Candidate,
    pub(crate) others: Vec<Candidate>,
    /// The number of bits by which the best is cheaper than the next candidate, or than bytes that
    /// are not text.
    pub(crate) margin: Cost,
    /// The part that a hint had in the choice.
    pub(crate) hint: Option<Evidence>,
}

impl Opinion {
    /// Returns the encoding, if the bytes are text.
    pub(crate) fn encoding(&self) -> Option<Encoding> {
        match self {
            Opinion::Text(text) => Some(text.best.encoding),
            _ => None,
        }
    }

    /// Returns the probability that the encoding is correct; 0 if there is none.
    pub(crate) fn confidence(&self) -> f32 {
        match self {
            Opinion::Text(text) => text.best.confidence,
            _ => 0.0,
        }
    }

    /// Returns the language of the text, if it is known.
    pub(crate) fn language(&self) -> Option<&'static str> {
        match self {
            Opinion::Text(text) => text.best.language,
            _ => None,
        }
    }

    /// Returns `true` for a relative of UTF-8, which has the same sequences of up to three bytes.
    pub(crate) fn is_relative(&self) -> bool {
        use Encoding::{Cesu8, JavaModifiedUtf8, Utf8Rfc2279};
        matches!(self.encoding(), Some(Cesu8 | JavaModifiedUtf8 | Utf8Rfc2279))
    }

    /// Returns the encoding if it is UTF-16 or UTF-32.
    pub(crate) fn wide(&self) -> Option<Encoding> {
        self.encoding().filter(|&encoding| encoding.unit_bytes() > 1)
    }

    /// Returns the opinion about `bytes` from `candidates`.
    fn of(bytes: &[u8], mut candidates: Vec<Candidate>) -> Self {
        weigh(&mut candidates, cost_of_noise(bytes.len(), bytes.len(), 0), 1.0);
        Self::of_weighed(bytes, candidates)
    }

    /// Returns the opinion about `bytes` from `candidates`, which are sorted.
    fn of_weighed(bytes: &[u8], mut candidates: Vec<Candidate>) -> Self {
        if candidates.is_empty() {
            return Opinion::None;
        }
        let best = candidates.remove(0);
        let binary = text::cost_of_binary(bytes) - CHOICE;
        let next = candidates.first().map_or(binary, |next| next.cost.min(binary));
        let margin = (next - best.cost) / BIT;
        let best = match best.encoding.unit_bytes() {
            1 => best,
            // A few units can be numbers.
            _ => Candidate { confidence: best.confidence.min(confidence(margin)), ..best },
        };
        Opinion::Text(Text { best, others: candidates, margin, hint: None })
    }
}

/// Returns the confidence that units of several bytes are text, if they are cheaper than numbers by
/// `margin` bits. Four bits halve the doubt.
fn confidence(margin: Cost) -> f32 {
    1.0 - (-(margin.max(0) as f32) / 4.0 - 1.0).exp2()
}

/// Returns the opinion about `bytes`, which are well-formed UTF-8 with NULs, control characters or
/// shifts. `utf8` is their reading as UTF-8.
pub(crate) fn well_formed(bytes: &[u8], utf8: &Reading) -> Opinion {
    if utf8.is_ascii()
        && let Some(opinion) = shifted(bytes)
    {
        return opinion;
    }
    if utf8.odd() > 0 {
        // The first bytes can be in one byte order, and the rest in the other.
        for most in [SAMPLE, SAMPLE / 3, SAMPLE / 12] {
            let bytes = &bytes[..bytes.len().min(most)];
            let mut candidates = unicode::wide(bytes);
            if !candidates.is_empty() {
                candidates.push(unicode::names(bytes));
                return Opinion::of(bytes, candidates);
            }
        }
    }
    // NULs can end names, and any text can have some control characters, but most characters are
    // neither.
    let zeros = utf8.zeros();
    let controls = utf8.odd().saturating_sub(zeros);
    if zeros * 2 > utf8.characters() || controls * 8 > utf8.characters() {
        Opinion::None
    } else {
        Opinion::of(bytes, vec![unicode::of(utf8, None, 0)])
    }
}

/// Returns the opinion about `bytes` below 80 if they have shifts that make sense.
pub(crate) fn shifted(bytes: &[u8]) -> Option<Opinion> {
    Some(match escapes::shifted(bytes)? {
        Shifted::Read(candidates) => Opinion::of(bytes, candidates),
        Shifted::Foreign(name) => Opinion::Foreign(name),
    })
}

/// Returns the opinion about `bytes` below 80 if they can be EBCDIC. Otherwise, they are US-ASCII,
/// and the answer is `None`.
///
/// Hebrew has its letters and spaces in EBCDIC where US-ASCII has capitals and signs, so nothing
/// else contradicts US-ASCII.
pub(crate) fn ascii(bytes: &[u8]) -> Option<Opinion> {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    if !ebcdic::has_blanks(bytes) {
        return None;
    }
    let mut candidates = Vec::new();
    add_ebcdic(&mut candidates, bytes, Known::default());
    candidates.iter_mut().for_each(|ebcdic| ebcdic.cost += BELOW_80);
    let reading = Reading::of(bytes, Encoding::UsAscii);
    // Only the words decide. Separators such as `@` are free, because they can be of any format.
    let (language, cost) = text::by_language(&reading.text().replace(['@', '%', '\u{15}'], " "));
    candidates.push(unicode::of(&reading, language, cost));
    let opinion = Opinion::of(bytes, candidates);
    let Opinion::Text(text) = &opinion else { return None };
    let is_ascii = text.best.encoding == Encoding::UsAscii;
    let is_near = text.others.first().is_some_and(|next| next.cost - text.best.cost < CERTAIN);
    (!is_ascii || is_near).then_some(opinion)
}

/// Returns the opinion about `bytes`, which are not UTF-8, if they are UTF-16 or UTF-32.
pub(crate) fn ill_formed(bytes: &[u8]) -> Opinion {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    let mut candidates = unicode::wide(bytes);
    if candidates.is_empty() {
        return Opinion::None;
    }
    // Source code and tables have no language, and cost less by their scripts.
    let unnamed = text::in_bits(Reading::unnamed(bytes)) + UNKNOWN;
    candidates.retain(|wide| wide.cost < unnamed);
    if candidates.is_empty() {
        return Opinion::None;
    }
    candidates.extend(narrow(&Words::of(bytes), Known::default()));
    let opinion = Opinion::of(bytes, candidates);
    match opinion.wide() {
        Some(_) => opinion,
        None => Opinion::None,
    }
}

/// Returns the opinion about lines that are not UTF-8, UTF-16 or UTF-32. The text may be `declared`
/// to be in an encoding.
pub(crate) fn lines(bytes: &[u8], declared: Option<&Declared>) -> Opinion {
    by_knowledge(bytes, Known { declared, hints: None })
}

/// Returns the opinion about lines, of which `hints` may be known. They decide between charsets in
/// which the bytes are text, and change no other opinion.
pub(crate) fn hinted(bytes: &[u8], declared: Option<&Declared>, hints: &Hints) -> Opinion {
    let without = lines(bytes, declared);
    let Some(before) = without.encoding().filter(|one| one.is_legacy() && !hints.is_empty()) else {
        return without;
    };
    match by_knowledge(bytes, Known { declared, hints: Some(hints) }) {
        Opinion::Text(mut text) if text.best.encoding.is_legacy() => {
            let after = text.best.encoding;
            text.hint = if after != before {
                Some(Evidence::Hinted(before))
            } else {
                hints.agrees(after).then_some(Evidence::Agrees)
            };
            Opinion::Text(text)
        }
        _ => without,
    }
}

/// Returns the opinion about lines by their bytes and by the knowledge from elsewhere.
fn by_knowledge(bytes: &[u8], known: Known<'_>) -> Opinion {
    let declared = known.declared;
    let bytes: Cow<'_, [u8]> = sample(bytes, SAMPLE);
    let words = Words::of(&bytes);
    let mut candidates = narrow(&words, known);
    add_ebcdic(&mut candidates, &bytes, known);
    let ascii = words.cost_of_ascii();
    let beyond = words.other.iter().filter(|byte| !byte.is_ascii()).count();
    let noise = ascii + cost_of_noise(bytes.len(), beyond, words.other.len() - beyond);
    weigh(&mut candidates, noise, alone::doubt(&bytes));
    if let Some(best) = candidates.first_mut() {
        best.confidence = calibrated(best.confidence, class(&bytes));
    }
    let opinion = Opinion::of_weighed(&bytes, candidates);
    match &opinion {
        Opinion::Text(text) if is_of_ebcdic(text.best.encoding) => {
            let is_text = text.best.cost <= EBCDIC_LIMIT + bytes.len() as Cost * EBCDIC_PER_BYTE;
            if is_text { opinion } else { Opinion::None }
        }
        Opinion::Text(text) if is_ebcdic(&bytes, text.best.cost) => Opinion::Ebcdic,
        Opinion::Text(text)
            if text.best.cost - ascii <= limit(&words.other, text.best.encoding) =>
        {
            let is_explained = |text: &Text| {
                is_declared(text, declared)
                    // A table can be explained in the language that has these letters.
                    || text.best.language.is_some() && text.best.language == words.language()
            };
            let is_list = alone::is_list(&bytes) && !is_explained(text);
            if is_list { Opinion::Letters } else { opinion }
        }
        _ => Opinion::None,
    }
}

/// Returns `true` if `text` is in the encoding that it declares, or in an encoding of Unicode.
fn is_declared(text: &Text, declared: Option<&Declared>) -> bool {
    let encoding = text.best.encoding;
    !matches!(encoding, Encoding::Charset(_)) || declared.is_some_and(|one| one.agrees(encoding))
}

/// Returns `true` if `encoding` is a charset of EBCDIC.
fn is_of_ebcdic(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Charset(_)) && !encoding.is_ascii_compatible()
}

/// Returns `true` if `bytes` cost less than `cost` as text in EBCDIC, in which every space is a
/// byte 40.
fn is_ebcdic(bytes: &[u8], cost: Cost) -> bool {
    let spaces = bytes.iter().filter(|&&byte| byte == 0x40).count();
    let ascii = bytes.iter().filter(|&&byte| byte == b' ' || byte == b'\n').count();
    spaces > ascii && text::cost(&ebcdic::text(bytes)).1 + EBCDIC < cost
}

/// Returns the maximum cost of `bytes` as text in `encoding`. It is lower if there are control
/// characters.
fn limit(bytes: &[u8], encoding: Encoding) -> Cost {
    // Some charsets have letters where others have control characters.
    let is_letter = |byte| {
        let byte = [byte];
        let (text, _) = transcode::decode_lossy(&byte, encoding);
        text.chars().all(char::is_alphabetic)
    };
    let is_control = |&&byte: &&u8| is_binary(byte);
    let has_controls = bytes.iter().filter(is_control).any(|&byte| !is_letter(byte));
    let (least, per_byte) =
        if has_controls { (16 * BIT, 11 * BIT / 2) } else { (64 * BIT, 20 * BIT) };
    least + bytes.len() as Cost * per_byte
}

/// Returns the candidates with units of one byte.
fn narrow(words: &Words, known: Known<'_>) -> Vec<Candidate> {
    let ascii = words.cost_of_ascii();
    let mut candidates = unicode::narrow(&words.other);
    candidates.iter_mut().for_each(|candidate| candidate.cost += ascii);
    add_charsets(&mut candidates, words, known);
    candidates.iter_mut().for_each(|one| one.characters += words.ascii.len() as u64);
    candidates
}

/// Adds the candidates among charsets.
#[cfg(feature = "charsets")]
fn add_charsets(candidates: &mut Vec<Candidate>, words: &Words, known: Known<'_>) {
    let rest = words.cost_of_rest();
    let found = super::charset::candidates(words, known).into_iter();
    candidates.extend(found.map(|one| Candidate { cost: one.cost + rest, ..one }));
}

/// Adds the candidates among the code pages of EBCDIC.
#[cfg(feature = "charsets")]
fn add_ebcdic(candidates: &mut Vec<Candidate>, bytes: &[u8], known: Known<'_>) {
    candidates.extend(super::charset::ebcdic_candidates(bytes, known));
}

/// Without the model, the code pages of EBCDIC cannot be distinguished.
#[cfg(not(feature = "charsets"))]
fn add_ebcdic(_: &mut Vec<Candidate>, _: &[u8], _: Known<'_>) {}

/// Without the model, a charset has no name. UTF-1 is removed if text in a charset is likelier.
#[cfg(not(feature = "charsets"))]
fn add_charsets(candidates: &mut Vec<Candidate>, words: &Words, _: Known<'_>) {
    let unnamed = text::in_bits(Reading::unnamed(&words.other)) + words.cost_of_ascii();
    candidates.retain(|candidate| candidate.encoding != Encoding::Utf1 || candidate.cost < unnamed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head decides if the rest is in the other byte order, in which `ἀ` is a control character.
    #[test]
    fn the_longest_head_in_one_byte_order_decides() {
        for head in [SAMPLE, SAMPLE / 3] {
            let mut bytes = b"\0\x1F \0t\0o\0 \0\n\0".repeat(SAMPLE / 8);
            bytes.truncate(head);
            bytes.extend(b"\x1F\0\0 \0t\0o\0 \0\n".repeat(SAMPLE / 8));
            let Opinion::Text(text) = well_formed(&bytes, &Reading::of(&bytes, Encoding::Utf8))
            else {
                panic!("{head}")
            };
            assert_eq!(text.best.encoding, Encoding::Utf16Le, "{head}");
            assert_eq!(text.best.characters, head as u64 / 2, "{head}");
        }
    }
}
