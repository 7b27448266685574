//! `names`, `check --names`, and `undo` of renaming.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, path::PathBuf};

use crate::support::Folder;

const NFD: &str = "cafe\u{301}";

/// Creates a tree with names in windows-1252, names in NFD, and correct names.
fn tree() -> Folder {
    let folder = Folder::new();
    let at = |name: &[u8]| folder.path("tree").join(OsStr::from_bytes(name));
    fs::create_dir_all(at(b"d\xE9p\xF4t/inner\x80")).unwrap();
    fs::create_dir(at(NFD.as_bytes())).unwrap();
    for name in [
        &b"d\xE9p\xF4t/inner\x80/f\xFCr.txt"[..],
        b"d\xE9p\xF4t/plain",
        "caf\u{E9}.txt".as_bytes(),
        "cafe\u{301}/x".as_bytes(),
    ] {
        fs::write(at(name), name).unwrap();
    }
    folder
}

/// Returns all paths in the tree, in order.
fn paths(folder: &Folder) -> Vec<String> {
    let run = folder.shell("find tree | LC_ALL=C sort");
    String::from_utf8_lossy(&run.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn reports_names() {
    let folder = tree();
    let run = folder.run(&["check", "--names", "-f", "windows-1252", "tree"]).exits(1);
    let expected = "\
        tree/cafe<U+0301>: the name is not in NFC; it would be caf\u{E9}, with U+00E9 for U+0065 U+0301\n\
        tree/d<E9>p<F4>t: the name is not UTF-8; it would be d\u{E9}p\u{F4}t\n\
        tree/d<E9>p<F4>t/inner<80>: the name is not UTF-8; it would be inner\u{20AC}\n\
        tree/d<E9>p<F4>t/inner<80>/f<FC>r.txt: the name is not UTF-8; it would be f\u{FC}r.txt\n";
    assert_eq!(run.text().replace(NFD, "cafe<U+0301>"), expected);
    let json =
        folder.run(&["check", "--names", "--format", "json", "tree"]).exits(1).lines_of_json();
    assert_eq!(json.len(), 5);
    assert_eq!(json[0]["kind"], "name-not-normalized");
    assert_eq!(json[0]["becomes"], "caf\u{E9}");
    assert_eq!(json[1]["kind"], "ill-formed-name");
    assert_eq!(json[1]["bytes"], "64 e9 70 f4 74");
    assert_eq!(json[1]["path_bytes"], "747265652f64e970f474");
    assert!(json[1]["becomes"].is_null());
    assert_eq!(json[4], serde_json::json!({"type": "summary", "names": 8, "findings": 4}));
    folder.run(&["check", "--names", "-q", "tree"]).exits(1).prints("");
    folder.file("well", "\u{FF}");
    folder.run(&["check", "--names", "well"]).exits(0).prints("");
}

#[test]
fn renames_files_and_undoes_it() {
    let folder = tree();
    let before = paths(&folder);
    let options = ["names", "-f", "windows-1252", "--normalize", "nfc"];
    let listed = folder.run(&[&options[..], &["tree"]].concat()).exits(1);
    assert_eq!(
        listed.text().replace(NFD, "NFD"),
        "tree/d<E9>p<F4>t/inner<80>/f<FC>r.txt -> f\u{FC}r.txt\n\
         tree/d<E9>p<F4>t/inner<80> -> inner\u{20AC}\n\
         tree/d<E9>p<F4>t -> d\u{E9}p\u{F4}t\n\
         tree/NFD -> caf\u{E9}\n"
    );
    assert_eq!(paths(&folder), before);
    // The old spelling.
    let old = [&["convert", "--names"], &options[1..], &["-i", "--dry-run", "tree"]].concat();
    let dry = folder.run(&old).exits(1);
    assert!(dry.text() == listed.text() && paths(&folder) == before);
    let done = folder.run(&[&options[..], &["-i", "tree"]].concat()).exits(0);
    assert_eq!(done.lines_of_json().len(), 4);
    assert_eq!(
        paths(&folder),
        [
            "tree",
            "tree/caf\u{E9}",
            "tree/caf\u{E9}.txt",
            "tree/caf\u{E9}/x",
            "tree/d\u{E9}p\u{F4}t",
            "tree/d\u{E9}p\u{F4}t/inner\u{20AC}",
            "tree/d\u{E9}p\u{F4}t/inner\u{20AC}/f\u{FC}r.txt",
            "tree/d\u{E9}p\u{F4}t/plain",
        ]
    );
    folder.run(&["check", "--names", "tree"]).exits(0);
    let again = folder.run(&[&options[..], &["-i", "tree"]].concat()).exits(0);
    again.prints("");
    // The list undoes the changes.
    folder.file("list", &done.stdout);
    let listed = folder.run(&["undo", "list"]).exits(0);
    assert_eq!(listed.text().lines().count(), 4);
    // Windows PowerShell writes the list in UTF-16.
    let list = folder.run(&["convert", "-t", "utf-16", "list"]).exits(0).stdout;
    folder.file("wide", list);
    let wide = folder.run(&["undo", "wide"]).exits(0);
    assert_eq!(wide.stdout, listed.stdout);
    folder.run(&["undo", "-i", "list"]).exits(0).prints("");
    assert_eq!(paths(&folder), before);
    let text = fs::read(folder.path("tree").join(OsStr::from_bytes(b"d\xE9p\xF4t/plain"))).unwrap();
    assert_eq!(text, b"d\xE9p\xF4t/plain");
}

/// An entry that is reached twice is renamed once. Entries in a directory are renamed before the
/// directory, in any order of the operands.
#[test]
fn paths_may_overlap() {
    for operands in [
        &["tree/o\u{302}", "tree"][..],
        &["tree", "tree/o\u{302}", "./tree"],
        &["--follow", "tree"],
    ] {
        let folder = Folder::new();
        fs::create_dir_all(folder.path("tree/o\u{302}")).unwrap();
        folder.file(&format!("tree/o\u{302}/{NFD}"), "x");
        if operands[0] == "--follow" {
            std::os::unix::fs::symlink("o\u{302}", folder.path("tree/l")).unwrap();
        }
        let before = paths(&folder);
        let options = ["names", "--normalize", "nfc", "-i"];
        let done = folder.run(&[&options[..], operands].concat()).exits(0);
        assert_eq!(done.lines_of_json().len(), 2, "{done:?}");
        assert!(folder.path("tree/\u{F4}/caf\u{E9}").exists());
        folder.file("list", &done.stdout);
        folder.run(&["undo", "-i", "list"]).exits(0).prints("");
        fs::remove_file(folder.path("list")).unwrap();
        assert_eq!(paths(&folder), before);
    }
}

#[test]
fn does_not_replace_files() {
    let folder = Folder::new();
    let at = |name: &[u8]| -> PathBuf { folder.path("").join(OsStr::from_bytes(name)) };
    fs::write(at(b"\xE9"), "1252").unwrap();
    fs::write(at("\u{E9}".as_bytes()), "right").unwrap();
    fs::write(at("e\u{301}".as_bytes()), "nfd").unwrap();
    fs::write(at(b"\xF4"), "first").unwrap();
    fs::write(at("o\u{302}".as_bytes()), "second").unwrap();
    fs::write(at(b"\x81"), "no character").unwrap();
    let rename = ["names", "-f", "windows-1252", "--normalize", "nfc", "-i", "."];
    let run = folder.run(&rename).exits(1);
    assert_eq!(run.lines_of_json().len(), 1);
    let run = run.says_lines(4);
    assert_eq!(run.stderr.matches("\u{E9} already exists").count(), 2, "{run:?}");
    assert!(run.stderr.contains(" gets the name \u{F4}, with "), "{run:?}");
    // If two names look the same, the message shows their code points.
    let spelled =
        "e\u{301}: left unchanged: \u{E9} already exists, with U+00E9 for U+0065 U+0301\n";
    assert!(run.stderr.contains(spelled), "{run:?}");
    assert!(run.stderr.contains("control characters"), "{run:?}");
    assert_eq!(fs::read(at("\u{E9}".as_bytes())).unwrap(), b"right");
    assert_eq!(fs::read(at(b"\xE9")).unwrap(), b"1252");
    assert_eq!(fs::read_dir(at(b"")).unwrap().count(), 6);
    // Without an encoding, the new name is unknown.
    let run = folder.run(&["names", "."]).exits(1);
    assert!(run.stderr.contains("name its encoding with `-f ENC`"), "{run:?}");
}

/// The preview of `undo` reports the same names as `-i`, which restores the others.
#[test]
fn undo_leaves_names_that_cannot_be_restored() {
    for options in [&["undo"][..], &["undo", "-i"]] {
        let folder = Folder::new();
        fs::create_dir_all(folder.path("t/o\u{302}")).unwrap();
        for name in ["t/o\u{302}/e\u{301}", "t/o\u{302}/u\u{301}", "t/a\u{301}", "t/i\u{301}"] {
            folder.file(name, name);
        }
        folder.shell("utf names -i --normalize nfc t >list").exits(0);
        // The old name of a directory is taken, a file is gone, and one has its old name.
        fs::create_dir(folder.path("t/o\u{302}")).unwrap();
        folder.file("t/o\u{302}/\u{E9}", "another");
        fs::rename(folder.path("t/\u{F4}/\u{FA}"), folder.path("moved")).unwrap();
        fs::rename(folder.path("t/\u{E1}"), folder.path("t/a\u{301}")).unwrap();
        let run = folder.run(&[options, &["list"]].concat()).exits(2);
        let run = run
            .mentions("utf: t/\u{F4}: left unchanged: o\u{302} already exists\n")
            .mentions("utf: t/\u{F4}/\u{FA}: No such file or directory\n");
        if options.len() == 1 {
            let run = run.mentions(
                "utf: list: 2 names would be restored, 1 already undone, 2 not restored\n",
            );
            run.shows("t/\u{F4}/\u{E9} -> e\u{301}\n")
                .shows("t/\u{ED} -> i\u{301}\n")
                .says_lines(4);
            assert!(folder.path("t/\u{F4}/\u{E9}").exists());
        } else {
            let run =
                run.mentions("utf: list: 2 names restored, 1 already undone, 2 not restored\n");
            run.prints("").says_lines(3);
            assert_eq!(folder.read("t/\u{F4}/e\u{301}"), "t/o\u{302}/e\u{301}".as_bytes());
            assert_eq!(folder.read("t/i\u{301}"), "t/i\u{301}".as_bytes());
        }
        assert_eq!(folder.read("t/o\u{302}/\u{E9}"), b"another");
    }
}

#[test]
fn undo_checks_the_directory_and_reports_a_second_run() {
    let folder = tree();
    let before = paths(&folder);
    folder.shell("utf names -f windows-1252 --normalize nfc -i tree >list; mkdir else").exits(0);
    let after = paths(&folder);
    for option in ["", "-i"] {
        let run =
            folder.shell(&format!("cd else && utf undo {option} ../list")).exits(2).prints("");
        run.mentions("utf: tree/caf\u{E9}: No such file or directory\n").mentions(
            "4 not restored (names in a list are relative to the directory in which `utf names` ran)\n",
        );
    }
    assert_eq!(paths(&folder), after);
    let run = folder.run(&["undo", "list"]).exits(0);
    run.says("utf: list: 4 names would be restored\nutf: nothing was changed (use -i)\n");
    folder.run(&["undo", "-i", "list"]).exits(0).says("utf: list: 4 names restored\n");
    assert_eq!(paths(&folder), before);
    folder.run(&["undo", "-i", "list"]).exits(0).says("utf: list: already undone\n");
    let run = folder.run(&["undo", "list"]).exits(0).prints("");
    run.says("utf: list: already undone\nutf: nothing was changed\n");
    folder.run(&["undo", "-q", "-i", "list"]).exits(0).says("");
}

/// The preview follows links and names that exist only after a part of the undoing.
#[test]
fn undo_lists_what_depends_on_restored_names() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("t/o\u{302}/e\u{301}")).unwrap();
    folder.file("t/o\u{302}/e\u{301}/a\u{301}", "x");
    std::os::unix::fs::symlink("o\u{302}", folder.path("t/l")).unwrap();
    let before = paths(&folder);
    let rename =
        "for form in nfc nfd nfc; do utf names -i --normalize $form --follow ./t >>list; done";
    folder.shell(rename).exits(0);
    let run = folder.run(&["undo", "list"]).exits(0);
    let count = run.text().lines().count();
    assert!(count >= 9, "{}", run.text());
    run.mentions(&format!("utf: list: {count} names would be restored\n"));
    let run = folder.run(&["undo", "-i", "list"]).exits(0);
    run.says(&format!("utf: list: {count} names restored\n"));
    assert_eq!(paths(&folder), before);
}

#[test]
fn renames_links_but_not_their_targets() {
    let folder = Folder::new();
    folder.file("target", "x");
    let link = folder.path("").join(OsStr::from_bytes(b"l\xEFnk"));
    std::os::unix::fs::symlink("target", &link).unwrap();
    folder.run(&["names", "-f", "latin1", "-i", "."]).exits(0);
    assert_eq!(folder.names(), ["l\u{EF}nk", "target"]);
    assert!(folder.path("l\u{EF}nk").is_symlink());
}

#[test]
fn rejects_invalid_options() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], why: &str| {
        folder.run(arguments).exits(2).mentions(why);
    };
    refused(&["names", "--normalize", "nfkc", "."], "`--normalize nfc` or `nfd`");
    refused(&["names", "-f", "utf-16", "."], "file names cannot be in utf-16");
    refused(&["names", "no-such"], "no-such");
    refused(&["undo", "no-such"], "no-such");
    folder.file("list", "{\"type\":\"rename\",\"path\":\"a\",\"becomes\":\"../b\"}\n");
    refused(&["undo", "-i", "list"], "list:1: not a line of a list of renamed files");
}

#[test]
fn reports_names_to_services() {
    let folder = Folder::new();
    folder.file("cafe\u{301}, more\nof it", "");
    folder.file("plain", "");
    let run = folder.run(&["check", "--names", "--format", "github", "."]).exits(1);
    run.prints(
        "::error file=cafe\u{301}%2C more%0Aof it,line=1,col=1,title=name-not-normalized::the name is not in NFC; \
         it would be caf\u{E9}, more<U+000A>of it, with U+00E9 for U+0065 U+0301\n3 names: 1 finding\n",
    );
    // A name that is not UTF-8 is written as in reports: GitHub does not show an annotation without
    // a file.
    folder.file("ill", "");
    std::fs::rename(folder.path("ill"), folder.path("").join(OsStr::from_bytes(b"d\xE9,x")))
        .unwrap();
    let run = folder.run(&["check", "--names", "--format", "github", "."]).exits(1);
    run.shows("::error file=d<E9>%2Cx,line=1,col=1,title=ill-formed-name::the name is not UTF-8");
    std::fs::remove_file(folder.path("").join(OsStr::from_bytes(b"d\xE9,x"))).unwrap();
    let run = folder.run(&["check", "--names", "--format", "sarif", "."]).exits(1);
    let sarif: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "name-not-normalized");
    let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(location["uri"], "cafe%CC%81%2C%20more%0Aof%20it");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "name-not-normalized"));
    for code in ["name-not-normalized", "ill-formed-name", "not-read", "unknown-encoding"] {
        folder.run(&["explain", code]).exits(0).shows("What to do:");
    }
    folder.run(&["check", "--names", "-"]).exits(2).mentions("standard input has no name");
}

/// Files are renamed even if the reader closes the list.
#[test]
fn renames_files_even_if_the_list_is_not_read() {
    let folder = Folder::new();
    let names = "for n in $(seq 300); do : >$'caf\\xe9'$n; done";
    folder.shell(names).exits(0);
    let list = ["names", "-f", "iso-8859-1", "."];
    folder.unread(&list).exits(1).says("");
    let run = folder.unread(&[&list[..], &["-i"]].concat()).exits(0).says_lines(1);
    run.mentions("it does not undo later changes");
    let names = folder.names();
    assert!(names.len() == 300 && names.iter().all(|name| name.starts_with("caf\u{E9}")));
    folder.run(&["names", "--normalize", "nfd", "-i", "."]).exits(0);
    let undo = folder.run(&["names", "--normalize", "nfc", "-i", "."]).exits(0);
    folder.file("list", undo.stdout);
    folder.unread(&["undo", "list"]).exits(141).says("");
}

/// `utf names` detects the encoding from all names together, and finds names that were misread.
#[test]
fn names_are_judged_together() {
    let folder = Folder::new();
    let at = |name: &[u8]| folder.path("tree").join(OsStr::from_bytes(name));
    fs::create_dir(folder.path("tree")).unwrap();
    for name in [
        &b"\xE9l\xE8ves fran\xE7ais.txt"[..],
        b"\xE9t\xE9 \xE0 la plage.jpg",
        b"for\xEAt enchant\xE9e.txt",
        b"h\xF4tel d\xE9sert.txt",
        "FranÃ§ois.txt".as_bytes(),
        "AndrÃ© et HÃ©lÃ¨ne.txt".as_bytes(),
        "forêt.txt".as_bytes(),
        b"plain.txt",
    ] {
        fs::write(at(name), name).unwrap();
    }
    let before = paths(&folder);
    let run = folder.run(&["names", "tree"]).exits(1);
    let run = run.mentions("utf: 4 names are not UTF-8, and most likely windows-1252 (");
    assert_eq!(run.text().lines().count(), 6, "{}", run.text());
    run.shows("tree/<E9>t<E9> <E0> la plage.jpg -> été à la plage.jpg\n")
        .shows("tree/FranÃ§ois.txt -> François.txt\n");
    assert_eq!(paths(&folder), before);
    folder.shell("utf names -i tree >list").exits(0);
    let after = paths(&folder);
    for name in ["été à la plage.jpg", "François.txt", "André et Hélène.txt", "forêt.txt"] {
        assert!(after.iter().any(|path| path == &format!("tree/{name}")), "{after:?}");
    }
    folder.run(&["names", "tree"]).exits(0).prints("").says("");
    folder.run(&["undo", "-i", "list"]).exits(0);
    assert_eq!(paths(&folder), before);
    // The user knows better.
    folder.run(&["names", "-f", "windows-1250", "tree"]).exits(1).shows("élčves français");
}

/// One short name does not prove an encoding, so it stays, and a message lists the possible steps.
#[test]
fn uncertain_names_stay() {
    let folder = Folder::new();
    fs::write(folder.path("").join(OsStr::from_bytes(b"\xE9")), "").unwrap();
    let run = folder.run(&["names", "-i", "."]).exits(1).prints("");
    run.mentions("1 name is not UTF-8").mentions("name the encoding with `-f`");
    folder.run(&["names", "-"]).exits(2);
    // A name that is taken is not replaced.
    fs::write(folder.path("MÃ¼ller.txt"), "a").unwrap();
    fs::write(folder.path("HÃ©lÃ¨ne.txt"), "c").unwrap();
    fs::write(folder.path("Müller.txt"), "b").unwrap();
    let run = folder.run(&["names", "-i", "."]).exits(1);
    run.mentions("Müller.txt already exists");
    assert_eq!(folder.read("Müller.txt"), b"b");
}

/// A list may come from a pipe, which can be read only once.
#[test]
fn names_in_a_list_from_a_pipe_are_judged_and_renamed() {
    let folder = Folder::new();
    for name in
        [&b"\xE9l\xE8ves fran\xE7ais"[..], b"\xE9t\xE9 \xE0 la plage", b"for\xEAt enchant\xE9e"]
    {
        fs::write(folder.path("").join(OsStr::from_bytes(name)), "").unwrap();
    }
    let run = folder.shell("ls | utf names --files-from -").exits(1);
    assert_eq!(run.text().lines().count(), 3, "{run:?}");
    run.mentions("most likely windows-1252");
    folder.shell("ls | utf names -i --files-from - >/dev/null").exits(0);
    assert!(folder.path("élèves français").exists());
}

/// Names that are not UTF-8 are not likely UTF-8, and not possibly in a charset of 99 %.
#[test]
fn an_uncertain_encoding_of_names_has_no_high_percentage() {
    let folder = Folder::new();
    let mixed = [&b"\x82t\x82 "[..], "Größe.txt".as_bytes()].concat();
    folder.file("x.zip", zip(&[(0, &mixed)]));
    let run = folder.run(&["names", "x.zip"]).exits(1);
    assert!(!run.mentions("utf: x.zip: 1 name is not UTF-8").stderr.contains("likely utf-8"));
}

/// Returns a ZIP file of empty files with `names`, each with its flags.
fn zip(names: &[(u16, &[u8])]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for (flags, name) in names {
        let offset = zip.len() as u32;
        let (len, flags) = ((name.len() as u16).to_le_bytes(), flags.to_le_bytes());
        let middle = [&[20, 0][..], &flags, &[0; 18], &len, &[0; 2]].concat();
        zip.extend([&b"PK\x03\x04"[..], &middle, name].concat());
        let rest = [&[0; 10][..], &offset.to_le_bytes(), name].concat();
        directory.extend([&b"PK\x01\x02\x14\0"[..], &middle, &rest].concat());
    }
    let (count, offset) = ((names.len() as u16).to_le_bytes(), (zip.len() as u32).to_le_bytes());
    let len = (directory.len() as u32).to_le_bytes();
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &len, &offset, &[0; 2]].concat();
    [zip, directory, end].concat()
}

#[test]
fn lists_the_names_inside_of_a_zip_file() {
    let folder = Folder::new();
    // Names in code page 850, as Windows writes them.
    let files: [(u16, &[u8]); 5] = [
        (0, b"M\x81ller/Gr\x94\xE1e der Stra\xE1e.txt"),
        (0, b"M\x81ller/Fr\x81hst\x81ck f\x81r sch\x94ne G\x84ste.txt"),
        (0, b"plain.txt"),
        (1 << 11, "\u{E9}t\u{E9}.txt".as_bytes()),
        (1 << 11, "M\u{C3}\u{BC}ller/Gr\u{C3}\u{B6}\u{C3}\u{178}e.txt".as_bytes()),
    ];
    let archive = zip(&files);
    folder.file("x.zip", &archive);
    let run = folder.run(&["names", "-f", "ibm850", "x.zip"]).exits(1);
    let expected = "\
        x.zip: M<81>ller/Gr<94><E1>e der Stra<E1>e.txt -> M\u{FC}ller/Gr\u{F6}\u{DF}e der Stra\u{DF}e.txt\n\
        x.zip: M<81>ller/Fr<81>hst<81>ck f<81>r sch<94>ne G<84>ste.txt -> M\u{FC}ller/Fr\u{FC}hst\u{FC}ck f\u{FC}r sch\u{F6}ne G\u{E4}ste.txt\n\
        x.zip: M\u{C3}\u{BC}ller/Gr\u{C3}\u{B6}\u{C3}\u{178}e.txt -> M\u{FC}ller/Gr\u{F6}\u{DF}e.txt\n";
    assert_eq!(run.text(), expected);
    let judged = folder.run(&["names", "x.zip"]).exits(1);
    judged.mentions("utf: x.zip: 2 names are not UTF-8, ");
    // With -i, the ZIP file stays as it is.
    folder.run(&["names", "-i", "-f", "ibm850", "x.zip"]).exits(1);
    assert_eq!(folder.read("x.zip"), archive);
    folder.file("right.zip", zip(&files[2..4]));
    folder.run(&["names", "right.zip"]).exits(0).prints("").says("");
    folder.file("mac.zip", zip(&[(0, "\u{E9}t\u{E9}.txt".as_bytes())]));
    let mac = folder.run(&["names", "mac.zip"]).exits(1);
    mac.says("utf: mac.zip: 1 name is UTF-8 without the flag that says so, and some programs misread that\n");
    folder.file("cut.zip", &archive[..archive.len() - 9]);
    folder.run(&["names", "cut.zip"]).exits(2).mentions("cut.zip: Not a complete ZIP file");
}

/// A program may precede a ZIP file, or another ZIP file. A run reports the checks that it leaves
/// out.
#[test]
fn finds_a_zip_file_by_its_end() {
    let folder = Folder::new();
    let [old, new] = [&b"plain.txt"[..], b"caf\xE9 a.txt"].map(|name| zip(&[(0, name)]));
    let listed = "-> caf\u{E9} a.txt\n";
    folder.file("x.exe", [b"MZ program", &new[..]].concat());
    folder.run(&["names", "-f", "latin1", "x.exe"]).exits(1).shows(listed);
    folder.file("two.zip", [&zip(&[(0, b"cafe a.txt")]), &new[..]].concat());
    folder.run(&["names", "-f", "latin1", "two.zip"]).exits(1).shows(listed);
    folder.file("two.zip", [&new, &old[..]].concat());
    folder.run(&["names", "-f", "latin1", "two.zip"]).exits(0).prints("");
    folder.file("y.exe", "MZ program");
    let run = folder.run(&["names", "y.exe"]).exits(0);
    run.says("utf: y.exe: not a complete ZIP file, so only its own name was checked\n");
    folder.file("y.txt", "text");
    folder.run(&["names", "y.txt"]).exits(0).says("");
    for file in ["two.zip", "x.exe"] {
        let run = folder.run(&["names", "--normalize", "nfc", file]).exits(2).prints("");
        run.mentions("--normalize: the names inside of a ZIP file are not changed");
    }
}
