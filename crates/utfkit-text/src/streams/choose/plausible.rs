//! Checks whether code units of several bytes are text, and not only well-formed by chance.

use icu_properties::{CodePointMapData, props::GeneralCategory};
use utfkit::{Encoding, encoding::Label, transcode::Transcoder, utf8};

/// Evidence from a text in code units of several bytes, without a BOM.
///
/// Almost any even number of bytes is well-formed UTF-16: pairs of Latin letters become Chinese
/// characters. So a text is plausible only if it meets these conditions:
///
/// - Every character is assigned, and none is for private use.
/// - The only control characters are tab, line feed, form feed and carriage return.
/// - At least one character is common in all scripts, and proves that the text does not have one
///   byte per character. This is an ASCII character, whose other bytes are NUL, or a Chinese comma
///   or full stop, whose second byte is a control.
///
/// A few Chinese words do not have such a character. A caller must name their encoding.
#[derive(Debug, Default)]
pub struct Plausible {
    has_sign: bool,
    has_strange: bool,
}

impl Plausible {
    /// Adds `text`, the next piece of the stream, in UTF-8.
    pub fn see(&mut self, text: &[u8]) {
        for character in utf8::chunks(text).flat_map(|chunk| chunk.text().chars()) {
            self.has_sign |=
                matches!(character, '\t' | '\n' | '\r' | ' '..='~' | '\u{3001}' | '\u{3002}');
            self.has_strange |= is_strange(character);
        }
    }

    /// Returns `true` if the stream may still be plausible text.
    pub fn may_be(&self) -> bool {
        !self.has_strange
    }

    /// Returns `true` if the stream is plausible text. All of it must have been added.
    pub fn is(&self) -> bool {
        self.has_sign && !self.has_strange
    }
}

/// The plausibility of an encoding, judged from the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The text is ill-formed in the encoding, or has characters that text does not have.
    Unlikely,
    /// There is no evidence for or against the encoding.
    Possible,
    /// The start of the text is plausible in the encoding.
    Plausible,
}

/// Judges from `head`, the start of a text without a BOM, whether the text may be in the encoding
/// of `label`. At most 1,024 bytes are used.
///
/// An encoding with code units of one byte is always plausible.
pub fn sight(head: &[u8], label: Label) -> Sight {
    const ENOUGH: usize = 1024;
    if head.is_empty() || label.encoding().unit_bytes() == 1 {
        return Sight::Plausible;
    }
    let head = &head[..head.len().min(ENOUGH)];
    let (mut room, mut plausible) = ([0; 4 * ENOUGH], Plausible::default());
    let mut reader = Transcoder::labelled(label, Encoding::Utf8.into());
    let outcome = reader.transcode(head, &mut room[..], false);
    plausible.see(&room[..outcome.written]);
    match outcome.status {
        utfkit::Status::IllFormed(_) => Sight::Unlikely,
        _ if plausible.is() => Sight::Plausible,
        _ if plausible.may_be() => Sight::Possible,
        _ => Sight::Unlikely,
    }
}

/// Returns `true` if `text`, in UTF-8, has a character that text in a charset does not have, except
/// if it was read in a wrong one: a control from U+0080 on, a private or an unassigned character.
pub(super) fn has_odd(text: &[u8]) -> bool {
    let is_odd = |character: char| !character.is_ascii() && is_strange(character);
    !text.is_ascii() && utf8::chunks(text).any(|chunk| chunk.text().chars().any(is_odd))
}

fn is_strange(character: char) -> bool {
    if matches!(character, '\t' | '\n' | '\x0C' | '\r') {
        return false;
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    matches!(
        category,
        GeneralCategory::Unassigned | GeneralCategory::PrivateUse | GeneralCategory::Control
    )
}
