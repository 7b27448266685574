//! In every encoding, the matches are those in the converted text.

use std::process::Stdio;

use serde_json::Value;
use utfkit::{
    Encoding,
    transcode::{Policy, convert_with},
};

use crate::{encodings::some_charsets, support::Folder};

/// Returns the results of a search: line numbers, texts, and the bytes of each match.
fn found(folder: &Folder, arguments: &[&str], file: &str) -> Vec<(u64, String, Vec<Vec<u8>>)> {
    let bytes = folder.read(file);
    let run = folder.run(&[&["search", "--format", "json"], arguments, &["--", file]].concat());
    let one = |value: &Value| {
        let [offset, length] =
            ["offset", "length"].map(|key| value[key].as_u64().unwrap() as usize);
        bytes[offset..offset + length].to_vec()
    };
    let lines = run.lines_of_json().into_iter().filter(|line| line["type"] == "match");
    lines
        .map(|line| {
            let text = line["text"].as_str().unwrap().to_owned();
            let matches = line["matches"].as_array().unwrap().iter().map(one).collect();
            (line["line"].as_u64().unwrap(), text, matches)
        })
        .collect()
}

const TEXT: &str = "plain line\ncaf\u{E9} \u{43C}\u{438}\u{440}\n\na\u{4E0A}\u{6D77}\u{4E0A}\u{A0A}aab\r\n\
    \u{8868}\u{30BD}\\ +-& \u{1F600}\u{1F601} plain\nplain plain\nno end";

/// Literal texts and regular expressions match as in the converted text. The bytes of each match
/// decode to the text.
#[test]
fn matches_like_converted_text() {
    let folder = Folder::new();
    let patterns: [&[&str]; 5] = [
        &["-F", "-e", "plain"],
        &["-F", "-e", "\u{4E0A}"],
        &["-e", "^.{2,4}$"],
        &["-i", "-e", "CAF\u{C9}"],
        &["-F", "-e", "\\"],
    ];
    for (at, encoding) in Encoding::ALL.iter().copied().chain(some_charsets(8)).enumerate() {
        let (bytes, _) =
            convert_with(TEXT.as_bytes(), Encoding::Utf8, encoding, Policy::Skip).unwrap();
        let (text, _) = convert_with(&bytes, encoding, Encoding::Utf8, Policy::Strict).unwrap();
        folder.file("encoded", &bytes);
        folder.file("text", &text);
        // EBCDIC with characters of two bytes has a byte that shifts to these.
        let shifts_out = matches!(encoding, Encoding::Charset(_)) && bytes.contains(&0x0E);
        // Charsets share their code, so each gets two of the patterns.
        let is_charset = matches!(encoding, Encoding::Charset(_));
        let some = |(number, _): &(usize, _)| !is_charset || (at + number) % 5 < 2;
        for (_, pattern) in patterns.into_iter().enumerate().filter(some) {
            let label = ["-f", encoding.name()];
            let ours = found(&folder, &[&label, pattern].concat(), "encoded");
            let mut expected = found(&folder, &[&["-f", "utf-8"], pattern].concat(), "text");
            let decode = |bytes: &Vec<u8>| {
                // A match in an encoding with shift states cannot be decoded alone. The library
                // tests its position.
                let shifts = ["utf-7", "utf-7-imap", "scsu", "bocu-1", "hz", "marc-8"]
                    .contains(&encoding.name())
                    || encoding.name().starts_with("iso-2022-")
                    || encoding.name().starts_with("cp5022")
                    || shifts_out;
                let alone = match encoding {
                    // Without the BOM, the byte order must be given.
                    Encoding::Utf16 => Encoding::Utf16Be,
                    Encoding::Utf32 => Encoding::Utf32Be,
                    Encoding::Ucs2 => Encoding::Ucs2Be,
                    Encoding::Ucs4 => Encoding::Ucs4Be,
                    other => other,
                };
                (!shifts)
                    .then(|| convert_with(bytes, alone, Encoding::Utf8, Policy::Strict).unwrap().0)
            };
            assert_eq!(ours.len(), expected.len(), "{encoding} {pattern:?}");
            for (ours, expected) in ours.into_iter().zip(&mut expected) {
                assert_eq!((ours.0, &ours.1), (expected.0, &expected.1), "{encoding} {pattern:?}");
                assert_eq!(ours.2.len(), expected.2.len(), "{encoding} {pattern:?}");
                for (bytes, text) in ours.2.iter().zip(&expected.2) {
                    let decoded = decode(bytes);
                    assert!(decoded.is_none_or(|it| it == *text), "{encoding} {pattern:?}");
                }
            }
        }
    }
}

/// Matches around the end of every block, and lines that are longer than a block.
#[test]
fn blocks_cut_nothing() {
    let folder = Folder::new();
    for (label, feeds) in [
        ("utf-8", true),
        ("utf-16le", true),
        ("shift_jis", true),
        ("utf-16be", false),
        ("utf-7", false),
    ] {
        let encoding: Encoding = label.parse().unwrap();
        let mut text = String::new();
        let mut expected = 0;
        while text.len() < 3_000_000 {
            text.push_str(if text.len().is_multiple_of(7) { "\u{8868}" } else { "xyzw " });
            if text.len().is_multiple_of(11) {
                text.push_str("needle");
                expected += 1;
            }
            if feeds && text.len().is_multiple_of(13) {
                text.push('\n');
            }
        }
        let (bytes, _) =
            convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).unwrap();
        folder.file("text", bytes);
        let run = folder.run(&["search", "-f", label, "-o", "-b", "needle", "text"]).exits(0);
        let offsets: std::collections::BTreeSet<_> = run.text().lines().collect();
        assert_eq!(offsets.len(), expected, "{label}");
        assert_eq!(run.text().lines().count(), expected, "{label}: none twice");
        let lines = text.lines().filter(|line| line.contains("needle")).count();
        let run = folder.run(&["search", "-f", label, "-c", "needle", "text"]);
        run.exits(0).prints(format!("{lines}\n"));
    }
}

/// Ill-formed text does not match, and does not hide matches.
#[test]
fn ill_formed_text() {
    let folder = Folder::new();
    folder.file("utf8", b"\xFFneedle\xC3\n\xE2\x82needle\xF0\x9F\n\xC0\xAF\n\xEF\xBF\xBD");
    folder
        .run(&["search", "-n", "needle", "utf8"])
        .exits(0)
        .prints("1:\u{FFFD}needle\u{FFFD}\n2:\u{FFFD}needle\u{FFFD}\n");
    folder.run(&["search", "-n", "\u{FFFD}", "utf8"]).exits(0).prints("4:\u{FFFD}\n");
    folder.run(&["search", "/", "utf8"]).exits(1).prints("");
    // Lone surrogates, and an extra byte.
    folder.file("utf16", b"\xFF\xFE\x00\xDCn\0\x3D\xD8\n\0\x3D\xD8\x3D\xD8\x00\xDEn\0n");
    folder
        .run(&["search", "-n", "-b", "n", "utf16"])
        .exits(0)
        .prints("1:2:\u{FFFD}n\u{FFFD}\n2:10:\u{FFFD}\u{1F600}n\u{FFFD}\n");
    folder.run(&["search", "-o", "-b", "\u{1F600}", "utf16"]).exits(0).prints("12:\u{1F600}\n");
}

#[test]
fn reads_boms() {
    let folder = Folder::new();
    for (name, label) in [("a", "utf-16"), ("b", "utf-32"), ("c", "utf-8")] {
        let encoding: Encoding = label.parse().unwrap();
        let text = if label == "utf-8" { "\u{FEFF}\u{416}!\n" } else { "\u{416}!\n" };
        let bytes = convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict);
        folder.file(name, bytes.unwrap().0);
    }
    let run = folder.run(&["search", "-b", "-o", "\u{416}", "a", "b", "c"]).exits(0);
    run.prints("a:2:\u{416}\nb:4:\u{416}\nc:3:\u{416}\n");
    folder
        .run(&["search", "-e", "^\u{416}", "-c", "a", "b", "c"])
        .exits(0)
        .prints("a:1\nb:1\nc:1\n");
    // A BOM is not part of the text.
    folder.run(&["search", "\u{FEFF}", "a", "b", "c"]).exits(1);
}

#[test]
fn reports_utf_16_without_a_bom() {
    let folder = Folder::new();
    // The file is too short for certainty.
    let (bytes, _) =
        convert_with(b"text", Encoding::Utf8, Encoding::Utf16Le, Policy::Strict).unwrap();
    folder.file("file", &bytes);
    let hint = "many NULs, so it may be utf-16le without a BOM (try `-f utf-16le`)";
    folder.run(&["search", "text", "file"]).exits(1).mentions(hint);
    folder.run(&["search", "text", "."]).exits(1).mentions(hint).mentions("not searched");
    folder.run(&["search", "-f", "utf-16le", "text", "file"]).exits(0).prints("text\n").says("");
}

#[test]
fn chooses_among_candidates() {
    let folder = Folder::new();
    folder.file("latin", b"caf\xE9\n");
    folder.file("utf8", "caf\u{E9}\n");
    let run = folder.run(&["search", "--fallback", "windows-1252", "\u{E9}", "latin", "utf8"]);
    run.exits(0)
        .prints("latin:caf\u{E9}\nutf8:caf\u{E9}\n")
        .mentions("latin: read as windows-1252");
    folder.run(&["search", "--fallback", "latin1", "--by-line", "x", "utf8"]).exits(2);
}

/// A stream is searched while it arrives.
#[test]
fn searches_a_pipe_while_it_arrives() {
    use std::io::{BufRead, Write};
    let folder = Folder::new();
    let mut child = folder.start(&["search", "needle"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
    for text in ["one needle\n", "two needles\n"] {
        stdin.write_all(text.as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, text);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut command = folder.command(&["search", "x"]);
    command.stdin(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

/// Files whose encoding cannot be guessed are counted, and the message says how to search them.
#[test]
fn counts_files_that_are_not_sure() {
    let folder = Folder::new();
    folder.file("a", b"x \xE9\n");
    folder.file("b", b"y \xE8\n");
    for options in [&[][..], &["--guess", "--min-confidence", "1"]] {
        let search = [&["search"], options, &["\u{E9}", "."]].concat();
        let run = folder.run(&search).exits(1);
        run.mentions("utf: 2 files are not UTF-8").mentions("`--fallback`");
        let quiet = folder.run(&[&search[..], &["-q"]].concat()).exits(1).says("");
        drop(quiet);
        folder.run(&[&search[..], &["-s"]].concat()).exits(1).says("");
    }
}
