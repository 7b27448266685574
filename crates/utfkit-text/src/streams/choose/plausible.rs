//! Whether units of several bytes are text, or only happen to be well-formed.

use icu_properties::{CodePointMapData, props::GeneralCategory};
use utfkit::{Encoding, encoding::Label, transcode::Transcoder, utf8};

/// What is seen of a text in units of several bytes, without a BOM.
///
/// Almost any bytes are well-formed as UTF-16 if there is an even number of them: pairs of Latin
/// letters are Chinese characters. So text is plausible only if every character of it is assigned,
/// none is for private use, and none is a control but those that lay text out; and if it has at
/// least one that text in any script has, and that no text of one byte a character can be taken
/// for: one of ASCII, whose other bytes are NUL, or a comma or full stop of Chinese, whose second
/// byte is a control. That leaves out a few words of Chinese without either: a caller has to name
/// their encoding.
#[derive(Debug, Default)]
pub struct Plausible {
    has_sign: bool,
    has_strange: bool,
}

impl Plausible {
    /// The text goes on with `text`, in UTF-8.
    pub fn see(&mut self, text: &[u8]) {
        for character in utf8::chunks(text).flat_map(|chunk| chunk.text().chars()) {
            self.has_sign |=
                matches!(character, '\t' | '\n' | '\r' | ' '..='~' | '\u{3001}' | '\u{3002}');
            self.has_strange |= is_strange(character);
        }
    }

    /// Whether it still may be text.
    pub fn may_be(&self) -> bool {
        !self.has_strange
    }

    /// Whether it is, all of it being seen.
    pub fn is(&self) -> bool {
        self.has_sign && !self.has_strange
    }
}

/// Whether text may be in an encoding, as far as that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It is ill-formed there, or has what no text has.
    Unlikely,
    /// Nothing is against it, nor for it.
    Possible,
    /// It is, as far as can be seen.
    Plausible,
}

/// Whether text that begins with `head`, without a BOM, may be in the encoding of `label`:
/// anything may be in units of one byte.
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
