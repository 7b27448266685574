//! The report, the changed files, and the exit status.

use crate::support::Folder;

const BROKEN: &str = "Nicol\u{C3}\u{A1}s\n";

#[test]
fn nothing_changes_unless_asked() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    let run = folder.run(&["repair", "a"]).exits(1).says("");
    run.prints(
        "a:1:6: byte 5: mojibake: `Ã¡` becomes `á`: UTF-8 read as ISO-8859-1 and encoded again\n\
         1 file: 1 fix possible; nothing was changed (use -i or -o)\n",
    );
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
    folder.run(&["repair", "-q", "a"]).exits(1).prints("").says("");
    let run = folder.run(&["repair", "-o", "b", "a"]).exits(0);
    run.shows("1 file: 1 fix in 1 file\n");
    assert_eq!(folder.read("b"), "Nicolás\n".as_bytes());
    folder.run(&["repair", "b"]).exits(0).prints("1 file: nothing to fix\n");
}

#[test]
fn a_report_for_people_is_bounded() {
    let folder = Folder::new();
    folder.file("a", BROKEN.repeat(1200));
    let run = folder.run(&["repair", "-o", "b", "a"]).exits(0);
    assert_eq!(run.text().lines().count(), 1001);
    assert!(run.text().contains("\na:1000:6: byte"), "{run:?}");
    run.shows("1 file: 1200 fixes in 1 file; 200 not shown (--format json shows all)\n");
    assert_eq!(folder.read("b"), "Nicolás\n".repeat(1200).as_bytes());
    let run = folder.run(&["repair", "--format", "json", "a"]).exits(1);
    assert_eq!(run.text().lines().count(), 1201);
}

#[test]
fn the_text_goes_to_standard_output_and_the_report_does_not() {
    let run = Folder::new().pipe(&["repair", "-o", "-"], BROKEN).exits(0);
    run.prints("Nicolás\n").mentions("1 fix in 1 file");
}

#[test]
fn lines_of_json() {
    let input = b"Nicol\xC3\x83\xC2\xA1s \xC0\xAF it\x92s\ncaf\xC3\n";
    let run = Folder::new().pipe(&["repair", "--format", "json"], input).exits(1);
    let expected = concat!(
        r#"{"type":"fix","path":"-","offset":5,"length":4,"line":1,"column":6,"kind":"mojibake","bytes":"c3 83 c2 a1","#,
        r#""becomes":"c3 a1","why":"UTF-8 read as ISO-8859-1 and encoded again","percent":99}"#,
        "\n",
        r#"{"type":"finding","path":"-","encoding":"utf-8","line":1,"column":10,"offset":11,"length":2,"#,
        r#""kind":"overlong","message":"overlong form of U+002F","bytes":"c0 af","means":"U+002F","subparts":2}"#,
        "\n",
        r#"{"type":"fix","path":"-","offset":16,"length":1,"line":1,"column":15,"kind":"stray-byte","bytes":"92","#,
        r#""becomes":"e2 80 99","why":"bytes of windows-1252 among UTF-8","percent":99}"#,
        "\n",
        r#"{"type":"finding","path":"-","encoding":"utf-8","line":2,"column":4,"offset":22,"length":1,"#,
        r#""kind":"truncated","message":"truncated sequence","bytes":"c3","means":null,"subparts":1}"#,
        "\n",
        r#"{"type":"summary","files":1,"files_fixed":1,"bytes":24,"fixes":2,"ambiguous":0,"#,
        r#""ill_formed":2,"unchanged":0,"binary":0,"failures":0,"changed":false}"#,
        "\n",
    );
    assert_eq!(run.text(), expected);
}

/// `changed` is true if fixes were written.
#[test]
fn json_says_whether_anything_changed() {
    let folder = Folder::new();
    for (text, options, changed) in [
        (BROKEN, &["-i"][..], true),
        ("fine\n", &["-i"], false),
        ("fine\n", &["-o", "b"], false),
        (BROKEN, &["-o", "b"], true),
        (BROKEN, &[], false),
    ] {
        folder.file("a", text);
        let run = folder.run(&[&["repair", "--format", "json", "a"], options].concat());
        run.shows(&format!("\"changed\":{changed}}}"));
    }
}

#[test]
fn reports_unchanged_damage() {
    let folder = Folder::new();
    folder.file("a", b"ca\xC3s\n\xC0\xAF \x1B[2J\xFF\n");
    let run = folder.run(&["repair", "-o", "b", "a"]).exits(1);
    run.shows("a:1:3: byte 2: left unchanged: ")
        .shows("a:2:1: byte 5: left unchanged: overlong: overlong form of U+002F: C0 AF\n");
    assert_eq!(folder.read("b"), folder.read("a"));
    let run =
        folder.run(&["repair", "--unsafe-overlong", "--mixed", "windows-1252", "-o", "b", "a"]);
    run.exits(0);
    assert_eq!(folder.read("b"), "caÃs\n/ \x1B[2Jÿ\n".as_bytes());
    let nul = b"\xC0\x80";
    folder.pipe(&["repair", "-o", "-"], nul).exits(1).prints(nul);
    folder.pipe(&["repair", "-o", "-", "--as", "java-modified-utf-8"], nul).exits(0).prints("\0");
}

/// A word lost a byte of `í`.
#[test]
fn guessed_bytes() {
    let folder = Folder::new();
    let text = "El camiÃ³n de MarÃ\u{FFFD}a estÃ¡ en la estaciÃ³n.\n";
    folder.file("a", text);
    let run = folder.run(&["repair", "--format", "json", "a"]).exits(1);
    assert_eq!(run.text().matches(r#""percent":"#).count(), 4, "{}", run.text());
    assert_eq!(run.text().matches(r#""guess":true"#).count(), 1, "{}", run.text());
    folder.run(&["repair", "a"]).exits(1).shows("encoded again (with a guessed byte");
    folder.run(&["repair", "-o", "b", "a"]).exits(0);
    assert_eq!(folder.read("b"), "El camión de María está en la estación.\n".as_bytes());
    let run = folder.run(&["repair", "--no-guessed-bytes", "-o", "b", "a"]).exits(1);
    run.shows("left unchanged: `Ã�` may be damaged (mojibake): `í`");
    let kept = "El camión de MarÃ\u{FFFD}a está en la estación.\n";
    assert_eq!(folder.read("b"), kept.as_bytes());
}

#[test]
fn nothing_of_the_input_reaches_the_terminal_raw() {
    let input = "tambi\u{C3}\u{A9}n \u{E2}\u{20AC}\u{AE}\n\u{FEFF}\u{202E}\n";
    let run = Folder::new().pipe(&["repair"], input).exits(1);
    assert!(!run.text().contains(['\u{202E}', '\u{1B}', '\u{FEFF}']), "{}", run.text());
}

#[test]
fn in_place() {
    let folder = Folder::new();
    let clean = folder.file("clean", "naïve\n");
    let before = clean.metadata().unwrap().modified().unwrap();
    folder.file("a", BROKEN);
    folder.file("b", b"caf\xE9\n");
    folder.run(&["repair", "-i", "a", "b", "clean", "missing"]).exits(2).mentions("missing");
    assert_eq!(folder.read("a"), "Nicolás\n".as_bytes());
    assert_eq!(folder.read("b"), "café\n".as_bytes());
    assert_eq!(clean.metadata().unwrap().modified().unwrap(), before);
    folder.file("a", BROKEN);
    folder.run(&["repair", "--in-place=.bak", "."]).exits(0).shows("1 fix in 1 file");
    assert_eq!(folder.read("a.bak"), BROKEN.as_bytes());
    assert_eq!(folder.names(), ["a", "a.bak", "b", "clean"]);
    folder
        .pipe(&["repair", "-i"], BROKEN)
        .exits(2)
        .mentions("standard input cannot be changed in place");
}

#[test]
fn one_output_is_of_one_file() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-o", "out", "a", "a"]).exits(2).mentions("-o accepts only one file");
    folder.run(&["repair", "-o", "-", "."]).exits(2).mentions("-o accepts only one file");
    folder.shell("utf repair -o - a >>a").exits(2).mentions("input file is output file");
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn a_failure_leaves_the_file() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-o", "/dev/full", "a"]).exits(2);
    folder.run(&["repair", "-i", "--patch", "no/such", "a"]).exits(2).mentions("no/such");
    folder.run(&["repair", "-i", "--patch", "/dev/full", "a"]).exits(2);
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn keeps_binary_files_and_utf_32() {
    let folder = Folder::new();
    let binary = b"\x7FELF\0\0caf\xE9s ab\r\n\xE9t\xE9";
    folder.file("binary", binary);
    let words = "note: binary: contains NUL (`-a` treats it as text), not repaired\n";
    folder.run(&["repair", "-i", "binary"]).exits(1).shows(&format!("binary: {words}"));
    assert_eq!(folder.read("binary"), binary);
    folder.run(&["repair", "-i", "."]).exits(0).prints("0 files; 1 binary, not repaired\n");

    let text = b"\0\0\xFE\xFF\0\0\0c\0\0\0a\0\0\0f\0\0\0\xE9\0\0\0s";
    folder.file("utf-32", text);
    folder.run(&["repair", "-i", "utf-32"]).exits(1).shows("utf-32: note: UTF-32");
    folder.run(&["repair", "-i", "."]).exits(0).shows("UTF-32");
    assert_eq!(folder.read("utf-32"), text);
    folder.pipe(&["repair", "-o", "-"], text).exits(1).prints("").mentions("UTF-32");
}

/// Files with NUL stay for every kind of output, unless `-a` is given.
#[test]
fn keeps_files_with_nul() {
    let folder = Folder::new();
    let text = b"1\tok\n2\ta\0b\n3\tcaf\xC3\xA9 caf\xE9\n";
    let fixed = b"1\tok\n2\ta\0b\n3\tcaf\xC3\xA9 caf\xC3\xA9\n";
    folder.file("n.log", text);
    let words = "note: binary: contains NUL (`-a` treats it as text), not repaired\n";
    for arguments in
        [&["repair", "n.log"][..], &["repair", "-i", "n.log"], &["repair", "-o", "o", "n.log"]]
    {
        folder.run(arguments).exits(1).shows(&format!("n.log: {words}"));
    }
    folder.pipe(&["repair"], text).exits(1).shows(words);
    folder.pipe(&["repair", "-o", "-"], text).exits(1).prints("").mentions(words);
    assert_eq!((folder.read("n.log"), folder.names()), (text.to_vec(), vec!["n.log".to_owned()]));

    folder.run(&["repair", "-a", "n.log"]).exits(1).shows("1 fix possible");
    folder.pipe(&["repair", "--text", "-q", "-o", "-"], text).exits(0).prints(fixed);
    folder.run(&["repair", "-a", "-o", "o", "n.log"]).exits(0);
    folder.run(&["repair", "-a", "-i", "n.log"]).exits(0);
    assert_eq!((folder.read("n.log"), folder.read("o")), (fixed.to_vec(), fixed.to_vec()));

    // The bytes of UTF-16 are never stray bytes.
    let wide: Vec<u8> = "Stra\u{DF}e und caf\u{E9}, ein Wort\n"
        .repeat(9)
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    folder.file("wide", &wide);
    for arguments in [&["repair", "wide"][..], &["repair", "-a", "-i", "wide"]] {
        folder
            .run(arguments)
            .exits(1)
            .shows("wide: note: looks like utf-16le without a BOM (`utf convert -f utf-16le wide`");
    }
    assert_eq!(folder.read("wide"), wide);
}

/// SARIF and GitHub reports have fixes and unchanged damage.
#[test]
fn formats_of_services() {
    let folder = Folder::new();
    folder.file("a", b"fine\ncaf\xC3\x83\xC2\xA9 \xFF\n");
    let run = folder.run(&["repair", "--format", "sarif", "a"]).exits(1);
    let log: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(log["runs"][0]["tool"]["driver"]["name"], "utf repair");
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"mojibake".into(), &"warning".into()));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    let expected = [("startLine", 2), ("byteOffset", 8), ("byteLength", 4)];
    expected.iter().for_each(|(key, value)| assert_eq!(region[key], *value, "{key}"));
    let run = folder.run(&["repair", "--format", "github", "a"]).exits(1);
    run.shows("::warning file=a,line=2,col=4,title=mojibake::")
        .shows(",title=invalid-byte::left unchanged: ");
}

/// In place works as for `convert -i`: links, hard links, read-only files, backups, modes and times.
#[test]
fn in_place_is_careful() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::new();
    let path = folder.file("a", BROKEN);
    folder.shell("ln a b; chmod 4640 a; touch -d 2001-01-01 a").exits(0);
    folder.run(&["repair", "-i", "a"]).exits(1).mentions("hard links");
    assert_eq!(folder.read("a"), BROKEN.as_bytes());
    folder.run(&["repair", "-i", "--break-links", "--keep-time", "a"]).exits(0);
    assert_eq!((folder.read("a"), folder.read("b")), ("Nicolás\n".into(), BROKEN.into()));
    let facts = path.metadata().unwrap();
    assert_eq!((facts.permissions().mode() & 0o7777, facts.mtime() / 86_400), (0o4640, 11_323));
    folder.shell("ln -s b link; mkdir in; ln -s ../a in/out").exits(0);
    folder.run(&["repair", "-i", "link"]).exits(0);
    assert_eq!(folder.read("b"), "Nicolás\n".as_bytes());
    assert!(folder.path("link").is_symlink());
    folder.run(&["repair", "-i", "in/out"]).exits(1).mentions("a link out of its directory");
    folder.file("c", BROKEN);
    folder.file("c.bak", "old");
    let run = folder
        .run(&["repair", "-i.bak", "c"])
        .exits(1)
        .mentions("already exists: use another suffix");
    run.shows("0 files; 1 file left unchanged\n");
    folder.shell("chmod 444 c").exits(0);
    folder.run(&["repair", "-i", "c"]).exits(1).mentions("read-only: use --force");
    assert_eq!(folder.read("c"), BROKEN.as_bytes());
    folder.run(&["repair", "-i", "--force", "c"]).exits(0);
    assert_eq!(folder.read("c"), "Nicolás\n".as_bytes());
}

/// The report and the files do not depend on the number of threads.
#[test]
fn many_files_by_many_threads() {
    let reports = ["1", "4"].map(|threads| {
        let folder = Folder::new();
        for number in 0..60 {
            let text = [BROKEN, "naïve\n", "it\u{92}s\n"][number % 3].repeat(number + 1);
            folder.file(&format!("{number:02}"), text);
        }
        let told = folder.run(&["repair", "-j", threads, "."]).exits(1).text().to_owned();
        folder.run(&["repair", "-q", "-i", "-j", threads, "."]).exits(0);
        assert_eq!(folder.read("03"), "Nicolás\n".repeat(4).as_bytes());
        assert_eq!(folder.names().len(), 60);
        told
    });
    assert_eq!(reports[0], reports[1]);
}

/// UTF-16 after two BOMs, after that of UTF-8, and without a byte is fixed in place as reported.
#[test]
fn fixes_utf16_in_place() {
    let text = "A line of text, and another one.\n".repeat(60);
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let cases = [
        ("two", [b"\xEF\xBB\xBF\xFF\xFE", &little[..]].concat(), b"\xFF\xFE", &little),
        ("none", [b"\xEF\xBB\xBF", &little[..]].concat(), b"\xFF\xFE", &little),
        // Without the 00 of `n`.
        ("lost", [b"\xFE\xFF", &big[..8], &big[9..]].concat(), b"\xFE\xFF", &big),
    ];
    let folder = Folder::new();
    for (name, broken, bom, whole) in cases {
        folder.file(name, &broken);
        folder.run(&["repair", name]).exits(1);
        folder.run(&["repair", "-i", name]).exits(0);
        assert!(folder.read(name) == [bom, &whole[..]].concat(), "{name}");
    }
    // Without a low byte, two high ones are adjacent. The file is not binary.
    folder.file("low", [b"\xFE\xFF", &big[..9], &big[10..]].concat());
    folder.run(&["repair", "-i", "low"]).exits(1);
}

/// Ill-formed UTF-16 stays and is reported.
#[test]
fn reports_ill_formed_utf16() {
    let folder = Folder::new();
    folder.file("wide", b"\xFF\xFEa\0\x3D\xD8b\0\x00\xDE\n\0");
    let run = folder.run(&["repair", "--format", "json", "wide"]).exits(1);
    let lines = run.lines_of_json();
    assert_eq!(
        (&lines[0]["kind"], &lines[0]["offset"]),
        (&"lone-high-surrogate".into(), &4.into())
    );
    assert_eq!((&lines[1]["encoding"], &lines[1]["bytes"]), (&"utf-16le".into(), &"00 de".into()));
    assert_eq!((lines.len(), &lines[2]["ill_formed"]), (3, &2.into()));
    let run = folder.run(&["repair", "wide"]).exits(1);
    run.shows("wide: byte 4: left unchanged: lone-high-surrogate: ")
        .shows("2 ill-formed, left unchanged");
    folder.run(&["repair", "-q", "-i", "wide"]).exits(1);
}

/// Columns are those of `check`, which does not count a BOM.
#[test]
fn columns_after_a_bom() {
    let folder = Folder::new();
    for text in [
        &b"\xEF\xBB\xBF\xC3\xA9\xC0\xAF"[..],
        b"\xEF\xBB\xC0\xAF",
        b"\xC3\xA9\xC0\xAF",
        b"\xC0\xAF",
    ] {
        folder.file("a", text);
        let column = |command: &str| {
            let run = folder.run(&[command, "--format", "json", "a"]).exits(1);
            let lines = run.lines_of_json();
            let overlong = lines.iter().find(|line| line["kind"] == "overlong").cloned();
            overlong.unwrap()["column"].clone()
        };
        assert_eq!(column("repair"), column("check"), "{text:?}");
    }
}

/// BOMs of joined files are fixed in UTF-16, too. Its lines are counted if it has a BOM.
#[test]
fn boms_of_joined_files_in_utf_16() {
    let folder = Folder::new();
    folder.file("two", b"\xFF\xFEa\0\n\0b\0\n\0\xFF\xFEc\0\n\0");
    folder
        .run(&["repair", "two"])
        .exits(1)
        .shows("two:3:1: byte 10: stray-bom: `<FF><FE>` becomes nothing");
    folder.run(&["repair", "-i", "two"]).exits(0);
    assert_eq!(folder.read("two"), b"\xFF\xFEa\0\n\0b\0\n\0c\0\n\0");
}

/// A character stays lost, so the repair is not complete.
#[test]
fn fixes_in_part_are_reported() {
    let folder = Folder::new();
    let text = "PÅ™Ã\u{AD}liÅ¡ Å¾luÅ¥ouÄ?kÃ½ kÅ¯Åˆ ÃºpÄ›l Ä?Ã¡belskÃ© Ã³dy\n";
    folder.file("a", text);
    let run = folder.run(&["repair", "-o", "b", "a"]).exits(1);
    assert_eq!(folder.read("b"), "Příliš žluťoučký kůň úpěl \u{FFFD}ábelské ódy\n".as_bytes());
    run.shows("a: note: text is lost").shows("; 1 fix in part, with U+FFFD for a lost character");
}

/// A byte after a letter may be the rest of a character whose first byte was lost.
#[test]
fn a_byte_that_may_be_the_rest_of_a_letter_stays() {
    let folder = Folder::new();
    let bytes = [b"si\x99 ", "ładnie\nsię ładnie\n".as_bytes()].concat();
    folder.file("a", &bytes);
    let run = folder.run(&["repair", "-o", "b", "a"]).exits(1);
    run.shows("left unchanged: `<99>` may be damaged (stray-byte): `™` or `ę`\n");
    assert_eq!(folder.read("b"), bytes);
    // Without such a letter, the sign is certain.
    folder.file("a", [b"Utfkit\x99 is na", "ïve café\n".as_bytes()].concat());
    folder.run(&["repair", "-o", "b", "a"]).exits(0);
    assert_eq!(folder.read("b"), "Utfkit™ is naïve café\n".as_bytes());
}

/// Several layers of the same damage are certain, although each gives text that no one writes.
#[test]
fn a_fix_has_no_low_probability() {
    let misread = |text: String| text.bytes().map(char::from).collect::<String>();
    let text = misread(misread(misread("приятности\n".to_owned())));
    let run = Folder::new().pipe(&["repair"], text).exits(1);
    assert!(run.text().contains("becomes") && !run.text().contains(" %)"), "{run:?}");
}
