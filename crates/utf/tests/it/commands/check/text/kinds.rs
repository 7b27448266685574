//! Each kind of ill-formed sequence gets its own title.

use crate::support::{Folder, Run};

/// Returns the titles of a report, in order.
fn titles(run: &Run) -> Vec<&str> {
    run.text().lines().filter(|line| line.starts_with("error")).collect()
}

#[test]
fn names_errors_of_utf_8() {
    let input = b"ok\n\xC0\x80 \xED\xA0\x80 \xF8\x88\x80\x80\x80 \xE2\x82\n";
    let run = Folder::new().pipe(&["check"], input).exits(1).says("");
    let expected = [
        "error[overlong]: overlong form of U+0000",
        "error[surrogate]: encoded surrogate U+D800",
        "error[invalid-byte]: invalid byte",
        "error[truncated]: truncated sequence",
    ];
    assert_eq!(titles(&run), expected);
    let run = run.shows(" --> <stdin>:2:1\n").shows(" --> <stdin>:2:14\n");
    let run = run.shows("byte 16: E2 announces 3 bytes, found 2\n");
    let run = run.shows("= help: a five-byte form of RFC 2279 for 200000");
    run.shows("\n1 file, 19 bytes, 7 characters: 4 ill-formed sequences in 1 file\n");
}

#[test]
fn names_errors_of_utf_16() {
    let input = b"\xFE\xFF\xDC\x00\xD8\x00\0a\xD8\x01\xD8\x02\xDC\x00\x00";
    let run = Folder::new().pipe(&["check"], input).exits(1).says("");
    let expected = [
        "error[lone-low-surrogate]: lone low surrogate U+DC00",
        "error[lone-high-surrogate]: lone high surrogate U+D800",
        "error[lone-high-surrogate]: lone high surrogate U+D801",
        "error[odd-length]: incomplete code unit at the end",
    ];
    assert_eq!(titles(&run), expected);
}

/// Surrogates next to each other that do not form a pair are all reported, in order.
#[test]
fn surrogates_side_by_side() {
    let (high, low) = (b"\xED\xA0\x80", b"\xED\xB0\x80");
    let input = [&high[..], high, low, low, b"\x80", high, b"\xFF", low].concat();
    let run = Folder::new().pipe(&["check", "--format", "json"], input).exits(1);
    let lines = run.lines_of_json();
    let found: Vec<_> = lines
        .iter()
        .filter(|line| line["type"] == "finding")
        .map(|line| (line["offset"].as_u64().unwrap(), line["kind"].as_str().unwrap()))
        .collect();
    let expected = [
        (0, "surrogate"),
        (3, "irregular-pair"),
        (9, "surrogate"),
        (12, "unexpected-continuation"),
        (13, "surrogate"),
        (16, "invalid-byte"),
        (17, "surrogate"),
    ];
    assert_eq!(found, expected);
    let columns: Vec<_> = lines.iter().filter_map(|line| line["column"].as_u64()).collect();
    assert_eq!(columns, [1, 4, 10, 13, 14, 17, 18]);
}

#[test]
fn text_that_is_well_formed() {
    let folder = Folder::new();
    let run = folder.pipe(&["check"], "na\u{EF}ve\n").exits(0).says("");
    run.prints("1 file, 7 bytes, 6 characters: well-formed\n");
    let bom = folder.pipe(&["check"], "\u{FEFF}").exits(0);
    bom.prints("1 file, 3 bytes, 0 characters: well-formed\n");
    folder.pipe(&["check"], "").exits(0).prints("1 file, 0 bytes, 0 characters: well-formed\n");
    folder.pipe(&["check"], [0; 9]).exits(0).prints("1 file, 9 bytes, 9 characters: well-formed\n");
}

#[test]
fn utf_16_without_a_bom_is_noted() {
    let folder = Folder::new();
    let utf_16: Vec<u8> = "hello\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.file("a", &utf_16);
    folder
        .run(&["check", "a"])
        .exits(0)
        .shows("a: note: looks like utf-16le (99 %): `utf convert -f utf-16le a` makes it UTF-8\n");
    let json = folder.pipe(&["check", "--format", "json"], &utf_16).exits(0);
    json.shows(r#"{"type":"note","path":"-","encoding":"utf-8","looks_like":"utf-16le","percent":99,"remarks":["looks-like"]}"#);
    folder
        .run(&["check", "-f", "utf-16le", "a"])
        .exits(0)
        .prints("1 file, 12 bytes, 6 characters: well-formed\n");
}

/// The note and the hint are those of the encoding.
#[test]
fn each_encoding_has_its_standard() {
    let says = |from: &str, bytes: &[u8], words: &[&str]| {
        let mut run = Folder::new().pipe(&["check", "-f", from], bytes).exits(1);
        for words in words {
            run = run.shows(words);
        }
        assert_eq!(run.text().contains("RFC 3629"), from == "utf-8", "{from}: {run:?}");
    };
    says("utf-8", b"\xE2\x82", &["E2 announces 3 bytes", "= note: RFC 3629 section 4"]);
    says("us-ascii", b"\xE9", &["invalid-byte", "= note: RFC 20 section 2"]);
    says("utf-32be", b"\0\x11\0\0", &["out-of-range", "= note: Unicode D90"]);
    says("utf-32be", b"\0\0\xD8\0", &["surrogate", "= note: Unicode D90"]);
    says("ucs-4be", b"\x80\0\0\0", &["out-of-range", "= note: RFC 2279 section 2"]);
    says("ucs-2be", b"\xD8\0", &["surrogate", "= note: ISO/IEC 10646-1:1993, UCS-2"]);
    says("cesu-8", b"\xF0\x9F\x98\x80", &["= note: UTR #26"]);
    says("utf-1", b"\xF6\x21", &["truncated", "= note: ISO-IR 178"]);
    says("utf-1", b"\xFD\xFF\xFF\xFF\xFF", &["out-of-range", "= note: ISO-IR 178"]);
    let run = Folder::new().pipe(&["check", "-f", "utf-1"], b"\xF6\x21 \xFD\xFF\xFF\xFF\xFF");
    assert!(!run.text().contains("announces") && !run.text().contains("2279"), "{run:?}");
    says("utf-1", b"\xA0A", &["overlong", "A0 is a prefix only of A0 to FF"]);
}

#[test]
fn distinguishes_errors_of_utf_7() {
    let says = |from: &str, bytes: &[u8], title: &str, note: &str| {
        let run = Folder::new().pipe(&["check", "-f", from], bytes).exits(1);
        run.shows(&format!("error[{title}\n")).shows(&format!("= note: {note}\n"));
    };
    let base64 = |what: &str| format!("bad-base64]: malformed base64: {what}");
    let cut = base64("a run that ends inside a code unit");
    let padding = base64("a run that ends with bits that are not zero");
    for (from, note) in [("utf-7", "RFC 2152, rule 2"), ("utf-7-imap", "RFC 3501 section 5.1.3")] {
        let shift = if from == "utf-7" { "+" } else { "&" };
        let text = |text: &str| format!("{shift}{text}").into_bytes();
        says(from, &text(" "), &base64("a shift without base64 after it"), note);
        says(from, &text("AK-"), &cut, note);
        says(from, &text("AKP-"), &padding, note);
        says(from, &text("2AA-"), "lone-high-surrogate]: lone high surrogate U+D800", note);
        says(from, &text("3AA-"), "lone-low-surrogate]: lone low surrogate U+DC00", note);
    }
    let run = Folder::new().pipe(&["check", "-f", "utf-7"], b"\xE9").exits(1);
    run.shows("utf-7 has no bytes above 7F").shows("= note: RFC 2152, rules 1 to 3");
    let imap = "RFC 3501 section 5.1.3";
    says("utf-7-imap", b"&AKM", &base64("a run without a closing `-`"), imap);
    says("utf-7-imap", b"&AKM-&AKM-", &base64("a run that begins where another one ends"), imap);
    let run = Folder::new().pipe(&["check", "-f", "utf-7-imap"], b"INBOX\n").exits(1);
    run.shows("= help: a name has no line ends; this may end a line in a list of names");
}

/// Both bytes of the pair are there, but no character is assigned to it.
#[test]
fn unassigned_pairs_are_not_truncated() {
    let kinds = |from: &str, bytes: &[u8]| -> Vec<String> {
        let run = Folder::new().pipe(&["check", "--format", "json", "-f", from], bytes).exits(1);
        let lines = run.lines_of_json().into_iter().filter(|line| line["type"] == "finding");
        lines.map(|line| line["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds("shift_jis", b"\x85\x40"), ["unassigned"]);
    assert_eq!(kinds("shift_jis", b"\x81\x20"), ["truncated"]);
    assert_eq!(kinds("shift_jis", b"\x81"), ["truncated"]);
    assert_eq!(kinds("shift_jis", b"\x82\xF2"), ["unassigned"]);
    assert_eq!(kinds("big5", b"\x81\x40"), ["unassigned"]);
    assert_eq!(kinds("euc-kr", b"\xC9A"), ["unassigned"]);
    assert_eq!(kinds("euc-kr", b"\xC9@"), ["truncated"]);
}

/// `check` and `convert` suggest the same encoding as `detect`.
#[test]
fn suggests_the_same_as_convert() {
    let folder = Folder::new();
    let russian = "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43A}\u{430}\u{43A} \u{434}\u{435}\u{43B}\u{430} \u{441}\u{435}\u{433}\u{43E}\u{434}\u{43D}\u{44F}?\n";
    folder.file("text", russian);
    folder.run(&["convert", "-t", "koi8-r", "-o", "koi8", "text"]).exits(0);
    folder.file("western", b"Zw\xF6lf Boxk\xE4mpfer jagen Viktor quer \xFCber den Sylter Deich.\n");
    folder.file(
        "quotes",
        b"He said \x93no\x94, and \x93never\x94, to them all; the caf\xE9 was closed.\n",
    );
    folder.file("noise", b"\xFF");
    let advised = [
        ("koi8", "try `-f koi8-r`", "; looks like koi8-r ("),
        (
            "western",
            "F6 is `\u{F6}` in windows-1252; try `-f windows-1252`",
            "; looks like windows-1252 (",
        ),
        (
            "quotes",
            "93 is `\u{201C}` in windows-1252; try `-f windows-1252`",
            "; looks like windows-1252 (",
        ),
    ];
    for (file, check, convert) in advised {
        folder.run(&["check", file]).exits(1).shows(&format!("= help: {check}\n"));
        folder.run(&["convert", file]).exits(1).mentions(convert);
    }
    // If the encoding is uncertain, nothing is suggested.
    let noise = folder.run(&["check", "noise"]).exits(1);
    assert!(!noise.text().contains("try `"), "{noise:?}");
    // A pipe cannot be read again, but its start is kept.
    let piped = folder.pipe(&["check"], b"M\xFCller\n").exits(1);
    piped.shows("FC is `\u{FC}` in windows-1252; try `-f windows-1252`");
}
