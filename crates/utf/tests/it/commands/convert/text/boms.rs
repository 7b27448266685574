//! U+FEFF at the start of the input, as a BOM or as text.

use crate::support::Folder;

#[test]
fn warns_of_text_that_reads_as_a_bom() {
    let folder = Folder::new();
    let told = "utf: <stdin>: the text begins with U+FEFF, which will be read as a BOM in utf-8 \
                (use `--bom add` to write a BOM before it)\n";
    for filter in [&[][..], &["--normalize", "nfc"]] {
        let convert = |options: &[&str], bytes: &[u8]| {
            folder.pipe(&[&["convert"], filter, options].concat(), bytes).exits(0)
        };
        let big = ["-f", "utf-16be"];
        convert(&big, b"\xFE\xFF\0A").prints("\u{FEFF}A").says(told);
        convert(&[&big[..], &["--bom", "auto"]].concat(), b"\xFE\xFF\0A").says(told);
        convert(&[&big[..], &["--bom", "as-text"]].concat(), b"\xFE\xFF\0A").says("");
        convert(&[&big[..], &["-t", "utf-16le"]].concat(), b"\xFE\xFF\0A").says("");
        convert(&[&big[..], &["-t", "utf-16"]].concat(), b"\xFE\xFF\0A").says("");
        let signed = convert(&[&big[..], &["--bom", "add"]].concat(), b"\xFE\xFF\0A").says("");
        let back = convert(&["-t", "utf-16be"], &signed.stdout).prints(b"\xFE\xFF\0A");
        back.mentions("which will be read as a BOM without `-f utf-16be` (");
        convert(&[], b"\xFE\xFF\0A").prints("A").says("");
        convert(&[], b"\xEF\xBB\xBFA").prints("\u{FEFF}A").says("");
        convert(&["--bom", "require"], b"\xEF\xBB\xBFA").prints("\u{FEFF}A").says("");
    }
}

/// Without `-f`, a target that has no BOM is read as an encoding that has one. A second `-i` would
/// strip U+FEFF.
#[test]
fn warns_of_text_that_auto_reads_as_a_bom() {
    let folder = Folder::new();
    let told = |name: &str, to: &str| {
        format!(
            "utf: {name}: the text begins with U+FEFF, which will be read as a BOM without `-f {to}` \
             (use `-t {to}-bom` to write a BOM before it, or `--strip-inner-bom` to drop it)\n"
        )
    };
    for filter in [&[][..], &["--normalize", "nfc"]] {
        for (to, kept, bytes) in [
            ("utf-16le", &b"\xFF\xFEh\0"[..], &b"\xFF\xFE\xFF\xFEh\0"[..]),
            ("utf-16be", b"\xFE\xFF\0h", b"\xFE\xFF\xFE\xFF\0h"),
            ("utf-16le", b"\xFF\xFEh\0", "\u{FEFF}\u{FEFF}h".as_bytes()),
        ] {
            folder.file("w", bytes);
            let convert = [&["convert", "-t", to], filter].concat();
            folder.pipe(&convert, bytes).exits(0).prints(kept).says(&told("<stdin>", to));
            let run = folder.run(&[&convert[..], &["-i", "w"]].concat()).exits(0);
            run.says(&told("w", to));
            assert_eq!(folder.read("w"), kept);
            // Both remedies work.
            let signed = format!("{to}-bom");
            let run = folder.pipe(&["convert", "-t", &signed], bytes).exits(0).says("");
            folder.file("s", &run.stdout);
            folder.run(&["convert", "-i", "-t", &signed, "s"]).exits(0).says("");
            assert_eq!(folder.read("s"), run.stdout);
            let strip = [&convert[..], &["--strip-inner-bom"]].concat();
            folder.pipe(&strip, bytes).exits(0).prints(&kept[2..]).mentions("dropped");
        }
        // With `-f`, the encoding is known both times.
        let labelled = ["convert", "-f", "utf-16le", "-t", "utf-16be"];
        folder.pipe(&labelled, b"\xFF\xFEh\0").exits(0).prints(b"\xFE\xFF\0h").says("");
    }
}

#[test]
fn rejects_a_bom_that_cannot_be_kept() {
    let folder = Folder::new();
    for filter in [&[][..], &["--normalize", "nfc"]] {
        let keep = |to| [&["convert", "--bom", "keep", "-t", to], filter].concat();
        let run = folder.pipe(&keep("utf-16be"), "\u{FEFF}A").exits(2).prints("");
        run.says("utf: --bom keep: text labelled utf-16be does not have a BOM: the label names the byte order (RFC 2781 section 3.3) (use `-t utf-16`)\n");
        folder.pipe(&keep("iso-8859-1"), "A").exits(2).mentions("--bom keep");
        folder.pipe(&keep("utf-8"), "\u{FEFF}A").exits(0).prints("\u{FEFF}A").says("");
    }
}

/// A forbidden BOM is an error. Nothing is written, and files stay unchanged.
#[test]
fn a_bom_can_be_forbidden() {
    let folder = Folder::new();
    let convert = |options: &[&str], input: &[u8]| {
        folder.pipe(&[&["convert", "--bom", "forbid"], options].concat(), input)
    };
    let says = |bytes: &str| {
        format!(
            "utf: <stdin>: BOM {bytes}, which `--bom forbid` does not allow (use `--bom strip` to drop it)\n"
        )
    };
    convert(&[], b"\xEF\xBB\xBFA").exits(1).prints("").says(&says("EF BB BF"));
    convert(&[], b"\xFF\xFEA\0").exits(1).prints("").says(&says("FF FE"));
    convert(&["-f", "utf-8", "--eol", "lf"], b"\xEF\xBB\xBFA").exits(1).says(&says("EF BB BF"));
    convert(&["--dry-run"], b"\xEF\xBB\xBFA").exits(1).says(&says("EF BB BF"));
    convert(&[], b"A\xEF\xBB\xBF").exits(0).prints("A\u{FEFF}");
    convert(&["-t", "utf-16"], b"A").exits(0).prints(b"\xFE\xFF\0A");
    folder.file("a", "\u{FEFF}A");
    let run = folder.run(&["convert", "-i", "--bom", "forbid", "a"]).exits(1);
    run.mentions("utf: a: left unchanged: BOM EF BB BF, which `--bom forbid` does not allow");
    folder.run(&["convert", "-o", "out/", "--bom", "forbid", "a"]).exits(1);
    assert!(!folder.path("out/a").exists());
    assert_eq!(folder.read("a"), "\u{FEFF}A".as_bytes());
}

#[test]
fn auto_is_the_default() {
    let folder = Folder::new();
    for options in [&["-t", "utf-8-sig"][..], &["-f", "utf-8-sig"], &["-t", "utf-16le-bom"]] {
        for text in ["\u{FEFF}A", "A"] {
            let plain = folder.pipe(&[&["convert"], options].concat(), text).exits(0);
            let auto = [&["convert", "--bom", "auto"], options].concat();
            folder.pipe(&auto, text).exits(0).prints(&plain.stdout);
        }
    }
}

/// `require` applies to the input. The label of the target decides about the output.
#[test]
fn require_leaves_the_target_to_its_label() {
    let folder = Folder::new();
    for filter in [&[][..], &["--normalize", "nfc"]] {
        for (to, bytes) in [
            ("utf-16le-bom", &b"\xFF\xFEA\0"[..]),
            ("utf-8-sig", b"\xEF\xBB\xBFA"),
            ("utf-16le", b"A\0"),
            ("utf-16", b"\xFE\xFF\0A"),
        ] {
            let require = [&["convert", "--bom", "require", "-t", to], filter].concat();
            folder.pipe(&require, "\u{FEFF}A").exits(0).prints(bytes);
            folder.pipe(&require, "A").exits(1).prints("");
        }
    }
}

#[test]
fn warns_of_an_ambiguous_first_character_with_a_remedy() {
    let folder = Folder::new();
    let strip = |options: &[&str], bytes: &[u8], words: &str| {
        folder.pipe(&[&["convert"], options].concat(), bytes).exits(0).mentions(words);
    };
    strip(
        &["--bom", "strip"],
        "\u{FEFF}\u{FEFF}A".as_bytes(),
        "use `--strip-inner-bom` to drop it",
    );
    strip(&["--bom", "strip", "-f", "utf-16le"], b"\xFF\xFEA\0", "such as `-f utf-16`, to drop it");
    strip(&["--bom", "as-text", "-t", "utf-16"], "\u{FEFF}A".as_bytes(), "remove `--bom as-text`");
    let said = ["convert", "--bom", "as-text"];
    folder.pipe(&said, "\u{FEFF}A").exits(0).prints("\u{FEFF}A").says("");
    let swapped = ["convert", "--bom", "as-text", "-f", "utf-16"];
    folder
        .pipe(&swapped, b"\xFF\xFEA\0")
        .exits(1)
        .mentions("(without `--bom as-text`, the BOM decides");
}

/// The help explains `auto`: UTF-8 keeps its own BOM, and does not get one from another encoding.
#[test]
fn auto_does_what_the_help_says() {
    let folder = Folder::new();
    for options in [&[][..], &["--bom", "auto"]] {
        let convert = [&["convert"], options].concat();
        folder.pipe(&convert, b"\xEF\xBB\xBFA").exits(0).prints("\u{FEFF}A");
        folder.pipe(&convert, b"A").exits(0).prints("A");
        folder.pipe(&convert, b"\xFF\xFEA\0").exits(0).prints("A");
    }
    folder.pipe(&["convert", "--bom", "keep"], b"\xFF\xFEA\0").exits(0).prints("\u{FEFF}A");
    let help = folder.run(&["convert", "--help"]).exits(0);
    let words: Vec<_> = help.text().split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("UTF-8 that stays UTF-8 keeps its own"), "{words}");
    assert!(words.contains("Write a BOM if there was one, no matter in which encoding"), "{words}");
}
