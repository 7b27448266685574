//! The declarations of all parts of a mail, or of all mails in a file (mbox, RFC 4155).
//!
//! A part that is encoded as base64 or quoted-printable keeps its bytes when the file is converted,
//! and so does a part whose charset has escape sequences. Only the declarations of other parts
//! become wrong. A part that is not text and not encoded, such as an image in `binary`, would be
//! spoiled.

use std::ops::Range;

use utfkit::Encoding;

use super::{
    declaration::{Declared, Format},
    mime,
};

/// The maximum length of a header, and of a line of which the start is examined.
const MAX_HEADER: usize = 64 << 10;
const MAX_LINE: usize = 1 << 10;
/// The maximum number of boundaries between parts that are known at once.
const MAX_BOUNDARIES: usize = 64;

/// A wrong declaration, and its new label if it was corrected.
pub type Wrong = (Declared, Option<String>);

/// A part that is not text, although its bytes are not encoded as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawPart {
    /// The type of the part, such as `image/png`.
    pub media: String,
    /// The number of the line with the type, from 1.
    pub line: u64,
}

/// Corrects the declarations of a mail, which comes in pieces.
#[derive(Debug)]
pub struct Mail {
    to: Encoding,
    /// Whether wrong declarations are corrected. Otherwise they are only counted.
    fixes: bool,
    /// The first wrong declarations, and the number of all.
    wrong: Vec<Wrong>,
    count: u64,
    /// A wrong declaration that disagrees with the first one.
    other: Option<Declared>,
    /// The part of the text, if its bytes are not text, and the first such part that has bytes beyond
    /// US-ASCII.
    raw: Option<RawPart>,
    spoiled: Option<RawPart>,
    /// Whether the file has several mails, which begin with lines such as `From me Thu Jan 1`.
    is_mbox: bool,
    boundaries: Vec<Vec<u8>>,
    /// The header so far; `None` in a body.
    header: Option<Vec<u8>>,
    /// The line so far.
    line: Vec<u8>,
    /// Whether the start of the line was passed on already.
    is_long: bool,
    is_after_blank: bool,
    /// The number of lines before.
    lines: u64,
}

impl Mail {
    /// The maximum number of wrong declarations that are kept.
    pub const KEPT: usize = 5;

    /// Returns `true` if a text that begins with `head` is a mail with a header for MIME, or several
    /// mails.
    #[must_use]
    pub fn begins(head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n');
        if head.starts_with(b"From ") {
            lines.next();
            return lines.next().is_some_and(is_field);
        }
        let fields = lines.take_while(|line| !line.trim_ascii_end().is_empty());
        let mut has_mime = false;
        for (at, line) in fields.enumerate() {
            let continues = at > 0 && line.starts_with(b" ") || line.starts_with(b"\t");
            if !continues && !is_field(line) {
                // The end of the head may cut a field.
                return has_mime;
            }
            has_mime |= begins(line, b"content-type:") || begins(line, b"mime-version:");
        }
        has_mime
    }

    /// Creates the correction of a text that [begins](Self::begins) with `head` and is written in
    /// `to`. Unless `fixes`, wrong declarations are only counted.
    #[must_use]
    pub fn new(head: &[u8], to: Encoding, fixes: bool) -> Self {
        Self {
            to,
            fixes,
            wrong: Vec::new(),
            count: 0,
            other: None,
            raw: None,
            spoiled: None,
            is_mbox: head.starts_with(b"From "),
            boundaries: Vec::new(),
            header: Some(Vec::new()),
            line: Vec::new(),
            is_long: false,
            is_after_blank: true,
            lines: 0,
        }
    }

    /// Returns the first wrong declarations, and the number of all.
    #[must_use]
    pub fn wrong(&self) -> (&[Wrong], u64) {
        (&self.wrong, self.count)
    }

    /// Returns two declarations that disagree, of parts that are not encoded. No encoding is
    /// correct for all of such a file.
    #[must_use]
    pub fn disagreement(&self) -> Option<[&Declared; 2]> {
        Some([&self.wrong.first()?.0, self.other.as_ref()?])
    }

    /// Returns the first part that is not text and has bytes beyond US-ASCII. A conversion changes these
    /// bytes.
    #[must_use]
    pub fn spoiled(&self) -> Option<&RawPart> {
        self.spoiled.as_ref()
    }

    /// Adds `bytes`, the next of the text, and appends the corrected text to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let is_whole = part.ends_with(b"\n");
            if self.raw.is_some() && !part.is_ascii() {
                self.spoiled = self.spoiled.take().or_else(|| self.raw.take());
            }
            if self.is_long {
                out.extend_from_slice(part);
                self.is_long = !is_whole;
                self.lines += u64::from(is_whole);
                continue;
            }
            self.line.extend_from_slice(part);
            if is_whole {
                self.end_line(out);
            } else if self.header.is_none() && self.line.len() > MAX_LINE {
                out.append(&mut self.line);
                (self.is_long, self.is_after_blank) = (true, false);
            } else if self.line.len() > MAX_HEADER {
                self.end_header(out);
                out.append(&mut self.line);
                self.is_long = true;
            }
        }
    }

    /// Ends the text, and appends the rest of it to `out`.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if !self.line.is_empty() {
            self.end_line(out);
        }
        self.end_header(out);
    }

    /// Handles the line.
    fn end_line(&mut self, out: &mut Vec<u8>) {
        let is_blank = self.line.trim_ascii().is_empty();
        let is_start = self.is_mbox && self.is_after_blank && self.line.starts_with(b"From ");
        self.lines += 1;
        self.is_after_blank = is_blank;
        if is_start {
            self.end_header(out);
            self.boundaries.clear();
            self.raw = None;
            self.header = Some(std::mem::take(&mut self.line));
            return;
        }
        match &mut self.header {
            Some(header) => {
                header.append(&mut self.line);
                if is_blank || header.len() > MAX_HEADER {
                    self.end_header(out);
                }
            }
            None => {
                let boundary = self.line.strip_prefix(b"--").map(<[u8]>::trim_ascii_end);
                let last = boundary.and_then(|one| one.strip_suffix(b"--"));
                let is = |line: Option<&[u8]>| self.boundaries.iter().any(|one| line == Some(one));
                if is(boundary) {
                    self.header = Some(Vec::new());
                }
                if is(boundary) || is(last) {
                    self.raw = None;
                }
                out.append(&mut self.line);
            }
        }
    }

    /// Ends the header, if the text is in one, and appends it to `out`, with a right declaration.
    fn end_header(&mut self, out: &mut Vec<u8>) {
        let Some(header) = self.header.take() else { return };
        let part = Part::of(&header);
        self.raw = part
            .raw(&header)
            .map(|(media, place)| RawPart { media, line: self.line_of(&header, place) });
        let boundary = part.boundary.filter(|_| self.boundaries.len() < MAX_BOUNDARIES);
        self.boundaries.extend(boundary.map(|range| header[range].to_vec()));
        self.header = (part.is_message && !part.is_encoded).then(Vec::new);
        let label = part.label.filter(|_| !part.is_encoded);
        let label =
            label.and_then(|range| self.corrected(&header, range.clone()).map(|new| (range, new)));
        match label {
            Some((range, new)) => {
                out.extend_from_slice(&header[..range.start]);
                out.extend_from_slice(new.as_bytes());
                out.extend_from_slice(&header[range.end..]);
            }
            None => out.extend_from_slice(&header),
        }
    }

    /// Returns the number of the line at `place` of `header`, which ends here.
    fn line_of(&self, header: &[u8], place: usize) -> u64 {
        let feeds = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count() as u64;
        (self.lines + 1 + feeds(&header[..place])).saturating_sub(feeds(header))
    }

    /// Returns the new label for the declaration in `header` whose label is at `range`, if it is to
    /// be corrected.
    fn corrected(&mut self, header: &[u8], range: Range<usize>) -> Option<String> {
        let line = self.line_of(header, range.start);
        let label = ascii(&header[range.clone()]);
        let declared = Declared { format: Format::Mime, label, range, line, unit: 1, low: 0 };
        let is_kept = declared.encoding().is_some_and(Encoding::has_shifts);
        if is_kept || !declared.contradicts(self.to, self.to == Encoding::UsAscii) {
            return None;
        }
        let new = declared.label_of(self.to).filter(|_| self.fixes);
        self.count += 1;
        let first = self.wrong.first().and_then(|(first, _)| first.encoding());
        if first.is_some_and(|first| !declared.agrees(first)) {
            self.other.get_or_insert_with(|| declared.clone());
        }
        if self.wrong.len() < Self::KEPT {
            self.wrong.push((declared, new.clone()));
        }
        new
    }
}

/// The facts in the header of a part. Ranges are those in the header.
#[derive(Default)]
struct Part {
    /// The label of the charset.
    label: Option<Range<usize>>,
    /// The type, such as `text/plain`.
    media: Option<Range<usize>>,
    /// The line between the parts of the part, without its hyphens.
    boundary: Option<Range<usize>>,
    /// Whether the body is in base64 or the like.
    is_encoded: bool,
    /// Whether the body is a mail.
    is_message: bool,
}

impl Part {
    /// Returns the type of the part with this `header` and its offset, if the part is not text and its
    /// bytes are not encoded.
    fn raw(&self, header: &[u8]) -> Option<(String, usize)> {
        const TEXT: [&str; 3] = ["text/", "multipart/", "message/"];
        let range = self.media.clone().filter(|_| !self.is_encoded && self.label.is_none())?;
        let media = ascii(&header[range.clone()]);
        let is = |one: &&str| begins(media.as_bytes(), one.as_bytes());
        (media.contains('/') && !TEXT.iter().any(is)).then_some((media, range.start))
    }

    fn of(header: &[u8]) -> Self {
        let mut part = Self::default();
        for range in fields(header) {
            let field = ascii(&header[range.clone()]);
            let value = |name: &str| field[name.len()..].trim_ascii().to_ascii_lowercase();
            if begins(field.as_bytes(), CONTENT_TYPE.as_bytes()) {
                let moved = |found: Range<usize>, by| by + found.start..by + found.end;
                let start = range.start + CONTENT_TYPE.len();
                let boundary = mime::parameter(&field[CONTENT_TYPE.len()..], "boundary");
                part.boundary = boundary.map(|found| moved(found, start));
                part.label = mime::label(&field).map(|found| moved(found, range.start));
                let skipped = field.len() - field[CONTENT_TYPE.len()..].trim_start().len();
                let is_end = |c: char| c == ';' || c.is_ascii_whitespace();
                let len = field[skipped..].find(is_end).unwrap_or(field.len() - skipped);
                part.media = Some(moved(skipped..skipped + len, range.start));
                part.is_message = value(CONTENT_TYPE).starts_with("message/rfc822");
            } else if begins(field.as_bytes(), TRANSFER.as_bytes()) {
                let value = value(TRANSFER);
                let is = |one: &str| value.starts_with(one);
                part.is_encoded = is("base64") || is("quoted-printable") || is("x-uuencode");
            }
        }
        part
    }
}

const CONTENT_TYPE: &str = "content-type:";
const TRANSFER: &str = "content-transfer-encoding:";

/// Returns `bytes` as text, with a `?` for each byte beyond ASCII.
fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { '?' }).collect()
}

/// Returns `true` if `text` begins with `start`, in any case.
fn begins(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// Returns `true` if `line` begins a field of a header.
fn is_field(line: &[u8]) -> bool {
    let name = line.iter().take_while(|&&byte| byte.is_ascii_graphic() && byte != b':').count();
    name > 0 && line.get(name) == Some(&b':')
}

/// Returns the ranges of the fields in `header`, with the lines that continue them.
fn fields(header: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in header.split_inclusive(|&byte| byte == b'\n') {
        let end = at + line.len();
        match found.last_mut() {
            Some(last) if line.starts_with(b" ") || line.starts_with(b"\t") => last.end = end,
            _ => found.push(at..end),
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `text` with right declarations for UTF-8, and the lines and labels of the wrong ones.
    fn fixed(text: &str, size: usize) -> (String, Vec<(u64, String)>) {
        let mut out = Vec::new();
        let mut mail = Mail::new(text.as_bytes(), Encoding::Utf8, true);
        text.as_bytes().chunks(size).for_each(|part| mail.push(part, &mut out));
        mail.finish(&mut out);
        let wrong = mail.wrong().0.iter().map(|(one, _)| (one.line, one.label.clone()));
        (String::from_utf8(out).unwrap(), wrong.collect())
    }

    #[test]
    fn all_parts_are_corrected() {
        let text = "From a Thu Jan  1\nSubject: x\nContent-Type: text/plain;\n charset=iso-8859-1\n\nx\n\
            From me\nContent-Type: text/plain; charset=iso-8859-1\n\n\
            From b Thu Jan  1\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"-=x\"\r\n\r\n\
            ---=x\r\nContent-Type: text/plain; charset=\"koi8-r\"\r\n\r\ntext\r\n\
            ---=x\r\nContent-Type: text/plain; charset=latin1\r\nContent-Transfer-Encoding: base64\r\n\r\nQQ==\r\n\
            ---=x\r\nContent-Type: message/rfc822\r\n\r\nContent-Type: text/html; charset=latin1\r\n\r\n\
            ---=x\nContent-Type: text/plain; charset=iso-2022-jp\n\n\
            ---=x--\nContent-Type: text/plain; charset=latin1\n\n";
        let expected = text
            .replacen("charset=iso-8859-1", "charset=UTF-8", 1)
            .replace("\"koi8-r\"", "\"UTF-8\"")
            .replace("text/html; charset=latin1", "text/html; charset=UTF-8");
        let lines = [(4, "iso-8859-1"), (15, "koi8-r"), (26, "latin1")];
        let lines = lines.map(|(line, label)| (line, label.to_owned()));
        assert!(Mail::begins(text.as_bytes()));
        for size in [1, 7, text.len()] {
            assert_eq!(fixed(text, size), (expected.clone(), lines.to_vec()), "{size}");
        }
        for other in ["From here\nto there\n", "a: b\nc: d\n\nContent-Type: x\n", "Content-Type"] {
            assert!(!Mail::begins(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn parts_that_are_not_text_are_named() {
        let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n";
        let spoiled = |media: &str, transfer: &str, body: &str| {
            let fields = format!("Content-Type: {media}\nContent-Transfer-Encoding: {transfer}\n");
            let end = "--x\nContent-Type: text/plain\n\nk\u{F6}ln\n--x--\n\u{E9}\n";
            let text = format!("{head}{fields}\n{body}\n{end}");
            let mut seen = Vec::new();
            for size in [1, text.len()] {
                let mut mail = Mail::new(text.as_bytes(), Encoding::Utf8, true);
                text.as_bytes().chunks(size).for_each(|part| mail.push(part, &mut Vec::new()));
                seen.push(mail.spoiled().map(|part| (part.media.clone(), part.line)));
            }
            assert_eq!(seen[0], seen[1]);
            seen.pop().flatten()
        };
        let image = Some(("image/png".to_owned(), 5));
        assert_eq!(spoiled("image/png; name=a", "binary", "\u{89}PNG"), image);
        assert_eq!(spoiled("image/png", "8bit", &("x".repeat(5000) + "\u{FF}")), image);
        assert_eq!(spoiled("image/png", "8bit", "ASCII"), None);
        assert_eq!(spoiled("image/png", "base64", "iVBORw=="), None);
        assert_eq!(spoiled("text/html", "8bit", "\u{E9}"), None);
        assert_eq!(spoiled("application/xml; charset=latin1", "8bit", "\u{E9}"), None);
    }

    #[test]
    fn long_lines_and_headers_stay_as_they_are() {
        let long = "x".repeat(MAX_HEADER + 9);
        for text in [
            format!(
                "From a\nX: {long}\nContent-Type: text/plain; charset=latin1\n\n{long}\nFrom b\n"
            ),
            format!("From a\nX: y\n\n{long}\n\n{long}"),
        ] {
            for size in [1000, 70_000, text.len()] {
                assert_eq!(fixed(&text, size).0, text, "{size}");
            }
        }
    }
}
