//! Repair: the fixes, the unchanged parts, and the reports.

mod broken;
#[cfg(feature = "model")]
pub(crate) mod cases;
#[cfg(feature = "charsets")]
mod chance;
#[cfg(feature = "charsets")]
mod damage;
#[cfg(feature = "charsets")]
mod foreign;
mod line_ends;
#[cfg(feature = "charsets")]
mod mojibake;
mod never_utf8;
mod order;
mod utf16;
#[cfg(feature = "model")]
mod utf8_stays;

use crate::corpora;
use utfkit::{Encoding, Finding, Kind, transcode};
use utfkit_text::repair::{Event, Fault, Fix, Options, Repaired, Repairer, is_utf16, repair};

/// Repairs `bytes`, and checks the properties of every repair.
#[track_caller]
fn repaired(bytes: impl AsRef<[u8]>, options: Options) -> Repaired {
    let bytes = bytes.as_ref();
    let done = repair(bytes, options);
    assert_eq!(done.undo(), bytes, "undo of {done:?}");
    if !options.modified_utf8 && !options.unsafe_overlong && !is_utf16(bytes) {
        assert_eq!(controls(&done.bytes), controls(bytes), "controls of {done:?}");
    }
    let again = repair(&done.bytes, options);
    assert_eq!(again.fixes, [], "a second run of {done:?}");
    done
}

/// Returns the ASCII controls of `bytes`, such as tabs and line ends.
fn controls(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(u8::is_ascii_control).collect()
}

#[track_caller]
fn fixes(broken: impl AsRef<[u8]>, whole: impl AsRef<[u8]>, faults: &[&str]) {
    let done = repaired(broken, Options::default());
    let (found, whole) = (done.bytes.escape_ascii(), whole.as_ref().escape_ascii());
    assert_eq!(found.to_string(), whole.to_string(), "{:?}", done.ambiguous);
    let codes: Vec<_> = done.fixes.iter().map(|fix| fix.fault.code()).collect();
    assert_eq!(codes, faults);
}

#[track_caller]
fn leaves(text: impl AsRef<[u8]>) -> Repaired {
    let text = text.as_ref();
    let done = repaired(text, Options::default());
    assert_eq!(done.fixes, [], "{}", String::from_utf8_lossy(text));
    assert_eq!(done.bytes, text);
    done
}

/// Returns `text` after its UTF-8 was read as windows-1252, with controls for bytes without a
/// character.
fn garbled(text: &str) -> String {
    text.bytes().map(windows1252).collect()
}

fn windows1252(byte: u8) -> char {
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match byte {
        0x80..=0x9F => HIGH.chars().nth(usize::from(byte - 0x80)).unwrap(),
        _ => char::from(byte),
    }
}

fn garbled_as_latin1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// Returns the result of a repair of `text` in pieces of `size` bytes.
fn in_pieces(text: &[u8], size: usize) -> Repaired {
    let mut done = Repaired::default();
    let mut repairer = Repairer::new(Options::default());
    let mut sink = |event: Event<'_>| match event {
        Event::Kept(bytes) => done.bytes.extend_from_slice(bytes),
        Event::Fix(fix) => {
            done.bytes.extend_from_slice(&fix.becomes);
            done.fixes.push(fix.clone());
        }
        Event::Ambiguous(doubt) => done.ambiguous.push(doubt.clone()),
        Event::IllFormed(finding) => done.ill_formed.push(finding),
        _ => {}
    };
    for piece in text.chunks(size) {
        repairer.push(piece, false, &mut sink);
    }
    repairer.push(b"", true, &mut sink);
    done
}

/// Checks that the result does not depend on the size of the pieces.
#[track_caller]
fn pieces_do_not_matter_to(text: &[u8]) {
    let whole = repair(text, Options::default());
    assert_eq!(whole.undo(), text);
    for size in [7000, 65_536, 70_000, 262_144, 300_000, 1 << 20] {
        let done = in_pieces(text, size);
        assert!(done.bytes == whole.bytes, "{size}");
        let first = done.fixes.iter().zip(&whole.fixes).find(|(one, other)| one != other);
        assert_eq!((first, done.fixes.len()), (None, whole.fixes.len()), "{size}");
        assert_eq!(done.ambiguous, whole.ambiguous, "{size}");
        assert_eq!(done.ill_formed, whole.ill_formed, "{size}");
    }
}

#[test]
fn pieces_do_not_matter() {
    let line = "naïve, tambiÃ©n doesnâ€™t 😀\n";
    let mut text = line.repeat(12_000).into_bytes();
    text.extend_from_slice(b"\xED\xA0\xBD\xED\xB8\x8D caf\xE9\r\n");
    pieces_do_not_matter_to(&text);
}

#[test]
fn pieces_of_dense_damage_do_not_matter() {
    let lines = include_str!("../../../../../testdata/languages.txt").lines();
    let lines: Vec<_> = lines.filter(|line| !line.is_ascii()).map(garbled).collect();
    // Lines of many lengths, some longer than a window, with spaces and without.
    let mut text = lines.join("\n").repeat(60).into_bytes();
    text.extend_from_slice(lines.join(" ").repeat(60).as_bytes());
    text.extend_from_slice("Ã©".repeat(100_000).as_bytes());
    // Distant text is the evidence for lone bytes.
    for _ in 0..40 {
        text.extend_from_slice(b"na\xEFve\n");
        text.extend_from_slice("and more of it.\n".repeat(1500).as_bytes());
        text.extend_from_slice("naïve\n".as_bytes());
    }
    pieces_do_not_matter_to(&text);
}

#[test]
fn pieces_of_utf_16_do_not_matter() {
    for lost in [2, 3, 500, 65_535, 65_537, 131_072, 399_990] {
        let text = "It lost a byte somewhere.\r\n".repeat(7_519);
        let mut bytes: Vec<u8> = b"\xFE\xFF".to_vec();
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        bytes.remove(lost);
        pieces_do_not_matter_to(&bytes);
    }
}

/// A line without an end is repaired in parts, of which each has the same length.
#[cfg(feature = "charsets")]
#[test]
fn pieces_of_a_long_line_of_utf_16_do_not_matter() {
    let text = "\u{FEFF}".to_owned() + &"tambiÃ©n ".repeat(16_000);
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    pieces_do_not_matter_to(&bytes);
}

/// A sequence may have line breaks inside. More of them than a window holds are examined once.
#[test]
fn line_breaks_without_end() {
    let mut text = "é".as_bytes().to_vec();
    text.resize(1 << 20, b'\n');
    leaves(&text);
    text[1] = b'\n';
    leaves(&text);
}
