//! `--any-form` finds a text in every encoding, in any bytes.

use crate::support::Folder;

fn wide(text: &str, convert: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(convert).collect()
}

fn wider(text: &str, convert: fn(u32) -> [u8; 4]) -> Vec<u8> {
    text.chars().map(u32::from).flat_map(convert).collect()
}

#[test]
fn every_form_is_found_once() {
    let folder = Folder::new();
    let text = "ab\u{1F600}";
    let cesu = b"ab\xED\xA0\xBD\xED\xB8\x80";
    let forms = [
        ("utf-8", text.as_bytes().to_vec()),
        ("cesu-8", cesu.to_vec()),
        ("utf-16le", wide(text, u16::to_le_bytes)),
        ("utf-16be", wide(text, u16::to_be_bytes)),
        ("utf-32le", wider(text, u32::to_le_bytes)),
        ("utf-32be", wider(text, u32::to_be_bytes)),
    ];
    let (mut bytes, mut expected) = (vec![1; 4], String::new());
    for (name, form) in &forms {
        expected += &format!("{}:{name}:{text}\n", bytes.len());
        bytes.extend_from_slice(form);
        bytes.resize(bytes.len().next_multiple_of(4) + 4, 1);
    }
    folder.file("binary", &bytes);
    folder.run(&["search", "--any-form", text, "binary"]).exits(0).prints(&expected);
    folder.run(&["search", "--any-form", "-c", text, "."]).exits(0).shows(":6\n");
    folder.run(&["search", "--any-form", "nothing", "."]).exits(1).prints("");
    let line = &folder
        .run(&["search", "--any-form", "--format", "json", text, "binary"])
        .lines_of_json()[2];
    let [offset, length] = ["offset", "length"].map(|key| line[key].as_u64().unwrap() as usize);
    assert_eq!(
        (&bytes[offset..offset + length], line["encoding"].as_str()),
        (&forms[2].1[..], Some("utf-16le"))
    );
}

/// ASCII text in UTF-16 contains the same text in the other byte order, shifted by one byte.
#[test]
fn distinguishes_byte_orders() {
    let folder = Folder::new();
    folder.file("le", wide("xabx", u16::to_le_bytes));
    folder.file("be", wide("xabx", u16::to_be_bytes));
    folder.file("wider", wider("xax", u32::to_be_bytes));
    folder.run(&["search", "--any-form", "ab", "le"]).exits(0).prints("2:utf-16le:ab\n");
    folder.run(&["search", "--any-form", "ab", "be"]).exits(0).prints("2:utf-16be:ab\n");
    folder.run(&["search", "--any-form", "a", "wider"]).exits(0).prints("4:utf-32be:a\n");
}

/// A match at each position around the end of a block is found once.
#[test]
fn blocks_cut_nothing() {
    let folder = Folder::new();
    let form = wide("needle", u16::to_le_bytes);
    for before in (256 << 10) - 14..(256 << 10) + 2 {
        let bytes = [vec![0xEE; before], form.clone(), vec![0xEE; 9]].concat();
        folder.file("binary", bytes);
        let run = folder.run(&["search", "--any-form", "needle", "binary"]);
        run.exits(0).prints(format!("{before}:utf-16le:needle\n"));
    }
}

#[test]
fn rejects_options_about_encodings() {
    let folder = Folder::new();
    for option in ["-i", "-w", "-x", "--normalize", "--fallback=latin1", "-futf-8"] {
        folder.run(&["search", "--any-form", option, "x"]).exits(2);
    }
}
