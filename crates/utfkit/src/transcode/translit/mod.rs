//! ASCII spellings for characters that a target lacks: quotes, dashes, spaces, Latin letters.

mod table;

use table::TABLE;

/// Returns the ASCII spelling of `character`: `é` as `e`, `—` as `-`, `€` as `EUR`.
///
/// It is `None` for characters that the table does not have, which includes all other scripts. It
/// is empty (`""`) for characters that leave no mark, which includes combining marks: `e` and
/// U+0301 become `e`, like `é`.
///
/// The table is small and fixed: typographic quotes, dashes and spaces, Latin letters with marks
/// and ligatures, fullwidth ASCII, a few signs. Transliteration cannot be reversed.
/// [`Policy::Transliterate`](super::Policy::Transliterate) uses it. Cost: a binary search.
///
/// ```
/// use utfkit::transcode::transliteration;
/// assert_eq!(transliteration('\u{201C}'), Some("\""));
/// assert_eq!(transliteration('\u{153}'), Some("oe"));
/// assert_eq!(transliteration('\u{4E00}'), None);
/// ```
#[doc(alias("TRANSLIT", "unidecode"))]
#[must_use]
pub fn transliteration(character: char) -> Option<&'static str> {
    let at = TABLE.binary_search_by_key(&character, |&(known, _)| known).ok()?;
    Some(TABLE[at].1)
}

/// Iterates over the whole table, in code point order. `docs/transliteration.tsv` publishes it.
///
/// ```
/// let quotes = utfkit::transcode::transliterations().filter(|&(_, ascii)| ascii == "\"");
/// assert!(quotes.count() > 2);
/// ```
pub fn transliterations() -> impl Iterator<Item = (char, &'static str)> {
    TABLE.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_spells_in_ascii() {
        assert!(TABLE.is_sorted_by(|a, b| a.0 < b.0));
        assert!(TABLE.iter().all(|(known, spelling)| !known.is_ascii() && spelling.is_ascii()));
    }
}
