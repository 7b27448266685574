//! The encodings of the input and the output, and their BOMs (RFC 2781 section 4).

use crate::support::Folder;

/// Asserts the `output` for well-formed `input`.
#[track_caller]
fn converts(arguments: &[&str], input: &[u8], output: &[u8]) {
    let folder = Folder::new();
    folder.file("in", input);
    let arguments = [&["convert"], arguments].concat();
    folder.run(&[&arguments[..], &["in"]].concat()).exits(0).says("").prints(output);
    folder.pipe(&arguments, input).exits(0).says("").prints(output);
}

#[test]
fn a_label_decides_how_boms_are_read() {
    converts(&["-f", "utf-16"], b"\xFF\xFEA\0", b"A");
    converts(&["-f", "utf-16"], b"\xFE\xFF\0A", b"A");
    converts(&["-f", "utf-16"], b"\0A", b"A");
    converts(&["-f", "utf-16", "--input-order", "little"], b"A\0", b"A");
    let folder = Folder::new();
    let text = folder.pipe(&["convert", "-f", "utf-16be"], b"\xFE\xFF\0A").exits(0);
    text.prints(b"\xEF\xBB\xBFA");
    let swapped = folder.pipe(&["convert", "-f", "utf-16be"], b"\xFF\xFEA\0").exits(1).prints("");
    swapped.says(
        "utf: <stdin>:1:1: byte 0: byte-swapped BOM: FF FE (`-f utf-16` reads the byte \
         order from the BOM)\n",
    );
}

#[test]
fn a_label_decides_how_boms_are_written() {
    converts(&["-t", "utf-16be"], b"A", b"\0A");
    converts(&["-t", "utf-16le"], b"\xEF\xBB\xBFA", b"A\0");
    converts(&["-t", "utf-16"], b"A", b"\xFE\xFF\0A");
    converts(&["-t", "utf-16"], b"\xEF\xBB\xBFA", b"\xFE\xFF\0A");
    converts(&["-t", "utf-16", "--output-order", "little"], b"A", b"\xFF\xFEA\0");
    converts(&["-t", "utf-32"], b"A", b"\0\0\xFE\xFF\0\0\0A");
    converts(&["-t", "utf-8"], b"\xEF\xBB\xBFA", b"\xEF\xBB\xBFA");
    converts(&["-t", "utf-8"], b"A", b"A");
}

#[test]
fn bom_policies() {
    let signed = b"\xEF\xBB\xBFA";
    converts(&["--bom", "strip"], signed, b"A");
    converts(&["--bom", "add"], b"A", signed);
    converts(&["--bom", "add"], signed, signed);
    converts(&["--bom", "keep", "-t", "utf-16"], b"A", b"\0A");
    converts(&["--bom", "keep", "-t", "utf-16"], signed, b"\xFE\xFF\0A");
    converts(&["--bom", "require"], signed, signed);
    converts(&["--bom", "as-text", "-t", "utf-16be"], signed, b"\xFE\xFF\0A");
    let folder = Folder::new();
    let missing = "utf: <stdin>:1:1: byte 0: missing BOM (`--bom require` demands one)\n";
    folder.pipe(&["convert", "--bom", "require", "-c"], "A").exits(1).prints("").says(missing);
}

#[test]
fn auto_accepts_the_encoding_of_a_bom() {
    converts(&[], b"\xFE\xFF\0A", b"A");
    converts(&[], b"\xFF\xFEA\0", b"A");
    converts(&[], b"\xFF\xFE\0\0A\0\0\0", b"A");
    converts(&[], b"\0\0\xFE\xFF\0\0\0A", b"A");
    converts(&[], b"\xFF\xFE", b"");
    converts(&[], b"", b"");
    converts(&[], "\u{FF21}".as_bytes(), "\u{FF21}".as_bytes());
}

#[test]
fn auto_rejects_unproven_encodings() {
    let folder = Folder::new();
    folder.file("latin", b"caf\xE9 au lait\n");
    let says = "utf: latin:1:4: byte 3: truncated sequence: E9 (no BOM, and not UTF-8; looks like windows-1252 (";
    let run = folder.run(&["convert", "latin"]).exits(1).prints("caf").mentions(says);
    run.mentions(" %): `utf convert -f windows-1252 latin` makes it UTF-8)\n");
    // With a policy, the input is known to be UTF-8.
    folder.run(&["convert", "latin", "-qc"]).exits(0).prints("caf au lait\n").says("");
    folder.run(&["convert", "-f", "latin1", "latin"]).exits(0).prints("caf\u{E9} au lait\n");
    let known = folder.run(&["convert", "-f", "utf-8", "latin"]).exits(1);
    assert!(!known.stderr.contains("name the encoding"), "{known:?}");
}

#[test]
fn listed_encodings_round_trip() {
    let list = Folder::new().run(&["convert", "-l"]).exits(0).says("");
    let list = String::from_utf8(list.stdout).unwrap();
    let names: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 9 && names.contains(&"utf-16le"));
    // The library tests every charset, and each start of the program takes time.
    for name in names.iter().step_by(3) {
        let folder = Folder::new();
        let there = |text| folder.pipe(&["convert", "-t", name], text);
        // Some charsets do not have the letter, and some do not have all of ASCII.
        let mut texts = ["a\u{E9}", "a~", "a.", "A.", "0", "α", "ѣ", "ж", "\u{2801}"].into_iter();
        let text = texts.find(|text| there(*text).status == Some(0)).unwrap();
        folder.pipe(&["convert", "-f", name], there(text).exits(0).stdout).exits(0).prints(text);
    }
}

#[test]
fn writes_optional_direct_characters_of_utf_7() {
    converts(&["-t", "utf-7"], "A\u{2262}!".as_bytes(), b"A+ImIAIQ-");
    converts(&["-t", "utf-7", "--utf7-optional-direct"], "A\u{2262}!".as_bytes(), b"A+ImI!");
    let normalized = ["-t", "utf-7", "--utf7-optional-direct", "--normalize", "nfc"];
    converts(&normalized, "A\u{2262}!".as_bytes(), b"A+ImI!");
    let run = Folder::new().pipe(&["convert", "--utf7-optional-direct"], "").exits(2);
    run.says("utf: --utf7-optional-direct can only be used with `-t utf-7`\n");
}

/// The input is well-formed UTF-8, but hardly meant to be.
#[test]
fn warns_of_utf_16_without_a_bom() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert"], b"a\0b\0c\0").exits(0).prints(b"a\0b\0c\0");
    run.mentions(
        "every second byte is NUL, so it may be utf-16le without a BOM: try `-f utf-16le`",
    );
    folder.pipe(&["convert", "-f", "utf-8"], b"a\0b\0c\0").exits(0).says("");
    folder.pipe(&["convert", "-q"], b"a\0b\0c\0").exits(0).says("");
}

/// Bytes that a charset reads as U+0080 to U+009F are counted: text does not have these characters.
#[test]
fn counts_control_characters_of_charsets() {
    let folder = Folder::new();
    let run = |label: &str, bytes: &[u8], words: &str| {
        folder.file("a", bytes);
        let words = words.replace('~', " U+0080 to U+009F (first at byte ");
        let words = if words.is_empty() { words } else { format!("utf: a: {words})\n") };
        folder.run(&["convert", "-f", label, "a"]).exits(0).says(&words);
        folder.run(&["convert", "-q", "-f", label, "a"]).exits(0).says("");
        folder.run(&["convert", "-i", "-f", label, "a"]).exits(0).says(&words);
    };
    let not_assigned = "2 control characters~1: 81, which windows-1252 does not assign";
    run("windows-1252", b"a\x81b\x8D\x93\n", not_assigned);
    run("windows-1250", b"a\x83", "1 control character~1: 83, which windows-1250 does not assign");
    let quotes = "2 control characters~4: 93; `-f windows-1252` reads it as `\u{201C}`";
    run("iso-8859-1", b"He: \x93yes\x94\n", quotes);
    run("iso-8859-2", b"\x80", "1 control character~0: 80");
    for label in ["windows-1251", "koi8-r", "ibm866", "shift_jis", "gbk"] {
        run(label, b"\x83\x81\x83\x82\n", "");
    }
    // All blocks count, with any number of threads.
    folder.file("a", [&b"plain\n".repeat(1_000_000)[..], b"\x81"].concat().repeat(2));
    for threads in ["-j1", "-j4"] {
        let run =
            folder.run(&["convert", threads, "-f", "windows-1252", "-o", "out", "a"]).exits(0);
        run.says("utf: a: 2 control characters U+0080 to U+009F (first at byte 6000000: 81, which windows-1252 does not assign)\n");
    }
}
