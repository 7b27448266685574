//! The whole report on the samples, compared with `tests/golden/audit/`.

use crate::support;

#[track_caller]
fn reports(options: &[&str], golden: &str) {
    let arguments =
        [&["audit", "--show", "note", "--max-findings", "0"], options, &["suspicious.txt"]]
            .concat();
    support::reports(&arguments, &format!("audit/{golden}"));
}

#[test]
fn golden_report() {
    reports(&["--color", "never"], "suspicious.txt");
    reports(&["--color", "always"], "suspicious.ansi");
    reports(&["--format", "json"], "suspicious.json");
}
