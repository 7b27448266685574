//! Iterators over the characters of a text that may be ill-formed.

use core::iter::FusedIterator;

use crate::{
    form::{Form, boundary, unit::Unit, units::Units},
    slices::unchecked,
};

/// An iterator over the characters of a text, with U+FFFD for each ill-formed maximal subpart.
///
/// [`utf8::chars`](crate::utf8::chars), [`utf16::chars`](crate::utf16::chars) and
/// [`utf32::chars`](crate::utf32::chars) create it. From the back, it returns the same characters.
#[derive(Clone, Debug)]
pub struct Chars<'a, U>(CharIndices<'a, U>);

/// An iterator over characters with their start and end, in code units.
///
/// Each ill-formed maximal subpart is one U+FFFD.
///
/// [`utf8::char_indices`](crate::utf8::char_indices) and its siblings create it.
#[derive(Clone, Debug)]
pub struct CharIndices<'a, U> {
    rest: Units<'a, U>,
    /// The index of the first unit of the rest.
    start: usize,
}

impl<'a, U: Unit> Chars<'a, U> {
    pub(crate) const fn new(text: Units<'a, U>) -> Self {
        Self(CharIndices::new(text))
    }

    /// Returns the rest of the text.
    ///
    /// ```
    /// let mut chars = utfkit::utf8::chars(b"a\xFFbc");
    /// assert_eq!((chars.next(), chars.next_back()), (Some('a'), Some('c')));
    /// assert_eq!(chars.rest().bytes(), b"\xFFb");
    /// ```
    #[must_use]
    pub const fn rest(&self) -> Units<'a, U> {
        self.0.rest
    }
}

impl<'a, U: Unit> CharIndices<'a, U> {
    pub(crate) const fn new(text: Units<'a, U>) -> Self {
        Self { rest: text, start: 0 }
    }

    /// Returns the rest of the text.
    #[must_use]
    pub const fn rest(&self) -> Units<'a, U> {
        self.rest
    }
}

/// Returns the character to show for a decoded sequence, and its length in bytes.
fn shown<U: Unit>(decoded: boundary::Decoded) -> (char, usize) {
    match decoded {
        Ok((character, units)) => (character, units * size_of::<U>()),
        Err(finding) => (char::REPLACEMENT_CHARACTER, finding.len()),
    }
}

/// Returns the first character of `text`, and its length in bytes, if it is a common one.
///
/// Cost: without the details of errors, the compiler can put this into a loop.
#[inline(always)]
fn common<U: Unit>(text: Units<'_, U>) -> Option<(char, usize)> {
    let low = |byte: u8| u32::from(byte & 0x3F);
    let (value, len) = match (size_of::<U>(), text.bytes()) {
        (1, [ascii @ 0..0x80, ..]) => ((*ascii).into(), 1),
        (1, [lead @ 0xC2..=0xDF, second @ 0x80..=0xBF, ..]) => {
            (u32::from(lead & 0x1F) << 6 | low(*second), 2)
        }
        (1, [lead @ 0xE0..=0xEF, second @ 0x80..=0xBF, third @ 0x80..=0xBF, ..]) => {
            let value = u32::from(lead & 0xF) << 12 | low(*second) << 6 | low(*third);
            // Smaller values have a shorter form, and surrogates are not characters.
            (if value < 0x800 { u32::MAX } else { value }, 3)
        }
        (2, [first, second, ..]) => {
            let unit = [*first, *second];
            let unit = match text.form() {
                Form::Utf16Be => u16::from_be_bytes(unit),
                _ => u16::from_le_bytes(unit),
            };
            (unit.into(), 2)
        }
        _ => return None,
    };
    Some((char::from_u32(value)?, len))
}

/// The first code point that has two units in UTF-16.
const SUPPLEMENTARY: u32 = 0x1_0000;

impl<U: Unit> Iterator for CharIndices<'_, U> {
    type Item = (usize, usize, char);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (character, bytes) = match common(self.rest) {
            Some(common) => common,
            None => shown::<U>(boundary::decode_first(self.rest)?),
        };
        self.rest = self.rest.split_at_byte(bytes).1;
        let start = self.start;
        // Bytes at the end that do not fill a unit count as one.
        self.start += bytes.div_ceil(size_of::<U>());
        Some((start, self.start, character))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let units = self.rest.bytes().len().div_ceil(size_of::<U>());
        // A character has at most four bytes.
        (units.div_ceil(4 / size_of::<U>()), Some(units))
    }
}

impl<U: Unit> DoubleEndedIterator for CharIndices<'_, U> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (character, bytes) = shown::<U>(boundary::decode_last(self.rest)?);
        let end = self.start + self.rest.bytes().len().div_ceil(size_of::<U>());
        let left = self.rest.bytes().len().saturating_sub(bytes);
        self.rest = self.rest.split_at_byte(left).0;
        Some((end - bytes.div_ceil(size_of::<U>()), end, character))
    }
}

impl<U: Unit> FusedIterator for CharIndices<'_, U> {}

impl<U: Unit> Iterator for Chars<'_, U> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        self.0.next().map(|(.., character)| character)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    /// Cost: a kernel validates UTF-8 first, and the byte order of UTF-16 is tested once.
    fn fold<B, F: FnMut(B, char) -> B>(mut self, init: B, mut f: F) -> B {
        let text = self.rest();
        let mut so_far = init;
        match (size_of::<U>(), text.form()) {
            (1, _) if text.bytes().len() > FEW => loop {
                let (known, _) = unchecked::split_well_formed(self.rest().bytes());
                so_far = known.chars().fold(so_far, &mut f);
                self.0.rest = self.0.rest.split_at_byte(known.len()).1;
                let Some(decoded) = boundary::decode_first(self.rest()) else { return so_far };
                let (character, bytes) = shown::<U>(decoded);
                so_far = f(so_far, character);
                self.0.rest = self.0.rest.split_at_byte(bytes).1;
            },
            (2, Form::Utf16Be) => fold_utf16(text.bytes(), u16::from_be_bytes, so_far, f),
            (2, _) => fold_utf16(text.bytes(), u16::from_le_bytes, so_far, f),
            _ => {
                for character in self {
                    so_far = f(so_far, character);
                }
                so_far
            }
        }
    }
}

/// The maximum number of bytes of UTF-8 that are not worth a kernel.
const FEW: usize = 64;

/// Implements `fold` for UTF-16.
#[inline(always)]
fn fold_utf16<B>(
    bytes: &[u8],
    read: impl Fn([u8; 2]) -> u16,
    init: B,
    mut f: impl FnMut(B, char) -> B,
) -> B {
    let (mut units, left_over) = bytes.as_chunks();
    let mut so_far = init;
    loop {
        // Most text has no surrogates. A test of a block lets the compiler use vectors.
        while let Some((block, rest)) = units.split_first_chunk::<8>()
            && let block = block.map(&read)
            && !block.iter().fold(false, |any, unit| any | is_surrogate(*unit))
        {
            for unit in block {
                let character = char::from_u32(unit.into());
                so_far = f(so_far, character.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            units = rest;
        }
        let [unit, rest @ ..] = units else { break };
        let unit = read(*unit);
        let mut value = u32::from(unit);
        units = rest;
        if let (0xD800..0xDC00, [next, rest @ ..]) = (unit, rest)
            && let next @ 0xDC00..0xE000 = read(*next)
        {
            value = scalar_of(unit, next);
            units = rest;
        }
        so_far = f(so_far, char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if left_over.is_empty() { so_far } else { f(so_far, char::REPLACEMENT_CHARACTER) }
}

#[inline(always)]
const fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

/// Returns the code point of a surrogate pair.
#[inline(always)]
const fn scalar_of(high: u16, low: u16) -> u32 {
    SUPPLEMENTARY + ((high as u32 & 0x3FF) << 10 | low as u32 & 0x3FF)
}

impl<U: Unit> DoubleEndedIterator for Chars<'_, U> {
    fn next_back(&mut self) -> Option<char> {
        self.0.next_back().map(|(.., character)| character)
    }
}

impl<U: Unit> FusedIterator for Chars<'_, U> {}

#[cfg(test)]
mod tests {
    use crate::{
        form::units::{Be, Le},
        slices::{utf8, utf16, utf32},
        testing,
    };
    use std::{string::String, vec::Vec};

    /// Checks that both ends can meet anywhere, and that the size hint is correct.
    fn check_ends<T: PartialEq + core::fmt::Debug>(
        all: impl DoubleEndedIterator<Item = T> + Clone,
    ) {
        let forwards: Vec<_> = all.clone().collect();
        let mut backwards: Vec<_> = all.clone().rev().collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        let (least, most) = all.size_hint();
        assert!(least <= forwards.len() && most.is_none_or(|most| forwards.len() <= most));
        let mut both = all;
        let (mut front, mut back) = (Vec::new(), Vec::new());
        while let Some(next) = both.next() {
            front.push(next);
            back.extend(both.next_back());
        }
        front.extend(back.into_iter().rev());
        assert_eq!(front, forwards);
    }

    /// Returns the characters of `chars`, which has its own `fold`.
    fn folded(chars: impl Iterator<Item = char>) -> String {
        chars.fold(String::new(), |mut text, character| {
            text.push(character);
            text
        })
    }

    #[test]
    fn characters_of_utf8_are_those_of_the_standard_library() {
        testing::hostile(|bytes| {
            let expected = String::from_utf8_lossy(bytes);
            assert!(utf8::chars(bytes).eq(expected.chars()), "{bytes:X?}");
            assert_eq!(folded(utf8::chars(bytes)), expected);
            check_ends(utf8::char_indices(bytes));
            let mut end = 0;
            for (start, next, character) in utf8::char_indices(bytes) {
                assert_eq!(start, end);
                end = next;
                let shown = String::from_utf8_lossy(&bytes[start..end]);
                assert!(shown.chars().eq([character]), "{bytes:X?}");
            }
            assert_eq!(end, bytes.len());
        });
    }

    #[test]
    fn characters_of_utf16_are_those_of_the_standard_library() {
        testing::strings(&[0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000], 4, |units: &[u16]| {
            let expected = String::from_utf16_lossy(units);
            assert!(utf16::chars(units).eq(expected.chars()), "{units:X?}");
            assert_eq!(folded(utf16::chars(units)), expected);
            check_ends(utf16::char_indices(units));
        });
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 5, |bytes: &[u8]| {
            check_ends(utf16::char_indices(Be(bytes)));
            check_ends(utf16::char_indices(Le(bytes)));
            check_ends(utf32::char_indices(Le(bytes)));
            assert!(utf16::chars(Be(bytes)).eq(folded(utf16::chars(Be(bytes))).chars()));
            assert!(utf32::chars(Le(bytes)).eq(folded(utf32::chars(Le(bytes))).chars()));
            let last = utf16::char_indices(Be(bytes)).next_back().map_or(0, |(_, end, _)| end);
            assert_eq!(last, bytes.len().div_ceil(2));
        });
    }

    #[test]
    fn the_rest_is_the_unread_text() {
        let mut chars = utf8::chars(b"a\xFFbc");
        assert_eq!((chars.next(), chars.next_back()), (Some('a'), Some('c')));
        assert_eq!(chars.rest().bytes(), b"\xFFb");
        let mut chars = utf32::chars(&[0x61, 0xD800, 0x62]);
        assert_eq!((chars.next_back(), chars.next_back()), (Some('b'), Some('\u{FFFD}')));
        assert_eq!(chars.rest().len(), 1);
    }
}
