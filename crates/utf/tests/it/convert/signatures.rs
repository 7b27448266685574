//! U+FEFF at the start: a signature, or text.

use crate::support::Folder;

#[test]
fn text_that_will_be_taken_for_a_signature_is_told() {
    let folder = Folder::new();
    let told = "utf: <stdin>: the text begins with U+FEFF, which will be taken for a signature in utf-8 \
                (`--bom add` writes one before it)\n";
    for filter in [&[][..], &["--normalize", "nfc"]] {
        let convert = |options: &[&str], octets: &[u8]| {
            folder.pipe(&[&["convert"], filter, options].concat(), octets).exits(0)
        };
        let big = ["-f", "utf-16be"];
        convert(&big, b"\xFE\xFF\0A").prints("\u{FEFF}A").says(told);
        convert(&[&big[..], &["--bom", "auto"]].concat(), b"\xFE\xFF\0A").says(told);
        convert(&[&big[..], &["--bom", "forbid"]].concat(), b"\xFE\xFF\0A").says("");
        convert(&[&big[..], &["-t", "utf-16le"]].concat(), b"\xFE\xFF\0A").says("");
        convert(&[&big[..], &["-t", "utf-16"]].concat(), b"\xFE\xFF\0A").says("");
        let signed = convert(&[&big[..], &["--bom", "add"]].concat(), b"\xFE\xFF\0A").says("");
        convert(&["-t", "utf-16be"], &signed.stdout).prints(b"\xFE\xFF\0A").says("");
        convert(&[], b"\xFE\xFF\0A").prints("A").says("");
        convert(&[], b"\xEF\xBB\xBFA").prints("\u{FEFF}A").says("");
        convert(&["--bom", "require"], b"\xEF\xBB\xBFA").prints("\u{FEFF}A").says("");
    }
}

#[test]
fn a_signature_that_cannot_be_kept_is_told() {
    let folder = Folder::new();
    for filter in [&[][..], &["--normalize", "nfc"]] {
        let keep = [&["convert", "--bom", "keep", "-t", "utf-16be"], filter].concat();
        let words = "utf: <stdin>: --bom keep: the signature is dropped, for utf-16be has none\n";
        folder.pipe(&keep, "\u{FEFF}A").exits(0).prints(b"\0A").says(words);
        folder.pipe(&keep, "A").exits(0).prints(b"\0A").says("");
    }
}

#[test]
fn auto_is_what_is_done_anyway() {
    let folder = Folder::new();
    for options in [&["-t", "utf-8-sig"][..], &["-f", "utf-8-sig"], &["-t", "utf-16le-bom"]] {
        for text in ["\u{FEFF}A", "A"] {
            let plain = folder.pipe(&[&["convert"], options].concat(), text).exits(0);
            let auto = [&["convert", "--bom", "auto"], options].concat();
            folder.pipe(&auto, text).exits(0).prints(&plain.stdout);
        }
    }
}

/// It is about the input: what is written is what the label of the target says.
#[test]
fn require_leaves_the_target_to_its_label() {
    let folder = Folder::new();
    for filter in [&[][..], &["--normalize", "nfc"]] {
        for (to, octets) in [
            ("utf-16le-bom", &b"\xFF\xFEA\0"[..]),
            ("utf-8-sig", b"\xEF\xBB\xBFA"),
            ("utf-16le", b"A\0"),
            ("utf-16", b"\xFE\xFF\0A"),
        ] {
            let require = [&["convert", "--bom", "require", "-t", to], filter].concat();
            folder.pipe(&require, "\u{FEFF}A").exits(0).prints(octets);
            folder.pipe(&require, "A").exits(1).prints("");
        }
    }
}

#[test]
fn a_first_character_that_is_mistakable_is_told_with_a_cure() {
    let folder = Folder::new();
    let strip = |options: &[&str], octets: &[u8], words: &str| {
        folder.pipe(&[&["convert"], options].concat(), octets).exits(0).mentions(words);
    };
    strip(&["--bom", "strip"], "\u{FEFF}\u{FEFF}A".as_bytes(), "`--strip-inner-bom` drops it");
    strip(&["--bom", "strip", "-f", "utf-16le"], b"\xFF\xFEA\0", "as `utf-16` does, drops it");
    strip(&["--bom", "forbid", "-t", "utf-16"], "\u{FEFF}A".as_bytes(), "without `--bom forbid`");
    let said = ["convert", "--bom", "forbid"];
    folder.pipe(&said, "\u{FEFF}A").exits(0).prints("\u{FEFF}A").says("");
    let swapped = ["convert", "--bom", "forbid", "-f", "utf-16"];
    folder.pipe(&swapped, b"\xFF\xFEA\0").exits(1).mentions("(without `--bom forbid` it says");
}
