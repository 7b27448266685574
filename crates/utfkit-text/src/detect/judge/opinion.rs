//! What some bytes are that have no BOM and do not prove it.

use std::borrow::Cow;

use utfkit::Encoding;

use super::{
    candidate::{BIT, Candidate, Cost, weigh},
    ebcdic,
    escapes::{self, Shifted},
    noise,
    sample::sample,
    text, unicode,
    words::Words,
};
use crate::detect::{
    binary::is_binary,
    model::{reading::Reading, unsigned::unit},
};
use crate::receivers::declared::Declared;

/// The number of bytes that are judged.
const SAMPLE: usize = unicode::SAMPLE;
/// The prior cost of EBCDIC.
const EBCDIC: Cost = 13 * BIT;
/// The cheapest of many readings looks better than any of them is.
const CHOICE: Cost = 4 * BIT;

/// What some bytes are.
#[derive(Debug)]
pub(crate) enum Opinion {
    /// Text in one of these, the likeliest first.
    Text(Text),
    /// Text of an encoding with escapes that is none of ours.
    Foreign(&'static str),
    /// Text in EBCDIC, of which no charset is one of ours.
    Ebcdic,
    /// Nothing that is known.
    None,
}

/// Candidates of which the first is text.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) best: Candidate,
    pub(crate) others: Vec<Candidate>,
    /// How many bits the best is cheaper than the next, or than bytes that are not text.
    pub(crate) margin: Cost,
}

impl Opinion {
    /// The encoding, if it is text.
    pub(crate) fn encoding(&self) -> Option<Encoding> {
        match self {
            Opinion::Text(text) => Some(text.best.encoding),
            _ => None,
        }
    }

    /// Whether it is a relative of UTF-8, which has all that UTF-8 has but for four bytes.
    pub(crate) fn is_relative(&self) -> bool {
        use Encoding::{Cesu8, JavaModifiedUtf8, Utf8Rfc2279};
        matches!(self.encoding(), Some(Cesu8 | JavaModifiedUtf8 | Utf8Rfc2279))
    }

    /// The UTF-16 or UTF-32 that it is.
    pub(crate) fn wide(&self) -> Option<Encoding> {
        self.encoding().filter(|&encoding| unit(encoding) > 1)
    }

    /// The best of `candidates` for `bytes`.
    fn of(bytes: &[u8], mut candidates: Vec<Candidate>) -> Self {
        weigh(&mut candidates, (0, 0), bytes.len());
        Self::of_weighed(bytes, candidates)
    }

    /// The first of `candidates` for `bytes`.
    fn of_weighed(bytes: &[u8], mut candidates: Vec<Candidate>) -> Self {
        if candidates.is_empty() {
            return Opinion::None;
        }
        let best = candidates.remove(0);
        let noise = noise::cost(bytes, unit(best.encoding)) - CHOICE;
        let next = candidates.first().map_or(noise, |next| next.cost.min(noise));
        let margin = (next - best.cost) / BIT;
        let best = match unit(best.encoding) {
            1 => best,
            // A few units can be numbers.
            _ => Candidate { confidence: best.confidence.min(confidence(margin)), ..best },
        };
        Opinion::Text(Text { best, others: candidates, margin })
    }
}

/// How sure it is that units of several bytes are text that is so many bits cheaper than numbers: of
/// four bits each, half of the doubt is left.
fn confidence(margin: Cost) -> f32 {
    1.0 - (-(margin.max(0) as f32) / 4.0 - 1.0).exp2()
}

/// What `bytes`, well-formed UTF-8 with NULs, control characters or shifts, are; `utf8` is how they
/// read so.
pub(crate) fn well_formed(bytes: &[u8], utf8: &Reading) -> Opinion {
    if utf8.is_ascii() {
        match escapes::shifted(bytes) {
            Some(Shifted::Read(candidates)) => return Opinion::of(bytes, candidates),
            Some(Shifted::Foreign(name)) => return Opinion::Foreign(name),
            None => {}
        }
    }
    if utf8.odd() > 0 {
        // What it begins with can be in one byte order, and the rest in the other.
        for most in [SAMPLE, SAMPLE / 3, SAMPLE / 12] {
            let bytes = &bytes[..bytes.len().min(most)];
            let mut candidates = unicode::wide(bytes);
            if !candidates.is_empty() {
                candidates.push(unicode::names(bytes));
                return Opinion::of(bytes, candidates);
            }
        }
    }
    // NULs may stand between names, and some controls in any text; most of it is neither.
    let zeros = utf8.zeros();
    let controls = utf8.odd().saturating_sub(zeros);
    match zeros * 2 > utf8.characters() || controls * 8 > utf8.characters() {
        true => Opinion::None,
        false => Opinion::of(bytes, vec![unicode::of(utf8, None, 0)]),
    }
}

/// The UTF-16 or UTF-32 that `bytes`, which are not UTF-8, are.
pub(crate) fn ill_formed(bytes: &[u8]) -> Opinion {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    let mut candidates = unicode::wide(bytes);
    // Code and tables have no language, and cost less by their scripts.
    let unnamed = text::in_bits(Reading::unnamed(bytes)) + text::UNKNOWN;
    candidates.retain(|wide| wide.cost < unnamed);
    if candidates.is_empty() {
        return Opinion::None;
    }
    candidates.extend(narrow(&Words::of(bytes), None));
    let opinion = Opinion::of(bytes, candidates);
    match opinion.wide() {
        Some(_) => opinion,
        None => Opinion::None,
    }
}

/// What lines are that are not UTF-8, nor UTF-16 or UTF-32, which are recognized otherwise. The
/// text says that it is in what is `declared`.
pub(crate) fn lines(bytes: &[u8], declared: Option<&Declared>) -> Opinion {
    let bytes: Cow<'_, [u8]> = sample(bytes, SAMPLE);
    let words = Words::of(&bytes);
    let mut candidates = narrow(&words, declared);
    let ascii = text::cost_of_ascii(&words.ascii);
    weigh(&mut candidates, (words.ascii.len(), ascii), words.other.len());
    let opinion = Opinion::of_weighed(&bytes, candidates);
    if matches!(&opinion, Opinion::Text(text) if is_ebcdic(&bytes, text.best.cost)) {
        return Opinion::Ebcdic;
    }
    match &opinion {
        Opinion::Text(text) if text.best.cost - ascii <= limit(&words.other) => opinion,
        _ => Opinion::None,
    }
}

/// Whether `bytes` cost less than `cost` as text in EBCDIC, of which every space is a byte 40.
fn is_ebcdic(bytes: &[u8], cost: Cost) -> bool {
    let spaces = bytes.iter().filter(|&&byte| byte == 0x40).count();
    let ascii = bytes.iter().filter(|&&byte| byte == b' ' || byte == b'\n').count();
    spaces > ascii && text::cost(&ebcdic::text(bytes)).1 + EBCDIC < cost
}

/// The highest cost of `bytes` that are text: those with control characters have to be more like
/// text.
fn limit(bytes: &[u8]) -> Cost {
    let (least, per_byte) = match bytes.iter().any(|&byte| is_binary(byte)) {
        true => (16 * BIT, 11 * BIT / 2),
        false => (64 * BIT, 20 * BIT),
    };
    least + bytes.len() as Cost * per_byte
}

/// The candidates with units of one byte.
fn narrow(words: &Words, declared: Option<&Declared>) -> Vec<Candidate> {
    let ascii = text::cost_of_ascii(&words.ascii);
    let mut candidates = unicode::narrow(&words.other);
    candidates.iter_mut().for_each(|candidate| candidate.cost += ascii);
    named(&mut candidates, words, declared);
    candidates.iter_mut().for_each(|one| one.characters += words.ascii.len() as u64);
    candidates
}

/// Adds the candidates among charsets.
#[cfg(feature = "charsets")]
fn named(candidates: &mut Vec<Candidate>, words: &Words, declared: Option<&Declared>) {
    candidates.extend(super::charset::candidates(words, declared));
}

/// A charset has no name here, but text in one is not a reason to name something else.
#[cfg(not(feature = "charsets"))]
fn named(candidates: &mut Vec<Candidate>, words: &Words, _: Option<&Declared>) {
    let unnamed = text::in_bits(Reading::unnamed(&words.other)) + text::cost_of_ascii(&words.ascii);
    candidates.retain(|candidate| candidate.encoding != Encoding::Utf1 || candidate.cost < unnamed);
}
