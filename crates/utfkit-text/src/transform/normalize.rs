//! Normalization of a stream (UAX #15), right across its pieces.
//!
//! A piece is normalized up to its last boundary: a character before which nothing can change what
//! follows, nor be changed by it. What stands behind it waits for the next piece.

use std::mem;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup},
};

/// A normalization form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Canonical composition
    Nfc,
    /// Canonical decomposition
    Nfd,
    /// Compatibility composition: loses distinctions
    Nfkc,
    /// Compatibility decomposition: loses distinctions
    Nfkd,
}

impl Form {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Nfc, Self::Nfd, Self::Nfkc, Self::Nfkd];

    /// Its name in UAX #15.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Nfc => "NFC",
            Form::Nfd => "NFD",
            Form::Nfkc => "NFKC",
            Form::Nfkd => "NFKD",
        }
    }

    /// `text` in this form.
    pub fn of(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        normalize(self, text, &mut out);
        out
    }
}

/// A stream that is being normalized.
pub struct Stream {
    form: Form,
    /// What waits for the next piece: it has no boundary but at its start.
    waiting: String,
    overflowed: bool,
    changed: bool,
    watch: Option<Watch>,
}

/// Looks whether a compatibility form loses what the canonical one keeps.
struct Watch {
    canonical: Form,
    kept: String,
    lost: bool,
}

impl Stream {
    /// The most that waits, in bytes. No text that people write has so many marks on one letter.
    const MAX_WAITING: usize = 1 << 20;

    /// A stream that is to be in `form`, and of which it is `watched` what that loses.
    pub fn new(form: Form, watched: bool) -> Self {
        let canonical = match form {
            Form::Nfkc => Some(Form::Nfc),
            Form::Nfkd => Some(Form::Nfd),
            Form::Nfc | Form::Nfd => None,
        };
        let watch = |canonical| Watch { canonical, kept: String::new(), lost: false };
        let watch = canonical.filter(|_| watched).map(watch);
        Self { form, waiting: String::new(), overflowed: false, changed: false, watch }
    }

    /// Appends to `out` what becomes of the stream up to the last boundary in `text`.
    pub fn push(&mut self, text: &str, out: &mut String) {
        let Some(boundary) = last_boundary(text) else {
            self.waiting.push_str(text);
            if self.waiting.len() > Self::MAX_WAITING {
                self.overflowed = true;
                self.finish(out);
            }
            return;
        };
        let (settled, rest) = text.split_at(boundary);
        if self.waiting.is_empty() {
            self.settle(settled, out);
        } else {
            // Up to the first boundary the piece belongs to what waits.
            self.waiting.push_str(settled);
            self.finish(out);
        }
        self.waiting.push_str(rest);
    }

    /// Appends to `out` what becomes of what waits.
    pub fn finish(&mut self, out: &mut String) {
        let mut waiting = mem::take(&mut self.waiting);
        self.settle(&waiting, out);
        waiting.clear();
        self.waiting = waiting;
    }

    /// Appends to `out` what becomes of `text`.
    fn settle(&mut self, text: &str, out: &mut String) {
        let start = out.len();
        normalize(self.form, text, out);
        self.changed = self.changed || text != &out[start..];
        if let Some(watch) = self.watch.as_mut().filter(|watch| !watch.lost && !text.is_ascii()) {
            watch.kept.clear();
            normalize(watch.canonical, text, &mut watch.kept);
            watch.lost = watch.kept != out[start..];
        }
    }

    /// Whether anything was not in the form.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Whether distinctions were seen to be lost.
    pub fn lost(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.lost)
    }

    /// Whether more had to wait than may: the result is not normalized there.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// Appends `text`, which begins and ends at boundaries, to `out` in `form`.
fn normalize(form: Form, text: &str, out: &mut String) {
    let written = match form {
        Form::Nfc => ComposingNormalizerBorrowed::new_nfc().normalize_to(text, out),
        Form::Nfkc => ComposingNormalizerBorrowed::new_nfkc().normalize_to(text, out),
        Form::Nfd => DecomposingNormalizerBorrowed::new_nfd().normalize_to(text, out),
        Form::Nfkd => DecomposingNormalizerBorrowed::new_nfkd().normalize_to(text, out),
    };
    // A string takes whatever is written.
    written.unwrap_or_default();
}

/// The last place in `text` at which it can be cut: before a character of which [`is_boundary`]
/// holds, or behind a line feed, which stays as it is whatever follows. So a line that is over does
/// not wait.
fn last_boundary(text: &str) -> Option<usize> {
    if text.ends_with('\n') {
        return Some(text.len());
    }
    text.char_indices().rev().find(|&(_, character)| is_boundary(character)).map(|(at, _)| at)
}

/// Whether text may be cut before `character` under every form: its decomposition begins with a
/// character that stays where it is and does not join the one before it.
pub fn is_boundary(character: char) -> bool {
    if character.is_ascii() {
        return true;
    }
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd();
    let mut bytes = [0; 4];
    let first = decomposed.normalize(character.encode_utf8(&mut bytes)).chars().next();
    first.is_some_and(|first| !is_mark(first) && !joins(first))
}

fn is_mark(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    GeneralCategoryGroup::Mark.contains(category)
}

/// Whether `character`, which is no mark, can be the second half of a composition: jamo vowels and
/// finals, and vowel signs of Kirat Rai.
const fn joins(character: char) -> bool {
    matches!(character, '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' | '\u{16D63}'..='\u{16D6A}')
}

/// Marks that can be the second half of a composition: from Arabic to Sinhala, and those of other
/// scripts.
const SECOND_HALVES: [u16; 24] = [
    0x653, 0x654, 0x655, 0x93C, 0x9BE, 0x9D7, 0xB3E, 0xB56, 0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2,
    0xCD5, 0xCD6, 0xD3E, 0xD57, 0xDCA, 0xDCF, 0xDDF, 0x102E, 0x1B35, 0x3099, 0x309A,
];

/// Whether `character`, of the first plane, can be the second half of a composition: of those and
/// no others `NFC_Quick_Check` is Maybe (UAX #15 section 9).
pub fn may_compose(character: char) -> bool {
    match u32::from(character) {
        value @ 0x300..=0x36F => matches!(
            value,
            0x300..=0x304 | 0x306..=0x30C | 0x30F | 0x311 | 0x313 | 0x314 | 0x31B | 0x323..=0x328
                | 0x32D | 0x32E | 0x330 | 0x331 | 0x338 | 0x342 | 0x345
        ),
        value => joins(character) || SECOND_HALVES.iter().any(|&half| u32::from(half) == value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: [Form; 4] = [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd];

    fn whole(form: Form, text: &str) -> String {
        let mut out = String::new();
        normalize(form, text, &mut out);
        out
    }

    /// No composition has a second half before which text may be cut, and all that moves is a mark.
    #[test]
    fn boundaries_are_boundaries() {
        let nfd = DecomposingNormalizerBorrowed::new_nfd();
        // Beyond these planes nothing is decomposed.
        for character in '\0'..'\u{30000}' {
            let mut bytes = [0; 4];
            let decomposed = nfd.normalize(character.encode_utf8(&mut bytes)).into_owned();
            for second in decomposed.chars().skip(1) {
                let is = is_boundary(second) && whole(Form::Nfc, &decomposed).chars().count() == 1;
                assert!(!is, "U+{:04X} of U+{:04X}", u32::from(second), u32::from(character));
            }
        }
    }

    /// Behind a line feed any text is the same as by itself.
    #[test]
    fn a_line_feed_joins_nothing() {
        // The planes between have no characters, and those behind are for private use.
        for character in ('\0'..='\u{3FFFF}').chain('\u{E0000}'..='\u{E0FFF}') {
            let text = format!("\n{character}\u{301}\u{323}");
            for form in FORMS {
                let behind = whole(form, &text[1..]);
                assert!(whole(form, &text).strip_prefix('\n') == Some(&behind), "{text:?}");
            }
        }
    }

    /// No composition has a second half that may not compose.
    #[test]
    fn what_may_compose_is_known() {
        let nfd = DecomposingNormalizerBorrowed::new_nfd();
        for character in '\0'..='\u{FFFF}' {
            let decomposed = nfd.normalize(character.encode_utf8(&mut [0; 4])).into_owned();
            if decomposed.chars().nth(1).is_some()
                && whole(Form::Nfc, &decomposed).chars().count() == 1
            {
                assert!(decomposed.chars().skip(1).all(may_compose), "{character:?}");
            }
        }
    }

    /// Every form of a text in pieces of every size is that of the whole.
    #[test]
    fn pieces_do_not_matter() {
        let text = "e\u{301}\u{327}a\u{328}\u{30A}\u{1100}\u{1161}\u{11A8}\u{AC00}\u{11A8}\u{FB01}\u{3131}\u{314F}\
            \u{16D63}\u{16D67}\u{9C7}\u{9BE}\u{FF76}\u{FF9E}\u{1F600}\u{338}x\u{338}\u{E33}\u{344}q\u{323}\u{307}";
        let letters: Vec<char> = text.chars().collect();
        for form in FORMS {
            for size in 1..letters.len() {
                let (mut stream, mut out) = (Stream::new(form, false), String::new());
                for piece in letters.chunks(size) {
                    stream.push(&piece.iter().collect::<String>(), &mut out);
                }
                stream.finish(&mut out);
                assert_eq!(out, whole(form, text), "{form:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn a_run_of_marks_without_end_is_not_kept_without_end() {
        let (mut stream, mut out) = (Stream::new(Form::Nfc, false), String::new());
        let marks = "\u{301}".repeat(1 << 20);
        for _ in 0..2 {
            stream.push(&marks, &mut out);
        }
        assert!(stream.overflowed());
        assert!(stream.waiting.len() <= Stream::MAX_WAITING);
    }
}
