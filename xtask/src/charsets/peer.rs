//! Compares a table with `iconv` of glibc, where it is installed.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use super::{
    NONE,
    decisions::{Decisions, FILE},
    list::Charset,
};

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
    match unknown.is_empty() {
        true => Ok(format!("{name:20} 256 bytes compared with glibc, {differing} differ\n")),
        false => Err(format!("cells that {FILE} does not name:\n{unknown}")),
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

/// Returns the characters that `iconv` reads for all bytes.
fn decode(name: &str) -> Result<Vec<u16>, String> {
    (0..=255).map(|byte| decode_byte(name, byte)).collect()
}

/// Returns the character of `byte`. A single byte is a whole text, so nothing is combined with it.
fn decode_byte(name: &str, byte: u8) -> Result<u16, String> {
    let failed = |error| format!("iconv: {error}");
    let mut child = Command::new("iconv")
        .args(["-f", name, "-t", "UTF-16BE"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&[byte]).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    match output.stdout[..] {
        [high, low] if output.status.success() => Ok(u16::from_be_bytes([high, low])),
        _ => Ok(NONE),
    }
}
