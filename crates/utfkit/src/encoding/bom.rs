//! BOMs: U+FEFF at the start of a stream, which says what the stream is (RFC 3629 section 6,
//! RFC 2781 section 3.2).

use super::{Encoding, Label};

/// What an encoding says about BOMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BomRule {
    /// There are none: U+FEFF at the start is text (RFC 2781 sections 4.1 and 4.2).
    Never,
    /// There may be one, which says only that this is the encoding (RFC 3629 section 6).
    Optional,
    /// There should be one, which says what the byte order is (RFC 2781 section 4.3).
    Decides,
}

/// What is done about BOMs on reading and writing.
///
/// | policy | an initial U+FEFF is | written |
/// | --- | --- | --- |
/// | `Auto` | a BOM where the encoding has one | by UTF-16 and UTF-32; UTF-8 to UTF-8 keeps what was there |
/// | `Keep` | a BOM | if there was one and the target has BOMs |
/// | `Strip` | a BOM | never |
/// | `Add` | a BOM | always where the target has BOMs |
/// | `Require` | a BOM, and an error if missing | as `Auto` |
/// | `Forbid` | text: ZERO WIDTH NO-BREAK SPACE (RFC 3629 section 6) | never |
///
/// Labels that fix the byte order (`utf-16be` and the like) have no BOMs under any policy;
/// those that say they have one (`utf-16le-bom`) do, for
/// [`Transcoder::labelled`](crate::transcode::Transcoder::labelled).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BomPolicy {
    /// Read where there may be one, written where the target calls for it; UTF-8 that stays UTF-8
    /// keeps its own.
    #[default]
    Auto,
    /// Written if there was one.
    Keep,
    /// Read, never written.
    Strip,
    /// Always written.
    Add,
    /// Must be there.
    Require,
    /// Never read as one.
    Forbid,
}

impl BomPolicy {
    /// Whether text in `to`, converted from `from`, begins with a BOM; `found` says whether
    /// the input had one. Both are encodings, or labels that may say more.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::BomPolicy};
    /// assert!(BomPolicy::Auto.writes(Encoding::Utf8, Encoding::Utf16, false));
    /// assert!(!BomPolicy::Auto.writes(Encoding::Utf16, Encoding::Utf8, true));
    /// ```
    #[must_use]
    pub fn writes(self, from: impl Into<Label>, to: impl Into<Label>, found: bool) -> bool {
        let (from, to) = (from.into(), to.into());
        self.writes_by(to.bom_rule(), found, from.encoding() == to.encoding())
    }

    /// As [`Self::writes`], where `rule` holds; `same` says whether the input is in the same
    /// encoding.
    pub(crate) fn writes_by(self, rule: BomRule, found: bool, same: bool) -> bool {
        let allowed = rule != BomRule::Never;
        match self {
            BomPolicy::Strip | BomPolicy::Forbid => false,
            BomPolicy::Keep => allowed && found,
            BomPolicy::Add => allowed,
            BomPolicy::Auto | BomPolicy::Require => {
                rule == BomRule::Decides || (allowed && found && same)
            }
        }
    }
}

/// A BOM that a stream begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bom {
    encoding: Encoding,
    bytes: &'static [u8],
}

impl Bom {
    /// Every BOM. Those of UTF-32 come before those of UTF-16, which they begin with.
    const ALL: [Bom; 5] = [
        Bom { encoding: Encoding::Utf8, bytes: &[0xEF, 0xBB, 0xBF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0x00, 0x00, 0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0xFF, 0xFE, 0x00, 0x00] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFF, 0xFE] },
    ];

    /// The length of the longest BOM: so many bytes of a stream are enough to know.
    pub const MAX_BYTES: usize = 4;

    /// The BOM that `bytes`, the first of a stream, begin with.
    ///
    /// `FF FE 00 00` is taken for UTF-32, not for UTF-16 that begins with U+0000.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::Bom};
    /// assert_eq!(Bom::of(b"\xEF\xBB\xBFtext").map(Bom::encoding), Some(Encoding::Utf8));
    /// assert_eq!(Bom::of(b"text"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Bom> {
        Self::ALL.into_iter().find(|bom| bytes.starts_with(bom.bytes))
    }

    /// Whether `bytes`, the first of a stream, tell what [`of`](Self::of) gives for the stream,
    /// however it goes on: with fewer, a program that waits for more could wait in vain.
    ///
    /// ```
    /// use utfkit::encoding::Bom;
    /// assert!(Bom::is_settled(b"a") && Bom::is_settled(b"\xFF\xFEA"));
    /// assert!(!Bom::is_settled(b"") && !Bom::is_settled(b"\xFF\xFE\0"));
    /// ```
    #[must_use]
    pub fn is_settled(bytes: &[u8]) -> bool {
        !Self::ALL
            .into_iter()
            .any(|bom| bom.bytes.len() > bytes.len() && bom.bytes.starts_with(bytes))
    }

    /// The encoding that it says the stream is in.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        self.bytes
    }
}
