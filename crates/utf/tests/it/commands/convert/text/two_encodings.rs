//! Text that is UTF-8 in part is not encoded twice.

use crate::support::Folder;

/// Lines with UTF-8 and windows-1252, and what they mean.
const MIXED: [(&[u8], &str); 5] = [
    (b"Gr\xC3\xB6\xC3\x9Fe sch\xF6n\n", "Größe schön\n"),
    (b"7;M\xC3\xBCller;K\xF6ln\n", "7;Müller;Köln\n"),
    (b"caf\xC3\xA9 K\xF6ln\n", "café Köln\n"),
    (b"1;f\xFCr J\xC3\xBCrgen\n2;f\xFCr J\xC3\xB6rg\n", "1;für Jürgen\n2;für Jörg\n"),
    (
        b"Die Stra\xC3\x9Fe ist sch\xF6n und gr\xFCn, f\xFCr alle T\xF6ne\n",
        "Die Straße ist schön und grün, für alle Töne\n",
    ),
];

const LINES: [&str; 3] = ["--by-line", "--fallback", "windows-1252"];

/// Neither a file nor a line is read as the charset. The message names the line, and the command in it
/// reads both encodings.
#[test]
fn a_line_in_two_encodings_is_left_unchanged() {
    let folder = Folder::new();
    for (bytes, text) in MIXED {
        for options in [&LINES[..], &["--by-line", "--candidates", "windows-1252"]] {
            folder.file("a", bytes);
            let run = folder.run(&[&["convert", "-i"], options, &["a"]].concat()).exits(1);
            run.mentions("line 1").mentions("utf repair --mixed windows-1252 a`");
            for output in ["dir/", "out"] {
                let convert = ["convert", "-q", "-o", output];
                let run = folder.run(&[&convert, options, &["a"]].concat()).exits(1);
                run.mentions("line 1");
            }
            assert!(!folder.path("out").exists() && !folder.path("dir/a").exists());
            folder.pipe(&[&["convert"], options].concat(), bytes).exits(1).mentions("line 1");
        }
        let run = folder.run(&["convert", "-i", "-f", "windows-1252", "a"]).exits(1);
        run.mentions("use `utf repair --mixed windows-1252 a`");
        assert_eq!(folder.read("a"), bytes);
        folder.run(&["repair", "-i", "--mixed", "windows-1252", "a"]).exits(0);
        assert_eq!(folder.read("a"), text.as_bytes());
        folder.file("a", bytes);
        let forced = ["convert", "-i", "--force-from"];
        folder.run(&[&forced[..], &LINES, &["a"]].concat()).exits(0);
        assert_ne!(folder.read("a"), bytes);
    }
}

/// The line is found among many lines that are each in one encoding. These are converted without it.
#[test]
fn a_line_in_two_encodings_is_found_among_others() {
    let folder = Folder::new();
    let utf8 = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n";
    let latin = b"Portez ce vieux whisky au juge blond qui fume, \xE9l\xE8ve d\xE9\xE7u.\n";
    let plain = [utf8.repeat(20).as_bytes(), &latin.repeat(9), utf8.as_bytes()].concat();
    let mixed = [&plain, MIXED[1].0, utf8.as_bytes()].concat();
    folder.file("a", &mixed);
    let run = folder.run(&[&["convert", "-i"], &LINES[..], &["a"]].concat()).exits(1);
    run.mentions("line 31, column 3 is UTF-8 (`Müller`, which is `MÃ¼ller` in windows-1252)");
    assert_eq!(folder.read("a"), mixed);
    folder.file("a", &plain);
    folder.run(&[&["convert", "-i"], &LINES[..], &["a"]].concat()).exits(0);
    let text = String::from_utf8(folder.read("a")).unwrap();
    assert_eq!(text.matches("élève déçu").count(), 9);
    assert_eq!(text.matches("Zwölf").count(), 21);
}

/// In text of several bytes per character, a Latin word with another letter in UTF-8 is rare by chance.
#[test]
fn latin_words_in_utf8_are_found_in_eastern_text() {
    let folder = Folder::new();
    for (charset, text) in [
        ("euc-kr", "한글 문서를 저장할 수 없습니다"),
        ("uhc", "한글 문서를 저장할 수 없습니다"),
        ("gbk", "无法保存文件，请检查权限"),
        ("gb18030", "无法保存文件，请检查权限"),
        ("big5", "無法儲存檔案，請檢查權限"),
        ("euc-jp", "ファイルを保存できません"),
        ("shift_jis", "ファイルを保存できません"),
        ("johab", "한글 문서를 저장할 수 없습니다"),
    ] {
        let text = folder.pipe(&["convert", "-t", charset], text).exits(0).stdout;
        for word in ["Müller", "señor", "garçon", "tabelës"] {
            for (before, after) in [(&text[..], &b"\n"[..]), (b"", b"\n"), (b"Name: ", b" (1)\n")] {
                let line = [before, b" ", word.as_bytes(), after].concat();
                let bytes = [&text, &b"\n"[..], &line, &text, b"\n"].concat();
                folder.file("a", &bytes);
                let run = folder.run(&["convert", "-i", "-f", charset, "a"]).exits(1);
                run.mentions("line 2").mentions("UTF-8");
                assert_eq!(folder.read("a"), bytes, "{charset}");
                folder.pipe(&["convert", "-f", charset], &bytes).mentions("line 2");
            }
        }
    }
    folder.pipe(&["convert", "-f", "euc-kr"], b"\xC7\xD1\xB1\xDB caf\xC3\xA9\n").exits(1);
}

/// Such words have letters of the charset at their end.
#[test]
fn latin_words_before_eastern_letters_are_not_utf8() {
    let folder = Folder::new();
    for (charset, text) in [
        (
            "euc-kr",
            "저장할 수 없습니다\ncmd창 을 닫습니다\nhelp창 은 dos창 과 다릅니다\nTV청 PC책 A채 file천\n",
        ),
        ("gbk", "data目录 没有\ngit目录 web没 java么 x每y A某B ok么 A毛 C茅\n"),
        ("euc-jp", "Y年 の M他\n"),
    ] {
        let bytes = folder.pipe(&["convert", "-t", charset], text).exits(0).stdout;
        folder.file("a", &bytes);
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(0).says("");
        assert_eq!(folder.read("a"), text.as_bytes());
    }
}

/// The corners of a frame of double lines are valid UTF-8, as letters of phonetics.
#[test]
fn a_drawing_of_lines_is_not_utf8() {
    let folder = Folder::new();
    let frame = "╔╗ a\n╚╝ b\n";
    for charset in ["cp437", "cp850"] {
        let bytes = folder.pipe(&["convert", "-t", charset], frame).exits(0).stdout;
        assert!(str::from_utf8(&bytes).is_ok());
        folder.file("a", &bytes);
        folder.pipe(&["convert", "-f", charset], &bytes).exits(0).prints(frame).says("");
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(0).says("");
        assert_eq!(folder.read("a"), frame.as_bytes());
    }
    for utf8 in ["f\u{FC}r\n", "Th\u{1B0}\n", "\u{43B}\u{430}\n", "\u{27B}\u{27B}a\n"] {
        folder.file("a", utf8);
        folder.run(&["convert", "-i", "-f", "cp437", "a"]).exits(1).mentions("valid UTF-8");
    }
}
