//! Rules of a project: `.editorconfig` and git's attributes.

use std::fs;

use serde_json::Value;

use super::gates::{git, repository};
use crate::support::{Folder, Run};

/// Path and kind of each finding, sorted.
fn found(run: &Run) -> Vec<String> {
    let lines = run.lines_of_json();
    let findings = lines.iter().filter(|line| line["type"] == "finding");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> =
        findings.map(|line| format!("{} {}", text(&line["path"]), text(&line["kind"]))).collect();
    found.sort();
    found
}

const CHECK: [&str; 4] = ["check", "--editorconfig", "--format", "json"];

#[track_caller]
fn finds(folder: &Folder, expected: &[&str]) {
    let run = folder.run(&[&CHECK[..], &["."]].concat()).says("");
    assert_eq!(found(&run), expected);
    run.exits(i32::from(!expected.is_empty()));
}

/// Runs the commands that the findings of `check` name: they mend what they are about.
#[track_caller]
fn mends(folder: &Folder, check: &[&str]) {
    let run = folder.run(check);
    let lines = run.lines_of_json();
    for line in lines.iter().filter(|line| line["type"] == "finding") {
        let mend = line["mend"].as_str().unwrap_or_else(|| panic!("no mend: {line}"));
        folder.shell(mend).exits(0);
    }
    let run = folder.run(check).exits(0);
    assert_eq!(found(&run), <[&str; 0]>::default());
}

#[test]
fn globs_in_nested_folders() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("sub/deep")).unwrap();
    fs::create_dir_all(folder.path("apart/lib")).unwrap();
    folder.file(
        ".editorconfig",
        "; the top\nroot = true\n\n[*]\nend_of_line = lf\ncharset = utf-8\n[*.{bat,cmd}]\n\
         end_of_line = CRLF\n[/top.txt]\nend_of_line = crlf\n[sub/**.csv]\ncharset = utf-8-bom\n[f{1..3}.txt]\nend_of_line = cr\n",
    );
    folder.file("sub/.editorconfig", "[*.txt]\nend_of_line = unset\ncharset = Latin1\n");
    folder.file("apart/.editorconfig", "root = true\n[lib/*.[ch]]\nend_of_line = crlf\n");
    let (lf, crlf) = ("a\nb\n", "a\r\nb\r\n");
    for name in ["x.txt", "y.bat", "z.cmd", "top.txt", "sub/any.txt", "apart/lib/a.c", "f2.txt"] {
        folder.file(name, lf);
    }
    for name in ["sub/other.txt", "sub/top.txt", "apart/b.txt", "apart/lib/b.rs", "f4.txt"] {
        folder.file(name, crlf);
    }
    folder.file("sub/deep/data.csv", lf);
    folder.file("data.csv", b"\xEF\xBB\xBFa\n");
    folder.file("sub/deep/letters.txt", b"caf\xE9\n");
    folder.file("sub/deep/utf8.txt", "caf\u{E9}\n");
    finds(
        &folder,
        &[
            "./apart/lib/a.c wrong-line-end",
            "./data.csv unwanted-signature",
            "./f2.txt wrong-line-end",
            "./f4.txt wrong-line-end",
            "./sub/deep/data.csv missing-signature",
            "./sub/deep/utf8.txt wrong-encoding",
            "./top.txt wrong-line-end",
            "./y.bat wrong-line-end",
            "./z.cmd wrong-line-end",
        ],
    );
    // The same from elsewhere, and of one file that is named from there.
    let run = folder.shell("cd sub/deep && utf check --editorconfig --format json ../../y.bat");
    let line = &run.exits(1).lines_of_json()[0];
    assert_eq!(
        (&line["line"], &line["offset"], &line["octets"]),
        (&1.into(), &1.into(), &"0a".into())
    );
    assert_eq!(
        (&line["rule"]["line"], &line["rule"]["says"]),
        (&8.into(), &"end_of_line = CRLF".into())
    );
    assert_eq!(line["mend"], "utf convert -i --bom strip --eol crlf -- ../../y.bat");
    folder.shell("utf check -q .").exits(1);
    mends(&folder, &[&CHECK[..], &["."]].concat());
    assert_eq!(folder.read("f2.txt"), b"a\rb\r");
    assert_eq!(folder.read("sub/deep/utf8.txt"), b"caf\xE9\n");
    assert_eq!(folder.read("sub/deep/data.csv"), b"\xEF\xBB\xBFa\nb\n");
}

#[test]
fn units_of_two_octets() {
    let folder = Folder::new();
    folder.file(
        ".editorconfig",
        "root=true\n[*]\nend_of_line=lf\n[*.le]\ncharset=utf-16le\n[*.be]\ncharset=utf-16be\n",
    );
    let wide = |text: &str, little: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    };
    let text = "\u{FEFF}ab\u{0D0A}\r\n\u{1F600}\n";
    folder.file("signed.le", wide(text, true));
    folder.file("signed.be", wide(text, false));
    folder.file("plain.le", wide("ab\n", true));
    folder.file("plain.be", wide("ab\ncd\n", false));
    folder.file("swapped.be", wide("\u{FEFF}ab\n", true));
    folder.file("ascii.le", "plain ascii\n");
    folder.file("any.txt", wide(text, true));
    finds(
        &folder,
        &[
            "./any.txt wrong-line-end",
            "./ascii.le wrong-encoding",
            "./signed.be wrong-line-end",
            "./signed.le wrong-line-end",
            "./swapped.be wrong-encoding",
        ],
    );
    let run = folder.run(&[&CHECK[..], &["signed.be"]].concat());
    let line = &run.lines_of_json()[0];
    assert_eq!((&line["offset"], &line["octets"]), (&8.into(), &"00 0d 00 0a".into()));
    mends(&folder, &[&CHECK[..], &["."]].concat());
    assert_eq!(folder.read("any.txt"), wide(&text.replace("\r\n", "\n"), true));
    assert_eq!(folder.read("ascii.le"), wide("plain ascii\n", true));
}

#[test]
fn every_report_names_the_rule() {
    let folder = Folder::new();
    folder.file(".editorconfig", "root = true\n[*.txt]\nend_of_line = lf\n");
    folder.file("a b.txt", "a\r\nb\r\nc\n");
    let check = |format: &str| {
        folder.run(&["check", "--editorconfig", "--format", format, "a b.txt"]).exits(1)
    };
    check("human").prints(
        "error[wrong-line-end]: lines end with CRLF (2) and LF (1), and the rule says LF\n \
         --> a b.txt:1\n |\n = note: `end_of_line = lf`, .editorconfig:3\n \
         = help: utf convert -i --eol lf -- 'a b.txt'\n\n\
         1 file, 8 octets, 8 characters: 1 broken rule in 1 file\n",
    );
    check("github").shows(
        "::error file=a b.txt,line=1,col=1,title=wrong-line-end::lines end with CRLF (2) and LF (1), \
         and the rule says LF (`end_of_line = lf`, .editorconfig:3); utf convert -i --eol lf",
    );
    let run = check("sarif");
    let sarif: Value = serde_json::from_slice(&run.stdout).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "wrong-line-end");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "wrong-line-end"));
    folder.run(&["check", "--editorconfig", "-c", "."]).prints("./a b.txt:1\n");
    folder.run(&["check", "--editorconfig", "-l", "."]).exits(1).prints("./a b.txt\n");
    folder.run(&["check", "--editorconfig", "-q", "."]).exits(1).prints("");
    // What is known is accepted, and without the option nothing is asked.
    folder.file("known.json", &check("json").stdout);
    folder.run(&["check", "--editorconfig", "--baseline", "known.json", "a b.txt"]).exits(0);
    folder.run(&["check", "-q", "."]).exits(0);
    folder.pipe(&["check", "--editorconfig"], "a\r\n").exits(0);
}

#[test]
fn rules_that_make_no_sense() {
    let folder = Folder::new();
    folder.file("a.txt", "a\n");
    folder.file("b.txt", "b\n");
    let wrong = |config: &str, words: &str| {
        folder.file(".editorconfig", config);
        folder.run(&["check", "--editorconfig", "a.txt", "b.txt"]).exits(2).mentions(words)
    };
    wrong("root=true\n[*]\ncharset = utf-9\n", ".editorconfig:3: charset = utf-9: unknown");
    wrong("root=true\n[*]\nend_of_line = \x1B[31m\n", "end_of_line = <U+001B>[31m: unknown");
    wrong("root=true\n[*]\nno property\n", ".editorconfig:3: no line of an").says_lines(1);
    let hostile = format!("root=true\n[{}]\n", "{a,b}".repeat(60));
    wrong(&hostile, ".editorconfig:2: a glob with too many alternatives").says_lines(1);
    folder.file(".editorconfig", "root=true\n[*]\nindent_size =\ncharset = UTF-8\n");
    folder.run(&["check", "--editorconfig", "a.txt"]).exits(0).says("");
    folder.run(&["check", "--editorconfig", "-f", "latin1", "a.txt"]).exits(2);
    folder.run(&["check", "--editorconfig", "--lines", "a.txt"]).exits(2);
}

#[test]
fn what_git_says_of_files() {
    let Some(folder) = repository() else { return };
    fs::create_dir(folder.path("sub")).unwrap();
    folder.file(
        ".gitattributes",
        "*.bat eol=crlf\n*.sh text eol=lf\n*.bin binary eol=lf\n*.rc working-tree-encoding=UTF-16LE-BOM\n\
         *.wide working-tree-encoding=UTF-16\n*.le working-tree-encoding=UTF-16LE\n*.ps1 working-tree-encoding=UTF-8\n",
    );
    folder.file("sub/.gitattributes", "*.sh !eol\n");
    folder.file("a.bat", "a\n");
    folder.file("a.sh", "a\r\n");
    folder.file("sub/a.sh", "a\r\n");
    folder.file("b.bin", "a\r\n");
    folder.file("sub/signed.rc", b"\xFF\xFEa\0\n\0");
    folder.file("sub/plain.rc", b"a\0\n\0");
    folder.file("x.wide", b"a\0\n\0");
    folder.file("y.wide", b"\xFE\xFF\0a\0\n");
    folder.file("z.le", b"\xFF\xFEa\0\n\0");
    folder.file("p.ps1", b"\xEF\xBB\xBFa\n");
    let check = ["check", "--gitattributes", "--format", "json", "-g", "!old.txt", "."];
    let run = folder.run(&check).exits(1).says("");
    let expected = [
        "./a.bat wrong-line-end",
        "./a.sh wrong-line-end",
        "./sub/plain.rc missing-signature",
        "./x.wide missing-signature",
        "./z.le unwanted-signature",
    ];
    assert_eq!(found(&run), expected);
    let rule = &run.lines_of_json()[0]["rule"];
    assert_eq!((&rule["path"], &rule["says"]), (&".gitattributes".into(), &"eol=crlf".into()));
    let run = folder
        .shell("cd sub && utf check --gitattributes --format json plain.rc ../a.bat /dev/null");
    assert!(run.stderr.is_empty() && found(&run).len() == 2, "{run:?}");
    // As it is staged; and git counts where .editorconfig says otherwise.
    git(&folder, "git add a.bat a.sh && printf 'a\\n' >a.sh").exits(0);
    let staged = ["check", "--staged", "--gitattributes", "--format", "json"];
    folder.file(".editorconfig", "root=true\n[*]\nend_of_line = lf\n");
    let both = folder.run(&["check", "--gitattributes", "--editorconfig", "-c", "a.bat"]);
    both.prints("a.bat:1\n");
    let run = folder.run(&staged);
    // Git makes the copies as a checkout would have them.
    assert_eq!(found(&run), <[&str; 0]>::default());
    mends(&folder, &check);
    assert_eq!(folder.read("x.wide"), b"\xFF\xFEa\0\n\0");
    assert_eq!(folder.read("a.bat"), b"a\r\n");
    let outside = "GIT_CEILING_DIRECTORIES=$PWD/.. utf check --gitattributes x";
    Folder::new().shell(outside).exits(2).mentions("not a git repository").says_lines(1);
}
