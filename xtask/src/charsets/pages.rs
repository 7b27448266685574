//! Reads pages: charsets of one byte per character, as 256 cells each.

use encoding_rs::Encoding;

use super::ucm::Mapping;

/// The list of pages that no package of mapping files has.
pub(super) const FILE: &str = "own/pages.txt";

/// The start of the names of pages of the WHATWG standard, which are those of `encoding_rs`.
pub(super) const WHATWG: &str = "whatwg/";

const BYTES: usize = 256;

/// Returns the page with this name in `text`: its name on a line, and then its cells.
pub(super) fn mapping(text: &str, name: &str) -> Result<Mapping, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.skip_while(|line| *line != name).skip(1);
    let cells: Vec<&str> = rows.flat_map(str::split_whitespace).take(BYTES).collect();
    if cells.len() != BYTES {
        return Err(format!("{FILE}: {} cells after `{name}`, expected {BYTES}", cells.len()));
    }
    let mut readable = Vec::new();
    for (byte, cell) in (0..=u8::MAX).zip(cells).filter(|(_, cell)| *cell != "-") {
        let (digits, is_written) = match cell.strip_prefix('~') {
            Some(digits) => (digits, false),
            None => (cell, true),
        };
        let character = u32::from_str_radix(digits, 16)
            .map_err(|_| format!("{FILE}: {name}: not a cell: {cell}"))?;
        readable.push((vec![byte], character, is_written));
    }
    Ok(Mapping { readable })
}

/// Returns the page that has this name in the WHATWG standard.
pub(super) fn whatwg(name: &str) -> Result<Mapping, String> {
    let encoding = Encoding::for_label(name.as_bytes()).filter(|it| it.is_single_byte());
    let encoding = encoding.ok_or_else(|| format!("{name} is no page of the WHATWG standard"))?;
    let readable = (0..=u8::MAX).filter_map(|byte| {
        let one = [byte];
        let text = encoding.decode_without_bom_handling_and_without_replacement(&one)?;
        let character = text.chars().next()?;
        Some((vec![byte], character.into(), *encoding.encode(&text).0 == one))
    });
    Ok(Mapping { readable: readable.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_256_cells() {
        let page = |first: &str, count| format!("# c\nX\n{first}{}Y\n", " -".repeat(count));
        let mapping = |text: &str| mapping(text, "X").map(|mapping| mapping.readable);
        let read = mapping(&page("0041 ~0042", 254)).unwrap();
        assert_eq!(read, [(vec![0], 0x41, true), (vec![1], 0x42, false)]);
        assert!(mapping(&page("0041", 200)).is_err());
        assert!(mapping(&page("0041 Z", 254)).is_err());
        assert!(mapping("").is_err());
    }
}
