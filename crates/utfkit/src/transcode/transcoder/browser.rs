//! The rules of browsers for a stream: BOMs that override the label, and errors that are one error
//! in the WHATWG Encoding Standard.

use crate::{
    encoding::Encoding,
    error::{Finding, Kind},
};

/// The BOMs that override a label (section 6 of the standard). The BOM of UTF-32 is not one of
/// them.
const BOMS: [(&[u8], Encoding); 3] = [
    (b"\xEF\xBB\xBF", Encoding::Utf8),
    (b"\xFE\xFF", Encoding::Utf16Be),
    (b"\xFF\xFE", Encoding::Utf16Le),
];

/// Returns the encoding that a BOM at the start of `head` names, and the length of the BOM.
///
/// The result is `None` if `head` is too short to decide, and `Some(None)` if there is no BOM. With
/// `last`, nothing follows `head`.
pub(in crate::transcode) fn sniff(head: &[u8], last: bool) -> Option<Option<(Encoding, usize)>> {
    for (bom, encoding) in BOMS {
        if head.starts_with(bom) {
            return Some(Some((encoding, bom.len())));
        }
        if bom.starts_with(head) && !last {
            return None;
        }
    }
    Some(None)
}

/// The state of a stream that is decoded as browsers do.
#[derive(Clone, Copy, Debug)]
pub(in crate::transcode) struct Browser {
    /// The encoding of the label.
    pub(super) label: Encoding,
    /// The last two settled bytes, in UTF-16.
    unit: [u8; 2],
}

impl Browser {
    pub(in crate::transcode) const fn new(label: Encoding) -> Self {
        Self { label, unit: [0; 2] }
    }

    /// Notes that `bytes` were settled.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        if let Some(unit) = bytes.last_chunk() {
            self.unit = *unit;
        }
    }

    /// Returns `true` if `finding` is a part of the error before it.
    ///
    /// For the standard, a high surrogate and a single byte at the end of UTF-16 are one error
    /// (section 14.2). Elsewhere in this crate, they are two.
    pub(super) fn is_reported(&self, encoding: Encoding, finding: &Finding) -> bool {
        finding.kind() == Kind::OddLength && is_high(encoding, self.unit)
    }

    /// Returns `true` if the bytes of `text` on both sides of `at` are that error. Then `at` is at
    /// least 2.
    pub(super) fn joins(&self, encoding: Encoding, text: &[u8], at: usize) -> bool {
        let before = text.get(..at).and_then(<[u8]>::last_chunk);
        before.is_some_and(|unit| text.len() == at + 1 && is_high(encoding, *unit))
    }
}

/// Returns `true` if `unit` is a high surrogate of UTF-16.
fn is_high(encoding: Encoding, unit: [u8; 2]) -> bool {
    let unit = match encoding {
        Encoding::Utf16Be => u16::from_be_bytes(unit),
        Encoding::Utf16Le => u16::from_le_bytes(unit),
        _ => return false,
    };
    matches!(unit, 0xD800..0xDC00)
}
