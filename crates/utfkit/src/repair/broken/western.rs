//! Whether octets that are ill-formed in UTF-8 can only be letters of Western Europe.
//!
//! ISO-8859-1 reads any octets. It is the one reading only where a language has all letters that come of it,
//! and no language those that another charset makes of the same octets.

use alloc::{collections::BTreeSet, string::String, vec::Vec};
use core::ops::Range;

use crate::{repair::mojibake, utf8};

/// A language of Western Europe: its small letters beyond ASCII, and words that its sentences are full of,
/// and those of other languages are not.
struct Language {
    letters: &'static str,
    words: &'static [&'static str],
}

const LANGUAGES: [Language; 10] = [
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

/// A charset that octets of Western letters may be letters of, too.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The characters of the octets 80 to FF, `\0` where it has none.
    high: [char; 128],
    /// The languages that are written in it, a bit for each.
    languages: u64,
}

/// All of them.
pub(super) fn rivals() -> Vec<Page> {
    let pages = mojibake::high_pages().map(|high| (0, high));
    let page = |(first, characters): (usize, &str)| {
        let mut high = ['\0'; 128];
        high[first..].iter_mut().zip(characters.chars()).for_each(|(place, one)| *place = one);
        Page { high, languages: mojibake::written_in(&high) }
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

/// Octets of a word: what is longer is none, and would be looked at again for each octet of it.
const LONGEST: usize = 256;

/// What a text has in UTF-8, be it as URLs have it.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// The languages that have all its letters, as [`home`] tells them.
    home: Option<u64>,
    /// The words with such letters.
    words: BTreeSet<Vec<u8>>,
}

impl Own {
    pub(super) fn of(text: &[u8]) -> Self {
        let text = unescaped(text);
        let is_whole = |word: &&[u8]| {
            word.len() <= LONGEST && !word.is_ascii() && core::str::from_utf8(word).is_ok()
        };
        Self {
            home: home(&text),
            words: words(&text).filter(is_whole).map(<[u8]>::to_vec).collect(),
        }
    }

    /// Whether `word`, in UTF-8, is one of them.
    pub(super) fn has_word(&self, word: &[u8]) -> bool {
        self.words.contains(word)
    }

    /// Whether the word around `stray` is one of them, as ISO-8859-1 reads it.
    fn has(&self, line: &[u8], stray: &Range<usize>, strays: &[Range<usize>]) -> bool {
        let near = stray.start.saturating_sub(LONGEST)..line.len().min(stray.end + LONGEST);
        let before = &line[near.start..stray.start];
        let start = near.start + before.iter().rposition(ends_word).map_or(0, |end| end + 1);
        let len = line[stray.end..near.end].iter().position(ends_word);
        let end = len.map_or(near.end, |len| stray.end + len);
        if end - start > LONGEST {
            return false;
        }
        let mut word = String::new();
        let mut at = start;
        let first = strays.partition_point(|one| one.end <= start);
        for one in strays[first..].iter().take_while(|one| one.start < end) {
            word.push_str(core::str::from_utf8(&line[at..one.start]).unwrap_or("\0"));
            word.extend(line[one.clone()].iter().copied().map(char::from));
            at = one.end;
        }
        word.push_str(core::str::from_utf8(&line[at..end]).unwrap_or("\0"));
        self.words.contains(word.as_bytes())
    }
}

/// The languages, a bit for each, that have all letters of Latin beyond ASCII which `text` has in UTF-8; `None` if it has
/// none, or no language has them all.
fn home(text: &[u8]) -> Option<u64> {
    let is_own = |one: &char| !one.is_ascii() && one.is_alphabetic() && mojibake::is_latin(*one);
    let mut letters = utf8::chunks(text)
        .flat_map(|chunk| chunk.text().chars())
        .filter(is_own)
        .map(small)
        .peekable();
    letters.peek()?;
    Some(mojibake::languages_having(letters)).filter(|&languages| languages > 0)
}

fn ends_word(octet: &u8) -> bool {
    octet.is_ascii() && !octet.is_ascii_alphabetic()
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(ends_word)
}

/// `text` with the octets beyond ASCII that are escaped in it as in URLs.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| first == b'%');
        let digits = digits.and_then(|two| core::str::from_utf8(two).ok());
        let octet = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        let octet = octet.filter(|octet| !octet.is_ascii());
        rest = if octet.is_some() { &behind[2..] } else { behind };
        octets.push(octet.unwrap_or(first));
    }
    octets
}

/// What the octets `strays` of `line` can be, which stands in a text that has its `own` in UTF-8.
pub(super) fn judge(line: &[u8], strays: &[Range<usize>], rivals: &[Page], own: &Own) -> Verdict {
    const FEW: u32 = 2;
    // What the text has in UTF-8, too, needs no other evidence.
    let open: Vec<_> =
        strays.iter().filter(|stray| !own.has(line, stray, strays)).cloned().collect();
    if open.is_empty() {
        return Verdict::Western;
    }
    let western = read(line, &open, |octet| match octet {
        0x80..=0x9F => mojibake::control_as_1252(octet.into()).unwrap_or('\0'),
        _ => octet.into(),
    });
    let others = rivals.iter().filter_map(|page| {
        let letters = read(line, &open, |octet| page.high[usize::from(octet & 0x7F)])?;
        let is_other = !letters.is_empty() && western.as_ref() != Some(&letters);
        let having = mojibake::languages_having(letters.chars());
        is_other.then_some((having, having & page.languages))
    });
    // In any charset, and in one that the language is written in.
    let (any, others) = others.fold((0, 0), |(any, all), (a, b)| (any | a, all | b));
    let having = western.as_ref().map(|letters| mojibake::languages_having(letters.chars()));
    for home in [home(&unescaped(line)), own.home].into_iter().flatten() {
        // Where it is known which language it is, it may be in any.
        let others = if home.count_ones() <= FEW { any } else { others };
        match (having.is_some_and(|having| having & home > 0), others & home > 0) {
            (true, false) => return Verdict::Western,
            (false, true) => return Verdict::Foreign,
            _ => {}
        }
    }
    let languages = western.as_ref().map_or(0, |letters| {
        let has =
            |language: &Language| letters.chars().all(|letter| language.letters.contains(letter));
        bits(has)
    });
    match (languages, others > 0) {
        (0, false) => Verdict::Nothing,
        (0, true) => Verdict::Foreign,
        (_, false) => Verdict::Western,
        _ => Verdict::Open { told: languages & spoken(line) > 0 },
    }
}

/// The small letter of `letter`; of `İ`, which has a letter of ASCII, the one that stands beside it in every language.
fn small(letter: char) -> char {
    letter.to_lowercase().next().filter(|small| !small.is_ascii()).unwrap_or('ı')
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
                || is_letter(left) && is_letter(right) && !"’·\u{AD}".contains(one)
                || is_letter(left) && "¤¦¨¬¯´¸¼½¾".contains(one)
                || is_letter(right) && "¢£¥€¤¦©¬®¯²³¶¸¹»¼½¾™”›".contains(one))
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
        if mojibake::is_misplaced(left, one, right) || one == 'ÿ' && !is_letter(left) {
            return None;
        }
        if !is_sign {
            letters.push(small(one));
        }
    }
    Some(letters)
}
