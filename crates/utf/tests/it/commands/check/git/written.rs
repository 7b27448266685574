//! Staged text that git cannot write out (`working-tree-encoding`). Git asks its iconv, whose
//! tables differ from ours and from machine to machine. So the tests expect what git itself does.

use std::fs;

use super::gates::{git, repository};
use crate::support::Folder;

/// Stages `text` as the content of `name`, with `encoding` as its `working-tree-encoding`.
fn stage(folder: &Folder, name: &str, encoding: &str, text: &str) {
    folder.file("kept", text);
    let line = format!(
        "blob=$(git hash-object -w --no-filters kept) && rm kept && \
         git update-index --add --cacheinfo 100644,$blob,{name} && \
         echo '{name} text working-tree-encoding={encoding}' >>.gitattributes && git add .gitattributes"
    );
    git(folder, &line).exits(0);
}

/// Returns `true` if git can write out `name`. `UTF_TEST_GIT` names the git of the command for
/// Windows, whose iconv may have other tables.
fn git_writes(folder: &Folder, name: &str) -> bool {
    // Under wine, git for Windows does not work with pipes of this system.
    let run = git(
        folder,
        &format!(
            "LC_ALL=C \"${{UTF_TEST_GIT-git}}\" checkout-index -f {name} >said 2>&1; cat said"
        ),
    );
    !run.text().contains("failed to encode")
}

/// Characters in which the tables differ, in both directions, and characters in which they agree.
#[test]
fn agrees_with_git_about_unencodable_text() {
    let Some(folder) = repository() else { return };
    let texts = [
        ("SHIFT-JIS", "puts(\"日¥n\"); /* ‾ */\n"),
        ("SHIFT-JIS", "a\\b ~\n"),
        ("SHIFT-JIS", "1 − 2 〜 3\n"),
        ("EUC-JP", "1 − 2 〜 3\n"),
        ("EUC-JP", "①\n"),
        ("SHIFT-JIS", "①\n"),
        ("CP932", "①\n"),
        ("EUC-KR", "똠\n"),
        ("GB2312", "—\n"),
        ("ISO-8859-1", "caf\u{E9}\n"),
        ("ISO-8859-1", "\u{20AC}\n"),
        ("windows-1252", "\u{20AC}\u{81}\n"),
        ("KOI8-R", "язык\n"),
        ("GB18030", "\u{10FFFD}①\n"),
    ];
    let mut failed = 0;
    for (number, (encoding, text)) in texts.into_iter().enumerate() {
        let name = format!("{number}.txt");
        stage(&folder, &name, encoding, text);
        let writes = git_writes(&folder, &name);
        failed += i32::from(!writes);
        let run = folder.run(&["check", "--staged", "--gitattributes", &name]);
        let run = run.exits(i32::from(!writes)).says("");
        assert_eq!(run.text().contains("[unencodable]"), !writes, "{encoding} {text}");
    }
    // No table has this character.
    assert!((1..texts.len() as i32).contains(&failed));
    let summary = folder.shell("utf check -c --staged --gitattributes | grep -c txt:1");
    summary.prints(format!("{failed}\n"));
}

#[test]
fn reports_the_position_of_the_unencodable_character() {
    let Some(folder) = repository() else { return };
    stage(&folder, "a.txt", "ISO-8859-1", "one\ncaf\u{E9} \u{20AC} \u{20AC}\n\u{3042}\n");
    let run = folder.run(&["check", "--staged", "--gitattributes", "a.txt"]).exits(1);
    run.shows("a.txt:2")
        .shows("git cannot write the text as iso-8859-1, which does not have U+20AC");
    let run = folder.run(&["check", "--staged", "--gitattributes", "--format", "json", "a.txt"]);
    run.exits(1).shows("\"offset\":10,").shows("\"bytes\":\"e2 82 ac\"");
    // Git does not write out invalid UTF-8 at all. The report contains only the invalid bytes.
    folder.file("kept", b"caf\xE9 \xE2\x82\xAC\n");
    let line = "blob=$(git hash-object -w --no-filters kept) && git update-index --cacheinfo 100644,$blob,a.txt";
    git(&folder, line).exits(0);
    let run = folder.run(&["check", "--staged", "--gitattributes", "a.txt"]).exits(1);
    assert!(!run.text().contains("[unencodable]"), "{}", run.text());
}

/// If git's iconv does not know an encoding, git cannot write out even ASCII.
#[test]
fn reports_encodings_that_git_does_not_know() {
    let Some(folder) = repository() else { return };
    let mut lacking = false;
    for (number, encoding) in
        ["x-mac-cyrillic", "ISO-8859-8-I", "x-user-defined"].iter().enumerate()
    {
        let name = format!("{number}.txt");
        let label = folder.run(&["check", "-f", encoding, "kept.txt"]).status;
        if label != Some(0) {
            continue;
        }
        stage(&folder, &name, encoding, "plain\n");
        let writes = git_writes(&folder, &name);
        let run = folder.run(&["check", "--staged", "--gitattributes", &name]);
        let run = run.exits(i32::from(!writes));
        if !writes {
            lacking = true;
            run.shows(&format!("{name}:1")).shows("which its iconv does not know");
        }
    }
    if !lacking {
        eprintln!("skipped: git's iconv knows all of these");
    }
}

/// No filter runs, even if the configuration or a hook sets one. No temporary file remains, and the
/// repository does not change.
#[test]
fn asking_git_runs_nothing_and_leaves_nothing() {
    let Some(folder) = repository() else { return };
    stage(&folder, "a.txt", "EUC-JP", "日本\n");
    fs::create_dir(folder.path("temporary")).unwrap();
    fs::create_dir(folder.path("home")).unwrap();
    folder.file("home/attributes", "* filter=spy ident\n");
    let lines = "export HOME=$PWD/home TMPDIR=$PWD/temporary; unset XDG_CONFIG_HOME\n\
        git config --global core.attributesFile $PWD/home/attributes && \
        git config --global filter.spy.smudge \"tee $PWD/ran\" && \
        git config --global filter.spy.required true && git config filter.spy.smudge \"tee $PWD/ran\" && \
        echo '* filter=spy' >>.git/info/attributes && before=$(git count-objects -v) && \
        export GIT_DIR=.git GIT_INDEX_FILE=.git/index GIT_OBJECT_DIRECTORY=.git/objects && \
        utf check -q --staged --gitattributes a.txt && \
        test \"$before\" = \"$(git count-objects -v)\" && test ! -e ran && \
        { ls -A temporary | grep -v '^wine-'; true; }";
    folder.shell(lines).exits(0).prints("");
}

/// If git cannot answer, our own tables decide, and the report says so.
#[test]
fn reports_that_git_could_not_answer() {
    let Some(folder) = repository() else { return };
    stage(&folder, "a.txt", "ISO-8859-1", "caf\u{E9}\n");
    stage(&folder, "b.txt", "ISO-8859-1", "\u{20AC}\n");
    // This git does not know the attribute and does not report that.
    let script =
        "#!/bin/sh\ncase \"$*\" in *--filters*) exit 0;; esac\nexec \"$REAL_GIT\" \"$@\"\n";
    fs::create_dir(folder.path("bin")).unwrap();
    folder.file("bin/git", script);
    let old =
        "export REAL_GIT=$(command -v git) && chmod +x bin/git && export PATH=$PWD/bin:$PATH && ";
    let check = "utf check --staged --gitattributes";
    folder.shell(&format!("{old} {check} a.txt")).exits(0);
    let run = folder.shell(&format!("{old} {check} b.txt")).exits(1);
    run.shows("git could not be asked").shows("U+20AC according to the WHATWG's tables");
}

/// A staged `.gitattributes` affects files that are not staged: git would write them out in another
/// encoding, which would damage a clone.
#[test]
fn staged_attributes_cause_checks_of_their_files() {
    let Some(folder) = repository() else { return };
    folder.file("wide.txt", b"\xFF\xFEh\0i\0\n\0");
    folder.file("plain.txt", "hi\n");
    folder.file("old.txt", "old\n");
    folder.shell("mkdir sub").exits(0);
    folder.file("sub/wide.txt", b"\xFF\xFEh\0i\0\n\0");
    git(&folder, "git add -A && git commit -q -m wide").exits(0);
    let check = |options: &[&str], status: i32| {
        let arguments = [&["check", "-l", "--staged", "--gitattributes"], options].concat();
        folder.run(&arguments).exits(status).says("")
    };
    check(&[], 0).prints("");
    let stage = |line: &str| {
        git(&folder, &format!("echo '{line}' >.gitattributes && git add .gitattributes")).exits(0);
    };
    stage("*.txt text working-tree-encoding=UTF-16");
    check(&[], 1).prints("sub/wide.txt\nwide.txt\n");
    check(&["sub"], 1).prints("sub/wide.txt\n");
    check(&["plain.txt"], 0).prints("");
    folder.run(&["check", "-l", "--staged"]).exits(0).prints("");
    stage("wide.txt text working-tree-encoding=UTF-16");
    check(&[], 1).prints("sub/wide.txt\nwide.txt\n");
    stage("/wide.txt text working-tree-encoding=UTF-16");
    check(&[], 1).prints("wide.txt\n");
    // The last commit already had these attributes, so they are not part of the change.
    git(&folder, "git commit -q -m attributes").exits(0);
    stage("# a comment\n/wide.txt text working-tree-encoding=UTF-16");
    check(&[], 0).prints("");
}
