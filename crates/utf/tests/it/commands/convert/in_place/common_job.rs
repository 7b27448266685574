//! The common task: convert a mixed tree to UTF-8 where the encodings are proven.

use std::fs;

use super::{identity, utf16};
use crate::support::Folder;

const FILES: [(&str, &[u8]); 7] = [
    ("ascii", b"plain\r\n"),
    ("bom", b"\xEF\xBB\xBFsigned\n"),
    ("image", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
    ("latin", b"h\xE9\n"),
    ("sub/broken", b"\xFF\xFEa\0\0\xD8b\0"),
    ("sub/utf8", b"na\xC3\xAFve\n"),
    ("zip", b"PK\x03\x04\x14\0\0\0\x08\0"),
];

fn tree() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    for (name, bytes) in FILES {
        folder.file(&format!("tree/{name}"), bytes);
    }
    folder.file("tree/sub/be", b"\xFE\xFF\0b\x20\xAC");
    folder.file("tree/le", utf16("le \u{1F600}\r\n"));
    folder.file("tree/utf32", b"\xFF\xFE\0\0\x3D\xD8\0\0"); // a surrogate: ill-formed
    folder
}

#[test]
fn converts_only_proven_encodings() {
    let folder = tree();
    let at = |name: &str| identity(&folder.path(&format!("tree/{name}")));
    let before: Vec<_> = FILES.iter().map(|(name, _)| at(name)).collect();
    let run = folder.run(&["convert", "-i", "-t", "utf-8", "tree"]).exits(1).prints("");
    run.says(
        "utf: tree/latin: left unchanged: no BOM, and not UTF-8 (first error at byte 1, 1:2); no encoding is sure: name it with `--fallback` or `--candidates` (`utf detect tree/latin` shows the possible ones)\n\
         utf: tree/sub/broken:1:2: byte 4: lone high surrogate U+D800: 00 D8 (no low surrogate \
         follows it): left unchanged\n\
         utf: tree/utf32:1:1: byte 4: encoded surrogate U+D83D: 3D D8 00 00 (half of a pair of UTF-16, \
         which should be one code unit): left unchanged\n\
         utf: to convert the file without a known encoding, use --fallback or --candidates, or `-f` \
         with one file at a time\n\
         utf: 2 converted, 3 already correct, 3 left unchanged, 2 not text\n",
    );
    assert_eq!(folder.read("tree/sub/be"), "b\u{20AC}".as_bytes());
    assert_eq!(folder.read("tree/le"), "le \u{1F600}\r\n".as_bytes());
    for ((name, bytes), before) in FILES.iter().zip(&before) {
        assert_eq!(folder.read(&format!("tree/{name}")), *bytes);
        assert_eq!(at(name), *before, "{name}");
    }
    let converted = [at("sub/be"), at("le")];
    let again = folder.run(&["convert", "-i", "-t", "utf-8", "tree"]).exits(1);
    again.mentions("utf: 0 converted, 5 already correct, 3 left unchanged, 2 not text\n");
    assert_eq!([at("sub/be"), at("le")], converted);
}

#[test]
fn a_dry_run_lists_and_changes_nothing() {
    let folder = tree();
    let names = folder.names();
    let before = identity(&folder.path("tree/le"));
    let run = folder.run(&["convert", "-i.bak", "--dry-run", "tree"]).exits(1);
    let run = run.prints("tree/le: utf-16 to utf-8\ntree/sub/be: utf-16 to utf-8\n");
    run.mentions("utf: 2 would be converted, 3 already correct, 3 left unchanged, 2 not text\n");
    assert_eq!((folder.names(), identity(&folder.path("tree/le"))), (names, before));
}

#[test]
fn named_encodings_convert_the_rest() {
    let folder = tree();
    let arguments = ["convert", "-i", "--candidates", "shift_jis,windows-1252", "tree"];
    let run = folder.run(&arguments).exits(1).mentions("utf: tree/latin: read as windows-1252\n");
    run.mentions("utf: 3 converted");
    assert_eq!(folder.read("tree/latin"), "h\u{E9}\n".as_bytes());
    folder.run(&arguments).exits(1).mentions("utf: 0 converted");
    let run = folder.run(&["convert", "-i", "--errors", "replace", "tree/sub/broken"]).exits(0);
    run.mentions("1 ill-formed maximal subpart replaced");
    assert_eq!(folder.read("tree/sub/broken"), "a\u{FFFD}b".as_bytes());
}

#[test]
fn only_if_valid_wins_over_a_policy() {
    let folder = tree();
    for policy in ["replace", "skip", "escape"] {
        let arguments =
            ["convert", "-i", "--only-if-valid", "--errors", policy, "tree/sub/broken", "tree/le"];
        let run = folder.run(&arguments).exits(1);
        run.mentions(
            "utf: tree/sub/broken: left unchanged: --only-if-valid, and not all of it can be kept\n",
        );
    }
    assert_eq!(folder.read("tree/sub/broken"), FILES[4].1);
    assert_eq!(folder.read("tree/le"), "le \u{1F600}\r\n".as_bytes());
    let lacking =
        folder.run(&["convert", "-i", "-t", "us-ascii", "tree/le", "tree/ascii"]).exits(1);
    lacking.mentions("left unchanged\n").mentions("1 already correct, 1 left unchanged\n");
}

#[test]
fn keeps_bom_and_byte_order() {
    let folder = Folder::new();
    let le = utf16("text\r\n");
    folder.file("le", &le);
    let before = identity(&folder.path("le"));
    folder.run(&["convert", "-i", "-t", "utf-16", "le"]).exits(0).says("");
    assert_eq!(identity(&folder.path("le")), before);
    folder.run(&["convert", "-i", "-t", "utf-16", "--eol", "lf", "le"]).exits(0);
    assert_eq!(folder.read("le"), utf16("text\n"));
    folder.run(&["convert", "-i", "-t", "utf-32", "le"]).exits(0);
    assert!(folder.read("le").starts_with(b"\xFF\xFE\0\0t\0\0\0"));
    folder.run(&["convert", "-i", "-t", "utf-16", "--output-order", "big", "le"]).exits(0);
    assert!(folder.read("le").starts_with(b"\xFE\xFF\0t"));
    folder.file("bare", b"a\0b\0");
    folder.run(&["convert", "-i", "-f", "utf-16le", "-t", "utf-16", "bare"]).exits(0);
    assert_eq!(folder.read("bare"), utf16("ab"));
    folder.file("bom", "\u{FEFF}text");
    folder.run(&["convert", "-i", "bom"]).exits(0);
    assert_eq!(folder.read("bom"), "\u{FEFF}text".as_bytes());
    folder.run(&["convert", "-i", "--bom", "strip", "bom"]).exits(0);
    assert_eq!(folder.read("bom"), b"text");
}

/// Texts of any length with the first difference at any position, and results that only become
/// shorter or longer.
#[test]
fn keeps_an_equal_start_and_replaces_the_rest() {
    let folder = Folder::new();
    let long = "\u{20AC}uro\n".repeat(150_000);
    for (text, becomes) in [
        (long.clone() + "\r\n", long.clone() + "\n"),
        (long.clone() + "\r\n" + &long, long.clone() + "\n" + &long),
        (format!("\r\n{long}"), format!("\n{long}")),
        (long.clone(), long.clone()),
        (String::new(), String::new()),
    ] {
        let before = identity(&folder.file("a", &text));
        folder.run(&["convert", "-i", "--eol", "lf", "a"]).exits(0).says("");
        assert!(folder.read("a") == becomes.as_bytes());
        assert_eq!(identity(&folder.path("a")) == before, text == becomes);
    }
    folder.file("a", [long.as_bytes(), b"\xFF"].concat());
    folder.run(&["convert", "-i", "-c", "a"]).exits(0);
    assert!(folder.read("a") == long.as_bytes());
    assert_eq!(folder.names(), ["a"]);
}

/// With `--only-if-valid`, text that filters would drop counts as lost.
#[test]
fn only_if_valid_includes_losses_by_filters() {
    let cases = [
        (&["--normalize", "nfkc"][..], "x\u{B2} \u{FB01}\n", "e\u{301}\u{212B}\n"),
        (&["--normalize", "nfkd"], "\u{FF21}\n", "\u{E9}\n"),
        (&["--normalize", "nfc"], "", "\u{212B}\u{FB01}\n"),
        (&["--strip-inner-bom"], "a\u{FEFF}b\n", "ab\n"),
        (&["--eol", "lf"], "a\r\r\n", "a\r\nb\rc\n"),
        (&["--eol", "crlf"], "a\r\r\n", "a\nb\r\n"),
    ];
    for (filter, loses, keeps) in cases {
        let folder = Folder::new();
        folder.file("keeps", utf16(keeps));
        let arguments = [&["convert", "-i", "-t", "utf-8", "--only-if-valid"], filter].concat();
        folder.run(&[&arguments[..], &["keeps"]].concat()).exits(0).says("");
        assert!(folder.read("keeps") != utf16(keeps));
        if !loses.is_empty() {
            folder.file("loses", loses);
            let run = folder.run(&[&arguments[..], &["loses"]].concat()).exits(1);
            run.says(
                "utf: loses: left unchanged: --only-if-valid, and not all of it can be kept\n",
            );
            assert_eq!(folder.read("loses"), loses.as_bytes());
        }
    }
}
