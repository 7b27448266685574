//! Text that is UTF-8 in part is not encoded twice.

use crate::support::Folder;

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
