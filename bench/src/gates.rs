//! The rows of the table and what is required of them, as `gates.toml` says.

use serde::Deserialize;

use crate::cells::Size;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gates {
    /// The sizes over which a row's gate stands.
    pub row_sizes: Vec<Size>,
    /// What holds of many rows.
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// An operation over some corpora.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The operation.
    pub operation: String,
    /// The corpora.
    pub corpora: Vec<String>,
    /// The least geometric mean.
    pub gate: Option<f64>,
    /// What looks possible.
    pub stretch: Option<f64>,
    /// The gate on machines without AVX-512.
    pub avx2: Option<f64>,
    /// Whether rules say nothing of it that do not name its operation.
    #[serde(default)]
    pub alone: bool,
}

/// What must hold of cells of some sizes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The operations; all if none is named.
    #[serde(default)]
    pub operations: Vec<String>,
    /// The corpora; all if none is named.
    #[serde(default)]
    pub corpora: Vec<String>,
    /// The sizes.
    pub sizes: Vec<Size>,
    /// The least ratio of each cell.
    pub each: Option<f64>,
    /// The least geometric mean over a row's corpora.
    pub mean: Option<f64>,
}

/// What a machine can be expected to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Class {
    /// It has AVX-512 VBMI2.
    Avx512,
    /// It has AVX2 at most.
    Avx2,
}

impl Gates {
    /// Reads the file's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("gates: {error}"))
    }
}

impl Row {
    /// The gate of the row on machines of `class`.
    pub fn gate(&self, class: Class) -> Option<f64> {
        match class {
            Class::Avx512 => self.gate,
            Class::Avx2 => self.gate.map(|_| self.avx2.unwrap_or(1.0)),
        }
    }
}

impl Rule {
    /// The least geometric mean on machines of `class`: without AVX-512 none is over 1.
    pub fn mean(&self, class: Class) -> Option<f64> {
        match class {
            Class::Avx512 => self.mean,
            Class::Avx2 => self.mean.map(|mean| mean.min(1.0)),
        }
    }

    /// Whether the rule says something of `row` at `size`.
    pub fn applies(&self, row: &Row, size: Size) -> bool {
        let named = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        let meant = !row.alone || self.operations.contains(&row.operation);
        meant
            && self.sizes.contains(&size)
            && named(&self.operations, &row.operation)
            && row.corpora.iter().all(|corpus| named(&self.corpora, corpus))
    }
}
