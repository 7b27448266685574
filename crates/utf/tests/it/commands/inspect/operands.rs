//! The operands, and the parts of a text that can be selected.

use crate::support::{Folder, hostile};

/// Returns the offsets and bytes in the JSON output.
fn bytes(folder: &Folder, arguments: &[&str]) -> Vec<(u64, String)> {
    let run = folder.run(&[&["inspect", "--format", "json"], arguments].concat());
    let lines = run.lines_of_json();
    let cells = lines.iter().filter(|line| line["offset"].is_u64());
    cells
        .map(|line| (line["offset"].as_u64().unwrap(), line["bytes"].as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn inspects_a_part_of_a_file() {
    let folder = Folder::new();
    folder.file("text", "a\u{20AC}bcd");
    let part = |arguments: &[&str]| bytes(&folder, &[arguments, &["text"]].concat());
    assert_eq!(part(&["-s", "4", "-n", "1"]), [(4, "62".into())]);
    // A character is shown whole, even if only one of its bytes is selected.
    assert_eq!(part(&["-s", "2", "-n", "1"]), [(1, "e2 82 ac".into())]);
    assert_eq!(part(&["-s", "-1"]), [(6, "64".into())]);
    assert_eq!(part(&["-s", "0x5"]), [(5, "63".into()), (6, "64".into())]);
    assert_eq!(part(&["-n", "0"]), []);
    assert_eq!(part(&["-s", "1G"]), []);
    folder.run(&["inspect", "-s", "some", "text"]).exits(2);
    folder.run(&["inspect", "-s", "-1"]).exits(2).mentions("--skip needs a regular file");
    folder.pipe(&["inspect", "-s", "-1"], "ab").exits(2).mentions("--skip needs a regular file");
}

#[test]
fn inspects_the_middle_of_a_long_file() {
    let folder = Folder::new();
    let text = "na\u{EF}ve \u{20AC}\u{1F600} ".repeat(40_000);
    let path = folder.file("text", &text);
    let at = text.len() / 2 + text[text.len() / 2..].find('\u{1F600}').unwrap();
    let shown = bytes(&folder, &["-n", "1", "-s", &at.to_string(), "text"]);
    assert_eq!(shown, [(at as u64, "f0 9f 98 80".into())]);
    // Offsets work in a pipe too.
    let line = format!("cat text | utf inspect -n 1 -s {at} --format json");
    folder.shell(&line.replace("text", path.to_str().unwrap())).exits(0).shows("GRINNING FACE");
    let place = format!("text@{at}");
    folder.run(&["inspect", &place]).exits(0).shows("> ").shows("U+1F600  ");
    folder.run(&["inspect", "text@99999999"]).exits(2).mentions("ends before this offset");
    folder.run(&["inspect", "none@9"]).exits(2).mentions("none: No such file");
}

/// Messages of `check` name places in this way.
#[test]
fn inspects_a_line_and_column() {
    let folder = Folder::new();
    folder.file("text", b"ab\n\xE2\x82\xACd\xFFz\n".as_slice());
    folder.run(&["inspect", "text:2"]).exits(1).shows("> ").shows("EURO SIGN");
    folder.run(&["inspect", "text:2:2"]).exits(1).shows("U+0064  d  LATIN");
    folder.run(&["inspect", "text:2:4"]).exits(1).shows("U+007A  z  LATIN");
    folder.run(&["inspect", "text:2:6"]).exits(2).mentions("text: has no column 6 in line 2");
    folder.run(&["inspect", "text:9:1"]).exits(2).mentions("text: has no column 1 in line 9");
    folder.run(&["inspect", "none:2:2"]).exits(2).mentions("none:2:2: No such file");
    folder.run(&["inspect", "-s", "1", "text:2"]).exits(2).mentions("a place of a file");
    folder.file("wide", b"\xFF\xFEa\0\n\0b\0c\0".as_slice());
    folder.run(&["inspect", "wide:2:2"]).exits(0).shows("U+0063  c  LATIN");
    folder.file("text:2", "x");
    folder.run(&["inspect", "text:2"]).exits(0).shows("LATIN SMALL LETTER X");
}

#[test]
fn names_and_notations() {
    let folder = Folder::new();
    for arguments in [&["U+20AC"], &["0x20AC"], &["\\u{20ac}"]] {
        folder.run(&[&["inspect"], &arguments[..]].concat()).exits(0).shows("EURO SIGN");
    }
    folder.run(&["inspect", "--name", "euro sign"]).exits(0).shows("E2 82 AC");
    folder.run(&["inspect", "--text", "a\u{20AC}"]).exits(0).shows("SMALL LETTER A").shows("EURO");
    folder.run(&["inspect", "--name", "no such"]).exits(2).mentions("no character is named");
    folder.run(&["inspect", "U+99999999"]).exits(2).mentions("not a code point");
    folder.run(&["inspect", "--hex", "f"]).exits(2).mentions("an odd number");
    folder.run(&["inspect", "--hex", "f0 9"]).exits(2).mentions("`9` has an odd number");
    folder.run(&["inspect", "--hex", "fff"]).exits(2).mentions("pairs of hexadecimal digits");
    folder.file("U+20AC", "x");
    folder.run(&["inspect", "./U+20AC"]).exits(0).shows("LATIN SMALL LETTER X");
}

/// If there is nothing to show, the run fails.
#[test]
fn fails_after_the_end() {
    let folder = Folder::new();
    folder.file("a", "abc");
    for offset in ["3", "100", "1M"] {
        folder.run(&["inspect", "-s", offset, "a"]).exits(2).mentions("ends before this offset");
    }
    folder.run(&["inspect", "-s", "2", "a"]).exits(0).shows("SMALL LETTER C");
    folder.run(&["inspect", "-s", "-9", "a"]).exits(0).shows("SMALL LETTER A");
    folder.run(&["inspect", "a@-1"]).exits(2).mentions("--skip=-1");
    folder.file("empty", "");
    folder.run(&["inspect", "empty"]).exits(0);
}

#[test]
fn reads_the_named_encoding() {
    let folder = Folder::new();
    let hex = |from: &str, hex: &str| folder.run(&["inspect", "-f", from, "--hex", hex]);
    hex("shift_jis", "82 a0").exits(0).shows("HIRAGANA LETTER A");
    hex("utf-16le", "3d d8 00 de").exits(0).shows("low surrogate").shows("GRINNING FACE");
    hex("utf-16le", "00 de").exits(1).shows("error[lone-low-surrogate]");
    hex("utf-7", "2b 49 4b 77 2d").exits(0).shows("shift in").shows("EURO SIGN");
    hex("cesu-8", "ed a0 bd ed b8 80").exits(0).shows("GRINNING FACE");
    hex("utf-8", "f8 88 80 80 80").exits(1).shows("lead of 5");
    hex("nonsense", "41").exits(2);
}

#[test]
fn input_reaches_the_terminal_only_escaped() {
    let folder = Folder::new();
    let name = format!("{}[2J", hostile());
    folder.file(&name, "\u{1B}[2J\u{202E}\u{9B}\u{7F}\u{E0041}\u{301}\n");
    let run = folder.run(&["inspect", &name, &name]).exits(0);
    let raw = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{202E}' | '\u{E0041}'));
    assert!(!run.text().contains(raw), "{}", run.text());
}

/// The lines of a long file without a line end are shown while the file is read.
#[test]
fn memory_is_bounded() {
    let folder = Folder::new();
    folder.file("long", vec![0x80; 3 << 20]);
    let run = folder.shell(&format!(
        "cd {} && utf inspect -s 3M long | wc -l; utf inspect long | head -1 | wc -l",
        folder.path("").display()
    ));
    assert_eq!(run.text().split_whitespace().collect::<Vec<_>>(), ["0", "1"]);
}

#[test]
fn suggests_code_points_for_missing_files() {
    let folder = Folder::new();
    folder.run(&["inspect", "1F600"]).exits(2).mentions("a code point is `U+1F600`");
    folder.run(&["inspect", "\u{E9}"]).exits(2).mentions("`--text` inspects characters");
    folder
        .run(&["inspect", "missing.txt"])
        .exits(2)
        .says("utf: missing.txt: No such file or directory\n");
}
