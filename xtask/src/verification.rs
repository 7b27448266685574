//! Tests that `docs/verification.md` names only paths, tests and commands that exist.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The page.
const PAGE: &str = "docs/verification.md";

/// The directories that may hold a path of the page.
const TOP: [&str; 7] = ["crates", "docs", "fuzz", "scripts", "testdata", "bench", ".github"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text between backquotes.
fn code(page: &str) -> impl Iterator<Item = &str> {
    page.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
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
    // What is left is the filter: modules and a function.
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
