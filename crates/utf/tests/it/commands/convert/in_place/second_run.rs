//! A second run changes nothing, or the first one warns that it would.

use std::fs;

use crate::support::Folder;

fn note(name: &str, to: &str) -> String {
    format!(
        "utf: {name}: now in {to}, which cannot be recognized: a run without `-f {to}` reads it in another encoding and changes it\n"
    )
}

/// Returns the note about escaped text.
fn escaped(name: &str) -> String {
    format!(
        "utf: {name}: now with `\\xNN`: another run with `--errors escape` escapes the backslashes again and changes it\n"
    )
}

/// Returns the note in a dry run.
fn rehearsed(told: &str) -> String {
    told.replace(": now in", ": would be in")
        .replace(": now with", ": would contain")
        .replace(" escapes the", " would escape the")
        .replace(": a run", ": another run")
        .replace(" reads it", " would read it")
        .replace("and changes it", "and change it")
}

#[test]
fn warns_if_a_second_run_would_change_files() {
    second_runs(3);
}

#[test]
#[ignore = "takes a minute"]
fn warns_if_a_second_run_would_change_files_with_every_target() {
    second_runs(1);
}

/// Each text with one target of `step`, with and without a note. The note predicts the result of a
/// second run.
fn second_runs(step: usize) {
    // U+6821, U+6161 and U+6868 are two letters each. After 8 KiB of them, NULs do not show the
    // encoding any more.
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
        // BOMs of other encodings.
        "\u{EF}\u{BB}\u{BF}abc \u{C3}\u{A9}\n",
        "\u{FF}\u{FE}a\u{80}",
        "\u{BBEF}\u{41BF}\u{4141}",
        "\u{FEFF}a",
        // Escapes, and text that looks like escapes.
        r"C:\x64",
        "C:\\x64 \u{C3}\u{A9} \u{6821}",
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
        "utf-8 --errors escape",
        "utf-8 -f utf-8 --errors escape",
        "utf-8 --errors escape --eol crlf",
        "utf-16 --errors escape",
        "utf-16le --errors escape",
        "utf-7 --errors escape",
        "shift_jis --errors escape",
    ];
    let (mut noted, mut quiet) = (0, 0);
    let pairs = texts.iter().flat_map(|text| targets.map(|target| (text, target)));
    for (text, target) in pairs.step_by(step) {
        let folder = Folder::new();
        folder.file("f", text);
        let arguments: Vec<_> =
            "convert -i -t".split(' ').chain(target.split(' ')).chain(["f"]).collect();
        let first = folder.run(&arguments);
        let once = folder.read("f");
        if first.status != Some(0) || once == text.as_bytes() {
            continue;
        }
        folder.file("f", text);
        let rehearse = folder.run(&[&arguments[..], &["--dry-run"]].concat());
        assert!(folder.read("f") == text.as_bytes(), "{arguments:?}");
        folder.file("f", &once);
        assert!(self::rehearsed(&first.stderr) == rehearse.stderr, "{first:?} {rehearse:?}");
        // U+FEFF has its own message.
        let [bytes, feff] = ["which cannot be recognized", "begins with U+FEFF, which will be"];
        let escapes = "`--errors escape` escapes the backslashes";
        let told = [bytes, feff, escapes].iter().any(|words| first.stderr.contains(words));
        folder.run(&arguments);
        assert_eq!(told, folder.read("f") != once, "{text:?} {target} {first:?}");
        *(if told { &mut noted } else { &mut quiet }) += 1;
    }
    assert!(noted > 20 / step && quiet > 60 / step, "{noted} {quiet}");
}

#[test]
fn warns_once_per_run() {
    let folder = Folder::new();
    folder.file("f", "caf\u{E9} 1+1\n");
    folder.run(&["convert", "-i", "-t", "utf-7", "f"]).exits(0).says(&note("f", "utf-7"));
    folder.run(&["convert", "-i", "-t", "utf-7", "-f", "utf-7", "f"]).exits(0).says("");
    folder.file("f", "caf\u{E9} 1+1\n");
    folder.file("g", "1+1\n");
    folder.file("h", "1\n");
    let told = note("f and 1 more", "utf-7")
        .replace("reads it", "reads them")
        .replace("changes it", "changes them");
    let run = folder.run(&["convert", "-t", "utf-7", "-o", "out/", "f", "g", "h"]).exits(0);
    run.says(&format!("{told}utf: 3 written\n"));
    folder.run(&["convert", "-q", "-i", "-t", "utf-7", "f", "g", "h"]).exits(0).says("");
    // With `-f`, a second run has the same `-f`.
    folder.file("f", b"caf\xE9");
    folder.run(&["convert", "-i", "-f", "latin1", "-t", "utf-7", "f"]).exits(0).says("");
    // Bytes that are a BOM in another encoding.
    folder.file("f", "\u{EF}\u{BB}\u{BF}abc \u{C3}\u{A9}\n");
    let told = note("f", "iso-8859-1");
    let run = folder.run(&["convert", "-i", "-t", "latin1", "f", "--dry-run"]).exits(0);
    run.says(&rehearsed(&told));
    folder.run(&["convert", "-i", "-t", "latin1", "f"]).exits(0).says(&told);
}

/// The backslash distinguishes an escape from text that looks like one. So each run escapes the
/// escapes of the last one.
#[test]
fn warns_that_escapes_are_escaped_again() {
    let folder = Folder::new();
    fs::create_dir(folder.path("t")).unwrap();
    let fill = || {
        folder.file("t/a", r"C:\x64");
        folder.file("t/b", b"b\xFF");
        folder.file("t/c", r"\a");
    };
    fill();
    let escape = ["convert", "-i", "--errors", "escape", "t"];
    let run = folder.run(&[&escape[..], &["--dry-run"]].concat()).exits(0);
    let told = escaped("t/a and 1 more").replace("changes it", "changes them");
    let counted =
        "utf: t/b: 1 ill-formed maximal subpart escaped (first at byte 1: invalid byte: FF)\n";
    run.prints("t/a: utf-8, backslashes before x\nt/b: utf-8, ill-formed text\n").says(&format!(
        "{counted}{}utf: 2 would be converted, 1 already correct\n",
        rehearsed(&told.replace("changes them", "changes it")).replace("change it", "change them")
    ));
    let done = "utf: 2 converted, 1 already correct\n";
    folder.run(&escape).exits(0).says(&format!("{counted}{told}{done}"));
    assert_eq!(
        ["t/a", "t/b", "t/c"].map(|name| folder.read(name)),
        [&br"C:\x5Cx64"[..], br"b\xFF", br"\a"]
    );
    folder.run(&escape).exits(0).says(&format!("{told}{done}"));
    assert_eq!(folder.read("t/b"), br"b\x5CxFF");
    // The note also appears with `-f`, because the encoding is not its reason.
    fill();
    folder.run(&[&escape[..], &["-f", "utf-8"]].concat()).exits(0).mentions(&told);
    folder.run(&["convert", "-o", "out/", "--errors", "escape", "t"]).exits(0).mentions(&told);
    folder.run(&[&escape[..], &["-q"]].concat()).exits(0).says("");
    // Escapes make the text ASCII, so it is also recognized without `-f us-ascii`.
    folder.file("t/a", "\u{E9}");
    let run =
        folder.run(&["convert", "-i", "-t", "us-ascii", "--errors", "escape", "t/a"]).exits(0);
    run.mentions(&escaped("t/a")).says_lines(2);
}
