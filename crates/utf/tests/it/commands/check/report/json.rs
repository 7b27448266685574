//! The JSON objects. Their keys, and the order of the keys, are an interface.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt};

use crate::support::Folder;

#[test]
fn findings_and_summary() {
    let run = Folder::new().pipe(&["check", "--format", "json"], b"\xC3\xA9 \xC0\xAF\n\xF0\x9F\n");
    run.exits(1).says("").prints(concat!(
        r#"{"type":"finding","path":"-","encoding":"utf-8","offset":3,"length":2,"line":1,"column":3,"#,
        r#""kind":"overlong","message":"overlong form of U+002F","bytes":"c0 af","means":"U+002F","#,
        r#""subparts":2,"section":"RFC 3629 section 3; Corrigendum #1, D36","#,
        r#""hint":"a check for 2F does not find this `/`; its only valid form is 2F"}"#,
        "\n",
        r#"{"type":"finding","path":"-","encoding":"utf-8","offset":6,"length":2,"line":2,"column":1,"#,
        r#""kind":"truncated","message":"truncated sequence","bytes":"f0 9f","means":null,"#,
        r#""subparts":1,"section":"RFC 3629 section 4","hint":null}"#,
        "\n",
        r#"{"type":"summary","files":1,"bytes":9,"characters":4,"ill_formed":3,"findings":2,"#,
        r#""unreported":0,"binary":0,"failures":0}"#,
        "\n",
    ));
}

#[test]
fn positions_in_utf_16() {
    let units = [0xFEFF, 0x1F, 0xA, 0xD83D, 0xDE00, 0xD800, 0x61, 0xDC00];
    let input: Vec<u8> = units.into_iter().flat_map(u16::to_le_bytes).collect();
    let run = Folder::new().pipe(&["check", "--format", "json"], input).exits(1);
    let lines = run.lines_of_json();
    let place = |at: usize| ["offset", "line", "column"].map(|key| lines[at][key].as_u64());
    assert_eq!(place(0), [Some(10), Some(2), Some(2)]);
    assert_eq!(place(1), [Some(14), Some(2), Some(4)]);
    assert_eq!(lines[0]["encoding"], "utf-16");
    assert_eq!(lines[1]["means"], "U+DC00");
}

#[test]
fn escapes_names_that_are_not_utf8() {
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"\\x\xFF\x9B\xC2\x9B\xE2\x80\xAE");
    fs::write(folder.path("").join(name), b"\xFF").unwrap();
    let run = folder.run(&["check", "--format", "json", "."]).exits(1);
    let run = run.shows(r#""path":"./\\x5Cx\\xFF\\x9B\u009b\u202e","#);
    run.shows(r#""path_bytes":"2e2f5c78ff9bc29be280ae","#);
}

#[test]
fn reports_skipped_files() {
    let folder = Folder::new();
    folder.file("a", b"\0");
    let run = folder.run(&["check", "--format", "json", ".", "missing"]).exits(2);
    let run = run.says("utf: missing: No such file or directory\n");
    run.prints(concat!(
        r#"{"type":"skipped","path":"./a","reason":"binary"}"#,
        "\n",
        r#"{"type":"summary","files":0,"bytes":0,"characters":0,"ill_formed":0,"findings":0,"#,
        r#""unreported":0,"binary":1,"failures":1}"#,
        "\n",
    ));
}
