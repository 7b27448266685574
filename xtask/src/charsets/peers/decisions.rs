//! The decisions about cells in which glibc differs from the tables.

use std::collections::{BTreeMap, BTreeSet};

/// The list of decisions, relative to the root of the repository.
pub(in crate::charsets) const FILE: &str = "xtask/src/charsets/peers/decisions.tsv";

/// A cell: the charset and the byte.
type Cell = (String, u8);

/// The decisions: in these cells, glibc has another character, or none.
pub(in crate::charsets) struct Decisions {
    known: BTreeMap<Cell, String>,
    used: BTreeSet<Cell>,
}

impl Decisions {
    /// Reads the list: charset, bytes, the character of glibc, the reason. A range of bytes with
    /// `*` as the character allows any difference.
    pub(in crate::charsets) fn read() -> Result<Decisions, String> {
        let text = std::fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
        let mut known = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [charset, byte, theirs, _] = columns[..] else {
                return Err(format!("{FILE}: not four columns: {line}"));
            };
            let (first, last) = byte.split_once('-').unwrap_or((byte, byte));
            let number = |text| u8::from_str_radix(text, 16).map_err(|_| format!("{FILE}: {line}"));
            for byte in number(first)?..=number(last)? {
                known.insert((charset.to_owned(), byte), theirs.to_owned());
            }
        }
        Ok(Decisions { known, used: BTreeSet::new() })
    }

    /// Returns `true` if the list says that glibc has `theirs` for `byte` of `charset`.
    pub(in crate::charsets) fn allow(&mut self, charset: &str, byte: u8, theirs: &str) -> bool {
        let cell = (charset.to_owned(), byte);
        let is_known = self.known.get(&cell).is_some_and(|known| known == "*" || known == theirs);
        if is_known {
            self.used.insert(cell);
        }
        is_known
    }

    /// Fails if a decision is about a cell in which there is no difference. `compared` must be
    /// `false` if there was no iconv.
    pub(in crate::charsets) fn check_used(&self, compared: bool) -> Result<(), String> {
        let single = self.known.iter().filter(|(_, theirs)| *theirs != "*").map(|(cell, _)| cell);
        match single.into_iter().find(|cell| !self.used.contains(cell)) {
            Some((charset, byte)) if compared => {
                Err(format!("{FILE}: glibc does not differ in {byte:02X} of {charset}"))
            }
            _ => Ok(()),
        }
    }
}
