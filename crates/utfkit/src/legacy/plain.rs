//! Plain text: what a form and a relative of it spell alike.

use crate::form::Form;

/// A set of characters that two encodings spell alike, as what it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    nul: bool,
    supplementary: bool,
    moved: bool,
    beyond_ascii: bool,
}

impl Plain {
    /// All characters.
    pub(crate) const ALL: Plain =
        Plain { nul: true, supplementary: true, moved: true, beyond_ascii: true };

    /// All of `self` but U+0000.
    pub(crate) const fn without_nul(self) -> Self {
        Self { nul: false, ..self }
    }

    /// All of `self` up to U+FFFF.
    pub(crate) const fn without_supplementary(self) -> Self {
        Self { supplementary: false, ..self }
    }

    /// All of `self` but U+3000..U+DFFF, among which Hangul moved between Unicode 1.1 and 2.0.
    #[expect(dead_code, reason = "for UNICODE-1-1")]
    pub(crate) const fn without_moved(self) -> Self {
        Self { moved: false, ..self }
    }

    /// All of `self` up to U+007F.
    pub(crate) const fn without_beyond_ascii(self) -> Self {
        Self { beyond_ascii: false, ..self }
    }

    /// What is in both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            nul: self.nul && other.nul,
            supplementary: self.supplementary && other.supplementary,
            moved: self.moved && other.moved,
            beyond_ascii: self.beyond_ascii && other.beyond_ascii,
        }
    }

    /// How many octets at the start of `src` can only be plain if they are well-formed in `form`: whole
    /// code units, and characters as far as they are well-formed.
    pub(crate) fn prefix(self, form: Form, src: &[u8]) -> usize {
        if self == Self::ALL {
            return src.len();
        }
        match form {
            Form::Ascii | Form::Latin1 => {
                let limits = Limits::new(self.nul, self.beyond_ascii, 0x80, true, 0, 0);
                prefix(src.as_chunks().0, |[octet]: [u8; 1]| limits.holds(octet.into()))
            }
            Form::Utf8 => {
                let beyond = if self.supplementary { 0x100 } else { 0xF0 };
                let top = if self.beyond_ascii { beyond } else { 0x80 };
                // The leads of U+3000 up to U+DFFF.
                let limits = Limits::new(self.nul, false, top, self.moved, 0xE3, 0xED);
                prefix(src.as_chunks().0, |[octet]: [u8; 1]| limits.holds(octet.into()))
            }
            Form::Utf16Le => self.units16(src, u16::from_le_bytes),
            Form::Utf16Be => self.units16(src, u16::from_be_bytes),
            Form::Utf32Le => self.units32(src, u32::from_le_bytes),
            Form::Utf32Be => self.units32(src, u32::from_be_bytes),
        }
    }

    fn units16(self, src: &[u8], unit: impl Fn([u8; 2]) -> u16) -> usize {
        // Where supplementary characters are not plain, neither are surrogates.
        let first = if self.moved { 0xD800 } else { 0x3000 };
        let whole = self.moved && self.supplementary;
        let limits = Limits::new(self.nul, self.beyond_ascii, 0x80, whole, first, 0xDFFF);
        prefix(src.as_chunks().0, |octets| limits.holds(unit(octets).into()))
    }

    fn units32(self, src: &[u8], unit: impl Fn([u8; 4]) -> u32) -> usize {
        let beyond = if self.supplementary { u32::MAX } else { 0x1_0000 };
        let top = if self.beyond_ascii { beyond } else { 0x80 };
        let limits = Limits::new(self.nul, false, top, self.moved, 0x3000, 0xDFFF);
        prefix(src.as_chunks().0, |octets| limits.holds(unit(octets)))
    }
}

/// A test that compiles to three comparisons, whatever is tested for.
#[derive(Clone, Copy)]
struct Limits {
    bottom: u32,
    top: u32,
    hole: u32,
    hole_len: u32,
}

impl Limits {
    /// From 0 (from 1 without `nul`) up to below `top`, unless `open`; without `first` up to `last`, unless `whole`.
    const fn new(nul: bool, open: bool, top: u32, whole: bool, first: u32, last: u32) -> Self {
        Self {
            bottom: if nul { 0 } else { 1 },
            top: if open { u32::MAX } else { top },
            hole: first,
            hole_len: if whole { 0 } else { last - first + 1 },
        }
    }

    #[inline(always)]
    const fn holds(self, unit: u32) -> bool {
        (unit >= self.bottom) & (unit < self.top) & (unit.wrapping_sub(self.hole) >= self.hole_len)
    }
}

/// How many octets the units have at the start of `units` for which `holds`.
#[inline(always)]
fn prefix<const N: usize>(units: &[[u8; N]], holds: impl Fn([u8; N]) -> bool) -> usize {
    const BLOCK: usize = 64;
    let mut done = 0;
    for block in units.chunks_exact(BLOCK) {
        // Without a branch a unit, a compiler can keep the answers in vectors.
        if !block.iter().fold(true, |all, &unit| all & holds(unit)) {
            break;
        }
        done += BLOCK;
    }
    done += units[done..].iter().position(|&unit| !holds(unit)).unwrap_or(units.len() - done);
    done * N
}
