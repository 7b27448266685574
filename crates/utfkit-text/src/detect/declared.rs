//! The encoding that a text says it is in.

use std::fmt;

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

/// How a text says what it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Declaration {
    /// The XML declaration, `<?xml encoding="…"?>`.
    Xml,
    /// `charset=` in a `meta` element of HTML, or in a header as of a mail.
    ContentType,
    /// The rule `@charset` of CSS.
    Css,
    /// A comment with `coding:`, as for Python and Emacs.
    Coding,
    /// A modeline of Vim with `fileencoding`.
    Vim,
    /// The line `SET` of a Hunspell affix file.
    Hunspell,
}

/// The name, as in "its XML declaration".
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Declaration::Xml => "XML declaration",
            Declaration::ContentType => "`charset=`",
            Declaration::Css => "`@charset` rule",
            Declaration::Coding => "`coding:` comment",
            Declaration::Vim => "Vim modeline",
            Declaration::Hunspell => "`SET` line",
        })
    }
}

/// The encoding that a text says it is in, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Declared {
    /// The encoding.
    pub encoding: Encoding,
    /// How the text says it.
    pub by: Declaration,
}

/// The number of bytes that can hold a declaration, from the start or up to the end.
const LOOK: usize = 1024;
/// The numbers of lines that can hold one.
const CODING_LINES: usize = 2;
const VIM_LINES: usize = 5;
const HUNSPELL_LINES: usize = 30;

impl Declared {
    /// The declaration of the text that begins with `head`. If that is the `whole` text, a modeline
    /// can be at its end.
    #[must_use]
    pub fn of(head: &[u8], whole: bool) -> Option<Declared> {
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let look = &head[..head.len().min(LOOK)];
        let tail = &head[head.len().saturating_sub(LOOK)..];
        let lines = || look.split(|&byte| byte == b'\n');
        let first = |label: Option<&[u8]>, by| {
            label.and_then(encoding).map(|encoding| Declared { encoding, by })
        };
        first(xml(look), Declaration::Xml)
            .or_else(|| first(css(look), Declaration::Css))
            .or_else(|| first(lines().take(CODING_LINES).find_map(coding), Declaration::Coding))
            .or_else(|| first(lines().take(VIM_LINES).find_map(vim), Declaration::Vim))
            .or_else(|| {
                let tail = if whole { tail } else { &[] };
                let last = tail.rsplit(|&byte| byte == b'\n').take(VIM_LINES + 1);
                first(last.into_iter().find_map(vim), Declaration::Vim)
            })
            .or_else(|| first(content_type(look), Declaration::ContentType))
            .or_else(|| first(lines().take(HUNSPELL_LINES).find_map(set), Declaration::Hunspell))
    }

    /// Whether a text in `encoding` is what it says.
    pub(crate) fn agrees(self, encoding: Encoding) -> bool {
        self.encoding == encoding || (encoding == windows_1252() && is_latin1(self.encoding))
    }
}

/// Text that says ISO-8859-1 is windows-1252.
const fn is_latin1(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Iso8859_1)
}

fn windows_1252() -> Encoding {
    "windows-1252".parse().unwrap_or(Encoding::Iso8859_1)
}

/// The encoding that a label means.
fn encoding(label: &[u8]) -> Option<Encoding> {
    let label = str::from_utf8(label).ok()?.to_ascii_lowercase();
    let label = label.strip_prefix("microsoft-").unwrap_or(&label);
    // Emacs names the line ends, too.
    let label =
        ["-unix", "-dos", "-mac"].iter().find_map(|end| label.strip_suffix(end)).unwrap_or(label);
    let sets = [LabelSet::default(), LabelSet::Python];
    let known = sets.iter().find_map(|&set| Label::parse(label, set).ok());
    known.map(|label| label.encoding())
}

/// What follows `name` in `text`, whatever the case of its letters.
fn after<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let at = text.windows(name.len()).position(|window| window.eq_ignore_ascii_case(name))?;
    Some(&text[at + name.len()..])
}

/// The label that `text` begins with, after spaces and a quotation mark.
fn label(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b"\"").or_else(|| text.strip_prefix(b"'")).unwrap_or(text);
    let is_label =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
    let end = text.iter().position(|byte| !is_label(byte)).unwrap_or(text.len());
    (end > 0).then_some(&text[..end])
}

/// The label after `name` and an equals sign.
fn value<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    label(after(text, name)?.trim_ascii_start().strip_prefix(b"=")?)
}

fn xml(look: &[u8]) -> Option<&[u8]> {
    let rest = look.strip_prefix(b"<?xml")?;
    let end = rest.windows(2).position(|window| window == b"?>")?;
    value(&rest[..end], b"encoding")
}

fn css(look: &[u8]) -> Option<&[u8]> {
    label(look.strip_prefix(b"@charset ")?)
}

fn content_type(look: &[u8]) -> Option<&[u8]> {
    let meta = after(look, b"<meta").and_then(|rest| value(rest, b"charset"));
    meta.or_else(|| {
        let rest = after(look, b"content-type:")?;
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        value(&rest[..end], b"charset")
    })
}

fn coding(line: &[u8]) -> Option<&[u8]> {
    let is_comment =
        matches!(line.trim_ascii_start(), [b'#' | b';' | b'%' | b'/' | b'"' | b'.', ..]);
    let rest = after(line, b"coding")?;
    let is_mode = line.windows(3).any(|window| window == b"-*-");
    let rest = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="))?;
    (is_comment || is_mode).then(|| label(rest)).flatten()
}

fn vim(line: &[u8]) -> Option<&[u8]> {
    let rest = ["vim:", "vi:", "ex:"].iter().find_map(|mode| after(line, mode.as_bytes()))?;
    value(rest, b"fileencoding").or_else(|| value(rest, b"fenc"))
}

fn set(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"SET ")?.trim_ascii();
    label(rest).filter(|label| label.len() == rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(head: &[u8]) -> Option<(&'static str, Declaration)> {
        Declared::of(head, true).map(|said| (said.encoding.name(), said.by))
    }

    #[test]
    fn finds_each_declaration() {
        use Declaration::{Coding, ContentType, Css, Hunspell, Vim, Xml};
        for (text, name, by) in [
            (&b"<?xml version='1.0' encoding='UTF-8'?>\n<a/>"[..], "utf-8", Xml),
            (b"<html><head><META charset=utf-8>", "utf-8", ContentType),
            (
                b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">",
                "utf-8",
                ContentType,
            ),
            (b"From: me\nContent-Type: text/plain; charset=\"utf-8\"\n\n", "utf-8", ContentType),
            (b"@charset \"utf-8\";\n", "utf-8", Css),
            (b"#!/usr/bin/python\n# -*- coding: utf-8 -*-\n", "utf-8", Coding),
            (b";;; a.el -*- mode: lisp; coding: utf-8-unix -*-\n", "utf-8", Coding),
            (b"# text\n# vim: set ts=4 fileencoding=utf-8 :\n", "utf-8", Vim),
            (b"text\nmore\n\n\n\n\n\n\n\n// vim: fenc=utf-8\n", "utf-8", Vim),
            (b"# comment\nSET UTF-8\nTRY abc\n", "utf-8", Hunspell),
        ] {
            assert_eq!(declared(text), Some((name, by)), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn ignores_what_is_not_one() {
        for text in [
            &b"SET NOCOUNT ON\n"[..],
            b"the encoding is utf-8",
            b"Decoding: utf-8 is easy",
            b"charset=utf-8",
            b"<?xml version='1.0'?>\n<a encoding='utf-8'/>",
            b"# coding: no-such-thing\n",
        ] {
            assert_eq!(declared(text), None, "{}", String::from_utf8_lossy(text));
        }
    }
}
