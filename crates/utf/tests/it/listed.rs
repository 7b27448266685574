//! What lists name that is no file: as on a walk, it is left alone and told.

use std::{fs, os::unix::fs::symlink};

use crate::support::Folder;

/// A list of files, a folder, links and a pipe, as `ls` and `git ls-files` give them.
fn base() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    folder.file("d/b", "b\n");
    folder.file("a", "a\n");
    symlink("nowhere", folder.path("dangling")).unwrap();
    symlink("a", folder.path("to-a")).unwrap();
    symlink("d", folder.path("to-d")).unwrap();
    folder.shell("mkfifo pipe").exits(0);
    folder.file("list", "a\nd\ndangling\nto-a\nto-d\npipe\n/dev/null\n");
    folder
}

const COUNTED: &str = "3 links not followed, 2 pipes, sockets or devices\n";

/// Nobody writes to the pipe: who opens it waits for ever.
#[test]
fn what_is_no_file_is_left_alone_and_told() {
    let folder = base();
    let list = ["--files-from", "list"];
    let run = |words: &[&str]| folder.run(&[&["check"], words, &list].concat()).exits(0);
    let check =
        run(&[]).shows("2 files, 4 octets, 4 characters: well-formed; 3 links not followed");
    check.shows("; 2 pipes, sockets or devices").says("");
    let told = format!("utf: left alone, as in a folder: {COUNTED}");
    run(&["-l"]).says(&told);
    run(&["--lines"]).says(&told);
    run(&["--lines", "-q"]).says("");
    for command in ["detect", "count", "audit", "repair"] {
        let run = folder.run(&[&[command], &list[..]].concat()).exits(0);
        assert!(run.stderr == told, "{command} {run:?}");
    }
    folder.run(&["search", "a", "--files-from", "list"]).exits(0).prints("a:a\n").says(&told);
    for (options, done) in
        [(&["-i"][..], "0 converted, 2 right already"), (&["-o", "out/"], "2 written")]
    {
        let run = folder.run(&[&["convert"], options, &list].concat()).exits(0);
        run.says(&format!("utf: {done}, {COUNTED}"));
    }
    let run = folder.run(&["repair", "-i", "--files-from", "list"]).exits(0);
    run.says(&told);
}

/// As on a walk.
#[test]
fn links_of_a_list_are_followed_if_that_is_asked_for() {
    let folder = base();
    let follow = ["check", "--follow", "--files-from", "list"];
    let run = folder.run(&follow).exits(2).says("utf: dangling: No such file or directory\n");
    run.shows("4 files, 8 octets").shows("; 2 pipes, sockets or devices");
    // A slash behind its name says what is meant.
    folder.file("list", "to-d/\n");
    folder.run(&["check", "--files-from", "list"]).exits(0).shows("1 file, 2 octets");
}

/// Who types a name means what it leads to.
#[test]
fn what_is_named_itself_is_read() {
    let folder = base();
    folder.run(&["check", "to-a"]).exits(0).shows("1 file, 2 octets").says("");
    folder.run(&["check", "dangling"]).exits(2).says("utf: dangling: No such file or directory\n");
    folder.shell("echo text > pipe & utf check pipe").exits(0).shows("1 file, 5 octets");
    folder.shell("echo text | utf check /dev/stdin").exits(0).shows("1 file, 5 octets");
    folder.shell("echo a | utf check --files-from /dev/stdin").exits(0).shows("1 file, 2 octets");
}

/// Of what becomes one text, nothing is left out unsaid: each name is read.
#[test]
fn what_is_joined_is_read() {
    let folder = base();
    folder.file("list", "to-a\nd/b\n");
    folder.run(&["convert", "--files-from", "list"]).exits(0).prints("a\nb\n").says("");
}
