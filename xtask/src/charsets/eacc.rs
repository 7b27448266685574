//! The file of EACC, the Chinese, Japanese and Korean set of MARC-8, with codes of three bytes.

use std::collections::BTreeMap;

use super::{runs, sources::Sources};

/// The number of bits for the codes of a row, of which 95 are used.
const BITS: u32 = 96;

/// The last byte of the first code of a row.
const FIRST: u32 = 0x20;

/// Returns the file, which `eacc.rs` in the library describes.
pub(super) fn file(sources: &Sources) -> Result<Vec<u8>, String> {
    let characters = runs::parse(&sources.read("own/eacc.txt")?)?;
    let mut rows: BTreeMap<u32, (u128, u16)> = BTreeMap::new();
    let (mut cells, mut beyond) = (Vec::new(), Vec::new());
    for (at, (code, character)) in (0_u16..).zip(&characters) {
        let column = (code & 0xFF).checked_sub(FIRST).filter(|column| *column < BITS);
        let column = column.ok_or_else(|| format!("{code:06X} is not a code of EACC"))?;
        rows.entry(code >> 8).or_insert((0, at)).0 |= 1 << column;
        cells.extend((*character as u16).to_le_bytes());
        match character >> 16 {
            0 => {}
            2 => beyond.extend(at.to_le_bytes()),
            _ => return Err(format!("U+{character:X} is in plane {}", character >> 16)),
        }
    }
    let mut file = Vec::new();
    for count in [rows.len(), beyond.len() / 2] {
        file.extend((count as u16).to_le_bytes());
    }
    file.extend(rows.keys().flat_map(|row| (*row as u16).to_be_bytes()));
    file.extend(rows.values().flat_map(|(_, first)| first.to_le_bytes()));
    file.extend(rows.values().flat_map(|(bits, _)| bits.to_le_bytes().into_iter().take(12)));
    file.extend(beyond);
    file.extend(cells);
    Ok(file)
}
