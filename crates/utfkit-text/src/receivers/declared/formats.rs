//! The formats that declare an encoding, and where the label is in each.

use std::ops::Range;

use utfkit::encoding::{Label, LabelSet};

use super::{declaration::Format, html, mime};

/// The first tags of a text in HTML, after white space.
pub(super) const HTML: [&str; 4] = ["<!doctype html", "<html", "<head", "<meta"];

/// Returns the range of the label in an XML declaration. XML allows nothing before it, but some
/// parsers skip blank lines.
pub(super) fn xml(text: &str) -> Option<Range<usize>> {
    let start = text.len() - text.trim_ascii_start().len();
    let label = super::xml::label(&text[start..])?;
    Some(start + label.start..start + label.end)
}

/// Returns the range of the label in an `@charset` rule. CSS allows only this spelling.
pub(super) fn css(text: &str) -> Option<Range<usize>> {
    let start = "@charset \"".len();
    let len = text.strip_prefix("@charset \"")?.find("\";")?;
    Some(start..start + len)
}

/// Returns the range of the label that browsers find, if the text begins like HTML.
pub(super) fn html(text: &str) -> Option<Range<usize>> {
    let begins = text.trim_ascii_start();
    let has =
        |tag: &&str| begins.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    HTML.iter().any(has).then(|| page(text)).flatten()
}

/// Returns the range of the label that browsers find in an HTML page.
pub(super) fn page(text: &str) -> Option<Range<usize>> {
    html::label(text, |label| match Label::parse(label, LabelSet::Whatwg) {
        Ok(_) => true,
        Err(error) => error.legacy().is_some(),
    })
}

/// A function that finds the label in a text.
type Finder = fn(&str) -> Option<Range<usize>>;

/// The formats of which not all readers respect the declaration, in the order of trust.
pub(super) const HINTS: [(Format, Finder); 10] = [
    (Format::Vim, |text| modeline(text, false)),
    (Format::Vim, |text| in_lines(text, 30, scriptencoding)),
    (Format::Coding, |text| in_lines(text, 2, coding)),
    (Format::Html, meta),
    (Format::Mime, mime::hint),
    (Format::Hunspell, |text| in_lines(text, 30, set)),
    (Format::Latex, |text| in_lines(text, usize::MAX, inputenc)),
    (Format::Gedcom, gedcom),
    (Format::Card, card),
    (Format::Hyphenation, first_line),
];

/// Returns the range of the label in a modeline of Vim, which is one of the first lines of `text`,
/// or of the `last`.
pub(super) fn modeline(text: &str, last: bool) -> Option<Range<usize>> {
    const LINES: usize = 5;
    if !last {
        return in_lines(text, LINES, vim);
    }
    let ends = text.trim_end().rmatch_indices('\n').map(|(at, _)| at + 1);
    let start = ends.take(LINES).last().unwrap_or(0);
    in_lines(&text[start..], LINES, vim).map(|label| start + label.start..start + label.end)
}

/// Returns the first range that `finder` finds in one of the first `max` lines of `text`.
fn in_lines(text: &str, max: usize, finder: Finder) -> Option<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').take(max).find_map(|line| {
        let found = finder(line).map(|label| start + label.start..start + label.end);
        start += line.len();
        found
    })
}

/// Finds a `meta` element in a text that does not begin like HTML. Programs other than browsers may
/// know the label.
fn meta(text: &str) -> Option<Range<usize>> {
    page(text)
        .or_else(|| html::label(text, |label| Label::parse(label, LabelSet::default()).is_ok()))
}

fn coding(line: &str) -> Option<Range<usize>> {
    let is_comment = line.trim_start().starts_with(['#', ';', '%', '/', '"', '.']);
    let at = after(line, "coding").filter(|_| is_comment || line.contains("-*-"))?;
    line[at..].starts_with([':', '=']).then(|| label(line, at + 1)).flatten()
}

fn vim(line: &str) -> Option<Range<usize>> {
    let at = ["vim:", "vi:", "ex:"].iter().find_map(|mode| after(line, mode))?;
    let options = &line[at..];
    let label = value(options, "fileencoding").or_else(|| value(options, "fenc"))?;
    // A colon is between two options.
    let end = options[label.clone()].find(':').map_or(label.end, |colon| label.start + colon);
    Some(at + label.start..at + end)
}

/// Finds the variable `coding` in the list at the end of `text`, for Emacs.
pub(super) fn local_variables(text: &str) -> Option<Range<usize>> {
    let start = after(text, "local variables:")?;
    let found = in_lines(&text[start..], 20, |line| {
        let at = after(line, "coding:")?;
        label(line, at).filter(|_| !line[..at].contains("-coding"))
    })?;
    Some(start + found.start..start + found.end)
}

/// Finds the command that names the encoding of a Vim script.
fn scriptencoding(line: &str) -> Option<Range<usize>> {
    const NAME: &str = "scriptencoding ";
    line.starts_with(NAME).then(|| label(line, NAME.len())).flatten()
}

fn set(line: &str) -> Option<Range<usize>> {
    let label = label(line, line.strip_prefix("SET ").map(|_| "SET ".len())?)?;
    line[label.end..].trim().is_empty().then_some(label)
}

/// Finds the option of `\\usepackage[latin1]{inputenc}`, or the argument of `\\inputencoding`.
fn inputenc(line: &str) -> Option<Range<usize>> {
    let code = line.split('%').next()?;
    if let Some(at) = after(code, "\\inputencoding{") {
        return label(code, at);
    }
    let end = code.find("]{inputenc}")?;
    let start = code[..end].rfind('[')? + 1;
    (code[..start].contains("\\usepackage") || code[..start].contains("\\RequirePackage"))
        .then_some(())?;
    let found = label(code, start)?;
    (found.end == end).then_some(found)
}

/// Finds the line `1 CHAR` of a text that begins like GEDCOM.
fn gedcom(text: &str) -> Option<Range<usize>> {
    text.starts_with("0 HEAD").then_some(())?;
    in_lines(text, 60, |line| label(line, line.strip_prefix("1 CHAR ").map(|_| "1 CHAR ".len())?))
}

/// Finds the first parameter `CHARSET` of a vCard or vCalendar.
fn card(text: &str) -> Option<Range<usize>> {
    let begins = ["BEGIN:VCARD", "BEGIN:VCALENDAR"];
    begins.iter().any(|begin| text.starts_with(begin)).then_some(())?;
    in_lines(text, usize::MAX, |line| {
        let found = label(line, after(line, ";charset=")?)?;
        // The value of the property follows a colon.
        let len = line[found.clone()].find(':').unwrap_or(found.len());
        Some(found.start..found.start + len)
    })
}

/// The starts of the names that hyphenation patterns have, as Hunspell spells them. Other labels, such
/// as `437` or `greek`, can be data.
const OF_PATTERNS: [&str; 4] = ["ISO8859-", "UTF-8", "KOI8-", "microsoft-cp"];

/// Finds the label that is all of the first line of `text`, if more lines follow.
fn first_line(text: &str) -> Option<Range<usize>> {
    let (line, rest) = text.split_once('\n')?;
    let found = label(line, 0)?;
    OF_PATTERNS.iter().any(|start| line[found.clone()].starts_with(start)).then_some(())?;
    // A list of labels is not a declaration.
    let next = rest.lines().find(|line| !line.trim().is_empty())?;
    let is_label = |line: &str| Label::parse(line.trim(), LabelSet::default()).is_ok();
    (found.start == 0 && line[found.end..].trim().is_empty() && !is_label(next)).then_some(found)
}

/// Returns the range of the label that `text` has at `at`, after spaces and a quotation mark.
fn label(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text[at..].trim_start();
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let start = text.len() - rest.len();
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || "-_.:+".contains(c));
    let len = rest.find(is_end).unwrap_or(rest.len());
    (len > 0).then_some(start..start + len)
}

/// Returns the range of the label after `name` and an equals sign.
fn value(text: &str, name: &str) -> Option<Range<usize>> {
    let at = after(text, name)?;
    let rest = text[at..].trim_start().strip_prefix('=')?;
    label(text, text.len() - rest.len())
}

/// Returns the end of the first `name` in `text`, in any letter case.
fn after(text: &str, name: &str) -> Option<usize> {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    let (lower, upper) = (name.first()?.to_ascii_lowercase(), name.first()?.to_ascii_uppercase());
    let is_name = |at: &usize| {
        text.get(*at..*at + name.len()).is_some_and(|part| part.eq_ignore_ascii_case(name))
    };
    memchr::memchr2_iter(lower, upper, text).find(is_name).map(|at| at + name.len())
}
