//! For which languages and systems an encoding is, in words.
//!
//! The words follow from the characters that the encoding has and from its name, so new charsets
//! have them, too.

use utfkit::{Encoding, transcode::convert};

/// Returns the languages and the system of `encoding`: `Western European, Windows`. Returns `None`
/// for the encodings of Unicode, which are for all languages.
pub(super) fn audience(encoding: Encoding) -> Option<String> {
    let Encoding::Charset(_) = encoding else {
        return match encoding {
            Encoding::Iso8859_1 => Some("Western European, ISO".to_owned()),
            Encoding::UsAscii => Some("English".to_owned()),
            _ => None,
        };
    };
    let name = encoding.name();
    let characters = characters(encoding);
    let languages = by_name(name).or_else(|| languages(&characters))?;
    Some(match system(name, encoding) {
        Some(system) => format!("{languages}, {system}"),
        None => languages.to_owned(),
    })
}

/// Returns the characters beyond ASCII of single bytes.
fn characters(encoding: Encoding) -> Vec<char> {
    let of = |byte: u8| {
        let text = convert(&[byte], encoding, Encoding::Utf8).ok()?;
        str::from_utf8(&text).ok()?.chars().next()
    };
    (0..=u8::MAX).filter_map(of).filter(|character| *character > '\u{9F}').collect()
}

/// Returns the languages of charsets whose single bytes do not show them, by the start of the name.
fn by_name(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("whatwg-").unwrap_or(name);
    let starts = [
        ("big5", "Chinese, traditional"),
        ("cp950", "Chinese, traditional"),
        ("euc-tw", "Chinese, traditional"),
        ("gb", "Chinese, simplified"),
        ("hz", "Chinese, simplified"),
        ("iso-2022-cn", "Chinese"),
        ("iso-ir-165", "Chinese, simplified"),
        ("euc-kr", "Korean"),
        ("uhc", "Korean"),
        ("johab", "Korean"),
        ("iso-2022-kr", "Korean"),
        ("euc-j", "Japanese"),
        ("cp51932", "Japanese"),
        ("iso-2022-jp", "Japanese"),
        ("shift_jis", "Japanese"),
        ("windows-31j", "Japanese"),
        ("x-mac-japanese", "Japanese"),
        ("eucjp-ms", "Japanese"),
        ("cp5022", "Japanese"),
        ("cp933", "Korean"),
        ("cp1364", "Korean"),
        ("cp935", "Chinese, simplified"),
        ("cp1388", "Chinese, simplified"),
        ("cp937", "Chinese, traditional"),
        ("cp1371", "Chinese, traditional"),
        ("ibm863", "French"),
        ("ebcdic-", "Western European"),
        ("ibm038", "Western European"),
        ("iso646-ca", "French"),
        ("iso646-cn", "English"),
        ("iso646-cu", "Spanish"),
        ("iso646-es", "Spanish"),
        ("iso646-fr", "French"),
        ("iso646-gb", "English"),
        ("iso646-hu", "Hungarian"),
        ("iso646-it", "Italian"),
        ("iso646-jp", "English"),
        ("iso646-kr", "English"),
        ("iso646-no", "Norwegian"),
        ("iso646-pt", "Portuguese"),
        ("iso646-se", "Swedish"),
        ("iso646-yu", "Croatian, Slovenian"),
        ("nats-dano", "Danish, Norwegian"),
        ("nats-sefi", "Finnish, Swedish"),
        ("ansel", "all in Latin letters"),
        ("marc-8", "libraries"),
        ("cn-gb-isoir165", "Chinese, simplified"),
        ("iso_6937", "European"),
        ("t.61", "European"),
        ("ansi_x3.110", "European"),
        ("brf", "Braille"),
        ("iso_11548", "Braille"),
    ];
    starts.iter().find(|(start, _)| name.starts_with(start)).map(|(_, words)| *words)
}

/// Returns the languages that have their letters among `characters`.
fn languages(characters: &[char]) -> Option<&'static str> {
    let has = |letters: &str| letters.chars().all(|letter| characters.contains(&letter));
    let count = |first: char, last: char| {
        characters.iter().filter(|&&character| (first..=last).contains(&character)).count()
    };
    let scripts = [
        (count('\u{400}', '\u{52F}'), "Cyrillic"),
        (count('\u{370}', '\u{3FF}'), "Greek"),
        (count('\u{600}', '\u{6FF}') + count('\u{FB50}', '\u{FEFC}'), "Arabic"),
        (count('\u{5D0}', '\u{5EA}'), "Hebrew"),
        (count('\u{E00}', '\u{E7F}'), "Thai"),
        (count('\u{E80}', '\u{EFF}'), "Lao"),
        (count('\u{530}', '\u{58F}'), "Armenian"),
        (count('\u{10A0}', '\u{10FF}'), "Georgian"),
        (count('\u{900}', '\u{97F}'), "Devanagari"),
        (count('\u{FF61}', '\u{FF9F}'), "Japanese, half-width"),
        (count('\u{1000}', '\u{109F}'), "Burmese"),
        (count('\u{B80}', '\u{BFF}'), "Tamil"),
    ];
    let most = scripts.iter().max_by_key(|(count, _)| *count);
    // A Greek charset has more than the letters of formulas.
    if let Some((_, script)) = most.filter(|(count, _)| *count >= 20) {
        return Some(script);
    }
    let latin = [
        ("ơư", "Vietnamese"),
        ("ạ", "Vietnamese"),
        ("őűłř", "Central European"),
        ("ðþŋą", "Nordic"),
        ("ąčėįšųūž", "Baltic"),
        ("ŋŧ", "Northern European"),
        ("ħġ", "Southern European"),
        ("ŵŷ", "Celtic"),
        ("ğş", "Turkish"),
        ("șț", "Romanian"),
        ("éàñ", "Western European"),
        ("åæø", "Nordic"),
        ("äöü", "Western European"),
    ];
    latin.iter().find(|(letters, _)| has(letters)).map(|(_, words)| *words)
}

/// The system of charsets in which letters are not at the places of ASCII.
pub(super) const EBCDIC: &str = "IBM mainframes (EBCDIC)";

/// Returns the system that a charset comes from, by its name.
fn system(name: &str, encoding: Encoding) -> Option<&'static str> {
    let is_ebcdic = convert(b"\xC1", encoding, Encoding::Utf8).is_ok_and(|text| text == b"A");
    let starts = [
        ("iso-8859", "ISO"),
        ("windows", "Windows"),
        ("x-mac", "classic Mac OS"),
        ("mac", "classic Mac OS"),
        ("koi8", "Unix"),
        ("iso-2022", "mail"),
        ("cp125", "Windows"),
    ];
    if is_ebcdic {
        return Some(EBCDIC);
    }
    let by_start = starts.iter().find(|(start, _)| name.starts_with(start));
    let number = name.strip_prefix("cp").or(name.strip_prefix("ibm"));
    let is_dos = number.is_some_and(|number| {
        matches!(number.parse(), Ok(437_u16 | 720 | 737 | 775 | 848..=869 | 874 | 1125 | 1131))
    });
    by_start.map(|(_, system)| *system).or(is_dos.then_some("DOS"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use utfkit::encoding::Charset;

    #[test]
    fn charsets_have_words() {
        for (name, words) in [
            ("windows-1252", "Western European, Windows"),
            ("iso-8859-1", "Western European, ISO"),
            ("iso-8859-2", "Central European, ISO"),
            ("windows-1257", "Baltic, Windows"),
            ("iso-8859-9", "Turkish, ISO"),
            ("koi8-r", "Cyrillic, Unix"),
            ("windows-1253", "Greek, Windows"),
            ("windows-1255", "Hebrew, Windows"),
            ("windows-1258", "Vietnamese, Windows"),
            ("ibm866", "Cyrillic, DOS"),
            ("ibm037", "Western European, IBM mainframes (EBCDIC)"),
            ("macintosh", "Western European, classic Mac OS"),
            ("shift_jis", "Japanese"),
            ("gb18030", "Chinese, simplified"),
            ("us-ascii", "English"),
        ] {
            let encoding: Encoding = name.parse().unwrap();
            assert_eq!(audience(encoding).as_deref(), Some(words), "{name}");
        }
        assert_eq!(audience(Encoding::Utf8), None);
    }

    /// Checks that few charsets have no words: those of symbols, and national variants of ASCII.
    #[test]
    fn few_charsets_have_no_words() {
        let all: Vec<_> = Charset::all().map(Encoding::Charset).collect();
        let without: Vec<_> = all.iter().filter(|one| audience(**one).is_none()).collect();
        assert!(without.len() * 10 < all.len(), "{without:?}");
    }
}
