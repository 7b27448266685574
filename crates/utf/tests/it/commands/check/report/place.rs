//! Lines, columns and offsets around the ends of blocks.

use crate::support::Folder;

/// The size of a block that the command reads.
const BLOCK: usize = 262_144;

/// Returns the offset, the line and the column of the first error in `input`.
fn place(input: &[u8]) -> [u64; 3] {
    let folder = Folder::new();
    folder.file("a", input);
    let run = folder.run(&["check", "--format", "json", "--max-findings", "1", "a"]).exits(1);
    let lines = run.lines_of_json();
    ["offset", "line", "column"].map(|key| lines[0][key].as_u64().unwrap())
}

/// Returns `len` bytes of text. Each line has 64 bytes and 62 characters.
fn lines(len: usize) -> String {
    let line = format!("\u{20AC}{}\n", "x".repeat(60));
    let mut text = line.repeat(len / line.len());
    text.push_str(&"y".repeat(len % line.len()));
    text
}

#[test]
fn around_the_end_of_a_block() {
    for mistake in [&b"\xFF"[..], b"\xE2\x82", b"\xF8\x88\x80\x80\x80", b"\xED\xA0\x80\xED\xB0\x80"]
    {
        for before in BLOCK - 7..=BLOCK + 1 {
            let text = lines(before);
            let input = [text.as_bytes(), mistake, b" and more"].concat();
            let line = before as u64 / 64 + 1;
            let characters = text.lines().last().unwrap().chars().count() as u64;
            let column = if before % 64 == 0 { 1 } else { characters + 1 };
            assert_eq!(place(&input), [before as u64, line, column]);
        }
    }
}

#[test]
fn around_the_end_of_a_block_of_utf_16() {
    for units in BLOCK / 2 - 4..BLOCK / 2 + 2 {
        let text = lines(units - 1);
        let text: Vec<u16> = text.encode_utf16().collect();
        let bytes = text.iter().flat_map(|unit| unit.to_be_bytes());
        let mut input: Vec<u8> = [0xFE, 0xFF].into_iter().chain(bytes).collect();
        let offset = input.len() as u64;
        input.extend(b"\xD8\x00\x00a");
        let line = 1 + text.iter().filter(|&&unit| unit == 0xA).count() as u64;
        let column = text.iter().rev().take_while(|&&unit| unit != 0xA).count() as u64 + 1;
        assert_eq!(place(&input), [offset, line, column]);
    }
}

#[test]
fn columns_count_characters() {
    let prefix = |text: &str| place(&[text.as_bytes(), b"\xFF"].concat())[1..].to_vec();
    assert_eq!(prefix("\u{FEFF}"), [1, 1]);
    assert_eq!(prefix("\u{FEFF}a"), [1, 2]);
    assert_eq!(prefix("a\u{FEFF}"), [1, 3]);
    assert_eq!(prefix("e\u{301}\u{1F468}\u{200D}\u{1F469}"), [1, 6]);
    assert_eq!(prefix("a\r\n\tb"), [2, 3]);
    assert_eq!(prefix("a\rb"), [1, 4]);
    assert_eq!(prefix("\u{2028}a\u{85}"), [1, 4]);
    assert_eq!(place(b"\xFF\xFF\xFF")[2], 1);
}

#[test]
fn at_the_very_end() {
    assert_eq!(place(b"a\n\xF0\x9F\x98"), [2, 2, 1]);
    assert_eq!(place(b"\xEF\xBB"), [0, 1, 1]);
    assert_eq!(place(b"\xFF\xFEa\0\x3D"), [4, 1, 2]);
}
