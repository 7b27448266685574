//! The formats that declare an encoding, and where the label is in each.

use std::ops::Range;

/// The first tags of a text in HTML, after white space.
pub(super) const HTML: [&str; 4] = ["<!doctype html", "<html", "<head", "<meta"];

/// Returns the range of the label in an XML declaration.
pub(super) fn xml(text: &str) -> Option<Range<usize>> {
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
pub(super) fn css(text: &str) -> Option<Range<usize>> {
    let start = "@charset \"".len();
    let len = text.strip_prefix("@charset \"")?.find("\";")?;
    Some(start..start + len)
}

/// Returns the range of the label in a `meta` element, if the text begins like HTML.
pub(super) fn html(text: &str) -> Option<Range<usize>> {
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
