//! Lines: their ends, their length, and their borders for regular expressions.

use std::time::Instant;

use crate::support::Folder;

/// No expression matches beyond a line.
#[test]
fn no_match_crosses_a_line_end() {
    let folder = Folder::new();
    folder.file("text", "a\nb\r\n\nab \r\nb");
    let find = |regex| folder.run(&["search", "-n", "-e", regex, "text"]);
    find("a[^x]*b").exits(0).prints("4:ab \r\n");
    find(r"a\s*b").exits(0).prints("4:ab \r\n");
    find("b$").exits(0).prints("2:b\r\n5:b\n");
    find("^$").exits(0).prints("3:\n");
    find(r"\Ab\z").exits(0).prints("5:b\n");
    find(r"\Ab").exits(0).prints("2:b\r\n5:b\n");
    find("").exits(0).prints("1:a\n2:b\r\n3:\n4:ab \r\n5:b\n");
    find(r"a\nb").exits(2);
    folder.run(&["search", "a\nb", "text"]).exits(2).mentions("line feed");
    folder.run(&["search", "-e", "a", "-e", "^$", "-c", "text"]).exits(0).prints("3\n");
    folder.run(&["search", "-x", "b", "-n", "text"]).exits(0).prints("2:b\r\n5:b\n");
    folder.run(&["search", "-w", "a", "-n", "text"]).exits(0).prints("1:a\n");
    folder.run(&["search", "-e", "(", "text"]).exits(2).mentions("unclosed group");
}

/// A line feed in UTF-16 is a code unit, not a byte.
#[test]
fn splits_lines_by_code_units() {
    let folder = Folder::new();
    let text = "\u{A0A}\u{4E0A}a\n\u{A00}b\na";
    folder.file("le", text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    folder.file("be", text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>());
    for (name, label) in [("le", "utf-16le"), ("be", "utf-16be")] {
        let run = folder.run(&["search", "-f", label, "-n", "-b", "a", name]);
        run.exits(0).prints("1:0:\u{A0A}\u{4E0A}a\n3:14:a\n");
    }
}

/// Parts of a large file without a match do not end the search.
#[test]
fn finds_lines_far_from_each_other() {
    let folder = Folder::new();
    let far = "some text here\n".repeat(200_000);
    folder.file("large", format!("needle 1\n{far}needle 2\n{far}needle 3\n"));
    for threads in ["-j1", "-j4"] {
        let find = |option| folder.run(&["search", threads, option, "needle", "large"]).exits(0);
        find("-n").prints("1:needle 1\n200002:needle 2\n400003:needle 3\n");
        find("-o").prints("needle\n".repeat(3));
        find("-c").prints("3\n");
        find("-m2").prints("needle 1\nneedle 2\n");
        find("-l").prints("large\n");
        assert_eq!(find("--format=json").lines_of_json().len(), 4);
    }
}

/// Memory does not grow with the length of a line. A message says if matches may be missed.
#[test]
fn searches_a_very_long_line() {
    let folder = Folder::new();
    let mut line = "x".repeat(1 << 20);
    line.push_str("needle");
    let line = line.repeat(8);
    folder.file("line", &line);
    folder.run(&["search", "-c", "needle", "line"]).exits(0).prints("1\n").says("");
    let run = folder.run(&["search", "-o", "-b", "needle", "line"]).exits(0).says("");
    let offsets: Vec<_> =
        line.match_indices("needle").map(|(at, _)| format!("{at}:needle\n")).collect();
    let run = run.prints(offsets.concat());
    assert_eq!(run.status, Some(0));
    let run = folder.run(&["search", "-o", "-b", "-e", "ne+dle", "line"]).exits(0);
    run.prints(offsets.concat()).mentions("searched in pieces");
}

/// Lines that differ from the pattern only at their end, or in alignment.
#[test]
fn hostile_text_takes_linear_time() {
    let folder = Folder::new();
    let begun = Instant::now();
    let needle = "a".repeat(2000) + "b";
    folder.file("a", "a".repeat(1 << 20));
    folder.run(&["search", &needle, "a"]).exits(1);
    folder.run(&["search", "-i", &needle, "a"]).exits(1);
    // A match at every odd byte, but not at a code unit.
    folder.file("odd", [b"\0".as_slice(), &b"\x41\x42".repeat(1 << 19), b"\0"].concat());
    folder.run(&["search", "-f", "utf-16be", &"\u{4142}".repeat(1000), "odd"]).exits(1);
    // Bytes 0A that do not end a line, ill-formed bytes only, and endless marks.
    folder.file("feeds", b"\x0A\x4E".repeat(1 << 19));
    folder.run(&["search", "-f", "utf-16le", "b", "feeds"]).exits(1);
    folder.file("bad", b"\xFF".repeat(1 << 20));
    folder.run(&["search", "-f", "gb18030", "b", "bad"]).exits(1);
    folder.file("marks", format!("e{}", "\u{301}".repeat(1 << 18)));
    folder.run(&["search", "--normalize", "e\u{301}", "marks"]).exits(1);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
