//! Text in encodings that shift from ASCII to other characters. All of it is also well-formed
//! UTF-8, so the commands report what it looks like.

use crate::support::Folder;

const JAPANESE: &str = "拝啓　時下ますますご清栄のこととお慶び申し上げます。\nカタカナも、\n敬具\n";
const GERMAN: &str =
    "Sehr geehrte Frau Müller,\nwir bestätigen: 1 + 1 = 2\nMit freundlichen Grüßen\n";

#[test]
fn reports_encodings_with_shifts() {
    let folder = Folder::new();
    let short = "Grüße aus Köln";
    let texts =
        [(JAPANESE, "iso-2022-jp"), (JAPANESE, "utf-7"), (GERMAN, "utf-7"), (short, "utf-7")];
    for (text, label) in texts
        .into_iter()
        .flat_map(|(text, label)| [1, 500].map(|times| (text.repeat(times), label)))
    {
        let bytes = folder.pipe(&["convert", "-t", label], &text).exits(0).stdout;
        assert!(bytes.is_ascii());
        folder.file("a", &bytes);
        // Escape sequences are sure, and base64 could be text.
        let is_sure = label == "iso-2022-jp";
        let words = if is_sure {
            format!("looks like {label} (99 %): `utf convert -f {label} a` makes it UTF-8\n")
        } else {
            format!("looks like {label}, but was read as UTF-8; try `-f {label}`\n")
        };
        let check = folder.run(&["check", "a"]).exits(0);
        check.shows(&format!("a: note: {words}")).shows(": well-formed");
        let json = folder.run(&["check", "--format", "json", "a"]).exits(0).lines_of_json();
        assert_eq!((&json[0]["type"], &json[0]["looks_like"]), (&"note".into(), &label.into()));
        folder.run(&["check", "-q", "a"]).exits(0).says("").prints("");
        let said = format!("utf: a: {words}");
        folder.run(&["convert", "a"]).exits(0).prints(&bytes).says(&said);
        let (status, files) =
            if is_sure { (1, format!("utf: a: left unchanged: {words}")) } else { (0, said) };
        folder.run(&["convert", "-i", "--dry-run", "a"]).exits(status).prints("").says(&files);
        folder.run(&["convert", "-i", "a"]).exits(status).says(&files);
        folder.run(&["convert", "-o", "out/", "a"]).exits(status).says(&files);
        let quiet = if is_sure { &*files } else { "" };
        folder.run(&["convert", "-q", "-i", "a"]).exits(status).says(quiet);
        assert_eq!(folder.read("a"), bytes);
        // A user who names the encoding knows it, and the text is read in that encoding.
        folder.run(&["convert", "-f", "us-ascii", "a"]).exits(0).says("");
        folder.run(&["convert", "-f", "utf-8", "a"]).exits(0).says("");
        folder.run(&["convert", "-f", label, "a"]).exits(0).prints(&text).says("");
    }
}

/// Text that has a `+` or an escape sequence for another reason. Some of it could be base64 by
/// chance.
#[test]
fn accepts_similar_text() {
    let folder = Folder::new();
    let texts = [
        "i++; +foo; \"a\" + \"b\" +- 3\n",
        "defined $self->{+ENCODING} or croak \"'encoding' is needed\";\n'set to ' . $_[0]->{+ENCODING} }\n",
        "integrity=\"sha384-SggXRQHwCG8g+DktYYzxkXRIkTiEYWBHqev0xnpCxYl\"\n",
        "+function foo() {\n+import os\n-import sys\n+Encoding\n",
        "call +49170123 or +491701234567, C++ and g++-12, a+b@example.org\n",
        "\x1B[32mgreen\x1B(B\x1B[m and \x1B(0lqk\x1B(B\n",
        "a price of \x1B$5\n",
        "A&B &amp; &AOk- ~{!!~}\n",
    ];
    for (text, times) in texts.into_iter().flat_map(|text| [(text, 1), (text, 300)]) {
        let checked = folder.pipe(&["check", "--format", "json"], text.repeat(times)).exits(0);
        assert_eq!(checked.lines_of_json().len(), 1, "{text}");
        folder.pipe(&["convert"], text.repeat(times)).exits(0).says("");
    }
    // A text with other characters than ASCII is not shifted text.
    let mixed = [JAPANESE.as_bytes(), b"Gr+APwA3w-e\n"].concat();
    folder.pipe(&["convert"], mixed).exits(0).says("");
}

/// A guess and a fallback know text in such an encoding, and not only `detect`.
#[test]
fn a_guess_knows_shifts() {
    let folder = Folder::new();
    let chinese = "你好世界，今天天气很好，我们去公园玩。\n";
    let korean = "안녕하세요 세계 여러분 한국어 문서입니다.\n";
    let late = format!("{}{JAPANESE}", "plain text, line by line\n".repeat(7000));
    for (text, label) in [
        (JAPANESE, "iso-2022-jp"),
        (chinese, "hz"),
        (korean, "iso-2022-kr"),
        (GERMAN, "utf-7"),
        (&late, "iso-2022-jp"),
    ] {
        let bytes = folder.pipe(&["convert", "-t", label], text).exits(0).stdout;
        folder.file("a", &bytes);
        folder.run(&["detect", "-b", "a"]).prints(format!("{label}\n"));
        let guessed = format!("a: guessed: {label}, ");
        folder.run(&["convert", "--guess", "a"]).exits(0).prints(text).mentions(&guessed);
        let word: String = text.lines().last().unwrap().chars().take(2).collect();
        folder.run(&["search", "--guess", "-c", &word, "a"]).exits(0).prints("1\n");
        let run = folder.run(&["convert", "--fallback", label, "a"]).exits(0).prints(text);
        run.mentions(&format!("a: read as {label}"));
        // A fallback of another kind does not fit, and the text is not read in it.
        folder.run(&["convert", "--fallback", "windows-1252", "a"]).exits(0).prints(&bytes);
        folder.run(&["convert", "-i", "--guess", "a"]).exits(0);
        assert_eq!(folder.read("a"), text.as_bytes(), "{label}");
    }
    // Text that has a shift by chance is not guessed.
    for text in ["a price of \x1B$5\n", "A&B &amp; &AOk- ~{!!~}\n", "i++; a+b-c +foo- \n"] {
        folder.file("b", text.repeat(300));
        folder.run(&["convert", "-i", "--guess", "b"]).exits(0);
        assert_eq!(folder.read("b"), text.repeat(300).as_bytes());
    }
    // A search for text beyond ASCII reads a file in such an encoding without options.
    folder.file("c", folder.pipe(&["convert", "-t", "iso-2022-jp"], JAPANESE).stdout);
    folder
        .run(&["search", "-c", "拝啓", "c"])
        .exits(0)
        .prints("1\n")
        .mentions("iso-2022-jp (99 %)");
}
