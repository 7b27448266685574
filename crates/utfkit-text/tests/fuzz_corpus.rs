//! Runs the fuzz targets of both libraries on the corpus that is in the repository.
//!
//! The targets are compiled into this test, so a change that breaks one of them fails here, without
//! nightly Rust. `scripts/fuzz.sh` looks for new inputs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::duplicate_mod,
    dead_code,
    unused_attributes,
    unused_imports,
    reason = "tests, and files that are programs elsewhere"
)]

// The targets import the macro from a crate of this name.
extern crate self as libfuzzer_sys;

macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
pub(crate) use fuzz_target;

use std::{fs, path::Path};

macro_rules! targets {
    ($($name:ident $path:literal)*) => {
        $(#[path = $path]
        mod $name;

        #[test]
        fn $name() {
            replay(stringify!($name), $name::run);
        })*
    };
}

targets! {
    audit "../../../fuzz/fuzz_targets/audit.rs"
    charsets_vs_encoding_rs "../../../fuzz/fuzz_targets/charsets_vs_encoding_rs.rs"
    compare "../../../fuzz/fuzz_targets/compare.rs"
    detect "../../../fuzz/fuzz_targets/detect.rs"
    diagnose "../../../fuzz/fuzz_targets/diagnose.rs"
    every_decoder "../../../fuzz/fuzz_targets/every_decoder.rs"
    explain "../../../fuzz/fuzz_targets/explain.rs"
    lines "../../../fuzz/fuzz_targets/lines.rs"
    lossy_vs_std "../../../fuzz/fuzz_targets/lossy_vs_std.rs"
    repair_undo "../../../fuzz/fuzz_targets/repair_undo.rs"
    search "../../../fuzz/fuzz_targets/search.rs"
    transcode_splits "../../../fuzz/fuzz_targets/transcode_splits.rs"
    transform "../../../fuzz/fuzz_targets/transform.rs"
    unescape_restores "../../../fuzz/fuzz_targets/unescape_restores.rs"
    validate_utf8 "../../../fuzz/fuzz_targets/validate_utf8.rs"
}

#[cfg(feature = "unstable-heal")]
targets! {
    heal "../../../fuzz/fuzz_targets/heal.rs"
}

/// Runs a target on its corpus, on the inputs without their first and last bytes, and on nothing.
fn replay(name: &str, run: impl Fn(&[u8])) {
    run(b"");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = fs::read_dir(folder).unwrap();
    let mut inputs = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        let input = fs::read(&path).unwrap();
        println!("{}", path.display());
        for part in [&input[..], input.get(1..).unwrap_or_default(), &input[..input.len() - 1]] {
            run(part);
        }
        inputs += 1;
    }
    assert!(inputs > 0, "there is no seed of {name}");
}
