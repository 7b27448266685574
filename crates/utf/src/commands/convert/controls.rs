//! Counts the control characters U+0080 to U+009F and private-use characters in text that is read
//! in a charset. Text rarely has them, unless the charset is wrong.
//!
//! Browsers read the bytes that windows-1252 and its relatives do not assign as such controls. `utf`
//! does the same, because then no byte is lost. In ISO-8859-1, they often mean that the text is in
//! windows-1252.
//!
//! It also counts marks that charsets such as windows-1258 have after their letters, and notices EBCDIC
//! whose lines end with U+0085.

use utfkit::{
    Encoding, Kind,
    transcode::{self, Transcoder},
    units::{self, Range},
};

use crate::process::names::counted;

/// The count so far, for one input.
pub(super) struct Controls {
    encoding: Encoding,
    /// The bytes that are controls; `None` before the first byte from 80 to 9F.
    ranges: Option<Vec<Range>>,
    /// The number of bytes that were read.
    offset: u64,
    count: u64,
    /// The offset of the first control, and its byte.
    first: Option<(u64, u8)>,
}

/// The bytes that may be controls.
const UPPER: Range = Range { first: 0x80, last: 0x9F };

/// The number of bytes that are examined one by one after the first such byte: others are often near.
const STEP: usize = 64;

impl Controls {
    /// Creates the count for a text in `encoding`. Returns `None` if that does not have such bytes.
    pub(super) fn of(encoding: Encoding) -> Option<Self> {
        let may_have = encoding.is_legacy();
        may_have.then_some(Self { encoding, ranges: None, offset: 0, count: 0, first: None })
    }

    /// Adds the next bytes of the text.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let start = self.offset;
        self.offset += bytes.len() as u64;
        let mut at = 0;
        loop {
            at += units::outside(&bytes[at..], self.ranges.as_deref().unwrap_or(&[UPPER]));
            if at == bytes.len() {
                return;
            }
            let encoding = self.encoding;
            let ranges = self.ranges.get_or_insert_with(|| controls(encoding));
            if ranges.is_empty() {
                return;
            }
            let end = bytes.len().min(at + STEP);
            for (at, &byte) in (at..).zip(&bytes[at..end]) {
                let unit = u32::from(byte);
                if ranges.iter().any(|range| (range.first..=range.last).contains(&unit)) {
                    self.count += 1;
                    self.first.get_or_insert((start + at as u64, byte));
                }
            }
            at = end;
        }
    }

    /// Returns a message about the controls, if there are any.
    pub(super) fn message(&self) -> Option<String> {
        let (offset, byte) = self.first?;
        let windows = || "windows-1252".parse().ok();
        let meant = match self.encoding {
            Encoding::Iso8859_1 => windows().and_then(|windows| character(byte, windows)),
            _ => None,
        };
        let why = match meant.filter(|&meant| u32::from(meant) != u32::from(byte)) {
            Some(meant) => format!("; `-f windows-1252` reads it as `{meant}`"),
            None if self.encoding.name().starts_with("windows-") => {
                format!(", which {} does not assign", self.encoding)
            }
            None => String::new(),
        };
        let many = counted(self.count, "control character");
        Some(format!("{many} U+0080 to U+009F (first at byte {offset}: {byte:02X}{why})"))
    }
}

/// Returns the bytes from 80 to 9F that are controls in `encoding`. In an encoding with characters
/// of several bytes, no byte is one.
fn controls(encoding: Encoding) -> Vec<Range> {
    let is_lead = |byte: u8| {
        let read = transcode::convert(&[byte], encoding, Encoding::Utf8);
        read.is_err_and(|finding| finding.kind() == Kind::Truncated)
    };
    if encoding.has_shifts() || (0x80..=0xFF).any(is_lead) {
        return Vec::new();
    }
    let mut ranges: Vec<Range> = Vec::new();
    for byte in 0x80..=0x9F {
        let unit = u32::from(byte);
        if character(byte, encoding).is_none_or(|read| u32::from(read) != unit) {
            continue;
        }
        match ranges.last_mut().filter(|range| range.last + 1 == unit) {
            Some(range) => range.last = unit,
            None => ranges.push(Range { first: unit, last: unit }),
        }
    }
    ranges
}

/// Returns the character that `byte` is in `encoding`.
fn character(byte: u8, encoding: Encoding) -> Option<char> {
    let text = transcode::convert(&[byte], encoding, Encoding::Utf8).ok()?;
    str::from_utf8(&text).ok()?.chars().next()
}

/// A watch for lines of EBCDIC that end with U+0085, the newline of z/OS.
pub(super) struct NextLines {
    /// The variant of the encoding that reads these bytes as line feeds.
    variant: Encoding,
    next_line: u8,
    line_feed: u8,
    has_next_line: bool,
    has_line_feed: bool,
}

impl NextLines {
    /// Creates the watch for a conversion of text in `from`. Returns `None` if `from` has no variant for
    /// z/OS, or if `to` has one, in which the ends of lines stay.
    pub(super) fn of(from: Encoding, to: Encoding) -> Option<Self> {
        let variant = |one: Encoding| format!("{}-s390", one.name()).parse().ok();
        let variant = variant(from).filter(|_| variant(to).is_none())?;
        let byte =
            |text: &str| match *transcode::convert(text.as_bytes(), Encoding::Utf8, from).ok()? {
                [byte] => Some(byte),
                _ => None,
            };
        let (next_line, line_feed) = (byte("\u{85}")?, byte("\n")?);
        Some(Self { variant, next_line, line_feed, has_next_line: false, has_line_feed: false })
    }

    /// Adds the next bytes of the text.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        // After a line feed, nothing else matters.
        if !self.has_line_feed {
            self.has_line_feed = memchr::memchr(self.line_feed, bytes).is_some();
            self.has_next_line |= memchr::memchr(self.next_line, bytes).is_some();
        }
    }

    /// Returns a message if the text has U+0085 and no line feed. The user named the encoding with `-f`
    /// if it `is_named`.
    pub(super) fn message(&self, is_named: bool) -> Option<String> {
        let step = if is_named {
            "`--ebcdic-newline zos`".to_owned()
        } else {
            format!("`-f {}`", self.variant)
        };
        (self.has_next_line && !self.has_line_feed).then(|| {
            format!("lines end with U+0085, and not with U+000A: use {step} for text of z/OS")
        })
    }
}

/// The count of private-use characters that a charset of several bytes reads, for one input.
#[derive(Default)]
pub(super) struct PrivateUse {
    count: u64,
    first: Option<char>,
}

impl PrivateUse {
    /// Creates the count for a conversion of text in `from` to UTF-8. In other targets, these
    /// characters are not counted.
    pub(super) fn of(from: Encoding, to: Encoding) -> Option<Self> {
        let counts = matches!(from, Encoding::Charset(_)) && to == Encoding::Utf8;
        counts.then(Self::default)
    }

    /// Adds the next converted text, which is UTF-8 and ends after a character.
    pub(super) fn push(&mut self, text: &[u8]) {
        // U+E000 to U+F8FF begin with EE or EF.
        for at in memchr::memchr2_iter(0xEE, 0xEF, text) {
            let character = text.get(at..at + 3).and_then(|bytes| str::from_utf8(bytes).ok());
            let character = character.and_then(|text| text.chars().next());
            if let Some(character) = character.filter(|one| matches!(one, '\u{E000}'..='\u{F8FF}'))
            {
                self.count += 1;
                self.first.get_or_insert(character);
            }
        }
    }

    /// Returns a message about these characters, if there are any.
    pub(super) fn message(&self) -> Option<String> {
        let first = u32::from(self.first?);
        let many = counted(self.count, "private-use character");
        Some(format!("{many} (first U+{first:04X}), as in text that is in another encoding"))
    }
}

/// Letters that such a charset decomposes: of Vietnamese, and of Hebrew.
const LETTERS: [&str; 2] = ["\u{1EA5}", "\u{FB2A}"];

/// Returns `true` if the only letters that `encoding` writes in another way than it reads are letters
/// with marks, which it decomposes.
pub(super) fn decomposes(encoding: Encoding) -> bool {
    LETTERS.iter().any(|letter| has_only_with_mark(encoding, letter))
}

/// Returns `true` if `encoding` has `letter` only as a letter and its marks.
fn has_only_with_mark(encoding: Encoding, letter: &str) -> bool {
    let writes = |twins| {
        let mut written = Vec::new();
        let mut writer = Transcoder::new(Encoding::Utf8, encoding).twins(twins);
        writer.transcode_to_vec(letter.as_bytes(), &mut written, true).is_ok()
    };
    writes(true) && !writes(false)
}

/// The count of marks that are separate from their Latin letters, for one input.
#[derive(Default)]
pub(super) struct Marks {
    count: u64,
}

impl Marks {
    /// Creates the count for a conversion of text in `from` to UTF-8. Returns `None` for other
    /// targets, and if `from` has no such marks.
    pub(super) fn of(from: Encoding, to: Encoding) -> Option<Self> {
        let counts = to == Encoding::Utf8 && has_only_with_mark(from, LETTERS[0]);
        counts.then(Self::default)
    }

    /// Adds the next converted text, which is UTF-8 and ends after a character.
    pub(super) fn push(&mut self, text: &[u8]) {
        // U+0300 to U+036F begin with CC or CD.
        let marks = memchr::memchr2_iter(0xCC, 0xCD, text);
        let is_mark = |&at: &usize| matches!(text[at..], [0xCC, _, ..] | [0xCD, 0x80..=0xAF, ..]);
        self.count += marks.filter(is_mark).count() as u64;
    }

    /// Returns a message about these marks, if there are any.
    pub(super) fn message(&self) -> Option<String> {
        let many = counted(self.count, "mark");
        let are = if self.count == 1 { "is" } else { "are" };
        (self.count > 0).then(|| {
            format!(
                "{many} {are} separate from the letter (not NFC): `--normalize nfc` composes them"
            )
        })
    }
}
