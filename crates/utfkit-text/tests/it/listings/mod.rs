//! Lists the results for many edited and damaged texts, so that a review sees each change.
//!
//! The other tests check that results are correct. These check that they stay: a changed limit changes a
//! line of a listing, even if the result is still safe. If the change is meant, run
//! `UTFKIT_UPDATE=1 cargo test -p utfkit-text --all-features --test it listings`, and read the
//! difference.

mod heal;

use std::{env, fs, path::Path};

use utfkit::{Encoding, transcode};

/// Compares lines with a listing, or writes it.
fn compare(name: &str, lines: &[String]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/listings").join(name);
    if env::var_os("UTFKIT_UPDATE").is_some() {
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        return;
    }
    let listing = fs::read_to_string(&file).unwrap();
    let pairs = lines.iter().zip(listing.lines()).filter(|(line, listed)| line != listed);
    let different: Vec<_> =
        pairs.map(|(line, listed)| format!("listed: {listed}\n    is: {line}")).collect();
    let first = &different[..different.len().min(5)];
    assert!(first.is_empty(), "{name}: {} lines differ:\n{}", different.len(), first.join("\n"));
    assert_eq!(lines.len(), listing.lines().count(), "{name} has other texts");
}

fn encoding(name: &str) -> Encoding {
    name.parse().unwrap()
}

/// Returns the text in an encoding; `None` if the encoding lacks a character.
fn encoded(text: &str, name: &str) -> Option<Vec<u8>> {
    Some(transcode::encode(text, encoding(name)).ok()?.into_owned())
}
