//! The charsets that UTF-8 was taken for: ISO-8859-1 and windows-1252.

/// Which of the two a character is in; both, most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pages {
    pub(crate) latin1: bool,
    pub(crate) windows1252: bool,
}

impl Pages {
    pub(crate) const BOTH: Pages = Pages { latin1: true, windows1252: true };

    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            latin1: self.latin1 && other.latin1,
            windows1252: self.windows1252 && other.windows1252,
        }
    }

    pub(crate) fn is_none(self) -> bool {
        !self.latin1 && !self.windows1252
    }
}

/// The bytes 80 to 9F of windows-1252. Those of no character pass as the controls of Latin-1.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The bytes of the characters up to the last one of [`HIGH`]; 0 of those that are none above 7F.
static BYTES: [u8; '™' as usize + 1] = {
    let mut bytes = [0; '™' as usize + 1];
    let mut byte = 0x80;
    while byte <= 0xFF {
        bytes[byte] = byte as u8;
        byte += 1;
    }
    let mut at = 0;
    while at < HIGH.len() {
        bytes[HIGH[at] as usize] = 0x80 + at as u8;
        at += 1;
    }
    bytes
};

/// The byte above 7F that `character` is in either charset: no character is two.
pub(crate) fn byte(character: char) -> Option<u8> {
    BYTES.get(character as usize).copied().filter(|&byte| byte > 0)
}

/// Which charsets `character`, a byte above 7F of one of them, is in.
pub(crate) fn pages(character: char) -> Pages {
    match u32::from(character) {
        value @ 0x80..=0x9F => {
            Pages { latin1: true, windows1252: HIGH[value as usize - 0x80] == character }
        }
        0xA0..=0xFF => Pages::BOTH,
        _ => Pages { latin1: false, windows1252: true },
    }
}

/// What windows-1252 has in the place of a control of Latin-1; `None` for what is no such control.
pub(crate) fn control_as_1252(character: char) -> Option<char> {
    let at = u32::from(character).checked_sub(0x80)?;
    HIGH.get(at as usize).copied()
}

/// The bytes of UTF-8 with which characters of the bytes 80 to BF begin.
pub(crate) const fn may_begin_continuation(byte: u8) -> bool {
    // U+0080 to U+00BF; Œ to ž; ƒ; ˆ and ˜; quotation marks, €, ™ and the like.
    matches!(byte, 0xC2 | 0xC5 | 0xC6 | 0xCB | 0xE2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_there_and_back() {
        for byte_of in 0x80..=0xFF_u8 {
            let latin1 = char::from(byte_of);
            assert_eq!(byte(latin1), Some(byte_of));
            assert!(pages(latin1).latin1);
            let windows = control_as_1252(latin1).unwrap_or(latin1);
            assert_eq!(byte(windows), Some(byte_of));
            assert!(pages(windows).windows1252);
            let mut first = [0; 4];
            windows.encode_utf8(&mut first);
            assert!(byte_of >= 0xC0 || may_begin_continuation(first[0]), "{windows}");
        }
        assert_eq!(byte('\u{153}'), Some(0x9C));
        assert_eq!(byte('\u{154}'), None);
    }
}
