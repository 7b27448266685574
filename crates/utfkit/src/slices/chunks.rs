//! Lossy iteration over code units of 16 or 32 bits.

use core::iter::FusedIterator;

use crate::{
    Finding,
    form::{errors, unit::Unit, units::Units},
    slices::engine,
};

/// Well-formed code units, and the ill-formed sequence after them.
///
/// The iterators of [`utf16::chunks`](crate::utf16::chunks) and
/// [`utf32::chunks`](crate::utf32::chunks) return it.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a, U> {
    text: Units<'a, U>,
    ill_formed: Units<'a, U>,
    finding: Option<Finding>,
}

impl<'a, U: Unit> Chunk<'a, U> {
    /// Returns the well-formed units. They are empty if one ill-formed sequence follows another.
    #[must_use]
    pub const fn text(&self) -> Units<'a, U> {
        self.text
    }

    /// Returns the ill-formed units after the text, or the bytes that do not fill a unit. They are
    /// empty at the end of the text.
    #[must_use]
    pub const fn ill_formed(&self) -> Units<'a, U> {
        self.ill_formed
    }

    /// Returns the ill-formed sequence after the text, or `None` at the end of the text.
    ///
    /// Its offset is in bytes from the start of the whole text.
    #[must_use]
    pub const fn finding(&self) -> Option<Finding> {
        self.finding
    }
}

/// An iterator over the well-formed parts of a text, each with the ill-formed sequence after it.
///
/// [`utf16::chunks`](crate::utf16::chunks) and [`utf32::chunks`](crate::utf32::chunks) create it.
#[derive(Clone, Debug)]
pub struct Chunks<'a, U> {
    rest: Units<'a, U>,
    offset: u64,
}

impl<'a, U: Unit> Chunks<'a, U> {
    pub(crate) const fn new(text: Units<'a, U>) -> Self {
        Self::at(text, 0)
    }

    /// Creates the chunks of `text`, which begins `offset` bytes into a stream.
    pub(crate) const fn at(text: Units<'a, U>, offset: u64) -> Self {
        Self { rest: text, offset }
    }
}

impl<'a, U: Unit> Iterator for Chunks<'a, U> {
    type Item = Chunk<'a, U>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.rest.bytes();
        if bytes.is_empty() {
            return None;
        }
        let form = self.rest.form();
        let valid = engine::valid(self.rest);
        let finding = (valid < bytes.len()).then(|| errors::finding(form, bytes, valid));
        let (text, after) = self.rest.split_at_byte(valid);
        let (ill_formed, rest) = after.split_at_byte(finding.map_or(0, |finding| finding.len()));
        let finding = finding.map(|finding| finding.moved(self.offset));
        let chunk = Chunk { text, ill_formed, finding };
        self.rest = rest;
        self.offset += (bytes.len() - rest.bytes().len()) as u64;
        Some(chunk)
    }
}

impl<U: Unit> FusedIterator for Chunks<'_, U> {}

#[cfg(test)]
mod tests {
    use crate::{
        Be,
        slices::{utf16, utf32},
        testing,
    };
    use std::vec::Vec;

    #[cfg(feature = "alloc")]
    #[test]
    fn utf16_chunks_agree_with_the_standard_library() {
        testing::strings(&[0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000], 4, |units: &[u16]| {
            let mut text = std::string::String::new();
            for chunk in utf16::chunks(units) {
                text += &utf16::to_string(chunk.text()).unwrap();
                text.extend(chunk.finding().map(|_| '\u{FFFD}'));
            }
            assert_eq!(text, std::string::String::from_utf16_lossy(units), "{units:X?}");
        });
    }

    #[test]
    fn chunks_and_findings_cover_the_bytes() {
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 7, |bytes: &[u8]| {
            let mut covered = Vec::new();
            for chunk in utf16::chunks(Be(bytes)) {
                covered.extend_from_slice(chunk.text().bytes());
                assert!(chunk.finding().is_none_or(|f| f.offset() == covered.len() as u64));
                let ill_formed = chunk.finding().map(|f| f.bytes().to_vec()).unwrap_or_default();
                assert_eq!(chunk.ill_formed().bytes(), ill_formed);
                covered.extend(ill_formed);
            }
            assert_eq!(covered, bytes);
        });
        let chunks: Vec<_> = utf32::chunks(Be(&b"\0\0\0a\0\0\xD8\0\0\0"[..])).collect();
        assert_eq!(chunks.len(), 2);
        assert_eq!(
            chunks[1].finding().map(|finding| (finding.offset(), finding.len())),
            Some((8, 2))
        );
    }
}
