//! `Options::mixed`: bytes that are UTF-8 by chance next to ill-formed ones.

use super::*;

/// Returns `text` with its ill-formed bytes decoded in the charset `label`.
#[track_caller]
fn reread(label: &str, text: impl AsRef<[u8]>) -> String {
    let mut options = Options::default();
    options.mixed = Some(label.parse().unwrap());
    String::from_utf8(repaired(text, options).bytes).unwrap()
}

#[test]
fn words_are_read_as_a_whole() {
    let of =
        b"\xCF\xF0\xE8\xE2\xE5\xF2, \xCF\xB8\xF2\xF0! \xD2\xB8\xEC\xED\xE0\xFF \xED\xEE\xF7\xFC.\n";
    assert_eq!(reread("windows-1251", of), "Привет, Пётр! Тёмная ночь.\n");
    let of = b"\xD3 \xF1\xE2\xEE\xBA\xBF \xE7\xE5\xEC\xEB\xB3\n";
    assert_eq!(reread("windows-1251", of), "У своєї землі\n");
    let of = b"\xA7\xA5\xAC\xAD\xEB\xAC [\xA2\xE0\xA5\xAC\xF1\xAD\n\xA3\xAE\xA4\xA0](x)\n";
    assert_eq!(reread("ibm866", of), "земным [времён\nгода](x)\n");
    assert_eq!(reread("koi8-r", b"\xC5\xDD\xA3, \xC5\xA3 \xCE\xC5\xD4\n"), "ещё, её нет\n");
    assert_eq!(reread("windows-1250", b"\xAF\xD3\xA3TA SP\xD3\xA3KA\n"), "ŻÓŁTA SPÓŁKA\n");
    // The letters of phonetics are Latin, but no language writes them.
    assert_eq!(reread("windows-1250", b"\xC8\xC9\x9Aka\n"), "ČÉška\n");
}

/// A whole word may be UTF-8 by chance if no other UTF-8 character of the line is in the charset.
#[test]
fn a_word_that_is_utf_8_by_chance_alone() {
    let of = b"\xC5\xB8 \xED\xE5\xF2 \xE7\xE4\xE5\xF1\xFC\n";
    assert_eq!(reread("windows-1251", of), "Её нет здесь\n");
    // A template in UTF-8 with a name in another charset.
    let of = [&b"\xC5\xB8 = \xE5\xF2 "[..], "нет\n".as_bytes()].concat();
    assert_eq!(reread("windows-1251", of), "\u{178} = ет нет\n");
    // A line without ill-formed bytes stays.
    assert_eq!(reread("windows-1251", b"\xED\xE5\xF2\n\xC5\xB8\n"), "нет\n\u{178}\n");
}

/// Plausible UTF-8 stays, although the charset has characters for its bytes.
#[test]
fn keeps_plausible_utf_8() {
    let text = |parts: &[(&str, &[u8])]| -> Vec<u8> {
        parts.iter().flat_map(|(text, bytes)| [text.as_bytes(), bytes].concat()).collect()
    };
    for (label, parts, whole) in [
        (
            "windows-1252",
            &[("“", &b"\xC9t\xE9"[..]), ("” – dit-il, déjà, ", b"\xE0 l")][..],
            "“Été” – dit-il, déjà, à l",
        ),
        (
            "windows-1252",
            &[("Şirket, Beyoğlu, Śląsk, 5 €, ", b"caf\xE9\xE9"), ("ß", b"")],
            "Şirket, Beyoğlu, Śląsk, 5 €, cafééß",
        ),
        (
            "windows-1252",
            &[("x\u{30C}θ, Κ, 中文, Привет ", b"caf\xE9"), ("’", b"\xE9")],
            "x\u{30C}θ, Κ, 中文, Привет café’é",
        ),
        (
            "windows-1251",
            &[("Имя: ", b"\xCF\xE5\xF2\xF0"), (" и ", b"\xC8\xE2\xE0\xED"), ("»", b"")],
            "Имя: Петр и Иван»",
        ),
        ("windows-1251", &[("“", b"\xCF\xB8\xF2\xF0"), ("”", b"")], "“Пётр”"),
        ("windows-1251", &[("Приве", b"\xD1"), (" семья", b"\xD0")], "ПривеС семьяР"),
        ("windows-1250", &[("C\u{30C}A ", b"\xE8"), ("Č", b"")], "C\u{30C}A čČ"),
    ] {
        assert_eq!(reread(label, text(parts)), whole);
    }
}
