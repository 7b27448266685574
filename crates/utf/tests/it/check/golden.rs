//! The whole report on the samples, as it is kept in `tests/golden/`.
//!
//! When a report is meant to change, `UPDATE_GOLDEN=1 cargo test -p utf golden` writes the files
//! anew; what has changed is then to be read with `git diff`.

use std::{env, fs, path::Path};

use crate::support::Folder;

/// Checks that `utf check` with `options` reports on a sample what the file `golden` has.
#[track_caller]
fn reports(sample: &str, options: &[&str], golden: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = here.join("tests/golden").join(golden);
    let mut command = Folder::new().command(&[&["check"], options, &[sample]].concat());
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
fn golden_utf_8() {
    let sample = "broken.utf-8.txt";
    reports(sample, &["--color", "never"], "broken.utf-8.txt");
    reports(sample, &["--color", "always"], "broken.utf-8.ansi");
    reports(sample, &["--format", "json"], "broken.utf-8.json");
}

#[test]
fn golden_utf_16() {
    let sample = "broken.utf-16.txt";
    reports(sample, &["--color", "never"], "broken.utf-16.txt");
    reports(sample, &["--color", "always"], "broken.utf-16.ansi");
    reports(sample, &["--format", "json"], "broken.utf-16.json");
}
