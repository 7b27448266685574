//! A stream as events: well-formed text, stretches of it in numbers, and findings.

use std::sync::LazyLock;

use memchr::{memmem::Finder, memrchr};
use utfkit::{Encoding, Finding, simd, utf8};

use crate::streams::choose::by_line::Use;

/// U+FEFF.
static BOM: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\u{FEFF}"));

/// A stretch of well-formed text, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// How many bytes.
    pub bytes: usize,
    /// How many characters.
    pub characters: usize,
    /// How many line feeds.
    pub lines: usize,
    /// Where the last line begins: behind the last line feed, or at the start.
    pub last_line: usize,
    /// How many characters the last line has.
    pub last_characters: usize,
    /// How many characters are U+FEFF.
    pub boms: usize,
}

impl Stretch {
    /// That of `text`, which is well-formed; only its bytes are counted, unless `measure`.
    pub fn measured(text: &[u8], measure: bool) -> Self {
        match measure {
            true => Self::of(text),
            false => Self { bytes: text.len(), ..Self::default() },
        }
    }

    /// That of `text`, which is well-formed.
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
        // The lead of U+FEFF is EF.
        let boms = match contents.greatest {
            0..0xEF => 0,
            _ => BOM.find_iter(text).count(),
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

    /// Where U+FEFF first stands in `text`, the stretch of which this is.
    pub fn first_bom(&self, text: &[u8]) -> Option<usize> {
        if self.boms == 0 { None } else { BOM.find(text) }
    }
}

/// What follows the events of a stream.
pub trait Events {
    /// The stream begins and is read as `encoding`.
    fn begin(&mut self, encoding: Encoding);
    /// Text that is well-formed, in whatever pieces it comes; a BOM is none of it.
    fn text(&mut self, text: &str);
    /// Text that is well-formed, as UTF-8, and was measured by someone else; never the start of a
    /// stream.
    fn stretch(&mut self, bytes: &[u8], _: &Stretch) {
        utf8::chunks(bytes).for_each(|chunk| self.text(chunk.text()));
    }
    /// Whether the measures of stretches are wanted, beyond how many bytes they have.
    fn measures(&self) -> bool {
        true
    }
    /// A maximal subpart that is ill-formed.
    fn ill_formed(&mut self, finding: Finding);
    /// A character that is well-formed, and that the receiver refuses; it is told in the place of
    /// its text.
    fn refused(&mut self, _: Finding) {}
    /// All that `bytes`, which were read next, made complete has been told. The stream may make us
    /// wait for more.
    fn read(&mut self, bytes: &[u8]);
    /// What lines were read as besides UTF-8, in a stream of lines in several encodings.
    fn used(&mut self, used: &[Use]);
    /// Whether enough is known, so that the rest need not be read.
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
