//! Files that a run reaches twice: by several names, by overlapping operands and lists, or by
//! links.

use std::{
    fs,
    os::unix::fs::{MetadataExt, symlink},
    process::Command,
};

use super::utf16;
use crate::support::{Folder, is_windows};

/// Creates a tree with `t/a` and `t/sub/b`, with links to both and to the directory. Wine does not
/// show links, so they are missing there.
fn tree(text: &str) -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("t/sub")).unwrap();
    for path in ["t/a", "t/sub/b"] {
        folder.file(path, text);
    }
    if !is_windows() {
        for (link, leads) in [("t/l", "a"), ("t/m", "sub/b"), ("t/over", "sub")] {
            symlink(leads, folder.path(link)).unwrap();
        }
    }
    folder.file("list", "t/a\n./t/a\nt/sub/../a\nt/sub\nt/sub/b\n");
    folder
}

fn needs_links(arguments: &[&str]) -> bool {
    ["--follow", "t/l"].iter().any(|link| arguments.contains(link))
}

/// With `-f latin1`, each conversion would encode the text once more.
#[test]
fn a_file_that_is_reached_twice_is_changed_once() {
    let (old, new) = ("\u{E9}".repeat(2000), "\u{C3}\u{A9}".repeat(2000));
    for arguments in [
        &["--follow", "t"][..],
        &["t", "t/a", "t/sub"],
        &["t/a", "./t/a", "t/a", "t/sub/../a", "t/sub"],
        &["t", "./t", "t/."],
        &["--files-from", "list"],
        &["t/l", "t", "t/a"],
    ] {
        if is_windows() && needs_links(arguments) {
            continue;
        }
        for threads in ["-j1", "-j8"] {
            let folder = tree(&old);
            let convert = ["convert", "-i", "-f", "latin1", "--force-from", threads];
            let rehearsal = [&convert[..], &["--dry-run"], arguments].concat();
            let told = folder.run(&rehearsal).exits(0).stderr;
            let run = folder.run(&[&convert[..], arguments].concat()).exits(0);
            assert!(run.stderr.starts_with("utf: 2 converted, "), "{run:?}");
            assert!(run.stderr.contains(" reached again"), "{run:?}");
            assert_eq!(told.replace("would be converted", "converted"), run.stderr);
            for path in ["t/a", "t/sub/b"] {
                assert!(folder.read(path) == new.as_bytes(), "{arguments:?} {threads} {path}");
            }
            let is_link = |link: &&str| folder.path(link).is_symlink();
            assert!(is_windows() || ["t/l", "t/m", "t/over"].iter().all(is_link));
        }
    }
}

/// A single operand can contain a directory twice, if it is mounted in two places.
#[test]
fn a_directory_mounted_twice_is_changed_once() {
    let folder = Folder::new();
    for path in ["t/a", "t/b"] {
        fs::create_dir_all(folder.path(path)).unwrap();
    }
    folder.file("t/a/f", b"caf\xE9");
    folder.file("t/a/g", "Nicol\u{C3}\u{A1}s");
    let mount = "mount --bind t/a t/b";
    let may = Command::new("unshare")
        .args(["-m", "sh", "-c", mount])
        .current_dir(folder.path(""))
        .output()
        .is_ok_and(|done| done.status.success());
    if !may {
        eprintln!("skipped: only root can mount a folder in two places");
        return;
    }
    let run = |command: &str| {
        folder.shell(&format!("export -f utf; unshare -m bash -c '{mount}; {command}'"))
    };
    let convert = "utf convert -i -f latin1 -g f";
    run(&format!("{convert} --dry-run t"))
        .exits(0)
        .mentions("1 would be converted, 1 reached again\n");
    run(&format!("{convert} t")).exits(0).mentions("1 converted, 1 reached again\n");
    assert_eq!(folder.read("t/a/f"), "caf\u{E9}".as_bytes());
    run("utf repair -i -g g t").exits(0).shows("1 file: 1 fix in 1 file; ");
    assert_eq!(folder.read("t/a/g"), "Nicol\u{E1}s".as_bytes());
}

/// A dry run lists each name of a file once, as the real run does.
#[test]
fn a_dry_run_lists_names_reached_twice_once() {
    let told = |rehearsal: &[&str]| {
        let folder = Folder::new();
        fs::create_dir(folder.path("h")).unwrap();
        folder.file("h/a", b"caf\xE9");
        fs::hard_link(folder.path("h/a"), folder.path("h/b")).unwrap();
        let convert = ["convert", "-i", "--break-links", "-f", "latin1"];
        let paths = ["h/a", "h/b", "h/a", "./h/b", "h"];
        folder.run(&[&convert[..], rehearsal, &paths].concat()).exits(0).stderr
    };
    assert_eq!(told(&[]), "utf: 2 converted, 4 reached again\n");
    assert_eq!(told(&["--dry-run"]), "utf: 2 would be converted, 4 reached again\n");
}

/// An unchanged file is read again, as by commands that only read.
#[test]
fn an_unchanged_file_is_read_each_time() {
    let folder = tree("text\n");
    let run = folder.run(&["convert", "-i", "t", "t/a"]).exits(0);
    run.says("utf: 0 converted, 3 already correct, 3 links not followed\n");
}

#[test]
fn a_file_that_is_reached_twice_is_repaired_once() {
    for arguments in [&["--follow", "t"][..], &["t", "t/a", "t/sub"], &["--files-from", "list"]] {
        if is_windows() && needs_links(arguments) {
            continue;
        }
        let folder = tree("Nicol\u{C3}\u{A1}s\n");
        let run = folder.run(&[&["repair", "-i", "-j8"], arguments].concat()).exits(0);
        let run = run.shows("2 files: 2 fixes in 2 files; ").shows(" reached again\n");
        assert_eq!(run.stderr, "");
        let json = [&["repair", "-i", "--format", "json"], arguments].concat();
        assert!(folder.run(&json).exits(0).text().contains("\"fixes\":0,"));
    }
}

/// Each of several names gets the converted text, no matter which thread comes first.
#[test]
fn many_names_of_a_file_are_converted_in_turn() {
    let text = utf16(&"text\n".repeat(2000));
    for _ in 0..8 {
        let folder = Folder::new();
        fs::create_dir(folder.path("h")).unwrap();
        folder.file("h/0", &text);
        for name in 1..12 {
            fs::hard_link(folder.path("h/0"), folder.path(&format!("h/{name}"))).unwrap();
        }
        let run = folder.run(&["convert", "-i", "-j8", "--break-links", "h", "h/3", "h"]).exits(0);
        run.says("utf: 12 converted, 13 reached again\n");
        for name in 0..12 {
            assert!(folder.read(&format!("h/{name}")) == "text\n".repeat(2000).as_bytes());
        }
    }
}

#[test]
fn two_names_of_a_file_are_converted_in_turn() {
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

/// Each report is so long that it waits for those before it.
#[test]
fn two_names_of_a_file_are_repaired_in_turn() {
    let folder = Folder::new();
    fs::create_dir(folder.path("h")).unwrap();
    folder.file("h/a", "Nicol\u{C3}\u{A1}s\n".repeat(10_000));
    fs::hard_link(folder.path("h/a"), folder.path("h/b")).unwrap();
    let run = folder.run(&["repair", "-i", "--break-links", "--format", "json", "h"]).exits(0);
    assert!(run.stdout.len() > 1 << 20, "{} bytes", run.stdout.len());
    for name in ["h/a", "h/b"] {
        assert!(folder.read(name) == "Nicol\u{E1}s\n".repeat(10_000).as_bytes(), "{name}");
    }
}
