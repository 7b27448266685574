//! Conversion of whole texts from bytes to `str`, and back.

mod charset;

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::{Policy, Transcoder, start::BomSettings, transcoder::browser};
use crate::{
    encoding::{BomPolicy, BomRule, ByteOrder, Encoding, Label, UnknownLabel},
    error::Finding,
    form::units::{Be, Le},
    slices::{ascii, utf8, utf16},
};

/// Decodes `bytes`, a whole text in `from`, strictly.
///
/// `from` is an [`Encoding`], or a [`Label`], which may say more about the BOM and the byte order.
/// A BOM that `from` allows is not part of the text.
///
/// # Errors
/// Returns the first ill-formed sequence, with its offset in `bytes`.
///
/// Cost: one pass. The text is borrowed if `bytes` are UTF-8, or if they are ASCII and the encoding
/// [is compatible with ASCII](Encoding::is_ascii_compatible).
///
/// ```
/// use std::borrow::Cow;
/// use utfkit::{Encoding, decode};
/// assert_eq!(decode(b"\xFF\xFEh\0i\0", Encoding::Utf16)?, "hi");
/// assert!(matches!(decode("\u{FEFF}hé".as_bytes(), Encoding::Utf8)?, Cow::Borrowed("hé")));
/// let finding = decode(b"caf\xE9", Encoding::Utf8).unwrap_err();
/// assert_eq!((finding.offset(), finding.bytes()), (3, &[0xE9][..]));
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("charset", "iconv"))]
pub fn decode(bytes: &[u8], from: impl Into<Label>) -> Result<Cow<'_, str>, Finding> {
    decode_labelled(bytes, from.into())
}

fn decode_labelled(bytes: &[u8], from: Label) -> Result<Cow<'_, str>, Finding> {
    match (from.encoding(), from.bom()) {
        (Encoding::Charset(charset), None) => charset::decode(charset, bytes),
        _ => Source::labelled(from).decode(bytes),
    }
}

/// Decodes `bytes`, a whole text in `from`, with U+FFFD for each ill-formed sequence (maximal
/// subpart, Unicode D93b). Returns the number of replacements too.
///
/// Otherwise it is like [`decode`].
///
/// ```
/// use utfkit::{Encoding, decode_lossy};
/// let (text, replaced) = decode_lossy(b"caf\xE9", Encoding::Utf8);
/// assert_eq!((&*text, replaced), ("caf\u{FFFD}", 1));
/// ```
#[doc(alias("from_utf8_lossy", "iconv"))]
#[must_use]
pub fn decode_lossy(bytes: &[u8], from: impl Into<Label>) -> (Cow<'_, str>, usize) {
    decode_labelled_lossy(bytes, from.into())
}

fn decode_labelled_lossy(bytes: &[u8], from: Label) -> (Cow<'_, str>, usize) {
    match (from.encoding(), from.bom()) {
        (Encoding::Charset(charset), None) => charset::decode_lossy(charset, bytes),
        _ => Source::labelled(from).decode_lossy(bytes),
    }
}

/// Decodes `bytes` with the label `label` exactly as browsers do.
///
/// It implements "get an encoding" and "decode" of the WHATWG Encoding Standard (sections 4.2 and
/// 6.1):
///
/// - `label` is one of the 228 labels of the standard. Case and surrounding white space do not
///   matter. A document without a label has a default: `utf-8`, or `windows-1252` for old web
///   pages.
/// - A BOM of UTF-8 or UTF-16 overrides the label, and is not part of the text. A BOM of UTF-32 is
///   not recognized.
/// - Each ill-formed sequence becomes U+FFFD.
///
/// # Errors
/// The standard does not have this label, or this build lacks its encoding. All encodings except
/// UTF-8 and UTF-16 need the feature `whatwg-charsets`.
///
/// Cost: like [`decode`].
///
/// ```
/// use utfkit::{Encoding, decode_whatwg};
/// // HTTP says `Content-Type: text/html; charset=UTF-8`.
/// let body = decode_whatwg(b"caf\xE9", "UTF-8")?;
/// assert_eq!((&*body.text, body.replaced), ("caf\u{FFFD}", 1));
/// // The BOM decides.
/// let body = decode_whatwg(b"\xFE\xFF\0h\0i", "utf-8")?;
/// assert_eq!((&*body.text, body.encoding), ("hi", Encoding::Utf16Be));
/// // Nobody can smuggle a script past a filter with UTF-7.
/// assert!(decode_whatwg(b"+ADw-script+AD4-", "utf-7").is_err());
/// # Ok::<(), utfkit::encoding::UnknownLabel>(())
/// ```
#[doc(alias("TextDecoder", "encoding_rs"))]
pub fn decode_whatwg<'o>(bytes: &'o [u8], label: &str) -> Result<Decoded<'o>, UnknownLabel> {
    let label = Label::of_browsers(label)?.encoding();
    let bom = browser::sniff(bytes, true).flatten();
    let (encoding, len) = bom.unwrap_or((label, 0));
    let text = bytes.get(len..).unwrap_or_default();
    let owned = |(text, replaced)| (Cow::Owned(text), replaced);
    let (text, replaced) = match encoding {
        // U+FFFE at the start is text too.
        Encoding::Utf16Be => owned(utf16::to_string_lossy(Be(merge_tail(encoding, text)))),
        Encoding::Utf16Le => owned(utf16::to_string_lossy(Le(merge_tail(encoding, text)))),
        Encoding::Charset(charset) => charset::decode_lossy(charset, text),
        // The standard has no other encoding.
        _ => utf8::to_string_lossy(text),
    };
    Ok(Decoded { text, encoding, replaced })
}

/// The result of [`decode_whatwg`].
///
/// ```
/// use utfkit::Encoding;
/// let body = utfkit::decode_whatwg(b"\xEF\xBB\xBFhi", "utf-16")?;
/// assert_eq!((&*body.text, body.encoding, body.replaced), ("hi", Encoding::Utf8, 0));
/// # Ok::<(), utfkit::encoding::UnknownLabel>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'o> {
    /// The text, without a BOM.
    pub text: Cow<'o, str>,
    /// The encoding: that of the BOM if there was one, otherwise that of the label.
    pub encoding: Encoding,
    /// The number of ill-formed sequences that became U+FFFD.
    pub replaced: usize,
}

/// Removes the last byte of UTF-16 that ends with a high surrogate and a single byte.
///
/// For the standard, the two are one error (section 14.2); for us, they are two findings.
fn merge_tail(encoding: Encoding, bytes: &[u8]) -> &[u8] {
    let high = match (encoding, bytes) {
        (Encoding::Utf16Be, [.., high, _, _]) | (Encoding::Utf16Le, [.., _, high, _]) => *high,
        _ => return bytes,
    };
    let is_cut = bytes.len() % 2 == 1 && matches!(high, 0xD8..=0xDB);
    &bytes[..bytes.len() - usize::from(is_cut)]
}

/// Encodes `text` in `to`, strictly.
///
/// A BOM is written if `to` needs one: for UTF-16 and UTF-32 without a byte order in the name, and
/// for labels that name a BOM (`utf-8-sig`).
///
/// # Errors
/// Returns the first character that `to` cannot encode, with its offset in `text`.
///
/// Cost: one pass. The bytes are borrowed if `to` is UTF-8 without a BOM, or if `text` is ASCII and
/// `to` [is compatible with it](Encoding::is_ascii_compatible).
///
/// ```
/// use utfkit::{Encoding, Kind, encode};
/// assert_eq!(encode("hé", Encoding::Iso8859_1)?, &b"h\xE9"[..]);
/// assert_eq!(encode("h", Encoding::Utf16)?, &b"\xFE\xFF\0h"[..]);
/// let finding = encode("5 €", Encoding::Iso8859_1).unwrap_err();
/// assert_eq!((finding.offset(), finding.kind()), (2, Kind::Unencodable { value: 0x20AC }));
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("charset", "iconv"))]
pub fn encode(text: &str, to: impl Into<Label>) -> Result<Cow<'_, [u8]>, Finding> {
    encode_labelled(text, to.into())
}

fn encode_labelled(text: &str, to: Label) -> Result<Cow<'_, [u8]>, Finding> {
    if let (Encoding::Charset(charset), None) = (to.encoding(), to.bom())
        && let Some(bytes) = charset::encode(charset, text)
    {
        return Ok(bytes);
    }
    let writes_bom = to.written_from(Encoding::Utf8.into());
    let plain = !writes_bom.writes_by(to.bom_rule(), false, false);
    let same = to.encoding() == Encoding::Utf8;
    if plain && (same || (to.encoding().is_ascii_compatible() && ascii::is_valid(text.as_bytes())))
    {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    // U+FEFF at the start of a string is text.
    let reading = BomSettings { policy: BomPolicy::Forbid, rule: BomRule::Never };
    let writing = BomSettings { policy: writes_bom, rule: to.bom_rule() };
    let mut transcoder = Transcoder::new(Encoding::Utf8, to.encoding())
        .bom_settings(reading, writing)
        .output_order(to.order().unwrap_or_default());
    let mut bytes = Vec::new();
    transcoder.transcode_to_vec(text.as_bytes(), &mut bytes, true)?;
    Ok(Cow::Owned(bytes))
}

/// The settings for decoding a text.
#[derive(Clone, Copy)]
struct Source {
    encoding: Encoding,
    bom_settings: BomSettings,
    order: ByteOrder,
}

impl Source {
    /// Creates the settings from `label`.
    fn labelled(label: Label) -> Self {
        Self {
            encoding: label.encoding(),
            bom_settings: BomSettings {
                policy: label.bom().unwrap_or_default(),
                rule: label.bom_rule(),
            },
            order: label.order().unwrap_or_default(),
        }
    }

    /// Returns `true` if a text without a BOM is allowed.
    fn may_lack_bom(self) -> bool {
        self.bom_settings.policy != BomPolicy::Require
    }

    /// Returns the text of `bytes` after a BOM of UTF-8, if it can be borrowed.
    fn borrowed(self, bytes: &[u8]) -> Option<&str> {
        if self.encoding == Encoding::Utf8 {
            let text = utf8::validate(bytes).ok()?;
            let rest = text.strip_prefix('\u{FEFF}').filter(|_| self.reads_bom());
            return Some(rest.unwrap_or(text));
        }
        let ascii = self.encoding.is_ascii_compatible().then(|| ascii::validate(bytes));
        ascii?.ok()
    }

    /// Returns the text of UTF-16 with a fixed byte order, and the number of replacements. The
    /// result is `None` in another encoding, or if the text may begin with a BOM.
    fn utf16_lossy(self, bytes: &[u8]) -> Option<(String, usize)> {
        match (self.encoding, bytes) {
            (_, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]) => None,
            _ if !self.may_lack_bom() => None,
            (Encoding::Utf16Be, _) => Some(utf16::to_string_lossy(Be(bytes))),
            (Encoding::Utf16Le, _) => Some(utf16::to_string_lossy(Le(bytes))),
            _ => None,
        }
    }

    /// Returns `true` if U+FEFF at the start is a BOM.
    fn reads_bom(self) -> bool {
        self.bom_settings.policy != BomPolicy::Forbid && self.bom_settings.rule != BomRule::Never
    }

    /// Returns the bytes after the BOM of UTF-8, if `bytes` begin with one.
    fn without_bom(self, bytes: &[u8]) -> Option<&[u8]> {
        bytes.strip_prefix(b"\xEF\xBB\xBF").filter(|_| self.reads_bom())
    }

    fn transcoder<'p>(self) -> Transcoder<'p> {
        let writing = BomSettings { policy: BomPolicy::Strip, rule: BomRule::Optional };
        Transcoder::new(self.encoding, Encoding::Utf8)
            .bom_settings(self.bom_settings, writing)
            .input_order(self.order)
    }

    fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, Finding> {
        let has_bom = self.without_bom(bytes).is_some();
        if (has_bom || self.may_lack_bom())
            && let Some(text) = self.borrowed(bytes)
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut text = String::new();
        self.transcoder().transcode_to_string(bytes, &mut text, true)?;
        Ok(Cow::Owned(text))
    }

    fn decode_lossy(mut self, bytes: &[u8]) -> (Cow<'_, str>, usize) {
        if self.encoding == Encoding::Utf8 {
            return utf8::to_string_lossy(self.without_bom(bytes).unwrap_or(bytes));
        }
        if let Some(text) = self.borrowed(bytes) {
            return (Cow::Borrowed(text), 0);
        }
        if let Some((text, replaced)) = self.utf16_lossy(bytes) {
            return (Cow::Owned(text), replaced);
        }
        if !self.may_lack_bom() {
            // A missing BOM is an error of the whole text. There is no place for a U+FFFD, so
            // accept it.
            self.bom_settings.policy = BomPolicy::Keep;
        }
        let mut transcoder = self.transcoder().policy(Policy::Replace);
        let mut text = String::new();
        // This policy never returns an error.
        let _ = transcoder.transcode_to_string(bytes, &mut text, true);
        let replaced = transcoder.counts().replaced;
        (Cow::Owned(text), usize::try_from(replaced).unwrap_or(usize::MAX))
    }
}
