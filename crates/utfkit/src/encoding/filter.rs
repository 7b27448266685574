//! A fast test for unknown labels.
//!
//! Servers look up labels that strangers send. Most unknown labels are recognized by two bits of a
//! table that is computed at compile time (a Bloom filter). Any other label is compared with all
//! known labels.

use super::{
    encodings::Encoding,
    sets::{self, group::Group},
};
use crate::codec::charset::name::Charset;

/// The number of bits. One in 20 is set, so only one of 400 unknown labels is compared with all
/// others.
const BITS: usize = if cfg!(feature = "legacy-charsets") { 1 << 16 } else { 1 << 15 };

/// Two bits for each known label.
static KNOWN: [u8; BITS / 8] = known();

/// Returns `false` if no set has `label`.
pub(super) fn may_be_known(label: &str) -> bool {
    bits(label.as_bytes()).iter().all(|&bit| KNOWN[bit / 8] & 1 << (bit % 8) != 0)
}

/// Returns the numbers of the label's bits.
///
/// Spellings of one label have the same bits: only ASCII letters and digits count, and their case
/// does not matter.
const fn bits(label: &[u8]) -> [usize; 2] {
    // FNV-1a.
    let (mut hash, mut at) = (0x811C_9DC5_u32, 0);
    while at < label.len() {
        if label[at].is_ascii_alphanumeric() {
            hash = (hash ^ label[at].to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        }
        at += 1;
    }
    let other = hash.wrapping_mul(0x9E37_79B1) >> 16;
    [(hash ^ hash >> 15) as usize % BITS, other as usize % BITS]
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
    let [one, other] = self::bits(label.as_bytes());
    bits[one / 8] |= 1 << (one % 8);
    bits[other / 8] |= 1 << (other % 8);
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
            // The spellings of Python.
            let others = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
            assert!(may_be_known(&label.chars().map(others).collect::<String>()));
        }
    }

    #[test]
    fn stops_nearly_all_other_labels() {
        let unknown = (0..10_000).filter(|at| may_be_known(&format!("klingon-{at}"))).count();
        assert!(unknown < 100, "{unknown}");
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
