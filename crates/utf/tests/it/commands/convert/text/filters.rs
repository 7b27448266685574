//! Filters that change the text, and characters that the target cannot encode.

use crate::support::Folder;

#[test]
fn handles_characters_that_the_target_cannot_encode() {
    let folder = Folder::new();
    let text = "na\u{EF}ve \u{201C}x\u{201D} \u{2014} \u{4E00}";
    for (target, output) in [
        ("us-ascii//TRANSLIT", "naive \"x\" - ?"),
        ("us-ascii//translit//ignore", "naive \"x\" - "),
        ("us-ascii//IGNORE", "nave x  "),
        ("utf-8//TRANSLIT", text),
    ] {
        folder.pipe(&["convert", "-q", "-t", target], text).exits(0).prints(output);
    }
    let run = folder.pipe(&["convert", "-t", "us-ascii//IGNORE"], text);
    run.exits(0).mentions("5 characters that us-ascii cannot encode");
    // Ill-formed text is handled separately.
    folder.pipe(&["convert", "-t", "us-ascii//IGNORE"], b"\xFF").exits(1).prints("");
    folder.pipe(&["convert", "-t", "us-ascii//NONSENSE"], "").exits(2);
}

#[test]
fn normalizes_across_blocks() {
    let folder = Folder::new();
    let composed = "\u{E9}\u{AC01}\u{1E69}".repeat(100_000);
    let decomposed = "e\u{301}\u{1100}\u{1161}\u{11A8}s\u{323}\u{307}".repeat(100_000);
    folder.pipe(&["convert", "--normalize", "nfc"], &decomposed).exits(0).prints(&composed);
    folder.pipe(&["convert", "--normalize", "nfd"], &composed).exits(0).prints(&decomposed);
    let run = folder.pipe(&["convert", "--normalize", "nfkc", "-t", "utf-16"], "\u{FB01}");
    run.exits(0).prints(b"\xFE\xFF\0f\0i");
    let run = folder.pipe(&["convert", "--normalize", "nfc", "-t", "iso-8859-1"], "e\u{301}");
    run.exits(0).prints(b"\xE9");
    folder
        .pipe(&["convert", "--normalize", "nfd", "-t", "iso-8859-1"], "\u{E9}")
        .exits(1)
        .mentions("in the changed text");
    folder
        .pipe(&["convert", "--normalize", "nfc"], b"ab\xFF")
        .exits(1)
        .prints("ab")
        .mentions("byte 2");
}

#[test]
fn boms_of_filtered_text() {
    let folder = Folder::new();
    let run = |more: &[&str], text: &[u8]| {
        folder.pipe(&[&["convert", "--normalize", "nfc"], more].concat(), text).exits(0)
    };
    run(&[], b"\xEF\xBB\xBFa").prints(b"\xEF\xBB\xBFa");
    run(&["-t", "utf-16"], b"a").prints(b"\xFE\xFF\0a");
    run(&["-t", "utf-16"], b"").prints(b"");
    run(&["--bom", "add"], b"").prints(b"\xEF\xBB\xBF");
    run(&["--bom", "strip"], b"\xEF\xBB\xBFa").prints(b"a");
    run(&["--bom", "as-text"], b"\xEF\xBB\xBFa").prints(b"\xEF\xBB\xBFa");
}

#[test]
fn inner_boms() {
    let folder = Folder::new();
    let joined = "\u{FEFF}a\n\u{FEFF}b\n";
    folder.pipe(&["convert"], joined).exits(0).prints(joined);
    let run = folder.pipe(&["convert", "--strip-inner-bom"], joined);
    run.exits(0).prints("\u{FEFF}a\nb\n");
}

#[test]
fn inner_boms_are_reported_but_not_errors() {
    let folder = Folder::new();
    let joined = "\u{FEFF}a\nb\u{FEFF}\n\u{FEFF}";
    let run = folder.pipe(&["check"], joined).exits(0);
    run.shows(":2:2: note: U+FEFF inside the text and 1 more");
    let run = folder.pipe(&["check", "--format", "json"], joined).exits(0);
    let note = &run.lines_of_json()[0];
    assert_eq!(note["inner_boms"]["count"], 2);
    assert_eq!(note["inner_boms"]["line"], 2);
}

#[test]
fn reader_and_writer_handle_different_errors() {
    let folder = Folder::new();
    for (arguments, text, output, said) in [
        (
            &["--errors", "escape"][..],
            &b"a\xFFb"[..],
            "a\\xFFb",
            "1 ill-formed maximal subpart escaped",
        ),
        (&["--errors", "escape"], b"a\\x\xFFb", "a\\x5Cx\\xFFb", "1 ill-formed"),
        (
            &["--errors", "escape", "-f", "utf-8", "-t", "us-ascii"],
            b"\\x\xC4\x80",
            "\\x5Cx\\xC4\\x80",
            "1 char",
        ),
        (
            &["--errors", "replace", "-t", "us-ascii"],
            b"a\xFF\xFFb",
            "a??b",
            "2 ill-formed maximal subparts",
        ),
        (&["--errors", "replace", "-t", "us-ascii//IGNORE"], b"a\xFFb", "a?b", "1 ill-formed"),
        (&["--errors", "replace", "-t", "us-ascii//TRANSLIT"], b"a\xFFb", "a?b", "1 ill-formed"),
        (&["--replacement", "<!>", "-t", "us-ascii"], b"a\xFFb", "a<!>b", "1 ill-formed"),
        (&["--errors", "replace"], b"a\xFFb", "a\u{FFFD}b", "1 ill-formed"),
    ] {
        for more in [&[][..], &["--normalize", "nfc"], &["--strip-inner-bom"]] {
            let run = folder.pipe(&[&["convert"], arguments, more].concat(), text).exits(0);
            run.prints(output).mentions(said).says_lines(1);
        }
    }
    let by_line = ["convert", "--errors", "escape", "--by-line", "--candidates", "shift_jis"];
    folder.pipe(&by_line, b"a\xFFb").exits(2).mentions("not reversible");
    for filter in [&["--eol", "lf"][..], &["--normalize", "nfc"], &["--strip-inner-bom"]] {
        let latin1 = [&["convert", "-f", "latin1", "--errors", "escape"], filter].concat();
        folder.pipe(&latin1, b"a\xE9").exits(0).prints("a\u{E9}");
        let ascii = [&latin1[..], &["-t", "us-ascii"]].concat();
        folder.pipe(&ascii, b"a\xE9").exits(2).mentions("not reversible");
    }
    let lacking = ["convert", "--replacement", "<\u{E9}>", "-t", "us-ascii"];
    folder.pipe(&lacking, "a").exits(2).mentions("--replacement: us-ascii cannot encode U+00E9");
    let run = folder.pipe(&["convert", "-t", "us-ascii//IGNORE", "--normalize", "nfc"], b"a\xFF");
    run.exits(1).prints("a");
}

#[test]
fn filters_reject_values_beyond_unicode() {
    let folder = Folder::new();
    let arguments = ["convert", "-f", "utf-8-rfc2279", "-t", "ucs-4be"];
    let text = b"\xF8\x88\x80\x80\x80";
    folder.pipe(&arguments, text).exits(0).prints(b"\x00\x20\x00\x00");
    let run = |more: &[&str]| {
        let all = [&arguments[..], &["--normalize", "nfc"], more].concat();
        folder.pipe(&all, text)
    };
    let why = "accept only Unicode text";
    run(&[]).exits(1).prints("").mentions("value beyond Unicode U+200000").mentions(why);
    run(&["-c"]).exits(0).prints("").mentions("1 value beyond Unicode dropped").mentions(why);
    run(&["--dry-run"]).exits(1).shows("beyond Unicode").shows(why);
    let ignoring =
        ["convert", "-f", "utf-8-rfc2279", "-t", "us-ascii//IGNORE", "--normalize", "nfc"];
    folder.pipe(&ignoring, text).exits(1).mentions(why);
}

#[test]
fn reports_what_was_changed() {
    let folder = Folder::new();
    for (target, done) in [
        ("us-ascii//IGNORE", "dropped"),
        ("us-ascii//TRANSLIT", "transliterated"),
        ("us-ascii//TRANSLIT//IGNORE", "transliterated"),
    ] {
        for more in [&[][..], &["--normalize", "nfc"], &["--errors", "escape"]] {
            let run = folder.pipe(&[&["convert", "-t", target], more].concat(), "\u{EF}");
            run.exits(0).mentions(&format!("1 character that us-ascii cannot encode {done} "));
        }
    }
    let run =
        folder.pipe(&["convert", "-t", "us-ascii//IGNORE", "--errors", "escape"], b"\xFF\xC3\xAF");
    run.exits(0).prints("\\xFF").mentions("maximal subpart escaped").mentions("encode dropped");
}

#[test]
fn counts_inner_boms_except_the_first_character() {
    let folder = Folder::new();
    let run = |more: &[&str], text: &[u8]| {
        folder.pipe(&[&["convert", "--strip-inner-bom"], more].concat(), text).exits(0)
    };
    let told = "utf: <stdin>: 2 U+FEFF inside the text dropped\n";
    let joined = "\u{FEFF}a\u{FEFF}b\u{FEFF}".as_bytes();
    run(&[], joined).prints("\u{FEFF}ab").says(told);
    run(&["-q"], joined).prints("\u{FEFF}ab").says("");
    run(&["--bom", "as-text"], joined).prints("\u{FEFF}ab").says(told);
    run(&[], b"a").prints("a").says("");
    run(&["-f", "utf-16be"], b"\xFE\xFF\0a\xFE\xFF").prints("\u{FEFF}a").mentions("1 U+FEFF");
    // After a BOM, U+FEFF is the BOM of a joined file.
    run(&[], "\u{FEFF}\u{FEFF}a".as_bytes()).prints("\u{FEFF}a").mentions("1 U+FEFF");
    run(&["--bom", "strip"], "\u{FEFF}\u{FEFF}a".as_bytes()).prints("a");
}

#[test]
fn marks_offsets_in_changed_text() {
    let folder = Folder::new();
    let place = "first at byte 1 of the changed text, in UTF-8";
    let run = |more: &[&str]| {
        folder
            .pipe(&[&["convert", "-t", "us-ascii", "--normalize", "nfd"], more].concat(), "\u{E9}")
    };
    run(&["--errors", "replace"]).exits(0).prints("e?").mentions(place);
    run(&["--dry-run"]).exits(1).shows(place);
    let direct = folder.pipe(&["convert", "-t", "us-ascii", "--errors", "replace"], "\u{E9}");
    direct.exits(0).mentions("(first at byte 0: ");
}

#[test]
fn handles_boms_if_no_text_is_left() {
    let folder = Folder::new();
    for text in [&b""[..], b"\xFF", b"\xEF", b"\xFF\xFE", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\xFF"] {
        for more in
            [&["-t", "utf-16"][..], &["-t", "utf-16", "--bom", "strip"], &[], &["--bom", "add"]]
        {
            let arguments = [&["convert", "-q", "-c"], more].concat();
            let direct = folder.pipe(&arguments, text).exits(0);
            let arguments = [&arguments[..], &["--strip-inner-bom"]].concat();
            let filtered = folder.pipe(&arguments, text).exits(0);
            assert_eq!(filtered.stdout, direct.stdout, "{text:X?} {more:?}");
        }
    }
    let run = folder.pipe(&["convert", "-c", "-t", "utf-16", "--strip-inner-bom"], b"\xFF");
    run.exits(0).prints(b"\xFE\xFF");
}
