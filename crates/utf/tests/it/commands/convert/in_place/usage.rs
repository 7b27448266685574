//! Options that conflict with `-i`.

use super::utf16;
use crate::support::Folder;

#[test]
fn rejects_options_that_conflict() {
    let folder = Folder::new();
    folder.file("a", "text");
    for arguments in [&["convert", "-i"][..], &["convert", "-i", "-"], &["convert", "-i", "a", "-"]]
    {
        folder.run(arguments).exits(2).mentions("standard input does not have a file name");
    }
    folder.run(&["convert", "-i", "-o", "out", "a"]).exits(2).mentions("cannot be used with");
    folder.run(&["cat", "-i", "a"]).exits(2).mentions("use `utf convert -i` to replace each file");
    for lonely in ["--keep-time", "--force", "--break-links", "--only-if-valid"] {
        folder.run(&["convert", lonely, "a"]).exits(2).mentions("--in-place");
    }
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn accepts_a_suffix_that_begins_with_a_letter() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    for flags in ["-ibak", "-iorig"] {
        let run = folder.run(&["convert", flags, "a"]).exits(2);
        run.mentions(&format!("'--in-place={}'", &flags[2..]));
    }
    folder.run(&["convert", "--in-place=bak", "a"]).exits(0).says("");
    assert_eq!(folder.names(), ["a", "abak"]);
}

/// A dry run lists the changes, including those that do not affect the encoding.
#[test]
fn a_dry_run_lists_the_changes() {
    let folder = Folder::new();
    let cases: [(&[u8], &[&str], &str); 11] = [
        (b"a\r\n", &["--eol", "lf"], "utf-8, line ends"),
        (b"a\n", &["--eol", "crlf"], "utf-8, line ends"),
        (b"\xFF\xFEa\0\r\0\n\0", &["--eol", "lf"], "utf-16, line ends"),
        (b"\xFF\xFEa\0\r\0\n\0", &["-t", "utf-8", "--eol", "lf"], "utf-16 to utf-8, line ends"),
        (b"\xFF\xFEa\0\n\0", &["-t", "utf-8", "--eol", "lf"], "utf-16 to utf-8"),
        (b"\xEF\xBB\xBFa", &["--bom", "strip"], "utf-8, BOM"),
        (b"a", &["--bom", "add"], "utf-8, BOM"),
        (b"a\xEF\xBB\xBF", &["--strip-inner-bom"], "utf-8, inner BOMs"),
        (b"a\xCC\x88", &["--normalize", "nfc", "--eol", "lf"], "utf-8, normalization"),
        (
            b"\xEF\xBB\xBFa\xCC\x88\r\n",
            &["--normalize", "nfc", "--eol", "lf", "--bom", "strip"],
            "utf-8, BOM, normalization, line ends",
        ),
        (b"a\xFF", &["-f", "utf-8", "-c"], "utf-8, ill-formed text"),
    ];
    for (bytes, options, what) in cases {
        folder.file("a", bytes);
        let run = folder.run(&[&["convert", "-i", "--dry-run", "a"], options].concat()).exits(0);
        assert!(run.text() == format!("a: {what}\n"), "{options:?} {run:?}");
    }
}
