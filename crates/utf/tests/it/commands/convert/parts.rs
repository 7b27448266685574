//! A large file is converted by several threads. The output and the messages are those of one
//! thread.

use crate::support::Folder;

/// Slightly more than the minimum size for several threads.
const SIZE: usize = 2_500_000;

/// Returns about `bytes` bytes of UTF-8. Characters of every length cross the borders of chunks.
fn text(bytes: usize) -> String {
    let piece = "plain text, na\u{EF}ve \u{20AC}\u{1F600}\n\u{6F22}\u{5B57}\u{304B}\u{306A} x\n";
    piece.repeat(bytes / piece.len() + 1)
}

fn utf16le(text: &str) -> Vec<u8> {
    let bytes = text.encode_utf16().flat_map(u16::to_le_bytes);
    [0xFF, 0xFE].into_iter().chain(bytes).collect()
}

fn utf32be(text: &str) -> Vec<u8> {
    text.chars().flat_map(|character| u32::from(character).to_be_bytes()).collect()
}

/// Asserts that several threads give the result of one thread. Returns the exit status and stderr.
#[track_caller]
fn same(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let run = |threads: &str| {
        let mut all = vec!["convert", "-j", threads];
        all.extend_from_slice(arguments);
        folder.run(&all)
    };
    let one = run("1");
    let more = run("3");
    assert!(one.stdout == more.stdout, "{arguments:?}");
    assert_eq!((one.status, &one.stderr), (more.status, &more.stderr), "{arguments:?}");
    (one.status, one.stderr)
}

#[test]
fn converts_every_form_of_well_formed_text() {
    let folder = Folder::new();
    let text = text(SIZE);
    folder.file("utf8", &text);
    folder.file("utf16", utf16le(&text));
    folder.file("utf32", utf32be(&text));
    assert_eq!(same(&folder, &["-t", "utf-16", "utf8"]), (Some(0), String::new()));
    assert_eq!(same(&folder, &["-t", "utf-32le", "utf8"]), (Some(0), String::new()));
    assert_eq!(same(&folder, &["-t", "cesu-8", "utf8"]).0, Some(0));
    same(&folder, &["-f", "utf-32be", "utf32"]);
    same(&folder, &["-f", "windows-1251", "-t", "utf-8", "utf8"]);
    let run = folder.run(&["convert", "-j2", "utf16"]).exits(0);
    assert!(run.stdout == text.as_bytes());
    let joined = folder.run(&["convert", "-j2", "-t", "utf-8", "utf16", "utf16"]).exits(0);
    assert!(joined.stdout == text.repeat(2).into_bytes());
}

/// Errors everywhere, even across the borders of chunks. Positions, kinds and counts are exact.
#[test]
fn reports_errors_like_one_thread() {
    let folder = Folder::new();
    let mut damaged = text(SIZE).into_bytes();
    let wrong: [&[u8]; 5] =
        [b"\xED\xA0\x80", b"\xFF", b"\xE2\x82", b"\xF8\x88\x80\x80\x80", b"\x80"];
    for (number, at) in (400_000..damaged.len() - 8).step_by(9973).enumerate() {
        let wrong = wrong[number % wrong.len()];
        damaged[at..at + wrong.len()].copy_from_slice(wrong);
    }
    // The first error crosses a border.
    for back in 0..4 {
        let at = 3 * 256 * 1024 - back;
        let mut cut = text(SIZE).into_bytes();
        // Overwriting bytes must not break other characters.
        cut[at - 8..at + 11].copy_from_slice(b"xxxxxxxx\xED\xA0\x80xxxxxxxx");
        let before = cut[..at - 8].utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
        cut[at - 8 - before..at - 8].fill(b'x');
        let behind = cut[at + 11..].iter().take_while(|&&byte| byte & 0xC0 == 0x80).count();
        cut[at + 11..at + 11 + behind].fill(b'x');
        folder.file("cut", &cut);
        let (status, told) = same(&folder, &["-f", "utf-8", "-t", "utf-16le", "cut"]);
        assert!(status == Some(1) && told.contains("U+D800"), "{told}");
        let (status, told) = same(&folder, &["--errors", "replace", "cut"]);
        assert!(status == Some(0) && told.contains("surrogate"), "{told}");
    }
    folder.file("damaged", &damaged);
    for policy in ["strict", "replace", "skip", "escape"] {
        let (_, told) = same(&folder, &["--errors", policy, "-t", "utf-16be", "damaged"]);
        assert!(!told.is_empty());
    }
    same(&folder, &["--replacement", "<?>", "damaged"]);
    same(&folder, &["-f", "utf-8", "-t", "windows-1252//TRANSLIT", "--errors", "skip", "damaged"]);
    same(&folder, &["--dry-run", "-f", "utf-8", "-t", "iso-8859-1", "damaged"]);
    same(&folder, &["-f", "utf-16le", "--errors", "replace", "damaged"]);
    same(&folder, &["-f", "utf-32le", "--errors", "skip", "damaged"]);
    same(&folder, &["-f", "us-ascii", "--errors", "replace", "damaged"]);
}

#[test]
fn in_place_and_to_a_file() {
    let folder = Folder::new();
    let text = text(SIZE);
    for threads in ["1", "4"] {
        folder.file("a", utf16le(&text));
        folder.run(&["convert", "-i", "-j", threads, "a"]).exits(0);
        assert!(folder.read("a") == text.as_bytes());
        folder.run(&["convert", "-j", threads, "-t", "utf-16le", "-o", "b", "a"]).exits(0);
        assert!(folder.read("b") == utf16le(&text)[2..]);
    }
}
