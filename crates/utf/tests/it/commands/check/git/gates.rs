//! `--staged` and `--changed-since`: checks of the files in a change.

use crate::support::{Folder, Run, exe};

/// Creates a repository with a commit, or returns `None` if git is not installed.
pub(crate) fn repository() -> Option<Folder> {
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

pub(crate) fn git(folder: &Folder, line: &str) -> Run {
    folder.shell(&format!("export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null\n{line}"))
}

#[test]
fn checks_only_files_that_a_branch_changed() {
    let Some(folder) = repository() else { return };
    let lines = "git checkout -q -b branch && mkdir -p 'a b' && printf 'new \\xfe\\n' >'a b/new.txt' && \
        printf '\\xff\\xfea\\0' >wide.txt && git rm -q kept.txt && git add -A && git commit -q -m second && \
        git checkout -q main && printf 'main \\xfd\\n' >main.txt && git add -A && git commit -q -m third && \
        git checkout -q branch && printf '\\xfb' >>wide.txt";
    git(&folder, lines).exits(0).says("");
    // The files that the branch or the work tree changed, but not the old files or the later ones
    // on `main`.
    let run = folder.run(&["check", "-l", "--changed-since", "main"]).exits(1).says("");
    run.prints("a b/new.txt\nwide.txt\n");
    folder
        .run(&["check", "-l", "--changed-since", "main", "wide.txt"])
        .exits(1)
        .prints("wide.txt\n");
    folder.run(&["check", "-l", "--changed-since", "main", "a b"]).exits(1).prints("a b/new.txt\n");
    folder.run(&["check", "-l", "--changed-since", "main", "-g", "!a b"]).prints("wide.txt\n");
    // Names are relative to the current directory.
    let run = folder.shell("cd 'a b' && utf check -l --changed-since main");
    run.prints("new.txt\n../wide.txt\n");
    let run = folder.shell("cd 'a b' && utf check -l --changed-since main .");
    run.prints("new.txt\n");
    let run = folder.shell("cd 'a b' && printf '\\xff' >x && git add x && utf check -l --staged");
    run.exits(1).prints("x\n");
    git(&folder, "git rm -q --cached 'a b/x'").exits(0);
    folder.run(&["check", "-q", "--changed-since", "HEAD", "a b"]).exits(0).says("");
}

#[test]
fn checks_staged_content() {
    let Some(folder) = repository() else { return };
    let lines = "printf 'staged \\xff' >one && printf fine >two && git add -A && \
        printf 'fixed' >one && printf 'spoilt \\xff' >two && printf '\\xff' >untracked && ln -s one link && \
        git add link";
    git(&folder, lines).exits(0);
    let run = folder.run(&["check", "--format", "json", "--staged"]).exits(1).says("");
    let lines = run.lines_of_json();
    assert_eq!((&lines[0]["path"], &lines[0]["offset"]), (&"one".into(), &7.into()));
    assert_eq!((lines.len(), &lines[1]["files"]), (2, &2.into()));
    folder.run(&["check", "--staged", "two"]).exits(0);
    folder.run(&["check", "--staged", "nothing"]).exits(2).mentions("'nothing' did not match");
    folder.run(&["audit", "--staged", "-l"]).exits(1).prints("one\n");
    // No temporary files remain, except those of wine.
    let run = folder.shell(
        "mkdir t && TMPDIR=$PWD/t utf check -q --staged; echo $? && ls -A t | grep -v '^wine-'",
    );
    run.prints("1\n");
}

#[test]
fn checks_files_before_the_first_commit() {
    let folder = Folder::new();
    if git(&folder, "git init -q . && printf '\\xff' >new && git add new").status != Some(0) {
        return eprintln!("skipped: no git");
    }
    folder.run(&["check", "-l", "--staged"]).exits(1).prints("new\n");
}

#[test]
fn reports_failures_of_git() {
    let folder = Folder::new();
    let outside = "GIT_CEILING_DIRECTORIES=$root$PWD/.. utf check --staged";
    folder.shell(outside).exits(2).mentions("not a git repository").says_lines(1);
    let run = folder.shell("utf=$(type -p utf); PATH= utf check --staged");
    run.exits(2).says("utf: the command `git` was not found (install it)\n");
    folder.run(&["check", "--staged", "--changed-since", "x"]).exits(2);
    folder.run(&["check", "--staged", "--files-from", "x"]).exits(2);
    let Some(folder) = repository() else { return };
    let run = folder.run(&["check", "--changed-since", "nowhere"]).exits(2);
    run.mentions("git does not know a commit `nowhere`").mentions("fetch-depth: 0").says_lines(1);
    folder
        .run(&["check", "--changed-since=--help"])
        .exits(2)
        .mentions("git does not know a commit");
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
fn accepts_findings_in_a_baseline() {
    let folder = Folder::new();
    folder.file("a", b"one \xFF\ntwo \xFF\nthree \xE2\x82\n");
    folder.file("b", b"\xC0\x80");
    let known = folder.run(&["check", "--format", "json", "a", "b"]).exits(1);
    folder.file("known.json", &known.stdout);
    let run = folder.run(&["check", "--baseline", "known.json", "./a", "b"]).exits(0).says("");
    run.prints("2 files, 23 bytes, 17 characters: nothing new; 4 accepted\n");
    folder.run(&["check", "-q", "--baseline", "known.json", "a"]).exits(0);
    // A finding may move to another line. A finding in addition to the known ones is new.
    folder.file("a", b"before\nthree \xE2\x82\none \xFF\ntwo \xFF\nnew \xFF\n");
    let run = folder.run(&["check", "--baseline", "known.json", "--format", "json", "a"]).exits(1);
    let lines = run.lines_of_json();
    assert_eq!((lines.len(), &lines[0]["line"]), (2, &5.into()));
    assert_eq!((&lines[1]["findings"], &lines[1]["accepted"]), (&1.into(), &3.into()));
    folder.run(&["check", "-q", "--baseline", "known.json", "a"]).exits(1);
    folder.run(&["check", "-c", "--baseline", "known.json", "a"]).exits(1).prints("a:1\n");
    // The same finding in another file is new.
    folder.file("c", b"\xC0\x80");
    folder.run(&["check", "-l", "--baseline", "known.json", "b", "c"]).exits(1).prints("c\n");
    folder.file("wrong", "{}\n");
    let run = folder.run(&["check", "--baseline", "wrong", "a"]).exits(2);
    run.says("utf: wrong:1: not a line of a report (a baseline is the output of `utf check --format json`)\n");
    folder.run(&["check", "--baseline", "missing", "a"]).exits(2).mentions("missing: No such file");
}

/// The index has the committed bytes, regardless of the conversions that git makes on checkout.
#[test]
fn reads_staged_files_as_in_the_index() {
    let Some(folder) = repository() else { return };
    let lines = "git config filter.f.clean cat && git config filter.f.smudge \"tr '\\351' e\" && \
        printf '*.u working-tree-encoding=UTF-16LE\\n*.l working-tree-encoding=ISO-8859-1\\n*.s filter=f\\n' >.gitattributes && \
        printf 'h\\0\\n\\0' >a.u && printf 'caf\\xe9\\n' >a.l && printf 'caf\\xe9\\n' >a.s && git add -A && \
        printf '*.u text\\n' >.gitattributes";
    git(&folder, lines).exits(0);
    let check = |rest: &str| folder.shell(&format!("utf check --staged -c {rest}"));
    check("--gitattributes a.u a.l").exits(0).prints("a.l:0\na.u:0\n");
    check("a.u a.l").exits(0);
    check("a.s").exits(1).prints("a.s:1\n");
    // A file named `-` is not stdin.
    git(&folder, "printf '\\xff' >./- && git add ./-").exits(0);
    folder.shell("utf check --staged -l").prints("./-\na.s\n");
}

/// Text that git could not write out, and text in the index that looks as if git had written it
/// out.
#[test]
fn checks_staged_files_with_staged_rules() {
    let Some(folder) = repository() else { return };
    folder.file("no.l", "one\ncaf\u{E9} \u{20AC}\n");
    folder.file("raw.u", b"h\0i\0\n\0");
    folder.file("raw.bom", b"\xFF\xFEh\0\n\0");
    folder.file("dos.txt", "a\r\nb\r\n");
    folder.file("unix.bat", "a\nb\n");
    folder.file("unix.dos", "a\nb\n");
    let attributes = "*.l working-tree-encoding=ISO-8859-1\n*.u working-tree-encoding=UTF-16LE\n\
        *.bom working-tree-encoding=UTF-16\n*.txt eol=lf\n*.bat eol=crlf\n";
    git(&folder, "git rm -q --cached old.txt kept.txt && git add -A").exits(0);
    folder.file(".gitattributes", attributes);
    folder.file(".editorconfig", "root=true\n[*.bat]\nend_of_line=crlf\n[*.u]\ncharset=utf-16le\n[*.dos]\nend_of_line=crlf\n");
    let check = |options: &str| {
        let line = format!(
            "utf check --staged --format json {options} | grep -o '\"path\":\"[^\"]*\"\\|\"kind\":\"[^\"]*\"' | tr -d '\\n'"
        );
        folder
            .shell(&line)
            .text()
            .replace("\"path\":\"", " ")
            .replace("\"kind\":\"", ":")
            .replace('"', "")
    };
    // Rule files that are not in the index do not apply to the index.
    assert_eq!(check("--gitattributes --editorconfig"), " raw.u");
    git(&folder, "git add .gitattributes .editorconfig").exits(0);
    let broken = " dos.txt:wrong-line-end .gitattributes no.l:unencodable .gitattributes \
        raw.bom:wrong-encoding .gitattributes raw.u:wrong-encoding .gitattributes raw.u unix.dos:wrong-line-end .editorconfig";
    let both = check("--gitattributes --editorconfig");
    let broken: Vec<_> = broken.split_whitespace().collect();
    assert_eq!(both.split_whitespace().collect::<Vec<_>>(), broken);
    let run = folder.run(&["check", "--staged", "--gitattributes", "no.l"]).exits(1);
    run.shows("git cannot write the text as iso-8859-1, which does not have U+20AC")
        .shows("no.l:2");
    // Git converts line ends even if only `--editorconfig` is used.
    assert_eq!(check("--editorconfig unix.bat unix.dos"), " unix.dos:wrong-line-end .editorconfig");
}

/// Git supports all encodings of its iconv. In the index their text is UTF-8, even if `utf` does
/// not know the encoding.
#[test]
fn reads_unknown_encodings_as_utf8_in_the_index() {
    let Some(folder) = repository() else { return };
    folder.file("good.e", "caf\u{E9}\n");
    folder.file("other.e", "caf\u{E9} \u{20AC}\n");
    folder.file("bad.j", b"caf\xE9\n");
    folder.file("wide.j", b"\xFF\xFEh\0\n\0");
    git(&folder, "git add -A && printf '*.e working-tree-encoding=TSCII\n*.j working-tree-encoding=X-NONE\n' >.gitattributes && git add .gitattributes")
        .exits(0);
    let message = |name| {
        format!(
            "utf: .gitattributes: working-tree-encoding={name}: unknown encoding, checked as UTF-8, which git stores\n"
        )
    };
    for rules in ["--gitattributes", "--gitattributes --editorconfig", "--editorconfig"] {
        let run = git(&folder, &format!("utf check -c --staged {rules} good.e other.e")).exits(0);
        assert_eq!(
            (run.text(), run.stderr.as_str()),
            ("good.e:0\nother.e:0\n", message("TSCII").as_str()),
            "{rules}"
        );
    }
    let run = git(&folder, "utf check -c --staged --gitattributes bad.j").exits(1);
    assert_eq!((run.text(), run.stderr.as_str()), ("bad.j:1\n", message("X-NONE").as_str()));
    let run = git(&folder, "utf check --staged --gitattributes wide.j").exits(1);
    run.shows("the text is utf-16, as its BOM says, but git stores utf-8\n");
    let json = "utf check --staged --format json --gitattributes good.e 2>/dev/null";
    git(&folder, json).exits(0).shows("\"failures\":0");
    // In the work tree, the file has that encoding.
    for gate in ["", "--changed-since HEAD"] {
        let run = git(&folder, &format!("utf check --gitattributes {gate} good.e")).exits(2);
        let why = "good.e: not read: .gitattributes: working-tree-encoding=TSCII: unknown encoding `TSCII`";
        run.mentions(why).mentions("use `--staged` to check the UTF-8 that git stores");
    }
}

#[test]
fn audit_of_staged_files_uses_the_staged_configuration() {
    let Some(folder) = repository() else { return };
    folder.file("bidi.txt", "x \u{202E} y\n");
    git(&folder, "git add bidi.txt").exits(0);
    folder.file("utf-audit.toml", "allow = [\"U+202E\"]\n");
    folder.run(&["audit", "-q", "bidi.txt"]).exits(0);
    folder.run(&["audit", "-q", "--staged"]).exits(1);
    git(&folder, "git add utf-audit.toml && rm utf-audit.toml").exits(0);
    folder.run(&["audit", "-q", "--staged"]).exits(0);
    folder.file("utf-audit.toml", "deny = [\"nothing\"]\n");
    folder.run(&["audit", "-q", "--staged"]).exits(0);
}

#[test]
fn reports_files_in_conflict() {
    let Some(folder) = repository() else { return };
    let lines = "git checkout -q -b other && echo a >kept.txt && git commit -q -a -m a && git checkout -q main && \
        echo b >kept.txt && git commit -q -a -m b && ! git merge -q other && printf '\\xff' >bad && git add bad";
    git(&folder, lines).exits(0);
    let run = folder.run(&["check", "-l", "--staged"]).exits(2).prints("bad\n").says_lines(1);
    run.mentions("kept.txt: it is in conflict, so nothing is staged for it (resolve the conflict");
    let run = folder.run(&["check", "--changed-since", ":/no such words"]).exits(2);
    run.mentions("no commit message matches");
    folder.run(&["check", "--changed-since", "@{u}"]).exits(2).mentions("upstream");
    // Rule files in conflict are not staged either.
    for (rules, command) in [
        (".editorconfig", "check --editorconfig"),
        ("utf-audit.toml", "audit"),
        (".gitattributes", "check --gitattributes"),
    ] {
        let lines = format!(
            "git reset -q --hard && git checkout -q -B one && echo '# a' >{rules} && git add {rules} && git commit -qm one && \
             git checkout -q -B two HEAD~1 && echo '# b' >{rules} && git add {rules} && git commit -qm two && ! git merge -q one && \
             echo fine >fine && git add fine"
        );
        git(&folder, &lines).exits(0);
        let run = git(&folder, &format!("utf {command} -q --staged fine")).exits(2);
        run.mentions(&format!("{rules}: it is in conflict, so nothing is staged for it"));
    }
}

#[test]
fn changed_since_needs_a_commit() {
    let folder = Folder::new();
    if folder.shell("git init -q .").status != Some(0) {
        return;
    }
    folder.file("a", b"\xFF");
    let run = folder.run(&["check", "--changed-since", "HEAD"]).exits(2);
    run.says(
        "utf: --changed-since: HEAD has no commit yet (use `--staged` before the first commit)\n",
    );
    git(&folder, "git add a").exits(0);
    folder.run(&["check", "-l", "--staged"]).exits(1).prints("a\n");
}

/// Renames, links, inner repositories, and names that are not UTF-8: exactly the staged files are
/// checked.
#[test]
fn checks_unusual_entries_in_the_index() {
    let Some(folder) = repository() else { return };
    folder.file("old", b"one \xFF\ntwo\nthree\nfour\n");
    git(&folder, "git add old && git commit -q -m old && git mv old 'new name' && ln -s kept.txt link && ln -s nowhere dangling").exits(0);
    git(&folder, "git init -q inner && git -C inner -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git add -A 2>/dev/null").exits(0);
    folder.shell(r"printf '\xff' >$'caf\xe9\n:x,%'; printf '\xfe' >-; printf '\xfe' >--help; git add -- $'caf\xe9\n:x,%' - --help").exits(0);
    let run = folder.run(&["check", "--staged", "--format", "sarif"]).exits(1);
    let sarif: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uri = |result: &serde_json::Value| {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let mut names: Vec<_> = results.iter().map(uri).collect();
    names.sort();
    // A note about a file is a result, too.
    names.dedup();
    assert_eq!(names, ["-", "--help", "caf%E9%0A%3Ax%2C%25", "new%20name"]);
}

/// Rules from the index apply in every directory of the work tree, even if git interprets paths
/// literally.
#[test]
fn staged_rules_apply_in_every_directory() {
    let Some(folder) = repository() else { return };
    let lines = "mkdir s && printf 'root=true\n[*]\nend_of_line=lf\n' >.editorconfig && printf 'a\r\n' >s/crlf && \
        printf 'deny = [\"format-effector\"]\n' >utf-audit.toml && printf 'a\x0cb\n' >s/z && git add -A";
    git(&folder, lines).exits(0);
    for line in [
        "cd s && utf check -l --editorconfig --staged crlf",
        "cd s && GIT_LITERAL_PATHSPECS=1 utf check -l --editorconfig --staged crlf",
    ] {
        git(&folder, line).exits(1).prints("crlf\n");
    }
    git(&folder, "cd s && utf audit -q --staged z").exits(1);
    let lines = "mv .editorconfig rules && ln -s rules .editorconfig && git add -A && utf check -q --editorconfig --staged";
    let run = git(&folder, lines).exits(2);
    assert!(run.stderr.contains("a link in the index, which is not followed"), "{}", run.stderr);
}

/// Git does not follow links to directories. A path through a link selects the file that the link
/// leads to.
#[test]
fn paths_through_links_select_changed_files() {
    let Some(folder) = repository() else { return };
    git(&folder, "mkdir s && printf 'b\\377\n' >s/new && ln -s s l && ln -s new s/m && git add -A")
        .exits(0);
    for gate in ["--staged", "--changed-since main"] {
        for operand in ["l/new", "l/", "l/../s", "$PWD/l/new"] {
            folder.shell(&format!("utf check -l {gate} {operand}")).exits(1).prints("s/new\n");
        }
        // A link has a name, but its content is not checked.
        folder.shell(&format!("utf check -l {gate} l s/m l/m")).exits(0).prints("");
        folder
            .shell(&format!("utf check --names --format json {gate} l l/m"))
            .exits(0)
            .shows("\"names\":3");
    }
}

/// `git replace` shows other content here, but a commit has the staged content.
#[test]
fn ignores_replaced_objects() {
    let Some(folder) = repository() else { return };
    let lines = "printf 'bad\\377\\n' >new && git add new && \
        git replace $(git rev-parse :new) $(git rev-parse :kept.txt) && git cat-file -p :new";
    git(&folder, lines).exits(0).prints("kept\n");
    git(&folder, "utf check -l --staged").exits(1).prints("new\n");
    git(
        &folder,
        "git replace HEAD $(git commit-tree -m x $(git write-tree)) && utf check -l --staged new",
    )
    .exits(1)
    .prints("new\n");
    git(&folder, "utf check -l --changed-since HEAD").exits(1).prints("new\n");
}

/// A file that git lists but that cannot be read is a failure.
#[test]
fn missing_files_are_failures() {
    let Some(folder) = repository() else { return };
    let lines = "mkdir in out && printf x >in/a && printf x >out/b && git add -A && git commit -q -m second && \
        git checkout -q -b branch && printf 'b\\xff\n' >out/b && git commit -qam third";
    git(&folder, lines).exits(0);
    git(&folder, "utf check -q --changed-since main").exits(1);
    let elsewhere =
        "K=$PWD; cd / && GIT_DIR=$K/.git GIT_WORK_TREE=$K utf check -q --changed-since main";
    git(&folder, elsewhere).exits(2);
    // Other files with the same names must not be checked in place of git's.
    let copy = "K=$PWD; mkdir copy; cp -r kept.txt in copy; mkdir copy/out; echo fine >copy/out/b; cd copy; \
        export GIT_DIR=$K/.git GIT_WORK_TREE=$K/in; utf check -q --changed-since main";
    git(&folder, copy).exits(2).mentions("the current directory is not in git's work tree");
    // Git for Windows keeps less about a file in the index, and such a file seems changed.
    let sparse = "git update-index -q --refresh; git sparse-checkout set in";
    if git(&folder, sparse).status == Some(0) {
        git(&folder, "utf check -q --changed-since main").exits(2);
    }
}

/// In a hook of a linked work tree, `GIT_DIR` is set. From a subdirectory, git would treat that
/// directory as the top and all files as deleted.
#[test]
fn hooks_work_in_any_directory() {
    let Some(folder) = repository() else { return };
    let elsewhere = Folder::new();
    let tree = elsewhere.path("tree");
    let lines = "mkdir -p sub/deep && echo ok >sub/f && git add -A && git commit -q -m second && git worktree add -q TREE -b branch && cd TREE && \
        printf 'bad\\377\\r\\n' >sub/f && printf 'x' >$'sub/e\\u0301' && printf 'root=true\\n[sub/f]\\nend_of_line=lf\\n' >.editorconfig && \
        echo 'sub/f eol=lf text' >.gitattributes && git add -A";
    git(&folder, &lines.replace("TREE", tree.to_str().unwrap())).exits(0);
    let run = |line: &str| git(&elsewhere, &format!("cd tree/sub && {line}"));
    for gate in ["--staged", "--changed-since main"] {
        for command in [
            "check -l",
            "check -c --editorconfig",
            "check -c --gitattributes",
            "check --names",
            "check --lines",
            "audit -c --deny nul --fail-on note",
        ] {
            let line = format!("utf {command} {gate}");
            let without = run(&line);
            let with = run(&format!("export GIT_DIR=$(git rev-parse --absolute-git-dir); {line}"));
            assert_eq!((with.status, with.text()), (without.status, without.text()), "{line}");
            assert!(with.text().contains("f") || command.contains("names"), "{line}: {with:?}");
        }
        run(&format!("utf check -q {gate}")).exits(1);
        run(&format!("utf check --names -q {gate}")).exits(1);
        // A real hook of git, with an index of its own.
        let utf = exe();
        let hook = format!("#!/bin/sh\ncd sub && exec '{utf}' check -l {gate}\n");
        folder.file(".git/hooks/pre-commit", hook);
        folder.shell("chmod +x .git/hooks/pre-commit").exits(0);
        for commit in ["commit -m x", "commit -am x", "commit -m x f"] {
            let run = run(&format!("git {commit} 2>&1")).exits(1);
            assert_eq!(run.text().lines().last(), Some("f"), "{gate}: {commit}");
        }
        // In an inner repository, `GIT_DIR` refers to another repository.
        run("git init -q deep && export GIT_DIR=$(git rev-parse --absolute-git-dir) && cd deep && utf check -q --staged")
            .exits(2)
            .mentions("GIT_DIR is not the repository of ");
        run("rm -r deep").exits(0);
    }
}

/// In a hook of a git with a work tree, `GIT_WORK_TREE` may be relative (`.`). From another
/// directory, git would treat that directory as the top and all files as deleted.
#[test]
fn rejects_a_relative_work_tree_in_another_directory() {
    let Some(folder) = repository() else { return };
    let lines = "mkdir -p sub/deep && echo a >sub/a && git add -A && git commit -q -m second && \
        printf 'x\\351\\n' >sub/bad && printf x >$'sub/e\\u0301' && echo 'sub/bad eol=crlf text' >.gitattributes && git add -A";
    git(&folder, lines).exits(0);
    let environment = "export GIT_DIR=$PWD/.git GIT_WORK_TREE=.";
    let gates = ["--staged", "--changed-since HEAD"];
    for gate in gates {
        for command in ["check -q", "check -q --names", "check -q --lines", "audit -q"] {
            let line = format!("utf {command} {gate}");
            git(&folder, &format!("{environment}; {line}")).exits(1);
            for sub in ["sub", "sub/deep"] {
                let run = git(&folder, &format!("{environment}; cd {sub}; {line}")).exits(2);
                run.mentions(
                    "the current directory is not the top of the work tree, although GIT_WORK_TREE",
                )
                .mentions("unset GIT_DIR and GIT_WORK_TREE, or run it where git started the hook");
            }
            // If `GIT_WORK_TREE` leads to the top, it is valid, even for git calls in other
            // directories.
            git(&folder, &format!("{environment}; cd sub; unset GIT_DIR; {line}")).exits(2);
        }
        let up = "export GIT_DIR=../.git GIT_WORK_TREE=..; cd sub";
        git(&folder, &format!("{up}; utf check -l {gate}")).exits(1).prints("bad\n");
        let by = git(&folder, &format!("{up}; utf check --gitattributes {gate} bad"));
        let plain = git(&folder, &format!("cd sub; utf check --gitattributes {gate} bad"));
        assert_eq!((by.status, by.text()), (plain.status, plain.text()));
        // A real hook of git.
        let utf = exe();
        for (stand, status) in [("sub", 2), (".", 1)] {
            let hook = format!(
                "#!/bin/sh\ncd {stand}; '{utf}' check -q {gate} 2>/dev/null; echo $? >$OLDPWD/status; exit 1\n"
            );
            folder.file(".git/hooks/pre-commit", hook);
            let line = "chmod +x .git/hooks/pre-commit; git --git-dir=$PWD/.git --work-tree=. commit -m x; cat status";
            git(&folder, line).prints(format!("{status}\n"));
        }
    }
    // The top of a work tree does not have `.git` if the repository is elsewhere.
    for gate in gates {
        let line = format!(
            "mv .git kept; export GIT_DIR=$PWD/kept GIT_WORK_TREE=.; utf check -q {gate}; echo $?; \
            cd sub; utf check -q {gate} 2>/dev/null; echo $?; cd ..; mv kept .git"
        );
        git(&folder, &line).prints("1\n2\n");
    }
}
