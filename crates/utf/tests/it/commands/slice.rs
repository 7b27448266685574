//! `utf slice` and `utf split`: parts of texts.

use crate::support::Folder;

const TEXT: &str = "h\u{E9}llo\nw\u{F6}rld \u{1F600}\n\u{4E2D}\u{6587}, e\u{301}\nlast";

/// Returns the text in the encoding, as this command writes it.
fn encoded(folder: &Folder, encoding: &str) -> Vec<u8> {
    folder.pipe(&["convert", "-t", encoding], TEXT).exits(0).stdout
}

const ENCODINGS: [&str; 9] =
    ["utf-8", "utf-16", "utf-16le", "utf-32be", "cesu-8", "utf-7", "utf-1", "gb18030", "utf-8-sig"];

/// Slices of every length from every offset are slices of the text, in every encoding.
#[test]
fn slices_characters_in_every_encoding() {
    let folder = Folder::new();
    let letters: Vec<char> = TEXT.chars().collect();
    for encoding in ENCODINGS {
        folder.file("text", encoded(&folder, encoding));
        for (start, end) in [(0, 3), (1, 1), (4, 15), (11, 14), (20, 99), (0, 99), (60, 70)] {
            let range = format!("{start}..{end}");
            let slice = folder.run(&["slice", "-f", encoding, "-c", &range, "text"]).exits(0);
            folder.file("slice", slice.stdout);
            let start = start.min(letters.len());
            let expected: String = letters[start..end.min(letters.len())].iter().collect();
            let text =
                folder.run(&["convert", "-f", encoding, "-t", "utf-8", "slice", "--bom", "strip"]);
            assert_eq!(text.exits(0).text(), expected, "{encoding} {range}");
        }
    }
}

/// Offsets from the end work in every encoding, for a file and for a pipe.
#[test]
fn slices_from_the_end() {
    let folder = Folder::new();
    let letters: Vec<char> = TEXT.chars().collect();
    let total = letters.len();
    let place = |from_end: bool, number: usize| {
        if from_end {
            (total.saturating_sub(number), format!("-{number}"))
        } else {
            (number.min(total), number.to_string())
        }
    };
    let all = [
        (true, 3, true, 0),
        (true, 12, true, 5),
        (false, 2, true, 4),
        (true, 99, false, 3),
        (false, 0, true, 99),
    ];
    for encoding in ENCODINGS {
        folder.file("text", encoded(&folder, encoding));
        for (start_from_end, start, end_from_end, end) in all {
            let (start, first) = place(start_from_end, start);
            let (end, second) = place(end_from_end, end);
            let range = format!("{first}..{second}");
            let slice = folder.run(&["slice", "-f", encoding, "-c", &range, "text"]).exits(0);
            let command = ["slice", "-f", encoding, "-c", &range];
            folder.pipe(&command, folder.read("text")).exits(0).prints(&slice.stdout);
            folder.file("slice", slice.stdout);
            let expected: String = letters[start..end.max(start)].iter().collect();
            let text =
                folder.run(&["convert", "-f", encoding, "-t", "utf-8", "slice", "--bom", "strip"]);
            assert_eq!(text.exits(0).text(), expected, "{encoding} {range}");
        }
    }
}

/// The last lines and bytes are those of `tail` and `head`, also for a text of many blocks.
#[test]
fn slices_are_those_of_tail_and_head() {
    let folder = Folder::new();
    let long: String = (0..40_000).map(|n| format!("line {n} \u{43B}\n")).collect();
    for (name, text) in
        [("none", ""), ("one", "a"), ("two", "a\nb\n"), ("open", "a\nb\nc"), ("long", &long)]
    {
        folder.file(name, text);
        for number in ["0", "1", "2", "3", "7", "30000"] {
            for (range, tool) in [
                (format!("-{number}.."), format!("tail -n {number}")),
                (format!("..-{number}"), format!("head -n -{number}")),
            ] {
                let expected = folder.shell(&format!("{tool} {name}")).exits(0).stdout;
                folder.run(&["slice", "-l", &range, name]).exits(0).prints(&expected);
                folder
                    .shell(&format!("cat {name} | utf slice -l {range}"))
                    .exits(0)
                    .prints(&expected);
            }
        }
    }
    folder.run(&["slice", "-b", "-5..", "one"]).exits(0).prints("a");
    // A character that ends in these bytes is whole.
    folder.run(&["slice", "-b", "-2..", "long"]).exits(0).prints("\u{43B}\n");
    folder
        .run(&["slice", "-b", "39999..-10", "long"])
        .exits(0)
        .prints(&long.as_bytes()[39_999..long.len() - 10]);
    folder.run(&["slice", "-l", "-1..-2", "long"]).exits(2).mentions("ends before it begins");
}

#[test]
fn ranges_with_a_hyphen_count_from_one() {
    let folder = Folder::new();
    folder.file("text", TEXT);
    let run =
        |arguments: &[&str]| folder.run(&[&["slice"], arguments, &["text"]].concat()).exits(0);
    run(&["-c", "2-4"]).prints("\u{E9}ll");
    run(&["-c", "2"]).prints("\u{E9}");
    run(&["-c", "-3"]).prints("h\u{E9}l");
    run(&["-l", "2"]).prints("w\u{F6}rld \u{1F600}\n");
    run(&["-l", "2-3"]).prints("w\u{F6}rld \u{1F600}\n\u{4E2D}\u{6587}, e\u{301}\n");
    run(&["-l", "4-"]).prints("last");
    run(&["-l", "9-"]).prints("");
    run(&["-b", "2..7"]).prints("\u{E9}llo\n");
    folder.run(&["slice", "-c", "0", "text"]).exits(2).mentions("counts from 1");
    folder.run(&["slice", "-c", "5-3", "text"]).exits(2).mentions("ends before it begins");
    folder.run(&["slice", "text"]).exits(2);
}

/// Two slices of bytes that meet at an offset make the whole text.
#[test]
fn slices_of_bytes_are_adjacent() {
    let folder = Folder::new();
    for encoding in ["utf-8", "utf-16le", "gb18030"] {
        let bytes = encoded(&folder, encoding);
        folder.file("text", &bytes);
        for at in 0..=bytes.len() {
            let part = |range: String| {
                folder.run(&["slice", "-f", encoding, "-b", &range, "text"]).exits(0).stdout
            };
            let whole = [part(format!("..{at}")), part(format!("{at}.."))].concat();
            assert_eq!(whole, bytes, "{encoding} at {at}");
        }
    }
}

/// An offset inside a character counts as its start, as the help says. Sizes have units.
#[test]
fn ranges_of_bytes_have_units() {
    let folder = Folder::new();
    folder.file("text", "a\u{E4}b");
    let run = |range: &str| folder.run(&["slice", "-b", range, "text"]).exits(0);
    run("2..").prints("\u{E4}b");
    run("..2").prints("a");
    run("..0x3").prints("a\u{E4}");
    folder.file("text", "x".repeat(5000));
    run("..4K").prints("x".repeat(4096));
    run("1K..2k").prints("x".repeat(1024));
    run("-1KiB..").prints("x".repeat(1024));
    run("1-1kB").prints("x".repeat(1000));
    folder.run(&["slice", "-b", "..4Q", "text"]).exits(2).mentions("4K");
    folder.run(&["slice", "-c", "..4K", "text"]).exits(2).mentions("`4K` is not a number");
}

#[test]
fn ill_formed_text_stays() {
    let folder = Folder::new();
    folder.file("text", b"ab\xFFc\xE2\x82d\xC0\xAFe");
    folder.run(&["slice", "-c", "2-5", "text"]).exits(1).prints(b"b\xFFc\xE2\x82");
    folder.file("shifts", b"a+ZZZ!b");
    let run = folder.run(&["slice", "-f", "utf-7", "-c", "1-3", "shifts", "-o", "out"]).exits(1);
    run.mentions("ill-formed at byte");
    assert!(!folder.path("out").exists());
    folder.run(&["slice", "-f", "utf-7", "-b", "1-3", "shifts"]).exits(2).mentions("has shifts");
}

/// The text has many blocks and comes from a file and from a pipe.
#[test]
fn slices_far_into_a_text() {
    let folder = Folder::new();
    let line = "\u{20AC}\u{1F600} and so on\n";
    let text = line.repeat(60_000);
    folder.file("text", &text);
    let expected = line.repeat(3);
    folder.run(&["slice", "-l", "50001-50003", "text"]).exits(0).prints(&expected);
    folder.pipe(&["slice", "-l", "50001-50003"], &text).exits(0).prints(&expected);
    let letters = line.chars().count() * 50_000;
    let range = format!("{letters}..{}", letters + 2);
    folder.run(&["slice", "-c", &range, "text"]).exits(0).prints("\u{20AC}\u{1F600}");
}

/// A large file is read twice; a pipe is held in memory for the same result.
#[test]
fn the_end_of_a_large_file_matches_a_pipe() {
    let folder = Folder::new();
    let long = "\u{20AC}uro and so on, ".repeat(66_000);
    for text in [format!("first\n{long}"), format!("{long}\nlast\n")] {
        for encoding in ["utf-8", "utf-16"] {
            let bytes = folder.pipe(&["convert", "-t", encoding], &text).exits(0).stdout;
            folder.file("text", &bytes);
            for range in ["-1..", "..-1", "-2..-1", "5..-1"] {
                let options = ["slice", "-l", range];
                let piped = folder.pipe(&options, &bytes).exits(0).stdout;
                assert_eq!(folder.run(&[&options[..], &["text"]].concat()).exits(0).stdout, piped);
            }
            for range in ["-1050000..", "5..-1050000"] {
                let options = ["slice", "-c", range];
                let piped = folder.pipe(&options, &bytes).exits(0).stdout;
                assert_eq!(folder.run(&[&options[..], &["text"]].concat()).exits(0).stdout, piped);
            }
        }
    }
}

#[test]
fn parts_make_up_the_text() {
    let folder = Folder::new();
    for encoding in ENCODINGS {
        folder.file("text", encoded(&folder, encoding));
        for size in [["-c", "3"], ["-l", "1"], ["-l", "2"], ["-b", "17"], ["-n", "3"]] {
            if encoding == "utf-7" && ["-b", "-n"].contains(&size[0]) {
                continue;
            }
            let split = ["split", "-f", encoding, size[0], size[1], "text", "part-"];
            folder.run(&split).exits(0);
            let parts: Vec<_> =
                folder.names().into_iter().filter(|name| name.starts_with("part-")).collect();
            assert!(parts.len() > 1, "{encoding} {size:?}");
            let mut joined = String::new();
            for part in &parts {
                let text =
                    folder.run(&["convert", "-f", encoding, "--bom", "strip", part]).exits(0);
                joined.push_str(text.text());
                std::fs::remove_file(folder.path(part)).unwrap();
            }
            assert_eq!(joined, TEXT, "{encoding} {size:?}");
        }
    }
}

#[test]
fn parts_have_names() {
    let folder = Folder::new();
    folder.file("text", "1\n2\n3\n");
    folder.run(&["split", "-l", "1", "text"]).exits(0);
    folder
        .run(&["split", "-l", "2", "-d", "-a", "3", "--additional-suffix", ".txt", "text", "y"])
        .exits(0);
    assert_eq!(folder.names(), ["text", "xaa", "xab", "xac", "y000.txt", "y001.txt"]);
    folder.run(&["split", "-l", "1", "text"]).exits(2).mentions("xaa: already exists");
    folder.run(&["split", "-l", "3", "--force", "text"]).exits(0);
    assert_eq!(folder.read("xaa"), b"1\n2\n3\n");
    let long = "x\n".repeat(30);
    folder.file("long", long);
    folder
        .run(&["split", "-l", "1", "-a", "1", "long", "z"])
        .exits(2)
        .mentions("more than 26 parts");
    folder.run(&["split", "-b", "3", "text", "v"]).exits(2).mentions("at least 16");
    folder.pipe(&["split", "-n", "3"], "text").exits(2).mentions("-n needs a regular file");
}

/// Characters of a text in another encoding may be divided, so the text is reported. Lines are not
/// affected.
#[test]
fn reports_text_in_another_encoding() {
    let folder = Folder::new();
    let line = b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8A\x45\x81\x41\x8C\xB3\x8B\x43\x82\xC5\x82\xB7\x82\xA9\n";
    folder.file("sj1.txt", line.repeat(5));
    let says = "utf: sj1.txt: not utf-8 (byte 0), so characters may be divided: looks like shift_jis (99 %): use `-f shift_jis`\n";
    for part in [["-c", "1-3"], ["-b", "..4"], ["-c", "-3.."]] {
        folder.run(&["slice", part[0], part[1], "sj1.txt"]).exits(1).says(says);
        folder.run(&["slice", part[0], part[1], "-f", "shift_jis", "sj1.txt"]).exits(0).says("");
    }
    folder.run(&["slice", "-l", "2", "sj1.txt"]).exits(0).prints(line).says("");
    folder.run(&["split", "-c", "50", "sj1.txt", "part-"]).exits(1).says(says);
    assert!(line.repeat(5).starts_with(&[folder.read("part-aa"), folder.read("part-ab")].concat()));
    folder.run(&["split", "-l", "2", "sj1.txt", "lines-"]).exits(0).says("");
    let run = folder.pipe(&["slice", "-c", "1"], b"\xE9t\xE9").exits(1).prints(b"\xE9");
    run.says("utf: <stdin>: not utf-8 (byte 0), so characters may be divided: name the encoding with `-f`\n");
}

/// `3-2` has no lines, and is an error. `2..2` is the empty part of a program that computes it.
#[test]
fn a_range_backwards_is_rejected() {
    let folder = Folder::new();
    folder.file("a", "1\n2\n3\n");
    folder.run(&["slice", "-l", "3-2", "a"]).exits(2).mentions("it ends before it begins");
    folder.run(&["slice", "-l", "2..2", "a"]).exits(0).prints("");
    folder.run(&["slice", "-l", "-0", "a"]).exits(0).prints("");
}

/// `--each-line` cuts each line, as `cut` does, in any encoding.
#[test]
fn slices_each_line() {
    let folder = Folder::new();
    folder.file("text", "h\u{E9}llo\r\n\n\u{20AC}uro");
    let run = |arguments: &[&str]| {
        let run = folder.run(&[&["slice", "--each-line"], arguments].concat()).exits(0);
        run.text().to_owned()
    };
    assert_eq!(run(&["-c", "2-3", "text"]), "\u{E9}l\r\n\nur");
    assert_eq!(run(&["-c", "-2..", "text"]), "lo\r\n\nro");
    assert_eq!(run(&["-c", "..-1", "text"]), "h\u{E9}ll\r\n\n\u{20AC}ur");
    assert_eq!(run(&["-b", "-2", "text"]), "h\r\n\n");
    folder.run(&["convert", "-t", "utf-16", "text", "-o", "wide"]).exits(0);
    folder.run(&["slice", "--each-line", "-c", "2-3", "wide", "-o", "part"]).exits(0);
    let part = folder.run(&["convert", "-t", "utf-8", "part"]).exits(0);
    assert_eq!(part.text(), "\u{E9}l\r\n\nur");
    assert_eq!(folder.read("part")[..2], folder.read("wide")[..2]);
    folder.run(&["slice", "--each-line", "-l", "2-3", "text"]).exits(2).mentions("--each-line");
    folder.file("bad", b"a\xFFb\ncd\n");
    let bad = folder.run(&["slice", "--each-line", "-c", "2", "bad"]).exits(1);
    bad.prints(b"\xFF\nd\n").mentions("characters may be divided");
}
