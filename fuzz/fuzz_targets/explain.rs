//! Checks repairs of dense mojibake: words of several scripts that were read in wrong charsets, cut and
//! mixed with correct text.
//!
//! The first byte of the input chooses the options and the size of the pieces. Each other byte adds a part
//! of a text, or makes mojibake of the parts before it. Bytes from F0 on are raw bytes.
#![no_main]

#[path = "../support/repairs.rs"]
mod repairs;

use libfuzzer_sys::fuzz_target;
use repairs::check;
use utfkit::Encoding;
use utfkit_text::repair::Options;

/// Words, characters that are often bytes of mojibake, and what separates them.
const PARTS: [&str; 64] = [
    "été",
    "Å",
    "Â",
    "Ã",
    "â",
    "€",
    "™",
    "’",
    "\u{A0}",
    " ",
    ", ",
    "\n",
    ".",
    "?",
    "\"",
    "'",
    "a",
    "E",
    "the ",
    "Größe",
    "naïve ",
    "à ",
    "œuvre",
    "Łódź",
    "ő",
    "ű",
    "Š",
    "ž",
    "İ",
    "ğ",
    "ñ",
    "¿",
    "приве",
    "В ",
    "Р",
    "С",
    "я",
    "ы",
    "№",
    "λόγος",
    "Ω",
    "日本",
    "語",
    "ー",
    "한국",
    "中",
    "，",
    "ไทย",
    "עב",
    "عر",
    "🙂",
    "–",
    "“",
    "”",
    "…",
    "\u{FFFD}",
    "\u{85}",
    "\u{90}",
    "½",
    "£",
    "\t",
    "0",
    ";",
    "<b>",
];

/// The charsets in which UTF-8 is read by mistake.
const WRONG: [&str; 8] = [
    "windows-1252",
    "iso-8859-1",
    "windows-1251",
    "windows-1250",
    "windows-1254",
    "macintosh",
    "gbk",
    "ibm437",
];

/// The maximum length of a text, because each layer of mojibake doubles it.
const MOST: usize = 4096;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, parts)) = data.split_first() else { return };
    let mut options = Options::default();
    options.mixed = (choice & 4 != 0).then_some(Encoding::Iso8859_1);
    options.no_guessed_bytes = choice & 2 != 0;
    let mut text = Vec::new();
    // Mojibake is made of the text from here on.
    let mut from = 0;
    for &part in parts {
        match part {
            0..0x80 => text.extend_from_slice(PARTS[usize::from(part % 64)].as_bytes()),
            0x80..0xE0 if text.len() < MOST => {
                let read = misread(&text[from..], WRONG[usize::from(part % 8)]);
                text.truncate(from);
                text.extend_from_slice(read.as_bytes());
                // Half of them begin a new part, and the others add a layer.
                if part & 8 != 0 {
                    from = text.len();
                }
            }
            0xE0..0xF0 => from = text.len(),
            _ => text.push(part.rotate_left(4)),
        }
    }
    check(&text, options, usize::from(choice >> 3) + 1);
});

/// Returns `text` as a program reads it that takes it for another charset.
fn misread(text: &[u8], label: &str) -> String {
    let encoding: Encoding = label.parse().expect("the label is known");
    utfkit::decode_lossy(text, encoding).0.into_owned()
}
