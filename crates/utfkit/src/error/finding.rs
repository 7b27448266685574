//! One ill-formed sequence, as plain data.

use core::fmt;

use super::Kind;
use crate::scalar;

/// One ill-formed sequence: its offset, its bytes, and why it is ill-formed.
///
/// A decoder reports one finding per maximal subpart (Unicode D93b), the piece that decoders
/// replace with one U+FFFD. [`Grouper`](crate::error::Grouper) joins adjacent findings that people
/// consider one error; such a finding spans several subparts.
///
/// ```
/// use utfkit::{Kind, utf8};
/// let error = utf8::validate(b"ok \xC0\xAF").unwrap_err();
/// let finding = error.finding();
/// assert_eq!(finding.offset(), 3);
/// assert_eq!(finding.bytes(), [0xC0]);
/// assert_eq!(finding.kind(), Kind::Overlong { means: 0x2F });
/// assert_eq!(finding.to_string(), "overlong form of U+002F at byte 3: C0");
/// ```
#[doc(alias("error", "octet"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    offset: u64,
    kind: Kind,
    bytes: [u8; Self::MAX_BYTES],
    len: u8,
    subparts: u8,
}

impl Finding {
    /// The maximum number of bytes that a finding keeps. A grouped pair of surrogates has six.
    pub const MAX_BYTES: usize = 8;

    /// Creates a finding of one maximal subpart at `offset` of the stream.
    ///
    /// It keeps at most [`Self::MAX_BYTES`] of `bytes`. Decoders create the findings of ill-formed
    /// text; this function is for programs that check text by their own rules.
    ///
    /// ```
    /// use utfkit::{Finding, Kind};
    /// let finding = Finding::new(7, Kind::Nul, &[0]);
    /// assert_eq!((finding.offset(), finding.end()), (7, 8));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(offset: u64, kind: Kind, bytes: &[u8]) -> Self {
        let bytes = &bytes[..bytes.len().min(Self::MAX_BYTES)];
        // Folded into a register: for so few bytes, a call of memcpy would take longer than the
        // rest.
        let kept = bytes.iter().rev().fold(0, |kept: u64, &byte| kept << 8 | u64::from(byte));
        Self { offset, kind, bytes: kept.to_le_bytes(), len: bytes.len() as u8, subparts: 1 }
    }

    /// Returns the offset of the first byte of the sequence, in bytes from the start of the stream.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the offset of the end of the sequence, in bytes from the start of the stream.
    ///
    /// The result is at most [`u64::MAX`].
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"caf\xE9!").unwrap_err();
    /// assert_eq!((error.finding().offset(), error.finding().end()), (3, 4));
    /// ```
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.offset.saturating_add(self.len as u64)
    }

    /// Returns the kind: why the sequence is ill-formed.
    ///
    /// ```
    /// use utfkit::{Kind, utf16};
    /// let error = utf16::validate(&[0x61, 0xDC00]).unwrap_err();
    /// assert_eq!(error.finding().kind(), Kind::LoneLowSurrogate { value: 0xDC00 });
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the bytes of the sequence.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"a\xE2\x82!").unwrap_err();
    /// assert_eq!(error.finding().bytes(), b"\xE2\x82");
    /// ```
    #[doc(alias = "octets")]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len()).unwrap_or(&self.bytes)
    }

    /// Returns the number of bytes. For a single subpart, this is its length as a maximal subpart.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "only a missing BOM has no bytes")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the number of maximal subparts: 1, unless the finding was grouped.
    #[must_use]
    pub const fn subparts(&self) -> usize {
        self.subparts as usize
    }

    /// Returns the code point, code unit or value that the sequence was meant to encode, if it is
    /// known.
    ///
    /// For a five- or six-byte form of RFC 2279, the value is known once its bytes are grouped.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"\xC0\xAF").unwrap_err();
    /// assert_eq!(error.finding().means(), Some('/' as u32));
    /// ```
    #[must_use]
    pub fn means(&self) -> Option<u32> {
        self.kind.value().or_else(|| match self.kind {
            Kind::InvalidByte => scalar::rfc2279_value(self.bytes()),
            _ => None,
        })
    }

    /// Returns the same finding, `by` bytes further on, for text that is a part of a longer one.
    ///
    /// The offset is at most [`u64::MAX`].
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"a\xFF").unwrap_err();
    /// assert_eq!(error.finding().moved(100).offset(), 101);
    /// ```
    #[must_use]
    pub const fn moved(mut self, by: u64) -> Self {
        self.offset = self.offset.saturating_add(by);
        self
    }

    /// Returns the same finding at `offset`, for text that was changed before it.
    #[must_use]
    pub const fn placed(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// Joins this finding and the next one into one finding of kind `kind`.
    pub(super) fn joined(&self, next: &Self, kind: Kind) -> Self {
        let mut joined = *self;
        // The findings of one decoder never fill the array. Findings of several decoders, mixed,
        // might.
        let room = joined.bytes.iter_mut().skip(self.len());
        joined.len += room.zip(next.bytes()).map(|(slot, &byte)| *slot = byte).count() as u8;
        joined.subparts = joined.subparts.saturating_add(next.subparts);
        joined.kind = kind;
        joined
    }
}

impl Finding {
    /// Returns the kind in words, with the intended character: `overlong form of U+002F`.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"\xC0\xAF").unwrap_err();
    /// assert_eq!(error.finding().what().to_string(), "overlong form of U+002F");
    /// ```
    #[must_use]
    pub fn what(&self) -> impl fmt::Display {
        Summary(*self)
    }

    /// Returns the bytes after a colon, such as `: C0 AF`; nothing if there are no bytes.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"\xC0\xAF").unwrap_err();
    /// assert_eq!(error.finding().hex().to_string(), ": C0");
    /// ```
    #[must_use]
    pub fn hex(&self) -> impl fmt::Display {
        Hex(*self)
    }
}

struct Summary(Finding);

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.0.kind;
        f.write_str(kind.description().title)?;
        match (kind, self.0.means()) {
            (Kind::Overlong { .. } | Kind::IrregularPair { .. }, Some(value)) => {
                write!(f, " of {}", scalar::Notation(value))
            }
            (_, Some(value)) => write!(f, " {}", scalar::Notation(value)),
            (_, None) => match kind.detail() {
                Some(detail) => write!(f, ": {detail}"),
                None => Ok(()),
            },
        }
    }
}

struct Hex(Finding);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.bytes().iter().enumerate() {
            let before = if at == 0 { ": " } else { " " };
            write!(f, "{before}{byte:02X}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}{}", self.what(), self.offset, self.hex())
    }
}

impl core::error::Error for Finding {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_saturate() {
        let finding = Finding::new(7, Kind::InvalidByte, &[0xFF, 0xFF]);
        assert_eq!((finding.moved(3).offset(), finding.moved(3).end()), (10, 12));
        let far = finding.moved(u64::MAX);
        assert_eq!((far.offset(), far.end()), (u64::MAX, u64::MAX));
        assert_eq!(far.moved(u64::MAX), far);
    }

    #[test]
    fn messages_have_bytes_and_details() {
        use std::string::ToString;

        use crate::error::kind::Base64Fault;
        let finding = Finding::new(7, Kind::InvalidByte, &[0xFF, 0x0A]);
        assert!(finding.to_string().ends_with(" at byte 7: FF 0A"), "{finding}");
        let kind = Kind::BadBase64 { fault: Base64Fault::CutUnit };
        let cut = Finding::new(0, kind, b"+A").to_string();
        assert!(cut.ends_with(": a run that ends inside a code unit at byte 0: 2B 41"), "{cut}");
    }

    #[test]
    fn joins_of_many_findings_saturate() {
        let finding = Finding::new(0, Kind::InvalidByte, &[0xFF]);
        let many = (0..600).fold(finding, |all, _| all.joined(&finding, Kind::InvalidByte));
        assert_eq!((many.len(), many.subparts()), (Finding::MAX_BYTES, 255));
    }
}
