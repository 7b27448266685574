//! The list of encodings.

use crate::support::Folder;

#[test]
fn lists_every_encoding_with_its_facts() {
    let list = Folder::new().run(&["labels"]).exits(0).says("");
    let names = Folder::new().run(&["convert", "-l"]).exits(0);
    for name in names.text().lines().filter_map(|line| line.split_whitespace().next()) {
        assert!(list.text().lines().any(|line| line == name), "{name}");
    }
    list.shows(
        "\nutf-16be
  reads      big-endian UTF-16 (RFC 2781 section 4.1)
  writes     the same
  BOM        none: U+FEFF at the start is text
  registered UTF-16BE, MIBenum 1013; not for MIME text/* (RFC 2781 Appendix A)
  labels     utf-16be* csUTF16BE utf16be AL16UTF16 1201 windows-1201
             utf-16be-bom utf16be-bom: written with a BOM
",
    )
    .shows("registered ISO_8859-1:1987, in MIME ISO-8859-1, MIBenum 4; for MIME text/*")
    .shows("\n* the label to use in MIME\n");
}

#[test]
fn as_json() {
    let list = Folder::new().run(&["labels", "--format", "json"]).exits(0);
    let lines = list.lines_of_json();
    let find = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    assert!(lines.iter().all(|line| line["type"] == "encoding" && line["labels"].is_array()));
    let utf16 = find("utf-16");
    assert_eq!(utf16["bom"], "decides");
    assert_eq!(utf16["boms"], serde_json::json!(["FE FF", "FF FE"]));
    assert_eq!((&utf16["mib"], &utf16["mime_text"]), (&1015.into(), &"unsuitable".into()));
    let utf8 = find("utf-8");
    assert_eq!((&utf8["mime_text"], &utf8["mime_name"]), (&"suitable".into(), &"UTF-8".into()));
    let sig = utf8["more_labels"].as_array().unwrap().iter();
    let sig = sig.clone().find(|more| more["label"] == "utf-8-sig").unwrap();
    assert_eq!(sig["says"], "written with a BOM");
    assert!(find("wtf-8")["mib"].is_null());
}

#[test]
fn a_set_lists_its_own_labels() {
    let labels = |set: &str| Folder::new().run(&["labels", "--label-set", set]).exits(0);
    labels("python").shows(" u8 ").shows("unicodebigunmarked");
    labels("iana").shows(" csUTF16 ");
    assert!(!labels("iana").text().contains("unicodebigunmarked"));
    Folder::new().run(&["labels", "--label-set", "klingon"]).exits(2).mentions("whatwg");
}

/// The charsets of a language: those that detection knows first.
#[test]
fn of_a_language() {
    let list = |language: &str| {
        let run = Folder::new().run(&["labels", "--language", language]).exits(0).says("");
        let names = run.text().lines().filter(|line| !line.starts_with([' ', '*']));
        names.filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let korean = list("ko");
    assert_eq!(korean, list("Korean"));
    assert_eq!(&korean[..2], ["euc-kr", "johab"]);
    assert!(korean.contains(&"uhc".to_owned()) && korean.contains(&"iso-2022-kr".to_owned()));
    assert_eq!(list("uk")[0], "windows-1251");
    assert_eq!(list("kor"), korean);
    for [code, same] in [["no", "nb"], ["deu", "ger"], ["nno", "nn"]] {
        assert_eq!(list(code), list(same), "{code}");
    }
    assert_eq!(list("mt")[0], "iso-8859-3");
    assert_eq!(list("tgk")[0], "koi8-t");
    assert_eq!(list("yi")[0], "windows-1255");
    // All of EBCDIC comes after the rest.
    let german = list("de");
    let at = |name: &str| german.iter().position(|one| one == name).unwrap();
    assert!(at("ibm037") > at("hp-roman8") && at("ibm273") > at("macintosh"), "{german:?}");
    assert!(list("kn").is_empty());
    Folder::new().run(&["labels", "--language", "klingon"]).exits(2).mentions("ISO 639");
    Folder::new().run(&["labels", "--language", "ko", "latin1"]).exits(2);
    let json = Folder::new().run(&["labels", "--language", "th", "--format", "json"]).exits(0);
    assert_eq!(json.lines_of_json()[0]["name"], "windows-874");
}
