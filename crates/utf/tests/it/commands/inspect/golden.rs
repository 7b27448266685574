//! Compares the output with `tests/golden/inspect/`.
//!
//! After an intended change, `UPDATE_GOLDEN=1 cargo test -p utf golden` writes the files again.
//! Then read the changes with `git diff`.

use crate::support;

/// Checks that `utf inspect` with `arguments`, run in the directory of samples, prints the contents
/// of the file `golden`.
#[track_caller]
fn shows(arguments: &[&str], status: i32, golden: &str) {
    support::shows(&[&["inspect"], arguments].concat(), status, &format!("inspect/{golden}"));
}

#[test]
fn golden_table() {
    shows(&["broken.utf-8.txt"], 1, "broken.utf-8.txt");
    shows(&["broken.utf-8.txt", "--color", "always"], 1, "broken.utf-8.ansi");
    shows(&["broken.utf-8.txt", "--format", "json"], 1, "broken.utf-8.json");
    shows(&["broken.utf-16.txt"], 1, "broken.utf-16.txt");
    shows(&["languages.utf-32.txt", "-n", "64"], 0, "languages.utf-32.txt");
}

#[test]
fn golden_place() {
    shows(&["broken.utf-8.txt@55"], 1, "place.txt");
}

#[test]
fn golden_forms() {
    let points = ["U+41", "U+E9", "U+1F600", "U+301", "U+D800", "U+FFFE", "U+202E", "U+7FFFFFFF"];
    shows(&points, 0, "forms.txt");
    shows(&[&points[..], &["--format", "json"]].concat(), 0, "forms.json");
    shows(&["--hex", "f0 9f 98 80", "--color", "always"], 0, "hex.ansi");
}
