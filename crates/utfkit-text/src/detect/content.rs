//! Decides from the first bytes whether a file is text.

use std::fmt;

use crate::detect::weights::content::ENOUGH;
use crate::detect::{Detection, Detector, FileType, Verdict};
use crate::receivers::Receiver;
use utfkit::{
    Encoding, Kind,
    encoding::{Bom, ByteOrder, Label},
    utf8::{Piece, Utf8Stream},
};

/// The encodings with units of several bytes that a text without a BOM can have.
pub const WIDE: [Encoding; 4] =
    [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text,
    /// Text that looks like UTF-16 or UTF-32 without a BOM. Nothing proves it.
    NoBom(Encoding),
    /// Not text.
    Binary,
}

/// The number of bytes that decide between text and binary data.
pub const LOOK: usize = 8192;

/// The number of bytes that are enough for most binary data.
const GLANCE: usize = 512;

impl Content {
    /// Returns the content of a file that begins with `bytes` and is read as `encoding`.
    ///
    /// Text does not begin like a [`FileType`], and has no NUL among its first code units. If code
    /// units are bytes and there are NULs, a BOM or detection decides whether the text is in UTF-16
    /// or UTF-32.
    pub fn of(bytes: &[u8], ended: bool, encoding: Encoding) -> Self {
        let all = bytes.len();
        let bytes = &bytes[..all.min(LOOK)];
        if file_type(bytes).is_some() {
            return Content::Binary;
        }
        match encoding.unit_bytes() {
            1 if memchr::memchr(0, bytes).is_none() => Content::Text,
            // Another encoding was named, so the whole text is an error, which must not be hidden.
            1 if wide_bom(bytes, encoding).is_some_and(|bom| !has_nul(bytes, bom.unit_bytes())) => {
                Content::Text
            }
            1 => match without_bom(bytes, ended && all <= LOOK) {
                Some(encoding) => Content::NoBom(encoding),
                None => Content::Binary,
            },
            unit if has_nul(bytes, unit) => Content::Binary,
            _ => Content::Text,
        }
    }

    /// Like [`Content::of`], for a `receiver`. If the receiver rejects U+0000, its NULs must be
    /// reported, so only certain binary data is skipped.
    pub fn to(receiver: Option<Receiver>, bytes: &[u8], ended: bool, encoding: Encoding) -> Self {
        match Content::of(bytes, ended, encoding) {
            Content::Text => Content::Text,
            _ if refuses_nul(receiver) && !is_certainly_binary(bytes, encoding) => Content::Text,
            content => content,
        }
    }

    /// Like [`Content::to`], for text that will be changed as UTF-8. Text with NULs must then have
    /// next to no other control characters or errors.
    pub fn to_fix(
        receiver: Option<Receiver>,
        bytes: &[u8],
        ended: bool,
        encoding: Encoding,
    ) -> Self {
        match Content::of(bytes, ended, encoding) {
            Content::Binary if refuses_nul(receiver) && is_text_with_nuls(bytes, encoding) => {
                Content::Text
            }
            content => content,
        }
    }

    /// Returns the reason for skipping the file, as a key for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Content::Text => "text",
            Content::NoBom(_) => "no-bom",
            Content::Binary => "binary",
        }
    }

    /// Returns the encoding that the file seems to have, if that is not the one it was read in.
    pub fn looks_like(self) -> Option<Encoding> {
        match self {
            Content::NoBom(encoding) => Some(encoding),
            Content::Text | Content::Binary => None,
        }
    }
}

/// Writes the reason for skipping the file.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::NoBom(encoding) => {
                write!(f, "looks like {encoding} without a BOM")
            }
            content => f.write_str(content.reason()),
        }
    }
}

/// Returns the encoding of the BOM at the start of `bytes` if it has units of several bytes, and those
/// of `encoding` are bytes. So it proves that `encoding` is wrong.
pub fn wide_bom(bytes: &[u8], encoding: Encoding) -> Option<Encoding> {
    let found = Bom::of(bytes)?.encoding();
    (encoding.unit_bytes() == 1 && found.unit_bytes() > 1).then_some(found)
}

/// Returns the type of the file that begins with `bytes`, or `None` if it can be text.
pub fn file_type(bytes: &[u8]) -> Option<FileType> {
    if Bom::of(bytes).is_some() { None } else { FileType::of(bytes) }
}

/// Returns the UTF-16 or UTF-32 of a text without a BOM that begins with `bytes`, if the text makes
/// no sense in the units or in the byte order of `label`. `order` is the byte order if it is not
/// that of the label. `ended` must be `true` if these are all bytes.
///
/// Returns `None` if the units of `label` are bytes, or if detection is not certain.
pub fn other_units(
    bytes: &[u8],
    ended: bool,
    label: Label,
    order: Option<ByteOrder>,
) -> Option<Encoding> {
    let named = label.encoding();
    if named.unit_bytes() == 1 || Bom::of(bytes).is_some() {
        return None;
    }
    let all = bytes.len();
    let found = wide(&bytes[..all.min(LOOK)], ended && all <= LOOK)?;
    let order = named.byte_order().or(order).or(label.order()).unwrap_or_default();
    (named.unit_bytes() != found.unit_bytes() || Some(order) != found.byte_order()).then_some(found)
}

fn refuses_nul(receiver: Option<Receiver>) -> bool {
    receiver.is_some_and(|one| one.rule(Kind::Nul).is_some())
}

/// Returns `true` if `bytes`, which have NULs, are not text in any encoding: they begin like a
/// binary format, or have many control characters in units of every size.
fn is_certainly_binary(bytes: &[u8], encoding: Encoding) -> bool {
    let start = &bytes[..bytes.len().min(LOOK)];
    if FileType::of(start).is_some() {
        return true;
    }
    let all = start.iter().filter(|&&byte| byte != 0).count();
    let odd = start.iter().filter(|&&byte| is_odd(byte)).count();
    odd * 25 > all + 25
        && !is_text_with_nuls(bytes, encoding)
        && !WIDE.into_iter().any(|encoding| may_be(start, encoding))
}

/// Returns `true` for a control character of ASCII, except NUL, that text does not have.
pub fn is_odd(byte: u8) -> bool {
    matches!(byte, 1..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Returns `true` if `bytes` are text except for their NULs: they have a BOM, or are well-formed
/// UTF-8, or have next to no errors and control characters.
fn is_text_with_nuls(bytes: &[u8], encoding: Encoding) -> bool {
    if Bom::of(bytes).is_some() {
        return true;
    }
    let bytes = &bytes[..bytes.len().min(LOOK)];
    if encoding.unit_bytes() > 1 {
        return may_be(bytes, encoding);
    }
    let is_utf8 = encoding == Encoding::Utf8;
    let (mut all, mut odd, mut ill_formed) = (0, 0, 0);
    // A sequence that the end cuts is not in any piece.
    for piece in Utf8Stream::new().feed(bytes) {
        match piece {
            Piece::Text(text) => {
                all += text.len();
                odd += text.bytes().filter(|&byte| is_odd(byte)).count();
            }
            Piece::IllFormed(_) => ill_formed += usize::from(is_utf8),
        }
    }
    (is_utf8 && ill_formed == 0) || (odd + ill_formed) * 25 <= all + 25
}

/// Returns the UTF-16 or UTF-32 that `bytes`, which have NULs, are text in. `whole` must be `true`
/// if these are all bytes.
///
/// Most binary data has four NULs in a row, or a short look at its first NUL is enough.
fn without_bom(bytes: &[u8], whole: bool) -> Option<Encoding> {
    if Bom::of(bytes).is_some() || has_nul(bytes, 4) {
        return None;
    }
    // The bytes from a NUL near the end would be too few.
    let first = memchr::memchr(0, bytes)?.min(bytes.len().saturating_sub(GLANCE)) & !3;
    let glance = &bytes[first..bytes.len().min(first + GLANCE)];
    if glance.len() < bytes.len() {
        wide(glance, false)?;
    }
    wide(bytes, whole).filter(|&encoding| has_signs(bytes, encoding))
}

/// Returns the code units of `bytes` in `encoding`, one of [`WIDE`].
fn units(bytes: &[u8], encoding: Encoding) -> impl Iterator<Item = u32> {
    let little = encoding.byte_order() == Some(ByteOrder::Little);
    let joined = |unit: u32, &byte: &u8| (unit << 8) | u32::from(byte);
    bytes.chunks_exact(encoding.unit_bytes()).map(move |unit| {
        if little { unit.iter().rev().fold(0, joined) } else { unit.iter().fold(0, joined) }
    })
}

/// Returns `true` if at least one character in a hundred is a space, a line end, a digit, ASCII, or
/// a common East Asian punctuation mark. Text in every script has these. Numbers that go through
/// all of Unicode do not.
fn has_signs(bytes: &[u8], encoding: Encoding) -> bool {
    let is_sign =
        |unit: &u32| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0x3000..=0x3002 | 0xFF0C);
    let signs = units(bytes, encoding).filter(is_sign).count();
    signs * 100 >= bytes.len() / encoding.unit_bytes()
}

/// Returns `true` if `bytes` may be text in `encoding`: next to no unit is a control character,
/// half of a surrogate pair, private or unassigned. This check is cheap.
fn may_be(bytes: &[u8], encoding: Encoding) -> bool {
    let (mut count, mut odd, mut halves) = (0, 0, 0_isize);
    for unit in units(bytes, encoding) {
        count += 1;
        match unit {
            0x09..=0x0D => {}
            0..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFFE | 0xFFFF | 0x11_0000.. => odd += 1,
            0xD800..=0xDBFF => halves += 1,
            0xDC00..=0xDFFF => halves -= 1,
            _ => {}
        }
    }
    (odd + halves.unsigned_abs()) * 25 <= count + 25
}

/// Returns the UTF-16 or UTF-32 that `bytes` are text in, if the confidence is high enough.
///
/// If most bytes are ASCII, they are names with NULs between them, because two letters make a
/// Chinese character.
fn wide(bytes: &[u8], whole: bool) -> Option<Encoding> {
    let ascii = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r' | b' '..=b'~')).count();
    let strange = || !WIDE.into_iter().any(|encoding| may_be(bytes, encoding));
    if ascii > bytes.len() / 4 * 3 || strange() {
        return None;
    }
    let mut detector = Detector::new();
    detector.feed(bytes);
    let seen = if whole { detector.finish() } else { detector.so_far() };
    let likely =
        |seen: &Detection| seen.verdict() == Verdict::Likely && seen.confidence() >= ENOUGH;
    let encoding = seen.encoding().filter(|_| likely(&seen))?;
    let has_no_nul = || !has_nul(bytes, encoding.unit_bytes());
    (WIDE.contains(&encoding) && has_no_nul()).then_some(encoding)
}

/// Returns `true` if one unit of `unit` bytes is NUL.
fn has_nul(bytes: &[u8], unit: usize) -> bool {
    bytes.chunks_exact(unit).any(|unit| unit.iter().all(|&byte| byte == 0))
}

#[cfg(test)]
mod tests {
    use super::{Content, WIDE, other_units};
    use crate::receivers::Receiver;
    use utfkit::{
        Encoding::{self, Utf8, Utf16Le},
        encoding::ByteOrder,
        transcode::{Policy, convert_with},
    };

    fn content(bytes: &[u8]) -> Content {
        Content::of(bytes, true, Utf8)
    }

    #[test]
    fn finds_text_without_a_bom() {
        let texts = [
            "A line of plain text, and no more.\n",
            "Good morning \u{1F600}\u{1F389}\u{1F44D}, and much more\n",
            "[Version]\r\nBom=\"$Windows NT$\"\r\nClass=Printer\r\n",
            "na\u{EF}ve caf\u{E9}s in Z\u{FC}rich \u{2014} \u{201C}quoted\u{201D}\n",
            "\u{421}\u{44A}\u{435}\u{448}\u{44C} \u{435}\u{449}\u{451} \u{44D}\u{442}\u{438}\u{445} \u{43C}\u{44F}\u{433}\u{43A}\u{438}\u{445}\r\n",
            "\u{8272}\u{306F}\u{5302}\u{3078}\u{3069} \u{6563}\u{308A}\u{306C}\u{308B}\u{3092}\u{3001}\u{6211}\u{304C}\u{4E16}\u{8AB0}\u{305E}\n",
        ];
        for (text, encoding, times) in texts.iter().flat_map(|text| {
            WIDE.into_iter().flat_map(move |encoding| [1, 300].map(|times| (text, encoding, times)))
        }) {
            let whole = text.repeat(times);
            let bytes = convert_with(whole.as_bytes(), Utf8, encoding, Policy::Strict).unwrap().0;
            assert_eq!(content(&bytes), Content::NoBom(encoding), "{times} {text}");
            assert_eq!(Content::of(&bytes, true, encoding), Content::Text);
        }
        assert_eq!(content("no NUL \u{20AC}\n".as_bytes()), Content::Text);
        assert_eq!(content(b""), Content::Text);
    }

    #[test]
    fn a_bom_proves_text_in_a_wrong_encoding() {
        for (bom, is_text) in [(&b"\xFF\xFE"[..], true), (b"\xFE\xFF\0\0", false), (b"", false)] {
            let bytes = [bom, b"\x01\0\x02\0\x7F\0"].concat();
            let expected = if is_text { Content::Text } else { Content::Binary };
            assert_eq!(content(&bytes), expected, "{bytes:X?}");
        }
    }

    /// Returns the bytes of `units` with `size` bytes each, in the given byte order.
    fn table(units: impl Iterator<Item = u32>, size: usize, big: bool) -> Vec<u8> {
        units
            .flat_map(|unit| {
                let mut bytes = unit.to_le_bytes()[..size].to_vec();
                if big {
                    bytes.reverse();
                }
                bytes
            })
            .collect()
    }

    /// Returns `samples` samples of a tone with the amplitude `most`, and some noise.
    fn sound(most: f64, samples: u32) -> Vec<u8> {
        let sample = |at: u32| {
            let noise = at.wrapping_mul(2_654_435_761) >> 29;
            let tone = (f64::from(at) / 17.0).sin() * most;
            (tone as i32 + noise as i32) as u32
        };
        table((0..samples).map(sample), 2, false)
    }

    #[test]
    fn tables_sound_and_images_are_binary() {
        let pairs = [(2, false), (2, true), (4, false), (4, true)];
        for (size, big) in pairs {
            for (from, to, step) in
                [(0, 4000, 1), (1, 4000, 1), (1, 256, 1), (100, 60_000, 37), (1, 30_000, 8)]
            {
                let bytes = table((from..to).step_by(step), size, big);
                assert_eq!(content(&bytes), Content::Binary, "{size} {big} {from} {to} {step}");
            }
            // An index or a histogram has small numbers in no order, without a zero.
            for most in [4, 16, 100, 1000] {
                let numbers =
                    (1..4000_u32).map(|n| 1 + (n.wrapping_mul(2_654_435_761) >> 12) % most);
                assert_eq!(
                    content(&table(numbers, size, big)),
                    Content::Binary,
                    "{size} {big} {most}"
                );
            }
        }
        for most in [3.0, 40.0, 400.0, 4000.0, 30_000.0] {
            assert_eq!(content(&sound(most, 5000)), Content::Binary, "{most}");
        }
    }

    /// Text with NULs is text if the receiver rejects NULs. Pictures and programs remain binary.
    #[test]
    fn text_with_nuls_is_text_if_nuls_are_rejected() {
        let to =
            |bytes: &[u8], receiver, encoding| Content::to(Some(receiver), bytes, true, encoding);
        let postgres = Receiver::Postgres;
        for text in ["a\0b\n", "\0", "\0\u{8}", "na\u{EF}ve\0\0\0\0", "\0".repeat(9000).as_str()] {
            assert_eq!(to(text.as_bytes(), postgres, Utf8), Content::Text, "{text:?}");
            assert_eq!(to(text.as_bytes(), Receiver::MysqlUtf8Mb3, Utf8), Content::Binary);
            assert_eq!(content(text.as_bytes()), Content::Binary, "{text:?}");
        }
        let dump = [&b"caf\xE9\0 "[..], &b"plain text\n".repeat(900), b"\xE2\x82"].concat();
        assert_eq!(to(&dump, postgres, Utf8), Content::Text);
        assert_eq!(to(b"\xFF\xFEa\0\0\0\n\0", postgres, Utf16Le), Content::Text);
        let noise: Vec<u8> =
            (0..8192_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 21) as u8).collect();
        for head in [
            &b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x80"[..],
            b"\x7FELF\x02\x01\x01\0\0\0\x80\x81",
        ] {
            assert_eq!(to(&[head, &noise].concat(), postgres, Utf8), Content::Binary);
            assert_eq!(to(head, postgres, Utf8), Content::Binary);
        }
        assert_eq!(to(&noise, postgres, Utf8), Content::Binary);
        assert_eq!(to(&sound(400.0, 5000), postgres, Utf8), Content::Binary);
        // Both halves of a pair of surrogates are there.
        let emoji = "a\0 \u{1F600}\u{1F389}\u{1F44D}\n";
        let bytes = convert_with(emoji.as_bytes(), Utf8, Utf16Le, Policy::Strict).unwrap().0;
        assert_eq!(Content::to_fix(Some(postgres), &bytes, true, Utf16Le), Content::Text);
        // Text in UTF-16 or UTF-32 is read as UTF-8 here. Its NULs are reported, so the file is not
        // skipped.
        let russian = "\u{421}\u{44A}\u{435}\u{448}\u{44C} \u{435}\u{449}\u{451}\n";
        for (text, encoding) in [russian, "abc", "\u{8272}\u{306F}\u{3001}\n"]
            .into_iter()
            .flat_map(|text| WIDE.map(|encoding| (text, encoding)))
        {
            let bytes = convert_with(text.as_bytes(), Utf8, encoding, Policy::Strict).unwrap().0;
            assert_eq!(to(&bytes, postgres, Utf8), Content::Text, "{text:?} {encoding}");
        }
        let windows_1251 = b"\xD1\xFA\xE5\xF8\xFC \xE5\xF9\xB8\0 \xFD\xF2\xE8\xF5\n".repeat(9);
        assert_eq!(to(&windows_1251, postgres, Utf8), Content::Text);
        // More is required of text that will be changed.
        let fixed = Content::to_fix(Some(postgres), &windows_1251, true, Utf8);
        assert_eq!(fixed, Content::Binary);
    }

    /// Text in UTF-16 makes no sense in the other byte order, even if it is short.
    #[test]
    fn finds_units_in_the_other_order() {
        let japanese = "\u{8272}\u{306F}\u{5302}\u{3078}\u{3069} \u{6563}\u{308A}\u{306C}\u{308B}\u{3092}\u{3001}\u{6211}\u{304C}\u{4E16}\u{8AB0}\u{305E}\n";
        for text in ["hello world\n", japanese] {
            for encoding in WIDE {
                let bytes =
                    convert_with(text.as_bytes(), Utf8, encoding, Policy::Strict).unwrap().0;
                for named in WIDE {
                    let found = other_units(&bytes, true, named.into(), None);
                    assert_eq!(found, (named != encoding).then_some(encoding), "{text} {named}");
                }
                assert_eq!(other_units(&bytes, true, Utf8.into(), None), None);
            }
        }
        let (bytes, utf16) = (b"h\0e\0l\0l\0o\0\n\0", Encoding::Utf16.into());
        assert_eq!(other_units(bytes, true, utf16, None), Some(Utf16Le));
        assert_eq!(other_units(bytes, true, utf16, Some(ByteOrder::Little)), None);
    }

    #[test]
    fn a_document_without_nul_is_binary() {
        assert_eq!(content(b"%PDF-1.4\n1 0 obj <</Length 10>> stream\n"), Content::Binary);
        assert_eq!(content(b"The header of a PDF is %PDF-1.4\n"), Content::Text);
    }

    #[test]
    fn formats_are_binary() {
        let noise: Vec<u8> =
            (0..8192_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 21) as u8).collect();
        let names = b"Africa/Abidjan\0Africa/Accra\0Europe/Paris\0".repeat(200);
        let counted: Vec<u8> = ["Africa/Abidjan", "Africa/Algiers", "Europe/Rome", "Asia/Tokyo"]
            .repeat(200)
            .iter()
            .flat_map(|name| [&[0, name.len() as u8], name.as_bytes()].concat())
            .collect();
        let heads: [&[u8]; 12] = [
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0",
            b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xE0\x08\x06\0\0\0",
            b"\0asm\x01\0\0\0\x01\x8A\x80\x80\x80\0\x02`\x02\x7F\x7F\x01\x7F",
            b"PK\x03\x04\x14\0\x08\0\x08\0\0\0!\0",
            b"\x1F\x8B\x08\x08\0\0\0\0\0\x03name.txt\0",
            b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj <</Length 10>> stream\n\0\x01\x02",
            b"SQLite format 3\0\x10\0\x01\x01\0@  \0\0\0\x02",
            b"\0\x01\0\0\0\x0F\0\x80\0\x03\0pGSUB\x8E\x97\x8C\xE1\0\0\x01",
            b"RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0D\xAC\0\0",
            b"GIF89a\x80\x02\xE0\x01\xF7\0\0",
            b"\xCA\xFE\xBA\xBE\0\0\0=\0\x0A\0\x02\0\x03\x07\0\x04",
            b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF\0\0",
        ];
        for rest in [&noise[..], &sound(40.0, 4000), b""] {
            for head in heads {
                assert_eq!(content(&[head, rest].concat()), Content::Binary, "{head:?}");
            }
        }
        for bytes in [&names, &counted, &noise] {
            assert_eq!(content(bytes), Content::Binary);
        }
        // NUL is one of its units.
        assert_eq!(content(&b"t\0e\0x\0t\0\0\0".repeat(20)), Content::Binary);
    }
}
