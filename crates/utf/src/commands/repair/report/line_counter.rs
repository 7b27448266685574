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

    /// Moves to the end of `bytes`.
    pub fn pass(&mut self, bytes: &[u8]) {
        let bytes = self.after_bom(bytes);
        let lines = utf8::count_lines(bytes) as u64;
        let last = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| lines > 0);
        if let Some(last) = last {
            (self.lines, self.characters) = (self.lines + lines, 0);
            return self.add(&bytes[last + 1..]);
        }
        self.add(bytes);
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
