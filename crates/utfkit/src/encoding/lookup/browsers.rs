//! The index of the labels of the WHATWG Encoding Standard, which is computed at compile time.
//!
//! Pages and servers look up these labels most. The index does not refer to other sets, so a program
//! that decodes only as browsers do does not contain the labels of those sets.

use super::{buckets::Buckets, number_of, numbered};
use crate::encoding::{
    encodings::Encoding,
    sets::{self, group::Group},
};

const GROUPS: &[Group] = sets::TABLES[sets::BROWSERS];

/// The meaning of a label.
pub(in crate::encoding) struct Meaning {
    pub(in crate::encoding) group: &'static Group,
    /// The encoding, if this build has it.
    pub(in crate::encoding) encoding: Option<Encoding>,
}

/// Returns the meaning of `label`. Case does not matter.
#[inline]
pub(in crate::encoding) fn find(label: &str) -> Option<Meaning> {
    let label = label.as_bytes();
    let is_known = |item: &usize| INDEX.labels.get(*item).is_some_and(|it| is_same(it, label));
    let mut items = INDEX.buckets.items(bucket(label)).iter().map(|&item| usize::from(item));
    let group = usize::from(*INDEX.groups.get(items.find(is_known)?)?);
    Some(Meaning { group: GROUPS.get(group)?, encoding: *ENCODINGS.get(group)? })
}

/// The number of labels.
const LEN: usize = {
    let (mut len, mut group) = (0, 0);
    while group < GROUPS.len() {
        len += GROUPS[group].labels.len();
        group += 1;
    }
    len
};

/// The number of buckets, as a number of bits. Most buckets have at most one label.
const BUCKET_BITS: u32 = 9;
const BUCKETS: usize = 1 << BUCKET_BITS;

struct Index {
    buckets: Buckets<LEN, { BUCKETS + 1 }>,
    /// The labels, and the number of the group of each.
    labels: [&'static str; LEN],
    groups: [u8; LEN],
}

static INDEX: Index = {
    let (mut buckets, mut labels, mut groups) = ([0; LEN], [""; LEN], [0; LEN]);
    let (mut group, mut label, mut at) = (0, 0, 0);
    while at < LEN {
        if label == GROUPS[group].labels.len() {
            (group, label) = (group + 1, 0);
            continue;
        }
        labels[at] = GROUPS[group].labels[label];
        groups[at] = group as u8;
        buckets[at] = bucket(labels[at].as_bytes()) as u16;
        (label, at) = (label + 1, at + 1);
    }
    Index { buckets: Buckets::new(&buckets), labels, groups }
};

/// The encoding of each group.
static ENCODINGS: [Option<Encoding>; GROUPS.len()] = {
    let mut encodings = [None; GROUPS.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        encodings[group] = numbered(number_of(&GROUPS[group], true) as usize);
        group += 1;
    }
    encodings
};

/// The bit that distinguishes the case of a letter, in each byte of a word.
const CASE: u64 = 0x2020_2020_2020_2020;

/// Returns the number of the bucket of `label`. Case does not matter.
///
/// Cost: two loads and two multiplications. The hash does not depend on the middle of a long label,
/// which the comparison does.
#[inline]
const fn bucket(label: &[u8]) -> usize {
    let (first, last) = match *label {
        [] => (0, 0),
        [only] => (only as u64, 0),
        [first, last] | [first, _, last] => (first as u64, last as u64),
        _ => match (label.first_chunk(), label.last_chunk()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => match (label.first_chunk(), label.last_chunk()) {
                (Some(first), Some(last)) => {
                    (u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64)
                }
                _ => (0, 0),
            },
        },
    };
    // The multipliers are those of Fibonacci hashing and of SplitMix64. The upper bits of a product
    // depend on all bytes.
    let first = (first | CASE).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let last = (last | CASE).wrapping_add(label.len() as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((first ^ last) >> (u64::BITS - BUCKET_BITS)) as usize
}

/// Returns `true` if `label` is `known`, which is in lower case, in any case.
#[inline]
fn is_same(known: &str, label: &[u8]) -> bool {
    let known = known.as_bytes();
    if known.len() != label.len() {
        return false;
    }
    let is_same_word = |(known, label): (&[u8; 8], &[u8; 8])| {
        let [known, label] = [*known, *label].map(u64::from_le_bytes);
        // Only small letters have both bits in `known`. A capital letter lacks the lower bit.
        (known ^ label) & !(known & known >> 1 & CASE) == 0
    };
    match (known.last_chunk(), label.last_chunk()) {
        (Some(known_end), Some(label_end)) => {
            let mut words = known.as_chunks().0.iter().zip(label.as_chunks().0);
            is_same_word((known_end, label_end)) && words.all(is_same_word)
        }
        _ => known.eq_ignore_ascii_case(label),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, format, println, string::String, vec::Vec};

    use super::*;

    fn labels() -> Vec<&'static str> {
        GROUPS.iter().flat_map(|group| group.labels).copied().collect()
    }

    #[test]
    fn every_label_is_found_and_no_similar_one() {
        assert_eq!(LEN, labels().len());
        for group in GROUPS {
            for label in group.labels {
                assert_eq!(**label, label.to_ascii_lowercase());
                for spelling in [(*label).into(), label.to_ascii_uppercase()] {
                    let found: Option<Meaning> = find(&spelling);
                    assert!(found.is_some_and(|it| core::ptr::eq(it.group, group)), "{spelling}");
                }
            }
        }
        let all: BTreeSet<_> = labels().into_iter().collect();
        for label in labels() {
            for at in 0..label.len() {
                for other in 0..0x80_u8 {
                    let spelling: String = [&label[..at], &label[at + 1..]]
                        .join(core::str::from_utf8(&[other]).unwrap_or_default());
                    let known = all.contains(&*spelling.to_ascii_lowercase());
                    assert_eq!(find(&spelling).is_some(), known, "{spelling:?}");
                }
            }
            assert!(find(&format!("{label}\0")).is_none());
        }
        assert!(find("").is_none());
    }

    #[test]
    fn buckets_are_short() {
        let most = INDEX.buckets.most();
        println!("{LEN} labels, {most} in one bucket");
        assert!(most <= 3, "{most}");
    }
}
