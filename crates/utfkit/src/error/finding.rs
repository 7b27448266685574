//! One ill-formed sequence, as plain data.

use core::fmt;

use super::Kind;
use crate::scalar;

/// One ill-formed sequence: where it stands, its bytes, and why it is ill-formed.
///
/// A decoder reports one finding for each maximal subpart (Unicode D93b), which is as many as
/// U+FFFD would be written. [`Grouper`](crate::error::Grouper) joins neighbours into what a person
/// calls one mistake; such a finding spans several subparts.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    offset: u64,
    kind: Kind,
    bytes: [u8; Self::MAX_BYTES],
    len: u8,
    subparts: u8,
}

impl Finding {
    /// The most bytes that one finding keeps: a grouped pair of surrogates has six.
    pub const MAX_BYTES: usize = 8;

    /// Creates a finding of one maximal subpart: `bytes`, at `offset` of the stream.
    ///
    /// It keeps at most [`Self::MAX_BYTES`] bytes. For programs that judge text by rules of their
    /// own: decoders create the findings of ill-formed text.
    #[inline]
    #[must_use]
    pub fn new(offset: u64, kind: Kind, bytes: &[u8]) -> Self {
        let bytes = &bytes[..bytes.len().min(Self::MAX_BYTES)];
        // In a register: there are few, for which a call of memcpy takes longer than all else here.
        let kept = bytes.iter().rev().fold(0, |kept: u64, &byte| kept << 8 | u64::from(byte));
        Self { offset, kind, bytes: kept.to_le_bytes(), len: bytes.len() as u8, subparts: 1 }
    }

    /// Where the sequence begins, in bytes from the start of the stream.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Where the sequence ends, in bytes from the start of the stream; at most [`u64::MAX`].
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.offset.saturating_add(self.len as u64)
    }

    /// Why the sequence is ill-formed.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The bytes of the sequence.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    /// How many bytes the sequence has: of a single subpart, its length as a maximal subpart.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "only a missing BOM has no bytes")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// How many maximal subparts the sequence spans: one, unless it was grouped.
    #[must_use]
    pub const fn subparts(&self) -> usize {
        self.subparts as usize
    }

    /// The code point, code unit or value that the sequence would stand for, where that can be
    /// told.
    ///
    /// A five- or six-byte form of RFC 2279 has its value here once its bytes are grouped.
    #[must_use]
    pub fn means(&self) -> Option<u32> {
        self.kind.value().or_else(|| match self.kind {
            Kind::InvalidByte => scalar::rfc2279_value(self.bytes()),
            _ => None,
        })
    }

    /// The same finding, `by` bytes further on: for text that was checked as a part of a longer
    /// one. The offset is at most [`u64::MAX`].
    #[must_use]
    pub const fn moved(mut self, by: u64) -> Self {
        self.offset = self.offset.saturating_add(by);
        self
    }

    /// Returns the same finding at `offset`: for text that was changed before it.
    #[must_use]
    pub const fn placed(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// This finding and the next one as one mistake of kind `kind`.
    pub(super) fn joined(&self, next: &Self, kind: Kind) -> Self {
        let mut joined = *self;
        // What comes of one decoder never fills the array; findings of several, mixed, might.
        let room = joined.bytes[self.len()..].iter_mut();
        joined.len += room.zip(next.bytes()).map(|(slot, &byte)| *slot = byte).count() as u8;
        joined.subparts = joined.subparts.saturating_add(next.subparts);
        joined.kind = kind;
        joined
    }
}

impl Finding {
    /// The kind in words, and what was meant: `overlong form of U+002F`.
    #[must_use]
    pub fn what(&self) -> impl fmt::Display {
        What(*self)
    }

    /// The bytes behind a colon: `: C0 AF`; nothing if there are none.
    #[must_use]
    pub fn hex(&self) -> impl fmt::Display {
        Hex(*self)
    }
}

struct What(Finding);

impl fmt::Display for What {
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
    fn joins_of_many_findings_saturate() {
        let finding = Finding::new(0, Kind::InvalidByte, &[0xFF]);
        let many = (0..600).fold(finding, |all, _| all.joined(&finding, Kind::InvalidByte));
        assert_eq!((many.len(), many.subparts()), (Finding::MAX_BYTES, 255));
    }
}
