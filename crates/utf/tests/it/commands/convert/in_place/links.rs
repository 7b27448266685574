//! The file that a path leads to is never outside the tree, even if links are swapped in, and never
//! one of version control.

use std::{fs, os::unix::fs::symlink, thread, time::Duration};

use super::utf16;
use crate::support::{Folder, Run, exe, is_traced, spawn};

/// Creates a tree with `t/sub/f`, and a directory next to it with a file of the same name.
fn tree() -> Folder {
    let folder = Folder::new();
    for (path, text) in [("outside", "o"), ("t/sub", "i")] {
        fs::create_dir_all(folder.path(path)).unwrap();
        folder.file(&format!("{path}/f"), utf16(text));
    }
    folder
}

/// Runs the command on `t` while listing it is slow. Meanwhile, replaces `at` by a link.
fn swapped(folder: &Folder, command: &str, at: &str, link: &str) -> Run {
    let delay = "inject=getdents64:delay_exit=500000:when=1";
    let utf = exe();
    let line = format!("strace -f -qq -o trace -e trace=getdents64 -e {delay} '{utf}' {command} t");
    let mut shell = std::process::Command::new("bash");
    let child = spawn(shell.args(["-c", &format!("exec {line}")]).current_dir(folder.path("")));
    while fs::read(folder.path("trace")).map_or(0, |trace| trace.len()) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    fs::rename(folder.path(at), folder.path("away")).unwrap();
    symlink(link, folder.path(at)).unwrap();
    Run::from(child.wait_with_output().unwrap())
}

#[test]
fn does_not_follow_a_directory_that_becomes_a_link() {
    for command in ["convert -i -j1", "repair -i -j1"] {
        let folder = tree();
        if !is_traced(&folder) {
            return;
        }
        if command.starts_with("repair") {
            let _ = ["outside/f", "t/sub/f"].map(|path| folder.file(path, "cafÃ©, naÃ¯ve\n"));
        }
        let before = (folder.read("outside/f"), folder.read("t/sub/f"));
        let run = swapped(&folder, command, "t/sub", "../outside").exits(2);
        run.mentions(
            "utf: t/sub/f: Changed by another program meanwhile: sub is not a directory now\n",
        );
        assert_eq!((folder.read("outside/f"), folder.read("away/f")), before);
    }
}

/// Reading does not leave the tree either.
#[test]
fn writes_no_files_from_outside_the_tree() {
    let folder = tree();
    if !is_traced(&folder) {
        return;
    }
    let run = swapped(&folder, "convert -j1 -o out/", "t/sub", "../outside").exits(2);
    run.mentions(
        "utf: t/sub/f: Changed by another program meanwhile: sub is not a directory now\n",
    );
    assert!(!folder.path("out/t").exists());
}

/// Renaming does not leave the tree either.
#[test]
fn renames_only_inside_the_tree() {
    let folder = tree();
    if !is_traced(&folder) {
        return;
    }
    let name = "e\u{301}";
    for path in ["outside", "t/sub"] {
        folder.file(&format!("{path}/{name}"), "");
    }
    let command = "convert --names -i --normalize nfc";
    let run = swapped(&folder, command, "t/sub", "../outside").exits(2);
    run.mentions(": Changed by another program meanwhile: sub is not a directory now\n");
    for path in ["outside", "away"] {
        assert!(folder.path(&format!("{path}/{name}")).exists(), "{path}");
    }
}

/// If a file becomes a link, the link is not followed.
#[test]
fn a_file_that_becomes_a_link_is_unchanged() {
    let folder = tree();
    if !is_traced(&folder) {
        return;
    }
    fs::rename(folder.path("t/sub/f"), folder.path("t/f")).unwrap();
    // The list is read and then sorted. The file is opened a moment later.
    folder.file("trace", "");
    let delay = "inject=getdents64:delay_exit=400000:when=2";
    let utf = exe();
    let line = format!(
        "(sleep 0.2; mv t/f away; ln -s ../outside/f t/f) & \
         strace -f -qq -o trace -e trace=getdents64 -e {delay} '{utf}' convert -i -j1 t"
    );
    let run = folder.shell(&line).exits(1);
    run.mentions("utf: t/f: left unchanged: a symbolic link\n");
    assert_eq!(folder.read("outside/f"), utf16("o"));
}

/// Files of version control are not changed, unless they are named.
#[test]
fn repositories_are_unchanged() {
    let folder = Folder::new();
    for name in [".git/hooks", ".hg", "sub/.svn", ".hidden"] {
        fs::create_dir_all(folder.path("t").join(name)).unwrap();
        folder.file(&format!("t/{name}/a"), "a\n");
    }
    let convert = |path| folder.run(&["convert", "-i", "--hidden", "--eol", "crlf", path]).exits(0);
    convert("t").says("");
    assert_eq!(folder.read("t/.hidden/a"), b"a\r\n");
    for name in [".git/hooks", ".hg", "sub/.svn"] {
        assert_eq!(folder.read(&format!("t/{name}/a")), b"a\n");
    }
    folder.run(&["check", "--hidden", "t"]).exits(0).shows("4 files");
    folder.run(&["count", "-l", "--hidden", "t"]).exits(0).shows("t/.git/hooks/a");
    convert("t/.git").says("");
    assert_eq!(folder.read("t/.git/hooks/a"), b"a\r\n");
}

/// A link does not lead there either, even if links are followed or the link is named.
#[test]
fn no_link_leads_into_a_repository() {
    let folder = Folder::new();
    for path in ["t/.git/hooks", "t/sub"] {
        fs::create_dir_all(folder.path(path)).unwrap();
    }
    for path in ["t/.git/config", "t/.git/hooks/a", "t/sub/a"] {
        folder.file(path, "a\n");
    }
    for (link, leads) in [("x", ".git"), ("y", ".git/config"), ("z", "sub")] {
        symlink(leads, folder.path("t").join(link)).unwrap();
    }
    let convert = ["convert", "-i", "--follow", "--eol", "crlf"];
    let run = folder.run(&[&convert[..], &["t"]].concat()).exits(0);
    run.says("utf: 1 converted, 1 reached again, 2 links not followed\n");
    for path in ["t/x", "t/y", "t/x/config"] {
        for command in [&convert[..], &["repair", "-i"], &["convert", "--names", "-i"]] {
            let run = folder.run(&[command, &[path]].concat()).exits(2);
            let why = "leads to files of version control";
            run.mentions(&format!("utf: {path}: {why} (name the target to change it)\n"));
        }
    }
    assert_eq!(folder.read("t/sub/a"), b"a\r\n");
    for path in ["t/.git/config", "t/.git/hooks/a"] {
        assert_eq!(folder.read(path), b"a\n");
    }
    folder.run(&[&convert[..], &["t/.git"]].concat()).exits(0).says("utf: 2 converted\n");
}

/// In a tree of any depth, each directory is opened only a few times: for each name once on the way
/// down, and again on the way up if there are more levels than open directories.
#[test]
fn walks_deep_trees_once() {
    const DEEP: usize = 300;
    let folder = Folder::new();
    if !is_traced(&folder) {
        return;
    }
    let mut at = folder.path("t");
    for _ in 0..DEEP {
        fs::create_dir(&at).unwrap();
        for name in ["a", "z"] {
            fs::write(at.join(name), utf16("text")).unwrap();
        }
        at.push("k");
    }
    let line = "strace -f -qq -o trace -e trace=openat";
    let run = folder.shell(&format!("{line} '{}' convert -i -j1 t", exe()));
    run.exits(0).says(&format!("utf: {} converted\n", 2 * DEEP));
    let trace = String::from_utf8(folder.read("trace")).unwrap();
    let opened = trace.lines().filter(|line| line.contains(", \"k\", ")).count();
    assert!((DEEP - 1..4 * DEEP).contains(&opened), "{opened}");
}
