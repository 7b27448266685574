//! `utf cmp`: compares texts.

use crate::support::Folder;

const TEXT: &str = "h\u{E9}llo\nw\u{F6}rld \u{1F600}\n";

#[test]
fn encodings_and_boms_do_not_matter() {
    let folder = Folder::new();
    folder.file("a", TEXT);
    for encoding in ["utf-8-sig", "utf-16", "utf-16le-bom", "utf-32"] {
        folder.run(&["convert", "-t", encoding, "a", "-o", "b"]).exits(0);
        folder.run(&["cmp", "a", "b"]).exits(0).prints("").says("");
    }
    for encoding in ["utf-7", "gb18030", "utf-1", "utf-16be"] {
        folder.run(&["convert", "-t", encoding, "a", "-o", "b"]).exits(0);
        folder.run(&["cmp", "--from-second", encoding, "a", "b"]).exits(0).prints("").says("");
    }
}

#[test]
fn reports_the_position_of_the_first_difference() {
    let folder = Folder::new();
    folder.file("a", TEXT);
    let other = TEXT.replace('\u{1F600}', "\u{FF5E}");
    folder.run(&["convert", "-t", "utf-16", "a", "-o", "b"]).exits(0);
    folder.file("c", other);
    // In UTF-16, the order of the code units would be reversed.
    folder.run(&["cmp", "c", "b"]).exits(1).prints(
        "c b differ: character 13, line 2, column 7\n  \
         c (utf-8): byte 14: U+FF5E \u{FF5E}\n  \
         b (utf-16): byte 26: U+1F600 \u{1F600}\n  \
         c comes first in code point order\n",
    );
    let json = &folder.run(&["cmp", "--format", "json", "c", "b"]).exits(1).lines_of_json()[0];
    assert_eq!(json["same"], false);
    assert_eq!((&json["line"], &json["column"]), (&2.into(), &7.into()));
    assert_eq!(json["second"]["offset"], 26);
    assert_eq!(json["before"], "first");
    folder.run(&["cmp", "-q", "c", "b"]).exits(1).prints("");
}

#[test]
fn one_text_may_be_a_prefix() {
    let folder = Folder::new();
    folder.file("a", "abc");
    folder.file("b", "abcd");
    folder
        .run(&["cmp", "a", "b"])
        .exits(1)
        .shows("a (utf-8): byte 3: the end")
        .shows("a comes first");
    folder.run(&["cmp", "b", "a"]).exits(1).shows("a comes first");
    folder.pipe(&["cmp", "-", "a"], "abc").exits(0);
    folder.run(&["cmp", "-", "-"]).exits(2);
    folder.run(&["cmp", "a", "missing"]).exits(2).mentions("missing");
}

#[test]
fn normalization_makes_spellings_equal() {
    let folder = Folder::new();
    folder.file("a", "caf\u{E9} \u{AC01}");
    folder.file("b", "cafe\u{301} \u{1100}\u{1161}\u{11A8}");
    folder.run(&["cmp", "a", "b"]).exits(1);
    folder.run(&["cmp", "--normalize", "a", "b"]).exits(0);
    folder.run(&["cmp", "--normalize=nfd", "a", "b"]).exits(0);
    folder.file("c", "cafe\u{301} x");
    folder.run(&["cmp", "--normalize", "a", "c"]).exits(1).shows("character 6");
}

#[test]
fn ill_formed_text_equals_its_own_bytes() {
    let folder = Folder::new();
    folder.file("a", b"a\xFFb\xE2\x82");
    folder.file("b", b"a\xFEb\xE2\x82");
    folder.run(&["cmp", "a", "a"]).exits(0);
    folder.run(&["cmp", "a", "b"]).exits(1).shows("ill-formed: FF").shows("no order");
    folder.run(&["cmp", "--normalize", "a", "a"]).exits(0);
    folder.file("c", "a\u{FFFD}b\u{FFFD}");
    folder.run(&["cmp", "a", "c"]).exits(1).shows("U+FFFD");
}

#[test]
fn reports_positions_far_into_a_text() {
    let folder = Folder::new();
    let text = "\u{20AC}\u{1F600} and so on\n".repeat(60_000);
    folder.file("a", &text);
    folder.run(&["convert", "-t", "utf-16", "a", "-o", "b"]).exits(0);
    folder.run(&["cmp", "a", "b"]).exits(0);
    folder.file("c", format!("{}!\n", &text[..text.len() - 1]));
    folder.run(&["cmp", "c", "b"]).exits(1).shows("line 60000, column 13");
    folder.pipe(&["cmp", "-", "b"], &text).exits(0);
}

/// FF FE 00 00 is a UTF-32 BOM, but it may also be UTF-16 text that begins with U+0000.
#[test]
fn reports_another_possible_encoding() {
    let folder = Folder::new();
    let text = |text: &str| -> Vec<u8> {
        let units = "\u{FEFF}\0".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    folder.file("a", text("hello\u{F00}!\n"));
    folder.file("b", text("hello\u{F00}?\n"));
    let why = "two characters of UTF-16, if U+0000 follows its BOM; try";
    let hint = &*format!("{why} `-f utf-16`");
    let second = &*format!("{why} `--from-second utf-16`");
    folder
        .run(&["cmp", "a", "b"])
        .exits(1)
        .shows(&format!("  help: a: {hint}\n  help: b: {second}\n"));
    let json = &folder.run(&["cmp", "--format", "json", "a", "b"]).exits(1).lines_of_json()[0];
    assert_eq!((&json["first"]["hint"], &json["second"]["hint"]), (&hint.into(), &second.into()));
    folder.run(&["cmp", "-f", "utf-16", "a", "b"]).exits(1).shows("character 8, line 1");
    folder.run(&["search", "hello", "a"]).exits(1).mentions(hint);
    folder.run(&["search", "-q", "hello", "a"]).exits(1).says("");
    folder.run(&["search", "-f", "utf-16", "hello", "a"]).exits(0).says("");
}

/// Text that is not UTF-8 is compared by its bytes, so the option for each side is named.
#[test]
fn names_what_the_texts_look_like() {
    let folder = Folder::new();
    let text = "Größe über Straße und schöne Äpfel für Müller\n";
    let old = folder.pipe(&["convert", "-t", "windows-1252"], text).exits(0).stdout;
    folder.file("old", &old);
    folder.file("new", text);
    let run = folder.run(&["cmp", "new", "old"]).exits(1);
    run.shows("help: old: looks like windows-1252 (99 %): use `--from-second windows-1252`");
    folder.run(&["cmp", "--from-second", "windows-1252", "new", "old"]).exits(0);
    let run = folder.run(&["cmp", "--format", "json", "old", "new"]).exits(1);
    let hint = run.lines_of_json()[0]["first"]["hint"].as_str().unwrap().to_owned();
    assert!(hint.ends_with("use `-f windows-1252 --from-second utf-8`"), "{hint}");
    // `-f` would be for the second file too.
    folder.run(&["convert", "-t", "utf-16", "new", "-o", "wide"]).exits(0);
    let run = folder.run(&["cmp", "old", "wide"]).exits(1);
    run.shows(
        "help: old: looks like windows-1252 (99 %): use `-f windows-1252 --from-second utf-16`",
    );
    let line = ["cmp", "-f", "windows-1252", "--from-second", "utf-16", "old", "wide"];
    folder.run(&line).exits(0);
    // The user has named the encoding of the second file.
    let run = folder.run(&["cmp", "--from-second", "utf-16", "old", "wide"]).exits(1);
    run.shows("use `-f windows-1252`\n");
}
