//! Files that contradict the encoding that the user named are left unchanged.

use super::utf16;
use crate::support::Folder;

const GERMAN: &str = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n";
const WINDOWS_1252: &[u8] =
    b"Portez ce vieux whisky au juge blond qui fume, \xE9l\xE8ve d\xE9\xE7u.\n";

/// Some lines in UTF-8, and some in windows-1252.
fn dump() -> Vec<u8> {
    [GERMAN.as_bytes(), WINDOWS_1252].concat().repeat(4)
}

/// A BOM proves that a file in a directory is text, and that it is not in the named encoding.
#[test]
fn files_with_another_bom_are_failures() {
    let folder = Folder::new();
    let text = utf16("Zwölf\n");
    std::fs::create_dir(folder.path("d")).unwrap();
    folder.file("d/excel.csv", &text);
    let run = folder.run(&["convert", "-f", "windows-1252", "-i", "d"]).exits(1);
    run.says(
        "utf: d/excel.csv: left unchanged: its BOM says utf-16, and `-f windows-1252` would garble it: \
         use `-f utf-16`, or --force-from to convert it anyway\n",
    );
    for [from, to] in [["windows-1252", "windows-1252"], ["utf-8", "utf-8"], ["utf-8", "utf-16"]] {
        let options = ["--eol", "lf", "--errors", "replace", "-i"];
        for path in ["d", "d/excel.csv"] {
            let command = [&["convert", "-f", from, "-t", to][..], &options, &[path]].concat();
            folder.run(&command).exits(1);
            assert_eq!(folder.read("d/excel.csv"), text, "{command:?}");
        }
    }
    folder.run(&["convert", "-f", "windows-1252", "-o", "new/", "d"]).exits(1);
    assert!(!folder.path("new/excel.csv").exists());
    assert_eq!(folder.read("d/excel.csv"), text);
    folder.run(&["check", "-f", "utf-8", "-q", "d"]).exits(1);
    folder.run(&["check", "-q", "d"]).exits(0);
    let found = folder.run(&["search", "-f", "latin1", "Z", "d"]).exits(0);
    assert!(!found.stdout.contains(&0), "{found:?}");
}

#[test]
fn binary_files_are_left_unchanged() {
    let folder = Folder::new();
    let files: [(&str, &[u8], &str); 5] = [
        ("a.zip", b"PK\x03\x04\x14\0\x08\0\x08\0\0\0!\0\xE9\x82", "zip is not text"),
        ("b.gz", b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x4B\x04\0", "gzip is not text"),
        ("c.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02", "PNG is not text"),
        ("d.pdf", b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj\n", "PDF is not text"),
        ("e", b"caf\xE9\0\0\0\0\x01\x02\n", "it contains NUL, so it is not text"),
    ];
    for (name, bytes, _) in files {
        folder.file(name, bytes);
    }
    for (name, bytes, why) in files {
        let run = folder.run(&["convert", "-f", "cp850", "-i", name]).exits(1);
        run.says(&format!("utf: {name}: left unchanged: {why} (--text converts it anyway)\n"));
        assert_eq!(folder.read(name), bytes);
    }
    folder
        .run(&["convert", "-f", "cp850", "-i", "."])
        .exits(0)
        .says("utf: 0 converted, 5 not text\n");
    for (name, bytes, _) in files {
        assert_eq!(folder.read(name), bytes);
    }
    folder.run(&["convert", "-f", "cp850", "-i", "--text", "e"]).exits(0).says("");
    assert_eq!(folder.read("e"), "cafÚ\0\0\0\0\x01\x02\n".as_bytes());
}

#[test]
fn a_fallback_does_not_encode_utf8_twice() {
    let folder = Folder::new();
    let inside = [GERMAN.repeat(9).trim_end().as_bytes(), b" caf\xE9\n"].concat();
    folder.file("inside", &inside);
    let damaged = [GERMAN.repeat(9).as_bytes(), b"caf\xE9\n"].concat();
    folder.file("damaged", &damaged);
    folder.file("latin", WINDOWS_1252);
    folder.file("sjis", b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8A\x45\x81\x41\x8C\xB3\x8B\x43\x82\xC5\x82\xB7\x82\xA9\n".repeat(3));
    let sjis = folder.read("sjis");
    let run = folder.run(&["convert", "-i", "--fallback", "windows-1252", "."]).exits(1);
    run.mentions("inside: left unchanged: most of it is UTF-8, which `--fallback windows-1252` would encode twice: use `utf repair --mixed windows-1252 ./inside`, or ")
        .mentions("damaged: left unchanged: most of it is UTF-8, which `--fallback windows-1252` would encode twice: use `--by-line --candidates windows-1252`, or `-f windows-1252 --force-from` to convert it anyway\n")
        .mentions("sjis: left unchanged: it looks like shift_jis (confidence 99 %), not windows-1252: use `-f shift_jis`, or `-f windows-1252 --force-from` to convert it anyway\n")
        .mentions("1 converted, 3 left unchanged\n");
    assert_eq!((folder.read("damaged"), folder.read("sjis")), (damaged, sjis));
    assert_eq!(folder.read("inside"), inside);
    assert!(String::from_utf8(folder.read("latin")).unwrap().contains("élève"));
    // The output is another file, so the text is converted with a warning.
    let run = folder.run(&["convert", "--fallback", "windows-1252", "sjis"]).exits(0);
    run.mentions("utf: sjis: it looks like shift_jis (confidence 99 %), not windows-1252: use `-f shift_jis`\n");
    let forced = ["convert", "-i", "--fallback", "windows-1252", "--force-from", "damaged"];
    folder.run(&forced).exits(0).mentions("read as windows-1252");
    assert!(String::from_utf8(folder.read("damaged")).unwrap().contains("ZwÃ¶lf"));
}

#[test]
fn a_candidate_does_not_encode_utf8_twice() {
    let folder = Folder::new();
    folder.file("dump.sql", dump());
    let run = folder.run(&["convert", "-i", "--candidates", "windows-1252", "dump.sql"]).exits(1);
    run.mentions("UTF-8, which `--candidates windows-1252` would encode twice: use `--by-line --candidates windows-1252`");
    assert_eq!(folder.read("dump.sql"), dump());
}

#[test]
fn from_does_not_encode_parts_twice() {
    let folder = Folder::new();
    folder.file("dump.sql", dump());
    let run = folder.run(&["convert", "-f", "windows-1252", "-i", "dump.sql"]).exits(1);
    run.mentions(" is UTF-8, which `-f windows-1252` would encode twice: use `--by-line --candidates windows-1252`, or `-f windows-1252 --force-from` to convert it anyway\n");
    assert_eq!(folder.read("dump.sql"), dump());
    folder
        .run(&["convert", "-i", "--by-line", "--candidates", "windows-1252", "dump.sql"])
        .exits(0);
    let text = String::from_utf8(folder.read("dump.sql")).unwrap();
    assert!(text.contains("élève déçu") && text.contains("Zwölf"), "{text}");
    folder.file("dump.sql", dump());
    folder.run(&["convert", "-f", "windows-1252", "-i", "--force-from", "dump.sql"]).exits(0);
    assert!(String::from_utf8(folder.read("dump.sql")).unwrap().contains("ZwÃ¶lf"));
    // Text that is only in the charset is converted.
    folder.file("latin", WINDOWS_1252.repeat(9));
    folder.run(&["convert", "-f", "windows-1252", "-i", "latin"]).exits(0).says("");
}

/// A charset that the text certainly is not in makes other letters of it, which nothing shows later.
#[test]
fn from_does_not_read_a_certain_charset_as_another() {
    let folder = Folder::new();
    let text = "Привет, мир! Это проверка кодировки текста на русском языке.\n".repeat(8);
    let koi8 = folder.pipe(&["convert", "-t", "koi8-r"], &text).exits(0).stdout;
    folder.file("a", &koi8);
    let from = ["convert", "-f", "windows-1252"];
    let with = |more: &[&'static str]| folder.run(&[&from[..], more].concat());
    let why = "it looks like koi8-r (confidence 99 %), not windows-1252: use `-f koi8-r`";
    let forced = ", or `-f windows-1252 --force-from` to convert it anyway\n";
    with(&["-i", "a"]).exits(1).says(&format!("utf: a: left unchanged: {why}{forced}"));
    assert_eq!(folder.read("a"), koi8);
    // The source stays, so a warning is enough.
    for output in [&["a"][..], &["-o", "out", "a"], &["-o", "dir/", "a"]] {
        with(output).exits(0).says(&format!("utf: a: {why}\n"));
    }
    folder.pipe(&from, &koi8).exits(0).says(&format!("utf: <stdin>: {why}\n"));
    with(&["-q", "a"]).exits(0).says("");
    with(&["--force-from", "a"]).exits(0).says("");
    // The right charset, and one with the same letters.
    for right in ["koi8-r", "koi8-u", "koi8-ru"] {
        folder.run(&["convert", "-f", right, "a"]).exits(0).prints(&text).says("");
        folder.file("b", &koi8);
        folder.run(&["convert", "-i", "-f", right, "b"]).exits(0).says("");
        assert_eq!(folder.read("b"), text.as_bytes());
    }
    // Too little text for certainty.
    folder.file("b", &koi8[..4]);
    with(&["-i", "b"]).exits(0).says("");
    with(&["-i", "--force-from", "a"]).exits(0).says("");
    assert!(folder.read("a").starts_with("ðÒÉ×ÅÔ".as_bytes()));
}

#[test]
fn valid_utf8_is_reported() {
    let folder = Folder::new();
    folder.file("u.txt", GERMAN);
    folder.file("a.txt", "plain ASCII\n");
    let says = "utf: u.txt: the input is valid UTF-8; `-f ibm850` reads it as ibm850\n";
    folder.run(&["convert", "-f", "cp850", "u.txt"]).exits(0).says(says);
    folder.run(&["convert", "-f", "cp850", "-o", "out", "u.txt"]).exits(0).says(says);
    folder.run(&["convert", "-q", "-f", "cp850", "u.txt"]).exits(0).says("");
    folder.run(&["convert", "-f", "cp850", "a.txt"]).exits(0).says("");
    folder.run(&["convert", "-f", "utf-8", "u.txt"]).exits(0).says("");
    let run = folder.pipe(&["convert", "-f", "cp850"], GERMAN).exits(0);
    run.says("utf: <stdin>: the input is valid UTF-8; `-f ibm850` reads it as ibm850\n");
    folder.file("wide", b"\xFF\xFEa\0\n\0");
    let says = "utf: wide: the input has a BOM of utf-16; `-f ibm850` reads it as ibm850\n";
    folder.run(&["convert", "-f", "cp850", "-o", "out", "wide"]).exits(0).says(says);
}

#[test]
fn the_other_byte_order_is_refused() {
    let folder = Folder::new();
    let bytes = &utf16("hello\n")[2..];
    folder.file("n2.txt", bytes);
    let run = folder.run(&["convert", "-i", "-f", "utf-16", "n2.txt"]).exits(1);
    run.says("utf: n2.txt: left unchanged: it looks like utf-16le: use `--input-order little`, or --force-from to convert it anyway\n");
    let run = folder.run(&["convert", "-i", "-f", "utf-16be", "n2.txt"]).exits(1);
    run.mentions("it looks like utf-16le: use `-f utf-16le`");
    let run = folder.run(&["convert", "-i", "-f", "cp850", "n2.txt"]).exits(1);
    run.mentions("it looks like utf-16le without a BOM: use `-f utf-16le`");
    assert_eq!(folder.read("n2.txt"), bytes);
    let run = folder.run(&["convert", "-f", "utf-16", "n2.txt"]).exits(0);
    run.says("utf: n2.txt: it looks like utf-16le: use `--input-order little`\n");
    let run = folder.run(&["check", "-f", "utf-16", "n2.txt"]);
    run.shows("the text makes sense only in utf-16le; try `-f utf-16le`");
    folder.run(&["check", "-f", "utf-16le", "n2.txt"]).exits(0).shows("well-formed");
    folder.run(&["convert", "-i", "-f", "utf-16", "--input-order", "little", "n2.txt"]).exits(0);
    assert_eq!(folder.read("n2.txt"), b"hello\n");
}

#[test]
fn advice_for_a_directory_fits_all_of_its_files() {
    let folder = Folder::new();
    folder.file("a", WINDOWS_1252.repeat(3));
    folder.file("b", WINDOWS_1252.repeat(4));
    let run = folder.run(&["convert", "-i", "."]).exits(1);
    run.mentions("; looks like windows-1252 (").mentions(
        "utf: to convert the 2 files without a known encoding, use `--fallback windows-1252`\n",
    );
    folder.file("c", b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?\n".repeat(9));
    let run = folder.run(&["convert", "-i", "."]).exits(1);
    run.mentions("; looks like windows-1251 (").mentions(
        "utf: to convert the 3 files without a known encoding, use --guess, or `-f` with one file at a time\n",
    );
    folder.run(&["convert", "-i", "--guess", "."]).exits(0).mentions("3 converted\n");
    assert!(String::from_utf8(folder.read("c")).unwrap().starts_with("Привет"));
}

/// A BOM proves the encoding, a cut character does not spoil the proof of UTF-8, and lists of
/// numbers in ASCII are not EBCDIC.
#[test]
fn texts_that_prove_their_encoding_stay() {
    let folder = Folder::new();
    let cut = "Zwölf Boxkämpfer jagen Viktor quer über den Deich \u{FC}".as_bytes();
    let cut = &cut[..cut.len() - 1];
    let wide = b"\xFF\xFEh\0e\0l\0l\0o\0\n\0";
    let numbers = b"\n123 ()\n";
    for (bytes, charset, why) in [
        (&wide[..], "windows-1252", "its BOM says utf-16, and `-f windows-1252` would garble it"),
        (cut, "windows-1252", "UTF-8, which `-f windows-1252` would encode twice"),
        (numbers, "ibm037", "it is valid UTF-8, and `-f ibm037` would garble it"),
        (numbers, "cp930", "it is valid UTF-8, and `-f cp930` would garble it"),
    ] {
        folder.file("a", bytes);
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(1).mentions(why);
        assert_eq!(folder.read("a"), bytes, "{charset}");
        folder.run(&["convert", "-i", "-f", charset, "--force-from", "a"]).exits(0);
        assert_ne!(folder.read("a"), bytes, "{charset}");
    }
}

/// Detection does not know every language, and pairs of letters are UTF-8 by chance in EBCDIC.
#[test]
fn a_charset_that_nobody_names_by_habit_is_trusted() {
    let folder = Folder::new();
    let maltese =
        "Il-bniedem kollha jitwieldu ħielsa u ugwali fid-dinjità u d-drittijiet. Ħażin ġenn.\n";
    let spanish = "Año: señor, mañana, pingüino, ¿qué?, canción, corazón, también, él, está aquí\n";
    for (text, charset) in [(maltese.repeat(60), "iso-8859-3"), (spanish.repeat(9), "ibm037")] {
        folder.file("utf8", &text);
        folder.run(&["convert", "-t", charset, "-o", "a", "utf8"]).exits(0);
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(0);
        assert_eq!(folder.read("a"), text.as_bytes(), "{charset}");
        std::fs::remove_file(folder.path("a")).unwrap();
    }
    // As damaged UTF-8, these Korean letters have two overlong forms.
    folder.file("ko", b"\xBA\xF1\xC0\xB2\xC0\xBB\n");
    folder.run(&["convert", "-i", "-f", "uhc", "ko"]).exits(0).says("");
    assert_eq!(folder.read("ko"), "비율을\n".as_bytes());
    // Several files are read in a fallback, so their text is examined.
    let russian = "Привет, как дела? Это текст на русском языке.\n";
    let bytes = folder.pipe(&["convert", "-t", "windows-1251"], russian).exits(0).stdout;
    folder.file("ru", &bytes);
    folder.run(&["convert", "-i", "--fallback", "iso-8859-13", "ru"]).exits(1);
    assert_eq!(folder.read("ru"), bytes);
}

#[test]
fn records_with_lengths_are_left_unchanged() {
    let folder = Folder::new();
    let record = b"00049nam  2200037   450024500070000\x1E  \x1Fa\xE2e\x1E\x1D";
    folder.file("a.mrc", record);
    let run = folder.run(&["convert", "-i", "-f", "marc-8", "a.mrc"]).exits(1);
    run.mentions("left unchanged: records of MARC contain their lengths");
    assert_eq!(folder.read("a.mrc"), record);
    folder.run(&["convert", "-i", "-f", "marc-8", "--text", "a.mrc"]).exits(0);
}

#[test]
fn the_line_ends_of_zos_need_an_encoding() {
    let folder = Folder::new();
    folder.file("a", b"\xC1\xC2\x15");
    let options = ["convert", "--ebcdic-newline", "zos", "--fallback"];
    let run = folder.run(&[&options[..], &["ibm1047", "a"]].concat());
    run.exits(2).mentions("--ebcdic-newline applies to -f and -t only");
    folder.run(&["convert", "--fallback", "ibm1047-s390", "a"]).exits(0).prints("AB\n");
}

/// The records of z/OS end with a byte that is U+0085 in all other systems.
#[test]
fn the_newline_of_zos_is_reported() {
    let folder = Folder::new();
    let words = "lines end with U+0085, and not with U+000A: use ";
    let run = folder.pipe(&["convert", "-f", "cp037"], b"\xC1\xC2\x15\xC3\x15").exits(0);
    run.prints("AB\u{85}C\u{85}")
        .mentions(words)
        .mentions("`--ebcdic-newline zos` for text of z/OS");
    let zos = ["convert", "-f", "cp037", "--ebcdic-newline", "zos"];
    folder.pipe(&zos, b"\xC1\xC2\x15\xC3\x15").exits(0).prints("AB\nC\n").says("");
    folder.file("a", b"\xC1\xC2\x15");
    let run = folder.run(&["convert", "--fallback", "ibm037", "a"]).exits(0);
    run.mentions(words).mentions("`-f ibm037-s390`");
    for other in [&b"\xC1\x15\x25"[..], b"\xC1\x25", b"\xC1"] {
        folder.pipe(&["convert", "-f", "cp037"], other).exits(0).says("");
    }
    folder.pipe(&["convert", "-f", "cp037", "-t", "ibm1047"], b"\xC1\x15").exits(0).says("");
}

/// `check` reads a text as it declares. `convert` needs an option, and its message names the
/// declaration.
#[test]
fn the_message_names_the_declaration() {
    let folder = Folder::new();
    let xml = b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<a>Zw\xF6lf Boxk\xE4mpfer</a>\n";
    folder.file("a.xml", xml);
    folder.run(&["check", "a.xml"]).exits(0).mentions("as its XML declaration says");
    let words = "looks like windows-1252 (96 %), as its XML declaration says";
    folder.run(&["convert", "a.xml"]).exits(1).mentions(words);
    folder.run(&["convert", "-i", "a.xml"]).exits(1).mentions(words);
    assert_eq!(folder.read("a.xml"), xml);
}

/// A table of dBASE has fields of a fixed length, and its header is not text.
#[test]
fn tables_are_left_unchanged() {
    let folder = Folder::new();
    let field = [&b"NAME\0\0\0\0\0\0\0C\0\0\0\0\x08\0"[..], &[0; 14]].concat();
    let header = [&b"\x03\x63\x01\x01\x01\0\0\0\x41\0\x09\0"[..], &[0; 17], b"\x02\0\0"].concat();
    let table = [&header[..], &field, b"\r", b" K\x94ln    ", b"\x1A"].concat();
    folder.file("a.dbf", &table);
    let reason = "records of dBASE have fields of a fixed length";
    let convert = ["convert", "-f", "ibm850"];
    for options in [&["-i"][..], &["-o", "b"], &["-o", "out/"]] {
        let run = folder.run(&[&convert, options, &["a.dbf"]].concat()).exits(1);
        run.mentions(reason).mentions("--text converts it anyway");
    }
    assert_eq!(folder.read("a.dbf"), table);
    assert!(!folder.path("b").exists());
    folder.run(&[&convert[..], &["--text", "-o", "b", "a.dbf"]].concat()).exits(0);
    folder.run(&[&convert[..], &["a.dbf"]].concat()).exits(0);
}

/// One short line is enough, in any language, and all commands say the same.
#[test]
fn one_line_in_utf8_is_enough() {
    let folder = Folder::new();
    let hebrew = b"\xFA\xE5\xE3\xE4 \xF2\xEC \xE4\xF1\xE1\xEC\xF0\xE5\xFA\n";
    let hungarian = b"\xC1rv\xEDzt\xFBr\xF5 t\xFCk\xF6rf\xFAr\xF3g\xE9p\n";
    let texts: [(&str, &[u8], &str); 2] = [
        ("windows-1255", hebrew, "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
        ("windows-1250", hungarian, "Gy\u{151}r"),
    ];
    for (charset, line, utf8) in texts {
        let text = [&line.repeat(99), utf8.as_bytes(), b"\n", &line.repeat(99)].concat();
        folder.file("log", &text);
        folder.run(&["detect", "log"]).shows("line 100 is UTF-8");
        folder.run(&["check", "log"]).shows("line 100 is UTF-8 and other lines are not");
        let in_utf8 = format!(
            "line 100 is UTF-8, which `-f {charset}` would encode twice: use `--by-line --candidates {charset}`"
        );
        folder.pipe(&["convert", "-f", charset], &text).exits(1).mentions(&in_utf8);
        folder.run(&["convert", "-i", "-f", charset, "log"]).exits(1).mentions(&in_utf8);
        folder.run(&["convert", "-i", "--guess", "log"]).exits(1).mentions("line 100 is UTF-8");
        assert_eq!(folder.read("log"), text, "{charset}");
        folder.run(&["convert", "-i", "--by-line", "--candidates", charset, "log"]).exits(0);
        let all = String::from_utf8(folder.read("log")).unwrap();
        assert_eq!(all.lines().nth(99), Some(utf8));
    }
}

/// A line that may be UTF-8 is converted only to another file, and both readings are shown.
#[test]
fn a_line_that_may_be_utf8_is_not_replaced() {
    let folder = Folder::new();
    let line = b"\xD1\xFA\xE5\xF8\xFC \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA\n";
    let text = [&line.repeat(30), &b"key=\xD0\xB2\n"[..]].concat();
    folder.file("log", &text);
    let words =
        "line 31 may be UTF-8 (`key=\u{432}`, which is `key=\u{420}\u{406}` in windows-1251)";
    let step = format!("log: left unchanged: {words}: use `-f windows-1251 --force-from` if");
    folder.run(&["detect", "log"]).exits(0).shows(words);
    folder.pipe(&["convert", "-f", "windows-1251"], &text).exits(0).mentions(words);
    for options in [&["-f", "windows-1251"][..], &["--candidates", "windows-1251"], &["--guess"]] {
        folder
            .run(&[&["convert", "-i", "-q"], options, &["log"]].concat())
            .exits(1)
            .mentions(&step);
        assert_eq!(folder.read("log"), text);
    }
    folder.run(&["convert", "-i", "-f", "windows-1251", "--force-from", "log"]).exits(0);
    assert!(String::from_utf8(folder.read("log")).unwrap().ends_with("key=\u{420}\u{406}\n"));
}

/// A word in UTF-8 can be on the same line as one in a charset. All commands name it, and `repair`
/// fixes the line.
#[test]
fn one_word_in_utf8_is_enough() {
    let folder = Folder::new();
    let line = b"Gr\xF6\xDFe der H\xE4user l\xE4\xDFt sich sch\xF6n streiten\n";
    let word = &b"7;M\xC3\xBCller;K\xF6ln\n"[..];
    let text = [&line.repeat(20), word, &line.repeat(9)].concat();
    folder.file("log", &text);
    folder
        .run(&["detect", "log"])
        .exits(0)
        .shows("windows-1252")
        .shows("`Müller` in line 21, column 3");
    folder
        .run(&["check", "log"])
        .exits(1)
        .shows("`Müller` in line 21, column 3 is UTF-8 and other words are not");
    let words = "line 21, column 3 is UTF-8 (`Müller`, which is `MÃ¼ller` in windows-1252), which";
    let named = ["-f", "windows-1252"];
    let candidates = ["--candidates", "windows-1252"];
    folder.pipe(&[&["convert"], &named[..]].concat(), &text).exits(1).mentions(words);
    for options in [named, candidates] {
        let run = folder.run(&[&["convert", "-i"], &options[..], &["log"]].concat()).exits(1);
        run.mentions(words).mentions("use `utf repair --mixed windows-1252 log`");
        let elsewhere = ["-q", "-o", "out", "log"];
        folder.run(&[&["convert"], &options[..], &elsewhere].concat()).exits(1).mentions(words);
    }
    folder.run(&["convert", "-i", "--guess", "log"]).exits(1).mentions("is UTF-8");
    assert_eq!(folder.read("log"), text);
    folder.run(&["repair", "-i", "--mixed", "windows-1252", "log"]).exits(0);
    let fixed = String::from_utf8(folder.read("log")).unwrap();
    assert_eq!(fixed.lines().nth(20), Some("7;Müller;Köln"));
}

/// Words in UTF-8 can be next to text in a charset, without a space if that has none.
#[test]
fn words_in_utf8_are_found_in_all_charsets() {
    let folder = Folder::new();
    for (charset, before, text, after) in [
        ("ibm855", "игнориране ", "-l РЕДОВЕ, --length=РЕДОВЕ", ""),
        ("gb18030", "", "人人生而自由，在尊严和权利上一律平等。", "你好世界"),
        ("shift_jis", "", "すべての人間は、生まれながらにして自由であり", "こんにちは世界"),
    ] {
        let text = folder.pipe(&["convert", "-t", charset], text).exits(0).stdout;
        let bytes = [before.as_bytes(), &text, after.as_bytes(), b"\n"].concat();
        folder.file("a", &bytes);
        let run = folder.run(&["convert", "-i", "-f", charset, "a"]).exits(1);
        let twice = format!("which `-f {charset}` would encode twice: use `utf repair --mixed");
        assert_eq!(run.stderr.contains(&twice), charset == "ibm855", "{run:?}");
        run.mentions(&format!("which `-f {charset}` would encode twice"));
        assert_eq!(folder.read("a"), bytes);
        folder.file("a", [&text[..], b"\n"].concat());
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(0).says("");
    }
}

/// Another charset may be likelier for the language, but the named one reads the same words.
#[test]
fn a_close_charset_is_no_contradiction() {
    let folder = Folder::new();
    let text =
        "Ta ütles, et õhtul jõuab kohale üks žanr ja šokolaad\nPõhjalik kõrvalteabe küsimus\n";
    for charset in ["iso-8859-15", "windows-1257"] {
        let bytes = folder.pipe(&["convert", "-t", charset], text.repeat(30)).exits(0).stdout;
        folder.file("a", bytes);
        folder.run(&["convert", "-i", "-f", charset, "a"]).exits(0);
        assert_eq!(folder.read("a"), text.repeat(30).as_bytes(), "{charset}");
    }
}

/// The sign of any currency is rare. Next to a number, it is the euro sign of ISO-8859-15.
#[test]
fn a_currency_sign_may_be_the_euro_sign() {
    let folder = Folder::new();
    let text = "Größe\nDer Preis beträgt 12,50 € für große Äpfel.\n";
    let bytes = folder.pipe(&["convert", "-t", "iso-8859-15"], text).exits(0).stdout;
    let words = "in line 2, `12,50 ¤` seems to be a price";
    for named in ["windows-1252", "iso-8859-1"] {
        for option in ["-f", "--fallback", "--candidates"] {
            folder.file("a", &bytes);
            let run = folder.run(&["convert", "-i", option, named, "a"]).exits(1);
            run.mentions(words).mentions("use `-f iso-8859-15`, or `-f");
            assert_eq!(folder.read("a"), bytes, "{option} {named}");
            folder.run(&["convert", option, named, "a"]).exits(0).mentions(words);
            // A file is not written with another sign, either.
            for output in ["new/", "new"] {
                let run = folder.run(&["convert", "-o", output, option, named, "a"]).exits(1);
                run.mentions(words).mentions("use `-f iso-8859-15`, or `-f");
                std::fs::remove_dir_all(folder.path("new")).ok();
            }
        }
        folder.pipe(&["convert", "-f", named], &bytes).exits(0).mentions(words);
        folder.run(&["convert", "-i", "-f", named, "--force-from", "a"]).exits(0).says("");
        assert_eq!(folder.read("a"), text.replace('€', "¤").as_bytes());
    }
    folder.file("a", &bytes);
    folder.run(&["convert", "-i", "-f", "iso-8859-15", "a"]).exits(0).says("");
    assert_eq!(folder.read("a"), text.as_bytes());
    folder.file("list", b"\xA4 \xC4pfel\n\xA4 2 Birnen\n\xA4 kosten 5 \xA4\n");
    folder.run(&["convert", "-i", "-f", "windows-1252", "list"]).exits(0).says("");
}
