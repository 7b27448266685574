//! The table of all encodings: their numbers, labels and names.
//!
//! The table is built at its first use and never changes.

use std::ffi::CString;

use once_cell::race::OnceBox;
use utfkit::{
    Encoding,
    encoding::{Charset, Label, LabelSet},
};

use super::numbers::utfkit_encoding as number;
use crate::status::utfkit_status;

/// One encoding.
pub(crate) struct Row {
    pub(crate) number: u32,
    pub(crate) label: Label,
    pub(crate) name: CString,
}

/// Labels that say more than their encoding.
const SPECIAL: [(number, LabelSet, &str); 12] = [
    (number::Utf8Bom, LabelSet::Iana, "utf-8-sig"),
    (number::Utf8NoBom, LabelSet::Iana, "utf8nobom"),
    (number::Utf16BeBom, LabelSet::Iana, "utf-16be-bom"),
    (number::Utf16LeBom, LabelSet::Iana, "utf-16le-bom"),
    (number::Utf32BeBom, LabelSet::Iana, "utf-32be-bom"),
    (number::Utf32LeBom, LabelSet::Iana, "utf-32le-bom"),
    (number::Utf16Native, LabelSet::Python, "utf-16"),
    (number::Utf32Native, LabelSet::Python, "utf-32"),
    (number::Utf16RequireBom, LabelSet::Git, "utf-16"),
    (number::Utf32RequireBom, LabelSet::Git, "utf-32"),
    (number::Utf16BeSkipBom, LabelSet::Whatwg, "utf-16be"),
    (number::Utf16LeSkipBom, LabelSet::Whatwg, "utf-16le"),
];

/// Returns the rows, ordered by number.
pub(crate) fn rows() -> &'static [Row] {
    static ROWS: OnceBox<Vec<Row>> = OnceBox::new();
    ROWS.get_or_init(|| {
        let row = |number, label, name: &str| {
            // No name has a NUL; a test reads them all.
            let name = CString::new(name).unwrap_or_default();
            Row { number, label, name }
        };
        let parsed = |label, set| Label::parse(label, set).ok();
        let own = (1..).zip(Encoding::ALL);
        let own = own.map(|(number, encoding)| row(number, (*encoding).into(), encoding.name()));
        let special = SPECIAL.into_iter().filter_map(|(number, set, label)| {
            Some(row(number as u32, parsed(label, set)?, label))
        });
        let stored: Vec<_> = Charset::all().map(Encoding::Charset).collect();
        // Only WHATWG has labels for some charsets, and `Charset::all` does not list them.
        let browsers = LabelSet::Whatwg.labels().map(|(_, label)| label.encoding());
        let is_browsers = |encoding: &Encoding| {
            matches!(encoding, Encoding::Charset(_)) && !stored.contains(encoding)
        };
        let charsets = stored.iter().copied().chain(browsers.filter(is_browsers));
        let charsets = charsets.map(|encoding| {
            let name = encoding.name();
            row(number_of_name(name), encoding.into(), name)
        });
        let mut rows: Vec<_> = own.chain(special).chain(charsets).collect();
        rows.sort_by_key(|row| row.number);
        rows.dedup_by_key(|row| (row.number, row.label.encoding()));
        Box::new(rows)
    })
}

/// Returns the number of a legacy charset: the FNV-1a hash of its name, and the highest bit.
fn number_of_name(name: &str) -> u32 {
    let step = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    name.bytes().fold(0x811C_9DC5, step) | 0x8000_0000
}

/// Returns the row with this number.
pub(crate) fn row(number: u32) -> Result<&'static Row, utfkit_status> {
    let rows = rows();
    let at = rows.binary_search_by_key(&number, |row| row.number);
    at.map_or(Err(utfkit_status::UnknownEncoding), |at| Ok(&rows[at]))
}

/// Returns the label with this number.
pub(crate) fn label(number: u32) -> Result<Label, utfkit_status> {
    row(number).map(|row| row.label)
}

/// Returns the label with this number, or `None` for `UTFKIT_ENCODING_NONE`.
pub(crate) fn optional_label(number: u32) -> Result<Option<Label>, utfkit_status> {
    if number == 0 { Ok(None) } else { label(number).map(Some) }
}

/// Returns the number of a label, which is 0 only if a label has a rule that the table lacks.
pub(crate) fn number_of_label(label: Label) -> u32 {
    let key = |label: Label| (label.encoding(), label.bom(), label.order());
    let known = rows().iter().find(|row| key(row.label) == key(label));
    known.map_or(number::None as u32, |row| row.number)
}

/// Returns the number of an encoding.
pub(crate) fn number_of(encoding: Encoding) -> u32 {
    number_of_label(encoding.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_labels_of_all_sets_have_numbers() {
        for &set in LabelSet::ALL {
            for (name, label) in set.labels() {
                let number = number_of_label(label);
                assert_ne!(number, 0, "{name} of {}", set.name());
                let row = row(number).unwrap();
                assert_eq!(row.label.encoding(), label.encoding());
                assert_eq!((row.label.bom(), row.label.order()), (label.bom(), label.order()));
            }
        }
    }

    #[test]
    fn numbers_are_unique_and_names_are_complete() {
        let rows = rows();
        assert!(rows.windows(2).all(|pair| pair[0].number < pair[1].number));
        assert!(rows.iter().all(|row| !row.name.is_empty()));
        let charsets = rows.iter().filter(|row| row.number >> 31 == 1).count();
        assert!(charsets > Charset::all().count());
        assert_eq!(rows.len(), Encoding::ALL.len() + SPECIAL.len() + charsets);
    }

    #[test]
    fn numbers_stay() {
        let known = [
            (number::Utf8, Encoding::Utf8),
            (number::Utf8Rfc2279, Encoding::Utf8Rfc2279),
            (number::Cesu8, Encoding::Cesu8),
            (number::JavaModifiedUtf8, Encoding::JavaModifiedUtf8),
            (number::Wtf8, Encoding::Wtf8),
            (number::Utf16, Encoding::Utf16),
            (number::Utf16Be, Encoding::Utf16Be),
            (number::Utf16Le, Encoding::Utf16Le),
            (number::Ucs2, Encoding::Ucs2),
            (number::Ucs2Be, Encoding::Ucs2Be),
            (number::Ucs2Le, Encoding::Ucs2Le),
            (number::Utf32, Encoding::Utf32),
            (number::Utf32Be, Encoding::Utf32Be),
            (number::Utf32Le, Encoding::Utf32Le),
            (number::Ucs4, Encoding::Ucs4),
            (number::Ucs4Be, Encoding::Ucs4Be),
            (number::Ucs4Le, Encoding::Ucs4Le),
            (number::Unicode11Utf8, Encoding::Unicode11Utf8),
            (number::Unicode11, Encoding::Unicode11),
            (number::Utf1, Encoding::Utf1),
            (number::Utf7, Encoding::Utf7),
            (number::Utf7Imap, Encoding::Utf7Imap),
            (number::UtfEbcdic, Encoding::UtfEbcdic),
            (number::Scsu, Encoding::Scsu),
            (number::Bocu1, Encoding::Bocu1),
            (number::UsAscii, Encoding::UsAscii),
            (number::Iso8859_1, Encoding::Iso8859_1),
        ];
        assert_eq!(known.len(), Encoding::ALL.len());
        for (number, encoding) in known {
            assert_eq!(number_of(encoding), number as u32);
        }
        // The hash is part of the ABI.
        assert_eq!(number_of_name("windows-1252"), number_of("windows-1252".parse().unwrap()));
        assert_eq!(number_of_name("shift_jis"), 0x9133_5F4A);
    }
}
