//! Unusual names, and missing permissions. Each problem is reported, and the run continues.

use std::{
    ffi::OsStr,
    fs::{self, Permissions},
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, lchown, symlink},
        process::CommandExt,
    },
};

use super::utf16;
use crate::support::{Folder, Run, exe, is_root, is_traced};

#[test]
fn accepts_any_name() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    let long = "\u{20AC}".repeat(85);
    let names: [&[u8]; 7] = [
        b"\xFF\xFE",
        b"line\nfeed",
        b"\x1B]0;title\x07",
        b"-i",
        b" ",
        long.as_bytes(),
        &[b'x'; 255],
    ];
    for name in names {
        fs::write(folder.path("tree").join(OsStr::from_bytes(name)), utf16("text")).unwrap();
    }
    let bad = folder.path("tree").join(OsStr::from_bytes(b"bad\x1B[2J\xFF"));
    fs::write(bad, b"h\xE9").unwrap();
    symlink(".", folder.path("tree/loop")).unwrap();
    let run = folder.run(&["convert", "-i", "tree"]).exits(1);
    let run = run.mentions("utf: tree/bad<U+001B>[2J<FF>: left unchanged");
    assert!(run.stderr.chars().all(|character| character == '\n' || !character.is_control()));
    for name in names {
        let path = folder.path("tree").join(OsStr::from_bytes(name));
        assert_eq!(fs::read(path).unwrap(), b"text");
    }
    assert_eq!(fs::read_dir(folder.path("tree")).unwrap().count(), names.len() + 2);
}

#[test]
fn reports_missing_permissions_and_converts_the_rest() {
    let folder = Folder::new();
    for made in ["tree/closed", "tree/fixed"] {
        fs::create_dir_all(folder.path(made)).unwrap();
    }
    for name in ["a", "secret", "fixed/b", "z"] {
        folder.file(&format!("tree/{name}"), utf16("text"));
    }
    let forbid = |name: &str, mode| {
        fs::set_permissions(folder.path(name), Permissions::from_mode(mode)).unwrap();
    };
    forbid("tree/secret", 0o000);
    forbid("tree/closed", 0o000);
    forbid("tree/fixed", 0o555);
    let run = folder.run_as_nobody(&["convert", "-i", "tree"]);
    forbid("tree/closed", 0o755);
    forbid("tree/fixed", 0o755);
    let Some(run) = run.map(|run| run.exits(2)) else { return };
    forbid("tree/secret", 0o600);
    for name in ["secret", "closed", "fixed/b"] {
        assert!(run.stderr.contains(&format!("utf: tree/{name}: Permission denied\n")), "{run:?}");
    }
    for (name, text) in
        [("a", b"text".to_vec()), ("fixed/b", utf16("text")), ("z", b"text".to_vec())]
    {
        assert_eq!(folder.read(&format!("tree/{name}")), text);
    }
}

/// Pipes are not opened, and loops of links end, both in place and with an output directory.
#[test]
fn skips_pipes_and_loops_in_directories() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("tree/sub/a", utf16("text"));
    symlink("..", folder.path("tree/sub/up")).unwrap();
    symlink("self", folder.path("tree/self")).unwrap();
    folder.shell("mkfifo tree/fifo tree/sub/fifo").exits(0);
    for options in [&["-i"][..], &["-o", "out/"]] {
        let run = folder.run(&[&["convert", "-t", "utf-8", "tree"], options].concat()).exits(0);
        run.mentions(", 2 links not followed, 2 pipes, sockets or devices\n");
    }
    assert_eq!(folder.read("tree/sub/a"), b"text");
    assert_eq!(folder.read("out/tree/sub/a"), b"text");
    let run = folder.run(&["convert", "-i", "--follow", "tree"]).exits(2);
    let run = run.mentions("utf: tree/sub/up: a link to tree, which contains it: not followed\n");
    run.mentions("utf: tree/self: Too many levels of symbolic links");
}

#[test]
fn a_dry_run_reports_missing_permissions() {
    let folder = Folder::new();
    fs::create_dir(folder.path("fixed")).unwrap();
    folder.file("fixed/a", utf16("text"));
    fs::set_permissions(folder.path("fixed"), Permissions::from_mode(0o555)).unwrap();
    let Some(run) = folder.run_as_nobody(&["convert", "-i", "--dry-run", "fixed"]) else { return };
    fs::set_permissions(folder.path("fixed"), Permissions::from_mode(0o755)).unwrap();
    run.exits(2).prints("").says("utf: fixed/a: Permission denied\n");
    // A file of another user in a directory with the sticky bit.
    if !is_root() {
        return;
    }
    lchown(folder.path("fixed"), Some(0), Some(0)).unwrap();
    lchown(folder.path("fixed/a"), Some(0), Some(0)).unwrap();
    fs::set_permissions(folder.path("fixed/a"), Permissions::from_mode(0o666)).unwrap();
    for (mode, status) in [(0o1777, 2), (0o777, 0)] {
        fs::set_permissions(folder.path("fixed"), Permissions::from_mode(mode)).unwrap();
        let mut command = folder.command(&["convert", "-i", "--dry-run", "fixed/a"]);
        let run = Run::from(command.uid(65534).gid(65534).output().unwrap()).exits(status);
        assert_eq!(run.stderr.contains("utf: fixed/a: Operation not permitted\n"), status == 2);
    }
}

#[test]
fn reports_a_directory_whose_listing_fails() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("t/sub")).unwrap();
    folder.file("t/sub/a", utf16("text"));
    if !is_traced(&folder) {
        return;
    }
    for (number, name) in [(1, "t"), (3, "t/sub")] {
        let inject = format!("inject=getdents64:error=EIO:when={number}");
        let line = format!("strace -f -qq -o trace -e {inject} -e trace=getdents64");
        let run = folder.shell(&format!("{line} '{}' convert -i -j1 t", exe()));
        run.exits(2).mentions(&format!("utf: {name}: Input/output error\n"));
    }
}

/// The declaration names the encoding of the text, no matter what it named before.
#[test]
fn declarations_change_with_the_encoding() {
    let folder = Folder::new();
    let xml = |label: &str| format!("<?xml version=\"1.0\" encoding=\"{label}\"?><a>é</a>\n");
    folder.file("a", utf16(&xml("UTF-16")));
    folder.file("b", utf16("<?xml version=\"1.0\"?><a/>\n"));
    let told = "utf: a: XML declaration changed from UTF-16 to UTF-8\n";
    folder.run(&["convert", "-i", "--dry-run", "a"]).exits(0).says(told);
    folder.run(&["convert", "-i", "a", "b"]).exits(0).says(&format!("{told}utf: 2 converted\n"));
    assert_eq!(folder.read("a"), xml("UTF-8").as_bytes());
    folder.run(&["convert", "-i", "a"]).exits(0).says("");
    // Back to UTF-16LE, and to a legacy charset, also on stdout and in a directory.
    let run = folder.run(&["convert", "-q", "-t", "utf-16le", "a"]).exits(0).says("");
    assert_eq!(run.stdout, utf16(&xml("UTF-16LE"))[2..]);
    let run = folder.run(&["convert", "-t", "latin1", "a"]).exits(0);
    assert_eq!(
        run.stdout,
        xml("ISO-8859-1")
            .replace('é', "\u{0}")
            .bytes()
            .map(|byte| if byte == 0 { 0xE9 } else { byte })
            .collect::<Vec<_>>()
    );
    folder.run(&["convert", "-q", "-o", "out/", "-t", "utf-16", "a"]).exits(0);
    folder.run(&["convert", "-i", "out/a"]).exits(0);
    assert_eq!(folder.read("out/a"), xml("UTF-8").as_bytes());
    // With an option, it stays unchanged, and a message says that it is wrong now.
    folder.file("a", utf16(&xml("UTF-16")));
    let told = "utf: a: the XML declaration says UTF-16, but the text is utf-8\n";
    folder.run(&["convert", "-i", "--keep-declaration", "a"]).exits(0).says(told);
    assert_eq!(folder.read("a"), xml("UTF-16").as_bytes());
}

/// A declaration at the end of a long text is found after the text was written. Browsers have no label for
/// some encodings. The message says what to do.
#[test]
fn declarations_that_stay_wrong_are_reported_with_a_step() {
    let folder = Folder::new();
    let text = [&b"# Gr\xFC\xDFe\n".repeat(9000)[..], b"# vim: fileencoding=latin1\n"].concat();
    folder.file("a", text);
    let words = "the Vim declaration says latin1, but the text is utf-8: change it to `utf-8`\n";
    folder.run(&["convert", "-f", "latin1", "a"]).exits(0).mentions(words);
    folder.file("b", b"<meta charset=iso-8859-1><p>\xE9\n");
    let run = folder.run(&["convert", "-f", "latin1", "-t", "utf-16", "b"]).exits(0);
    run.mentions("the HTML declaration says iso-8859-1, but the text is utf-16: remove it\n");
}

#[test]
fn declarations_of_html_and_css_change_with_the_encoding() {
    let folder = Folder::new();
    for (text, label) in [
        ("<!DOCTYPE html><html><head><meta charset=\"LABEL\"><p>\u{e9}", "ISO-8859-1"),
        (
            "<HTML><META http-equiv=Content-Type content=\"text/html; charset=LABEL\"><p>\u{e9}",
            "windows-1252",
        ),
        ("@charset \"LABEL\";\na { content: \"\u{e9}\" }\n", "iso-8859-15"),
    ] {
        let latin: Vec<u8> = text.replace("LABEL", label).chars().map(|c| c as u8).collect();
        folder.file("a", &latin);
        folder.run(&["convert", "-i", "--fallback", label, "a"]).exits(0);
        assert_eq!(folder.read("a"), text.replace("LABEL", "UTF-8").as_bytes());
    }
    // Text that only mentions a declaration is not changed.
    let text = "Say <meta charset=\"ISO-8859-1\"> or @charset \"latin1\"; \u{e9}\n";
    folder.file("a", text.chars().map(|c| c as u8).collect::<Vec<_>>());
    folder.run(&["convert", "-i", "--fallback", "latin1", "a"]).exits(0);
    assert_eq!(folder.read("a"), text.as_bytes());
}
