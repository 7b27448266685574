//! The hooks for pre-commit and the GitHub action, run in repositories.

use std::{fs, path::Path};

use super::gates::{git, repository};
use crate::support::{Folder, exe};

/// The root of this repository.
fn top() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn pre_commit_runs_the_hooks() {
    let Some(folder) = repository() else { return };
    if folder.shell("pre-commit --version").status != Some(0) {
        return eprintln!("skipped: no pre-commit (pip install pre-commit)");
    }
    let hooks = repository().unwrap();
    fs::create_dir(hooks.path("scripts")).unwrap();
    for name in [".pre-commit-hooks.yaml", "scripts/hook.sh"] {
        fs::copy(top().join(name), hooks.path(name)).unwrap();
    }
    let made = "git add -A && git commit -q -m hooks && git rev-parse HEAD";
    let commit = git(&hooks, made).exits(0).text().trim().to_owned();
    let repo = hooks.path("").display().to_string();
    let config = configuration_in_the_guide().replace("https://github.com/OWNER/utfkit", &repo);
    folder.file(".pre-commit-config.yaml", config.replace("COMMIT", &commit));
    let utf = exe();
    let run = |lines: &str| {
        let hook = "pre-commit run --color never --verbose";
        git(
            &folder,
            &format!("export UTF='{utf}' PRE_COMMIT_HOME=$PWD/.git/pre\n{lines} && {hook}"),
        )
    };
    // UTF-16 is text, and an image is binary.
    let spoilt = "printf '\\xff\\xfea\\0\\0\\xd8b\\0' >wide.txt && printf '\\x89PNG\\r\\n\\0\\xff' >a.png && \
        printf 'x \\xe2\\x80\\xae y\\n' >bidi.txt && git add -A";
    let failed = run(spoilt).exits(1);
    let failed = failed.shows("wide.txt:1:2").shows("[lone-high-surrogate]");
    let failed = failed.shows("1 ill-formed sequence in 1 file; 1 binary").shows("bidi.txt:1:3");
    assert!(!failed.text().contains("old.txt"), "{}", failed.text());
    let fixed = "printf '\\xff\\xfea\\0b\\0' >wide.txt && printf 'x y\\n' >bidi.txt && git add -A";
    run(fixed).exits(0).shows("well-formed");
    for name in ["./--help", "./-fwindows-1252", "./-"] {
        let run = run(&format!("printf '\\xff' >{name} && git add -A")).exits(1);
        run.shows("[invalid-byte]");
        git(&folder, &format!("git rm -q -f {name}")).exits(0);
    }
}

/// Returns the `.pre-commit-config.yaml` in the guide.
fn configuration_in_the_guide() -> String {
    let guide = fs::read_to_string(top().join("docs/GUIDE.md")).unwrap();
    let yaml = guide.split("```yaml\n").nth(1).expect("an example");
    yaml.split("```").next().unwrap_or_default().to_owned()
}

/// Returns the values of `key` in `yaml`, in order. The items of a list are joined with blanks.
fn values(yaml: &str, key: &str) -> Vec<String> {
    let values =
        yaml.lines().filter_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key));
    values.map(|value| value.replace(['[', ']', ','], "").trim().to_owned()).collect()
}

/// Checks without pre-commit that the hooks of the guide exist and work with its arguments.
#[test]
fn the_configuration_in_the_guide_works() {
    let yaml = fs::read_to_string(top().join(".pre-commit-hooks.yaml")).unwrap();
    let config = configuration_in_the_guide();
    let (ids, entries) = (values(&yaml, "id:"), values(&yaml, "entry:"));
    assert_eq!(values(&config, "id:"), ids);
    let own = values(&config, "args:");
    assert!(own.iter().all(|args| args.ends_with("'--'")), "{own:?}");
    let args = [own[0].clone(), values(&yaml, "args:")[1].clone()];
    let folder = Folder::new();
    folder.file("a-nul", "a\0\n");
    folder.file("a-bidi", "a\u{202E}\n");
    folder.file("fine.txt", "fine\n");
    let (utf, top) = (exe(), top().display());
    for ((entry, args), kind) in entries.iter().zip(args).zip(["nul", "bidi"]) {
        let hook = |name: &str| folder.shell(&format!("UTF='{utf}' '{top}'/{entry} {args} {name}"));
        hook(&format!("a-{kind}")).exits(1).shows(kind);
        hook("fine.txt").exits(0);
    }
}

/// A file is checked even if its name looks like an option.
#[test]
fn names_are_not_options() {
    let folder = Folder::new();
    let (utf, top) = (exe(), top().display());
    let yaml = fs::read_to_string(format!("{top}/.pre-commit-hooks.yaml")).unwrap();
    assert_eq!(yaml.matches("  args: ['--']\n").count(), yaml.matches("- id: ").count());
    let hook = |rest: &str| {
        folder.shell(&format!("UTF='{utf}' '{top}/scripts/hook.sh' check --skip-binary {rest}"))
    };
    for name in ["--help", "-fwindows-1252", "-", "--", "-q"] {
        folder.file(name, b"\xFF\n");
        hook(&format!("-- {name}")).exits(1).shows("[invalid-byte]");
        fs::remove_file(folder.path(name)).unwrap();
    }
    folder.file("a", b"\xFF\n");
    hook("a").exits(2).mentions("end `args` with `--`");
    hook("--").exits(0).prints("").says("");
    let action = |paths: &str| {
        folder
            .shell(&format!("printf x | INPUT_PATHS={paths} UTF='{utf}' '{top}/scripts/action.sh'"))
    };
    action("$'\\n\\n'").exits(1).shows("a,line=1");
    action("-").exits(2).mentions("./-: No such file");
    folder.file("-", b"\xFF\n");
    action("-").exits(1).shows("-,line=1");
}

#[test]
fn the_action_annotates_a_pull_request() {
    let Some(folder) = repository() else { return };
    let lines = "git checkout -q -b branch && printf 'new \\xff\\n' >new.txt && git add -A && \
        git commit -q -m second";
    git(&folder, lines).exits(0);
    let action = |inputs: &str| {
        let (utf, top) = (exe(), top().display());
        folder.shell(&format!("{inputs} UTF='{utf}' '{top}/scripts/action.sh'"))
    };
    let annotation = "::error file=new.txt,line=1,endLine=1,col=5,endColumn=5,title=invalid-byte::";
    let run = action("INPUT_CHANGED_SINCE=main").exits(1).shows(annotation);
    assert!(!run.text().contains("old.txt"), "{}", run.text());
    action("INPUT_CHANGED_SINCE=HEAD").exits(0);
    action("").exits(1).shows("file=old.txt").shows("file=new.txt");
    let run = action("INPUT_PATHS=$'kept.txt\\nnew.txt' INPUT_ARGUMENTS=$'--quiet'");
    run.exits(1).prints("");
    // The inputs of the action are those that its script reads.
    let yaml = fs::read_to_string(top().join("action.yml")).unwrap();
    let script = fs::read_to_string(top().join("scripts/action.sh")).unwrap();
    for input in ["COMMAND", "CHANGED_SINCE", "ARGUMENTS", "PATHS"] {
        let variable = format!("INPUT_{input}");
        let named =
            format!("{variable}: ${{{{ inputs.{} }}}}", input.to_lowercase().replace('_', "-"));
        assert!(yaml.contains(&named) && script.contains(&variable), "{input}");
    }
}
