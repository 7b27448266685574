//! Rule files that are not regular files: they are reported, not used, and never waited for.

use std::{fs, os::unix::fs::symlink};

use crate::commands::check::{git::gates::repository, input::tree::put};
use crate::support::{Folder, exe};

/// A pipe with the name of a rule file does not block the command.
#[test]
fn rejects_pipes_as_rule_files() {
    let Some(folder) = repository() else { return };
    folder
        .shell("mkfifo .editorconfig; mkdir inner && mkfifo inner/.gitattributes && echo >inner/a");
    let utf = |line: &str| folder.shell(&format!("export -f utf; timeout 20 bash -c 'utf {line}'"));
    let run = utf("check --editorconfig kept.txt inner").exits(2);
    run.mentions(".editorconfig: not a regular file");
    let run = utf("check --gitattributes inner").exits(2);
    run.mentions("inner/.gitattributes: not a regular file");
    folder.shell("mkfifo utf-audit.toml").exits(0);
    utf("audit kept.txt").exits(2).mentions("utf-audit.toml: not a regular file");
    utf("audit --no-config kept.txt").exits(0);
    // A dangling link is a rule file that cannot be read.
    for (name, command) in [(".editorconfig", "check --editorconfig"), ("utf-audit.toml", "audit")]
    {
        folder.shell(&format!("rm {name} && ln -s nowhere {name}")).exits(0);
        let run = utf(&format!("{command} kept.txt")).exits(2);
        run.mentions(&format!("{name}: No such file or directory"));
        folder
            .shell(&format!("rm {name} && mkdir sub && touch sub/a && ln -s sub/a {name}"))
            .exits(0);
        utf(&format!("{command} kept.txt")).exits(0);
        folder.shell("rm -r sub").exits(0);
    }
}

/// Opening a pipe would block. If ignore rules are in a pipe, the files to read are unknown.
#[test]
fn does_not_wait_for_ignore_files() {
    for name in [".gitignore", ".ignore", ".git/info/exclude"] {
        let folder = Folder::new();
        put(&folder, "a/bad", b"\xFF");
        put(&folder, "b/c/bad", b"\xFF");
        fs::create_dir_all(folder.path("b/.git/info")).unwrap();
        folder.shell(&format!("mkfifo b/{name}")).exits(0);
        let utf = exe();
        let run = |line: &str| folder.shell(&format!("timeout 20 {utf} {line}")).exits(2);
        let message = format!(
            "b/{name}: not a regular file, so it is unknown which files of its directory to read (use `--no-ignore` to read all)\n"
        );
        run("check -l .").prints("./a/bad\n").says(&format!("utf: ./{message}"));
        run("check -l b").prints("").mentions(&message);
        run("check -l a b/c a/bad").prints("a/bad\na/bad\n").mentions(&message);
        run("check --names .").prints("").mentions(&message);
        run("convert -i -f latin1 .").mentions(&message);
        assert_eq!(folder.read("b/c/bad"), b"\xFF");
        run("search --no-ignore x b; exit 2").says("");
        // Files that are named explicitly are read in any case.
        folder.run(&["check", "-l", "b/c/bad"]).exits(1);
        folder.run(&["check", "--names", "b/c/bad"]).exits(0);
    }
    // A link may lead to a device. A directory with the name of a rule file has no rules.
    let folder = Folder::new();
    put(&folder, "a/.gitignore/x", b"\xFF");
    put(&folder, "b/x", b"\xFF");
    symlink("/dev/zero", folder.path("b/.ignore")).unwrap();
    folder
        .run(&["check", "-l", "--hidden", "a", "b"])
        .exits(2)
        .prints("a/.gitignore/x\n")
        .says_lines(1);
}

/// Rules need several times their size in memory.
#[test]
fn rejects_ignore_files_that_are_too_long() {
    let folder = Folder::new();
    folder.shell("mkdir a b; echo a >a/t; echo b >b/t; truncate -s 1048577 b/.ignore").exits(0);
    let run = folder.run(&["check", "-c", "."]).exits(2);
    run.mentions(
        "b/.ignore: too long to be rules (over 1 MiB), so it is unknown which files of its directory",
    );
    folder.run(&["check", "--no-ignore", "-q", "."]).exits(0);
    folder.shell("truncate -s 1048576 b/.ignore; utf check -q a b").exits(0);
}
