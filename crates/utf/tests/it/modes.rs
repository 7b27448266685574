//! Modes of commands. Each mode uses or rejects an option; it does not ignore one silently.

use crate::{
    commands::check::git::gates::{git, repository},
    support::Folder,
};

#[test]
fn rejects_options_that_a_mode_ignores() {
    let folder = Folder::new();
    folder.file("a", "a\n");
    folder.file("list", "");
    for arguments in [
        "check --lines --baseline list a",
        "check --lines --editorconfig a",
        "check --lines --gitattributes a",
        "check --lines --candidates latin1 --by-line a",
        "check --lines --max-findings 1 a",
        "check --lines -l a",
        "check --lines --names a",
        "check --names --baseline list a",
        "check --names --for xml a",
        "check --names --by-line a",
        "check --names --candidates latin1 a",
        "check --names --fallback latin1 a",
        "check --names --guess a",
        "check --names --bom require a",
        "check --names --input-order little -f utf-8 a",
        "check --names --editorconfig a",
        "check --names -z a",
        "check --names -c a",
        "convert --names -t utf-16 -i a",
        "convert --names -i.bak a",
        "convert --names --candidates latin1 a",
        "convert --names --errors skip a",
        "convert --names -c a",
        "convert --names --eol lf a",
        "convert --names -i --force a",
        "convert --names --undo-names list",
        "convert --undo-names list a",
        "convert --undo-names list -f latin1",
        "convert --undo-names list --in-place=old",
        "convert --list a",
        "convert --list -o out",
        "convert --bad-lines bad --files-from list",
        "cat --list a",
        "cat --names a",
        "cat --undo-names list",
        "repair --undo list -i a",
        "repair --undo list --bad-lines bad a",
        "repair --undo list --mixed latin1 a",
        "repair --undo list --for xml a",
        "repair --undo list --format json a",
        "repair --undo list --files0-from list",
        "repair --bad-lines bad -o - --files-from list a",
        "audit --list a",
        "audit --list --staged",
        "audit --list --format json",
        "check -l --format sarif a",
        "check -c --format json a",
        "check --format github -l a",
        "check -l --format human --format json a",
        "audit -l --format json a",
        "audit -c --format sarif a",
        "search -c --format json a a",
        "search -l --format json a a",
        "search -L --format json a a",
        "inspect --text abc -s 1",
        "inspect --hex 61 -n 1",
        "inspect --name SPACE -s 1 a",
        "search --any-form --guess a a",
    ] {
        let run = folder.run(&arguments.split(' ').collect::<Vec<_>>()).exits(2).prints("");
        assert!(!run.stderr.is_empty(), "{arguments}");
    }
    assert_eq!(folder.names(), ["a", "list"]);
    let run = folder.run(&["check", "--format", "sarif", "-l", "a"]).exits(2);
    run.mentions("'--files-with-errors' cannot be used with '--format sarif': it prints no report");
    for arguments in ["check -l --format human a", "check -l -q --format json a", "audit -c -l a"] {
        folder.run(&arguments.split(' ').collect::<Vec<_>>()).exits(0);
    }
    // Options that do not affect the result work with every mode.
    folder.run(&["check", "--names", "-j", "2", "--progress", "never", "a"]).exits(0).says("");
    folder.run(&["audit", "--list", "--color", "never"]).exits(0).says("");
}

/// An option that needs another option is rejected without it, even if a third option excludes the
/// other one.
#[test]
fn rejects_options_without_their_companion() {
    let folder = Folder::new();
    folder.file("f", b"keep \xE9 me\n");
    folder.file("list", "f\n");
    let before = folder.names();
    for command in ["convert -f utf-8 -c", "cat -c", "repair"] {
        let refused = |options: &str, why: &str| {
            let arguments = format!("{command} {options}");
            let run = folder.run(&arguments.split(' ').collect::<Vec<_>>()).exits(2).prints("");
            assert!(run.stderr.contains(why), "{arguments}: {run:?}");
        };
        for option in ["--keep-time", "--force", "--break-links", "--only-if-valid"] {
            if (command, option) != ("repair", "--only-if-valid") {
                refused(&format!("{option} f"), "--in-place");
                refused(&format!("{option} -o f f"), "--output");
                refused(&format!("{option} -o d/ f"), "--output");
            }
            if command != "repair" {
                refused(&format!("{option} --compress gz f"), "--compress");
            }
        }
        for option in ["--bad-lines-report r", "--fields ,"] {
            refused(&format!("{option} f"), "--bad-lines");
            refused(&format!("{option} --files-from list"), "--files-from");
            refused(&format!("{option} --files0-from list"), "--files0-from");
        }
    }
    folder.run(&["labels", "-f", "utf-8", "utf-8"]).exits(2).mentions("--suggest");
    assert_eq!(folder.names(), before);
    assert_eq!(folder.read("f"), b"keep \xE9 me\n");
}

/// The gate selects the files of a change for every kind of check.
#[test]
fn gates_apply_to_lines_and_names() {
    let Some(folder) = repository() else { return };
    let lines = "printf 'bad\\377\\n' >a.txt && mkdir $'d\\351' && echo >$'d\\351/z' && \
        ln -s a.txt $'l\\351' && printf 'a\\0\\377' >b && git add -A && printf 'ok\\n' >a.txt";
    git(&folder, lines).exits(0);
    folder.run(&["check", "--staged", "--lines", "a.txt"]).exits(1).prints("a.txt:1\n").says("");
    folder.run(&["check", "--staged", "--lines"]).exits(1).prints("a.txt:1\n");
    folder.run(&["check", "--changed-since", "HEAD", "--lines"]).exits(0).prints("");
    folder
        .run(&["check", "--lines", "--changed-since", "no", "a.txt"])
        .exits(2)
        .mentions("does not know a commit");
    folder.run(&["check", "--lines", "--skip-binary", "b"]).exits(0).mentions("1 binary file");
    folder.run(&["check", "--lines", "b"]).exits(1);
    for gate in [&["--staged"][..], &["--changed-since", "HEAD"]] {
        let run = folder.run(&[&["check", "--names", "--format", "json"], gate].concat()).exits(1);
        let found = run.lines_of_json();
        let paths: Vec<_> = found.iter().filter_map(|line| line["path_bytes"].as_str()).collect();
        assert_eq!(paths, ["64e9", "6ce9"], "{gate:?}");
        // The five names are the two files, the file in the directory, the directory, and the link.
        assert_eq!(found[2]["names"], 5);
        folder.run(&[&["check", "--names", "-q"], gate, &["a.txt"]].concat()).exits(0).says("");
        folder.run(&[&["check", "--names", "-q", "-g", "a*"], gate].concat()).exits(0);
    }
    // The current directory does not matter. Its own name is checked too.
    git(&folder, "mkdir $'d\\351/e' && echo >$'d\\351/e/y' && echo >$'e\\314\\201' && git add -A")
        .exits(0);
    for gate in ["--staged", "--changed-since HEAD", "--staged .", "--staged -g y"] {
        for (stand, from_top) in [(r"d\351", r"d\351/"), (r"d\351/e", r"d\351/e/")] {
            let count = |line: String| folder.shell(&line).exits(1).text().lines().count();
            let here = count(format!("cd $'{stand}' && utf check --names {gate}"));
            let top = gate.replace(" .", &format!(" $'{from_top}'"));
            assert_eq!(here, count(format!("utf check --names {top}")), "{gate}: {stand}");
        }
    }
    let run = folder.shell("cd d*/e && utf check --names --staged y").exits(1);
    run.prints("../../d<E9>: the name is not UTF-8; name its encoding with `-f ENC`\n");
    folder.run(&["check", "--names", "--staged", "no"]).exits(2).mentions("'no' did not match");
}

/// A hook names files. The names of their directories count too, once per directory.
#[test]
fn checks_names_of_directories_in_paths() {
    let folder = Folder::new();
    folder.shell("mkdir -p $'d\\351/e' && touch $'d\\351/y' $'d\\351/e/z'").exits(0);
    for operands in ["d*/y d*/e/z", "d*/e/z d*", "d* d*/y", "./d*/y", "$PWD/d*/y"] {
        let run = folder.shell(&format!("utf check --names {operands}")).exits(1);
        assert_eq!(run.text().lines().count(), 1, "{operands}: {run:?}");
    }
}

#[test]
fn joins_files_from_a_list() {
    let folder = Folder::new();
    folder.file("a", "a\n");
    folder.file("b", b"b\xFF\n");
    folder.file("list", "a\nb\n");
    folder.file("none", "");
    folder.run(&["cat", "-c", "--files-from", "list"]).exits(0).prints("a\nb\n");
    folder.run(&["convert", "-q", "-c", "--files-from", "list", "a"]).exits(0).prints("a\na\nb\n");
    folder.run(&["convert", "--dry-run", "--files-from", "list"]).exits(1).shows("b: 1 ill-formed");
    folder.pipe(&["cat", "--files-from", "none"], "x").exits(0).prints("");
    folder.run(&["cat", "--files-from", "no"]).exits(2).mentions("no: ");
    // A joined text is written as a whole or not at all.
    folder.file("odd", b"a\n\0\n");
    folder.run(&["cat", "--files-from", "odd", "-o", "out"]).exits(2).mentions("not written");
    assert!(!folder.path("out").exists());
}
