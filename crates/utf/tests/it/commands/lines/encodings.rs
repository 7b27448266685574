//! Lines end at code units, in any encoding.

use super::{good_lines, numbers, rejected};
use crate::support::Folder;

/// Returns `text` as 16-bit units, with a lone surrogate for each `!`.
fn wide(text: &str, little: bool) -> Vec<u8> {
    let units = text.encode_utf16().map(|unit| if unit == u16::from(b'!') { 0xD800 } else { unit });
    units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

#[test]
fn utf_16() {
    let text = "\u{A0A}\u{A00}\u{D0A}x\r\nbad !\u{A0A}\r\ngood \u{1F600}\nbad!";
    for (label, mark, little) in [
        ("utf-16le", &b""[..], true),
        ("utf-16be", b"", false),
        ("utf-16", b"\xFF\xFE", true),
        ("utf-16", b"\xFE\xFF", false),
        ("utf-16", b"", false),
        ("auto", b"\xFF\xFE", true),
    ] {
        let folder = Folder::new();
        let text = [mark, &wide(text, little)].concat();
        let run = [
            "convert",
            "-q",
            "-f",
            label,
            "--bad-lines",
            "bad",
            "--overwrite",
            "--bad-lines-report",
            "report",
        ];
        let run = folder.pipe(&run, &text).exits(0);
        assert_eq!(run.text(), "\u{A0A}\u{A00}\u{D0A}x\r\ngood \u{1F600}\n", "{label}");
        assert_eq!(folder.read("bad"), wide("bad !\u{A0A}\r\nbad!", little));
        let start = mark.len();
        assert_eq!(
            rejected(&folder.read("report")),
            [(2, start + 12, 16), (4, start + 44, 8)],
            "{label}"
        );
        let run = folder.pipe(&["check", "-f", label, "--lines"], &text).exits(1);
        assert_eq!(numbers(&run), [2, 4]);
    }
}

#[test]
fn odd_bytes_and_wide_units() {
    let folder = Folder::new();
    let text = [&wide("good\n", true)[..], b"b"].concat();
    let split =
        ["convert", "-q", "-f", "utf-16le", "-t", "utf-16le", "--bad-lines", "bad", "--overwrite"];
    folder.pipe(&split, &text).exits(0).prints(wide("good\n", true));
    assert_eq!(folder.read("bad"), b"b");
    let wide = |values: &[u32]| values.iter().flat_map(|v| v.to_be_bytes()).collect::<Vec<u8>>();
    let text = wide(&[0x61, 0xA00, 0xA, 0xD800, 0xA, 0x62, 0xA]);
    let split = ["convert", "-q", "-f", "utf-32be", "--bad-lines", "bad", "--overwrite"];
    folder.pipe(&split, text).exits(0).prints("a\u{A00}\nb\n");
    assert_eq!(folder.read("bad"), wide(&[0xD800, 0xA]));
}

#[test]
fn lines_that_cannot_be_encoded_are_bad() {
    let folder = Folder::new();
    let text = "caf\u{E9}\n10 \u{20AC}\nplain\n\u{1F600}\n";
    let split = |more: &[&str]| {
        let all = [&["convert", "--exit-code", "--bad-lines", "bad", "--overwrite"], more].concat();
        folder.pipe(&all, text)
    };
    split(&["-t", "iso-8859-1"]).exits(1).prints(b"caf\xE9\nplain\n");
    assert_eq!(folder.read("bad"), "10 \u{20AC}\n\u{1F600}\n".as_bytes());
    split(&["-t", "windows-1252"]).exits(1).prints(b"caf\xE9\n10 \x80\nplain\n");
    split(&["-t", "us-ascii//TRANSLIT"]).exits(0).prints("cafe\n10 EUR\nplain\n?\n");
    split(&["-t", "utf-16le", "--bad-lines-report", "report"]).exits(0);
    assert!(rejected(&folder.read("report")).is_empty());
    // The offsets are those of the input text.
    split(&["-t", "us-ascii", "--bad-lines-report", "report"]).exits(1).prints("plain\n");
    assert_eq!(rejected(&folder.read("report")), [(1, 0, 6), (2, 6, 7), (4, 19, 5)]);
}

#[test]
fn charsets() {
    let folder = Folder::new();
    let sjis = b"\x83\x65\x83\x58\n\x83\n\xA0\n\x95\x5C\n";
    let run = folder
        .pipe(&["convert", "-q", "-f", "shift_jis", "--bad-lines", "bad", "--overwrite"], sjis)
        .exits(0);
    assert_eq!(run.text(), "テス\n表\n");
    assert_eq!(folder.read("bad"), b"\x83\n\xA0\n");
    let candidates =
        ["convert", "-q", "--candidates", "shift_jis", "--bad-lines", "bad", "--overwrite"];
    folder.pipe(&candidates, "é\n").exits(0).prints("é\n");
}

#[test]
fn filters_apply_to_good_lines_only() {
    let folder = Folder::new();
    let split =
        ["convert", "-q", "--normalize", "nfc", "--eol", "lf", "--bad-lines", "bad", "--overwrite"];
    folder.pipe(&split, b"e\xCC\x81\r\n\xFFe\xCC\x81\r\nx\n").exits(0).prints("é\nx\n");
    assert_eq!(folder.read("bad"), b"\xFFe\xCC\x81\r\n");
}

/// The number of good lines before a bad line is counted in the output.
#[test]
fn good_lines_are_counted_as_written() {
    let folder = Folder::new();
    let split =
        ["convert", "-q", "--bad-lines", "bad", "--overwrite", "--bad-lines-report", "report"];
    let text = "\u{E9}\r\n\u{2028}\nbad!\n\u{A0A}\u{A00}\nbad!\nend\n";
    let bytes: Vec<u8> = text.bytes().map(|byte| if byte == b'!' { 0xFF } else { byte }).collect();
    let cases: [(&[&str], [u64; 2]); 8] = [
        (&["-t", "utf-8"], [2, 3]),
        (&["-t", "us-ascii//TRANSLIT"], [3, 4]),
        (&["-t", "utf-16le"], [2, 3]),
        (&["-t", "utf-16", "--output-order", "little"], [2, 3]),
        (&["-t", "utf-16"], [2, 3]),
        (&["-t", "utf-32", "--bom", "add"], [2, 3]),
        (&["--normalize", "nfd", "--eol", "crlf"], [2, 3]),
        // Such output does not have line feeds.
        (&["--eol", "cr"], [0, 0]),
    ];
    for (flags, expected) in cases {
        folder.pipe(&[&split[..], flags].concat(), &bytes).exits(0);
        assert_eq!(good_lines(&folder.read("report")), expected, "{flags:?}");
    }
    folder.pipe(&[&split[..], &["-f", "utf-16le"]].concat(), wide(text, true)).exits(0);
    assert_eq!(good_lines(&folder.read("report")), [2, 3]);
}

/// The output of `--lines=text` can be converted back.
#[test]
fn lines_as_text() {
    use utfkit::{Encoding, transcode::unescape};
    let folder = Folder::new();
    let bad = b"\\x41 \xFF \x1B[2J \xE2\x80\xAE\tok\r\n\xC3\n";
    let text = [b"good\n", &bad[..], b"good\n"].concat();
    let run = folder.pipe(&["check", "--lines=text"], &text).exits(1);
    assert_eq!(run.text(), "\\x5Cx41 \\xFF \\x1B[2J \\xE2\\x80\\xAE\\x09ok\r\n\\xC3\n");
    assert_eq!(unescape(run.text(), Encoding::Utf8).unwrap(), bad);
    // A carriage return that is not part of a line end is escaped. The output names each of
    // several files.
    folder.file("a", b"\r\xFF\r \r\r\n");
    folder.file("b", b"\n\xFF\r");
    let run = folder.run(&["check", "--lines=text", "a", "b"]).exits(1);
    run.prints("a:1:\\x0D\\xFF\\x0D \\x0D\r\nb:2:\\xFF\\x0D\n");
    let bad = wide("bad\u{7} !\u{202E}\n", true);
    let text = [wide("\u{FEFF}good\n", true), bad.clone()].concat();
    let run = folder.pipe(&["check", "--lines=text"], &text).exits(1);
    assert_eq!(run.text(), "bad\\x07\\x00 \\x00\\xD8\\x2E\\x20\n");
    assert_eq!(unescape(run.text(), Encoding::Utf16Le).unwrap(), bad);
}
