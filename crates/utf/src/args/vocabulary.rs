//! The names of encodings in registries, programs and databases.

use clap::ValueEnum;
use utfkit::Encoding;

/// A registry, a program or a database that has names for encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Vocabulary {
    /// The IANA registry
    Iana,
    /// Browsers: the WHATWG Encoding Standard
    Whatwg,
    /// Codecs of Python
    Python,
    /// Charsets of Java
    Java,
    /// `Encoding.GetEncoding` of .NET
    Dotnet,
    /// Numbers of code pages of Windows
    Windows,
    /// MySQL and MariaDB
    Mysql,
    /// PostgreSQL
    Postgresql,
    /// Oracle Database
    Oracle,
    /// `iconv` of glibc
    Glibc,
    /// Converters of ICU
    Icu,
}

/// The names, by encoding and column.
const TABLE: &str = include_str!("../../data/names.tsv");

/// The word in the table for an encoding without a name.
const NONE: &str = "-";

impl Vocabulary {
    /// Returns the name of an encoding, or `None` if the vocabulary does not have one.
    pub fn name(self, encoding: Encoding) -> Option<&'static str> {
        match self {
            Vocabulary::Iana => Some(encoding.registration()?.mime_name()),
            Vocabulary::Whatwg => encoding.whatwg_name(),
            _ => self.listed(encoding.name()),
        }
    }

    /// Returns the name in the table.
    fn listed(self, encoding: &str) -> Option<&'static str> {
        let mut rows = TABLE.lines().map(|row| row.split('\t'));
        let mut row = rows.find_map(|mut row| (row.next() == Some(encoding)).then_some(row))?;
        row.nth(self.column()?).filter(|name| *name != NONE)
    }

    /// Returns the number of the column, from 0 after that of the encoding.
    fn column(self) -> Option<usize> {
        let columns = [
            Vocabulary::Python,
            Vocabulary::Java,
            Vocabulary::Dotnet,
            Vocabulary::Windows,
            Vocabulary::Mysql,
            Vocabulary::Postgresql,
            Vocabulary::Oracle,
            Vocabulary::Glibc,
            Vocabulary::Icu,
        ];
        columns.iter().position(|column| *column == self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use utfkit::encoding::{Label, LabelSet};

    use super::*;

    #[test]
    fn encodings_have_their_names() {
        let name =
            |vocabulary: Vocabulary, encoding: &str| vocabulary.name(encoding.parse().unwrap());
        assert_eq!(name(Vocabulary::Python, "windows-1252"), Some("cp1252"));
        assert_eq!(name(Vocabulary::Windows, "koi8-r"), Some("20866"));
        assert_eq!(name(Vocabulary::Mysql, "utf-8"), Some("utf8mb4"));
        assert_eq!(name(Vocabulary::Postgresql, "windows-1251"), Some("WIN1251"));
        assert_eq!(name(Vocabulary::Java, "uhc"), Some("x-windows-949"));
        assert_eq!(name(Vocabulary::Dotnet, "gbk"), Some("gb2312"));
        assert_eq!(name(Vocabulary::Oracle, "iso-8859-15"), Some("WE8ISO8859P15"));
        assert_eq!(name(Vocabulary::Whatwg, "ibm866"), Some("ibm866"));
        assert_eq!(name(Vocabulary::Iana, "us-ascii"), Some("US-ASCII"));
        assert_eq!(name(Vocabulary::Mysql, "koi8-t"), None);
        assert_eq!(name(Vocabulary::Python, "marc-8"), None);
        assert_eq!(name(Vocabulary::Whatwg, "marc-8"), None);
    }

    /// Only registered names are names of IANA, and each means its encoding.
    #[test]
    fn iana_has_only_registered_names() {
        use utfkit::encoding::Charset;
        let charsets = Charset::all().map(Encoding::Charset);
        for encoding in Encoding::ALL.iter().copied().chain(charsets) {
            let Some(name) = Vocabulary::Iana.name(encoding) else {
                assert!(encoding.registration().is_none(), "{encoding}");
                continue;
            };
            let means = Label::parse(name, LabelSet::Iana).map(Label::encoding);
            assert_eq!(means, Ok(encoding), "{name}");
        }
    }

    /// The label sets of the library bring back the encoding from its name, except names that their
    /// owners use for a larger or a similar charset, and options of converters of ICU.
    #[test]
    fn label_sets_know_the_names() {
        let heads: Vec<_> = TABLE.lines().take_while(|line| line.starts_with('#')).collect();
        let columns = heads.last().unwrap().trim_start_matches("# ").split('\t').skip(1);
        let (mut names, mut others) = (0, Vec::new());
        for (at, column) in columns.enumerate() {
            let vocabulary = Vocabulary::from_str(column, false).unwrap();
            assert_eq!(vocabulary.column(), Some(at));
            let set = LabelSet::ALL.iter().copied().find(|set| set.name() == column);
            for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
                let encoding: Encoding = row.split('\t').next().unwrap().parse().unwrap();
                let Some(name) = vocabulary.name(encoding) else { continue };
                names += 1;
                let means = Label::parse(name, set.unwrap_or_default()).map(Label::encoding);
                if means != Ok(encoding) && !name.ends_with(",swaplfnl") {
                    others.push((column, encoding.name(), name));
                }
            }
        }
        let known: HashSet<_> = OTHERS.iter().copied().collect();
        assert_eq!(others.into_iter().collect::<HashSet<_>>(), known);
        assert!(names > 1_000, "{names}");
    }

    #[rustfmt::skip]
    const OTHERS: &[(&str, &str, &str)] = &[
        ("dotnet", "cp950", "big5"),
        ("dotnet", "gbk", "gb2312"),
        ("dotnet", "uhc", "ks_c_5601-1987"),
        ("dotnet", "windows-31j", "shift_jis"),
        ("glibc", "big5", "BIG5"),
        ("icu", "hp-roman8", "ibm-1051_P100-1995"),
        ("postgresql", "cp950", "BIG5"),
        ("postgresql", "us-ascii", "SQL_ASCII"),
        ("postgresql", "windows-31j", "SJIS"),
        ("windows", "big5", "950"),
        ("windows", "euc-kr", "949"),
        ("windows", "gb2312", "936"),
        ("windows", "shift_jis", "932"),
    ];
}
