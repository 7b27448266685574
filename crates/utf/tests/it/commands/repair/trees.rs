//! `-o DIR/`, and patches of several files.

use std::fs;

use crate::support::Folder;

const BROKEN: &[u8] = b"Nicol\xC3\x83\xC2\xA1s\n";
const FIXED: &[u8] = b"Nicol\xC3\xA1s\n";

/// A tree with two files to fix, a correct one, and an image.
fn tree() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("tree/a", BROKEN);
    folder.file("tree/sub/b", [BROKEN, b"end\n"].concat());
    folder.file("tree/sub/right", "right");
    folder.file("tree/z", b"\x89PNG\0\0");
    folder
}

#[test]
fn writes_a_tree_next_to_the_old_one() {
    let folder = tree();
    folder.file("alone", BROKEN);
    let run = folder.run(&["repair", "-o", "out/", "tree", "alone"]).exits(0);
    let run = run.mentions("utf: 1 file was not written to out/ (see above)\n");
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("tree/z: note: binary"), "{text}");
    assert!(text.ends_with("4 files: 3 fixes in 3 files; 1 binary, not repaired\n"), "{text}");
    assert_eq!(folder.read("out/tree/a"), FIXED);
    assert_eq!(folder.read("out/tree/sub/b"), [FIXED, b"end\n"].concat());
    assert_eq!(folder.read("out/tree/sub/right"), b"right");
    assert_eq!(folder.read("out/alone"), FIXED);
    assert!(!folder.path("out/tree/z").exists());
    assert_eq!((folder.read("tree/a"), folder.read("alone")), (BROKEN.into(), BROKEN.into()));
    // Again, with the contents of a directory, into an existing one.
    folder.run(&["repair", "-q", "-o", "out", "tree/."]).exits(0);
    assert_eq!(folder.read("out/sub/b"), [FIXED, b"end\n"].concat());
}

#[test]
fn rejects_an_output_inside_the_input() {
    let folder = tree();
    for out in ["tree", "tree/sub", "tree/new/"] {
        folder.run(&["repair", "-o", out, "tree"]).exits(2).mentions("is inside the input tree");
    }
    folder.run(&["repair", "-o", "tree/", "tree/a"]).exits(2).mentions("(use `-i` to replace it)");
    folder.pipe(&["repair", "-o", "/"], b"text").exits(2).mentions("does not have a file name");
    folder.run(&["repair", "-o", "one", "tree/a", "tree/z"]).exits(2).mentions("add `/`");
    folder.run(&["repair", "-z", "-o", "out/", "tree"]).exits(2).mentions("-o to a directory");
    assert_eq!(folder.read("tree/a"), BROKEN);
    assert!(!folder.path("tree/new").exists());
}

#[test]
fn one_patch_undoes_a_tree() {
    let folder = tree();
    folder.run(&["repair", "-q", "-i", "--patch", "tree/p", "tree"]).exits(0);
    assert_eq!(folder.read("tree/a"), FIXED);
    let patch = String::from_utf8(folder.read("tree/p")).unwrap();
    assert_eq!(patch.lines().count(), 6, "{patch}");
    // A second run leaves the patch alone.
    let run = folder.run(&["repair", "-q", "-i", "--patch", "q", "tree"]).exits(0);
    run.mentions("tree/p: left unchanged: a patch of `utf repair`").says_lines(1);
    assert!(!folder.path("q").exists());
    let run = folder.run(&["undo", "-i", "tree/p"]).exits(0);
    run.says("utf: tree/a: restored\nutf: tree/sub/b: restored\nutf: 2 files restored\n");
    assert_eq!(folder.read("tree/a"), BROKEN);
    assert_eq!(folder.read("tree/sub/b"), [BROKEN, b"end\n"].concat());
    let run = folder.run(&["undo", "-i", "tree/p"]).exits(0);
    run.says("utf: 0 files restored, 2 already as before the repair\n");
}

#[test]
fn a_patch_of_several_files_restores_one() {
    let folder = tree();
    folder.run(&["repair", "-q", "-i", "--patch", "p", "tree"]).exits(0);
    folder.run(&["undo", "-i", "p", "tree/z"]).exits(2).mentions("not a file of the patch p");
    folder.run(&["undo", "p", "-o", "back"]).exits(2).mentions("only one file");
    folder.run(&["undo", "p", "-o", "back", "tree/sub/b"]).exits(0);
    assert_eq!(folder.read("back"), [BROKEN, b"end\n"].concat());
    folder.run(&["undo", "-i", "p", "./tree/a"]).exits(0);
    assert_eq!(folder.read("tree/a"), BROKEN);
    assert_eq!(folder.read("tree/sub/b"), [FIXED, b"end\n"].concat());
    // A file that has changed stays, and the others are restored.
    folder.file("tree/a", FIXED);
    folder.file("tree/sub/b", "new");
    let run = folder.run(&["undo", "-i", "p"]).exits(2);
    let run = run.mentions("tree/sub/b: not the result of the changes");
    run.mentions("utf: 1 file restored, 1 not restored\n");
    assert_eq!((folder.read("tree/a"), folder.read("tree/sub/b")), (BROKEN.into(), b"new".into()));
}

/// A run that was killed leaves a patch without an end. The changes in it were made.
#[test]
fn the_patch_of_a_killed_run_undoes_what_was_done() {
    let folder = tree();
    folder.run(&["repair", "-q", "-i", "--patch", "p", "tree"]).exits(0);
    let patch = folder.read("p");
    let second = patch.windows(15).rposition(|part| part == b"{\"type\":\"patch\"").unwrap();
    for end in second + 1..patch.len() - 1 {
        if end % 7 > 0 && end < patch.len() - 2 {
            continue;
        }
        folder.file("tree/a", FIXED);
        folder.file("q", &patch[..end]);
        let is_cut = end < patch.len() - 1;
        // The second file was replaced.
        let run = folder.run(&["undo", "-i", "q"]).exits(is_cut.into());
        assert_eq!(folder.read("tree/a"), BROKEN, "{end}");
        if is_cut {
            run.mentions("the last changes are not complete").mentions("may have been replaced");
        }
    }
}

/// The run may have been killed before it replaced the last file.
#[test]
fn a_cut_patch_says_whether_its_last_file_was_replaced() {
    let folder = tree();
    let original = folder.read("tree/sub/b");
    folder.run(&["repair", "-q", "-i", "--patch", "p", "tree"]).exits(0);
    let patch = String::from_utf8(folder.read("p")).unwrap();
    let lines: Vec<_> = patch.split_inclusive('\n').collect();
    folder.file("q", lines[..5].concat());
    let run = folder.run(&["undo", "-i", "q"]).exits(1);
    run.mentions("tree/sub/b may have been replaced: the patch is cut");
    folder.file("tree/sub/b", original);
    let run = folder.run(&["undo", "-i", "q"]).exits(0);
    run.mentions("the last changes are not complete, and their file was not replaced");
    // Without a change, nothing is certain.
    folder.file("q", lines[..4].concat());
    folder.run(&["undo", "-i", "q"]).exits(1).mentions("may have been replaced");
    // Other files are not concerned.
    folder.file("tree/a", FIXED);
    folder.run(&["undo", "-i", "q", "tree/a"]).exits(0).says("utf: tree/a: restored\n");
}

/// `undo` replaces a file as `-i` does.
#[test]
fn undo_leaves_links_and_read_only_files() {
    let folder = tree();
    folder.run(&["repair", "-q", "-i", "--patch", "p", "tree"]).exits(0);
    fs::hard_link(folder.path("tree/a"), folder.path("other")).unwrap();
    let run = folder.run(&["undo", "-i", "p"]).exits(1);
    let run = run.mentions("utf: tree/a: left unchanged: it has 2 names (hard links)");
    run.mentions("utf: 1 file restored, 1 not restored\n");
    assert_eq!(folder.read("tree/a"), FIXED);
    folder.run(&["undo", "-i", "p", "--break-links", "tree/a"]).exits(0);
    assert_eq!((folder.read("tree/a"), folder.read("other")), (BROKEN.into(), FIXED.into()));
    folder.file("tree/a", FIXED);
    let path = folder.path("tree/a");
    let mut mode = path.metadata().unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(&path, mode).unwrap();
    let run = folder.run(&["undo", "-i", "p", "tree/a"]).exits(1);
    run.says("utf: tree/a: left unchanged: read-only: use --force\n");
    assert_eq!(folder.read("tree/a"), FIXED);
    folder.run(&["undo", "-i", "p", "--force", "tree/a"]).exits(0);
    assert_eq!(folder.read("tree/a"), BROKEN);
}

/// The patch has no changes of files that could not be replaced.
#[test]
fn a_patch_skips_files_that_were_not_replaced() {
    let folder = tree();
    fs::hard_link(folder.path("tree/a"), folder.path("tree/other")).unwrap();
    folder.run(&["repair", "-q", "-i", "--patch", "p", "tree"]).exits(1).mentions("hard links");
    let run = folder.run(&["undo", "-i", "p"]).exits(0);
    run.says("utf: tree/sub/b: restored\n");
}

#[test]
fn the_patch_is_outside_of_the_output_directory() {
    let folder = tree();
    let run = folder.run(&["repair", "-o", "out/", "--patch", "out/p", "tree"]).exits(2);
    run.mentions("out/p: it is inside the output directory");
    folder.run(&["repair", "-q", "-o", "out/", "--patch", "p", "tree"]).exits(0);
    folder.run(&["undo", "-q", "-i", "p"]).exits(0);
    assert_eq!(folder.read("out/tree/a"), BROKEN);
    folder.file("full", "text");
    folder.run(&["repair", "-i", "--patch", "full", "tree"]).exits(2).mentions("already exists");
    assert_eq!(folder.read("tree/a"), BROKEN);
}
