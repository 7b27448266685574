//! Files, directories and stdin: files that cannot be read are reported, and the others are
//! checked.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
};

use crate::support::{Folder, is_windows};

/// Returns the paths with findings, in order and without duplicates.
fn places(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let run = folder.run(&[&["check", "-l"], arguments].concat());
    run.text().lines().map(ToOwned::to_owned).collect()
}

/// Creates a directory with a tree of ill-formed files.
fn tree() -> Folder {
    let folder = Folder::new();
    for path in ["tree/b", "tree/.hidden", "tree/a/z", "tree/a.txt", "tree/skipped.log"] {
        let path = folder.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, b"\xFF").unwrap();
    }
    folder.file("tree/.ignore", "*.log\n");
    folder.file("tree/image", b"\x89PNG\0\xFF");
    folder
}

#[test]
fn directories_are_read_in_path_order() {
    let folder = tree();
    let expected = ["tree/a/z", "tree/a.txt", "tree/b"];
    assert_eq!(places(&folder, &["tree"]), expected);
    assert_eq!(places(&folder, &["tree/"]), expected);
    let hidden = ["tree/.hidden", "tree/a/z", "tree/a.txt", "tree/b"];
    assert_eq!(places(&folder, &["--hidden", "tree"]), hidden);
    let all = ["tree/a/z", "tree/a.txt", "tree/b", "tree/skipped.log"];
    assert_eq!(places(&folder, &["--no-ignore", "tree"]), all);
    let run = folder.run(&["check", "tree"]).exits(1).says("");
    let skipped =
        "2 hidden entries skipped (see --hidden); 1 ignored entry skipped (see --no-ignore)";
    run.shows(&format!(": 3 ill-formed sequences in 3 files; 1 binary, not checked; {skipped}\n"));
    folder.run(&["audit", "tree"]).shows(&format!("; {skipped}\n"));
    folder.run(&["detect", "--summary", "tree"]).shows(&format!("; {skipped}\n"));
    // Files that the user's own selection leaves out are not counted, and the data of version
    // control is not counted, either.
    folder.run(&["check", "-g", "*.txt", "tree"]).exits(1).shows(" in 1 file\n");
    fs::create_dir(folder.path("tree/.git")).unwrap();
    let run = folder.run(&["check", "--no-ignore", "tree"]).exits(1);
    run.shows("; 2 hidden entries skipped (see --hidden)\n");
    // A file that is named explicitly is read.
    folder.run(&["check", "tree/image"]).exits(1).shows("2 ill-formed sequences in 1 file;");
}

/// The errors of a binary file mean nothing to people. `check` and `repair` say the same about it,
/// and the next step of each works.
#[test]
fn a_named_binary_file_has_a_short_report() {
    let folder = Folder::new();
    folder.file("data", b"\0\0\0\xFF\xC3\x80\0\0A".repeat(300));
    let run = folder.run(&["check", "data"]).exits(1);
    let run = run.shows("data: note: binary data: name its encoding with `-f` if it is text\n");
    assert_eq!(run.text().lines().count(), 2, "{run:?}");
    folder.run(&["check", "--max-findings", "2", "data"]).exits(1).shows("error[");
    folder.run(&["check", "-f", "latin1", "data"]).exits(0);
    folder.run(&["repair", "data"]).exits(1).shows("binary: contains NUL (`-a` treats it as text)");
    // Text with a NUL is binary to `repair`, too, unless it gets `-a`.
    let line = "Größe der Straße, Müller kam früh nach Hause.\n".repeat(20);
    folder.file("text", [line.as_bytes(), b"Gr\xF6\xDFe\0\n", line.as_bytes()].concat());
    folder.run(&["check", "text"]).exits(1).shows("`utf repair -a text` shows what it fixes");
    folder.run(&["repair", "text"]).exits(1).shows("`utf repair -a text` shows what it fixes");
    folder.run(&["repair", "-a", "text"]).exits(1).shows("2 ill-formed");
}

#[test]
fn gitignore_in_a_repository() {
    let folder = tree();
    fs::create_dir(folder.path("tree/.git")).unwrap();
    folder.file("tree/.gitignore", "a/\n");
    assert_eq!(places(&folder, &["tree"]), ["tree/a.txt", "tree/b"]);
}

#[test]
fn skips_links_and_special_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    symlink("..", folder.path("tree/loop")).unwrap();
    symlink("nowhere", folder.path("tree/dangling")).unwrap();
    folder.shell("mkfifo tree/fifo").exits(0);
    let message =
        "0 files, 0 bytes, 0 characters; 2 links not followed; 1 pipe, socket or device\n";
    // A directory without regular files is a failure.
    folder.file("text", "");
    let message = message
        .replace("0 files, 0 bytes, 0 characters", "1 file, 0 bytes, 0 characters: well-formed");
    folder.run(&["check", "tree", "text"]).exits(0).prints(message).says("");
    let dangling = folder.run(&["check", "tree/dangling"]).exits(2);
    dangling.says("utf: tree/dangling: No such file or directory\n");
}

/// In UTF-16, a byte 00 is not a NUL.
#[test]
fn binary_depends_on_the_encoding() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    folder.file("tree/text", b"a\0\x00\xD8");
    folder.file("tree/signed", b"\xFF\xFEa\0");
    folder.file("tree/zero", b"a\0\0\0");
    let auto = folder.run(&["check", "tree"]).exits(0);
    auto.shows("1 file, 4 bytes, 1 character: well-formed; 2 binary, not checked\n");
    let known = folder.run(&["check", "-f", "utf-16le", "tree"]).exits(1);
    known.shows("1 ill-formed sequence in 1 file; 1 binary, not checked\n");
}

#[test]
fn continues_after_a_failure() {
    let folder = Folder::new();
    folder.file("a", b"\xFF");
    let run = folder.run(&["check", "-c", "missing", "a", "/proc/self/mem", "a"]).exits(2);
    run.prints("a:1\na:1\n")
        .says("utf: missing: No such file or directory\nutf: /proc/self/mem: Input/output error\n");
    let run = folder.run(&["check", "missing", "a"]).exits(2);
    run.shows("1 file, 1 byte, 0 characters: 1 ill-formed sequence in 1 file; 1 does not exist\n");
    // Exit status 2 takes precedence, even if nothing is printed.
    folder.run(&["check", "-q", "a", "missing"]).exits(2).mentions("missing");
}

/// The summary distinguishes files that do not exist from files that could not be read.
#[test]
fn counts_missing_files() {
    let folder = Folder::new();
    let run = folder.run(&["check", "none", "/proc/self/mem", "nor this"]).exits(2);
    run.prints("0 files, 0 bytes, 0 characters; 2 do not exist; 1 not read to the end\n");
    folder.run(&["audit", "none"]).exits(2).shows("0 notes; 1 does not exist\n");
    folder.run(&["repair", "none"]).exits(2).prints("0 files; 1 does not exist\n");
}

#[test]
fn reports_unreadable_files() {
    let folder = tree();
    for path in ["tree/a", "tree/b"] {
        fs::set_permissions(folder.path(path), fs::Permissions::from_mode(0o000)).unwrap();
    }
    if let Some(run) = folder.run_as_nobody(&["check", "-l", "tree"]) {
        let run = run.exits(2).prints("tree/a.txt\n");
        let run = run.mentions("utf: tree/a: Permission denied\n");
        run.mentions("utf: tree/b: Permission denied\n");
    }
    fs::set_permissions(folder.path("tree/a"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn messages_come_after_earlier_findings() {
    let folder = Folder::new();
    folder.file("a", b"\xFF");
    let run = folder.shell("utf check a missing a 2>&1").exits(2);
    let at = |text: &str| run.text().find(text).unwrap();
    assert!(at(" --> a:1:1") < at("utf: missing"));
    assert!(run.text().rfind(" --> a:1:1").unwrap() > at("utf: missing"));
}

#[test]
fn reads_stdin_under_its_names() {
    let folder = Folder::new();
    folder.pipe(&["check", "-c", "-"], b"\xFF").exits(1).prints("<stdin>:1\n");
    folder.pipe(&["check", "-l"], b"\xFF").exits(1).prints("<stdin>\n");
    if !is_windows() {
        folder.pipe(&["check", "-c", "/dev/stdin"], b"\xFF").exits(1).prints("/dev/stdin:1\n");
    }
    folder.pipe(&["check", "-c", "-", "-"], b"\xFF").exits(1).prints("<stdin>:1\n<stdin>:0\n");
    folder.file("-", "");
    folder.pipe(&["check", "-c", "./-", "-"], b"\xFF").exits(1).prints("./-:0\n<stdin>:1\n");
}

/// If nothing was checked, success would be wrong.
#[test]
fn a_directory_without_files_is_a_failure() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("empty/sub")).unwrap();
    fs::create_dir(folder.path("full")).unwrap();
    folder.file("full/a", "text\n");
    let says = |name: &str| {
        format!(
            "utf: {name}: no file matched (hidden and ignored files are skipped, unless `--hidden` and `--no-ignore` are given)\n"
        )
    };
    for command in [&["check"][..], &["check", "-q"], &["audit"], &["repair"], &["convert", "-i"]] {
        let run = folder.run(&[command, &["empty"]].concat()).exits(2);
        run.mentions(&says("empty"));
        folder.run(&[command, &["empty", "full"]].concat()).exits(0);
    }
    folder.run(&["search", "t", "empty"]).exits(2).says(&says("empty"));
    folder.run(&["count", "empty", "empty/sub"]).exits(2).says(&says("empty"));
    folder.run(&["check", "-g", "*.xyz", "full"]).exits(2).mentions(&says("full"));
    folder.run(&["check", "-g", "*.xyz", "full/a"]).exits(0);
    folder.file("empty/.hidden", "text\n");
    folder.run(&["check", "empty"]).exits(2).mentions(&says("empty"));
    folder.run(&["check", "--hidden", "empty"]).exits(0).says("");
}
