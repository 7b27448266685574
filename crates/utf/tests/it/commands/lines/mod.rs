//! Commands that separate bad lines from good lines.

mod big;
mod encodings;
mod fields;
mod merged;
mod receivers;
mod repair;
mod usage;

use crate::support::Run;

/// Returns the line numbers, offsets and lengths of the lines in a report.
fn rejected(report: &[u8]) -> Vec<(u64, usize, usize)> {
    let lines = std::str::from_utf8(report).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines
        .filter(|line| line["type"] == "rejected")
        .map(|line| {
            let number = |key: &str| line[key].as_u64().unwrap();
            (number("line"), number("offset") as usize, number("length") as usize)
        })
        .collect()
}

/// Returns the number of lines that a report has in the good part before each bad line.
fn good_lines(report: &[u8]) -> Vec<u64> {
    let lines = std::str::from_utf8(report).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let lines = lines.filter(|line| line["type"] == "rejected");
    lines.map(|line| line["good_lines"].as_u64().unwrap()).collect()
}

/// Returns the commands of the recipes that separate the bad lines of `dump` and put them back. They
/// also remove the results of an earlier run.
fn put_back() -> String {
    let recipes = include_str!("../../../../../../docs/recipes.md");
    let start = recipes.find("utf convert --bad-lines bad --bad-lines-report").unwrap();
    format!("rm -f bad report\n{}", recipes[start..].split("```").next().unwrap())
}

/// Merges good and bad lines by the positions of the bad lines.
fn merged(mut good: &[u8], mut bad: &[u8], places: &[(u64, usize, usize)]) -> Vec<u8> {
    let mut whole = Vec::new();
    for &(_, offset, length) in places {
        let (before, rest) = good.split_at(offset - whole.len());
        whole.extend_from_slice(before);
        good = rest;
        let (line, rest) = bad.split_at(length);
        whole.extend_from_slice(line);
        bad = rest;
    }
    assert!(bad.is_empty());
    whole.extend_from_slice(good);
    whole
}

/// Returns the numbers on standard output, one per line.
fn numbers(run: &Run) -> Vec<u64> {
    run.text().lines().map(|line| line.parse().unwrap()).collect()
}
