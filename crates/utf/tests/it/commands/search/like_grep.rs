//! Random texts give the results of GNU grep.

use std::{fmt::Write as _, process::Command};

use crate::support::Folder;

/// Pseudorandom numbers (Numerical Recipes).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn text(&mut self, lines: usize, words: &[&str]) -> String {
        let mut text = String::new();
        for _ in 0..self.below(lines) {
            for _ in 0..self.below(4) {
                text.push_str(self.pick(words));
            }
            text.push('\n');
        }
        text.push_str(self.pick(&["", "", "x", "end"]));
        text
    }

    fn options(&mut self) -> Vec<String> {
        let mut options = Vec::new();
        for flag in ["-n", "-b", "-v", "-i", "-H"] {
            if self.below(3) == 0 {
                options.push(flag.to_owned());
            }
        }
        for flag in ["-w", "-x", "-c", "-o", "-l", "-L", "-q"] {
            if self.below(9) == 0 {
                options.push(flag.to_owned());
                break;
            }
        }
        // With `-o`, grep prints context only with `-v`.
        let matches = options.iter().any(|option| option == "-o");
        options.retain(|option| !matches || option != "-v");
        for flag in ["-A", "-B", "-C", "-m"] {
            if self.below(3) == 0 && !(matches && flag != "-m") {
                let least = usize::from(flag == "-m");
                options.push(format!("{flag}{}", self.below(4).max(least)));
            }
        }
        options
    }
}

/// Returns `true` if GNU grep is installed.
fn has_grep() -> bool {
    let version = Command::new("grep").arg("--version").output();
    version.is_ok_and(|version| version.stdout.windows(8).any(|words| words == b"GNU grep"))
}

/// Asserts that `utf search` has the output and the exit status of grep.
#[track_caller]
fn same(folder: &Folder, options: &[String], pattern: &str, files: &[&str]) {
    let options: Vec<_> = options.iter().map(String::as_str).collect();
    let run = folder.run(&[&["search"], &options[..], &["-e", pattern, "--"], files].concat());
    let mut grep = Command::new("grep");
    grep.args(["-a", "-E"]).args(&options).args(["-e", pattern, "--"]).args(files);
    let grep = grep.env("LC_ALL", "C.UTF-8").current_dir(folder.path(".")).output().unwrap();
    let (ours, theirs) = (run.text(), String::from_utf8(grep.stdout).unwrap());
    assert_eq!(ours, theirs, "{options:?} {pattern:?}");
    assert_eq!(run.status, grep.status.code(), "{options:?} {pattern:?}");
}

const WORDS: [&str; 9] = ["x", "y", "\u{E9}", "ab", " ", "X", "\u{448}x", "-", "yxx"];
const PATTERNS: [&str; 9] = ["x", "\u{E9}", "xx", "x y", "^$", "x$", "a.", "[xy]+-", "\u{428}x|b"];

#[test]
fn random_texts() {
    if !has_grep() {
        return;
    }
    let (folder, mut random) = (Folder::new(), Random(1));
    for _ in 0..300 {
        folder.file("a", random.text(14, &WORDS));
        folder.file("b", random.text(6, &WORDS));
        let files = if random.below(3) == 0 { &["a", "b"][..] } else { &["a"] };
        same(&folder, &random.options(), random.pick(&PATTERNS), files);
    }
}

/// Texts of several blocks and chunks. The borders between them do not matter.
#[test]
fn large_texts() {
    if !has_grep() {
        return;
    }
    let (folder, mut random) = (Folder::new(), Random(2));
    let mut text = String::new();
    for number in 0..70_000 {
        let word = if random.below(900) == 0 { "needle" } else { "straw" };
        writeln!(
            text,
            "{number} {word} \u{43F}\u{440}\u{435}\u{434}\u{43B}\u{43E}\u{433} {}",
            "-".repeat(number % 31)
        )
        .unwrap();
    }
    assert!(text.len() > 5 << 19);
    folder.file("a", &text);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.file("wide", [&b"\xFF\xFE"[..], &wide].concat());
    for options in ["-nb", "-c", "-n -C2", "-n -B1000 -m20", "-vc", "-nom9", "-niw"] {
        let options: Vec<_> = options.split(' ').map(str::to_owned).collect();
        for pattern in ["needle", "n[e]edle"] {
            same(&folder, &options, pattern, &["a"]);
            if options.iter().any(|option| option.contains('b')) {
                continue;
            }
            let words: Vec<_> = options.iter().map(String::as_str).collect();
            let narrow = folder.run(&[&["search"], &words[..], &["-e", pattern, "a"]].concat());
            let wide = [&["search", "-f", "utf-16"], &words[..], &["-e", pattern, "wide"]].concat();
            folder.run(&wide).prints(&narrow.stdout);
            folder.run(&[&wide[..], &["-j1"]].concat()).prints(&narrow.stdout);
        }
    }
}
