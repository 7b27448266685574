//! The index of all labels, which is computed at compile time.
//!
//! It is a hash table, because servers look up labels that strangers send. Spellings of one label
//! are in one bucket: only ASCII letters and digits count, and their case does not matter.

pub(super) mod browsers;
mod buckets;

use buckets::Buckets;

use super::{
    encodings::Encoding,
    sets::{self, LabelSet, group::Group},
};
use crate::codec::charset::name::Charset;

/// A label in the table of an encoding, or in a group of a set. From the lowest bits on, it has the
/// number of the label in the row, where 0 is the name of an encoding, the number of the row, the
/// number of the table, and the number of the encoding that it means.
#[derive(Clone, Copy)]
pub(super) struct Entry(u32);

const LABEL_BITS: u32 = 8;
const ROW_BITS: u32 = 10;
const TABLE_BITS: u32 = 4;

/// The number of the table of encodings. Lower ones are those of [`sets::TABLES`].
const REGISTERED: usize = (1 << TABLE_BITS) - 1;
const _: () = assert!(sets::TABLES.len() <= REGISTERED, "a table has a number of its own");

/// The number of an encoding that this build lacks.
const LACKING: u32 = (1 << (u32::BITS - LABEL_BITS - ROW_BITS - TABLE_BITS)) - 1;

const BUCKETS: usize = if cfg!(feature = "legacy-charsets") { 1 << 12 } else { 1 << 10 };

/// The number of labels.
const LEN: usize = {
    let mut all = Entries::first(false);
    let mut len = 0;
    while all.next().is_some() {
        len += 1;
    }
    len
};

/// The entries, by bucket, and in each bucket in the order of their tables.
#[allow(long_running_const_eval, reason = "it hashes thousands of labels")]
static INDEX: Index = Index::new();

struct Index {
    buckets: Buckets<LEN, { BUCKETS + 1 }>,
    /// The entries, in the order of their tables.
    entries: [u32; LEN],
}

impl Index {
    const fn new() -> Self {
        let (mut buckets, mut entries) = ([0; LEN], [0; LEN]);
        let (mut all, mut at) = (Entries::first(true), 0);
        while let Some((entry, label)) = all.next() {
            buckets[at] = bucket(hash(label), BUCKETS) as u16;
            entries[at] = entry.0;
            at += 1;
        }
        Self { buckets: Buckets::new(&buckets), entries }
    }
}

/// Returns the entries of the labels that may be spellings of `label`.
#[inline]
pub(super) fn candidates(label: &str) -> impl Iterator<Item = Entry> + Clone + use<> {
    let items = INDEX.buckets.items(bucket(hash(label), BUCKETS)).iter();
    items.filter_map(|&item| INDEX.entries.get(usize::from(item)).copied().map(Entry))
}

impl LabelSet {
    /// Returns the group that contains `label`.
    pub(super) fn group(self, label: &str) -> Option<&'static Group> {
        self.entry(label)?.group().map(|(_, group)| group)
    }

    /// Returns the label that `label` is a spelling of, in a group of this set or in a shared one.
    pub(super) fn entry(self, label: &str) -> Option<Entry> {
        let own = self.own_table();
        self.first(label, |table, _| match table {
            _ if own == Some(table) => Some(0),
            sets::COMMON | sets::SUPERSETS if self.falls_back() => Some(table),
            _ => None,
        })
    }

    /// Returns the label that `label` is a spelling of, if neither this set nor an encoding has it:
    /// a number or a name that every set has, or a label of glibc, ICU or Java for a legacy charset.
    pub(super) fn late_entry(self, label: &str) -> Option<Entry> {
        self.first(label, |table, group| {
            let is_late = table > sets::SUPERSETS && (table < sets::FIRST_VENDOR || group.legacy);
            is_late.then_some(table)
        })
    }

    /// Returns the label that `label` is a spelling of, in the group with the lowest rank.
    fn first(self, label: &str, rank: impl Fn(usize, &Group) -> Option<usize>) -> Option<Entry> {
        let mut best = None;
        for entry in candidates(label) {
            let Some((table, group)) = entry.group() else { break };
            let Some(rank) = rank(table, group) else { continue };
            let is_better = best.is_none_or(|(best, _)| rank < best);
            if is_better && entry.is_same(label, self) {
                best = Some((rank, entry));
            }
        }
        best.map(|(_, entry)| entry)
    }
}

impl Entry {
    const fn table(self) -> usize {
        (self.0 >> (LABEL_BITS + ROW_BITS)) as usize & REGISTERED
    }

    const fn row(self) -> usize {
        (self.0 >> LABEL_BITS) as usize & ((1 << ROW_BITS) - 1)
    }

    /// Returns the group of the label, and the number of its table in [`sets::TABLES`]; `None` if
    /// it is a label of an encoding.
    pub(super) fn group(self) -> Option<(usize, &'static Group)> {
        let table = sets::TABLES.get(self.table())?;
        Some((self.table(), table.get(self.row())?))
    }

    /// Returns `true` if it is a label of an encoding that text is stored in.
    pub(super) fn is_registered(self) -> bool {
        self.table() == REGISTERED && !self.is_only_of_browsers()
    }

    /// Returns `true` if it is the name of a charset that only browsers have.
    pub(super) fn is_only_of_browsers(self) -> bool {
        self.table() == REGISTERED && self.row() >= Encoding::ALL.len() + Charset::STORED
    }

    /// Returns the encoding that the label means, if this build has it.
    pub(super) fn encoding(self) -> Option<Encoding> {
        numbered((self.0 >> (LABEL_BITS + ROW_BITS + TABLE_BITS)) as usize)
    }

    /// Returns the label.
    pub(super) fn label(self) -> &'static str {
        let at = self.0 as usize & ((1 << LABEL_BITS) - 1);
        match (self.group(), at) {
            (Some((_, group)), at) => group.labels.get(at).copied(),
            (None, 0) => numbered(self.row()).map(Encoding::name),
            (None, at) => {
                numbered(self.row()).and_then(|means| means.labels().get(at - 1).copied())
            }
        }
        .unwrap_or_default()
    }

    /// Returns `true` if `label` is a spelling of its label in `set`.
    pub(super) fn is_same(self, label: &str, set: LabelSet) -> bool {
        set.is_same(self.label(), label)
    }
}

/// Returns the encoding with this number. Charsets come after the others, and those that only
/// browsers have are the last.
const fn numbered(number: usize) -> Option<Encoding> {
    let own = Encoding::ALL.len();
    if number < own {
        return Some(Encoding::ALL[number]);
    }
    match Charset::nth(number - own) {
        Some(charset) => Some(Encoding::Charset(charset)),
        None => None,
    }
}

/// All entries, in the order of their tables.
struct Entries {
    table: usize,
    row: usize,
    label: usize,
    /// The encoding of the row.
    encoding: u32,
    /// Whether to find the encoding. The number of labels is a constant, which cannot read the
    /// static names.
    resolves: bool,
}

impl Entries {
    const fn first(resolves: bool) -> Self {
        let encoding = if resolves { number_of(&sets::TABLES[0][0], true) } else { LACKING };
        Self { table: 0, row: 0, label: 0, encoding, resolves }
    }

    const fn next(&mut self) -> Option<(Entry, &'static str)> {
        loop {
            let Some(label) = self.current() else {
                if !self.next_row() {
                    return None;
                }
                continue;
            };
            assert!(self.label < 1 << LABEL_BITS && self.row < 1 << ROW_BITS, "an entry has room");
            let entry = self.label as u32
                | (self.row as u32) << LABEL_BITS
                | (self.table as u32) << (LABEL_BITS + ROW_BITS)
                | self.encoding << (LABEL_BITS + ROW_BITS + TABLE_BITS);
            self.label += 1;
            return Some((Entry(entry), label));
        }
    }

    /// Returns the current label; `None` at the end of the row.
    const fn current(&self) -> Option<&'static str> {
        let labels = if self.table < sets::TABLES.len() {
            if self.row >= sets::TABLES[self.table].len() {
                return None;
            }
            sets::TABLES[self.table][self.row].labels
        } else {
            let Some(encoding) = numbered(self.row) else { return None };
            // The others have labels in the set of browsers.
            let is_only_of_browsers = self.row >= Encoding::ALL.len() + Charset::STORED;
            match self.label {
                0 => return Some(encoding.name()),
                _ if is_only_of_browsers => return None,
                at if at <= encoding.labels().len() => return Some(encoding.labels()[at - 1]),
                _ => return None,
            }
        };
        if self.label < labels.len() { Some(labels[self.label]) } else { None }
    }

    /// Goes to the next row. Returns `false` after the last one.
    const fn next_row(&mut self) -> bool {
        self.row += 1;
        self.label = 0;
        while self.table < sets::TABLES.len() && self.row >= sets::TABLES[self.table].len() {
            self.row = 0;
            self.table =
                if self.table + 1 == sets::TABLES.len() { REGISTERED } else { self.table + 1 };
        }
        if self.table == REGISTERED {
            self.encoding = self.row as u32;
            return numbered(self.row).is_some();
        }
        if self.resolves {
            let group = &sets::TABLES[self.table][self.row];
            self.encoding = number_of(group, self.table == sets::BROWSERS);
        }
        true
    }
}

/// The number of encodings.
const ENCODINGS: usize = {
    let mut len = 0;
    while numbered(len).is_some() {
        len += 1;
    }
    len
};
const _: () = assert!(ENCODINGS < LACKING as usize, "an entry has room for each encoding");

const NAME_BUCKETS: usize = 1 << 9;

/// The names of all encodings, by number, and their numbers by bucket.
static NAMES: [&str; ENCODINGS] = {
    let (mut names, mut number) = ([""; ENCODINGS], 0);
    while let Some(encoding) = numbered(number) {
        names[number] = encoding.name();
        number += 1;
    }
    names
};
static NAMES_BY_BUCKET: Buckets<ENCODINGS, { NAME_BUCKETS + 1 }> = {
    let (mut buckets, mut number) = ([0; ENCODINGS], 0);
    while number < ENCODINGS {
        buckets[number] = bucket(hash(NAMES[number]), NAME_BUCKETS) as u16;
        number += 1;
    }
    Buckets::new(&buckets)
};

/// Returns the number of the encoding that a group names, or of that in the standard of browsers.
const fn number_of(group: &Group, of_browsers: bool) -> u32 {
    let named = named("", group.name);
    match named {
        Some(number) if !of_browsers || number < Encoding::ALL.len() => number as u32,
        _ => match (of_browsers, self::named(Charset::BROWSERS, group.name)) {
            (true, Some(number)) => number as u32,
            _ => match named {
                Some(number) => number as u32,
                None => LACKING,
            },
        },
    }
}

/// Returns the number of the encoding whose name is `prefix` and `name`.
const fn named(prefix: &str, name: &str) -> Option<usize> {
    let hash = hash_after(hash_after(SEED, prefix), name);
    let [mut place, end] = NAMES_BY_BUCKET.places(bucket(hash, NAME_BUCKETS));
    while place < end {
        let number = NAMES_BY_BUCKET.item(place);
        if is_joined(NAMES[number].as_bytes(), prefix.as_bytes(), name.as_bytes()) {
            return Some(number);
        }
        place += 1;
    }
    None
}

/// Returns `true` if `own` is `prefix` and `name`.
const fn is_joined(own: &[u8], prefix: &[u8], name: &[u8]) -> bool {
    match own.split_at_checked(prefix.len()) {
        Some((start, rest)) => is_equal(start, prefix) && is_equal(rest, name),
        None => false,
    }
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Returns the hash of a label: FNV-1a over its letters and digits.
const fn hash(label: &str) -> u32 {
    hash_after(SEED, label)
}

const SEED: u32 = 0x811C_9DC5;

/// Continues the hash of the text before `label`.
const fn hash_after(mut hash: u32, label: &str) -> u32 {
    let (label, mut at) = (label.as_bytes(), 0);
    while at < label.len() {
        let byte = LETTERS[label[at] as usize];
        if byte != 0 {
            hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
        }
        at += 1;
    }
    hash
}

/// Returns the bucket of a hash.
const fn bucket(hash: u32, buckets: usize) -> usize {
    (hash.wrapping_mul(0x9E37_79B1) >> 16) as usize % buckets
}

/// Letters in lower case, and digits; 0 for any other byte.
static LETTERS: [u8; 256] = {
    let (mut letters, mut at) = ([0; 256], 0);
    while at < 256 {
        if (at as u8).is_ascii_alphanumeric() {
            letters[at] = (at as u8).to_ascii_lowercase();
        }
        at += 1;
    }
    letters
};

#[cfg(test)]
mod tests {
    use std::{println, vec::Vec};

    use super::*;
    use crate::encoding::table;

    /// Returns the labels of all tables.
    fn all() -> Vec<&'static str> {
        let registered = table::all().flat_map(table::labels);
        registered.chain(LabelSet::ALL.iter().flat_map(|set| set.own_labels())).collect()
    }

    #[test]
    fn every_label_is_found_in_every_spelling() {
        for label in all() {
            let others = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
            let python: std::string::String = label.chars().map(others).collect();
            for spelling in [label, &label.to_ascii_uppercase()] {
                assert!(candidates(spelling).any(|entry| entry.label() == label), "{label}");
            }
            assert!(candidates(&python).any(|entry| entry.is_same(&python, LabelSet::Python)));
        }
    }

    #[test]
    fn entries_mean_what_the_tables_say() {
        let mut entries = Entries::first(true);
        while let Some((entry, label)) = entries.next() {
            assert_eq!(entry.label(), label);
            let means = match entry.group() {
                Some((sets::BROWSERS, group)) => table::named_by_browsers(group.name),
                Some((_, group)) => table::named(group.name),
                None => numbered(entry.row()),
            };
            assert_eq!(entry.encoding(), means, "{label}");
        }
    }

    #[test]
    fn buckets_are_short() {
        let most = INDEX.buckets.most();
        println!("{LEN} labels, {most} in one bucket");
        assert!(most <= 40, "{most}");
    }
}
