//! Text in UTF-16 or UTF-32 without a BOM, in a directory. No command treats it as binary. Commands
//! that only read can read it, and commands that check or change files report what it looks like.

use std::fs;

use utfkit::{
    Encoding,
    transcode::{Policy, convert_with},
};

use crate::support::Folder;

const TEXT: &str = "A needle, and some lines\r\nof text that nobody signed.\r\n";

/// Creates a tree with text in four encodings, and an image.
fn tree() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be] {
        let bytes = convert_with(TEXT.as_bytes(), Encoding::Utf8, encoding, Policy::Strict);
        folder.file(&format!("tree/{encoding}"), bytes.unwrap().0);
    }
    folder
        .file("tree/image", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xE0\x08\x06\0\0\0");
    folder.file("tree/utf-8", TEXT);
    folder
}

const NAMES: [&str; 4] = ["utf-16be", "utf-16le", "utf-32be", "utf-32le"];

/// Returns a line about each of the four encodings.
fn each(line: impl Fn(&str) -> String) -> String {
    NAMES.map(line).concat()
}

#[test]
fn check_reports_the_likely_encoding() {
    let folder = tree();
    let notes = each(|name| {
        format!(
            "tree/{name}: note: looks like {name} without a BOM, not checked (name it with `-f {name}`)\n"
        )
    });
    let run = folder.run(&["check", "tree"]).exits(0).says("");
    run.prints(format!(
        "{notes}1 file, 55 bytes, 55 characters: well-formed; 1 binary, not checked; \
         4 without a BOM, not checked (use `--candidates utf-16be,utf-16le,utf-32be,utf-32le`)\n"
    ));
    // This is the command that the summary names.
    let all = ["check", "--candidates", "utf-16be,utf-16le,utf-32be,utf-32le", "tree"];
    let run = folder.run(&all).exits(0);
    run.prints("5 files, 715 bytes, 275 characters: well-formed; 1 binary, not checked\n");
    let run = folder.run(&["check", "-f", "utf-8", "tree"]).exits(0);
    run.shows("; 4 without a BOM, not checked\n");
    let json = folder.run(&["check", "--format", "json", "tree"]).exits(0).lines_of_json();
    assert_eq!((&json[0]["reason"], &json[0]["looks_like"]), (&"binary".into(), &().into()));
    for (line, name) in json[1..].iter().zip(NAMES) {
        assert_eq!((&line["reason"], &line["looks_like"]), (&"no-bom".into(), &name.into()));
    }
    assert_eq!((&json[5]["binary"], &json[5]["no_bom"]), (&1.into(), &4.into()));
    let lines = folder.run(&["check", "--lines", "tree"]).exits(0).prints("");
    lines.mentions("utf: tree/utf-32le: looks like utf-32le without a BOM, not checked (name it ");
    // This is the command that the message names.
    folder.run(&["check", "-f", "utf-16le", "tree/utf-16le"]).exits(0);
}

/// A gate can require that all text was checked, or all files.
#[test]
fn check_can_fail_if_a_file_was_not_checked() {
    let folder = tree();
    for report in [&[][..], &["-q"], &["-l"], &["-c"], &["--lines"], &["--format", "json"]] {
        let run = |option| folder.run(&[&["check", option], report, &["tree"]].concat());
        run("--fail-unchecked").exits(1);
        run("--fail-unchecked=all").exits(1);
    }
    let run = |option, glob| folder.run(&["check", option, "-g", glob, "tree"]);
    run("--fail-unchecked", "{utf-8,image}").exits(0);
    run("--fail-unchecked=all", "{utf-8,image}").exits(1);
    run("--fail-unchecked=all", "utf-8").exits(0);
    folder.run(&["check", "--fail-unchecked", "--names", "tree"]).exits(2);
    let all = "utf-16be,utf-16le,utf-32be,utf-32le";
    folder.run(&["check", "--fail-unchecked", "--candidates", all, "tree"]).exits(0);
}

#[test]
fn reading_commands_read_the_likely_encoding() {
    let folder = tree();
    let told = each(|name| format!("utf: tree/{name}: read as {name}\n"));
    let found = each(|name| format!("tree/{name}:A needle, and some lines\r\n"));
    let run = folder.run(&["search", "needle", "tree"]).exits(0);
    run.prints(format!("{found}tree/utf-8:A needle, and some lines\r\n")).says(&told);
    let named = folder.run(&["search", "--format", "json", "needle", "tree/utf-16be"]).exits(0);
    assert_eq!(named.lines_of_json()[0]["encoding"], "utf-16be");
    let run = folder.run(&["count", "tree"]).exits(0);
    let counts = |bytes: u64| format!("{:>9} {:>9} {bytes:>9}", 2, 55);
    let each = each(|name| {
        format!("{} tree/{name}\n", counts(if name.contains("16") { 110 } else { 220 }))
    });
    let all = format!("{:>9} {:>9} {:>9} total\n", 10, 275, 715);
    let run = run.prints(format!("{each}{} tree/utf-8\n{all}", counts(55)));
    run.says(&(told + "utf: 1 binary file not counted\n"));
    let hidden = convert_with(
        "Some text\u{202E} that turns.\n".as_bytes(),
        Encoding::Utf8,
        Encoding::Utf16Le,
        Policy::Strict,
    );
    folder.file("tree/utf-16le", hidden.unwrap().0);
    let run = folder.run(&["audit", "--format", "json", "tree"]).exits(1);
    let lines = run.lines_of_json();
    let found = lines.iter().find(|line| line["path"] == "tree/utf-16le").unwrap();
    assert_eq!((&found["encoding"], &found["offset"]), (&"utf-16le".into(), &18.into()));
    // The encoding that the user names counts.
    folder.run(&["search", "-f", "utf-8", "needle", "tree/utf-16be"]).exits(1).says("");
}

#[test]
fn changing_commands_skip_likely_utf_16() {
    let folder = tree();
    let run = folder.run(&["repair", "-i", "tree"]).exits(0);
    let run = run.shows("1 binary, not repaired; 4 without a BOM, not repaired\n");
    run.shows("tree/utf-16le: note: looks like utf-16le without a BOM (`utf convert -f utf-16le tree/utf-16le` ");
    let left = each(|name| {
        format!(
            "utf: tree/{name}: left unchanged: not proven: looks like {name} without a BOM; use `--candidates {name}`\n"
        )
    });
    let run = folder.run(&["convert", "-i", "-t", "utf-8", "tree"]).exits(1);
    run.says(&format!("{left}utf: 0 converted, 1 already correct, 4 left unchanged, 1 not text\n"));
    let run = folder.run(&["convert", "-o", "out/", "-t", "utf-8", "tree"]).exits(1);
    run.mentions("4 left unchanged, 1 not text: 5 files were not written to out/ (see above)\n");
    folder.run(&["convert", "-i", "-f", "utf-16le", "-t", "utf-8", "tree/utf-16le"]).exits(0);
    assert_eq!(folder.read("tree/utf-16le"), TEXT.as_bytes());
}

/// The advised option works even if the text has U+0085 or private characters. If
/// it has errors, the advice is another one.
#[test]
fn the_advice_for_likely_utf_16_works() {
    let folder = Folder::new();
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let advice = "use `--candidates utf-16le`";
    for text in ["Hello\u{85}World\r\n", "Some \u{E000}text here\n"] {
        folder.file("a", wide(text));
        folder.run(&["convert", "-i", "--eol", "lf", "a"]).exits(1).mentions(advice);
        folder.run(&["convert", "-i", "--candidates", "utf-16le", "a"]).exits(0);
        assert_eq!(folder.read("a"), text.as_bytes());
    }
    for text in ["Some plain text here\n", "Gr\u{F6}\u{DF}e und \u{FC}ber\n"] {
        // The error is after the part that shows the encoding.
        folder.file("a", [wide(&text.repeat(500)), b"\x00\xDC".to_vec()].concat());
        folder.run(&["convert", "-i", "a"]).exits(1).mentions(advice);
        let again = ["convert", "-i", "--candidates", "utf-16le", "a"];
        folder.run(&again).exits(1).mentions("with errors: `utf check -f utf-16le a` shows them");
        folder.run(&["check", "-f", "utf-16le", "a"]).exits(1).shows("lone low surrogate");
    }
}

/// Commands that cut and compare read it as `count` does: they do not cut inside a code unit.
#[test]
fn slice_split_and_cmp_read_the_likely_encoding() {
    let folder = Folder::new();
    let text = "one\r\ntwo\r\nthree\r\nfour\r\n";
    folder.file("plain", text);
    for name in NAMES {
        let encoding = name.parse().unwrap();
        let wide = |text: &str| {
            convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).unwrap().0
        };
        folder.file("u", wide(text));
        let told = format!("utf: u: read as {name}\n");
        folder.run(&["count", "u"]).exits(0).says(&told);
        folder.run(&["slice", "-l", "2", "u"]).exits(0).prints(wide("two\r\n")).says(&told);
        folder.run(&["slice", "-c", "-3..", "u"]).exits(0).prints(wide("r\r\n")).says(&told);
        let run = folder.shell("utf slice -l 2 <u").exits(0);
        run.prints(wide("two\r\n")).says(&format!("utf: <stdin>: read as {name}\n"));
        folder.run(&["split", "--force", "-l", "2", "u", "p-"]).exits(0).says(&told);
        assert_eq!(folder.read("p-aa"), wide("one\r\ntwo\r\n"));
        assert_eq!(folder.read("p-ab"), wide("three\r\nfour\r\n"));
        folder.run(&["cmp", "plain", "u"]).exits(0).prints("").says(&told);
        folder.run(&["cmp", "-q", "u", "plain"]).exits(0).says("");
        // The encoding that the user names counts.
        folder.run(&["slice", "-f", "utf-8", "-c", "2", "u"]).exits(0).says("");
        // The text is read twice, but reported once.
        folder.file("u", wide(&text.repeat(100_000)));
        folder.run(&["slice", "-l", "-200000..-199999", "u"]).exits(0).says(&told);
    }
}

/// With `--guess` or candidates, files are converted in place as they would be on standard output.
/// The image stays unchanged.
#[test]
fn converts_named_or_guessed_encodings_in_place() {
    let all = NAMES.join(",");
    for way in [&["--guess"][..], &["--candidates", &all], &["--guess", "--candidates", "latin1"]] {
        let folder = tree();
        let bytes = NAMES.map(|name| folder.read(&format!("tree/{name}")));
        let run = |place: &[&str]| {
            folder.run(&[&["convert"], place, way, &["-t", "utf-8", "tree"]].concat()).exits(0)
        };
        let listed = each(|name| format!("tree/{name}: {name} to utf-8\n"));
        let rehearsed = run(&["-i", "--dry-run"]).prints(listed);
        rehearsed.mentions("4 would be converted, 1 already correct, 1 not text");
        for (name, bytes) in NAMES.into_iter().zip(&bytes) {
            let path = format!("tree/{name}");
            folder.run(&[&["convert"], way, &[&*path]].concat()).exits(0).prints(TEXT);
            folder.run(&[&["check"], way, &[&*path]].concat()).exits(0).shows("55 characters");
            assert_eq!(&folder.read(&path), bytes);
        }
        run(&["-o", "out/"]).mentions("5 written, 1 not text");
        let words = if way == ["--guess"] { "guessed: utf-16le, likely" } else { "utf-16le" };
        run(&["-i"]).mentions("4 converted, 1 already correct, 1 not text").mentions(words);
        for name in NAMES.into_iter().chain(["utf-8"]) {
            assert_eq!(folder.read(&format!("tree/{name}")), TEXT.as_bytes(), "{way:?}");
            assert_eq!(folder.read(&format!("out/tree/{name}")), TEXT.as_bytes(), "{way:?}");
        }
        let checked = folder.run(&[&["check"], way, &["tree"]].concat()).exits(0);
        checked.shows("5 files, 275 bytes, 275 characters: well-formed; 1 binary, not checked");
    }
}

/// Text that fits an encoding only because any bytes fit, or only in the other byte order, is not
/// treated as that encoding.
#[test]
fn does_not_convert_text_that_only_fits() {
    let folder = Folder::new();
    let units =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let chinese =
        "尊敬的客户：\n您好，我们已经收到您的订单，货物将于明天发出。\n谢谢合作，再见。\n";
    let texts =
        [("ascii", TEXT), ("german", "Zwölf Boxkämpfer jagen Viktor\n"), ("chinese", chinese)];
    for (name, text) in texts {
        folder.file(name, units(text));
        let wrong = ["--candidates=latin1", "--fallback=latin1", "--candidates=utf-32le,latin1"];
        for way in wrong {
            let left = format!(
                "utf: {name}: left unchanged: not proven: looks like utf-16le without a BOM; use `--candidates utf-16le`\n"
            );
            folder.run(&["convert", "-i", way, name]).exits(1).says(&left);
            folder.run(&["convert", "-o", "out/", way, name]).exits(1).says(&left);
            assert_eq!(folder.read(name), units(text), "{way}");
            folder
                .run(&["convert", way, name])
                .exits(0)
                .mentions("not proven: looks like utf-16le");
        }
        folder.run(&["convert", "-i", "--candidates=utf-16be", name]).exits(1);
        assert_eq!(folder.read(name), units(text));
        folder.run(&["convert", "-i", "--candidates=utf-16be,utf-16le", name]).exits(0);
        assert_eq!(folder.read(name), text.as_bytes());
        folder.file(name, units(text));
        folder.run(&["convert", "-i", "--fallback=utf-16le", name]).exits(0);
        assert_eq!(folder.read(name), text.as_bytes());
    }
}

/// If only a part of a file looks like the candidate that it fits, the file is unchanged in place
/// and reported, as with a BOM.
#[test]
fn does_not_convert_text_that_fits_in_part() {
    let folder = Folder::new();
    let appended = "plain UTF-8 caf\u{E9} text\n".repeat(1000);
    for (name, order) in
        [("utf-16le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("utf-16be", u16::to_be_bytes)]
    {
        let units = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(order).collect() };
        let text = "The quick brown fox jumps over the lazy dog.\r\n".repeat(200);
        let bytes = [units(&text), appended.clone().into_bytes()].concat();
        assert!(bytes.len().is_multiple_of(2));
        folder.file(name, &bytes);
        let only = format!("{name} only in parts, which `utf detect ");
        for way in ["--candidates", "--fallback"] {
            let way = format!("{way}={name}");
            let left = format!("utf: {name}: left unchanged: {only}");
            folder.run(&["convert", "-i", &way, name]).exits(1).mentions(&left);
            folder.run(&["convert", "-o", "out/", &way, name]).exits(1).mentions(&left);
            assert!(folder.read(name) == bytes, "{way}");
            folder.run(&["convert", &way, name]).exits(0).mentions(&only);
            folder.run(&["check", &way, name]).exits(0).shows(&format!("{name}: note: {only}"));
        }
        // If the user names the encoding, the file is read in it. A file that is completely in the
        // candidate has no note.
        folder.run(&["convert", "-i", "-f", name, name]).exits(0);
        folder.file(name, units(&text));
        let way = format!("--candidates={name}");
        let checked = folder.run(&["check", &way, name]).exits(0).shows(": well-formed\n");
        assert!(!checked.text().contains("note"), "{checked:?}");
        folder.run(&["convert", "-i", &way, name]).exits(0);
        assert_eq!(folder.read(name), text.as_bytes());
    }
}

/// A candidate in which all bytes are text fits any file. Then `check` also reports what the file
/// looks like, as `convert` does.
#[test]
fn check_reports_the_likely_encoding_besides_the_candidate() {
    let folder = tree();
    for (name, words) in [
        ("utf-16le", "every second byte is NUL, as in utf-16le"),
        ("utf-32be", "three bytes of four are NUL, as in utf-32be"),
    ] {
        let path = format!("tree/{name}");
        let checked = folder.run(&["check", "--candidates=windows-1252", &path]).exits(0);
        checked.shows(&format!("{path}: note: {words} without a BOM; try `-f {name}`"));
        folder.run(&["check", "--candidates", &format!("windows-1252,{name}"), &path]).exits(0);
    }
    let checked = folder.run(&["check", "--candidates=windows-1252", "tree/utf-8"]).exits(0);
    assert!(!checked.text().contains("note"), "{checked:?}");
}
