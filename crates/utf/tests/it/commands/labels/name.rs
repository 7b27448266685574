//! One label in full, with the standards that disagree about it.

use crate::support::{Folder, Run};

fn show(arguments: &[&str]) -> Run {
    Folder::new().run(&[&["labels"], arguments].concat())
}

#[test]
fn disagreements_are_shown() {
    show(&["utf-16"])
        .exits(0)
        .shows("\n  means      utf-16\n")
        .shows("whatwg: utf-16le, read with or without a BOM, written without")
        .shows("git: utf-16, a BOM is required")
        .shows("dotnet: utf-16le, written with a BOM");
    show(&["latin1"]).shows("means      iso-8859-1\n").shows("whatwg, mysql: windows-1252");
    show(&["UTF8"]).shows("means      utf-8\n").shows("elsewhere  oracle: cesu-8\n");
    show(&["ucs-2"]).shows("glibc 2.36: ucs-2 (host order, no BOM handling)");
    show(&["utf-8-sig"]).shows("elsewhere  no other meaning is known; not a label in whatwg\n");
}

#[test]
fn a_set_decides() {
    show(&["--label-set", "oracle", "utf8"])
        .exits(0)
        .shows("\n  means      cesu-8\n  note       UTF-8 proper is AL32UTF8\n")
        .shows("iana, whatwg, python, git, mysql, dotnet");
    show(&["utf8mb3"]).shows("note       utf8mb3 has no character above U+FFFF");
    show(&["u8"]).exits(2).shows("means      nothing in this label set\n").shows("python: utf-8");
}

#[test]
fn unknown_names() {
    let run = show(&["utf-9", "utf-8"]).exits(2).shows("means      utf-8\n");
    run.mentions("utf: unknown encoding `utf-9`; did you mean utf-8");
    show(&["klingon"])
        .exits(2)
        .prints("")
        .says("utf: unknown encoding `klingon` (`utf labels --brief` lists the encodings)\n");
    let hostile = show(&["\u{1B}]0;title\u{7}"]).exits(2).prints("");
    assert!(!hostile.stderr.contains('\u{1B}') && !hostile.stderr.contains('\u{7}'));
}

/// Numbers of code pages, and names of other programs and file formats, work in every command.
#[test]
fn numbers_and_names_of_other_programs() {
    for (label, meaning) in [
        ("1252", "windows-1252"),
        ("ANSI 936", "gbk"),
        ("65001 : Unicode (UTF-8)", "utf-8"),
        ("LDID/101", "ibm866"),
        ("WE8ISO8859P15", "iso-8859-15"),
        ("wcyrillic", "windows-1251"),
        ("WIN866", "ibm866"),
    ] {
        show(&[label]).exits(0).shows(&format!("\n  means      {meaning}\n"));
    }
    show(&["1200"]).shows("note       it is the code page of Windows; the CCSID 1200");
    show(&["gbk"]).shows(" \"ANSI 936\" ").shows("LDID/77");
    show(&["whatwg-koi8-u"]).shows("reads      KOI8-U with U+045E at AE");
    let folder = Folder::new();
    folder.file("a", b"\x80 \xE9");
    folder.run(&["convert", "-f", "1252", "-t", "65001", "a"]).exits(0).prints("\u{20AC} \u{E9}");
}

#[test]
fn as_json() {
    let run = show(&["--format", "json", "UTF-16", "--label-set", "python"]).exits(0);
    let [line] = &run.lines_of_json()[..] else { panic!("{run:?}") };
    assert_eq!((&line["type"], &line["label"]), (&"label".into(), &"UTF-16".into()));
    assert_eq!((&line["set"], &line["encoding"]["name"]), (&"python".into(), &"utf-16".into()));
    let sets = line["sets"].as_array().unwrap();
    let of =
        |whose: &str| sets.iter().find(|set| set["whose"] == whose).unwrap()["meaning"].clone();
    assert_eq!(of("iana"), "utf-16");
    assert_eq!(of("dotnet"), "utf-16le, written with a BOM");
    let icu = line["elsewhere"].as_array().unwrap().iter();
    assert!(icu.clone().any(|row| row["whose"] == "ICU 72" && row["meaning"] == "utf-16"));
}

/// Programs have names of their own for an encoding, and browsers may not have it.
#[test]
fn programs_have_names() {
    let run = show(&["cp037"]).exits(0);
    let words = run.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "names python cp037, java IBM037, dotnet IBM037, oracle WE8EBCDIC37, glibc IBM037, icu ibm-37_P100-1995; whatwg does not have it",
        "elsewhere no other meaning is known; not a label in whatwg",
    ] {
        assert!(words.contains(part), "{words}");
    }
    show(&["iso-8859-2"]).shows("names      whatwg iso-8859-2, python iso8859-2, ");
    let run = show(&["--format", "json", "cp037"]);
    let [line] = &run.lines_of_json()[..] else { panic!("{run:?}") };
    let names = line["names"].as_array().unwrap();
    assert!(names.iter().any(|one| one["whose"] == "glibc" && one["name"] == "IBM037"));
    assert!(!names.iter().any(|one| one["whose"] == "whatwg"));
}

/// Some labels are read as a larger charset than the registered one. The note names it.
#[test]
fn notes_name_supersets() {
    let says = |label: &str, note: &str| {
        let run = show(&[label]).exits(0);
        let words = run.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("note {note}")), "{label}: {words}");
        let whatwg = show(&["--label-set", "whatwg", label]);
        assert!(!whatwg.text().contains("\n  note "), "{label}: {whatwg:?}");
        assert!(!whatwg.text().contains("no one means"), "{label}: {whatwg:?}");
    };
    says("gb2312", "it is read as GBK, a superset with U+00B7 at A1A4");
    says("EUC-KR", "it is read as windows-949 (`uhc`), a superset; only KS X 1001 is written");
    says("shift_jis", "it is read as windows-31j, a superset");
    says("eucjp", "unlike in the IANA registry and Python, the rows of NEC and IBM are read here");
    says("iso-2022-jp", "unlike in RFC 1468, halfwidth katakana and the rows of NEC");
    says("big5", "unlike in Python, it has the extensions");
    says("tis-620", "TIS-620 does not assign A0");
    says("windows-1252", "81, 8D, 8F, 90 and 9D are unassigned in Microsoft's");
    for open in ["CP1250", "x-cp1251", "windows-1253", "cp1254", "cp1255", "cp1257", "cp1258"] {
        says(open, "bytes of 80..9F that are unassigned in Microsoft's published table");
    }
    says("cp874", "bytes of 80..9F that are unassigned");
    let exact = ["windows-31j", "cp949", "gbk", "gb18030", "windows-1256", "iso-8859-11", "koi8-u"];
    for exact in exact {
        let run = show(&[exact]).exits(0);
        assert!(!run.text().contains("\n  note "), "{exact}: {run:?}");
    }
    show(&["--label-set", "python", "gb2312"]).shows("\n  note       it is read as GBK");
    show(&["tis-620"]).shows("registered TIS-620, MIBenum 2259; for MIME text/*");
    // KOI8-RU is a separate charset. Browsers read it as their KOI8-U.
    show(&["koi8-ru"]).shows("means      koi8-ru\n").shows("whatwg: whatwg-koi8-u");
}

/// The notes about charsets that read more characters than they write are correct.
#[test]
fn notes_name_characters_that_are_not_written() {
    let folder = Folder::new();
    let reads = |label: &str, bytes: &[u8], text: &str, back: bool| {
        let run = folder.pipe(&["convert", "-f", label], bytes).exits(0).prints(text);
        let back_again = folder.pipe(&["convert", "-t", label], &run.stdout);
        assert_eq!(back_again.status == Some(0) && back_again.stdout == bytes, back, "{label}");
        let said = show(&[label]);
        assert_eq!(said.text().contains("\n  writes     the same\n"), back, "{label}: {said:?}");
    };
    reads("big5", b"\x87\x40", "\u{43F0}", false);
    reads("euc-jp", b"\xAD\xA1", "\u{2460}", false);
    reads("iso-2022-jp", b"\x1B(I1\x1B(B", "\u{FF71}", false);
    reads("shift_jis", b"\x87\x90", "\u{2252}", false);
    reads("euc-kr", b"\x81\x41", "\u{AC02}", false);
    // The codes of four bytes belong to GB 18030.
    folder.pipe(&["convert", "-f", "gbk"], b"\x81\x30\x81\x30").exits(1);
    reads("koi8-u", b"\xAE\xBE", "\u{255D}\u{256C}", true);
    reads("tis-620", b"\xA0\xA1", "\u{A0}\u{E01}", true);
    let open = "\u{81}\u{8D}\u{8F}\u{90}\u{9D}";
    reads("windows-1252", b"\x81\x8D\x8F\x90\x9D", open, true);
    reads("windows-1251", b"\x98", "\u{98}", true);
}

/// A label that browsers do not have may mean an encoding that they have under another name.
#[test]
fn names_of_browsers_are_not_denied() {
    let run = show(&["latin9"]).shows("whatwg iso-8859-15").shows("not a label in whatwg");
    assert!(!run.text().contains("whatwg does not have it"), "{run:?}");
    show(&["037"]).shows("whatwg does not have it");
}

/// A set decides about labels with several meanings. It does not reject labels that only others have,
/// and the help says so.
#[test]
fn a_set_accepts_labels_of_others() {
    let folder = Folder::new();
    show(&["--label-set", "glibc", "037"]).shows("means      ibm037\n");
    folder.run(&["labels", "--label-set", "whatwg", "037"]).exits(2);
    let help = folder.run(&["labels", "--help"]).exits(0);
    let words: Vec<_> = help.text().split_whitespace().collect();
    assert!(words.join(" ").contains("Labels that only other sets have are accepted, too"));
}
