//! The XML declaration (XML 1.0, section 2.8).

use std::ops::Range;

/// Returns the range of the label in the XML declaration at the start of `text`.
pub(super) fn label(text: &str) -> Option<Range<usize>> {
    let mut rest = text.strip_prefix("<?xml")?;
    while rest.starts_with(|c: char| c.is_ascii_whitespace()) {
        rest = rest.trim_ascii_start();
        let name = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic())?];
        let value = rest[name.len()..].trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, after) = value[1..].split_once(quote)?;
        if name == "encoding" {
            let start = text.len() - after.len() - 1 - value.len();
            return is_name(value).then_some(start..start + value.len());
        }
        rest = after;
    }
    None
}

/// Returns `true` if `label` is a name of an encoding in XML.
fn is_name(label: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    label.starts_with(|c: char| c.is_ascii_alphabetic()) && label.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_attribute_of_the_declaration_is_a_label() {
        for (text, expected) in [
            ("<?xml version='1.0' encoding='a-1'?>", Some("a-1")),
            ("<?xml\tencoding = \"a\"", Some("a")),
            ("<?xml version=\"1.0\"\nencoding='a' standalone='yes'?>", Some("a")),
            ("<?xml version='encoding=\"a\"'?>", None),
            ("<?xml version='1.0'?><a encoding='a'/>", None),
            ("<?xml version='1.0'encoding='a'?>", None),
            ("<?xml data-encoding='a'?>", None),
            ("<?xml-stylesheet encoding='a'?>", None),
            ("<?xml encoding='1a'?>", None),
            ("<?xml encoding='a b'?>", None),
            ("<?xml encoding='a", None),
            (" <?xml encoding='a'?>", None),
            ("<?xml ", None),
        ] {
            assert_eq!(label(text).map(|range| &text[range]), expected, "{text}");
        }
    }
}
