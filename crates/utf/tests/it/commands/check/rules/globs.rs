//! The files that a section of `.editorconfig` applies to.

use std::{collections::BTreeSet, fs, time::Instant};

use crate::support::Folder;

/// Checks that a rule for `glob` applies to all files in `hit` and to no file in `missed`.
#[track_caller]
fn is_about(glob: &str, hit: &[&str], missed: &[&str]) {
    let folder = Folder::new();
    folder.file(".editorconfig", format!("root=true\n[{glob}]\nend_of_line=crlf\n"));
    for name in hit.iter().chain(missed) {
        fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
        folder.file(name, "a\n");
    }
    let run = folder.run(&["check", "--editorconfig", "-l", "."]).says("");
    let found: BTreeSet<_> = run.text().lines().map(|line| line.trim_start_matches("./")).collect();
    assert_eq!(found, hit.iter().copied().collect(), "[{glob}]");
}

/// The results for common globs are those of EditorConfig's own core.
#[test]
fn globs_that_projects_write() {
    is_about(
        "packages/*/package.json",
        &["packages/a/package.json"],
        &["packages/package.json", "packages/a/b/package.json", "x/packages/a/package.json"],
    );
    is_about("src/*/a.c", &["src/gen/a.c"], &["src/a.c"]);
    is_about("*/*.c", &["gen/a.c"], &["a.c", "src/gen/a.c"]);
    is_about("*/*/a.c", &["src/gen/a.c"], &["gen/a.c", "a.c"]);
    is_about("packages/*/src/*.ts", &["packages/b/src/x.ts"], &["packages/src/x.ts"]);
    is_about("{docs/**,*.md}", &["docs/a.md", "docs/in/b.txt", "c.md"], &["other/d.md", "e.txt"]);
    is_about("{docs/**,vendor/**}", &["vendor/a", "vendor/b/c", "docs/d"], &["e", "src/docs/f"]);
    is_about("[!a]*.log", &["b2.log", "deep/b3.log"], &["a1.log", "deep/a2.log"]);
    is_about("[!_]*", &["a", "deep/b"], &["_a", "deep/_b"]);
    is_about("?n?.txt", &["\u{DC}n\u{EF}.txt", "one.txt"], &["\u{DC}n.txt", "an/.txt"]);
}

/// A BOM is not part of the first line.
#[test]
fn rule_files_with_a_bom() {
    for first in ["[*]", "root=true\n[*]", "; words\n[*]", "\n[*]"] {
        let folder = Folder::new();
        folder.file(".editorconfig", format!("\u{FEFF}{first}\nend_of_line=lf\n"));
        folder.file("a.txt", "a\r\n");
        folder.run(&["check", "--editorconfig", "-l", "."]).exits(1).prints("./a.txt\n").says("");
    }
}

/// A glob matches each byte of a name that is not UTF-8 as one character.
#[test]
fn matches_names_that_are_not_utf8() {
    let folder = Folder::new();
    folder.file(".editorconfig", "root=true\n[s/?.c]\nend_of_line=crlf\n");
    let make = "mkdir s && for name in $'\\351' $'\\351\\351' a ab; do echo >s/$name.c; done";
    folder.shell(make).exits(0);
    let expected = "./s/a.c:1\n./s/ab.c:0\n./s/<E9>.c:1\n./s/<E9><E9>.c:0\n";
    folder.run(&["check", "--editorconfig", "-c", "."]).exits(1).prints(expected);
}

/// No glob takes long. A glob that is too large is rejected with its position.
#[test]
fn hostile_globs() {
    let folder = Folder::new();
    folder.file(&"a".repeat(200), "a\n");
    let check = |glob: &str| {
        folder.file(".editorconfig", format!("root=true\n[{glob}]\nend_of_line=crlf\n"));
        let start = Instant::now();
        let run = folder.run(&["check", "--editorconfig", "-l", "."]);
        assert!(start.elapsed().as_secs() < 60, "{:?} {:.40}", start.elapsed(), glob);
        run
    };
    check(&"{a,b}".repeat(60)).exits(0).says("");
    check(&"{a,aa,b*,**}".repeat(80)).exits(1);
    check(&format!("{}b", "*a".repeat(500))).exits(0).says("");
    check(&"?".repeat(1024)).exits(0).says("");
    check(&"{0..999999999}".repeat(70)).exits(0).says("");
    let refused = ".editorconfig:2: the glob is too large, or its braces are nested too deeply";
    for glob in ["?", "{a,", "{-9999999999..9999999999}", "[!a-z]", "{", "a{,", "["] {
        check(&glob.repeat((1 << 20) / glob.len() - 50)).exits(2).mentions(refused).says_lines(1);
    }
    check(&format!("{}z{}", "{a,".repeat(1000), "}".repeat(1000))).exits(2).mentions(refused);
    let sections = "[?]\nend_of_line=crlf\n".repeat(1000);
    check(&format!("a]\n{sections}[b")).exits(0).says("");
    let too_many = sections.repeat(8);
    check(&format!("a]\n{too_many}[b")).exits(2).mentions("all globs together are too large");
}
