//! Shows the code units of a cell: the role of each unit, and its bits.

use utfkit::{Encoding, encoding::ByteOrder};

use crate::streams::placed::{Cell, What};

/// A code unit. In encodings without larger units, it is a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit<'c> {
    /// The bytes of the unit.
    pub bytes: &'c [u8],
    /// The bits that determine the role, as `0` and `1`.
    pub fixed: String,
    /// The bits of the code point, as `0` and `1`.
    pub payload: String,
    /// The role of the unit, such as `lead of 3`.
    pub role: &'static str,
}

impl Unit<'_> {
    /// Returns all bits, with `_` before those of the code point: `1110_0110`.
    pub fn bits(&self) -> String {
        let between = if self.fixed.is_empty() || self.payload.is_empty() { "" } else { "_" };
        format!("{}{between}{}", self.fixed, self.payload)
    }
}

/// Returns the code units of `cell`. The text is in `encoding`, with this byte order.
pub fn units(encoding: Encoding, order: ByteOrder, cell: &Cell) -> Vec<Unit<'_>> {
    let len = encoding.unit_bytes();
    let mut units: Vec<_> = cell
        .bytes
        .chunks(len)
        .map(|bytes| match (bytes.len() == len, len) {
            (true, 1) => byte(encoding, bytes),
            (true, 2) => sixteen(bytes, value(bytes, order)),
            (true, _) => thirty_two(bytes, value(bytes, order)),
            (false, _) => unit(bytes, "cut off", 0),
        })
        .collect();
    if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) {
        shifts(&mut units, cell);
    }
    if cell.what == What::Bom {
        units.iter_mut().for_each(|unit| unit.role = "BOM");
    }
    units
}

/// Creates a unit whose first `fixed` bits determine the role. The bits are in the order of the
/// bytes.
fn unit<'c>(bytes: &'c [u8], role: &'static str, fixed: usize) -> Unit<'c> {
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    split(bytes, bits, role, fixed)
}

fn split<'c>(bytes: &'c [u8], bits: String, role: &'static str, fixed: usize) -> Unit<'c> {
    let (fixed, payload) = bits.split_at(fixed.min(bits.len()));
    Unit { bytes, fixed: fixed.to_owned(), payload: payload.to_owned(), role }
}

fn value(bytes: &[u8], order: ByteOrder) -> u32 {
    let push = |value, &byte: &u8| (value << 8) | u32::from(byte);
    match order {
        ByteOrder::Big => bytes.iter().fold(0, push),
        ByteOrder::Little => bytes.iter().rev().fold(0, push),
    }
}

fn byte(encoding: Encoding, bytes: &[u8]) -> Unit<'_> {
    let first = bytes.first().copied().unwrap_or_default();
    match encoding {
        _ if encoding.has_utf8_units() => utf8(bytes, first),
        Encoding::UsAscii | Encoding::Utf7 | Encoding::Utf7Imap if first < 0x80 => {
            unit(bytes, "ASCII", 1)
        }
        Encoding::UsAscii | Encoding::Utf7 | Encoding::Utf7Imap => unit(bytes, "beyond ASCII", 0),
        _ if first < 0x80 => unit(bytes, "byte", 0),
        _ => unit(bytes, "byte above 7F", 0),
    }
}

/// Creates a unit from the high bits of a byte (RFC 3629 section 3; RFC 2279 section 2).
fn utf8(bytes: &[u8], byte: u8) -> Unit<'_> {
    let (role, fixed) = match byte.leading_ones() {
        0 => ("ASCII", 1),
        1 => ("continuation", 2),
        2 => ("lead of 2", 3),
        3 => ("lead of 3", 4),
        4 => ("lead of 4", 5),
        5 => ("lead of 5", 6),
        6 => ("lead of 6", 7),
        _ => ("never used", 8),
    };
    unit(bytes, role, fixed)
}

/// Creates a unit of UTF-16 (RFC 2781 section 2.1).
fn sixteen(bytes: &[u8], value: u32) -> Unit<'_> {
    let (role, fixed) = match value >> 10 {
        0b110110 => ("high surrogate", 6),
        0b110111 => ("low surrogate", 6),
        _ => ("unit", 0),
    };
    split(bytes, format!("{value:016b}"), role, fixed)
}

/// Creates a unit of UTF-32, of which 21 bits are used.
fn thirty_two(bytes: &[u8], value: u32) -> Unit<'_> {
    let fixed = if value >> 21 == 0 { 11 } else { 1 };
    split(bytes, format!("{value:032b}"), "unit", fixed)
}

/// Sets the roles of units in UTF-7: shifts and base64.
fn shifts(units: &mut [Unit<'_>], cell: &Cell) {
    let direct = match (cell.what, cell.bytes.as_slice()) {
        (What::Value(value), &[byte]) => value == u32::from(byte),
        (What::IllFormed(_), _) => true,
        _ => false,
    };
    if direct {
        return;
    }
    for unit in units {
        (unit.role, unit.fixed) = match unit.bytes {
            b"+" | b"&" if cell.bytes.first() == unit.bytes.first() => ("shift in", String::new()),
            b"-" => ("shift out", String::new()),
            _ => ("base64", String::new()),
        };
        unit.payload = unit.bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(encoding: Encoding, order: ByteOrder, bytes: &[u8]) -> Vec<String> {
        let cell = Cell { offset: 0, bytes: bytes.to_vec(), what: What::Value(0) };
        units(encoding, order, &cell)
            .iter()
            .map(|unit| format!("{} {}", unit.bits(), unit.role))
            .collect()
    }

    #[test]
    fn separates_the_bits_of_the_code_point() {
        let big = ByteOrder::Big;
        assert_eq!(
            bits(Encoding::Utf8, big, "\u{20AC}".as_bytes()),
            ["1110_0010 lead of 3", "10_000010 continuation", "10_101100 continuation"]
        );
        assert_eq!(bits(Encoding::Utf8, big, b"A"), ["0_1000001 ASCII"]);
        let pair = ["110110_0000111101 high surrogate", "110111_1000000000 low surrogate"];
        assert_eq!(bits(Encoding::Utf16, big, b"\xD8\x3D\xDE\x00"), pair);
        assert_eq!(bits(Encoding::Utf16, ByteOrder::Little, b"\x3D\xD8\x00\xDE"), pair);
        assert_eq!(
            bits(Encoding::Utf32Be, big, b"\0\x01\xF6\0"),
            ["00000000000_000011111011000000000 unit"]
        );
        assert_eq!(bits(Encoding::Utf16, big, b"\xD8"), ["11011000 cut off"]);
    }

    #[test]
    fn names_the_shifts_of_utf_7() {
        let roles = |bytes: &[u8]| {
            let cell = Cell { offset: 0, bytes: bytes.to_vec(), what: What::Value(0x20AC) };
            units(Encoding::Utf7, ByteOrder::Big, &cell)
                .iter()
                .map(|unit| unit.role)
                .collect::<Vec<_>>()
        };
        assert_eq!(roles(b"+IKw"), ["shift in", "base64", "base64", "base64"]);
        assert_eq!(roles(b"-"), ["shift out"]);
    }
}
