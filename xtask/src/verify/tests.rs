//! Tests that `docs/verification.md` names only paths, tests and commands that exist.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    PAGE, RESULTS,
    page::{cells, code, rows},
    replaced,
};

/// The directories that may hold a path of the page.
const TOP: [&str; 7] = ["crates", "docs", "fuzz", "scripts", "testdata", "bench", ".github"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the texts of all Rust files under `folder`.
fn sources(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, texts),
            false if path.extension().is_some_and(|ending| ending == "rs") => {
                texts.extend(fs::read_to_string(path));
            }
            false => {}
        }
    }
}

/// Returns the problem of a command, if it has one.
fn problem(command: &str) -> Option<String> {
    let words: Vec<_> = command.split_whitespace().skip_while(|word| word.contains('=')).collect();
    let [program, rest @ ..] = words.as_slice() else { return None };
    if TOP.iter().any(|top| program.starts_with(&format!("{top}/"))) {
        return (!root().join(program).exists()).then(|| format!("{program} does not exist"));
    }
    if *program != "cargo" || !rest.contains(&"test") {
        return None;
    }
    let after = |option: &str| {
        rest.iter().skip_while(|word| **word != option).nth(1).copied().unwrap_or_default()
    };
    let package = root().join("crates").join(after("-p"));
    let target = package.join("tests").join(after("--test"));
    if !package.join("Cargo.toml").exists() {
        return Some(format!("there is no package {}", after("-p")));
    }
    if !target.exists() && !target.with_extension("rs").exists() {
        return Some(format!("there is no test target {}", after("--test")));
    }
    // The rest is the filter: modules and a function.
    let options = ["-p", "--test", "--features", "--target"];
    let mut texts = Vec::new();
    sources(&package, &mut texts);
    let mut filter = None;
    for (word, before) in rest.iter().zip([&"cargo"].into_iter().chain(rest)) {
        let is_value = options.contains(before) || word.starts_with(['-', '+']);
        if !is_value && *word != "test" {
            filter = Some(*word);
            break;
        }
    }
    let missing = filter?.split("::").find(|name| {
        let found = |text: &String| {
            text.contains(&format!("mod {name};")) || text.contains(&format!("fn {name}"))
        };
        !texts.iter().any(found)
    });
    missing.map(|name| format!("there is no test or module {name}"))
}

/// Returns the problem of a file of tests, if the command of its row does not run it as a whole or
/// in part.
fn unrun(file: &str, command: &str) -> Option<String> {
    let (package, inside) = file.strip_prefix("crates/")?.split_once("/tests/it/")?;
    if !command.contains(&format!("-p {package} ")) {
        return None;
    }
    let text = fs::read_to_string(root().join(file)).ok()?;
    if text.contains("Charset::all()") && !command.contains("--features legacy-charsets") {
        return Some(format!("{file}: the command has no charsets"));
    }
    let module = inside.strip_suffix(".rs")?.replace('/', "::");
    let tests = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
    let paths: Vec<_> = tests.map(|test| format!("{module}::{test}")).collect();
    let (_, filters) = command.split_once("--test it")?;
    let mut filters = filters.split_whitespace().filter(|word| !word.starts_with('-')).peekable();
    let is_run = filters.peek().is_none()
        || filters.any(|filter| paths.iter().any(|path| path.contains(filter)));
    (!is_run).then(|| format!("{file}: the command runs no test of it"))
}

#[test]
fn the_commands_run_the_tests_beside_them() {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let mut checked = 0;
    let mut problems = Vec::new();
    for row in page.lines().filter_map(cells).filter(|row| row.len() == 3) {
        for command in code(row[2]).filter(|command| command.contains("--test it")) {
            for file in code(row[1]).filter(|file| file.contains("/tests/it/")) {
                problems.extend(unrun(file, command));
                checked += 1;
            }
        }
    }
    assert!(problems.is_empty(), "{PAGE}:\n{}", problems.join("\n"));
    assert!(checked > 10);
}

#[test]
fn tests_that_do_not_run_are_found() {
    let file = "crates/utfkit/tests/it/slices/rfc_abnf.rs";
    assert!(unrun(file, "cargo test -p utfkit --test it exhaustive").is_some());
    assert!(unrun(file, "cargo test -p utfkit --test it -- exhaustive rfc_abnf").is_none());
    let file = "crates/utfkit/tests/it/no_panic.rs";
    assert!(unrun(file, "cargo test -p utfkit --test it no_panic").is_some());
}

#[test]
fn the_page_names_what_exists() {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let problems: Vec<_> =
        code(&page).filter_map(|code| Some(format!("`{code}`: {}", problem(code)?))).collect();
    assert!(problems.is_empty(), "{PAGE}:\n{}", problems.join("\n"));
    assert!(code(&page).filter(|code| code.starts_with("cargo test")).count() > 10);
}

#[test]
fn wrong_names_are_found() {
    assert_eq!(problem("cargo test -p utfkit --test it no_panic"), None);
    assert_eq!(
        problem("RUSTFLAGS=-C cargo +nightly test -p utfkit --test it kernels::agree"),
        None
    );
    for wrong in [
        "crates/utfkit/tests/it/none.rs",
        "scripts/none.sh --quick",
        "cargo test -p none --test it no_panic",
        "cargo test -p utfkit --test none",
        "cargo test -p utfkit --test it kernels::nothing_of_this_name",
    ] {
        assert!(problem(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn each_result_is_of_a_command_of_the_page() {
    let [page, results] =
        [PAGE, RESULTS].map(|page| fs::read_to_string(root().join(page)).unwrap());
    let known: Vec<_> = rows(&page).flat_map(|row| row.commands).collect();
    assert!(known.len() > 40, "{known:?}");
    assert_eq!(replaced(&results, &page, "none", "").unwrap(), results, "{RESULTS} has other rows");
}

#[test]
fn a_new_result_replaces_the_old_one() {
    let page = "| a | `x` | `scripts/a.sh` |\n| b | `x` | `scripts/b.sh` |\n";
    let head = "# R\n\n| command | date | machine | result |\n| --- | --- | --- | --- |\n";
    let old = format!(
        "{head}| `scripts/b.sh` | 1 | m | passed |\n| `scripts/c.sh` | 1 | m | x |\n\nText.\n"
    );
    let row = "| `scripts/a.sh` | 2 | m | **failed** |\n";
    assert_eq!(
        replaced(&old, page, "scripts/a.sh", row).unwrap(),
        format!("{head}{row}| `scripts/b.sh` | 1 | m | passed |\n\nText.\n"),
    );
}
