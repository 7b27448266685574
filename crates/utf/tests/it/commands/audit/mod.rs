//! `utf audit`.

mod attacks;
mod docs;
mod fix;
mod flags;
mod golden;
mod innocent;
mod streams;

use crate::support::Folder;

/// Returns the code and the offset of each finding in `text`.
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

/// Returns the findings in `text` that are warnings or errors.
fn serious(text: &str) -> Vec<String> {
    let run = Folder::new().pipe(&["audit", "--format", "json"], text);
    let lines = run.lines_of_json();
    let findings = lines.iter().filter(|line| line["type"] == "finding");
    findings.map(|line| line.to_string()).collect()
}
