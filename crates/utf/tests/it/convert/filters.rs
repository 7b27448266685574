//! Changes of the text on its way, and characters that the target lacks.

use crate::support::Folder;

#[test]
fn characters_that_the_target_lacks() {
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
    // What is ill-formed is another matter.
    folder.pipe(&["convert", "-t", "us-ascii//IGNORE"], b"\xFF").exits(1).prints("");
    folder.pipe(&["convert", "-t", "us-ascii//NONSENSE"], "").exits(2);
}

#[test]
fn normalization_across_blocks() {
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
        .mentions("in the text as changed");
    folder
        .pipe(&["convert", "--normalize", "nfc"], b"ab\xFF")
        .exits(1)
        .prints("ab")
        .mentions("octet 2");
}

#[test]
fn signatures_of_filtered_text() {
    let folder = Folder::new();
    let run = |more: &[&str], text: &[u8]| {
        folder.pipe(&[&["convert", "--normalize", "nfc"], more].concat(), text).exits(0)
    };
    run(&[], b"\xEF\xBB\xBFa").prints(b"\xEF\xBB\xBFa");
    run(&["-t", "utf-16"], b"a").prints(b"\xFE\xFF\0a");
    run(&["-t", "utf-16"], b"").prints(b"");
    run(&["--bom", "add"], b"").prints(b"\xEF\xBB\xBF");
    run(&["--bom", "strip"], b"\xEF\xBB\xBFa").prints(b"a");
    run(&["--bom", "forbid"], b"\xEF\xBB\xBFa").prints(b"\xEF\xBB\xBFa");
}

#[test]
fn inner_signatures() {
    let folder = Folder::new();
    let joined = "\u{FEFF}a\n\u{FEFF}b\n";
    folder.pipe(&["convert"], joined).exits(0).prints(joined);
    let run = folder.pipe(&["convert", "--strip-inner-bom"], joined);
    run.exits(0).prints("\u{FEFF}a\nb\n");
}

#[test]
fn inner_signatures_are_told_and_no_mistake() {
    let folder = Folder::new();
    let joined = "\u{FEFF}a\nb\u{FEFF}\n\u{FEFF}";
    let run = folder.pipe(&["check"], joined).exits(0);
    run.shows(":2:2: note: U+FEFF inside the text and 1 more");
    let run = folder.pipe(&["check", "--format", "json"], joined).exits(0);
    let note = &run.lines_of_json()[0];
    assert_eq!(note["inner_signatures"]["count"], 2);
    assert_eq!(note["inner_signatures"]["line"], 2);
}

#[test]
fn reader_and_writer_deal_with_different_mistakes() {
    let folder = Folder::new();
    for (arguments, text, output, said) in [
        (&["--errors", "escape"][..], &b"a\xFFb"[..], "a\\xFFb", "1 ill-formed sequence escaped"),
        (&["--errors", "escape"], b"a\\x\xFFb", "a\\x5Cx\\xFFb", "1 ill-formed"),
        (&["--errors", "escape", "-t", "us-ascii"], b"\\x\xC4\x80", "\\x5Cx\\xC4\\x80", "1 char"),
        (
            &["--errors", "replace", "-t", "us-ascii"],
            b"a\xFF\xFFb",
            "a??b",
            "2 ill-formed sequences",
        ),
        (&["--errors", "replace", "-t", "us-ascii//IGNORE"], b"a\xFFb", "a?b", "1 ill-formed"),
        (&["--errors", "replace", "-t", "us-ascii//TRANSLIT"], b"a\xFFb", "a?b", "1 ill-formed"),
        (&["--replacement", "<\u{E9}>", "-t", "us-ascii"], b"a\xFFb", "a<?>b", "1 ill-formed"),
        (&["--errors", "replace"], b"a\xFFb", "a\u{FFFD}b", "1 ill-formed"),
    ] {
        for more in [&[][..], &["--normalize", "nfc"], &["--strip-inner-bom"]] {
            let run = folder.pipe(&[&["convert"], arguments, more].concat(), text).exits(0);
            run.prints(output).mentions(said).says_lines(1);
        }
    }
    let by_line = ["convert", "--errors", "escape", "--by-line", "--candidates", "shift_jis"];
    let run = folder.pipe(&by_line, b"a\xFFb");
    run.exits(0).prints("a\\xFFb");
    let run = folder.pipe(&["convert", "-t", "us-ascii//IGNORE", "--normalize", "nfc"], b"a\xFF");
    run.exits(1).prints("a");
}
