//! The characters that a reader sees: the skeleton of a text (UTS 39, section 4).
//!
//! Two texts are confusable if their skeletons are equal. A crate has the same data, but as slices:
//! with the addresses that the loader fills in, its table is several times the size of this one.

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};

/// The skeletons of confusable characters.
///
/// First the number of characters (2 bytes). Then 6 bytes for each character, in ascending order:
/// the code point (3 bytes), the offset in the rest of the file (2 bytes) and the length (1 byte) of
/// its skeleton. The rest of the file is UTF-8. All numbers are little-endian.
static TABLE: &[u8] = include_bytes!("confusables.bin");

/// Returns the skeleton of `text`.
pub(crate) fn skeleton(text: &str) -> impl Iterator<Item = char> {
    let decomposed = DecomposingNormalizerBorrowed::new_nfd();
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let similar = decomposed
        .normalize_iter(text.chars())
        .filter(move |&character| !ignorable.contains(character))
        .flat_map(|character| {
            let other = look_up(character);
            let same = other.is_none().then_some(character);
            other.unwrap_or_default().chars().chain(same)
        });
    decomposed.normalize_iter(similar)
}

/// Returns what `character` looks like, unless it looks like itself.
fn look_up(character: char) -> Option<&'static str> {
    let (count, rest) = TABLE.split_first_chunk::<2>()?;
    let (entries, texts) = rest.split_at_checked(usize::from(u16::from_le_bytes(*count)) * 6)?;
    let (entries, _) = entries.as_chunks::<6>();
    let code_point = |entry: &[u8; 6]| u32::from_le_bytes([entry[0], entry[1], entry[2], 0]);
    let place = entries.binary_search_by_key(&u32::from(character), code_point).ok()?;
    let [_, _, _, low, high, length] = *entries.get(place)?;
    let offset = usize::from(u16::from_le_bytes([low, high]));
    str::from_utf8(texts.get(offset..)?.get(..usize::from(length))?).ok()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, env, fs};

    use unicode_security::confusable_detection as unicode;

    use super::*;

    /// Makes the table from the crate `unicode-security`.
    fn table() -> Vec<u8> {
        let decomposed = DecomposingNormalizerBorrowed::new_nfd();
        let mut skeletons = BTreeMap::new();
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let skeleton: String = unicode::skeleton(&text).collect();
            // Other characters have the skeleton of their parts, and ignorable characters do not
            // have one.
            if skeleton != text && decomposed.normalize(&text) == text && !skeleton.is_empty() {
                skeletons.insert(character, skeleton);
            }
        }
        // A text can be part of a longer one.
        let mut texts: Vec<&String> = skeletons.values().collect();
        texts.sort_by_key(|text| (usize::MAX - text.len(), *text));
        let mut all = String::new();
        for text in texts {
            if !all.contains(text.as_str()) {
                all.push_str(text);
            }
        }
        let mut table = u16::try_from(skeletons.len()).unwrap().to_le_bytes().to_vec();
        for (character, skeleton) in &skeletons {
            let offset = all.find(skeleton.as_str()).unwrap();
            table.extend(&u32::from(*character).to_le_bytes()[..3]);
            table.extend(u16::try_from(offset).unwrap().to_le_bytes());
            table.push(u8::try_from(skeleton.len()).unwrap());
        }
        table.extend(all.as_bytes());
        table
    }

    /// `UPDATE_GOLDEN=1` writes the table.
    #[test]
    fn the_table_is_current() {
        let table = table();
        if env::var_os("UPDATE_GOLDEN").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/audit/characters/confusables.bin");
            fs::write(path, &table).unwrap();
        } else {
            assert!(table == TABLE, "run this test with UPDATE_GOLDEN=1");
        }
    }

    #[test]
    fn every_character_has_the_skeleton_of_unicode() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert!(skeleton(&text).eq(unicode::skeleton(&text)), "{character:?}");
        }
    }

    /// Marks change their order, and parts of a skeleton meet.
    #[test]
    fn pairs_have_the_skeletons_of_unicode() {
        let characters: Vec<char> = ('\0'..=char::MAX)
            .step_by(3001)
            .chain("m\u{301}\u{323}\u{327}\u{345}ø\u{338}\u{AD}\u{5B0}\u{1161}\u{11A8}가ﷺ".chars())
            .collect();
        for &first in &characters {
            for &second in &characters {
                let text = String::from_iter([first, second]);
                assert!(skeleton(&text).eq(unicode::skeleton(&text)), "{text:?}");
            }
        }
    }
}
