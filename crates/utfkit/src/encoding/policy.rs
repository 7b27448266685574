//! What protocols say about BOMs, as policies (RFC 3629 section 6, RFC 2781 section 3.3).

use super::BomPolicy;

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
