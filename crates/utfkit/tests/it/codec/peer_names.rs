//! Compares the names of charsets with those of glibc's iconv and ICU.
//!
//! `testdata/charset-names.tsv` lists the names that this library does not have, by kind and with
//! the reason. The peers must be installed for the long test:
//!
//! ```sh
//! cargo test -p utfkit --features legacy-charsets --test it peer_names -- --ignored --nocapture
//! ```
#![cfg(feature = "legacy-charsets")]
use std::{collections::BTreeSet, fs, process::Command};

use utfkit::encoding::{Label, LabelSet};

/// The path of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const PEERS: [(&str, LabelSet); 2] = [("glibc", LabelSet::Glibc), ("icu", LabelSet::Icu)];

/// Names of a peer that this library does not have.
struct Group {
    peer: String,
    kind: String,
    reason: String,
    names: Vec<String>,
}

fn read(path: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

fn groups() -> Vec<Group> {
    let text = read("testdata/charset-names.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let groups = lines.map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        let [peer, kind, reason, names] = columns[..] else { panic!("{line}") };
        let names = names.split(' ').map(str::to_owned).collect();
        Group { peer: peer.into(), kind: kind.into(), reason: reason.into(), names }
    });
    groups.collect()
}

fn is_known(name: &str, set: LabelSet) -> bool {
    Label::parse(name, set).is_ok()
}

#[test]
fn names_that_are_listed_as_missing_are_unknown() {
    for (peer, set) in PEERS {
        let mut seen = BTreeSet::new();
        for group in groups().into_iter().filter(|group| group.peer == peer) {
            assert!(!group.kind.is_empty() && !group.reason.is_empty());
            for name in group.names {
                assert!(!is_known(&name, set), "{peer}: {name} is known");
                assert!(seen.insert(name), "twice in the list");
            }
        }
    }
}

/// The page for users has a row for each kind of names of glibc.
#[test]
fn the_page_about_iconv_counts_the_missing_names() {
    let page = read("docs/from/iconv.md");
    let mut missing = 0;
    for Group { kind, reason, names, .. } in groups().iter().filter(|one| one.peer == "glibc") {
        let row = format!("| {} | {kind} | {reason} |\n", names.len());
        assert!(page.contains(&row), "{row}");
        missing += names.len();
    }
    let known = 1180 - missing;
    let known = format!("knows {},{:03} of the 1,180 names", known / 1000, known % 1000);
    assert!(page.contains(&known), "{known}");
}

#[test]
#[ignore = "asks glibc 2.36 and ICU 72 for their names"]
fn names_of_peers_are_known_or_listed() {
    for (peer, set) in PEERS {
        let script = format!("{ROOT}/scripts/charset-peers.py");
        let output = Command::new("python3").args([&script, peer]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let all: Vec<&str> = text.lines().collect();
        let missing: BTreeSet<&str> =
            all.iter().copied().filter(|name| !is_known(name, set)).collect();
        println!("{peer}: {} of {} names are known", all.len() - missing.len(), all.len());
        let groups = groups();
        let listed = groups.iter().filter(|group| group.peer == peer);
        let listed: BTreeSet<&str> =
            listed.flat_map(|group| &group.names).map(String::as_str).collect();
        let added: Vec<_> = missing.difference(&listed).collect();
        let gone: Vec<_> = listed.difference(&missing).collect();
        assert!(added.is_empty() && gone.is_empty(), "{peer}: add {added:?}, remove {gone:?}");
    }
}
