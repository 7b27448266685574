//! Writes the library's table of the Hangul syllables in each part of Unicode 1.1.
//!
//! The old block has four parts, each in the order of Unicode 2.0 except for six syllables. The
//! syllables of the first two parts also determine the third part: it has the remaining syllables,
//! until its space is used up.

use std::{fmt::Write, fs, path::Path};

/// The table, and the file that is generated from it. Both paths start at the root of the
/// repository.
const TABLE: &str = "testdata/hangul-1.1-to-2.0.tsv";
const MADE: &str = "crates/utfkit/src/codec/hangul/parts.rs";

/// The first modern syllable, and the number of 64-bit words with one bit per modern syllable.
const MODERN: u32 = 0xAC00;
const WORDS: usize = 11_172_usize.div_ceil(64);

/// Writes the file of the library.
pub(crate) fn write() -> Result<String, String> {
    let made = make(&read(TABLE)?)?;
    fs::write(path(MADE), made).map_err(|error| format!("{MADE}: {error}"))?;
    Ok(format!("{MADE}: written"))
}

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(path(name)).map_err(|error| format!("{name}: {error}"))
}

/// Returns the rows of the table: the old code point, the modern code point, and the source.
fn rows(table: &str) -> Result<Vec<(u32, u32, &str)>, String> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| row(line).ok_or_else(|| format!("no row: {line}"))).collect()
}

fn row(line: &str) -> Option<(u32, u32, &str)> {
    let mut columns = line.split('\t');
    let mut number = || u32::from_str_radix(columns.next()?, 16).ok();
    let (old, modern) = (number()?, number()?);
    Some((old, modern, columns.next()?))
}

/// Returns the text of the Rust file for `table`.
fn make(table: &str) -> Result<String, String> {
    let rows = rows(table)?;
    let mut made = format!(
        "//! The modern syllables in the first two parts of the old block: bit N of word W is the syllable\n\
         //! U+AC00 + 64 W + N.\n\
         //!\n\
         //! `cargo xtask hangul` generates this file from `{TABLE}`.\n"
    );
    for (name, source) in [("KS_X_1001", "KSX1001"), ("KS_X_1002", "KSX1002")] {
        let mut words = [0_u64; WORDS];
        for (_, modern, _) in rows.iter().filter(|(.., from)| from.starts_with(source)) {
            let at = (modern - MODERN) as usize;
            words[at / 64] |= 1 << (at % 64);
        }
        let spoken = name.replace('_', " ");
        let _ = write!(
            made,
            "\n/// The syllables of {spoken}.\n#[rustfmt::skip]\npub(super) const {name}: [u64; {WORDS}] = [\n"
        );
        for words in words.chunks(4) {
            let words: Vec<_> = words.iter().map(|word| format!("0x{word:016X}")).collect();
            let _ = writeln!(made, "    {},", words.join(", "));
        }
        made.push_str("];\n");
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_the_library_keeps_is_current() {
        let (made, kept) = (make(&read(TABLE).unwrap()).unwrap(), read(MADE).unwrap());
        assert!(made == kept, "`cargo xtask hangul` makes {MADE} anew");
    }

    /// The library relies on this order.
    #[test]
    fn the_table_has_four_parts_in_order() {
        let table = read(TABLE).unwrap();
        let rows = rows(&table).unwrap();
        assert!(rows.iter().map(|row| row.0).eq(0x3400..0x4E00));
        let modern: BTreeSet<_> = rows.iter().map(|row| row.1).collect();
        assert_eq!(modern.len(), rows.len(), "no two went to one place");
        assert!(modern.iter().all(|modern| (0xAC00..=0xD7A3).contains(modern)));
        let mut rest = rows.iter().map(|row| row.1);
        for (len, sorted) in [(2350, true), (1930, true), (6, false), (2370, true)] {
            let part: Vec<_> = rest.by_ref().take(len).collect();
            assert_eq!((part.len(), part.is_sorted()), (len, sorted));
        }
    }
}
