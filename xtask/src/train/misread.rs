//! Finds training text that was itself read in the wrong charset.
//!
//! The sentences and n-grams come from the web. A quarter of the Turkish sentences have `ý` for
//! `ı`, because windows-1254 was read as windows-1252. A model that counts such text cannot
//! distinguish misread text from correct text.

/// Letters that a language has in misread text only.
///
/// Each row names the charsets that were read as windows-1252. A letter is listed if its byte is a
/// letter of the language there. The leads of UTF-8, `â ã ä å` and `ă ĺ`, are listed for languages
/// that do not use them. The last rows name other causes.
const LETTERS: [(&[&str], &str); 13] = [
    // windows-1254.
    (&["tr"], "ýþðãäåÿ"),
    (&["az"], "ýþðâãäåÿ"),
    // windows-1250.
    (&["cs"], "ìèøùòïâãäåăĺ"),
    (&["sk"], "èòïàåâã"),
    (&["sl", "hr", "bs"], "èæðâãäåăĺ"),
    (&["ro"], "ãþºªäåÿƒïďżĺ"),
    // windows-1250. Keyboards without `ő` also gave `ô`.
    (&["hu"], "õûôâãäåĺ"),
    // windows-1250, and windows-1257.
    (&["pl"], "êæñœùàýúãâäåăĺ"),
    // windows-1257.
    (&["lv"], "âèçìîíïòðûþãåø"),
    (&["lt"], "àèæëáðøûþâãäå"),
    (&["et"], "ðþã"),
    // `Ð` for `Đ`.
    (&["vi"], "ð"),
    // `ë` of windows-1252 that was read as windows-1257, and letters that are not Irish.
    (&["sq", "ga"], "ėě"),
];

/// Characters that are the first of two that were one in UTF-8, if no letter follows.
const LEADS: [char; 7] = ['Â', 'Ã', 'Ä', 'Å', 'Ă', 'Ĺ', 'Î'];
/// U+FFFD in UTF-8, read as windows-1252 and as windows-1250.
const LOST: [&str; 3] = ["\u{FFFD}", "ï¿½", "ďż˝"];

/// Recognizes misread text of a language.
#[derive(Clone, Copy)]
pub(super) struct Misread(&'static str);

impl Misread {
    /// Returns the rules for the language with this code.
    pub(super) fn of(code: &str) -> Misread {
        let row = LETTERS.iter().find(|(codes, _)| codes.contains(&code));
        Misread(row.map_or("", |row| row.1))
    }

    /// Returns `true` if the language has this letter in misread text only.
    pub(super) fn has(self, letter: char) -> bool {
        !letter.is_ascii() && letter.to_lowercase().any(|lower| self.0.contains(lower))
    }

    /// Returns the lines of `text` that were read in the correct charset.
    pub(super) fn without(self, text: &str) -> String {
        let is_correct = |line: &&str| {
            !line.chars().any(|letter| self.has(letter))
                && !LOST.iter().any(|lost| line.contains(lost))
                && !line.chars().zip(line.chars().skip(1)).any(|(lead, next)| {
                    LEADS.contains(&lead) && !next.is_ascii() && !next.is_alphabetic()
                })
        };
        text.split_inclusive('\n').filter(is_correct).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_lines_that_were_misread() {
        let turkish = Misread::of("tr");
        assert_eq!(turkish.without("açýk\nAçık\nÝl\naÃ§\ncafé\n"), "Açık\ncafé\n");
        let french = Misread::of("fr");
        assert_eq!(french.without("Ãge d’or\nÂge\nl’Ã©té\nl\u{FFFD}\n"), "Ãge d’or\nÂge\n");
    }
}
