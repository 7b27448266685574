//! Whether bytes that are ill-formed in UTF-8 can only be letters of Western Europe.
//!
//! ISO-8859-1 reads any bytes. It is the one reading only where a language has all letters that
//! come of it, and no language those that another charset makes of the same bytes.

use std::ops::Range;

use crate::repair::{
    broken::{
        names,
        readings::Readings,
        vocabulary::{self, Own},
    },
    mojibake,
};

/// A language of Western Europe: its small letters beyond ASCII, and words that its sentences are
/// full of, and those of other languages are not.
pub(crate) struct Language {
    pub(crate) letters: &'static str,
    words: &'static [&'static str],
}

pub(crate) const LANGUAGES: [Language; 10] = [
    // English, with its loans.
    language(
        "éêïñçöüâîôäè",
        &[
            "the", "of", "and", "is", "with", "this", "that", "was", "from", "which", "were",
            "have", "their", "its", "not", "for",
        ],
    ),
    language(
        "àâæçéèêëîïôœùûüÿ",
        &[
            "le", "la", "les", "de", "des", "est", "une", "dans", "pour", "qui", "que", "du", "et",
            "par", "sont", "aux", "sur", "avec", "cette", "plus", "ses", "elle", "comme", "ont",
            "leur", "dont", "soit",
        ],
    ),
    language(
        "äöüßé",
        &[
            "der", "die", "das", "und", "ist", "von", "mit", "dem", "den", "eine", "auf", "ein",
            "im", "des", "wird", "sich", "nicht", "bis", "durch", "auch", "einer", "eines", "nach",
            "wurde", "aus", "dass", "diesen", "dieser", "seine", "sind",
        ],
    ),
    language(
        "áéíñóúü",
        &[
            "el", "los", "la", "las", "de", "del", "que", "por", "con", "una", "como", "su",
            "sobre", "entre", "desde", "fue", "este", "esta",
        ],
    ),
    language(
        "àáâãçéêíóôõúü",
        &[
            "de", "que", "para", "com", "uma", "os", "dos", "das", "em", "por", "um", "mais", "ou",
            "isto", "seu", "sua", "sobre", "entre", "pela", "pelo", "foi", "ser",
        ],
    ),
    language(
        "àèéìíòóùú",
        &[
            "il", "la", "di", "che", "della", "per", "una", "gli", "sono", "dei", "nel", "nella",
            "alla", "delle", "anche", "questo",
        ],
    ),
    language("àçèéíïòóúü", &["els", "les", "que", "una", "amb", "per", "dels", "del"]),
    language("äçëéèêïóöü", &["het", "een", "van", "en", "voor", "zijn", "dat", "op"]),
    language("æøåéòóôü", &["og", "er", "det", "til", "af", "som", "av", "ikke", "den", "med"]),
    language("åäöéüà", &["och", "att", "som", "det", "av", "med", "den", "inte", "ja", "on"]),
];

const fn language(letters: &'static str, words: &'static [&'static str]) -> Language {
    Language { letters, words }
}

/// What the bytes of a line can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Letters of Western Europe, and nothing else.
    Western {
        /// Whether they are none that other charsets have at the same bytes.
        tells: bool,
    },
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

/// What the bytes `strays` of `line` can be, which stands in a text that has its `own` in UTF-8.
pub(crate) fn judge(
    line: &[u8],
    strays: &[Range<usize>],
    readings: &mut Readings,
    own: &Own,
) -> Verdict {
    const FEW: u32 = 2;
    // What the text has in UTF-8, too, needs no other evidence.
    let open = own.lacks(line, strays);
    if open.is_empty() {
        return Verdict::Western { tells: true };
    }
    let mut reading = readings.of(line, &open);
    // What they have of the same letters tells which charset it is, too.
    if reading.is_none() || !names::are_western(line, &open, |letter| own.has_letter(letter)) {
        return Verdict::Nothing;
    }
    let sure = Verdict::Western { tells: names::is_telling(line, &open) };
    let others = reading.others();
    let western = reading.western();
    let having = western.clone().map(mojibake::languages_having);
    let has_own = || {
        let beyond_ascii = line.iter().filter(|byte| !byte.is_ascii()).count();
        let in_strays = strays.iter().map(Range::len).sum();
        beyond_ascii > in_strays || line.contains(&b'%')
    };
    let home = if has_own() { vocabulary::home(line) } else { None };
    for home in [home, own.home].into_iter().flatten() {
        // Where it is known which language it is, it may be in any.
        let others = if home.count_ones() <= FEW { others.any } else { others.written };
        match (having.is_some_and(|having| having & home > 0), others & home > 0) {
            (true, false) => return sure,
            (false, true) => return Verdict::Foreign,
            _ => {}
        }
    }
    let languages = western.map_or(0, having_all);
    match (languages, others.written > 0) {
        (0, false) => Verdict::Nothing,
        (0, true) => Verdict::Foreign,
        (_, false) => sure,
        _ => Verdict::Open { told: is_spoken(languages, line) },
    }
}

/// Whether `line` has a word of one of `languages`, a bit for each.
fn is_spoken(languages: u16, line: &[u8]) -> bool {
    let words = line.split(|byte| !byte.is_ascii_alphabetic() && byte.is_ascii());
    let has = |language: &Language, word: &[u8]| {
        language.words.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(word))
    };
    words.filter(|word| !word.is_empty()).any(|word| {
        let mut all = LANGUAGES.iter().enumerate();
        all.any(|(at, language)| languages >> at & 1 == 1 && has(language, word))
    })
}

/// The languages, a bit for each, that have all of `letters`, small ones.
pub(crate) fn having_all(letters: impl Iterator<Item = char>) -> u16 {
    let having = |letter: char| {
        let place = u32::from(letter).checked_sub(FIRST);
        place.and_then(|place| HAVING.get(place as usize)).copied().unwrap_or(0)
    };
    letters.fold(ALL, |all, letter| all & having(letter))
}

/// A bit for each of the languages.
pub(crate) const ALL: u16 = u16::MAX >> (16 - LANGUAGES.len());

/// The first character that may be a letter of theirs.
const FIRST: u32 = 0xC0;

/// The languages that have a letter, a bit for each, of all up to U+017F.
static HAVING: [u16; 0xC0] = {
    let mut having = [0; 0xC0];
    let mut language = 0;
    while language < LANGUAGES.len() {
        let text = LANGUAGES[language].letters.as_bytes();
        let mut at = 0;
        while at < text.len() {
            let (letter, len) = mojibake::decoded(text, at);
            having[letter as usize - FIRST as usize] |= 1 << language;
            at += len;
        }
        language += 1;
    }
    having
};
