//! `-o DIR/` writes a tree next to the old one.

use std::{
    fs::{self, Permissions},
    io::{BufRead, BufReader, Write},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::Command,
    thread,
};

use crate::support::{Folder, is_windows, peak_memory};

#[test]
fn writes_a_tree_next_to_the_old_one() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub/deep")).unwrap();
    folder.file("tree/a", "a");
    folder.file("tree/sub/deep/b", b"\xFF\xFEb\0");
    folder.file("tree/image", b"\x89PNG\0\0");
    folder.file("alone", "alone");
    let script = folder.file("script", "#!");
    fs::set_permissions(script, Permissions::from_mode(0o755)).unwrap();
    let run =
        folder.run(&["convert", "-o", "out/", "tree", "./alone", "script"]).exits(0).prints("");
    run.mentions("utf: tree/image: not written: PNG is not text\nutf: 4 written, 1 not text: 1 file was not written to out/ (see above)\n");
    assert_eq!(folder.read("out/tree/a"), b"a");
    assert_eq!(folder.read("out/tree/sub/deep/b"), b"b");
    assert_eq!(folder.read("out/alone"), b"alone");
    let mode = folder.path("out/script").metadata().unwrap().mode();
    assert!(is_windows() || mode & 0o111 == 0o111);
    assert!(!folder.path("out/tree/image").exists());
    // Again, with only one file, into the existing directory.
    folder.run(&["convert", "-t", "utf-16be", "-o", "out", "alone"]).exits(0).says("");
    assert_eq!(folder.read("out/alone"), b"\0a\0l\0o\0n\0e");
    assert_eq!(folder.read("alone"), b"alone");
}

/// Files of an earlier run may still be there. So the message does not say which files the
/// directory lacks, but which ones were not written.
#[test]
fn counts_files_that_are_not_written() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    folder.file("tree/a", "a");
    folder.file("tree/latin", b"caf\xE9");
    folder.file("tree/old", b"old");
    let unread = folder.file("tree/unread", "unread");
    folder.run(&["convert", "-o", "out/", "tree"]).exits(1);
    fs::set_permissions(unread, Permissions::from_mode(0o000)).unwrap();
    let Some(run) = folder.run_as_nobody(&["convert", "-o", "out/", "tree"]) else { return };
    let run = run.exits(2);
    let run = run
        .mentions("utf: tree/latin: left unchanged: ")
        .mentions("utf: tree/unread: Permission denied\n");
    let counts = "2 written, 1 left unchanged, 1 failed";
    run.mentions(&format!("utf: {counts}: 2 files were not written to out/ (see above)\n"));
    assert_eq!(folder.read("out/tree/unread"), b"unread");
}

/// `-o -` is standard output, not a directory of that name.
#[test]
fn standard_output_is_not_a_directory() {
    let folder = Folder::new();
    fs::create_dir(folder.path("tree")).unwrap();
    folder.file("tree/a", "a");
    folder.run(&["convert", "-o", "-", "tree"]).exits(2).mentions("tree: Is a directory");
    assert_eq!(folder.names(), ["tree"]);
}

#[test]
fn writes_a_directory_to_the_given_path() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("tree/sub/a", "a");
    folder.shell("cd tree && utf convert -o ../out .").exits(0);
    assert_eq!(folder.read("out/sub/a"), b"a");
}

#[test]
fn rejects_an_output_inside_the_input() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("tree/a", "a");
    symlink("tree/sub", folder.path("way")).unwrap();
    for out in ["tree", "tree/", "tree/sub", "tree/new/", "tree/../tree/sub/", "way/"] {
        let run = folder.run(&["convert", "-o", out, "tree"]).exits(2);
        run.mentions("is inside the input tree").says_lines(1);
    }
    assert!(!folder.path("tree/new").exists());
    folder.run(&["convert", "-o", "tree", "tree/a"]).exits(2).mentions("(use `-i` to replace it)");
    assert_eq!(folder.read("tree/a"), b"a");
}

/// If links lead to the output, they are not followed. Otherwise each run would nest it deeper.
#[test]
fn does_not_read_the_output() {
    let folder = Folder::new();
    for made in ["t/sub", "all", "out/sub"] {
        fs::create_dir_all(folder.path(made)).unwrap();
    }
    folder.file("t/a", "a");
    folder.file("all/b", "b");
    folder.file("out/sub/old", "old");
    let links = ["../out", "../out/sub", "../out/sub/old", "../all"];
    for (name, leads) in ["l", "m", "n", "o"].iter().zip(links) {
        symlink(leads, folder.path(&format!("t/{name}"))).unwrap();
    }
    fs::rename(folder.path("out"), folder.path("all/out")).unwrap();
    symlink("all/out", folder.path("out")).unwrap();
    for _ in 0..3 {
        let run = folder.run(&["convert", "--follow", "-o", "out/", "t"]).exits(0);
        run.says("utf: 2 written, 3 links not followed\n");
        let found = folder.shell("cd all/out && find . -type f | sort").exits(0);
        found.prints("./sub/old\n./t/a\n./t/o/b\n");
    }
    // A path in it that is named is read.
    folder.run(&["convert", "-o", "out/", "out/t/o"]).exits(0).says("");
    assert_eq!(folder.read("out/o/b"), b"b");
}

/// Also if the output is mounted inside the input, or a directory above it is, as in containers.
/// Paths do not show that.
#[test]
fn does_not_read_the_output_by_another_path() {
    let folder = Folder::new();
    for made in ["src/out/old", "src/sub", "out"] {
        fs::create_dir_all(folder.path(made)).unwrap();
    }
    folder.file("src/a", "a");
    folder.file("src/sub/b", "b");
    folder.file("list", "src\n");
    let run = |mount: &str, command: &str| {
        let line = format!("export -f utf; unshare -m bash -c 'mount --bind {mount} && {command}'");
        folder.shell(&line)
    };
    if run("src/out out", "true").status != Some(0) {
        eprintln!("skipped: only root can mount a folder in two places");
        return;
    }
    for convert in ["convert", "convert --follow"] {
        for operands in ["src", "src/.", "--files-from list"] {
            for _ in 0..2 {
                let line = format!("utf {convert} -o out/ {operands}");
                run("src/out out", &line).exits(0).says("utf: 2 written\n");
            }
        }
    }
    let found = folder.shell("cd src && find . -type f | sort").exits(0);
    found.prints("./a\n./out/a\n./out/src/a\n./out/src/sub/b\n./out/sub/b\n./sub/b\n");
    for line in ["-o out/ src", "-o out/new/ src", "-o out/sub src/sub"] {
        let refused = run("src out", &format!("utf convert {line}")).exits(2);
        refused.mentions(" is inside the input ").says_lines(1);
    }
}

#[test]
fn does_not_write_outside_the_output() {
    let folder = Folder::new();
    for made in ["tree/sub", "tree/link", "out/tree", "elsewhere"] {
        fs::create_dir_all(folder.path(made)).unwrap();
    }
    folder.file("tree/sub/a", "new");
    folder.file("tree/link/a", "new");
    folder.file("tree/file", "new");
    folder.file("elsewhere/file", "old");
    symlink("../../elsewhere", folder.path("out/tree/link")).unwrap();
    symlink("../../elsewhere/file", folder.path("out/tree/file")).unwrap();
    let run = folder.run(&["convert", "-o", "out", "tree"]).exits(2);
    run.mentions("out/tree/file: Not a regular file").mentions("out/tree/link/a: link is a link");
    assert_eq!(folder.read("out/tree/sub/a"), b"new");
    assert_eq!(folder.read("elsewhere/file"), b"old");
    assert!(!folder.path("elsewhere/a").exists());
}

#[test]
fn rejects_operands_with_the_same_output_path() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    folder.file("a", "one");
    folder.file("sub/a", "other");
    let run = folder.run(&["convert", "-o", "out/", "a", "sub/a"]).exits(2);
    run.says("utf: sub/a: another operand has the same output path (write them separately)\n");
    assert!(!folder.path("out").exists());
    folder.run(&["cat", "-o", "sub/", "a"]).exits(2).mentions("joined text needs one file");
}

/// Also for files in a list. The result does not depend on threads.
#[test]
fn rejects_listed_files_with_the_same_output_path() {
    for threads in ["-j1", "-j8"] {
        let folder = Folder::new();
        for made in ["t", "sub/t"] {
            fs::create_dir_all(folder.path(made)).unwrap();
        }
        folder.file("t/a", "one");
        folder.file("sub/t/a", "other");
        folder.file("list", "t/a\n./t/a\nt\n");
        let convert = ["convert", threads, "-o", "out/", "--files-from", "list"];
        let run = folder.run(&convert).exits(0);
        run.says("utf: 1 written, 2 reached again\n");
        let run = folder.run(&[&convert[..], &["sub/t"]].concat()).exits(2);
        let words = "another file has the same output path (write it to another directory)";
        for path in ["t/a", "./t/a"] {
            assert!(run.stderr.contains(&format!("utf: {path}: {words}\n")), "{run:?}");
        }
        assert_eq!(folder.read("out/t/a"), b"other");
    }
}

/// As with `cp -r`, each operand has its own output path, even if one is inside another.
#[test]
fn writes_operands_inside_each_other() {
    let base = || {
        let folder = Folder::new();
        fs::create_dir_all(folder.path("t/sub")).unwrap();
        for path in ["t/x", "t/sub/y"] {
            folder.file(path, path);
        }
        folder.file("list", "t/sub/y\n");
        folder
    };
    let all = ["out/t/x", "out/t/sub/y"];
    for (operands, also, told) in [
        (&["t", "t/sub"][..], &["out/sub/y"][..], "3 written"),
        (&["t/sub", "t"], &["out/sub/y"], "3 written"),
        (&["t", "t/x", "t/sub/y"], &["out/x", "out/y"], "4 written"),
        (&["t/sub", "t/x", "--files-from", "list"], &["out/sub/y", "out/x", "out/t/sub/y"], "3"),
        (&["t", "--files-from", "list"], &[], "2 written, 1 reached again"),
    ] {
        let folder = base();
        let run = folder.run(&[&["convert", "-o", "out/"], operands].concat()).exits(0);
        assert!(run.stderr.starts_with(&format!("utf: {told}")), "{operands:?} {run:?}");
        let whole = all.iter().filter(|_| operands.contains(&"t"));
        for path in whole.chain(also) {
            let name = path.rsplit('/').next().unwrap();
            assert!(folder.read(path).ends_with(name.as_bytes()), "{operands:?} {path}");
        }
    }
}

#[test]
fn does_not_write_files_with_errors() {
    let folder = Folder::new();
    folder.file("good", "good");
    folder.file("latin", b"h\xE9");
    let run = folder.run(&["convert", "-o", "out/", "good", "latin"]).exits(1);
    run.mentions(
        "utf: latin: left unchanged: no BOM, and not UTF-8 (first error at byte 1, 1:2); no encoding is sure: name it with `--fallback` or `--candidates` (`utf detect latin` shows the possible ones)\n",
    );
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);
}

#[test]
fn writes_the_files_of_a_list() {
    let folder = Folder::new();
    for made in ["tree/sub", "other"] {
        fs::create_dir_all(folder.path(made)).unwrap();
    }
    folder.file("tree/a", b"\xFF\xFEa\0");
    folder.file("tree/sub/a", "sub");
    folder.file("other/a", "other");
    folder.file("list", "tree/a\n./tree/sub\nother/../other/a\nother/a\n");
    let run = folder.run(&["convert", "-o", "out/", "--files-from", "list"]).exits(2);
    let why = "it has no path in out/ (a listed name keeps its path, which must lead downwards: make the list in a directory above all its files, and run from there)\n";
    run.mentions(&format!("utf: other/../other/a: {why}"));
    folder.file("absolute", format!("{}\n", folder.path("other/a").display()));
    let run = folder.run(&["convert", "-o", "out/", "--files-from", "absolute"]).exits(2);
    run.mentions(&format!("/other/a: {why}"));
    assert_eq!(folder.read("out/tree/a"), b"a");
    assert_eq!(folder.read("out/tree/sub/a"), b"sub");
    assert_eq!(folder.read("out/other/a"), b"other");
    // The output is not read.
    folder.file("list", "./\n");
    folder.run(&["convert", "-o", "out/", "--files-from", "list"]).exits(0);
    assert_eq!(folder.read("out/tree/sub/a"), b"sub");
    assert!(!folder.path("out/out").exists());
}

/// Names in a list are not kept, no matter how long they are.
#[test]
fn memory_does_not_depend_on_names() {
    const FEW: usize = 1000;
    const MANY: usize = 8000;
    let folder = Folder::new();
    let mut child = folder.start(&["convert", "-q", "-o", "out/", "--files-from", "-"]);
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut list = child.stdin.take().unwrap();
    let long = "folder-that-is-not-there/".repeat(40);
    let mut peak = |names: std::ops::Range<usize>| {
        let number = names.len();
        let text: String = names.map(|name| format!("{long}{name}\n")).collect();
        thread::scope(|scope| {
            scope.spawn(|| list.write_all(text.as_bytes()).unwrap());
            assert!(told.by_ref().take(number).all(|line| line.unwrap().contains("No such file")));
        });
        peak_memory(child.id())
    };
    let few = peak(0..FEW);
    let many = peak(FEW..FEW + MANY);
    drop(list);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    // The names alone are 8 MB.
    assert!(many < few + 4 * 1024, "{few} and {many} KiB");
}

/// A file with the name of a temporary one would be removed by the next run, so it is not written.
/// It is reported if it was named.
#[test]
fn reports_files_named_like_temporary_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("t")).unwrap();
    for file in ["b", "t/c", ".a.utf-abcdef.tmp", "t/.c.utf-012345.tmp"] {
        folder.file(file, "text");
    }
    folder.file("list", "b\n.a.utf-abcdef.tmp\n");
    let told = "utf: .a.utf-abcdef.tmp: left unchanged: its name is that of a temporary file, which the next run would delete: rename it\n";
    let summary = "utf: 1 written, 1 left unchanged: 1 file was not written to out/ (see above)\n";
    for operands in [&["--files-from", "list"][..], &["b", ".a.utf-abcdef.tmp"]] {
        let run = folder.run(&[&["convert", "-o", "out/"], operands].concat()).exits(1);
        run.says(&format!("{told}{summary}"));
        assert_eq!(folder.shell("ls -A out").text(), "b\n");
    }
    // A walk skips it as a temporary file.
    folder.run(&["convert", "--hidden", "-o", "out/", "t"]).exits(0).says("");
    assert_eq!(folder.shell("ls -A out/t").text(), "c\n");
}

#[test]
fn reports_a_link_in_the_output_path() {
    let folder = Folder::new();
    for name in ["src", "out", "elsewhere"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.file("src/a", "text");
    std::os::unix::fs::symlink("../elsewhere", folder.path("out/src")).unwrap();
    let run = folder.run(&["convert", "-o", "out/", "src"]).exits(2);
    run.mentions("utf: out/src/a: src is a link, which is not followed\n");
    assert!(!folder.path("elsewhere/a").exists());
}

/// Directories of Windows ignore case. No file of the run replaces another one there.
#[test]
fn names_that_differ_only_in_case_are_two_files() {
    let folder = Folder::new();
    for path in ["p", "q", "r"] {
        fs::create_dir(folder.path(path)).unwrap();
    }
    folder.file("p/README.md", "p");
    folder.file("q/Readme.md", "q");
    folder.file("r/README.md", "r");
    let convert = ["convert", "-j1", "-o", "out", "p/.", "q/."];
    if is_windows() {
        let run = folder.run(&convert).exits(2);
        run.mentions("out/Readme.md: This run has already written another file there");
        assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);
    } else {
        folder.run(&convert).exits(0);
        assert_eq!(folder.read("out/Readme.md"), b"q");
    }
    assert_eq!(folder.read("out/README.md"), b"p");
    // Another run may replace the file.
    folder.run(&["convert", "-o", "out", "r/."]).exits(0);
    assert_eq!(folder.read("out/README.md"), b"r");
}

/// Two output paths lead to one file, as if the directory ignored case.
#[test]
fn no_file_of_the_run_replaces_another() {
    let folder = Folder::new();
    for path in ["t/a", "t/b", "out/t/a", "out/t/b"] {
        fs::create_dir_all(folder.path(path)).unwrap();
    }
    folder.file("t/a/f", "a");
    folder.file("t/b/f", "b");
    folder.file("t/b/g", "g");
    let mount = "mount --bind out/t/a out/t/b";
    let may = Command::new("unshare")
        .args(["-m", "sh", "-c", mount])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    if !may.status.success() {
        eprintln!("skipped: only root can mount a folder in two places");
        return;
    }
    for threads in ["-j1", "-j8"] {
        let command = format!("utf convert {threads} -o out t");
        let run = folder.shell(&format!("export -f utf; unshare -m bash -c '{mount}; {command}'"));
        let run = run.exits(2);
        assert!(run.stderr.contains("/f: This run has already written another file there"));
        assert!(run.stderr.contains("2 written, 1 failed"), "{run:?}");
        let left = folder.read("out/t/a/f");
        assert!(left == b"a" || threads == "-j8" && left == b"b");
        assert_eq!(folder.read("out/t/a/g"), b"g");
    }
}
