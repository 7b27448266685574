//! Codes of JIS X 0213 that are two characters. EBCDIC has them too.

/// The values that stand for codes of two characters, in the order of their list.
pub(in super::super) const PAIRS: u32 = 0x30_0000;

/// The mark of the pairs that JIS X 0213 has only as pairs. They are the first ones in the list.
const MARK: u32 = 0x309A;

/// The codes of JIS X 0213 that are two characters: a first one, and a mark or a tone letter.
pub(in super::super) const SECONDS: [([u8; 2], u32, u32); 25] = [
    ([0x24, 0x77], 0x304B, 0x309A),
    ([0x24, 0x78], 0x304D, 0x309A),
    ([0x24, 0x79], 0x304F, 0x309A),
    ([0x24, 0x7A], 0x3051, 0x309A),
    ([0x24, 0x7B], 0x3053, 0x309A),
    ([0x25, 0x77], 0x30AB, 0x309A),
    ([0x25, 0x78], 0x30AD, 0x309A),
    ([0x25, 0x79], 0x30AF, 0x309A),
    ([0x25, 0x7A], 0x30B1, 0x309A),
    ([0x25, 0x7B], 0x30B3, 0x309A),
    ([0x25, 0x7C], 0x30BB, 0x309A),
    ([0x25, 0x7D], 0x30C4, 0x309A),
    ([0x25, 0x7E], 0x30C8, 0x309A),
    ([0x26, 0x78], 0x31F7, 0x309A),
    ([0x2B, 0x44], 0x00E6, 0x0300),
    ([0x2B, 0x48], 0x0254, 0x0300),
    ([0x2B, 0x49], 0x0254, 0x0301),
    ([0x2B, 0x4A], 0x028C, 0x0300),
    ([0x2B, 0x4B], 0x028C, 0x0301),
    ([0x2B, 0x4C], 0x0259, 0x0300),
    ([0x2B, 0x4D], 0x0259, 0x0301),
    ([0x2B, 0x4E], 0x025A, 0x0300),
    ([0x2B, 0x4F], 0x025A, 0x0301),
    ([0x2B, 0x65], 0x02E9, 0x02E5),
    ([0x2B, 0x66], 0x02E5, 0x02E9),
];

/// Returns the number of the pair, from 1, that `value` begins, and that cannot be written as two
/// characters.
pub(in super::super) fn begins_pair(value: u32) -> Option<u8> {
    let begins = |(_, first, second): &([u8; 2], u32, u32)| *first == value && *second == MARK;
    let at = SECONDS.iter().position(begins)?;
    Some(at as u8 + 1)
}

/// Returns the value that stands for a pair if `value` ends it, and the first character of the pair.
pub(in super::super) fn ends_pair(number: u8, value: u32) -> Option<(Option<u32>, u32)> {
    let at = usize::from(number).checked_sub(1)?;
    let (_, first, second) = SECONDS.get(at)?;
    Some(((*second == value).then_some(PAIRS + at as u32), *first))
}

/// The first of the codes in EBCDIC, which are in the same order.
const EBCDIC: u16 = 0xECB5;

/// Returns the two characters of a code in EBCDIC.
pub(super) fn of_ebcdic(code: [u8; 2]) -> Option<(u32, u32)> {
    let at = u16::from_be_bytes(code).checked_sub(EBCDIC)?;
    let (_, first, second) = SECONDS.get(usize::from(at))?;
    Some((*first, *second))
}

/// Returns the code in EBCDIC of a pair, a value that stands for two characters.
pub(super) fn to_ebcdic(pair: u32) -> [u8; 2] {
    (EBCDIC + (pair - PAIRS) as u16).to_be_bytes()
}

/// Returns `true` if `byte` begins a pair in EBCDIC.
pub(super) const fn is_lead_in_ebcdic(byte: u8) -> bool {
    byte == EBCDIC.to_be_bytes()[0]
}
