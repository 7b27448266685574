//! The code units of a cell: their bits, which of them carry the code point, and what each unit is
//! for.

use utfkit::{Encoding, encoding::OctetOrder};

use crate::{
    cells::{Cell, What},
    encoding,
};

/// A code unit, or an octet of an encoding whose units are octets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit<'c> {
    pub octets: &'c [u8],
    /// The bits that say what the unit is.
    pub fixed: String,
    /// The bits that carry the code point.
    pub payload: String,
    /// What it is for.
    pub role: &'static str,
}

impl Unit<'_> {
    /// All bits, those that carry the code point told apart: `1110_0110`.
    pub fn bits(&self) -> String {
        let between = if self.fixed.is_empty() || self.payload.is_empty() { "" } else { "_" };
        format!("{}{between}{}", self.fixed, self.payload)
    }
}

/// The code units of `cell`, in text of `encoding` with this order of octets in a unit.
pub fn units(encoding: Encoding, order: OctetOrder, cell: &Cell) -> Vec<Unit<'_>> {
    let len = encoding::octets_of_unit(encoding);
    let mut units: Vec<_> = cell
        .octets
        .chunks(len)
        .map(|octets| match (octets.len() == len, len) {
            (true, 1) => octet(encoding, octets),
            (true, 2) => sixteen(octets, value(octets, order)),
            (true, _) => thirty_two(octets, value(octets, order)),
            (false, _) => unit(octets, "cut off", 0),
        })
        .collect();
    if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) {
        shifts(&mut units, cell);
    }
    if cell.what == What::Signature {
        units.iter_mut().for_each(|unit| unit.role = "signature");
    }
    units
}

/// A unit whose first `fixed` bits say what it is; those of octets in the order of the stream.
fn unit<'c>(octets: &'c [u8], role: &'static str, fixed: usize) -> Unit<'c> {
    let bits: String = octets.iter().map(|octet| format!("{octet:08b}")).collect();
    split(octets, bits, role, fixed)
}

fn split<'c>(octets: &'c [u8], bits: String, role: &'static str, fixed: usize) -> Unit<'c> {
    let (fixed, payload) = bits.split_at(fixed.min(bits.len()));
    Unit { octets, fixed: fixed.to_owned(), payload: payload.to_owned(), role }
}

fn value(octets: &[u8], order: OctetOrder) -> u32 {
    let push = |value, &octet: &u8| (value << 8) | u32::from(octet);
    match order {
        OctetOrder::Big => octets.iter().fold(0, push),
        OctetOrder::Little => octets.iter().rev().fold(0, push),
    }
}

fn octet(encoding: Encoding, octets: &[u8]) -> Unit<'_> {
    let first = octets.first().copied().unwrap_or_default();
    match encoding {
        Encoding::Utf8
        | Encoding::Utf8Rfc2279
        | Encoding::Cesu8
        | Encoding::JavaModifiedUtf8
        | Encoding::Wtf8
        | Encoding::Unicode11Utf8 => utf8(octets, first),
        Encoding::UsAscii | Encoding::Utf7 | Encoding::Utf7Imap if first < 0x80 => {
            unit(octets, "ASCII", 1)
        }
        Encoding::UsAscii | Encoding::Utf7 | Encoding::Utf7Imap => unit(octets, "beyond ASCII", 0),
        _ if first < 0x80 => unit(octets, "octet", 0),
        _ => unit(octets, "octet above 7F", 0),
    }
}

/// An octet by the pattern of its high bits (RFC 3629 section 3; RFC 2279 section 2).
fn utf8(octets: &[u8], octet: u8) -> Unit<'_> {
    let (role, fixed) = match octet.leading_ones() {
        0 => ("ASCII", 1),
        1 => ("continuation", 2),
        2 => ("lead of 2", 3),
        3 => ("lead of 3", 4),
        4 => ("lead of 4", 5),
        5 => ("lead of 5", 6),
        6 => ("lead of 6", 7),
        _ => ("never used", 8),
    };
    unit(octets, role, fixed)
}

/// A unit of UTF-16 (RFC 2781 section 2.1).
fn sixteen(octets: &[u8], value: u32) -> Unit<'_> {
    let (role, fixed) = match value >> 10 {
        0b110110 => ("high surrogate", 6),
        0b110111 => ("low surrogate", 6),
        _ => ("unit", 0),
    };
    split(octets, format!("{value:016b}"), role, fixed)
}

/// A unit of UTF-32, of which 21 bits are used.
fn thirty_two(octets: &[u8], value: u32) -> Unit<'_> {
    let fixed = if value >> 21 == 0 { 11 } else { 1 };
    split(octets, format!("{value:032b}"), "unit", fixed)
}

/// Tells base64 from shifts.
fn shifts(units: &mut [Unit<'_>], cell: &Cell) {
    let direct = match (cell.what, cell.octets.as_slice()) {
        (What::Value(value), &[octet]) => value == u32::from(octet),
        (What::IllFormed(_), _) => true,
        _ => false,
    };
    if direct {
        return;
    }
    for unit in units {
        (unit.role, unit.fixed) = match unit.octets {
            b"+" | b"&" if cell.octets.first() == unit.octets.first() => {
                ("shift in", String::new())
            }
            b"-" => ("shift out", String::new()),
            _ => ("base64", String::new()),
        };
        unit.payload = unit.octets.iter().map(|octet| format!("{octet:08b}")).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(encoding: Encoding, order: OctetOrder, octets: &[u8]) -> Vec<String> {
        let cell = Cell { offset: 0, octets: octets.to_vec(), what: What::Value(0) };
        units(encoding, order, &cell)
            .iter()
            .map(|unit| format!("{} {}", unit.bits(), unit.role))
            .collect()
    }

    #[test]
    fn the_bits_of_the_code_point_are_told_apart() {
        let big = OctetOrder::Big;
        assert_eq!(
            bits(Encoding::Utf8, big, "\u{20AC}".as_bytes()),
            ["1110_0010 lead of 3", "10_000010 continuation", "10_101100 continuation"]
        );
        assert_eq!(bits(Encoding::Utf8, big, b"A"), ["0_1000001 ASCII"]);
        let pair = ["110110_0000111101 high surrogate", "110111_1000000000 low surrogate"];
        assert_eq!(bits(Encoding::Utf16, big, b"\xD8\x3D\xDE\x00"), pair);
        assert_eq!(bits(Encoding::Utf16, OctetOrder::Little, b"\x3D\xD8\x00\xDE"), pair);
        assert_eq!(
            bits(Encoding::Utf32Be, big, b"\0\x01\xF6\0"),
            ["00000000000_000011111011000000000 unit"]
        );
        assert_eq!(bits(Encoding::Utf16, big, b"\xD8"), ["11011000 cut off"]);
    }

    #[test]
    fn shifts_of_utf_7_are_told() {
        let roles = |octets: &[u8]| {
            let cell = Cell { offset: 0, octets: octets.to_vec(), what: What::Value(0x20AC) };
            units(Encoding::Utf7, OctetOrder::Big, &cell)
                .iter()
                .map(|unit| unit.role)
                .collect::<Vec<_>>()
        };
        assert_eq!(roles(b"+IKw"), ["shift in", "base64", "base64", "base64"]);
        assert_eq!(roles(b"-"), ["shift out"]);
    }
}
