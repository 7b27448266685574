//! Facts about single characters, looked up once and then cached in a table.

use std::sync::atomic::{AtomicU32, Ordering};

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        CanonicalCombiningClass, EmojiModifier, ExtendedPictographic, GeneralCategory,
        GeneralCategoryGroup, Script,
    },
};
use once_cell::race::OnceBox;
use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
    transcode::convert,
};

use crate::{audit::characters::skeleton::skeleton, transform::normalize};

/// The character needs a look by itself.
pub(crate) const NEEDS_LOOK: u32 = 1;
/// The character is part of a word.
pub(crate) const WORD: u32 = 1 << 1;
/// The script is Latin, one with letters that look like Latin ones, or another.
pub(crate) const LATIN: u32 = 1 << 2;
pub(crate) const RESEMBLES: u32 = 1 << 3;
pub(crate) const OTHER: u32 = 1 << 4;
/// A letter of [`RESEMBLES`] that does not look like ASCII.
pub(crate) const UNLIKE_ASCII: u32 = 1 << 5;
/// The script of a letter of [`RESEMBLES`].
pub(crate) const GREEK: u32 = 1 << 12;
pub(crate) const CYRILLIC: u32 = 1 << 13;
/// The character is a letter with an accent, in composed form.
pub(crate) const COMPOSED: u32 = 1 << 6;
/// The character can begin or continue a sequence of mojibake.
pub(crate) const LEAD: u32 = 1 << 7;
pub(crate) const TRAIL: u32 = 1 << 8;
/// The character is written from right to left.
pub(crate) const RTL: u32 = 1 << 9;
/// A word with this character may not be in normalization form C.
pub(crate) const CHECK_NFC: u32 = 1 << 10;
/// The character does not look like a single ASCII character.
const NOT_ONE_ASCII: u32 = 1 << 11;
/// The entry is filled.
const KNOWN: u32 = 1 << 15;
/// The canonical combining class, which is 0 for most characters.
pub(crate) const MARK: u32 = 0xFF << COMBINING;
/// The bit offsets of the combining class and of the similar ASCII character.
const COMBINING: u32 = 16;
const LIKE: u32 = 24;

/// The facts about characters up to U+FFFF, filled on first use.
static TABLE: [AtomicU32; 1 << 16] = [const { AtomicU32::new(0) }; 1 << 16];

/// Returns the facts about a character up to U+FFFF.
#[inline]
pub(crate) fn of(value: u16) -> u32 {
    let place = &TABLE[usize::from(value)];
    match place.load(Ordering::Relaxed) {
        0 => {
            let class = char::from_u32(value.into()).map_or(NEEDS_LOOK, classify);
            // Threads may compute an entry twice, but they store the same value.
            place.store(class | KNOWN, Ordering::Relaxed);
            class
        }
        class => class,
    }
}

/// Returns the facts about all characters of `word`: scripts, [`UNLIKE_ASCII`], [`COMPOSED`].
pub(crate) fn of_word(word: &str) -> u32 {
    let one = |character: char| match u16::try_from(u32::from(character)) {
        Ok(value) => of(value),
        Err(_) => of_script(script(character)),
    };
    let all = word.chars().map(one).fold(0, |all, class| all | class);
    all & (LATIN | RESEMBLES | OTHER | UNLIKE_ASCII | COMPOSED | GREEK | CYRILLIC)
}

/// Returns the ASCII text that `word` looks like, if there is one.
pub(crate) fn ascii_like(word: &str) -> Option<String> {
    let one = |character: char| {
        let class = of(u16::try_from(u32::from(character)).ok()?);
        (class & (WORD | NOT_ONE_ASCII) == WORD).then_some((class >> LIKE) as u8 as char)
    };
    let by_table: Option<String> = word.chars().map(one).collect();
    by_table.or_else(|| skeleton(word).map(|c| c.is_ascii().then_some(c)).collect())
}

const fn of_script(script: Script) -> u32 {
    match script {
        Script::Common | Script::Inherited => 0,
        Script::Latin => LATIN,
        Script::Greek => RESEMBLES | GREEK,
        Script::Cyrillic => RESEMBLES | CYRILLIC,
        Script::Armenian | Script::Cherokee => RESEMBLES,
        _ => OTHER,
    }
}

#[cold]
fn classify(character: char) -> u32 {
    let script = self::script(character);
    let mut class = of_script(script);
    let mut set = |flag, is| class |= if is { flag } else { 0 };
    set(LEAD, is_lead(character));
    set(TRAIL, is_trail(character));
    set(RTL, is_rtl(character));
    set(COMPOSED, is_composed(character));
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    let word = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Mark)
        .union(GeneralCategoryGroup::Number)
        .contains(category);
    let emoji = CodePointSetData::new::<ExtendedPictographic>().contains(character)
        || CodePointSetData::new::<EmojiModifier>().contains(character);
    let odd =
        emoji || category == GeneralCategory::Unassigned || (script == Script::Inherited && !word);
    set(
        NEEDS_LOOK,
        crate::audit::characters::suspect::suspicion(character).is_some()
            || (odd && !character.is_ascii()),
    );
    if !word {
        return class;
    }
    set(WORD, true);
    let mut bytes = [0; 4];
    let text = &*character.encode_utf8(&mut bytes);
    let normalized = ComposingNormalizerBorrowed::new_nfc().is_normalized(text);
    set(CHECK_NFC, !normalized || normalize::may_compose(character));
    let combining = CodePointMapData::<CanonicalCombiningClass>::new().get(character).0;
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(text) != text;
    let mut like = skeleton(text);
    let like = match (like.next(), like.next()) {
        (Some(one), None) if one.is_ascii() && combining == 0 && !decomposed => Some(one as u32),
        _ => None,
    };
    set(NOT_ONE_ASCII, like.is_none());
    let resembles = of_script(script) & RESEMBLES != 0;
    set(UNLIKE_ASCII, resembles && skeleton(text).any(|c| !c.is_ascii()));
    class | u32::from(combining) << COMBINING | like.unwrap_or_default() << LIKE
}

/// Returns `true` if `character` is a letter with an accent that has a decomposed spelling.
fn is_composed(character: char) -> bool {
    matches!(character, '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{52F}' | '\u{1E00}'..='\u{1FFF}' | '\u{AC00}'..='\u{D7A3}')
        && DecomposingNormalizerBorrowed::new_nfd()
            .normalize(character.encode_utf8(&mut [0; 4]))
            .chars()
            .nth(1)
            .is_some()
}

/// Returns the script of `character`.
pub(crate) fn script(character: char) -> Script {
    match character.is_ascii() {
        true if character.is_ascii_alphabetic() => Script::Latin,
        true => Script::Common,
        false => CodePointMapData::<Script>::new().get(character),
    }
}

/// Returns `true` if `character` is in a block of scripts from right to left.
pub(crate) const fn is_rtl(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{60B}'
            | '\u{60D}'..='\u{61B}'
            | '\u{61D}'..='\u{8FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFE}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    )
}

/// Returns `true` if `character` may begin a sequence of mojibake.
fn is_lead(character: char) -> bool {
    lead(character).is_some()
}

/// Returns `true` if `character` may continue a sequence of mojibake.
fn is_trail(character: char) -> bool {
    // U+2122 is the greatest character of windows-1252.
    character <= '\u{2122}' && byte(character).is_some_and(|byte| (0x80..0xC0).contains(&byte))
}

/// Returns the lead byte of UTF-8 that is `character` in windows-1252.
pub(crate) fn lead(character: char) -> Option<u8> {
    u8::try_from(u32::from(character)).ok().filter(|byte| (0xC2..=0xF4).contains(byte))
}

/// Returns the byte of `character` in windows-1252, or in ISO-8859-1 if windows-1252 does not
/// assign it.
pub(crate) fn byte(character: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(character)) {
        return Some(byte);
    }
    let at = high().iter().position(|&high| high == character)?;
    u8::try_from(0x80 + at).ok()
}

/// Returns the characters of the bytes 80 to 9F in windows-1252; `\0` for unassigned bytes.
fn high() -> &'static [char; 32] {
    static HIGH: OnceBox<[char; 32]> = OnceBox::new();
    let character = |byte: u8| {
        let windows = Label::parse("windows-1252", LabelSet::Iana).ok()?.encoding();
        let text = convert(&[byte], windows, Encoding::Utf8).ok()?;
        std::str::from_utf8(&text).ok()?.chars().next().filter(|&one| one > '\u{FF}')
    };
    HIGH.get_or_init(|| {
        Box::new(std::array::from_fn(|at| character(0x80 + at as u8).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table gives the same result as the skeleton of the whole word.
    #[test]
    fn words_look_like_what_they_look_like() {
        let letters: Vec<char> = "асеорхуАВЕКМНОРСТХѕіјԁԛԝ10lIоαοιΑΒпйёΐ".chars().collect();
        for a in &letters {
            for b in &letters {
                for c in &letters {
                    let word = String::from_iter([a, b, c]);
                    let whole = skeleton(&word).map(|c| c.is_ascii().then_some(c)).collect();
                    assert_eq!(ascii_like(&word), whole, "{word}");
                }
            }
        }
    }

    #[test]
    fn single_characters_are_normalized_alone() {
        let nfc = ComposingNormalizerBorrowed::new_nfc();
        for character in '\0'..='\u{FFFF}' {
            let class = of(u32::from(character) as u16);
            if class & (WORD | CHECK_NFC) == WORD {
                assert!(nfc.is_normalized(character.encode_utf8(&mut [0; 4])), "{character:?}");
            }
        }
    }
}
