//! Finds input that is UTF-8 although an option names another encoding.

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    transcode::{Policy, convert_with, decode_lossy},
    utf8::{Piece, Utf8Stream},
};
use utfkit_text::detect::content;

use crate::{args::encoding::From, commands::convert::plan::Plan};

/// Watches whether an input is valid UTF-8, or has a BOM, although `-f` names another encoding.
pub(in crate::commands::convert) struct Utf8Watch {
    named: Encoding,
    /// The encoding of the BOM, if the named encoding reads the BOM as text. The BOM of UTF-8 is
    /// valid UTF-8.
    pub(super) bom: Option<Encoding>,
    /// Whether no bytes were added yet.
    is_start: bool,
    stream: Utf8Stream,
    /// Whether the input so far is valid UTF-8.
    pub(super) holds: bool,
    /// Whether the named encoding reads the input so far as another text.
    pub(super) differs: bool,
    /// Whether the input so far is a drawing of lines in the named encoding.
    is_drawing: bool,
    reads_ascii: bool,
    /// Whether the input has a NUL, which text in units of several bytes contains, but not text in
    /// UTF-8.
    pub(super) has_nul: bool,
}

impl Utf8Watch {
    /// Creates the watch for an input that is read as `label`. Returns `None` if text in UTF-8 is
    /// the same text in that encoding, or if the user expects UTF-8.
    pub(in crate::commands::convert) fn new(label: Label, plan: &Plan) -> Option<Self> {
        let named = label.encoding();
        let is_same_text = named.has_utf8_units() || named == plan.output.to.encoding();
        if plan.input.from == From::Auto || plan.input.force_from || is_same_text {
            return None;
        }
        Some(Self {
            named,
            bom: None,
            is_start: true,
            stream: Utf8Stream::new(),
            holds: true,
            differs: false,
            is_drawing: true,
            reads_ascii: reads_ascii(named),
            has_nul: false,
        })
    }

    /// Adds the next bytes of the input. Nothing is done after the first error.
    pub(in crate::commands::convert) fn push(&mut self, bytes: &[u8]) {
        if std::mem::take(&mut self.is_start) && self.named.unit_bytes() == 1 {
            let bom = Bom::of(bytes).map(Bom::encoding);
            self.bom = bom.filter(|&other| other != Encoding::Utf8);
        }
        if !self.holds {
            return;
        }
        if self.named.unit_bytes() > 1 && memchr::memchr(0, bytes).is_some() {
            (self.holds, self.has_nul) = (false, true);
            return;
        }
        // In EBCDIC, a few letters may be valid UTF-8. But line ends are other controls there.
        if !self.reads_ascii && bytes.iter().any(|&byte| byte == 0 || content::is_odd(byte)) {
            self.holds = false;
            return;
        }
        for piece in self.stream.feed(bytes) {
            match piece {
                Piece::Text(text) => {
                    self.differs |= !self.reads_ascii || !text.is_ascii();
                    self.is_drawing = self.is_drawing && is_drawing(text, self.named);
                }
                Piece::IllFormed(_) => {
                    self.holds = false;
                    return;
                }
            }
        }
    }

    /// Returns `true` if the input, all of which was added, is valid UTF-8 and another text in the
    /// named encoding.
    pub(super) fn is_utf8(&self) -> bool {
        let is_open = self.holds && self.differs && !self.is_drawing;
        is_open && self.stream.clone().finish().next().is_none()
    }

    /// Returns a warning if the input is valid UTF-8, or has a BOM.
    pub(in crate::commands::convert) fn message(&self) -> Option<String> {
        let is = match self.bom {
            Some(other) => format!("has a BOM of {other}"),
            None if self.is_utf8() => "is valid UTF-8".to_owned(),
            None => return None,
        };
        let named = self.named;
        Some(format!("the input {is}; `-f {named}` reads it as {named}"))
    }
}

/// Returns `true` if `text` is a drawing of lines in `named`, such as `╔╗`, that is valid UTF-8 by chance.
/// As UTF-8, it has only characters for phonetics and the like, next to no letter.
fn is_drawing(text: &str, named: Encoding) -> bool {
    let is_phonetic = |one: char| matches!(one, '\u{180}'..='\u{36F}');
    let mut last = ' ';
    let is_rare = text.chars().all(|one| {
        let before = std::mem::replace(&mut last, one);
        let is_inside = !one.is_ascii() && before.is_ascii_alphanumeric();
        let is_before = one.is_ascii_alphanumeric() && !before.is_ascii();
        (one.is_ascii() || is_phonetic(one)) && !is_inside && !is_before
    });
    let is_line = |one: char| matches!(one, '\u{2500}'..='\u{259F}');
    let reading = || decode_lossy(text.as_bytes(), named).0;
    is_rare && reading().chars().all(|one| one.is_ascii() || is_line(one))
}

/// Returns `true` if `encoding` reads ASCII as ASCII, or has only ASCII bytes. UTF-16 and EBCDIC do
/// not.
pub(super) fn reads_ascii(encoding: Encoding) -> bool {
    const ASCII: &[u8] = b"Az 09\r\n.";
    // Shifts consist of ASCII bytes. The UTF-7 of IMAP has no line ends.
    if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) {
        return true;
    }
    let read = convert_with(ASCII, encoding, Encoding::Utf8, Policy::Strict);
    read.is_ok_and(|(text, _)| text == ASCII)
}
