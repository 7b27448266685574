//! Reports for services: SARIF, and annotations for GitHub.

use serde_json::Value;

use crate::support::{Folder, full};

/// Creates files with unusual names, a BOM, emoji, and several kinds of errors.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("a b.txt", b"\xEF\xBB\xBF\xF0\x9F\x98\x80 \xC0\xAF\n\xED\xA0\x80x\xFF".as_slice());
    folder.file("b,c%.txt", b"fine\n\xF0\x9F\x98\x80\xE2\x82".as_slice());
    folder.file("c.txt", "fine\n");
    folder
}

fn sarif(folder: &Folder, arguments: &[&str]) -> Value {
    let run = folder.run(&[&["check", "--format", "sarif"], arguments].concat());
    serde_json::from_str(run.text()).unwrap()
}

#[test]
fn sarif_contains_positions() {
    let folder = folder();
    let log = sarif(&folder, &["."]);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let results = run["results"].as_array().unwrap();
    let rules: Vec<_> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["overlong", "surrogate", "invalid-byte", "truncated"]);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.txt");
    // Columns do not count the BOM, but byte offsets do.
    assert_eq!(place["region"]["startLine"], 1);
    assert_eq!(place["region"]["startColumn"], 3);
    assert_eq!(place["region"]["endColumn"], 5);
    assert_eq!(place["region"]["byteOffset"], 8);
    assert_eq!(place["region"]["byteLength"], 2);
    let uri = &results[3]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "b%2Cc%25.txt");
    // The document describes every rule that a result refers to.
    let known: Vec<_> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert!(results.iter().all(|result| known.contains(&&result["ruleId"])));
}

#[test]
fn sarif_without_findings_is_a_document() {
    let folder = folder();
    let log = sarif(&folder, &["c.txt"]);
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 0);
}

/// The document does not depend on the number of threads.
#[test]
fn sarif_by_many_threads() {
    let folder = Folder::new();
    for at in 0..60 {
        folder.file(&format!("{at:02}.txt"), vec![0xFF; at % 7]);
    }
    let [one, many] = ["1", "4"].map(|threads| sarif(&folder, &["-j", threads, "."]));
    assert_eq!(one, many);
    let found: usize = (0..60).map(|at| at % 7).sum();
    assert_eq!(one["runs"][0]["results"].as_array().unwrap().len(), found);
}

#[test]
fn notes_are_results_too() {
    let folder = Folder::new();
    folder.file("joined", "a\nb\u{FEFF}c");
    let log = sarif(&folder, &["joined"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"inner-bom".into(), &"note".into()));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&2.into(), &2.into()));
}

#[test]
fn github_annotates() {
    let folder = folder();
    let run = folder.run(&["check", "--format", "github", "."]).exits(1);
    let lines: Vec<_> = run.text().lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with(
        "::error file=a b.txt,line=1,endLine=1,col=3,endColumn=4,title=overlong::overlong form of U+002F: C0 AF, byte 8"
    ));
    assert!(lines[3].starts_with("::error file=b%2Cc%25.txt,line=2,endLine=2,col=2,"));
    assert!(lines[4].starts_with("3 files"));
}

/// U+FEFF inside a text has an offset in the file.
#[test]
fn inner_boms_have_a_position() {
    let inner = |name: &str, bytes: &[u8]| {
        let folder = Folder::new();
        folder.file(name, bytes);
        let run = folder.run(&["check", "--format", "sarif", name]);
        let sarif: Value = serde_json::from_slice(&run.stdout).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let result = results.iter().find(|result| result["ruleId"] == "inner-bom").unwrap();
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let run = folder.run(&["check", "--format", "json", name]);
        let lines = run.lines_of_json();
        let note = lines.iter().find(|line| line["type"] == "note").unwrap();
        assert_eq!(note["inner_boms"]["offset"], region["byteOffset"]);
        (region["byteOffset"].as_u64(), region["byteLength"].as_u64())
    };
    assert_eq!(inner("a", "\u{E9}\n\u{FEFF}b".as_bytes()), (Some(3), Some(3)));
    assert_eq!(inner("a", "\u{FEFF}\u{E9}\n\u{FEFF}b\u{FEFF}".as_bytes()), (Some(6), Some(3)));
    assert_eq!(inner("a", b"\xFFa\xEF\xBB\xBFb"), (Some(2), Some(3)));
    let wide: Vec<u8> =
        "\u{FEFF}\u{1F600}a\u{FEFF}b".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(inner("a", &wide), (Some(8), Some(2)));
    let long = format!("\u{FEFF}{}\u{FEFF}b", "\u{E9}\n".repeat(200_000));
    assert_eq!(inner("a", long.as_bytes()), (Some(600_003), Some(3)));
}

/// The document reports unreadable files and findings that are not shown, in every command.
#[test]
fn sarif_reports_failures() {
    let folder = folder();
    let run = |arguments: &[&str], status: i32| {
        let run = folder.run(arguments).exits(status);
        let log: Value = serde_json::from_str(run.text()).unwrap();
        let invocation = &log["runs"][0]["invocations"][0];
        let notices = invocation["toolExecutionNotifications"].as_array();
        let notices = notices.into_iter().flatten();
        let words = |one: &Value| format!("{}: {}", one["level"], one["message"]["text"]);
        let words: Vec<_> = notices.map(|one| words(one).replace('"', "")).collect();
        (invocation["executionSuccessful"].as_bool().unwrap(), words)
    };
    for command in ["check", "audit", "repair"] {
        let sarif = [command, "--format", "sarif"];
        assert_eq!(run(&[&sarif[..], &["c.txt"]].concat(), 0), (true, Vec::new()));
        let missing = "error: missing: No such file or directory";
        let run = run(&[&sarif[..], &["missing", "c.txt"]].concat(), 2);
        assert_eq!(run, (false, vec![missing.to_owned()]), "{command}");
    }
    let most = run(&["check", "--format", "sarif", "--max-findings", "1", "a b.txt"], 1);
    assert_eq!(most, (true, vec!["note: 2 findings not shown (see --max-findings)".to_owned()]));
}

/// A failure before the first file still gives a complete document, because empty output is not
/// valid.
#[test]
fn early_failures_print_a_document() {
    let folder = folder();
    let refused = [
        ("check --staged", true),
        ("check --changed-since main", true),
        ("check --baseline none c.txt", true),
        ("check -f none c.txt", true),
        ("check --editorconfig -", true),
        ("check --names --staged", true),
        ("check --names -", true),
        ("check --lines --staged", false),
        ("audit --staged", true),
        ("audit --deny none c.txt", true),
        ("audit -f none c.txt", true),
        ("repair --mixed none c.txt", true),
        ("repair --files-from none", true),
        ("repair -i", true),
        ("repair --bad-lines bad c.txt", true),
        ("search --files-from none x", false),
    ];
    for (line, has_sarif) in refused {
        let run = |format| {
            let arguments = [&*line.split(' ').collect::<Vec<_>>(), &["--format", format]].concat();
            let mut command = folder.command(&arguments);
            command.env("GIT_CEILING_DIRECTORIES", full(&std::env::temp_dir()));
            crate::support::Run::from(command.output().unwrap()).exits(2)
        };
        let json = run("json");
        let json = json.lines_of_json();
        assert_eq!((json.len(), &json[0]["type"]), (1, &"summary".into()), "{line}");
        assert_eq!(json[0]["failures"], 1, "{line}");
        assert!(super::schema::is_described(&json[0]), "{line}");
        if !has_sarif {
            continue;
        }
        let refused = run("sarif");
        let log: Value = serde_json::from_str(refused.text()).unwrap();
        let run = &log["runs"][0];
        assert_eq!(run["results"], serde_json::json!([]), "{line}");
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false, "{line}");
        let told = &invocation["toolExecutionNotifications"][0];
        assert_eq!(told["level"], "error", "{line}");
        // The message is the same as on stderr.
        let words = told["message"]["text"].as_str().unwrap();
        assert_eq!(refused.stderr, format!("utf: {words}\n"), "{line}");
    }
    let log = folder.run(&["detect", "--format", "sarif", "--files-from", "none"]).exits(2);
    let log: Value = serde_json::from_str(log.text()).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    // With `-q`, `-l` or another format, there is no document.
    folder.run(&["check", "-q", "--format", "sarif", "-f", "none"]).exits(2).prints("");
    folder.run(&["check", "-f", "none", "-l"]).exits(2).prints("");
    folder.run(&["check", "-f", "none", "--format", "github"]).exits(2).prints("");
}
