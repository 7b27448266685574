//! Finds the declaration of a text from its first bytes.

use utfkit::encoding::Bom;

use super::{
    declaration::{Declared, Format},
    formats::{HINTS, HTML, css, html, modeline, xml},
};

/// The number of bytes of a file in which to look for a declaration. The HTML standard requires it
/// in the first 1024 bytes. Four times that length also covers UTF-32.
pub const LOOK: usize = 4096;

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

/// The number of bytes that can hold a hint, at the start or at the end.
const HINT_LOOK: usize = 1024;

/// Finds the declaration of a text that begins with `head` and has no BOM, also one that only some
/// programs read, such as a comment for Emacs. Only declarations with a known label count. If
/// `head` is the `whole` text, a modeline of Vim can be at its end.
///
/// Every encoding works for XML, HTML and CSS, and for other formats every encoding in which an
/// ASCII character has one byte.
///
/// ```
/// use utfkit_text::receivers::declared::{Format, find_hint};
/// let declared = find_hint(b"# -*- coding: koi8-r -*-\n", true).unwrap();
/// assert_eq!((declared.format, &*declared.label), (Format::Coding, "koi8-r"));
/// ```
#[must_use]
pub fn find_hint(head: &[u8], whole: bool) -> Option<Declared> {
    let is_known = |declared: &Declared| declared.encoding().is_some();
    find(head).filter(is_known).or_else(|| {
        let end = head.len().min(HINT_LOOK);
        let tail = if whole { head.len() - end } else { head.len() };
        let [first, last] = [0..end, tail..head.len()].map(|range| ascii(&head[range]));
        let first = HINTS.iter().map(|&(format, finder)| Some((format, finder(&first)?)));
        let last =
            modeline(&last, true).map(|label| (Format::Vim, tail + label.start..tail + label.end));
        let mut found = first.chain([last]).flatten();
        found.find_map(|(format, label)| Declared::of_bytes(format, head, label).filter(is_known))
    })
}

/// Returns `bytes` as text, with a `?` for each byte beyond ASCII.
fn ascii(bytes: &[u8]) -> String {
    let ascii = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '?' };
    bytes.iter().map(ascii).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use utfkit::Encoding;

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
    fn hints_are_found() {
        use Format::{Coding, Hunspell, Mime, Vim};
        let hint = |text: &str| {
            let declared = find_hint(text.as_bytes(), true)?;
            assert_eq!(declared.label, text[declared.range.clone()]);
            Some((declared.encoding().unwrap().name(), declared.format, declared.line))
        };
        for (text, name, format, line) in [
            ("<!-- a page -->\n<META charset=utf-8>", "utf-8", Format::Html, 2),
            ("<?xml version='1.0'?>\n<meta content='a; charset=UTF-8'>", "utf-8", Format::Html, 2),
            ("From: me\nContent-Type: text/plain; charset=\"utf-8\"\n\n", "utf-8", Mime, 2),
            ("msgid \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n", "utf-8", Mime, 2),
            ("#!/usr/bin/python\n# -*- coding: utf-8 -*-\n", "utf-8", Coding, 2),
            ("# coding: latin_1\n", "iso-8859-1", Coding, 1),
            (";;; a.el -*- mode: lisp; coding: utf-8-unix -*-\n", "utf-8", Coding, 1),
            ("# text\n# vim: set ts=4 fileencoding=utf-8 :\n", "utf-8", Vim, 2),
            ("text\nmore\n\n\n\n\n\n\n\n// vim:fenc=utf-8:ts=4\n", "utf-8", Vim, 10),
            ("\" Comment\nscriptencoding utf-8\n", "utf-8", Vim, 2),
            ("# comment\nSET UTF-8\nTRY abc\n", "utf-8", Hunspell, 2),
            ("SET microsoft-cp1251\n", "windows-1251", Hunspell, 1),
        ] {
            assert_eq!(hint(text), Some((name, format, line)), "{text}");
        }
        for none in [
            "SET NOCOUNT ON\n",
            "the encoding is utf-8",
            "Decoding: utf-8 is easy",
            "charset=utf-8",
            "<?xml version='1.0'?>\n<a encoding='utf-8'/>",
            "# coding: no-such-thing\n",
        ] {
            assert_eq!(hint(none), None, "{none}");
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
