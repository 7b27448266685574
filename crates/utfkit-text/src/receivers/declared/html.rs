//! The prescan of the HTML standard, which finds the label in the first tags of a page.
//!
//! Section "Determining the character encoding" of the standard describes it byte by byte. It knows
//! comments, tags and attributes, but not elements: a tag inside of `<title>` or `<script>` counts.

use std::ops::Range;

/// Returns the range of the label that `text` declares in a `meta` element, or else in an XML
/// declaration. Labels that are not known do not count.
pub(super) fn label(text: &str, is_known: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let is_known = |label: &Range<usize>| is_known(&text[label.clone()]);
    Prescan { text: text.as_bytes(), at: 0 }
        .labels()
        .find(is_known)
        .or_else(|| xml(text).filter(is_known))
}

/// A position in a page.
struct Prescan<'t> {
    text: &'t [u8],
    at: usize,
}

/// The ranges of an attribute in the text.
struct Attribute {
    name: Range<usize>,
    value: Range<usize>,
}

impl Prescan<'_> {
    /// Returns the labels of the `meta` elements that declare one.
    fn labels(mut self) -> impl Iterator<Item = Range<usize>> {
        std::iter::from_fn(move || {
            loop {
                if let Some(label) = self.tag()? {
                    return Some(label);
                }
            }
        })
    }

    /// Skips the next tag, comment or declaration, and returns its label, if it has one. Returns
    /// `None` at the end of the text.
    fn tag(&mut self) -> Option<Option<Range<usize>>> {
        self.at += memchr::memchr(b'<', self.text.get(self.at..)?)?;
        let rest = &self.text[self.at..];
        let mut found = None;
        if rest.starts_with(b"<!--") {
            // The hyphens of the start can be those of the end.
            let end = memchr::memmem::find(&rest[2..], b"-->")?;
            self.at += 2 + end + 2;
        } else if is_meta(rest) {
            self.at += b"<meta".len();
            found = self.meta()?;
        } else if opens_tag(rest) {
            self.at += rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
            while self.attribute()?.is_some() {}
        } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            self.at += memchr::memchr(b'>', rest)?;
        }
        self.at += 1;
        Some(found)
    }

    /// Returns the label of the attributes of a `meta` element, if it has one. Returns `None` at
    /// the end of the text.
    fn meta(&mut self) -> Option<Option<Range<usize>>> {
        let (mut names, mut is_pragma) = (Vec::new(), false);
        let (mut charset, mut content) = (None, None);
        while let Some(Attribute { name, value }) = self.attribute()? {
            let name = self.text[name].to_ascii_lowercase();
            // Only the first attribute of a name counts.
            if names.contains(&name) {
                continue;
            }
            match &*name {
                b"http-equiv" => {
                    is_pragma = self.text[value].eq_ignore_ascii_case(b"content-type");
                }
                b"content" => content = self.content(value),
                b"charset" => charset = Some(self.trim(value)),
                _ => {}
            }
            names.push(name);
        }
        Some(charset.or(content.filter(|_| is_pragma)))
    }

    /// Returns the range of the label in the attribute `content`, which is at `value`.
    fn content(&self, value: Range<usize>) -> Option<Range<usize>> {
        let text = &self.text[..value.end];
        let skip_spaces = |at: usize| {
            let len = text[at..].iter().take_while(|&&byte| is_space(byte)).count();
            at + len
        };
        let mut at = value.start;
        loop {
            let is_name = |part: &[u8]| part.eq_ignore_ascii_case(b"charset");
            at += text[at..].windows(b"charset".len()).position(is_name)? + b"charset".len();
            at = skip_spaces(at);
            if text.get(at) == Some(&b'=') {
                break;
            }
        }
        let start = skip_spaces(at + 1);
        let range = match text.get(start)? {
            &quote @ (b'"' | b'\'') => {
                let len = memchr::memchr(quote, &text[start + 1..])?;
                start + 1..start + 1 + len
            }
            _ => {
                let is_end = |&byte: &u8| is_space(byte) || byte == b';';
                start..text[start..].iter().position(is_end).map_or(text.len(), |len| start + len)
            }
        };
        Some(self.trim(range))
    }

    /// Reads the next attribute of a tag. Returns `Some(None)` at the end of the tag, and `None` at
    /// the end of the text.
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        self.skip(|byte| is_space(byte) || byte == b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        // An equals sign at the start is part of the name.
        self.at += 1;
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'))?;
        let name = start..self.at;
        let empty = self.at..self.at;
        self.skip(is_space)?;
        if self.byte()? != b'=' {
            return Some(Some(Attribute { name, value: empty }));
        }
        self.at += 1;
        self.skip(is_space)?;
        let quote = self.byte()?;
        if matches!(quote, b'"' | b'\'') {
            self.at += 1;
            let start = self.at;
            self.skip(|byte| byte != quote)?;
            self.at += 1;
            return Some(Some(Attribute { name, value: start..self.at - 1 }));
        }
        let start = self.at;
        self.skip(|byte| !is_space(byte) && byte != b'>')?;
        Some(Some(Attribute { name, value: start..self.at }))
    }

    /// Returns the byte at the position, or `None` at the end of the text.
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips bytes as long as `is_one` returns `true`. Returns `None` at the end of the text.
    fn skip(&mut self, is_one: impl Fn(u8) -> bool) -> Option<()> {
        self.at += self.text.get(self.at..)?.iter().position(|&byte| !is_one(byte))?;
        Some(())
    }

    /// Returns `range` without white space at its ends, which labels may have.
    fn trim(&self, range: Range<usize>) -> Range<usize> {
        let text = &self.text[range.clone()];
        let start = range.end - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    }
}

/// Returns the range of the label in an XML declaration, as browsers read it in HTML: more loosely
/// than parsers of XML.
fn xml(text: &str) -> Option<Range<usize>> {
    let is_blank = |byte: &&u8| **byte <= b' ';
    let bytes = text.as_bytes();
    bytes.starts_with(b"<?xml").then_some(())?;
    let end = memchr::memchr(b'>', bytes)?;
    let (text, bytes) = (text.get(..end)?, &bytes[..end]);
    let mut at = text.find("encoding")? + "encoding".len();
    at += bytes[at..].iter().take_while(is_blank).count();
    (bytes.get(at) == Some(&b'=')).then_some(())?;
    at += 1;
    at += bytes[at..].iter().take_while(is_blank).count();
    let quote = bytes.get(at).copied().filter(|quote| matches!(quote, b'"' | b'\''))?;
    let start = at + 1;
    let len = memchr::memchr(quote, &bytes[start..])?;
    (!bytes[start..start + len].iter().any(|byte| is_blank(&byte))).then_some(start..start + len)
}

/// Returns `true` if `text` begins with the tag `meta`.
fn is_meta(text: &[u8]) -> bool {
    let name = b"<meta";
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && text.get(name.len()).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

/// Returns `true` if `text` begins with a start tag or an end tag.
fn opens_tag(text: &[u8]) -> bool {
    let name = text.get(1..).unwrap_or_default();
    name.strip_prefix(b"/").unwrap_or(name).first().is_some_and(u8::is_ascii_alphabetic)
}

/// Returns `true` if `byte` is white space in HTML.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        label(text, |label| label != "x").map(|range| &text[range])
    }

    #[test]
    fn the_tags_that_the_standard_names_declare_a_label() {
        for (text, expected) in [
            ("<meta charset=a>", Some("a")),
            ("<!-- > <meta charset=b> --><META/CharSet = ' a '>", Some("a")),
            ("<!--><meta charset=a>", Some("a")),
            ("<!---><meta charset=a>", Some("a")),
            ("<p title='<meta charset=b>'><meta charset=a>", Some("a")),
            ("<title><meta charset=a></title>", Some("a")),
            ("<meta http-equiv=Content-Type content='t; charsets charset = \"a\" b'>", Some("a")),
            ("<meta content='charset=a;b' http-equiv='content-type'>", Some("a")),
            ("<meta charset=a charset=b>", Some("a")),
            ("<meta content='charset=b' charset=a http-equiv=content-type>", Some("a")),
            ("<meta charset=x><meta charset=a>", Some("a")),
            ("<?xml encoding='b'?><meta charset=a>", Some("a")),
            ("<?xml encoding = 'a'?><p>", Some("a")),
            ("<meta charset=a", None),
            ("<metadata charset=a>", None),
            ("<meta data-charset=a>", None),
            ("<meta content='charset=a'>", None),
            ("<meta http-equiv=refresh content='charset=a'>", None),
            ("<meta http-equiv=content-type content='charset=\"a'>", None),
            ("<meta http-equiv=content-type content='charset'>", None),
            ("<!-- <meta charset=a>", None),
            ("< meta charset=a>", None),
            ("</meta <meta charset=a>", None),
            ("<! <meta charset=a>", None),
            ("<meta =charset=a>", None),
            ("<?xml encoding='a b'?>", None),
            ("<?xml version='1.0'?><a encoding='a'/>", None),
            ("<", None),
            ("</", None),
            ("", None),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
