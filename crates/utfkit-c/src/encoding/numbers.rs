//! The numbers of encodings, label sets and byte orders.

use utfkit::encoding::{BomPolicy, ByteOrder, LabelSet};

use crate::status::utfkit_status;

/// An encoding, with the rule about its byte order mark (BOM) if its name has one.
///
/// Only Unicode's encodings have constants here. `utfkit_encoding_find` finds all others, such as
/// "Shift_JIS". Their numbers are greater than 0x80000000 and depend only on the name of the
/// encoding, so a program may store them.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_encoding {
    /// No encoding, or an unknown one.
    None = 0,
    /// UTF-8.
    Utf8 = 1,
    /// The UTF-8 of RFC 2279: values up to 7FFFFFFF.
    Utf8Rfc2279 = 2,
    /// CESU-8: characters above U+FFFF as two surrogates.
    Cesu8 = 3,
    /// The modified UTF-8 of Java: CESU-8 with U+0000 as C0 80.
    JavaModifiedUtf8 = 4,
    /// WTF-8.
    Wtf8 = 5,
    /// UTF-16 whose BOM gives the byte order. Without a BOM, it is big-endian.
    Utf16 = 6,
    /// Big-endian UTF-16 without a BOM.
    Utf16Be = 7,
    /// Little-endian UTF-16 without a BOM.
    Utf16Le = 8,
    /// UCS-2 whose BOM gives the byte order. Without a BOM, it is big-endian.
    Ucs2 = 9,
    /// Big-endian UCS-2 without a BOM.
    Ucs2Be = 10,
    /// Little-endian UCS-2 without a BOM.
    Ucs2Le = 11,
    /// UTF-32 whose BOM gives the byte order. Without a BOM, it is big-endian.
    Utf32 = 12,
    /// Big-endian UTF-32 without a BOM.
    Utf32Be = 13,
    /// Little-endian UTF-32 without a BOM.
    Utf32Le = 14,
    /// UCS-4 whose BOM gives the byte order. Without a BOM, it is big-endian.
    Ucs4 = 15,
    /// Big-endian UCS-4 without a BOM.
    Ucs4Be = 16,
    /// Little-endian UCS-4 without a BOM.
    Ucs4Le = 17,
    /// UTF-8 with the Hangul of Unicode 1.1.
    Unicode11Utf8 = 18,
    /// UCS-2 with the Hangul of Unicode 1.1.
    Unicode11 = 19,
    /// UTF-1.
    Utf1 = 20,
    /// UTF-7.
    Utf7 = 21,
    /// The modified UTF-7 of IMAP.
    Utf7Imap = 22,
    /// UTF-EBCDIC.
    UtfEbcdic = 23,
    /// SCSU.
    Scsu = 24,
    /// BOCU-1.
    Bocu1 = 25,
    /// US-ASCII.
    UsAscii = 26,
    /// ISO-8859-1, which is not windows-1252.
    Iso8859_1 = 27,
    /// UTF-8 that is written with a BOM ("utf-8-sig").
    Utf8Bom = 101,
    /// UTF-8 that is written without a BOM, even if the input had one ("utf8nobom").
    Utf8NoBom = 102,
    /// Big-endian UTF-16 that is written with a BOM ("utf-16be-bom").
    Utf16BeBom = 103,
    /// Little-endian UTF-16 that is written with a BOM ("utf-16le-bom").
    Utf16LeBom = 104,
    /// Big-endian UTF-32 that is written with a BOM ("utf-32be-bom").
    Utf32BeBom = 105,
    /// Little-endian UTF-32 that is written with a BOM ("utf-32le-bom").
    Utf32LeBom = 106,
    /// UTF-16 in the byte order of this machine, with a BOM (Python's "utf-16").
    Utf16Native = 107,
    /// UTF-32 in the byte order of this machine, with a BOM (Python's "utf-32").
    Utf32Native = 108,
    /// UTF-16 that must have a BOM (Git's "utf-16").
    Utf16RequireBom = 109,
    /// UTF-32 that must have a BOM (Git's "utf-32").
    Utf32RequireBom = 110,
    /// Big-endian UTF-16 whose BOM is skipped (WHATWG's "utf-16be").
    Utf16BeSkipBom = 111,
    /// Little-endian UTF-16 whose BOM is skipped (WHATWG's "utf-16le").
    Utf16LeSkipBom = 112,
}

/// A registry of labels, or a program with labels of its own.
///
/// Most labels mean the same in all sets. For example, "latin1" is ISO-8859-1 for IANA and
/// windows-1252 for WHATWG and MySQL.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_label_set {
    /// The IANA registry.
    Iana = 0,
    /// The WHATWG Encoding Standard, which browsers follow. It has only its own labels.
    Whatwg = 1,
    /// Python.
    Python = 2,
    /// Git.
    Git = 3,
    /// MySQL and MariaDB.
    Mysql = 4,
    /// Oracle Database.
    Oracle = 5,
    /// .NET.
    Dotnet = 6,
    /// The iconv of the GNU C library.
    Glibc = 7,
    /// ICU.
    Icu = 8,
    /// Java.
    Java = 9,
}

/// The order of the bytes in a code unit.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_byte_order {
    /// The most significant byte is first.
    Big = 1,
    /// The least significant byte is first.
    Little = 2,
}

/// A policy for byte order marks (BOMs) in input and output.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_bom {
    /// Reads a BOM if the encoding may have one, and writes a BOM in UTF-16 and UTF-32. UTF-8 that
    /// stays UTF-8 keeps its BOM.
    Auto = 0,
    /// Writes a BOM if there was one.
    Keep = 1,
    /// Reads a BOM, and never writes one.
    Strip = 2,
    /// Always writes a BOM, if the target may have one.
    Add = 3,
    /// Requires a BOM in the input.
    Require = 4,
    /// Never treats U+FEFF as a BOM.
    Forbid = 5,
}

pub(crate) fn label_set(number: u32) -> Result<LabelSet, utfkit_status> {
    // The library lists the sets in the order of the numbers; a test compares them.
    LabelSet::ALL.get(number as usize).copied().ok_or(utfkit_status::BadValue)
}

pub(crate) fn byte_order(number: u32) -> Result<ByteOrder, utfkit_status> {
    match number {
        1 => Ok(ByteOrder::Big),
        2 => Ok(ByteOrder::Little),
        _ => Err(utfkit_status::BadValue),
    }
}

pub(crate) fn bom_policy(number: u32) -> Result<BomPolicy, utfkit_status> {
    match number {
        0 => Ok(BomPolicy::Auto),
        1 => Ok(BomPolicy::Keep),
        2 => Ok(BomPolicy::Strip),
        3 => Ok(BomPolicy::Add),
        4 => Ok(BomPolicy::Require),
        5 => Ok(BomPolicy::Forbid),
        _ => Err(utfkit_status::BadValue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_sets_have_the_order_of_the_library() {
        let numbers = [
            (utfkit_label_set::Iana, LabelSet::Iana),
            (utfkit_label_set::Whatwg, LabelSet::Whatwg),
            (utfkit_label_set::Python, LabelSet::Python),
            (utfkit_label_set::Git, LabelSet::Git),
            (utfkit_label_set::Mysql, LabelSet::Mysql),
            (utfkit_label_set::Oracle, LabelSet::Oracle),
            (utfkit_label_set::Dotnet, LabelSet::Dotnet),
            (utfkit_label_set::Glibc, LabelSet::Glibc),
            (utfkit_label_set::Icu, LabelSet::Icu),
            (utfkit_label_set::Java, LabelSet::Java),
        ];
        for (number, set) in numbers {
            assert_eq!(label_set(number as u32), Ok(set));
        }
        assert_eq!(LabelSet::ALL.len(), numbers.len());
        assert_eq!(label_set(numbers.len() as u32), Err(utfkit_status::BadValue));
    }
}
