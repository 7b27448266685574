//! Counts the units of each kind of column in some bytes.

use core::ops::Add;

use crate::slices::utf8;

/// The unit in which columns are counted.
///
/// ```
/// use utfkit::index::{ColumnUnit, LineIndex};
/// let index = LineIndex::new("é😀!");
/// let column = |unit| index.to_position(6, unit).column;
/// assert_eq!(column(ColumnUnit::Bytes), 6);
/// assert_eq!(column(ColumnUnit::Utf16Units), 3);
/// assert_eq!(column(ColumnUnit::CodePoints), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnUnit {
    /// Bytes of UTF-8. In the Language Server Protocol, this is `utf-8`.
    Bytes,
    /// Code units of UTF-16. In the Language Server Protocol, this is `utf-16`, the default.
    Utf16Units,
    /// Code points, which people count. In the Language Server Protocol, this is `utf-32`.
    CodePoints,
}

/// The number of units of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) bytes: usize,
    pub(super) utf16_units: usize,
    pub(super) code_points: usize,
}

impl Count {
    pub(super) const fn of(self, unit: ColumnUnit) -> usize {
        match unit {
            ColumnUnit::Bytes => self.bytes,
            ColumnUnit::Utf16Units => self.utf16_units,
            ColumnUnit::CodePoints => self.code_points,
        }
    }

    /// Returns the counts of `len` bytes of ASCII.
    const fn ascii(len: usize) -> Self {
        Self { bytes: len, utf16_units: len, code_points: len }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            bytes: self.bytes + more.bytes,
            utf16_units: self.utf16_units + more.utf16_units,
            code_points: self.code_points + more.code_points,
        }
    }
}

/// Counts `bytes`, which begin and end at boundaries.
pub(super) fn count(bytes: &[u8]) -> Count {
    if bytes.is_ascii() {
        return Count::ascii(bytes.len());
    }
    let count_chunk = |chunk: utf8::Chunk<'_>| {
        let (text, finding) = (chunk.text().as_bytes(), chunk.finding());
        let ill_formed = usize::from(finding.is_some());
        Count {
            bytes: text.len() + finding.map_or(0, |finding| finding.len()),
            utf16_units: utf8::utf16_len(text) + ill_formed,
            code_points: utf8::count(text) + ill_formed,
        }
    };
    utf8::chunks(bytes).map(count_chunk).fold(Count::default(), Count::add)
}

/// Returns the offset of the character `left` units into `bytes`; `None` if there are fewer units.
pub(super) fn walk(bytes: &[u8], mut left: usize, unit: ColumnUnit) -> Option<usize> {
    let mut at = 0;
    while let Some(decoded) = utf8::decode_first(&bytes[at..]) {
        let count = match decoded {
            Ok((character, len)) => {
                Count { bytes: len, utf16_units: character.len_utf16(), code_points: 1 }
            }
            Err(finding) => Count { bytes: finding.len(), ..Count::ascii(1) },
        };
        if left < count.of(unit) {
            return Some(at);
        }
        left -= count.of(unit);
        at += count.bytes;
    }
    (left == 0).then_some(at)
}
