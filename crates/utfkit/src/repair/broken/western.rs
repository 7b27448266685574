//! Whether octets that are ill-formed in UTF-8 can only be letters of Western Europe.
//!
//! ISO-8859-1 reads any octets. It is the one reading only where a language has all letters that come of it,
//! and no language those that another charset makes of the same octets.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use crate::repair::mojibake;

/// A language of Western Europe: its small letters beyond ASCII, and words that its sentences are full of,
/// and those of other languages are not.
struct Language {
    letters: &'static str,
    words: &'static [&'static str],
}

const LANGUAGES: [Language; 10] = [
    // English, with its loans.
    language("éêïñçöüâîô", &["the", "of", "and", "is", "with", "this", "that", "was"]),
    language(
        "àâæçéèêëîïôœùûüÿ",
        &[
            "le", "la", "les", "de", "des", "est", "une", "dans", "pour", "qui", "que", "du", "et",
            "par", "sont", "aux",
        ],
    ),
    language(
        "äöüßé",
        &[
            "der", "die", "das", "und", "ist", "von", "mit", "dem", "den", "eine", "auf", "ein",
            "im",
        ],
    ),
    language(
        "áéíñóúü",
        &["el", "los", "la", "las", "de", "del", "que", "por", "con", "una", "como", "su"],
    ),
    language(
        "àáâãçéêíóôõúü",
        &["de", "que", "para", "com", "uma", "os", "dos", "das", "em", "por", "um", "mais", "ou"],
    ),
    language("àèéìíòóùú", &["il", "la", "di", "che", "della", "per", "una", "gli", "sono", "dei"]),
    language("àçèéíïòóúü", &["els", "les", "que", "una", "amb", "per", "dels", "del"]),
    language("äçëéèêïóöü", &["het", "een", "van", "en", "voor", "zijn", "dat", "op"]),
    language("æøåéòóôü", &["og", "er", "det", "til", "af", "som", "av", "ikke", "den", "med"]),
    language("åäöéüà", &["och", "att", "som", "det", "av", "med", "den", "inte", "ja", "on"]),
];

const fn language(letters: &'static str, words: &'static [&'static str]) -> Language {
    Language { letters, words }
}

/// Charsets that the rest of the repair does not know, from A0 on; `\0` where they have no character.
const OTHERS: [&str; 2] = [
    // ISO-8859-3
    "\u{A0}Ħ˘£¤\0Ĥ§¨İŞĞĴ\u{AD}\0Ż°ħ²³´µĥ·¸ışğĵ½\0ż\
     ÀÁÂ\0ÄĊĈÇÈÉÊËÌÍÎÏ\0ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß\
     àáâ\0äċĉçèéêëìíîï\0ñòóôġö÷ĝùúûüŭŝ˙",
    // ISO-8859-16
    "\u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸż\
     ÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚß\
     àáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
];

/// The characters of the octets 80 to FF in a charset, `\0` where it has none.
pub(super) type Page = [char; 128];

/// The charsets that octets of Western letters may be letters of, too.
pub(super) fn rivals() -> Vec<Page> {
    let pages = mojibake::high_pages().map(|high| (0, high));
    let page = |(first, high): (usize, &str)| {
        let mut page = ['\0'; 128];
        page[first..].iter_mut().zip(high.chars()).for_each(|(place, one)| *place = one);
        page
    };
    pages.chain(OTHERS.into_iter().map(|high| (0x20, high))).map(page).collect()
}

/// What the octets of a line can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Letters of Western Europe, and nothing else.
    Western,
    /// Those, or others in another charset.
    Open {
        /// Whether the words around are of a language that has the letters.
        told: bool,
    },
    /// Letters in another charset, not of Western Europe.
    Foreign,
    /// None that is known.
    #[default]
    Nothing,
}

/// What the octets `strays` of `line` can be.
pub(super) fn judge(line: &[u8], strays: &[Range<usize>], rivals: &[Page]) -> Verdict {
    let western = read(line, strays, |octet| match octet {
        0x80..=0x9F => mojibake::control_as_1252(octet.into()).unwrap_or('\0'),
        _ => octet.into(),
    });
    let languages = western.as_ref().map_or(0, |letters| {
        let has =
            |language: &Language| letters.chars().all(|letter| language.letters.contains(letter));
        bits(has)
    });
    let is_rival = |page: &Page| {
        let letters = read(line, strays, |octet| page[usize::from(octet & 0x7F)]);
        letters.is_some_and(|letters| {
            !letters.is_empty()
                && western.as_ref() != Some(&letters)
                && mojibake::has_language(&letters)
        })
    };
    match (languages, rivals.iter().any(is_rival)) {
        (0, false) => Verdict::Nothing,
        (0, true) => Verdict::Foreign,
        (_, false) => Verdict::Western,
        _ => Verdict::Open { told: languages & spoken(line) > 0 },
    }
}

/// The languages, a bit for each, of which `line` has a word.
fn spoken(line: &[u8]) -> u16 {
    let words = || line.split(|octet| !octet.is_ascii_alphabetic() && octet.is_ascii());
    bits(|language| {
        let is_word = |word: &&[u8]| {
            language.words.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(word))
        };
        words().any(|word| is_word(&word))
    })
}

fn bits(is: impl Fn(&Language) -> bool) -> u16 {
    LANGUAGES.iter().rev().fold(0, |bits, language| bits << 1 | u16::from(is(language)))
}

/// The letters that `strays` are by `character`, as small ones; `None` if nobody writes them where they stand.
fn read(line: &[u8], strays: &[Range<usize>], character: impl Fn(u8) -> char) -> Option<String> {
    let at = |at: usize| {
        let octet = *line.get(at)?;
        let stray = strays.partition_point(|stray| stray.end <= at);
        match strays.get(stray).is_some_and(|stray| stray.start <= at) {
            true => Some(character(octet)),
            false => octet.is_ascii().then_some(char::from(octet)),
        }
    };
    let is_letter = |one: Option<char>| one.is_some_and(char::is_alphabetic);
    let mut letters = String::new();
    for place in strays.iter().cloned().flatten() {
        let (left, right) = (place.checked_sub(1).and_then(at), at(place + 1));
        let one = at(place)?;
        let is_sign = !one.is_alphabetic() || matches!(one, 'ª' | 'º' | 'ƒ' | 'µ');
        // Apostrophes stand inside words, and points in Catalan.
        if is_sign
            && (one.is_control()
                || is_letter(left) && is_letter(right) && !"’·\u{AD}".contains(one))
        {
            return None;
        }
        if one.is_uppercase() && left.is_some_and(char::is_lowercase) {
            return None;
        }
        if one.is_lowercase()
            && left.is_some_and(char::is_uppercase)
            && right.is_some_and(char::is_uppercase)
        {
            return None;
        }
        if !is_sign {
            letters.extend(one.to_lowercase());
        }
    }
    Some(letters)
}
