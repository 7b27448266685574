//! Files in a legacy charset as a whole. Fixed in part, such a file would not be in any encoding.

use crate::support::Folder;

/// In windows-1250. It is longer than a window, so it is never converted.
fn letter() -> Vec<u8> {
    LETTER.repeat(2_600)
}

const LETTER: &[u8] = b"V\xE1\x9Een\xE1 pan\xED M\xFCllerov\xE1,\npotvrzujeme 5 kus\xF9 za 12 \x80 \x84franko d\xF9m\x93.\nS p\xF8\xE1telsk\xFDm pozdravem\nJi\xF8\xED Nov\xE1k\n";

const MESSAGE: &str = "note: looks like windows-1250 (99 %) as a whole, not damaged UTF-8 \
    (`utf convert -f windows-1250 letter` makes it UTF-8), not repaired\n\
    0 files; 1 in another charset, not repaired\n";

#[test]
fn stays_with_a_report() {
    let folder = Folder::new();
    let text = letter();
    folder.file("letter", &text);
    let message = format!("letter: {MESSAGE}");
    for arguments in
        [&["repair", "letter"][..], &["repair", "-i", "letter"], &["repair", "-o", "o", "letter"]]
    {
        folder.run(arguments).exits(1).prints(&*message);
    }
    folder.pipe(&["repair"], &text).exits(1).shows(&MESSAGE.replace(" letter`", "`"));
    folder.pipe(&["repair", "-q", "-o", "-"], &text).exits(1).prints("").says("");
    // The exit status of its directory is 1, too.
    folder.run(&["repair", "-q", "-i", "."]).exits(1).says("");
    assert_eq!((folder.read("letter"), folder.names()), (text, vec!["letter".into()]));

    let run = folder.run(&["repair", "--format", "json", "letter"]).exits(1);
    let lines = run.lines_of_json();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["reason"], &lines[0]["looks_like"]),
        (&"other-charset".into(), &"windows-1250".into())
    );
    assert_eq!((&lines[1]["files"], &lines[1]["other_charset"]), (&0.into(), &1.into()));

    // It is a finding in SARIF and GitHub reports.
    let run = folder.run(&["repair", "--format", "sarif", "letter"]).exits(1);
    let sarif: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(
        (&results[0]["ruleId"], &results[0]["level"]),
        (&"other-charset".into(), &"warning".into())
    );
    let words = "title=other-charset::looks like windows-1250 (99 %25) as a whole";
    let run = folder.run(&["repair", "--format", "github", "letter"]).exits(1);
    run.shows(&format!("::warning file=letter,line=1,col=1,{words}"));
    folder.run(&["explain", "other-charset"]).exits(0).shows("What to do:");

    // With a named encoding, the file is fixed. The advice works, too.
    folder.run(&["repair", "--mixed", "windows-1250", "-o", "mixed", "letter"]).exits(0);
    folder.run(&["convert", "-f", "windows-1250", "-o", "whole", "letter"]).exits(0);
    assert!(folder.read("mixed") == folder.read("whole"));
    folder.run(&["repair", "whole"]).exits(0);
}

/// All of a file is examined, but only the start of a stream.
#[test]
fn examines_all_of_a_long_file() {
    let folder = Folder::new();
    let filler = b"plain text, line by line\n".repeat(12_000);
    let begun = b"Mit freundlichen Gr\xFC\xDFen\n";
    let long = [&begun[..], &filler, LETTER].concat();
    folder.file("long", &long);
    folder.run(&["repair", "-i", "long"]).exits(1).shows("(99 %) as a whole, not damaged UTF-8");
    assert!(folder.read("long") == long);
    folder
        .shell("utf repair -o out - <long")
        .exits(1)
        .shows("(99 %) as a whole, not damaged UTF-8");
    let long = [LETTER, &filler].concat();
    folder.pipe(&["repair"], long).exits(1).shows("(99 %) as a whole, not damaged UTF-8");
}

/// A single UTF-8 character at any position does not make the file UTF-8.
#[test]
fn one_character_of_utf8_is_not_enough() {
    let folder = Folder::new();
    let filler = b"plain text, line by line\n".repeat(12_000);
    let (one, letters) = ("café\n".as_bytes(), LETTER.repeat(50));
    for parts in [[one, &filler, &letters], [&filler, one, &letters], [&filler, &letters, one]] {
        let long = parts.concat();
        folder.file("long", &long);
        folder.run(&["repair", "-i", "long"]).exits(1).shows("left unchanged");
        assert!(folder.read("long") == long);
    }
}

/// Files that can be fixed as a whole or have UTF-8 are fixed. A few sequences are reported one by one.
#[test]
fn fixes_other_files() {
    let folder = Folder::new();
    let whole = b"Mit freundlichen Gr\xFC\xDFen\nJ\xF6rg Wei\xDF\n";
    folder.file("whole", whole);
    folder.run(&["repair", "-i", "whole"]).exits(0);
    assert_eq!(folder.read("whole"), "Mit freundlichen Grüßen\nJörg Weiß\n".as_bytes());

    let letter =
        b"wir best\xE4tigen 5 St\xFCck f\xFCr 12 \x80 \x84frei Haus\x93.\nJ\xF6rg Wei\xDF\n";
    folder.file("mixed", ["Straße und Größe\n".as_bytes(), letter].concat());
    folder.run(&["repair", "-i", "mixed"]).exits(0);
    let whole = "Straße und Größe\nwir bestätigen 5 Stück für 12 € „frei Haus“.\nJörg Weiß\n";
    assert_eq!(folder.read("mixed"), whole.as_bytes());

    folder.file("quote", b"it\x92s\n");
    folder.run(&["repair", "-i", "quote"]).exits(0);
    assert_eq!(folder.read("quote"), "it’s\n".as_bytes());

    folder.file("cut", b"caf\xC3\n");
    folder.run(&["repair", "cut"]).exits(1).shows("cut:1:4: byte 3: left unchanged: ");
}

/// A file in the charset that it declares is correct: programs that read the declaration can read
/// it.
#[test]
fn a_file_in_its_declared_charset_stays() {
    let folder = Folder::new();
    let po = b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ISO-8859-2\\n\"\n\nmsgid \"a\"\nmsgstr \"gy\xFBr\xFB el\xF5bb\"\n";
    let python = b"# -*- coding: iso-8859-2 -*-\ns = 'gy\xFBr\xFB el\xF5bb t\xFBz'\n";
    for (name, text) in [("m.po", &po[..]), ("m.py", python)] {
        folder.file(name, text);
        let run = folder.run(&["repair", "-i", name]).exits(0).shows("1 file: nothing to fix\n");
        run.mentions(": read as iso-8859-2, as its ").mentions(" declaration says\n");
        assert_eq!(std::fs::read(folder.path(name)).unwrap(), text, "{name}");
    }
    // Nothing is said against a correct declaration.
    let xml =
        b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>d\xE9j\xE0 vu, tr\xE8s bien</a>\n";
    folder.file("m.xml", xml);
    folder.run(&["repair", "m.xml"]).exits(0).shows("1 file: nothing to fix\n");
    // A longer file, too.
    folder.file("long.po", [&po[..], &b"# m\xFBszaki sz\xF6veg\n".repeat(20_000)].concat());
    folder.run(&["repair", "long.po"]).exits(0).mentions("as its MIME declaration says");
}

/// After a repair, the text is UTF-8, so other declarations are named.
#[test]
fn a_declaration_that_is_false_after_a_repair_is_named() {
    let folder = Folder::new();
    let rest = [&b"s = 'd\xE9j\xE0 vu'\n"[..], "t = 'déjà vu, café'\n".as_bytes()].concat();
    for (head, label) in [
        ("# -*- coding: iso-8859-1 -*-\n", "iso-8859-1"),
        ("# coding: latin-1\n", "latin-1"),
        ("# vim: set fileencoding=latin1 :\n", "latin1"),
    ] {
        folder.file("m.py", [head.as_bytes(), &rest].concat());
        let run = folder.run(&["repair", "-i", "m.py"]).exits(0);
        run.shows(&format!("declaration says {label}, but the text is utf-8"));
    }
}

/// Escape sequences are ASCII, so there is nothing to fix, but the text is not UTF-8.
#[test]
fn escape_sequences_of_an_encoding_are_reported() {
    let folder = Folder::new();
    folder.file("jis", b"\x1B$BF|K\\8l$N%F%-%9%H$G$9!#\x1B(B\n");
    let note = "jis: note: looks like iso-2022-jp (99 %): `utf convert -f iso-2022-jp jis` makes it UTF-8\n\
        1 file: nothing to fix, but see 1 note\n";
    folder.run(&["repair", "jis"]).exits(0).prints(note);
    folder.run(&["repair", "-i", "jis"]).exits(0).prints(note);
}

/// A conversion keeps the visual order of Hebrew, so `repair` reports it.
#[test]
fn visual_hebrew_is_reported() {
    let folder = Folder::new();
    let text = b"\xFA\xE5\xE1\xF8 \xED\xE9\xEC\xE9\xEE \xE5\xE1 \xF9\xE9\xE5 \xFA\xE9\xF8\xE1\xF2\xE1 \xE5\xF0\xEC\xF9 \xE8\xF1\xF7\xE8\xE4 \xE4\xE6 ,\xED\xEC\xE5\xF2 \xED\xE5\xEC\xF9\n";
    folder.file("visual", text);
    folder.run(&["repair", "visual"]).exits(1).shows("looks like windows-1255 in visual order (9");
}
