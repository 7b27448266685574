//! `.editorconfig` and git's attributes.

use std::fs;

use serde_json::Value;

use crate::commands::check::git::gates::{git, repository};
use crate::support::{Folder, Run, is_windows};

/// Returns the path and the kind of each finding, sorted.
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

/// Runs the suggested fixes of all findings of `check`, and checks that no finding remains.
#[track_caller]
fn fixes(folder: &Folder, check: &[&str]) {
    let run = folder.run(check);
    let lines = run.lines_of_json();
    for line in lines.iter().filter(|line| line["type"] == "finding") {
        let fix = line["fix"].as_str().unwrap_or_else(|| panic!("no fix: {line}"));
        folder.shell(fix).exits(0);
    }
    let run = folder.run(check).exits(0);
    assert_eq!(found(&run), <[&str; 0]>::default());
}

#[test]
fn globs_in_nested_directories() {
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
            "./data.csv unwanted-bom",
            "./f2.txt wrong-line-end",
            "./f4.txt wrong-line-end",
            "./sub/deep/data.csv no-bom",
            "./sub/deep/utf8.txt wrong-encoding",
            "./top.txt wrong-line-end",
            "./y.bat wrong-line-end",
            "./z.cmd wrong-line-end",
        ],
    );
    // The result does not depend on the current directory or on the way the file is named.
    let run = folder.shell("cd sub/deep && utf check --editorconfig --format json ../../y.bat");
    let line = &run.exits(1).lines_of_json()[0];
    assert_eq!(
        (&line["line"], &line["offset"], &line["bytes"]),
        (&1.into(), &1.into(), &"0a".into())
    );
    assert_eq!(
        (&line["rule"]["line"], &line["rule"]["says"]),
        (&8.into(), &"end_of_line = CRLF".into())
    );
    assert_eq!(line["fix"], "utf convert -i --bom strip --eol crlf -- ../../y.bat");
    folder.shell("utf check -q .").exits(1);
    fixes(&folder, &[&CHECK[..], &["."]].concat());
    assert_eq!(folder.read("f2.txt"), b"a\rb\r");
    assert_eq!(folder.read("sub/deep/utf8.txt"), b"caf\xE9\n");
    assert_eq!(folder.read("sub/deep/data.csv"), b"\xEF\xBB\xBFa\nb\n");
}

#[test]
fn units_of_two_bytes() {
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
    assert_eq!((&line["offset"], &line["bytes"]), (&8.into(), &"00 0d 00 0a".into()));
    fixes(&folder, &[&CHECK[..], &["."]].concat());
    assert_eq!(folder.read("any.txt"), wide(&text.replace("\r\n", "\n"), true));
    assert_eq!(folder.read("ascii.le"), wide("\u{FEFF}plain ascii\n", true));
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
        "error[wrong-line-end]: lines end with CRLF (2) and LF (1), but the rule requires LF\n \
         --> a b.txt:1\n |\n = note: `end_of_line = lf`, .editorconfig:3\n \
         = help: utf convert -i --eol lf -- 'a b.txt'\n\n\
         1 file, 8 bytes, 8 characters: 1 broken rule in 1 file\n",
    );
    check("github").shows(
        "::error file=a b.txt,line=1,col=1,title=wrong-line-end::lines end with CRLF (2) and LF (1), but the rule requires LF (`end_of_line = lf`, .editorconfig:3); utf convert -i --eol lf",
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
    // A baseline accepts broken rules. Without the option, no rule is checked.
    folder.file("known.json", &check("json").stdout);
    folder.run(&["check", "--editorconfig", "--baseline", "known.json", "a b.txt"]).exits(0);
    folder.run(&["check", "-q", "."]).exits(0);
}

#[test]
fn reports_invalid_rules() {
    let folder = Folder::new();
    folder.file("a.txt", "a\n");
    folder.file("b.txt", "b\n");
    let wrong = |config: &str, words: &str| {
        folder.file(".editorconfig", config);
        folder.run(&["check", "--editorconfig", "a.txt", "b.txt"]).exits(2).mentions(words)
    };
    // Unknown values are ignored, as in editors. The other rules apply.
    folder.file("c.txt", "c\r\n");
    let unknown = |config: &str, words: &str| {
        folder.file(".editorconfig", config);
        let check = ["check", "--editorconfig", "-l", "a.txt", "b.txt", "c.txt"];
        folder.run(&check).exits(1).prints("c.txt\n").mentions(words).says_lines(1);
    };
    unknown(
        "root=true\n[*]\ncharset = klingon\nend_of_line=lf\n",
        ".editorconfig:3: charset = klingon: unknown value, ignored",
    );
    unknown(
        "root=true\n[*]\nend_of_line = lf\n[a.txt]\nend_of_line = \x1B[31m\n",
        "end_of_line = <U+001B>[31m: unknown",
    );
    wrong("root=true\n[*]\nno property\n", ".editorconfig:3: not a valid line of an").says_lines(1);
    folder.file(".editorconfig", "root=true\n[*]\nindent_size =\ncharset = UTF-8\n");
    folder.run(&["check", "--editorconfig", "a.txt"]).exits(0).says("");
    folder.run(&["check", "--editorconfig", "-f", "latin1", "a.txt"]).exits(2);
    folder.run(&["check", "--editorconfig", "--lines", "a.txt"]).exits(2);
}

#[test]
fn checks_attributes_of_git() {
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
        "./sub/plain.rc no-bom",
        "./x.wide no-bom",
        "./z.le unwanted-bom",
    ];
    assert_eq!(found(&run), expected);
    let rule = &run.lines_of_json()[0]["rule"];
    assert_eq!((&rule["path"], &rule["says"]), (&".gitattributes".into(), &"eol=crlf".into()));
    let null = if is_windows() { "NUL" } else { "/dev/null" };
    let line = "cd sub && utf check --gitattributes --format json plain.rc ../a.bat";
    let run = folder.shell(&format!("{line} {null}"));
    assert!(run.stderr.is_empty() && found(&run).len() == 2, "{run:?}");
    // The staged files: git's attributes take precedence over `.editorconfig`.
    git(&folder, "git add a.bat a.sh && printf 'a\\n' >a.sh").exits(0);
    let staged = ["check", "--staged", "--gitattributes", "--format", "json"];
    folder.file(".editorconfig", "root=true\n[*]\nend_of_line = lf\n");
    let both = folder.run(&["check", "--gitattributes", "--editorconfig", "-c", "a.bat"]);
    both.prints("a.bat:1\n");
    let run = folder.run(&staged);
    // Git converts the line feeds of the index to CRLF.
    assert_eq!(found(&run), <[&str; 0]>::default());
    fixes(&folder, &check);
    assert_eq!(folder.read("x.wide"), b"\xFF\xFEa\0\n\0");
    assert_eq!(folder.read("a.bat"), b"a\r\n");
    let outside = "GIT_CEILING_DIRECTORIES=$root$PWD/.. utf check --gitattributes x";
    Folder::new().shell(outside).exits(2).mentions("not a git repository").says_lines(1);
}

/// Messages about the encoding are true.
#[test]
fn messages_about_encodings_are_true() {
    let folder = Folder::new();
    folder
        .file(".editorconfig", "root=true\n[*.be]\ncharset=utf-16be\n[*.bom]\ncharset=utf-8-bom\n");
    let be = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    for text in ["\u{FF}\u{1F600}", "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}", "a\n"] {
        folder.file("right.be", be(text));
        folder.run(&["check", "--editorconfig", "right.be"]).exits(0);
    }
    let wrong = |name: &str, bytes: &[u8], words: &str, fix: Option<&str>| {
        folder.file(name, bytes);
        let run = folder.run(&[&CHECK[..], &[name]].concat()).exits(1).says("");
        let lines = run.lines_of_json();
        let line = lines.iter().find(|line| line["rule"].is_object()).unwrap();
        assert_eq!((line["hint"].as_str(), line["fix"].as_str()), (Some(words), fix));
    };
    let utf8 = "the text is utf-8, but the rule requires utf-16be";
    let fix = Some("utf convert -i -t utf-16be-bom -- plain.be");
    wrong("plain.be", b"plain words\n \n", utf8, fix);
    // ASCII bytes may be ideographs in UTF-16, so a few of them do not prove anything.
    let utf8 = "the text looks like utf-8, but the rule requires utf-16be";
    wrong("ideographs.be", &be("\u{6C34}\u{6C34}"), utf8, None);
    let swapped = "the text looks like utf-16le, but the rule requires utf-16be";
    for swaps in ["\n", "A", "ab", "\u{6C34}\n"] {
        let le: Vec<u8> = swaps.encode_utf16().flat_map(u16::to_le_bytes).collect();
        wrong("swapped.be", &le, swapped, None);
    }
    folder.file("odd.be", b"a");
    folder.run(&[&CHECK[..], &["odd.be"]].concat()).exits(1).shows("the text is utf-8");
    let latin1 = "caf\u{E9} noir, s'il vous pla\u{EE}t, et un th\u{E9} pour Ren\u{E9}e\n".repeat(4);
    let latin1: Vec<u8> = latin1.chars().map(|letter| letter as u8).collect();
    let like = "the text looks like windows-1252, but the rule requires utf-16be";
    wrong("latin1.be", &latin1, like, None);
    let late = [&b"plain text\n".repeat(1000)[..], b"caf\xE9\n"].concat();
    let other = "the text is not utf-16be, but the rule requires utf-16be";
    wrong("late.be", &late, other, None);
    wrong("latin1.bom", &latin1, "the file has no BOM, which the rule requires", None);
}

/// Text in UTF-16 breaks a rule for an 8-bit charset, and no suggested fix adds a BOM.
#[test]
fn wide_text_under_narrow_rules() {
    let folder = Folder::new();
    let rules = "root=true\n[*.bom]\ncharset=utf-8-bom\n[*.u8]\ncharset=utf-8\n[*.l1]\ncharset=latin1\n[*.cp]\ncharset=windows-1252\n";
    folder.file(".editorconfig", rules);
    for text in [
        "a",
        "ab",
        "Zo\u{EB}\r\n",
        "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442} \u{43C}\u{438}\u{440}\n",
    ] {
        let units = || text.encode_utf16();
        for (bytes, is) in [
            (units().flat_map(u16::to_le_bytes).collect::<Vec<_>>(), "utf-16le"),
            (units().flat_map(u16::to_be_bytes).collect(), "utf-16be"),
        ] {
            for name in ["a.bom", "a.u8", "a.l1", "a.cp"] {
                folder.file(name, &bytes);
                let run = folder.run(&[&CHECK[..], &[name]].concat()).exits(1);
                let lines = run.lines_of_json();
                let line = lines.iter().find(|line| line["rule"].is_object()).unwrap();
                let hint = line["hint"].as_str().unwrap();
                assert!(hint.starts_with(&format!("the text looks like {is}, ")), "{name} {hint}");
                assert_eq!(line["fix"], Value::Null, "{name} {text}");
            }
            folder
                .run(&["check", "--editorconfig", "-l", "."])
                .exits(1)
                .prints("./a.bom\n./a.cp\n./a.l1\n./a.u8\n");
        }
    }
    // Without a space there is no NUL, so the encoding is unknown. Even then no fix adds a BOM.
    let cyrillic: Vec<u8> = "\u{41F}\u{440}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.file("a.bom", cyrillic);
    let run = folder.run(&[&CHECK[..], &["a.bom"]].concat()).exits(1);
    assert_eq!(run.lines_of_json()[0]["fix"], Value::Null);
}

/// UTF-8 in a file whose rule names a charset in which the bytes are well-formed too.
#[test]
fn utf_8_under_rules_for_charsets() {
    let folder = Folder::new();
    let charsets = ["windows-1252", "windows-1251", "euc-kr", "gbk"];
    let rules = charsets.map(|charset| format!("[*.{charset}]\ncharset={charset}\n"));
    folder.file(".editorconfig", format!("root=true\n{}", rules.concat()));
    let hint = |name: &str, bytes: &[u8]| {
        folder.file(name, bytes);
        let run = folder.run(&[&CHECK[..], &[name]].concat());
        let lines = run.lines_of_json();
        lines.iter().find_map(|line| line["hint"].as_str().map(str::to_owned)).unwrap_or_default()
    };
    let many =
        "\u{440}\u{443}\u{441}\u{441}\u{43A}\u{438}\u{439} \u{442}\u{435}\u{43A}\u{441}\u{442}\n"
            .as_bytes();
    let is = "the text is utf-8, but the rule requires windows-1251";
    assert_eq!(hint("many.windows-1251", many), is);
    let like = "the text looks like utf-8, but the rule requires windows-1252";
    assert_eq!(hint("few.windows-1252", "caf\u{E9}\n".as_bytes()), like);
    // These two bytes are one character in both encodings.
    assert_eq!(hint("few.euc-kr", b"\xC3\xA9\n"), "");
    assert_eq!(hint("few.gbk", b"\xC4\x81\n"), "");
    for charset in ["windows-1251", "euc-kr"] {
        let right = folder
            .pipe(
                &["convert", "-t", charset],
                "\u{440}\u{443}\u{441}\u{441}\u{43A}\u{438}\u{439}\n",
            )
            .exits(0);
        assert_eq!(hint(&format!("right.{charset}"), &right.stdout), "");
    }
}

/// The suggested fixes work for all encodings of text and rule.
#[test]
fn all_fixes_fix() {
    let folder = Folder::new();
    let charsets = [
        "utf-8",
        "utf-8-bom",
        "utf-16le",
        "utf-16be",
        "latin1",
        "windows-1252",
        "shift_jis",
        "utf-16",
        "utf-32be",
    ];
    let rules =
        charsets.map(|charset| format!("[*.{charset}]\ncharset={charset}\nend_of_line=lf\n"));
    folder.file(".editorconfig", format!("root=true\n[*]\nend_of_line=lf\n{}", rules.concat()));
    let texts = [
        "a\r\n",
        "ab",
        "a\0b\r\n",
        "caf\u{E9}\n",
        "\u{20AC} 5\r\n",
        "\u{6C34}\u{6C34}",
        "\u{3042}\u{3044}\r\n",
        "\u{3200}",
        "\u{1F600}",
    ];
    let forms =
        ["utf-8", "utf-8-sig", "utf-16le", "utf-16be", "utf-16le-bom", "utf-16", "utf-32le-bom"];
    let mut number = 0;
    for (text, form) in texts.iter().flat_map(|text| forms.map(|form| (text, form))) {
        let bytes =
            folder.pipe(&["convert", "-q", "-f", "utf-8", "-t", form], text).exits(0).stdout;
        for charset in charsets.iter().chain(&["txt"]) {
            number += 1;
            folder.file(&format!("{number}-{form}.{charset}"), &bytes);
        }
    }
    let run = folder.run(
        &[&CHECK[..], &folder.names().iter().skip(1).map(String::as_str).collect::<Vec<_>>()]
            .concat(),
    );
    let lines = run.exits(1).lines_of_json();
    let fixes =
        lines.iter().filter_map(|line| Some((line["path"].as_str()?, line["fix"].as_str()?)));
    let fixes: std::collections::BTreeMap<_, _> = fixes.collect();
    assert!(fixes.len() > 200, "{}", fixes.len());
    let script: String = fixes.values().map(|fix| format!("{fix} || echo '{fix}'\n")).collect();
    folder.shell(&script).exits(0).prints("");
    let again = folder.run(&[&CHECK[..], &fixes.keys().copied().collect::<Vec<_>>()].concat());
    assert_eq!(found(&again.exits(0)), <[&str; 0]>::default());
}

/// The attributes of a file are those of its own repository.
#[test]
fn each_repository_has_its_attributes() {
    let Some(one) = repository() else { return };
    let Some(other) = repository() else { return };
    other.file(".gitattributes", "*.txt eol=crlf\n");
    let path = other.path("kept.txt");
    one.run(&["check", "--gitattributes", "-c", path.to_str().unwrap(), "kept.txt"])
        .exits(1)
        .prints(format!("{}:1\nkept.txt:0\n", path.display()));
    // An inner repository has its own attributes too.
    git(
        &one,
        &format!(
            "git clone -q '{}' inner && cp '{}' inner",
            other.path("").display(),
            other.path(".gitattributes").display()
        ),
    )
    .exits(0);
    one.run(&["check", "--gitattributes", "-l", "-g", "!old.txt", "."])
        .exits(1)
        .prints("./inner/kept.txt\n");
}

/// Text that may have 16-bit units gets no fix that works on bytes.
#[test]
fn suggests_no_fix_for_possible_utf16() {
    let folder = Folder::new();
    let charsets = ["shift_jis", "windows-1251", "euc-kr", "latin1", "utf-8"];
    let rules = charsets.map(|charset| format!("[*.{charset}]\ncharset={charset}\n"));
    let rules = format!("root=true\n[*]\nend_of_line=crlf\n{}", rules.concat());
    folder.file(".editorconfig", rules);
    let japanese = "\u{65E5}\u{672C}\u{8A9E}\u{306E}\u{30C6}\u{30AD}\u{30B9}\u{30C8}\n";
    let be = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let le = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let texts = [
        be(japanese),
        le(japanese),
        le("\u{30C6}\u{30B9}\u{30C8}\nab"),
        // The bracket contains the byte of a line feed, and no byte here is NUL.
        be("\u{300A}\u{30C6}\u{30B9}\u{30C8}\u{300B}"),
        be("\u{3042}\n"),
        b"x\0y\n".to_vec(),
        [&b"plain\n".repeat(2000)[..], b"x\0y\n"].concat(),
    ];
    for (number, bytes) in texts.iter().enumerate() {
        for charset in charsets.iter().chain(&["txt"]) {
            let name = format!("{number}.{charset}");
            folder.file(&name, bytes);
            let run = folder.run(&[&CHECK[..], &[&name]].concat());
            let lines = run.lines_of_json();
            let fixes = lines.iter().filter_map(|line| line["fix"].as_str());
            assert_eq!(fixes.collect::<Vec<_>>(), <[&str; 0]>::default(), "{name}");
        }
    }
    let hints = |name: &str| {
        let run = folder.run(&[&CHECK[..], &[name]].concat()).exits(1);
        let lines = run.lines_of_json();
        lines[0]["hint"].as_str().unwrap().to_owned()
    };
    let says = "but the rule requires";
    assert_eq!(hints("0.shift_jis"), format!("the text looks like utf-16be, {says} shift_jis"));
    assert_eq!(
        hints("2.windows-1251"),
        format!("the text looks like utf-16le, {says} windows-1251")
    );
    assert_eq!(hints("5.euc-kr"), format!("the text has NULs, {says} euc-kr"));
    assert_eq!(hints("6.latin1"), format!("the text has NULs, {says} iso-8859-1"));
    // In a directory, the file is treated like a named one.
    fs::create_dir(folder.path("p")).unwrap();
    folder.file("p/.editorconfig", "root=true\n[*]\ncharset=shift_jis\nend_of_line=crlf\n");
    folder.file("p/a.txt", be(japanese));
    folder.run(&["check", "-l", "--editorconfig", "p"]).exits(1).prints("p/a.txt\n");
    // If only the line ends are wrong, the fix is suggested as usual.
    let right = folder.pipe(&["convert", "-t", "shift_jis"], japanese).exits(0).stdout;
    folder.file("p/a.txt", right);
    let run = folder.run(&[&CHECK[..], &["p/a.txt"]].concat()).exits(1);
    assert!(run.lines_of_json()[0]["fix"].is_string());
}

/// No rule can apply to stdin, so the combination is rejected rather than ignored.
#[test]
fn rejects_rules_for_stdin() {
    let folder = Folder::new();
    folder.file(".editorconfig", "root=true\n[*]\nend_of_line=lf\n");
    folder.file("a", "a\r\n");
    folder.file("list", "a\n");
    for rest in [&[][..], &["-"], &["a", "-"]] {
        let arguments = [&["check", "--editorconfig"], rest].concat();
        folder.pipe(&arguments, "a\r\n").exits(2).mentions("standard input, which has no name");
    }
    folder.pipe(&["check", "-q", "--editorconfig", "--files-from", "-"], "a\n").exits(1);
}
