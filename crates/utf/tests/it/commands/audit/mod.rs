//! `utf audit`.

mod attacks;
mod docs;
mod flags;
mod golden;
mod innocent;
mod streams;

use crate::support::Folder;

/// The codes of all that is found in `text`, with where they are.
fn found(text: impl AsRef<[u8]>, options: &[&str]) -> Vec<(String, u64)> {
    let arguments = [&["audit", "--format", "json", "--show", "note"], options].concat();
    let run = Folder::new().pipe(&arguments, text);
    assert_ne!(run.status, Some(2), "{run:?}");
    let lines = run.lines_of_json();
    let findings = lines.iter().filter(|line| line["type"] == "finding");
    findings
        .map(|line| (line["kind"].as_str().unwrap().to_owned(), line["offset"].as_u64().unwrap()))
        .collect()
}

/// The codes of what is found in `text` at warning or above.
fn serious(text: &str) -> Vec<String> {
    let run = Folder::new().pipe(&["audit", "--format", "json"], text);
    let lines = run.lines_of_json();
    let findings = lines.iter().filter(|line| line["type"] == "finding");
    findings.map(|line| line.to_string()).collect()
}
