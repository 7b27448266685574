//! The charsets that UTF-8 is read in wrongly, and the byte of each character in them.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::model::score::{BIT, Cost};
use crate::repair::explain::charset::MojibakeCharset::{self, *};

/// The number of charsets.
pub(crate) const PAGES: usize = CHARSETS.len();

/// A set of charsets that UTF-8 was read in, with one bit per charset.
pub(crate) type Pages = u32;

/// The charsets that UTF-8 was read in: the label, and the cost of that claim in bits.
///
/// The first one stands for windows-1252 and ISO-8859-1.
const CHARSETS: [(MojibakeCharset, &str, Cost); 22] = [
    (Windows1252, "windows-1252", 0),
    (Windows1251, "windows-1251", 3),
    (Windows1250, "windows-1250", 2),
    (CodePage437, "ibm437", 3),
    (MacRoman, "macintosh", 5),
    (CodePage850, "ibm850", 3),
    (Koi8R, "koi8-r", 4),
    (Iso8859_2, "iso-8859-2", 4),
    (Windows1254, "windows-1254", 4),
    (Windows1253, "windows-1253", 4),
    (CodePage866, "ibm866", 5),
    (Iso8859_15, "iso-8859-15", 5),
    (CodePage852, "ibm852", 6),
    (Windows1257, "windows-1257", 5),
    (Windows1255, "windows-1255", 5),
    (Windows1256, "windows-1256", 5),
    (Windows1258, "windows-1258", 5),
    (Windows874, "windows-874", 5),
    (Iso8859_7, "iso-8859-7", 6),
    (MacCyrillic, "x-mac-cyrillic", 8),
    (Iso8859_3, "iso-8859-3", 7),
    (Iso8859_16, "iso-8859-16", 7),
];

/// A character of some of the charsets.
pub(crate) struct Row {
    /// Its byte in each charset; 0 if the charset does not have it.
    pub(crate) bytes: [u8; PAGES],
    /// The charsets in which it begins a sequence of two, three or four bytes.
    pub(crate) leads: [Pages; 3],
    /// The charsets in which it continues a sequence.
    pub(crate) continues: Pages,
    /// The charsets that have it, if it is a letter.
    pub(crate) letter: Pages,
}

/// The characters of all charsets.
pub(crate) struct Table {
    /// The index in `places` of each block of 64 code points; 0 is an empty block.
    blocks: Vec<u16>,
    /// The index in `rows` of each code point; 0 is the empty row.
    places: Vec<[u16; BLOCK]>,
    rows: Vec<Row>,
    /// The characters of the bytes 80 to FF in each charset.
    characters: Vec<char>,
}

const BLOCK: usize = 64;

/// Returns the table of all charsets.
pub(crate) fn table() -> &'static Table {
    static TABLE: OnceBox<Table> = OnceBox::new();
    TABLE.get_or_init(|| Box::new(Table::new()))
}

impl Table {
    fn new() -> Table {
        let mut table = Table {
            blocks: vec![0; 0x1_0000 / BLOCK],
            places: vec![[0; BLOCK]],
            rows: vec![],
            characters: vec![],
        };
        table.rows.push(Row::EMPTY);
        for (page, (_, label, _)) in CHARSETS.into_iter().enumerate() {
            let Ok(encoding) = label.parse::<Encoding>() else { continue };
            // Programs turn a byte without a character into the control of ISO-8859-1. Some
            // programs do so with all bytes from 80 to 9F.
            let has_controls = page == 0 || label.starts_with("windows-125");
            let bytes: [u8; 128] = std::array::from_fn(|at| at as u8 | 0x80);
            // Each byte becomes one character or one U+FFFD.
            let (text, _) = transcode::decode_lossy(&bytes, encoding);
            for (byte, character) in bytes.into_iter().zip(text.chars()) {
                let control = char::from(byte);
                let is_none = character == char::REPLACEMENT_CHARACTER;
                let character = if is_none { control } else { character };
                table.characters.push(character);
                table.add(character, page, byte);
                if has_controls && byte < 0xA0 {
                    table.add(control, page, byte);
                }
            }
        }
        table
    }

    fn add(&mut self, character: char, page: usize, byte: u8) {
        let at = character as usize;
        let Some(block) = self.blocks.get_mut(at / BLOCK) else { return };
        if *block == 0 {
            *block = self.places.len() as u16;
            self.places.push([0; BLOCK]);
        }
        let place = &mut self.places[usize::from(*block)][at % BLOCK];
        if *place == 0 {
            *place = self.rows.len() as u16;
            self.rows.push(Row::EMPTY);
        }
        let row = &mut self.rows[usize::from(*place)];
        if row.bytes[page] == 0 {
            row.add(page, byte, character.is_alphabetic());
        }
    }

    /// Returns the row of `character` if a charset has it.
    pub(crate) fn row(&self, character: char) -> Option<&Row> {
        let at = character as usize;
        let block = self.blocks.get(at / BLOCK)?;
        let place = self.places[usize::from(*block)][at % BLOCK];
        (place > 0).then(|| &self.rows[usize::from(place)])
    }
}

impl Row {
    const EMPTY: Row = Row { bytes: [0; PAGES], leads: [0; 3], continues: 0, letter: 0 };

    fn add(&mut self, page: usize, byte: u8, is_letter: bool) {
        self.bytes[page] = byte;
        let bit = 1 << page;
        if is_letter {
            self.letter |= bit;
        }
        match byte {
            0x80..=0xBF => self.continues |= bit,
            0xC2..=0xDF => self.leads[0] |= bit,
            0xE0..=0xEF => self.leads[1] |= bit,
            0xF0..=0xF4 => self.leads[2] |= bit,
            _ => {}
        }
    }
}

/// Returns `true` if the charset is windows-1252, or has most of its characters at the same bytes.
pub(crate) fn is_western(page: u8) -> bool {
    matches!(CHARSETS[usize::from(page)].0, Windows1252 | Iso8859_15)
}

/// Returns the character of `byte` in the charset `page`.
pub(crate) fn character(page: usize, byte: u8) -> char {
    let at = page * 0x80 + usize::from(byte & 0x7F);
    table().characters.get(at).copied().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns the charset `page` of `text`: ISO-8859-1 if `text` is the same in windows-1252.
pub(crate) fn charset(page: usize, text: &str) -> MojibakeCharset {
    let is_latin1 = || text.chars().all(|character| character <= '\u{FF}');
    if page == 0 && is_latin1() { Iso8859_1 } else { CHARSETS[page].0 }
}

/// Returns the cost of the claim that UTF-8 was read in a charset.
pub(crate) fn cost(page: usize) -> Cost {
    CHARSETS.get(page).map_or(0, |(_, _, bits)| bits * BIT)
}

/// Returns the encoding of a charset.
pub(crate) fn encoding(page: usize) -> Option<Encoding> {
    CHARSETS.get(page)?.1.parse().ok()
}
