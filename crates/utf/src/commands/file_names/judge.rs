//! Judges names together, because one alone is too short.

use std::collections::{BTreeSet, HashMap};

use utfkit::Encoding;
use utfkit_text::{
    detect::{Detection, Likeliest},
    repair::{Options, repair},
    unicode::printable,
};

use super::name::can_name;
use crate::{args::encoding, process::names::counted, reading::detection::percent};

/// The maximum length of all names together that are examined, in bytes.
pub(super) const MAX: usize = 16 << 20;

/// Names that are judged together.
#[derive(Default)]
pub(super) struct Names {
    /// The judgement of all names that are not UTF-8.
    pub(super) detection: Option<Detection>,
    /// The number of these names.
    pub(super) count: u64,
    /// The names that are UTF-8 but not ASCII.
    pub(super) texts: BTreeSet<String>,
}

impl Names {
    /// Returns the names that were misread, with the names that were meant. All names are judged
    /// together, because one alone is too short.
    pub(super) fn misread(&self) -> HashMap<String, String> {
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        let mut options = Options::default();
        options.no_guessed_bytes = true;
        let repaired = repair(texts.join("\n").as_bytes(), options).bytes;
        let Ok(repaired) = String::from_utf8(repaired) else { return HashMap::new() };
        let meant: Vec<&str> = repaired.split('\n').collect();
        if meant.len() != texts.len() {
            return HashMap::new();
        }
        let pairs = texts.into_iter().zip(meant).filter(|(text, meant)| text != meant);
        pairs.map(|(text, meant)| (text.to_owned(), meant.to_owned())).collect()
    }
}

/// Returns the encoding of names that are not UTF-8, if detection is sure of it, and words about it.
pub(super) fn judge(names: &Names) -> (encoding::From, String) {
    let Names { detection, count, .. } = names;
    let subject = counted(*count, "name");
    let verb = if *count == 1 { "is" } else { "are" };
    let detection = detection.as_ref();
    // The names are those that are not UTF-8.
    let is_meant = |encoding: Encoding| can_name(encoding) && encoding != Encoding::Utf8;
    let sure = detection.and_then(Likeliest::sure).and_then(Likeliest::one);
    if let Some(encoding) = sure.filter(|&encoding| is_meant(encoding)) {
        let percent = percent(detection.map_or(0.0, Detection::confidence));
        let words = format!("{subject} {verb} not UTF-8, and most likely {encoding} ({percent} %)");
        return (encoding::From::Known(encoding.into()), words);
    }
    let likely =
        detection.and_then(|detection| Some((detection.encoding()?, detection.confidence())));
    if let Some((encoding, confidence)) = likely.filter(|(encoding, _)| is_meant(*encoding))
        && confidence >= Likeliest::SURE
    {
        let only = format!("parts of them are not {encoding} either");
        let words = format!("{subject} {verb} not UTF-8, and {only}: name the encoding with `-f`");
        return (encoding::From::Auto, words);
    }
    let others = detection.map(Detection::alternatives).unwrap_or_default();
    let others = others.iter().map(|one| (one.encoding, one.confidence));
    let possible: Vec<_> = likely
        .into_iter()
        .chain(others)
        .filter(|(encoding, _)| is_meant(*encoding))
        .take(3)
        .map(|(encoding, confidence)| format!("{encoding} {} %", percent(confidence)))
        .collect();
    let possible = if possible.is_empty() {
        String::new()
    } else {
        format!(", possibly {}", possible.join(", "))
    };
    let words = format!("{subject} {verb} not UTF-8{possible}: name the encoding with `-f`");
    (encoding::From::Auto, printable::line(&words).into_owned())
}
