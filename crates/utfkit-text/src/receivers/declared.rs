//! Finds the encoding that a text declares at its start, in XML, HTML and CSS.
//!
//! ```
//! use utfkit_text::receivers::declared::{Format, find};
//! let text = b"<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
//! let declared = find(text).unwrap();
//! assert_eq!((declared.format, &*declared.label), (Format::Xml, "ISO-8859-1"));
//! assert_eq!(&text[declared.range], b"ISO-8859-1");
//! ```

use std::{fmt, ops::Range};

use utfkit::{
    Encoding,
    encoding::{Bom, Label, LabelSet},
};

/// The number of bytes of a file in which to look for a declaration. The HTML standard requires it
/// in the first 1024 bytes. Four times that length also covers UTF-32.
pub const LOOK: usize = 4096;

/// The format of a text that declares its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `<?xml encoding="…"?>`.
    Xml,
    /// `<meta charset="…">`, and the older form with `http-equiv`.
    Html,
    /// `@charset "…";`.
    Css,
}

/// Writes the name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Xml => "XML",
            Format::Html => "HTML",
            Format::Css => "CSS",
        })
    }
}

/// A declaration in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The format of the text.
    pub format: Format,
    /// The label, as it is spelled in the text.
    pub label: String,
    /// The range of the label, in bytes of the file.
    pub range: Range<usize>,
    /// The line of the label, from 1.
    pub line: u64,
    /// The number of bytes in a character of the declaration: 1, or more in UTF-16 and UTF-32.
    unit: usize,
    /// The position of the ASCII byte in a character.
    low: usize,
}

/// Finds the declaration of a text that begins with `head`. At most [`LOOK`] bytes are used.
///
/// Every encoding works in which each ASCII character has one code unit.
#[must_use]
pub fn find(head: &[u8]) -> Option<Declared> {
    let head = &head[..head.len().min(LOOK)];
    let bom = Bom::of(head);
    let start = bom.map_or(0, |bom| bom.bytes().len());
    // Most texts begin with another character, so the function ends here.
    let first = head[start..].iter().find(|&&byte| byte != 0)?;
    if !matches!(first, b'<' | b'@' | b' ' | b'\t' | b'\r' | b'\n') {
        return None;
    }
    let (unit, low) = units(&head[start..]);
    // A declaration has only ASCII characters, so others are replaced.
    let ascii = |unit: &[u8]| {
        let is_ascii = unit.iter().enumerate().all(|(at, &byte)| at == low || byte == 0);
        if is_ascii && unit[low] < 0x80 { unit[low] } else { b'?' }
    };
    let text: Vec<u8> = head[start..].chunks_exact(unit).map(ascii).collect();
    let text = String::from_utf8(text).ok()?;
    let (format, label) = xml(&text)
        .map(|label| (Format::Xml, label))
        .or_else(|| css(&text).map(|label| (Format::Css, label)))
        .or_else(|| html(&text).map(|label| (Format::Html, label)))?;
    Some(Declared {
        format,
        label: text.get(label.clone())?.to_owned(),
        range: start + label.start * unit..start + label.end * unit,
        line: text.get(..label.start)?.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1,
        unit,
        low,
    })
}

/// Returns `true` if more bytes than `head` are needed to find the declaration: the text may
/// declare its encoding, but has not done so yet.
#[must_use]
pub fn is_open(head: &[u8]) -> bool {
    if head.len() >= LOOK || find(head).is_some() {
        return false;
    }
    let start = Bom::of(head).map_or(0, |bom| bom.bytes().len());
    let zeros = |byte: &&u8| **byte != 0;
    let text: Vec<u8> = head[start..].iter().filter(zeros).map(u8::to_ascii_lowercase).collect();
    let text = text.trim_ascii_start();
    let begins = |opening: &str| {
        let len = opening.len().min(text.len());
        text[..len] == opening.as_bytes()[..len]
    };
    let has = |end: &[u8]| text.windows(end.len()).any(|window| window == end);
    let is_html = || HTML.iter().any(|tag| begins(tag));
    match text.first() {
        None => true,
        _ if begins("<?xml") => !has(b"?>"),
        _ if begins("@charset \"") => !has(b";") && !has(b"\n"),
        _ => is_html() && !has(b"<body") && !has(b"</head"),
    }
}

/// The first tags of a text in HTML, after white space.
const HTML: [&str; 4] = ["<!doctype html", "<html", "<head", "<meta"];

/// Returns the size of a code unit, and the position of its ASCII byte, from the first bytes of a
/// text that begins with `<` or `@`.
fn units(text: &[u8]) -> (usize, usize) {
    match *text {
        [0, 0, 0, 1..=0xFF, ..] => (4, 3),
        [1..=0xFF, 0, 0, 0, ..] => (4, 0),
        [0, 1..=0xFF, ..] => (2, 1),
        [1..=0xFF, 0, ..] => (2, 0),
        _ => (1, 0),
    }
}

impl Declared {
    /// Returns the encoding of the label, or `None` if the label is unknown.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        Label::parse(self.label.trim(), LabelSet::default()).ok().map(Label::encoding)
    }

    /// Returns `true` if the label contradicts the fact that the text is in `encoding`. `ascii`
    /// must be `true` if the text has only ASCII characters. An unknown label contradicts nothing.
    #[must_use]
    pub fn contradicts(&self, encoding: Encoding, ascii: bool) -> bool {
        let Some(declared) = self.encoding() else { return false };
        // In HTML and CSS, a declaration of UTF-16 that can be read as ASCII means UTF-8.
        let is_wide = declared.unit_bytes() > 1;
        let declared = match self.format {
            Format::Html | Format::Css if is_wide && self.unit == 1 => Encoding::Utf8,
            _ => declared,
        };
        // A text of ASCII is the same in all encodings that keep ASCII.
        let both_keep_ascii = declared.is_ascii_compatible() && encoding.is_ascii_compatible();
        family(declared) != family(encoding) && !(ascii && both_keep_ascii)
    }

    /// Returns the label for `encoding`, or `None` if a declaration of this format cannot have it.
    #[must_use]
    pub fn label_of(&self, encoding: Encoding) -> Option<String> {
        match (self.format, encoding) {
            (_, Encoding::Utf8) => Some("UTF-8".to_owned()),
            (Format::Html | Format::Css, _) if !encoding.is_ascii_compatible() => None,
            _ => Some(usual_case(encoding.name())),
        }
    }

    /// Returns `label` in the encoding of the declaration.
    #[must_use]
    pub fn spell(&self, label: &str) -> Vec<u8> {
        let mut bytes = vec![0; label.len() * self.unit];
        bytes
            .chunks_exact_mut(self.unit)
            .zip(label.bytes())
            .for_each(|(unit, byte)| unit[self.low] = byte);
        bytes
    }
}

/// Returns the name of an encoding in its usual case.
fn usual_case(name: &str) -> String {
    let is_upper =
        ["utf", "iso", "koi8", "euc", "gb", "ucs"].iter().any(|one| name.starts_with(one));
    if is_upper { name.to_ascii_uppercase() } else { name.to_owned() }
}

/// Returns the group of encodings that one label may mean. The byte order does not matter, and
/// windows-1252 has all characters of ISO-8859-1.
fn family(encoding: Encoding) -> &'static str {
    match encoding.name() {
        "windows-1252" => "iso-8859-1",
        name => name.trim_end_matches("le").trim_end_matches("be"),
    }
}

/// Returns the range of the label in an XML declaration.
fn xml(text: &str) -> Option<Range<usize>> {
    let declaration = text.strip_prefix("<?xml")?.split("?>").next()?;
    declaration.starts_with(|c: char| c.is_ascii_whitespace()).then_some(())?;
    let at = declaration.find("encoding")? + "encoding".len();
    let after = &declaration[at..];
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let start = "<?xml".len() + at + (after.len() - value.len()) + 1;
    let len = value[1..].find(quote)?;
    Some(start..start + len)
}

/// Returns the range of the label in an `@charset` rule. CSS allows only this spelling.
fn css(text: &str) -> Option<Range<usize>> {
    let start = "@charset \"".len();
    let len = text.strip_prefix("@charset \"")?.find("\";")?;
    Some(start..start + len)
}

/// Returns the range of the label in a `meta` element, if the text begins like HTML.
fn html(text: &str) -> Option<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let begins = lower.trim_start();
    let is_html = HTML.iter().any(|tag| begins.starts_with(tag));
    if !is_html {
        return None;
    }
    let mut at = 0;
    loop {
        let comment = lower[at..].find("<!--").map(|found| at + found);
        let meta = at + lower[at..].find("<meta")?;
        if let Some(comment) = comment.filter(|&comment| comment < meta) {
            at = comment + lower[comment..].find("-->")?;
            continue;
        }
        let end = meta + lower[meta..].find('>')?;
        if let Some(label) = charset(&lower[meta..end]) {
            return Some(meta + label.start..meta + label.end);
        }
        at = end;
    }
}

/// Returns the range of the value of `charset=` in an element.
fn charset(element: &str) -> Option<Range<usize>> {
    let at = element.find("charset")? + "charset".len();
    let value = element[at..].trim_start().strip_prefix('=')?.trim_start();
    let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
    let start = element.len() - value.len();
    let len = value
        .find(|c: char| !(c.is_ascii_alphanumeric() || "-_.:+".contains(c)))
        .unwrap_or(value.len());
    (len > 0).then_some(start..start + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(head: &[u8]) -> Option<String> {
        find(head).map(|declared| declared.label)
    }

    #[test]
    fn declarations_are_found() {
        for (text, expected) in [
            ("<?xml version='1.0' encoding = 'UTF-16'?><a/>", "UTF-16"),
            ("<?xml encoding=\"latin1\" ?>", "latin1"),
            ("@charset \"koi8-r\";\na {}", "koi8-r"),
            ("<!DOCTYPE HTML>\n<html><head><META CharSet=\"ISO-8859-1\">", "ISO-8859-1"),
            (
                "<html><!-- <meta charset=x> --><meta name=a><meta http-equiv='Content-Type' content='text/html; charset=KOI8-R'>",
                "KOI8-R",
            ),
        ] {
            let units = || text.encode_utf16();
            let signed =
                [b"\xFF\xFE".to_vec(), units().flat_map(u16::to_le_bytes).collect()].concat();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
            for head in
                [text.as_bytes().to_vec(), format!("\u{FEFF}{text}").into(), signed, big, wide]
            {
                let declared = find(&head).unwrap();
                assert_eq!(declared.label, expected);
                assert_eq!(head[declared.range.clone()], declared.spell(expected));
            }
        }
        for none in [
            "<?xml version='1.0'?> encoding='latin1'",
            "<?xml encoding",
            "<?xml-stylesheet encoding='a'?>",
            "",
            " @charset \"a\";",
            "Write `<meta charset=latin1>` in HTML.",
            "<html><!-- <meta charset=x>",
            "<html><body>charset=latin1",
        ] {
            assert_eq!(label(none.as_bytes()), None, "{none}");
        }
    }

    #[test]
    fn other_text_does_not_wait_for_a_declaration() {
        for open in
            ["", "<", "<?xm", "<?xml version='1.0'", "@char", "\n <!DOC", "<html><head>", "<\0?\0"]
        {
            assert!(is_open(open.as_bytes()), "{open}");
        }
        for settled in [
            "a",
            "{",
            "<13>Oct 11",
            "<?xml version='1.0'?>",
            "<?xml encoding='a'?>",
            "@import",
            "<html><body",
            "<p>",
        ] {
            assert!(!is_open(settled.as_bytes()), "{settled}");
        }
    }

    #[test]
    fn labels_contradict_other_encodings() {
        let xml = |label: &str| find(format!("<?xml encoding='{label}'?>").as_bytes()).unwrap();
        assert!(xml("UTF-16").contradicts(Encoding::Utf8, true));
        assert!(!xml("UTF-16").contradicts(Encoding::Utf16Le, false));
        assert!(xml("ISO-8859-1").contradicts(Encoding::Utf8, false));
        assert!(!xml("ISO-8859-1").contradicts(Encoding::Utf8, true));
        assert!(!xml("utf8").contradicts(Encoding::Utf8, false));
        assert!(!xml("no-such-label").contradicts(Encoding::Utf8, false));
        let css = find(b"@charset \"utf-16\";").unwrap();
        assert!(!css.contradicts(Encoding::Utf8, false));
    }
}
