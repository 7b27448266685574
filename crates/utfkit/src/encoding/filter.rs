//! A quick test for labels that nobody knows.
//!
//! Servers look up labels that strangers send. Most unknown labels are recognized by one bit of a
//! table that the compiler makes (a Bloom filter with one hash); the others are compared with all
//! known labels.

use super::{
    encodings::Encoding,
    sets::{self, group::Group},
};
use crate::codec::charset::name::Charset;

/// The number of bits. One in 50 is set, so one of 50 unknown labels is compared with all others.
const BITS: usize = 1 << 15;

/// A bit for the hash of each known label.
static KNOWN: [u8; BITS / 8] = known();

/// Returns `false` if no set has `label`.
pub(super) fn may_be_known(label: &str) -> bool {
    let hash = hash(label.as_bytes());
    KNOWN[hash / 8] & 1 << (hash % 8) != 0
}

/// Returns the number of the label's bit.
///
/// Spellings of one label have one hash: only ASCII letters and digits count, without their case.
const fn hash(label: &[u8]) -> usize {
    // FNV-1a.
    let (mut hash, mut at) = (0x811C_9DC5_u32, 0);
    while at < label.len() {
        if label[at].is_ascii_alphanumeric() {
            hash = (hash ^ label[at].to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        }
        at += 1;
    }
    (hash ^ hash >> 15) as usize % BITS
}

const fn known() -> [u8; BITS / 8] {
    let (mut bits, mut at) = ([0; BITS / 8], 0);
    while at < Encoding::ALL.len() {
        let encoding = Encoding::ALL[at];
        add(&mut bits, encoding.name());
        add_all(&mut bits, encoding.labels());
        at += 1;
    }
    at = 0;
    while let Some(charset) = Charset::nth(at) {
        add(&mut bits, charset.name());
        add_all(&mut bits, charset.labels());
        at += 1;
    }
    at = 0;
    while at < sets::TABLES.len() {
        add_groups(&mut bits, sets::TABLES[at]);
        at += 1;
    }
    bits
}

const fn add_groups(bits: &mut [u8; BITS / 8], groups: &[Group]) {
    let mut at = 0;
    while at < groups.len() {
        add_all(bits, groups[at].labels);
        at += 1;
    }
}

const fn add_all(bits: &mut [u8; BITS / 8], labels: &[&str]) {
    let mut at = 0;
    while at < labels.len() {
        add(bits, labels[at]);
        at += 1;
    }
}

const fn add(bits: &mut [u8; BITS / 8], label: &str) {
    let hash = hash(label.as_bytes());
    bits[hash / 8] |= 1 << (hash % 8);
}

#[cfg(test)]
mod tests {
    use std::{format, println, string::String};

    use super::*;
    use crate::encoding::{Label, LabelSet, table};

    #[test]
    fn passes_every_known_label() {
        let registered = table::all().flat_map(table::labels);
        let own = LabelSet::ALL.iter().flat_map(|set| set.own_labels());
        for label in registered.chain(own) {
            assert!(may_be_known(label), "{label}");
            assert!(may_be_known(&label.to_ascii_uppercase()));
            // Python's spellings.
            let others = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
            assert!(may_be_known(&label.chars().map(others).collect::<String>()));
        }
    }

    #[test]
    fn stops_nearly_all_other_labels() {
        let unknown = (0..10_000).filter(|at| may_be_known(&format!("klingon-{at}"))).count();
        assert!(unknown < 500, "{unknown}");
    }

    /// `cargo test --release -p utfkit --features legacy-charsets -- --ignored --nocapture unknown_labels`
    #[test]
    #[ignore = "measures"]
    fn time_of_unknown_labels() {
        let labels: std::vec::Vec<_> = (0..1000).map(|at| format!("klingon-{at}")).collect();
        for &set in LabelSet::ALL {
            let start = std::time::Instant::now();
            let mut unknown = 0;
            for _ in 0..100 {
                for label in &labels {
                    let parsed = Label::parse(std::hint::black_box(label), set);
                    unknown += usize::from(std::hint::black_box(parsed).is_err());
                }
            }
            println!("{set}: {:.1} ns", start.elapsed().as_nanos() as f64 / unknown as f64);
        }
    }
}
