//! What a mistake may mean, and what to do about it.

use utfkit::{Encoding, Finding, Kind, encoding::Label, error::Base64Fault, transcode::Transcoder};
use utfkit_text::detect::{Detector, Verdict};
use utfkit_text::receivers::Receiver;

use super::relatives;
use crate::{args::unit, files::compressed::method::Method};

/// The characters of windows-1252 at 80..9F; U+FFFD where it has none.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{FFFD}', '\u{201A}', '\u{0192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{02C6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{FFFD}', '\u{017D}', '\u{FFFD}',
    '\u{FFFD}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{02DC}', '\u{2122}', '\u{0161}', '\u{203A}', '\u{0153}', '\u{FFFD}', '\u{017E}', '\u{0178}',
];

/// A hint at what `finding` may mean in text that was read as `encoding`; `whole` gives what all of
/// the text may be in, and is asked only where that matters.
pub fn hint(
    encoding: Encoding,
    finding: &Finding,
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<String> {
    relatives::hint(encoding, finding).or_else(|| own(encoding, finding, whole))
}

/// What all of a text may be in that was read as `encoding`, and of which `first` was ill-formed,
/// as a hint.
pub fn misread(encoding: Encoding, first: &Finding) -> Option<String> {
    let tells = matches!(first.kind(), Kind::OutOfRange { .. });
    tells.then(|| hint(encoding, first, || None)).flatten()
}

/// The same of a text that begins with `head`, and is read as `label`, if units of 32 bits may be
/// pairs of others.
pub fn misread_head(label: Label, head: &[u8]) -> Option<String> {
    if label.encoding() != Encoding::Utf32 {
        return None;
    }
    let mut reader = Transcoder::labelled(label, Encoding::Utf8.into());
    let first = reader.transcode_to_vec(head, &mut Vec::new(), false).err()?;
    misread(label.encoding(), &first)
}

/// Why `receiver` refuses what it found, and what can be done.
pub fn refusal(receiver: Receiver, finding: &Finding) -> Option<String> {
    let rule = receiver.rule(finding.kind())?;
    Some(format!("{receiver}: {}; {}", rule.reason, rule.fix))
}

/// A hint that is not about a relative of `encoding`.
fn own(
    encoding: Encoding,
    finding: &Finding,
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<String> {
    match finding.kind() {
        Kind::Overlong { means } if encoding == Encoding::Utf7Imap => {
            Some(format!("U+{means:04X} stands for itself in a mailbox name, never in base64"))
        }
        Kind::Overlong { means } if encoding == Encoding::Utf1 => {
            Some(format!("A0 comes before A0 to FF only; U+{means:04X} stands for itself"))
        }
        Kind::InvalidByte if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) => {
            Some(outside_utf7(encoding, finding.bytes()))
        }
        Kind::BadBase64 { fault } => base64(fault, encoding),
        Kind::Overlong { means } => Some(overlong(means)),
        Kind::SwappedBom => Some(swapped(encoding)),
        Kind::MissingBom => Some("the label or `--bom require` demands one".into()),
        Kind::OddLength => Some("is something cut off, or added?".into()),
        Kind::LoneHighSurrogate { .. } => Some("no low surrogate follows it".into()),
        Kind::LoneLowSurrogate { .. } => Some("no high surrogate precedes it".into()),
        Kind::UnexpectedContinuation | Kind::Truncated | Kind::InvalidByte => {
            single_byte(encoding, finding.bytes(), whole)
        }
        _ => None,
    }
}

/// What a byte is that stands nowhere in UTF-7, or in a mailbox name.
fn outside_utf7(encoding: Encoding, bytes: &[u8]) -> String {
    match bytes {
        [b'\n' | b'\r'] => "a name has no line ends; is it the end of a line of a list?".into(),
        [0x80..=0xFF] => {
            format!("bytes above 7F are never in {encoding}: text beyond ASCII is in base64")
        }
        _ => "a name has no control characters but in base64".into(),
    }
}

/// What to do about base64 that is not well-formed.
fn base64(fault: Base64Fault, encoding: Encoding) -> Option<String> {
    let shift = if encoding == Encoding::Utf7Imap { '&' } else { '+' };
    match fault {
        Base64Fault::NoRun => Some(format!("`{shift}` itself is `{shift}-`")),
        Base64Fault::CutUnit => Some("is something cut off, or added?".into()),
        Base64Fault::Unclosed => Some("is the name cut off? Every run ends with `-`".into()),
        _ => None,
    }
}

/// What an overlong form hides.
fn overlong(means: u32) -> String {
    match char::from_u32(means) {
        Some(character @ '!'..='~') => format!(
            "`{character}` smuggled past a check for {means:02X}? The only form of it is {means:02X}"
        ),
        _ => format!("the only form of U+{means:04X} is a shorter one"),
    }
}

/// What to try for a BOM of the other order.
fn swapped(encoding: Encoding) -> String {
    let family = match encoding {
        Encoding::Ucs2Be | Encoding::Ucs2Le => "ucs-2",
        Encoding::Ucs4Be | Encoding::Ucs4Le => "ucs-4",
        Encoding::Utf32Be | Encoding::Utf32Le => "utf-32",
        Encoding::Unicode11 => return "unicode-1-1 has one byte order, big-endian".into(),
        Encoding::Ucs2 | Encoding::Ucs4 | Encoding::Utf16 | Encoding::Utf32 => {
            return "without `--bom forbid` it says what the byte order is".into();
        }
        _ => "utf-16",
    };
    format!("`-f {family}` reads the byte order from the BOM")
}

/// What a single byte would be in the usual encodings of one byte a character.
fn single_byte(
    encoding: Encoding,
    bytes: &[u8],
    whole: impl FnOnce() -> Option<Encoding>,
) -> Option<String> {
    let &[byte @ 0x80..=0xFF] = bytes else { return None };
    if encoding != Encoding::Utf8 && encoding != Encoding::UsAscii {
        return None;
    }
    let whole = whole();
    let is_windows = whole.is_some_and(|whole| whole.name() == "windows-1252");
    // Advice that would ruin characters that are right is none.
    let advice = whole.map_or_else(String::new, |whole| format!("; try `-f {whole}`"));
    match (whole, byte) {
        (Some(whole), _) if whole != Encoding::Iso8859_1 && !is_windows => {
            Some(format!("try `-f {whole}`"))
        }
        (_, 0x80..0xA0) => {
            let character = WINDOWS_1252[usize::from(byte) - 0x80];
            let advice = if is_windows { &*advice } else { "" };
            (character != '\u{FFFD}')
                .then(|| format!("{byte:02X} is `{character}` in windows-1252{advice}"))
        }
        _ => {
            let meant = match byte {
                0xA0 => "a no-break space".into(),
                0xAD => "a soft hyphen".into(),
                _ => format!("`{}`", char::from(byte)),
            };
            let charset = if is_windows { "windows-1252" } else { "ISO-8859-1" };
            Some(format!("{byte:02X} is {meant} in {charset}{advice}"))
        }
    }
}

/// Whether `bytes` are well-formed UTF-7 with something in base64 in it: then each `+` of them
/// begins that, or is `+-`. A name behind a `+` may be base64 by chance, and so may a digest: a `-`
/// has to close a run, or several have to be no words, unlike each other.
fn has_runs(bytes: &[u8]) -> bool {
    const SEVERAL: usize = 3;
    let (mut behind, mut is_closed, mut runs) = (0, false, Vec::with_capacity(SEVERAL));
    for plus in memchr::memchr_iter(b'+', bytes) {
        if plus < behind {
            continue;
        }
        let run = &bytes[plus + 1..];
        let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let len = run.iter().take_while(is_base64).count();
        behind = plus + 1 + len;
        match (len, run.get(len)) {
            // The sample ends in it.
            (_, None) => {}
            (0, Some(b'-')) => {}
            // Whole units of 16 bits, and fewer than 6 more.
            (1.., Some(next)) if matches!(len % 8, 0 | 3 | 6) => {
                is_closed |= *next == b'-';
                if runs.len() < SEVERAL && is_no_word(&run[..len]) && !runs.contains(&&run[..len]) {
                    runs.push(&run[..len]);
                }
            }
            // So it is with nearly all that is no UTF-7.
            _ => return false,
        }
    }
    let mut text = Vec::new();
    let mut reader = Transcoder::new(Encoding::Utf7, Encoding::Utf8);
    let has_some = is_closed || runs.len() == SEVERAL;
    has_some && reader.transcode_to_vec(bytes, &mut text, false).is_ok() && !text.is_ascii()
}

/// Whether base64 has signs of several sorts.
fn is_no_word(run: &[u8]) -> bool {
    let are_all = |is: fn(&u8) -> bool| run.iter().all(is);
    !are_all(u8::is_ascii_lowercase)
        && !are_all(u8::is_ascii_uppercase)
        && !are_all(u8::is_ascii_digit)
}

/// The first bytes of a stream, enough to see what it looks like, in whatever pieces they came.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    bytes: Vec<u8>,
}

impl Sample {
    const ENOUGH: usize = 4096;

    /// The stream goes on with `bytes`.
    pub fn push(&mut self, bytes: &[u8]) {
        let missing = Self::ENOUGH - self.bytes.len();
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(missing)]);
    }

    /// The encoding with shifts that a stream looks like which is read as `encoding`, if next to
    /// nothing speaks against it: all bytes of such are those of ASCII, and so well-formed UTF-8.
    /// Most text has neither an escape sequence nor a `+` that begins base64, and costs a look at
    /// the sample.
    pub fn shifted(&self, encoding: Encoding) -> Option<Encoding> {
        const SURE: f32 = 0.98;
        let bytes = &self.bytes;
        if encoding != Encoding::Utf8 || !bytes.is_ascii() {
            return None;
        }
        let has_sets = || memchr::memmem::find(bytes, b"\x1B$").is_some();
        if !has_runs(bytes) && !has_sets() {
            return None;
        }
        let mut detector = Detector::new();
        detector.feed(bytes);
        let is_all = bytes.len() < Self::ENOUGH;
        let seen = if is_all { detector.finish() } else { detector.so_far() };
        let is_sure = seen.verdict() == Verdict::Likely && seen.confidence() >= SURE;
        seen.encoding().filter(|&seen| is_sure && unit::has_shifts(seen))
    }

    /// The way in which a stream is compressed that is read as it is.
    pub fn compressed(&self) -> Option<Method> {
        Method::of(&self.bytes)
    }

    /// The UTF-16 that a stream looks like which is read as `encoding`: mostly ASCII has a NUL for
    /// every second byte then, and is well-formed UTF-8 all the same.
    pub fn unsigned_utf16(&self, encoding: Encoding) -> Option<Encoding> {
        let pairs = self.bytes.as_chunks::<2>().0;
        if encoding != Encoding::Utf8 || pairs.is_empty() {
            return None;
        }
        let nul_at =
            |at: usize| pairs.iter().filter(|pair| pair[at] == 0 && pair[1 - at] != 0).count();
        let half = pairs.len().div_ceil(2);
        match (nul_at(0) > half, nul_at(1) > half) {
            (_, true) => Some(Encoding::Utf16Le),
            (true, _) => Some(Encoding::Utf16Be),
            _ => None,
        }
    }
}
