//! The charsets that UTF-8 is read in wrongly, and the byte of each character in them.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::{
    model::score::{BIT, Cost},
    repair::{
        charset::MojibakeCharset::{self, *},
        events::Fault,
    },
};

/// The number of charsets.
pub(crate) const PAGES: usize = CHARSETS.len();

/// The cost of one line or of several lines in each charset, above the cost in the best one.
pub(crate) type Costs = [Cost; PAGES];

/// A set of charsets that UTF-8 was read in, with one bit per charset.
pub(crate) type Pages = u32;

/// A set of ways in which text was misread, with one bit per way: first the charsets that UTF-8 was
/// read in, then [`CONTROLS`], then the charsets of [`LEGACY`], then [`GBK`].
pub(crate) type Set = u64;

/// The number of ways.
pub(crate) const WAYS: usize = GBK + 1;

/// Characters of windows-1252 that became controls because the text was read as ISO-8859-1.
pub(crate) const CONTROLS: usize = PAGES;

/// UTF-8 that was read as GBK.
pub(crate) const GBK: usize = CONTROLS + 1 + LEGACY.len();

/// The legacy charsets of text that was read as windows-1252 or ISO-8859-1: the label, and the cost
/// of that claim in bits.
const LEGACY: [(&str, Cost); 9] = [
    ("windows-1251", 5),
    ("koi8-r", 6),
    ("windows-1253", 6),
    ("windows-1255", 8),
    ("windows-1256", 8),
    ("gb18030", 6),
    ("shift_jis", 8),
    ("euc-jp", 8),
    ("euc-kr", 8),
];

/// The cost in bits of the claim that UTF-8 was read as GBK.
const COST_OF_GBK: Cost = 6;

/// The set of all charsets of [`LEGACY`].
pub(crate) const ALL_LEGACY: Set = ((1 << LEGACY.len()) - 1) << (PAGES + 1);

/// The set of all charsets that UTF-8 was read in.
pub(crate) const ALL_PAGES: Set = (1 << PAGES) - 1;

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
    /// The charsets in which it begins a sequence that ends with a no-break space. Programs turn
    /// that space into a plain one.
    pub(crate) leads_space: Pages,
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
            // The no-break space continues a sequence if its byte is A0.
            if table.row('\u{A0}').is_some_and(|row| row.bytes[page] == 0xA0) {
                let leads =
                    table.rows.iter_mut().filter(|row| matches!(row.bytes[page], 0xC2 | 0xC3));
                leads.for_each(|row| row.leads_space |= 1 << page);
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
            row.add(page, byte);
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
    const EMPTY: Row = Row { bytes: [0; PAGES], leads: [0; 3], continues: 0, leads_space: 0 };

    fn add(&mut self, page: usize, byte: u8) {
        self.bytes[page] = byte;
        let bit = 1 << page;
        match byte {
            0x80..=0xBF => self.continues |= bit,
            0xC2..=0xDF => self.leads[0] |= bit,
            0xE0..=0xEF => self.leads[1] |= bit,
            0xF0..=0xF4 => self.leads[2] |= bit,
            _ => {}
        }
    }
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

/// Returns the cost of the claim that text was misread in this way.
pub(crate) fn cost(way: usize) -> Cost {
    let bits = match (CHARSETS.get(way), way.checked_sub(PAGES + 1)) {
        (Some((_, _, bits)), _) => *bits,
        (None, Some(at)) => LEGACY.get(at).map_or(COST_OF_GBK, |(_, bits)| *bits),
        (None, None) => 0,
    };
    bits * BIT
}

/// Returns the usual number of bytes per character if this way is a charset of [`LEGACY`].
pub(crate) fn width(way: usize) -> Option<Cost> {
    let (label, _) = LEGACY.get(way.checked_sub(PAGES + 1)?)?;
    let is_wide = ["gb18030", "shift_jis", "euc-jp", "euc-kr"].contains(label);
    Some(if is_wide { 2 } else { 1 })
}

/// Returns the cost of the claim that bytes among UTF-8 are in the charset `page`. Files in charsets
/// of DOS and old Macs are rarer than text that was once read in these.
pub(crate) fn cost_of_bytes(page: usize) -> Cost {
    let is_old = matches!(
        CHARSETS[page].0,
        CodePage437 | CodePage850 | CodePage852 | CodePage866 | MacRoman | MacCyrillic | Koi8R
    );
    cost(page) * if is_old { 3 } else { 1 }
}

/// Returns the encoding of text that was misread in this way, if it is not UTF-8.
pub(crate) fn encoding(way: usize) -> Option<Encoding> {
    static ENCODINGS: OnceBox<Vec<Option<Encoding>>> = OnceBox::new();
    let encodings = ENCODINGS.get_or_init(|| {
        let labels = ["windows-1252"].into_iter().chain(LEGACY.map(|(label, _)| label));
        Box::new(labels.map(|label| label.parse().ok()).collect())
    });
    encodings.get(way.checked_sub(PAGES)?).copied().flatten()
}

/// Returns the fault of `text`, which was misread in this way.
pub(crate) fn fault(way: usize, text: &str) -> Fault {
    let western = || charset(0, text);
    match (CHARSETS.get(way), encoding(way)) {
        (Some((charset, _, _)), _) if way > 0 => Fault::Mojibake { charset: *charset, layers: 1 },
        (_, Some(encoding)) => Fault::Misread { encoding, charset: western() },
        _ if way == GBK => Fault::Mojibake { charset: Gbk, layers: 1 },
        _ => Fault::Mojibake { charset: western(), layers: 1 },
    }
}
