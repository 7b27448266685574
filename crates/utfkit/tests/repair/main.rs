//! Repair: what is mended and to what; what is left alone; what is said.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "what fails fails the test")]

mod broken;
#[path = "../corpora/mod.rs"]
mod corpora;
mod mojibake;
mod utf16;

use utfkit::{
    Encoding, Finding, Kind,
    repair::{Event, Fault, Mend, Options, Repaired, Repairer, repair},
};

/// Repairs with the options that change nothing unsafe, and checks what holds of any repair.
#[track_caller]
fn repaired(octets: impl AsRef<[u8]>, options: Options) -> Repaired {
    let octets = octets.as_ref();
    let done = repair(octets, options);
    assert_eq!(done.undo(), octets, "undo of {done:?}");
    let again = repair(&done.octets, options);
    assert_eq!(again.mends, [], "a second run of {done:?}");
    done
}

#[track_caller]
fn mends(broken: impl AsRef<[u8]>, whole: impl AsRef<[u8]>, faults: &[&str]) {
    let done = repaired(broken, Options::default());
    let (found, whole) = (done.octets.escape_ascii(), whole.as_ref().escape_ascii());
    assert_eq!(found.to_string(), whole.to_string(), "{:?}", done.ambiguous);
    let codes: Vec<_> = done.mends.iter().map(|mend| mend.fault.code()).collect();
    assert_eq!(codes, faults);
}

#[track_caller]
fn leaves(text: impl AsRef<[u8]>) -> Repaired {
    let text = text.as_ref();
    let done = repaired(text, Options::default());
    assert_eq!(done.mends, [], "{}", String::from_utf8_lossy(text));
    assert_eq!(done.octets, text);
    done
}

/// `text` as it is after its UTF-8 was read as windows-1252, or where that has no character, as Latin-1.
fn garbled(text: &str) -> String {
    text.bytes().map(windows1252).collect()
}

fn windows1252(octet: u8) -> char {
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match octet {
        0x80..=0x9F => HIGH.chars().nth(usize::from(octet - 0x80)).unwrap(),
        _ => char::from(octet),
    }
}

fn garbled_as_latin1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// However the text comes in pieces, the same comes of it.
#[test]
fn pieces_do_not_matter() {
    let line = "naïve, tambiÃ©n doesnâ€™t 😀\n";
    let mut text = line.repeat(12_000).into_bytes();
    text.extend_from_slice(b"\xED\xA0\xBD\xED\xB8\x8D caf\xE9\r\n");
    let whole = repair(&text, Options::default());
    for size in [7000, 70_000, 300_000] {
        let mut out = Vec::new();
        let mut repairer = Repairer::new(Options::default());
        let mut sink = |event: Event<'_>| match event {
            Event::Kept(octets) => out.extend_from_slice(octets),
            Event::Mend(mend) => out.extend_from_slice(&mend.becomes),
            _ => {}
        };
        for piece in text.chunks(size) {
            repairer.push(piece, false, &mut sink);
        }
        repairer.push(b"", true, &mut sink);
        assert!(out == whole.octets, "{size}");
    }
}
