//! Spellings in ASCII for characters that a target lacks: quotes, dashes, spaces, Latin letters.

mod table;

use table::TABLE;

/// How people write `character` where it is lacking, in ASCII: `é` as `e`, `—` as `-`, `€` as
/// `EUR`. `None` for characters that the table does not have, all other scripts among them; nothing
/// (`""`) for those that leave no mark, combining marks among them: `e` and U+0301 become `e`, as
/// `é` does.
///
/// The table is small and fixed: typographic quotes, dashes and spaces, Latin letters with marks
/// and ligatures, fullwidth ASCII, a few signs. It loses what it drops: nothing can be read back.
/// [`Policy::Transliterate`](super::Policy::Transliterate) is its use. Cost: a binary search.
///
/// ```
/// use utfkit::transcode::transliteration;
/// assert_eq!(transliteration('\u{201C}'), Some("\""));
/// assert_eq!(transliteration('\u{153}'), Some("oe"));
/// assert_eq!(transliteration('\u{4E00}'), None);
/// ```
#[must_use]
pub fn transliteration(character: char) -> Option<&'static str> {
    let at = TABLE.binary_search_by_key(&character, |&(known, _)| known).ok()?;
    Some(TABLE[at].1)
}

/// The whole table, in code point order; `docs/transliteration.tsv` publishes it.
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
