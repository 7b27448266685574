//! The bytes of a text in an encoding, to be searched for.

/// The bytes of a text in an encoding in which it has no other spelling. They are the text if they
/// begin at the start of a code unit.
///
/// [`find`](Self::find) works alone. A program that has a faster byte search, such as
/// `memchr::memmem`, passes it to [`find_with`](Self::find_with).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    bytes: Vec<u8>,
    /// The number of bytes in a code unit.
    unit: usize,
    /// For the first `n + 1` units: the length of the longest proper suffix that is also a prefix
    /// (the table of Knuth, Morris and Pratt).
    borders: Vec<usize>,
}

impl Needle {
    /// Creates the needle of `bytes`, whole code units of `unit` bytes.
    pub(crate) fn new(bytes: Vec<u8>, unit: usize) -> Self {
        let mut needle = Self { bytes, unit, borders: Vec::new() };
        let mut border = 0;
        for at in 0..needle.bytes.len() / unit {
            if at > 0 {
                border = needle.extend(border, &needle.bytes[at * unit..][..unit]);
            }
            needle.borders.push(border);
        }
        needle
    }

    /// Returns the bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of bytes in a code unit.
    #[must_use]
    pub const fn unit(&self) -> usize {
        self.unit
    }

    /// Returns the offset of the first occurrence in `haystack`, at `from` or after it.
    ///
    /// `haystack` must begin at the start of a code unit; `from` is rounded up to one. An empty
    /// text occurs everywhere.
    ///
    /// Cost: linear in the number of bytes read, for any bytes.
    #[must_use]
    pub fn find(&self, haystack: &[u8], from: usize) -> Option<usize> {
        let from = from.checked_next_multiple_of(self.unit)?;
        let rest = haystack.get(from..)?;
        if self.bytes.is_empty() {
            return Some(from);
        }
        let mut matched = 0;
        for (at, unit) in rest.chunks_exact(self.unit).enumerate() {
            matched = self.extend(matched, unit);
            if matched == self.borders.len() {
                return Some(from + (at + 1) * self.unit - self.bytes.len());
            }
        }
        None
    }

    /// Like [`find`](Self::find), with the byte search `find`. It must return the offset of the
    /// first occurrence of [`bytes`](Self::bytes) in a slice.
    ///
    /// Cost: that of `find`. It stays linear even if most occurrences are between code units.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// use utfkit_text::search::{Layout, Spelling};
    /// let layout = Layout::of(Encoding::Utf16Be, b"", true).unwrap();
    /// let Spelling::One(needle) = layout.spell("\u{4100}") else { panic!("it has one") };
    /// let slow = |bytes: &[u8]| bytes.windows(2).position(|two| two == needle.bytes());
    /// assert_eq!(needle.find_with(b"\0A\0A\x41\0", 0, slow), Some(4));
    /// ```
    pub fn find_with(
        &self,
        haystack: &[u8],
        from: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let from = from.checked_next_multiple_of(self.unit)?;
        let (mut at, mut wasted) = (from, 0);
        loop {
            let found = at + find(haystack.get(at..)?)?;
            if found.is_multiple_of(self.unit) {
                return Some(found);
            }
            // All of these bytes were compared in vain, and most of them will be compared again.
            wasted += self.bytes.len();
            at = found + 1;
            if wasted > WASTE * (at - from) + self.bytes.len() {
                return self.find(haystack, at);
            }
        }
    }

    /// Returns the offset of the last occurrence in `haystack`, with the byte search `rfind`. It
    /// must return the offset of the last occurrence of the bytes in a slice. `haystack` must begin
    /// at the start of a code unit.
    ///
    /// Cost: one call of `rfind`, and one more for each occurrence between code units.
    pub fn rfind_with(
        &self,
        haystack: &[u8],
        rfind: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let mut end = haystack.len();
        loop {
            let found = rfind(&haystack[..end])?;
            if found.is_multiple_of(self.unit) {
                return Some(found);
            }
            end = found + self.bytes.len() - 1;
        }
    }

    /// Returns the number of units of the text that are matched after `unit`, if `matched` were
    /// matched before it.
    fn extend(&self, mut matched: usize, unit: &[u8]) -> usize {
        loop {
            if self.bytes.get(matched * self.unit..).is_some_and(|rest| rest.starts_with(unit)) {
                return matched + 1;
            }
            match matched.checked_sub(1) {
                Some(before) => matched = self.borders[before],
                None => return 0,
            }
        }
    }
}

/// The number of bytes that may be compared in vain for each byte of the haystack.
const WASTE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_offset_beyond_the_end_is_found() {
        let needle = Needle::new(b"a\0".to_vec(), 2);
        for from in [5, usize::MAX - 1, usize::MAX] {
            assert_eq!(needle.find(b"a\0a\0", from), None);
            assert_eq!(needle.find_with(b"a\0a\0", from, |_| Some(0)), None);
        }
    }
}
