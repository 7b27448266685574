//! Finds text by its bytes.

use memchr::{arch::all::packedpair::HeuristicFrequencyRank, memmem};
use utfkit::Encoding;

use super::{layout::Spelling, needle::Needle};
use crate::streams::layout::Layout;

/// A text with one spelling, found by its bytes.
#[derive(Debug)]
pub struct Literal {
    needle: Needle,
    forwards: memmem::Finder<'static>,
    backwards: memmem::FinderRev<'static>,
}

impl Literal {
    /// Creates the search for `needle`.
    pub fn new(needle: Needle) -> Self {
        let forwards = finder(needle.bytes(), needle.unit());
        let backwards = memmem::FinderRev::new(needle.bytes()).into_owned();
        Self { needle, forwards, backwards }
    }

    /// Creates the search for `text` in UTF-8.
    pub fn utf8(text: &str) -> Option<Self> {
        let layout = Layout::of(Encoding::Utf8, b"", true)?;
        Self::of(layout, text)
    }

    /// Creates the search for `text` in a stream with this layout. Returns `None` unless it has
    /// exactly one spelling.
    pub fn of(layout: Layout, text: &str) -> Option<Self> {
        match layout.spell(text) {
            Spelling::One(needle) => Some(Self::new(needle)),
            _ => None,
        }
    }

    /// Returns the length of the text in bytes.
    pub fn byte_len(&self) -> usize {
        self.needle.bytes().len()
    }

    /// Returns the offset of the first occurrence in `text`, at `from` or after it.
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        self.needle.find_with(text, from, |rest| self.forwards.find(rest))
    }

    /// Returns the offset of the last occurrence in `text`.
    pub fn rfind(&self, text: &[u8]) -> Option<usize> {
        self.needle.rfind_with(text, |rest| self.backwards.rfind(rest))
    }
}

/// Creates a search for `bytes`, code units of `unit` bytes.
pub fn finder(bytes: &[u8], unit: usize) -> memmem::Finder<'static> {
    match unit {
        1 => memmem::Finder::new(bytes).into_owned(),
        _ => memmem::FinderBuilder::new().build_forward_with_ranker(Wide, bytes).into_owned(),
    }
}

/// The frequency of bytes in text with wide code units. The search looks for the two rarest bytes
/// of a needle.
///
/// NUL is rare in other text, but every second byte of Latin text here. Other low bytes determine
/// the script of a unit, and are frequent, too.
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
