//! Options and the configuration.

use super::found;
use crate::support::{Folder, hostile};

fn codes(text: &str, options: &[&str]) -> Vec<String> {
    found(text, options).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn denies_and_allows_findings() {
    let text = "a\u{200B}\u{202E}\u{E000}";
    assert_eq!(codes(text, &[]), ["zero-width", "bidi-override", "private-use"]);
    assert_eq!(codes(text, &["--allow", "zero-width,U+E000"]), ["bidi-override"]);
    assert_eq!(codes(text, &["--allow", "bidi"]), ["zero-width", "private-use"]);
    assert_eq!(codes(text, &["--allow", "U+2000..U+20FF"]), ["private-use"]);
    assert_eq!(codes("\u{416} x", &["--deny", "U+0400-04FF"]), ["denied"]);
    assert_eq!(codes("axb", &["--deny", "U+78"]), ["denied"]);
    assert_eq!(codes("axb", &["--deny", "U+78", "--allow", "U+78"]), [] as [&str; 0]);
    let folder = Folder::new();
    folder.pipe(&["audit"], "\u{E000}").exits(0);
    folder
        .pipe(&["audit", "--deny", "private-use"], "\u{E000}")
        .exits(1)
        .shows("error[private-use]");
    folder.pipe(&["audit", "--deny", "private-use=warning"], "\u{E000}").exits(1).shows("warning[");
    folder.pipe(&["audit", "--fail-on", "note"], "\u{E000}").exits(1);
    folder.pipe(&["audit", "--fail-on", "error"], "\u{200B}").exits(0);
    for wrong in [
        ["--deny", "nothing"],
        ["--deny", "bidi=fatal"],
        ["--allow", "U+5..U+4"],
        ["--fail-on", "x"],
    ] {
        folder.pipe(&[&["audit"], &wrong[..]].concat(), "").exits(2);
    }
}

#[test]
fn uses_the_configuration() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("repo/.git")).unwrap();
    std::fs::create_dir_all(folder.path("repo/src")).unwrap();
    folder.file("repo/src/a.txt", "a\u{200B}b \u{E000}");
    folder
        .run(&["audit", "repo"])
        .exits(1)
        .shows("error, 1 warning, 1 note".split(", ").nth(1).unwrap());
    folder.file("repo/utf-audit.toml", "allow = [\"zero-width\"]\nfail-on = \"error\"\n");
    folder.run(&["audit", "repo"]).exits(0);
    folder.run(&["audit", "repo/src/a.txt"]).exits(0);
    folder.run(&["audit", "--no-config", "repo"]).exits(1);
    folder.run(&["audit", "--deny", "zero-width", "repo"]).exits(1);
    folder.file("other.toml", "deny = [\"private-use=error\"]\n");
    folder.run(&["audit", "--config", "other.toml", "repo"]).exits(1).shows("error[private-use]");
    folder.file("wrong.toml", "forbid = []\n");
    folder.run(&["audit", "--config", "wrong.toml", "repo"]).exits(2).mentions("wrong.toml");
    folder.run(&["audit", "--config", "none.toml", "repo"]).exits(2).mentions("none.toml");
    // Outside a repository, only a configuration in the same directory counts.
    std::fs::create_dir_all(folder.path("plain/src")).unwrap();
    folder.file("plain/utf-audit.toml", "allow = [\"zero-width\"]\n");
    folder.file("plain/src/a.txt", "a\u{200B}b");
    folder.run(&["audit", "plain"]).exits(0);
    folder.run(&["audit", "plain/src"]).exits(1);
}

#[test]
fn lists_and_counts() {
    let folder = Folder::new();
    folder.file("bad", "a\u{202E}\u{200B}\u{E000}");
    folder.file("good", "text");
    folder.run(&["audit", "-l", "bad", "good"]).exits(1).prints("bad\n");
    folder.run(&["audit", "-c", "bad", "good"]).exits(1).prints("bad:2\ngood:0\n");
    folder.run(&["audit", "-q", "bad"]).exits(1).prints("");
    folder.run(&["audit", "-q", "good"]).exits(0).prints("");
    folder.run(&["audit", "-l0", "bad"]).exits(1).prints("bad\0");
    folder.run(&["audit", "--max-findings", "1", "bad"]).exits(1).shows("2 not shown");
    folder.run(&["audit", "none"]).exits(2).mentions("none: No such file");
    folder.run(&["audit", "--list"]).exits(0).shows("bidi-override").shows("tag-text");
    folder
        .run(&["audit", "good"])
        .exits(0)
        .prints("1 file, 4 bytes: 0 errors, 0 warnings, 0 notes\n");
}

#[test]
fn input_reaches_the_terminal_only_escaped() {
    let folder = Folder::new();
    let text = "\u{1B}[2J\u{202E}\u{9B}\u{E0041}\u{E001B}\u{200B}\u{FE0F}\u{FE0F}\u{7F}\r";
    let name = format!("{0}]0;x{0}", hostile());
    folder.file(&name, text);
    for format in ["human", "json"] {
        let arguments = ["audit", "--show", "note", "--format", format, &name];
        let run = folder.run(&arguments).exits(1);
        let raw = |c: char| {
            c != '\n' && (c.is_control() || matches!(c, '\u{202E}' | '\u{E0041}' | '\u{200B}'))
        };
        assert!(!run.text().contains(raw), "{}", run.text());
    }
}

/// The formats for services contain the findings.
#[test]
fn formats_of_services() {
    let folder = Folder::new();
    folder.file("a b.txt", "fine\nx \u{202E}y\n");
    let run = folder.run(&["audit", "--format", "sarif", "a b.txt"]).exits(1);
    let log: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    let driver = &log["runs"][0]["tool"]["driver"];
    assert_eq!(driver["name"], "utf audit");
    let result = &log["runs"][0]["results"][0];
    assert!(driver["rules"].as_array().unwrap().iter().any(|rule| rule["id"] == result["ruleId"]));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    let expected = [("startLine", 2), ("startColumn", 3), ("byteOffset", 7), ("byteLength", 3)];
    expected.iter().for_each(|(key, value)| assert_eq!(region[key], *value, "{key}"));
    let run = folder.run(&["audit", "--format", "github", "a b.txt"]).exits(1);
    run.shows("::error file=a b.txt,line=2,endLine=2,col=3,endColumn=3,title=bidi-")
        .shows("1 file, ");
    let nothing = folder.pipe(&["audit", "--format", "sarif"], "fine").exits(0);
    let log: serde_json::Value = serde_json::from_str(nothing.text()).unwrap();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

/// Errors come first into the limit, and the report keeps the order of the file.
#[test]
fn warnings_do_not_push_errors_out() {
    let folder = Folder::new();
    folder.file("a", ["a\u{200B}b\n"; 4].concat() + "c\u{202E}d\n" + &"a\u{200B}b\n".repeat(9));
    let run = folder.run(&["audit", "--max-findings", "3", "a"]).exits(1);
    let heads = run.text().lines().filter(|line| line.starts_with(" --> "));
    assert_eq!(heads.collect::<Vec<_>>(), [" --> a:1:2", " --> a:2:2", " --> a:5:2"]);
    run.shows("5 | c<U+202E>d").shows("11 more findings: 11 zero-width");
}
