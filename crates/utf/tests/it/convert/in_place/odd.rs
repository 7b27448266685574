//! Odd names, and what may not be done: each reported, none fatal.

use std::{
    ffi::OsStr,
    fs::{self, Permissions},
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
    },
};

use super::utf16;
use crate::support::Folder;

#[test]
fn any_name_will_do() {
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
    let run = run.mentions("utf: tree/bad<U+001B>[2J<FF>: left alone");
    assert!(run.stderr.chars().all(|character| character == '\n' || !character.is_control()));
    for name in names {
        let path = folder.path("tree").join(OsStr::from_bytes(name));
        assert_eq!(fs::read(path).unwrap(), b"text");
    }
    assert_eq!(fs::read_dir(folder.path("tree")).unwrap().count(), names.len() + 2);
}

#[test]
fn what_may_not_be_done_is_told_and_the_rest_is_done() {
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

/// Pipes are not opened, and loops of links end, in place and to a folder.
#[test]
fn pipes_and_loops_in_folders() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("tree/sub/a", utf16("text"));
    symlink("..", folder.path("tree/sub/up")).unwrap();
    symlink("self", folder.path("tree/self")).unwrap();
    folder.shell("mkfifo tree/fifo tree/sub/fifo").exits(0);
    for options in [&["-i"][..], &["-o", "out/"]] {
        folder.run(&[&["convert", "-t", "utf-8", "tree"], options].concat()).exits(0);
    }
    assert_eq!(folder.read("tree/sub/a"), b"text");
    assert_eq!(folder.read("out/tree/sub/a"), b"text");
    let run = folder.run(&["convert", "-i", "--follow", "tree"]).exits(2);
    let run = run.mentions("utf: tree/sub/up: a link to tree, which it is in: not followed\n");
    run.mentions("utf: tree/self: Too many levels of symbolic links");
}
