//! Hints: the meaning of an error, and a remedy.

use utfkit::{Encoding, Finding, Kind, encoding::Label, error::Base64Fault, transcode::Transcoder};

use super::{
    advice::{Advice, Hint},
    relatives,
};
use crate::receivers::Receiver;

/// The characters of windows-1252 from 80 to 9F; U+FFFD for unassigned bytes.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{FFFD}', '\u{201A}', '\u{0192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{02C6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{FFFD}', '\u{017D}', '\u{FFFD}',
    '\u{FFFD}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{02DC}', '\u{2122}', '\u{0161}', '\u{203A}', '\u{0153}', '\u{FFFD}', '\u{017E}', '\u{0178}',
];

/// Returns a hint about `finding` in text that was read as `encoding`. `whole` returns the likely
/// encoding of the whole text; it is costly, and called only if the hint depends on it.
pub fn hint(
    encoding: Encoding,
    finding: &Finding,
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<Hint> {
    relatives::hint(encoding, finding).or_else(|| own(encoding, finding, whole))
}

/// Returns a hint about the encoding of a whole text that was read as `encoding`, if its first
/// error, `first`, shows it.
pub fn misread(encoding: Encoding, first: &Finding) -> Option<Hint> {
    let tells = matches!(first.kind(), Kind::OutOfRange { .. });
    tells.then(|| hint(encoding, first, || None)).flatten()
}

/// Returns the hint of [`misread`] for a text that begins with `head` and is read as `label`. Only
/// UTF-32 gives one, whose units may be pairs of UTF-16 units.
pub fn misread_head(label: Label, head: &[u8]) -> Option<Hint> {
    if label.encoding() != Encoding::Utf32 {
        return None;
    }
    let mut reader = Transcoder::labelled(label, Encoding::Utf8.into());
    let first = reader.transcode_to_vec(head, &mut Vec::new(), false).err()?;
    misread(label.encoding(), &first)
}

/// Returns the reason why `receiver` rejects `finding`, and the remedy.
pub fn refusal(receiver: Receiver, finding: &Finding) -> Option<Hint> {
    let rule = receiver.rule(finding.kind())?;
    Some(format!("{receiver}: {}; {}", rule.reason, rule.fix).into())
}

/// Returns a hint that does not suggest a relative of `encoding`.
fn own(
    encoding: Encoding,
    finding: &Finding,
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<Hint> {
    match finding.kind() {
        Kind::Overlong { means } if encoding == Encoding::Utf7Imap => {
            Some(format!("a mailbox name has U+{means:04X} as itself, never in base64").into())
        }
        Kind::Overlong { means } if encoding == Encoding::Utf1 => {
            Some(format!("A0 is a prefix only of A0 to FF; U+{means:04X} needs no prefix").into())
        }
        Kind::InvalidByte if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) => {
            Some(outside_utf7(encoding, finding.bytes()))
        }
        Kind::BadBase64 { fault } => base64(fault, encoding),
        Kind::Overlong { means } => Some(overlong(means)),
        Kind::SwappedBom => Some(swapped(encoding)),
        Kind::MissingBom => {
            Some(Hint::advising("the label or the BOM policy requires one", Advice::AllowNoBom))
        }
        Kind::OddLength => Some("the text was cut, or bytes were added".into()),
        Kind::LoneHighSurrogate { .. } => Some("no low surrogate follows it".into()),
        Kind::LoneLowSurrogate { .. } => Some("no high surrogate precedes it".into()),
        Kind::UnexpectedContinuation | Kind::Truncated | Kind::InvalidByte => {
            single_byte(encoding, finding.bytes(), whole)
        }
        _ => None,
    }
}

/// Returns the hint for a byte that is not allowed in UTF-7 or in a mailbox name.
fn outside_utf7(encoding: Encoding, bytes: &[u8]) -> Hint {
    match bytes {
        [b'\n' | b'\r'] => "a name has no line ends; this may end a line in a list of names".into(),
        [0x80..=0xFF] => {
            format!("{encoding} has no bytes above 7F; text beyond ASCII is in base64").into()
        }
        _ => "a name has control characters only in base64".into(),
    }
}

/// Returns the hint for ill-formed base64.
fn base64(fault: Base64Fault, encoding: Encoding) -> Option<Hint> {
    let shift = if encoding == Encoding::Utf7Imap { '&' } else { '+' };
    match fault {
        Base64Fault::NoRun => Some(format!("write `{shift}-` for `{shift}` itself").into()),
        Base64Fault::CutUnit => Some("the text was cut, or bytes were added".into()),
        Base64Fault::Unclosed => Some("every run ends with `-`; the name may be cut".into()),
        _ => None,
    }
}

/// Returns the hint for an overlong form, with the hidden character.
fn overlong(means: u32) -> Hint {
    match char::from_u32(means) {
        Some(character @ '!'..='~') => format!(
            "a check for {means:02X} does not find this `{character}`; its only valid form is {means:02X}"
        )
        .into(),
        _ => format!("the only valid form of U+{means:04X} is shorter").into(),
    }
}

/// Returns the hint for a BOM in the other byte order.
fn swapped(encoding: Encoding) -> Hint {
    let family = match encoding {
        Encoding::Ucs2Be | Encoding::Ucs2Le => Encoding::Ucs2,
        Encoding::Ucs4Be | Encoding::Ucs4Le => Encoding::Ucs4,
        Encoding::Utf32Be | Encoding::Utf32Le => Encoding::Utf32,
        Encoding::Unicode11 => return "unicode-1-1 has one byte order, big-endian".into(),
        Encoding::Ucs2 | Encoding::Ucs4 | Encoding::Utf16 | Encoding::Utf32 => {
            return Hint::advising("a BOM sets the byte order", Advice::AllowBom);
        }
        _ => Encoding::Utf16,
    };
    Hint::advising("the BOM is in the other byte order", Advice::OrderFromBom(family))
}

/// Returns the meaning of a single byte in the usual single-byte charsets.
fn single_byte(
    encoding: Encoding,
    bytes: &[u8],
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<Hint> {
    let &[byte @ 0x80..=0xFF] = bytes else { return None };
    if encoding != Encoding::Utf8 && encoding != Encoding::UsAscii {
        return None;
    }
    // Suggest only an encoding that fits the whole text; any other would damage correct characters.
    let whole = whole()?;
    let is_windows = whole.name() == "windows-1252";
    let advice = Some(Advice::ReadAs(whole));
    let charset = if is_windows { "windows-1252" } else { "ISO-8859-1" };
    if whole != Encoding::Iso8859_1 && !is_windows {
        return Some(Hint::advising("", Advice::ReadAs(whole)));
    }
    let character = match byte {
        0x80..0xA0 => WINDOWS_1252[usize::from(byte) - 0x80],
        _ => char::from(byte),
    };
    let meant = match character {
        '\u{FFFD}' => return Some(Hint::advising("", Advice::ReadAs(whole))),
        '\u{A0}' => "a no-break space".into(),
        '\u{AD}' => "a soft hyphen".into(),
        _ => format!("`{character}`"),
    };
    // ISO-8859-1 has controls there.
    let charset = if byte < 0xA0 { "windows-1252" } else { charset };
    let advice = advice.filter(|_| is_windows || byte >= 0xA0);
    Some(Hint { text: format!("{byte:02X} is {meant} in {charset}").into(), advice })
}
