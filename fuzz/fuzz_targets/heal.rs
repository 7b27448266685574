//! Checks that lost characters come back from an older version as its own bytes, and that an undamaged
//! text does not change.
//!
//! The first byte of the input chooses the encoding, and the second the damage. Up to the byte FF, the input
//! is the older version; the bytes after it are edits of the damaged one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::Encoding;
use utfkit_text::heal::{Healed, heal};

const ENCODINGS: [&str; 6] =
    ["windows-1252", "windows-1251", "iso-8859-2", "utf-8", "gbk", "shift_jis"];

/// Words of the older version. Those that its encoding lacks are left out.
const PARTS: [&str; 32] = [
    "Größe ",
    "naïve ",
    "à la ",
    "où ",
    "the ",
    "and ",
    "in ",
    "line\n",
    "\r\n",
    "\n",
    "? ",
    ", ",
    "(",
    ")",
    "42 ",
    "\t",
    "été ",
    "Łódź ",
    "żółć ",
    "ő",
    "привет ",
    "мир ",
    "съешь ",
    "И ",
    "日本 ",
    "語",
    "テスト ",
    "中文 ",
    "漢",
    "€ ",
    "“a” ",
    "ß",
];

fuzz_target!(|data: &[u8]| {
    let [encoding, damage, rest @ ..] = data else { return };
    let label = ENCODINGS[usize::from(*encoding) % ENCODINGS.len()];
    let encoding: Encoding = label.parse().expect("the label is known");
    let end = rest.iter().position(|&byte| byte == 0xFF).unwrap_or(rest.len());
    let (words, edits) = rest.split_at(end);
    let mut old = Vec::new();
    for &word in words {
        let part = PARTS[usize::from(word) % PARTS.len()];
        if let Ok(part) = utfkit::encode(part, encoding) {
            old.extend_from_slice(&part);
        }
    }
    if let Ok(same) = heal(&old, &old, encoding) {
        assert_eq!(same.bytes, old, "nothing is lost");
        assert_eq!(same.restored, []);
    }
    let mut new = damaged(&old, encoding, *damage);
    for edit in edits.chunks_exact(3) {
        let at = usize::from(edit[0]) * new.len() / 256;
        let end = new.len().min(at + usize::from(edit[1] % 8));
        new.splice(at..end, PARTS[usize::from(edit[2]) % PARTS.len()].bytes());
    }
    if let Ok(healed) = heal(&old, &new, encoding) {
        check(&old, &healed);
    }
});

/// Loses characters of `old`, as programs do.
fn damaged(old: &[u8], encoding: Encoding, damage: u8) -> Vec<u8> {
    let right = || utfkit::decode_lossy(old, encoding).0.into_owned();
    match damage % 5 {
        0 => String::from_utf8_lossy(old).into_owned().into_bytes(),
        1 => right()
            .chars()
            .map(|each| if each.is_ascii() { each } else { '?' })
            .collect::<String>()
            .into_bytes(),
        2 => right().chars().filter(char::is_ascii).collect::<String>().into_bytes(),
        3 => old.iter().map(|&byte| if byte.is_ascii() { byte } else { b'?' }).collect(),
        _ => utfkit::decode_lossy(right().as_bytes(), Encoding::Iso8859_1)
            .0
            .into_owned()
            .into_bytes(),
    }
}

/// The places are in order, inside of the text, and apart; what was restored is in the older version.
fn check(old: &[u8], healed: &Healed) {
    assert!((0.0..=1.0).contains(&healed.score), "{}", healed.score);
    let mut done = 0;
    for place in &healed.restored {
        assert!(place.offset >= done, "the places are in order");
        done = place.offset + place.len;
        let bytes = &healed.bytes[place.offset..done];
        assert!(
            bytes.is_empty() || old.windows(bytes.len()).any(|part| part == bytes),
            "{:?} is not old",
            bytes.escape_ascii().to_string()
        );
    }
    done = 0;
    for place in &healed.open {
        assert!(place.offset >= done, "the places are in order");
        done = place.offset + place.len;
        assert!(done <= healed.bytes.len(), "the place is in the text");
        assert!(place.candidates.len() <= 4);
    }
}
