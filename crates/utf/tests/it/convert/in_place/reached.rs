//! Which file a path leads to: none out of the tree, whatever has its path meanwhile, and none twice at once.

use std::{
    fs,
    os::unix::fs::{MetadataExt, symlink},
    thread,
    time::Duration,
};

use super::utf16;
use crate::support::{Folder, Run, is_traced, spawn};

/// A tree with `t/sub/f`, and a folder beside it with a file of that name.
fn tree() -> Folder {
    let folder = Folder::new();
    for (path, text) in [("outside", "o"), ("t/sub", "i")] {
        fs::create_dir_all(folder.path(path)).unwrap();
        folder.file(&format!("{path}/f"), utf16(text));
    }
    folder
}

/// Runs the command on `t`, of which the list takes long, and puts a link at `at` meanwhile.
fn swapped(folder: &Folder, command: &str, at: &str, link: &str) -> Run {
    let delay = "inject=getdents64:delay_exit=500000:when=1";
    let utf = env!("CARGO_BIN_EXE_utf");
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
fn a_folder_that_becomes_a_link_is_not_left() {
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
        run.mentions("utf: t/sub/f: Changed meanwhile by somebody else: sub is no folder now\n");
        assert_eq!((folder.read("outside/f"), folder.read("away/f")), before);
    }
}

/// Nor is it read from elsewhere.
#[test]
fn nothing_out_of_the_tree_is_written_to_a_folder() {
    let folder = tree();
    if !is_traced(&folder) {
        return;
    }
    let run = swapped(&folder, "convert -j1 -o out/", "t/sub", "../outside").exits(2);
    run.mentions("utf: t/sub/f: Changed meanwhile by somebody else: sub is no folder now\n");
    assert!(!folder.path("out/t").exists());
}

/// Nor is a name changed out of the tree.
#[test]
fn names_are_changed_in_the_tree_only() {
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
    run.mentions(": Changed meanwhile by somebody else: sub is no folder now\n");
    for path in ["outside", "away"] {
        assert!(folder.path(&format!("{path}/{name}")).exists(), "{path}");
    }
}

/// Where a file itself becomes a link, that is not followed.
#[test]
fn a_file_that_becomes_a_link_is_left_alone() {
    let folder = tree();
    if !is_traced(&folder) {
        return;
    }
    fs::rename(folder.path("t/sub/f"), folder.path("t/f")).unwrap();
    // The list is read when it is sorted; the file is opened a moment later, when it was asked for.
    folder.file("trace", "");
    let delay = "inject=getdents64:delay_exit=400000:when=2";
    let utf = env!("CARGO_BIN_EXE_utf");
    let line = format!(
        "(sleep 0.2; mv t/f away; ln -s ../outside/f t/f) & \
         strace -f -qq -o trace -e trace=getdents64 -e {delay} '{utf}' convert -i -j1 t"
    );
    let run = folder.shell(&line).exits(1);
    run.mentions("utf: t/f: left alone: a symbolic link\n");
    assert_eq!(folder.read("outside/f"), utf16("o"));
}

/// What programs of version control keep is not changed, unless it is named.
#[test]
fn repositories_are_left_alone() {
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

#[test]
fn two_names_of_a_file_are_done_one_after_the_other() {
    let text = utf16(&"text\n".repeat(20_000));
    for _ in 0..4 {
        let folder = Folder::new();
        fs::create_dir(folder.path("h")).unwrap();
        folder.file("h/a", &text);
        fs::hard_link(folder.path("h/a"), folder.path("h/b")).unwrap();
        let run = folder.run(&["convert", "-i", "--break-links", "h"]).exits(0);
        run.says("utf: 2 converted\n");
        let inode = |name| fs::metadata(folder.path(name)).unwrap().ino();
        assert!(inode("h/a") != inode("h/b"));
        for name in ["h/a", "h/b"] {
            assert!(folder.read(name) == "text\n".repeat(20_000).as_bytes());
        }
    }
}

/// Also where each has so much to tell that it waits until those before it are told.
#[test]
fn two_names_of_a_file_that_is_repaired() {
    let folder = Folder::new();
    fs::create_dir(folder.path("h")).unwrap();
    folder.file("h/a", "Nicol\u{C3}\u{A1}s\n".repeat(10_000));
    fs::hard_link(folder.path("h/a"), folder.path("h/b")).unwrap();
    let run = folder.run(&["repair", "-i", "--break-links", "h"]).exits(0);
    assert!(run.stdout.len() > 1 << 20, "{} octets", run.stdout.len());
    for name in ["h/a", "h/b"] {
        assert!(folder.read(name) == "Nicol\u{E1}s\n".repeat(10_000).as_bytes(), "{name}");
    }
}

#[test]
fn a_file_that_is_reached_twice_is_changed_once() {
    for arguments in [&["--follow", "h"][..], &["h", "h/a"], &["h/a", "h/a"], &["h", "h"]] {
        let folder = Folder::new();
        fs::create_dir(folder.path("h")).unwrap();
        folder.file("h/a", utf16(&"text\n".repeat(20_000)));
        let is_link = arguments[0] == "--follow";
        if is_link {
            symlink("a", folder.path("h/b")).unwrap();
        }
        let run = folder.run(&[&["convert", "-i"], arguments].concat()).exits(0);
        run.says("utf: 1 converted, 1 right already\n");
        assert_eq!(folder.path("h/b").is_symlink(), is_link);
    }
}
