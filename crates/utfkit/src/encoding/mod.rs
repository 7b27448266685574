//! Encoding schemes: how text is serialized in octets, under which labels, and with which
//! signature (RFC 3629 section 6, RFC 2781 sections 3 and 4).
//!
//! An encoding is a row of one table: a name, its labels, and a scheme, which is a form with a fixed
//! octet order or a pair of forms between which the signature decides.

mod label;
mod signature;

pub use label::UnknownLabel;
pub use signature::{Signature, SignaturePolicy, SignatureRule};

use crate::form::Form;

/// A character encoding: a charset label's meaning.
///
/// ```
/// use utfkit::Encoding;
/// let encoding: Encoding = "utf16be".parse().unwrap_or(Encoding::Utf16Be);
/// assert_eq!(encoding.name(), "utf-16be");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 of RFC 3629.
    Utf8,
    /// UTF-16 of which a signature tells the octet order; big-endian without one (RFC 2781 section 4.3).
    Utf16,
    /// Big-endian UTF-16 without a signature (RFC 2781 section 4.1).
    Utf16Be,
    /// Little-endian UTF-16 without a signature (RFC 2781 section 4.2).
    Utf16Le,
    /// UTF-32 of which a signature tells the octet order; big-endian without one.
    Utf32,
    /// Big-endian UTF-32 without a signature.
    Utf32Be,
    /// Little-endian UTF-32 without a signature.
    Utf32Le,
    /// US-ASCII: octets up to 7F.
    UsAscii,
    /// ISO-8859-1: each octet is the code point of the same number. Not windows-1252.
    Iso8859_1,
}

/// The order of the octets in a code unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OctetOrder {
    /// The most significant octet first: network order.
    #[default]
    Big,
    /// The least significant octet first.
    Little,
}

/// How an encoding is serialized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Always in this form.
    Fixed(Form),
    /// In one of these forms, as the signature says.
    Signed { big: Form, little: Form },
}

/// What there is to know about an encoding: the row of the table.
struct Row {
    name: &'static str,
    scheme: Scheme,
    signature: SignatureRule,
    /// The IANA name in its own spelling, its aliases, and what else people write.
    labels: &'static [&'static str],
}

const fn row(
    name: &'static str,
    scheme: Scheme,
    signature: SignatureRule,
    labels: &'static [&'static str],
) -> Row {
    Row { name, scheme, signature, labels }
}

impl Encoding {
    /// Every encoding, in the order in which they are listed.
    pub const ALL: [Encoding; 9] = [
        Encoding::Utf8,
        Encoding::Utf16,
        Encoding::Utf16Be,
        Encoding::Utf16Le,
        Encoding::Utf32,
        Encoding::Utf32Be,
        Encoding::Utf32Le,
        Encoding::UsAscii,
        Encoding::Iso8859_1,
    ];

    const fn row(self) -> &'static Row {
        use Scheme::{Fixed, Signed};
        use SignatureRule::{Decides, Never, Optional};
        const UTF16: Scheme = Signed { big: Form::Utf16Be, little: Form::Utf16Le };
        const UTF32: Scheme = Signed { big: Form::Utf32Be, little: Form::Utf32Le };
        static ROWS: [Row; 9] = [
            row("utf-8", Fixed(Form::Utf8), Optional, &["UTF-8", "csUTF8", "utf8"]),
            row("utf-16", UTF16, Decides, &["UTF-16", "csUTF16", "utf16"]),
            row("utf-16be", Fixed(Form::Utf16Be), Never, &["UTF-16BE", "csUTF16BE", "utf16be"]),
            row("utf-16le", Fixed(Form::Utf16Le), Never, &["UTF-16LE", "csUTF16LE", "utf16le"]),
            row("utf-32", UTF32, Decides, &["UTF-32", "csUTF32", "utf32"]),
            row("utf-32be", Fixed(Form::Utf32Be), Never, &["UTF-32BE", "csUTF32BE", "utf32be"]),
            row("utf-32le", Fixed(Form::Utf32Le), Never, &["UTF-32LE", "csUTF32LE", "utf32le"]),
            row("us-ascii", Fixed(Form::Ascii), Never, label::US_ASCII),
            row("iso-8859-1", Fixed(Form::Latin1), Never, label::ISO_8859_1),
        ];
        &ROWS[self as usize]
    }

    /// The canonical name, in lower case, as reports print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Every label that means this encoding, the IANA name first.
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        self.row().labels
    }

    /// Whether text of this encoding may, or must not, begin with a signature.
    #[must_use]
    pub const fn signature_rule(self) -> SignatureRule {
        self.row().signature
    }

    pub(crate) const fn scheme(self) -> Scheme {
        self.row().scheme
    }

    /// The form that is read or written where no signature says otherwise.
    pub(crate) const fn form(self, order: OctetOrder) -> Form {
        match (self.scheme(), order) {
            (Scheme::Fixed(form), _)
            | (Scheme::Signed { big: form, .. }, OctetOrder::Big)
            | (Scheme::Signed { little: form, .. }, OctetOrder::Little) => form,
        }
    }

    /// The first character of `text` that this encoding cannot encode, if there is one.
    ///
    /// ```
    /// use utfkit::{Encoding, Kind};
    /// assert_eq!(Encoding::Utf16.first_unencodable("\u{1F600}"), None);
    /// let finding = Encoding::Iso8859_1.first_unencodable("10 \u{20AC}").unwrap();
    /// assert_eq!((finding.offset(), finding.kind()), (3, Kind::Unencodable { value: 0x20AC }));
    /// ```
    #[must_use]
    pub fn first_unencodable(self, text: &str) -> Option<crate::Finding> {
        let form = self.form(OctetOrder::Big);
        text.char_indices().find(|&(_, character)| form.encode(character.into()).is_none()).map(
            |(at, character)| {
                let octets = &text.as_bytes()[at..at + character.len_utf8()];
                let kind = crate::Kind::Unencodable { value: character.into() };
                crate::Finding::new(at as u64, kind, octets)
            },
        )
    }
}

impl core::fmt::Display for Encoding {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}
