//! Lists that name something other than files: as on a walk, such entries are reported and
//! unchanged.

use std::{fs, os::unix::fs::symlink};

use crate::support::{Folder, is_windows};

/// Creates a list of files, a directory, links and a pipe, as `ls` and `git ls-files` print them.
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

/// Nobody writes to the pipe, so a program that opens it waits forever.
#[test]
fn skips_and_reports_entries_that_are_not_files() {
    let folder = base();
    let list = ["--files-from", "list"];
    let run = |words: &[&str]| folder.run(&[&["check"], words, &list].concat()).exits(0);
    let check = run(&[]).shows("2 files, 4 bytes, 4 characters: well-formed; 3 links not followed");
    check.shows("; 2 pipes, sockets or devices").says("");
    let told = format!("utf: skipped, as in a directory: {COUNTED}");
    run(&["-l"]).says(&told);
    run(&["--lines"]).says(&told);
    run(&["--lines", "-q"]).says("");
    for command in ["detect", "count", "audit", "repair"] {
        let run = folder.run(&[&[command], &list[..]].concat()).exits(0);
        assert!(run.stderr == told, "{command} {run:?}");
    }
    folder.run(&["search", "a", "--files-from", "list"]).exits(0).prints("a:a\n").says(&told);
    for (options, done) in
        [(&["-i"][..], "0 converted, 2 already correct"), (&["-o", "out/"], "2 written")]
    {
        let run = folder.run(&[&["convert"], options, &list].concat()).exits(0);
        run.says(&format!("utf: {done}, {COUNTED}"));
    }
    let run = folder.run(&["repair", "-i", "--files-from", "list"]).exits(0);
    run.says(&told);
}

/// The same holds for a walk.
#[test]
fn follows_links_in_a_list_on_request() {
    let folder = base();
    let follow = ["check", "--follow", "--files-from", "list"];
    let run = folder.run(&follow).exits(2).says("utf: dangling: No such file or directory\n");
    run.shows("4 files, 8 bytes").shows("; 2 pipes, sockets or devices");
    // A slash at the end of the name means the target of the link.
    folder.file("list", "to-d/\n");
    folder.run(&["check", "--files-from", "list"]).exits(0).shows("1 file, 2 bytes");
}

/// A user who types the name of a link means its target.
#[test]
fn reads_named_links() {
    let folder = base();
    folder.run(&["check", "to-a"]).exits(0).shows("1 file, 2 bytes").says("");
    folder.run(&["check", "dangling"]).exits(2).says("utf: dangling: No such file or directory\n");
    folder.shell("echo text > pipe & utf check pipe").exits(0).shows("1 file, 5 bytes");
    folder.shell("echo text | utf check /dev/stdin").exits(0).shows("1 file, 5 bytes");
    folder.shell("echo a | utf check --files-from /dev/stdin").exits(0).shows("1 file, 2 bytes");
}

/// A joined text must not lack a part without a message, so each name is read.
#[test]
fn joins_every_name() {
    let folder = base();
    folder.file("list", "to-a\nd/b\n");
    folder.run(&["convert", "--files-from", "list"]).exits(0).prints("a\nb\n").says("");
}

/// Nobody typed these names. So binary files are as safe from changes as in a directory, even if an
/// encoding is given.
#[test]
fn a_list_does_not_change_binary_files() {
    let folder = Folder::new();
    let image = folder.file("image", b"\x89PNG\r\n\x1A\n\0\0\0\r");
    folder.file("latin", b"caf\xE9\n");
    folder.file("list", "image\nlatin\n");
    let list = ["-f", "iso-8859-1", "--files-from", "list"];
    let run = folder.run(&[&["convert", "-o", "out/"], &list[..]].concat()).exits(0);
    run.says("utf: image: not written: PNG is not text\nutf: 1 written, 1 not text: 1 file was not written to out/ (see above)\n");
    let run = folder.run(&[&["convert", "-i"], &list[..]].concat()).exits(0);
    run.says("utf: 1 converted, 1 not text\n");
    folder
        .run(&["repair", "-i", "--files-from", "list"])
        .exits(0)
        .shows("; 1 binary, not repaired\n");
    assert_eq!(fs::read(&image).unwrap(), b"\x89PNG\r\n\x1A\n\0\0\0\r");
    folder.run(&["convert", "-i", "-f", "iso-8859-1", "image"]).exits(1);
    assert_eq!(fs::read(&image).unwrap(), b"\x89PNG\r\n\x1A\n\0\0\0\r");
    // Only a user who says so wants to convert it.
    folder.run(&["convert", "-i", "--text", "-f", "iso-8859-1", "image"]).exits(0);
    assert_ne!(fs::read(&image).unwrap(), b"\x89PNG\r\n\x1A\n\0\0\0\r");
    // Commands that only read also read binary files, unless an option says otherwise.
    folder.file("image", b"\x89\0");
    folder.run(&["check", "-q", "--files-from", "list"]).exits(1);
    let skip = folder.run(&["check", "--skip-binary", "--files-from", "list"]).exits(0);
    skip.shows("; 1 binary, not checked\n");
}

/// The user runs `ls | utf convert -i.bak --files-from -` a second time.
#[test]
fn a_list_skips_backups() {
    let folder = Folder::new();
    folder.file("a", b"\xFF\xFEt\0");
    let line = "ls | grep -v list | utf convert -i.bak --files-from -";
    folder.shell(line).exits(0).says("");
    let again = folder.shell(line).exits(0);
    again.says(
        "utf: 0 converted, 1 already correct, 1 backup left unchanged (name it to change it)\n",
    );
    assert_eq!(folder.read("a.bak"), b"\xFF\xFEt\0");
}

/// The message on Windows about a name that no file can have.
const NO_NAME: &str = "Not a name that a file can have";

/// The message about a missing file includes the probable problem of the list.
#[test]
fn suggests_fixes_for_names_in_a_list() {
    let folder = Folder::new();
    folder.file("a", "a\n");
    folder.file("list", "a\r\n\"\\303\\244.txt\"\nb\n");
    let cr = "utf: a<U+000D>: No such file or directory (the lines of the list may end with CR LF: use `tr -d '\\r'` to drop the CR)\n";
    let quoted = "utf: \"\\303\\244.txt\": No such file or directory (git quotes names in lines: use `git ls-files -z` with -0)\n";
    let told = match is_windows() {
        // CR LF ends a line of a list, and no file can have the quoted name.
        true => quoted.replace('\\', "/").replace("No such file or directory", NO_NAME),
        false => format!("{cr}{quoted}"),
    };
    let told = format!("{told}utf: b: No such file or directory\n");
    for command in
        ["check", "count", "detect", "audit", "repair", "convert", "convert -i", "convert -o out/"]
    {
        let run = folder.shell(&format!("utf {command} --files-from list")).exits(2);
        assert!(run.stderr.starts_with(&told), "{command} {run:?}");
    }
}

/// If `find` found nothing, users must not treat a run without findings as a success.
#[test]
fn reports_an_empty_list() {
    let folder = Folder::new();
    folder.file("list", "\n");
    folder.file("a", "a\n");
    let told = "utf: --files-from: the list is empty\n";
    for command in [
        "check",
        "check -l",
        "check --lines",
        "count",
        "detect",
        "audit",
        "repair",
        "repair -i",
        "convert",
        "convert --dry-run",
        "convert -i",
        "convert --names",
        "convert --names -i -f latin1",
        "cat",
        "check --names",
        "check --names --format json",
    ] {
        let run = folder.shell(&format!("utf {command} --files-from list")).exits(0);
        assert!(run.stderr == told, "{command} {run:?}");
        let run = folder.shell(&format!("utf {command} --files-from list a")).exits(0);
        assert!(run.stderr == told, "{command} {run:?}");
        let run = folder.shell(&format!("utf {command} a")).exits(0);
        assert!(run.stderr.is_empty(), "{command} {run:?}");
    }
    folder.run(&["search", "a", "--files-from", "list"]).exits(1).says(told);
    folder.run(&["check", "-q", "--files-from", "list"]).exits(0).says("");
    for quiet in [&["convert", "-iq"][..], &["convert", "-q"], &["check", "--names", "-q"]] {
        folder.run(&[quiet, &["--files-from", "list"]].concat()).exits(0).says("");
    }
    // An entry that cannot be read still counts as an entry.
    for command in ["convert", "convert --names", "check --names"] {
        let run = folder.shell(&format!("utf {command} --files-from <(echo no)")).exits(2);
        assert!(!run.stderr.contains(told), "{command} {run:?}");
    }
    folder.run(&["check", "--names", "--files-from", "list", "no"]).exits(2).mentions(told);
}

/// An empty list must not replace a file with an empty file.
#[test]
fn an_empty_list_does_not_replace_a_file() {
    let folder = Folder::new();
    folder.file("list", "");
    folder.file("a", "a\n");
    folder.file("all", "all\n");
    let told = "utf: --files-from: the list is empty\nutf: all: not written\n";
    for command in ["convert", "convert -q", "convert --compress gz", "cat"] {
        for operands in ["", "a"] {
            let line = format!("utf {command} -o all --files-from list {operands}");
            let run = folder.shell(&line).exits(2);
            assert!(run.stderr == told, "{line} {run:?}");
            assert_eq!(folder.read("all"), b"all\n", "{line}");
        }
    }
    assert_eq!(folder.names(), ["a", "all", "list"]);
    // Output to a pipe is written immediately, so it cannot be taken back.
    let run = folder.run(&["cat", "-o", "-", "--files-from", "list", "a"]).exits(0);
    run.prints("a\n").mentions("the list is empty");
}

/// A list does not change the files of git, as a walk does not either.
#[test]
fn a_list_skips_files_of_git() {
    let folder = Folder::new();
    folder.shell("git init -q . && echo hello > a && git add a").exits(0);
    folder.shell("git -c user.name=x -c user.email=x@y commit -qm x").exits(0);
    let run =
        folder.shell("find . -type f -print0 | utf convert -i --bom add -0 --files-from - 2>&1");
    run.exits(0)
        .shows("1 converted, ")
        .shows(" files of version control (name them to change them)");
    folder.shell("git fsck && git log --oneline").exits(0);
    folder
        .shell("echo .git/description | utf repair -i --files-from - 2>&1")
        .exits(0)
        .shows("1 file of version control (name it to change it)");
    // A user who names the file wants to convert it.
    folder.shell("utf convert -i --bom add .git/description").exits(0);
    let signed = fs::read(folder.path(".git/description")).unwrap();
    assert!(signed.starts_with(b"\xEF\xBB\xBF"));
}

/// The link may be anywhere in the name: a directory may have become a link after the list was
/// made.
#[test]
fn a_list_does_not_follow_links_in_names() {
    let folder = Folder::new();
    for name in ["tree/sub", "other"] {
        fs::create_dir_all(folder.path(name)).unwrap();
    }
    let other = folder.file("other/a", b"caf\xE9\n");
    symlink("../other", folder.path("tree/l")).unwrap();
    folder.file("list", "l/a\n./l/a\n");
    for command in ["convert -i -f latin1", "convert -o out/ -f latin1", "repair -i", "check"] {
        let run = folder.shell(&format!("cd tree && utf {command} --files-from ../list 2>&1"));
        run.exits(0).shows("2 links not followed");
    }
    assert_eq!(fs::read(&other).unwrap(), b"caf\xE9\n");
    folder.shell("cd tree && utf convert -i -f latin1 --follow --files-from ../list").exits(0);
    assert_eq!(fs::read(&other).unwrap(), "caf\u{E9}\n".as_bytes());
    // The directories of an absolute path may be links: the author of the list wrote it on purpose.
    let run = folder.shell("echo $PWD/tree/l/a | utf check --files-from -");
    run.exits(0).shows("1 file, 6 bytes");
}

/// The names of links count. Nobody requested the names at their targets.
#[test]
fn names_in_a_list_do_not_follow_links() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree")).unwrap();
    fs::create_dir_all(folder.path("other")).unwrap();
    folder.shell("touch \"$(printf 'other/caf\\351')\"; ln -s ../other tree/link; ln -s nowhere tree/dangling").exits(0);
    let rename = "find tree -type l | utf convert --names -i -f latin1 --files-from -";
    folder.shell(rename).exits(0).prints("").says("");
    folder.shell("ls other | od -An -tx1").exits(0).prints(" 63 61 66 e9 0a\n");
    folder.shell("find tree -type l | utf check --names --files-from -").exits(0).says("");
    folder.shell("find tree -type l | utf check --names --follow --files-from -").exits(2);
}

/// Globs and types select from a list as from a directory.
#[test]
fn globs_select_from_a_list() {
    let folder = Folder::new();
    folder.file("a", b"\xFF\xFEa\0");
    folder.shell("utf convert -q -i.bak a").exits(0);
    let run = folder.shell("ls | utf convert -i -g '!*.bak' --files-from -");
    run.exits(0).says("");
    assert_eq!(fs::read(folder.path("a.bak")).unwrap(), b"\xFF\xFEa\0");
    folder.shell("ls | utf check -g '*.bak' --files-from -").exits(0).shows("1 file, 4 bytes");
    folder.shell("ls | utf check --type html --files-from -").exits(0).shows("0 files");
}

/// The files that a run with a list writes are not part of the next run.
#[test]
fn a_list_skips_files_that_it_wrote() {
    let folder = Folder::new();
    folder.file("a", "a\n");
    for _ in 0..2 {
        let run = folder.shell("find . -type f | utf convert -o out/ --files-from -");
        run.exits(0).says("");
    }
    // The same holds if the list names the directory itself, or a directory in it.
    folder.shell("mkdir out/b; echo b > out/b/b; ls -d out out/b > list").exits(0);
    folder.run(&["convert", "-o", "out/", "--files-from", "list"]).exits(0).says("");
    folder.shell("find out | sort").prints("out\nout/a\nout/b\nout/b/b\n");
}
