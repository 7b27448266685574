//! A text as the bytes that it has in an encoding, to be found.

/// The bytes of a text in an encoding in which it has no other, to be found where they are that
/// text: at the place of a code unit.
///
/// [`find`](Self::find) needs nothing else. A program that has a faster search for bytes
/// (`memchr::memmem`) lends it to [`find_with`](Self::find_with).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    bytes: Vec<u8>,
    /// How many bytes a code unit has.
    unit: usize,
    /// Of the first `n + 1` units: how many at the end are also those at the start (Knuth, Morris
    /// and Pratt).
    borders: Vec<usize>,
}

impl Needle {
    /// The text whose bytes are `bytes`, whole units of `unit` bytes.
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

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes a code unit has.
    #[must_use]
    pub const fn unit(&self) -> usize {
        self.unit
    }

    /// Where the text stands first in `haystack` at `from` or behind it; both begin at a code
    /// unit's place.
    ///
    /// An empty text stands everywhere. Cost: linear in what is looked at, whatever the bytes.
    #[must_use]
    pub fn find(&self, haystack: &[u8], from: usize) -> Option<usize> {
        let from = from.next_multiple_of(self.unit);
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

    /// As [`find`](Self::find), by way of `find`, which gives where the [bytes](Self::bytes)
    /// stand first in any bytes, if they do.
    ///
    /// Cost: that of `find`, and linear also where it finds them only between code units.
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
        let from = from.next_multiple_of(self.unit);
        let (mut at, mut wasted) = (from, 0);
        loop {
            let found = at + find(haystack.get(at..)?)?;
            if found.is_multiple_of(self.unit) {
                return Some(found);
            }
            // All of it was compared for nothing, and most of it will be again.
            wasted += self.bytes.len();
            at = found + 1;
            if wasted > WASTE * (at - from) + self.bytes.len() {
                return self.find(haystack, at);
            }
        }
    }

    /// Where the text stands last in `haystack`, which begins at a code unit's place, by way of
    /// `rfind`, which gives where the bytes stand last in any bytes.
    ///
    /// Cost: that of `rfind`, once for each time that it finds the bytes between code units.
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

    /// How many units of the text are matched if `matched` were, and `unit` comes next.
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

/// So many bytes may be compared for nothing for each that is passed.
const WASTE: usize = 4;
