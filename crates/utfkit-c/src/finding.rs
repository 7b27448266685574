//! Findings: ill-formed sequences, and characters that cannot be encoded.

use std::{
    ffi::{CStr, CString, c_char},
    fmt::Write as _,
    mem::MaybeUninit,
};

use once_cell::race::OnceBox;
use utfkit::{
    Finding, Kind,
    error::{Base64Fault, Description},
    utf8,
};

use crate::{
    memory::{guard::guard, numbers::KindNumber, panics::guard_value, pointers},
    status::utfkit_status,
};

/// The reason why a sequence is a finding. Later versions may have more kinds.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_kind {
    /// There is no finding.
    None = 0,
    /// A continuation byte (80..BF) where a character should begin.
    UnexpectedContinuation = 1,
    /// A lead byte with fewer continuation bytes than it announces.
    Truncated = 2,
    /// A character in more bytes than it needs. The value is the character.
    Overlong = 3,
    /// An encoded surrogate. The value is the surrogate.
    Surrogate = 4,
    /// A character above U+FFFF as two encoded surrogates. The value is the character.
    IrregularPair = 5,
    /// A value greater than the maximum of the encoding.
    OutOfRange = 6,
    /// A byte that never appears in the encoding.
    InvalidByte = 7,
    /// A high surrogate without a low one after it. The value is the code unit.
    LoneHighSurrogate = 8,
    /// A low surrogate without a high one before it. The value is the code unit.
    LoneLowSurrogate = 9,
    /// A byte order mark of the other byte order.
    SwappedBom = 10,
    /// Bytes at the end that do not fill a code unit.
    OddLength = 11,
    /// Malformed base64 of UTF-7.
    BadBase64 = 12,
    /// A byte order mark that is required but missing. It has no bytes.
    MissingBom = 13,
    /// A character that the target cannot encode. The value is the character.
    Unencodable = 14,
    /// Bytes in the shape of a character that the charset does not assign.
    Unassigned = 15,
    /// A malformed escape sequence of ISO-2022-JP.
    BadEscape = 16,
    /// A well-formed U+0000 that the receiver rejects.
    Nul = 17,
    /// A well-formed character above U+FFFF that the receiver rejects.
    Supplementary = 18,
    /// Any other well-formed character that the receiver rejects.
    Forbidden = 19,
}

/// An ill-formed sequence, or a character that cannot be encoded.
///
/// Decoders replace each ill-formed sequence with one U+FFFD. So the bytes "E0 80" are two
/// findings.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utfkit_finding {
    /// The offset in bytes from the start of the text or stream. It is in bytes in UTF-16 and UTF-32
    /// too.
    pub offset: u64,
    /// The kind. It is `UTFKIT_KIND_NONE` if there is no finding.
    pub kind: KindNumber,
    /// The code point, code unit or value of the sequence, if `has_value` is 1.
    pub value: u32,
    /// The number of bytes, at most 8.
    pub length: u32,
    /// The number of sequences that were joined to this finding. It is 1 except in reports.
    pub subparts: u8,
    /// 1 if the value is known, else 0.
    pub has_value: u8,
    /// For malformed base64, the number of the fault; else 0. `utfkit_finding_message` explains it.
    pub detail: u8,
    /// Always 0.
    pub reserved: u8,
    /// The bytes.
    pub bytes: [u8; 8],
}

impl utfkit_finding {
    /// The absence of a finding.
    pub(crate) const NONE: Self = Self {
        offset: 0,
        kind: utfkit_kind::None as u32,
        value: 0,
        length: 0,
        subparts: 0,
        has_value: 0,
        detail: 0,
        reserved: 0,
        bytes: [0; 8],
    };

    /// Returns the finding for the library, or `None` if C made one that cannot be.
    fn to_library(self) -> Option<Finding> {
        use utfkit_kind as kind;
        let value = self.value;
        let unit = u16::try_from(value);
        let is = |kind: utfkit_kind| self.kind == kind as u32;
        let kind = match () {
            () if is(kind::UnexpectedContinuation) => Kind::UnexpectedContinuation,
            () if is(kind::Truncated) => Kind::Truncated,
            () if is(kind::Overlong) => Kind::Overlong { means: value },
            () if is(kind::Surrogate) => Kind::Surrogate { value: unit.ok()? },
            () if is(kind::IrregularPair) => Kind::IrregularPair { means: value },
            () if is(kind::OutOfRange) => Kind::OutOfRange { value },
            () if is(kind::InvalidByte) => Kind::InvalidByte,
            () if is(kind::LoneHighSurrogate) => Kind::LoneHighSurrogate { value: unit.ok()? },
            () if is(kind::LoneLowSurrogate) => Kind::LoneLowSurrogate { value: unit.ok()? },
            () if is(kind::SwappedBom) => Kind::SwappedBom,
            () if is(kind::OddLength) => Kind::OddLength,
            () if is(kind::BadBase64) => {
                let fault = FAULTS.get(usize::from(self.detail).checked_sub(1)?)?;
                Kind::BadBase64 { fault: *fault }
            }
            () if is(kind::MissingBom) => Kind::MissingBom,
            () if is(kind::Unencodable) => Kind::Unencodable { value },
            () if is(kind::Unassigned) => Kind::Unassigned,
            () if is(kind::BadEscape) => Kind::BadEscape,
            () if is(kind::Nul) => Kind::Nul,
            () if is(kind::Supplementary) => Kind::Supplementary { value },
            () if is(kind::Forbidden) => Kind::Forbidden { value },
            () => return None,
        };
        Some(Finding::new(self.offset, kind, self.bytes.get(..self.length as usize)?))
    }
}

/// The faults of base64, in the order of their numbers, from 1.
const FAULTS: [Base64Fault; 5] = [
    Base64Fault::NoRun,
    Base64Fault::CutUnit,
    Base64Fault::Padding,
    Base64Fault::Unclosed,
    Base64Fault::Adjoining,
];

impl From<Finding> for utfkit_finding {
    fn from(finding: Finding) -> Self {
        let (kind, means) = (finding.kind(), finding.means());
        let mut bytes = [0; 8];
        bytes[..finding.len()].copy_from_slice(finding.bytes());
        let detail = match kind {
            Kind::BadBase64 { fault } => {
                FAULTS.iter().position(|known| *known == fault).map_or(0, |at| at as u8 + 1)
            }
            _ => 0,
        };
        // The library lists the kinds in the order of their numbers here; a test compares all.
        let number = Kind::DESCRIPTIONS.iter().position(|row| row.code == kind.code());
        Self {
            offset: finding.offset(),
            kind: number.map_or(0, |at| at as u32 + 1),
            value: means.unwrap_or(0),
            length: finding.len() as u32,
            subparts: finding.subparts() as u8,
            has_value: means.is_some().into(),
            detail,
            reserved: 0,
            bytes,
        }
    }
}

/// Returns the codes and the titles of the kinds, in the order of their numbers.
fn kinds() -> &'static [[CString; 2]] {
    static KINDS: OnceBox<Vec<[CString; 2]>> = OnceBox::new();
    KINDS.get_or_init(|| {
        let none = [c"none", c"no finding"].map(CStr::to_owned);
        // No text has a NUL; a test reads them all.
        let row = |row: &Description| {
            [row.code, row.title].map(|text| CString::new(text).unwrap_or_default())
        };
        Box::new(std::iter::once(none).chain(Kind::DESCRIPTIONS.iter().map(row)).collect())
    })
}

/// Returns the stable code of a kind, such as "overlong". The text is static. It is never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_kind_code(kind: KindNumber) -> *const c_char {
    guard_value(c"unknown".as_ptr(), || {
        kinds().get(kind as usize).map_or(c"unknown", |[code, _]| code).as_ptr()
    })
}

/// Returns the title of a kind, such as "overlong form". The text is static. It is never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_kind_title(kind: KindNumber) -> *const c_char {
    guard_value(c"unknown kind".as_ptr(), || {
        kinds().get(kind as usize).map_or(c"unknown kind", |[_, title]| title).as_ptr()
    })
}

/// Writes a message such as "overlong form of U+002F at byte 3: C0" to `message`.
///
/// At most `room` bytes are written, and a NUL is the last of them. `length` gets the length of the
/// whole message without the NUL, and may be NULL. If the message does not fit, its start is
/// written, and the status is `UTFKIT_STATUS_OUTPUT_FULL`. 128 bytes are enough for all messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_finding_message(
    finding: *const utfkit_finding,
    message: *mut c_char,
    room: usize,
    length: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (finding, room, length) = unsafe {
            let found = *pointers::value(finding)?;
            let (_, room) = pointers::input_and_room(finding, 1, message.cast::<u8>(), room)?;
            (found, room, pointers::optional_place(length)?)
        };
        let mut text = String::new();
        match finding.to_library() {
            // Writing to a string cannot fail.
            Some(finding) => drop(write!(text, "{finding}")),
            None if finding.kind == 0 => text.push_str("no finding"),
            None => return Err(utfkit_status::BadValue),
        }
        if let Some(length) = length {
            length.write(text.len());
        }
        Ok(copy_text(&text, room))
    })
}

/// Copies as much of `text` as fits, and a NUL.
fn copy_text(text: &str, room: &mut [MaybeUninit<u8>]) -> utfkit_status {
    let Some(last) = room.len().checked_sub(1) else { return utfkit_status::OutputFull };
    let end = utf8::floor_boundary(text.as_bytes(), last.min(text.len()));
    for (to, from) in room.iter_mut().zip(text[..end].bytes().chain([0])) {
        to.write(from);
    }
    if end == text.len() { utfkit_status::Ok } else { utfkit_status::OutputFull }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_have_texts() {
        assert_eq!(kinds().len(), utfkit_kind::Forbidden as usize + 1);
        assert!(kinds().iter().flatten().all(|text| !text.is_empty()));
        assert_eq!(kinds()[utfkit_kind::OddLength as usize][0].as_c_str(), c"odd-length");
    }

    #[test]
    fn findings_survive_the_way_to_c_and_back() {
        let fault = Base64Fault::Padding;
        let kinds = [
            Kind::UnexpectedContinuation,
            Kind::Truncated,
            Kind::Overlong { means: 0x2F },
            Kind::Surrogate { value: 0xD800 },
            Kind::IrregularPair { means: 0x1F600 },
            Kind::OutOfRange { value: u32::MAX },
            Kind::InvalidByte,
            Kind::LoneHighSurrogate { value: 0xD800 },
            Kind::LoneLowSurrogate { value: 0xDC00 },
            Kind::SwappedBom,
            Kind::OddLength,
            Kind::BadBase64 { fault },
            Kind::MissingBom,
            Kind::Unencodable { value: 0x20AC },
            Kind::Unassigned,
            Kind::BadEscape,
            Kind::Nul,
            Kind::Supplementary { value: 0x1F600 },
            Kind::Forbidden { value: 8 },
        ];
        assert_eq!(kinds.len(), Kind::DESCRIPTIONS.len());
        for (at, kind) in kinds.into_iter().enumerate() {
            let finding = Finding::new(7, kind, &[1, 2, 3]);
            let in_c = utfkit_finding::from(finding);
            assert_eq!((in_c.kind as usize, in_c.length), (at + 1, 3));
            assert_eq!(in_c.to_library(), Some(finding));
        }
        for fault in FAULTS {
            let finding = Finding::new(7, Kind::BadBase64 { fault }, b"+");
            assert_eq!(utfkit_finding::from(finding).to_library(), Some(finding));
        }
    }

    #[test]
    fn findings_that_cannot_be_are_rejected() {
        let good = utfkit_finding::from(Finding::new(7, Kind::Nul, &[0]));
        assert!(good.to_library().is_some());
        assert_eq!(utfkit_finding { kind: 99, ..good }.to_library(), None);
        assert_eq!(utfkit_finding { length: 9, ..good }.to_library(), None);
        let base64 = utfkit_kind::BadBase64 as u32;
        assert_eq!(utfkit_finding { kind: base64, ..good }.to_library(), None);
        assert_eq!(utfkit_finding { kind: base64, detail: 9, ..good }.to_library(), None);
        let surrogate = utfkit_kind::Surrogate as u32;
        assert_eq!(utfkit_finding { kind: surrogate, value: 1 << 20, ..good }.to_library(), None);
    }
}
