//! Baselines: accepted findings, and the repository that they belong to.

use crate::commands::check::git::gates::{git, repository};
use crate::support::{Folder, full};

/// A file is the same under any name and from any directory.
#[test]
fn a_baseline_identifies_files_under_any_name() {
    let Some(folder) = repository() else { return };
    std::fs::create_dir_all(folder.path("sub/deep")).unwrap();
    for name in ["a.txt", "sub/a.txt", "sub/deep/b.txt"] {
        folder.file(name, b"\xFF\n");
    }
    git(&folder, "git add -A").exits(0);
    folder
        .shell("mkdir .ci && utf check --format json . >.ci/known.json; cp .ci/known.json .")
        .exits(0);
    for line in [
        "utf check --baseline known.json sub//a.txt ./sub/./a.txt $PWD/a.txt",
        "cd sub && utf check --baseline ../known.json . ../a.txt",
        "cd sub && utf check --baseline ../.ci/known.json deep/../a.txt deep",
        "cd sub && utf check --baseline ../known.json --staged",
        "cd sub/deep && utf check --baseline ../../known.json --changed-since HEAD",
    ] {
        folder.shell(line).exits(0).shows("nothing new");
    }
    // The same name in another directory is another file.
    folder.shell("utf check --format json a.txt >one.json; cd sub && utf check -q --baseline ../one.json a.txt").exits(1);
    // A baseline for one receiver does not accept findings for another one.
    folder.file("zero", "\0");
    folder.shell("utf check --for postgres --format json zero >zero.json");
    folder.run(&["check", "--for", "postgres", "--baseline", "zero.json", "zero"]).exits(0);
    folder.run(&["check", "--for", "xml", "--baseline", "zero.json", "zero"]).exits(1);
}

/// A report names the directory of its file names. Without that, `utf` does not guess.
#[test]
fn a_baseline_records_the_directory_of_its_names() {
    let Some(folder) = repository() else { return };
    std::fs::create_dir_all(folder.path("sub/sub")).unwrap();
    for name in ["a", "sub/a", "sub/sub/a", "sub/b", "sub/sub/b"] {
        folder.file(name, b"\xFF\n");
    }
    let elsewhere = Folder::new();
    let known = elsewhere.path("known");
    let known = known.to_str().unwrap();
    let run = |line: &str| folder.shell(&line.replace("KNOWN", known));
    run("cd sub && utf check --format json a b >KNOWN").exits(1);
    assert!(elsewhere.read("known").ends_with(b"\"folder\":\"sub\"}\n"));
    run("cp KNOWN sub/sub; cp KNOWN .").exits(0);
    for known in ["KNOWN", "$PWD/known", "$PWD/sub/sub/known"] {
        let lines = format!(
            "known={known}; utf check -l --baseline $known a sub && exit 9; cd sub/sub && utf check -q --baseline $known ../a ../b"
        );
        run(&lines).exits(0).prints("a\nsub/sub/a\nsub/sub/b\n");
    }
    // Older reports do not contain it.
    run("sed -i 's/,.folder.:.*}/}/' KNOWN; cp KNOWN old; cp KNOWN sub/sub/old").exits(0);
    let which = "old: its file names, such as ";
    run("cd sub && utf check --baseline ../old a").exits(2).mentions(which);
    run("cd sub && utf check --baseline sub/old a").exits(2).mentions("create it again");
    run("cd sub && utf check -q --baseline KNOWN a b").exits(0);
    run("rm a; cd sub && utf check -q --baseline ../old a b").exits(0);
    // Reports from outside a repository do not contain it. Names from a repository cannot be
    // resolved outside of one.
    elsewhere.file("x", b"\xFF");
    elsewhere.shell("utf check --format json x >here; grep folder here").exits(1);
    elsewhere.run(&["check", "-q", "--baseline", "here", "x"]).exits(0);
    elsewhere
        .shell("mkdir d; cp x d; cd d; utf check --baseline ../here x")
        .exits(2)
        .mentions("may be relative to");
    elsewhere.file(
        "of-one",
        r#"{"type":"finding","path":"x","kind":"invalid-byte","bytes":"ff"}
{"type":"summary","folder":"."}
"#,
    );
    elsewhere
        .run(&["check", "--baseline", "of-one", "x"])
        .exits(2)
        .mentions("this directory is not in one");
    elsewhere
        .run(&["check", "--baseline", "-", "x"])
        .exits(2)
        .mentions("`./-` is a file of that name");
    // If a baseline has several reports, the largest count per file applies.
    run("utf check --format json sub/a >two; (cd sub && utf check --format json a b) >>two; utf check -q --baseline two sub/a sub/b").exits(0);
    folder.file("sub/a", b"\xFF \xFF \xFF\n");
    run("utf check -c --baseline two sub/a").exits(1).prints("sub/a:2\n");
}

/// A finding counts once, even if a file is named twice, has several names, or is in several
/// reports.
#[test]
fn a_baseline_accepts_no_more_than_there_was() {
    let folder = Folder::new();
    let start = "rm -rf d; mkdir d; printf 'caf\\351\\n' >d/a; ln d/a d/hard; ln -s a d/soft";
    let twice = [
        "utf check --format json . d >known",
        "utf check --format json d/a ./d/a $PWD/d/a >known",
        "utf check --format json d/a d/a >known",
        "utf check --format json d/a d/soft >known",
        "utf check --format json d/a >known; cat known known >both; mv both known",
        "utf check --format json d/a >one; sed -i '1i more' d/a; utf check --format json d/a >two; cat one two >known",
        "utf check --format json d/a d/a | sed '$d' >known",
    ];
    for line in twice {
        folder.shell(&format!("{start}; {line}; utf check -q --baseline known d/a")).exits(0);
        let more = "printf 'caf\\351\\nNEW caf\\351 \\n' >d/a; utf check -c --baseline known d/a";
        folder.shell(more).exits(1).prints("d/a:1\n");
    }
    // Two findings in a file are both accepted, no matter how often they were reported.
    let line = "printf '\\351 \\351\\n' >d/a; utf check --format json d/a . >known; utf check -q --baseline known d . d/a";
    folder.shell(line).exits(0);
    folder
        .shell("printf '\\351' >>d/a; utf check -c --baseline known d/a")
        .exits(1)
        .prints("d/a:1\n");
}

/// An inner repository has files with the same names. A baseline applies to only one of the two.
#[test]
fn a_baseline_applies_to_one_repository() {
    let folder = Folder::new();
    folder.file("f", b"a\xFF\n");
    if git(&folder, "git init -q . && git init -q sub && cp f sub/f").status != Some(0) {
        return eprintln!("skipped: no git");
    }
    let elsewhere = Folder::new();
    let kept = elsewhere.path("kept");
    let run = |line: &str| folder.shell(&line.replace("KEPT", kept.to_str().unwrap()));
    // Created in the outer repository and used in the inner one, from several locations.
    run("utf check --format json f >k.json; cp k.json KEPT").exits(0);
    run("cd sub && utf check --baseline ../k.json -l f ../f").exits(1).prints("f\n");
    run("cd sub && utf check -q --baseline KEPT f").exits(2);
    run("utf check --baseline KEPT -l f sub/f").exits(1).prints("sub/f\n");
    // The baseline is in one repository and may belong to the other, so the result is unknown.
    run("cp k.json sub; cd sub && utf check --baseline k.json f")
        .exits(2)
        .mentions("create it again");
    run("utf check --baseline sub/k.json f")
        .exits(2)
        .mentions(&format!(" or {}", full(std::path::Path::new("/"))));
    // Created in the inner repository and used in the outer one.
    run("cd sub && utf check --format json f >../k.json; cd .. && grep -c 'repository.:.sub' k.json").prints("1\n");
    run("cp k.json KEPT; cp k.json sub/k.json").exits(0);
    for known in ["k.json", "sub/k.json", "KEPT"] {
        run(&format!("utf check --baseline {known} -l f sub/f")).exits(1).prints("f\n");
    }
    run("cd sub && utf check -l --baseline k.json f ../f").exits(1).prints("../f\n");
    // The repository of the baseline may be elsewhere without an outer one, so the result is
    // unknown.
    elsewhere.file("f", b"a\xFF\n");
    git(&elsewhere, "git init -q .").exits(0);
    elsewhere.run(&["check", "-q", "--baseline", "kept", "f"]).exits(2);
    // Another work tree of the same repository is accepted.
    let lines = "git config user.email a@example.org && git config user.name A && git add f && git commit -qm one && \
        utf check --format json f >known; git add known && git commit -qm two && git worktree add -q inner HEAD";
    git(&elsewhere, lines).exits(0);
    elsewhere.shell("cd inner && utf check -q --baseline known f").exits(0);
}

/// A report contains its commit, which identifies the repository if the paths do not.
#[test]
fn a_commit_identifies_the_repository_of_a_baseline() {
    let folder = Folder::new();
    let commit = "git add f && git -c user.name=A -c user.email=a@example.org commit -qm";
    let outer = format!("printf 'a\\377\\n' >f && git init -q . && {commit} outer");
    if git(&folder, &outer).status != Some(0) {
        return eprintln!("skipped: no git");
    }
    let run = |line: &str| git(&folder, line);
    let make = format!(
        "utf check --format json f >k.json; git init -q sub; cp f sub; cd sub; {commit} inner"
    );
    run(&make).exits(0);
    // The outer file with that name is gone, but that does not make the name an inner one.
    run("rm f; cp k.json sub; cd sub; utf check -l --baseline k.json f").exits(1).prints("f\n");
    run("utf check -l --baseline sub/k.json sub/f").exits(1).prints("sub/f\n");
    let without =
        "sed -i 's/\"commit\":\"[^\"]*\",//' sub/k.json; cd sub; utf check -l --baseline k.json f";
    run(without)
        .exits(2)
        .mentions("k.json: belongs to a repository outside any other, which may be ");
    // A clone of the inner repository may be elsewhere without an outer one. Its baseline is valid
    // here, and vice versa.
    let elsewhere = Folder::new();
    let clone = elsewhere.path("clone");
    let run = |line: &str| git(&folder, &line.replace("CLONE", clone.to_str().unwrap()));
    let make = "utf check --format json f >k.json; utf check -q --baseline k.json f";
    run(&format!("git clone -q sub CLONE && cd CLONE && {make}")).exits(0);
    run("cp CLONE/k.json sub && cd sub && utf check -q --baseline k.json f").exits(0);
    run(&format!(
        "cd sub && {make} && cp k.json CLONE && cd CLONE && utf check -q --baseline k.json f"
    ))
    .exits(0);
    // The inner repository is gone, but its baseline is still here.
    run("cp sub/f f; cp sub/k.json .; rm -rf sub; utf check -q --baseline k.json f")
        .exits(2)
        .mentions("fetch the commit that it names");
}

/// A repository beyond `GIT_CEILING_DIRECTORIES` does not count.
#[test]
fn a_baseline_respects_ceiling_directories() {
    let folder = Folder::new();
    folder.file("f", b"a\xFF\n");
    if git(&folder, "mkdir sub && cp f sub && git init -q sub").status != Some(0) {
        return eprintln!("skipped: no git");
    }
    let run = |line: &str| git(&folder, line);
    run("cd sub && utf check --format json f >k.json; git init -q .. && utf check -q --baseline k.json f").exits(2);
    run("export GIT_CEILING_DIRECTORIES=$root$PWD; cd sub && utf check -q --baseline k.json f")
        .exits(0);
}
