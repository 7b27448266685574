//! The effects of labels on BOMs and byte orders.

use utfkit::encoding::{Label, LabelSet};

use crate::support::Folder;

/// Asserts that `arguments` convert `input`, which is well-formed, to `output`.
#[track_caller]
fn converts(arguments: &[&str], input: &[u8], output: &[u8]) {
    let folder = Folder::new();
    folder.file("in", input);
    let arguments = [&["convert"], arguments].concat();
    folder.run(&[&arguments[..], &["in"]].concat()).exits(0).says("").prints(output);
    folder.pipe(&arguments, input).exits(0).says("").prints(output);
}

const SIGNED: &[u8] = b"\xEF\xBB\xBFA";

#[test]
fn a_label_writes_its_bom() {
    converts(&["-t", "utf-8-sig"], b"A", SIGNED);
    converts(&["-t", "utf-8-sig"], SIGNED, SIGNED);
    converts(&["-t", "utf8NoBOM"], SIGNED, b"A");
    converts(&["-t", "utf-16le-bom"], b"A", b"\xFF\xFEA\0");
    converts(&["-t", "utf-32be-bom"], b"A", b"\0\0\xFE\xFF\0\0\0A");
    converts(&["-t", "utf-8-sig//TRANSLIT"], b"A", SIGNED);
    converts(&["-t", "utf-8-sig", "--normalize", "nfc"], b"e\xCC\x81", b"\xEF\xBB\xBF\xC3\xA9");
}

#[test]
fn a_label_removes_its_bom() {
    converts(&["-f", "utf-8-sig"], SIGNED, b"A");
    converts(&["-f", "utf-8-sig"], b"A", b"A");
    converts(&["-f", "utf-8-sig", "--normalize", "nfc"], SIGNED, b"A");
    converts(&["-f", "utf-8-sig", "-t", "utf-16"], SIGNED, b"\xFE\xFF\0A");
    converts(&["-f", "utf-16le-bom"], b"\xFF\xFEA\0", b"A");
    converts(&["-f", "utf-16le-bom"], b"A\0", b"A");
    // With the label `utf-16le` instead, U+FEFF is text.
    let text = Folder::new().pipe(&["convert", "-f", "utf-16le"], b"\xFF\xFEA\0");
    text.exits(0).prints(SIGNED).mentions("will be read as a BOM");
    let swapped = Folder::new().pipe(&["convert", "-f", "utf-16le-bom"], b"\xFE\xFF\0A").exits(1);
    swapped.prints("").mentions("byte-swapped BOM: FE FF");
}

#[test]
fn options_overrule_labels() {
    converts(&["-t", "utf-8-sig", "--bom", "strip"], SIGNED, b"A");
    converts(&["-t", "utf-8-sig", "--bom", "auto"], b"A", SIGNED);
    converts(&["-f", "utf-8-sig", "--bom", "keep"], SIGNED, SIGNED);
    converts(&["-t", "utf-16le-bom", "--bom", "add"], b"A", b"\xFF\xFEA\0");
    let big = ["-t", "utf-16", "--label-set", "python", "--output-order", "big"];
    converts(&big, b"A", b"\xFE\xFF\0A");
}

#[test]
fn a_set_decides() {
    let whatwg = ["-f", "utf-16", "--label-set", "whatwg"];
    converts(&whatwg, b"\xFF\xFEA\0", b"A");
    converts(&whatwg, b"A\0", b"A");
    converts(&["--label-set", "dotnet", "-t", "utf-16"], b"A", b"\xFF\xFEA\0");
    converts(&["--label-set", "dotnet", "-t", "unicodeFFFE"], b"A", b"\xFE\xFF\0A");
    converts(
        &["--label-set", "oracle", "-t", "UTF8"],
        "\u{10400}".as_bytes(),
        b"\xED\xA0\x81\xED\xB0\x80",
    );
    converts(&["--label-set", "mysql", "-t", "utf16"], b"A", b"\0A");
    converts(&["--label-set", "git", "-f", "UTF-16"], b"\xFF\xFEA\0", b"A");
    let folder = Folder::new();
    let git = ["convert", "--label-set", "git", "-f", "UTF-16"];
    folder.pipe(&git, b"\0A").exits(1).mentions("missing BOM (the label demands one");
    folder.pipe(&[&git[..], &["--bom", "auto"]].concat(), b"\0A").exits(1);
    folder.pipe(&[&git[..], &["--bom", "strip"]].concat(), b"\0A").exits(0).prints("A");
}

#[test]
fn a_missing_charset_is_not_replaced() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "-f", "latin1", "--label-set", "whatwg"], b"\x80");
    match run.status {
        Some(0) => drop(run.prints("\u{20AC}")),
        _ => {
            let words =
                "utf: -f: `latin1` means windows-1252 in the label set `whatwg`, which needs";
            run.exits(2).prints("").mentions(words);
        }
    }
}

#[test]
fn check_obeys_labels() {
    let folder = Folder::new();
    let check = |label: &str, set: &str, input: &[u8]| {
        folder.pipe(&["check", "-f", label, "--label-set", set], input)
    };
    check("utf-16le-bom", "iana", b"\xFF\xFEA\0").exits(0).shows("1 file, 4 bytes, 1 character:");
    check("utf-16le-bom", "iana", b"\xFE\xFF\0A").exits(1).shows("error[swapped-bom]");
    check("utf-16", "whatwg", b"A\0").exits(0);
    check("utf-16", "git", b"\0A")
        .exits(1)
        .shows("error[missing-bom]")
        .shows("the label or `--bom require` requires a BOM");
    check("utf-16", "git", b"\xFE\xFF\0A").exits(0);
    check("u8", "python", SIGNED).exits(0);
    check("u8", "iana", SIGNED).exits(2).mentions("(use `--label-set python`)");
    let run = folder.pipe(&["check", "--candidates", "u16", "--label-set", "python"], b"\xFFA!\0");
    run.exits(0);
}

/// The library tests all labels. Here one of eight shows that the command asks it.
#[test]
fn listed_labels_of_every_set_work() {
    let folder = Folder::new();
    for set in ["iana", "whatwg", "python", "git", "mysql", "oracle", "dotnet"] {
        let list = folder.run(&["labels", "--format", "json", "--label-set", set]).exits(0);
        for encoding in list.lines_of_json().iter().step_by(8) {
            let mut more =
                encoding["more_labels"].as_array().unwrap().iter().map(|more| &more["label"]);
            let label = more.next_back().or(encoding["labels"].as_array().unwrap().last());
            let Some(label) = label.and_then(|label| label.as_str()) else { continue };
            let known = LabelSet::ALL.iter().find(|known| known.name() == set).unwrap();
            let means = Label::parse(label, *known).unwrap().encoding();
            // A few charsets have digits only, or Braille.
            let mut texts = ["A", "0", "α", "ѣ", "ж", "\u{2801}"].into_iter();
            let text = texts.find(|text| means.first_unencodable(text).is_none()).unwrap();
            let arguments = ["convert", "--label-set", set];
            let there = folder.pipe(&[&arguments[..], &["-t", label]].concat(), text).exits(0);
            let back = folder.pipe(&[&arguments[..], &["-f", label]].concat(), there.stdout);
            back.exits(0).prints(text);
        }
    }
}
