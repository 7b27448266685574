//! `--staged` and `--changed-since`: characters that a change loses.

use super::gates::{git, repository};
use crate::support::Folder;

/// Text in windows-1252, and an edit of it in that charset.
const OLD: &[u8] = b"// die Gr\xF6\xDFe der T\xFCr\nsize = 12\n// das B\xFCro\n";
const EDITED: &[u8] = b"// die Gr\xF6\xDFe der T\xFCr\nsize = 13\n// das B\xFCro\n";

fn with_old() -> Option<Folder> {
    let folder = repository()?;
    folder.file("a.c", OLD);
    git(&folder, "git add -A && git commit -q -m second").exits(0);
    Some(folder)
}

#[test]
fn a_staged_change_may_not_lose_characters() {
    let Some(folder) = with_old() else { return };
    folder.file("a.c", String::from_utf8_lossy(EDITED).as_bytes());
    git(&folder, "git add a.c").exits(0);
    let run = folder.run(&["check", "--staged"]).exits(1);
    run.shows("error[lost-character]: 2 lines lost 4 characters")
        .shows("read as UTF-8 with U+FFFD per part")
        .shows("utf repair --against rev:HEAD");
    let run = folder.run(&["check", "--staged", "--format", "json"]).exits(1);
    let found = &run.lines_of_json()[0];
    assert_eq!((&found["kind"], &found["line"]), (&"lost-character".into(), &1.into()));
    // The command puts them back.
    let fix = found["fix"].as_str().unwrap();
    folder.shell(fix).exits(0);
    assert_eq!(folder.read("a.c"), EDITED);
    git(&folder, "git add a.c").exits(0);
    let run = folder.run(&["check", "-f", "cp1252", "--staged"]).exits(0);
    assert!(!run.text().contains("lost-character"));
}

#[test]
fn text_in_utf_8_may_not_lose_characters() {
    let Some(folder) = repository() else { return };
    let text = "// die Größe der Tür\nsize = 12\n// das Büro\n";
    folder.file("a.c", text);
    git(&folder, "git add -A && git commit -q -m second").exits(0);
    let edited = text.replace("12", "13");
    folder.file("a.c", edited.replace(|c: char| !c.is_ascii(), "\u{FFFD}"));
    git(&folder, "git add a.c").exits(0);
    let run = folder.run(&["check", "--staged"]).exits(1);
    run.shows("error[lost-character]: 2 lines lost 4 characters: utf-8 written with U+FFFD");
    git(&folder, "git commit -q -m third").exits(0);
    // A file with the name of the source is not the source.
    folder.file("auto", "nothing");
    folder.run(&["repair", "--against", "auto", "-i.bak", "a.c"]).exits(0);
    assert_eq!(folder.read("a.c"), edited.as_bytes());
}

#[test]
fn no_program_of_the_repository_runs() {
    let Some(folder) = with_old() else { return };
    folder.file(".gitattributes", "*.c filter=other\n");
    git(&folder, "git add -A && git commit -q -m attributes").exits(0);
    git(&folder, "git config filter.other.clean 'touch ran; cat'").exits(0);
    git(&folder, "git config filter.other.required true").exits(0);
    folder.file("a.c", [EDITED, b"x"].concat());
    folder.run(&["check", "-f", "cp1252", "--changed-since", "HEAD"]).exits(0);
    assert!(!folder.path("ran").exists());
}

#[test]
fn a_branch_may_not_lose_characters() {
    let Some(folder) = with_old() else { return };
    let damaged: Vec<u8> = EDITED.iter().map(|b| if *b < 128 { *b } else { b'?' }).collect();
    folder.file("a.c", &damaged);
    let run = folder.run(&["check", "--changed-since", "main"]).exits(1);
    run.shows("error[lost-character]: 2 lines lost 4 characters").shows("? per character");
    git(&folder, "git commit -q -a -m third").exits(0);
    folder.run(&["check", "--changed-since", "main"]).exits(0);
    folder.run(&["check", "--changed-since", "HEAD~1"]).exits(1).shows("lost-character");
}

#[test]
fn a_line_in_utf8_does_not_belong_into_another_charset() {
    let Some(folder) = with_old() else { return };
    folder.file("a.c", [OLD, "// für\n".as_bytes()].concat());
    git(&folder, "git add a.c").exits(0);
    let run = folder.run(&["check", "-f", "cp1252", "--staged"]).exits(1);
    run.shows("error[mixed-encodings]: a line in utf-8 was added to text in");
}

#[test]
fn other_changes_are_notes() {
    let Some(folder) = with_old() else { return };
    let text: String = OLD.iter().map(|&byte| char::from(byte)).collect();
    folder.file("a.c", format!("\u{FEFF}{text}").replace('\n', "\r\n"));
    // U+FFFD that was typed is not a loss.
    folder.file("kept.txt", "kept\n\u{FFFD}\n");
    git(&folder, "git add -A").exits(0);
    let run = folder.run(&["check", "--staged"]).exits(0);
    run.mentions("utf: a.c: note: bom-changed: a BOM of utf-8 was added")
        .mentions("utf: a.c: note: encoding-changed: ")
        .mentions("utf: a.c: note: line-ends-changed: LF became CRLF");
    folder.run(&["check", "-q", "--staged"]).exits(0).says("");
}
