//! The files of grids: characters of two bytes, and an index to write them.

use std::collections::{BTreeMap, BTreeSet};

use super::NONE;

/// The codes of two bytes, with their characters, and whether they are written.
pub(super) type Codes = BTreeMap<[u8; 2], (u32, bool)>;

/// Returns the file of a grid, which `Grid::new` in the library describes.
pub(super) fn file(codes: &Codes) -> Result<Vec<u8>, String> {
    with(codes, true)
}

/// Returns the file of a grid without an index. The library searches its characters.
pub(super) fn without_index(codes: &Codes) -> Result<Vec<u8>, String> {
    with(codes, false)
}

fn with(codes: &Codes, has_index: bool) -> Result<Vec<u8>, String> {
    let leads: BTreeSet<u8> = codes.keys().map(|[lead, _]| *lead).collect();
    let trails: BTreeSet<u8> = codes.keys().map(|[_, trail]| *trail).collect();
    let (Some(&first), Some(&last)) = (trails.first(), trails.last()) else {
        return Err("a grid without characters".to_owned());
    };
    let written = codes.iter().filter(|(_, (_, is_written))| has_index && *is_written);
    let written: BTreeMap<u32, [u8; 2]> =
        written.map(|(code, (character, _))| (*character, *code)).collect();
    let max = codes.values().map(|(character, _)| *character).max().unwrap_or_default();
    let entries = if has_index { max / 0x1_0000 + 1 } else { 0 };
    let pages: BTreeSet<u32> = written.keys().map(|character| character >> 8).collect();

    let mut file = vec![first, last - first + 1, leads.len() as u8, entries as u8];
    file.extend((pages.len() as u16 + 1).to_le_bytes());
    file.push(u8::from(max > 0xFFFF));
    file.extend(&leads);
    for page in 0..256 * entries {
        let number = pages.iter().position(|known| *known == page).map_or(0, |at| at + 1);
        file.extend((number as u16).to_le_bytes());
    }
    let mut before = 0_u16;
    file.extend([0; 4 * 16]);
    for block in pages.iter().flat_map(|page| page * 16..page * 16 + 16) {
        let bits = (0..16).filter(|bit| written.contains_key(&(block * 16 + bit)));
        let bits = bits.fold(0_u16, |bits, bit| bits | 1 << bit);
        file.extend(bits.to_le_bytes());
        file.extend(before.to_le_bytes());
        before += bits.count_ones() as u16;
    }
    let cells = self::cells(codes).into_iter();
    let cells = cells.map(|code| codes.get(&code?).map(|(character, _)| *character));
    let cells: Vec<u32> = cells.map(|character| character.unwrap_or(NONE.into())).collect();
    if max > 0xFFFF {
        let bits = |cells: &[u32]| {
            let beyond = cells.iter().enumerate().filter(|(_, character)| **character > 0xFFFF);
            beyond.fold(0_u8, |bits, (at, _)| bits | 1 << at)
        };
        file.extend(cells.chunks(8).map(bits));
    }
    file.extend(cells.iter().flat_map(|character| (*character as u16).to_le_bytes()));
    file.extend(written.into_values().flatten());
    Ok(file)
}

/// Returns the codes of the cells, row by row. The first row has no codes.
pub(super) fn cells(codes: &Codes) -> Vec<Option<[u8; 2]>> {
    let leads: BTreeSet<u8> = codes.keys().map(|[lead, _]| *lead).collect();
    let trails: BTreeSet<u8> = codes.keys().map(|[_, trail]| *trail).collect();
    let (Some(&first), Some(&last)) = (trails.first(), trails.last()) else { return Vec::new() };
    let rows = leads.into_iter().map(Some);
    let rows = std::iter::once(None).chain(rows);
    rows.flat_map(|lead| (first..=last).map(move |trail| Some([lead?, trail]))).collect()
}
