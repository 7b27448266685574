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
    /// The first line of a list of hyphenation patterns.
    Hyphenation,
    /// The option of the LaTeX package `inputenc`.
    Latex,
    /// The line `1 CHAR` of a GEDCOM file.
    Gedcom,
    /// The parameter `CHARSET` of a vCard or vCalendar.
    Card,
    /// Byte 9 of a record of MARC 21: `a` for UTF-8, a space for MARC-8. The label is one of these names.
    Marc,
    /// Byte 29 of a dBASE table, the language driver ID. The label is `LDID/` and its number.
    Dbase,
    /// The file with the extension `.cpg` next to a dBASE table. The label is its content.
    CodePage,
    /// The name of a file of properties for Java, which is read as ISO-8859-1 if it is not UTF-8.
    Properties,
}

/// The names of line ends that Emacs adds to the name of an encoding.
const LINE_ENDS: [&str; 3] = ["-unix", "-dos", "-mac"];

impl Format {
    /// Returns the names of encodings that only this format has. The first name of an encoding is
    /// the one to write.
    fn own_names(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Format::Latex => &[
                ("utf8", "utf-8"),
                ("utf8x", "utf-8"),
                ("latin1", "iso-8859-1"),
                ("latin2", "iso-8859-2"),
                ("latin3", "iso-8859-3"),
                ("latin4", "iso-8859-4"),
                ("latin5", "iso-8859-9"),
                ("latin9", "iso-8859-15"),
                ("latin10", "iso-8859-16"),
                ("ansinew", "windows-1252"),
                ("cp1252", "windows-1252"),
                ("cp1250", "windows-1250"),
                ("cp1251", "windows-1251"),
                ("cp1257", "windows-1257"),
                ("cp850", "ibm850"),
                ("cp852", "ibm852"),
                ("cp866", "ibm866"),
                ("cp437", "ibm437"),
                ("applemac", "macintosh"),
                ("koi8-r", "koi8-r"),
                ("koi8-ru", "koi8-u"),
                ("ascii", "us-ascii"),
            ],
            Format::Gedcom => &[
                ("UTF-8", "utf-8"),
                ("UNICODE", "utf-16"),
                ("ANSI", "windows-1252"),
                ("ASCII", "us-ascii"),
                ("IBMPC", "ibm437"),
            ],
            _ => &[],
        }
    }
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
            Format::Hyphenation => "hyphenation",
            Format::Latex => "LaTeX",
            Format::Gedcom => "GEDCOM",
            Format::Card => "vCard",
            Format::Marc => "MARC",
            Format::Dbase => "dBASE",
            Format::CodePage => "`.cpg`",
            Format::Properties => "`.properties`",
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
    /// Returns the declaration in the `.cpg` file next to a dBASE table. `label` is the content of
    /// that file.
    #[must_use]
    pub fn beside(label: &str) -> Self {
        Self::outside(Format::CodePage, label.trim())
    }

    /// Returns the declaration that the extension `.properties` is: Java reads such a file as
    /// ISO-8859-1 if it is not UTF-8.
    #[must_use]
    pub fn of_properties() -> Self {
        Self::outside(Format::Properties, "ISO-8859-1")
    }

    /// Returns a declaration that is not in the text.
    fn outside(format: Format, label: &str) -> Self {
        Self { format, label: label.to_owned(), range: 0..0, line: 1, unit: 1, low: 0 }
    }

    /// Returns the encoding of the label, or `None` if the label is unknown.
    ///
    /// In HTML and CSS, it is the encoding that browsers use: `iso-8859-1` means windows-1252,
    /// `gb2312` means GBK, and `utf-16` means UTF-8, unless the declaration itself is in UTF-16.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        let known = |label: &str, set| Label::parse(label, set).ok().map(Label::encoding);
        if self.is_of_browsers()
            && let Some(encoding) = known(&self.label, LabelSet::Whatwg)
        {
            return Some(self.in_browsers(encoding));
        }
        self.named()
    }

    /// Returns `true` if browsers read the declaration.
    const fn is_of_browsers(&self) -> bool {
        matches!(self.format, Format::Html | Format::Css)
    }

    /// Returns the encoding that browsers use for a label that means `encoding`: a text whose
    /// declaration can be read as ASCII is not in UTF-16.
    fn in_browsers(&self, encoding: Encoding) -> Encoding {
        match encoding {
            Encoding::Utf16Le | Encoding::Utf16Be if self.unit == 1 => Encoding::Utf8,
            Encoding::Utf16Le | Encoding::Utf16Be if self.low == 1 => Encoding::Utf16Be,
            Encoding::Utf16Le | Encoding::Utf16Be => Encoding::Utf16Le,
            _ if encoding.name() == "x-user-defined" => "windows-1252".parse().unwrap_or(encoding),
            _ => encoding,
        }
    }

    /// Returns the encoding that the label names, or `None` if the label is unknown.
    fn named(&self) -> Option<Encoding> {
        let known = |label: &str, set| Label::parse(label, set).ok().map(Label::encoding);
        let label = self.label.trim();
        if let Some(&(_, name)) =
            self.format.own_names().iter().find(|(own, _)| own.eq_ignore_ascii_case(label))
        {
            return known(name, LabelSet::default());
        }
        known(label, LabelSet::default()).or_else(|| match self.format {
            Format::Coding => {
                // Emacs adds the line ends to the name.
                let plain =
                    LINE_ENDS.iter().find_map(|end| label.strip_suffix(end)).unwrap_or(label);
                known(plain, LabelSet::default()).or_else(|| known(plain, LabelSet::Python))
            }
            Format::Hunspell | Format::Hyphenation => {
                known(label.strip_prefix("microsoft-")?, LabelSet::default())
            }
            _ => None,
        })
    }

    /// Returns `true` if the label means `encoding` or a relative with the same characters and more.
    /// Text that declares ISO-8859-1 is in windows-1252, and text that declares windows-31j may have
    /// only characters of Shift_JIS.
    pub(crate) fn agrees(&self, encoding: Encoding) -> bool {
        let is_latin1 = |one: Encoding| matches!(one.name(), "iso-8859-1" | "windows-1252");
        let means = |one| one == encoding || (is_latin1(one) && is_latin1(encoding));
        let is_family = |one| family(one) == family(encoding);
        // Java tries UTF-8 first.
        let is_tried = self.format == Format::Properties && encoding == Encoding::Utf8;
        is_tried
            || self.named().is_some_and(means)
            || self.encoding().is_some_and(|one| means(one) || is_family(one))
    }

    /// Returns `true` if the label contradicts the fact that the text is in `encoding`. `ascii`
    /// must be `true` if the text has only ASCII characters. An unknown label contradicts nothing.
    #[must_use]
    pub fn contradicts(&self, encoding: Encoding, ascii: bool) -> bool {
        let Some(declared) = self.encoding() else { return false };
        // A text of ASCII is the same in all encodings that keep ASCII. MARC-8 does without its escape
        // sequences.
        let keeps_ascii = declared.is_ascii_compatible() || self.format == Format::Marc;
        let both_keep_ascii = keeps_ascii && encoding.is_ascii_compatible();
        if ascii && both_keep_ascii || family(declared) == family(encoding) {
            return false;
        }
        // Browsers read a charset such as ISO-8859-9 in a page as windows-1254.
        let is_named = || self.named().is_some_and(|one| one == encoding);
        !(self.is_of_browsers() && encoding.is_ascii_compatible() && is_named())
    }

    /// Returns the label for `encoding`, or `None` if a declaration of this format cannot have it.
    /// HTML and CSS have only the labels that browsers know.
    #[must_use]
    pub fn label_of(&self, encoding: Encoding) -> Option<String> {
        // A card may have the parameter at any property, and only the first one is known. Headers of
        // records also have lengths in bytes, which another encoding changes.
        if matches!(
            self.format,
            Format::Card | Format::Marc | Format::Dbase | Format::CodePage | Format::Properties
        ) {
            return None;
        }
        let own = || self.format.own_names().iter().find(|(_, name)| *name == encoding.name());
        if let Some((name, _)) = own() {
            return Some((*name).to_owned());
        }
        let label = match (self.format, encoding) {
            // These programs know only the names in the table.
            (Format::Latex | Format::Gedcom, _) => return None,
            (_, Encoding::Utf8) => Some("UTF-8".to_owned()),
            (Format::Html | Format::Css, _) if !encoding.is_ascii_compatible() => None,
            (Format::Html | Format::Css, _) => {
                let name = known_name(encoding);
                Label::parse(name, LabelSet::Whatwg).ok().map(|_| usual_case(name))
            }
            (Format::Xml | Format::Mime, _) => Some(usual_case(known_name(encoding))),
            (Format::Hunspell | Format::Hyphenation, _) => {
                let name = usual_case(common_name(encoding)).replace("ISO-", "ISO");
                Some(name.replace("windows-", "microsoft-cp"))
            }
            _ => Some(usual_case(common_name(encoding))),
        };
        let is_lower = !self.label.bytes().any(|byte| byte.is_ascii_uppercase());
        let is_comment = matches!(self.format, Format::Coding | Format::Vim);
        label.map(|mut label| {
            if is_comment && is_lower {
                label.make_ascii_lowercase();
            }
            label + self.line_ends()
        })
    }

    /// Returns the name of line ends that Emacs adds to the name of an encoding.
    fn line_ends(&self) -> &str {
        let ends = LINE_ENDS.iter().find(|end| self.label.ends_with(**end));
        ends.filter(|_| self.format == Format::Coding).copied().unwrap_or_default()
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
