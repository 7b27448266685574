//! Lists the verdicts about many texts, so that a review sees each change.
//!
//! The other tests check that results are correct. These check that they stay: a changed limit changes a
//! line of a listing, even if the result is still safe. If the change is meant, run
//! `UTFKIT_UPDATE=1 cargo test -p utfkit-text --all-features --test it listings`, and read the
//! difference.

mod detect;
mod heal;
mod repair;
mod restorations;

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use utfkit::{Encoding, transcode};

use crate::repair::cases;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/listings").join(name)
}

/// Compares lines with a listing, or writes it.
fn compare(name: &str, lines: &[String]) {
    let file = path(name);
    if env::var_os("UTFKIT_UPDATE").is_some() {
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        return;
    }
    let listing = fs::read_to_string(&file).unwrap();
    let pairs = (1..).zip(lines.iter().zip(listing.lines()));
    let different: Vec<_> = pairs
        .filter(|(_, (line, listed))| line != listed)
        .map(|(number, (line, listed))| format!("{number}: listed: {listed}\n    is: {line}"))
        .collect();
    let first = &different[..different.len().min(5)];
    assert!(first.is_empty(), "{name}: {} lines differ:\n{}", different.len(), first.join("\n"));
    assert_eq!(lines.len(), listing.lines().count(), "{name} has other texts");
}

fn encoding(name: &str) -> Encoding {
    name.parse().unwrap()
}

/// Returns the text in an encoding; `None` if the encoding lacks a character.
fn encoded(text: &str, name: &str) -> Option<Vec<u8>> {
    Some(transcode::encode(text, encoding(name)).ok()?.into_owned())
}

/// Compares a listing with the answers to its texts, or writes these.
///
/// A line is a text in the format of [`cases`]. Indented lines after it are the answer. `[NAME]`
/// begins a part, and `#` a comment. `answer` gets the name of the part, and a text.
fn compare_answers(name: &str, answer: fn(&str, &[u8]) -> Vec<String>) {
    let listing = fs::read_to_string(path(name)).unwrap();
    let (mut lines, mut part) = (Vec::new(), "");
    for line in listing.lines().filter(|line| !line.starts_with(' ')) {
        lines.push(line.to_owned());
        match line.chars().next() {
            None | Some('#') => {}
            Some('[') => part = line,
            _ => {
                let answer = answer(part, &cases::bytes(line)).into_iter();
                lines.extend(answer.map(|one| format!("  {one}")));
            }
        }
    }
    compare(name, &lines);
}

/// Returns the bytes as a text of a listing: with escapes for those that are not UTF-8, and for
/// characters that are invisible or change the order of a line.
fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => text.push_str("\\n"),
                '\\' => text.push_str("\\\\"),
                '\0'..='\x1F'
                | '{'
                | '\x7F'..='\u{A0}'
                | '\u{AD}'
                | '\u{61C}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202F}'
                | '\u{2060}'..='\u{206F}'
                | '\u{E000}'..='\u{F8FF}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{E0000}'.. => escape(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes()),
                _ => text.push(character),
            }
        }
        escape(&mut text, chunk.invalid());
    }
    text
}

fn escape(text: &mut String, bytes: &[u8]) {
    bytes.iter().for_each(|byte| write!(text, "\\x{byte:02X}").unwrap());
}
