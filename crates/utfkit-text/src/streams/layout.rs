//! The layout of the bytes of a stream.

use utfkit::{
    Be, Encoding, Le,
    codec::{Decoder, Step},
    encoding::{ByteOrder, Label},
    utf8, utf16, utf32,
};

/// The layout of the bytes of a stream: its encoding, its byte order, and the length of its BOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) encoding: Encoding,
    /// The order of the bytes in a code unit.
    pub(crate) order: ByteOrder,
    start: usize,
}

impl Layout {
    /// Returns the layout of a stream in the encoding or with the label `label` that begins with
    /// `head`. Returns `None` if more bytes are needed. With `last`, nothing follows `head`.
    ///
    /// At most the first four bytes are used.
    #[must_use]
    pub fn of(label: impl Into<Label>, head: &[u8], last: bool) -> Option<Self> {
        let label = label.into();
        let (order, start) = label.start(head, last)?;
        Some(Self { encoding: label.encoding(), order, start })
    }

    /// Returns the offset of the text in bytes, which is the length of the BOM.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// Returns the number of bytes in a code unit: 1, 2 or 4.
    #[must_use]
    pub const fn unit(self) -> usize {
        self.encoding.unit_bytes()
    }

    /// Returns a decoder for the text, after its BOM.
    pub(crate) fn decoder(self) -> Decoder {
        let mut decoder = self.encoding.decoder(self.order);
        if self.start > 0
            && let Some(bom) = self.encoding.mark(self.order)
        {
            // In BOCU-1, the BOM changes the meaning of the bytes after it.
            decoder.pass(bom.bytes());
        }
        decoder
    }

    /// Returns `true` if the encoding is UTF-8, whose well-formed parts can be used as `str`.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.encoding == Encoding::Utf8
    }

    /// Returns the number of line feeds in `bytes`, which must begin at the start of a code unit.
    /// The result is correct only in encodings in which a line feed has one
    /// [spelling](Self::spell).
    ///
    /// Cost: one pass of a kernel.
    #[must_use]
    pub fn count_lines(self, bytes: &[u8]) -> usize {
        match (self.unit(), self.order) {
            (1, _) => utf8::count_lines(bytes),
            (2, ByteOrder::Big) => utf16::count_lines(Be(bytes)),
            (2, ByteOrder::Little) => utf16::count_lines(Le(bytes)),
            (_, ByteOrder::Big) => utf32::count_lines(Be(bytes)),
            (_, ByteOrder::Little) => utf32::count_lines(Le(bytes)),
        }
    }

    /// Returns an offset at `at` or a little before it at which `bytes` can be cut: not inside a
    /// character or a maximal subpart. `bytes` must begin with a character.
    ///
    /// The end of `bytes`, or of their last whole code unit, counts as such an offset. The result
    /// is correct only in encodings in which a text has one [spelling](Self::spell).
    #[must_use]
    pub fn floor_boundary(self, bytes: &[u8], at: usize) -> usize {
        let at = at.min(bytes.len());
        let unit = self.unit();
        let whole = at - at % unit;
        // Correctness: from any code unit, decoding is synchronized after one or two characters.
        let mut start = whole.saturating_sub(FAR) / unit * unit;
        let decoder = self.decoder();
        while start < whole {
            let len = match decoder.first(&bytes[start..], true) {
                Step::Shift { len } => len,
                Step::Value { len, .. } | Step::IllFormed { len, .. } => len,
                Step::Incomplete => break,
            };
            if len == 0 || start + len > whole {
                break;
            }
            start += len;
        }
        start
    }
}

/// The maximum number of bytes in a character or an ill-formed maximal subpart, with some reserve,
/// in encodings in which a text has one [spelling](Self::spell).
const FAR: usize = 16;
