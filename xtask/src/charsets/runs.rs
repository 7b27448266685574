//! Reads lists of codes and their characters, in which each line has codes that follow each other.

use std::collections::BTreeMap;

/// Returns the characters of the codes in `text`.
pub(super) fn parse(text: &str) -> Result<BTreeMap<u32, u32>, String> {
    let mut characters = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let number = |word| {
            u32::from_str_radix(word, 16).map_err(|error| format!("{line}: `{word}`: {error}"))
        };
        let mut words = line.split_whitespace();
        let first = number(words.next().unwrap_or_default())?;
        for (code, word) in (first..).zip(words) {
            if characters.insert(code, number(word)?).is_some() {
                return Err(format!("{line}: the code {code:X} is listed twice"));
            }
        }
    }
    Ok(characters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_codes_that_follow_each_other() {
        let read = parse("# c\n2121 4E00 4E01\n2130 20000\n").unwrap();
        let read: Vec<_> = read.into_iter().collect();
        assert_eq!(read, [(0x2121, 0x4E00), (0x2122, 0x4E01), (0x2130, 0x2_0000)]);
        assert!(parse("2121 x").is_err());
        assert!(parse("2121 1 2\n2122 1").is_err());
    }
}
