//! Runs the commands that `docs/verification.md` names, and writes their results.
//!
//! `cargo xtask verify [--long] [WORD…]` runs the commands of the rows that contain all words. A row
//! that is marked as long runs with `--long` only. The results go to the table of `docs/results.md`,
//! which has a row for each command: when and where it ran last, and how that ended. The text after
//! the table is left unchanged.

mod page;
#[cfg(test)]
mod tests;

use std::{fs, process::Command, time::Instant};

/// The page with the promises.
const PAGE: &str = "docs/verification.md";
/// The page with the results.
const RESULTS: &str = "docs/results.md";
const HEAD: &str = "| command | date | machine | result |\n| --- | --- | --- | --- |\n";

/// Runs the command and returns its output.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let read = |path| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let (flags, words): (Vec<&str>, Vec<&str>) =
        options.iter().partition(|option| option.starts_with('-'));
    if flags.iter().any(|flag| *flag != "--long") {
        return Err("usage: cargo xtask verify [--long] [WORD…]".to_owned());
    }
    let page = read(PAGE)?;
    let is_meant = |row: &page::Row| {
        (!row.is_long || !flags.is_empty()) && words.iter().all(|word| row.text.contains(word))
    };
    let mut commands: Vec<&str> = Vec::new();
    for command in page::rows(&page).filter(is_meant).flat_map(|row| row.commands) {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    let mut failed = 0;
    for command in &commands {
        let (is_good, result) = result(command)?;
        failed += usize::from(!is_good);
        println!("{command}: {result}");
        // Each result is kept, even if a later command is interrupted.
        let row = format!("| `{command}` | {} | {} | {result} |\n", today()?, machine());
        let written = replaced(&read(RESULTS)?, &page, command, &row)?;
        fs::write(RESULTS, written).map_err(|error| format!("{RESULTS}: {error}"))?;
    }
    match failed {
        0 => Ok(format!("{} commands passed", commands.len())),
        _ => Err(format!("{failed} of {} commands failed", commands.len())),
    }
}

/// Returns the page of results with the row of a command, in the order of the page of promises.
/// Rows of commands that this page no longer names are dropped.
fn replaced(results: &str, page: &str, command: &str, row: &str) -> Result<String, String> {
    let (before, rest) = results.split_once(HEAD).ok_or(format!("{RESULTS}: no table"))?;
    let table_len: usize =
        rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    let (table, after) = rest.split_at(table_len);
    let mut out = format!("{before}{HEAD}");
    let mut done: Vec<&str> = Vec::new();
    for named in page::rows(page).flat_map(|row| row.commands) {
        if done.contains(&named) {
            continue;
        }
        done.push(named);
        let start = format!("| `{named}` |");
        let old = table.split_inclusive('\n').find(|line| line.starts_with(&start));
        out.push_str(if named == command { row } else { old.unwrap_or_default() });
    }
    Ok(out + after)
}

/// Runs a command. Returns whether it passed, and its result in words.
fn result(command: &str) -> Result<(bool, String), String> {
    let start = Instant::now();
    let output = Command::new("sh")
        .args(["-c", command])
        .output()
        .map_err(|error| format!("{command}: {error}"))?;
    let seconds = start.elapsed().as_secs();
    let text = String::from_utf8_lossy(&output.stdout);
    let [mut passed, mut left_out] = [0_u64; 2];
    for line in text.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        let number = |what: &str| {
            let before = line.split(what).next()?.trim();
            before.rsplit(' ').next()?.parse::<u64>().ok()
        };
        passed += number(" passed").unwrap_or_default();
        left_out += number(" ignored").unwrap_or_default();
    }
    let tests = match (passed, left_out) {
        (0, _) => String::new(),
        (_, 0) => format!(", {passed} tests"),
        _ => format!(", {passed} tests, {left_out} left out"),
    };
    let is_good = output.status.success() && !(command.contains("cargo test") && passed == 0);
    let word = match (is_good, output.status.code()) {
        (true, _) => "passed".to_owned(),
        (false, Some(0)) => "**ran no test**".to_owned(),
        (false, Some(code)) => format!("**failed** with status {code}"),
        (false, None) => "**failed**: stopped by a signal".to_owned(),
    };
    Ok((is_good, format!("{word}{tests}, {seconds} s")))
}

/// Returns the date.
fn today() -> Result<String, String> {
    let output = Command::new("date").arg("+%F").output();
    let output = output.map_err(|error| format!("date: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the name of the processor and the number of its cores.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}
