//! Signatures: U+FEFF at the start of a stream, which says what the stream is (RFC 3629 section 6,
//! RFC 2781 section 3.2).

use super::{Encoding, Label};

/// What an encoding says about signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignatureRule {
    /// There are none: U+FEFF at the start is text (RFC 2781 sections 4.1 and 4.2).
    Never,
    /// There may be one, which says only that this is the encoding (RFC 3629 section 6).
    Optional,
    /// There should be one, which says what the byte order is (RFC 2781 section 4.3).
    Decides,
}

/// What is done about signatures on reading and writing.
///
/// | policy | an initial U+FEFF is | written |
/// | --- | --- | --- |
/// | `Auto` | a signature where the encoding has one | by UTF-16 and UTF-32; UTF-8 to UTF-8 keeps what was there |
/// | `Keep` | a signature | if there was one and the target has signatures |
/// | `Strip` | a signature | never |
/// | `Add` | a signature | always where the target has signatures |
/// | `Require` | a signature, and an error if missing | as `Auto` |
/// | `Forbid` | text: ZERO WIDTH NO-BREAK SPACE (RFC 3629 section 6) | never |
///
/// Labels that fix the byte order (`utf-16be` and the like) have no signatures under any policy;
/// those that say they have one (`utf-16le-bom`) do, for
/// [`Transcoder::labelled`](crate::transcode::Transcoder::labelled).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SignaturePolicy {
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

impl SignaturePolicy {
    /// Whether text in `to`, converted from `from`, begins with a signature; `found` says whether
    /// the input had one. Both are encodings, or labels that may say more.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::SignaturePolicy};
    /// assert!(SignaturePolicy::Auto.writes(Encoding::Utf8, Encoding::Utf16, false));
    /// assert!(!SignaturePolicy::Auto.writes(Encoding::Utf16, Encoding::Utf8, true));
    /// ```
    #[must_use]
    pub fn writes(self, from: impl Into<Label>, to: impl Into<Label>, found: bool) -> bool {
        let (from, to) = (from.into(), to.into());
        self.writes_by(to.signature_rule(), found, from.encoding() == to.encoding())
    }

    /// As [`Self::writes`], where `rule` holds; `same` says whether the input is in the same
    /// encoding.
    pub(crate) fn writes_by(self, rule: SignatureRule, found: bool, same: bool) -> bool {
        let allowed = rule != SignatureRule::Never;
        match self {
            SignaturePolicy::Strip | SignaturePolicy::Forbid => false,
            SignaturePolicy::Keep => allowed && found,
            SignaturePolicy::Add => allowed,
            SignaturePolicy::Auto | SignaturePolicy::Require => {
                rule == SignatureRule::Decides || (allowed && found && same)
            }
        }
    }
}

/// A signature that a stream begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    encoding: Encoding,
    bytes: &'static [u8],
}

impl Signature {
    /// Every signature. Those of UTF-32 come before those of UTF-16, which they begin with.
    const ALL: [Signature; 5] = [
        Signature { encoding: Encoding::Utf8, bytes: &[0xEF, 0xBB, 0xBF] },
        Signature { encoding: Encoding::Utf32, bytes: &[0x00, 0x00, 0xFE, 0xFF] },
        Signature { encoding: Encoding::Utf32, bytes: &[0xFF, 0xFE, 0x00, 0x00] },
        Signature { encoding: Encoding::Utf16, bytes: &[0xFE, 0xFF] },
        Signature { encoding: Encoding::Utf16, bytes: &[0xFF, 0xFE] },
    ];

    /// The length of the longest signature: so many bytes of a stream are enough to know.
    pub const MAX_BYTES: usize = 4;

    /// The signature that `bytes`, the first of a stream, begin with.
    ///
    /// `FF FE 00 00` is taken for UTF-32, not for UTF-16 that begins with U+0000.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::Signature};
    /// assert_eq!(Signature::of(b"\xEF\xBB\xBFtext").map(Signature::encoding), Some(Encoding::Utf8));
    /// assert_eq!(Signature::of(b"text"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Signature> {
        Self::ALL.into_iter().find(|signature| bytes.starts_with(signature.bytes))
    }

    /// Whether `bytes`, the first of a stream, tell what [`of`](Self::of) gives for the stream,
    /// however it goes on: with fewer, a program that waits for more could wait in vain.
    ///
    /// ```
    /// use utfkit::encoding::Signature;
    /// assert!(Signature::is_settled(b"a") && Signature::is_settled(b"\xFF\xFEA"));
    /// assert!(!Signature::is_settled(b"") && !Signature::is_settled(b"\xFF\xFE\0"));
    /// ```
    #[must_use]
    pub fn is_settled(bytes: &[u8]) -> bool {
        !Self::ALL.into_iter().any(|signature| {
            signature.bytes.len() > bytes.len() && signature.bytes.starts_with(bytes)
        })
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
