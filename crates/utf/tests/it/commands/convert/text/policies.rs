//! Replaced, dropped and escaped text, and its counts.

use crate::support::Folder;

const BAD: &[u8] = b"a\xC0\xAFb\xFFc";

#[test]
fn each_policy_is_counted() {
    let folder = Folder::new();
    folder.file("bad", BAD);
    let first = "(first at byte 1: overlong form of U+002F: C0)";
    for (options, output, done) in [
        (&["-c"][..], "abc", "dropped"),
        (&["--errors", "skip"], "abc", "dropped"),
        (&["--errors", "replace"], "a\u{FFFD}\u{FFFD}b\u{FFFD}c", "replaced"),
        (&["--errors", "escape"], r"a\xC0\xAFb\xFFc", "escaped"),
        (&["--replacement", "<?>"], "a<?><?>b<?>c", "replaced"),
    ] {
        let says = format!("utf: bad: 3 ill-formed maximal subparts {done} {first}\n");
        let run = |more: &[&str]| folder.run(&[&["convert", "bad"], options, more].concat());
        run(&[]).exits(0).prints(output).says(&says);
        run(&["--exit-code"]).exits(1).prints(output).says(&says);
        run(&["-q"]).exits(0).prints(output).says("");
        run(&["-q", "--exit-code"]).exits(1).prints(output).says("");
        run(&["-o", "out", "--exit-code"]).exits(1).prints("");
        assert_eq!(folder.read("out"), output.as_bytes());
    }
}

#[test]
fn counts_unencodable_characters_separately() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "-t", "us-ascii", "-c"], b"\xE2\x82\xAC\xFF\xFFx");
    run.exits(0).prints("x").says(
        "utf: <stdin>: 2 ill-formed maximal subparts dropped\n\
         utf: <stdin>: 1 character that us-ascii cannot encode dropped (first at byte 0: \
         character that the target cannot encode U+20AC: E2 82 AC)\n",
    );
    let run = folder.pipe(&["convert", "-t", "us-ascii", "--errors", "replace"], "\u{20AC}");
    run.exits(0).prints("?").mentions("1 character that us-ascii cannot encode replaced");
}

#[test]
fn clean_text_causes_no_message() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "-c", "--exit-code"], "clean");
    run.exits(0).prints("clean").says("");
}

#[test]
fn the_last_of_two_policies_counts() {
    let folder = Folder::new();
    folder.pipe(&["convert", "-q", "-c", "--errors", "escape"], b"\xFF").exits(0).prints(r"\xFF");
    folder.pipe(&["convert", "-q", "--errors", "escape", "-c"], b"\xFF").exits(0).prints("");
    folder.pipe(&["convert", "-c", "--errors", "strict"], b"\xFF").exits(1).prints("");
    folder.pipe(&["convert", "-t", "utf-16le", "-t", "utf-16be"], "a").exits(0).prints("\0a");
}

#[test]
fn a_backslash_that_could_be_an_escape_is_escaped() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "--errors", "escape"], br"\xFF \n");
    run.exits(0).prints(r"\x5CxFF \n").says("");
}
