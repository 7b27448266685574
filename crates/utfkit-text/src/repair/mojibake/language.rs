//! Whether the letters of a text are those of one language.
//!
//! Two charsets may each make words of a text. Those with letters that no language has side by
//! side, or with one where it never stands, are the less likely.

use std::collections::BTreeSet;

use crate::repair::mojibake::{
    pages::tables,
    unlikely::{
        lookup::{self, is_alphabetic, is_lowercase, is_uppercase},
        script,
    },
};
use utfkit::ascii;

/// Points of a letter that no language has beside the others, or not in its place, and of a rare
/// sign.
const STRANGE: u32 = 5;

/// Points of each letter that is none of the language.
const STRANGER: u32 = 3;

/// Small letters beyond ASCII of languages that are written with Latin letters; loans where they
/// are common.
const ALPHABETS: [&str; 58] = [
    // Vietnamese, where a letter of it stands that others lack.
    "àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "àâçéèêëîïôùûüÿœ",           // French
    "äöüßé",                     // German
    "áéíñóúü",                   // Spanish
    "àáâãçéêíóôõúü",             // Portuguese
    "àèéìòóùú",                  // Italian
    "àçèéíïòóúü",                // Catalan
    "éëïöüèê",                   // Dutch
    "äéëöü",                     // Luxembourgish
    "æøåéòóôü",                  // Danish, Norwegian
    "åäöéü",                     // Swedish
    "åäöšž",                     // Finnish
    "äöõüšž",                    // Estonian
    "áéíóúýðþæö",                // Icelandic
    "áíóúýðæø",                  // Faroese
    "âêîôûŵŷïäëöáàéèù",          // Welsh
    "âêîôûùüñ",                  // Breton
    "ąćęłńóśźż",                 // Polish
    "áčďéěíňóřšťúůýžöü",         // Czech
    "áäčďéíĺľňóôŕšťúýž",         // Slovak
    "áéíóöőúüű",                 // Hungarian
    "ăâîșțşţ",                   // Romanian
    "čćđšž",                     // Croatian, Slovene
    "ąčęėįšųūž",                 // Lithuanian
    "āčēģīķļņšūžō",              // Latvian
    "çğıöşüâîû",                 // Turkish
    "çəğıöşü",                   // Azerbaijani
    "çäžňöşüý",                  // Turkmen
    "çêîşû",                     // Kurdish
    "çë",                        // Albanian
    "ċġħżàèìòù",                 // Maltese
    "ĉĝĥĵŝŭ",                    // Esperanto
    "áčđŋšŧž",                   // Sámi
    "āēīōū",                     // Latin, Māori, Japanese
    "āáǎàēéěèīíǐìōóǒòūúǔùüǖǘǚǜ", // Chinese
    "āīūṛṝḷṅñṭḍṇśṣṃḥ",           // Sanskrit
    "ẹọṣáàéèíìóòúù",             // Yoruba
    "áâäčđŋšžå",                 // Sámi of Inari
    "áâåäčđǧǥǩŋõšž",             // Skolt Sámi
    "áéíñóúüàèìòùç",             // Occitan, Gascon
    "čćěłńóřšžśźŕ",              // Sorbian
    "ąãéëłńòóôùż",               // Kashubian
    "ãąćęłńŏōôśźżõ",             // Silesian
    "āčēģīķļņōšūžäǟȯõŗț",        // Latgalian, Livonian
    "āčėēęįšūųžīō",              // Samogitian
    "çğıñöşüâ",                  // Crimean Tatar
    "çêğîşûıü",                  // Zaza
    "åâçéèêîôûùë",               // Walloon
    "ãẽĩõũỹñáéíóúý",             // Guaraní
    "ąęįǫáéíóńł",                // Navajo
    "áéíóúčšžŋȟǧ",               // Lakota
    "ịọụṅàáèéìíòóùú",            // Igbo
    "àáâāèéêēìíîīòóôōùúûūńḿ",    // Hokkien
    "àáèéìíòóùúâêîôûäëïöü",      // Scottish Gaelic, Sardinian, Friulian
    "àèéëñóç",                   // Wolof
    "æçñéèàùòôâêîüö",            // Ligurian
    "ãâáàéèńșţțǎ",               // Aromanian
    "ḥḫẖḏṯśšḳṣṭḍẓḡāīūēō",        // Semitic and Egyptian, by scholars
];

/// Parts of a line beside another, and what languages they may be in.
#[derive(Clone, Copy)]
pub(crate) struct Beside<'t> {
    text: &'t str,
    languages: Languages,
}

impl<'t> Beside<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut languages = Languages::ANY;
        Letters::of(text).for_each(|letter| languages.have(letter.character));
        Self { text, languages }
    }
}

/// Points against `text`, a part of a line of which the others are `beside`.
pub(crate) fn points(beside: Beside<'_>, text: &str) -> u32 {
    let (mut line, mut word) = (beside.languages, Languages::ANY);
    let (mut of_words, mut of_places) = (0, 0);
    for letter in Letters::of(text) {
        if !letter.goes_on {
            of_words += word.points();
            word = Languages::ANY;
        }
        line.have(letter.character);
        word.have(letter.character);
        of_places += misplaced(letter.left, letter.character, letter.right);
    }
    of_words += word.points();
    let of_line = match line.is_one() {
        true => 0,
        false => STRANGER * strangers([beside.text, text]).min(4),
    };
    of_line.max(of_words) + of_places
}

/// The languages that a text may be in, by its letters: a bit for each.
#[derive(Clone, Copy)]
struct Languages {
    having: u64,
    is_vietnamese: bool,
}

impl Languages {
    const ANY: Languages = Languages { having: ALL, is_vietnamese: false };

    /// Those that also have `letter`, if it is one of Latin.
    fn have(&mut self, letter: char) {
        if let Some(small) = small(letter) {
            self.having &= languages(small);
            self.is_vietnamese |= matches!(small, 'đ' | 'ơ' | 'ư' | '\u{1EA0}'..='\u{1EF9}');
        }
    }

    /// Those that come into question.
    fn all(self) -> u64 {
        if self.is_vietnamese { ALL } else { ALL & !1 }
    }

    fn is_one(self) -> bool {
        self.having & self.all() > 0
    }

    fn points(self) -> u32 {
        if self.is_one() { 0 } else { STRANGE }
    }
}

/// A character beyond ASCII, and those beside it.
struct Letter {
    left: Option<char>,
    character: char,
    right: Option<char>,
    /// Whether it stands in one word with the one before.
    goes_on: bool,
}

/// The characters of a text that are not ASCII.
struct Letters<'t> {
    text: &'t str,
    at: usize,
    /// The last one, if `text` goes on with what stands behind it.
    last: Option<char>,
}

impl<'t> Letters<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, at: 0, last: None }
    }
}

impl Iterator for Letters<'_> {
    type Item = Letter;

    fn next(&mut self) -> Option<Letter> {
        let gap = match self.text.as_bytes().get(self.at)?.is_ascii() {
            true => ascii::prefix(&self.text.as_bytes()[self.at..]),
            false => 0,
        };
        let gap = &self.text.as_bytes()[self.at..self.at + gap];
        self.at += gap.len();
        let mut rest = self.text[self.at..].chars();
        let character = rest.next()?;
        self.at += character.len_utf8();
        let goes_on = is_alphabetic(character)
            && self.last.is_some_and(is_alphabetic)
            && gap.iter().all(u8::is_ascii_alphabetic);
        let left = gap.last().map_or(self.last, |&byte| Some(byte.into()));
        self.last = Some(character);
        Some(Letter { left, character, right: rest.next(), goes_on })
    }
}

/// How many letters of `texts` are none of the language that has most of them; a word that is
/// repeated counts once.
fn strangers(texts: [&str; 2]) -> u32 {
    let letters = texts.into_iter().flat_map(Letters::of);
    let different: BTreeSet<_> =
        letters.filter_map(|one| Some((small(one.character)?, one.left, one.right))).collect();
    let mut of_all = Languages::ANY;
    let mut of_each = [0; ALPHABETS.len()];
    for &(letter, ..) in &different {
        of_all.have(letter);
        bits(languages(letter)).for_each(|language| of_each[language] += 1);
    }
    let most = bits(of_all.all()).map(|language| of_each[language]).max();
    different.len() as u32 - most.unwrap_or(0)
}

/// `letter`, if it is one of Latin beyond ASCII, or the small one of it.
fn small(letter: char) -> Option<char> {
    let small = script::is_latin(letter).then(|| lookup::small(letter))?;
    // Of `İ` it is `i`.
    (!small.is_ascii()).then_some(small)
}

/// Which of `bits` are set.
fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest as usize)
    })
}

/// The languages that have all of `letters`, small ones: a bit for each.
pub(crate) fn having(letters: impl Iterator<Item = char>) -> u64 {
    letters.fold(ALL, |of, letter| of & languages(letter))
}

/// The languages that are written in a charset with these `characters`: of their letters it lacks
/// two at most. That of Vietnamese puts its letters together.
pub(crate) fn written_in(characters: &[char]) -> u64 {
    const MAX_LACKING: u8 = 2;
    let mut lacking = SIZES;
    for &character in characters {
        bits(languages(character)).for_each(|language| lacking[language] -= 1);
    }
    let is_written = |&(at, &lacking): &(usize, &u8)| at == 0 || lacking <= MAX_LACKING;
    lacking.iter().enumerate().filter(is_written).fold(0, |all, (at, _)| all | 1 << at)
}

/// How many letters each alphabet has.
const SIZES: [u8; ALPHABETS.len()] = {
    let mut sizes = [0; ALPHABETS.len()];
    let mut language = 0;
    while language < sizes.len() {
        let text = ALPHABETS[language].as_bytes();
        let mut at = 0;
        while at < text.len() {
            at += tables::decoded(text, at).1;
            sizes[language] += 1;
        }
        language += 1;
    }
    sizes
};

/// Whether no text, nearly, has `character` between `left` and `right`.
pub(crate) fn is_misplaced(left: Option<char>, character: char, right: Option<char>) -> bool {
    misplaced(left, character, right) > 0
}

/// A bit for each of the languages.
pub(crate) const ALL: u64 = u64::MAX >> (64 - ALPHABETS.len());

/// The languages that have `letter`.
fn languages(letter: char) -> u64 {
    u16::try_from(u32::from(letter)).ok().and_then(place).map_or(0, |place| LANGUAGES[place])
}

/// Where `letter` is in [`LANGUAGES`].
const fn place(letter: u16) -> Option<usize> {
    match letter {
        0xC0..=0x25F => Some(letter as usize - 0xC0),
        0x1E00..=0x1EFF => Some(letter as usize - 0x1E00 + 0x1A0),
        _ => None,
    }
}

/// The languages that have a letter, of all letters.
static LANGUAGES: [u64; 0x2A0] = {
    let mut languages = [0; 0x2A0];
    let mut language = 0;
    while language < ALPHABETS.len() {
        let text = ALPHABETS[language].as_bytes();
        let mut at = 0;
        while at < text.len() {
            let (letter, len) = tables::decoded(text, at);
            match place(letter) {
                Some(place) => languages[place] |= 1 << language,
                None => panic!("a letter of an alphabet is one of Latin"),
            }
            at += len;
        }
        language += 1;
    }
    languages
};

/// Points of `character` between `left` and `right`, if no text, nearly, has it there.
fn misplaced(left: Option<char>, character: char, right: Option<char>) -> u32 {
    let is = |beside: Option<char>, what: fn(char) -> bool| beside.is_some_and(what);
    let (inside, goes_on) = (is(left, is_alphabetic), is(right, is_alphabetic));
    let is_strange = match character {
        'ß' => inside && !is(left, is_vowel) || !inside && goes_on,
        'þ' => is(left, is_vowel),
        'ý' => !inside && goes_on,
        'ļ' => !inside && right == Some('e'),
        'ä' | 'ü' | 'Ú' | 'Ù' | 'Î' | 'Ì' | 'Ü' | 'Ý' => !inside && !goes_on,
        // In no alphabet.
        'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | '\u{1E9A}'..='\u{1E9F}' | '\u{1EFA}'..='\u{1EFF}' => true,
        // Digits of Arabic and Persian.
        '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}' => inside && goes_on,
        '가'..='힣' => has_rare_end(character),
        // Arrows and operators of mathematics that few fonts have.
        '\u{27C0}'..='\u{2AFF}' => return 2 * STRANGE,
        // A second capital, and then small letters.
        _ => {
            !character.is_ascii()
                && is_uppercase(character)
                && is(left, is_uppercase)
                && is(right, is_lowercase)
        }
    };
    if is_strange { STRANGE } else { 0 }
}

fn is_vowel(character: char) -> bool {
    "aeiouyäöüAEIOUYÄÖÜ".contains(character)
}

/// Whether a syllable of Hangul ends with consonants with which hardly any does: ㄳ, ㄵ, ㄽ, ㄾ, ㄿ.
fn has_rare_end(syllable: char) -> bool {
    let end = (u32::from(syllable) - 0xAC00) % 28;
    matches!(end, 3 | 5 | 12 | 13 | 14) && !"넋몫삯앉얹핥훑읊".contains(syllable)
}
