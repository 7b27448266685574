//! What has no signature and is not UTF-8: candidates and a fallback, by file and by line.

use crate::support::Folder;

#[test]
fn a_file_is_utf_8_or_the_first_candidate_that_fits() {
    let folder = Folder::new();
    folder.file("utf8", "caf\u{E9}\n");
    folder.file("latin", b"caf\xE9\n");
    folder.file("marked", b"\xFF\xFEa\0");
    let run = |file: &str| {
        folder.run(&["convert", "--candidates", "us-ascii,utf-16le,iso-8859-1", file]).exits(0)
    };
    run("utf8").prints("caf\u{E9}\n").says("");
    run("latin").prints("caf\u{E9}\n").says("utf: latin: read as iso-8859-1\n");
    run("marked").prints("a").says("utf: marked: read as utf-16\n");
    let run = folder.run(&["convert", "--candidates", "us-ascii", "latin"]);
    run.exits(1).mentions("octet 3");
    let run = folder.run(&["convert", "--fallback", "us-ascii", "-c", "latin"]);
    run.exits(0).prints("caf\n").mentions("read as us-ascii");
    folder.run(&["check", "--fallback", "latin1", "latin", "utf8"]).exits(0);
    folder.run(&["check", "latin", "utf8"]).exits(1);
}

/// A file that is well-formed for long and then not: every octet of it counts.
#[test]
fn the_whole_of_a_pipe_decides() {
    let folder = Folder::new();
    let mut text = "\u{E9}".repeat(500_000).into_bytes();
    text.push(0xE9);
    let latin: String = text.iter().map(|&octet| char::from(octet)).collect();
    let run = folder.pipe(&["convert", "--fallback", "latin1"], &text);
    run.exits(0).prints(latin).says("utf: <stdin>: read as iso-8859-1\n");
}

#[test]
fn each_line_on_its_own() {
    let folder = Folder::new();
    let mixed = b"\xEF\xBB\xBFplain\ncaf\xC3\xA9\ncaf\xE9\n\xE9\xE9\nend \xC3\xA9".as_slice();
    let run = folder.pipe(&["convert", "--candidates", "us-ascii,latin1", "--by-line"], mixed);
    run.exits(0)
        .prints("\u{FEFF}plain\ncaf\u{E9}\ncaf\u{E9}\n\u{E9}\u{E9}\nend \u{E9}")
        .says("utf: <stdin>: 2 lines read as iso-8859-1 (first: line 3)\n");
    let run = folder.pipe(&["convert", "--candidates", "us-ascii", "--by-line"], mixed);
    run.exits(1)
        .prints("\u{FEFF}plain\ncaf\u{E9}\ncaf")
        .mentions("octet 18: truncated sequence: E9");
    let run = folder.pipe(&["convert", "--fallback", "us-ascii", "--by-line", "-c"], mixed);
    run.exits(0).mentions("3 ill-formed sequences dropped (first at octet 18");
    folder.pipe(&["check", "--fallback", "latin1", "--by-line"], mixed).exits(0);
    folder.pipe(&["check", "--candidates", "us-ascii", "--by-line"], mixed).exits(1).shows("3:4");
    let wide = ["convert", "--candidates", "utf-16le", "--by-line"];
    folder.pipe(&wide, mixed).exits(2).mentions("cannot be told");
    folder.pipe(&["convert", "--by-line"], mixed).exits(2);
    folder.pipe(&["convert", "-f", "utf-8", "--fallback", "latin1"], mixed).exits(2);
}

/// Lines longer than any block, in UTF-8 and not, between short ones.
#[test]
fn long_lines() {
    let folder = Folder::new();
    let good = "\u{20AC}".repeat(1_500_000) + "\n";
    let bad = vec![0xE9_u8; 600_000];
    let input = [good.as_bytes(), &bad, b"\n", good.as_bytes(), b"x"].concat();
    let output = good.clone() + &"\u{E9}".repeat(600_000) + "\n" + &good + "x";
    let run = folder.pipe(&["convert", "--fallback", "latin1", "--by-line"], &input);
    run.exits(0).prints(&output).says("utf: <stdin>: 1 line read as iso-8859-1 (first: line 2)\n");
}
