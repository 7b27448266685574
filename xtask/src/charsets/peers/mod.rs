//! Compares a table with `iconv` of glibc, where it is installed.

pub(super) mod decisions;

use std::{
    io::Write,
    process::{Command, Stdio},
};

use self::decisions::{Decisions, FILE};
use super::{NONE, list::Charset};

/// The script that asks glibc, relative to the root of the repository.
const SCRIPT: &str = "scripts/charset-peers.py";

/// Compares the characters of all bytes, and returns a line for the report.
pub(super) fn compare(
    charset: &Charset,
    characters: &[u16; 256],
    decisions: &mut Decisions,
) -> Result<String, String> {
    let name = charset.constant;
    let Some(theirs) = charset.glibc.filter(|_| is_installed()).map(decode).transpose()? else {
        return Ok(format!("{name:20} not compared\n"));
    };
    let (mut differing, mut unknown) = (0, String::new());
    for ((byte, ours), theirs) in (0..=255_u8).zip(characters).zip(theirs) {
        if *ours != theirs {
            differing += 1;
            if !decisions.allow(name, byte, &spell(theirs)) {
                unknown.push_str(&format!(
                    "{name}\t{byte:02X}\t{}\t(ours: {})\n",
                    spell(theirs),
                    spell(*ours)
                ));
            }
        }
    }
    if unknown.is_empty() {
        Ok(format!("{name:20} 256 bytes compared with glibc, {differing} differ\n"))
    } else {
        Err(format!("cells that {FILE} does not name:\n{unknown}"))
    }
}

/// Returns `true` if glibc's `iconv` is installed.
pub(super) fn is_installed() -> bool {
    let output = Command::new("iconv").arg("--version").output();
    output.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).contains("GNU libc")
            || String::from_utf8_lossy(&output.stdout).contains("GLIBC")
    })
}

/// Returns the text for a character in the list of decisions.
fn spell(unit: u16) -> String {
    match unit {
        NONE => "none".to_owned(),
        unit => format!("U+{unit:04X}"),
    }
}

/// Returns the characters that `iconv` reads for all bytes. Each byte is a whole text, so nothing is
/// combined with it.
fn decode(name: &str) -> Result<Vec<u16>, String> {
    let failed = |error| format!("{SCRIPT}: {error}");
    let mut child = Command::new("python3")
        .args([SCRIPT, "glibc", name, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let bytes: String = (0..=u8::MAX).map(|byte| format!("{byte:02x}\n")).collect();
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(bytes.as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let characters: Vec<u16> =
        text.lines().map(|line| u16::from_str_radix(line, 16).unwrap_or(NONE)).collect();
    match characters.len() {
        256 => Ok(characters),
        len => Err(format!("{SCRIPT}: {name}: {len} answers, expected 256")),
    }
}
