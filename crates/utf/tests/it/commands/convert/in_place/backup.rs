//! `-i.bak` keeps the old file under another name.

use std::fs;

use super::{identity, utf16};
use crate::support::Folder;

#[test]
fn the_backup_is_the_old_file_itself() {
    let folder = Folder::new();
    let (inode, ..) = identity(&folder.file("a", utf16("text")));
    folder.file("right", "right");
    folder.run(&["convert", "-i.bak", "a", "right"]).exits(0);
    assert_eq!(folder.read("a"), b"text");
    assert_eq!(folder.read("a.bak"), utf16("text"));
    assert_eq!(identity(&folder.path("a.bak")).0, inode);
    assert_eq!(folder.names(), ["a", "a.bak", "right"]);
}

#[test]
fn accepts_suffixes_like_sed() {
    for (option, backup) in [("-i~", "a~"), ("--in-place=.orig", "a.orig"), ("-i=x", "ax")] {
        let folder = Folder::new();
        folder.file("a", utf16("text"));
        folder.run(&["convert", option, "a"]).exits(0);
        assert_eq!(folder.names(), ["a", backup]);
    }
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    // Not a suffix, but another flag.
    folder.run(&["convert", "-iq", "a"]).exits(0);
    assert_eq!(folder.names(), ["a"]);
    folder.run(&["convert", "-i/b", "a"]).exits(2).mentions("is not a suffix of a name");
}

/// A suffix after a space would be a path, and the old text would be lost.
#[test]
fn a_suffix_after_a_space_changes_nothing() {
    for command in ["convert", "repair"] {
        for suffix in [".bak", ".orig", "~", ".BAK", ".old2"] {
            let folder = Folder::new();
            let text = utf16("\u{FEFF}caf\u{C3}\u{A9} ferm\u{C3}\u{A9}");
            folder.file("a", &text);
            for operands in [[suffix, "a"], ["a", suffix]] {
                let run = folder.run(&[command, "-i", operands[0], operands[1]]).exits(2);
                run.mentions(&format!("use `-i{suffix}`, without a space"));
                assert_eq!(folder.read("a"), text);
            }
            // A file with this name is one.
            folder.file(suffix, &text);
            let run = folder.run(&[command, "-i", suffix, "a"]);
            assert!(run.status < Some(2) && folder.read("a") != text, "{run:?}");
        }
    }
}

/// A suffix may begin with another sign, and a directory may be before it.
#[test]
fn any_suffix_after_a_space_changes_nothing() {
    for (suffix, meant) in [("_old", "-i_old"), ("./.bak", "-i.bak"), ("+1", "-i+1")] {
        let folder = Folder::new();
        folder.file("a", b"\xFF\xFEa\0");
        let run = folder.run(&["convert", "-i", suffix, "a"]).exits(2);
        run.mentions("so it seems to be a suffix").mentions(&format!("use `{meant}`"));
        assert_eq!(folder.read("a"), b"\xFF\xFEa\0");
    }
}

#[test]
fn no_backup_is_overwritten() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    folder.file("a.bak", "precious");
    let run = folder.run(&["convert", "-i.bak", "a"]).exits(1);
    run.says("utf: a: left unchanged: its backup a.bak already exists: use another suffix, or move the backup\n");
    assert_eq!(folder.read("a"), utf16("text"));
    assert_eq!(folder.read("a.bak"), b"precious");
}

/// A run that was killed between the backup and the rename is completed by the next one.
#[test]
fn accepts_a_backup_that_is_the_file_itself() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    fs::hard_link(folder.path("a"), folder.path("a.bak")).unwrap();
    folder.run(&["convert", "-i.bak", "a"]).exits(0).says("");
    assert_eq!(folder.read("a"), b"text");
    assert_eq!(folder.read("a.bak"), utf16("text"));
}

/// Backups are counted, because users may have files of their own with such names.
#[test]
fn skips_backups_in_a_directory() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    folder.file("tree/a", utf16("text"));
    folder.run(&["convert", "-i.bak", "tree"]).exits(0).says("");
    let says =
        "utf: 0 converted, 1 already correct, 1 backup left unchanged (name it to change it)\n";
    folder.run(&["convert", "-i.bak", "tree"]).exits(0).says(says);
    // A later run does not change the backup either.
    folder.run(&["convert", "-i", "tree"]).exits(0).says(says);
    let run = folder.run(&["repair", "-i.bak", "tree"]).exits(0);
    let run = run.mentions("its name is that of a backup of a: name the file to change it\n");
    run.shows("; 1 file left unchanged\n");
    assert_eq!(folder.read("tree/a.bak"), utf16("text"));
    assert_eq!(fs::read_dir(folder.path("tree")).unwrap().count(), 2);
    folder.run(&["convert", "-i", "tree/a.bak"]).exits(0).says("");
    assert_eq!(folder.read("tree/a.bak"), b"text");
}

/// Any program may have made the backup. A file without its original is not a backup.
#[test]
fn skips_backups_with_common_suffixes() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    let backups = ["a.bak", "a.orig", "a.old", "a.backup", "a.save", "a~"];
    for name in backups.into_iter().chain(["a", "b.old", "a.txt"]) {
        folder.file(&format!("tree/{name}"), utf16("text"));
    }
    let run = folder.run(&["convert", "-i", "tree"]).exits(0);
    run.says("utf: 3 converted, 6 backups left unchanged (name them to change them)\n");
    for name in backups {
        assert_eq!(folder.read(&format!("tree/{name}")), utf16("text"));
    }
    assert_eq!(folder.read("tree/b.old"), b"text");
}
