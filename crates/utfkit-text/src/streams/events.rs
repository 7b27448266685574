//! The events of a stream: well-formed text, its measures, and findings.

use memchr::{memmem::Finder, memrchr};
use once_cell::race::OnceBox;
use utfkit::{Encoding, Finding, simd, utf8};

use crate::streams::choose::by_line::Use;

/// Returns the search for U+FEFF.
fn bom() -> &'static Finder<'static> {
    static BOM: OnceBox<Finder<'static>> = OnceBox::new();
    BOM.get_or_init(|| Box::new(Finder::new("\u{FEFF}")))
}

/// The measures of some well-formed text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The number of bytes.
    pub bytes: usize,
    /// The number of characters.
    pub characters: usize,
    /// The number of line feeds.
    pub lines: usize,
    /// The offset of the last line: after the last line feed, or 0.
    pub last_line: usize,
    /// The number of characters in the last line.
    pub last_characters: usize,
    /// The number of characters that are U+FEFF.
    pub boms: usize,
}

impl Stretch {
    /// Measures `text`, which must be well-formed. Unless `measure` is set, only the bytes are
    /// counted.
    pub fn measured(text: &[u8], measure: bool) -> Self {
        if measure { Self::of(text) } else { Self { bytes: text.len(), ..Self::default() } }
    }

    /// Measures `text`, which must be well-formed.
    ///
    /// Cost: a few passes of the active kernels.
    pub fn of(text: &[u8]) -> Self {
        let contents = simd::active().contents(text);
        let last_line = match contents.lines {
            0 => 0,
            _ => memrchr(b'\n', text).map_or(0, |feed| feed + 1),
        };
        let last_characters = match last_line {
            0 => contents.characters,
            _ => utf8::count(&text[last_line..]),
        };
        // U+FEFF begins with EF.
        let boms = match contents.greatest {
            0..0xEF => 0,
            _ => bom().find_iter(text).count(),
        };
        Self {
            bytes: text.len(),
            characters: contents.characters,
            lines: contents.lines,
            last_line,
            last_characters,
            boms,
        }
    }

    /// Returns the offset of the first U+FEFF in `text`, which must be the measured text.
    pub fn first_bom(&self, text: &[u8]) -> Option<usize> {
        if self.boms == 0 { None } else { bom().find(text) }
    }
}

/// Receives the events of a stream.
pub trait Events {
    /// Receives the encoding, at the start of the stream.
    fn begin(&mut self, encoding: Encoding);
    /// Receives well-formed text, in pieces of any size. The BOM is not part of it.
    fn text(&mut self, text: &str);
    /// Receives well-formed UTF-8 that was measured elsewhere. It is never the start of a stream.
    fn stretch(&mut self, bytes: &[u8], _: &Stretch) {
        utf8::chunks(bytes).for_each(|chunk| self.text(chunk.text()));
    }
    /// Returns `true` if stretches must be measured, and not only their bytes counted.
    fn measures(&self) -> bool {
        true
    }
    /// Receives an ill-formed maximal subpart.
    fn ill_formed(&mut self, finding: Finding);
    /// Receives a well-formed character that the receiver rejects, instead of its text.
    fn refused(&mut self, _: Finding) {}
    /// Receives `bytes`, the last that were read, after all events that they completed. Reading
    /// more may block.
    fn read(&mut self, bytes: &[u8]);
    /// Receives the encodings other than UTF-8 that lines were read in, if each line has its own
    /// encoding.
    fn used(&mut self, used: &[Use]);
    /// Returns `true` if the rest of the stream need not be read.
    fn is_satisfied(&self) -> bool;
}

#[cfg(test)]
mod tests {
    use super::Stretch;

    #[test]
    fn numbers_of_a_stretch() {
        let text = "a\u{FEFF}\n\u{20AC}\u{FEFF}\nxy\u{E9}";
        let stretch = Stretch::of(text.as_bytes());
        let expected = Stretch {
            bytes: text.len(),
            characters: 9,
            lines: 2,
            last_line: text.len() - 4,
            last_characters: 3,
            boms: 2,
        };
        assert_eq!(stretch, expected);
        assert_eq!(stretch.first_bom(text.as_bytes()), Some(1));
        assert_eq!(Stretch::of(b""), Stretch::default());
        let last = Stretch::of(b"a\n");
        assert_eq!((last.lines, last.last_line, last.last_characters), (1, 2, 0));
    }
}
