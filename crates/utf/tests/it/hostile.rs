//! Text that is nothing but mistakes: each costs what is said of it, and nothing else.

use std::time::{Duration, Instant};

use crate::support::Folder;

/// So many octets, each a mistake.
const OCTETS: usize = 30_000;

fn took(folder: &Folder, arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    folder.run(arguments).exits(1);
    begun.elapsed()
}

/// A picture of a finding has more octets than its line of JSON, and takes no longer to make.
#[test]
fn a_picture_takes_no_longer_than_a_line_of_json() {
    let folder = Folder::new();
    folder.file("file", b"\xFF".repeat(OCTETS));
    for command in ["check", "audit"] {
        let json = took(&folder, &[command, "--format", "json", "file"]);
        let human = took(&folder, &[command, "file"]);
        assert!(human < 3 * json, "{command}: {human:?}, {json:?}");
    }
}
