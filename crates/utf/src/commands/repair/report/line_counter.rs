//! The lines and columns of events.

use utfkit::utf8;

/// The position in a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineCounter {
    /// The number of line feeds so far.
    lines: u64,
    /// The number of characters after the last line feed.
    characters: u64,
    /// The number of bytes of the BOM so far, which does not have a column. It is the length of the
    /// BOM after a start without BOM, too.
    bom: usize,
    /// Whether the text is UTF-16 with a BOM, and big-endian.
    wide: Option<bool>,
    /// The first byte of a code unit of UTF-16.
    half: Option<u8>,
}

/// U+FEFF in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl LineCounter {
    /// Returns the line and the column of the next byte, from 1.
    pub fn place(self) -> (u64, u64) {
        // An incomplete BOM is a truncated character.
        let cut = (1..BOM.len()).contains(&self.bom);
        (self.lines + 1, self.characters + 1 + u64::from(cut))
    }

    /// Returns `true` if the text is UTF-16 with a BOM.
    pub fn is_utf16(self) -> bool {
        self.wide.is_some()
    }

    /// Moves to the end of `bytes`, which are fixed. A byte of UTF-16 without its other half is a
    /// character.
    pub fn pass_fixed(&mut self, bytes: &[u8]) {
        self.pass(bytes);
        self.characters += u64::from(self.half.take().is_some());
    }

    /// Moves to the end of `bytes`.
    pub fn pass(&mut self, bytes: &[u8]) {
        let is_start = (self.lines, self.characters, self.bom) == (0, 0, 0);
        if is_start && self.wide.is_none() {
            self.wide = match bytes {
                [0xFF, 0xFE, ..] => Some(false),
                [0xFE, 0xFF, ..] => Some(true),
                _ => None,
            };
            if self.wide.is_some() {
                return self.units(&bytes[2..]);
            }
        }
        if self.wide.is_some() {
            return self.units(bytes);
        }
        let bytes = self.after_bom(bytes);
        let lines = utf8::count_lines(bytes) as u64;
        let last = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| lines > 0);
        if let Some(last) = last {
            (self.lines, self.characters) = (self.lines + lines, 0);
            return self.add(&bytes[last + 1..]);
        }
        self.add(bytes);
    }

    /// Moves to the end of `bytes` of UTF-16. A pair of surrogates is one character.
    fn units(&mut self, mut bytes: &[u8]) {
        let is_big = self.wide == Some(true);
        let mut count = |pair: [u8; 2]| match if is_big {
            u16::from_be_bytes(pair)
        } else {
            u16::from_le_bytes(pair)
        } {
            0x0A => (self.lines, self.characters) = (self.lines + 1, 0),
            0xDC00..0xE000 => {}
            _ => self.characters += 1,
        };
        if let (Some(half), Some((&first, rest))) = (self.half, bytes.split_first()) {
            count([half, first]);
            (self.half, bytes) = (None, rest);
        }
        let (pairs, half) = bytes.as_chunks::<2>();
        pairs.iter().for_each(|pair| count(*pair));
        self.half = half.first().copied().or(self.half);
    }

    /// Returns `bytes` without the BOM at the start of the text.
    fn after_bom<'o>(&mut self, bytes: &'o [u8]) -> &'o [u8] {
        let left = BOM.get(self.bom..).unwrap_or_default();
        let same = bytes.iter().zip(left).take_while(|(one, other)| one == other).count();
        if same == left.len() || bytes.len() == same {
            self.bom += same;
            return &bytes[same..];
        }
        let passed = std::mem::replace(&mut self.bom, BOM.len());
        self.add(&BOM[..passed]);
        bytes
    }

    /// Adds the characters of `bytes` to the line. An ill-formed subpart is one character.
    fn add(&mut self, bytes: &[u8]) {
        for chunk in utf8::chunks(bytes) {
            let ill_formed = chunk.finding().map_or(0, |finding| finding.subparts());
            self.characters += (chunk.text().chars().count() + ill_formed) as u64;
        }
    }
}
