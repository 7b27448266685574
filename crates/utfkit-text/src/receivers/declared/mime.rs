//! The parameter `charset` of a `Content-Type`, in mails, in HTTP and in catalogs of gettext.
//!
//! Parameters are read according to the MIME Sniffing Standard (section 4.4). This includes those
//! of mails, whose header fields may continue on the next line (RFC 5322, section 2.2.3).

use std::ops::Range;

/// The name of the header field.
const NAME: &str = "content-type";

/// Returns the range of the label in `text`: a header, with the field `Content-Type` before the
/// first blank line, or only the value of this field.
pub(super) fn label(text: &str) -> Option<Range<usize>> {
    if let Some(found) = of_field(text, 0) {
        return Some(found);
    }
    let is_blank = |line: &str| line.trim_ascii_end().is_empty();
    let mut start = 0;
    for line in text.split_inclusive('\n').take_while(|line| !is_blank(line)) {
        if let Some(value) = value(line) {
            return of_field(text, start + value);
        }
        start += line.len();
    }
    None
}

/// Returns the range of the label in the first line of `text` that begins like a field
/// `Content-Type`. That line can be anywhere, even in a string of a catalog of gettext.
pub(super) fn hint(text: &str) -> Option<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let quote = usize::from(line.starts_with('"'));
        let found = match value(&line[quote..]) {
            Some(value) if quote == 1 => {
                let value = quote + value;
                let end = line[value..].find('\\').map_or(line.len(), |len| value + len);
                shifted(charset(&line[value..end]), start + value)
            }
            Some(value) => of_field(text, start + value),
            None => None,
        };
        start += line.len();
        found
    })
}

/// Returns the offset of the value in `line`, if that is a field `Content-Type`.
fn value(line: &str) -> Option<usize> {
    let name = line.get(..NAME.len())?;
    let rest = line[NAME.len()..].trim_start_matches([' ', '\t']);
    (name.eq_ignore_ascii_case(NAME) && rest.starts_with(':')).then(|| line.len() - rest.len() + 1)
}

/// Returns the range of the label in the value at `start`, which ends before the next field.
fn of_field(text: &str, start: usize) -> Option<Range<usize>> {
    let lines = text[start..].split_inclusive('\n');
    let continues = |line: &&str| line.starts_with([' ', '\t']);
    let mut len = 0;
    for (at, line) in lines.enumerate() {
        if at > 0 && !continues(&line) {
            break;
        }
        len += line.len();
    }
    shifted(charset(&text[start..start + len]), start)
}

fn shifted(range: Option<Range<usize>>, start: usize) -> Option<Range<usize>> {
    range.map(|range| start + range.start..start + range.end)
}

/// Returns the range of the first parameter `charset` in the value of a `Content-Type`.
fn charset(value: &str) -> Option<Range<usize>> {
    parameter(value, "charset")
}

/// Returns the range of the first parameter with this name in the value of a `Content-Type`.
pub(super) fn parameter(value: &str, wanted: &str) -> Option<Range<usize>> {
    let kind = value.split(';').next()?.trim_ascii();
    let (main, sub) = kind.split_once('/')?;
    [main, sub].iter().all(|part| is_token(part)).then_some(())?;
    let mut rest = value.split_once(';')?.1;
    loop {
        rest = rest.trim_ascii_start();
        let name = &rest[..rest.find([';', '='])?];
        let after = &rest[name.len() + 1..];
        if rest[name.len()..].starts_with(';') {
            rest = after;
            continue;
        }
        let start = value.len() - after.len();
        let range = match after.strip_prefix('"') {
            Some(quoted) => start + 1..start + 1 + quoted_len(quoted),
            None => {
                // A mail can have a comment in parentheses after the value.
                let is_end = |c: char| c == ';' || c == '(' || c.is_ascii_whitespace();
                start..start + after.find(is_end).unwrap_or(after.len())
            }
        };
        if name.eq_ignore_ascii_case(wanted) && !range.is_empty() {
            return Some(range);
        }
        rest = value[range.end..].split_once(';')?.1;
    }
}

/// Returns the length of a quoted string up to its quotation mark. A backslash quotes the next
/// character.
fn quoted_len(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

/// Returns `true` if `text` is a token of HTTP.
fn is_token(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_charset_of_the_header_is_found() {
        for (text, expected) in [
            ("text/html;charset=a", Some("a")),
            ("text/html; x; CHARSET=\"a\"; charset=b", Some("a")),
            ("text/html; x=\"; charset=b\\\"\"; charset=a (a comment)", Some("a")),
            ("text/html; charset=; charset=a", Some("a")),
            ("From: me\r\nContent-Type: text/plain;\r\n\tcharset=a\r\n\r\n", Some("a")),
            ("CONTENT-TYPE : text/plain; charset=a\n", Some("a")),
            ("text/html; data-charset=a", None),
            ("text/html; charset =a", None),
            ("text/html charset=a", None),
            ("html; charset=a", None),
            ("X-Content-Type: text/plain; charset=a\n", None),
            ("From: me\n\nContent-Type: text/plain; charset=a\n", None),
            ("Content-Type: text/plain\nX: ; charset=a\n", None),
            ("Content-Type: ; charset=a\n", None),
            ("text/html; charset", None),
            ("", None),
        ] {
            assert_eq!(label(text).map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn a_header_can_be_in_a_catalog() {
        for (text, expected) in [
            ("msgid \"\"\n\"Content-Type: text/plain; charset=a\\n\"\n", Some("a")),
            ("More text\nContent-Type: text/plain; charset=a\n", Some("a")),
            ("print('Content-Type: text/html; charset=a')\n", None),
        ] {
            assert_eq!(hint(text).map(|range| &text[range]), expected, "{text}");
        }
    }
}
