//! `--against`: characters that come back from an older version.

use std::fs;

use crate::{
    commands::check::git::gates::{git, repository},
    support::Folder,
};

/// Text in windows-1252.
const OLD: &[u8] = b"Gr\xFC\xDFe aus der K\xFCche und aus dem Garten\n\
    plain text without any sign at all\n\
    Der L\xF6we wohnt in der W\xFCste von Afrika\n\
    \xDCber allen Gipfeln ist Ruh und Friede\n";

/// The same text with an edit, after a program read it as UTF-8.
const DAMAGED: &str = "Gr\u{FFFD}\u{FFFD}e aus der K\u{FFFD}che und aus dem Garten\n\
    edited text without any sign at all\n\
    Der L\u{FFFD}we wohnt in der W\u{FFFD}ste von Afrika\n\
    \u{FFFD}ber allen Gipfeln ist Ruh und Friede\n";

/// Another text in windows-1252.
const OTHER: &[u8] = b"Die Stra\xDFe f\xFChrt \xFCber den Berg hinauf\n\
    und hinunter an den gro\xDFen See\n";

/// The old characters with the edit.
fn restored() -> Vec<u8> {
    let at = OLD.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    [&OLD[..at], b"edited", &OLD[at + "plain".len()..]].concat()
}

/// A directory with the old version and the damaged one.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("old", OLD);
    folder.file("new", DAMAGED);
    folder
}

#[test]
fn restores_characters_and_keeps_the_edit() {
    let folder = folder();
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "new"]).exits(1).says("");
    run.prints(
        "new:1: 3 characters can be restored: `Grüße aus der Küche und aus dem Garten` (line 1 of the older version)\n\
         new:3: 2 characters can be restored: `Der Löwe wohnt in der Wüste von Afrika` (line 3 of the older version)\n\
         new:4: 1 character can be restored: `Über allen Gipfeln ist Ruh und Friede` (line 4 of the older version)\n\
         new: 6 characters can be restored from old (windows-1252): read as UTF-8 with U+FFFD per part; \
         the encoding changes from utf-8 to windows-1252 (then `utf convert -f windows-1252` makes it utf-8 again)\n\
         1 file: 6 characters can be restored; nothing was changed (use -i or -o)\n",
    );
    assert_eq!(folder.read("new"), DAMAGED.as_bytes());
    let run = folder.run(&["repair", "-q", "--against", "old", "-f", "cp1252", "-o", "-", "new"]);
    run.exits(0).prints(restored());
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "-i.bak", "new"]).exits(0);
    run.shows("1 file: 6 characters restored in 1 file\n");
    assert_eq!(folder.read("new"), restored());
    assert_eq!(folder.read("new.bak"), DAMAGED.as_bytes());
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "-i.old", "new"]).exits(0);
    run.prints("1 file: nothing to restore\n");
}

#[test]
fn a_replacement_needs_a_way_back() {
    let folder = folder();
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "-i", "new"]).exits(2);
    run.mentions("--against: -i needs a way back").mentions("`-i.bak`");
    assert_eq!(folder.read("new"), DAMAGED.as_bytes());
}

#[test]
fn a_patch_undoes_it() {
    for end in ["", "\n", "\r\n"] {
        let folder = folder();
        let damaged = format!("{DAMAGED}{end}").replace("Afrika\n", "Afrika\r\n");
        folder.file("new", &damaged);
        let line =
            ["repair", "-q", "--against", "old", "-f", "cp1252", "-i", "--patch", "p", "new"];
        folder.run(&line).exits(0);
        assert_ne!(folder.read("new"), damaged.as_bytes());
        folder.run(&["undo", "-i", "p"]).exits(0).says("utf: new: restored\n");
        assert_eq!(folder.read("new"), damaged.as_bytes());
    }
}

#[test]
fn another_text_restores_nothing() {
    let folder = folder();
    folder.file("other", OTHER.repeat(20));
    for changes in [&["-i.bak"][..], &["-o", "out"], &[]] {
        let line = [&["repair", "--against", "other", "-f", "cp1252"], changes, &["new"]].concat();
        let run = folder.run(&line).exits(2);
        run.mentions("utf: new: the old text does not look like an older version");
    }
    assert_eq!(folder.read("new"), DAMAGED.as_bytes());
    assert_eq!(folder.names(), ["new", "old", "other"]);
}

#[test]
fn the_same_file_is_not_an_older_version() {
    let folder = folder();
    let run = folder.run(&["repair", "--against", "new", "-f", "cp1252", "-i.bak", "new"]).exits(2);
    run.says("utf: new: the older version is the same file\n");
}

#[test]
fn reports_what_the_older_version_does_not_have() {
    let folder = folder();
    folder.file("new", format!("{DAMAGED}Ganz neu: Stra\u{FFFD}e nach K\u{FFFD}ln\n"));
    // The command names the file that was written.
    let line = ["repair", "--against", "old", "-f", "cp1252", "-o", "a b", "new"];
    let run = folder.run(&line).exits(1);
    run.shows("(fix them, then `utf convert -f utf-8 -t windows-1252 -i.bak 'a b'`)\n");
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "new"]).exits(1);
    run.shows("; the text is in utf-8, because places are left\n");
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "-i.bak", "new"]).exits(1);
    run.shows("1 file: 6 characters restored in 1 file; 2 places left unchanged\n")
        .shows("; the text is in utf-8, because places are left (fix them, then `utf convert -f utf-8 -t windows-1252 -i.bak new`)");
    // In the old encoding, U+FFFD would be three other characters.
    let text: String = restored().iter().map(|&byte| char::from(byte)).collect();
    let rest = "Ganz neu: Stra\u{FFFD}e nach K\u{FFFD}ln\n";
    assert_eq!(folder.read("new"), (text.clone() + rest).as_bytes());
    // Another version has the rest.
    folder.file("other", [OLD, b"Ganz neu: Stra\xDFe nach K\xF6ln\n"].concat());
    folder.run(&["repair", "-q", "--against", "other", "-f", "cp1252", "-i.2", "new"]).exits(0);
    let rest = "Ganz neu: Straße nach Köln\n";
    assert_eq!(folder.read("new"), (text + rest).as_bytes());
}

/// A file in UTF-8 that was saved in a charset without some of its characters.
#[test]
fn text_in_utf8_comes_back_from_a_legacy_charset() {
    let Some(folder) = repository() else { return };
    let old = "Preis: 5 € für den Löwen\nein „Zitat“ aus dem Süden\nsize = 1\n";
    folder.file("new", old);
    git(&folder, "git add -A && git commit -q -m second").exits(0);
    folder.file("new", b"Preis: 5 ? f\xFCr den L\xF6wen\nein ?Zitat? aus dem S\xFCden\nsize = 2\n");
    let run = folder.run(&["repair", "--against", "auto", "-i.bak", "new"]).exits(0).says("");
    run.shows("written as iso-8859-1 with ? for other characters");
    assert_eq!(folder.read("new"), old.replace("= 1", "= 2").as_bytes());
}

#[test]
fn a_lossless_conversion_stays() {
    let folder = folder();
    let text: String = OLD.iter().map(|&byte| char::from(byte)).collect();
    folder.file("new", &text);
    let run = folder.run(&["repair", "--against", "old", "-f", "cp1252", "-i.bak", "new"]).exits(0);
    run.prints(
        "new: note: it was converted to UTF-8, and no lost character was found\n\
         1 file: nothing to restore\n",
    );
    assert_eq!(folder.read("new"), text.as_bytes());
}

#[test]
fn lines_of_json() {
    let folder = folder();
    folder.file("new", format!("{DAMAGED}Ganz neu: Stra\u{FFFD}e\n"));
    let line = ["repair", "--against", "old", "-f", "cp1252", "--format", "json", "new"];
    let lines = folder.run(&line).exits(1).lines_of_json();
    let types: Vec<_> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["restored", "restored", "restored", "unresolved", "healed", "summary"]);
    assert_eq!((&lines[1]["line"], &lines[1]["offset"]), (&3.into(), &78.into()));
    assert_eq!((&lines[1]["evidence"], &lines[1]["old_line"]), (&"line".into(), &3.into()));
    assert_eq!((&lines[3]["bytes"], &lines[3]["line"]), (&"ef bf bd".into(), &5.into()));
    assert_eq!((&lines[4]["restored"], &lines[4]["unresolved"]), (&6.into(), &1.into()));
    assert_eq!(lines[5]["changed"], false);
    let line = ["repair", "--against", "nothing", "--format", "json", "new"];
    let lines = folder.run(&line).exits(2).lines_of_json();
    assert_eq!(lines[0]["failures"], 1);
}

#[test]
fn a_directory_has_the_older_files() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("backup/src")).unwrap();
    fs::create_dir(folder.path("src")).unwrap();
    for name in ["backup/src/a", "src/b", "backup/src/b"] {
        folder.file(name, OLD);
    }
    folder.file("src/a", DAMAGED);
    folder.file("src/c", "no older version\n");
    let run =
        folder.run(&["repair", "-f", "cp1252", "-i.bak", "--against", "backup", "src"]).exits(0);
    run.shows("src/c: note: not compared: no older version\n");
    assert_eq!(folder.read("src/a"), restored());
    assert_eq!(folder.read("src/b"), OLD);
    let run = folder.run(&["repair", "--against", "backup", "src/c"]).exits(2);
    run.mentions("src/c: backup/ does not have an older version");
    let path = folder.path("src/a");
    let run = folder.run(&["repair", "--against", "backup", path.to_str().unwrap()]).exits(2);
    run.mentions("--against DIR needs paths below the current directory");
    let run = folder.run(&["repair", "--against", "src/b", "src"]).exits(2);
    run.mentions("--against: an older file restores only one file");
}

#[test]
fn a_commit_has_the_older_file() {
    let Some(folder) = repository() else { return };
    fs::create_dir(folder.path("d")).unwrap();
    folder.file("d/new", OLD);
    git(&folder, "git add -A && git commit -q -m second").exits(0);
    folder.file("d/new", DAMAGED);
    let line = ["repair", "-q", "--against", "HEAD", "-f", "cp1252", "-o", "-"];
    folder.run(&[&line[..], &["d/new"]].concat()).exits(0).prints(restored());
    // A file comes before a commit with the same name.
    folder.file("HEAD", OTHER.repeat(20));
    folder.run(&[&line[..], &["d/new"]].concat()).exits(2);
    let line = ["repair", "-q", "--against", "rev:HEAD", "-f", "cp1252", "-o", "-"];
    folder.run(&[&line[..], &["d/new"]].concat()).exits(0).prints(restored());
    // Git may have converted line ends, so they stay.
    folder.file("d/new", DAMAGED.replace('\n', "\r\n"));
    let text = String::from_utf8_lossy(&restored()).into_owned();
    let run = folder.run(&[&line[..], &["d/new"]].concat()).exits(0);
    let feeds = run.stdout.iter().filter(|&&byte| byte == b'\n').count();
    let returns = run.stdout.iter().filter(|&&byte| byte == b'\r').count();
    assert_eq!((feeds, returns), (text.lines().count(), text.lines().count()));
    let run = folder.run(&["repair", "--against", "HEAD~1", "d/new"]).exits(2);
    run.mentions("d/new: HEAD~1 does not have an older version (`utf repair --against auto d/new`");
    // If the damage is committed, only an older commit helps.
    git(&folder, "git commit -q -a -m damage").exits(0);
    let run = folder.run(&["repair", "--against", "rev:HEAD", "d/new"]).exits(0);
    run.says("utf: d/new: equals HEAD (`utf repair --against auto d/new` searches the history)\n");
}

#[test]
fn git_gets_no_options_and_runs_no_filter() {
    let Some(folder) = repository() else { return };
    folder.file("new", OLD);
    git(&folder, "git add -A && git commit -q -m second").exits(0);
    folder.file("new", DAMAGED);
    for revision in ["--output=x", "-h", "HEAD:new", "", "no\nsuch"] {
        let run = folder.run(&["repair", &format!("--against=rev:{revision}"), "new"]).exits(2);
        run.mentions("utf: --against: `");
    }
    let filter = "git config filter.f.smudge 'touch run; cat' && git config filter.f.clean 'touch run; cat' && \
        git config core.fsmonitor 'touch run' && echo 'new filter=f' >.gitattributes";
    git(&folder, filter).exits(0);
    let run = folder.run(&["repair", "--against", "HEAD", "new"]).exits(2);
    run.mentions("git's attribute `filter` changes it at a checkout")
        .mentions("`git cat-file --filters HEAD:./new >new.old`");
    folder.file(".gitattributes", "");
    folder.run(&["repair", "--against", "HEAD", "-f", "cp1252", "new"]).exits(1);
    assert!(!folder.names().contains(&"run".to_owned()));
    assert!(!folder.names().contains(&"x".to_owned()));
}

#[test]
fn rejects_options_of_other_repairs() {
    let folder = folder();
    for option in [
        &["--mixed", "cp1252"][..],
        &["--undo", "p"],
        &["--as", "java-modified-utf-8"],
        &["--unsafe-overlong"],
        &["--no-guessed-bytes"],
        &["--for", "xml"],
        &["--bad-lines", "b"],
        &["-a"],
        &["--format", "sarif"],
    ] {
        let run = folder.run(&[&["repair", "--against", "old"], option, &["new"]].concat());
        run.exits(2).mentions("--against");
    }
    folder.run(&["repair", "-f", "cp1252", "new"]).exits(2).mentions("--against");
}

#[test]
fn the_history_has_the_whole_text() {
    let Some(folder) = repository() else { return };
    folder.file("name", OLD);
    git(
        &folder,
        "git add -A && git commit -q -m whole && git mv name new && git commit -q -m renamed",
    )
    .exits(0);
    for (edit, message) in [("plain", "damaged"), ("edited", "edited")] {
        folder.file("new", DAMAGED.replace("edited", edit));
        git(&folder, &format!("git commit -q -a -m {message}")).exits(0);
    }
    let line = ["repair", "-f", "cp1252", "--against", "auto"];
    let run = folder.run(&[&line[..], &["-i.bak", "new"]].concat()).exits(0);
    let run = run.shows("1 file: 6 characters restored in 1 file");
    let commit = git(&folder, "git rev-parse HEAD~2").exits(0).text().to_owned();
    run.shows(&format!("restored from {} (windows-1252)", &commit[..10]));
    assert_eq!(folder.read("new"), restored());
    folder
        .run(&[&line[..], &["kept.txt"]].concat())
        .exits(0)
        .prints("1 file: nothing to restore\n");
    folder.file("unknown", DAMAGED);
    let run = folder.run(&[&line[..], &["unknown"]].concat()).exits(2);
    run.says("utf: unknown: git does not have an older version\n");
}

/// A file that was converted to UTF-8 keeps that, and only lost characters come back.
#[test]
fn a_converted_file_keeps_its_encoding() {
    let folder = folder();
    let text: String = OLD.iter().map(|&byte| char::from(byte)).collect();
    folder.file("new", text.replacen("Löwe", "L\u{FFFD}we", 1));
    let line = ["repair", "--against", "old", "-f", "cp1252", "-o", "out", "new"];
    let run = folder.run(&line).exits(0);
    run.shows("new: 1 character restored from old (windows-1252)")
        .shows("; the file stays in utf-8\n");
    assert_eq!(folder.read("out"), text.as_bytes());
    // Mojibake goes back to the encoding of the older version.
    let misread: String = text.bytes().map(char::from).collect();
    folder.file("new", misread);
    let run = folder.run(&line).exits(0);
    run.shows(
        "; the encoding changes from utf-8 to windows-1252 (then `utf convert -f windows-1252 -i out` makes it utf-8 again)\n",
    );
    assert_eq!(folder.read("out"), OLD);
    folder.run(&["convert", "-f", "windows-1252", "-i", "out"]).exits(0);
    assert_eq!(folder.read("out"), text.as_bytes());
}

/// Lines that are UTF-8 in both versions are not encoded twice, even if a place stays open.
#[test]
fn an_older_version_in_two_encodings() {
    let folder = Folder::new();
    let line = "Straße und Größe in UTF-8, schon immer\n";
    folder.file("old", [OLD, line.as_bytes()].concat());
    let new = format!("{DAMAGED}{line}eine neue Zeile: na\u{FFFD}v\n");
    folder.file("new", &new);
    folder
        .run(&["repair", "-f", "cp1252", "--against", "old", "-i.bak", "new"])
        .exits(1)
        .shows("new: left unchanged: the restored text would be in two encodings\n");
    assert_eq!(folder.read("new"), new.as_bytes());
}
