//! Progress of commands that read, each to the end of every file.

use crate::support::Folder;

#[test]
fn octets_and_files_are_counted() {
    let folder = Folder::new();
    let text = "text\n".repeat(100_000);
    folder.file("a", &text);
    folder.file("b", "\u{FEFF}text");
    let octets = text.len() + 7;
    for command in [&["detect"][..], &["audit"], &["search", "-c", "ex"], &["check"]] {
        let run = folder.run(&[command, &["--progress", "json", "a", "b"]].concat());
        let line = run.stderr.lines().last().unwrap();
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let numbers = ["octets", "total", "files"].map(|key| line[key].as_u64());
        assert_eq!(numbers, [Some(octets as u64), Some(octets as u64), Some(2)], "{command:?}");
        folder.run(&[command, &["a"]].concat()).says("");
    }
}
