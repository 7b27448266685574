//! Trees of files: the files that are read, their order, and unusual entries.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::symlink},
};

use crate::support::Folder;

pub(crate) fn put(folder: &Folder, path: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.path(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Creates a tree with many types of files. One of them has many findings.
fn tree() -> Folder {
    let folder = Folder::new();
    for number in 0..300 {
        let (a, b) = (number % 7, number % 3);
        let text = match number {
            150 => b"\xFF and so on\n".repeat(3000),
            _ if number % 11 == 0 => b"\0\x89PNG".to_vec(),
            _ if number % 5 == 0 => format!("text\n{number} ").into_bytes().repeat(number),
            _ if number % 13 == 0 => b"\xFF\xFEa\0\x00\xD8".to_vec(),
            _ => [b"line\nline \xC0\xAF ", "\u{20AC}\u{FEFF}\n".as_bytes()].concat(),
        };
        put(&folder, &format!("tree/{a}/{b}/file{number:03}"), text);
    }
    folder
}

#[test]
fn output_does_not_depend_on_threads() {
    let folder = tree();
    let options: [&[&str]; 7] = [
        &[],
        &["-c"],
        &["-l"],
        &["-q"],
        &["--format", "json"],
        &["--max-findings", "2"],
        &["--candidates", "cesu-8,windows-1252"],
    ];
    for options in options {
        let run = |threads: &str| {
            let operands = ["tree/5", "missing", "tree", "/dev/null", "tree/1/0/file015"];
            folder.run(&[&["check", "-j", threads], options, &operands].concat())
        };
        let one = run("1").exits(2).mentions("utf: missing: No such file or directory\n");
        for threads in ["3", "0"] {
            run(threads).exits(2).prints(&one.stdout).says(&one.stderr);
        }
    }
}

/// A closed pipe ends the command, no matter how much output or how many threads there are.
#[test]
fn no_thread_waits_for_a_closed_pipe() {
    let folder = tree();
    for threads in ["1", "2", "8"] {
        let line = format!("utf check -j {threads} tree tree | head -c 1; exit ${{PIPESTATUS[0]}}");
        folder.shell(&line).exits(1).prints("e").says("");
    }
}

/// The result for unread files is unknown, so the exit status is that of a program killed by
/// SIGPIPE.
#[test]
fn unread_results_have_their_own_status() {
    let folder = Folder::new();
    folder.file("well", "x");
    folder.file("bad", b"\xFF");
    let many = [&["well"; 700][..], &["bad"]].concat();
    for report in [&["check", "-c"][..], &["audit", "-c"], &["search", "-c", "y"], &["count"]] {
        folder.unread(&[report, &many].concat()).exits(141).says("");
    }
    folder.unread(&[&["check", "-c", "bad"], &many[..]].concat()).exits(1).says("");
    folder.unread(&[&["check", "-c", "missing"], &many[..]].concat()).exits(2);
    folder.unread(&[&["search", "-c", "x"], &many[..]].concat()).exits(0);
    // Everything was read before the output.
    folder.unread(&["check", "well"]).exits(0).says("");
    folder.unread(&["check", "bad"]).exits(1).says("");
    folder.unread(&["check", "--lines", "--format", "json", "bad"]).exits(1).says("");
}

#[track_caller]
fn reads(folder: &Folder, options: &[&str], expected: &[&str]) {
    let run = folder.run(&[&["check", "-c"], options].concat());
    let names: Vec<_> = run.text().lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names, expected, "{options:?} {}", run.stderr);
}

#[test]
fn globs_and_types() {
    let folder = Folder::new();
    for path in ["tree/a.c", "tree/a.md", "tree/b/c.md", "tree/b/d.rs", "tree/.h/e.md"] {
        put(&folder, path, "text");
    }
    reads(&folder, &["-g", "*.md", "tree"], &["tree/a.md", "tree/b/c.md"]);
    reads(&folder, &["-g", "*.md", "-g", "!c.*", "tree"], &["tree/a.md"]);
    reads(&folder, &["--glob", "!b", "tree"], &["tree/a.c", "tree/a.md"]);
    reads(&folder, &["-g", "tree/b/*", "tree"], &["tree/b/c.md", "tree/b/d.rs"]);
    reads(&folder, &["--type", "c", "--type", "rust", "tree"], &["tree/a.c", "tree/b/d.rs"]);
    // A file that is named explicitly is read even if it does not match.
    reads(&folder, &["--type", "c", "-g", "*.x", "tree/a.md"], &["tree/a.md"]);
    reads(&folder, &["--hidden", "-g", "*.md", "tree/.h"], &["tree/.h/e.md"]);
    folder.run(&["check", "-g", "a[", "tree"]).exits(2).mentions("utf: -g: ");
    folder.run(&["check", "--type", "nonsense"]).exits(2).mentions("--type");
}

#[test]
fn files_from_a_list() {
    let folder = Folder::new();
    for path in ["one", "tree/x", "tree/y", "two\nlines", "three "] {
        put(&folder, path, "text");
    }
    folder.file("list", "tree\n\none\nthree \nmissing");
    let run = folder.run(&["check", "-c", "--files-from", "list", "one"]).exits(2);
    let run = run.prints("one:0\ntree/x:0\ntree/y:0\none:0\nthree :0\n");
    run.says("utf: missing: No such file or directory\n");
    let names = b"two\nlines\0tree/x\0";
    let run = folder.pipe(&["check", "-c", "-0", "--files-from", "-"], names).exits(0);
    run.prints(b"two\nlines\x000\ntree/x\x000\n");
    // Names in a list are not options, and `-` is not stdin.
    folder
        .pipe(&["check", "--files-from", "-"], "-\n")
        .exits(2)
        .says("utf: ./-: No such file or directory\n");
    folder
        .run(&["check", "--files-from", "-", "-"])
        .exits(2)
        .mentions("standard input cannot be both");
    folder.run(&["check", "--files-from", "nowhere"]).exits(2).mentions("utf: nowhere: No such");
    let endless = vec![b'x'; 1 << 17];
    let run = folder.pipe(&["check", "--files-from", "-"], endless).exits(2);
    run.mentions("utf: <stdin>: a name without an end");
}

#[test]
fn odd_names() {
    let folder = Folder::new();
    let long = "l".repeat(255);
    let names: [&[u8]; 5] = [b"\x1B[2J", b"a\xFFb", b"a\nb", b"a b ", long.as_bytes()];
    fs::create_dir(folder.path("tree")).unwrap();
    for name in names {
        fs::write(folder.path("tree").join(OsStr::from_bytes(name)), b"\xFF").unwrap();
    }
    let run = folder.run(&["check", "-l", "tree"]).exits(1);
    run.prints(format!("tree/<U+001B>[2J\ntree/a<U+000A>b\ntree/a b \ntree/a<FF>b\ntree/{long}\n"));
    let exact = folder.run(&["check", "-l", "-0", "-j", "3", "tree"]).exits(1).stdout;
    let mut found: Vec<_> =
        exact.split(|&byte| byte == 0).filter(|name| !name.is_empty()).collect();
    let mut expected: Vec<_> = names.map(|name| [b"tree/", name].concat()).to_vec();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    // The printed list is valid input.
    let again = folder.pipe(&["check", "-l", "-0", "--files-from", "-"], &exact).exits(1);
    again.prints(&exact);
    let too_long = "x".repeat(300);
    folder.run(&["check", &too_long]).exits(2).mentions("File name too long");
}

#[test]
fn loops_of_links() {
    let folder = Folder::new();
    put(&folder, "tree/sub/file", b"\xFF");
    put(&folder, "outside/file", b"\xFF");
    symlink("..", folder.path("tree/sub/up")).unwrap();
    symlink("self", folder.path("tree/self")).unwrap();
    symlink("../outside", folder.path("tree/out")).unwrap();
    folder.run(&["check", "-l", "tree"]).exits(1).prints("tree/sub/file\n").says("");
    let followed = folder.run(&["check", "-l", "--follow", "tree"]).exits(2);
    let followed = followed.prints("tree/out/file\ntree/sub/file\n");
    let followed =
        followed.mentions("utf: tree/sub/up: a link to tree, which contains it: not followed\n");
    followed.mentions("utf: tree/self: Too many levels of symbolic links");
    folder
        .run(&["check", "tree/self"])
        .exits(2)
        .says("utf: tree/self: Too many levels of symbolic links\n");
}

/// Several threads check a large file and report the same as one thread.
#[test]
fn large_files() {
    let folder = Folder::new();
    let piece = "line \u{E9}\u{20AC}\u{1F600} and so on, for a while \u{6771}\n".repeat(100);
    let whole = piece.repeat(4 * 1024 * 1024 / piece.len());
    folder.file("well", &whole);
    let block = 256 * 1024;
    let mut damaged = whole.clone().into_bytes();
    for border in 1..damaged.len() / block {
        damaged[border * block - border % 5..][..2].copy_from_slice(b"\xED\xA0");
    }
    damaged.extend_from_slice(b"\xE2\x82");
    folder.file("damaged", &damaged);
    folder.file("line", whole.replace('\n', "\u{FEFF}"));
    for options in [&[][..], &["--format", "json"], &["-c"]] {
        for name in ["well", "damaged", "line"] {
            let run = |threads| folder.run(&[&["check", "-j", threads, name], options].concat());
            let one = run("1");
            for threads in ["2", "5"] {
                let several = run(threads);
                assert_eq!(several.status, one.status);
                several.prints(&one.stdout).says("");
            }
            let stream = fs::read(folder.path(name)).unwrap();
            let piped = folder.pipe(&[&["check"], options].concat(), stream);
            let piped = piped
                .text()
                .replace("<stdin>", name)
                .replace("\"path\":\"-\"", &format!("\"path\":\"{name}\""));
            // A command line names the file.
            assert_eq!(piped, one.text().replace(&format!(" {name}`"), "`"));
        }
    }
}

/// Programs on Windows write lists with a BOM.
#[test]
fn reads_lists_of_names_with_a_bom() {
    let folder = Folder::new();
    folder.file("a", "text\n");
    folder.file("list", "\u{FEFF}a\n");
    folder.run(&["check", "--files-from", "list"]).exits(0).says("");
    folder.file("list", b"\xFF\xFEa\0\n\0");
    let run = folder.run(&["check", "--files-from", "list"]).exits(2);
    run.says("utf: list: names in utf-16: use `utf convert` to convert them to UTF-8\n");
}

/// Lists without a BOM, and lists with NULs.
#[test]
fn reports_lists_of_names_with_nuls() {
    let folder = Folder::new();
    folder.file("a", "text\n");
    for (bytes, words) in [
        (&b"a\0\r\0\n\0b\0"[..], "names in utf-16le, without a BOM: use `utf convert -f utf-16le`"),
        (
            b"\0a\0.\0t\0x\0t\0\n\0b",
            "names in utf-16be, without a BOM: use `utf convert -f utf-16be`",
        ),
        (b"\x87e\0\n", "names in utf-16be, without a BOM: use `utf convert -f utf-16be`"),
        // If the encoding is uncertain, the message says so.
        (
            b"a\0b\0",
            "names separated by NUL (-0), or in utf-16le without a BOM (use `utf convert -f utf-16le`",
        ),
        (b"a\0some/other\0", "a name contains NUL: the names may be separated by NUL (use -0)\n"),
    ] {
        folder.file("list", bytes);
        let run = folder.run(&["check", "--files-from", "list"]).exits(2).says_lines(1);
        run.mentions(&format!("utf: list: {words}"));
    }
}

/// The first line has no NUL. The next one has the NUL of the first line feed.
#[test]
fn reports_lists_in_utf_16_without_ascii() {
    let folder = Folder::new();
    for rest in [&b"\0\x87e\n\0"[..], b"\0a\0\n\0"] {
        folder.file("list", [b"\x87e\n", rest].concat());
        let run = folder.run(&["check", "--files-from", "list"]).exits(2);
        run.mentions("utf-16le").mentions("`utf convert -f utf-16le`");
    }
}

/// Links and special files are counted, in reports for people and for programs.
#[test]
fn counts_links_and_special_files() {
    let folder = Folder::new();
    put(&folder, "tree/a", "text\n");
    symlink("a", folder.path("tree/one")).unwrap();
    folder
        .run(&["check", "tree"])
        .exits(0)
        .prints("1 file, 5 bytes, 5 characters: well-formed; 1 link not followed\n");
    symlink("gone", folder.path("tree/two")).unwrap();
    folder.shell("mkfifo tree/pipe").exits(0);
    let told = "; 2 links not followed; 1 pipe, socket or device\n";
    folder.run(&["check", "tree"]).exits(0).shows(told);
    // A link that is named explicitly is followed.
    symlink("tree", folder.path("named")).unwrap();
    folder.run(&["check", "named"]).exits(0).shows(told);
    let json = folder.run(&["check", "--format", "json", "tree"]).exits(0).lines_of_json();
    let last = json.last().unwrap();
    assert_eq!((&last["links"], &last["others"]), (&2.into(), &1.into()));
}
