//! The list of decisions: differences between our charsets and those of peers, each with its
//! reason.
//!
//! A row states the number of cells that it explains, and a sum over them: over what this library
//! and the peer do with each cell. So an error inside of a range changes the row.
#![cfg(feature = "legacy-charsets")]
use std::{
    collections::HashSet,
    fmt::{Display, Formatter, Result},
};

/// A cell that this library and a peer convert differently.
pub(super) struct Difference<'d> {
    pub(super) charset: &'d str,
    pub(super) peer: &'d str,
    /// `r` for a cell that is read, or `w` for a character that is written.
    pub(super) direction: &'d str,
    /// The bytes or the character, in hexadecimal.
    pub(super) cell: &'d str,
    pub(super) ours: Option<&'d str>,
    pub(super) theirs: Option<&'d str>,
}

/// A row of the list.
struct Decision<'t> {
    charsets: Vec<&'t str>,
    peers: Vec<&'t str>,
    directions: Vec<&'t str>,
    /// Ranges of cells, separated by spaces.
    ranges: &'t str,
    /// The number of cells, and their sum.
    expected: &'t str,
    reason: &'t str,
    found: Explained,
}

/// The cells that a row explains.
#[derive(Default)]
struct Explained {
    cells: u32,
    sum: u32,
}

/// The list, and the cells that were compared with it.
pub(super) struct Decisions<'t> {
    head: Vec<&'t str>,
    rows: Vec<Decision<'t>>,
    /// The comparisons that did not run.
    missing: HashSet<(String, String)>,
}

impl<'t> Decisions<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let (head, rows): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('#'));
        let rows = rows.into_iter().map(|line| {
            let columns: Vec<_> = line.split('\t').collect();
            let [charsets, peers, directions, ranges, expected, reason] = columns[..] else {
                panic!("{line}")
            };
            let list = |text: &'t str| text.split(' ').collect();
            let (charsets, peers, directions) = (list(charsets), list(peers), list(directions));
            let found = Explained::default();
            Decision { charsets, peers, directions, ranges, expected, reason, found }
        });
        Self { head, rows: rows.collect(), missing: HashSet::new() }
    }

    /// Looks for a row that explains a difference. Returns its number.
    pub(super) fn explain(&mut self, difference: &Difference<'_>) -> Option<usize> {
        let number = self.rows.iter().position(|row| row.explains(difference))?;
        let found = &mut self.rows[number].found;
        found.cells += 1;
        found.sum = found.sum.wrapping_add(hash(&difference.to_string()));
        Some(number)
    }

    /// Notes that a charset was not compared with a peer, so that rows about it are not complete.
    pub(super) fn skip(&mut self, charset: &str, peer: &str) {
        self.missing.insert((charset.to_owned(), peer.to_owned()));
    }

    /// Returns the rows that explain another number of cells, or other cells, than they state.
    pub(super) fn wrong(&self) -> Vec<String> {
        let is_missing = |charset: &str, peer: &str| {
            self.missing.contains(&(charset.to_owned(), peer.to_owned()))
        };
        let is_complete = |row: &&Decision<'_>| {
            let mut peers = row.peers.iter();
            !peers.any(|peer| row.charsets.iter().any(|charset| is_missing(charset, peer)))
        };
        let is_wrong =
            |row: &&Decision<'_>| row.found.cells == 0 || row.found.to_string() != row.expected;
        let wrong = self.rows.iter().filter(is_complete).filter(is_wrong);
        wrong.map(|row| format!("{row} (now {})", row.found)).collect()
    }

    /// Returns the list with the numbers of cells that were found.
    pub(super) fn updated(&self) -> String {
        let lines = self.head.iter().map(|line| (*line).to_owned());
        let rows = self.rows.iter().map(|row| row.line(&row.found.to_string()));
        lines.chain(rows).map(|line| line + "\n").collect()
    }
}

impl Decision<'_> {
    fn explains(&self, difference: &Difference<'_>) -> bool {
        let Difference { charset, peer, direction, cell, .. } = difference;
        let key = |text: &str| {
            let number = u128::from_str_radix(text, 16).expect("a number in hexadecimal");
            (if *direction == "r" { text.len() } else { 0 }, number)
        };
        let is_in = |range: &str| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            (key(first)..=key(last)).contains(&key(cell))
        };
        self.charsets.contains(charset)
            && self.peers.contains(peer)
            && self.directions.contains(direction)
            && self.ranges.split(' ').any(is_in)
    }

    fn line(&self, expected: &str) -> String {
        let [charsets, peers, directions] =
            [&self.charsets, &self.peers, &self.directions].map(|list| list.join(" "));
        [&charsets, &peers, &directions, self.ranges, expected, self.reason].join("\t")
    }
}

impl Display for Decision<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.line(self.expected))
    }
}

impl Display for Explained {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {:08x}", self.cells, self.sum)
    }
}

impl Display for Difference<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { charset, peer, direction, cell, .. } = self;
        let [ours, theirs] = [self.ours, self.theirs].map(|side| side.unwrap_or("none"));
        write!(f, "{charset}\t{peer}\t{direction}\t{cell}\t{ours}\t{theirs}")
    }
}

/// Returns the hash of a text: FNV-1a.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
