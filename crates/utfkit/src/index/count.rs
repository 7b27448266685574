//! How many units of each column some octets are.

use core::ops::Add;

use crate::slices::utf8;

/// In what columns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    /// Octets of UTF-8: `utf-8` in the Language Server Protocol.
    Octets,
    /// Code units of UTF-16: `utf-16` in the Language Server Protocol, and its default.
    Utf16Units,
    /// Code points: `utf-32` in the Language Server Protocol, and what people count.
    CodePoints,
}

/// How many units some octets are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) octets: usize,
    pub(super) utf16_units: usize,
    pub(super) code_points: usize,
}

impl Count {
    pub(super) const fn of(self, unit: ColumnUnit) -> usize {
        match unit {
            ColumnUnit::Octets => self.octets,
            ColumnUnit::Utf16Units => self.utf16_units,
            ColumnUnit::CodePoints => self.code_points,
        }
    }

    /// What is counted in ASCII.
    const fn ascii(len: usize) -> Self {
        Self { octets: len, utf16_units: len, code_points: len }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            octets: self.octets + more.octets,
            utf16_units: self.utf16_units + more.utf16_units,
            code_points: self.code_points + more.code_points,
        }
    }
}

/// What is counted in `octets`, which are cut at boundaries.
pub(super) fn count(octets: &[u8]) -> Count {
    if octets.is_ascii() {
        return Count::ascii(octets.len());
    }
    let count_chunk = |chunk: utf8::Chunk<'_>| {
        let (text, finding) = (chunk.text().as_bytes(), chunk.finding());
        let ill_formed = usize::from(finding.is_some());
        Count {
            octets: text.len() + finding.map_or(0, |finding| finding.len()),
            utf16_units: utf8::utf16_len(text) + ill_formed,
            code_points: utf8::count(text) + ill_formed,
        }
    };
    utf8::chunks(octets).map(count_chunk).fold(Count::default(), Count::add)
}

/// How many octets are before the character `left` units into `octets`; `None` if they are fewer.
pub(super) fn walk(octets: &[u8], mut left: usize, unit: ColumnUnit) -> Option<usize> {
    let mut at = 0;
    while let Some(decoded) = utf8::decode_first(&octets[at..]) {
        let count = match decoded {
            Ok((character, len)) => {
                Count { octets: len, utf16_units: character.len_utf16(), code_points: 1 }
            }
            Err(finding) => Count { octets: finding.len(), ..Count::ascii(1) },
        };
        if left < count.of(unit) {
            return Some(at);
        }
        left -= count.of(unit);
        at += count.octets;
    }
    (left == 0).then_some(at)
}
