//! Checks that a repair fixes known damage, that its fixes explain every change and can be undone
//! exactly, in any pieces, and that a second repair finds nothing.
//!
//! The first byte of the input chooses the options and the size of the pieces.
#![no_main]

#[path = "../support/repairs.rs"]
mod repairs;

use libfuzzer_sys::fuzz_target;
use repairs::check;
use utfkit::Encoding;
use utfkit_text::repair::{Options, repair};

/// Returns a text with damage that has one reading, and the text before the damage.
fn damaged(choice: &[u8], options: Options) -> (Vec<u8>, String) {
    let (mut broken, mut whole) = (Vec::new(), String::new());
    for &byte in choice {
        let letter = match byte % 32 {
            0..26 => char::from(b'a' + byte % 32),
            26 => '\n',
            _ => ' ',
        };
        match byte >> 5 {
            // A surrogate pair in CESU-8: D83D, and one of DE00 to DE1F.
            7 => {
                broken.extend([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80 | (byte % 32)]);
                whole.extend(char::from_u32(0x1F600 + u32::from(byte % 32)));
            }
            6 if options.modified_utf8 => {
                broken.extend(b"\xC0\x80");
                whole.push('\0');
            }
            5 if options.unsafe_overlong && letter.is_ascii_alphabetic() => {
                broken.extend([0xC0 | ((letter as u8) >> 6), 0x80 | (letter as u8 & 0x3F)]);
                whole.push(letter);
            }
            _ => {
                broken.push(letter as u8);
                whole.push(letter);
            }
        }
    }
    (broken, whole)
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let mut options = Options::default();
    options.modified_utf8 = choice & 1 != 0;
    options.unsafe_overlong = choice & 2 != 0;
    let (broken, whole) = damaged(text, options);
    let done = repair(&broken, options);
    assert_eq!(done.bytes, whole.as_bytes(), "{:?}", broken.escape_ascii().to_string());

    options.mixed = (choice & 4 != 0).then_some(Encoding::Iso8859_1);
    check(text, options, usize::from(choice >> 3) + 1);
    check(&broken, options, usize::from(choice >> 3) + 1);
});
