//! The table of transliterations: it agrees with UAX #15, and the published table is the same.

use std::{fmt::Write, fs, path::Path};

use icu_normalizer::DecomposingNormalizerBorrowed;
use utfkit::transcode::{transliteration, transliterations};

/// A Latin letter with marks is written as the letter without marks.
#[test]
fn letters_without_marks() {
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    for letter in ('\u{C0}'..='\u{24F}').chain('\u{1E00}'..='\u{1EFF}') {
        let decomposed = nfd.normalize(letter.encode_utf8(&mut [0; 4])).into_owned();
        let base: String = decomposed.chars().filter(char::is_ascii).collect();
        if decomposed.chars().count() > 1 && base.len() == 1 {
            assert_eq!(transliteration(letter), Some(&*base), "{letter}");
        }
    }
}

/// `UPDATE_GOLDEN=1` writes the published table again.
#[test]
fn the_published_table_is_current() {
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

#[test]
fn drops_combining_marks_and_counts_the_rest() {
    let folder = crate::support::Folder::new();
    let text = "Ame\u{301}lie e\u{328}\u{301} \u{4E00}\u{4E01}";
    let to = |to: &str| folder.pipe(&["convert", "-t", to], text).exits(0);
    to("us-ascii//TRANSLIT").prints("Amelie e ??").mentions(
        "3 characters that us-ascii cannot encode transliterated, 2 lost (written as `?`) (first",
    );
    to("us-ascii//TRANSLIT//IGNORE")
        .prints("Amelie e ")
        .mentions("cannot encode transliterated, 2 lost (dropped) (first");
    let all = folder.pipe(&["convert", "-t", "us-ascii//TRANSLIT"], "e\u{301}").exits(0);
    all.prints("e").mentions("1 character that us-ascii cannot encode transliterated (first");
    let none = folder.pipe(&["convert", "-t", "us-ascii//TRANSLIT"], "\u{4E00}").exits(0);
    none.prints("?").mentions("1 character that us-ascii cannot encode written as `?` (first");
}

/// The policy applies to characters that have no transliteration.
#[test]
fn the_policy_handles_the_rest() {
    let folder = crate::support::Folder::new();
    let to = |policy: &[&str]| {
        let convert = [&["convert", "-t", "us-ascii//TRANSLIT"], policy].concat();
        folder.pipe(&convert, "caf\u{E9} \u{4E00}").exits(0)
    };
    let escaped = to(&["--errors", "escape"]).prints("cafe \\xE4\\xB8\\x80");
    escaped.mentions("1 character that us-ascii cannot encode transliterated, 1 escaped (first");
    let dropped = to(&["--errors", "skip"]).prints("cafe ");
    dropped.mentions("1 character that us-ascii cannot encode transliterated, 1 lost (dropped) (");
    to(&["--replacement", "[?]"]).prints("cafe [?]").mentions(", 1 lost (replaced) (");
}

/// The advice about a character that the target lacks leads to a text without a strange sign.
#[test]
fn advice_depends_on_the_character() {
    let folder = crate::support::Folder::new();
    let to = |to: &str, text: &str| folder.pipe(&["convert", "-t", to], text);
    for (text, target, advised, result) in [
        ("\u{202B}\u{5D0}", "windows-1255", "windows-1255//IGNORE", &b"\xE0"[..]),
        ("a\u{2066}b", "iso-8859-1", "iso-8859-1//IGNORE", b"ab"),
        ("\u{153}", "iso-8859-1", "iso-8859-1//TRANSLIT", b"oe"),
        ("e\u{301}", "us-ascii", "us-ascii//TRANSLIT", b"e"),
    ] {
        to(target, text).exits(1).mentions(&format!("`-t {advised}`"));
        to(advised, text).exits(0).prints(result);
    }
    // No suffix has a spelling for it.
    let run = to("iso-8859-1", "\u{4E00}").exits(1).mentions("set `--errors`");
    assert!(!run.stderr.contains("//"), "{run:?}");
}
