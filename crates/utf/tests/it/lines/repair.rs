//! `repair --bad-lines`.

use super::{merged, rejected};
use crate::support::Folder;

const SPLIT: &[&str] =
    &["repair", "-q", "--bad-lines", "bad", "--bad-lines-report", "report", "-o"];

#[test]
fn what_cannot_be_mended_is_apart() {
    let folder = Folder::new();
    let text = b"plain\ntambi\xC3\x83\xC2\xA9n\n\xFE\xFE broken\n\xED\xA0\xBD\xED\xB8\x8D\nend";
    folder.file("text", text);
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1).says("");
    assert_eq!(folder.read("good"), "plain\ntambién\n\u{1F60D}\nend".as_bytes());
    assert_eq!(folder.read("bad"), b"\xFE\xFE broken\n");
    assert_eq!(rejected(&folder.read("report")), [(3, 17, 10)]);
    // What is repaired as a whole is the same, line by line.
    folder.run(&["repair", "-q", "-o", "whole", "text"]).exits(1);
    let whole = folder.read("whole");
    let at = whole.windows(2).position(|two| two == b"\xFE\xFE").unwrap();
    let both = merged(&folder.read("good"), &folder.read("bad"), &[(3, at, 10)]);
    assert_eq!(both, whole);
}

#[test]
fn a_line_that_is_mended_across_its_end_is_one() {
    let folder = Folder::new();
    folder.file("text", b"a\n10 \xE2\x82\n\xAC b\n\xFE\xFE c\nd\n");
    let run = folder.run(&["repair", "-q", "-o", "whole", "text"]).exits(1);
    assert_eq!(run.stderr, "");
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1);
    assert_eq!(folder.read("bad"), b"\xFE\xFE c\n");
    let whole = String::from_utf8_lossy(&folder.read("whole")).into_owned();
    let good = String::from_utf8(folder.read("good")).unwrap();
    assert!(
        whole.replace("\u{FFFD}\u{FFFD} c\n", "") == good && good.contains("10 \u{20AC}"),
        "{good}"
    );
}

/// U+0000 is UTF-8 as any other character.
#[test]
fn nuls_are_text() {
    let folder = Folder::new();
    folder.file("text", b"a\0b\nc \xFE\xFE\n");
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1).says("");
    assert_eq!(
        (folder.read("good"), folder.read("bad")),
        (b"a\0b\n".into(), b"c \xFE\xFE\n".into())
    );
}

#[test]
fn refused() {
    let folder = Folder::new();
    folder.file("text", "x");
    folder.run(&["repair", "--bad-lines", "bad", "text"]).exits(2).mentions("needs -o");
    folder.run(&["repair", "--bad-lines", "bad", "-i", "text"]).exits(2).mentions("does not go");
    folder.file("wide", b"\xFF\xFEa\0");
    let wide = ["repair", "--bad-lines", "bad", "-o", "good", "wide"];
    folder.run(&wide).exits(2).mentions("is utf-16; --bad-lines mends lines of UTF-8 only");
    folder.file("wide", b"a\0b\0c\0 \0w\0i\0d\0e\0 \0t\0e\0x\0t\0.\0\n\0".repeat(20));
    folder.run(&wide).exits(2).mentions("looks like utf-16le without a signature; --bad-lines");
    assert_eq!(folder.names(), ["text", "wide"]);
}
