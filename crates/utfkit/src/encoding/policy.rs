//! What protocols say about BOMs, as policies (RFC 3629 section 6, RFC 2781 section 3.3).

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

/// # For protocols
///
/// RFC 3629 section 6 tells apart what a protocol does about the encoding of a part of its text,
/// and RFC 2781 section 3.3 adds a case:
///
/// | the protocol | so a BOM | policy |
/// | --- | --- | --- |
/// | requires the part to be UTF-8 always | would say nothing: it should be forbidden, and an initial U+FEFF is text | [`IN_UTF8_ONLY`](Self::IN_UTF8_ONLY) |
/// | says what the encoding is, and all who take part can be relied on to say it rightly | is not needed: the same | [`IN_LABELLED`](Self::IN_LABELLED) |
/// | does not say what it is, or cannot rely on what is said, or could not enforce a ban | should not be forbidden; whoever reads must be ready for one, use it to tell the encoding, and drop or ignore it as fits | [`IN_UNLABELLED`](Self::IN_UNLABELLED) |
/// | demands a BOM, as some document formats do of UTF-16 | is required | [`IN_SIGNED`](Self::IN_SIGNED) |
///
/// Where a BOM is forbidden and U+FEFF is text, in a part that goes on to where it is not,
/// that U+FEFF is written all the same, for nothing is lost silently;
/// [`Transcoder::is_mistakable`](crate::transcode::Transcoder::is_mistakable) tells it.
/// [`Add`](Self::Add) writes a BOM before it, which is what its reader will take away.
///
/// ```
/// use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};
/// let read = |bytes: &[u8], policy| {
///     let mut text = Vec::new();
///     let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be).bom(policy);
///     transcoder.transcode_to_vec(bytes, &mut text, true).map(|()| text)
/// };
/// let signed = b"\xEF\xBB\xBFA";
/// // A value in JSON between two services: U+FEFF is a character of it.
/// assert_eq!(read(signed, BomPolicy::IN_UTF8_ONLY)?, b"\xFE\xFF\0A");
/// // A header's value with a charset beside it, made by one program from start to end: the same.
/// assert_eq!(read(signed, BomPolicy::IN_LABELLED)?, b"\xFE\xFF\0A");
/// // A file that came by FTP: the BOM has done its work.
/// assert_eq!(read(signed, BomPolicy::IN_UNLABELLED)?, b"\0A");
/// // An external entity of XML that must have one.
/// assert!(read(b"A", BomPolicy::IN_SIGNED).is_err());
/// # Ok::<(), utfkit::Finding>(())
/// ```
impl BomPolicy {
    /// For text that a protocol requires to be UTF-8: JSON, header fields of HTTP/2, names in ZIP's
    /// UTF-8 mode.
    pub const IN_UTF8_ONLY: Self = Self::Forbid;

    /// For text of which a protocol says the encoding, from its making to its delivery in hands
    /// that say it rightly.
    pub const IN_LABELLED: Self = Self::Forbid;

    /// For text of which nothing reliable says the encoding: files, bodies of MIME and HTTP.
    ///
    /// UTF-8 that stays UTF-8 keeps its BOM: RFC 3629 warns against stripping one without a
    /// reason.
    pub const IN_UNLABELLED: Self = Self::Auto;

    /// For formats that demand a BOM.
    pub const IN_SIGNED: Self = Self::Require;
}

impl BomPolicy {
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
