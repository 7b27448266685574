//! The output, and the end of a run.

use crate::support::{Folder, hostile};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("a", "one\ntwo one\nthree\n");
    folder.file("b", "none\n");
    folder.file("c", "two\n");
    folder
}

#[test]
fn prints_like_grep() {
    let folder = folder();
    folder.run(&["search", "one", "a"]).exits(0).prints("one\ntwo one\n");
    folder.run(&["search", "-H", "one", "a"]).exits(0).prints("a:one\na:two one\n");
    folder
        .run(&["search", "-nb", "one", "a", "b"])
        .exits(0)
        .prints("a:1:0:one\na:2:4:two one\nb:1:0:none\n");
    folder
        .run(&["search", "--no-filename", "one", "a", "b"])
        .exits(0)
        .prints("one\ntwo one\nnone\n");
    folder.run(&["search", "-ob", "one", "a"]).exits(0).prints("0:one\n8:one\n");
    folder.run(&["search", "-c", "one", "a", "b", "c"]).exits(0).prints("a:2\nb:1\nc:0\n");
    folder.run(&["search", "-l", "one", "a", "b", "c"]).exits(0).prints("a\nb\n");
    folder.run(&["search", "-L", "one", "a", "b", "c"]).exits(0).prints("c\n");
    folder.run(&["search", "-l0", "one", "a", "b"]).exits(0).prints("a\0b\0");
    folder.run(&["search", "-q", "one", "a"]).exits(0).prints("");
    folder.run(&["search", "-m1", "one", "a", "b"]).exits(0).prints("a:one\nb:none\n");
    folder.run(&["search", "-l", "-c", "one", "a"]).exits(0).prints("2\n");
    folder.run(&["search", "one", "."]).exits(0).prints("./a:one\n./a:two one\n./b:none\n");
    folder.pipe(&["search", "-Hn", "x"], "a\nx\n").exits(0).prints("<stdin>:2:x\n");
}

#[test]
fn exit_statuses() {
    let folder = folder();
    folder.run(&["search", "four", "a", "b"]).exits(1).prints("").says("");
    folder
        .run(&["search", "one", "a", "missing"])
        .exits(2)
        .prints("a:one\na:two one\n")
        .mentions("missing");
    folder.run(&["search", "one", "a", "missing"]).exits(2);
    // As in grep, an error does not hide that there is a match.
    folder.run(&["search", "-q", "one", "a", "missing"]).exits(0);
    folder.run(&["search", "-q", "none such", "a", "missing"]).exits(2);
    folder.run(&["search", "four", "missing"]).exits(2);
}

#[test]
fn colours() {
    let folder = folder();
    let run = folder.run(&["search", "--color", "always", "-n", "one", "a", "b"]).exits(0);
    run.shows("\u{1B}[1m\u{1B}[31mone\u{1B}[0m").shows("\u{1B}[35ma\u{1B}[0m");
}

/// Text and names cannot control the terminal. Word joiners and emoji stay unchanged.
#[test]
fn output_cannot_control_the_terminal() {
    let folder = Folder::new();
    let joined = "\u{645}\u{6CC}\u{200C}\u{62E} \u{1F468}\u{200D}\u{1F469}";
    folder.file("x\u{1B}[2J", format!("\u{1B}]0;x\u{7}needle\u{202E} a\u{200D}b {joined}\r\n"));
    let shown = folder.on_terminal(&["search", "--color", "never", "needle", "."]);
    let line = format!("./x<U+001B>[2J:<U+001B>]0;x<U+0007>needle<U+202E> a<U+200D>b {joined}\r\n");
    assert_eq!(shown, line);
}

/// A pipe gets the line unchanged, as UTF-8, and a name that is safe for a terminal.
#[test]
fn pipes_get_unchanged_lines() {
    let folder = Folder::new();
    let line = "\u{1B}]0;x\u{7}needle\u{202E} \u{645}\u{6CC}\u{200C}\u{62E} \u{2028}a\u{200D}b\r";
    let hostile = hostile();
    folder.file(&format!("x{hostile}[2J"), format!("{line}\n"));
    let run = folder.run(&["search", "needle", "."]).exits(0);
    run.prints(format!("./x<U+{:04X}>[2J:{line}\n", hostile as u32));
    folder.file("ill", b"\xFFneedle\x80\n");
    folder.run(&["search", "needle", "ill"]).exits(0).prints("\u{FFFD}needle\u{FFFD}\n");
    let run = folder.run(&["search", "--format", "json", "needle", "."]).exits(0);
    assert!(!run.text().contains(['\u{1B}', '\u{7}', '\u{202E}']), "{run:?}");
}

#[test]
fn json() {
    let folder = Folder::new();
    folder.file("wide", b"\xFE\xFF\0a\0\n\0b\0a\0a\0\r\0\n");
    let lines = folder.run(&["search", "--format", "json", "a", "wide"]).exits(0).lines_of_json();
    let expected = serde_json::json!({
        "type": "match", "path": "wide", "encoding": "utf-16", "line": 2, "offset": 6, "text": "baa",
        "matches": [
            {"offset": 8, "length": 2, "column": 2, "text": "a"},
            {"offset": 10, "length": 2, "column": 3, "text": "a"},
        ],
    });
    assert_eq!(lines[1], expected);
    let expected = serde_json::json!({
        "type": "summary", "files": 1, "files_found": 1, "lines": 2, "matches": 3, "binary": 0, "failures": 0,
    });
    assert_eq!(lines[2], expected);
}

/// JSON distinguishes context lines, which also have positions.
#[test]
fn json_has_context_lines() {
    let folder = Folder::new();
    folder.file("text", "one\n\u{E9}two\nthree\n");
    let told = |options: &[&str]| -> Vec<String> {
        let all = [&["search", "--format", "json"], options, &["two", "text"]].concat();
        let lines = folder.run(&all).exits(0).lines_of_json();
        let told = |line: &serde_json::Value| {
            let matches = line["matches"].as_array()?.len();
            Some(format!("{} {} {} {matches}", line["type"], line["line"], line["offset"]))
        };
        lines.iter().filter_map(told).collect()
    };
    assert_eq!(told(&["-B1"]), ["\"context\" 1 0 0", "\"match\" 2 4 1"]);
    assert_eq!(told(&["-v", "-C0"]), ["\"match\" 1 0 0", "\"match\" 3 10 0"]);
    folder.run(&["search", "-m0", "two", "text"]).exits(1).prints("");
}

#[test]
fn skips_binary_files_in_directories() {
    let folder = Folder::new();
    folder.file("binary", b"\0\0\x01needle\n");
    folder.run(&["search", "needle", "."]).exits(1).prints("");
    folder.run(&["search", "-a", "needle", "."]).exits(0).shows("needle");
    let matches = "binary: binary file matches (use `-a` to print lines)\n";
    for options in [&[][..], &["-n"], &["-o"]] {
        let arguments = [&["search", "needle", "binary"], options].concat();
        folder.run(&arguments).exits(0).prints(matches);
        let piped = folder
            .shell(&format!("cat binary | utf {}", arguments.join(" ").replace("binary", "-")));
        piped.exits(0).prints(matches.replace("binary:", "<stdin>:"));
    }
    folder.run(&["search", "other", "binary"]).exits(1).prints("");
    folder.run(&["search", "-c", "needle", "binary"]).exits(0).prints("1\n");
    folder.run(&["search", "-a", "needle", "binary"]).exits(0).prints("\0\0\u{1}needle\n");
}
