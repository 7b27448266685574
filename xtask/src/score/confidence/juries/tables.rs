//! Tables of the characters of a charset.

use utfkit::{Encoding, transcode};

use super::{LANGUAGES, Sample, push_bytes};
use crate::score::random::Random;

/// The number of tables of each charset.
const EACH: usize = 6;

/// Adds the jury.
pub(super) fn add(all: &mut Vec<Sample>, random: &mut Random) {
    let mut charsets: Vec<&'static str> =
        LANGUAGES.iter().flat_map(|language| [language.1, language.2].concat()).collect();
    charsets.sort_unstable();
    charsets.dedup();
    for charset in charsets {
        let Ok(encoding) = charset.parse::<Encoding>() else { continue };
        if !encoding.is_ascii_compatible() {
            continue;
        }
        let is_whole = |byte: &u8| transcode::decode(&[*byte], encoding).is_ok();
        let is_sign = |byte: &u8| {
            let byte = [*byte];
            let (text, _) = transcode::decode_lossy(&byte, encoding);
            text.chars().all(|c| !c.is_alphabetic() && !c.is_control())
        };
        let characters: Vec<u8> = (0x80..=0xFF).filter(is_whole).collect();
        let signs: Vec<u8> = characters.iter().copied().filter(is_sign).collect();
        for form in 0..EACH {
            let from = if form < EACH / 2 { &characters } else { &signs };
            if from.len() < 4 {
                continue;
            }
            let first = random.below(from.len() / 2);
            let some = &from[first..];
            let mut table = Vec::new();
            for (at, &byte) in some.iter().enumerate() {
                match form % 3 {
                    0 => table.extend(format!("{byte}\t").as_bytes()),
                    1 => table.extend(format!("<td>&#{byte};</td><td>").as_bytes()),
                    _ => table.extend(if at % 16 == 15 { &b"\n"[..] } else { b" " }),
                }
                table.push(byte);
                match form % 3 {
                    0 => table.push(b'\n'),
                    1 => table.extend(b"</td>\n"),
                    _ => {}
                }
            }
            if str::from_utf8(&table).is_err() {
                push_bytes(all, "tables", "table", charset, table);
            }
        }
    }
}
