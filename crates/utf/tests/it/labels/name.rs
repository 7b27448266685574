//! One label in full, and who disagrees about it.

use crate::support::{Folder, Run};

fn show(arguments: &[&str]) -> Run {
    Folder::new().run(&[&["labels"], arguments].concat())
}

#[test]
fn disagreements_are_shown() {
    show(&["utf-16"])
        .exits(0)
        .shows("\n  means      utf-16\n")
        .shows("whatwg: utf-16le, read with or without a signature, written without")
        .shows("git: utf-16, with a signature or not at all")
        .shows("dotnet: utf-16le, written with a signature");
    show(&["latin1"]).shows("means      iso-8859-1\n").shows("whatwg, mysql: windows-1252");
    show(&["UTF8"]).shows("means      utf-8\n").shows("elsewhere  oracle: cesu-8\n");
    show(&["ucs-2"]).shows("glibc 2.36: ucs-2 (host order, no BOM handling)");
    show(&["utf-8-sig"]).shows("elsewhere  no one means anything else by it\n");
}

#[test]
fn a_set_decides() {
    show(&["--label-set", "oracle", "utf8"])
        .exits(0)
        .shows("\n  means      cesu-8\n  note       UTF-8 proper is AL32UTF8\n")
        .shows("iana, whatwg, python, git, mysql, dotnet");
    show(&["utf8mb3"]).shows("note       utf8mb3 holds no character above U+FFFF");
    show(&["u8"]).exits(0).shows("means      nothing in this label set\n").shows("python: utf-8");
}

#[test]
fn unknown_names() {
    let run = show(&["utf-9", "utf-8"]).exits(2).shows("means      utf-8\n");
    run.mentions("utf: unknown encoding `utf-9`; did you mean utf-8");
    show(&["klingon"])
        .exits(2)
        .prints("")
        .says("utf: unknown encoding `klingon` (`utf labels` lists what is known)\n");
    let hostile = show(&["\u{1B}]0;title\u{7}"]).exits(2).prints("");
    assert!(!hostile.stderr.contains('\u{1B}') && !hostile.stderr.contains('\u{7}'));
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
    assert_eq!(of("dotnet"), "utf-16le, written with a signature");
    let icu = line["elsewhere"].as_array().unwrap().iter();
    assert!(icu.clone().any(|row| row["whose"] == "ICU 72" && row["meaning"] == "utf-16"));
}
