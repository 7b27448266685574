//! A command line that a message prints runs unchanged, and its result is good text.

use std::{collections::BTreeSet, fs};

use regex::Regex;
use serde_json::Value;

use super::{
    corpus::{all_hold, written},
    says::{COMMANDS, about},
};

/// The commands that explain something in general, and have no file.
const GENERAL: [&str; 2] = ["utf explain ", "utf labels"];

#[test]
fn printed_command_lines_run_as_they_stand() {
    let (folder, cases) = written(|_| true);
    fs::create_dir(folder.path("results")).unwrap();
    let quoted = Regex::new(r"`((?:utf|tail|LC_ALL=C) [^`]+|utf)`").unwrap();
    let (mut broken, mut lines) = (Vec::new(), BTreeSet::new());
    for command in COMMANDS.iter().chain(&[&["detect"][..]]) {
        for (name, words) in about(&folder, &cases, command) {
            for line in quoted.captures_iter(&words).map(|found| found[1].to_owned()) {
                let is_general = GENERAL.iter().any(|general| line.starts_with(general));
                if !is_general && !line.contains(&name.replace('\'', r"'\''")) {
                    broken.push(format!("{} {name}: no file in `{line}`", command[0]));
                } else {
                    lines.insert((name, line));
                }
            }
        }
    }
    let of = lines.len() + broken.len();
    let mut script = String::new();
    for (number, (_, line)) in lines.iter().enumerate() {
        script.push_str(&format!("{line} >results/{number} 2>results/{number}.err; echo $?\n"));
    }
    let run = folder.shell(&script);
    let statuses: Vec<_> = run.text().lines().map(str::to_owned).collect();
    assert_eq!(statuses.len(), lines.len(), "{run:?}");
    let mut results = Vec::new();
    for (number, ((name, line), status)) in lines.iter().zip(&statuses).enumerate() {
        let writes_text = line.starts_with("utf convert") || !line.starts_with("utf ");
        let is_right = if writes_text { status == "0" } else { status == "0" || status == "1" };
        if !is_right {
            let why = String::from_utf8_lossy(&folder.read(&format!("results/{number}.err")))
                .into_owned();
            broken.push(format!("{name}: exit {status} of `{line}`: {}", why.trim()));
        } else if writes_text {
            results.push((format!("results/{number}"), line));
        }
    }
    let names: Vec<_> = results.iter().map(|(result, _)| &**result).collect();
    let check = folder.run(&[&["check", "-l"][..], &names].concat());
    let audit = folder.run(&[&["audit", "--format", "json"][..], &names].concat());
    let is_mojibake = |found: &Value| found["kind"] == "mojibake";
    let mojibake: BTreeSet<_> = audit
        .lines_of_json()
        .iter()
        .filter(|found| is_mojibake(found))
        .map(|found| found["path"].as_str().unwrap().to_owned())
        .collect();
    for (result, line) in &results {
        if check.text().lines().any(|wrong| wrong == result) {
            broken.push(format!("the result of `{line}` fails `check`"));
        }
        if mojibake.contains(result) {
            broken.push(format!("the result of `{line}` has mojibake"));
        }
    }
    all_hold(&broken, of);
}
