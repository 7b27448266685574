//! The relatives of the forms, decoded one byte after the other by the tables of their documents.

use std::{collections::BTreeMap, sync::LazyLock};

use utfkit::{Kind, encoding::ByteOrder};

use super::Piece;

/// A relative of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relative {
    /// One of those that have a column in [`ROWS`].
    Eight(Column),
    Ucs2(ByteOrder),
    Ucs4(ByteOrder),
}

/// A column of [`ROWS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Rfc2279 = 1,
    Cesu8 = 2,
    Modified = 4,
    Wtf8 = 8,
}

/// A range of values, the range of bytes at each position, and the columns that have the row.
type Row = ([u32; 2], &'static [[u8; 2]], u8);

const T: [u8; 2] = [0x80, 0xBF];
const fn one(byte: u8) -> [u8; 2] {
    [byte, byte]
}

const R: u8 = Column::Rfc2279 as u8;
const C: u8 = Column::Cesu8 as u8;
const M: u8 = Column::Modified as u8;
const W: u8 = Column::Wtf8 as u8;

/// RFC 2279 section 2; UTR #26 section 2; `java.io.DataInput`; the WTF-8 encoding, section 3. A
/// surrogate has a row where it, or a pair of them, is reported as a whole.
static ROWS: [Row; 17] = [
    ([0, 0], &[one(0)], R | C | W),
    ([0, 0], &[one(0xC0), one(0x80)], M),
    ([0x01, 0x7F], &[[0x01, 0x7F]], R | C | M | W),
    ([0x80, 0x7FF], &[[0xC2, 0xDF], T], R | C | M | W),
    ([0x800, 0xFFF], &[one(0xE0), [0xA0, 0xBF], T], R | C | M | W),
    ([0x1000, 0xCFFF], &[[0xE1, 0xEC], T, T], R | C | M | W),
    ([0xD000, 0xD7FF], &[one(0xED), [0x80, 0x9F], T], R | C | M | W),
    ([0xD800, 0xDFFF], &[one(0xED), [0xA0, 0xBF], T], C | M | W),
    ([0xE000, 0xFFFF], &[[0xEE, 0xEF], T, T], R | C | M | W),
    ([0x1_0000, 0x3_FFFF], &[one(0xF0), [0x90, 0xBF], T, T], R | W),
    ([0x4_0000, 0xF_FFFF], &[[0xF1, 0xF3], T, T, T], R | W),
    ([0x10_0000, 0x10_FFFF], &[one(0xF4), [0x80, 0x8F], T, T], W),
    ([0x10_0000, 0x1F_FFFF], &[[0xF4, 0xF7], T, T, T], R),
    ([0x20_0000, 0xFF_FFFF], &[one(0xF8), [0x88, 0xBF], T, T, T], R),
    ([0x100_0000, 0x3FF_FFFF], &[[0xF9, 0xFB], T, T, T, T], R),
    ([0x400_0000, 0x3FFF_FFFF], &[one(0xFC), [0x84, 0xBF], T, T, T, T], R),
    ([0x4000_0000, 0x7FFF_FFFF], &[one(0xFD), T, T, T, T, T], R),
];

/// A range of leads, the number of bytes that they announce, and the minimum value that needs them
/// (RFC 2279 section 2).
const SHAPES: [(u8, u8, usize, u32); 5] = [
    (0xC0, 0xDF, 2, 0x80),
    (0xE0, 0xEF, 3, 0x800),
    (0xF0, 0xF7, 4, 0x1_0000),
    (0xF8, 0xFB, 5, 0x20_0000),
    (0xFC, 0xFD, 6, 0x400_0000),
];

impl Column {
    fn rows(self) -> impl Iterator<Item = &'static Row> {
        ROWS.iter().filter(move |row| row.2 & self as u8 != 0)
    }

    /// Returns the maximum length of a sequence that is judged as a whole.
    fn longest_looked_at(self) -> usize {
        if self == Column::Rfc2279 { 6 } else { 4 }
    }
}

fn is_tail(byte: &u8) -> bool {
    (T[0]..=T[1]).contains(byte)
}

/// Returns the number of bytes of `text` that match `row`.
fn matched(row: &Row, text: &[u8]) -> usize {
    let fits = |(byte, range): &(&u8, &[u8; 2])| (range[0]..=range[1]).contains(byte);
    text.iter().zip(row.1).take_while(fits).count()
}

/// Returns the value of a sequence.
fn spelled(bytes: &[u8]) -> u32 {
    let lead_bits = [7, 7, 5, 4, 3, 2, 1][bytes.len()];
    let lead = u32::from(bytes[0]) % (1 << lead_bits);
    bytes[1..].iter().fold(lead, |value, &byte| value * 64 + u32::from(byte) % 64)
}

/// Returns all sequences of `bytes`.
pub(super) fn decode(bytes: &[u8], relative: Relative) -> Vec<Piece<'_>> {
    match relative {
        Relative::Eight(column) => decode_eight(bytes, column),
        Relative::Ucs2(order) => bytes.chunks(2).map(|unit| unit_of(unit, order, 2)).collect(),
        Relative::Ucs4(order) => bytes.chunks(4).map(|unit| unit_of(unit, order, 4)).collect(),
    }
}

fn unit_of(unit: &[u8], order: ByteOrder, width: usize) -> Piece<'_> {
    if unit.len() < width {
        return (Err(Kind::OddLength), unit);
    }
    let digits = unit.iter().map(|&byte| u32::from(byte));
    let value = match order {
        ByteOrder::Big => digits.fold(0, |value, digit| value << 8 | digit),
        ByteOrder::Little => digits.rev().fold(0, |value, digit| value << 8 | digit),
    };
    let result = match value {
        0xD800..=0xDFFF => Err(Kind::Surrogate { value: value as u16 }),
        0x8000_0000.. => Err(Kind::OutOfRange { value }),
        _ => Ok(value),
    };
    (result, unit)
}

fn decode_eight(bytes: &[u8], column: Column) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (result, len) = first(rest, column);
        let (piece, after) = rest.split_at(len);
        pieces.push((result, piece));
        rest = after;
    }
    pieces
}

/// Returns the first sequence of `text`, and its length.
fn first(text: &[u8], column: Column) -> (Result<u32, Kind>, usize) {
    let value_of = |text: &[u8]| {
        let row = column.rows().find(|row| matched(row, text) == row.1.len())?;
        Some((spelled(&text[..row.1.len()]), row.1.len()))
    };
    let Some((value, len)) = value_of(text) else { return wrong(text, column) };
    let half = match value {
        0xD800..=0xDFFF => value as u16,
        _ => return (Ok(value), len),
    };
    let low = value_of(&text[len..]).map(|(low, _)| low);
    match (half, low) {
        (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
            let pair = char::decode_utf16([half, low as u16]).next().unwrap().unwrap();
            let means = u32::from(pair);
            let wtf = column == Column::Wtf8;
            (if wtf { Err(Kind::IrregularPair { means }) } else { Ok(means) }, 6)
        }
        _ => (Err(Kind::Surrogate { value: half }), 3),
    }
}

/// Returns the kind and the length of the ill-formed sequence at the start of `text`.
fn wrong(text: &[u8], column: Column) -> (Result<u32, Kind>, usize) {
    let alone = |kind| (Err(kind), 1);
    if is_tail(&text[0]) {
        return alone(Kind::UnexpectedContinuation);
    }
    let shape = SHAPES.iter().find(|shape| (shape.0..=shape.1).contains(&text[0]));
    let Some(&(.., len, least)) = shape.filter(|shape| shape.2 <= column.longest_looked_at())
    else {
        return alone(Kind::InvalidByte);
    };
    let begun = column.rows().map(|row| matched(row, text)).max().unwrap();
    if text.len() < len || !text[1..len].iter().all(is_tail) {
        return match begun {
            0 => alone(Kind::InvalidByte),
            _ => (Err(Kind::Truncated), begun),
        };
    }
    alone(match spelled(&text[..len]) {
        means if means < least => Kind::Overlong { means },
        _ if len > 3 && matches!(column, Column::Cesu8 | Column::Modified) => Kind::InvalidByte,
        value @ 0xD800..=0xDFFF => Kind::Surrogate { value: value as u16 },
        value => Kind::OutOfRange { value },
    })
}

/// Returns the bytes of `value`, if there are any.
pub(super) fn encode(value: u32, relative: Relative) -> Option<Vec<u8>> {
    let surrogate = (0xD800..=0xDFFF).contains(&value);
    match relative {
        _ if surrogate => None,
        Relative::Eight(column) => encode_eight(value, column),
        Relative::Ucs2(order) => Some(super::sixteen(u16::try_from(value).ok()?, order).into()),
        Relative::Ucs4(order) => {
            (value < 0x8000_0000).then(|| super::thirty_two(value, order).into())
        }
    }
}

fn encode_eight(value: u32, column: Column) -> Option<Vec<u8>> {
    if let Some(row) = column.rows().find(|row| (row.0[0]..=row.0[1]).contains(&value)) {
        return Some(spell(value, row.1.len()));
    }
    let halves = char::from_u32(value)?.to_string().encode_utf16().collect::<Vec<_>>();
    Some(halves.into_iter().flat_map(|half| spell(half.into(), 3)).collect())
}

/// Returns `value` in `len` bytes.
fn spell(value: u32, len: usize) -> Vec<u8> {
    if len == 1 {
        return vec![value as u8];
    }
    let mut rest = value;
    let mut bytes = vec![0; len];
    for byte in bytes[1..].iter_mut().rev() {
        *byte = 0x80 + (rest % 64) as u8;
        rest /= 64;
    }
    bytes[0] = SHAPES[len - 2].0 + rest as u8;
    bytes
}

/// The rows of the table of Hangul: the old code points and the modern ones.
static HANGUL: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let table = include_str!("../../../../../testdata/hangul-1.1-to-2.0.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut numbers = line.split('\t').map(|column| u32::from_str_radix(column, 16));
        (numbers.next().unwrap().unwrap(), numbers.next().unwrap().unwrap())
    });
    rows.collect()
});

/// The old code points by modern ones.
static TO_OLD: LazyLock<BTreeMap<u32, u32>> =
    LazyLock::new(|| HANGUL.iter().map(|&(old, modern)| (modern, old)).collect());

/// Converts a piece from Unicode 1.1 to today's code points.
pub(super) fn to_modern((result, bytes): Piece<'_>) -> Piece<'_> {
    let result = match result {
        Ok(old @ 0x3400..=0x4DFF) => Ok(HANGUL[old as usize - 0x3400].1),
        Ok(value @ 0xAC00..=0xD7A3) => Err(Kind::OutOfRange { value }),
        other => other,
    };
    (result, bytes)
}

/// Returns the code point of the character `value` in Unicode 1.1, if it has the character.
pub(super) fn to_old(value: u32) -> Option<u32> {
    match value {
        0x3400..=0x4DFF => None,
        0xAC00..=0xD7A3 => TO_OLD.get(&value).copied(),
        _ => Some(value),
    }
}
