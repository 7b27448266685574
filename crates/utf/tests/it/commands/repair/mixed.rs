//! `utf repair --mixed`, and the reasons of adjacent fixes.

use crate::support::Folder;

#[test]
fn reports_each_adjacent_fix() {
    let input = b"\xE9\xED\xA0\xBD\xED\xB8\x80\xC0\xAF\na\n\xC3\xAF\xC2\xBB\xC2\xBFb\n";
    let run = Folder::new().pipe(&["repair", "--mixed", "latin1", "--format", "json"], input);
    run.exits(1)
        .shows(r#""offset":0,"length":1,"line":1,"column":1,"kind":"reread""#)
        .shows(r#""offset":1,"length":6,"line":1,"column":2,"kind":"surrogate-pair""#)
        .shows(r#""offset":7,"length":2,"line":1,"column":8,"kind":"reread""#)
        .shows(r#""kind":"mojibake","bytes":"c3 af c2 bb c2 bf","becomes":"","#)
        .shows(r#"as ISO-8859-1 and encoded again; and below that: U+FEFF at the start of a line"#)
        .shows(r#","also":["stray-bom"],"percent":99}"#);
}

#[test]
fn rejects_encodings_that_cannot_be_mixed() {
    for label in ["utf-16", "UTF-EBCDIC", "utf-7", "ibm037", "iso-2022-jp"] {
        let run = Folder::new().pipe(&["repair", "--mixed", label], b"\xFF\xFEa\0");
        run.exits(2).mentions("cannot be mixed with UTF-8").mentions("use `utf convert -f`");
    }
}

/// With several bytes per character, parts of characters can be UTF-8 or ASCII.
#[test]
fn rejects_charsets_with_several_bytes_per_character() {
    for label in ["gb18030", "gbk", "shift_jis", "windows-31j", "euc-kr", "big5", "johab"] {
        let run = Folder::new().pipe(&["repair", "--mixed", label], "你好 é\n").exits(2);
        run.mentions("have several bytes, and some of these can be UTF-8")
            .mentions("use `utf convert --by-line --candidates ");
    }
    for label in ["windows-1258", "windows-1255", "macintosh", "ibm437"] {
        Folder::new().pipe(&["repair", "--mixed", label], "é\n").exits(0);
    }
}

/// Advice about the old text is wrong for the new text, which replaces it.
#[test]
fn advice_does_not_outlive_the_old_text() {
    let folder = Folder::new();
    folder.file("a", b"caf\xE9 na\xEFve \x81\x8D\n".repeat(3));
    folder.run(&["repair", "a"]).exits(1).shows("`utf convert -f ");
    let run = folder.run(&["repair", "-i", "a"]).exits(0).shows("9 fixes in 1 file");
    assert!(!run.text().contains("convert"), "{}", run.text());
    folder.run(&["check", "a"]).exits(0);
    folder.file(
        "b",
        [
            &"caf\u{C3}\u{A9} ferm\u{C3}\u{A9}\n".repeat(900).into_bytes()[..],
            &utf16le("Appended by a shell\r\n"),
        ]
        .concat(),
    );
    folder.run(&["repair", "b"]).shows("tail -c +");
    let run = folder.run(&["repair", "-i", "b"]);
    assert!(!run.text().contains("tail -c"), "{}", run.text());
}

/// A fix that changes nothing is not one: the second pass undid the first one.
#[test]
fn counts_only_changes() {
    let folder = Folder::new();
    let line = b"Gr\xF6\xDFe \xFCber Stra\xDFe sch\xF6ne \xC4pfel f\xFCr M\xFCller\n";
    folder.file("a", [&line.repeat(3)[..], "der Bäcker\n".as_bytes()].concat());
    let run = folder.run(&["repair", "-i", "a"]).exits(0).shows("1 file: 21 fixes in 1 file");
    assert_eq!(run.text().lines().count(), 22, "{}", run.text());
}

/// A letter that a text is about is not damage without doubt. If both are possible, the likelier one
/// comes first.
#[test]
fn a_lone_letter_is_not_certain() {
    let folder = Folder::new();
    for text in ["\u{C3} is a letter\n", "The letter \u{C3} is a letter of Portuguese.\n"] {
        let run = folder.pipe(&["repair", "-o", "-"], text).exits(1).prints(text);
        run.mentions("left unchanged: `\u{C3} is` may be damaged (mojibake): `\u{E0} is` (");
    }
    // The language of the context knows the word, or the file has more damage of this kind.
    for (text, right) in [
        ("Vou \u{C3} s vezes \u{C3} praia\n", "Vou às vezes à praia\n"),
        ("Il est allÃ© \u{C3} la plage\n", "Il est allé à la plage\n"),
    ] {
        folder.pipe(&["repair", "-o", "-"], text).exits(0).prints(right);
    }
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}
