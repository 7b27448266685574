//! Input, names and arguments never reach the terminal unescaped.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt};

use crate::support::{Folder, hostile, is_windows};

const NAME: &[u8] = b"a\x1B[2J\n\xE2\x80\xAE\xFFz";
const SHOWN: &str = "a<U+001B>[2J<U+000A><U+202E><FF>z";

/// Returns the name, and what a terminal gets. Windows allows less.
fn name() -> (&'static [u8], &'static str) {
    if is_windows() {
        ("a\u{2066}\u{202E}z".as_bytes(), "a<U+2066><U+202E>z")
    } else {
        (NAME, SHOWN)
    }
}

/// Creates a directory with an ill-formed file of that name.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::write(folder.path("").join(OsStr::from_bytes(name().0)), b"\xFF").unwrap();
    folder
}

#[test]
fn names_of_files() {
    let (folder, shown) = (folder(), name().1);
    folder.run(&["check", "."]).exits(1).shows(&format!(" --> ./{shown}:1:1\n"));
    folder.run(&["check", "-l", "."]).exits(1).prints(format!("./{shown}\n"));
    folder.run(&["check", "-c", "."]).exits(1).prints(format!("./{shown}:1\n"));
    folder
        .run(&["check", &format!("mis{}[2Jsing", hostile())])
        .exits(2)
        .says(&format!("utf: mis<U+{:04X}>[2Jsing: No such file or directory\n", hostile() as u32));
}

#[test]
fn exact_names_on_request() {
    let expected = [b"./", name().0, b"\0"].concat();
    folder().run(&["check", "-l0", "."]).exits(1).prints(&expected);
    folder()
        .run(&["check", "-c", "--null", "."])
        .exits(1)
        .prints([&expected, &b"1\n"[..]].concat());
}

#[test]
fn the_context() {
    let line = "\u{1B}]0;t\u{7}\u{9B}2J\u{202E}\u{200B}\u{E0110}\u{2028}\u{7F}\0";
    let input = [b"before\n", line.as_bytes(), b"\xFF\r", b"\tend\r\nbehind"].concat();
    let run = Folder::new().pipe(&["check"], input).exits(1);
    let before = "<U+001B>]0;t<U+0007><U+009B>2J<U+202E><U+200B><U+E0110><U+2028><U+007F><U+0000>";
    // Text more than sixty columns away and the end of the line are not shown.
    let before = &before[before.len() - 60..];
    run.shows(&format!("\n2 | {before}<FF><U+000D>    end\n"));
}

#[test]
fn arguments() {
    let folder = Folder::new();
    for colours in ["never", "always"] {
        for argument in ["--\x1B[31mfoo", "--format=\x1B]0;t\x07", "-f\u{202E}\u{9B}31m"] {
            let line = ["--color", colours, "check", argument];
            let run = folder.command(&line).env("CLICOLOR_FORCE", "1").output().unwrap();
            assert_eq!(run.status.code(), Some(2));
            assert!(run.stdout.is_empty());
            let text = String::from_utf8(run.stderr).unwrap();
            let raw = ["\x1B[31mfoo", "\x1B]", "\x07", "\u{202E}", "\u{9B}"];
            let hidden = argument.chars().filter(|c| !c.is_ascii_graphic()).count();
            let escaped = text.matches("<U+").count() + text.matches("\\u{").count();
            assert!(escaped >= hidden, "{text:?}");
            assert!(!raw.iter().any(|attack| text.contains(attack)), "{text:?}");
        }
    }
}

#[test]
fn only_own_colors_reach_the_terminal() {
    let folder = folder();
    let run = folder.run(&["check", "--color", "always", "."]).exits(1);
    let mut rest = run.text();
    while let Some(at) = rest.find('\x1B') {
        rest = rest[at + 1..].strip_prefix('[').unwrap();
        let style = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        rest = style.strip_prefix('m').unwrap();
    }
    assert!(run.text().contains('\x1B'));
    let plain = folder.run(&["check", "--color", "never", "."]).exits(1);
    assert!(!plain.text().contains('\x1B'));
    assert_eq!(folder.run(&["check", "."]).stdout, plain.stdout);
}
