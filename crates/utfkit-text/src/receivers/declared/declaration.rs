//! A declaration of an encoding, and the facts that it states.

use std::{fmt, ops::Range};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

/// The format of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `<?xml encoding="…"?>`.
    Xml,
    /// `<meta charset="…">`, and the older form with `http-equiv`.
    Html,
    /// `@charset "…";`.
    Css,
    /// The header `Content-Type` of a mail, with `charset=`.
    Mime,
    /// A comment with `coding:`, as for Python and Emacs.
    Coding,
    /// A modeline of Vim with `fileencoding`, or the command `scriptencoding`.
    Vim,
    /// The line `SET` of a Hunspell affix file.
    Hunspell,
}

/// Writes the name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Xml => "XML",
            Format::Html => "HTML",
            Format::Css => "CSS",
            Format::Mime => "MIME",
            Format::Coding => "`coding:`",
            Format::Vim => "Vim",
            Format::Hunspell => "Hunspell",
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
    pub(super) unit: usize,
    /// The position of the ASCII byte in a character.
    pub(super) low: usize,
}

impl Declared {
    /// Returns the declaration whose label is `range` of `text`, a file in which each ASCII
    /// character has one byte.
    pub(super) fn of_bytes(format: Format, text: &[u8], range: Range<usize>) -> Option<Self> {
        let label = str::from_utf8(text.get(range.clone())?).ok()?.to_owned();
        let line = memchr::memchr_iter(b'\n', &text[..range.start]).count() as u64 + 1;
        Some(Self { format, label, range, line, unit: 1, low: 0 })
    }

    /// Returns the encoding of the label, or `None` if the label is unknown.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        let known = |label: &str, set| Label::parse(label, set).ok().map(Label::encoding);
        let label = self.label.trim();
        known(label, LabelSet::default()).or_else(|| match self.format {
            Format::Coding => {
                // Emacs adds the line ends to the name.
                let ends = ["-unix", "-dos", "-mac"];
                let plain = ends.iter().find_map(|end| label.strip_suffix(end)).unwrap_or(label);
                known(plain, LabelSet::default()).or_else(|| known(plain, LabelSet::Python))
            }
            Format::Hunspell => known(label.strip_prefix("microsoft-")?, LabelSet::default()),
            _ => None,
        })
    }

    /// Returns `true` if the label means `encoding`. Text that declares ISO-8859-1 is in
    /// windows-1252.
    pub(crate) fn agrees(&self, encoding: Encoding) -> bool {
        let is_latin1 = |one: Encoding| matches!(one.name(), "iso-8859-1" | "windows-1252");
        let means = |one| one == encoding || (is_latin1(one) && is_latin1(encoding));
        self.encoding().is_some_and(means)
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
    /// HTML and CSS have only the labels that browsers know.
    #[must_use]
    pub fn label_of(&self, encoding: Encoding) -> Option<String> {
        match (self.format, encoding) {
            (_, Encoding::Utf8) => Some("UTF-8".to_owned()),
            (Format::Html | Format::Css, _) if !encoding.is_ascii_compatible() => None,
            (Format::Html | Format::Css, _) => {
                let name = known_name(encoding);
                Label::parse(name, LabelSet::Whatwg).ok().map(|_| usual_case(name))
            }
            (Format::Xml | Format::Mime, _) => Some(usual_case(known_name(encoding))),
            _ => Some(usual_case(common_name(encoding))),
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

/// Returns the name of an encoding that browsers and parsers know best.
fn known_name(encoding: Encoding) -> &'static str {
    match common_name(encoding) {
        "uhc" => "windows-949",
        "cp950" => "big5",
        "cp51932" => "euc-jp",
        "hz" => "hz-gb-2312",
        name => name,
    }
}

/// Returns the name of an encoding that other programs know: that of the standard for browsers, if
/// it has the encoding.
fn common_name(encoding: Encoding) -> &'static str {
    encoding.whatwg_name().unwrap_or_else(|| encoding.name())
}

/// Returns the name of an encoding in its usual case.
fn usual_case(name: &str) -> String {
    let is_upper =
        ["utf", "iso", "koi8", "euc", "gb", "ucs"].iter().any(|one| name.starts_with(one));
    if is_upper { name.to_ascii_uppercase() } else { name.to_owned() }
}

/// Returns the group of encodings that one label may mean. The byte order does not matter, and
/// a superset has all characters of the charset.
fn family(encoding: Encoding) -> &'static str {
    match common_name(encoding) {
        "windows-1252" => "iso-8859-1",
        "uhc" => "euc-kr",
        "gb2312" => "gbk",
        "windows-31j" => "shift_jis",
        "cp51932" => "euc-jp",
        "big5-hkscs" | "cp950" => "big5",
        name => name.trim_end_matches("le").trim_end_matches("be"),
    }
}
