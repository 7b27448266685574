//! Errors of usage, and the files that remain after a failure.

use crate::support::Folder;

#[test]
fn loses_no_file() {
    let folder = Folder::new();
    folder.file("text", b"a\n\xFF\n");
    for (arguments, why) in [
        (&["--bad-lines", "text", "text"][..], "--bad-lines and the input are the same file"),
        (&["--bad-lines", "./text", "-o", "good", "text"], "are the same file"),
        (&["--bad-lines", "x", "-o", "./x", "text"], "--bad-lines and the output"),
        (&["--bad-lines", "-", "text"], "--bad-lines and the output"),
        (&["--bad-lines", "x", "--bad-lines-report", "text", "text"], "and the input"),
        (&["--bad-lines", "x", "--bad-lines-report", "x", "text"], "and --bad-lines are"),
    ] {
        folder.run(&[&["convert"], arguments].concat()).exits(2).prints("").mentions(why);
    }
    assert_eq!(folder.names(), ["text"]);
    assert_eq!(folder.read("text"), b"a\n\xFF\n");
    // The output may replace the text.
    folder
        .run(&["convert", "-q", "--bad-lines", "bad", "--overwrite", "-o", "text", "text"])
        .exits(0);
    assert_eq!((folder.read("text"), folder.read("bad")), (b"a\n".to_vec(), b"\xFF\n".to_vec()));
}

#[test]
fn rejects_conflicting_options() {
    let folder = Folder::new();
    folder.file("a", "a");
    folder.file("b", "b");
    for arguments in [
        &["convert", "--bad-lines", "x", "a", "b"][..],
        &["convert", "--bad-lines", "x", "-i", "a"],
        &["convert", "--bad-lines", "x", "--dry-run", "a"],
        &["convert", "--bad-lines", "x", "--errors", "skip", "a"],
        &["convert", "--bad-lines", "x", "."],
        &["convert", "--bad-lines", "x", "-o", "d/", "a"],
        &["convert", "--bad-lines", "x", "--candidates", "windows-1252", "--by-line", "a"],
        &["convert", "--bad-lines", "x", "-f", "utf-7", "a"],
        &["convert", "--bad-lines", "x", "-f", "iso-2022-jp", "a"],
        &["convert", "--bad-lines", "x", "no-such-file"],
        &["convert", "--bad-lines-report", "x", "a"],
        &["convert", "--fields", ",", "a"],
        &["cat", "--bad-lines", "x", "a"],
        &["check", "--names", "--fields", ",", "a"],
        &["check", "--lines", "--format", "sarif", "a"],
        &["check", "--lines", "-c", "a"],
    ] {
        let run = folder.run(arguments).exits(2);
        assert!(
            run.stdout.is_empty() && run.stderr.starts_with("utf: ")
                || run.stderr.starts_with("error: "),
            "{arguments:?} {run:?}"
        );
    }
    assert_eq!(folder.names(), ["a", "b"]);
}

/// An empty text without a required BOM is an error, by line and as a whole.
#[test]
fn an_empty_text_may_lack_a_bom() {
    let folder = Folder::new();
    folder.file("empty", "");
    folder.file("signed", "\u{FEFF}");
    let require = ["check", "--bom", "require", "-f", "utf-8"];
    let lines = |more: &[&str]| folder.run(&[&require[..], more].concat());
    lines(&["empty"]).exits(1);
    lines(&["--lines", "empty"]).exits(1).prints("1\n");
    lines(&["--lines=text", "empty"]).exits(1).prints("\n");
    lines(&["--lines", "-q", "empty"]).exits(1).prints("");
    lines(&["--lines", "--fields", ",", "--format", "json", "empty"])
        .exits(1)
        .shows(r#""line":1,"record":1,"offset":0,"length":0,"lines":1,"kind":"missing-bom""#)
        .shows(r#""lines":1,"bytes":0,"rejected":1,"rejected_bytes":0"#);
    lines(&["--lines", "signed"]).exits(0).prints("");
    folder.run(&["check", "--lines", "empty"]).exits(0).prints("");
}

#[test]
fn several_files_are_named() {
    let folder = Folder::new();
    folder.file("a", b"x\n\xFF\n");
    folder.file("b", "well\n");
    folder.file("c", b"\xFF");
    folder.run(&["check", "--lines", "."]).exits(1).prints("./a:2\n./c:1\n");
    folder.run(&["check", "--lines", "-q", "."]).exits(1).prints("");
    folder.run(&["check", "--lines", "b"]).exits(0).prints("");
    folder.run(&["check", "--lines", "no", "c"]).exits(2).prints("c:1\n").mentions("no: ");
}

/// After a write to a full disk, the files are unchanged.
#[test]
fn a_full_disk_changes_no_file() {
    let folder = Folder::new();
    folder.file("text", b"a\n\xFF\n");
    folder.file("bad", "old");
    let run = folder.shell("utf convert --bad-lines bad --overwrite text >/dev/full").exits(2);
    assert!(run.stderr.contains("<stdout>"), "{run:?}");
    let run = folder.shell("utf convert --bad-lines /dev/full -o good text").exits(2);
    assert!(run.stderr.contains("/dev/full"), "{run:?}");
    assert!(!folder.path("good").exists());
}

/// The user may confuse two names. An empty file has nothing to lose.
#[test]
fn no_other_file_is_overwritten() {
    let folder = Folder::new();
    folder.file("text", b"good\nb\xFFd\n");
    folder.file("precious", "precious\n");
    folder.file("empty", "");
    let says = "utf: precious: already exists (`--overwrite` replaces it)\n";
    let good: [&[&str]; 2] = [&["convert", "-o", "good"], &["repair", "-o", "good"]];
    for good in good {
        let run = |options: &[&str]| folder.run(&[good, options, &["text"]].concat());
        run(&["--bad-lines", "precious"]).exits(2).says(says);
        run(&["--bad-lines", "bad", "--overwrite", "--bad-lines-report", "bad"]).exits(2);
        run(&["--bad-lines", "new", "--bad-lines-report", "precious"]).exits(2).says(says);
        assert!(!folder.path("good").exists() && !folder.path("new").exists());
    }
    let run = folder.run(&["repair", "-o", "good", "--patch", "precious", "text"]).exits(2);
    run.mentions("utf: precious: already exists (name another file for the patch)\n");
    assert_eq!(folder.read("precious"), b"precious\n");
    folder.run(&["convert", "-q", "-o", "good", "--bad-lines", "empty", "text"]).exits(0);
    assert_eq!(folder.read("empty"), b"b\xFFd\n");
    let again = ["convert", "-q", "-o", "good", "--bad-lines", "precious", "--overwrite", "text"];
    folder.run(&again).exits(0);
    assert_eq!(folder.read("precious"), b"b\xFFd\n");
    folder.run(&["convert", "-q", "-o", "good", "--bad-lines", "/dev/null", "text"]).exits(0);
}
