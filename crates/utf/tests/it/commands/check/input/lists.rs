//! Lists of file names, and files that are not lists.

use std::fs;

use utfkit::{
    Encoding::{self, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le},
    transcode::{Policy, convert_with},
};

use crate::support::Folder;

const WIDE: [Encoding; 4] = [Utf16Le, Utf16Be, Utf32Le, Utf32Be];

fn written(text: &str, encoding: Encoding) -> Vec<u8> {
    convert_with(text.as_bytes(), Utf8, encoding, Policy::Strict).unwrap().0
}

/// If names end with NUL, a list in UTF-16 seems to contain the name `.` or `/`.
#[test]
fn rejects_lists_in_utf_16() {
    let texts = [
        "a.txt\n",
        "a.md",
        "\u{6570}\u{636E}/x.txt\r\n",
        "\u{6570}\n.\u{6570}\n",
        "./\u{6570}\u{636E}/\u{5B63}\u{5EA6}\n./b\n",
    ];
    for (text, encoding) in texts.into_iter().flat_map(|text| WIDE.map(|one| (text, one))) {
        let list = written(text, encoding);
        for options in [&["-0", "--files-from"][..], &["--files0-from"]] {
            let folder = Folder::new();
            let never_named = folder.file("t", b"\xFF\xFEh\0i\0");
            fs::create_dir(folder.path("b")).unwrap();
            folder.file("b/x", b"\xFF\xFEh\0i\0");
            folder.file("list", &list);
            let convert = [&["convert", "-i"], options].concat();
            let run = folder.run(&[&convert[..], &["list"]].concat()).exits(2);
            let words = format!(
                "utf: list: names in {encoding}, without a BOM: use `utf convert -f {encoding}` to convert them to UTF-8\n"
            );
            assert!(run.stderr.contains(&words), "{text:?} {run:?}");
            let run = folder.pipe(&[&convert[..], &["-"]].concat(), &list).exits(2);
            assert!(run.stderr.contains(&words.replace("list", "<stdin>")), "{text:?} {run:?}");
            assert_eq!(fs::read(never_named).unwrap(), b"\xFF\xFEh\0i\0", "{text:?} {encoding}");
            assert_eq!(folder.read("b/x"), b"\xFF\xFEh\0i\0", "{text:?} {encoding}");
        }
        // Without `-0` the message does not suggest it.
        let folder = Folder::new();
        folder.file("list", &list);
        let run = folder.run(&["convert", "-i", "--files-from", "list"]).exits(2);
        assert!(!run.stderr.contains("-0"), "{text:?} {run:?}");
        assert!(run.stderr.contains(&format!("names in {encoding}")), "{text:?} {run:?}");
    }
}

/// A list that arrives slowly: no file is changed before the encoding is known.
#[test]
fn rejects_a_slow_list_in_utf_16() {
    let folder = Folder::new();
    fs::create_dir(folder.path("b")).unwrap();
    folder.file("b/x", b"\xFF\xFEh\0i\0");
    for (encoding, each) in [(Utf16Le, "$o\\0"), (Utf16Be, "\\0$o")] {
        let list = format!(
            "for o in b . t x t '\\n'; do printf \"{each}\"; sleep 0.01; done | utf convert -i -0 --files-from -"
        );
        let run = folder.shell(&list).exits(2);
        run.mentions(&format!("utf: <stdin>: names in {encoding}, without a BOM"));
        assert_eq!(folder.read("b/x"), b"\xFF\xFEh\0i\0");
    }
}

/// The output of `find -print0` is used unchanged.
#[test]
fn accepts_names_that_end_with_nul() {
    let lists: [&[&str]; 10] = [
        &[".", "./ab\n", "./c"],
        &["a"],
        &["."],
        &["a", "b", "a"],
        &["./a", "./a\n", "./ab\n"],
        &["ab\n"],
        &["a", "b\n", "abcd"],
        &[".", "./\u{6570}\u{636E}/\u{5B63}\u{5EA6}.txt", "./\u{444}\u{430}\u{439}\u{43B}"],
        &["/nowhere", "a", "/nowhere/b\n"],
        &["\u{6570}\u{636E}\n", "\u{5B63}\u{5EA6}\n"],
    ];
    for names in lists {
        let folder = Folder::new();
        folder.file("a", "");
        let list: String = names.iter().map(|name| format!("{name}\0")).collect();
        folder.file("list", &list);
        let run = folder.run(&["check", "-q", "--files0-from", "list"]);
        assert!(!run.stderr.contains("names in"), "{names:?} {run:?}");
        let run = folder.pipe(&["check", "-q", "-0", "--files-from", "-"], &list);
        assert!(!run.stderr.contains("names in"), "{names:?} {run:?}");
    }
    // Charsets with two bytes per character too.
    let folder = Folder::new();
    for bytes in [&b"./\xCA\xFD\xBE\xDD/\xBC\xBE\xB6\xC8.txt\0"[..], b"\xCA\xFD\0", b"\x83\x5C\0"] {
        folder.file("list", bytes.repeat(300));
        let run = folder.run(&["check", "-q", "--files0-from", "list"]).exits(2);
        assert!(!run.stderr.contains("names in"), "{run:?}");
    }
}

/// A list in UTF-16 or UTF-32 may end its names with NUL: the output of `find -print0`, converted.
#[test]
fn rejects_lists_in_utf_16_that_end_with_nul() {
    let texts = [
        "src/a.txt\0b.txt\0",
        "\u{6587}/a\0\u{65E5}\u{672C}/\u{8A9E}\0x\0",
        "\u{6587}\0\u{65E5}\u{672C}\0",
        "./a\0./\u{6587}\0",
    ];
    for (text, encoding) in texts.into_iter().flat_map(|text| WIDE.map(|one| (text, one))) {
        rejected_without_use(&written(text, encoding), &format!("{text:?} {encoding}"));
    }
}

/// No walk lists `/`, so the name is rejected anywhere in a list.
#[test]
fn rejects_the_root_in_a_list() {
    for list in ["/\0", "/", "t\0/\0", "t\0/", "./t\0/\0./b\0"] {
        let run = rejected_without_use(list.as_bytes(), list);
        assert!(run.contains("`/`") && run.contains("`/.`"), "{list:?} {run}");
    }
    // Far from the start, and at the end of a block.
    for len in [65535, 65536, 131_070] {
        let folder = Folder::new();
        let list = ["x\0".repeat(len / 2).as_bytes(), &b"yy\0"[..len % 2 * 3], b"/\0"].concat();
        let run = folder.pipe(&["check", "-q", "--files0-from", "-"], list).exits(2);
        assert!(run.stderr.contains("`/`"), "{len} {run:?}");
    }
}

/// Checks that no name in `list` is used, and returns the message. It uses a command that changes
/// no file, because the list may contain `/`.
#[track_caller]
fn rejected_without_use(list: &[u8], which: &str) -> String {
    let folder = Folder::new();
    folder.file("t", b"\xFF");
    folder.file("list", list);
    let run = folder.run(&["check", "-l", "--files0-from", "list"]).exits(2);
    assert!(run.stderr.starts_with("utf: list: "), "{which} {run:?}");
    assert!(run.stderr.contains("to convert them to UTF-8"), "{which} {run:?}");
    assert!(run.stdout.is_empty(), "{which} {run:?}");
    run.stderr
}

/// Pseudorandom numbers, the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

fn rounds(few: usize) -> usize {
    std::env::var("UTF_LISTS").map_or(few, |many| many.parse().unwrap())
}

/// No list in UTF-16 or UTF-32 selects `/` or `.`.
#[test]
fn rejects_random_lists_in_utf_16() {
    let mut chance = Chance(7);
    for round in 0..rounds(40) {
        let (kind, end) = (chance.below(3), chance.one(&["\0", "\n", "\r\n"]));
        let mut text = String::new();
        for _ in 0..=chance.below(6) {
            text.push_str(chance.one(&["", "./", "../", ".", "/", "\u{4E00}/"]));
            for at in 0..=chance.below(8) {
                let is_ascii = kind == 0 || kind == 2 && chance.below(2) == 0;
                text.push(match is_ascii {
                    true => chance.one(&['a', 'b', '.', '/', '0', 'z'][at.min(1) * 2..]),
                    false if chance.below(8) == 0 => '\u{4E00}',
                    false => char::from_u32(0x4E00 + chance.below(0x5200) as u32).unwrap(),
                });
            }
            text.push_str(end);
        }
        let list = written(&text, WIDE[round % 4]);
        let folder = Folder::new();
        folder.file("marker", b"\xFF");
        let run = folder.pipe(&["check", "-l", "--files0-from", "-"], &list);
        assert!(run.stdout.is_empty(), "{text:?} {:?} {run:?}", WIDE[round % 4]);
        assert_eq!(run.status, Some(2), "{text:?} {run:?}");
    }
}

/// Names in other charsets are used unchanged, even if they have one byte.
#[test]
fn accepts_names_in_other_charsets() {
    let mut chance = Chance(11);
    let mut lists = vec![
        (0..4).flat_map(|at| [&b"./\xE9"[..], format!("{at:02}\0").as_bytes()].concat()).collect(),
        (0..9).flat_map(|at| [&b"./\xE9"[..], format!("{at:04}\0").as_bytes()].concat()).collect(),
        (0..9).flat_map(|at| [&b"B\xC4R"[..], format!("{at:04}\0").as_bytes()].concat()).collect(),
        b"0\x001\x002\x003\x004\x005\x006\x007\x008\0\xE9\0".to_vec(),
    ];
    for _ in 0..rounds(40) {
        let (here, same) = (chance.below(2) == 0, chance.below(9));
        let mut list = Vec::new();
        for _ in 0..=chance.below(200) {
            list.extend_from_slice(if here { b"./" } else { b"" });
            let len = if same < 5 { same } else { chance.below(9) };
            list.extend((0..=len).map(|_| match chance.below(3) {
                0 => chance.one(b"abzAZ019-_ "),
                _ => 0x80 + chance.below(0x80) as u8,
            }));
            list.push(0);
        }
        lists.push(list);
    }
    for list in lists {
        let folder = Folder::new();
        let run = folder.pipe(&["check", "-q", "-0", "--files-from", "-"], &list);
        for words in ["names in", "a name", "an empty"] {
            assert!(!run.stderr.contains(words), "{:?} {run:?}", list.escape_ascii().to_string());
        }
    }
}
