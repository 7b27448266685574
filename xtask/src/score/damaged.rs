//! The lines that the scores of repair damage, and the characters of the charsets.

use std::path::Path;

use utfkit::{Encoding, transcode};

/// The options.
pub(super) struct Asked<'a> {
    pub(super) folder: &'a Path,
    pub(super) seed: u64,
    pub(super) lines: usize,
    pub(super) peers: bool,
    pub(super) others: bool,
    pub(super) clean: bool,
    pub(super) misread: bool,
    pub(super) show: usize,
}

/// The lines that are damaged: those with a character beyond ASCII, drawn by the seed.
pub(super) fn sample(lines: &[String], asked: &Asked<'_>) -> Vec<String> {
    let is_fit = |line: &&String| {
        !line.is_ascii() && line.chars().count() > 15 && !line.contains('\u{FEFF}')
    };
    let fit: Vec<_> = lines.iter().filter(is_fit).collect();
    let mut random = asked.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        for shift in [13, -7, 17_i32] {
            random ^= if shift > 0 { random << shift } else { random >> -shift };
        }
        random as usize
    };
    (0..asked.lines).map(|_| fit[next() % fit.len()].clone()).collect()
}

/// The character of each byte; a byte without one is a control.
pub(super) fn characters(charset: &str) -> Result<Vec<char>, String> {
    let bytes: Vec<u8> = (0..=255).collect();
    if charset == "latin-1" {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    let encoding: Encoding = charset.parse().map_err(|_| format!("{charset}: unknown"))?;
    let (text, _) = transcode::decode_lossy(&bytes, encoding);
    let both = bytes.iter().zip(text.chars());
    let sloppy =
        |(&byte, read)| if read == char::REPLACEMENT_CHARACTER { char::from(byte) } else { read };
    Ok(both.map(sloppy).collect())
}
