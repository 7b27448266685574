//! Gates on a change: what is staged, what has changed, what is new.

use crate::support::{Folder, Run};

/// A repository with a commit, or `None` where there is no git.
pub(super) fn repository() -> Option<Folder> {
    let folder = Folder::new();
    folder.file("old.txt", b"old \xFF\n");
    folder.file("kept.txt", "kept\n");
    let begun = git(
        &folder,
        "git init -q -b main . && git config user.email a@example.org && git config user.name A && \
         git config core.autocrlf false && git add -A && git commit -q -m first",
    );
    if begun.status != Some(0) {
        eprintln!("skipped: no git: {}", begun.stderr);
        return None;
    }
    Some(folder)
}

pub(super) fn git(folder: &Folder, line: &str) -> Run {
    folder.shell(&format!("export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null\n{line}"))
}

#[test]
fn only_what_a_branch_changed() {
    let Some(folder) = repository() else { return };
    let lines = "git checkout -q -b branch && mkdir -p 'a b' && printf 'new \\xfe\\n' >'a b/new.txt' && \
        printf '\\xff\\xfea\\0' >wide.txt && git rm -q kept.txt && git add -A && git commit -q -m second && \
        git checkout -q main && printf 'main \\xfd\\n' >main.txt && git add -A && git commit -q -m third && \
        git checkout -q branch && printf '\\xfb' >>wide.txt";
    git(&folder, lines).exits(0).says("");
    // Of the branch and the work tree; neither what was there, nor what `main` got since.
    let run = folder.run(&["check", "-l", "--changed-since", "main"]).exits(1).says("");
    run.prints("a b/new.txt\nwide.txt\n");
    folder
        .run(&["check", "-l", "--changed-since", "main", "wide.txt"])
        .exits(1)
        .prints("wide.txt\n");
    folder.run(&["check", "-l", "--changed-since", "main", "a b"]).exits(1).prints("a b/new.txt\n");
    folder.run(&["check", "-l", "--changed-since", "main", "-g", "!a b"]).prints("wide.txt\n");
    // Names are relative to where we are, whatever part of the tree that is.
    let run = folder.shell("cd 'a b' && utf check -l --changed-since main");
    run.prints("../a b/new.txt\n../wide.txt\n");
    folder.run(&["check", "-q", "--changed-since", "HEAD", "a b"]).exits(0).says("");
}

#[test]
fn what_is_staged_and_as_it_is() {
    let Some(folder) = repository() else { return };
    let lines = "printf 'staged \\xff' >one && printf fine >two && git add -A && \
        printf 'mended' >one && printf 'spoilt \\xff' >two && printf '\\xff' >untracked && ln -s one link && \
        git add link";
    git(&folder, lines).exits(0);
    let run = folder.run(&["check", "--format", "json", "--staged"]).exits(1).says("");
    let lines = run.lines_of_json();
    assert_eq!((&lines[0]["path"], &lines[0]["offset"]), (&"one".into(), &7.into()));
    assert_eq!((lines.len(), &lines[1]["files"]), (2, &2.into()));
    folder.run(&["check", "--staged", "two"]).exits(0);
    folder.run(&["check", "--staged", "nothing"]).exits(2).mentions("'nothing' did not match");
    folder.run(&["audit", "--staged", "-l"]).exits(1).prints("one\n");
    // Nothing is left behind.
    let run = folder.shell("mkdir t && TMPDIR=$PWD/t utf check -q --staged; echo $? && ls -A t");
    run.prints("1\n");
}

#[test]
fn the_first_commit_is_a_change_too() {
    let folder = Folder::new();
    if git(&folder, "git init -q . && printf '\\xff' >new && git add new").status != Some(0) {
        return eprintln!("skipped: no git");
    }
    folder.run(&["check", "-l", "--staged"]).exits(1).prints("new\n");
}

#[test]
fn what_git_cannot_tell() {
    let folder = Folder::new();
    let outside = "GIT_CEILING_DIRECTORIES=$PWD/.. utf check --staged";
    folder.shell(outside).exits(2).mentions("not a git repository").says_lines(1);
    let run = folder.shell("utf=$(type -p utf); PATH= utf check --staged");
    run.exits(2).says("utf: there is no command `git` (install it)\n");
    folder.run(&["check", "--staged", "--changed-since", "x"]).exits(2);
    folder.run(&["check", "--staged", "--files-from", "x"]).exits(2);
    let Some(folder) = repository() else { return };
    let run = folder.run(&["check", "--changed-since", "nowhere"]).exits(2);
    run.mentions("git knows no commit `nowhere`").mentions("fetch-depth: 0").says_lines(1);
    folder.run(&["check", "--changed-since=--help"]).exits(2).mentions("git knows no commit");
    folder.run(&["check", "--staged", "-"]).exits(2).mentions("standard input");
    git(&folder, "git checkout -q --orphan other && git commit -q -m other").exits(0);
    let run = folder.run(&["check", "--changed-since", "main"]).exits(2);
    run.mentions("have no commit in common");
    folder
        .run(&["check", "--changed-since", "HEAD", "gone"])
        .exits(2)
        .mentions("gone: No such file");
}

#[test]
fn what_is_known_is_accepted() {
    let folder = Folder::new();
    folder.file("a", b"one \xFF\ntwo \xFF\nthree \xE2\x82\n");
    folder.file("b", b"\xC0\x80");
    let known = folder.run(&["check", "--format", "json", "a", "b"]).exits(1);
    folder.file("known.json", &known.stdout);
    let run = folder.run(&["check", "--baseline", "known.json", "./a", "b"]).exits(0).says("");
    run.prints("2 files, 23 octets, 17 characters: nothing new; 4 accepted\n");
    folder.run(&["check", "-q", "--baseline", "known.json", "a"]).exits(0);
    // Lines may move; what is more than there was is new.
    folder.file("a", b"before\nthree \xE2\x82\none \xFF\ntwo \xFF\nnew \xFF\n");
    let run = folder.run(&["check", "--baseline", "known.json", "--format", "json", "a"]).exits(1);
    let lines = run.lines_of_json();
    assert_eq!((lines.len(), &lines[0]["line"]), (2, &5.into()));
    assert_eq!((&lines[1]["findings"], &lines[1]["accepted"]), (&1.into(), &3.into()));
    folder.run(&["check", "-q", "--baseline", "known.json", "a"]).exits(1);
    folder.run(&["check", "-c", "--baseline", "known.json", "a"]).exits(1).prints("a:1\n");
    // In another file it is another finding.
    folder.file("c", b"\xC0\x80");
    folder.run(&["check", "-l", "--baseline", "known.json", "b", "c"]).exits(1).prints("c\n");
    folder.file("wrong", "{}\n");
    let run = folder.run(&["check", "--baseline", "wrong", "a"]).exits(2);
    run.says("utf: wrong:1: no line of a report (a baseline is what `utf check --format json` printed)\n");
    folder.run(&["check", "--baseline", "missing", "a"]).exits(2).mentions("missing: No such file");
}
