//! An index of short sequences of bytes, so that a search does not read all of a text.

use std::ops::Range;

/// The length of a sequence, in bytes.
const LEN: usize = 5;

/// One of so many sequences, chosen by their hashes, has its places in the index.
const SAMPLE: u32 = 16;

/// The largest table of the sequences that a text has, in bits.
const MAX_BITS: usize = 1 << 22;

#[derive(Default)]
pub(in crate::heal) struct Grams {
    /// A bit for the hash of each sequence.
    known: Vec<u64>,
    /// The hash of a chosen sequence in the upper half, its place in the lower half; in order.
    places: Vec<u64>,
}

impl Grams {
    pub(in crate::heal) fn of(text: &[u8]) -> Self {
        let bits = text.len().next_power_of_two().clamp(1 << 12, MAX_BITS);
        let mut grams = Self {
            known: vec![0; bits / 64],
            places: Vec::with_capacity(text.len() / SAMPLE as usize * 9 / 8),
        };
        for (at, key) in keys(text).enumerate() {
            let (word, bit) = grams.bit(key);
            grams.known[word] |= bit;
            if key % SAMPLE == 0 {
                grams.places.push(u64::from(key) << 32 | at as u64);
            }
        }
        grams.places.sort_unstable();
        grams
    }

    fn bit(&self, key: u32) -> (usize, u64) {
        let bit = key as usize % (self.known.len() * 64);
        (bit / 64, 1 << (bit % 64))
    }

    /// Returns the first place of `needle` in `text` at or after `from`, and the number of bytes
    /// that were read to find it.
    ///
    /// `text` is that of the index.
    pub(in crate::heal) fn find(
        &self,
        text: &[u8],
        needle: &[u8],
        from: usize,
    ) -> (Option<usize>, usize) {
        let mut rarest: Option<(usize, Range<usize>)> = None;
        for (at, key) in keys(needle).enumerate() {
            let (word, bit) = self.bit(key);
            if self.known[word] & bit == 0 {
                return (None, 0);
            }
            if key % SAMPLE == 0 {
                let first = (u64::from(key) << 32) + (from + at) as u64;
                let start = self.places.partition_point(|&place| place < first);
                let end = self.places.partition_point(|&place| place >> 32 <= u64::from(key));
                if rarest.as_ref().is_none_or(|(_, range)| end - start < range.len()) {
                    rarest = Some((at, start..end));
                }
            }
        }
        let Some((at, range)) = rarest else {
            let rest = text.get(from..).unwrap_or_default();
            let found = memchr::memmem::find(rest, needle);
            return (found.map(|found| from + found), found.unwrap_or(rest.len()));
        };
        let places = self.places[range].iter().map(|&place| place as u32 as usize - at);
        let mut read = 0;
        let found = places.into_iter().find(|&place| {
            read += LEN;
            text[place..].starts_with(needle)
        });
        (found, read)
    }
}

/// Returns the hash of each sequence of a text.
fn keys(text: &[u8]) -> impl Iterator<Item = u32> {
    text.windows(LEN).map(|gram| {
        let value = gram.iter().fold(0_u64, |value, &byte| value << 8 | u64::from(byte));
        (value.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_place_of_a_needle() {
        let text: Vec<u8> =
            (0..4000_u32).map(|at| b"abcde\n"[(at * at % 97 % 6) as usize]).collect();
        let grams = Grams::of(&text);
        for len in [1, 4, 5, 6, 12, 40] {
            for start in (0..text.len() - len).step_by(37) {
                let needle = &text[start..start + len];
                let (mut next, mut places) = (0, Vec::new());
                while let (Some(at), _) = grams.find(&text, needle, next) {
                    places.push(at);
                    next = at + 1;
                }
                let all = memchr::memmem::find_iter(&text, needle).next();
                assert_eq!(places.first().copied(), all);
                assert!(places.contains(&start), "{start} {len}");
            }
        }
        assert_eq!(grams.find(&text, b"an absent text", 0).0, None);
    }
}
