//! Plain text: text that a form and a relative of it encode in the same way.

use crate::{
    form::Form,
    simd::{Range, operations},
};

/// A set of characters that two encodings encode in the same way. Each field that is `false`
/// excludes some.
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

    /// Returns `self` without U+0000.
    pub(crate) const fn without_nul(self) -> Self {
        Self { nul: false, ..self }
    }

    /// Returns `self` without the characters above U+FFFF.
    pub(crate) const fn without_supplementary(self) -> Self {
        Self { supplementary: false, ..self }
    }

    /// Returns `self` without the Hangul of Unicode 1.1 and of today, and without some characters
    /// next to them.
    pub(crate) const fn without_moved(self) -> Self {
        Self { moved: false, ..self }
    }

    /// Returns `self` without the characters above U+007F.
    pub(crate) const fn without_beyond_ascii(self) -> Self {
        Self { beyond_ascii: false, ..self }
    }

    /// Returns the characters in both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            nul: self.nul && other.nul,
            supplementary: self.supplementary && other.supplementary,
            moved: self.moved && other.moved,
            beyond_ascii: self.beyond_ascii && other.beyond_ascii,
        }
    }

    /// Returns the number of bytes at the start of `src` that are plain if they are well-formed in
    /// `form`.
    ///
    /// The bytes are whole code units. A character at the end may be cut only if it is ill-formed.
    pub(crate) fn prefix(self, form: Form, src: &[u8]) -> usize {
        if self == Self::ALL {
            return src.len();
        }
        // Cost: the text of many charsets has few characters of ASCII.
        if !self.beyond_ascii && form.unit() == 1 && src.first().is_some_and(|byte| *byte >= 0x80) {
            return 0;
        }
        let (ranges, len) = self.lacks(form);
        operations::outside(form).run(src, &ranges[..len])
    }

    /// Returns ranges of the code units of `form` that are never in plain text, and their number.
    fn lacks(self, form: Form) -> ([Range; 3], usize) {
        let mut ranges = [Range { first: 0, last: 0 }; 3];
        let mut len = 0;
        let mut add = |first, last| {
            ranges[len] = Range { first, last };
            len += 1;
        };
        // A range above the greatest unit wraps around to U+0000, if that is not plain either.
        let most = u32::MAX >> (32 - 8 * form.unit());
        let end = if self.nul { most } else { 0 };
        let mut wraps = true;
        match form {
            _ if !self.beyond_ascii => add(0x80, end),
            Form::Utf8 if !self.supplementary => add(0xF0, end),
            Form::Utf32Le | Form::Utf32Be if !self.supplementary => add(0x1_0000, end),
            _ => wraps = false,
        }
        if !self.nul && !wraps {
            add(0, 0);
        }
        match form {
            _ if !self.beyond_ascii => {}
            Form::Latin1 => {}
            Form::Utf8 => {
                if !self.moved {
                    // The leads of U+3000..U+4FFF and of U+A000..U+DFFF.
                    add(0xE3, 0xE4);
                    add(0xEA, 0xED);
                }
            }
            Form::Utf16Le | Form::Utf16Be | Form::Utf32Le | Form::Utf32Be => {
                if !self.moved {
                    add(0x3400, 0x4DFF);
                    add(0xAC00, 0xDFFF);
                } else if !self.supplementary && form.unit() == 2 {
                    add(0xD800, 0xDFFF);
                }
            }
        }
        (ranges, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every character next to a border of a set is plain, or stops the prefix.
    #[test]
    fn text_that_is_not_plain_stops_the_prefix() {
        let flags = [true, false];
        for form in Form::ALL {
            for (nul, supplementary) in flags.iter().flat_map(|a| flags.map(|b| (*a, b))) {
                for (moved, beyond_ascii) in flags.iter().flat_map(|a| flags.map(|b| (*a, b))) {
                    check(Plain { nul, supplementary, moved, beyond_ascii }, form);
                }
            }
        }
    }

    fn check(plain: Plain, form: Form) {
        let borders =
            [0, 0x80, 0x100, 0x800, 0x33FF, 0x3400, 0x4E00, 0xAC00, 0xD7A4, 0xE000, 0x1_0000];
        let neighbors = borders.into_iter().flat_map(|at: u32| [at.saturating_sub(1), at, at + 1]);
        for value in neighbors.chain([0x61, 0x5000, 0x9FFF, 0x10_FFFF]) {
            let Some(bytes) = form.encode(value) else { continue };
            let lacks = (!plain.nul && value == 0)
                || (!plain.supplementary && value > 0xFFFF)
                || (!plain.moved && matches!(value, 0x3400..=0x4DFF | 0xAC00..=0xD7A3))
                || (!plain.beyond_ascii && value > 0x7F);
            let whole = plain.prefix(form, bytes.bytes()) == bytes.len();
            assert!(!(lacks && whole), "{plain:?} {form:?} U+{value:04X} is not plain");
            // Some plain characters stop it too, but only a few.
            let near = matches!(value, 0x3000..=0x4FFF | 0xA000..=0xDFFF | 0x1_0000..);
            assert!(lacks || whole || near, "{plain:?} {form:?} U+{value:04X} is plain");
        }
    }
}
