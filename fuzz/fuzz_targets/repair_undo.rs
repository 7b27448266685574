//! Checks that a repair fixes known damage, that its fixes explain every change and can be undone
//! exactly, in any pieces, and that a second repair finds nothing.
//!
//! The first byte of the input chooses the options and the size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::Encoding;
use utfkit_text::repair::{Event, Fix, Options, Repairer, repair};

/// Replaces the bytes of each fix from left to right: those before the fix by those after it, or
/// the other way round. The offsets of the fixes are in the text before the repair.
fn replaced(text: &[u8], fixes: &[Fix], undo: bool) -> Vec<u8> {
    let (mut out, mut read) = (Vec::new(), 0);
    for fix in fixes {
        let (from, to) = if undo { (&fix.becomes, &fix.bytes) } else { (&fix.bytes, &fix.becomes) };
        let offset = usize::try_from(fix.offset).expect("it is in memory");
        // Between two fixes, both texts are the same.
        let kept = if undo { offset - out.len() } else { offset - read };
        out.extend_from_slice(&text[read..read + kept]);
        read += kept;
        assert_eq!(&text[read..read + from.len()], from, "the fix is of other bytes");
        assert_ne!(from, to, "the fix changes nothing");
        out.extend_from_slice(to);
        read += from.len();
    }
    out.extend_from_slice(&text[read..]);
    out
}

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

/// Repairs `text` as a whole and in pieces of `size`.
fn check(text: &[u8], options: Options, size: usize) {
    let done = repair(text, options);
    assert_eq!(done.bytes != text, !done.fixes.is_empty(), "fixes are changes");
    assert_eq!(replaced(text, &done.fixes, false), done.bytes);
    assert_eq!(replaced(&done.bytes, &done.fixes, true), text);
    assert_eq!(done.undo(), text);
    assert_eq!(repair(&done.bytes, options).fixes, []);

    let (mut old, mut new, mut fixes) = (Vec::new(), Vec::new(), Vec::new());
    let mut repairer = Repairer::new(options);
    let mut sink = |event: Event<'_>| match event {
        Event::Kept(bytes) => {
            old.extend_from_slice(bytes);
            new.extend_from_slice(bytes);
        }
        Event::Fix(fix) => {
            assert_eq!(fix.offset, old.len() as u64);
            old.extend_from_slice(&fix.bytes);
            new.extend_from_slice(&fix.becomes);
            fixes.push(fix.clone());
        }
        _ => {}
    };
    for piece in text.chunks(size) {
        repairer.push(piece, false, &mut sink);
    }
    repairer.push(b"", true, &mut sink);
    assert_eq!(old, text);
    assert_eq!(new, done.bytes);
    assert_eq!(fixes, done.fixes);
}
