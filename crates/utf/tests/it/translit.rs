//! The table of transliterations: right by UAX #15, and published as it is.

use std::{fmt::Write, fs, path::Path};

use icu_normalizer::DecomposingNormalizerBorrowed;
use utfkit::transcode::{transliteration, transliterations};

/// A Latin letter with marks is written as the letter.
#[test]
fn letters_lose_their_marks() {
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    for letter in ('\u{C0}'..='\u{24F}').chain('\u{1E00}'..='\u{1EFF}') {
        let decomposed = nfd.normalize(letter.encode_utf8(&mut [0; 4])).into_owned();
        let base: String = decomposed.chars().filter(char::is_ascii).collect();
        if decomposed.chars().count() > 1 && base.len() == 1 {
            assert_eq!(transliteration(letter), Some(&*base), "{letter}");
        }
    }
}

/// `UPDATE_GOLDEN=1` renews the published table.
#[test]
fn the_published_table_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/transliteration.tsv");
    let mut table =
        String::from("# What //TRANSLIT writes for a character that the target lacks\n");
    for (character, spelling) in transliterations() {
        let spelling = spelling.escape_default();
        writeln!(table, "U+{:04X}\t{spelling}", u32::from(character)).unwrap();
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), table);
}
