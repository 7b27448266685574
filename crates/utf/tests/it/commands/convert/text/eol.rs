//! `--eol` changes line ends by code unit, no matter how the text is split into pieces.

use crate::support::Folder;

#[test]
fn changes_line_ends_in_every_form() {
    let folder = Folder::new();
    for form in ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-7", "iso-8859-1"] {
        folder.file("in", "a\r\n\u{E9}\nb\rc\r\n");
        folder.run(&["convert", "-t", form, "-o", "encoded", "in"]).exits(0);
        for (eol, text) in [
            ("lf", "a\n\u{E9}\nb\nc\n"),
            ("crlf", "a\r\n\u{E9}\r\nb\r\nc\r\n"),
            ("keep", "a\r\n\u{E9}\nb\rc\r\n"),
        ] {
            let run = folder.run(&["convert", "-f", form, "-t", form, "--eol", eol, "encoded"]);
            let run = run.exits(0).says("");
            folder.pipe(&["convert", "-f", form], &run.stdout).exits(0).prints(text);
        }
    }
}

#[test]
fn lf_reads_what_cr_writes() {
    let folder = Folder::new();
    let cr = folder.pipe(&["convert", "--eol", "cr"], "a\r\nb\n\nc\rd").exits(0);
    folder.pipe(&["convert", "--eol", "lf"], &cr.stdout).exits(0).prints("a\nb\n\nc\nd");
}

#[test]
fn keeps_bytes_that_only_look_like_a_line_end() {
    let folder = Folder::new();
    // U+0A0D and U+0D0A, and bytes 0D 0A in two different units.
    let text = "\u{0A0D}\u{0D0A}\u{0D00}\u{000A}";
    folder.file("in", text);
    let utf16 = folder.run(&["convert", "-t", "utf-16be", "in"]).exits(0).stdout;
    let run = folder.pipe(&["convert", "-f", "utf-16be", "-t", "utf-16be", "--eol", "lf"], &utf16);
    run.exits(0).prints(&utf16);
}

/// Line ends at the borders of blocks. An input block has 256 KiB, and 64 KiB of text are changed
/// at once.
#[test]
fn changes_line_ends_at_the_borders_of_blocks() {
    let folder = Folder::new();
    for before in [65534, 65535, 65536, 262_142, 262_143, 262_144] {
        let text = "x".repeat(before) + "\r\n" + &"y".repeat(300_000) + "\r";
        folder.file("in", &text);
        let lf = text.replace("\r\n", "\n").replace('\r', "\n");
        let run = folder.run(&["convert", "--eol", "lf", "in"]).exits(0);
        assert!(run.stdout == lf.as_bytes(), "{before}");
        let run = folder.pipe(&["convert", "--eol", "crlf"], &lf).exits(0);
        assert!(run.stdout == (text.clone() + "\n").as_bytes(), "{before}");
    }
}

#[test]
fn changes_line_ends_after_other_filters() {
    let folder = Folder::new();
    let run =
        folder.pipe(&["convert", "--normalize", "nfc", "--eol", "crlf"], "e\u{301}\ne\u{301}");
    run.exits(0).prints("\u{E9}\r\n\u{E9}");
    folder.file("a", "\u{FEFF}a\r\n");
    folder.file("b", "\u{FEFF}b\r\n");
    let run = folder.run(&["cat", "--strip-inner-bom", "--eol", "lf", "a", "b"]).exits(0);
    run.prints("\u{FEFF}a\nb\n");
}

#[test]
fn an_ill_formed_byte_splits_a_line_end() {
    let folder = Folder::new();
    let arguments = ["convert", "--eol", "lf", "--errors", "skip", "-q"];
    folder.pipe(&arguments, b"a\r\n\xFFb\r\n").exits(0).prints("a\nb\n");
    let strict = folder.pipe(&["convert", "--eol", "crlf"], b"a\nb\r\xFF").exits(1);
    strict.prints("a\r\nb\r\n").mentions("byte 4");
}

/// Carriage returns that are dropped are counted.
#[test]
fn counts_line_ends_with_several_carriage_returns() {
    let folder = Folder::new();
    folder.file("in", "a\r\r\nb\r\nc\r\n\rd\r\r\r\n");
    let words =
        "utf: in: 2 line ends with several carriage returns, such as CR CR LF, merged into one\n";
    let run = folder.run(&["convert", "--eol", "lf", "in"]).exits(0).says(words);
    run.prints("a\nb\nc\n\nd\n");
    folder.run(&["convert", "-q", "--eol", "crlf", "in"]).exits(0).says("");
    folder.run(&["convert", "-i", "--only-if-valid", "--eol", "crlf", "in"]).exits(1);
    folder.run(&["convert", "-i", "--eol", "crlf", "in"]).exits(0).says(words);
    folder.run(&["convert", "-i", "--eol", "lf", "in"]).exits(0).says("");
}
