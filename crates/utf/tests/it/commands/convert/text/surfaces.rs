//! Escapes in `-f` and `-t`: `java`, `windows-1252/quoted-printable`.

use crate::support::Folder;

#[test]
fn reads_and_writes_escapes() {
    let folder = Folder::new();
    for (surface, escaped) in [
        ("java", r"\u00E9\uD83D\uDE00"),
        ("c99", r"\u00E9\U0001F600"),
        ("html", "&#xE9;&#x1F600;"),
        ("quoted-printable", "=C3=A9=F0=9F=98=80"),
        ("encoded-words", "=?utf-8?b?w6nwn5iA?="),
        ("punycode", "xn--9ca2767w"),
    ] {
        folder.pipe(&["convert", "-t", surface], "é😀").exits(0).says("").prints(escaped);
        folder.pipe(&["convert", "-f", surface], escaped).exits(0).says("").prints("é😀");
        folder.pipe(&["cat", "-f", surface, "-t", surface], escaped).exits(0).prints(escaped);
    }
}

#[test]
fn escapes_what_the_charset_lacks() {
    let folder = Folder::new();
    let both = b"\xE9 \\u20AC\\u0153";
    folder.pipe(&["convert", "-t", "iso-8859-1/java"], "é €œ").exits(0).prints(both);
    folder.pipe(&["convert", "-f", "iso-8859-1/java"], both).exits(0).prints("é €œ");
    let quoted = ["convert", "-t", "windows-1252/html/quoted-printable"];
    folder.pipe(&quoted, "€ 漢").exits(0).prints("=80 &#x6F22;");
    let quoted = ["convert", "-f", "windows-1252/html/quoted-printable"];
    folder.pipe(&quoted, "=80 &#x6F=\r\n22;").exits(0).prints("€ 漢");
}

#[test]
fn reports_escapes_that_stay() {
    let folder = Folder::new();
    folder
        .pipe(&["convert", "-f", "java", "--exit-code"], r"\u00e9 \ud83d \u12")
        .exits(1)
        .says("utf: <stdin>: 2 ill-formed escapes of java: not changed\n")
        .prints(r"é \ud83d \u12");
    folder
        .pipe(&["convert", "-f", "quoted-printable"], "=C3=A9 a=b=zz")
        .exits(0)
        .says("utf: <stdin>: 2 ill-formed escapes of quoted-printable: not changed\n")
        .prints("é a=b=zz");
    folder
        .pipe(&["convert", "-t", "html"], "é &eacute; & &#233;")
        .exits(0)
        .says(
            "utf: <stdin>: 2 escapes in the text, not changed: `-f html` reads characters there\n",
        )
        .prints("&#xE9; &eacute; & &#233;");
    folder.pipe(&["convert", "-q", "-f", "java"], r"\u").exits(0).says("").prints(r"\u");
}

/// A character without an escape stops the conversion, as in every charset.
#[test]
fn stops_at_a_character_without_an_escape() {
    let folder = Folder::new();
    folder.pipe(&["convert", "-t", "c99"], "a\u{85}").exits(1).prints("a");
}

/// A second run changes nothing.
#[test]
fn replaces_files() {
    let folder = Folder::new();
    for (surface, escaped) in
        [("java", r"a \u00E9"), ("html", "a &#xE9;"), ("punycode", "a xn--9ca")]
    {
        folder.file("in", "a é");
        folder.run(&["convert", "-i", "-t", surface, "in"]).exits(0);
        assert_eq!(folder.read("in"), escaped.as_bytes());
        folder.run(&["convert", "-i", "-q", "-t", surface, "in"]).exits(0);
        assert_eq!(folder.read("in"), escaped.as_bytes());
        folder.run(&["convert", "-i", "-f", surface, "in"]).exits(0);
        assert_eq!(folder.read("in"), "a é".as_bytes());
    }
    folder.file("twice", "&amp;lt;");
    folder.run(&["convert", "-i", "-f", "html", "twice"]).exits(0).mentions(
        "utf: twice: 1 escape in the result: another run with `-f html` would read characters\n",
    );
    assert_eq!(folder.read("twice"), b"&lt;");
    folder.run(&["convert", "-i", "-t", "quoted-printable", "in"]).exits(2);
    assert_eq!(folder.read("in"), "a é".as_bytes());
}

#[test]
fn joins_escapes_of_several_files() {
    let folder = Folder::new();
    folder.file("a", r"\ud8");
    folder.file("b", r"3d\ude00 \u");
    let run = folder.run(&["cat", "-f", "java", "a", "b"]).exits(0).prints("😀 \\u");
    run.says("utf: b: 1 ill-formed escape of java: not changed\n");
}

#[test]
fn changes_text_between_escapes() {
    let folder = Folder::new();
    let options = ["convert", "-f", "html", "-t", "java", "--normalize", "nfc", "--eol", "crlf"];
    folder.pipe(&options, "e&#x301;&NewLine;").exits(0).prints("\\u00E9\r\n");
}

/// The text has several blocks, and escapes at their borders.
#[test]
fn reads_and_writes_much_text() {
    let folder = Folder::new();
    let text = "ab é漢 😀 c\r\n".repeat(15_000);
    folder.file("in", &text);
    for surface in
        ["java", "c99", "html", "quoted-printable", "punycode", "windows-1252/encoded-words"]
    {
        folder.run(&["convert", "-t", surface, "-o", "out", "in"]).exits(0);
        let run = folder.run(&["convert", "-f", surface, "out"]).exits(0).says("");
        assert!(run.stdout == text.as_bytes(), "{surface}");
    }
}

#[test]
fn other_commands_do_not_read_escapes() {
    let folder = Folder::new();
    folder.pipe(&["check", "-f", "java"], "").exits(2).mentions("`utf convert`");
    folder.pipe(&["convert", "-f", "java/html"], "").exits(2);
    folder.pipe(&["convert", "-t", "quoted-printable/html"], "").exits(2);
}
