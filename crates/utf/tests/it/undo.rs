//! `utf undo`: patches, lists of renamed files, and backups.

use std::fs;

use crate::support::Folder;

const BROKEN: &str = "NicolÃ¡s and AndrÃ©\n";
const FIXED: &str = "Nicolás and André\n";

/// Returns a directory with a repaired file, its patch, a renamed file, its list, and a converted
/// file with its backup.
fn changed() -> Folder {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(0);
    fs::create_dir(folder.path("d")).unwrap();
    folder.file("d/cafe\u{301}", "name");
    folder.shell("utf names --normalize nfc -i d >list").exits(0);
    folder.file("b", b"caf\xE9\n");
    folder.run(&["convert", "-q", "-i.bak", "-f", "latin1", "b"]).exits(0);
    folder
}

/// One command undoes all of them. Without `-i`, it changes nothing.
#[test]
fn undoes_everything_that_it_recognizes() {
    let folder = changed();
    let run = folder.run(&["undo", "p", "list", "b.bak"]).exits(0);
    run.prints(
        "a: would be restored\nd/caf\u{E9} -> cafe\u{301}\nb: would be restored from b.bak\n",
    )
    .says("utf: list: 1 name would be restored\nutf: nothing was changed (use -i)\n");
    assert_eq!((folder.read("a"), folder.read("b")), (FIXED.into(), "caf\u{E9}\n".into()));
    assert!(folder.path("d/caf\u{E9}").exists());
    let run = folder.run(&["undo", "-i", "p", "list", "b.bak"]).exits(0).prints("");
    run.says(
        "utf: a: restored\nutf: list: 1 name restored\n\
         utf: b: restored; b.bak has the text that it had\n",
    );
    assert_eq!((folder.read("a"), folder.read("b")), (BROKEN.into(), b"caf\xE9\n".to_vec()));
    assert_eq!(folder.read("b.bak"), "caf\u{E9}\n".as_bytes());
    assert!(folder.path("d/cafe\u{301}").exists());
    // The same command brings the converted text back.
    folder.run(&["undo", "-q", "-i", "b.bak"]).exits(0).says("");
    assert_eq!(folder.read("b"), "caf\u{E9}\n".as_bytes());
}

/// A file that was written after its backup has work that the backup does not have.
#[test]
fn a_file_that_changed_since_its_backup_stays() {
    let folder = changed();
    folder.shell("sleep 0.05; echo more >>b").exits(0);
    let before = (folder.read("b"), folder.read("b.bak"));
    for options in [&["undo", "b.bak"][..], &["undo", "-i", "b.bak"]] {
        let run = folder.run(options).exits(1).prints("");
        run.mentions("utf: b: left unchanged: it was written after b.bak was made");
    }
    assert_eq!((folder.read("b"), folder.read("b.bak")), before);
    // A suffix that is not usual is named, as for the command that made the backup.
    folder.file("e", b"caf\xE9\n");
    folder.run(&["convert", "-q", "-i.before", "-f", "latin1", "e"]).exits(0);
    folder.run(&["undo", "e.before"]).exits(2).mentions("`-iSUFFIX` names the suffix");
    let run = folder.run(&["undo", "-i.before", "--dry-run", "e.before"]).exits(0);
    run.prints("e: would be restored from e.before\n");
    folder.run(&["undo", "-q", "-i.before", "e.before"]).exits(0);
    assert_eq!(folder.read("e"), b"caf\xE9\n");
    // The times of the file may be those of the old one.
    folder.file("c", b"caf\xE9\n");
    folder.run(&["convert", "-q", "-i~", "--keep-time", "-f", "latin1", "c"]).exits(0);
    folder.run(&["undo", "-q", "-i", "c~"]).exits(0);
    assert_eq!(folder.read("c"), b"caf\xE9\n");
}

/// Links and permissions count as with `-i` of the other commands.
#[cfg(unix)]
#[test]
fn a_backup_respects_links_and_permissions() {
    let folder = changed();
    folder.shell("ln b b2").exits(0);
    let run = folder.run(&["undo", "-i", "b.bak"]).exits(1);
    run.says("utf: b: left unchanged: it has 2 names (hard links): use --break-links\n");
    folder.shell("rm b2; chmod a-w b").exits(0);
    folder.run(&["undo", "-i", "b.bak"]).exits(1).mentions("read-only: use --force");
    assert_eq!(folder.read("b"), "caf\u{E9}\n".as_bytes());
    // A backup that is named twice is exchanged once.
    folder.run(&["undo", "-q", "-i", "--force", "b.bak", "./b.bak"]).exits(0);
    assert_eq!(folder.read("b"), b"caf\xE9\n");
}

#[test]
fn a_backup_belongs_to_one_file() {
    let folder = changed();
    folder.file("gone.bak", "x");
    let run = folder.run(&["undo", "-i", "gone.bak"]).exits(2);
    run.says(
        "utf: gone.bak: the file of this backup does not exist (`mv gone.bak gone` restores it)\n",
    );
    folder.run(&["undo", "-i", "b"]).exits(2).mentions("(its backup is b.bak)");
    folder.file("b", folder.read("b.bak"));
    folder.run(&["undo", "-i", "b.bak"]).exits(2).says("utf: b: already equals its backup\n");
    folder.run(&["undo", "-i.old", "p"]).exits(2).mentions("only backups have a suffix");
    folder.run(&["undo", "-o", "out", "b.bak"]).exits(2).mentions("the file of one patch");
}

/// All operands are examined before a list is undone.
#[test]
fn a_list_is_undone_as_a_whole() {
    let folder = changed();
    for options in [&["undo"][..], &["undo", "-i"]] {
        let run = folder.run(&[options, &["list", "d/caf\u{E9}"]].concat()).exits(2).prints("");
        run.says(
            "utf: d/caf\u{E9}: not a patch, a list of `utf names -i` or a backup \
             (`-iSUFFIX` names the suffix of a backup)\n\
             utf: nothing was changed: name only patches, lists and backups (a list is undone as a whole)\n",
        );
        assert!(folder.path("d/caf\u{E9}").exists());
    }
    folder.run(&["undo", "-i", "list", "gone.bak"]).exits(2).mentions("nothing was changed");
    assert!(folder.path("d/caf\u{E9}").exists());
    // Lists may be empty, but so may renamed files.
    folder.file("empty", "");
    folder.run(&["undo", "list", "empty"]).exits(0).mentions("empty, so there is nothing to undo");
    folder.file("d/caf\u{E9}", "");
    let run = folder.run(&["undo", "-i", "list", "d/caf\u{E9}"]).exits(2);
    run.mentions("utf: d/caf\u{E9}: a renamed file, not a list\n");
    assert!(folder.path("d/caf\u{E9}").exists());
    // With a patch, the name is that of a file to restore.
    folder.run(&["undo", "-q", "-i", "list", "p", "a"]).exits(0).says("");
    assert!(folder.path("d/cafe\u{301}").exists());
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
}

/// A name that the patch does not have may be misspelled, so nothing is changed.
#[test]
fn files_that_a_patch_does_not_have_are_errors() {
    let folder = changed();
    for name in ["1", "2", "3", "4", "5"] {
        folder.file(name, BROKEN);
    }
    folder.run(&["repair", "-q", "-i", "--patch", "q", "1", "2", "3", "4", "5"]).exits(0);
    folder.file("other", FIXED);
    let has = "(it has 1, 2, 3 and others, relative to the current directory)";
    for (operands, name) in [
        (&["q", "1", "nope"][..], "nope"),
        (&["-i", "q", "1", "nope"], "nope"),
        (&["-i", "list", "q", "1", "other"], "other"),
        (&["-i", "q", "nope"], "nope"),
        (&["-o", "-", "q", "nope"], "nope"),
    ] {
        let run = folder.run(&[&["undo"], operands].concat()).exits(2).prints("");
        run.says(&format!("utf: {name}: not a file of the patch q {has}\n"));
        assert_eq!(folder.read("1"), FIXED.as_bytes());
        assert!(folder.path("d/caf\u{E9}").exists());
    }
    folder.run(&["undo", "-q", "-i", "q", "1", "./2"]).exits(0).says("");
    assert_eq!((folder.read("2"), folder.read("3")), (BROKEN.into(), FIXED.into()));
    // The names of two files fit a message.
    folder.file("1", BROKEN);
    folder.file("2", BROKEN);
    folder.run(&["repair", "-q", "-i", "--patch", "two", "1", "2"]).exits(0);
    let run = folder.run(&["undo", "two", "nope"]).exits(2);
    run.mentions("(it has 1 and 2, relative to the current directory)");
    // The only file of a patch may have another name.
    folder.run(&["undo", "-q", "-i", "p", "other"]).exits(0).says("");
    assert_eq!(folder.read("other"), BROKEN.as_bytes());
}

/// `-i` is advice only if it would change something.
#[test]
fn advises_to_pass_in_place_only_if_that_helps() {
    let folder = changed();
    folder.file("empty", "");
    let run = folder.run(&["undo", "nope.bak"]).exits(2);
    run.says("utf: nope.bak: No such file or directory\nutf: nothing was changed\n");
    folder.run(&["undo", "empty"]).exits(0).mentions("utf: nothing was changed\n");
    let run = folder.run(&["undo", "nope.bak", "b.bak"]).exits(2);
    run.mentions("utf: nothing was changed (use -i)\n");
    folder.run(&["undo", "-q", "-i", "p"]).exits(0).says("");
    folder.run(&["undo", "p"]).exits(2).mentions("utf: nothing was changed\n");
}

/// A message about another file names its kind, without the words of a parser.
#[test]
fn a_file_that_is_not_a_record_is_named() {
    let folder = changed();
    folder.shell("utf names --normalize nfd d >preview; utf repair --format json b.bak >report");
    folder.file("empty", "");
    for (name, words) in [
        ("preview", "a preview of `utf names`, which renamed nothing"),
        ("report", "a report, not a patch"),
        ("d", "a directory, not a record of changes"),
        ("a", "not a patch, a list of `utf names -i` or a backup"),
    ] {
        let run = folder.run(&["undo", "-i", name]).exits(2).prints("").says_lines(1);
        run.mentions(&format!("utf: {name}: {words} ("));
    }
    folder.run(&["undo", "none"]).exits(2).mentions("none: No such file");
    let run = folder.run(&["undo", "-i", "empty"]).exits(0);
    run.says("utf: empty: empty, so there is nothing to undo\n");
    folder.run(&["undo"]).exits(2).mentions("<FILE>");
    folder.file("other", folder.read("p"));
    folder.run(&["undo", "p", "other", "a"]).exits(2).mentions("a: not a patch, and there are 2");
}

/// The old spellings work for one more release.
#[test]
fn old_spellings_are_aliases() {
    let folder = changed();
    folder.run(&["names", "--undo", "list"]).exits(0).prints("d/caf\u{E9} -> cafe\u{301}\n");
    folder.run(&["convert", "--undo-names=list", "-i"]).exits(0);
    assert!(folder.path("d/cafe\u{301}").exists());
    folder.run(&["repair", "--undo", "p"]).exits(0).prints("").says("utf: a: restored\n");
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
    folder.file("a", FIXED);
    folder.run(&["repair", "--undo", "p", "-o", "-", "a"]).exits(0).prints(BROKEN);
    folder.run(&["repair", "--undo", "p", "--force", "a"]).exits(0).says("utf: a: restored\n");
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
    // No message names an old spelling.
    for command in ["convert", "names", "repair"] {
        let help = folder.run(&[command, "--help"]).exits(0);
        assert!(!help.text().contains("--undo"), "{command}");
    }
}
