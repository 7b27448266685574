//! Normalizes a stream (UAX #15), across the boundaries of its pieces.
//!
//! A piece is normalized up to its last boundary. A boundary is a character that neither changes
//! the text before it nor is changed by that text. The text after the boundary waits for the next
//! piece.

use std::mem;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup},
};

/// A normalization form of UAX #15.
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
    /// Every form.
    pub const ALL: &[Self] = &[Self::Nfc, Self::Nfd, Self::Nfkc, Self::Nfkd];

    /// Returns the name in UAX #15.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Nfc => "NFC",
            Form::Nfd => "NFD",
            Form::Nfkc => "NFKC",
            Form::Nfkd => "NFKD",
        }
    }

    /// Returns `text` in this form.
    pub fn of(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        normalize(self, text, &mut out);
        out
    }
}

/// Normalizes a stream.
pub struct Stream {
    form: Form,
    /// The text that waits for the next piece. It has a boundary only at its start, or none.
    waiting: String,
    overflowed: bool,
    changed: bool,
    watch: Option<Watch>,
}

/// Checks whether a compatibility form loses distinctions that the canonical form keeps.
struct Watch {
    canonical: Form,
    kept: String,
    lost: bool,
}

impl Stream {
    /// The maximum length of the waiting text: 1 MiB. No natural letter has that many marks.
    const MAX_WAITING: usize = 1 << 20;

    /// Creates a stream that is normalized to `form`. If it is `watched`, [`lost`](Self::lost)
    /// reports lost distinctions.
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

    /// Adds `text`, the next piece, and appends the result up to its last boundary to `out`.
    ///
    /// More than 1 MiB of text without a boundary [overflows](Self::overflowed).
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
            // The text before the boundary belongs to the waiting text.
            self.waiting.push_str(settled);
            self.finish(out);
        }
        self.waiting.push_str(rest);
    }

    /// Ends the stream, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut String) {
        let mut waiting = mem::take(&mut self.waiting);
        self.settle(&waiting, out);
        waiting.clear();
        self.waiting = waiting;
    }

    /// Normalizes `text`, and appends it to `out`.
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

    /// Returns `true` if normalization changed the text.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Returns `true` if a distinction was lost. That is checked only if the stream is watched.
    pub fn lost(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.lost)
    }

    /// Returns `true` if a run of marks was longer than the maximum. The result is not normalized
    /// there.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// Appends `text` to `out` in `form`. `text` must begin and end at boundaries.
fn normalize(form: Form, text: &str, out: &mut String) {
    let written = match form {
        Form::Nfc => ComposingNormalizerBorrowed::new_nfc().normalize_to(text, out),
        Form::Nfkc => ComposingNormalizerBorrowed::new_nfkc().normalize_to(text, out),
        Form::Nfd => DecomposingNormalizerBorrowed::new_nfd().normalize_to(text, out),
        Form::Nfkd => DecomposingNormalizerBorrowed::new_nfkd().normalize_to(text, out),
    };
    // Writing to a string cannot fail.
    written.unwrap_or_default();
}

/// Returns the last offset at which `text` can be cut: before a character for which [`is_boundary`]
/// is `true`, or at the end, after a line feed.
///
/// No text changes a line feed before it. So a complete line does not wait.
fn last_boundary(text: &str) -> Option<usize> {
    if text.ends_with('\n') {
        return Some(text.len());
    }
    text.char_indices().rev().find(|&(_, character)| is_boundary(character)).map(|(at, _)| at)
}

/// Returns `true` if text may be cut before `character` in every form. This is the case if its
/// decomposition begins with a character that is not reordered and does not compose with the one
/// before it.
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

/// Returns `true` if `character`, which must not be a mark, can be the second character of a
/// composition. These are jamo vowels and finals, and vowel signs of Kirat Rai.
const fn joins(character: char) -> bool {
    matches!(character, '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' | '\u{16D63}'..='\u{16D6A}')
}

/// Marks that can be the second character of a composition: from Arabic to Sinhala, and in other
/// scripts.
const SECOND_HALVES: [u16; 24] = [
    0x653, 0x654, 0x655, 0x93C, 0x9BE, 0x9D7, 0xB3E, 0xB56, 0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2,
    0xCD5, 0xCD6, 0xD3E, 0xD57, 0xDCA, 0xDCF, 0xDDF, 0x102E, 0x1B35, 0x3099, 0x309A,
];

/// Returns `true` if `character` can be the second character of a composition. The result is
/// correct only up to U+FFFF.
///
/// These are the characters whose property `NFC_Quick_Check` is Maybe (UAX #15 section 9).
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

    /// No composition has a second character before which text may be cut. Only marks are
    /// reordered.
    #[test]
    fn boundaries_are_boundaries() {
        let nfd = DecomposingNormalizerBorrowed::new_nfd();
        // No character beyond these planes has a decomposition.
        for character in '\0'..'\u{30000}' {
            let mut bytes = [0; 4];
            let decomposed = nfd.normalize(character.encode_utf8(&mut bytes)).into_owned();
            for second in decomposed.chars().skip(1) {
                let is = is_boundary(second) && whole(Form::Nfc, &decomposed).chars().count() == 1;
                assert!(!is, "U+{:04X} of U+{:04X}", u32::from(second), u32::from(character));
            }
        }
    }

    /// After a line feed, any text is normalized as if it were alone.
    #[test]
    fn a_line_feed_joins_nothing() {
        // Of the ideographs, a sample is enough: they are alike. The planes between have no characters,
        // and those after are for private use.
        let ideographs = ('\u{3400}'..='\u{9FFF}').chain('\u{20000}'..='\u{3FFFF}').step_by(61);
        let others = ('\0'..='\u{33FF}').chain('\u{A000}'..='\u{1FFFF}');
        for character in others.chain(ideographs).chain('\u{E0000}'..='\u{E0FFF}') {
            let text = format!("\n{character}\u{301}\u{323}");
            for form in FORMS {
                let after = whole(form, &text[1..]);
                assert!(whole(form, &text).strip_prefix('\n') == Some(&after), "{text:?}");
            }
        }
    }

    /// `may_compose` is true for the second character of every composition.
    #[test]
    fn may_compose_holds_for_every_second_character() {
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

    /// In every form, a text in pieces has the same result as the whole text.
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
