//! Lossy iteration.

use core::iter::FusedIterator;

use crate::{
    Finding,
    form::{Form, errors},
    slices::unchecked,
};

/// The well-formed parts of `bytes`, each with the ill-formed sequence that follows it, if one
/// does.
///
/// There is one chunk for each maximal subpart (Unicode D93b), and one for the text at the end, if
/// there is any. Offsets count bytes from the start of `bytes`.
///
/// Cost: one pass over `bytes`, at the speed of the active kernels where text is well-formed.
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
#[must_use]
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks::at(bytes, 0)
}

/// Well-formed text, and what is ill-formed behind it. Made by [`chunks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    text: &'a str,
    ill_formed: &'a [u8],
    finding: Option<Finding>,
}

impl<'a> Chunk<'a> {
    /// The well-formed text; empty, if one ill-formed sequence follows another.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The bytes of the maximal subpart behind it that is ill-formed; none at the end of the bytes.
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

    /// The maximal subpart behind it that is ill-formed; `None` at the end of the bytes.
    #[must_use]
    pub const fn finding(&self) -> Option<Finding> {
        self.finding
    }
}

/// The well-formed parts of some bytes, each with what is ill-formed behind it. Made by
/// [`chunks`].
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    rest: &'a [u8],
    offset: u64,
}

/// For who looks at bytes by himself.
impl<'a> Chunks<'a> {
    /// The bytes of the chunks to come.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Passes over bytes of the rest, at most all.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        self.rest = rest;
        self.offset += skipped.len() as u64;
    }
}

impl<'a> Chunks<'a> {
    /// The chunks of `bytes`, which begin `offset` bytes into a stream.
    pub(super) const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self { rest: bytes, offset }
    }

    /// Takes the ill-formed sequence at the start of the rest, if there is a rest.
    fn take_finding(&mut self) -> Option<Finding> {
        if self.rest.is_empty() {
            return None;
        }
        // Compiled here: through memory, a finding takes longer than all that is done to find it.
        let finding = errors::finding_in(Form::Utf8, self.rest, 0);
        self.rest = self.rest.get(finding.len()..).unwrap_or_default();
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
        self.offset += text.len() as u64;
        let finding = self.take_finding();
        let ill_formed = &rest[..rest.len() - self.rest.len()];
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
