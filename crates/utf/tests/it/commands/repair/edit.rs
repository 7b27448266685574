//! `utf edit`: replaces text, and keeps every other byte.

use crate::support::Folder;

/// Text in windows-1252 with several line ends.
const TEXT: &[u8] =
    b"Gr\xF6\xDFe des Hauses = 12\r\nb\xF6se Z\xE4hne, sch\xF6ne \xC4pfel\nB\xFCro = 1\r\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("a", TEXT);
    folder
}

fn with(old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = TEXT.windows(old.len()).position(|part| part == old).unwrap();
    [&TEXT[..at], new, &TEXT[at + old.len()..]].concat()
}

#[test]
fn only_the_place_changes() {
    let folder = folder();
    let run = folder.run(&["edit", "-f", "cp1252", "a", "--replace", "= 12", "= 13 €"]).exits(0);
    run.prints("a: 1 place replaced (windows-1252); all other bytes are the same\n").says("");
    assert_eq!(folder.read("a"), with(b"= 12", b"= 13 \x80"));
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn the_encoding_has_to_be_certain() {
    let folder = folder();
    folder.file("a", b"\xE9 = 12\n");
    let run = folder.run(&["edit", "a", "--replace", "12", "13"]).exits(2);
    run.says("utf: a: the encoding is not certain (`utf detect` shows the likely ones; name one with -f, unless the lines are in several)\n");
    folder.run(&["edit", "-f", "latin1", "a", "--replace", "12", "13"]).exits(0);
    assert_eq!(folder.read("a"), b"\xE9 = 13\n");
    folder.file("a", "é = 12\n");
    folder.run(&["edit", "a", "--replace", "é", "→"]).exits(0);
    assert_eq!(folder.read("a"), "→ = 12\n".as_bytes());
}

#[test]
fn what_is_not_certain_is_refused() {
    let folder = folder();
    let edit = |words: &[&str]| folder.run(&[&["edit", "-f", "cp1252", "a"], words].concat());
    for (words, message) in [
        (&["--replace", "13", "14"][..], "the old text is not in the file"),
        (
            &["--replace", "e", "x"],
            "the old text is in 7 places (make OLD longer, or use --count 7 or --all)",
        ),
        (&["--replace", "12", "→"], "`→` is not in windows-1252; the nearest text is `->`"),
        (&["--replace", "", "x"], "the old text is empty"),
        (
            &["--replace", "Gr\u{FFFD}\u{FFFD}e", "Gr\u{FFFD}e"],
            "the U+FFFD of the new text are not those of the old text in the same order (repeat all of them, or none)",
        ),
        (&["--replace", "Haus", "Tor", "--expect-sha256", "00"], "the SHA-256 of the file is "),
    ] {
        edit(words).exits(1).prints("").mentions(&format!("utf: a: left unchanged: {message}"));
        assert_eq!(folder.read("a"), TEXT);
    }
    edit(&["--replace", "missing", "x"]).exits(1);
    folder.run(&["edit", "none", "--replace", "a", "b"]).exits(2).mentions("none");
    folder.run(&["edit", "a", "--replace", "a"]).exits(2);
    folder.pipe(&["edit", "-", "--replace", "a", "b"], "a").exits(2).mentions("-o -");
    folder.pipe(&["edit", "-q", "-", "-o", "-", "--replace", "a", "-b"], "a").exits(0).prints("-b");
}

#[test]
fn an_agent_that_misread_the_file_cannot_lose_characters() {
    let folder = folder();
    let line = ["edit", "-f", "cp1252", "a", "--replace", "Gr\u{FFFD}\u{FFFD}e des Hauses = 12\n"];
    folder.run(&[&line[..], &["Gr\u{FFFD}\u{FFFD}e des Hauses = 13\nneu\n"]].concat()).exits(0);
    assert_eq!(folder.read("a"), with(b"= 12\r\n", b"= 13\r\nneu\r\n"));
}

#[test]
fn counts_and_outputs() {
    let folder = folder();
    let edit = |words: &[&str]| folder.run(&[&["edit", "-f", "cp1252", "a"], words].concat());
    let run = edit(&["--replace", "ö", "oe", "--count", "3", "--dry-run"]).exits(0);
    run.prints("a: 3 places would be replaced (windows-1252); all other bytes are the same\n");
    assert_eq!(folder.read("a"), TEXT);
    edit(&["--replace", "ö", "oe", "--count", "2"]).exits(1);
    edit(&["--replace", "12", "14", "-q", "-o", "b"]).exits(0).prints("");
    assert_eq!((folder.read("a"), folder.read("b")), (TEXT.to_vec(), with(b"12", b"14")));
    edit(&["--replace", "12", "14", "-i.bak"]).exits(0);
    assert_eq!((folder.read("a"), folder.read("a.bak")), (with(b"12", b"14"), TEXT.to_vec()));
}

#[test]
fn a_patch_undoes_it() {
    let folder = folder();
    let line = ["edit", "-q", "-f", "cp1252", "a", "--all", "--replace", "ö", "[]", "--patch", "p"];
    folder.run(&line).exits(0);
    assert_ne!(folder.read("a"), TEXT);
    folder.run(&line).exits(2).mentions("already holds a patch");
    folder.run(&["undo", "-i", "p"]).exits(0);
    assert_eq!(folder.read("a"), TEXT);
}

#[test]
fn lines_of_json() {
    let folder = folder();
    let line = ["edit", "-f", "cp1252", "a", "--format", "json", "--replace"];
    let lines = folder.run(&[&line[..], &["12", "345"]].concat()).exits(0).lines_of_json();
    assert_eq!((&lines[0]["type"], &lines[0]["offset"]), (&"replaced".into(), &19.into()));
    assert_eq!((&lines[0]["length"], &lines[0]["new_length"]), (&2.into(), &3.into()));
    assert_eq!((&lines[1]["type"], &lines[1]["replaced"]), (&"edited".into(), &1.into()));
    assert_eq!(lines[1]["result"]["bytes"], TEXT.len() as u64 + 1);
    let sum = lines[1]["result"]["sha256"].as_str().unwrap().to_owned();
    let line = [&line[..], &["345", "6", "--expect-sha256", &sum]].concat();
    folder.run(&line).exits(0);
    let lines = folder.run(&line).exits(1).lines_of_json();
    assert_eq!(
        (&lines[0]["type"], &lines[0]["reason"]),
        (&"refused".into(), &"other-content".into())
    );
}

#[test]
fn killed_at_any_moment_it_leaves_the_old_or_the_new_file() {
    let folder = Folder::new();
    let old = TEXT.repeat(20_000);
    folder.file("a", &old);
    let line = ["edit", "-q", "-f", "cp1252", "a", "--all", "--replace"];
    let mut whole = [false; 2];
    for round in 0..40_u64 {
        let mut child = folder.start(&[&line[..], &["12", "34"]].concat());
        std::thread::sleep(std::time::Duration::from_millis(round * 7 % 140));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = folder.read("a");
        let is_new = found != old;
        whole[usize::from(is_new)] = true;
        if is_new {
            assert_eq!(found.len(), old.len());
            assert_eq!(found.windows(2).filter(|pair| pair == b"34").count(), 20_000);
            folder.file("a", &old);
        }
    }
    assert!(whole[0], "it was never killed before the file was replaced");
}

/// Text of some encodings is also well-formed UTF-8. An edit of its bytes would damage it.
#[test]
fn bytes_that_are_utf8_by_chance_are_not_edited_as_utf8() {
    let folder = Folder::new();
    let japanese = "日本語テキストです。これは文章です\nabc\n";
    let chinese = "这是一个简单的中文句子，用来测试编码。\nabc\n";
    for (encoding, text) in [("iso-2022-jp", japanese), ("hz", chinese)] {
        let bytes = folder.pipe(&["convert", "-t", encoding], text).exits(0).stdout;
        folder.file("f", &bytes);
        folder.run(&["edit", "f", "--replace", "$", "x"]).exits(1);
        assert_eq!(folder.read("f"), bytes);
        folder.run(&["edit", "f", "--replace", "abc", "ÿ"]).exits(1);
        assert_eq!(folder.read("f"), bytes);
        folder.run(&["edit", "f", "--replace", "abc", "xyz"]).exits(0);
        let read = folder.run(&["convert", "-f", encoding, "-o", "-", "f"]).exits(0);
        read.prints(text.replace("abc", "xyz"));
    }
    let utf16 = b"h\0e\0l\0l\0o\0\n\0x\0=\x001\0\n\0";
    folder.file("f", utf16);
    folder.run(&["edit", "f", "--replace", "x", "yy"]);
    let read = folder.read("f");
    assert!(read == utf16 || read == b"h\0e\0l\0l\0o\0\n\0y\0y\0=\x001\0\n\0", "{read:?}");
}
