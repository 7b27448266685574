//! Files of records whose header has a code for the encoding: MARC 21 and dBASE.

use std::borrow::Cow;

use super::declaration::{Declared, Format};

/// A file of records, recognized by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Records {
    /// MARC 21, as it is exchanged (ISO 2709). Byte 9 is `a` for UTF-8 and a space for MARC-8.
    Marc { is_utf8: bool },
    /// A table of dBASE, with the length of its header and the language driver ID.
    Dbase { header: usize, driver: u8 },
}

/// The length of the leader of a record of MARC.
const LEADER: usize = 24;

/// The offset of the code for the encoding in a record of MARC.
const CODING: usize = 9;

/// The byte of a dBASE table that has the language driver ID.
const DRIVER: usize = 29;

/// The length of the header of a dBASE table without fields, and of the description of a field.
const FIELD: usize = 32;

/// The first bytes of dBASE tables: FoxBASE, dBASE III to 7, and Visual FoxPro, with and without memos.
const VERSIONS: [u8; 13] =
    [0x02, 0x03, 0x04, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8B, 0x8C, 0xF5, 0xFB];

/// The types of fields.
const TYPES: &[u8] = b"CNLDFMBGPYTIVX@O+QW0";

/// The language driver IDs that say nothing: none, and the code page of Windows on the machine that
/// wrote the file.
const UNCERTAIN: [u8; 2] = [0, 0x57];

/// Returns the format of the records that `head` begins with: MARC 21 or dBASE. They have lengths in
/// bytes, which are wrong after a conversion of the text.
///
/// ```
/// use utfkit_text::receivers::{Format, declared::format_of_records};
/// let record = b"00045nam a2200037   4500001000600000\x1E12345\x1E\x1D";
/// assert_eq!(format_of_records(record), Some(Format::Marc));
/// assert_eq!(format_of_records(b"any other text"), None);
/// ```
#[must_use]
pub fn format_of_records(head: &[u8]) -> Option<Format> {
    Records::of(head).map(Records::format)
}

impl Records {
    /// Returns the format of the file.
    pub(crate) fn format(self) -> Format {
        match self {
            Records::Marc { .. } => Format::Marc,
            Records::Dbase { .. } => Format::Dbase,
        }
    }

    /// Returns the sort of records that `head` begins with.
    pub(crate) fn of(head: &[u8]) -> Option<Records> {
        Self::marc(head).or_else(|| Self::dbase(head))
    }

    fn marc(head: &[u8]) -> Option<Records> {
        let leader = head.get(..LEADER)?;
        let is_number = |at: std::ops::Range<usize>| leader[at].iter().all(u8::is_ascii_digit);
        // The directory has entries of four, five and three digits after the leader.
        let is_marc = is_number(0..5)
            && leader[10..12] == *b"22"
            && is_number(12..17)
            && leader[20..23] == *b"450"
            && leader.is_ascii();
        match leader[CODING] {
            b'a' if is_marc => Some(Records::Marc { is_utf8: true }),
            b' ' if is_marc => Some(Records::Marc { is_utf8: false }),
            _ => None,
        }
    }

    fn dbase(head: &[u8]) -> Option<Records> {
        let field = head.get(FIELD..2 * FIELD)?;
        let header = usize::from(u16::from_le_bytes([head[8], head[9]]));
        let name = field[..11].split(|byte| *byte == 0).next()?;
        let is_table = VERSIONS.contains(&head[0])
            && matches!(head[2], 1..=12)
            && matches!(head[3], 1..=31)
            && header > 2 * FIELD
            && !name.is_empty()
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
            && TYPES.contains(&field[11])
            // The fields end with this byte; Visual FoxPro has the name of a database after it.
            && head.get(..header).is_none_or(|head| head[2 * FIELD..].contains(&b'\r'));
        is_table.then_some(Records::Dbase { header, driver: head[DRIVER] })
    }

    /// Returns the declaration, if the header has one.
    pub(crate) fn declared(self) -> Option<Declared> {
        let (format, label, at) = match self {
            Records::Marc { is_utf8: true } => (Format::Marc, "UTF-8".to_owned(), CODING),
            Records::Marc { is_utf8: false } => (Format::Marc, "MARC-8".to_owned(), CODING),
            Records::Dbase { driver, .. } if UNCERTAIN.contains(&driver) => return None,
            Records::Dbase { driver, .. } => (Format::Dbase, format!("LDID/{driver}"), DRIVER),
        };
        Some(Declared { format, label, range: at..at + 1, line: 1, unit: 1, low: 0 })
    }

    /// Returns `block`, which is at `offset` of the file, with spaces and line feeds for the bytes that
    /// are not of text: the header of a table, and the delimiters of records, fields and subfields.
    pub(crate) fn text(self, block: &[u8], offset: u64) -> Cow<'_, [u8]> {
        match self {
            Records::Marc { .. } => {
                let is_end = |byte: &u8| matches!(byte, 0x1D | 0x1E);
                let is_delimiter = |byte: &u8| matches!(byte, 0x1D..=0x1F);
                let plain = |byte: &u8| match byte {
                    byte if is_end(byte) => b'\n',
                    byte if is_delimiter(byte) => b' ',
                    byte => *byte,
                };
                Cow::Owned(block.iter().map(plain).collect())
            }
            Records::Dbase { header, .. } => {
                let offset = usize::try_from(offset).unwrap_or(usize::MAX);
                let len = header.saturating_sub(offset).min(block.len());
                if len == 0 {
                    return Cow::Borrowed(block);
                }
                let mut text = block.to_vec();
                text[..len].fill(b' ');
                Cow::Owned(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a table with one field and the language driver ID `driver`.
    fn table(driver: u8) -> Vec<u8> {
        let mut table = vec![0; 65];
        table[..4].copy_from_slice(&[0x03, 126, 11, 29]);
        table[8] = 65;
        table[DRIVER] = driver;
        table[32..36].copy_from_slice(b"NAME");
        table[43] = b'C';
        table[64] = b'\r';
        table.extend(b" text");
        table
    }

    #[test]
    fn headers_of_tables_have_a_driver() {
        let records = Records::of(&table(38)).unwrap();
        assert_eq!(records, Records::Dbase { header: 65, driver: 38 });
        let declared = records.declared().unwrap();
        assert_eq!((&*declared.label, declared.range), ("LDID/38", 29..30));
        assert_eq!(Records::of(&table(0)).unwrap().declared(), None);
        assert_eq!(Records::of(&table(0x57)).unwrap().declared(), None);
        let text = records.text(&table(38), 0).into_owned();
        assert_eq!((text[..65].trim_ascii_end(), &text[65..]), (&b""[..], &b" text"[..]));
        assert_eq!(&*records.text(b"text", 65), b"text");
        assert_eq!(&*records.text(b"text", 63), b"  xt");
        for (at, byte) in [(0, b'a'), (2, 13), (3, 0), (8, 9), (32, b'\n'), (43, b'c'), (64, 0)] {
            let mut other = table(38);
            other[at] = byte;
            assert_eq!(Records::of(&other), None, "{at}");
        }
        assert_eq!(Records::of(&table(38)[..63]), None);
    }

    #[test]
    fn leaders_have_a_code() {
        let marc = |leader: &str| Records::of(format!("{leader}001001100000\x1E").as_bytes());
        assert_eq!(marc("00714cam a2200205 a 4500"), Some(Records::Marc { is_utf8: true }));
        let old = marc("00714cam  2200205 a 4500").unwrap();
        assert_eq!(old.declared().unwrap().label, "MARC-8");
        assert_eq!(marc("00714cam z2200205 a 4500"), None);
        assert_eq!(marc("00714cam  2200205 a 4x00"), None);
        assert_eq!(marc("0071 cam  2200205 a 4500"), None);
        assert_eq!(Records::of(b"00714cam  2200205 a 450"), None);
        assert_eq!(&*old.text(b"a\x1Fb\x1E\x1D", 9), b"a b\n\n");
    }
}
