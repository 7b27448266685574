//! Lossy iteration.

use core::iter::FusedIterator;

use crate::{
    Finding,
    form::{Form, cut, errors},
    slices::unchecked,
};

/// Iterates over the well-formed parts of `bytes`, each with the ill-formed sequence after it.
///
/// There is one chunk per maximal subpart (Unicode D93b), the piece that decoders replace with one
/// U+FFFD. There is one more for the text at the end, if there is any. Offsets are in bytes from
/// the start of `bytes`.
///
/// Cost: one pass over `bytes`, at the speed of the active kernels where the text is well-formed.
///
/// ```
/// use utfkit::utf8;
/// let mut text = String::new();
/// for chunk in utf8::chunks(b"caf\xE9 \xC3\xA0 la") {
///     text += chunk.text();
///     if let Some(finding) = chunk.finding() {
///         text += &format!("[{} at {}]", finding.kind().code(), finding.offset());
///     }
/// }
/// assert_eq!(text, "caf[truncated at 3] à la");
/// ```
#[doc(alias = "utf8_chunks")]
#[must_use]
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks::at(bytes, 0)
}

/// Well-formed text, and the ill-formed sequence after it. [`chunks`] returns it.
///
/// ```
/// let chunk = utfkit::utf8::chunks(b"caf\xE9!").next().unwrap();
/// assert_eq!((chunk.text(), chunk.ill_formed()), ("caf", &b"\xE9"[..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    text: &'a str,
    ill_formed: &'a [u8],
    finding: Option<Finding>,
}

impl<'a> Chunk<'a> {
    /// Returns the well-formed text. It is empty if one ill-formed sequence follows another.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the bytes of the ill-formed maximal subpart after the text; empty at the end of the
    /// bytes.
    ///
    /// ```
    /// use utfkit::utf8;
    /// let mut text = String::new();
    /// for chunk in utf8::chunks(b"caf\xE9!") {
    ///     text += chunk.text();
    ///     chunk.ill_formed().iter().for_each(|byte| text += &format!("%{byte:02X}"));
    /// }
    /// assert_eq!(text, "caf%E9!");
    /// ```
    #[must_use]
    pub const fn ill_formed(&self) -> &'a [u8] {
        self.ill_formed
    }

    /// Returns the ill-formed maximal subpart after the text, or `None` at the end of the bytes.
    ///
    /// ```
    /// let mut chunks = utfkit::utf8::chunks(b"caf\xE9!");
    /// assert_eq!(chunks.next().unwrap().finding().map(|finding| finding.offset()), Some(3));
    /// assert_eq!(chunks.next().unwrap().finding(), None);
    /// ```
    #[must_use]
    pub const fn finding(&self) -> Option<Finding> {
        self.finding
    }
}

/// An iterator over the well-formed parts of some bytes, each with the ill-formed sequence after
/// it.
///
/// [`chunks`] creates it.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    rest: &'a [u8],
    offset: u64,
}

/// For callers that read some bytes themselves.
impl<'a> Chunks<'a> {
    /// Returns the bytes of the chunks to come.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Skips `bytes` bytes of the rest, or all of it if it is shorter.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        let (skipped, rest) = cut::split(self.rest, bytes);
        self.rest = rest;
        self.offset = self.offset.saturating_add(skipped.len() as u64);
    }
}

impl<'a> Chunks<'a> {
    /// Creates the chunks of `bytes`, which begin `offset` bytes into a stream.
    pub(super) const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self { rest: bytes, offset }
    }

    /// Consumes the ill-formed sequence at the start of the rest; `None` if the rest is empty.
    fn take_finding(&mut self) -> Option<Finding> {
        if self.rest.is_empty() {
            return None;
        }
        // Cost: inlined, because passing a finding through memory takes longer than finding it.
        let finding = errors::finding_in(Form::Utf8, self.rest, 0);
        self.rest = cut::rest(self.rest, finding.len());
        let moved = finding.moved(self.offset);
        self.offset = moved.end();
        Some(moved)
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (text, rest) = unchecked::split_well_formed(self.rest);
        self.rest = rest;
        self.offset = self.offset.saturating_add(text.len() as u64);
        let finding = self.take_finding();
        let ill_formed = cut::prefix(rest, rest.len() - self.rest.len());
        Some(Chunk { text, ill_formed, finding })
    }
}

impl FusedIterator for Chunks<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn chunks_are_those_of_the_standard_library() {
        testing::hostile(|bytes| {
            let mut offset = 0;
            let mut ours = chunks(bytes);
            for theirs in bytes.utf8_chunks() {
                let chunk = ours.next().unwrap();
                assert_eq!(chunk.text(), theirs.valid(), "{bytes:X?}");
                let finding = chunk.finding();
                assert_eq!(finding.as_ref().map_or(&[][..], |f| f.bytes()), theirs.invalid());
                assert_eq!(chunk.ill_formed(), theirs.invalid(), "{bytes:X?}");
                offset += chunk.text().len() as u64;
                assert!(finding.is_none_or(|finding| finding.offset() == offset), "{bytes:X?}");
                offset += theirs.invalid().len() as u64;
            }
            assert_eq!(ours.next(), None);
        });
    }
}
