//! Finds the declaration of a text from its first bytes.

use std::ops::Range;

use utfkit::encoding::Bom;

use super::{
    declaration::{Declared, Format},
    formats::{HINTS, HTML, css, html, local_variables, modeline, page, xml},
    mime,
    records::Records,
    xml as declaration_of_xml,
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
    let wide = Wide::of(&head[start..]);
    let text = wide.ascii(&head[start..]);
    let (format, label) = xml(&text)
        .map(|label| (Format::Xml, label))
        .or_else(|| css(&text).map(|label| (Format::Css, label)))
        .or_else(|| html(&text).map(|label| (Format::Html, label)))?;
    wide.declared(format, &text, label, start)
}

/// The number of bytes that [`find_in`] reads. Browsers read a label of HTML also after the first
/// 1024 bytes, when they come to it.
const MAX_LOOK: usize = 64 << 10;

/// Finds the declaration of `bytes`, the start of a text in `format`, exactly as the standard of
/// the format says. At most 64 KiB are used. A BOM may come first.
///
/// | format | standard |
/// | --- | --- |
/// | HTML | the prescan of the HTML standard; labels that browsers do not know are skipped |
/// | CSS | CSS Syntax, section 3.2 |
/// | XML | XML 1.0, section 2.8 |
/// | MIME | the parameters of the MIME Sniffing Standard; `bytes` are a header, or the value of its field `Content-Type` |
///
/// The HTML standard advises browsers to prescan only the first 1024 bytes. They find later labels
/// when they parse the page. To find only what the prescan of browsers finds, pass 1024 bytes.
///
/// Other formats are read as [`find_hint`] reads them.
///
/// ```
/// use utfkit_text::receivers::{Format, find_in};
/// let page = b"<p data-charset=koi8-r><!-- <meta charset=koi8-r> --><meta charset=latin1>";
/// let declared = find_in(Format::Html, page).unwrap();
/// assert_eq!(declared.label, "latin1");
/// # #[cfg(feature = "charsets")]
/// assert_eq!(declared.encoding().unwrap().name(), "windows-1252");
/// assert_eq!(find_in(Format::Html, b"<meta content='text/html; charset=utf-8'>"), None);
/// ```
#[must_use]
pub fn find_in(format: Format, bytes: &[u8]) -> Option<Declared> {
    let bytes = &bytes[..bytes.len().min(MAX_LOOK)];
    let start = Bom::of(bytes).map_or(0, |bom| bom.bytes().len());
    let wide = Wide::of(&bytes[start..]);
    let text = wide.ascii(&bytes[start..]);
    let label = match format {
        Format::Xml => declaration_of_xml::label(&text),
        Format::Html => page(&text),
        Format::Css => css(&text),
        Format::Mime => mime::label(&text),
        _ => {
            let found = hints(bytes, bytes.len() < MAX_LOOK);
            return found.into_iter().find(|declared| declared.format == format);
        }
    };
    wide.declared(format, &text, label?, start)
}

/// The number of bytes that can hold a hint, at the start or at the end.
const HINT_LOOK: usize = 1024;

/// Finds the declaration of a text that begins with `head` and has no BOM, also one that only some
/// programs read, such as a comment for Emacs, or the code in the header of a file of records. Only
/// declarations with a known label count. If
/// `head` is the `whole` text, a modeline of Vim can be at its end.
///
/// Every encoding works for XML, HTML and CSS, and for other formats every encoding in which an
/// ASCII character has one byte.
///
/// ```
/// use utfkit_text::receivers::{Format, declared::find_hint};
/// let declared = find_hint(b"# -*- coding: koi8-r -*-\n", true).unwrap();
/// assert_eq!((declared.format, &*declared.label), (Format::Coding, "koi8-r"));
/// ```
#[must_use]
pub fn find_hint(head: &[u8], whole: bool) -> Option<Declared> {
    let is_known = |declared: &Declared| declared.encoding().is_some();
    find(head).filter(is_known).or_else(|| hints(head, whole).find(is_known))
}

/// Finds all declarations of a text that begins with `head`, like [`find_hint`]: at most one of
/// each sort, in the order of their positions. Labels may be unknown. A BOM may come first.
///
/// Text that only mentions a declaration, such as a tag of HTML in prose, declares nothing.
#[must_use]
pub fn find_all(head: &[u8], whole: bool) -> Vec<Declared> {
    let is_own = |declared: &Declared| match declared.format {
        Format::Html => false,
        Format::Mime => is_header(head, declared),
        _ => true,
    };
    let hints = hints(head, whole).filter(is_own);
    let mut found: Vec<_> = find(head).into_iter().chain(hints).collect();
    found.sort_by_key(|declared| declared.range.start);
    found.dedup_by(|next, one| next.range.start < one.range.end);
    found
}

/// Returns `true` if the declaration is in the header of a mail, or of a catalog of gettext, that
/// begins with `head`.
fn is_header(head: &[u8], declared: &Declared) -> bool {
    let before = &head[..declared.range.start];
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let begins = |text: &[u8], start: &[u8]| {
        text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
    };
    if begins(line, b"\"content-type:") {
        return memchr::memmem::find(before, b"msgstr \"\"").is_some();
    }
    let first = before.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let name = first.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_name = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    begins(line, b"content-type:")
        && (begins(first, b"From ") || is_name && name.len() < first.len())
}

/// Returns the declarations that only some programs read.
fn hints(head: &[u8], whole: bool) -> impl Iterator<Item = Declared> {
    let start = Bom::of(head).map_or(0, |bom| bom.bytes().len());
    let wide = Wide::of(&head[start..]);
    let end = head.len().min(start + HINT_LOOK * wide.unit);
    let cut = end - (end - start) % wide.unit;
    let tail = if whole { (head.len() - cut.min(head.len())).max(start) } else { head.len() };
    let tail = tail + (tail - start) % wide.unit;
    let [first, last] =
        [start..cut, tail.min(head.len())..head.len()].map(|range| wide.ascii(&head[range]));
    let mut found: Vec<_> = HINTS
        .iter()
        .filter_map(|&(format, finder)| wide.declared(format, &first, finder(&first)?, start))
        .collect();
    found.extend(Records::of(head).and_then(Records::declared));
    let line = memchr::memchr_iter(b'\n', &head[..tail.min(head.len())]).count() as u64;
    found.extend(
        at_end(wide, &last, tail)
            .map(|declared| Declared { line: declared.line + line, ..declared }),
    );
    found.into_iter()
}

/// Finds the declarations in `last`, the end of a text, which begins at the offset `start`.
fn at_end(wide: Wide, last: &str, start: usize) -> impl Iterator<Item = Declared> {
    let found = [(Format::Vim, modeline(last, true)), (Format::Coding, local_variables(last))];
    found.into_iter().filter_map(move |(format, label)| wide.declared(format, last, label?, start))
}

/// Finds the declarations that programs read at the end of a text, in its last bytes. Their
/// positions are those in `tail`. An ASCII character must have one byte.
#[must_use]
pub fn find_last(tail: &[u8]) -> Vec<Declared> {
    let tail = &tail[tail.len().saturating_sub(HINT_LOOK)..];
    let wide = Wide { unit: 1, low: 0 };
    at_end(wide, &wide.ascii(tail), 0).collect()
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

/// The code units of a text whose first characters are ASCII.
#[derive(Clone, Copy)]
struct Wide {
    /// The size of a code unit.
    unit: usize,
    /// The position of its ASCII byte.
    low: usize,
}

impl Wide {
    /// Returns the code units of `text`, judged by its first bytes.
    fn of(text: &[u8]) -> Self {
        let (unit, low) = match *text {
            [0, 0, 0, 1..=0xFF, ..] => (4, 3),
            [1..=0xFF, 0, 0, 0, ..] => (4, 0),
            [0, 1..=0xFF, ..] => (2, 1),
            [1..=0xFF, 0, ..] => (2, 0),
            _ => (1, 0),
        };
        Self { unit, low }
    }

    /// Returns `bytes` as text, with a `?` for each character beyond ASCII. A declaration has only
    /// ASCII characters.
    fn ascii(self, bytes: &[u8]) -> String {
        if self.unit == 1 {
            // Most texts, in a loop that takes many bytes at once.
            let ascii = |&byte: &u8| if byte < 0x80 { byte } else { b'?' };
            return String::from_utf8(bytes.iter().map(ascii).collect()).unwrap_or_default();
        }
        let ascii = |unit: &[u8]| {
            let is_low = |(at, byte): (usize, &u8)| at == self.low || *byte == 0;
            let is_ascii = unit.iter().enumerate().all(is_low) && unit[self.low] < 0x80;
            if is_ascii { char::from(unit[self.low]) } else { '?' }
        };
        bytes.chunks_exact(self.unit).map(ascii).collect()
    }

    /// Returns the declaration whose label is at `label` of `text`, which begins at the offset
    /// `start`.
    fn declared(
        self,
        format: Format,
        text: &str,
        label: Range<usize>,
        start: usize,
    ) -> Option<Declared> {
        Some(Declared {
            format,
            label: text.get(label.clone())?.to_owned(),
            range: start + label.start * self.unit..start + label.end * self.unit,
            line: memchr::memchr_iter(b'\n', text.get(..label.start)?.as_bytes()).count() as u64
                + 1,
            unit: self.unit,
            low: self.low,
        })
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
        use Format::{Card, Coding, Gedcom, Hunspell, Hyphenation, Latex, Mime, Vim, Xml};
        let hint = |text: &str| {
            let declared = find_hint(text.as_bytes(), true)?;
            assert_eq!(declared.label, text[declared.range.clone()]);
            Some((declared.encoding().unwrap().name(), declared.format, declared.line))
        };
        for (text, name, format, line) in [
            ("<!-- a page -->\n<META charset=utf-8>", "utf-8", Format::Html, 2),
            (
                "<?xml version='1.0'?>\n<meta http-equiv=Content-Type content='a; charset=UTF-8'>",
                "utf-8",
                Format::Html,
                2,
            ),
            ("Content-Type: text/plain;\n charset=\"utf-8\"\n\n", "utf-8", Mime, 2),
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
            ("\n\n<?xml version='1.0' encoding='latin1'?>\n<a/>", "iso-8859-1", Xml, 3),
            ("a\n% b\n\\usepackage[latin9]{inputenc}\n", "iso-8859-15", Latex, 3),
            ("\\inputencoding{ansinew}\n", "windows-1252", Latex, 1),
            ("0 HEAD\n1 SOUR x\n1 CHAR ANSI\n", "windows-1252", Gedcom, 3),
            ("BEGIN:VCARD\nN;CHARSET=ISO-8859-1:M\n", "iso-8859-1", Card, 2),
            ("ISO8859-7\n% patterns\n.a1\n", "iso-8859-7", Hyphenation, 1),
            ("a\n;; Local Variables:\n;; coding: koi8-r\n;; End:\n", "koi8-r", Coding, 3),
        ] {
            assert_eq!(hint(text), Some((name, format, line)), "{text}");
        }
        for none in [
            "SET NOCOUNT ON\n",
            "the encoding is utf-8",
            "Decoding: utf-8 is easy",
            "charset=utf-8",
            "<?xml version='1.0'?>\n<a encoding='utf-8'/>",
            "<p data-charset=utf-8><metadata charset=utf-8><meta content='text/html; charset=utf-8'>",
            "# coding: no-such-thing\n",
            "utf-8\nlatin1\n",
            "UTF-8\nISO8859-1\n",
            "437\n12\n",
            "greek\nand more\n",
            "ascii\nis a name\n",
            "utf-8",
            "\\usepackage[T1]{fontenc}\n",
            "% \\usepackage[latin1]{inputenc}\n",
            "1 CHAR ANSI\n",
        ] {
            assert_eq!(hint(none), None, "{none}");
        }
    }

    #[test]
    fn labels_of_pages_mean_what_browsers_read() {
        for (format, text, expected) in [
            (Format::Html, "<meta charset=utf-16le>", Some("utf-8")),
            (Format::Css, "@charset \"utf-16\";", Some("utf-8")),
            (Format::Xml, "<?xml encoding='utf-16le'?>", Some("utf-16le")),
            #[cfg(feature = "charsets")]
            (Format::Html, "<meta charset=iso-8859-1>", Some("windows-1252")),
            #[cfg(feature = "charsets")]
            (Format::Html, "<meta charset=x-user-defined>", Some("windows-1252")),
            (Format::Xml, "<?xml encoding='iso-8859-1'?>", Some("iso-8859-1")),
            (Format::Mime, "text/plain; charset=iso-8859-1", Some("iso-8859-1")),
            (Format::Xml, " <?xml encoding='utf-8'?>", None),
            (Format::Css, "@charset 'utf-8';", None),
            (Format::Vim, "# vim: fenc=utf-8\n", Some("utf-8")),
        ] {
            let declared = find_in(format, text.as_bytes());
            let name = declared.and_then(|one| one.encoding()).map(Encoding::name);
            assert_eq!(name, expected, "{text}");
        }
        let little: Vec<u8> =
            "<meta charset=utf-16>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let declared = find_in(Format::Html, &little).unwrap();
        assert_eq!(declared.encoding(), Some(Encoding::Utf16Le));
    }

    #[test]
    #[cfg(feature = "charsets")]
    fn pages_may_be_in_the_charset_that_they_name() {
        for (page, encoding, contradicts) in [
            ("<meta charset=iso-8859-9>", "iso-8859-9", false),
            ("<meta charset=iso-8859-9>", "windows-1254", false),
            ("<meta charset=gb2312>", "gb2312", false),
            ("<meta charset=big5>", "big5", false),
            ("<meta charset=iso-8859-9>", "iso-8859-1", true),
            ("<meta charset=utf-16>", "utf-16le", true),
        ] {
            let declared = find(page.as_bytes()).unwrap();
            let encoding = encoding.parse().unwrap();
            assert_eq!(declared.contradicts(encoding, false), contradicts, "{page} {encoding}");
            assert_eq!(declared.agrees(encoding), !contradicts, "{page} {encoding}");
        }
    }

    #[test]
    fn labels_are_written_as_the_format_has_them() {
        let utf8 = |text: &str| {
            let declared = find_all(text.as_bytes(), true).into_iter().next().unwrap();
            declared.label_of(Encoding::Utf8)
        };
        for (text, label) in [
            ("\\usepackage[latin1]{inputenc}\n", Some("utf8")),
            ("# -*- coding: iso-8859-15-unix -*-\n", Some("utf-8-unix")),
            ("# coding: ISO-8859-15\n", Some("UTF-8")),
            ("0 HEAD\n1 CHAR ANSEL\n", Some("UTF-8")),
            ("ISO8859-7\nb\n", Some("UTF-8")),
            ("SET ISO8859-1\n", Some("UTF-8")),
            ("BEGIN:VCARD\nN;CHARSET=ISO-8859-1:M\n", None),
        ] {
            assert_eq!(utf8(text).as_deref(), label, "{text}");
        }
        let set = find_all(b"SET UTF-8\n", true).into_iter().next().unwrap();
        let latin2 = "iso-8859-2".parse().unwrap();
        assert_eq!(set.label_of(latin2).as_deref(), Some("ISO8859-2"));
    }

    #[test]
    fn all_declarations_are_found() {
        let text = "<?xml encoding='koi8-r'?>\n<!-- vim: fenc=koi8-r -->\n<a/>\n";
        for (text, unit) in [
            (text.as_bytes().to_vec(), 1),
            (text.encode_utf16().flat_map(u16::to_le_bytes).collect(), 2),
        ] {
            let found = find_all(&text, true);
            let formats: Vec<_> = found.iter().map(|one| (one.format, one.line)).collect();
            assert_eq!(formats, [(Format::Xml, 1), (Format::Vim, 2)], "{unit}");
            for one in found {
                assert_eq!(text[one.range.clone()], one.spell("koi8-r"));
            }
        }
        for mention in [
            "Say <meta charset=latin1>.\n",
            "x = '''\nContent-Type: text/html; charset=latin1\n'''\n",
            "print('Content-Type: text/html; charset=latin1')\n",
        ] {
            assert_eq!(find_all(mention.as_bytes(), true), [], "{mention}");
        }
        let last = find_last(b"text\n# vim: fenc=koi8-r\n");
        assert_eq!(last.len(), 1);
        // A label that is not known is not a hint.
        assert_eq!(find_hint(b"0 HEAD\n1 CHAR NONE\n", true), None);
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
