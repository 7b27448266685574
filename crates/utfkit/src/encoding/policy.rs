//! The rules of protocols about BOMs, as policies (RFC 3629 section 6, RFC 2781 section 3.3).

/// The rule of an encoding about BOMs.
///
/// ```
/// use utfkit::{Encoding, encoding::BomRule};
/// assert_eq!(Encoding::Utf8.bom_rule(), BomRule::Optional);
/// assert_eq!(Encoding::Utf16.bom_rule(), BomRule::Decides);
/// assert_eq!(Encoding::Utf16Le.bom_rule(), BomRule::Never);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BomRule {
    /// There is no BOM: U+FEFF at the start is text (RFC 2781 sections 4.1 and 4.2).
    Never,
    /// There may be a BOM, which only confirms the encoding (RFC 3629 section 6).
    Optional,
    /// There should be a BOM, which gives the byte order (RFC 2781 section 4.3).
    Decides,
}

/// The policy for BOMs in input and output.
///
/// | policy | an initial U+FEFF is | a BOM is written |
/// | --- | --- | --- |
/// | `Auto` | a BOM if the encoding has one | in UTF-16 and UTF-32; from UTF-8 to UTF-8 if there was one |
/// | `Keep` | a BOM | if there was one and the target has BOMs |
/// | `Strip` | a BOM | never |
/// | `Add` | a BOM | if the target has BOMs |
/// | `Require` | a BOM, and an error if it is missing | as with `Auto` |
/// | `Forbid` | text: ZERO WIDTH NO-BREAK SPACE (RFC 3629 section 6) | never |
///
/// Labels that fix the byte order, such as `utf-16be`, do not have BOMs under any policy. Labels
/// that name a BOM, such as `utf-16le-bom`, have one with
/// [`Transcoder::labelled`](crate::transcode::Transcoder::labelled).
///
/// ```
/// use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};
/// let mut out = Vec::new();
/// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8).bom(BomPolicy::Strip);
/// transcoder.transcode_to_vec(b"\xEF\xBB\xBFa", &mut out, true)?;
/// assert_eq!(out, b"a");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("byte order mark", "signature"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BomPolicy {
    /// Reads a BOM if the encoding may have one, and writes a BOM if the target needs one. UTF-8
    /// that stays UTF-8 keeps its BOM.
    #[default]
    Auto,
    /// Writes a BOM if there was one.
    Keep,
    /// Reads a BOM, and never writes one.
    Strip,
    /// Always writes a BOM.
    Add,
    /// Requires a BOM in the input.
    Require,
    /// Never treats U+FEFF as a BOM.
    Forbid,
}

/// # For protocols
///
/// RFC 3629 section 6 distinguishes protocols by what they say about the encoding of a part of
/// their text. RFC 2781 section 3.3 adds a case:
///
/// | the protocol | so a BOM | policy |
/// | --- | --- | --- |
/// | always requires UTF-8 | carries no information: it should be forbidden, and an initial U+FEFF is text | [`IN_UTF8_ONLY`](Self::IN_UTF8_ONLY) |
/// | names the encoding, and all parties can be trusted to name it correctly | is not needed: it should be forbidden, and an initial U+FEFF is text | [`IN_LABELLED`](Self::IN_LABELLED) |
/// | does not name the encoding, cannot trust the name, or could not enforce a ban | should not be forbidden: readers must expect one, use it to recognize the encoding, and drop or ignore it | [`IN_UNLABELLED`](Self::IN_UNLABELLED) |
/// | demands a BOM, as some document formats do for UTF-16 | is required | [`IN_BOM_REQUIRED`](Self::IN_BOM_REQUIRED) |
///
/// If U+FEFF is text in the input but would be a BOM in the output, it is written nevertheless,
/// because nothing is lost silently.
/// [`Transcoder::is_mistakable`](crate::transcode::Transcoder::is_mistakable) reports this case.
/// With [`Add`](Self::Add), a BOM is written before it, and the reader removes only that BOM.
///
/// ```
/// use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};
/// let read = |bytes: &[u8], policy| {
///     let mut text = Vec::new();
///     let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be).bom(policy);
///     transcoder.transcode_to_vec(bytes, &mut text, true).map(|()| text)
/// };
/// let with_bom = b"\xEF\xBB\xBFA";
/// // A value in JSON between two services: U+FEFF is one of its characters.
/// assert_eq!(read(with_bom, BomPolicy::IN_UTF8_ONLY)?, b"\xFE\xFF\0A");
/// // A header value with a charset next to it, from one program to another: the same.
/// assert_eq!(read(with_bom, BomPolicy::IN_LABELLED)?, b"\xFE\xFF\0A");
/// // A file that came by FTP: the BOM is not needed any more.
/// assert_eq!(read(with_bom, BomPolicy::IN_UNLABELLED)?, b"\0A");
/// // An external XML entity that must have a BOM.
/// assert!(read(b"A", BomPolicy::IN_BOM_REQUIRED).is_err());
/// # Ok::<(), utfkit::Finding>(())
/// ```
impl BomPolicy {
    /// For text that a protocol requires to be UTF-8: JSON, header fields of HTTP/2, names in ZIP's
    /// UTF-8 mode.
    pub const IN_UTF8_ONLY: Self = Self::Forbid;

    /// For text whose encoding a protocol names, correctly at every step from its creation to its
    /// delivery.
    pub const IN_LABELLED: Self = Self::Forbid;

    /// For text without a reliable name of its encoding: files, bodies of MIME and HTTP.
    ///
    /// UTF-8 that stays UTF-8 keeps its BOM: RFC 3629 warns against stripping one without a
    /// reason.
    pub const IN_UNLABELLED: Self = Self::Auto;

    /// For formats that demand a BOM.
    pub const IN_BOM_REQUIRED: Self = Self::Require;
}

impl BomPolicy {
    /// Like [`Self::writes`], for a target with the rule `rule`. `same` is `true` if the input has
    /// the same encoding.
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
