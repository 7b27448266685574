//! Lines of more than a mebibyte are searched in pieces and printed as one.

use std::{io::Write, iter, process::Stdio};

use serde_json::Value;

use crate::support::{Folder, Run, peak_memory, spawn};

/// Returns a line of several mebibytes, without its line feed. Pieces end inside characters and
/// inside matches.
fn numbers() -> String {
    let numbers = (0..300_000).map(|number| format!("é{number:06}"));
    iter::once("x".to_owned()).chain(numbers).collect()
}

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum As {
    Utf8,
    Utf16,
}

const BOTH: [As; 2] = [As::Utf8, As::Utf16];

impl As {
    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            As::Utf8 => text.into(),
            As::Utf16 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }

    fn len(self, text: &str) -> usize {
        match self {
            As::Utf8 => text.len(),
            As::Utf16 => 2 * text.encode_utf16().count(),
        }
    }

    /// Returns the byte offsets of `found` in `text`.
    fn offsets(self, text: &str, found: &str) -> Vec<usize> {
        let (mut offset, mut last) = (0, 0);
        let place = |(at, _)| {
            offset += self.len(&text[last..at]);
            last = at;
            offset
        };
        text.match_indices(found).map(place).collect()
    }

    /// Searches a text, as a file and through a pipe.
    fn search(self, text: &str, arguments: &[&str]) -> [Run; 2] {
        let folder = Folder::new();
        folder.file("text", self.bytes(text));
        let label = if self == As::Utf8 { "utf-8" } else { "utf-16le" };
        let arguments = [&["search", "-f", label], arguments].concat();
        let file = folder.run(&[&arguments[..], &["text"]].concat());
        [file, folder.pipe(&arguments, self.bytes(text))]
    }

    /// Searches a text, which must print `printed` and no message.
    #[track_caller]
    fn prints(self, text: &str, arguments: &[&str], printed: &str) {
        for run in self.search(text, arguments) {
            same(run.exits(0).says(""), printed);
        }
    }
}

/// Asserts the output of a run, without printing mebibytes of it.
#[track_caller]
fn same(run: Run, printed: &str) {
    let (ours, theirs) = (&run.stdout[..], printed.as_bytes());
    if ours == theirs {
        return;
    }
    let at = ours.iter().zip(theirs).take_while(|(one, other)| one == other).count();
    let near = |bytes: &[u8]| bytes[at..].iter().take(40).copied().collect::<Vec<_>>();
    let (ours, theirs, len) = (near(ours), near(theirs), ours.len());
    panic!("of {len} bytes, at {at} {} for {}", ours.escape_ascii(), theirs.escape_ascii());
}

/// A line is printed once and unchanged, with its position, no matter where in it the match is.
#[test]
fn prints_a_long_line_once_and_unchanged() {
    let line = numbers();
    let before = format!("one\n{line}\nx00\n");
    let text = format!("{before}{line}");
    for form in BOTH {
        let [first, third, second] =
            ["one\n", &before[..before.len() - 4], &before].map(|before| form.len(before));
        let long = format!("2:{first}:{line}\n4:{second}:{line}\n");
        // Everywhere in the line, at its start, at and after the end of a piece, and at its end.
        for found in ["é", "xé0", "71é131072é", "é299999"] {
            form.prints(&text, &["-nb", found], &long);
        }
        form.prints(&text, &["-c", "é131072"], "2\n");
        form.prints(&text, &["-m1", "é299999"], &format!("{line}\n"));
        let others = format!("2:{first}:{line}\n3:{third}:x00\n4:{second}:{line}\n");
        form.prints(&text, &["-nbv", "one"], &others);
        form.prints(&text, &["-cv", "é299999"], "2\n");
    }
}

/// All matches of a line are printed once.
#[test]
fn prints_all_matches_of_a_long_line() {
    let line = numbers();
    let text = format!("one\n{line}\n{line}\n");
    for form in BOTH {
        for found in ["é13107", "071é"] {
            let places = form.offsets(&text, found);
            let half = places.len() / 2;
            let told = |(index, place): (usize, &usize)| {
                format!("{}:{place}:{found}\n", 2 + usize::from(index >= half))
            };
            let told: String = places.iter().enumerate().map(told).collect();
            form.prints(&text, &["-onb", found], &told);
            // A regular expression sees the character before a match, even in an earlier piece.
            let regex = format!(r"\B{}", found.replace('1', "[1]"));
            for run in form.search(&text, &["-onb", "-e", &regex]) {
                same(run.exits(0).mentions("was searched in pieces"), &told);
            }
        }
        for run in form.search(&text, &["-c", "-e", "^é"]) {
            run.exits(1).prints("0\n");
        }
        for run in form.search(&text, &["-o", "-e", "[0-9]$"]) {
            run.exits(0).prints("9\n9\n");
        }
    }
}

/// Characters of four bytes, or two UTF-16 units, stay whole at the ends of pieces.
#[test]
fn no_character_is_cut() {
    for before in ["", "xx", "xxx"] {
        let line = format!("{before}{}", "Füße 日本 😀 ".repeat(60_000));
        for form in BOTH {
            form.prints(&line, &["Füße"], &format!("{line}\n"));
            form.prints(&line, &["-v", "Fuße"], &format!("{line}\n"));
        }
    }
    let line = "😀".repeat(400_000);
    for form in BOTH {
        form.prints(&line, &["😀😀"], &format!("{line}\n"));
    }
}

/// JSON has a long line in consecutive parts, each with its position and its matches.
#[test]
fn json_has_long_lines_in_parts() {
    let line = numbers();
    let text = format!("{line}\none\n{line}");
    let found = "é13107";
    for form in BOTH {
        let places = form.offsets(&text, found);
        let columns: Vec<_> =
            line.match_indices(found).map(|(at, _)| line[..at].chars().count() + 1).collect();
        for run in form.search(&text, &["--format=json", found]) {
            let run = run.exits(0).mentions("a line longer than 1 MiB was shown in pieces");
            let told = run.lines_of_json();
            let (summary, parts) = told.split_last().unwrap();
            assert_eq!((&summary["lines"], &summary["matches"]), (&2.into(), &20.into()));
            assert!(parts.len() > 4, "{}", parts.len());
            let (mut seen, mut number, mut last) = (String::new(), 0, 1);
            for part in parts {
                if part["line"] != last {
                    assert_eq!(seen, line);
                    seen = format!("{line}\none\n");
                    (number, last) = (0, 3);
                }
                number += 1;
                assert_eq!(part["part"], number);
                assert_eq!(part["offset"], form.len(&seen));
                seen.push_str(part["text"].as_str().unwrap());
            }
            assert!(seen == text);
            let matches = parts.iter().flat_map(|part| part["matches"].as_array().unwrap());
            let told = |one: &Value| (one["offset"].clone(), one["column"].clone());
            let expected = places.iter().zip(columns.iter().cycle());
            let expected = expected.map(|(&place, &column)| (place.into(), column.into()));
            assert!(matches.map(told).eq(expected));
        }
    }
}

/// Long lines as context of others, and others as context of them, are printed once and completely.
#[test]
fn long_lines_are_context_of_others() {
    let line = numbers();
    let text = format!("one\n{line}\n{line}y\ntwo\n{line}z\nthree\nfour\n");
    for form in BOTH {
        let around = format!("2-{line}\n3-{line}y\n4:two\n");
        form.prints(&text, &["-n", "-B2", "two"], &around);
        form.prints(&text, &["-n", "-B9", "two"], &format!("1-one\n{around}"));
        form.prints(&text, &["-n", "-A1", "two"], &format!("4:two\n5-{line}z\n"));
        form.prints(&text, &["-n", "-A1", "-m1", "two"], &format!("4:two\n5-{line}z\n"));
        let last = format!("3-{line}y\n4-two\n5:{line}z\n6-three\n");
        form.prints(&text, &["-n", "-A1", "-B2", "9z"], &last);
        let two = format!("1-one\n2:{line}\n3:{line}y\n4-two\n5:{line}z\n6-three\n");
        form.prints(&text, &["-n", "-C1", "é299999"], &two);
        form.prints(&text, &["-n", "-C1", "x"], &two);
        let apart = format!("1:one\n2-{line}\n--\n5-{line}z\n6:three\n7-four\n");
        for run in form.search(&text, &["-n", "-C1", "-e", "ne", "-e", "th"]) {
            same(run.exits(0), &apart);
        }
    }
}

/// Long lines that cannot be printed any more are not kept, no matter how many there are.
#[test]
fn memory_does_not_grow() {
    let folder = Folder::new();
    let line = "no match ".repeat(200_000) + "\n";
    let mut child = spawn(folder.command(&["search", "-B1", "there"]).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..50 {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    let peak = peak_memory(child.id());
    stdin.write_all(b"there\n").unwrap();
    drop(stdin);
    let run = child.wait_with_output().unwrap();
    assert!(run.stdout == format!("{line}there\n").as_bytes());
    assert!(peak < 64 << 10, "{peak} KiB");
}

/// Text that could not be kept is not printed, and a message says so.
#[test]
fn reports_text_that_could_not_be_kept() {
    let line = numbers();
    let folder = Folder::new();
    folder.file("text", format!("one\n{line}\n"));
    let run = folder.shell("cat text | TMPDIR=/none utf search -nb é299999").exits(2);
    let rest = run.text().strip_prefix("2:4:").unwrap().strip_suffix('\n').unwrap();
    assert!(line.ends_with(rest) && rest.len() < line.len());
    let left_out = line.len() - rest.len();
    let words = format!("utf: <stdin>: not shown: {left_out} bytes of lines");
    let run = run.mentions(&words);
    assert_eq!(run.stderr.lines().count(), 1);
    // The position in the line is known.
    let script = "cat text | TMPDIR=/none utf search --format=json é299999";
    let found = folder.shell(script).exits(2).lines_of_json();
    assert_eq!(found[0]["offset"], 4 + left_out);
    assert_eq!(found[0]["matches"][0]["column"], line.chars().count() - 6);
    // Files and counts do not need kept text.
    let run = folder.shell("TMPDIR=/none utf search é299999 text");
    same(run.exits(0).says(""), &format!("{line}\n"));
    folder.shell("cat text | TMPDIR=/none utf search -c é299999").exits(0).says("").prints("1\n");
    folder.shell("cat text | TMPDIR=/none utf search -o é299999").says("").prints("é299999\n");
}

/// In text that is decoded, the meaning of bytes may depend on earlier ones.
#[test]
fn searches_decoded_long_lines() {
    let line = "日本語 text ".repeat(150_000) + "Q";
    let folder = Folder::new();
    folder.file("text", format!("one\n{line}\n"));
    for label in ["shift_jis", "iso-2022-jp", "utf-7", "utf-16"] {
        folder.run(&["convert", "-t", label, "text", "-o", label]).exits(0);
        for found in ["text", "Q"] {
            let arguments = ["search", "-n", "-f", label, found];
            let run = folder.run(&[&arguments[..], &[label]].concat());
            same(run, &format!("2:{line}\n"));
            let bytes = folder.read(label);
            let run = folder.pipe(&arguments, bytes).says("");
            same(run, &format!("2:{line}\n"));
        }
    }
}
