//! Text that is found by its bytes.

use memchr::{arch::all::packedpair::HeuristicFrequencyRank, memmem};
use utfkit::Encoding;

use super::{
    layout::{Layout, Spelling},
    needle::Needle,
};

/// Text that is found by its bytes.
#[derive(Debug)]
pub struct Literal {
    needle: Needle,
    forwards: memmem::Finder<'static>,
    backwards: memmem::FinderRev<'static>,
}

impl Literal {
    /// Text that has these bytes.
    pub fn new(needle: Needle) -> Self {
        let forwards = finder(needle.bytes(), needle.unit());
        let backwards = memmem::FinderRev::new(needle.bytes()).into_owned();
        Self { needle, forwards, backwards }
    }

    /// `text` as UTF-8 has it.
    pub fn utf8(text: &str) -> Option<Self> {
        let layout = Layout::of(Encoding::Utf8, b"", true)?;
        Self::of(layout, text)
    }

    /// `text` as a stream that is laid out as `layout` has it, if in one way only.
    pub fn of(layout: Layout, text: &str) -> Option<Self> {
        match layout.spell(text) {
            Spelling::One(needle) => Some(Self::new(needle)),
            _ => None,
        }
    }

    /// Returns the number of bytes that it has.
    pub fn byte_len(&self) -> usize {
        self.needle.bytes().len()
    }

    /// Where it stands first in `text` at `from` or behind it.
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        self.needle.find_with(text, from, |rest| self.forwards.find(rest))
    }

    /// Where it stands last in `text`.
    pub fn rfind(&self, text: &[u8]) -> Option<usize> {
        self.needle.rfind_with(text, |rest| self.backwards.rfind(rest))
    }
}

/// A search for `bytes`, code units of `unit` bytes.
pub fn finder(bytes: &[u8], unit: usize) -> memmem::Finder<'static> {
    match unit {
        1 => memmem::Finder::new(bytes).into_owned(),
        _ => memmem::FinderBuilder::new().build_forward_with_ranker(Wide, bytes).into_owned(),
    }
}

/// How frequent bytes are in text of wide code units: of the two rarest in a needle, occurrences
/// are looked at.
///
/// NUL is rare elsewhere, and half of a Latin text here; other low bytes say which script a unit
/// is of.
struct Wide;

impl HeuristicFrequencyRank for Wide {
    fn rank(&self, byte: u8) -> u8 {
        match byte {
            0 => u8::MAX,
            b' ' | b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 250,
            1..=0x1F => 240,
            b'a'..=b'z' => 220,
            b'0'..=b'9' | b'A'..=b'Z' | 0x80.. => 150,
            _ => 120,
        }
    }
}
