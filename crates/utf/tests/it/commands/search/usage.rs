//! Patterns, paths and options.

use crate::support::Folder;

#[test]
fn accepts_a_pattern_and_paths() {
    let folder = Folder::new();
    folder.file("-e", "x.y\n");
    folder.file("text", "x.y\nxzy\n");
    folder.run(&["search"]).exits(2).mentions("the pattern is missing");
    folder.run(&["search", "x.y", "text"]).exits(0).prints("x.y\n");
    folder.run(&["search", "-e", "x.y", "text"]).exits(0).prints("x.y\nxzy\n");
    folder.run(&["search", "-F", "-e", "x.y", "text"]).exits(0).prints("x.y\n");
    folder.run(&["search", "-F", "x.y", "text"]).exits(0).prints("x.y\n");
    folder.run(&["search", "--", "x.y", "-e"]).exits(0).prints("x.y\n");
    folder.run(&["search", "-e", "-", "text"]).exits(1);
    folder.pipe(&["search", "x"], "xx\n").exits(0).prints("xx\n");
    folder.run(&["search", "-f", "nonesuch", "x", "text"]).exits(2);
}

#[cfg(unix)]
#[test]
fn rejects_a_pattern_that_is_not_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = Folder::new();
    let mut command = folder.command(&["search"]);
    let run = command.arg(OsStr::from_bytes(b"a\xFF")).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "utf: a<FF>: the pattern is not UTF-8\n");
}

/// Simple case folding, in every script that has cases.
#[test]
fn ignores_case() {
    let folder = Folder::new();
    folder.file("text", "STRASSE\nstra\u{DF}e\n\u{39C}\u{399}\u{3A1}\n\u{1E9E}\n");
    let find = |text| folder.run(&["search", "-i", "-n", text, "text"]);
    find("\u{3BC}\u{3B9}\u{3C1}").exits(0).prints("3:\u{39C}\u{399}\u{3A1}\n");
    find("strasse").exits(0).prints("1:STRASSE\n");
    find("\u{DF}").exits(0).prints("2:stra\u{DF}e\n4:\u{1E9E}\n");
}
