//! The options of `utf check`.

use crate::support::Folder;

/// Creates a directory with two ill-formed files and a well-formed one.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("a", b"\xFF \xFF \xFF");
    folder.file("b", "text");
    folder.file("c", b"\xC0\x80 \xFF");
    folder
}

const FILES: [&str; 3] = ["a", "b", "c"];

#[track_caller]
fn prints(options: &[&str], expected: &str) {
    let run = folder().run(&[&["check"], options, &FILES].concat());
    run.exits(1).says("").prints(expected);
}

#[test]
fn prints_names_or_counts_or_nothing() {
    prints(&["-l"], "a\nc\n");
    prints(&["--files-with-errors"], "a\nc\n");
    prints(&["-c"], "a:3\nb:0\nc:2\n");
    prints(&["-q"], "");
    prints(&["-q", "--format", "json"], "");
    folder().run(&["check", "-q", "b"]).exits(0).prints("").says("");
    folder().run(&["check", "-l", "b"]).exits(0).prints("").says("");
}

/// If the arguments are invalid, the format is not certain, so no report is printed.
#[test]
fn prints_no_report_for_invalid_arguments() {
    for command in ["check", "audit", "repair", "detect"] {
        for format in ["json", "sarif", "github"] {
            let run = folder().run(&[command, "--format", format, "--no-such-option", "a"]);
            run.exits(2).prints("").mentions("--no-such-option");
        }
    }
}

#[test]
fn the_last_of_conflicting_flags_wins() {
    prints(&["-q", "-c", "-l"], "a\nc\n");
    prints(&["-l", "-q", "-c"], "a:3\nb:0\nc:2\n");
    prints(&["-c", "-l", "-q"], "");
    prints(&["-q", "-q"], "");
    prints(&["-l", "-l", "-f", "utf-16", "--from", "auto"], "a\nc\n");
}

#[test]
fn limits_reported_errors() {
    let shown = |most: &str, count: usize, unreported: &str| {
        let run = folder().run(&[&["check", "--max-findings", most], &FILES[..]].concat()).exits(1);
        assert_eq!(run.text().matches("error[").count(), count);
        let sentence = format!(": 5 ill-formed sequences in 2 files{unreported}\n");
        assert!(run.text().ends_with(&sentence), "{}", run.text());
    };
    shown("0", 5, "");
    shown("1", 2, "; 3 not shown (see --max-findings)");
    shown("2", 4, "; 1 not shown (see --max-findings)");
    shown("3", 5, "");
    prints(&["-c", "--max-findings", "1"], "a:3\nb:0\nc:2\n");
    folder().run(&["check", "--max-findings", "-1", "a"]).exits(2).prints("");
}

/// Returns the number of errors that a report shows, and those that it counts only.
fn shown(folder: &Folder, arguments: &[&str]) -> (usize, usize) {
    let run = folder.run(&[&["check"], arguments].concat()).exits(1);
    let hidden = run.text().split_once(" not shown (see --max-findings)");
    let hidden = hidden.and_then(|(text, _)| text.rsplit(' ').next()?.parse().ok());
    (run.text().matches("error[").count(), hidden.unwrap_or(0))
}

/// People see few errors, and programs see all.
#[test]
fn human_reports_are_short() {
    let folder = Folder::new();
    folder.file(
        "a",
        [&b"d\xC3\xA9j\xC3\xA0 vu\n".repeat(500)[..], &b"a \xFF b\n".repeat(1500)].concat(),
    );
    assert_eq!(shown(&folder, &["a"]), (20, 1480));
    assert_eq!(shown(&folder, &["--max-findings", "2000", "a"]), (1500, 0));
    assert_eq!(shown(&folder, &["--max-findings", "0", "a"]), (1500, 0));
    let run = folder.run(&["check", "--format", "json", "a"]).exits(1);
    assert_eq!(run.text().lines().count(), 1501);
    folder.run(&["check", "-c", "a"]).exits(1).prints("a:1500\n");
    // A broken rule is reported in addition to the maximum number of errors.
    folder.file(".editorconfig", "root = true\n[*]\nend_of_line = crlf\n");
    let ruled =
        |most: &str| folder.run(&["check", "--editorconfig", "--max-findings", most, "a"]).exits(1);
    let run = folder.run(&["check", "--editorconfig", "a"]).exits(1);
    run.shows("error[wrong-line-end]").shows("; 1480 not shown (see --max-findings)\n");
    ruled("1").shows("error[wrong-line-end]").shows("; 1499 not shown (see --max-findings)\n");
    assert!(!ruled("0").text().contains("not shown"));
}

/// A file that is in another encoding as a whole has one line that says so, and three errors.
#[test]
fn files_in_another_encoding_have_one_line() {
    let folder = Folder::new();
    let text = "Le café est fermé, et les élèves sont déjà à la fête.\n".repeat(30);
    let bytes: Vec<u8> = text.chars().map(|one| one as u8).collect();
    folder.file("d\u{E9}j\u{E0} vu.txt", &bytes);
    let run = folder.run(&["check", "d\u{E9}j\u{E0} vu.txt"]).exits(1);
    run.shows(
        "d\u{E9}j\u{E0} vu.txt: looks like windows-1252 as a whole: 240 errors; \
         `utf convert -f windows-1252 -i.bak -- 'd\u{E9}j\u{E0} vu.txt'` makes it UTF-8\n",
    );
    assert_eq!(shown(&folder, &["d\u{E9}j\u{E0} vu.txt"]), (3, 237));
    assert_eq!(shown(&folder, &["--max-findings", "20", "."]), (20, 220));
}

/// In a report on many files, later errors have one line each, and the last ones none.
#[test]
fn reports_on_trees_are_short() {
    let folder = Folder::new();
    for number in 0..120 {
        let mixed =
            [&b"d\xC3\xA9j\xC3\xA0 vu\n".repeat(10)[..], &b"a \xFF b\n".repeat(30)].concat();
        folder.file(&format!("{number:03}"), mixed);
    }
    let run = folder.run(&["check", "."]).exits(1);
    let lines = run.text().lines().count();
    assert!((2700..3000).contains(&lines), "{lines}");
    run.shows("./005:21:3: error[invalid-byte]: ").shows("; 1600 not shown (see --max-findings)\n");
    assert_eq!(shown(&folder, &["."]), (2000, 1600));
    assert_eq!(shown(&folder, &["--max-findings", "30", "."]), (3000, 600));
    assert_eq!(shown(&folder, &["--max-findings", "0", "."]), (3600, 0));
    let rest = folder.run(&["audit", "--fail-on", "warning", "."]).exits(1);
    assert!(rest.text().lines().count() < 2000);
}

#[test]
fn the_encoding() {
    let folder = Folder::new();
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let well = |label: &str, input: &[u8]| folder.pipe(&["check", "-q", "-f", label], input);
    well("utf-16le", &units("text\u{1F600}")).exits(0);
    well("UTF-16", &units("\u{FEFF}text\u{1F600}")).exits(0);
    well("latin1", b"\xFF").exits(0);
    well("us-ascii", b"\x80").exits(1);
    well("utf-32be", b"\0\0\0a").exits(0);
    well("auto", b"\xFF\xFE\0\0a\0\0\0").exits(0);
    well("utf-16be", b"\xFF\xFE\0a").exits(1);
    well("klingon", b"").exits(2).mentions("unknown encoding");
    let swapped = folder.pipe(&["check", "-f", "utf-16be"], b"\xFF\xFE\0a").exits(1);
    swapped.shows("help: `-f utf-16` reads the byte order from the BOM");
}

#[test]
fn operands_that_look_like_options() {
    let folder = Folder::new();
    folder.file("-l", b"\xFF");
    folder.run(&["check", "-c", "--", "-l"]).exits(1).prints("-l:1\n");
    folder.run(&["check", "--bogus"]).exits(2).prints("").mentions("'--bogus'");
    folder.run(&["check", ""]).exits(2).prints("");
}

/// An empty name, for example from an unset variable, is reported as such.
#[test]
fn an_empty_name() {
    let folder = Folder::new();
    let words = "error: an empty name was given for '[PATH]...'\n";
    folder.run(&["check", ""]).exits(2).mentions(words);
    folder.run(&["convert", "--", "a", ""]).exits(2).mentions(words);
    folder
        .run(&["convert", "--output=", "a"])
        .exits(2)
        .mentions("an empty name was given for '--output <OUT>'\n");
    folder.run(&["convert", "-o"]).exits(2).mentions("but none was supplied\n");
    // Possible values are still listed.
    folder.run(&["check", "--format", "", "a"]).exits(2).mentions("[possible values: human, json");
}

/// An unknown set of kernels is reported, and the best one is used.
#[test]
fn reports_unknown_kernels() {
    let folder = Folder::new();
    folder.file("a", "text");
    let run = folder.shell("UTFKIT_SIMD=$'non\\esense' utf check -l a").exits(0).prints("");
    let run = run.says_lines(1).mentions("utf: UTFKIT_SIMD=non<U+001B>sense: not supported: ");
    run.mentions("this machine has ").mentions("portable; ");
    for set in ["UTFKIT_SIMD=portable", "UTFKIT_SIMD="] {
        folder.shell(&format!("{set} utf check -l a")).exits(0).says("");
    }
}
