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
