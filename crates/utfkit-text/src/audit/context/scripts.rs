//! Words with letters of several scripts: which are suspicious, and how they are read.

use icu_properties::props::Script;

use crate::audit::characters::{classes::script, skeleton::skeleton};

/// A word that mixes scripts.
pub(crate) struct Mixed {
    /// The script in which the word can be read, or else the script of most letters. Letters of
    /// other scripts are the suspicious ones.
    pub(crate) script: Script,
    /// The word in that script, if each letter has a similar letter there.
    pub(crate) reading: Option<String>,
}

/// Consecutive letters of one script in a word. Digits and marks do not interrupt a run.
struct Run {
    script: Script,
    letters: Vec<char>,
}

/// Returns how `word` is read if its letters are of several scripts without an innocent reason.
///
/// Innocent are formulas and units, such as `sinα` and `kΩ`, and a stem with an ending in another
/// script, such as `USBшный`.
pub(crate) fn mixed(word: &str) -> Option<Mixed> {
    let runs = runs(word);
    let has = |wanted: Script| runs.iter().any(|run| run.script == wanted);
    let mut scripts: Vec<Script> = runs.iter().map(|run| run.script).collect();
    scripts.sort();
    scripts.dedup();
    let is_suspicious = match scripts.len() {
        0 | 1 => false,
        2 if has(Script::Latin) && has(Script::Cyrillic) => mixes_cyrillic(word, &runs),
        2 if has(Script::Latin) && has(Script::Greek) => mixes_greek(word, &runs),
        2 => runs.len() > 2 || (has(Script::Latin) && is_like_ascii(word)),
        _ => true,
    };
    is_suspicious.then(|| read(word, &runs))
}

fn runs(word: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for letter in word.chars() {
        let script = script(letter);
        match runs.last_mut() {
            _ if matches!(script, Script::Common | Script::Inherited) => {}
            Some(last) if last.script == script => last.letters.push(letter),
            _ => runs.push(Run { script, letters: vec![letter] }),
        }
    }
    runs
}

/// Whether a word of Latin and Cyrillic letters is suspicious.
fn mixes_cyrillic(word: &str, runs: &[Run]) -> bool {
    let latin = || runs.iter().filter(|run| run.script == Script::Latin);
    let is_abbreviation =
        |run: &Run| run.letters.len() > 1 && run.letters.iter().all(|c| c.is_uppercase());
    let is_hidden = |run: &Run| run.letters.iter().all(|&c| twin(c, Script::Cyrillic).is_some());
    is_like_ascii(word)
        || latin().all(is_hidden)
        || (runs.len() > 2 && !latin().all(is_abbreviation))
        || begins_with_another(runs)
}

/// Returns `true` if a single small letter precedes at least three small letters of another script.
/// It may be a preposition without its blank only before a capitalized name: `вLinux`.
fn begins_with_another(runs: &[Run]) -> bool {
    let [first, rest] = runs else { return false };
    matches!(first.letters[..], [one] if one.is_lowercase())
        && rest.letters.len() > 2
        && rest.letters.iter().all(|c| c.is_lowercase())
}

/// Whether a word of Latin and Greek letters is suspicious.
fn mixes_greek(word: &str, runs: &[Run]) -> bool {
    let greek: Vec<char> =
        runs.iter().filter(|run| run.script == Script::Greek).flat_map(letters).collect();
    let latin: Vec<char> =
        runs.iter().filter(|run| run.script == Script::Latin).flat_map(letters).collect();
    if is_like_ascii(word) && greek.iter().any(|&c| GREEK_LIKE_LATIN.contains(c)) {
        return true;
    }
    if greek.len() > 2 && latin.iter().all(|&c| LATIN_AS_GREEK.contains(c)) {
        return true;
    }
    // A run with letters of the other script on both sides.
    let between = |wanted: Script| {
        let mut inner = runs.iter().skip(1).rev().skip(1);
        inner.any(|run| run.script == wanted && run.letters.iter().all(|c| c.is_lowercase()))
    };
    if greek.len() > 3 && between(Script::Latin) {
        return true;
    }
    let is_word = latin.iter().filter(|c| c.is_lowercase()).count() > 3;
    if !is_word || FUNCTIONS.iter().any(|function| word.starts_with(function)) {
        return false;
    }
    between(Script::Greek) || begins_like_latin(runs)
}

/// Returns `true` if Greek letters that look like Latin ones precede a Latin word.
fn begins_like_latin(runs: &[Run]) -> bool {
    let [greek, latin, ..] = runs else { return false };
    greek.script == Script::Greek
        && greek.letters.iter().all(|&c| GREEK_AS_LATIN.contains(c))
        && latin.letters.iter().filter(|c| c.is_lowercase()).count() > 3
}

fn letters(run: &Run) -> impl Iterator<Item = char> {
    run.letters.iter().copied()
}

fn is_like_ascii(word: &str) -> bool {
    skeleton(word).all(|c| c.is_ascii())
}

/// The Greek letters that look exactly like Latin ones. Others, such as `α`, `β` and `μ`, are
/// distinct, and occur next to Latin letters in formulas and units.
const GREEK_LIKE_LATIN: &str = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιν";
/// Greek letters that readers see as Latin ones at the start of a word. Others, such as `β`
/// and `μ`, are prefixes of words and units.
const GREEK_AS_LATIN: &str = "αεικνορυω";
/// The Latin letters that look exactly like Greek ones.
const LATIN_AS_GREEK: &str = "ovABEZHIKMNOPTYX";
/// Function names, which begin a formula.
const FUNCTIONS: [&str; 22] = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arc", "exp", "log", "ln", "lim", "max", "min",
    "sup", "inf", "arg", "det", "dim", "deg", "mod", "grad", "div",
];

/// Reads `word` in the script of most of its letters, or else as Latin letters.
fn read(word: &str, runs: &[Run]) -> Mixed {
    let count = |wanted: Script| -> usize {
        let of_it = runs.iter().filter(|run| run.script == wanted);
        of_it.map(|run| run.letters.len()).sum()
    };
    let most =
        runs.iter().map(|run| run.script).max_by_key(|&one| (count(one), one == Script::Latin));
    let most = most.unwrap_or(Script::Latin);
    for script in [most, Script::Latin] {
        let reading: Option<String> = word.chars().map(|c| in_script(c, script)).collect();
        if reading.is_some() {
            return Mixed { script, reading };
        }
    }
    Mixed { script: most, reading: None }
}

/// Returns `letter`, or what it looks like in `wanted`.
fn in_script(letter: char, wanted: Script) -> Option<char> {
    let own = script(letter);
    let is_plain = wanted != Script::Latin || !is_small_capital(letter);
    match own {
        Script::Common | Script::Inherited => Some(letter),
        _ if own == wanted && is_plain => Some(letter),
        _ => twin(letter, wanted),
    }
}

/// Whether `letter` is a small capital or another variant that resembles a Latin letter.
const fn is_small_capital(letter: char) -> bool {
    matches!(letter, '\u{250}'..='\u{2AF}' | '\u{1D00}'..='\u{1D2B}')
}

/// Returns the letter of the script `wanted` that `letter` looks like to a reader of words.
fn twin(letter: char, wanted: Script) -> Option<char> {
    let find = |from: &str, to: &str| {
        let at = from.chars().position(|c| c == letter)?;
        to.chars().nth(at)
    };
    match wanted {
        Script::Latin => find(AS_LATIN.0, AS_LATIN.1).or_else(|| {
            let mut like =
                skeleton(letter.encode_utf8(&mut [0; 4])).collect::<Vec<_>>().into_iter();
            like.next().filter(|c| c.is_ascii_alphabetic() && like.next().is_none())
        }),
        Script::Cyrillic => find(AS_CYRILLIC.0, AS_CYRILLIC.1),
        Script::Greek => find(AS_GREEK.0, AS_GREEK.1),
        _ => None,
    }
}

/// Letters, and the Latin letters that readers see in them. Unlike a skeleton, this is how people
/// read: `ѡ` as `w`, `т` as `t`.
const AS_LATIN: (&str, &str) = (
    "авеіјкмнопрстухѕѡԛԝһӏьшАВЕІЈКМНОРСТУХЅԚԜαβγεηικνοπρστυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑɡɢɪɴʀʙʜʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ",
    "abeijkmhonpctyxswqwhlbwABEIJKMHOPCTYXSQWabyenikvonpotuxwABEZHIKMNOPTYXaggInrbhlacdejkmoptuvwz",
);
/// Latin letters, and the Cyrillic ones that look exactly like them.
const AS_CYRILLIC: (&str, &str) = ("aceijopsxyABCEHIJKMOPSTXY", "асеіјорѕхуАВСЕНІЈКМОРЅТХУ");
/// Letters, and the Greek ones that look exactly like them.
const AS_GREEK: (&str, &str) = ("ovABEZHIKMNOPTYXоАВЕНІКМОРТХ", "ονΑΒΕΖΗΙΚΜΝΟΡΤΥΧοΑΒΕΗΙΚΜΟΡΤΧ");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_pairs() {
        for (from, to) in [AS_LATIN, AS_CYRILLIC, AS_GREEK] {
            assert_eq!(from.chars().count(), to.chars().count(), "{from}");
        }
    }

    #[test]
    fn mixed_words_are_read() {
        for (word, reading) in [
            ("υɴіѕѡар", "uniswap"),
            ("bітсоіn", "bitcoin"),
            ("αpple", "apple"),
            ("tωitter", "twitter"),
            ("pаypal", "paypal"),
            ("НавигационнаяСcылка", "НавигационнаяСсылка"),
            ("cобакa", "собака"),
            ("λoγος", "λογος"),
            ("GOOGLΕ", "GOOGLE"),
        ] {
            assert_eq!(
                mixed(word).and_then(|mixed| mixed.reading).as_deref(),
                Some(reading),
                "{word}"
            );
        }
    }

    #[test]
    fn formulas_units_and_endings_are_innocent() {
        for word in [
            "sinα",
            "sinωt",
            "kΩ",
            "μm",
            "μmol",
            "μsec",
            "Δx",
            "λ1",
            "TNFα",
            "NFκB",
            "αvβ3",
            "IκBα",
            "eiωt",
            "USBшный",
            "вLinux",
            "PIDы",
            "Δtemperature",
            "μTorrent",
            "βversion",
            "apple",
            "яблоко",
            "μήλο",
        ] {
            assert!(mixed(word).is_none(), "{word}");
        }
    }
}
