//! Progress in bytes and files, for each way of converting.

use crate::support::{Folder, Run};

/// Returns the last progress report: bytes, total and files.
fn last(run: &Run) -> (u64, Option<u64>, u64) {
    let line = run.stderr.lines().rfind(|line| line.contains("progress")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    assert!(line["done"].as_bool().unwrap());
    let [bytes, files] = ["bytes", "files"].map(|key| line[key].as_u64().unwrap());
    (bytes, line["total"].as_u64(), files)
}

const JSON: [&str; 3] = ["convert", "--progress", "json"];

fn progress(folder: &Folder, arguments: &[&str]) -> (u64, Option<u64>, u64) {
    last(&folder.run(&[&JSON[..], arguments].concat()))
}

#[test]
fn reports_one_file_and_many() {
    let folder = Folder::new();
    folder.file("a", "text");
    folder.file("b", b"\xE9");
    assert_eq!(progress(&folder, &["-t", "utf-16", "a", "a"]), (8, Some(8), 2));
    assert_eq!(progress(&folder, &["--dry-run", "a", "b"]), (5, Some(5), 2));
    assert_eq!(progress(&folder, &["--bad-lines", "bad", "b", "-o", "good"]), (1, Some(1), 1));
    let run = folder.pipe(&JSON, "text").exits(0);
    assert_eq!(last(&run), (4, None, 1));
}

#[test]
fn in_place_and_to_a_folder() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.file("in/a", "text");
    folder.file("in/b", "more");
    assert_eq!(progress(&folder, &["-t", "utf-16", "in", "-o", "out"]), (8, None, 2));
    assert_eq!(progress(&folder, &["-t", "utf-16", "-i", "in/a", "in/b"]), (8, Some(8), 2));
    assert_eq!(progress(&folder, &["-t", "utf-16", "-i", "in"]), (20, None, 2));
}

/// Bytes that several threads convert are counted once, even if they are converted again at an
/// error.
#[test]
fn a_large_file() {
    let folder = Folder::new();
    let mut text = "text \u{20AC} and more\n".repeat(200_000).into_bytes();
    folder.file("a", &text);
    let all = text.len() as u64;
    for threads in ["-j1", "-j3"] {
        let seen = progress(&folder, &[threads, "-t", "utf-16", "a", "-o", "b"]);
        assert_eq!(seen, (all, Some(all), 1));
    }
    text[1_000_000] = 0xFF;
    folder.file("a", &text);
    let seen = progress(&folder, &["-j3", "-c", "-t", "utf-16", "a", "-o", "b"]);
    assert_eq!(seen, (all, Some(all), 1));
}

#[test]
fn no_progress_unless_requested_or_on_a_terminal() {
    let folder = Folder::new();
    folder.file("a", "text");
    folder.run(&["convert", "a"]).exits(0).says("");
    folder.run(&["convert", "--progress", "auto", "a"]).exits(0).says("");
    folder.run(&["convert", "--progress", "never", "a"]).exits(0).says("");
    let run = folder.run(&["convert", "--progress", "always", "a", "-o", "b"]).exits(0);
    run.mentions("utf: 4 B of 4 B, 1 file in 0 seconds\n");
}
