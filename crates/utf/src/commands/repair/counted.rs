//! Lines and columns of what is told.

use utfkit::utf8;

/// How far a text has been told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// Line feeds.
    lines: u64,
    /// Characters behind the last of them.
    characters: u64,
    /// How much of a signature was passed, which is no column; all of it, too, where there was
    /// none.
    signature: usize,
}

/// U+FEFF in UTF-8.
const SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

impl Counted {
    /// The line and the column of what comes next, from 1.
    pub fn place(self) -> (u64, u64) {
        // A signature that does not go on is a character that was cut.
        let cut = (1..SIGNATURE.len()).contains(&self.signature);
        (self.lines + 1, self.characters + 1 + u64::from(cut))
    }

    /// Goes on behind `octets`.
    pub fn pass(&mut self, octets: &[u8]) {
        let octets = self.behind_signature(octets);
        let lines = utf8::count_lines(octets) as u64;
        let last = octets.iter().rposition(|&octet| octet == b'\n').filter(|_| lines > 0);
        if let Some(last) = last {
            (self.lines, self.characters) = (self.lines + lines, 0);
            return self.add(&octets[last + 1..]);
        }
        self.add(octets);
    }

    /// What of `octets` is no signature that the text begins with.
    fn behind_signature<'o>(&mut self, octets: &'o [u8]) -> &'o [u8] {
        let left = SIGNATURE.get(self.signature..).unwrap_or_default();
        let same = octets.iter().zip(left).take_while(|(one, other)| one == other).count();
        if same == left.len() || octets.len() == same {
            self.signature += same;
            return &octets[same..];
        }
        let passed = std::mem::replace(&mut self.signature, SIGNATURE.len());
        self.add(&SIGNATURE[..passed]);
        octets
    }

    /// Goes on in the line: what is ill-formed counts as the U+FFFD that would be written for it.
    fn add(&mut self, octets: &[u8]) {
        for chunk in utf8::chunks(octets) {
            let ill_formed = chunk.finding().map_or(0, |finding| finding.subparts());
            self.characters += (chunk.text().chars().count() + ill_formed) as u64;
        }
    }
}
