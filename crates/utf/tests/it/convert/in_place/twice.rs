//! A second run: it changes nothing, or the first one says that it would.

use crate::support::Folder;

fn note(name: &str, to: &str) -> String {
    format!(
        "utf: {name}: now in {to}, which the octets do not tell: a run without `-f {to}` takes it for something else, and changes it\n"
    )
}

/// The same of a run that changes nothing.
fn rehearsed(told: &str) -> String {
    told.replace(": now in", ": would be in")
        .replace(": a run", ": another run")
        .replace(" takes it for", " would take it for")
        .replace("and changes it", "and change it")
}

/// Each text and each target, with a note or without: what is told is what a second run does.
#[test]
fn what_a_second_run_would_change_is_told() {
    // 6821, 6161, 6868: two letters each. Behind 8 KiB of such, NULs say no more what it is.
    let letters = "\u{6821}\u{6161}\u{6868}";
    let long = "\u{6161}".repeat(5000) + "a";
    let texts = [
        "caf\u{E9} 1+1\n",
        "1+1",
        "a&b ~{ \\",
        "plain\n",
        "",
        letters,
        &long,
        "\u{C3}\u{A9}",
        "\u{E9}",
        "\u{3A9} ",
        "\u{C3}\u{A9} \u{E9}",
        "\u{65E5}\u{672C}",
        "\u{1F600}",
        "e\u{301}\u{301} 1+1",
        // Signatures of others.
        "\u{EF}\u{BB}\u{BF}abc \u{C3}\u{A9}\n",
        "\u{FF}\u{FE}a\u{80}",
        "\u{BBEF}\u{41BF}\u{4141}",
        "\u{FEFF}a",
    ];
    let targets = [
        "utf-8",
        "utf-7",
        "utf-7-imap",
        "utf-16le",
        "utf-16be",
        "utf-16",
        "utf-16 --bom strip",
        "utf-16 --bom keep",
        "utf-32le",
        "ucs-2",
        "ucs-2le",
        "ucs-2be",
        "ucs-4",
        "unicode-1-1",
        "unicode-1-1-utf-8",
        "utf-1",
        "cesu-8",
        "latin1",
        "latin1 -c",
        "windows-1252",
        "shift_jis",
        "iso-2022-jp",
        "us-ascii",
        "utf-16le --normalize nfc",
        "utf-7 --eol crlf",
        "latin1 --errors escape",
    ];
    let (mut noted, mut quiet) = (0, 0);
    for (text, target) in texts.iter().flat_map(|text| targets.map(|target| (text, target))) {
        let folder = Folder::new();
        folder.file("f", text);
        let arguments: Vec<_> =
            "convert -i -t".split(' ').chain(target.split(' ')).chain(["f"]).collect();
        let rehearse = folder.run(&[&arguments[..], &["--dry-run"]].concat());
        let first = folder.run(&arguments);
        if first.status != Some(0) || folder.read("f") == text.as_bytes() {
            continue;
        }
        assert!(self::rehearsed(&first.stderr) == rehearse.stderr, "{first:?} {rehearse:?}");
        // U+FEFF is told by itself.
        let [octets, feff] = ["the octets do not tell", "begins with U+FEFF, which will be"];
        let told = first.stderr.contains(octets) || first.stderr.contains(feff);
        let once = folder.read("f");
        folder.run(&arguments);
        assert_eq!(told, folder.read("f") != once, "{text:?} {target} {first:?}");
        *(if told { &mut noted } else { &mut quiet }) += 1;
    }
    assert!(noted > 20 && quiet > 60, "{noted} {quiet}");
}

#[test]
fn it_is_told_once_a_run() {
    let folder = Folder::new();
    folder.file("f", "caf\u{E9} 1+1\n");
    folder.run(&["convert", "-i", "-t", "utf-7", "f"]).exits(0).says(&note("f", "utf-7"));
    folder.run(&["convert", "-i", "-t", "utf-7", "-f", "utf-7", "f"]).exits(0).says("");
    folder.file("f", "caf\u{E9} 1+1\n");
    folder.file("g", "1+1\n");
    folder.file("h", "1\n");
    let told = note("f and 1 more", "utf-7")
        .replace("takes it", "takes them")
        .replace("changes it", "changes them");
    let run = folder.run(&["convert", "-t", "utf-7", "-o", "out/", "f", "g", "h"]).exits(0);
    run.says(&format!("{told}utf: 3 written\n"));
    folder.run(&["convert", "-q", "-i", "-t", "utf-7", "f", "g", "h"]).exits(0).says("");
    // Who says what the input is, says it each time.
    folder.file("f", b"caf\xE9");
    folder.run(&["convert", "-i", "-f", "latin1", "-t", "utf-7", "f"]).exits(0).says("");
    // Octets that are a signature elsewhere.
    folder.file("f", "\u{EF}\u{BB}\u{BF}abc \u{C3}\u{A9}\n");
    let told = note("f", "iso-8859-1");
    let run = folder.run(&["convert", "-i", "-t", "latin1", "f", "--dry-run"]).exits(0);
    run.says(&rehearsed(&told));
    folder.run(&["convert", "-i", "-t", "latin1", "f"]).exits(0).says(&told);
}
