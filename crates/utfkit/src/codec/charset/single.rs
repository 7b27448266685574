//! Single-byte charsets that neither `encoding_rs` nor `oem_cp` has.

/// The characters of 80..FF, and an index from the characters to their bytes.
pub(crate) struct Table {
    characters: [char; HIGH],
    /// The positions in `characters`, sorted by the characters there.
    places: [u8; HIGH],
}

/// The number of bytes from 80 on.
const HIGH: usize = 0x80;

impl Table {
    const fn new(characters: [char; HIGH]) -> Self {
        let mut places = [0; HIGH];
        let mut len = 0;
        while len < HIGH {
            // Inserts the next position before those with greater characters.
            let mut at = len;
            while at > 0 && characters[places[at - 1] as usize] as u32 > characters[len] as u32 {
                places[at] = places[at - 1];
                at -= 1;
            }
            places[at] = len as u8;
            len += 1;
        }
        Self { characters, places }
    }

    /// Returns the character of `byte`, which is at least 80.
    pub(super) fn decode(&self, byte: u8) -> char {
        self.characters[usize::from(byte) - HIGH]
    }

    /// Returns the byte of `character`, which is not ASCII.
    pub(super) fn encode(&self, character: char) -> Option<u8> {
        let character_at = |place: &u8| self.characters[usize::from(*place)];
        let found = self.places.binary_search_by_key(&character, character_at).ok()?;
        Some(self.places[found] + HIGH as u8)
    }
}

/// Mac OS Central European, according to Apple's table `CENTEURO.TXT` on unicode.org.
///
/// Apple made this charset, so its table decides. Microsoft's table of code page 10029, which
/// Python's `mac_latin2` was made from, has the same characters.
#[rustfmt::skip]
pub(super) static MAC_CENTRAL_EUROPEAN: Table = Table::new([
    'Ä', 'Ā', 'ā', 'É', 'Ą', 'Ö', 'Ü', 'á', 'ą', 'Č', 'ä', 'č', 'Ć', 'ć', 'é', 'Ź',
    'ź', 'Ď', 'í', 'ď', 'Ē', 'ē', 'Ė', 'ó', 'ė', 'ô', 'ö', 'õ', 'ú', 'Ě', 'ě', 'ü',
    '†', '°', 'Ę', '£', '§', '•', '¶', 'ß', '®', '©', '™', 'ę', '¨', '≠', 'ģ', 'Į',
    'į', 'Ī', '≤', '≥', 'ī', 'Ķ', '∂', '∑', 'ł', 'Ļ', 'ļ', 'Ľ', 'ľ', 'Ĺ', 'ĺ', 'Ņ',
    'ņ', 'Ń', '¬', '√', 'ń', 'Ň', '∆', '«', '»', '…', '\u{A0}', 'ň', 'Ő', 'Õ', 'ő', 'Ō',
    '–', '—', '“', '”', '‘', '’', '÷', '◊', 'ō', 'Ŕ', 'ŕ', 'Ř', '‹', '›', 'ř', 'Ŗ',
    'ŗ', 'Š', '‚', '„', 'š', 'Ś', 'ś', 'Á', 'Ť', 'ť', 'Í', 'Ž', 'ž', 'Ū', 'Ó', 'Ô',
    'ū', 'Ů', 'Ú', 'ů', 'Ű', 'ű', 'Ų', 'ų', 'Ý', 'ý', 'ķ', 'Ż', 'Ł', 'ż', 'Ģ', 'ˇ',
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_character_of_its_own() {
        for byte in 0x80..=0xFF {
            let character = MAC_CENTRAL_EUROPEAN.decode(byte);
            assert!(!character.is_ascii());
            assert_eq!(MAC_CENTRAL_EUROPEAN.encode(character), Some(byte), "{character}");
        }
    }
}
