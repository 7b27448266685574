//! Lines and columns of what is told.

use utfkit::utf8;

/// How far a text has been told.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineCounter {
    /// Line feeds.
    lines: u64,
    /// Characters behind the last of them.
    characters: u64,
    /// How much of a BOM was passed, which is no column; all of it, too, where there was
    /// none.
    bom: usize,
}

/// U+FEFF in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl LineCounter {
    /// The line and the column of what comes next, from 1.
    pub fn place(self) -> (u64, u64) {
        // A BOM that does not go on is a character that was cut.
        let cut = (1..BOM.len()).contains(&self.bom);
        (self.lines + 1, self.characters + 1 + u64::from(cut))
    }

    /// Goes on behind `bytes`.
    pub fn pass(&mut self, bytes: &[u8]) {
        let bytes = self.behind_bom(bytes);
        let lines = utf8::count_lines(bytes) as u64;
        let last = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| lines > 0);
        if let Some(last) = last {
            (self.lines, self.characters) = (self.lines + lines, 0);
            return self.add(&bytes[last + 1..]);
        }
        self.add(bytes);
    }

    /// What of `bytes` is no BOM that the text begins with.
    fn behind_bom<'o>(&mut self, bytes: &'o [u8]) -> &'o [u8] {
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

    /// Goes on in the line: what is ill-formed counts as the U+FFFD that would be written for it.
    fn add(&mut self, bytes: &[u8]) {
        for chunk in utf8::chunks(bytes) {
            let ill_formed = chunk.finding().map_or(0, |finding| finding.subparts());
            self.characters += (chunk.text().chars().count() + ill_formed) as u64;
        }
    }
}
