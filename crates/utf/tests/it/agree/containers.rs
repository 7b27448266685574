//! The same text has the same findings, fixes and hints, no matter how its bytes come.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Map, Value};

use super::corpus::{Damage, all_hold, written};
use crate::support::{Folder, Run};

/// A container: its name, its bytes for a text, and the options to read it.
type Container = (&'static str, fn(&str) -> Vec<u8>, &'static [&'static str]);

fn wide(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

const CONTAINERS: [Container; 6] = [
    ("gzip", |text| gzip(text.as_bytes()), &["-z"]),
    ("zstd", |text| zstd::encode_all(text.as_bytes(), 1).unwrap(), &["-z"]),
    ("utf-16le with a BOM", |text| wide(&format!("\u{FEFF}{text}"), u16::to_le_bytes), &[]),
    ("utf-16be with a BOM", |text| wide(&format!("\u{FEFF}{text}"), u16::to_be_bytes), &[]),
    ("utf-16le", |text| wide(text, u16::to_le_bytes), &["-f", "utf-16le"]),
    ("utf-16be", |text| wide(text, u16::to_be_bytes), &["-f", "utf-16be"]),
];

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const COMMANDS: [&[&str]; 3] = [
    &["check", "--format", "json"],
    &["audit", "--format", "json", "--show", "note"],
    &["repair", "--format", "json"],
];

/// Returns the records of a run, without the keys that depend on the bytes.
fn records(run: &Run) -> Result<Vec<String>, String> {
    if run.status.is_none_or(|status| status > 1) {
        return Err(run.stderr.lines().next().unwrap_or_default().to_owned());
    }
    let plain = |value: &Value| {
        let kept = [
            "type", "line", "column", "kind", "hint", "why", "percent", "severity", "remarks",
            "means", "readings", "doubt", "reason",
        ];
        let kept = |(key, value): (&String, &Value)| {
            kept.contains(&&**key).then(|| (key.clone(), value.clone()))
        };
        let kept: Map<_, _> = value.as_object().unwrap().iter().filter_map(kept).collect();
        // A command line in a hint names the file.
        let line = Value::Object(kept).to_string();
        line.replace(" -z a`", "`").replace(" a`", "`").replace(" -z`", "`")
    };
    let lines = run.lines_of_json();
    let is_record = |value: &&Value| {
        let is_plain_file = value["type"] == "file" && value.get("remarks").is_none();
        value["type"] != "summary" && !is_plain_file
    };
    // A note that the file is compressed says nothing about its text.
    let records = lines.iter().filter(is_record).map(plain);
    Ok(records.filter(|record| record != "{\"type\":\"note\"}").collect())
}

#[test]
fn containers_do_not_matter() {
    let (_, cases) = written(|case| {
        matches!(
            case.damage,
            Damage::Clean | Damage::Misread | Damage::Lost | Damage::Lines | Damage::Legacy
        )
    });
    let folder = Folder::new();
    let (mut broken, mut of) = (Vec::new(), 0);
    // Each kind of damage has some languages.
    for case in cases.iter().step_by(9) {
        for command in COMMANDS {
            folder.file("a", &case.bytes);
            let expected = records(&folder.run(&[command, &["a"]].concat()));
            let mut compare = |container: &str, run: &Run| {
                let found = records(run);
                let relation = format!("{} {} in {container}", command[0], case.name);
                of += 1;
                match (&expected, &found) {
                    (Ok(expected), Ok(found)) if expected == found => {}
                    (Ok(expected), Ok(found)) => {
                        let (one, other) = (expected.len(), found.len());
                        let first = expected.iter().find(|line| !found.contains(line));
                        let also = found.iter().find(|line| !expected.contains(line));
                        broken.push(format!(
                            "{relation}: {one} and {other} records: {first:?} {also:?}"
                        ));
                    }
                    (_, Err(why)) | (Err(why), _) => broken.push(format!("{relation}: {why}")),
                }
            };
            compare("a pipe", &folder.pipe(command, &case.bytes));
            for (container, bytes, options) in CONTAINERS {
                let bytes = match std::str::from_utf8(&case.bytes) {
                    Ok(text) => bytes(text),
                    Err(_) if container == "gzip" => gzip(&case.bytes),
                    Err(_) => continue,
                };
                // Without a BOM, nothing is repaired.
                if command[0] == "repair" && options.contains(&"-f") {
                    continue;
                }
                folder.file("a", bytes);
                compare(container, &folder.run(&[command, options, &["a"]].concat()));
            }
        }
    }
    all_hold(&broken, of);
}
