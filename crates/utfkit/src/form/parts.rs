//! Splits a text into parts of nearly equal length, for work in parallel.

use core::iter::FusedIterator;

use crate::form::{boundary, unit::Unit, units::Units};

/// An iterator over the parts of a text, in order.
///
/// Made by [`utf16::split`](crate::utf16::split) and [`utf32::split`](crate::utf32::split).
///
/// ```
/// let parts = utfkit::utf16::split(&[0x61, 0x62, 0x63], 2);
/// assert_eq!(parts.map(|part| part.len()).collect::<Vec<_>>(), [2, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Parts<'a, U> {
    rest: Units<'a, U>,
    /// The maximum number of parts still to come.
    more: usize,
}

impl<'a, U: Unit> Parts<'a, U> {
    pub(crate) const fn new(text: Units<'a, U>, parts: usize) -> Self {
        Self { rest: text, more: if parts == 0 { 1 } else { parts } }
    }

    /// Returns the end of the next part, in units of the rest. It is not the start, unless the rest
    /// has no whole unit.
    fn end(&self) -> usize {
        let share = self.rest.len().div_ceil(self.more.max(1));
        match boundary::floor(self.rest, share) {
            0 => boundary::ceil(self.rest, share),
            end => end,
        }
    }
}

impl<'a, U: Unit> Iterator for Parts<'a, U> {
    type Item = Units<'a, U>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.rest.bytes().len();
        if bytes == 0 {
            return None;
        }
        let end = self.end();
        // Bytes at the end that do not fill a unit belong to the last part.
        let last = self.more == 1 || end == self.rest.len();
        let (part, rest) = self.rest.split_at_byte(if last { bytes } else { end * size_of::<U>() });
        self.rest = rest;
        self.more -= usize::from(self.more > 1);
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let bytes = self.rest.bytes().len();
        (usize::from(bytes > 0), Some(self.more.min(bytes)))
    }
}

impl<U: Unit> FusedIterator for Parts<'_, U> {}

#[cfg(test)]
mod tests {
    use crate::{
        Be, Le,
        slices::{utf8, utf16, utf32},
        testing,
    };
    use std::{string::String, vec::Vec};

    /// Checks that no part is empty, and that none is longer than its share plus one character.
    fn check_lengths(lengths: &[usize], parts: usize, slack: usize) {
        let total: usize = lengths.iter().sum();
        assert!(lengths.len() <= parts.max(1) && !lengths.contains(&0), "{lengths:?}");
        let share = total.div_ceil(parts.max(1));
        assert!(lengths.iter().all(|&len| len <= share + slack), "{lengths:?} of {total}");
    }

    #[test]
    fn parts_of_utf8_are_replaced_as_the_whole_is() {
        testing::hostile(|bytes| {
            for parts in 0..=bytes.len() + 1 {
                let split: Vec<&[u8]> = utf8::split(bytes, parts).collect();
                assert_eq!(split.concat(), bytes);
                let fixed = split.iter().map(|part| String::from_utf8_lossy(part));
                assert_eq!(fixed.collect::<String>(), String::from_utf8_lossy(bytes));
                let findings = split.iter().map(|part| utf8::utf8_len_lossy(part).replaced);
                assert_eq!(findings.sum::<usize>(), utf8::utf8_len_lossy(bytes).replaced);
                let lengths: Vec<_> = split.iter().map(|part| part.len()).collect();
                check_lengths(&lengths, parts, 3);
            }
        });
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn parts_of_bytes_of_utf16_are_replaced_as_the_whole_is() {
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 6, |bytes: &[u8]| {
            for parts in 0..=4 {
                let texts: [utf16::Units<'_, u16>; 2] = [Le(bytes).into(), Be(bytes).into()];
                for text in texts {
                    let split: Vec<_> = utf16::split(text, parts).collect();
                    let whole = split.iter().flat_map(|part| part.bytes());
                    assert!(whole.eq(bytes), "{bytes:X?}");
                    let fixed = split.iter().map(|&part| utf16::to_string_lossy(part));
                    let (fixed, replaced): (String, Vec<_>) = fixed.unzip();
                    let expected = utf16::to_string_lossy(text);
                    assert_eq!((fixed, replaced.iter().sum()), expected, "{bytes:X?}");
                    let lengths: Vec<_> = split.iter().map(|part| part.bytes().len()).collect();
                    check_lengths(&lengths, parts, 4);
                }
            }
        });
    }

    #[test]
    fn parts_of_utf32() {
        let text = [0x61, 0xD800, 0x1F600, 0x62, 0x63];
        let lengths = |parts| utf32::split(&text, parts).map(|part| part.len()).collect::<Vec<_>>();
        assert_eq!(lengths(2), [3, 2]);
        assert_eq!(lengths(4), [2, 1, 1, 1]);
        assert_eq!(lengths(9), [1; 5]);
        let odd = utf32::split(Le(&b"a\0\0\0b\0\0"[..]), 2).map(|part| part.bytes().len());
        assert_eq!(odd.collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn long_texts_are_cut_evenly() {
        let text = "na\u{EF}ve \u{20AC}\u{1F600}".repeat(1000);
        for parts in [1, 2, 3, 7, 64] {
            let lengths: Vec<_> = utf8::split(text.as_bytes(), parts).map(<[u8]>::len).collect();
            assert_eq!(lengths.len(), parts);
            let share = text.len() / parts;
            assert!(lengths.iter().all(|len| len.abs_diff(share) <= 4), "{lengths:?}");
        }
    }
}
