//! Legacy charsets in every command that accepts an encoding.

use super::some_charsets;
use crate::support::Folder;

#[test]
fn reads_and_writes_charsets() {
    let folder = Folder::new();
    let converts = |arguments: &[&str], input: &[u8], output: &[u8]| {
        let arguments = [&["convert"], arguments].concat();
        folder.pipe(&arguments, input).exits(0).says("").prints(output);
    };
    let quoted = "“café” 10 €\n";
    converts(&["-f", "windows-1252"], b"\x93caf\xE9\x94 10 \x80\n", quoted.as_bytes());
    converts(&["-t", "cp1252"], quoted.as_bytes(), b"\x93caf\xE9\x94 10 \x80\n");
    converts(&["-f", "shift_jis", "-t", "utf-16le"], b"\x82\xA0a", b"\x42\x30a\0");
    converts(&["-f", "sjis", "-t", "utf-16"], b"\x82\xA0", b"\xFE\xFF\x30\x42");
    converts(&["-f", "EUC-JP", "-t", "iso-2022-jp"], b"\xA4\xA2\n", b"\x1B$B\x24\x22\x1B(B\n");
    converts(&["-f", "iso-2022-jp", "-t", "gb18030"], b"\x1B$B\x24\x22\x1B(B", b"\xA4\xA2");
    converts(&["-f", "koi8-r", "-t", "cp866"], b"\xF4\xC5\xD3\xD4", b"\x92\xA5\xE1\xE2");
    converts(&["-f", "cp437"], b"\xC9\xCD\xBB", "╔═╗".as_bytes());
    converts(&["-f", "gb2312", "-t", "big5"], b"\xD6\xD0", b"\xA4\xA4");
    converts(&["-f", "iso-2022-kr"], b"\x1B$)C\x0E\x30\x21\x0Fa", "가a".as_bytes());
    converts(&["-t", "iso-2022-kr"], "a가".as_bytes(), b"\x1B$)Ca\x0E\x30\x21\x0F");
    converts(&["-f", "hz", "-t", "euc-tw"], b"~{VP~}~~", b"\xC4\xE3~");
    converts(&["-t", "shift_jis-2004"], "か\u{309A}か".as_bytes(), b"\x82\xF5\x82\xA9");
}

#[test]
fn separate_encodings_are_not_replaced() {
    let folder = Folder::new();
    for label in ["iso-8859-1", "latin1", "iso-8859-9"] {
        let run = folder.pipe(&["convert", "-f", label], b"\x93");
        run.exits(0).prints("\u{93}");
    }
    folder.pipe(&["convert", "-f", "us-ascii"], b"\x93").exits(1).mentions("93");
    let run = folder.run(&["convert", "-f", "windows-1259"]);
    run.exits(2).mentions("did you mean windows-1250");
    folder.run(&["convert", "-f", "iso-2022-xx"]).exits(2).mentions("unknown encoding");
}

#[test]
fn unencodable_characters_follow_the_policy() {
    let folder = Folder::new();
    folder.file("in", "naïve 日本 \u{2212}\n");
    let run =
        |more: &[&str]| folder.run(&[&["convert", "in", "-t", "windows-1252"], more].concat());
    run(&[]).exits(1).prints(b"na\xEFve ").says(
        "utf: in:1:7: byte 7: character that the target cannot encode U+65E5: E6 97 A5 \
         (windows-1252 does not have it: set `--errors` to replace, skip or escape it)\n",
    );
    let first = "(first at byte 7: character that the target cannot encode U+65E5: E6 97 A5)";
    let says =
        |done| format!("utf: in: 3 characters that windows-1252 cannot encode {done} {first}\n");
    run(&["-c"]).exits(0).prints(b"na\xEFve  \n").says(&says("dropped"));
    run(&["--errors", "replace"]).exits(0).prints(b"na\xEFve ?? ?\n").says(&says("replaced"));
    run(&["--errors", "escape"])
        .exits(0)
        .prints(b"na\xEFve \\xE6\\x97\\xA5\\xE6\\x9C\\xAC \\xE2\\x88\\x92\n")
        .says(&says("escaped"));
    run(&["--replacement", "€", "--exit-code"]).exits(1).prints(b"na\xEFve \x80\x80 \x80\n");
}

#[test]
fn ill_formed_sequences_have_positions() {
    let folder = Folder::new();
    let input = b"ok \xD6\xD0\n\x81\x30\x81 \xFF\n\xFE\x39\xFE\x39\x81";
    let run = folder.pipe(&["check", "-f", "gb18030"], input).exits(1).says("");
    let run = run.shows("error[truncated]: truncated sequence\n --> <stdin>:2:1\n");
    let run = run.shows("error[invalid-byte]: invalid byte\n --> <stdin>:2:5\n");
    let run = run.shows("error[unassigned]: unassigned sequence\n --> <stdin>:3:1\n");
    let run = run.shows("= note: WHATWG Encoding Standard\n");
    assert!(!run.text().contains("announces") && !run.text().contains("RFC"));
    run.shows("1 file, 17 bytes, 8 characters: 5 ill-formed sequences in 1 file\n");
    let json = folder.pipe(&["check", "-f", "iso-2022-jp", "--format", "json"], b"a\n\x1B$Ab");
    json.exits(1).shows(
        "{\"type\":\"finding\",\"path\":\"-\",\"encoding\":\"iso-2022-jp\",\"offset\":2,\
         \"length\":1,\"line\":2,\"column\":1,\"kind\":\"bad-escape\",",
    );
    let run = folder.pipe(&["convert", "-f", "shift_jis"], b"\x82\xA0\xA0").exits(1).prints("あ");
    run.says("utf: <stdin>:1:2: byte 2: invalid byte: A0\n");
    folder.pipe(&["check", "-f", "windows-1252"], (0..=255).collect::<Vec<u8>>()).exits(0);
}

#[test]
fn no_charset_is_assumed() {
    let folder = Folder::new();
    folder.file("in", b"caf\xE9 \x93ok\x94\n");
    folder.run(&["convert", "in"]).exits(1).prints("caf");
    folder.run(&["check", "in"]).exits(1);
    let candidates = ["convert", "in", "--candidates", "shift_jis,windows-1252"];
    folder.run(&candidates).exits(0).prints("café “ok”\n");
    let list = folder.run(&["convert", "-l"]).exits(0).says("");
    for line in ["windows-1252 ", "shift_jis ", "ibm437 ", "koi8-r "] {
        assert!(list.text().lines().any(|listed| listed.starts_with(line)), "{line}");
    }
}

#[test]
fn ebcdic_is_read_and_written() {
    let folder = Folder::new();
    let converts = |arguments: &[&str], input: &[u8], output: &[u8]| {
        let arguments = [&["convert"], arguments].concat();
        folder.pipe(&arguments, input).exits(0).says("").prints(output);
    };
    converts(&["-f", "ibm037"], b"\xC8\x89\x25\x15", "Hi\n\u{85}".as_bytes());
    converts(&["-f", "ibm1047-s390"], b"\xC8\x89\x15", b"Hi\n");
    converts(&["-f", "cp1047", "--ebcdic-newline", "zos"], b"\xC8\x89\x15", b"Hi\n");
    converts(&["-t", "ibm-1140", "--ebcdic-newline", "zos"], "€\n".as_bytes(), b"\x9F\x15");
    // A backslash is E0 there, and an escape has the bytes of the input.
    let escapes = ["convert", "-f", "ibm037", "--errors", "escape"];
    folder.pipe(&escapes, b"\xE0\xA7\xF4\xF1").exits(0).prints("\\xE0x41");
}

/// A text of a sample of charsets, there and back. The library tests every charset.
#[test]
fn charsets_convert_there_and_back() {
    let folder = Folder::new();
    for encoding in some_charsets(8) {
        let has_it =
            |one: &char| encoding.first_unencodable(one.encode_utf8(&mut [0; 4])).is_none();
        let text: String = (' '..='\u{FFFF}').step_by(31).filter(has_it).collect();
        let bytes = folder.pipe(&["convert", "-t", encoding.name()], &text).exits(0).stdout;
        folder.pipe(&["convert", "-f", encoding.name()], bytes).exits(0).prints(&text);
    }
}

/// A long text of each charset, there and back. `phases` returns how often the text is shifted by
/// one byte, so that the blocks of the command cut each character in every place. `step` is that of
/// [`some_charsets`].
fn convert_long_texts(step: usize, phases: impl Fn(usize) -> std::ops::Range<usize>) {
    let folder = Folder::new();
    let hard = ['a', '~', '\\', '\u{E9}', '\u{44F}', '\u{E01}', '\u{5D0}', '\u{A5}', '\u{309A}'];
    let wide =
        ['b', '\u{3042}', '\u{4E00}', '\u{AC00}', '\u{FF71}', '\u{4E02}', '\u{3402}', '\u{20089}'];
    for encoding in some_charsets(step) {
        let has_it =
            |one: &char| encoding.first_unencodable(one.encode_utf8(&mut [0; 4])).is_none();
        let some = (' '..'\u{D7FF}').filter(has_it).step_by(99).take(9);
        let unit: String = hard.into_iter().chain(wide).filter(has_it).chain(some).collect();
        let unit = unit + if has_it(&'\u{309A}') { "\u{304B}\u{309A}\u{304B}" } else { "" };
        // A few charsets have no digits.
        let one = if has_it(&'1') { '1' } else { unit.chars().next().unwrap() };
        for shift in phases(4 * unit.chars().count()) {
            let text = one.to_string().repeat(shift) + &unit.repeat(300_000 / unit.len());
            folder.file("text", &text);
            folder.run(&["convert", "-q", "-t", encoding.name(), "-o", "bytes", "text"]).exits(0);
            folder.run(&["convert", "-q", "-f", encoding.name(), "-o", "back", "bytes"]).exits(0);
            assert!(folder.read("back") == text.as_bytes(), "{encoding}, shifted by {shift}");
        }
    }
}

#[test]
fn long_texts_convert_there_and_back() {
    convert_long_texts(8, |_| 1..2);
}

/// ```sh
/// cargo test --release -p utf --test it every_cut -- --ignored
/// ```
#[test]
#[ignore = "every charset with every cut: minutes, in release"]
fn long_texts_convert_there_and_back_with_every_cut() {
    convert_long_texts(1, |len| 0..len);
}

/// Each name writes only the characters of its charset, and the error names a larger one.
#[test]
fn names_mean_what_they_say() {
    let folder = Folder::new();
    for (strict, larger, text) in [
        ("euc-kr", "uhc", "갂"),
        ("gb2312", "gbk", "囧"),
        ("shift_jis", "windows-31j", "①"),
        ("euc-jp", "cp51932", "①"),
        ("big5", "big5-hkscs", "䏰"),
    ] {
        let run = folder.pipe(&["convert", "-t", strict], text).exits(1);
        run.mentions(&format!("(`-t {larger}` has it)"));
        let bytes = folder.pipe(&["convert", "-t", larger], text).exits(0).stdout;
        folder.pipe(&["convert", "-f", larger], bytes).exits(0).prints(text);
    }
    folder.pipe(&["check", "-f", "gb18030"], b"\x80").exits(1);
    folder.pipe(&["convert", "-t", "euc-jp"], "丂").exits(0).prints(b"\x8F\xB0\xA1");
    folder.pipe(&["convert", "-t", "cp932"], "\u{E000}").exits(0).prints(b"\xF0\x40");
    folder.pipe(&["convert", "-t", "gb18030"], "\u{E78D}").exits(0).prints(b"\x84\x31\x82\x36");
}

/// A character that shares a cell is written and counted, unless the user rejects it.
#[test]
fn twins_are_written_and_counted() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "-t", "shift_jis"], "a〜−").exits(0);
    run.prints(b"a\x81\x60\x81\x7C").says(
        "utf: <stdin>: 2 characters written as others that shift_jis has; `--no-twins` rejects them \
         (first at byte 1: U+301C)\n",
    );
    folder.pipe(&["convert", "--no-twins", "-t", "shift_jis"], "a〜").exits(1).prints("a");
    folder
        .pipe(&["convert", "--errors", "escape", "-t", "shift_jis"], "〜")
        .exits(0)
        .prints("\\xE3\\x80\\x9C");
    let run = folder.pipe(&["convert", "-t", "windows-1258"], "Việt Nam ẽ").exits(0);
    run.prints(b"Vi\xEA\xF2t Nam e\xDE");
    folder.pipe(&["convert", "-t", "windows-1255"], "שׁ").exits(0).prints(b"\xF9\xD1");
    folder
        .pipe(&["convert", "-q", "-t", "gb2312//TRANSLIT"], "・")
        .exits(0)
        .says("")
        .prints(b"\xA1\xA4");
}

/// Browsers show a page with an unknown label as windows-1252.
#[test]
fn declarations_have_labels_that_browsers_know() {
    let folder = Folder::new();
    let page = |label: &str| format!("<meta charset=\"{label}\">");
    for (to, label) in [
        ("uhc", "windows-949"),
        ("cp950", "big5"),
        ("cp51932", "EUC-JP"),
        ("windows-31j", "windows-31j"),
        ("koi8-r", "KOI8-R"),
    ] {
        folder.pipe(&["convert", "-t", to], page("utf-8")).exits(0).prints(page(label));
    }
    let run = folder.pipe(&["convert", "-t", "ibm850"], page("utf-8")).exits(0);
    run.prints(page("utf-8")).mentions("the text is ibm850");
}
