//! The message about the first error, and its position.

use crate::support::Folder;

/// Checks the output and the message for `input`, from a file and from a pipe.
#[track_caller]
fn says(arguments: &[&str], input: &[u8], output: &[u8], message: &str) {
    let folder = Folder::new();
    folder.file("in", input);
    let arguments = [&["convert"], arguments].concat();
    let file = folder.run(&[&arguments[..], &["in"]].concat()).exits(1).prints(output);
    file.says(&format!("utf: in:{message}\n"));
    let pipe = folder.pipe(&arguments, input).exits(1).prints(output);
    pipe.says(&format!("utf: <stdin>:{message}\n"));
}

#[test]
fn reports_position_bytes_and_meaning() {
    let message = "2:5: byte 8: overlong form of U+002F: C0 AF (a check for 2F does not find \
                   this `/`; its only valid form is 2F)";
    says(&["-f", "utf-8"], b"\xE2\x82\xAC\n1234\xC0\xAF\n", "\u{20AC}\n1234".as_bytes(), message);
}

#[test]
fn three_bytes_are_one_surrogate() {
    let hint = "(half of a pair that should be one character of four bytes)";
    let message = format!("1:2: byte 1: encoded surrogate U+D800: ED A0 80 {hint}");
    says(&["-f", "utf-8"], b"a\xED\xA0\x80", b"a", &message);
}

#[test]
fn columns_count_characters_in_all_encodings() {
    let text = "\u{FEFF}ab\n\u{20AC}\u{1F600}";
    for to in ["utf-8", "utf-16", "utf-16le", "utf-32", "utf-32be"] {
        let folder = Folder::new();
        let bad = [text.as_bytes(), b"\xFF"].concat();
        for run in [
            folder.pipe(&["convert", "-t", to], &bad),
            folder.run(&["convert", "-t", to, folder.file("in", &bad).to_str().unwrap()]),
        ] {
            run.exits(1).mentions(":2:3: byte 13: invalid byte: FF");
        }
    }
    let message =
        "2:2: byte 4: incomplete code unit at the end: 00 (the text was cut, or bytes were added)";
    says(&["-f", "utf-16le", "-t", "utf-16be"], b"\n\0\x0A\x0A\0", b"\0\n\x0A\x0A", message);
}

/// Whether bits after a character are padding is only known from the bytes that follow.
#[test]
fn counts_the_character_before_an_error_in_utf_7() {
    for (encoding, bytes, place) in [
        (
            "utf-7",
            &b"\n+AOlA-"[..],
            ":2:2: byte 5: malformed base64: a run that ends inside a code unit: 41",
        ),
        ("utf-7", b"+AOk-\xFF", ":1:2: byte 5: invalid byte: FF"),
        ("utf-7-imap", b"&AOk-\xFF", ":1:2: byte 5: invalid byte: FF"),
        (
            "utf-7-imap",
            b"&AOk-&AOk-",
            ":1:2: byte 4: malformed base64: a run that begins where another one ends: 2D 26",
        ),
    ] {
        let folder = Folder::new();
        folder.pipe(&["convert", "-f", encoding], bytes).exits(1).mentions(place);
        folder.file("in", bytes);
        folder.run(&["convert", "-f", encoding, "in"]).exits(1).mentions(place);
    }
}

#[test]
fn completes_utf_7_before_an_error() {
    let folder = Folder::new();
    for filter in [&[][..], &["--normalize", "nfc"]] {
        let arguments = [&["convert", "-f", "utf-8", "-t", "utf-7"], filter].concat();
        folder.pipe(&arguments, b"\xC2\xA3\xFFa").exits(1).prints("+AKM-");
    }
}

#[test]
fn columns_do_not_count_a_bom() {
    for to in ["utf-8", "utf-16", "utf-16be"] {
        let folder = Folder::new();
        let run = folder.pipe(&["convert", "-t", to], b"\xEF\xBB\xBFab\xFF").exits(1);
        run.mentions("<stdin>:1:3: byte 5: ");
    }
}

#[test]
fn reports_characters_that_the_target_cannot_encode() {
    let message = "1:3: byte 2: character that the target cannot encode U+20AC: E2 82 AC \
                   (iso-8859-1 does not have it: set `--errors`, or use `-t iso-8859-1//TRANSLIT`, \
                   which writes `?` for characters without an approximation)";
    says(&["-t", "iso-8859-1"], "a \u{20AC}".as_bytes(), b"a ", message);
}

#[test]
fn reports_a_character_cut_by_the_end_of_the_file() {
    says(&["-f", "utf-8"], b"a\n\xE2\x82", b"a\n", "2:1: byte 2: truncated sequence: E2 82");
}

#[test]
fn positions_are_exact_far_into_a_stream() {
    // Lines, characters and blocks end at different bytes.
    let line = "\u{E9}t\u{E9} \u{1F600} na\u{EF}ve\n";
    let mut text = line.repeat(50_000).into_bytes();
    let offset = text.len() + 2;
    text.extend_from_slice(b"ab\xFF");
    let folder = Folder::new();
    folder.file("in", &text);
    let place = format!(":50001:3: byte {offset}: ");
    for to in ["utf-8", "utf-16"] {
        folder.run(&["convert", "-t", to, "in"]).exits(1).mentions(&place);
        folder.pipe(&["convert", "-t", to], &text).exits(1).mentions(&place);
    }
    folder.shell("utf convert <in >/dev/null").exits(1).mentions(&place);
    // If other programs have read part of standard input, offsets count from the current position.
    folder.shell("{ head -c 1 >/dev/null; utf convert; } <in").exits(1).mentions("byte 0: ");
}

#[test]
fn positions_are_exact_in_a_long_line() {
    let mut text = "\u{20AC}".repeat(300_000).into_bytes();
    text.push(0xFF);
    let folder = Folder::new();
    for to in ["utf-8", "utf-16"] {
        folder.pipe(&["convert", "-t", to], &text).exits(1).mentions(":1:300001: byte 900000: ");
    }
}

/// windows-1258 has most letters of Vietnamese as a letter and a mark.
#[test]
fn decomposes_before_it_escapes() {
    let folder = Folder::new();
    let text = "Nguyễn Văn Ánh, đường phố";
    let escaped = ["convert", "-t", "windows-1258", "--errors", "escape"];
    let run = folder.pipe(&escaped, format!("{text} 日\n")).exits(0);
    folder.file("a", &run.stdout);
    let back = ["convert", "-f", "windows-1258", "--normalize", "nfc", "a"];
    folder.run(&back).exits(0).prints(format!("{text} \\xE6\\x97\\xA5\n")).says("");
    let run = folder.run(&["convert", "-f", "windows-1258", "a"]).exits(0);
    run.says(
        "utf: a: 3 marks are separate from the letter (not NFC): `--normalize nfc` composes them\n",
    );
}

/// The letters of ibm864 depend on the letters around them.
#[test]
fn reports_arabic_letters_without_a_form() {
    let run = Folder::new().pipe(&["convert", "-t", "ibm864"], "سلام\n").exits(1);
    run.mentions("presentation forms").mentions("`-t windows-1256`");
}
