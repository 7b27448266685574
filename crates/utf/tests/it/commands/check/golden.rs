//! The whole report on the samples, as it is kept in `tests/golden/`.

use crate::support;

/// Checks that `utf check` with `options` reports on a sample what the file `golden` has.
#[track_caller]
fn reports(sample: &str, options: &[&str], golden: &str) {
    support::reports(&[&["check"], options, &[sample]].concat(), golden);
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
