//! The labels that the standards require for a file.

use crate::support::{Folder, Run, peak_memory};
use std::io::Write as _;

/// Returns the run that suggests labels for `bytes`.
fn suggest(options: &[&str], bytes: &[u8]) -> Run {
    let folder = Folder::new();
    folder.file("text", bytes);
    folder.run(&[&["labels", "--suggest"], options, &["text"]].concat())
}

#[track_caller]
fn is(bytes: &[u8], label: &str) {
    let run = suggest(&[], bytes).exits(0).says("");
    assert!(run.text().starts_with(&format!("text: {label} (")), "{}", run.text());
}

#[track_caller]
fn cannot_be_told(bytes: &[u8], why: &str) {
    suggest(&[], bytes).exits(1).says("").prints(format!("text: can't tell ({why})\n"));
}

#[test]
fn suggests_proven_labels() {
    is(b"plain", "us-ascii");
    is(b"", "us-ascii");
    is(b"\x1B[1mbold\x1B[0m", "us-ascii");
    is("caf\u{E9}".as_bytes(), "utf-8");
    is(b"\xEF\xBB\xBFplain", "utf-8");
    is(b"\xFF\xFEA\0", "utf-16");
    is(b"\xFE\xFF\0A", "utf-16");
    is(b"\xFF\xFE\0\0A\0\0\0", "utf-32");
    is(b"\0\0\xFE\xFF\0\0\0A", "utf-32");
    // UTF-16 that begins with U+0000 is not UTF-32.
    is(b"\xFF\xFE\0\0A\0", "utf-16");
}

#[test]
fn suggests_no_unproven_label() {
    let neither = "no BOM, and not UTF-8; name the encoding with `-f`";
    cannot_be_told(b"caf\xE9", neither);
    cannot_be_told(b"\xE9\xE9\xE9\xE9", neither);
    cannot_be_told(b"\xFF\xFEA", "a BOM, but the text after it is ill-formed");
    cannot_be_told(b"\xEF\xBB\xBF\xFF", "a BOM, but the text after it is ill-formed");
    cannot_be_told(b"a\0b\0c\0", "every second byte is NUL; if it is utf-16le, use `-f utf-16le`");
    cannot_be_told(b"\x1B$B$\"\x1B(B", "escape sequences, as in ISO-2022-JP");
}

#[test]
fn a_known_byte_order_is_in_the_label() {
    let known = |from: &str, bytes: &[u8]| suggest(&["-f", from], bytes);
    known("utf-16le", b"a\0b\0").exits(0).shows("text: utf-16le (no BOM, and the order is known");
    known("utf-16le", b"\xFF\xFEa\0").exits(0).shows("text: utf-16 (a BOM");
    known("utf-16le-bom", b"\xFF\xFEa\0").exits(0).shows("text: utf-16 (a BOM");
    known("utf-16", b"a\0b\0").exits(0).shows("text: utf-16 (no BOM, and the order is not");
    known("utf-32be", b"\0\0\0a").exits(0).shows("text: utf-32be (");
    known("utf-16le", b"a").exits(1).shows("can't tell (not well-formed in utf-16le");
    known("latin1", b"\xE9").exits(0).shows("text: iso-8859-1 (well-formed)");
    known("java-modified-utf-8", b"\xC0\x80")
        .exits(0)
        .shows("text: java-modified-utf-8 (well-formed, but without a registered label)");
    known("klingon", b"a").exits(2).prints("").mentions("utf: -f: unknown encoding `klingon`");
}

#[test]
fn the_narrowest_label_is_suggested() {
    let known = |from: &str, bytes: &[u8], label: &str| {
        let run = suggest(&["-f", from], bytes).exits(0);
        assert!(run.text().starts_with(&format!("text: {label} (")), "{from}: {run:?}");
    };
    let ascii = ["utf-8", "windows-1252", "shift_jis", "gb18030", "cesu-8", "iso-8859-15", "utf-1"];
    for encoding in ascii {
        known(encoding, b"plain\r\n", "us-ascii");
    }
    known("iso-2022-jp", b"plain", "us-ascii");
    known("iso-2022-jp", b"\x1B$B$\"\x1B(B", "iso-2022-jp");
    known("utf-7", b"plain", "utf-7");
    known("utf-8", "\u{E9}".as_bytes(), "utf-8");
    known("cesu-8", "\u{E9}".as_bytes(), "utf-8");
    known("cesu-8", b"\xED\xA0\x81\xED\xB0\x80", "cesu-8");
    known("wtf-8", "\u{10400}".as_bytes(), "utf-8");
    known("utf-8-rfc2279", b"\xFC\x84\x80\x80\x80\x80", "utf-8-rfc2279");
    known("windows-1252", b"caf\xE9", "iso-8859-1");
    known("windows-1252", b"\x80", "windows-1252");
    known("gbk", "\u{E9}".as_bytes(), "gbk");
    known("us-ascii", b"a", "us-ascii");
    suggest(&["-f", "us-ascii"], b"\xC3\xA9").exits(1).shows("not well-formed in us-ascii");
}

#[test]
fn several_files_and_none() {
    let folder = Folder::new();
    folder.file("a", b"a");
    folder.file("b", b"\xFF");
    let run = folder.run(&["labels", "--suggest", "--format", "json", "a", "none", "b"]).exits(2);
    let lines = run.lines_of_json();
    assert_eq!((&lines[0]["path"], &lines[0]["label"]), (&"a".into(), &"us-ascii".into()));
    assert!(lines[1]["label"].is_null() && lines[1]["type"] == "suggestion");
    run.mentions("utf: none: No such file or directory");
    folder.pipe(&["labels", "--suggest"], "\u{E9}").exits(0).shows("<stdin>: utf-8 (");
    folder.run(&["labels", "-f", "utf-8"]).exits(2).mentions("--suggest");
}

/// The deciding byte can be the last one, and a line can be as long as the file.
#[test]
fn reads_a_complete_large_file_in_bounded_memory() {
    let folder = Folder::new();
    let mut child = folder.start(&["labels", "--suggest"]);
    let mut stdin = child.stdin.take().unwrap();
    let block = vec![b'a'; 1 << 20];
    (0..64).for_each(|_| stdin.write_all(&block).unwrap());
    let peak = peak_memory(child.id());
    stdin.write_all("\u{E9}".as_bytes()).unwrap();
    drop(stdin);
    let run = Run::from(child.wait_with_output().unwrap()).exits(0);
    run.shows("<stdin>: utf-8 (");
    assert!(peak < 24 << 10, "{peak} KiB");
}

#[test]
fn names_what_the_text_looks_like() {
    let folder = Folder::new();
    folder.file("a", b"Gr\xF6\xDFe \xFCber Stra\xDFe und sch\xF6ne \xC4pfel f\xFCr M\xFCller\n");
    let run = folder.run(&["labels", "--suggest", "a"]).exits(1);
    run.shows("no BOM, and not UTF-8; looks like windows-1252 (99 %): use `-f windows-1252`");
    folder.run(&["labels", "--suggest", "-f", "windows-1252", "a"]).exits(0);
}
