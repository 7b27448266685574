//! The whole report on the samples, as it is kept in `tests/golden/audit/`. When it is meant to change,
//! `UPDATE_GOLDEN=1 cargo test -p utf golden` writes the files anew; `git diff` tells what has changed.

use std::{env, fs, path::Path};

use crate::support::Folder;

#[track_caller]
fn reports(options: &[&str], golden: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = here.join("tests/golden/audit").join(golden);
    let mut command = Folder::new()
        .command(&[&["audit", "--show", "note"], options, &["suspicious.txt"]].concat());
    let run = command.current_dir(here.join("../../samples")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(golden, run.stdout).unwrap();
        return;
    }
    let (report, kept) =
        (String::from_utf8(run.stdout).unwrap(), fs::read_to_string(golden).unwrap());
    assert!(report == kept, "not as it was kept; see golden.rs:\n{report}");
}

#[test]
fn golden_report() {
    reports(&["--color", "never"], "suspicious.txt");
    reports(&["--color", "always"], "suspicious.ansi");
    reports(&["--format", "json"], "suspicious.json");
}
