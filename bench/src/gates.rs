//! The rows of the table and their requirements, from `gates.toml`.

use serde::Deserialize;

use crate::cells::Size;

/// The contents of `gates.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gates {
    /// The sizes that a row's gate applies to.
    pub row_sizes: Vec<Size>,
    /// The requirements for all rows together.
    pub whole: Whole,
    /// The requirements for several rows.
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// The minimum geometric mean of all rows that have a gate, are not compared with another engine of
/// utfkit, and are not separate. It applies to machines with AVX-512.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whole {
    /// The mean of the rows without replacement.
    pub strict: f64,
    /// The mean of the rows with replacement.
    pub lossy: f64,
}

/// An operation over some corpora.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The operation.
    pub operation: String,
    /// The corpora.
    pub corpora: Vec<String>,
    /// The minimum geometric mean.
    pub gate: Option<f64>,
    /// The value that looks possible.
    pub stretch: Option<f64>,
    /// The gate on machines without AVX-512.
    pub avx2: Option<f64>,
    /// The engine of utfkit that the row is compared with, instead of the best peer.
    ///
    /// Such a row does not describe peers. It does not count for the whole table, and rules that do
    /// not name its operation do not apply to it.
    pub beside: Option<String>,
    /// `true` if the row does not count for the whole table, with or without a gate.
    #[serde(default)]
    pub apart: bool,
}

/// A requirement for the cells of some sizes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The operations; all operations if the list is empty.
    #[serde(default)]
    pub operations: Vec<String>,
    /// The corpora; all corpora if the list is empty.
    #[serde(default)]
    pub corpora: Vec<String>,
    /// The sizes.
    pub sizes: Vec<Size>,
    /// The minimum ratio of each cell.
    pub each: Option<f64>,
    /// The minimum ratio on machines without AVX-512, if it is different.
    pub avx2: Option<f64>,
    /// The minimum geometric mean over a row's corpora.
    pub mean: Option<f64>,
}

/// The performance class of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Class {
    /// The best set is AVX-512 with VBMI2.
    Avx512,
    /// The best set is AVX2.
    Avx2,
    /// The best set is SSE4.2. The only gate is that no cell of any row is below 1.
    Sse42,
}

impl Gates {
    /// Parses the text of the file.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("gates: {error}"))
    }

    /// Returns the minimum ratio of each cell of `row` at `size` on machines of `class`.
    pub fn each(&self, row: &Row, size: Size, class: Class) -> Option<f64> {
        if class == Class::Sse42 {
            return row.beside.is_none().then_some(1.0);
        }
        let rules = self.rules.iter().filter(|rule| rule.applies(row, size));
        rules.filter_map(|rule| rule.each(class)).reduce(f64::max)
    }

    /// Returns the minimum geometric mean over the corpora of `row` at `size` on machines of
    /// `class`.
    pub fn mean(&self, row: &Row, size: Size, class: Class) -> Option<f64> {
        let rules = self.rules.iter().filter(|rule| rule.applies(row, size));
        rules.filter_map(|rule| rule.mean(class)).reduce(f64::max)
    }
}

impl Row {
    /// Returns the gate of the row on machines of `class`.
    pub fn gate(&self, class: Class) -> Option<f64> {
        match class {
            Class::Sse42 => None,
            // A ratio between two engines of utfkit holds on every machine.
            Class::Avx2 if self.beside.is_none() => self.gate.map(|_| self.avx2.unwrap_or(1.0)),
            Class::Avx512 | Class::Avx2 => self.gate,
        }
    }

    /// Returns `true` if the row compares utfkit with its peers and counts for the whole table.
    pub fn counts(&self) -> bool {
        self.gate.is_some() && self.beside.is_none() && !self.apart
    }
}

impl Rule {
    fn each(&self, class: Class) -> Option<f64> {
        match class {
            Class::Avx512 => self.each,
            _ => self.avx2.or(self.each),
        }
    }

    /// Returns the minimum mean. Without AVX-512, it is at most 1.
    fn mean(&self, class: Class) -> Option<f64> {
        match class {
            Class::Avx512 => self.mean,
            Class::Avx2 => self.mean.map(|mean| mean.min(1.0)),
            Class::Sse42 => None,
        }
    }

    /// Returns `true` if the rule applies to `row` at `size`.
    fn applies(&self, row: &Row, size: Size) -> bool {
        let named = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        let alone = row.beside.is_some() && !self.operations.contains(&row.operation);
        row.gate.is_some()
            && !alone
            && self.sizes.contains(&size)
            && named(&self.operations, &row.operation)
            && row.corpora.iter().all(|corpus| named(&self.corpora, corpus))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test repeats the requirement for every cell, so that no rule gets lost.
    #[test]
    fn every_cell_of_a_row_with_a_gate_has_a_least_ratio() {
        let gates = Gates::parse(include_str!("../gates.toml")).unwrap();
        let each = |row, bytes, class| gates.each(row, Size(bytes), class);
        for row in gates.rows.iter().filter(|row| row.counts()) {
            for bytes in [4 << 10, 64 << 10, 1 << 20] {
                assert_eq!(each(row, bytes, Class::Avx512), Some(0.95), "{row:?}");
                assert_eq!(each(row, bytes, Class::Avx2), Some(1.0), "{row:?}");
            }
            for bytes in [16, 64, 256, 64 << 20] {
                assert_eq!(each(row, bytes, Class::Avx512), Some(1.0), "{row:?}");
                assert_eq!(each(row, bytes, Class::Avx2), Some(1.0), "{row:?}");
            }
        }
    }

    /// A row that is compared with another engine of utfkit has one gate and no other rule.
    #[test]
    fn rows_beside_utfkit_itself_stand_alone() {
        let gates = Gates::parse(include_str!("../gates.toml")).unwrap();
        for row in gates.rows.iter().filter(|row| row.beside.is_some()) {
            assert_eq!(row.gate(Class::Avx512), row.gate(Class::Avx2));
            for class in [Class::Avx512, Class::Avx2] {
                assert_eq!(gates.each(row, Size(4 << 10), class), None, "{row:?}");
                assert_eq!(gates.mean(row, Size(64), class), None, "{row:?}");
            }
        }
    }
}
