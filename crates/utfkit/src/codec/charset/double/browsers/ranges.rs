//! The codes of four bytes of GB 18030.
//!
//! Below U+10000, the characters without a code of two bytes are numbered in their order, with a few
//! exceptions. So they are ranges.

/// The number of the first code of each range, and its character, each in little-endian order. A
/// character of 0 means that there are no characters.
///
/// `cargo xtask charsets` writes the file.
const RANGES: &[[u8; 4]] = include_bytes!("ranges.bin").as_chunks().0;

/// The number of the code of U+10000.
const SUPPLEMENTARY: u32 = 189_000;

/// The numbers of values that the last three bytes have, together with those after them.
const STEPS: [u32; 3] = [12_600, 1260, 10];

/// Returns the number of the first code of a range, and its character.
fn range([low, high, first, second]: [u8; 4]) -> (u32, u32) {
    (u16::from_le_bytes([low, high]).into(), u16::from_le_bytes([first, second]).into())
}

/// Returns the character of a code, whose bytes are in the ranges of GB 18030.
pub(super) fn decode([first, second, third, fourth]: [u8; 4]) -> Option<u32> {
    let number = u32::from(first - 0x81) * STEPS[0]
        + u32::from(second - 0x30) * STEPS[1]
        + u32::from(third - 0x81) * STEPS[2]
        + u32::from(fourth - 0x30);
    if number >= SUPPLEMENTARY {
        return Some(0x1_0000 + number - SUPPLEMENTARY).filter(|value| *value <= 0x10_FFFF);
    }
    let after = RANGES.partition_point(|bytes| range(*bytes).0 <= number);
    let (start, character) = range(*RANGES.get(after.checked_sub(1)?)?);
    (character != 0).then(|| character + number - start)
}

/// Returns the code of a character.
pub(super) fn encode(value: u32) -> Option<[u8; 4]> {
    let number = match value.checked_sub(0x1_0000) {
        Some(place) if value <= 0x10_FFFF => SUPPLEMENTARY + place,
        Some(_) => return None,
        // The ranges are not in the order of their characters.
        None => RANGES.iter().zip(RANGES.iter().skip(1)).find_map(|(one, next)| {
            let ((start, character), (end, _)) = (range(*one), range(*next));
            let place = value.checked_sub(character).filter(|_| character != 0)?;
            Some(start + place).filter(|number| *number < end)
        })?,
    };
    let [first, rest] = [number / STEPS[0], number % STEPS[0]];
    let [second, rest] = [rest / STEPS[1], rest % STEPS[1]];
    let bytes = [0x81 + first, 0x30 + second, 0x81 + rest / STEPS[2], 0x30 + rest % STEPS[2]];
    Some(bytes.map(|byte| byte as u8))
}
